"""Let the tools of this book say which parts of the machines of the benchmark matter.

python -m tools.experiments own_tools     a minute on one core

Writes a file for each tool of `taotp.interp.ground_truth` to taotp/data/claims. They are asked of
the machines of which tools of others are asked too, which are those that a GPT-2 can hold. Which
parts matter is written beside them, so that no reader of the book has to find it again.
"""

import json
import time
from pathlib import Path
from typing import Any

import numpy as np

from taotp.files import write_whole
from taotp.interp.benchmark import name_of
from taotp.interp.benchmark.entries import Entry, entries, truth
from taotp.interp.benchmark.folder import gpt2_of
from taotp.interp.ground_truth import TOOLS, says
from taotp.verify.worker_pool import bar

FOLDER = Path(__file__).resolve().parents[2] / "taotp/data/claims"
TRUTH = FOLDER.parent / "parts_that_matter.json"
RESULT = FOLDER / "look_probe.json"  # the last of them
DIGITS = 4


def claims_of(entry: Entry, tool: str) -> dict[str, float | None] | None:
    """What a tool says of the parts of a machine; what it cannot see is None."""
    if not gpt2_of(entry):
        return None
    found = says(entry.case, tool)
    if found is None:
        return None
    return {
        name_of(part): round(found[part], DIGITS) if part in found else None
        for part in entry.case.parts
    }


def what_matters(entry: Entry) -> dict[str, Any]:
    """The kind of a machine, and of each of its parts whether it matters."""
    return {"kind": entry.kind, "parts": truth([entry])[entry.name]}


def make() -> None:
    """Ask every tool, and write what it says, and what is so."""
    found: dict[str, dict[str, Any]] = {tool: {} for tool in TOOLS}
    seconds = dict.fromkeys(TOOLS, 0.0)
    matters = {}
    for entry in bar(entries(), unit="machine"):
        matters[entry.name] = what_matters(entry)
        for tool in TOOLS:
            started = time.process_time()
            found[tool][entry.name] = claims_of(entry, tool)
            seconds[tool] += time.process_time() - started
    for tool, (_, above) in TOOLS.items():
        entry_of = {
            "tool": f"look_{tool}",
            "by": "this book",
            "does": f"the tool {tool!r} of taotp.interp.ground_truth",
            "made": "python -m tools.experiments own_tools",
            "versions": {"numpy": np.__version__},
            "seed": 0,
            "seconds": round(seconds[tool], 1),
            "above": above,
            "claims": found[tool],
        }
        data = json.dumps(entry_of, indent=0, allow_nan=False) + "\n"
        write_whole(FOLDER / f"look_{tool}.json", data.encode())
    write_whole(TRUTH, (json.dumps(matters, indent=0) + "\n").encode())
