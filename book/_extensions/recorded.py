"""What the build's run of a notebook said, handed to nbval in the messages that a kernel sends.

The build runs every notebook. nbval would run each once more, only to compare what it says with
what is stored; here it compares what the build heard. A notebook of which the build has no run, or
of other cells than it has, is run by a kernel as ever.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from queue import Empty
from typing import Any

import nbformat
from asked_once import runs_named_by_what_runs
from jupyter_cache import get_cache

CACHES = Path(__file__).resolve().parent.parent / "_build" / "executed"  # one, named by what ran
OTHERWISE = {"results"}  # whose tables are written for a page in the build, and for Jupyter here
Message = dict[str, Any]


def run_of(path: Path) -> Any | None:
    """A notebook as it ran in the build, with its outputs; None where it did not."""
    runs = runs_of_the_build()
    if runs is None or path.stem in OTHERWISE:
        return None
    try:
        record = runs.match_cache_notebook(nbformat.read(path, as_version=4))
    except KeyError:
        return None
    return runs.get_cache_bundle(record.pk).nb


@cache
def runs_of_the_build() -> Any | None:
    """What the last build keeps of its runs, found by names as it gives them; None for no build."""
    runs_named_by_what_runs()
    there = [folder for folder in CACHES.glob("*") if folder.is_dir()]
    return get_cache(str(there[0])) if len(there) == 1 else None


def messages(number: int, outputs: list[Any]) -> Iterator[Message]:
    """What a kernel sends for one cell: each output, and at the end that it is idle."""
    about = {"parent_header": {"msg_id": str(number)}}
    for output in outputs:
        content = {key: value for key, value in output.items() if key != "output_type"}
        yield {"msg_type": output.output_type, "content": content, **about}
    yield {"msg_type": "status", "content": {"execution_state": "idle"}, **about}


class RecordedKernel:
    """Stands where nbval's own kernel does, and answers from a run that was."""

    def __init__(self, notebook: Any) -> None:
        self.cells = iter([cell for cell in notebook.cells if cell.cell_type == "code"])
        self.said: Iterator[Message] = iter(())
        self.number = 0

    def execute_cell_input(self, source: str, allow_stdin: bool | None = None) -> str:
        """Turn to the next cell, which is the one that is asked for; a name for its messages."""
        cell = next(self.cells)
        if cell.source != source:
            raise ValueError(f"the build ran {cell.source!r} where {source!r} stands")
        self.number += 1
        self.said = messages(self.number, cell.outputs)
        return str(self.number)

    def await_reply(self, msg_id: str, timeout: float | None = None) -> None:
        """Wait for nothing: it has run."""

    def await_idle(self, parent_id: str, timeout: float | None = None) -> None:
        """Wait for nothing: it has run."""

    def get_message(self, stream: str, timeout: float | None = None) -> Message:
        """The next message about the cell; raises Empty after the last."""
        for message in self.said:
            return message
        raise Empty

    def is_alive(self) -> bool:
        """Say that it answers."""
        return True

    def stop(self) -> None:
        """End nothing."""
