"""Machines of semes: sentences make what a layout makes, and read their prompt as words."""

from pathlib import Path

import pytest

from taotp.listing import ListingError, read
from taotp.programs import Program
from tests.laws import every
from tests.listing.same import assert_same_arrays

HEAD = "semes a b c\nword x: a\nword y: b\n"


def program(lines: str, head: str = HEAD) -> Program:
    return read(f"{head}{lines}\n").program


SAME = [
    ("unit 2a - 3 b > c", "unit 2 a -3b > +c"),
    ("when a and not b, write -2c", "when a and not b write - 2 c"),
    ("let n = 200\nunit n a > (n / 2) c", "unit 200 a > 1e2 c"),
    ("head everywhere, look a>b b>a, move a>b", "head everywhere look a>b, b>a move a>b"),
    ("head everywhere, move -2a>b +c>b", "head everywhere, move -2 a>b, 1 c>b"),
    ("when not a, write b", "unit one - a > b"),
    ("when a and b, write c", "unit a + b - one > c"),
    ("say x: 2 a\nsay x y: -b", "say y: -b\nsay x: 2 a - 1.0 b"),
    ("word z: 2 a\nword z: b\nword z: - a", "word z: a b"),
    ("context 7\nhead 3 back, move a>b", "let n = 7\ncontext n\nhead 3 back, move a>b"),
]


@every("one, other", SAME)
def test_what_is_said_in_two_ways_is_the_same(one: str, other: str) -> None:
    first, second = (program(text, HEAD + "layer\n") for text in (one, other))
    for layer, like in zip(first.model.layers, second.model.layers, strict=True):
        for head, its in zip(layer.heads, like.heads, strict=True):
            assert_same_arrays((head.W_Q, head.W_O), (its.W_Q, its.W_O))
        assert_same_arrays(layer.mlp, like.mlp)
    assert_same_arrays(first.model.W_E, second.model.W_E)
    assert_same_arrays(first.model.W_U, second.model.W_U)


def test_a_word_that_means_nothing_is_known_and_one_unsaid_is_not_said() -> None:
    made = program("word z:\nsay no: -5 one\nsteps 1")
    assert made.complete("Z z!") == "no" and made.model.layers == ()
    assert made.vocabulary == ("<s>", "x", "y", "z", "no")


@every(
    "lines, causal",
    [
        ("", True), ("layer\nhead 1 back, move a>b", True), ("encoder", False), ("decoder", True),
        ("layer\nhead 1 ahead, move a>b", False), ("encoder\nlayer\nhead first, move a>b", False),
        ("layer\nhead first, look one>a, move a>b\nlayer\nhead nearest after, move a>b", False),
    ])  # fmt: skip
def test_a_machine_looks_ahead_where_it_says_so_or_a_head_does(lines: str, causal: bool) -> None:
    assert program(lines).model.causal == causal


TWO = (Path(__file__).parent / "good" / "two_stacks.taotp").read_text()


def test_two_stacks_have_words_of_their_own_and_one_opening() -> None:
    made = read(TWO).program
    assert made.complete("Dog.") == "chien" and made.complete(["cat"]) == ["chat"]
    encoder = made.model.encoder
    assert encoder is not None and not encoder.causal and made.model.causal
    assert made.opening == made.start == "<s>" and made.read(["dog"])[0] == 0
    assert made.model.layers[0].cross[0].name == "memory: one>chien + one>chat"
    with pytest.raises(ValueError, match="'chien' is none of the 2 words"):
        made.complete("chien")


def test_listed_symbols_are_read_as_symbols() -> None:
    made = program("word a: b\nsay 3: b\nsteps 1\nlayer\nhead 0 back, move b>b",
                   "symbols a b 3\nsemes a b\n")  # fmt: skip
    assert made.vocabulary == ("a", "b", 3, "<s>") and made.pieces is None
    assert made.complete(["b", "a"]) == [3]


def test_the_most_waves_are_bounded() -> None:
    text = "context {}\nlayer\nhead nearest before, look one>a, move a>b"
    assert program(text.format(300)).model.n_ctx == 300
    with pytest.raises(ListingError, match="would hold 1008 numbers"):
        program(text.format(1000))
