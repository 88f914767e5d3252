"""`python -m ambsearch` is the command `ambsearch`."""

import sys

from ambsearch.cli import main

if __name__ == "__main__":
    sys.exit(main())
