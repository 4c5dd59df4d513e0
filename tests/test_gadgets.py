"""A head that looks back: its algebra, and where it looks, for every place and distance."""

import re
from collections.abc import Iterable
from dataclasses import replace

import numpy as np
import pytest

from taotp_core import LAYER_NORM, Head, Layer, Transformer, normalize, trace
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import (
    SURE,
    attend_back,
    attend_to,
    beside,
    clear,
    clear_by_mlp,
    copy,
    hard_enough,
    overwrite_by_scale,
    spikes,
)
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.transformer import feed_forward
from tests.examples import random_mlp
from tests.laws import every


def layout(n_circles: int = 1) -> tuple[Subspace, Subspace, Subspace]:
    """Where positions are, where symbols are, where to put what is found."""
    pos, token, past = subspaces(pos=3 * n_circles, token=2, past=2)
    return pos, token, past


def machine(
    n: int, steps: Iterable[float], paces: tuple[int, ...] = (1,), **how: float
) -> Transformer:
    """A layer of heads without norms; token t is written as (t, 1)."""
    pos, token, past = layout(len(paces))
    tokens = np.arange(5.0)
    W_E = np.zeros((5, pos.d_model))
    W_E[:, token.start], W_E[:, token.start + 1] = tokens, 1
    W_pos = np.zeros((n, pos.d_model))
    W_pos[:, : len(pos)] = circle(n, paces)
    heads = [attend_back(s, pos, token, past, n=n, paces=paces, **how) for s in steps]  # type: ignore[arg-type]
    return Transformer(W_E, W_pos, [Layer(heads, norm_attn=None)], norm_final=None)


def targets(i: int, steps: float, n: int) -> list[int]:
    """The visible places nearest on the circle to the one `steps` back."""

    def apart(j: int) -> float:
        around = (i - steps - j) % n
        return min(around, n - around)

    nearest = min(map(apart, range(i + 1)))
    return [j for j in range(i + 1) if apart(j) - nearest < 1e-9]


def test_algebra() -> None:
    n, hard = 12, 5.0
    pos, token, past = layout()
    head = attend_back(3, pos, token, past, n=n, hard=hard)
    where = np.zeros((n, pos.d_model))
    where[:, : len(pos)] = circle(n)
    scores = where @ head.W_Q @ (where @ head.W_K).T
    angles = 2 * np.pi * (np.arange(n)[:, None] - 3 - np.arange(n)) / n
    np.testing.assert_allclose(scores, hard * 3 * np.cos(angles), atol=1e-12)
    x = np.arange(7.0)
    assert (x @ head.W_V @ head.W_O).tolist() == [0, 0, 0, 0, 0, 3, 4]


@every("n", range(1, 9))
@every("paces", [(1,), (1, 2), (2, 3, 1)])
def test_it_looks_where_it_says(n: int, paces: tuple[int, ...]) -> None:
    model = machine(n, range(n), paces)
    seen = trace(model, np.arange(n) % 5)
    for steps in range(n):
        for i in range(steps, n):
            expected = np.zeros(n)
            expected[i - steps] = 1
            np.testing.assert_allclose(seen.patterns[0][steps, i], expected, atol=n * np.exp(-SURE))
    found = seen.stream["attention 0"][:, -2:]
    for i in range(n):
        true = sum(((i - s) % 5) for s in range(i + 1))
        assert found[i, 0] >= true - 1e-9  # and whatever heads that look past the start bring


@every("n", range(1, 9))
def test_before_the_start_it_takes_the_nearest_on_the_circle(n: int) -> None:
    pattern = trace(machine(n, range(n)), np.zeros(n, int)).patterns[0]
    for steps in range(n):
        for i in range(n):
            chosen = targets(i, steps, n)
            expected = np.zeros(n)
            expected[chosen] = 1 / len(chosen)
            np.testing.assert_allclose(pattern[steps, i], expected, atol=1e-9)


@every("steps", [-2, 0.5, 8, 13])
def test_other_distances(steps: float) -> None:
    n = 6
    pattern = trace(machine(n, [steps]), np.zeros(n, int)).patterns[0][0]
    for i in range(n):
        chosen = targets(i, steps, n)
        expected = np.zeros(n)
        expected[chosen] = 1 / len(chosen)
        np.testing.assert_allclose(pattern[i], expected, atol=1e-9)


@every("n", [2, 3, 10, 1000, 100_000])
def test_hard_enough_leads_by_what_it_says(n: int) -> None:
    lead = hard_enough(n) * np.sqrt(3) * 2 * np.sin(np.pi / n) ** 2  # 1 - cos, without canceling
    assert abs(lead - SURE) < 1e-4 * SURE


