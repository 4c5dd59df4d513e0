"""Addition by attention: its size, all short sums, every pattern of carries, and where it ends."""

import numpy as np
import pytest

from taotp_core import forward, greedy
from taotp_core.arrays import Tokens
from taotp_core.constructions.by_attention import add_by_attention
from taotp_core.measure import parameters
from taotp_core.programs.adding import every_sum, right_sums, sum_tokens


def carries(n_digits: int) -> tuple[Tokens, Tokens]:
    """A pair for each pattern of sums below, of and above nine, digit by digit."""
    pattern = np.indices((3,) * n_digits).reshape(n_digits, -1)
    first, second = np.array([3, 4, 9])[pattern], np.array([4, 5, 9])[pattern]
    worth = 10 ** np.arange(n_digits)
    return worth @ first, worth @ second


@pytest.mark.parametrize("n_digits", [1, 2, 3, 10, 13])
def test_size_of_addition_by_attention(n_digits: int) -> None:
    model = add_by_attention(n_digits)
    assert parameters(model).total == 24 * n_digits + 208
    assert all(layer.mlp is None for layer in model.layers)


@pytest.mark.parametrize("n_digits", [1, 2])
def test_addition_by_attention_is_right_on_all_pairs(n_digits: int) -> None:
    model = add_by_attention(n_digits)
    for rows in every_sum(n_digits):
        assert right_sums(model, rows).all()


@pytest.mark.parametrize("n_digits", [3, 6, 10, 13])
def test_addition_by_attention_carries(n_digits: int) -> None:
    a, b = carries(min(n_digits, 8))
    worth = 10 ** (n_digits - min(n_digits, 8))
    pairs = np.random.default_rng(n_digits).integers(10**n_digits, size=(2, 3000))
    for first, second in ((a, b), (a * worth, b * worth + worth - 1), pairs):
        rows = sum_tokens(first, second, n_digits)
        said = greedy(forward(add_by_attention(n_digits), rows[:, :-1], keep=n_digits + 1))
        assert np.array_equal(said, rows[:, -n_digits - 1 :])


def test_addition_by_attention_ends_at_fourteen_digits() -> None:
    a, b = np.random.default_rng(0).integers(10**14, size=(2, 200))
    rows = sum_tokens(a, b, 14)
    said = greedy(forward(add_by_attention(14), rows[:, :-1], keep=15))
    assert (said != rows[:, -15:]).any()
