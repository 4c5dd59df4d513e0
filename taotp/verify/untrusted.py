"""Python of somebody else's, which may do anything, also end the process that runs it."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


@contextmanager
def staying() -> Iterator[None]:
    """Within it os._exit raises SystemExit, so that it can be said who ended what.

    A process that theirs begins still ends by it.
    """
    system: Any = os
    ending, mine = os._exit, os.getpid()

    def stay(status: int) -> Any:
        if os.getpid() != mine:
            ending(status)
        raise SystemExit(f"os._exit({status}) would end this program")

    system._exit = stay
    try:
        yield
    finally:
        system._exit = ending
