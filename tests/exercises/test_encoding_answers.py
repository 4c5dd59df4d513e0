"""The answers on encodings: other draws, answers that are off, and what their words say."""

from collections.abc import Callable
from itertools import product
from types import ModuleType

import numpy as np
import pytest

from exercises import check
from exercises.catalogue.where_am_i import (
    after_layer_norm,
    even_angles,
    evenly_back,
    free_dimensions,
    real_from_complex,
    rms_keeps_clocks,
    which_is_which,
)
from exercises.judging.judge import Conditions, verdict
from taotp.positions import (
    distinguishability,
    norm_turns,
    padding_columns,
    padding_dimension,
    shift_residual,
)
from taotp_core import LAYER_NORM, RMS_NORM, normalize
from taotp_core.arrays import Array
from taotp_core.encodings import (
    original_angles,
    random_angles,
    rotations,
    shift,
    sinusoids,
)
from tests.exercises.laws import of_each
from tools.sampling import at_night

SEEDS = 12 if at_night() else 4
DRAWN = (real_from_complex, rms_keeps_clocks, evenly_back, free_dimensions)


@of_each(product(DRAWN, range(SEEDS)))
def test_verdicts_do_not_hang_on_the_draw(module: ModuleType, seed: int) -> None:
    """Other random inputs for the judges, as for an answer in a file."""
    for name in vars(module):
        if name.startswith(("accepted_", "wrong_")):
            line = verdict(module.EXERCISE, getattr(module, name)(), Conditions(seed))
            assert line.passed == name.startswith("accepted_"), (name, line)


@of_each([[], [np.nan] * 3, [np.inf, 1.0], np.ones(1001), 3, None, "ab"])
def test_weights_that_are_none(weights: object) -> None:
    line = check("after-layer-norm", lambda d_model: weights)
    assert line.outcome == "failed" and line.text.startswith("with d_model=2 expected ")


CHANGES: dict[str, Callable[[Array, Array], tuple[Array, Array]]] = {
    "one fewer": lambda basis, point: (basis[:, :-1], point[:-1]),
    "longer": lambda basis, point: (basis * 1.001, point * 1.001),
    "shorter": lambda basis, point: (basis * 1e-6, point * 1e-6),
    "another point": lambda basis, point: (basis, point + 0.01),
    "too many": lambda basis, point: (np.ones((len(basis), 200)), np.ones(200)),
}


@of_each(CHANGES)
def test_one_column_off_in_a_basis(name: str) -> None:
    def answer(codes: Array, eps: float) -> tuple[Array, Array]:
        return CHANGES[name](*free_dimensions.free_directions(codes, eps))

    assert check("free-dimensions", answer).outcome == "failed"


def test_the_tables_are_what_their_names_say() -> None:
    tables = {which_is_which.KEY[letter]: t for letter, t in which_is_which.four_tables().items()}
    assert all(table.shape == (64, 128) for table in tables.values())
    np.testing.assert_allclose(tables["original"], sinusoids(64, 128), atol=1e-13)
    assert padding_columns(tables["original"]) == 16
    assert distinguishability(tables["even"]) == pytest.approx(1)
    cos, sin = tables["even"][:, 2::2], tables["even"][:, 3::2]
    np.testing.assert_allclose(cos, cos[:, ::-1], atol=1e-12)  # the mirror
    np.testing.assert_allclose(sin, -sin[:, ::-1], atol=1e-12)
    np.testing.assert_allclose(cos[1:], cos[:0:-1], atol=1e-12)  # from top to bottom
    first, then = (tables[name].reshape(64, 64, 2) for name in ("random", "sorted"))
    order = np.argsort(np.angle(first[1, :, 0] + 1j * first[1, :, 1]) % (2 * np.pi))
    np.testing.assert_array_equal(first[:, order], then)


# What the words of the answers say


def test_numbers_in_the_words_of_after_layer_norm() -> None:
    by_hand = normalize(sinusoids(3, 2), LAYER_NORM)
    np.testing.assert_allclose(by_hand, [[-1, 1], [1, -1], [1, -1]], atol=1e-8)
    assert shift_residual(normalize(sinusoids(64, 8), LAYER_NORM)) == pytest.approx(0.36, abs=5e-3)
    centered = [t - t.mean(axis=1, keepdims=True) for t in (sinusoids(64, 4), sinusoids(64, 16))]
    assert shift_residual(centered[0]) == pytest.approx(0.52, abs=5e-3)
    assert shift_residual(centered[1]) < 1e-9
    few = normalize(sinusoids(8, 16), LAYER_NORM)
    assert np.linalg.svd(few)[1].min() > 10 * after_layer_norm.NOTHING  # nothing cancels them
    assert shift_residual(normalize(sinusoids(9, 16), LAYER_NORM)) < 1e-10
    for d_model in after_layer_norm.WIDTHS:
        weights = after_layer_norm.broken_dependence(d_model)
        rows = normalize(sinusoids(64, d_model), LAYER_NORM)
        sums = [np.linalg.norm(weights @ part) for part in (rows[:-1], rows[1:])]
        assert sums[1] > 1e6 * sums[0]  # hence the entries in the millions


def test_numbers_in_the_words_of_rms_keeps_clocks() -> None:
    table = sinusoids(40, 16)
    np.testing.assert_allclose(normalize(table, RMS_NORM), np.sqrt(2) * table, rtol=1e-9)
    products = table @ table[20]
    assert 1 - products[21] / products[20] == pytest.approx(1 / 16, abs=0.002)
    twice = np.hstack([table, -table])  # each hand as (s, c, -s, -c), which layer norm only scales
    assert norm_turns(twice, LAYER_NORM) < 1e-9
    assert norm_turns(table, LAYER_NORM) > 0.2


def test_numbers_in_other_words() -> None:
    formula = even_angles.distinguishability_of_even_angles
    shares = [formula(n, 128) for n in (64, 65, 128, 256)]
    assert shares == pytest.approx([1, 1 / 2, 1 / 2, 1 / 4], abs=1e-12)
    tables = dict(free_dimensions.tables())
    sizes = {name: padding_dimension(t, free_dimensions.EPS) for name, t in tables.items()}
    assert all(bounds.at_least == bounds.at_most for bounds in sizes.values())
    assert sizes["the sinusoids"] == (105, 105)
    assert sizes["random rotations"] == (65, 65)


def test_the_sum_of_shifts_is_not_level() -> None:
    random = random_angles(128, np.random.default_rng(0))
    for angles, middle in ((original_angles(128), True), (random, False)):
        added = np.sum([shift(-back, angles) for back in range(3)], axis=0)
        codes = rotations(20, angles)
        scores = (codes @ added @ codes.T)[19, ::-1]
        assert scores[:3].min() > scores[3:].max()
        assert np.ptp(scores[:3]) > 0.5
        assert (scores[1] > max(scores[0], scores[2]) + 0.5) or not middle
