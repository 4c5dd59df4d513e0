"""The plain machine of the first chapter, as functions, for tests and benchmarks to hold on to."""

import json
from pathlib import Path
from types import SimpleNamespace

import numpy as np

CHAPTER = Path(__file__).parent.parent / "book" / "transformer.ipynb"


def thirty_lines() -> SimpleNamespace:
    """Run the cells tagged thirty-lines and return what they define (transformer, decode ...)."""
    cells = json.loads(CHAPTER.read_text(encoding="utf-8"))["cells"]
    plain = {"np": np}
    for cell in cells:
        if "thirty-lines" in cell["metadata"].get("tags", []):
            exec("".join(cell["source"]), plain)
    return SimpleNamespace(**plain)
