"""Run the machines of this folder with numpy alone: `python machine.py` asks each all its prompts.

From Python, in this folder:

    from machine import load, logits
    machine = load("machines/echo")
    logits(machine)

`logits` takes a function `edit(part, rows)` too. It is handed what each part is about to write to
the stream [..., n, d_model] and returns what the part writes instead: enough to take parts out, to
put in what they wrote on another prompt, or to keep what they write.
"""

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Edit = Callable[[str, Array], Array]


@dataclass(frozen=True, eq=False)
class Machine:
    """A machine: settings, arrays by their names, what it reads, and where it is asked.

    `prompts` are ids [n_prompts, n], or frames of numbers [n_prompts, n, d_vocab]; `answers` are
    ids [n_prompts, n_asked], said after the positions `asked`. `memory` is what an encoder said of
    what it read [n_prompts, n_source, d_model], None where the machine has no cross heads. Where
    the machine is an encoder itself, `speaker` looks into what it makes of its prompts, and says
    what comes of it; it has said `prompts` of its own by then.
    """

    settings: Mapping[str, Any]
    arrays: Mapping[str, Array]
    prompts: Array
    asked: list[int]
    answers: Array
    memory: Array | None = None
    speaker: "Machine | None" = None


def load(folder: str | Path) -> Machine:
    """Read the folder of one machine."""
    settings = json.loads(Path(folder, "settings.json").read_text("utf-8"))
    texts = json.loads(Path(folder, "texts.json").read_text("utf-8"))
    arrays = read(Path(folder, "weights.npz"))
    inputs = read(Path(folder, "inputs.npz"))
    answers, asked = column(texts, "answer_ids"), texts["asked"]
    prompts = inputs["frames"] if "frames" in inputs else column(texts, "read_ids")
    speaker = None
    if "speaker" in settings:
        own = {name[8:]: arrays[name] for name in arrays if name.startswith("speaker.")}
        said = column(texts, "said_ids")
        speaker = Machine(settings["speaker"], own, said, asked, answers)
    return Machine(settings, arrays, prompts, asked, answers, inputs.get("memory"), speaker)


def read(path: Path) -> dict[str, Array]:
    """The arrays of a file of numpy, none where there is no file."""
    if not path.exists():
        return {}
    with np.load(path) as file:
        return dict(file)


def column(texts: Any, name: str) -> Array:
    """The ids of a name of all texts, as an array."""
    return np.array([text[name] for text in texts["texts"]])


def logits(machine: Machine, edit: Edit | None = None) -> Array:
    """What the machine says of its prompts where it is asked: [n_prompts, n_asked, d_vocab]."""
    if machine.speaker is None:
        found = forward(machine, machine.prompts, machine.memory, edit)
    else:
        memory = stream(machine, machine.prompts, edit=edit)
        found = forward(machine.speaker, machine.speaker.prompts, memory)
    return found[:, machine.asked]


def forward(
    machine: Machine, tokens: Array, memory: Array | None = None, edit: Edit | None = None
) -> Array:
    """The logits [..., n, d_vocab] of ids [..., n], or of frames [..., n, d_vocab]."""
    W_U = machine.arrays.get("W_U", machine.arrays["W_E"].T)
    found: Array = stream(machine, tokens, memory, edit) @ W_U
    return found


def stream(
    machine: Machine, tokens: Array, memory: Array | None = None, edit: Edit | None = None
) -> Array:
    """The rows [..., n, d_model] after the last norm."""
    W_E, W_pos = machine.arrays["W_E"], machine.arrays["W_pos"]
    x = tokens @ W_E if tokens.dtype.kind == "f" else W_E[tokens]
    x = x + W_pos[: x.shape[-2]]
    before = machine.settings["norms"] == "before"
    for step in machine.settings["steps"]:
        y = normalized(machine, x, step["norm"]) if before else x
        for part in step["parts"]:
            rows = written(machine, part, y, memory)
            x = x + (rows if edit is None else edit(part, rows))
        x = x if before else normalized(machine, x, step["norm"])
    return normalized(machine, x, "norm_final")


