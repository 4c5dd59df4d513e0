"""The parts of a machine that write to its stream, and what each of them wrote on a prompt."""

import operator
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from taotp_core.arrays import Array, Given, Inputs
from taotp_core.inputs import Model, are_frames, model_of
from taotp_core.transformer import feed_forward, forward, normalize, quiet
from taotp_core.weights import Folded, Head, Layer, Transformer

# A head by its layer and its number, an MLP as (layer, "mlp"), a cross head as (layer, "cross 0").
Part = tuple[int, int | str]

FORMS = "(layer, head), (layer, 'mlp') or, of cross heads, (layer, 'cross 0')"


class Brought(NamedTuple):
    """What the heads of a layer mixed [..., n_heads, n, d_value], and the heads."""

    mixed: Array
    heads: Sequence[Head]
    folded: Folded

    def written(self, number: int) -> Array:
        """What one of them writes: [..., n, d_model]."""
        W_O = self.folded.W_O.reshape(self.folded.n_heads, self.folded.d_value, -1)[number]
        rows: Array = self.mixed[..., number, :, :] @ W_O
        b_O = self.heads[number].b_O
        return rows if b_O is None else rows + b_O


@dataclass(frozen=True, eq=False)
class Run:
    """What a run computed on the way: `stream` and patterns as in Trace, and what heads mixed.

    `mixed` is by "" and the number of a layer, for cross heads by "cross" and the number.
    """

    model: Transformer
    inputs: Inputs
    stream: dict[str, Array]
    patterns: dict[int, Array]
    cross_patterns: dict[int, Array]
    mixed: dict[tuple[str, int], Array]
    logits: Array


def run(model: Model, tokens: Given, memory: Array | None = None) -> Run:
    """Run a model and keep what its parts did; leading axes are a batch. Raises as forward does."""
    model, tokens = model_of(model), np.asarray(tokens)
    stream: dict[str, Array] = {}
    patterns: dict[int, Array] = {}
    cross_patterns: dict[int, Array] = {}
    mixed: dict[tuple[str, int], Array] = {}

    def keep(what: str, number: int, x: Array) -> Array:
        if what == "pattern":
            patterns[number] = x
        elif what == "cross pattern":
            cross_patterns[number] = x
        elif what in ("mixed", "cross mixed"):
            mixed[what.removesuffix("mixed").strip(), number] = x
        elif what in ("attention", "cross", "mlp"):
            stream[f"{what} {number}"] = x
        elif what == "embedding":
            stream[what] = x
        return x

    logits = forward(model, tokens, memory=memory, touch=keep)
    return Run(model, tokens, stream, patterns, cross_patterns, mixed, logits)


def parts_of(model: Model) -> list[Part]:
    """Every part that writes to the stream after the embedding, in the order of their writing.

    >>> from taotp.programs.induction import induction
    >>> parts_of(induction("abcd", n_ctx=8))
    [(0, 0), (1, 0)]
    """
    layers = model_of(model).layers
    return [part for number, layer in enumerate(layers) for part in in_layer(number, layer)]


def in_layer(number: int, layer: Layer) -> Iterator[Part]:
    """The parts of one layer."""
    yield from ((number, h) for h in range(len(layer.heads)))
    yield from ((number, f"cross {h}") for h in range(len(layer.cross)))
    if layer.mlp:
        yield number, "mlp"


def checked(model: Transformer, parts: Iterable[Part], purpose: str) -> list[Part]:
    """The parts as plain ints and strings; ValueError for none, and for one that is not there."""
    if isinstance(parts, str) or not isinstance(parts, Iterable):
        raise ValueError(f"parts is {parts!r}; it must be a list of {FORMS}")
    found = [one_checked(model, part) for part in parts]
    if not found:
        raise ValueError(f"there is no part to {purpose}; give at least 1")
    return found


