"""Hello World: every token at every position, and how loud a position must be to drown a token."""

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp.programs import Program, hello_world
from taotp.programs.hello_world import LOUD
from taotp_core import forward, predictions
from taotp_core.arrays import PRECISIONS
from taotp_core.measure import margin
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every
from tools.sampling import drawn
from tools.thirty_lines import thirty_lines

PLAIN = thirty_lines()
ASCII = [chr(i) for i in range(32, 286)]  # 256 symbols with the two sentinels


def whatever_it_is_told(program: Program) -> np.ndarray:
    """What it says after each token at each position: [d_vocab, n_ctx]."""
    model = program.model
    tokens = np.repeat(np.arange(model.d_vocab)[:, None], model.n_ctx, axis=1)
    return predictions(model, tokens)


def should_say(program: Program, message: Any) -> list[int]:
    """The ids of the message and of stop."""
    return [program.vocabulary.index(symbol) for symbol in [*message, "<stop>"]]


@every("d_model", [3, 6, 12])
@every("alphabet", [None, ASCII])
def test_every_token_at_every_position(alphabet: list[str] | None, d_model: int) -> None:
    program = hello_world("Hello World!", vocabulary=alphabet, d_model=d_model)
    assert program.model.W_E.shape == (11 if alphabet is None else 256, d_model)
    assert program.model.W_pos.shape == (13, d_model)
    expected = should_say(program, "Hello World!")
    assert (whatever_it_is_told(program) == expected).all()
    assert program.complete("") == "Hello World!"


def test_the_plain_lines_say_it_too() -> None:
    program = hello_world("Hello World!")
    model = program.model
    expected = should_say(program, "Hello World!")
    for token in range(model.d_vocab):
        logits = PLAIN.transformer(np.full(13, token), model)
        assert logits.argmax(-1).tolist() == expected
    assert PLAIN.decode(np.array([0]), model, 13).tolist() == [0, *expected]


@every("alphabet, loud", [(None, 4), (None, 10), (None, LOUD), (ASCII, 100), (ASCII, LOUD)])
def test_the_lead_of_the_winner(alphabet: list[str] | None, loud: float) -> None:
    program = hello_world(vocabulary=alphabet, loud=loud)
    d_vocab = program.model.d_vocab
    aside = math.asin(1 / loud)  # by so much a token can turn a position
    least = 3 * (math.cos(aside) - math.cos(2 * math.pi / d_vocab - aside))
    assert least > 0
    tokens = np.repeat(np.arange(d_vocab)[:, None], 13, axis=1)
    assert margin(forward(program.model, tokens)).min() >= least - 1e-9


@every(
    "prompt, rest",
    [("", "Hello World!"), ("Hel", "lo World!"), ("World", " World!"), ("Hello World!", "")],
)
def test_it_continues_whatever_was_typed(prompt: str, rest: str) -> None:
    program = hello_world("Hello World!")
    assert program.complete(prompt) == rest
    assert program.complete(list(prompt)) == list(rest)


def test_prompts_that_cannot_be() -> None:
    program = hello_world("Hello World!")
    with pytest.raises(
        ValueError, match=r"^'x' is not in the vocabulary; it has 'H' 'e' 'l' 'o' ' ' "
    ):
        program.complete("x")
    with pytest.raises(ValueError, match=r"^'<start>' is not in the vocabulary"):
        program.complete(["<start>"])
    with pytest.raises(
        ValueError, match=r"^the prompt has 14 tokens with its start sentinel; n_ctx"
    ):
        program.complete("Hello World!!")


@EVERY_TIME_THE_SAME
@given(st.text(max_size=12), st.sampled_from([3, 6, 9]))
def test_any_message(message: str, d_model: int) -> None:
    program = hello_world(message, d_model=d_model)
    assert program.complete("") == message
    assert (whatever_it_is_told(program) == should_say(program, message)).all()


@every("message", ["", "aaaa", "abababab", "Grüße, 世界 🌍!", "\n\t\0"])
def test_odd_messages(message: str) -> None:
    program = hello_world(message)
    assert program.complete("") == message
    assert program.model.n_ctx == len(message) + 1
    assert program.model.d_vocab == len(set(message)) + 2


def test_words_may_be_symbols() -> None:
    words = ["to", "be", "or", "not", "to", "be"]
    program = hello_world(words, start="^", stop="$")  # type: ignore[arg-type]
    assert program.complete([]) == words
    assert program.vocabulary == ("^", "to", "be", "or", "not", "$")


def test_what_it_says_unless_told_otherwise() -> None:
    program = hello_world()
    assert program.complete("") == "Hello World!"
    assert (program.start, program.stop) == ("<start>", "<stop>")
    assert (
        np.abs(
            program.model.W_pos - 1e6 * program.model.W_E[[1, 2, 3, 3, 4, 5, 6, 4, 7, 3, 8, 9, 10]]
        ).max()
        == 0
    )


