"""How nbval compares the outputs of the notebooks."""

import os
from pathlib import Path

import pytest

os.environ["TAOTP_MY"] = str(Path(__file__).parent / "_build" / "my")  # no progress of a reader

# Normalized notebooks keep the text of an output; pictures and widgets are made anew.
NOT_KEPT = (
    "text/html",
    "image/svg+xml",
    "application/vnd.jupyter.widget-state+json",
)


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Leave what a normalized notebook does not hold out of the comparison."""
    if hasattr(collector, "skip_compare"):
        collector.skip_compare += NOT_KEPT
