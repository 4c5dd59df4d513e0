"""Machines that go on with a prompt step by step, held to the traces of an interpreter."""

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from exercises.judging.asking import Shown, note_rows, unnoted
from exercises.judging.judge import MARGIN, Tally, knows, own_program, right
from taotp_core.arrays import Tokens
from taotp_core.program import Program

Run = tuple[list[str], list[str]]  # a prompt, and what follows it


class Words(NamedTuple):
    """All words that a machine must know, what they are, and the tokens for which it has room."""

    all: Sequence[str]
    known: str
    room: int


def asked_as(program: Program, runs: Sequence[Run]) -> Iterator[tuple[Tokens, Tokens]]:
    """Ids of runs whose prompts are as long, and what is expected after each token.

    Nothing (-1) is asked within a prompt. What stands before every prompt of this machine stands
    there, and a trace that ends is filled up.
    """
    before, place = program.encode([]), program.places
    for n, group in groupby(sorted(runs, key=prompt_length), prompt_length):
        alike = list(group)
        most = max(len(trace) for _, trace in alike)
        rows, wanted = [], []
        for prompt, trace in alike:
            rest = most - len(trace)
            words = [*prompt, *trace, *[prompt[-1]] * rest]
            rows.append([*before, *(place[word] for word in words[:-1])])  # nothing reads the last
            expected = [*(place[word] for word in trace), *[-1] * rest]
            wanted.append([-1] * (len(before) + n - 1) + expected)
        yield np.array(rows), np.array(wanted)


def prompt_length(run: Run) -> int:
    """How many tokens its prompt has."""
    return len(run[0])


def goes_on(
    answer: object, where: str, words: Words, runs: Callable[[], Sequence[Run]]
) -> tuple[Program, Tally]:
    """A machine that goes on with prompts as it should, and the steps that it was asked.

    `runs` makes the prompts, once there is a machine that can be asked.
    """
    program = own_program(answer, where)
    knows(program, words.all, words.known, words.room)
    names, own = [str(symbol) for symbol in program.vocabulary], len(program.encode([]))
    tally = Tally()
    for tokens, expected in asked_as(program, runs()):
        asked = tokens[:, own:], expected[:, own:]  # a page adds what stands before a prompt
        note_rows(*asked, Shown(names, " "), repr, program.model.d_vocab, MARGIN)
        with unnoted():
            tally += right(
                program.model, tokens, expected, Shown(names, " ", own), lambda i: repr(names[i])
            )
    return program, tally
