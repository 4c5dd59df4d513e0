"""What is tried in this process: whether others say the same is asked of the pool."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from taotp.verify import checking, shards


def in_turn(do: Any, tasks: Iterable[Any], *_: Any) -> Iterator[tuple[Any, Any]]:
    """Do tasks as `worker_pool.run` does, one after another and here."""
    for task in tasks:
        yield task, do(task)


@contextmanager
def here(smallest: int = shards.SMALLEST_SHARD) -> Iterator[pytest.MonkeyPatch]:
    """No process is started, and a shard may have as few inputs as is said."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shards, "SMALLEST_SHARD", smallest)
        for module in (shards, checking):
            patch.setattr(module, "run", in_turn)
        yield patch
