"""`python -m benchmarks` as it was: it says where it is now, and goes there."""

import runpy
import sys

print("python -m benchmarks is python -m tools.benchmarks now", file=sys.stderr)
runpy.run_module("tools.benchmarks", run_name="__main__", alter_sys=True)