def test_the_alphabet_keeps_its_order() -> None:
    program = hello_world("ba", vocabulary="abcab")
    assert program.vocabulary == ("<start>", "a", "b", "c", "<stop>")
    assert program.complete("c") == "a"


@every(
    "message, how, error",
    [
        ("hi!", {"vocabulary": "hi"}, "the vocabulary lacks '!' of the message"),
        ("x", {"vocabulary": ""}, "the vocabulary lacks 'x' of the message"),
        ("a$", {"stop": "$"}, r"the vocabulary lacks '\$' of the message"),
        ("^a", {"start": "^", "vocabulary": "^a"}, r"the vocabulary lacks '\^' of the message"),
        ("hi", {"d_model": 4}, r"d_model is 4; it must be 3, 6, 9 \.\.\."),
        ("hi", {"d_model": 0}, r"d_model is 0; it must be 3, 6, 9 \.\.\."),
    ],
)
def test_what_cannot_be_is_named(message: str, how: dict[str, Any], error: str) -> None:
    with pytest.raises(ValueError, match=f"^{error}$"):
        hello_world(message, **how)


def drowned(d_vocab: int, loud: float) -> bool:
    """By the angles alone: whether a position `loud` times as long beats every token."""
    for k in range(d_vocab):
        angle = 2 * math.pi * k / d_vocab
        aside = math.atan2(math.sin(angle), loud + math.cos(angle))
        if abs(aside) >= math.pi / d_vocab - 1e-12:
            return False
    return True


def all_symbols(d_vocab: int, loud: float, d_model: int = 3) -> Program:
    """A message of every symbol once."""
    return hello_world("".join(map(chr, range(65, 63 + d_vocab))), loud=loud, d_model=d_model)


def says_all(program: Program) -> bool:
    """Whether no token at any position leads it astray."""
    message = program.vocabulary[1:-1]
    return bool((whatever_it_is_told(program) == should_say(program, message)).all())


@every("d_vocab", [*range(4, 33), 60, 100, 256])
def test_how_loud_is_loud_enough(d_vocab: int) -> None:
    enough = math.floor(1 / math.sin(math.pi / d_vocab)) + 1
    assert drowned(d_vocab, enough)
    assert says_all(all_symbols(d_vocab, enough))
    for loud in drawn(range(1, enough), 20, f"loud {d_vocab}"):
        assert says_all(all_symbols(d_vocab, loud)) == drowned(d_vocab, loud), loud
    assert not drowned(d_vocab, enough - 1)


def exactly(d_vocab: int) -> int:
    """The smallest integer that drowns all tokens: they stand at whole steps from the answer."""
    half = math.pi / d_vocab
    most = max(math.sin(2 * half * k - half) for k in range(d_vocab))
    return int(most / math.sin(half) * (1 + 1e-12)) + 1


@every("d_vocab", range(3, 100))
def test_the_exact_loudness_and_the_bound(d_vocab: int) -> None:
    exact = exactly(d_vocab)
    assert drowned(d_vocab, exact)
    assert exact == 1 or not drowned(d_vocab, exact - 1)
    bound = int(1 / math.sin(math.pi / d_vocab) * (1 + 1e-12)) + 1
    # No token stands across the sum where 4 divides the vocabulary.
    assert bound - exact == (1 if d_vocab in (44, 88) else 0)


def test_eleven_symbols_need_four() -> None:
    assert [says_all(all_symbols(11, loud)) for loud in (1, 2, 3, 4, 5)] == [False] * 3 + [True] * 2
    assert hello_world("Hello World!", loud=4).complete("") == "Hello World!"
    assert hello_world("Hello World!", loud=3).complete("") != "Hello World!"


def test_the_largest_alphabet_promised() -> None:
    # At 300,000 symbols neighbors lie 2e-5 apart; a token pulls a millionth aside.
    n = 300_000
    program = hello_world([0, 1, n // 2, n - 1], vocabulary=range(n))  # type: ignore[arg-type]
    assert 1 / math.sin(math.pi / (n + 2)) < LOUD
    expected = should_say(program, [0, 1, n // 2, n - 1])
    for token in (0, 1, 2, n // 4, n // 2, 3 * n // 4, n, n + 1):
        tokens = np.full(5, token)
        assert predictions(program.model, tokens).tolist() == expected
        lead = margin(forward(program.model, tokens))
        assert lead.min() > 1e-10


@every("precision, loud", [("float32", LOUD), ("bfloat16", LOUD), ("float16", 1e4)])
def test_lower_precisions(precision: str, loud: float) -> None:
    program = hello_world("Hello World!", loud=loud)
    assert program.complete("", to=PRECISIONS[precision]) == "Hello World!"


def test_float16_overflows() -> None:
    with pytest.raises(ValueError, match="a logit is not a number"):
        hello_world("Hello World!", loud=LOUD).complete("", to=PRECISIONS["float16"])
