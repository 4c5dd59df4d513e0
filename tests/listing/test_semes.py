"""Machines of semes: sentences make what a layout makes, and read their prompt as words."""

from pathlib import Path

import numpy as np
import pytest

from taotp.listing import ListingError, read, write
from taotp.programs import Program, english_french
from taotp.words.features import Layout
from taotp_core.stream import semes
from taotp_core.transformer import forward
from tests.laws import every
from tests.listing.same import assert_same_arrays, assert_same_program

LANGUAGE = """
semes det noun verb prep sg pl dsg dpl vsg vpl nsg npl ssg spl weird out
word a this that: det dsg          word these those: det dpl       word the: det
word dog key cabinet child: noun sg        word dogs keys cabinets children: noun pl
word is sleeps: verb vsg           word are sleep: verb vpl        word to near of on: prep
layer
head nearest after, look one>noun, move sg>nsg pl>npl
head first, look one>noun, move sg>ssg pl>spl
when dsg and npl, write weird
when dpl and nsg, write weird
when vsg and spl, write weird
when vpl and ssg, write weird
layer
head everywhere, move weird>out
"""
HEAD = "semes a b c\nword x: a\nword y: b\n"


def program(lines: str, head: str = HEAD) -> Program:
    return read(f"{head}{lines}\n").program


def test_the_sentences_of_grammar_are_the_machine_of_the_layout() -> None:
    made = read(LANGUAGE)
    layout = Layout(semes(LANGUAGE.splitlines()[1].split()[1:]), 32, 30.0, 16)
    rows = {"<s>": "start", "a": "det dsg", "keys": "noun pl"}
    vocabulary = made.program.vocabulary
    W_E = made.program.model.W_E[[vocabulary.index(word) for word in rows]]
    assert np.array_equal(W_E, layout.embedding(rows))
    assert np.array_equal(made.program.model.W_pos, layout.positions())
    first, second = made.program.model.layers
    found = layout.head("nearest after", "sg>nsg pl>npl", "one>noun")
    assert_same_arrays(first.heads[0].W_Q, found.W_Q)
    assert_same_arrays(first.heads[0].W_O, found.W_O)
    assert_same_arrays(second, layout.layer([
        layout.head("everywhere", "weird>out", name="everywhere")
    ]))  # fmt: skip
    assert first.mlp is not None and first.mlp.W_in.shape[1] == 4
    assert np.array_equal(first.mlp.W_in[:, :1], layout.when("dsg and npl", "weird").W_in)
    assert not made.program.model.causal and made.program.model.tied
    assert [place.name for place in made.subspaces][-5:] == [
        "balance", "loud", "-loud", "place", "waves"
    ]  # fmt: skip


@every(
    "text, weird",
    [
        ("The keys to the cabinet is red.", 1),
        ("the keys to the cabinet are red", 0),
        ("these dog sleep", 2),
        ("these dog is near a cabinets", 2),
        ("the old dog on this key are red", 1),
        ("", 0),
    ],
)
def test_weird_words_are_counted(text: str, weird: int, root: Path) -> None:
    weird_words = read((root / "taotp" / "examples" / "one_weird_word.taotp").read_text()).program
    assert weird_words.complete(text) == str(weird)
    with pytest.raises(ValueError, match="'kees' is none of the 24 words; near ones are 'keys'"):
        weird_words.complete(f"{text} kees")


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


def test_semes_in_fewer_numbers_meet_a_little() -> None:
    names = " ".join(f"s{i}" for i in range(20))
    made = read(f"semes {names} in 12\nword x: s1\nword y: s2\nsay x: s1\nsay y: s2\nsteps 1\n")
    assert made.program.model.sizes["d_model"] == 12 + 4
    assert [place.name for place in made.subspaces][:2] == ["semes", "start"]
    rows = semes(names.split(), 12).rows
    met = np.abs(rows @ rows.T - np.eye(20))
    logits = forward(made.program.model, np.array([0, 1]))[-1]
    assert logits[1] == pytest.approx(1, rel=1e-2)
    assert logits[2] == pytest.approx(rows[1] @ rows[2], abs=1e-2) and 0 < met.max() < 0.8


@every("text", [LANGUAGE, TWO, HEAD + "encoder\nlayer\nhead first, move a>b"])
def test_what_is_written_in_numbers_is_the_same_machine(text: str) -> None:
    made = read(text).program
    again = read(write(made)).program
    assert_same_program(made, again)
    assert again.pieces == made.pieces and write(again) == write(made)


@pytest.mark.slow
def test_two_languages_survive_in_numbers() -> None:
    made = english_french()
    again = read(write(made)).program
    assert_same_program(made, again)
    assert again.pieces == made.pieces
    assert again.complete("We don't have a dog.") == made.complete("We don't have a dog.")


def test_what_words_are_read_as_survives() -> None:
    text = write(read(TWO).program).replace('"tok_emb"', '"spelled": {"d\'": "dog"}, "tok_emb"', 1)
    made = read(text).program
    assert made.complete("d'") == "chien"
    assert read(write(made)).program.pieces == made.pieces


def test_the_most_waves_are_bounded() -> None:
    text = "context {}\nlayer\nhead nearest before, look one>a, move a>b"
    assert program(text.format(300)).model.n_ctx == 300
    with pytest.raises(ListingError, match="would hold 1008 numbers"):
        program(text.format(1000))
