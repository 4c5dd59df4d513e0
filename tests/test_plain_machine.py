"""The plain machine: forty lines, the chapter's thirty in it, and the fast pass equal to 1e-12.

That is 1e-12 of the largest logit, at the positions that answer.
"""

import ast
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp import programs
from taotp.little_man import assemble
from taotp.programs import Program, printed, small, two_stacks
from taotp_core import LAYER_NORM, Inputs, encode, forward, generate, plain, random_transformer
from taotp_core.arrays import Array
from taotp_core.weights import Norm, Transformer, mapped
from tests.examples import (
    EVERY_TIME_THE_SAME,
    assert_same_logits,
    models,
    prompts,
    random_tokens,
)
from tests.laws import every
from tools.thirty_lines import thirty_lines

MOST_LINES = 40  # of code, what it imports included
NEAR = 1e-12  # of the largest logit
CHAPTER = thirty_lines()


def apart(ours: Array, theirs: Array) -> float:
    """The largest difference of logits, as a share of the largest logit."""
    assert ours.shape == theirs.shape
    return float(np.abs(ours - theirs).max() / np.abs(theirs).max())


# --- its size


def lines_of_code(source: str) -> int:
    """How many lines are neither empty, nor a comment, nor in a docstring."""
    said = set[int]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node):
            said.update(range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1))
    lines = enumerate(map(str.strip, source.splitlines()), 1)
    return sum(n not in said and line != "" and not line.startswith("#") for n, line in lines)


def test_it_has_forty_lines_and_shares_no_step() -> None:
    source = Path(plain.__file__).read_text(encoding="utf-8")
    assert 0 < lines_of_code(source) <= MOST_LINES
    found = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    assert {str(node.module) for node in found} <= {
        "typing",
        "taotp_core.arrays",
        "taotp_core.weights",
    }


# --- every program


SUMS = ["99+99=", "05+70=", "12+89="]
TABLE = {"fr": "Paris", "it": "Rome", "es": "Madrid", "at": "Vienna", "hu": "Budapest"}
LETTERS = "abcdefghijklmnopqrstuvwxyz "
KEYS = ["fr", "from hu", "not to es but to at"]
TEXTS = [[1, 2, 5, 1, 1, 7, 1, 1], [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3, 1], [4] * 30]
NUMBERS = [[3], [4, 9, 2, 7] * 5, [40, 12, 49]]
NEXT, SAME = {"a": "b", "b": "a"}, {"a": "a", "b": "b"}
BOTH = {"least:": programs.minimum(20, 8), "most:": programs.maximum(20, 8)}

