"""A model with its vocabulary: what a person types, and what is said to what they may not type."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.listing import read, write
from taotp.programs import Program
from taotp.programs.two_stacks import copy
from taotp.sound.heard import Heard
from taotp_core import Head, Layer, Transformer, random_transformer, sample
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
LOOPING = Program(successor(3, n_ctx=6), ["<start>", "x", "y"], start="<start>")
SLIDING = Program(successor(3, n_ctx=2), "abc", slide=True)
ROUND: Any = Program(successor(3), "|ab", stop="|")
FOLLOWED = Program(successor(5), ["a", "b", "|", "c", "."], stop=".", after="|")
EVEN = Program(
    successor(4), "abc.", stop=".",
    fault=lambda said: f"the prompt has {len(said)} letters; give two" if len(said) % 2 else "",
)  # fmt: skip


@every("program, prompt, steps, said", [
    # a list is answered by a list
    (DAYS, [], None, ["Mo", "Tu", "We"]),
    (DAYS, ["We", "Mo"], None, ["Tu", "We"]),
    (LETTERS, ["a"], None, ["b", "c"]),
    (NUMBERS, [3], None, [4, 5, 0]),
    (NUMBERS, [0, 0, 0], None, [1]),  # the context is full, one more is said
    (NUMBERS, [0], 2, [1, 2]),
    (LOOPING, [], None, ["x", "y", "x", "y"]),  # a start in the middle is not shown
    # a string by a string
    (DAYS, "", None, "MoTuWe"),
    (LETTERS, "cba", None, "bc"),
    *((LETTERS, "a", steps, said) for steps, said in ((1, "b"), (0, ""), (99, "bc"), (None, "bc"))),
    (Program(successor(2, n_ctx=5), "ab"), "a", None, "babab"),  # which never stops
    (FOLLOWED, "ba", None, "c"),
    (EVEN, "ab", None, "c"),
    # a sliding context reads the end of a longer text
    (SLIDING, "a", 7, "bcabcab"),
    (SLIDING, "aabbc", 2, "ab"),
    (SLIDING, "abc", None, "a"),
    (replace(SLIDING, steps=4), "a", None, "bcab"),
    (replace(SLIDING, stop="c"), "ab", 9, ""),
    # one symbol may start or follow, and stop
    *((replace(ROUND, **how), prompt, None, said)
      for how, prompt, said in (({"start": "|"}, "", "ab"), ({"start": "|"}, "b", ""),
                                ({"after": "|"}, "", "ab"), ({"after": "|"}, "ba", "ab"))),
])  # fmt: skip
def test_what_is_said(program: Program, prompt: Any, steps: int | None, said: Any) -> None:
    assert program.complete(prompt, steps=steps) == said


@every("program, prompt, message", [
    *((LETTERS, prompt, f"{strange} is not in the vocabulary; it has 'a' 'b' 'c'$")
      for prompt, strange in (("ax", "'x'"), ("a.", r"'\.'"), ([["a"]], r"\['a'\]"))),
    (LETTERS, ["x" * 99], "'x{59}… is not in the vocabulary"),
    (DAYS, ["Mo", "Su"], "'Su' is not in the vocabulary; it has 'Mo' 'Tu' 'We'$"),
    (DAYS, "Mo", "the prompt is 'Mo'; no symbol is a letter: give a list of 'Mo' 'Tu' 'We'$"),
    (NUMBERS, "1", "the prompt is '1'; no symbol is a letter: give a list of 0 1 2 3 4 5$"),
    (NUMBERS, [0, 1, 2, 3],
     "the prompt has 4 tokens with its start sentinel; n_ctx allows 1 to 3$"),
    (NUMBERS, [], "the prompt has 0 tokens"),
    (NUMBERS, 5, "the prompt is 5; it must be a string or a list of symbols$"),
    (DAYS, ["Mo"] * 8, "the prompt has 9 tokens with its start sentinel; n_ctx allows 1 to 8$"),
    (FOLLOWED, "a|", r"'\|' is not in the vocabulary; it has 'a' 'b' 'c'$"),
    (Program(successor(200), range(200)), [-1],
     r"-1 is not in the vocabulary; it has 0 1 .* 39 \.\.\. 199$"),  # and not all of it
    (EVEN, "a", "the prompt has 1 letters; give two$"),
    (EVEN, "x", "'x' is not in the vocabulary"),
])  # fmt: skip
def test_prompts_that_cannot_be_are_named(program: Program, prompt: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        program.complete(prompt)


@every("vocabulary, how, message", [
    *((letters, {}, f"the vocabulary has {n} different symbols; the model's d_vocab is 4")
      for letters, n in (("abc", 3), ("abca", 3), ("abcde", 5))),
    ("abcd", {"stop": "."}, r"the sentinel '\.' is not in the vocabulary$"),
    ("abcd", {"start": "^", "stop": "d"}, r"the sentinel '\^' is not in the vocabulary"),
    ("abcd", {"after": "!"}, "the sentinel '!' is not in the vocabulary$"),
    ("abcd", {"source": len}, "there is a source, but the model has no encoder"),
    ("abcd", {"opening": "a"}, "there is an opening, but the model has no encoder"),
])  # fmt: skip
def test_what_does_not_fit_a_model_is_named(vocabulary: str, how: Any, message: str) -> None:
    with pytest.raises(ValueError, match=f"^{message}"):
        Program(successor(4), vocabulary, **how)


def test_sentinels_are_no_readers_business_and_steps_are_none_below_0() -> None:
    assert DAYS.sentinels == {"<start>", "<stop>"} and FOLLOWED.sentinels == {"|", "."}
    assert [DAYS.is_sentinel(i) for i in range(5)] == [True, False, False, False, True]
    assert (DAYS.encode(["Tu", "Mo"]), FOLLOWED.encode("ab")) == ([0, 2, 1], [0, 1, 2])
    with pytest.raises(ValueError, match="^steps is -1"):
        LETTERS.complete("a", steps=-1)


def test_how_to_choose_is_passed_on() -> None:
    model = random_transformer(3, d_vocab=4, n_ctx=30, n_layers=1)
    program = Program(model, "abcd")
    drawn = {program.complete("a", choose=sample(seed, temperature=5.0)) for seed in range(5)}
    assert len(drawn) == 5


# Where an encoder reads

WIDTHS = np.array([[0.0], [1.0], [2.0]])


def listener(d_in: int) -> Transformer:
    """Says what its encoder read most often, from one head that looks at all alike."""
    encoder = Transformer(np.eye(d_in, 4), np.zeros((4, 4)), norm_final=None, causal=False)
    nowhere, W_pos = np.zeros((4, 1)), np.zeros((2, 4))
    layer = Layer(cross=[Head(nowhere, nowhere, np.eye(4), np.eye(4))], norm_cross=None)
    return Transformer(np.zeros((4, 4)), W_pos, [layer], None, W_U=np.eye(4), encoder=encoder)


def spoken(given: Any) -> Any:
    if len(given) == 0:
        raise ValueError("there is nothing to hear")
    return (np.asarray(given, float)[:, None] == WIDTHS.T).astype(float)


WORDS = ("no", "perhaps", "yes")
ECHO = Program(listener(4), "abc.", start=".", steps=1)
HEARD = Program(
    listener(3), [*WORDS, "<start>"], "<start>", steps=2, source=spoken, pieces=Heard(WORDS)
)


def test_an_encoder_reads_what_is_given_and_a_source_makes_frames_of_it() -> None:
    assert [ECHO.complete(text) for text in ("a", "bb", "accc", "cbb")] == list("abcb")
    assert ECHO.complete(["b", "b"]) == ["b"]
    assert HEARD.complete(np.array([2.0, 2.0, 1.0])) == "yes yes"
    assert HEARD.complete([2.0, 2.0, 1.0]) == ["yes", "yes"]
    refused: list[tuple[Program, Any, str]] = [
        (ECHO, ".", r"'\.' is not in the vocabulary; it has 'a' 'b' 'c'$"),
        (ECHO, "", "there are 0 tokens"),
        (HEARD, np.array([]), "there is nothing to hear$"),
    ]
    for program, given, message in refused:
        with pytest.raises(ValueError, match=f"^{message}"):
            program.complete(given)
    for piece in ("maybe", "<start>"):  # is no symbol that a reader may type
        with pytest.raises(
            ValueError, match=f"^the piece '{piece}' is not a symbol of the vocabula"
        ):
            replace(HEARD, pieces=Heard(("no", piece, "yes")))


def test_an_opening_stands_before_what_an_encoder_reads() -> None:
    program = replace(copy("abc", 4), opening="c")
    assert program.read("ab") == [2, 0, 1, 3] and program.encode("ab") == [3]
    assert read(write(program)).program.opening == "c" and "c" in program.sentinels
