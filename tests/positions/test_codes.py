"""Noise, and the Hamming code by what defines it."""

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from taotp.positions import balanced_hamming, hamming, random_normal, random_signs
from taotp_core.arrays import Array
from tests.laws import every


@every("r, n_words, d_model", [(2, 2, 3), (3, 16, 7), (4, 2048, 15)])
def test_hamming_is_a_perfect_code_in_the_order_of_its_messages(
    r: int, n_words: int, d_model: int
) -> None:
    words, n_bits = hamming(r), d_model - r
    assert words[:, :n_bits].tolist() == [[*bits] for bits in product([-1, 1], repeat=n_bits)]
    assert words.shape == (n_words, d_model)
    assert set(np.unique(words)) == {-1, 1}
    apart = (d_model - words @ words.T) / 2  # in how many places two words differ
    assert apart[~np.eye(n_words, dtype=bool)].min() == 3
    # Balls of radius 1 around the words fill all of the cube, and no two of them meet.
    flips = np.vstack([np.ones(d_model), 1 - 2 * np.eye(d_model)])
    balls = (words[:, None] * flips).reshape(-1, d_model)
    assert len(balls) == 2**d_model
    assert len(np.unique(balls > 0, axis=0)) == 2**d_model


@every("r, light, n_words", [(3, 3, 14), (4, 7, 870)])
def test_balanced_words_are_all_words_of_the_two_middle_weights(
    r: int, light: int, n_words: int
) -> None:
    words = balanced_hamming(r)
    apart = {tuple(word) for word in words}
    assert len(apart) == len(words) == n_words
    assert apart <= {tuple(word) for word in hamming(r)}
    ups = (words > 0).sum(axis=1)
    assert set(ups) == {light, light + 1}
    assert (ups == light).sum() == n_words // 2  # the known weights: 7 and 7, 435 and 435


@every("r", [1, 2, 5])
def test_other_numbers_of_checks_are_named(r: int) -> None:
    with pytest.raises(ValueError, match=f"^r is {r}; it must be 3 or 4$"):
        balanced_hamming(r)
    if r != 2:
        with pytest.raises(ValueError, match=f"^r is {r}; it must be from 2 to 4$"):
            hamming(r)


def test_noise_is_what_it_says() -> None:
    normal = random_normal(200, 100, np.random.default_rng(3))
    assert normal.shape == (200, 100)
    assert abs(normal.mean()) < 0.04 and abs(normal.var() - 1) < 0.05
    signs = random_signs(200, 100, np.random.default_rng(3))
    assert signs.shape == (200, 100)
    assert set(np.unique(signs)) == {-1, 1}
    assert abs(signs.mean()) < 0.04
    assert np.abs(np.corrcoef(signs.T) - np.eye(100)).max() < 0.4  # columns are independent


@every("make", [random_normal, random_signs])
def test_sizes_of_noise_are_checked(make: Callable[..., Array]) -> None:
    with pytest.raises(ValueError, match="^n is 0; a table has at least 1 row$"):
        make(0, 3, np.random.default_rng(0))
    with pytest.raises(ValueError, match="^d_model is 0; it must be at least 1$"):
        make(3, 0, np.random.default_rng(0))