# Each program of the book, by the name it has there, and what it is asked.
ASKED: dict[str, tuple[Callable[[], Program], Sequence[Any]]] = {
    "add": (lambda: programs.add(2), SUMS),
    "add_digits_mod10": (programs.add_digits_mod10, ["11", "38", "99"]),
    "add_mod10": (lambda: programs.add_mod10(2), SUMS),
    "agreement": (programs.agreement, ["These dogs sleeps", "The keys to the cabinet is red."]),
    "before_last": (lambda: programs.before_last("abcd", 6), ["abca", "dd"]),
    "brackets": (programs.brackets, ["the dog that the dogs see sleeps"]),
    "choose": (lambda: programs.choose(BOTH), [["least:", 4, 9, 2], ["most:", 4, 9, 2, 7]]),
    "computer": (lambda: programs.computer(n_ctx=40), [assemble("LDA 1\nADD 0\nSTA 9\nBRP 1")]),
    "coreference": (programs.coreference, ["the king saw the queen and she", "queens it he"]),
    "echo": (lambda: programs.echo("abcde", 12), ["abc", "eeabc"]),
    "eight_signs": (lambda: programs.eight_signs(n_ctx=40), [[*"+-.", ":", ">0", "7", "@0"]]),
    "english_french": (programs.english_french, ["I see the cat", "it's a good book"]),
    "hello_world": (lambda: programs.hello_world("Hello World!"), ["", "Hello"]),
    "few_shot": (lambda: programs.few_shot({"next": NEXT, "same": SAME}), ["a:b b:", "a:a b:b b:"]),
    "induction": (lambda: programs.induction("abcdefgh", 30), ["ea" + "abcabd" * 2 + "a"]),
    "letters": (lambda: programs.letters("to be or not to be", 2), ["no", "t"]),
    "lookup": (lambda: programs.lookup(TABLE, 20, vocabulary=LETTERS), KEYS),
    "maximum": (lambda: programs.maximum(50, 20), NUMBERS),
    "minimum": (lambda: programs.minimum(50, 20), NUMBERS),
    "next_word": (lambda: programs.next_word({"a b": 1, "a c": 3}), [[], ["a"]]),
    "printed.aab": (printed.aab, ["ababa"]),
    "printed.add": (lambda: printed.add(2), SUMS),
    "printed.add_mod10": (lambda: printed.add_mod10(2), SUMS),
    "printed.greeting": (printed.greeting, ["", "Hello"]),
    "printed.lookup": (lambda: printed.lookup(TABLE, 20, vocabulary=LETTERS), KEYS),
    "printed.minimum": (lambda: printed.minimum(50, 20), NUMBERS),
    "printed.search": (lambda: printed.search(10, 30, 2), TEXTS[:1]),
    "printed.sort": (lambda: replace(printed.sort(), steps=4), [[5, 9, 2, 7]]),
    "repeat_pattern": (lambda: programs.repeat_pattern("aab", 9), ["aa", "baaba"]),
    "rule110": (lambda: programs.rule110(7, 40), ["0110101", "111" * 5]),
    "search": (lambda: programs.search(10, 40, 2), TEXTS),
    "sentiment": (programs.sentiment, ["This is NOT a great film!!", "kind of bad :("]),
    "small.add": (lambda: small.add(3), ["456+544=", "005+970="]),
    "small.add_by_looking": (lambda: small.add_by_looking(3), ["456+544=", "005+970="]),
    "small.minimum": (lambda: small.minimum(20, 8), [[3], [4, 9, 2, 7]]),
    "small.multiply": (lambda: small.multiply(2), ["45*67=", "99*09="]),
    "small.sort": (lambda: small.sort(9, 30), [[5, 8, 2, 7, 1]]),
    "sort": (lambda: programs.sort(28, 100), [[5, 3], [*range(27, 2, -2)]]),
    "three digits": (lambda: programs.add(3), ["999+999=", "005+970=", "123+877="]),
    "three_instructions": (
        lambda: programs.three_instructions(4, 40),
        [["02", ">0", "05", ">1", "@0"]],
    ),
    "two_stacks.copy": (lambda: two_stacks.copy("abc", 6), ["abca", ""]),
    "two_stacks.reverse": (lambda: two_stacks.reverse("abc", 6), ["abca", "c"]),
    "two_stacks.sort": (lambda: two_stacks.sort("abc", 6), ["cabca", "c"]),
    "weird_words": (programs.weird_words, ["The keys to the cabinet is red."]),
}
HEARS = {"dial_tones", "spoken_digits", "spoken_words", "spoken_sentence"}  # read frames

# A spike stretches what it looks up by one over its width, a norm what is faint, and the source's
# search multiplies what it looks for: rounding grows with that, in any engine. These two are held
# to SOME of what the logits move by when each weight is another in its last bit.
SOME = 10
DRAWS = 8  # of neighbors: one draw may happen to change nothing
LOUD = {"printed.search", "small.multiply", "three digits"}


def test_every_program_is_asked() -> None:
    named = {name for name in programs.__all__ if callable(getattr(programs, name))}
    assert named - set(ASKED) == HEARS | {"Program"}
    assert set(ASKED) >= LOUD


def neighbor(model: Transformer, seed: int) -> Transformer:
    """A model in which each weight is a neighbor of its own among the numbers of a float64."""
    rng, ulp = np.random.default_rng(seed), np.finfo(float).eps
    return mapped(model, lambda _, W: W * (1 + ulp * rng.choice([-1, 1], W.shape)))


def moved(model: Transformer, tokens: Inputs) -> Array:
    """How far logits move at most where weights are other in their last bit."""
    ours = forward(model, tokens)
    others = [forward(neighbor(model, seed), tokens) for seed in range(DRAWS)]
    most: Array = np.max(np.abs(np.array(others) - ours), axis=0)
    return most


