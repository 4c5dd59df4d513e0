"""Say of each part of each machine of the benchmark what it does, and of each pair who reads whom.

python -m tools.experiments what_parts_do     some minutes on one core

Writes taotp/data/what_parts_do.json, from which `taotp truth score` and pages read the truth, and
`taotp truth export` the edges by intervention.
"""

import json
from pathlib import Path
from typing import Any

from taotp.files import write_whole
from taotp.interp.benchmark.edges import edges
from taotp.interp.benchmark.entries import Entry, entries
from taotp.interp.benchmark.families import family_of
from taotp.verify.worker_pool import bar

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/what_parts_do.json"


def of_machine(entry: Entry) -> dict[str, Any]:
    """What is kept of a machine."""
    cut = edges(entry.case)
    return {
        "kind": entry.kind,
        "family": family_of(entry.name),
        "parts": {
            name: {key: about[key] for key in ("kind", "matters", "role", "size")}
            for name, about in entry.truth().items()
        },
        "edges": [[each.writer, each.reader] for each in cut if each.built],
        "edges_by_intervention": [[each.writer, each.reader] for each in cut if each.cut],
        "differ": [[each.writer, each.reader, each.why] for each in cut if each.why],
    }


def make() -> None:
    """Ask every machine, and write what its parts do."""
    found = {entry.name: of_machine(entry) for entry in bar(entries(), unit="machine")}
    lines = ",\n".join(f"{json.dumps(name)}: {json.dumps(about)}" for name, about in found.items())
    write_whole(RESULT, f"{{\n{lines}\n}}\n".encode())
