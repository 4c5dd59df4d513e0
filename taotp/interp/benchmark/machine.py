"""Run the machines of this folder with numpy alone: `python machine.py` asks each all its prompts.

From Python, in this folder:

    from machine import load, logits
    machine = load("machines/echo")
    logits(machine)

`logits` takes a function `edit(part, rows)` too. It is handed what each part is about to write to
the stream [..., n, d_model] and returns what the part writes instead: enough to take parts out, to
put in what they wrote on another prompt, or to keep what they write. A function `read(part, x,
written)` is handed the stream that a part, or W_U at the end, is about to read, and what each part
and each table has written by then; it returns the stream that this one reads instead. Edges are
cut with it: see `without_edges`. `patterns(machine)` says where each head looks.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
Edit = Callable[[str, Array], Array]
Read = Callable[[str, Array, Mapping[str, Array]], Array]
Known = Mapping[str, Array]


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


def logits(
    machine: Machine, edit: Edit | None = None, read: Read | None = None, known: Known | None = None
) -> Array:
    """What the machine says of its prompts where it is asked: [n_prompts, n_asked, d_vocab].

    What some parts write may be `known`; it is not computed again.
    """
    if machine.speaker is None:
        rows = stream(machine, machine.prompts, machine.memory, edit, read, known)
        return unembedded(machine, rows[:, machine.asked])
    memory = stream(machine, machine.prompts, None, edit, read, known)
    rows = stream(machine.speaker, machine.speaker.prompts, memory)
    return unembedded(machine.speaker, rows[:, machine.asked])


def unembedded(machine: Machine, rows: Array) -> Array:
    """The logits [..., d_vocab] of rows [..., d_model] after the last norm."""
    found: Array = rows @ machine.arrays.get("W_U", machine.arrays["W_E"].T)
    return found


def stream(
    machine: Machine, tokens: Array, memory: Array | None = None, edit: Edit | None = None,
    read: Read | None = None, known: Known | None = None,
) -> Array:  # fmt: skip
    """The rows [..., n, d_model] after the last norm."""
    W_E, W_pos = machine.arrays["W_E"], machine.arrays["W_pos"]
    by = {"W_E": tokens @ W_E if tokens.dtype.kind == "f" else W_E[tokens]}
    by["W_pos"] = W_pos[: by["W_E"].shape[-2]]
    x = by["W_E"] + by["W_pos"]
    before = machine.settings["norms"] == "before"
    for step in machine.settings["steps"]:
        start = x
        for part in step["parts"]:
            if known is not None and part in known:
                rows = known[part]
            else:
                y = start if read is None else read(part, start, by)
                y = normalized(machine, y, step["norm"]) if before else y
                rows = written(machine, part, y, memory)
            by[part] = rows if edit is None else edit(part, rows)
            x = x + by[part]
        x = x if before else normalized(machine, x, step["norm"])
    end = "W_U" if machine.speaker is None else "speaker"
    return normalized(machine, x if read is None else read(end, x, by), "norm_final")


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


def patterns(machine: Machine) -> dict[str, Array]:
    """Where each head looks, by its name, on all prompts: [n_prompts, n, n_seen].

    A row says how the attention of a position is shared out, and sums to 1. Of a machine that
    reads with cross heads, these look into its memory. For a prompt of your own make another
    machine with `replace(machine, prompts=...)` of dataclasses; `prompts` are ids [n_prompts, n].
    """
    norms = {part: step["norm"] for step in machine.settings["steps"] for part in step["parts"]}
    before, found = machine.settings["norms"] == "before", {}

    def look(part: str, x: Array, _: Mapping[str, Array]) -> Array:
        if part in norms and not part.endswith(".mlp"):
            y = normalized(machine, x, norms[part]) if before else x
            found[part] = pattern(machine, part, y, machine.memory)
        return x

    logits(machine, read=look)
    return found


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


def said(machine: Machine, edit: Edit | None = None, read: Read | None = None) -> Array:
    """The likeliest ids where the machine is asked: [n_prompts, n_asked]."""
    ids: Array = logits(machine, edit, read).argmax(-1)
    return ids


def without(machine: Machine, parts: set[str]) -> float:
    """The share of answers that are others where some parts write zeros."""
    changed = said(machine, lambda part, rows: 0 * rows if part in parts else rows)
    return float((changed != machine.answers).mean())


def writings(machine: Machine) -> dict[str, Array]:
    """What W_E, W_pos and each part write on all prompts: [n_prompts, n, d_model] each."""
    kept: dict[str, Array] = {}

    def keep(part: str, x: Array, written: Mapping[str, Array]) -> Array:
        kept.update(written)
        return x

    logits(machine, read=keep)
    return {part: np.broadcast_to(rows, kept["W_E"].shape) for part, rows in kept.items()}


def without_edges(
    machine: Machine, edges: Iterable[tuple[str, str]], instead: "Known | None" = None
) -> float:
    """The share of answers that are others where some parts do not read what some others wrote.

    An edge is (who wrote, who reads). The reader alone reads zeros there, or rows of `instead`;
    what it makes of that goes on through the machine.
    """
    cut = said(machine, read=unread(edges, instead))
    return float((cut != machine.answers).mean())


def unread(edges: Iterable[tuple[str, str]], instead: Mapping[str, Array] | None = None) -> Read:
    """The hook by which some parts do not read what some others wrote."""
    lost: dict[str, list[str]] = {}
    for writer, reader in edges:
        lost.setdefault(reader, []).append(writer)

    def read(part: str, x: Array, written: Mapping[str, Array]) -> Array:
        for writer in lost.get(part, ()):
            x = x - written[writer]
            x = x if instead is None else x + instead[writer]
        return x

    return read


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