def written(machine: Machine, part: str, x: Array, memory: Array | None = None) -> Array:
    """What a part writes to the stream, from what it reads: [..., n, d_model]."""
    if part.endswith(".mlp"):
        hidden = linear(machine, x, f"{part}.W_in", f"{part}.b_in")
        hidden = ACTS[machine.settings["acts"][part]](hidden)
        return linear(machine, hidden, f"{part}.W_out", f"{part}.b_out")
    mixed = pattern(machine, part, x, memory) @ linear(
        machine, seen_by(part, x, memory), f"{part}.W_V", f"{part}.b_V"
    )
    return linear(machine, mixed, f"{part}.W_O", f"{part}.b_O")


def pattern(machine: Machine, part: str, x: Array, memory: Array | None = None) -> Array:
    """Where a head looks: [..., n, n_seen], each row of which sums to 1."""
    others = seen_by(part, x, memory)
    q = linear(machine, x, f"{part}.W_Q", f"{part}.b_Q")
    k = linear(machine, others, f"{part}.W_K", f"{part}.b_K")
    scores = q @ k.swapaxes(-1, -2) / max(1, q.shape[-1]) ** 0.5
    if machine.settings["causal"] and others is x:
        scores = np.where(np.tri(x.shape[-2], dtype=bool), scores, -np.inf)
    weights = np.exp(scores - scores.max(-1, keepdims=True))
    looks: Array = weights / weights.sum(-1, keepdims=True)
    return looks


def seen_by(part: str, x: Array, memory: Array | None) -> Array:
    """What a head looks into: what was said so far, or the memory where it is a cross head."""
    if ".cross." not in part:
        return x
    assert memory is not None, f"{part} looks into a memory; hand it on"
    return memory


def linear(machine: Machine, x: Array, W: str, b: str) -> Array:
    """The product with a matrix, plus a bias where the machine has one."""
    y: Array = x @ machine.arrays[W]
    return y + machine.arrays[b] if b in machine.arrays else y


def normalized(machine: Machine, x: Array, name: str) -> Array:
    """Each row over its spread, and before that less its mean where the norm is centered."""
    norm = machine.settings["norm_settings"][name]
    if norm is None:
        return x
    x = x - x.mean(-1, keepdims=True) if norm["centered"] else x
    variance = (x * x).mean(-1, keepdims=True)
    x = x / (np.sqrt(variance + norm["eps"]) if norm["inside"] else np.sqrt(variance) + norm["eps"])
    x = x * machine.arrays.get(f"{name}.gamma", 1.0)
    rows: Array = x + machine.arrays.get(f"{name}.beta", 0.0)
    return rows


ACTS: dict[str, Callable[[Array], Array]] = {
    "relu": lambda x: np.maximum(x, 0),
    "gelu": lambda x: x / 2 * (1 + np.tanh((2 / np.pi) ** 0.5 * (x + 0.044715 * x**3))),
}


def said(machine: Machine, edit: Edit | None = None) -> Array:
    """The likeliest ids where the machine is asked: [n_prompts, n_asked]."""
    ids: Array = logits(machine, edit).argmax(-1)
    return ids


def without(machine: Machine, parts: set[str]) -> float:
    """The share of answers that are others where some parts write zeros."""
    changed = said(machine, lambda part, rows: 0 * rows if part in parts else rows)
    return float((changed != machine.answers).mean())


def main(folder: Path) -> int:
    """Ask every machine, and say how many answers are those of its file; 1 where some are not."""
    known = json.loads((folder / "truth.json").read_text("utf-8"))["machines"]
    wrong = 0
    for name, about in known.items():
        machine = load(folder / about["folder"])
        right = int((said(machine) == machine.answers).sum())
        wrong += machine.answers.size - right
        print(f"{name}: {right:,} of {machine.answers.size:,} answers are those of its file")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(Path(__file__).resolve().parent))
