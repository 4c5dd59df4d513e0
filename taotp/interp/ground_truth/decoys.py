"""Heads that lead tools astray, put into a machine beside its first head: it answers as before.

Each function gives the machine with one head more, the last of the first layer that looks; what it
does there is known, as it was built in.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from taotp.interp.ground_truth.cases import Case
from taotp.interp.ground_truth.matters import can_go
from taotp.interp.parts import Part
from taotp_core.arrays import Array
from taotp_core.equivalences import READS, WRITES, norms_in_use
from taotp_core.weights import Head, Layer, Norm, Transformer, longer, mapped

FAINT = 1e-3  # of a token's row: what marks it, where a norm divides by it too
SHARES = (0.5, 1.0)
FEWEST = 4  # texts without a token, to ask of what is needed in texts with it


def first(model: Transformer) -> Part:
    """The first head of a machine, or its first cross head; ValueError where it has none."""
    for number, layer in enumerate(model.layers):
        if layer.heads or layer.cross:
            return number, 0 if layer.heads else "cross 0"
    raise ValueError("the machine has no head; a decoy stands beside one")


def beside(model: Transformer) -> Part:
    """Where a decoy stands: behind the heads of the first layer that looks."""
    number, which = first(model)
    layer = model.layers[number]
    return number, len(layer.heads) if which == 0 else f"cross {len(layer.cross)}"


def with_head(model: Transformer, make: Callable[[Head], Sequence[Head]]) -> Transformer:
    """The machine with a head more: `make` gives the first head as it is then, and the decoy."""
    number, which = first(model)
    layer = model.layers[number]
    heads = layer.heads if which == 0 else layer.cross
    found, decoy = make(heads[0])
    more = (found, *heads[1:], replace(decoy, name="decoy"))
    changed = replace(layer, heads=more) if which == 0 else replace(layer, cross=more)
    return replace(model, layers=exchanged(model.layers, number, changed))


def exchanged(layers: Sequence[Layer], number: int, layer: Layer) -> list[Layer]:
    """Layers with another in one place."""
    return [layer if i == number else each for i, each in enumerate(layers)]


def looks_alike(model: Transformer) -> Transformer:
    """With a head that looks where the first one looks, and brings nothing."""

    def make(head: Head) -> Sequence[Head]:
        nothing = np.zeros_like(head.W_V)
        return head, replace(head, W_V=nothing, b_V=None, b_O=None)

    return with_head(model, make)


def unread(model: Transformer) -> Transformer:
    """With a head that writes, as loudly as the first, what nobody reads.

    Where every norm takes the mean away it writes one number to the whole row; where there is no
    norm, to a column of its own. Raises ValueError where it would change what a norm divides by.
    """
    norms = [norm for _, norm in norms_in_use(model)]
    if all(norm is None for norm in norms):
        wide = widened(model, 1)
        return with_head(wide, lambda head: (head, to_all(head, np.eye(wide.d_model)[-1])))
    if not all(norm and norm.centered for norm in norms):
        raise ValueError("the machine has norms that read all that is written")
    return with_head(model, lambda head: (head, to_all(head, np.ones(model.d_model))))


def to_all(head: Head, row: Array) -> Head:
    """A head that writes what it brings, weighed 1, 2, 3 ... and summed, along a row [d_model]."""
    one = np.outer(np.arange(1.0, len(head.W_O) + 1), row)
    return replace(head, W_O=one * np.linalg.norm(head.W_O) / np.linalg.norm(one), b_O=None)


def for_other_texts(model: Transformer, token: int) -> Transformer:
    """With a head that brings a token, which the first head then leaves to it.

    It is needed where the token occurs, and writes zeros where it does not. Raises ValueError for
    an encoder, for Post-LN, and for norms that do not take the mean away beside others.
    """
    norms = [norm for _, norm in norms_in_use(model)]
    bare = all(norm is None for norm in norms)
    if model.encoder or model.norms == "after":
        raise ValueError("the machine has an encoder or norms behind its layers")
    if not bare and not all(norm and norm.centered for norm in norms):
        raise ValueError("the machine has norms that read all that is written")
    wide = widened(model, 1) if bare else widened(middled(model), 2)
    number, _ = first(wide)
    norm = wide.layers[number].norm_attn
    scale = np.ones(wide.d_model) if bare or norm is None or norm.gamma is None else norm.gamma
    mark = np.zeros(wide.d_model)
    faint = FAINT * np.linalg.norm(wide.W_E[token])
    mark[model.d_model :] = 1.0 if bare else (faint, -faint)
    W_E = wide.W_E.copy()
    W_E[token] += mark

    def make(head: Head) -> Sequence[Head]:
        brings = (scale * wide.W_E[token]) @ head.W_V  # [d_value], of the token alone
        found = np.outer(mark, brings) / ((scale * mark) @ mark)
        nothing = replace(head, W_V=found, b_V=None, b_O=None)
        return replace(head, W_V=head.W_V - found), nothing

    return with_head(replace(wide, W_E=W_E, W_U=wide.unembedding), make)


def either(model: Transformer, share: float = 0.5) -> Transformer:
    """With the first head twice, each of which writes a share of what it wrote."""

    def make(head: Head) -> Sequence[Head]:
        b_O = None if head.b_O is None else share * head.b_O
        twin = replace(head, W_O=share * head.W_O, b_O=b_O)
        return twin, twin

    return with_head(model, make)


# Room for a decoy


def widened(model: Transformer, by: int) -> Transformer:
    """The machine with columns more in its stream, which nobody writes or reads.

    Norms, which must see rows whose mean is 0, give out what they gave.
    """
    d = model.d_model

    def wider(path: str, array: Array) -> Array:
        name = path.rsplit(".", 1)[-1]
        if name in READS:
            return longer(array, d + by, axis=0)
        along = name in WRITES | {"gamma", "beta"}
        return longer(array, d + by, axis=array.ndim - 1) if along else array

    wide: Transformer = mapped(model, wider)
    layers = [
        replace(
            layer,
            norm_attn=evened(layer.norm_attn, d, by),
            norm_mlp=evened(layer.norm_mlp, d, by),
            norm_cross=evened(layer.norm_cross, d, by),
        )
        for layer in wide.layers
    ]
    return replace(wide, layers=layers, norm_final=evened(wide.norm_final, d, by))


def evened(norm: Norm | None, d: int, by: int) -> Norm | None:
    """A norm of rows with zeros behind them, which gives out the same."""
    if norm is None:
        return None
    gamma = np.ones(d + by)
    if norm.gamma is not None:
        gamma[:d] = norm.gamma[:d]
    share = np.sqrt(d / (d + by))
    return replace(norm, gamma=share * gamma, eps=norm.eps * (share**2 if norm.inside else share))


def middled(model: Transformer) -> Transformer:
    """The machine whose rows have the mean 0, where every reader would take it away."""

    def middle(path: str, array: Array) -> Array:
        if path.rsplit(".", 1)[-1] not in WRITES:
            return array
        rows: Array = array - array.mean(-1, keepdims=True)
        return rows

    return replace(mapped(model, middle), W_U=model.unembedding)


# Machines with a decoy


KINDS: dict[str, str] = {
    "looks alike": "looks where the first head looks, and brings nothing",
    "unread": "writes what nobody reads",
    "other texts": "is needed in other texts only",
    "either": "does the same as the first head: either can go",
}


def decoyed(case: Case, kind: str) -> Case | None:
    """A machine with a decoy, asked the same texts; of a kind of which there is none, None.

    Where one is needed in other texts only, the texts with one of the tokens are left out. Of two
    heads either can go where half of what the first wrote is enough, or twice of it not too much.
    """
    try:
        if kind == "other texts":
            token, without = least_missed(case)
            return answering(case, kind, for_other_texts(case.model, token), without)
        if kind == "either":
            twin = frozenset({beside(case.model)})
            both = (answering(case, kind, either(case.model, share)) for share in SHARES)
            return next((made for made in both if made and can_go(made, twin)), None)
        model = looks_alike(case.model) if kind == "looks alike" else unread(case.model)
        return answering(case, kind, model)
    except ValueError:
        return None


def answering(case: Case, kind: str, model: Transformer, at: Any = slice(None)) -> Case | None:
    """A machine with a decoy, asked some of the prompts; None where it answers otherwise."""
    memory = case.memory
    if memory is not None:
        memory = np.pad(memory[at], [(0, 0), (0, 0), (0, model.d_model - case.model.d_model)])
    asked = case.prompts[at]
    made = replace(case, name=f"{case.name}, {kind}", model=model, prompts=asked, memory=memory)
    return made if np.array_equal(made.answers, case.answers[at]) else None


def least_missed(case: Case) -> tuple[int, Array]:
    """A token that some prompts have and some have not, and which have not: [n_prompts].

    It is the one that most are without. ValueError where fewer than FEWEST are.
    """
    tokens = np.unique(case.prompts)
    without = np.array([(case.prompts != token).all(1) for token in tokens])
    n_without = without.sum(1)
    n_without[n_without == len(case.prompts)] = 0
    most = int(n_without.argmax())
    if n_without[most] < FEWEST:
        raise ValueError("every token is in nearly every prompt")
    return int(tokens[most]), without[most]


def decoys(case: Case) -> dict[str, Case]:
    """The machine with each kind of decoy that it can have."""
    found = {kind: decoyed(case, kind) for kind in KINDS}
    return {kind: made for kind, made in found.items() if made is not None}
