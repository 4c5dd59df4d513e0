"""What is asked of the Python of pages in Node: verdicts, and what cells show."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from taotp.page.python.cells import Cells, bundle_of, pretty

Row = list[Any]


def bits() -> int:
    """How many bits an index of numpy has."""
    return int(np.iinfo(np.intp).bits)


def verdicts(pairs: list[tuple[str, str]]) -> list[Row]:
    """Outcome and words of the verdict on each answer of the catalogue."""
    from tests.exercises.verdicts import said_of

    return [[said.outcome, said.text] for said in (said_of(*pair) for pair in pairs)]


class InWords(Cells):
    """Cells that tell of each value in words as well, as Jupyter keeps it beside what it shows."""

    def display(self, *values: Any, **more: Any) -> None:
        """Show values, and say each in words."""
        for value in () if self.quiet else values:
            super().display(value, **more)
            words = bundle_of(value).get("text/plain")
            text = pretty(value) if words is None else words
            self.say({"kind": "words", "cell": self.running, "text": text})


async def shown(path: str) -> list[list[Row]]:
    """What each cell of a notebook shows, run in their order: kinds and texts, errors too.

    Where that is more than a text, its words follow.
    """
    cells = json.loads(Path(path).read_text("utf-8"))["cells"]
    texts = ["".join(each["source"]) for each in cells if each["cell_type"] == "code"]
    rows: list[list[Row]] = [[] for _ in texts]

    def hear(said: dict[str, Any]) -> None:
        if said["kind"] == "output":
            end = "" if said.get("printed") else "\n"
            rows[said["cell"]].append([said["mime"], said["text"] + end])
        if said["kind"] == "words" and rows[said["cell"]][-1][0] != "text/plain":
            rows[said["cell"]].append(["words", said["text"] + "\n"])
        if said["kind"] == "error":
            rows[said["cell"]].append(["error", said["said"]])

    page = InWords(hear)
    for k in range(len(texts)):
        await page.run(texts, k, [j for j in range(len(texts)) if j != k])
    return rows
