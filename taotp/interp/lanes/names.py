"""Names of the parts of a stream: those that a machine carries, or what its matrices tell."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from taotp_core.arrays import Array
from taotp_core.stream import Subspace
from taotp_core.weights import Transformer

FEW = 8  # single columns that are lanes of their own; more are tags of one lane
TAGS = "what it knows"
START = "start"  # the tag at which whoever finds nothing looks


@dataclass(frozen=True)
class Group:
    """Columns of the stream that one lane shows; of tags, with the name of each.

    `beside` are columns that readers are not shown, as squares: scores are made of them too.
    """

    name: str
    columns: tuple[int, ...]
    tags: tuple[str, ...] = ()
    beside: tuple[int, ...] = ()


def grouped(model: Transformer) -> list[Group]:
    """The parts that are shown, a lane each; many single columns are tags of one lane."""
    shown = [part for part in named_parts(model) if not part.hidden]
    single = [part for part in shown if part.size == 1 and not model.W_pos[:, part.start].any()]
    if len(single) <= FEW:
        return [as_group(part) for part in shown]
    tags = Group(
        TAGS,
        tuple(part.start for part in single),
        tuple(part.name for part in single),
        tuple(i for part in named_parts(model) if part.hidden for i in as_group(part).columns),
    )
    alone = {*tags.columns}
    return [tags, *(as_group(part) for part in shown if part.start not in alone)]


def as_group(part: Subspace) -> Group:
    """A part as a lane of its own."""
    return Group(part.name, tuple(range(part.start, part.start + part.size)))


def named_parts(model: Transformer) -> Sequence[Subspace]:
    """The parts that a machine names, else columns that the same matrices write."""
    return tuple(model.subspaces) or tuple(told_by_weights(model))


def told_by_weights(model: Transformer) -> Iterator[Subspace]:
    """Runs of columns that the same matrices write, named after who writes there first.

    Who reads is no sign: a query that reads the north of a circle would cut the circle in two.
    """
    writers = writers_of(model)
    wrote = np.array([table for _, table in writers])
    d_model = model.d_model
    cuts = [i for i in range(1, d_model) if (wrote[:, i] != wrote[:, i - 1]).any()]
    seen: dict[str, int] = {}
    for start, end in zip([0, *cuts], [*cuts, d_model], strict=True):
        by = [name for (name, _), on in zip(writers, wrote[:, start], strict=True) if on]
        name = by[0] if by else "unused"
        seen[name] = seen.get(name, 0) + 1
        number = f" {seen[name]}" if seen[name] > 1 else ""
        yield Subspace(f"{name}{number}", start, end - start, d_model)


def writers_of(model: Transformer) -> list[tuple[str, NDArray[np.bool_]]]:
    """Who writes to the stream, in order, and to which columns."""
    found = [("token", on_columns(model.W_E)), ("place", on_columns(model.W_pos))]
    for number, layer in enumerate(model.layers):
        for h, head in enumerate((*layer.heads, *layer.cross)):
            found.append((head.name or f"head {h} of layer {number}", on_columns(head.W_O)))
        if layer.mlp:
            found.append((f"MLP of layer {number}", on_columns(layer.mlp.W_out)))
    return found


def on_columns(W: Array) -> NDArray[np.bool_]:
    """Which columns of a matrix hold anything."""
    return np.asarray(W.any(0), bool)
