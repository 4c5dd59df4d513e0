"""Reading and writing parts of the stream obey four laws; directions are what is said of them."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core.stream import LISTED, Subspace, parts, read, semes, spread, subspaces, write
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every

SIZES = st.lists(st.integers(1, 4), min_size=1, max_size=5)


def named(sizes: list[int]) -> tuple[Subspace, ...]:
    """Subspaces s0, s1 ... of the sizes given."""
    return subspaces(**{f"s{i}": size for i, size in enumerate(sizes)})


@EVERY_TIME_THE_SAME
@given(SIZES)
def test_laws(sizes: list[int]) -> None:
    named_parts = named(sizes)
    for a in named_parts:
        assert np.array_equal(write(a) @ read(a), np.eye(len(a)))  # what was written is read
        for b in named_parts:
            if a is not b:
                assert not (write(a) @ read(b)).any()  # and nowhere else
        clear = read(a) @ write(a)
        assert np.array_equal(clear @ clear, clear)
    whole = np.sum([read(a) @ write(a) for a in named_parts], axis=0)
    assert np.array_equal(whole, np.eye(sum(sizes)))  # together they are the whole stream


def test_coordinates_lie_in_the_order_given() -> None:
    pos, token, flag = subspaces(pos=3, token=2, flag=1)
    x = np.array([[10.0, 11, 12, 13, 14, 15]])
    assert (x @ read(pos)).tolist() == [[10, 11, 12]]
    assert (x @ read(token)).tolist() == [[13, 14]]
    assert (np.array([7.0]) @ write(flag)).tolist() == [0, 0, 0, 0, 0, 7]
    assert [len(part) for part in (pos, token, flag)] == [3, 2, 1]
    assert (token.name, token.start, token.d_model) == ("token", 3, 6)
    with pytest.raises(FrozenInstanceError):
        token.start = 0  # type: ignore[misc]


@every("size", [0, -2])
def test_a_size_below_1_is_named(size: int) -> None:
    with pytest.raises(
        ValueError, match=f"^subspace token has size {size}; it must be at least 1$"
    ):
        subspaces(pos=3, token=size)


def test_equal_parts_lie_side_by_side() -> None:
    _, past = subspaces(here=2, past=6)
    assert [(each.name, each.start, each.size, each.d_model) for each in parts(past, 3)] == [
        ("past.1", 2, 2, 8), ("past.2", 4, 2, 8), ("past.3", 6, 2, 8)
    ]  # fmt: skip
    assert parts(past, 1)[0].size == 6
    for n in (0, -1, 4):
        with pytest.raises(ValueError, match=f"past has size 6; it has no {n} equal parts"):
            parts(past, n)
    with pytest.raises(ValueError, match="no subspace to read or write; give at least 1"):
        read()


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


@every("text, factors, again", [(text, *said) for text, said in VECTORS.items()])
def test_a_vector_is_the_sum_of_its_terms(text: str, factors: list[float], again: str) -> None:
    assert ANIMALS.vector(text).tolist() == factors
    assert ANIMALS.text(ANIMALS.vector(text)) == again
    assert ANIMALS.vector(ANIMALS.terms(text)).tolist() == factors
    assert ANIMALS.vector(again).tolist() == factors


def test_many_vectors_are_said_as_one_by_one() -> None:
    texts = [*VECTORS, *VECTORS]
    assert np.array_equal(ANIMALS.sums(texts), [ANIMALS.vector(text) for text in texts])
    assert ANIMALS.sums([{"dog": 2.0, "pig": -1.0}, "dog"]).tolist() == [[-1, 0, 2], [0, 0, 1]]


def test_a_matrix_moves_what_its_terms_say() -> None:
    M = ANIMALS.matrix("1.5 pig>wombat, -wombat>pig + 2 dog>dog pig>dog")
    assert M.tolist() == [[0, 1.5, 1], [-1, 0, 0], [0, 0, 2]]
    assert ANIMALS.text(ANIMALS.vector("2 pig - dog") @ M) == "3 wombat"
    assert np.array_equal(ANIMALS.matrix(ANIMALS.moves("pig>dog")), ANIMALS.matrix("pig > dog"))


@every(
    "text, words",
    [
        ("pigs", "'pigs' is no seme; there are pig wombat dog; did you mean 'pig'?"),
        ("zzz", "'zzz' is no seme; there are pig wombat dog$"),
        ("2", "in '2', expected the name of a seme, the text ends; a term is"),
        ("2 3 pig", "in '2 3 pig', expected the name of a seme, found '3'"),
        ("pig + * dog", "expected the name of a seme, found '\\*'"),
        ("pig > dog", "expected the name of a seme, found '>'"),
        ("pig,, dog", "found ','"),
    ],
)
def test_what_is_no_vector_is_said(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ANIMALS.vector(text)


@every("text, words", [("pig", "in 'pig', pig must be followed by '>'"),
                       ("pig>2 dog", "expected the name of a seme, found '2'"),
                       ("pig>", "the text ends")])  # fmt: skip
def test_what_is_no_matrix_is_said(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ANIMALS.matrix(text)


@every("names, words", [("", "no names; give at least 1"), ("a b a", "'a' is there twice"),
                        ("a 2", "'2' is no name of a seme"), ("a-b", "is no name")])  # fmt: skip
def test_what_is_no_set_of_names_is_said(names: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        semes(names)


def test_a_long_list_of_names_ends_in_dots() -> None:
    for n, end in ((LISTED, f"s{LISTED - 1}$"), (LISTED + 1, f"s{LISTED - 1} \\.\\.\\.$")):
        with pytest.raises(ValueError, match=end):
            semes([f"s{i}" for i in range(n)]).vector("zzz")


@every("n, size", [(1, 1), (5, 3), (40, 8), (200, 32)])
def test_spread_directions_are_units_and_no_two_alike(n: int, size: int) -> None:
    rows = spread(n, size)
    assert rows.shape == (n, size) and np.allclose((rows * rows).sum(1), 1)
    assert len(np.unique(rows.round(6), axis=0)) == n
    assert np.array_equal(semes([f"s{i}" for i in range(n)], size).rows, rows)
    assert np.abs(rows @ rows.T - np.eye(n)).max() <= (1 if size == 1 else 0.999)
    with pytest.raises(ValueError, match="the size is 0; it must be at least 1"):
        spread(n, 0)


def test_spread_directions_are_the_same_on_every_machine() -> None:
    """By hand, from the definition."""
    golden = (5**0.5 - 1) / 2
    row = [2 * (k**3 * golden % 1) - 1 for k in (3.0, 4.0)]
    assert spread(2, 2)[1].tolist() == pytest.approx(
        [x / np.hypot(row[0], row[1]) for x in row], rel=1e-15
    )