@every("name", ASKED)
def test_a_program_answers_alike(name: str) -> None:
    make, asked = ASKED[name]
    program = make()
    model = program.model
    for prompt in asked:
        typed, memory, expected = np.array(program.encode(prompt)), None, None
        if model.encoder:
            source = np.array(program.read(prompt))
            memory, expected = encode(model, source), plain.stream(model.encoder, source)
            assert apart(memory, expected) <= NEAR
        room = model.n_ctx + 1 - len(typed)
        steps = room if program.steps is None else min(room, program.steps)
        said = generate(model, typed, steps, memory=memory)[:-1]
        answers = slice(len(typed) - 1, None)
        ours = forward(model, said, memory=memory)[answers]
        theirs = plain.forward(model, said, expected)[answers]
        if name in LOUD:
            rounding = moved(model, said)[answers].max()
            assert np.abs(ours - theirs).max() <= SOME * rounding <= 1e-4
        else:
            assert apart(ours, theirs) <= NEAR


@every("make", [programs.dial_tones, programs.spoken_digits])
def test_a_program_hears_alike(make: Callable[[], Program]) -> None:
    model = make().model
    assert model.encoder
    frames = np.random.default_rng(0).normal(size=(9, model.encoder.d_vocab))
    memory, expected = encode(model, frames), plain.stream(model.encoder, frames)
    assert apart(memory, expected) <= NEAR
    tokens = random_tokens(model, min(model.n_ctx, 5))
    ours = forward(model, tokens, memory=memory)
    assert apart(ours, plain.forward(model, tokens, expected)) <= NEAR


# --- the chapter's


@EVERY_TIME_THE_SAME
@given(st.data())
def test_the_thirty_lines_are_in_it(data: st.DataObject) -> None:
    model = data.draw(models(standard=True))
    tokens = data.draw(prompts(model))
    assert_same_logits(CHAPTER.transformer(tokens, model), plain.forward(model, tokens))


# --- its steps, one number at a time


def dot(a: Sequence[float], b: Sequence[float]) -> float:
    """The sum of products."""
    return sum(x * y for x, y in zip(a, b, strict=True))


@every("inside", [True, False])
@every("centered", [True, False])
def test_a_norm_by_hand(centered: bool, inside: bool) -> None:
    rows, eps = [[3.0, 1.0, -1.0], [0.5, 0.0, 2.0]], 0.1
    gamma, beta = [1.0, -2.0, 3.0], [0.0, 1.0, 5.0]
    norm = Norm(np.array(gamma), np.array(beta), eps, centered=centered, inside=inside)
    for row, found in zip(rows, plain.normalize(np.array(rows), norm).tolist(), strict=True):
        mean = sum(row) / 3 if centered else 0.0
        variance = sum((x - mean) ** 2 for x in row) / 3
        spread = math.sqrt(variance + eps) if inside else math.sqrt(variance) + eps
        expected = [(row[i] - mean) / spread * gamma[i] + beta[i] for i in range(3)]
        assert found == pytest.approx(expected, rel=1e-14)
    assert plain.normalize(np.array(rows), None).tolist() == rows


@every("causal", [True, False])
def test_a_head_by_hand(causal: bool) -> None:
    model = random_transformer(2, heads=[(3, 2)], biased=True)
    head, x = model.layers[0].heads[0], np.random.default_rng(0).normal(size=(4, 6))

    def through(row: Sequence[float], part: str) -> list[float]:
        W, b = getattr(head, f"W_{part}"), getattr(head, f"b_{part}")
        return [dot(row, column) + c for column, c in zip(W.T.tolist(), b.tolist(), strict=True)]

    queries, keys, values = ([through(row, part) for row in x.tolist()] for part in "QKV")
    found = plain.attend(x, x, head, np.tri(4, dtype=bool) if causal else True)
    for i, query in enumerate(queries):
        seen = range(i + 1 if causal else 4)
        powers = [math.exp(dot(query, keys[j]) / math.sqrt(3)) for j in seen]
        mixed = [sum(powers[j] * values[j][k] for j in seen) / sum(powers) for k in range(2)]
        assert found[i].tolist() == pytest.approx(through(mixed, "O"), rel=1e-12)


def test_norms_after_the_sums() -> None:
    model = random_transformer(3, n_layers=1, norms="after")
    heads, mlp = model.layers[0].heads, model.layers[0].mlp
    assert mlp
    x = model.W_E[[1, 2]] + model.W_pos[:2]
    x = x + sum(plain.attend(x, x, head, np.tri(2, dtype=bool)) for head in heads)
    y = plain.normalize(x, LAYER_NORM)
    expected = plain.normalize(y + plain.feed_forward(y, mlp), LAYER_NORM)
    assert plain.stream(model, [1, 2]) == pytest.approx(expected, rel=1e-14)
