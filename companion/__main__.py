"""``python -m companion``: the command line."""

import sys

from companion.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