def test_several_paces_need_less() -> None:
    for n in (10, 100):
        lead = 2 * (np.sin(np.pi / n) ** 2 + np.sin(7 * np.pi / n) ** 2) * 3 / np.sqrt(6)
        assert hard_enough(n, (1, 7)) >= SURE / lead * (1 - 1e-9)
        assert hard_enough(n, (1, 7)) < hard_enough(n)


def test_sure_leaves_others_less_than_float64_can_add_to_one() -> None:
    assert 1 + 1e9 * np.exp(-SURE) == 1


@every("n, paces", [(4, (2,)), (6, (2,)), (9, (3, 6))])
def test_positions_that_share_a_point_are_refused(n: int, paces: tuple[int, ...]) -> None:
    message = rf"^n is {n} and paces are {re.escape(str(paces))}; they must have no common divisor$"
    with pytest.raises(ValueError, match=message):
        hard_enough(n, paces)


def test_subspaces_that_do_not_fit_are_named() -> None:
    pos, token, past = subspaces(pos=3, token=2, past=3)
    with pytest.raises(ValueError, match="^d_value is 2 in W_V but 3 in W_O$"):
        attend_back(1, pos, token, past, n=5)
    message = r"^look has size 3; it must be 3 for each of paces \(1, 2\)$"
    with pytest.raises(ValueError, match=message):
        attend_back(1, pos, token, token, n=5, paces=(1, 2))


def test_one_position_needs_nothing() -> None:
    assert hard_enough(1) == 1.0


def test_at_a_thousand_positions() -> None:
    n = 1000
    model = machine(n, [1, 999])
    pattern = trace(model, np.zeros(n, int)).patterns[0]
    assert pattern[0, np.arange(1, n), np.arange(n - 1)].min() > 1 - 1e-12
    assert pattern[1, n - 1, 0] > 1 - 1e-12


def test_a_softer_head_sees_more() -> None:
    n = 12
    soft = trace(machine(n, [2], hard=0.1), np.zeros(n, int)).patterns[0][0, -1]
    assert soft.argmax() == n - 3
    assert 0.05 < soft.max() < 0.2


# A place counted from the start


@every("n", range(1, 9))
def test_it_looks_at_its_place_from_everywhere(n: int) -> None:
    ask, pos, token, past = subspaces(ask=1, pos=3, token=1, past=1)
    W_pos = circle(n) @ write(pos) + write(ask)
    W_E = np.arange(5.0)[:, None] * write(token)
    for place in range(n):
        head = attend_to(place, ask, pos, token, past, n=n, loud=10)
        model = Transformer(W_E, W_pos, [Layer([head], norm_attn=None)], norm_final=None)
        seen = trace(model, np.arange(n) % 5)
        for i in range(place, n):
            expected = np.zeros(n)
            expected[place] = 1
            np.testing.assert_allclose(seen.patterns[0][0, i], expected, atol=n * np.exp(-SURE))
        found = seen.stream["attention 0"][place:, -1]
        np.testing.assert_allclose(found, 10 * (place % 5), atol=1e-9)


def test_it_does_not_look_where_nobody_asks() -> None:
    ask, pos, token, past = subspaces(ask=1, pos=3, token=1, past=1)
    head = attend_to(0, ask, pos, token, past, n=4)
    W_pos = circle(4) @ write(pos)
    model = Transformer(np.zeros((1, 6)), W_pos, [Layer([head], norm_attn=None)], norm_final=None)
    np.testing.assert_allclose(trace(model, np.zeros(4, int)).patterns[0][0, 3], 0.25)


@every("place", [-1, 4])
def test_a_place_that_is_not_there_is_named(place: int) -> None:
    ask, pos, token = subspaces(ask=1, pos=3, token=1)
    with pytest.raises(ValueError, match=rf"^place is {place}; it must be from 0 to n - 1 = 3$"):
        attend_to(place, ask, pos, token, token, n=4)


def test_who_asks_and_where_is_checked() -> None:
    ask, pos, token = subspaces(ask=2, pos=3, token=1)
    with pytest.raises(ValueError, match="^ask and look have sizes 2 and 3; they must be 1, 3$"):
        attend_to(0, ask, pos, token, token, n=4)


# MLPs


def test_to_drown_is_to_write_louder() -> None:
    pos, token, past = layout()
    head = attend_back(1, pos, token, past, n=4)
    loud = overwrite_by_scale(head, 1e3)
    assert (loud.W_O == 1e3 * head.W_O).all()
    assert (loud.W_V == head.W_V).all()
    x = np.random.default_rng(0).normal(size=(20, 7))
    table = clear_by_mlp(token, 9.0)
    np.testing.assert_allclose(
        feed_forward(x, overwrite_by_scale(table, 1e3)), 1e3 * feed_forward(x, table)
    )
    before, said = np.random.default_rng(1).normal(size=(2, 20, 7))
    drowned = normalize(before + 1e8 * said, LAYER_NORM)
    np.testing.assert_allclose(drowned, normalize(said, LAYER_NORM), atol=1e-6)


