"""The program of the first chapter, on every prompt."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import pytest

from taotp.programs import before_last
from taotp.programs.before_last import HARD
from taotp_core.arrays import Array
from taotp_core.measure import margin
from taotp_core.transformer import forward
from taotp_core.weights import Transformer
from tests.laws import every
from tools.thirty_lines import thirty_lines


def prompts(n_symbols: int, longest: int) -> Iterator[Array]:
    """For each length from two on, every prompt of it: [n_prompts, length]."""
    for length in range(2, longest + 1):
        yield np.array([*product(range(n_symbols), repeat=length)])


def wrong(model: Transformer) -> int:
    """How many prompts it gets wrong."""
    asked = prompts(model.d_vocab, model.n_ctx)
    return sum(int((forward(model, p, keep=1)[:, -1].argmax(-1) != p[:, -2]).sum()) for p in asked)


def least_margin(model: Transformer) -> float:
    """By how much the winner leads at least."""
    asked = prompts(model.d_vocab, model.n_ctx)
    return min(float(margin(forward(model, p, keep=1)[:, -1]).min()) for p in asked)


@every("n_symbols, n_ctx", [(1, 1), (2, 5), (4, 6), (5, 5), (3, 8)])
def test_every_prompt(n_symbols: int, n_ctx: int) -> None:
    assert wrong(before_last(range(n_symbols), n_ctx).model) == 0


def test_the_plain_lines_say_the_same() -> None:
    plain, model = thirty_lines(), before_last("abcd", 6).model
    for asked in prompts(4, 3):
        for prompt in asked:
            gap = plain.transformer(prompt, model) - forward(model, prompt)
            assert np.abs(gap).max() < 1e-12


def test_many_symbols_and_positions() -> None:
    program = before_last("abcdefghijklmnopqrstuvwxyz", 40)
    assert program.complete("the" * 13, steps=1) == "h"


def test_it_swings_and_a_single_symbol_repeats() -> None:
    program = before_last("abcd", 6)
    assert program.complete("ab") == "ababa"
    assert program.complete("c", steps=1) == "c"


def test_thirty_is_as_hard_as_a_million() -> None:
    sure = least_margin(before_last("abcd", 6).model)
    assert least_margin(before_last("abcd", 6, hard=30).model) == pytest.approx(sure, abs=1e-12)
    assert least_margin(before_last("abcd", 6, hard=10).model) < sure - 1e-6
    assert HARD > 30


def test_too_soft_is_wrong() -> None:
    assert wrong(before_last("abcd", 6, hard=0.7).model) == 0
    assert wrong(before_last("abcd", 6, hard=0.6).model) > 0


@every(
    "symbols, n_ctx, says",
    [("", 6, "circle of 0"), ("aba", 6, "2 different symbols"), ("abcd", 0, "n is 0")],
)
def test_bad_input_gets_a_sentence(symbols: str, n_ctx: int, says: str) -> None:
    with pytest.raises(ValueError, match=says):
        before_last(symbols, n_ctx)
