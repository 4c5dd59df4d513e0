"""The width of the stream as a number to be turned: columns of zeros more, or the last less."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from taotp_core.arrays import Array
from taotp_core.equivalences import READS, WRITES
from taotp_core.inputs import HasModel, model_of
from taotp_core.stream import Subspace
from taotp_core.weights import Transformer, longer, mapped

M = TypeVar("M", bound=Transformer | HasModel)


def with_width(model: M, d_model: int) -> M:
    """The same machine in a stream of `d_model` columns: zeros behind its own, or its last cut off.

    Nothing else changes. So layer norm, which takes its mean over all columns, makes what it finds
    longer in a wider stream: for rows of mean 0 by the root of the ratio of the widths, and scores
    by the ratio itself. What is cut off is lost. An encoder gets the same width; a program stays a
    program. Raises ValueError for a d_model below 1.

    >>> from taotp.programs.echo import echo
    >>> narrow, wide = (with_width(echo("abc", n_ctx=9), d_model) for d_model in (5, 12))
    >>> wide.complete("cab", steps=4), narrow.complete("cab", steps=4)
    ('cabc', 'bbbb')
    """
    if d_model < 1:
        raise ValueError(f"d_model is {d_model}; it must be at least 1")
    own = model_of(model)
    if d_model == own.d_model:
        return model

    def resized(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        if name in WRITES:
            return fitted(W, d_model, W.ndim - 1)
        return fitted(W, d_model, 0) if name in {*READS, "gamma", "beta"} else W

    def named(of: Transformer, resized: Transformer) -> Transformer:
        return replace(resized, subspaces=within(of.subspaces, d_model))

    new = named(own, mapped(own, resized))
    if own.encoder and new.encoder:
        new = replace(new, encoder=named(own.encoder, new.encoder))
    if isinstance(model, Transformer):
        return new  # type: ignore[return-value]
    program: Any = model
    return replace(program, model=new)  # type: ignore[no-any-return]


def fitted(W: Array, size: int, axis: int) -> Array:
    """An array with zeros behind an axis, or without what is beyond its new size."""
    return longer(np.take(W, range(min(size, W.shape[axis])), axis), size, axis)


def within(named: Iterable[Subspace], d_model: int) -> list[Subspace]:
    """What is left of parts of a stream, where it has so many columns.

    >>> from taotp_core.stream import subspaces
    >>> [(part.name, part.size) for part in within(subspaces(token=3, place=3), 5)]
    [('token', 3), ('place', 2)]
    """
    return [
        replace(part, size=min(part.size, d_model - part.start), d_model=d_model)
        for part in named
        if part.start < d_model
    ]
