"""Machines of the shape of a program by hand, whose numbers training found: they say the same.

What their parts do is not known. Which of them matter, and which pairs are edges by intervention,
is found as for the others, by taking out and by cutting.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from taotp.data import with_trained_weights
from taotp.interp.ground_truth.cases import Case
from taotp.interp.ground_truth.otherwise import first

TRAINED = " trained"  # behind the name of the program whose shape it is
PROGRAMS = (
    "before_last", "echo", "repeat_pattern", "lookup", "small.table", "lookup 8", "letters",
    "next_word", "add_digits_mod10", "add_mod10", "add",
)  # fmt: skip


def trained(program: str) -> Case:
    """The machine that training found for what a program does, asked the same prompts."""
    case = first(program)
    model = with_trained_weights(program, case.model)
    return replace(case, name=program + TRAINED, model=model)


TWINS: dict[str, Callable[[], Case]] = {
    program + TRAINED: partial(trained, program) for program in PROGRAMS
}
