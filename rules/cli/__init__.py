"""The command line: the only place of files, arguments and printing.

Read in this order: `commands`, `resolve`, `simulate`, `balance`, `replay`, `verify`, `odds`, `coverage`, `schema`,
`documents`.
"""
