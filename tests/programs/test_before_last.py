"""The program of the first chapter, on every prompt."""

from itertools import product

import numpy as np
import pytest

from taotp.programs import before_last
from taotp.programs.before_last import HARD
from taotp_core.measure import margin
from taotp_core.transformer import forward
from tests.laws import every
from tests.refused import refused


def asked_all(n_symbols: int, n_ctx: int, **how: float) -> tuple[int, float]:
    """Of every prompt of two symbols and more: how many are wrong, and the least lead."""
    model, n_wrong, lead = before_last(range(n_symbols), n_ctx, **how).model, 0, np.inf
    for length in range(2, n_ctx + 1):
        prompts = np.array([*product(range(n_symbols), repeat=length)])
        logits = forward(model, prompts, keep=1)[:, -1]
        n_wrong += int((logits.argmax(-1) != prompts[:, -2]).sum())
        lead = min(lead, float(margin(logits).min()))
    return n_wrong, lead


@every("n_symbols, n_ctx", [(1, 1), (2, 5), (4, 6), (5, 5), (3, 8)])
def test_every_prompt(n_symbols: int, n_ctx: int) -> None:
    assert asked_all(n_symbols, n_ctx)[0] == 0


def test_thirty_is_as_hard_as_a_million_and_too_soft_is_wrong() -> None:
    soft = {hard: asked_all(4, 6, hard=hard) for hard in (30, 10, 0.7, 0.6)}
    sure = asked_all(4, 6)[1]
    assert soft[30][1] == pytest.approx(sure, abs=1e-12)
    assert soft[10][1] < sure - 1e-6
    assert HARD > 30 and soft[0.7][0] == 0 < soft[0.6][0]


def test_it_swings_a_single_symbol_repeats_and_bad_input_gets_a_sentence() -> None:
    assert before_last("abcd", 6).complete("ab") == "ababa"
    assert before_last("abcd", 6).complete("c", steps=1) == "c"
    assert before_last("abcdefghijklmnopqrstuvwxyz", 40).complete("the" * 13, steps=1) == "h"
    refused(
        (lambda: before_last("", 6), "circle of 0"),
        (lambda: before_last("aba", 6), "2 different symbols"),
        (lambda: before_last("abcd", 0), "n is 0"),
    )
