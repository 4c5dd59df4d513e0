"""Guesses before the programs."""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from exercises.statement import Exercise, Mark
from taotp.programs import (
    Program,
    add,
    add_digits_mod10,
    add_mod10,
    hello_world,
    lookup,
    minimum,
    search,
    sort,
)
from taotp_core.measure import parameters


class Facts(NamedTuple):
    """What was to be guessed; of several programs, the means."""

    layers: float
    d_model: float
    parameters: float
    zeros: float
    attention: float
    mlp: float


def programs() -> dict[str, Program]:
    """Every program of the book, at a small size."""
    table = {(i, 9 - i): i for i in range(10)}
    return {
        "hello_world": hello_world(),
        "lookup": lookup(table, n_ctx=8),
        "search": search(10, n_ctx=40, n_match=3),
        "minimum": minimum(10, n_ctx=10),
        "sort": sort(28, n_ctx=56),
        "add_digits_mod10": add_digits_mod10(),
        "add_mod10": add_mod10(2),
        "add": add(2),
    }


def facts(program: Program) -> Facts:
    """The facts about one program; shares are of all its parameters."""
    size = parameters(program.model)
    shares = {part: count.total / size.total for part, count in size.parts.items()}
    return Facts(
        layers=len(program.model.layers),
        d_model=program.model.d_model,
        parameters=size.total,
        zeros=1 - size.nonzero / size.total,
        attention=shares["attention"],
        mlp=shares["mlp"],
    )


def print_facts(known: Mapping[str, Program]) -> None:
    """Print a line of facts for each program, and their means."""
    rows = {name: facts(program) for name, program in known.items()}
    rows["mean"] = Facts(*np.mean([*rows.values()], axis=0).tolist())
    print(f"{'':16} layers d_model parameters zeros attention  mlp")
    for name, row in rows.items():
        print(
            f"{name:16} {row.layers:6.3g} {row.d_model:7.3g} {row.parameters:10.0f} "
            f"{row.zeros:5.0%} {row.attention:9.0%} {row.mlp:4.0%}"
        )


EXERCISE = Exercise(
    slug="guesses",
    source="1.9",
    title="Before you have seen them",
    kind="open",
    marks=(Mark.OPEN_ENDED,),
    statement="""
The programs of this book say a fixed message, look things up in a table, find a quotation in a
text, find the smallest of some numbers, sort, and add. Before you turn the page, write down what
you expect of them on average: how many layers, how many dimensions of the stream, how many
parameters, what share of zeros among these, and whether attention or the MLP does more of the
work. Keep the note.
""",
    hints=(
        "The little machine of this chapter that says what came before the last is a fair "
        "start: count its parts with `measure.parameters`.",
        "For each task ask what a token has to learn from others: that is attention's work. And "
        "what no sum can say: that is the work of the MLP.",
    ),
    answer="""
`print_facts(programs())` prints the facts about every program of the library, at a small size, and
their means. None has more than two layers, which may surprise you. More than half of all numbers
are zeros, in the mean. And the MLP is empty but in the programs that add, where it holds four
fifths of all numbers or more. Shares depend on the size: try `search(1000, n_ctx=100, n_match=10)`,
which is nearly all a table of tokens.
""",
    code=(programs, facts, print_facts),
    checklist=(
        "A number for each: layers, dimensions, parameters, share of zeros.",
        "One word, attention or MLP, and a reason for it in one sentence.",
        "After each program: what was farthest off, and why did you expect it?",
    ),
)
