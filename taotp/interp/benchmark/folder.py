"""Write the machines, their texts and the truth of their parts as a folder for others."""

import io
import json
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from taotp.data import what_parts_do
from taotp.exports import to_onnx
from taotp.exports.folder import new_folder
from taotp.files import write_new
from taotp.interp.benchmark.checkpoint import as_json, gpt2_files
from taotp.interp.benchmark.edges import SENTENCES
from taotp.interp.benchmark.entries import DEFINITION, KINDS, Entry, entries
from taotp.interp.benchmark.families import HELD_OUT, family_of, task_of
from taotp.interp.benchmark.in_memory import settings
from taotp.interp.benchmark.roles import ROLES
from taotp_core.arrays import Array
from taotp_core.measure import margin
from taotp_core.weights import named_arrays

FORMAT = "transformers-by-hand/truth/3"
EXAMPLE = "claims.example.json"
ENTRY = "entry.example.json"
LARGEST = 1_000_000  # numbers of weights; a larger machine has no checkpoint and no graph
AS_THEY_ARE = {
    "machine.py": "machine.py",
    "score.py": "score.py",
    "truth.schema.json": "truth.schema.json",
    "claims.schema.json": "claims.schema.json",
    "entry.schema.json": "entry.schema.json",
    "readme.txt": "README.md",
}
Progress = Callable[[Iterable[Entry]], Iterable[Entry]]


def export(
    folder: str | Path, only: Iterable[str] | None = None, progress: Progress = iter
) -> Path:
    """Write the benchmark as a new folder, whole or not at all, and return it.

    `only` names machines (None: all); `progress` (tqdm, say) goes around them. Raises ValueError
    for a folder that holds something, for another name of a machine, and for none, and OSError
    where it cannot be written.
    """
    folder = Path(folder)
    with new_folder(folder) as new:
        write_all(new, progress(entries(only)))
    return folder


def write_all(new: Path, chosen: Iterable[Entry]) -> None:
    """Write every file into a folder that is empty."""
    machines = {}
    for entry in chosen:
        where = new / "machines" / folder_of(entry)
        where.mkdir(parents=True)
        for path, data in files_of(entry):
            (where / path).parent.mkdir(exist_ok=True)
            write_new(where / path, data)
        with_onnx = write_onnx(entry, where / "model.onnx")
        machines[entry.name] = about(entry, with_onnx)
    truth = {
        "format": FORMAT, "definition": DEFINITION, "kinds": KINDS, "roles": ROLES,
        "why_edges_differ": SENTENCES, "held_out": HELD_OUT, "machines": machines,
    }  # fmt: skip
    write_new(new / "truth.json", as_json(truth))
    write_new(new / EXAMPLE, as_json(example(machines)))
    write_new(new / ENTRY, as_json(entry_example(machines)))
    for name, called in AS_THEY_ARE.items():
        write_new(new / called, (files("taotp.interp.benchmark") / name).read_bytes())


def folder_of(entry: Entry) -> str:
    """The name of a machine's folder: its own, of letters that every system takes."""
    return re.sub(r"[^A-Za-z0-9.]+", "_", entry.name)


def files_of(entry: Entry) -> Iterator[tuple[str, bytes]]:
    """What each file of a machine holds, by its path, but for the graph of ONNX."""
    model, case = entry.model, entry.case
    arrays, said = named_arrays(model), settings(model)
    if case.speaker is not None:
        speaker = replace(case.speaker, encoder=None)
        arrays |= {f"speaker.{name}": array for name, array in named_arrays(speaker).items()}
        said["speaker"] = settings(speaker)
    yield "weights.npz", npz(arrays)
    yield "settings.json", as_json(said)
    yield "texts.json", texts(entry)
    inputs: dict[str, Any] = {} if case.memory is None else {"memory": case.memory}
    if hears(entry):
        inputs["frames"] = case.prompts
    if inputs:
        yield "inputs.npz", npz(inputs)
    for name, data in gpt2_of(entry).items():
        yield f"gpt2/{name}", data


def hears(entry: Entry) -> bool:
    """Whether its prompts are frames of numbers and no tokens."""
    return entry.case.prompts.dtype.kind == "f"


def small(entry: Entry) -> bool:
    """Whether a machine is small enough to be written in the forms of others too."""
    return sum(array.size for array in named_arrays(entry.model).values()) <= LARGEST


