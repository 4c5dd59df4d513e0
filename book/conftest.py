"""How nbval runs the notebooks, and compares their outputs.

With --of-the-build it compares what the build's own run of a notebook said, and runs none again.
"""

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

os.environ["TAOTP_MY"] = str(Path(__file__).parent / "_build" / "my")  # no progress of a reader

# Normalized notebooks keep the text of an output; pictures and widgets are made anew.
NOT_KEPT = (
    "text/html",
    "image/svg+xml",
    "application/vnd.jupyter.widget-state+json",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    """What the suite says after it has built the book."""
    parser.addoption("--of-the-build", action="store_true", help="compare the build's own run")


def pytest_configure(config: pytest.Config) -> None:
    """Let whoever runs notebooks fork their kernels, as the build does, where none is asked for."""
    asked = any(config.getoption(f"nbval_{way}", None) for way in ("kernel_name", "current_env"))
    distributes = config.getoption("numprocesses", None)  # to others, which run them
    if asked or distributes or not config.getoption("nbval", False):
        return
    sys.path.insert(0, str(Path(__file__).parent / "_extensions"))
    if config.getoption("of_the_build"):
        take_the_run_of_the_build()
    from warm import warm_kernels

    until_the_end = ExitStack()
    config.add_cleanup(until_the_end.close)
    config.option.nbval_kernel_name = until_the_end.enter_context(warm_kernels())


def take_the_run_of_the_build() -> None:
    """Let nbval ask what the build heard, where it ran the same cells."""
    from nbval.plugin import IPyNbFile
    from recorded import RecordedKernel, run_of

    start = IPyNbFile.setup

    def set_up(file: Any) -> None:
        run = run_of(Path(file.path))
        if run is None:
            start(file)
            return
        file.kernel = RecordedKernel(run)
        file.setup_sanitize_files()

    IPyNbFile.setup = set_up


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Leave what a normalized notebook does not hold out of the comparison."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += NOT_KEPT
