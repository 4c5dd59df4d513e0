"""`taotp`: run, check, show, format and begin listings."""

import sys

from taotp.cli.commands import main

if __name__ == "__main__":
    sys.exit(main())