@every("n", [1, 2, 7, 100])
def test_a_table_of_spikes(n: int) -> None:
    rng = np.random.default_rng(n)
    look, put = subspaces(look=1, put=3)
    at, values = rng.normal(size=n), rng.normal(size=(n, 3))
    mlp = spikes(at, values, look, put)
    assert mlp.b_in.shape == (3 * n,)
    said = feed_forward(at[:, None] * write(look), mlp)
    np.testing.assert_allclose(said[:, 1:], values, atol=1e-9)
    assert (said[:, 0] == 0).all()
    gap = np.diff(np.sort(at)).min() if n > 1 else 1.0
    for side, share in ((0.25, 0.75), (-0.5, 0.5)):
        half = feed_forward((at + side * gap)[:, None] * write(look), mlp)[:, 1:]
        for i, x in enumerate(at + side * gap):
            near = np.abs(at - x) / gap
            expected = values.T @ np.maximum(0, 1 - near)
            np.testing.assert_allclose(half[i], expected, atol=1e-9)
            assert abs(max(0, 1 - near[i]) - share) < 1e-9
    outside = np.array([at.min() - gap, at.min() - 9, at.max() + gap, at.max() + 9])
    beyond = feed_forward(outside[:, None] * write(look), mlp)
    np.testing.assert_allclose(beyond, 0, atol=1e-9 * (1 + 9 / gap))


def test_a_table_is_read_from_one_column() -> None:
    look, put = subspaces(look=2, put=3)
    with pytest.raises(ValueError, match="^look has size 2; a table is read from 1 column$"):
        spikes(np.arange(4.0), np.zeros((4, 3)), look, put)


@every("second, gap", [(1.0, "0"), (1 + 2.0**-52, "2e-16")])
def test_an_entry_that_is_there_twice_is_named(second: float, gap: str) -> None:
    look, put = subspaces(look=1, put=1)
    message = f"^two entries are {gap} apart; they must be at least 2e-15$"
    with pytest.raises(ValueError, match=message):
        spikes(np.array([0.5, 1.0, second]), np.zeros((3, 1)), look, put)


def test_clear_by_mlp() -> None:
    keep, what, more = subspaces(keep=2, what=3, more=1)
    x = np.random.default_rng(5).uniform(-2, 2, size=(50, 6))
    after = x + feed_forward(x, clear_by_mlp(what, 2.0))
    np.testing.assert_allclose(after[:, 2:5], 0, atol=1e-14)
    assert (after[:, [0, 1, 5]] == x[:, [0, 1, 5]]).all()
    too_low = np.array([[0, 0, -3.0, 1, 1, 0]])
    left = too_low + feed_forward(too_low, clear_by_mlp(what, 2.0))
    np.testing.assert_allclose(left[0], [0, 0, -1, 0, 0, 0])


def test_beside_takes_one_kind_of_units() -> None:
    relu = random_mlp(np.random.default_rng(1), 4, 2)
    smooth = replace(relu, act="gelu")
    assert beside(smooth, smooth).act == "gelu"
    with pytest.raises(ValueError, match="units of different kinds: gelu, relu"):
        beside(relu, smooth)


def test_beside_adds_what_each_says() -> None:
    rng = np.random.default_rng(3)
    parts = [random_mlp(rng, 4, n) for n in (3, 1, 5)]
    x = rng.normal(size=(6, 4))
    expected = np.sum([feed_forward(x, part) for part in parts], axis=0)
    np.testing.assert_allclose(feed_forward(x, beside(*parts)), expected)


def after_one_head(head: Head) -> tuple[Array, Array]:
    """The stream of six tokens before and after a layer of one head, without norms."""
    plain = machine(6, [])
    model = Transformer(plain.W_E, plain.W_pos, [Layer([head], norm_attn=None)], norm_final=None)
    stream = trace(model, np.array([0, 1, 2, 3, 4, 0])).stream
    return stream["embedding"], stream["attention 0"]


def test_copy_puts_beside_what_it_finds_here() -> None:
    pos, token, past = layout()
    before, after = after_one_head(copy(pos, token, past, n=6))
    np.testing.assert_allclose(after @ read(past), before @ read(token), atol=1e-14)
    assert (after @ read(pos, token) == before @ read(pos, token)).all()


def test_clear_leaves_nothing_there_and_all_else() -> None:
    pos, token, past = layout()
    before, after = after_one_head(clear(pos, token, n=6))
    np.testing.assert_allclose(after @ read(token), 0, atol=1e-14)
    assert (after @ read(pos, past) == before @ read(pos, past)).all()
