"""Hello World: every token at every position, and how loud a position must be to drown a token."""

import math
from functools import partial
from typing import Any

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from taotp.programs import Program, hello_world
from taotp.programs.hello_world import LOUD
from taotp_core import PRECISIONS, forward, greedy, predictions
from taotp_core.measure import margin
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every
from tests.refused import refused
from tools.sampling import drawn

ASCII = [chr(i) for i in range(32, 286)]  # 256 symbols with the two sentinels


def whatever_it_is_told(program: Program) -> np.ndarray:
    """What it says after each token at each position: [d_vocab, n_ctx]."""
    model = program.model
    tokens = np.repeat(np.arange(model.d_vocab)[:, None], model.n_ctx, axis=1)
    return predictions(model, tokens)


def should_say(program: Program, message: Any) -> list[int]:
    """The ids of the message and of stop."""
    return [program.vocabulary.index(symbol) for symbol in [*message, "<stop>"]]


@every("alphabet, loud", [(None, 4), (None, 10), (None, LOUD), (ASCII, 100), (ASCII, LOUD)])
def test_the_lead_of_the_winner(alphabet: list[str] | None, loud: float) -> None:
    program = hello_world(vocabulary=alphabet, loud=loud)
    d_vocab = program.model.d_vocab
    aside = math.asin(1 / loud)  # by so much a token can turn a position
    least = 3 * (math.cos(aside) - math.cos(2 * math.pi / d_vocab - aside))
    assert least > 0
    tokens = np.repeat(np.arange(d_vocab)[:, None], 13, axis=1)
    assert margin(forward(program.model, tokens)).min() >= least - 1e-9


@settings(EVERY_TIME_THE_SAME, max_examples=40)
@given(st.text(max_size=12), st.sampled_from([3, 6, 9]), st.just(None))
@example("", 3, None)
@example("aaaa", 3, None)
@example("Gr\u00fc\u00dfe, \u4e16\u754c \U0001f30d!", 3, None)
@example("\n\t\0", 3, None)
@example("Hello World!", 3, ASCII)
@example("Hello World!", 12, ASCII)
def test_any_message(message: str, d_model: int, alphabet: list[str] | None) -> None:
    """Every token at every position."""
    program = hello_world(message, vocabulary=alphabet, d_model=d_model)
    assert program.complete("") == message
    assert (whatever_it_is_told(program) == should_say(program, message)).all()
    assert program.model.W_pos.shape == (len(message) + 1, d_model)
    assert program.model.d_vocab == len(alphabet or set(message)) + 2


def test_symbols_and_what_it_says_unless_told_otherwise() -> None:
    program = hello_world()
    assert (program.start, program.stop) == ("<start>", "<stop>")
    said = program.model.W_E[[1, 2, 3, 3, 4, 5, 6, 4, 7, 3, 8, 9, 10]]
    assert (program.model.W_pos == 1e6 * said).all()
    words: Any = ["to", "be", "or", "not", "to", "be"]
    program = hello_world(words, start="^", stop="$")
    assert program.complete([]) == words
    assert program.vocabulary == ("^", "to", "be", "or", "not", "$")
    assert hello_world("ba", vocabulary="abcab").vocabulary == ("<start>", *"abc", "<stop>")


def test_what_cannot_be_is_named() -> None:
    made: list[tuple[str, dict[str, Any], str]] = [
        ("hi!", {"vocabulary": "hi"}, "the vocabulary lacks '!' of the message"),
        ("x", {"vocabulary": ""}, "the vocabulary lacks 'x' of the message"),
        ("a$", {"stop": "$"}, r"the vocabulary lacks '\$' of the message"),
        ("^a", {"start": "^", "vocabulary": "^a"}, r"the vocabulary lacks '\^' of the message"),
        ("hi", {"d_model": 4}, r"d_model is 4; it must be 3, 6, 9 \.\.\."),
        ("hi", {"d_model": 0}, r"d_model is 0; it must be 3, 6, 9 \.\.\."),
    ]
    refused(*((partial(hello_world, told, **how), f"^{error}$") for told, how, error in made))
    say = hello_world("Hello World!").complete
    refused(
        (lambda: say(["<start>"]), "^'<start>' is not in the vocabulary"),
        (lambda: say("Hello World!!"), "^the prompt has 14 tokens with its start sentinel; n_ctx"),
        (lambda: say("", to=PRECISIONS["float16"]), "a logit is not a number"),
    )


def drowned(d_vocab: int, loud: float) -> bool:
    """By the angles alone: whether a position `loud` times as long beats every token."""
    for k in range(d_vocab):
        angle = 2 * math.pi * k / d_vocab
        aside = math.atan2(math.sin(angle), loud + math.cos(angle))
        if abs(aside) >= math.pi / d_vocab - 1e-12:
            return False
    return True


def says_all(d_vocab: int, loud: float) -> bool:
    """Whether no token at any position leads a message of every symbol astray."""
    program = hello_world("".join(map(chr, range(65, 63 + d_vocab))), loud=loud)
    message = program.vocabulary[1:-1]
    return bool((whatever_it_is_told(program) == should_say(program, message)).all())


@every("d_vocab", [*range(4, 33), 60, 100, 256])
def test_how_loud_is_loud_enough(d_vocab: int) -> None:
    enough = math.floor(1 / math.sin(math.pi / d_vocab)) + 1
    for loud in (*drawn(range(1, enough), 6, f"loud {d_vocab}"), enough):
        assert says_all(d_vocab, loud) == drowned(d_vocab, loud), loud
    assert drowned(d_vocab, enough) and not drowned(d_vocab, enough - 1)
    if d_vocab == 11:
        assert [says_all(11, loud) for loud in range(1, 6)] == [False] * 3 + [True] * 2


def test_the_largest_alphabet_promised() -> None:
    # At 300,000 symbols neighbors lie 2e-5 apart; a token pulls a millionth aside.
    n = 300_000
    program = hello_world([0, 1, n // 2, n - 1], vocabulary=range(n))  # type: ignore[arg-type]
    assert 1 / math.sin(math.pi / (n + 2)) < LOUD
    expected = should_say(program, [0, 1, n // 2, n - 1])
    for token in (0, 1, 2, n // 2, n, n + 1):
        logits = forward(program.model, np.full(5, token))
        assert greedy(logits).tolist() == expected
        assert margin(logits).min() > 1e-10


@every("precision, loud", [("float32", LOUD), ("bfloat16", LOUD), ("float16", 1e4)])
def test_lower_precisions(precision: str, loud: float) -> None:
    program = hello_world("Hello World!", loud=loud)
    assert program.complete("", to=PRECISIONS[precision]) == "Hello World!"
