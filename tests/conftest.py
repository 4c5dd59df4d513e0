"""What every test may ask for: the root of the project, a Node, and a cluster; what comes first."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from playwright._impl._driver import compute_driver_executable

from tests.slow import is_dear, is_due

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


def pytest_addoption(parser: pytest.Parser) -> None:
    """What `make test` says; whoever names tests by hand gets all of them."""
    said = "of what is slow what changed, and a twelfth that the commit draws"
    parser.addoption("--slow-in-turn", action="store_true", help=said)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """What is slow comes first, the longest before all: while it waits, others are asked."""

    def place(item: pytest.Item) -> int:
        slow = item.get_closest_marker("slow")
        return 2 if slow is None else not slow.kwargs.get("longest", False)

    items.sort(key=place)
    if config.getoption("--slow-in-turn"):
        slow = [item for item in items if place(item) < 2 or is_dear(item.nodeid)]
        waiting = {item for item in slow if not is_due(item.nodeid)}
        config.hook.pytest_deselected(items=[*waiting])
        items[:] = [item for item in items if item not in waiting]
