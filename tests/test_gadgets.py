"""A head that looks back: its algebra, and where it looks, for every place and distance."""

import re
from collections.abc import Iterable

import numpy as np
import pytest

from taotp_core import Layer, Transformer, trace
from taotp_core.encodings import circle
from taotp_core.gadgets import SURE, attend_back, hard_enough
from taotp_core.stream import Subspace, subspaces


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


@pytest.mark.parametrize("n", range(1, 9))
@pytest.mark.parametrize("paces", [(1,), (1, 2), (2, 3, 1)])
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


@pytest.mark.parametrize("n", range(1, 9))
def test_before_the_start_it_takes_the_nearest_on_the_circle(n: int) -> None:
    pattern = trace(machine(n, range(n)), np.zeros(n, int)).patterns[0]
    for steps in range(n):
        for i in range(n):
            chosen = targets(i, steps, n)
            expected = np.zeros(n)
            expected[chosen] = 1 / len(chosen)
            np.testing.assert_allclose(pattern[steps, i], expected, atol=1e-9)


@pytest.mark.parametrize("steps", [-2, 0.5, 8, 13])
def test_other_distances(steps: float) -> None:
    n = 6
    pattern = trace(machine(n, [steps]), np.zeros(n, int)).patterns[0][0]
    for i in range(n):
        chosen = targets(i, steps, n)
        expected = np.zeros(n)
        expected[chosen] = 1 / len(chosen)
        np.testing.assert_allclose(pattern[i], expected, atol=1e-9)


@pytest.mark.parametrize("n", [2, 3, 10, 1000, 100_000])
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


@pytest.mark.parametrize(("n", "paces"), [(4, (2,)), (6, (2,)), (9, (3, 6))])
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
