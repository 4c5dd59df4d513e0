"""Reading and writing parts of the stream obey four laws; directions are what is said of them."""

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core.stream import LISTED, hidden, parts, read, semes, spread, subspaces, write
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every


@EVERY_TIME_THE_SAME
@given(st.lists(st.integers(1, 4), min_size=1, max_size=5))
def test_laws(sizes: list[int]) -> None:
    own = subspaces(**{f"s{i}": size for i, size in enumerate(sizes)})
    for a in own:
        assert np.array_equal(write(a) @ read(a), np.eye(len(a)))  # what was written is read
        assert not any((write(a) @ read(b)).any() for b in own if a is not b)  # and nowhere else
        clear = read(a) @ write(a)
        assert np.array_equal(clear @ clear, clear)
    whole = np.sum([read(a) @ write(a) for a in own], axis=0)
    assert np.array_equal(whole, np.eye(sum(sizes)))  # together they are the whole stream


def test_equal_parts_lie_side_by_side() -> None:
    _, past = subspaces(here=2, past=6)
    assert [(each.name, each.start, each.size, each.d_model) for each in parts(past, 3)] == [
        (f"past.{i}", 2 * i, 2, 8) for i in (1, 2, 3)
    ]
    (long,) = hidden(*subspaces(long_past=4))
    assert (long.name, long.hidden) == ("long past", True)
    assert [part.name for part in parts(long, 2, ["one ago", "two ago"])] == ["one ago", "two ago"]
    with pytest.raises(ValueError, match="long past has 2 parts and 1 names for them"):
        parts(long, 2, ["one ago"])


# Directions with names, and what is said of them

ANIMALS = semes("pig wombat dog")
VECTORS = {  # a text: its factors, and how it is said again
    "": ([0, 0, 0], ""),
    "pig": ([1, 0, 0], "pig"),
    "- pig": ([-1, 0, 0], "-pig"),
    "-pig + wombat, - 2.5 dog": ([-1, 1, -2.5], "-pig + wombat - 2.5 dog"),
    "2pig 1e-1 wombat": ([2, 0.1, 0], "2 pig + 0.1 wombat"),
    "pig pig -.5 pig": ([1.5, 0, 0], "1.5 pig"),
    "dog, wombat": ([0, 1, 1], "wombat + dog"),
}


def test_a_vector_is_the_sum_of_its_terms() -> None:
    for text, (factors, again) in VECTORS.items():
        assert ANIMALS.vector(text).tolist() == ANIMALS.vector(again).tolist() == factors
        assert ANIMALS.text(ANIMALS.vector(text)) == again
        assert ANIMALS.vector(ANIMALS.terms(text)).tolist() == factors
    texts = [*VECTORS, *VECTORS]
    assert np.array_equal(ANIMALS.sums(texts), [ANIMALS.vector(text) for text in texts])
    assert ANIMALS.sums([{"dog": 2.0, "pig": -1.0}, "dog"]).tolist() == [[-1, 0, 2], [0, 0, 1]]


def test_a_matrix_moves_what_its_terms_say() -> None:
    M = ANIMALS.matrix("1.5 pig>wombat, -wombat>pig + 2 dog>dog pig>dog")
    assert M.tolist() == [[0, 1.5, 1], [-1, 0, 0], [0, 0, 2]]
    assert ANIMALS.text(ANIMALS.vector("2 pig - dog") @ M) == "3 wombat"
    assert np.array_equal(ANIMALS.matrix(ANIMALS.moves("pig>dog")), ANIMALS.matrix("pig > dog"))


def of_parts(n: int) -> object:
    """So many equal parts of six columns."""
    return parts(subspaces(past=6)[0], n)


def strange_among(n: int) -> object:
    """A name that is none of so many."""
    return semes([f"s{i}" for i in range(n)]).vector("zzz")


@every("ask, given, words", [
    (lambda size: subspaces(pos=3, token=size), 0, "^subspace token has size 0; it must be at"),
    *((of_parts, n, f"past has size 6; it has no {n} equal parts") for n in (0, 4)),
    (lambda _: read(), None, "no subspace to read or write; give at least 1"),
    (ANIMALS.vector, "pigs", "'pigs' is not a seme; there are pig wombat dog; did you mean 'pig'?"),
    (ANIMALS.vector, "zzz", "'zzz' is not a seme; there are pig wombat dog$"),
    (ANIMALS.vector, "2", "in '2', expected the name of a seme, the text ends; a term is"),
    (ANIMALS.vector, "2 3 pig", "in '2 3 pig', expected the name of a seme, found '3'"),
    (ANIMALS.vector, "pig + * dog", "expected the name of a seme, found '\\*'"),
    (ANIMALS.vector, "pig,, dog", "found ','"),
    (ANIMALS.matrix, "pig", "in 'pig', pig must be followed by '>'"),
    (ANIMALS.matrix, "pig>2 dog", "expected the name of a seme, found '2'"),
    (ANIMALS.matrix, "pig>", "the text ends"),
    (semes, "", "no names; give at least 1"),
    (semes, "a b a", "'a' is there twice"),
    (semes, "a 2", "'2' is not the name of a seme"),
    (semes, "a-b", "is not the name"),
    (strange_among, LISTED, f"s{LISTED - 1}$"),
    (strange_among, LISTED + 1, f"s{LISTED - 1} \\.\\.\\.$"),  # a long list ends in dots
    (lambda size: spread(5, size), 0, "the size is 0; it must be at least 1"),
])  # fmt: skip
def test_what_is_none_is_said(ask: Callable[..., object], given: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ask(given)


@every("n, size", [(1, 1), (5, 3), (40, 8), (200, 32)])
def test_spread_directions_are_units_and_no_two_alike(n: int, size: int) -> None:
    rows = spread(n, size)
    assert rows.shape == (n, size) and np.allclose((rows * rows).sum(1), 1)
    assert len(np.unique(rows.round(6), axis=0)) == n
    assert np.array_equal(semes([f"s{i}" for i in range(n)], size).rows, rows)
    assert np.abs(rows @ rows.T - np.eye(n)).max() <= (1 if size == 1 else 0.999)


def test_spread_directions_are_the_same_on_every_machine() -> None:
    """By hand, from the definition."""
    golden = (5**0.5 - 1) / 2
    row = np.array([2 * (k**3 * golden % 1) - 1 for k in (3.0, 4.0)])
    assert spread(2, 2)[1].tolist() == pytest.approx(row / np.hypot(*row), rel=1e-15)
