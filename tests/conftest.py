"""What every test may ask for: the root of the project, a Node, and a cluster; what comes first."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright._impl._driver import compute_driver_executable

if TYPE_CHECKING:
    from tests.cluster import Cluster

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


@pytest.fixture(scope="session")
def two() -> "Iterator[Cluster]":
    """A cluster of a scheduler and two workers, for all who ask for one."""
    from tests.cluster import cluster  # which needs dask

    with cluster(workers=2) as found:
        yield found


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of what is slow the longest begins first, so that nobody waits for it at the end."""

    def comes_later(item: pytest.Item) -> bool:
        slow = item.get_closest_marker("slow")
        return slow is None or not slow.kwargs.get("longest", False)

    if not all(map(comes_later, items)):
        items.sort(key=comes_later)
