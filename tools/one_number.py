"""Which single numbers of a program make it say what an exercise asks: every one of them is tried.

python -m tools.one_number jello ...    the exercises named, each a minute or more
python -m tools.one_number              all that ask for one number
"""

import sys
from collections.abc import Iterator, Sequence

import numpy as np

from exercises.catalogue import modules
from exercises.judging.change import Challenge, rows
from exercises.judging.judge import first_behind
from taotp_core.arrays import Array, Tokens
from taotp_core.edits import with_numbers
from taotp_core.measure import lead
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, named_arrays

DIGITS = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8)
POWERS = range(-1, 11)
FACTORS = (-3, -2, -1.5, -1.1, -1, -0.9, -0.5, -0.1, 0.1, 0.5, 0.75, 0.9, 1.1, 1.25, 1.5, 2, 3)
STEPS = (0.1, 0.25, 0.5, 1, 2)
FEW = 6  # cases that are tried first: most changes spoil one of them


def challenges() -> dict[str, Challenge]:
    """The exercises that ask for one number."""
    found = [module for module in modules() if module.EXERCISE.kind == "change"]
    return {module.EXERCISE.slug: module.CHALLENGE for module in found}


def values(was: float) -> list[float]:
    """What is tried in the place of a number: round ones of every size, and such near it."""
    round_ones = [digit * 10.0**power for power in POWERS for digit in DIGITS]
    near = [factor * was for factor in FACTORS] + [was + step for step in STEPS]
    near += [was - step for step in STEPS]
    return sorted({0.0, *round_ones, *(-x for x in round_ones), *near} - {was})


def says(model: Transformer, tokens: Tokens, asked: Tokens) -> bool:
    """Whether a model says all that is asked [n_rows, n] after tokens, as a judge wants it."""
    logits = forward(model, tokens)[asked >= 0]
    return first_behind(lead(logits, asked[asked >= 0]), logits) is None


def places(challenge: Challenge, model: Transformer) -> Iterator[tuple[str, float]]:
    """Every number that may be changed, by its place, with what it is."""
    arrays = named_arrays(model)
    for path in challenge.allowed(model):
        array: Array = arrays[path].reshape(len(arrays[path]), -1)
        for (row, column), was in np.ndenumerate(array):
            yield f"{path}:{row}.{column}", float(was)


def solutions(challenge: Challenge) -> dict[str, list[float]]:
    """For each number that can do it, the values that were found to."""
    program = challenge.program()
    tokens, asked = rows(program, challenge.cases())
    some = np.linspace(0, len(tokens) - 1, FEW).round().astype(int)
    found: dict[str, list[float]] = {}
    for place, was in places(challenge, program.model):
        for value in values(was):
            model = with_numbers(program.model, {place: value})
            if says(model, tokens[some], asked[some]) and says(model, tokens, asked):
                found.setdefault(place, []).append(value)
    return found


def main(slugs: Sequence[str]) -> None:
    """Print what can be changed for each exercise, and from where to where."""
    known = challenges()
    for slug in slugs or known:
        found = solutions(known[slug])
        print(f"{slug}: {len(found)} of {known[slug].numbers} numbers")
        for place, good in found.items():
            middle = good[len(good) // 2]
            print(f'    "{place}": {middle!r},  # {len(good)} values, {good[0]:g} to {good[-1]:g}')


if __name__ == "__main__":
    with np.errstate(all="ignore"):
        main(sys.argv[1:])
