"""`python -m littlefolk`: the same command line as the `littlefolk` command."""

import sys

from littlefolk.cli import main

if __name__ == "__main__":
    sys.exit(main())
