"""How far the Little Man Computer goes in another precision.

A program that never ends is run for 250 steps in texts whose first position is far from 0; `place`
is the last power of 2 up to which all steps come out right, 0 where there is none. `worst` is the
same for what is hardest: every cell is stored twice and then both of its neighbors, and loaded, and
sums are next to one that loses a digit. It stands at the end of a long text, at its beginning, in
its middle, or at its beginning but for the jump. `addresses` are one number, or two digits. Where a
whole text was read from its first position on, its `tokens` are counted, and of its steps those
that are `wrong`. It is the machine of the chapter, with no number but those that are said here.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

import numpy as np

from taotp.applications.computer.machine import Computer, computer
from taotp.little_man import assemble, number, steps
from taotp.little_man.tokens import JUMP, STORE, cell
from taotp_core import predictions
from taotp_core.arrays import PRECISIONS, Array, Tokens
from taotp_core.decode import greedy
from taotp_core.transformer import forward

SQUARES = (
    "loop LDA sum\nADD odd\nSTA sum\nLDA odd\nADD two\nSTA odd\nBRP loop\nOUT\nBRA loop\n"
    "sum DAT\nodd DAT 1\ntwo DAT 2"
)
STEPS = 250
DIGITS = {"one number": False, "two digits": True}
FIRST, LAST = 9, 23  # exponents of 2
SHIFTS = 8  # a text begins at so many places: some round to larger steps than others
WORDS = "the last place up to which every step of a program is right"
POINTS = [
    {"cells": cells, "addresses": addresses, "precision": precision, "whole": whole}
    for precision, whole in (("float32", 0), ("bfloat16", 0), ("float32", 32_768))
    for addresses in DIGITS
    for cells in (20, 100)
]


def measure(cells: int, addresses: str, precision: str, whole: int) -> Iterator[dict[str, object]]:
    """What came of it."""
    if whole:
        wrong = mistakes(cells, addresses, precision, 0, whole)
        yield {"place": 0, "worst": 0, "tokens": whole, "wrong": wrong}
        return
    n_ctx = 2 * cells + STEPS  # the program has no more tokens than that
    place = last(lambda end: not mistakes(cells, addresses, precision, end - n_ctx, n_ctx))
    worst = last(lambda end: hardest_are_right(cells, addresses, precision, end))
    yield {"place": place, "worst": worst, "tokens": "", "wrong": ""}


def last(right: Callable[[int], bool]) -> int:
    """The last power of 2 up to which it is right, 0 where there is none."""
    good = 0
    for e in range(FIRST, LAST + 1):
        if not right(2**e):
            break
        good = 2**e
    return good


def mistakes(cells: int, addresses: str, precision: str, first: int, n_ctx: int) -> int:
    """How many steps are wrong in a text of n_ctx tokens from a position on."""
    program = computer(cells, n_ctx, first=first, digits=DIGITS[addresses])
    tokens, n = text_of(program, n_ctx)
    try:
        said = predictions(program.model, tokens[:-1], to=PRECISIONS[precision])
    except ValueError:  # a logit is not a number
        return len(tokens) - n
    return int((said[n - 1 :] != tokens[n:]).sum())


def text_of(program: Computer, n_ctx: int) -> tuple[Tokens, int]:
    """The program with as many steps as fit, and how many tokens come before those."""
    prompt = assemble(SQUARES, program.n_cells)
    trace = islice(steps(prompt, None, program.n_cells), n_ctx - len(prompt))
    return np.array([program.places[token] for token in (*prompt, *trace)]), len(prompt)


def hardest_are_right(cells: int, addresses: str, precision: str, end: int) -> bool:
    """Whether what is hardest comes out right in texts of so many tokens."""
    for texts in (stored_twice(cells), edge_sums(cells)):
        n = len(texts[0]) - 1
        program = computer(cells, n, first=end - n, digits=DIGITS[addresses])
        tokens = np.array([program.ids(text) for text in texts])
        for places in layouts(n, end):
            W_pos = places[:, None] / (end - 1) * program.model.W_pos[-1]
            model = replace(program.model, W_pos=W_pos)
            logits = forward(model, tokens[:, :-1], keep=1, to=PRECISIONS[precision])[:, 0]
            if not np.isfinite(logits).all() or (greedy(logits) != tokens[:, -1]).any():
                return False
    return True


def layouts(n: int, end: int) -> Iterator[Array]:
    """Places of n tokens: at the beginning, the middle or the end; or early, but for the jump."""
    some = np.arange(float(n))
    for shift in range(SHIFTS):
        early = some + shift
        yield from (early, end // 2 + early, end - n - shift + some)
        yield np.append(early[:-1], end - 1)


def stored_twice(cells: int) -> list[list[str]]:
    """Each cell is stored twice and then both of its neighbors; it is loaded from four places."""
    texts = []
    for at in range(cells):
        for away in (2, 3, cells // 2, cells - 3):
            data = [(at + 1, at), (10 * cells - 1 - at, at), (3, at - 1), (4, at + 1)]
            texts.append(told([*data, (5 * cells + at, at + away)], 7, at + away, cells))
    return texts


def edge_sums(cells: int) -> list[list[str]]:
    """Sums and differences of all numbers that are the last ones to lose no digit, or lose one."""
    most, texts = 10 * cells - 1, []
    for a in range(-most, most + 1, max(1, cells // 20)):
        for first, sign in ((1, 1), (2, -1)):
            for total in (-most - 1, -most, most, most + 1):
                if abs(b := sign * (total - a)) <= most:
                    data = [(b, cells - 1), (first * cells + cells - 1, cells - 2)]
                    texts.append(told(data, a, cells - 2, cells))
    return texts


def told(stored: list[tuple[int, int]], held: int, place: int, cells: int) -> list[str]:
    """A history of stores that holds a number and begins at a place, and what follows."""
    pairs = [[number(v, cells), cell(STORE, at % cells, cells)] for v, at in stored]
    begun = [number(0, cells), *sum(pairs, []), number(held, cells)]
    prompt = [*begun, cell(JUMP, place % cells, cells)]
    return [*prompt, next(steps(prompt, None, cells))]
