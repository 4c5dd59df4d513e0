"""Semes: texts of vectors and matrices, rows that a norm leaves alone, heads that look by place."""

import re
from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import pytest

from taotp.words.features import Layout
from taotp.words.rules import condition, named, read_rules
from taotp_core import trace
from taotp_core.arrays import Array
from taotp_core.gadgets import beside
from taotp_core.stream import semes
from taotp_core.transformer import normalize, residual
from taotp_core.weights import LAYER_NORM, Head, Transformer
from tests.laws import every
from tests.listing.same import assert_same_arrays
from tests.refused import refused

N = 8
HERE = 2  # the word that is looked for
WHERE = [*(f"{k} {way}" for k in (1, 3) for way in ("back", "ahead")), "first"]
WHERE += ["nearest before", "nearest after"]


def expected(where: str, words: tuple[int, ...], at: int) -> int:
    """The position that a head has to look at from another."""
    found = [i for i, word in enumerate(words) if word == HERE]
    step = re.fullmatch(r"(\d+) (back|ahead)", where)
    if step:
        to = at - int(step[1]) if step[2] == "back" else at + int(step[1])
        return to if to in found else 0
    if where == "first":
        return min(found, default=0)
    if where == "nearest before":
        return max((i for i in found if i < at), default=0)
    return min((i for i in found if i > at), default=0)


TEXTS = np.array([(0, *words) for words in product((1, HERE), repeat=N - 1)])


def machine(layout: Layout, *heads: Head) -> Transformer:
    """Heads of one layer, which read texts of a start and two words."""
    W_E = layout.embedding({"<s>": "start", "asks": "asks", "here": "here"})
    return Transformer(W_E, layout.positions(), [layout.layer(heads)], causal=False)


def patterns(tokens: Array, layout: Layout, *heads: Head) -> Array:
    """Where heads look [n_texts, n_heads, n, n]."""
    return np.asarray(trace(machine(layout, *heads), tokens).patterns[0])


def assert_found(where: str, layout: Layout, look: str, tokens: Array, asks: np.ndarray) -> None:
    """A head looks where it has to, from each place that asks."""
    found = patterns(tokens, layout, layout.head(where, "here>asks", look))[:, 0]
    for text, at in np.argwhere(asks):
        assert found[text, at, expected(where, tuple(tokens[text].tolist()), int(at))] > 0.999


@every("where", WHERE)
def test_every_head_finds_what_it_looks_for_or_the_start(where: str) -> None:
    layout = Layout(semes("asks here"), N, loud=100.0, waves=N)
    assert_found(where, layout, "asks>here", TEXTS, TEXTS == 1)


@every("n", [2, 3, 7, 24])
@every("where", ["nearest before", "nearest after"])
def test_half_as_many_waves_as_positions_find_the_nearest(where: str, n: int) -> None:
    layout = Layout(semes("asks here"), n, loud=1e3, waves=n)
    assert len(layout.circles) == (n + 1) // 2
    rng = np.random.default_rng(n)
    tokens = np.array([[0, *rng.choice([1, HERE], n - 1, p=[0.8, 0.2])] for _ in range(40)])
    assert_found(where, layout, "one>here", tokens, tokens > 0)


@every("where, at", [("1 back", [0, 0, 1, 2]), ("2 ahead", [0, 3, 0, 0])])
def test_a_head_that_looks_for_nothing_finds_what_is_there(where: str, at: list[int]) -> None:
    layout = Layout(semes("asks here"), 6, waves=1)
    found = patterns(np.array([[0, 1, 2, 1]]), layout, layout.head(where, "here>asks"))
    assert found[0, 0].argmax(-1).tolist() == at


def test_everywhere_is_an_average_and_a_look_narrows_it() -> None:
    layout = Layout(semes("asks here"), 6, loud=1e4)
    heads = [layout.head("everywhere", "here>asks", look) for look in ("", "one>here", "one>asks")]
    found = patterns(np.array([[0, 2, 1, 2]]), layout, *heads)[0, :, 2]
    wanted = np.array([[0.25] * 4, [0.0, 0.5, 0.0, 0.5], [0.0, 0.0, 1.0, 0.0]])
    assert np.allclose(found, wanted, atol=1e-5)


def test_a_row_is_read_as_it_was_written_up_to_its_square() -> None:
    for loud, least in ((30.0, 1e-4), (1e3, 1e-7)):
        layout = Layout(semes("a b c"), 4, loud)
        row = layout.embedding({"x": "a - 2 b"})[0]
        normed = normalize(row, LAYER_NORM)
        read = [float(normed @ layout.reading(name)) for name in ("a", "b", "c", "one")]
        small = (row @ row - 2 * loud**2) / (4 * loud**2)
        assert read == pytest.approx(np.array([1, -2, 0, 1]) * (1 - small), rel=least**2, abs=least)
        assert row.sum() == 0 and abs(read[0] - 1) > least  # the square is seen, and nothing else


