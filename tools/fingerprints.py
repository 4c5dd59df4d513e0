"""What the last run of each notebook computed, so that an output changed by hand is seen.

A number that no prose repeats can be changed in an output alone, and only a run (nbval) would tell.
`execute` writes a fingerprint of code and outputs into outputs.json beside the notebooks, and
`check` compares.
"""

import hashlib
import json
from pathlib import Path
from typing import Any

from tools.notebook_style import is_setup

FILE = "outputs.json"
NOT_COMPARED = "nbval-ignore-output"  # figures: the build draws them anew


def fingerprint(notebook: Any) -> str:
    """Sixteen letters that change with any code or any text that a cell showed."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and not is_setup(cell)]
    computed = [
        (cell.source, cell.outputs)
        for cell in cells
        if NOT_COMPARED not in cell.metadata.get("tags", [])
    ]
    text = json.dumps(computed, sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def recorded(folder: Path) -> dict[str, str]:
    """The fingerprints of the notebooks of a folder, by name; none where nothing was run."""
    path = folder / FILE
    found: dict[str, str] = json.loads(path.read_text("utf-8")) if path.is_file() else {}
    return found


def record(path: Path, notebook: Any) -> None:
    """Note what a notebook computed, after it ran."""
    found = recorded(path.parent) | {path.stem: fingerprint(notebook)}
    text = json.dumps(found, indent=0, sort_keys=True) + "\n"
    (path.parent / FILE).write_text(text, encoding="utf-8")


def is_as_run(path: Path, notebook: Any) -> bool:
    """Whether a notebook holds what its last run computed, if it was ever recorded."""
    now = fingerprint(notebook)
    return recorded(path.parent).get(path.stem, now) == now
