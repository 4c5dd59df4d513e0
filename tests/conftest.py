"""What every test may ask for: the root of the project and a Node to run JavaScript with."""

import os
import shutil
from pathlib import Path

import pytest
from playwright._impl._driver import compute_driver_executable

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder that holds `book`, `taotp_core` and `tests`."""
    return ROOT


@pytest.fixture(scope="session")
def node() -> str:
    """A Node executable: `$NODE`, the one on the path, or the one that Playwright ships."""
    found = os.environ.get("NODE") or shutil.which("node")
    return found or compute_driver_executable()[0]
