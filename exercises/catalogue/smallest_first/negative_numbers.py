"""Numbers below zero."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import (
    Tally,
    Wrong,
    ask,
    in_short,
    instead,
    own_decoder,
    praised,
    program_of,
)
from exercises.judging.machine import machine
from exercises.statement import Exercise, Mark
from taotp.programs import printed
from taotp.programs.sorting import sort
from taotp_core.program import END, Program

LARGEST = 20
STUB = '''
def signed_sort():
    """A Program that sorts different numbers from -20 to 20."""
    raise NotImplementedError
'''


def lists() -> Iterator[list[int]]:
    """Every set of seven numbers about zero and at the ends, backwards, and longer lists."""
    few = (-LARGEST, -2, -1, 0, 1, 2, LARGEST)
    for n in range(1, len(few) + 1):
        for chosen in combinations(few, n):
            yield list(chosen[::-1])
    rng = np.random.default_rng(0)
    for n in (5, 10, 20, 41):
        yield (rng.permutation(2 * LARGEST + 1)[:n] - LARGEST).tolist()


def judge(answer: object) -> str:
    """Right on all lists, and it stops by itself."""
    where = "in signed_sort"
    program = program_of(answer, where)
    own = Program(
        own_decoder(program.model, where), program.vocabulary, program.start, program.stop,
        after=program.after, steps=program.steps, slide=program.slide,
    )  # fmt: skip
    asked = list(lists())
    note("completes", lists=asked, wanted=[sorted(numbers) for numbers in asked])
    tried = 0
    for numbers in asked:
        said = ask(own.complete, numbers, where=f"on {in_short(numbers)}")
        if said != sorted(numbers):
            right = in_short(sorted(numbers))
            raise Wrong(f"after {in_short(numbers)} {instead(right, in_short(said))}")
        tried += 1
    return praised("{inputs} inputs, {d_vocab} tokens", own.model, Tally(tried))


def signed_sort() -> Program:
    """The same weights; token i stands for i - 20."""
    return replace(sort(41), vocabulary=[*range(-20, 21), END])


def accepted_relabeled() -> Program:
    """Other words for the same tokens."""
    return signed_sort()


def accepted_slower_powers() -> Program:
    """With room for every list of them, and another ratio."""
    return replace(sort(41, 82, 1.8), vocabulary=[*range(-20, 21), END])


def wrong_one_step() -> Program:
    """It sorts, and says the first number alone."""
    return replace(signed_sort(), steps=1)


def wrong_unsigned() -> Program:
    """Numbers from 0 on."""
    return sort(41)


def wrong_two_halves() -> Program:
    """The negative ones behind the others."""
    return replace(sort(41), vocabulary=[*range(21), *range(-20, 0), END])


def wrong_descending() -> Program:
    """Relabeled the wrong way round."""
    return replace(sort(41), vocabulary=[*range(20, -21, -1), END])


def wrong_does_not_stop() -> Program:
    """The sorter on half a circle, which says the largest again and again."""
    words = ["end", *range(-20, 7)]
    return replace(printed.sort(28), vocabulary=words, after="end")


EXERCISE = Exercise(
    slug="negative-numbers",
    source="5.5",
    title="Below zero",
    kind="construct",
    marks=(Mark.VERY_EASY,),
    statement="""
Write `signed_sort()`, a `Program` that sorts lists of different numbers from -20 to 20 and stops
by itself: `signed_sort().complete([3, -7, 0]) == [-7, 0, 3]`.
""",
    hints=(
        "What does the transformer know of the numbers? What would it do differently if its tokens "
        "were the days of the week?",
        "Token 0 is said first. Which number should it stand for?",
    ),
    answer="""
A transformer sees ids. They have an order and no names, so it is enough to call token $i$ by the
name $i-20$. No weight changes.
""",
    stub=STUB,
    judge=judge,
    code=(signed_sort,),
    typed=machine(judge, signed_sort),
)
