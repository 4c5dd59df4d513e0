"""A head that looks back: its algebra, and where it looks, for every place and distance."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from taotp_core import Layer, Transformer, trace
from taotp_core import gadgets as made
from taotp_core.encodings import circle
from taotp_core.gadgets import SURE, attend_back, attend_to, beside, hard_enough, spikes
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.transformer import feed_forward
from tests.examples import random_mlp
from tests.laws import every


def layout(n_circles: int = 1) -> tuple[Subspace, Subspace, Subspace]:
    """Where positions are, where symbols are, where to put what is found."""
    pos, token, past = subspaces(pos=3 * n_circles, token=2, past=2)
    return pos, token, past


@every("steps", [3, -2, 0.5])
@every("paces", [(1,), (1, 2), (2, 3, 1)])
def test_algebra(paces: tuple[int, ...], steps: Any) -> None:
    n, hard = 12, 5.0
    pos, token, past = layout(len(paces))
    head = attend_back(steps, pos, token, past, n=n, paces=paces, hard=hard, loud=2)
    where = np.zeros((n, pos.d_model))
    where[:, : len(pos)] = circle(n, paces)
    scores = where @ head.W_Q @ (where @ head.W_K).T
    apart = 2 * np.pi * (np.arange(n)[:, None] - steps - np.arange(n)) / n
    expected = hard * 3 * np.sum([np.cos(pace * apart) for pace in paces], axis=0)
    np.testing.assert_allclose(scores, expected, atol=1e-12)
    usual = attend_back(steps, pos, token, past, n=n, paces=paces)
    np.testing.assert_allclose(usual.W_Q, hard_enough(n, paces) / hard * head.W_Q)
    assert (2 * read(token) @ write(past) == head.W_V @ head.W_O).all()


def test_hard_enough_leads_by_what_it_says() -> None:
    """And no more than is needed: others are less than float64 can add to one."""
    assert 1 + 1e9 * np.exp(-SURE) == 1 == hard_enough(1)
    for n in (2, 3, 10, 1000, 100_000):
        lead = hard_enough(n) * np.sqrt(3) * 2 * np.sin(np.pi / n) ** 2  # 1 - cos, not canceling
        assert abs(lead - SURE) < 1e-4 * SURE
    for n in (10, 100):
        lead = 2 * (np.sin(np.pi / n) ** 2 + np.sin(7 * np.pi / n) ** 2) * 3 / np.sqrt(6)
        assert SURE / lead * (1 - 1e-9) <= hard_enough(n, (1, 7)) < hard_enough(n)


@every("n", range(1, 9))
def test_it_looks_at_its_place_from_everywhere_that_asks(n: int) -> None:
    ask, pos, token, past = subspaces(ask=1, pos=3, token=1, past=1)
    W_E, tokens = np.arange(5.0)[:, None] * write(token), np.arange(n) % 5
    for place in range(n):
        head = attend_to(place, ask, pos, token, past, n=n, loud=10)
        layers = [Layer([head], norm_attn=None)]
        asking = Transformer(W_E, circle(n) @ write(pos) + write(ask), layers, None)
        seen = trace(asking, tokens)
        expected = np.tile(np.arange(n) == place, (n - place, 1))
        pattern = seen.patterns[0][0, place:]
        np.testing.assert_allclose(pattern, expected, atol=n * np.exp(-SURE))
        found = seen.stream["attention 0"][place:, -1]
        np.testing.assert_allclose(found, 10 * (place % 5), atol=1e-9)
        nobody = trace(replace(asking, W_pos=circle(n) @ write(pos)), tokens)
        np.testing.assert_allclose(nobody.patterns[0][0, -1], 1 / n)


@every("n", [1, 2, 7, 100])
def test_a_table_of_spikes(n: int) -> None:
    rng = np.random.default_rng(n)
    look, put = subspaces(look=1, put=3)
    at, values = rng.normal(size=n), rng.normal(size=(n, 3))
    mlp = spikes(at, values, look, put)
    assert mlp.b_in.shape == (3 * n,)
    gap = np.diff(np.sort(at)).min() if n > 1 else 1.0
    asked = np.concatenate([at, at + gap / 4, at - gap / 2, [at.min() - gap, at.max() + gap]])
    said = feed_forward(asked[:, None] * write(look), mlp)
    near = np.maximum(0, 1 - np.abs(asked[:, None] - at) / gap)
    np.testing.assert_allclose(said[:, 1:], near @ values, atol=1e-9)
    assert (said[:, 0] == 0).all()
    far = np.array([[at.min() - 9], [at.max() + 9]]) @ write(look)
    np.testing.assert_allclose(feed_forward(far, mlp), 0, atol=1e-9 * (1 + 9 / gap))


def test_clear_by_mlp() -> None:
    keep, what, more = subspaces(keep=2, what=3, more=1)
    clears = made.clear_by_mlp(what, 2.0)
    x = np.random.default_rng(5).uniform(-2, 2, size=(50, 6))
    after = x + feed_forward(x, clears)
    np.testing.assert_allclose(after[:, 2:5], 0, atol=1e-14)
    assert (after[:, [0, 1, 5]] == x[:, [0, 1, 5]]).all()
    too_low = np.array([[0, 0, -3.0, 1, 1, 0]])
    np.testing.assert_allclose(too_low + feed_forward(too_low, clears), [[0, 0, -1, 0, 0, 0]])


def test_beside_adds_what_each_says_of_one_kind_of_units() -> None:
    rng = np.random.default_rng(3)
    parts = [random_mlp(rng, 4, n) for n in (3, 1, 5)]
    gate = replace(parts[0], W_gate=rng.normal(size=(4, 3)))
    both = replace(parts[2], W_gate=rng.normal(size=(4, 5)), b_gate=rng.normal(size=5))
    x = rng.normal(size=(6, 4))
    for some in (parts, [parts[1], gate, both]):
        expected = np.sum([feed_forward(x, part) for part in some], axis=0)
        np.testing.assert_allclose(feed_forward(x, beside(*some)), expected)
    smooth = replace(parts[0], act="gelu")
    assert beside(smooth, smooth).act == "gelu"
    with pytest.raises(ValueError, match="units of different kinds: gelu, relu"):
        beside(parts[0], smooth)


def test_copy_puts_beside_what_it_finds_here_and_clear_leaves_nothing_there() -> None:
    pos, token, past = layout()
    itself = attend_back(0, pos, token, token, n=6)
    copies, clears = made.copy(pos, token, past, n=6), made.clear(pos, token, n=6)
    for head, where, sign in ((copies, past, 1.0), (clears, token, -1.0)):
        assert (head.W_Q == itself.W_Q).all() and (head.W_K == itself.W_K).all()
        assert (sign * read(token) @ write(where) == head.W_V @ head.W_O).all()


POS, TOKEN, PAST = subspaces(pos=3, token=2, past=3)
ASK, LOOK, ONE = subspaces(ask=1, pos=3, token=1)
TWO, X, Y = subspaces(ask=2, x=1, y=1)


@every("make, message", [
    *((partial(hard_enough, n, paces),
       f"n is {n} and paces are {paces}; they must have no common divisor")
      for n, paces in ((4, (2,)), (6, (2,)), (9, (3, 6)))),
    (partial(attend_back, 1, POS, TOKEN, PAST, n=5), "d_value is 2 in W_V but 3 in W_O"),
    (partial(attend_back, 1, POS, TOKEN, TOKEN, n=5, paces=(1, 2)),
     "look has size 3; it must be 3 for each of paces (1, 2)"),
    *((partial(attend_to, place, ASK, LOOK, ONE, ONE, n=4),
       f"place is {place}; it must be from 0 to n - 1 = 3") for place in (-1, 4)),
    (partial(attend_to, 0, TWO, LOOK, ONE, ONE, n=4),
     "ask and look have sizes 2 and 3; they must be 1, 3"),
    (partial(spikes, np.arange(4.0), np.zeros((4, 3)), TWO, PAST),
     "look has size 2; a table is read from 1 column"),
    *((partial(spikes, np.array([0.5, 1.0, at]), np.zeros((3, 1)), X, Y),
       f"two entries are {gap} apart; they must be at least 2e-15")
      for at, gap in ((1.0, "0"), (1 + 2.0**-52, "2e-16"), (1 + 6 * 2.0**-52, "1e-15"))),
])  # fmt: skip
def test_what_cannot_be_made_is_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        make()
