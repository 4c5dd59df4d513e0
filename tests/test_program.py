"""A model with its vocabulary: what a person types, and what is said to what they may not type."""

from dataclasses import FrozenInstanceError, replace
from typing import Any

import numpy as np
import pytest

from taotp.listing import read, write
from taotp.programs import Program
from taotp.programs.two_stacks import copy
from taotp.sound.heard import Heard
from taotp_core import Head, Layer, Transformer, random_transformer, sample
from taotp_core.arrays import to_float16
from tests.laws import every


def successor(d_vocab: int, n_ctx: int = 8) -> Transformer:
    """Says the id after the last, round and round."""
    return Transformer(
        np.eye(d_vocab), np.zeros((n_ctx, d_vocab)), norm_final=None,
        W_U=np.roll(np.eye(d_vocab), 1, axis=1),
    )  # fmt: skip


DAYS = Program(successor(5), ["<start>", "Mo", "Tu", "We", "<stop>"], "<start>", "<stop>")
LETTERS = Program(successor(4), "abc.", stop=".")
NUMBERS = Program(successor(6, n_ctx=3), range(6))


def test_a_list_is_answered_by_a_list() -> None:
    assert DAYS.complete([]) == ["Mo", "Tu", "We"]
    assert DAYS.complete(["Tu"]) == ["We"]
    assert DAYS.complete(["We", "Mo"]) == ["Tu", "We"]
    assert LETTERS.complete(["a"]) == ["b", "c"]
    assert NUMBERS.complete([3]) == [4, 5, 0]


def test_a_string_is_answered_by_a_string() -> None:
    assert LETTERS.complete("a") == "bc"
    assert LETTERS.complete("cba") == "bc"
    assert LETTERS.complete("c") == ""
    assert DAYS.complete("") == "MoTuWe"


def test_steps_and_room() -> None:
    assert LETTERS.complete("a", steps=1) == "b"
    assert LETTERS.complete("a", steps=0) == ""
    assert LETTERS.complete("a", steps=99) == "bc"
    assert NUMBERS.complete([0, 0, 0]) == [1]  # the context is full, one more is said
    assert NUMBERS.complete([0], steps=2) == [1, 2]
    with pytest.raises(ValueError, match="^steps is -1"):
        LETTERS.complete("a", steps=-1)


def test_a_full_context_ends_what_never_stops() -> None:
    assert Program(successor(2, n_ctx=5), "ab").complete("a") == "babab"


def test_a_sliding_context_reads_the_end_of_a_longer_text() -> None:
    sliding = Program(successor(3, n_ctx=2), "abc", slide=True)
    assert sliding.complete("a", steps=7) == "bcabcab"
    assert sliding.complete("aabbc", steps=2) == "ab"  # longer than n_ctx
    assert (sliding.complete("a"), sliding.complete("abc")) == ("bc", "a")
    assert Program(successor(3, n_ctx=2), "abc", slide=True, steps=4).complete("a") == "bcab"
    ending = Program(successor(3, n_ctx=2), "abc", stop="c", slide=True)
    assert ending.complete("ab", steps=9) == ""


def test_a_sliding_context_is_the_last_tokens_and_no_others() -> None:
    model = random_transformer(0, n_ctx=3)
    sliding, said = Program(model, range(10), slide=True), [4, 7]
    for _ in range(6):
        said += Program(model, range(10)).complete(said[-3:], steps=1)
    assert sliding.complete([4, 7], steps=6) == said[2:]


def test_start_in_the_middle_is_not_shown() -> None:
    looping = Program(successor(3, n_ctx=6), ["<start>", "x", "y"], start="<start>")
    assert looping.complete([]) == ["x", "y", "x", "y"]


