"""What a program loses when its weights are written with a few decimals."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from taotp.listing.reading import read
from taotp.listing.written import write
from taotp_core.arrays import Array
from taotp_core.program import Program, Symbol
from taotp_core.weights import named_arrays

TRIED = 200  # prompts of up to two symbols, where none are given
STEPS = 8  # tokens that are compared of each answer
LISTED = 5


def what_rounding_breaks(
    program: Program, digits: int, prompts: Sequence[Sequence[Symbol]] | None = None
) -> str:
    """What `write(program, digits=digits)` changes: numbers, equal rows, answers; a few lines.

    Without prompts, those of up to two symbols are tried, evenly chosen if they are many.
    """
    rounded = replace(program, model=read(write(program, digits=digits)).program.model)
    asked = short_prompts(program) if prompts is None else list(prompts)
    lines = [*moved(program, rounded, digits), *merged(program, rounded)]
    return "\n".join([*lines, *changed(program, rounded, asked)])


def moved(program: Program, rounded: Program, digits: int) -> Iterator[str]:
    """How many numbers change, how many to 0, and which the most."""
    total = many = lost = 0
    most, said = 0.0, ""
    pairs = zip(*(named_arrays(each.model).items() for each in (program, rounded)), strict=True)
    for (name, before), (_, after) in pairs:
        change = np.abs(before - after)
        total, many = total + change.size, many + int(np.count_nonzero(change))
        lost += int(np.count_nonzero((before != 0) & (after == 0)))
        if change.size and change.max() > most:
            place = np.unravel_index(change.argmax(), change.shape)
            most, index = float(change[place]), list(map(int, place))
            said = f"; the most is {name}{index}, {before[place]:.6g}, by {most:.2g}"
    decimals = "1 decimal" if digits == 1 else f"{digits} decimals"
    yield f"at {decimals}, {many} of {total} numbers change, {lost} of them to 0{said}"


def merged(program: Program, rounded: Program) -> Iterator[str]:
    """Which symbols can no longer be told apart when they are said."""
    before, after = (groups(each.model.unembedding.T) for each in (program, rounded))
    new = [group for group in after if group not in before]
    if new:
        said = [" = ".join(repr(program.vocabulary[i]) for i in group) for group in new[:LISTED]]
        more = f", and {len(new) - LISTED} more" if len(new) > LISTED else ""
        yield f"equal rows, of which only the first is ever said: {', '.join(said)}{more}"


def groups(rows: Array) -> list[tuple[int, ...]]:
    """The numbers of rows that are equal, where two or more are."""
    found: dict[bytes, list[int]] = {}
    for i, row in enumerate(rows + 0.0):
        found.setdefault(row.tobytes(), []).append(i)
    return [tuple(group) for group in found.values() if len(group) > 1]


def short_prompts(program: Program) -> list[list[Symbol]]:
    """Prompts of up to two symbols that are no sentinels: all, or some evenly chosen."""
    typed = program.typed
    first = [[], *([symbol] for symbol in typed)]
    pairs = [list(pair) for pair in product(typed, repeat=2)] if len(typed) <= 1000 else []
    every: list[list[Symbol]] = [*first, *pairs]
    return every[:: len(every) // TRIED + 1]


def changed(
    program: Program, rounded: Program, prompts: Sequence[Sequence[Symbol]]
) -> Iterator[str]:
    """How many prompts are answered differently, and the first of them."""
    answered, different, example = 0, 0, ""
    for prompt in prompts:
        try:
            before = answer(program, prompt)
        except ValueError:  # a prompt that the program does not take
            continue
        answered += 1
        after = answer(rounded, prompt)
        if after != before:
            different += 1
            example = example or f"; {list(prompt)}: {before} becomes {after}"
    if answered:
        which = "prompt that was tried" if answered == 1 else "prompts that were tried"
        yield f"of {answered} {which}, {different} get another answer{example}"


def answer(program: Program, prompt: Sequence[Symbol]) -> Any:
    """The first tokens of an answer."""
    steps = STEPS if program.steps is None else min(STEPS, program.steps)
    return program.complete(list(prompt), steps=steps)
