"""How far the Little Man Computer goes in another precision.

A program that never ends is run for 250 steps in texts whose first position is far from 0; `place`
is the last power of 2 up to which all steps come out right, 0 where there is none. `addresses` are
one number, or two digits. Where a whole text was read from its first position on, its `tokens` are
counted, and of its steps those that are `wrong`.
"""

from collections.abc import Iterator
from itertools import islice

import numpy as np

from taotp_core import predictions
from taotp_core.arrays import PRECISIONS, Tokens
from taotp_core.little_man import assemble, steps
from taotp_core.topics.computer.machine import Computer, computer

SQUARES = (
    "loop LDA sum\nADD odd\nSTA sum\nLDA odd\nADD two\nSTA odd\nBRP loop\nOUT\nBRA loop\n"
    "sum DAT\nodd DAT 1\ntwo DAT 2"
)
STEPS = 250
SURE, LOUD = 32.0, 1e5
DIGITS = {"one number": False, "two digits": True}
FIRST, LAST = 9, 23  # exponents of 2
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
        wrong, place = mistakes(cells, addresses, precision, 0, whole), 0
        yield {"place": place, "tokens": whole, "wrong": wrong}
        return
    good = 0
    for e in range(FIRST, LAST + 1):
        n_ctx = 2 * cells + STEPS  # the program has no more tokens than that
        if mistakes(cells, addresses, precision, 2**e - n_ctx, n_ctx):
            break
        good = 2**e
    yield {"place": good, "tokens": "", "wrong": ""}


def mistakes(cells: int, addresses: str, precision: str, first: int, n_ctx: int) -> int:
    """How many steps are wrong in a text of n_ctx tokens from a position on."""
    program = computer(cells, n_ctx, loud=LOUD, sure=SURE, first=first, digits=DIGITS[addresses])
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