def one_checked(model: Transformer, part: object) -> Part:
    """The part; ValueError unless the model has it."""
    if not isinstance(part, tuple | list) or len(part) != 2:
        raise ValueError(f"a part is {part!r}; it must be {FORMS}")
    try:
        number = operator.index(part[0])
        which = part[1] if isinstance(part[1], str) else operator.index(part[1])
    except TypeError:
        raise ValueError(f"a part is {part!r}; it must be {FORMS}") from None
    n = len(model.layers)
    if not 0 <= number < n:
        has = f"its layers are 0 to {n - 1}" if n else "it has no layers"
        raise ValueError(f"layer {number} is not in the model; {has}")
    known = list(in_layer(number, model.layers[number]))
    if (number, which) not in known:
        names = ", ".join(repr(what) for _, what in known) or "nothing that writes"
        raise ValueError(f"layer {number} has no {which!r}; it has {names}")
    return number, which


def named(model: Model, part: Part) -> str:
    """A part in words: "head 1 of layer 0", "the MLP of layer 0".

    >>> from taotp.programs.induction import induction
    >>> named(induction("abcd", n_ctx=8), (1, 0))
    'head 0 of layer 1'
    """
    number, which = part
    what = "the MLP" if which == "mlp" else f"head {which}" if isinstance(which, int) else ""
    return f"{what or str(which).replace('cross', 'cross head')} of layer {number}"


def cross_number(which: int | str) -> int | None:
    """The number of a cross head, None for another part."""
    return int(which[6:]) if isinstance(which, str) and which.startswith("cross ") else None


def brought(of: Run, number: int, kind: str = "") -> Brought:
    """What the heads of a layer mixed; its cross heads where kind is "cross"."""
    layer = of.model.layers[number]
    heads, folded = (layer.cross, layer.folded_cross) if kind else (layer.heads, layer.folded)
    return Brought(of.mixed[kind, number], heads, folded)


def before_mlp(model: Transformer, number: int) -> str:
    """The step of the stream that the MLP of a layer is added to."""
    return f"{'cross' if model.layers[number].cross else 'attention'} {number}"


def written_by(of: Run, part: Part) -> Array:
    """What a part wrote to the stream in a run: [..., n, d_model]."""
    number, which = part
    if which == "mlp":
        layer, x = of.model.layers[number], of.stream[before_mlp(of.model, number)]
        assert layer.mlp is not None
        with quiet():
            pre = of.model.norms == "before"
            return feed_forward(normalize(x, layer.norm_mlp) if pre else x, layer.mlp)
    cross = cross_number(which)
    if cross is not None:
        return brought(of, number, "cross").written(cross)
    assert isinstance(which, int)
    return brought(of, number).written(which)


def brought_by(of: Run, part: Part) -> Array:
    """What a head mixed in a run [..., n, d_value], or what an MLP wrote [..., n, d_model]."""
    number, which = part
    if which == "mlp":
        return written_by(of, part)
    cross = cross_number(which)
    kind, h = ("", which) if cross is None else ("cross", cross)
    assert isinstance(h, int)
    rows: Array = of.mixed[kind, number][..., h, :, :]
    return rows


def written(model: Model, tokens: Given, memory: Array | None = None) -> dict[Part, Array]:
    """What each part writes to the stream on a prompt: [..., n, d_model]. Raises as forward.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> {part: rows.shape for part, rows in written(program, text).items()}
    {(0, 0): (4, 14), (1, 0): (4, 14)}
    """
    of = run(model, tokens, memory)
    return {part: written_by(of, part) for part in parts_of(model)}


def embedded(of: Run) -> tuple[Array, Array]:
    """What the embedding is the sum of: rows for tokens [..., n, d_model], and for positions."""
    W_E = of.model.W_E
    rows: Any = of.inputs @ W_E if are_frames(of.inputs) else W_E[of.inputs.astype(int)]
    return rows, of.model.W_pos[: rows.shape[-2]]