@every(
    "program, prompt, message",
    [
        (LETTERS, "ax", "'x' is not in the vocabulary; it has 'a' 'b' 'c'$"),
        (LETTERS, "a.", "'.' is not in the vocabulary; it has 'a' 'b' 'c'$"),
        (DAYS, ["Mo", "Su"], "'Su' is not in the vocabulary; it has 'Mo' 'Tu' 'We'$"),
        (DAYS, ["<start>"], "'<start>' is not in the vocabulary; it has 'Mo' 'Tu' 'We'$"),
        (DAYS, "Mo", "^the prompt is 'Mo'; no symbol is a letter: give a list of 'Mo' 'Tu' 'We'$"),
        (NUMBERS, "1", "^the prompt is '1'; no symbol is a letter: give a list of 0 1 2 3 4 5$"),
        (LETTERS, [["a"]], r"^\['a'\] is not in the vocabulary; it has 'a' 'b' 'c'$"),
        (LETTERS, ["x" * 99], "^'x{59}… is not in the vocabulary"),
        (
            NUMBERS,
            [0, 1, 2, 3],
            "the prompt has 4 tokens with its start sentinel; n_ctx allows 1 to 3$",
        ),
        (NUMBERS, [], "the prompt has 0 tokens"),
        (LETTERS, "", "the prompt has 0 tokens"),
        (DAYS, ["Mo"] * 8, "the prompt has 9 tokens with its start sentinel; n_ctx allows 1 to 8$"),
    ],
)
def test_prompts_that_cannot_be_are_named(program: Program, prompt: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        program.complete(prompt)


@every(
    "vocabulary, how, message",
    [
        ("abc", {}, "the vocabulary has 3 different symbols; the model's d_vocab is 4"),
        ("abca", {}, "the vocabulary has 3 different symbols; the model's d_vocab is 4"),
        ("abcde", {}, "the vocabulary has 5 different symbols; the model's d_vocab is 4"),
        ("abcd", {"stop": "."}, r"the sentinel '\.' is not in the vocabulary$"),
        ("abcd", {"start": "^", "stop": "d"}, r"the sentinel '\^' is not in the vocabulary"),
    ],
)
def test_vocabularies_that_do_not_fit_are_named(vocabulary: str, how: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        Program(successor(4), vocabulary, **how)


def test_sentinels() -> None:
    assert DAYS.sentinels == {"<start>", "<stop>"}
    assert [DAYS.is_sentinel(i) for i in range(5)] == [True, False, False, False, True]
    assert NUMBERS.sentinels == set()
    assert DAYS.encode(["Tu", "Mo"]) == [0, 2, 1]
    assert NUMBERS.encode([5, 0]) == [5, 0]
    assert isinstance(LETTERS.vocabulary, tuple)
    with pytest.raises(FrozenInstanceError):
        LETTERS.stop = "a"  # type: ignore[misc]


def test_one_symbol_may_start_and_stop() -> None:
    program = Program(successor(3), "|ab", start="|", stop="|")
    assert program.complete("") == "ab"
    assert program.complete("b") == ""


def test_how_to_choose_and_to_round_is_passed_on() -> None:
    model = random_transformer(3, d_vocab=4, n_ctx=30, n_layers=1)
    program = Program(model, "abcd")
    drawn = {program.complete("a", choose=sample(seed, temperature=5.0)) for seed in range(5)}
    assert len(drawn) == 5
    faint = Transformer(
        np.array([[1.0, 0.0], [0.0, 1.0]]), np.zeros((2, 2)), norm_final=None,
        W_U=np.array([[1.0, 1 + 2.0**-20], [0.0, 1.0]]),
    )  # fmt: skip
    assert Program(faint, "ab").complete("a", steps=1) == "b"
    assert Program(faint, "ab").complete("a", steps=1, to=to_float16) == "a"


def test_a_sentinel_may_follow_the_prompt() -> None:
    program = Program(successor(5), ["a", "b", "|", "c", "."], stop=".", after="|")
    assert program.sentinels == {"|", "."}
    assert program.encode("ab") == [0, 1, 2]
    assert program.complete("ba") == "c"
    assert program.complete([]) == ["c"]
    with pytest.raises(ValueError, match=r"^'\|' is not in the vocabulary; it has 'a' 'b' 'c'$"):
        program.complete("a|")
    with pytest.raises(ValueError, match="^the sentinel '!' is not in the vocabulary$"):
        Program(successor(4), "abcd", after="!")


def test_one_symbol_may_follow_and_stop() -> None:
    program = Program(successor(3), "|ab", stop="|", after="|")
    assert program.complete("ba") == "ab"
    assert program.complete("") == "ab"


def test_a_long_vocabulary_is_not_listed_whole() -> None:
    sentence = r"^-1 is not in the vocabulary; it has 0 1 .* \.\.\. 199$"
    with pytest.raises(ValueError, match=sentence):
        Program(successor(200), range(200)).complete([-1])


def test_a_prompt_with_a_fault_gets_its_sentence() -> None:
    def even(prompt: Any) -> str:
        return "" if len(prompt) % 2 == 0 else f"the prompt has {len(prompt)} letters; give two"

    program = Program(successor(4), "abc.", stop=".", fault=even)
    assert program.complete("ab") == "c"
    assert program.complete(["a", "b"]) == ["c"]
    with pytest.raises(ValueError, match="^the prompt has 1 letters; give two$"):
        program.complete("a")
    with pytest.raises(ValueError, match="^'x' is not in the vocabulary"):
        program.complete("x")
    assert program.encode("a") == [0]


def test_a_prompt_that_is_no_row_of_symbols_is_named() -> None:
    sentence = "^the prompt is 5; it must be a string or a list of symbols$"
    with pytest.raises(ValueError, match=sentence):
        Program(successor(4), "abcd").complete(5)  # type: ignore[call-overload]


WIDTHS = np.array([[0.0], [1.0], [2.0]])


def listener(d_in: int) -> Transformer:
    """Says what its encoder read most often, from one head that looks at all alike."""
    encoder = Transformer(np.eye(d_in, 4), np.zeros((4, 4)), norm_final=None, causal=False)
    nowhere = np.zeros((4, 1))
    layer = Layer(cross=[Head(nowhere, nowhere, np.eye(4), np.eye(4))], norm_cross=None)
    return Transformer(
        np.zeros((4, 4)), np.zeros((2, 4)), [layer], None, W_U=np.eye(4), encoder=encoder
    )


def spoken(given: Any) -> Any:
    if len(given) == 0:
        raise ValueError("there is nothing to hear")
    return np.asarray(given, float)[:, None] == WIDTHS.T


def test_an_encoder_reads_what_is_given() -> None:
    echo = Program(listener(4), "abc.", start=".", steps=1)
    assert [echo.complete(text) for text in ("a", "bb", "accc", "cbb")] == list("abcb")
    assert echo.complete(["b", "b"]) == ["b"]
    with pytest.raises(ValueError, match=r"^'\.' is not in the vocabulary; it has 'a' 'b' 'c'$"):
        echo.complete(".")
    with pytest.raises(ValueError, match="^there are 5 tokens; n_ctx allows 1 to 4$"):
        echo.complete("aaaaa")
    with pytest.raises(ValueError, match="^there are 0 tokens"):
        echo.complete("")


def test_a_source_makes_frames_of_what_is_given() -> None:
    words = ["no", "perhaps", "yes", "<start>"]
    heard = Program(
        listener(3), words, "<start>", steps=2, source=lambda given: spoken(given).astype(float),
        pieces=Heard(("no", "perhaps", "yes")),
    )  # fmt: skip
    assert heard.complete(np.array([2.0, 2.0, 1.0])) == "yes yes"
    assert heard.complete([2.0, 2.0, 1.0]) == ["yes", "yes"]
    with pytest.raises(ValueError, match="^there is nothing to hear$"):
        heard.complete(np.array([]))
    with pytest.raises(ValueError, match="^there is a source, but the model has no encoder"):
        Program(successor(4), "abcd", source=spoken)


def test_an_opening_stands_before_what_an_encoder_reads() -> None:
    program = replace(copy("abc", 4), opening="c")
    assert program.read("ab") == [2, 0, 1, 3] and program.encode("ab") == [3]
    assert read(write(program)).program.opening == "c"
    with pytest.raises(ValueError, match="^there is an opening, but the model has no encoder"):
        Program(successor(4), "abcd", opening="a")


@every("piece", ["maybe", "<start>"])
def test_a_piece_is_a_symbol_that_a_reader_may_type(piece: str) -> None:
    words = ["no", "perhaps", "yes", "<start>"]
    with pytest.raises(ValueError, match=f"^the piece '{piece}' is no symbol of the vocabulary$"):
        Program(listener(3), words, "<start>", source=spoken, pieces=Heard(("no", piece, "yes")))
