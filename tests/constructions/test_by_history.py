"""Heads over a history: where they look, of every text of a few stores."""

from itertools import product

import numpy as np

from taotp.constructions import by_history
from taotp_core import Array, Head
from taotp_core.transformer import feed_forward, pattern, scores_of

S = by_history.columns("pos kind a aa none q qq value answer")


def looks_at(head: Head, rows: Array) -> int:
    """Where the last row looks, and that it looks nowhere else."""
    b_Q = np.zeros(head.sizes["d_head"]) if head.b_Q is None else head.b_Q
    scores = scores_of(rows[-1:] @ head.W_Q + b_Q, rows @ head.W_K, lambda x: x)
    weights = pattern(scores)[0]
    assert weights.max() > 1 - 1e-12
    return int(weights.argmax())


def row(place: int, kind: int, address: int, none: int, wanted: int) -> Array:
    """A row of a text."""
    names = {"pos": place, "kind": kind, "a": kind * address, "aa": kind * address**2}
    whole: Array = by_history.mixed(S, names | {"none": none, "q": wanted, "qq": wanted**2})[0]
    return whole


def test_where_heads_look() -> None:
    """The latest of a kind, or of an address; without one, at nothing where there is that."""
    of = by_history.History(by_history.reads(S, "pos"), 8)
    kind, address = (
        by_history.reads(S, "kind"),
        (by_history.reads(S, "a"), by_history.reads(S, "aa")),
    )
    take, put = by_history.reads(S, "value"), by_history.writes(S, "answer")
    last = by_history.latest(of, kind, take, put, "latest")
    near = by_history.recall(of, by_history.reads(S, "q"), kind, address, take, put)
    exact = by_history.recall(of, by_history.reads(S, "q"), kind, address, take, put,
                   nothing=(by_history.reads(S, "none"), by_history.reads(S, "qq")))  # fmt: skip
    for stored in product((None, 0, 1, 3), repeat=4):
        for wanted in range(5):
            text = [row(0, 0, 0, 1, 0)]
            text += [row(i, a is not None, a or 0, 0, 0) for i, a in enumerate(stored, 1)]
            rows = np.array([*text, row(5, 0, 0, 0, wanted)])
            there = {i: a for i, a in enumerate(stored, 1) if a is not None}
            assert looks_at(last, rows) == max(there, default=5)
            same = [i for i, a in there.items() if a == wanted]
            assert looks_at(exact, rows) == max(same, default=0)
            if same:
                assert looks_at(near, rows) == max(same)


def test_stairs_that_meet_share_a_unit() -> None:
    where = by_history.columns("x low high")
    each = by_history.stairs("x", 1, {2: {"low": 1}, 3: {"low": -1, "high": 2}, 9: {"high": -1}})
    assert len(each) == 5  # and not 6
    x = np.arange(12.0)[:, None] * by_history.writes(where, "x")
    said = feed_forward(x, by_history.units(where, each)) @ by_history.reads(where, "low high")
    wanted = [(float(i == 2), 2.0 * (i >= 3) - (i >= 9)) for i in range(12)]
    assert said.tolist() == [list(each) for each in wanted]
