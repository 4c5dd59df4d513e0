"""What the smallest entries rest on: lines through windows, soft signs, histories, growing rows."""

from itertools import product

import numpy as np
import pytest

from exercises.handing_in.bent_line import line_through
from exercises.handing_in.boards import given_table, pieces_of_aab, some_sums
from exercises.handing_in.few_columns import (
    DIGITS,
    aab_by_one_average,
    greeting_by_growing_rows,
    heights_of,
    looked_up_on_a_line,
    search_by_history,
    sums_beside_a_loud_column,
    tells_apart,
    with_zeros,
)
from taotp_core import Transformer, forward
from taotp_core.arrays import Array, Tokens
from taotp_core.edits import with_numbers
from taotp_core.measure import parameters
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer


def wrong(model: Transformer, tokens: Tokens, asked: Tokens) -> int:
    """How many answers are others than those that are asked, -1 for nothing."""
    return int(((forward(model, tokens).argmax(-1) != asked) & (asked >= 0)).sum())


def height(at: Array, bends: list[int], heights: Array) -> Array:
    """Where the line is at each place; flat up to its first bend."""
    return np.interp(at, at[[*bends, -1]], heights)


@pytest.mark.parametrize("seed", range(20))
def test_a_line_passes_every_window(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 60))
    at = np.cumsum(rng.exponential(size=n) + 1e-3)
    middle, half = rng.normal(size=n), rng.exponential(size=n) + 0.01
    bends, heights = line_through(at, middle - half, middle + half)
    line = height(at, bends, heights)
    assert ((middle - half < line) & (line < middle + half)).all()
    assert bends == sorted(set(bends)) and len(bends) < n


@pytest.mark.parametrize("n_bends", range(1, 6))
def test_a_line_bends_no_more_often_than_one_that_is_there(n_bends: int) -> None:
    rng = np.random.default_rng(n_bends)
    at = np.arange(40.0)
    nodes = np.array([0, *sorted(rng.choice(np.arange(3, 37, 3), n_bends - 1, False)), 39])
    line = np.interp(at, nodes, rng.normal(size=len(nodes)) * 10)
    bends, _ = line_through(at, line - 0.2, line + 0.2)
    assert len(bends) <= n_bends


def test_a_digit_wins_between_its_heights_and_nowhere_else() -> None:
    low, high = heights_of(DIGITS)
    for digit, (a, b) in enumerate(zip(low, high, strict=True)):
        for share in (0, 0.5, 1):
            assert (DIGITS @ [a + share * (b - a), 1]).argmax() == digit
    order = np.argsort(low)
    assert (high[order][:-1] < low[order][1:]).all()


def test_a_table_is_right_by_its_line_alone() -> None:
    """Without a bend some key is wrong: each is needed."""
    keys, answers = given_table()
    asked = np.full(keys.shape, -1)
    asked[:, -1] = answers
    model = looked_up_on_a_line()
    assert wrong(model, keys, asked) == 0
    bends = model.layers[0].mlp
    assert bends
    for unit in range(len(bends.b_in)):
        less = with_numbers(model, {f"layers.0.mlp.W_out:{unit}.{i}": 0.0 for i in range(2)})
        assert wrong(less, keys, asked), unit


def test_signs_alone_do_not_tell_aab_with_one_average() -> None:
    """Where rows are far larger than the epsilon, whatever the rest, one average is wrong."""
    pieces = [*pieces_of_aab()]
    assert not sum(wrong(aab_by_one_average(), *each) for each in pieces)
    for factor in (1e-3, 1e3, 1e6):
        model = aab_by_one_average(factor * LAYER_NORM.eps)
        assert sum(wrong(model, *each) for each in pieces)
    weights = [np.array(w) for k in (1, -1) for w in product((0, k), repeat=5)]
    assert not any(tells_apart(w, pieces) for w in weights)
    assert tells_apart(np.array([1, 2, 3, 3, 2]), pieces)


def test_a_history_is_a_number_whose_digits_are_the_tokens() -> None:
    """After the first layer a row holds its token once more, and those before it in base 64."""
    model = search_by_history()
    text = np.random.default_rng(0).integers(10, size=(50, 30))
    held: list[Array] = []

    def touch(what: str, layer: int, x: Array) -> Array:
        if (what, layer) == ("attention", 0):
            held.append(x)
        return x

    forward(model, text, touch=touch)
    token = np.array([1, -1, 0, 0]) / 2**0.5
    digits = text - 4.5
    expected = digits[:, 3:] * (1 + 63 / 64)
    for back in (1, 2, 3):
        expected += 63 / 64 * digits[:, 3 - back : -back] / 64**back
    assert np.abs(held[0][:, 3:] @ token / 1e-9 - expected).max() < 5 / 64**3


def test_what_norms_take_away_may_be_zeros() -> None:
    """A reading column, a written row and a table less one number of all say the same.

    Nothing else finds that a row was taken for a column: boards ask what is right, not the same.
    """
    rng = np.random.default_rng(0)
    read, written = rng.integers(0, 2, (2, 4, 2)) + 3.0  # 3 or 4
    head = Head(rng.normal(size=(4, 2)), read, read, written.T)
    mlp = MLP(read, rng.normal(size=2), written.T, rng.normal(size=4))
    W_E = rng.integers(8, 10, (5, 4)).astype(float)
    model = Transformer(W_E, rng.normal(size=(6, 4)), [Layer([head], mlp)])
    spared = with_zeros(model)
    tokens = rng.integers(0, 5, (7, 6))
    assert np.allclose(forward(model, tokens), forward(spared, tokens), atol=1e-9)
    assert parameters(spared).nonzero < parameters(model).nonzero - 15
    assert parameters(with_zeros(spared)) == parameters(spared)


@pytest.mark.parametrize("n_digits", [1, 2, 5, 12])
def test_sums_of_any_length_up_to_twelve_digits(n_digits: int) -> None:
    model = sums_beside_a_loud_column(n_digits)
    assert not sum(wrong(model, *each) for each in some_sums(n_digits))


def test_rows_grow_along_the_greeting() -> None:
    """Most letters are most like the next one, which is longer."""
    program = greeting_by_growing_rows()
    rows = program.model.W_E - program.model.W_E.mean(axis=1, keepdims=True)
    lengths = np.linalg.norm(rows, axis=1)
    like = (rows @ rows.T).argmax(axis=1)
    letters = [program.places[letter] for letter in (*"Hello World!", "<stop>")]
    for place, (here, then) in enumerate(zip(letters, letters[1:], strict=False), start=1):
        follows = bool(like[here] == then)
        assert follows != bool(program.model.W_pos[place].any())
        assert not follows or lengths[then] >= lengths[here]
