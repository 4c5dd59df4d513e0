"""Tell heads where to look, and see what becomes of the answer."""

from collections.abc import Callable, Iterable, Mapping

import numpy as np

from taotp.interp.parts import Part, checked
from taotp_core.arrays import Array, Given
from taotp_core.inputs import Model, model_of
from taotp_core.transformer import forward

# The rows of a pattern [..., n_queries, n_keys], or what makes them of those that the head has.
Edit = Array | Callable[[Array], Array]


def attending(
    model: Model, tokens: Given, edits: Mapping[Part, Edit], memory: Array | None = None
) -> Array:
    """The logits [..., n, d_vocab] on tokens where some heads look where they are told to.

    An edit is a pattern [..., n, n] (of cross heads [..., n, n_source]), of which rows need not sum
    to 1, or a function that makes one of the head's own. What heads take from there, and all other
    parts, is as it was. Raises ValueError for no edits, for a head that is not there, for a pattern
    of another shape, and as forward does.

    >>> from taotp_core import random_transformer
    >>> model, tokens = random_transformer(0), np.array([3, 1, 4])
    >>> at_itself = attending(model, tokens, {(0, 1): np.eye(3)})
    >>> cut = attending(model, tokens, {(0, 1): lambda pattern: without_edges(pattern, 1)})
    >>> at_itself.shape, bool(np.allclose(at_itself, cut))
    ((3, 10), False)
    """
    model = model_of(model)
    chosen = checked(model, edits, "edit")
    told = dict(zip(chosen, edits.values(), strict=True))
    for number, which in chosen:
        if which == "mlp":
            raise ValueError(f"the MLP of layer {number} has no pattern; edit one of a head")

    def touch(what: str, number: int, x: Array) -> Array:
        if what not in ("pattern", "cross pattern"):
            return x
        for h in range(x.shape[-3]):
            part = (number, f"cross {h}" if what == "cross pattern" else h)
            if part in told:
                x = x.copy()
                x[..., h, :, :] = rows_for(x[..., h, :, :], told[part])
        return x

    return forward(model, tokens, memory=memory, touch=touch)


def rows_for(pattern: Array, edit: Edit) -> Array:
    """The rows that an edit makes of a pattern; ValueError for another shape."""
    rows = np.asarray(edit(pattern.copy()) if callable(edit) else edit, float)
    try:
        fits = np.broadcast_shapes(rows.shape, pattern.shape) == pattern.shape
    except ValueError:
        fits = False
    if not fits:
        raise ValueError(f"the pattern is {rows.shape}; the head has one of {pattern.shape}")
    return rows


def without_edges(
    pattern: Array, edges: int | Iterable[tuple[int, int]], *, share: bool = False
) -> Array:
    """A pattern [..., n, n_seen] without some edges: nothing is taken from there.

    An edge is a query and a key; an int are all edges so many places back. All other weights are as
    they were, or, where they `share`, as they would be if the scores of the edges were minus
    infinity; a row that has nothing else then looks nowhere. Raises ValueError for an edge that is
    not there.

    >>> without_edges(np.array([[1.0, 0.0], [0.75, 0.25]]), 1).tolist()
    [[1.0, 0.0], [0.0, 0.25]]
    """
    rows = np.array(pattern, float)
    n, n_seen = rows.shape[-2:]
    if isinstance(edges, int):
        edges = [(i, i - edges) for i in range(n) if 0 <= i - edges < n_seen]
    for query, key in edges:
        if not (0 <= query < n and 0 <= key < n_seen):
            raise ValueError(f"there is no edge {(query, key)} in a pattern of {n} x {n_seen}")
        rows[..., query, key] = 0
    if not share:
        return rows
    sums = rows.sum(-1, keepdims=True)
    left: Array = np.divide(rows, sums, out=np.zeros_like(rows), where=sums > 0)
    return left


def logit_difference(
    logits: Array, token: int | Array, against: int | Array, position: int = -1
) -> Array:
    """By how much a token leads another after a position: [...], one number for each text.

    Logits are [..., n, d_vocab], and tokens one for all texts or [...], one for each. It is what
    `patch_scores` follows, and grows by as much as a part adds to it, which a probability does not.
    Raises ValueError for a position that is not there.

    >>> logit_difference(np.array([[1.0, 4.0, 2.0]]), token=1, against=2).tolist()
    2.0
    """
    n = logits.shape[-2]
    if not -n <= position < n:
        raise ValueError(f"position is {position}; the logits have positions 0 to {n - 1}")
    rows = logits[..., position, :]

    def at(one: int | Array) -> Array:
        ids = np.broadcast_to(np.asarray(one, int), rows.shape[:-1])
        found: Array = np.take_along_axis(rows, ids[..., None], axis=-1)[..., 0]
        return found

    lead: Array = at(token) - at(against)
    return lead