HOLDS: dict[str, Callable[[str], bool]] = {
    "a and b": lambda text: text == "a b",
    "a and not b": lambda text: text == "a",
    "not a": lambda text: "a" not in text,
    "a and b and a": lambda text: text == "a b",
}


@every("holds", HOLDS)
def test_a_unit_writes_where_what_it_says_holds(holds: str) -> None:
    layout = Layout(semes("a b out"), 4, 1e3)
    unit = layout.when(holds, "3 out")
    assert_same_arrays(unit, layout.unit(holds, "3 out"))
    assert_same_arrays(unit, layout.unit(condition(holds), {"out": 3.0}))
    for text in ("a b", "a", "b", ""):
        row = normalize(layout.embedding({"x": text}), LAYER_NORM)
        out = np.maximum(row @ unit.W_in, 0) @ unit.W_out
        assert out[0, 2] == pytest.approx(3.0 * HOLDS[holds](text), abs=1e-5)
        assert abs(out.sum()) < 1e-12


def test_what_is_no_condition_is_refused() -> None:
    texts = ("", "and", "not", "a and", "not a not", "a b", "a and and b", "not not a")
    refused(*((partial(condition, text), r"must be \[not\] NAME and \[not\]") for text in texts))


@every("text", ["a -b", "out", "-a -a +b", "", "a out -out"])
def test_names_are_read_as_texts_are(text: str) -> None:
    """Finds a short cut that drops a sign, or the second time a name is there."""
    layout = Layout(semes("a b out", 2), 4)
    (read,) = named([text], layout.named.units)
    assert read == (layout.named.terms(text) or "")
    assert named(["2 a", {"b": 1.0}], layout.named.units) == ["2 a", {"b": 1.0}]


def test_units_of_rules_are_those_of_each_side_by_side() -> None:
    layout = Layout(semes("a b out", 2), 4)
    table = "a and not b: out -2 a\nnot a\n  and b: 2 b\n2 a - b: out\n"
    found = [*read_rules(table)]
    assert found == [("a and not b", "out -2 a", ""), ("not a and b", "2 b", ""),
                     ("2 a - b", "out", "")]  # fmt: skip
    refused((lambda: read_rules("a: b: c: d"), "has 4 parts; it must be READS: WRITES"))
    each = beside(*(layout.unit(reads, writes) for reads, writes, _ in found))
    assert_same_arrays(layout.units(found), each)
    assert_same_arrays(layout.units(found[:1]), layout.when("a and not b", "out -2 a"))


@every(
    "make, wrong",
    [
        (lambda x: x.head("nearest", "a>b"), "nearest before, nearest after"),
        (lambda x: x.head("1 back", "a>b"), "has no waves"),
        (lambda x: Layout(x.semes, 4, waves=1).head("nearest after", "a>b"), "it needs 2"),
        (lambda x: x.when("a or b", "b"), "[not] NAME and"),
        (lambda x: x.unit("a", "one"), "only read"),
        (lambda x: x.semes.vector({"ab": 1.0}), "'ab' is not a seme; there are a b; did"),
        (lambda x: Layout(semes("one"), 4), "'one' is implied"),
        (lambda x: Layout(x.semes, 4, waves=5), "waves 5"),
    ],
)
def test_what_a_layout_cannot_do_is_said(make: Callable[[Layout], object], wrong: str) -> None:
    with pytest.raises(ValueError, match=re.escape(wrong)):
        make(Layout(semes("a b"), 4))


def test_a_vector_is_said_in_two_digits() -> None:
    assert semes("a b c").text(np.array([0.004, 1.0, -1.006])) == "b - 1.01 c"


def test_a_head_that_counts_adds_up_what_stands_before() -> None:
    layout = Layout(semes("here asks count"), N, loud=1000.0, waves=N)
    counted = residual(machine(layout, layout.counting("here>count -asks>count")), TEXTS)[..., 2]
    counts = np.array([0, -1, 1])[TEXTS]
    before = np.cumsum(counts, axis=1) - counts
    assert np.abs(counted - before)[:, 1:].max() < 1e-4


def test_columns_are_parts_of_a_stream_and_the_waves_are_one() -> None:
    layout = Layout(semes("a b"), 8, waves=3)
    names = [each.name for each in layout.subspaces]
    assert names == ["a", "b", "start", "balance", "loud", "-loud", "place", "waves"]
    assert sum(map(len, layout.subspaces)) == layout.d_model
    assert [each.name for each in Layout(semes("a"), 8).subspaces][-1] == "-loud"
