"""Take parts out of a machine: what it is without them is a machine too."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from taotp_core.arrays import Array, Inputs
from taotp_core.look.parts import Part, checked, cross_number, run, written_by
from taotp_core.look.scores import DRAWS, LENGTH, SEED, memory_for
from taotp_core.weights import MLP, Head, Layer, Transformer

Prompt = Inputs | tuple[Inputs, Array]  # what the model reads, and the memory that it looks into


def ablated(
    model: Transformer,
    parts: Iterable[Part],
    how: str = "zero",
    *,
    prompts: Iterable[Prompt] | None = None,
    seed: int = SEED,
) -> Transformer:
    """The same machine without some parts: each writes the same row at every position.

    Parts are (layer, head), (layer, "mlp") or, of cross heads, (layer, "cross 0"). The row is zeros
    ("zero"), the mean of what the part wrote in the model at all positions of some prompts
    ("mean"), or what it wrote at one of these, drawn with the seed ("resample"). `prompts` None are
    16 of random tokens, of n_ctx or at most 48, drawn with the seed; where there are cross heads,
    each is a pair with its memory. Raises ValueError for no parts, for one that is not there, and
    for another `how`.
    """
    removed = checked(model, parts, "remove")
    if how not in HOW:
        raise ValueError(f"how is {how!r}; it must be one of {', '.join(HOW)}")
    rows = HOW[how](model, removed, prompts, seed)
    layers = list(model.layers)
    for part in removed:
        layers[part[0]] = saying(layers[part[0]], part[1], rows[part])
    return replace(model, layers=layers)


def saying(layer: Layer, which: int | str, row: Array) -> Layer:
    """A layer one of whose parts writes the same row [d_model] whatever it reads."""
    if which == "mlp":
        assert layer.mlp is not None
        return replace(layer, mlp=constant(layer.mlp, row))
    cross = cross_number(which)
    if cross is not None:
        return replace(layer, cross=exchanged(layer.cross, cross, row))
    assert isinstance(which, int)
    return replace(layer, heads=exchanged(layer.heads, which, row))


def exchanged(heads: Iterable[Head], number: int, row: Array) -> list[Head]:
    """Heads, of which one writes the same row whatever it reads."""
    return [
        replace(head, W_O=np.zeros_like(head.W_O), b_O=row if row.any() else None)
        if h == number
        else head
        for h, head in enumerate(heads)
    ]


def constant(mlp: MLP, row: Array) -> MLP:
    """An MLP that writes the same row whatever it reads."""
    return replace(mlp, W_out=np.zeros_like(mlp.W_out), b_out=row)


Rows = dict[Part, Array]


def zeros(model: Transformer, parts: list[Part], prompts: Any, seed: int) -> Rows:
    """Nothing, for each part."""
    return dict.fromkeys(parts, np.zeros(model.d_model))


def means(
    model: Transformer, parts: list[Part], prompts: Iterable[Prompt] | None, seed: int
) -> Rows:
    """The mean of what each part wrote."""
    return {part: rows.mean(0) for part, rows in all_written(model, parts, prompts, seed).items()}


def drawn(
    model: Transformer, parts: list[Part], prompts: Iterable[Prompt] | None, seed: int
) -> Rows:
    """What each part wrote at a position, the same one for all parts."""
    found = all_written(model, parts, prompts, seed)
    at = np.random.default_rng([seed, 2]).integers(min(map(len, found.values())))
    return {part: rows[at] for part, rows in found.items()}


HOW: dict[str, Callable[[Transformer, list[Part], Any, int], Rows]] = {
    "zero": zeros, "mean": means, "resample": drawn
}  # fmt: skip


def all_written(
    model: Transformer, parts: list[Part], prompts: Iterable[Prompt] | None, seed: int
) -> Rows:
    """What each part wrote at every position of some prompts: [n_rows, d_model]."""
    asked = random_prompts(model, seed) if prompts is None else list(prompts)
    if not asked:
        raise ValueError("there are no prompts; give at least 1, or None for random ones")
    runs = [run(model, *(each if isinstance(each, tuple) else (each,))) for each in asked]
    return {
        part: np.concatenate([written_by(of, part).reshape(-1, model.d_model) for of in runs])
        for part in parts
    }


def random_prompts(model: Transformer, seed: int) -> list[Prompt]:
    """Random tokens, a batch [16, n], with a memory where the model looks into one."""
    rng = np.random.default_rng([seed, 3])
    tokens = rng.integers(model.d_vocab, size=(DRAWS, min(model.n_ctx, 2 * LENGTH)))
    memory = memory_for(model, DRAWS, seed)
    return [tokens if memory is None else (tokens, memory)]
