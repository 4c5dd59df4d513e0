"""Attention heads and MLPs that each do one thing: where to look, what to take, where to put it."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from taotp_core.arrays import Array
from taotp_core.deprecated import old_names, renamed
from taotp_core.encodings import circle, turn
from taotp_core.stream import Subspace, read, write
from taotp_core.weights import MLP, Head, mapped

Part = TypeVar("Part", Head, MLP)

SURE = 64.0  # the next best weighs e**-64; a tenth of this leaves it 0.2 %, ten times is no better


def hard_enough(n: int, paces: tuple[int, ...] = (1,)) -> float:
    """By how much to multiply queries on circle(n, paces) so that attention has one target.

    The largest score then leads the next by SURE. It grows like n squared for one pace. Raises
    ValueError where n and the paces have a common divisor: positions then share a point.

    >>> scores = hard_enough(10) * circle(10) @ circle(10)[0] / np.sqrt(3)
    >>> round(float(scores[0] - scores[1:].max()))
    64
    """
    if math.gcd(n, *paces) > 1:
        raise ValueError(f"n is {n} and paces are {paces}; they must have no common divisor")
    scores = circle(n, paces) @ circle(n, paces)[0] / np.sqrt(3 * len(paces))
    return SURE / float(scores[0] - scores[1:].max()) if n > 1 else 1.0


@renamed(gain="loud")
def attend_back(
    steps: int,
    look: Subspace,
    take: Subspace,
    put: Subspace,
    *,
    n: int,
    paces: tuple[int, ...] = (1,),
    hard: float | None = None,
    loud: float = 1.0,
) -> Head:
    """A head that looks `steps` positions back, takes what it finds there and puts it elsewhere.

    `look` holds circle(n, paces) by position; where there is no such position the nearest one on
    the circle is taken. `hard` multiplies the queries (None: hard_enough; smaller is softer) and
    `loud` what is taken. Main source, sections 3.1 and 3.2. Raises ValueError for a `look` that
    cannot hold the circles.

    >>> from taotp_core.stream import subspaces
    >>> pos, token, past = subspaces(pos=3, token=3, past=3)
    >>> head = attend_back(1, pos, token, past, n=6)
    >>> rows = circle(6) @ write(pos)
    >>> (rows @ head.W_Q @ (rows @ head.W_K).T).argmax(axis=1).tolist()
    [5, 0, 1, 2, 3, 4]
    """
    if len(look) != 3 * len(paces):
        raise ValueError(f"look has size {len(look)}; it must be 3 for each of paces {paces}")
    hard = hard_enough(n, paces) if hard is None else hard
    return Head(
        W_Q=hard * read(look) @ turn(-steps, n, paces),
        W_K=read(look),
        W_V=loud * read(take),
        W_O=write(put),
        name=f"looks {steps} back" if steps else "looks at itself",
    )


@renamed(gain="loud")
def attend_to(
    place: int,
    ask: Subspace,
    look: Subspace,
    take: Subspace,
    put: Subspace,
    *,
    n: int,
    hard: float | None = None,
    loud: float = 1.0,
) -> Head:
    """A head that looks at one and the same position from wherever it is asked.

    `ask` holds a 1 at the positions that ask and `look` holds circle(n) by position; a position
    that comes before `place` looks at the nearest that it can see. `hard` multiplies the queries
    (None: hard_enough) and `loud` what is taken. Main source, section 6.8. Raises ValueError for
    a place that is not one of the n, an `ask` of more than one column and a `look` not of three.

    >>> from taotp_core.stream import subspaces
    >>> ask, pos, token, answer = subspaces(ask=1, pos=3, token=3, answer=3)
    >>> head = attend_to(4, ask, pos, token, answer, n=6)
    >>> int((write(ask) @ head.W_Q @ (circle(6) @ write(pos) @ head.W_K).T).argmax())
    4
    """
    if not 0 <= place < n:
        raise ValueError(f"place is {place}; it must be from 0 to n - 1 = {n - 1}")
    if len(ask) != 1 or len(look) != 3:
        raise ValueError(f"ask and look have sizes {len(ask)} and {len(look)}; they must be 1, 3")
    hard = hard_enough(n) if hard is None else hard
    return Head(
        W_Q=hard * read(ask) @ circle(n)[place][None],
        W_K=read(look),
        W_V=loud * read(take),
        W_O=write(put),
        name=f"looks at position {place}",
    )


def hashed(head: Head, matrix: Array) -> Head:
    """The same head, with what it brings multiplied by a matrix before it is put.

    Heads that look at different places and put what they find in the same one, each through a
    matrix of its own, leave a hash of it all there. Main source, sections 3.5 and 3.6.

    >>> from taotp_core.stream import subspaces
    >>> head = copy(*subspaces(pos=3, token=1, answer=1), n=6)
    >>> (np.array([0, 0, 0, 7, 0]) @ head.W_V @ hashed(head, np.array([[3.0]])).W_O).tolist()
    [0.0, 0.0, 0.0, 0.0, 21.0]
    """
    return replace(head, W_O=matrix @ head.W_O)


def copy(look: Subspace, take: Subspace, put: Subspace, *, n: int) -> Head:
    """A head that looks at its own position and puts what it finds in one subspace into another.

    `look` holds circle(n) by position. Main source, section 3.4.

    >>> from taotp_core.stream import subspaces
    >>> head = copy(*subspaces(pos=3, token=1, answer=1), n=6)
    >>> (np.array([0, 0, 0, 7, 0]) @ head.W_V @ head.W_O).tolist()
    [0.0, 0.0, 0.0, 0.0, 7.0]
    """
    return replace(attend_back(0, look, take, put, n=n), name="copies")


def clear(look: Subspace, what: Subspace, *, n: int) -> Head:
    """A head that looks at its own position and takes away what a subspace holds there.

    Proper cleanup: exact where the norm before the head changes nothing. `look` holds circle(n)
    by position. Main source, section 3.4.

    >>> from taotp_core.stream import subspaces
    >>> head = clear(*subspaces(pos=3, token=1), n=6)
    >>> float((np.array([0, 0, 0, 7]) @ head.W_V @ head.W_O)[-1])
    -7.0
    """
    return replace(hashed(copy(look, what, what, n=n), -np.eye(len(what))), name="clears")


def overwrite_by_scale(part: Part, loud: float) -> Part:
    """The same head or MLP, so loud that what the stream held before is noise beside it.

    Messy cleanup: the norm that follows takes the loudness away, and with it the noise. Main
    source, sections 3.4 and 6.5.

    >>> from taotp_core.stream import subspaces
    >>> head = copy(*subspaces(pos=3, token=1, answer=1), n=6)
    >>> overwrite_by_scale(head, 1e6).W_O.tolist()
    [[0.0, 0.0, 0.0, 0.0, 1000000.0]]
    """
    written = ("W_O", "b_O") if isinstance(part, Head) else ("W_out", "b_out")
    return mapped(part, lambda name, W: loud * W if name in written else W)


def spikes(at: Array, values: Array, look: Subspace, put: Subspace) -> MLP:
    """An MLP that looks up a number in a table: values[i] where `look` holds at[i].

    `at` is [n] and `values` is [n, len(put)]. Each entry is a spike of three units that rises,
    falls twice as steeply, and levels out: it is values[i] at at[i] and zero from the smallest
    gap between two entries on, so that no entry reaches another. Main source, section 6.3. Raises
    ValueError where `look` is not one column, and where float64 cannot tell two entries apart.

    >>> from taotp_core.stream import subspaces
    >>> from taotp_core.transformer import feed_forward
    >>> squares = spikes(np.arange(4.0), np.arange(4.0)[:, None] ** 2, *subspaces(x=1, square=1))
    >>> feed_forward(np.array([[3.0, 0.0]]), squares).tolist()
    [[0.0, 9.0]]
    """
    if len(look) != 1:
        raise ValueError(f"look has size {len(look)}; a table is read from 1 column")
    width, least = separation(at), 8 * np.spacing(np.abs(at).max())
    if width < least:
        raise ValueError(f"two entries are {width:.1g} apart; they must be at least {least:.1g}")
    kinks = np.add.outer(at, [-width, 0.0, width]).ravel()
    return MLP(
        W_in=np.repeat(read(look), kinks.size, axis=1) / width,
        b_in=-kinks / width,
        W_out=np.kron(values, [[1.0], [-2.0], [1.0]]) @ write(put),
        b_out=np.zeros(put.d_model),
    )


def separation(at: Array) -> float:
    """The smallest gap between two of the numbers [n]; 1 where there is only one.

    >>> separation(np.array([3.0, 1.0, 1.5]))
    0.5
    """
    return float(np.diff(np.sort(at)).min()) if len(at) > 1 else 1.0


def clear_by_mlp(clear: Subspace, floor: float) -> MLP:
    """An MLP that takes away what it finds in a subspace: proper cleanup without a head.

    Exact where nothing there is below -floor and the norm before the MLP changes nothing. Main
    source, section 6.5.

    >>> from taotp_core.stream import subspaces
    >>> from taotp_core.transformer import feed_forward
    >>> token, kept = subspaces(token=1, kept=1)
    >>> feed_forward(np.array([[7.0, 5.0]]), clear_by_mlp(token, floor=8)).tolist()
    [[-7.0, 0.0]]
    """
    return MLP(
        W_in=read(clear),
        b_in=np.full(len(clear), floor),
        W_out=-write(clear),
        b_out=floor * write(clear).sum(axis=0),
    )


def beside(*parts: MLP) -> MLP:
    """One MLP that does what several do, each with its own units; their `act` must be the same.

    >>> from taotp_core.stream import subspaces
    >>> both = beside(*(clear_by_mlp(where, floor=8) for where in subspaces(one=1, two=1)))
    >>> both.W_in.shape
    (2, 2)
    """
    acts = {part.act for part in parts}
    if len(acts) > 1:
        raise ValueError(f"the MLPs have units of different kinds: {', '.join(sorted(acts))}")
    return MLP(
        W_in=np.concatenate([part.W_in for part in parts], axis=1),
        b_in=np.concatenate([part.b_in for part in parts]),
        W_out=np.concatenate([part.W_out for part in parts]),
        b_out=np.sum([part.b_out for part in parts], axis=0),
        act=acts.pop(),
        **beside_gates(parts),
    )


def beside_gates(parts: Sequence[MLP]) -> dict[str, Array]:
    """The gates of several MLPs side by side, 1 for those without; nothing where none has one."""
    if all(part.W_gate is None for part in parts):
        return {}
    ones = [np.full(len(part.b_in), float(part.W_gate is None)) for part in parts]
    W = [np.zeros(part.W_in.shape) if part.W_gate is None else part.W_gate for part in parts]
    b = [one if part.b_gate is None else part.b_gate for one, part in zip(ones, parts, strict=True)]
    return {"W_gate": np.concatenate(W, axis=1), "b_gate": np.concatenate(b)}


__getattr__ = old_names(__name__)