def gpt2_of(entry: Entry) -> dict[str, bytes]:
    """The files of a machine as a GPT-2; none where GPT-2 lacks something of it."""
    if entry.case.speaker is not None or not small(entry):
        return {}
    try:
        return gpt2_files(entry.model, entry.symbols)
    except ValueError:
        return {}


def write_onnx(entry: Entry, path: Path) -> bool:
    """Write a machine that is no GPT-2 as ONNX; False where that cannot be, or onnx is missing."""
    if entry.case.speaker is not None or path.with_name("gpt2").exists() or not small(entry):
        return False
    try:
        to_onnx(entry.model, path, batch=["any"])
    except (ImportError, ValueError):
        return False
    return True


def npz(arrays: dict[str, Array]) -> bytes:
    """Arrays as a file of numpy, which is the same each time."""
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    return file.getvalue()


def texts(entry: Entry) -> bytes:
    """The prompts of a machine, as symbols and as ids, and what it says where it is asked.

    It is JSON with a line for each prompt. What is heard is no text: `frames` of inputs.npz.
    """
    case, symbols = entry.case, entry.symbols
    columns: dict[str, Any] = {"answer": case.answers}
    if case.openings is not None:
        columns = {"said": case.openings} | columns
    if not hears(entry):
        columns = {"read": case.prompts} | columns
    lines = []
    for number in range(len(case.prompts)):
        line: dict[str, Any] = {}
        for name, rows in columns.items():
            ids = rows[number].tolist()
            line |= {name: [symbols[i] for i in ids], f"{name}_ids": ids}
        lines.append(as_line(line))
    first = f'"symbols": {as_line(symbols)},\n"asked": {as_line(list(case.asked))},'
    rest = ",\n".join(lines)
    return f'{{\n{first}\n"texts": [\n{rest}\n]\n}}\n'.encode()


def as_line(data: object) -> str:
    """JSON in one line."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False)


def about(entry: Entry, with_onnx: bool) -> dict[str, Any]:
    """What truth.json says of a machine."""
    case, model = entry.case, entry.model
    lead = float(margin(case.logits).min())
    return {
        "kind": entry.kind,
        "family": family_of(entry.name),
        "task": task_of(entry.name),
        "folder": f"machines/{folder_of(entry)}",
        "gpt2": bool(gpt2_of(entry)),
        "onnx": with_onnx,
        "memory": case.memory is not None,
        "frames": hears(entry),
        "speaker": case.speaker is not None,
        "n_texts": len(case.prompts),
        "d_vocab": model.d_vocab,
        "d_model": model.d_model,
        "n_layers": len(model.layers),
        "smallest_lead": float(f"{lead:.3g}"),
        "parts": entry.truth(),
        **edges_of(entry),
    }


def edges_of(entry: Entry) -> dict[str, list[list[str]]]:
    """Who reads whom: by construction, and by intervention as it was measured once.

    >>> edges_of(next(entries(["valueless"])))["edges"]
    ... # doctest: +NORMALIZE_WHITESPACE
    [['W_E', 'layers.0.heads.0'], ['W_pos', 'layers.0.heads.0'], ['W_pos', 'layers.0.heads.1'],
     ['layers.0.heads.0', 'W_U']]
    """
    stored = what_parts_do()[entry.name]
    own = [[*pair] for pair, is_so in entry.built.items() if is_so]
    return {"edges": own} | {name: stored[name] for name in ("edges_by_intervention", "differ")}


def example(machines: dict[str, Any]) -> dict[str, Any]:
    """Claims to begin with: every part matters."""
    return {name: dict.fromkeys(scored_parts(about), True) for name, about in machines.items()}


def entry_example(machines: dict[str, Any]) -> dict[str, Any]:
    """An entry to begin with: every part matters and finds something, and the last reads all."""
    entered = {}
    for name, about in machines.items():
        parts = scored_parts(about)
        end = "speaker" if about["speaker"] else "W_U"
        entered[name] = {
            "parts": {part: {"matters": True, "role": "finds"} for part in parts},
            "edges": [[part, end] for part in parts],
        }
    return {"tool": "an example", "machines": entered}


def scored_parts(about: dict[str, Any]) -> list[str]:
    """The heads and MLPs of a machine: every machine has tables, which are not scored."""
    return [part for part, what in about["parts"].items() if what["kind"] != "table"]
