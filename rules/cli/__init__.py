"""The command line: the only place of files, arguments and printing."""
