"""`python -m experiments` as it was: it says where it is now, and goes there."""

import runpy
import sys

print("python -m experiments is python -m tools.experiments now", file=sys.stderr)
runpy.run_module("tools.experiments", run_name="__main__", alter_sys=True)
