"""`python -m rules COMMAND`."""

import sys

from rules.cli.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
