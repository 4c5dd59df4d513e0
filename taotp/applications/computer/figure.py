"""The live figure of a computer: mailboxes, the text that it writes, and where its heads look."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

import numpy as np

from taotp import little_man
from taotp.applications.computer.machine import computer
from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import ChoiceDial, Figure, Json, Line, Positions, Select
from taotp.figures.finished import Column, Looks, Says, finished
from taotp.figures.live import LiveFigure
from taotp.figures.spec import Columns, encode_model
from taotp.figures.strokes import visible
from taotp.figures.tables import table_of
from taotp.little_man.instructions import OPERATIONS
from taotp.little_man.tokens import is_number, spoken
from taotp_core.arrays import Array
from taotp_core.deprecated import renamed
from taotp_core.transformer import trace

LEADS = (1, 2, 3, 4, 5, 6, 8, 12, 16, 32, 64)
ROOM = 4096  # tokens
HEADS = {  # by path: what each head looks for
    "layers.0.heads.0": "latest jump",
    "layers.0.heads.1": "latest number",
    "layers.1.heads.0": "instruction's store",
    "layers.2.heads.0": "operand's store",
}


@dataclass(frozen=True, kw_only=True)
class Computer(Figure):
    """A computer in which the lead of a store over the one before it stays open, and programs.

    `programs` are texts by their names, `heads` names of heads by their paths.
    """

    model: Json
    columns: Sequence[Any]
    vocabulary: Sequence[str]
    programs: Mapping[str, str]
    heads: Mapping[str, str]
    cursor: str
    kind: Literal["computer"] = "computer"


@renamed(room="n_ctx")
def a_computer(
    starts: str = "fizzbuzz",
    *,
    programs: Mapping[str, str] | None = None,
    n_ctx: int = ROOM,
    id: str = "computer",
    title: str = "A computer whose every step is a forward pass",
) -> LiveFigure:
    """The Little Man Computer with 100 mailboxes, which runs programs that a reader may write.

    It starts with one of `programs`, which are texts by their names (None: those of the library).
    All that it writes is decided by the model's own weights in the page, within `n_ctx` tokens. A
    reader may set the lead that a store has over the one before it. Raises ValueError where there
    is no program to start with.
    """
    if programs is None:
        programs = {name: little_man.text(name) for name in little_man.names()}
    if starts not in programs:
        raise ValueError(f"there is no program {starts!r}; there are {', '.join(programs)}")
    columns = Columns()
    model = encode_model(
        lambda sure: computer(n_ctx=n_ctx, hard=sure).model, columns, constant="sure"
    )
    drawn = Computer(
        id=id,
        title=title,
        alt="Each step of the program is one token, and four heads decide it: they find the latest "
        "jump, the latest number, the instruction, and the mailbox that it names.",
        panels=["computer"],
        controls=[
            Positions(name="step", label="step"),
            ChoiceDial(name="sure", label="N, lead of a store", values=list(LEADS)),
            Select(
                name="ask",
                label="what comes next",
                values=["no", "yes"],
                names=["is shown", "is asked of me"],
            ),
        ],
        hidden=[
            Select(name="example", values=list(programs)),
            *(Line(name=name) for name in ("text", "inputs", "cell")),
        ],
        state={
            "step": 0, "sure": LEADS[-1], "ask": "no", "example": starts,
            "text": "", "inputs": "", "cell": "",
        },
        model=model,
        columns=columns.stored,
        vocabulary=little_man.vocabulary(),
        programs=programs,
        heads=HEADS,
        cursor="step",
    )  # fmt: skip
    text = programs[starts]
    return figure_with(drawn, lambda: still_of(text, f"{title}: {starts}"), None, ["computer"])


# What stands for it where no script runs


def still_of(text: str, title: str, n: int = 12) -> str:
    """The first n steps of a program: what is heard, what each head finds there, what is said.

    Where it asks for a number nobody answers.
    """
    prompt = little_man.assemble(text)
    words = [*prompt, *islice(little_man.steps(prompt, None), n)]
    machine = computer(n_ctx=len(words))
    found = trace(machine.model, np.array([machine.places[word] for word in words])).patterns
    looks = [pattern.argmax(axis=1) for layer in found.values() for pattern in layer]
    rows = {}
    for row in range(len(prompt) - 1, len(words) - 1):
        heard = [html.escape(f"{words[look[row]]} at {look[row]}") for look in looks]
        rows[f"{row}: {words[row]}"] = [*heard, html.escape(words[row + 1])]
    heads = ["position and token", *HEADS.values(), "writes"]
    image = in_arcs(words, looks, len(prompt) - 1, title)
    return image + table_of(rows, heads, title)


def in_arcs(words: Sequence[str], looks: Sequence[Array], asked: int, title: str) -> str:
    """The text at its end, where each head looks from there, and what is written, as a picture."""
    names = [visible(word) for word in words[:-1]]
    found = [np.eye(len(words))[look][:-1, :-1] for look in looks]
    columns: list[Column] = [
        Looks(f"{i}. {name}", (pattern,))
        for i, (name, pattern) in enumerate(zip(HEADS.values(), found, strict=True), start=1)
    ]
    says = Says(tuple(map(visible, words[1:])), asked + 1, "writes")
    row = len(names) - 1
    drawing = finished(names, [*columns, says], row)
    told = [sketches.words(line) for line in legend(words, [look[row] for look in looks])]
    return sketches.still(title, *told, drawing)


def legend(words: Sequence[str], looks: Sequence[int]) -> list[str]:
    """What the last step but one looks at, what that means, and what it writes, in sentences.

    As in legend.js, for weights near 1.
    """
    row = len(words) - 2
    jump, number, instruction, operand = (f"{words[at]} at {at}" for at in looks)
    goes = int(words[looks[0]][1:]) + row - looks[0]
    holds, there = (stored(words, at) for at in looks[2:])
    return [
        f"One step, at {row}: it looks at four places of the text, and writes {words[-1]}.",
        f"1. Latest jump: {jump}, so the next instruction is in mailbox {goes}.",
        f"2. Latest number: {number}, so the accumulator holds {int(words[looks[1]])}.",
        f"3. Instruction\u2019s store: {instruction}, so it is {holds}: {spelled_out(int(holds))}.",
        f"4. Operand\u2019s store: {operand}, so it is {there}.",
    ]


def stored(words: Sequence[str], at: int) -> str:
    """The number that was stored there: the latest one up to a position."""
    return next(word for word in reversed(words[: at + 1]) if is_number(word))


def spelled_out(holds: int) -> str:
    """An instruction as it is written."""
    first, place = divmod(holds, 100)
    words = {value: word for word, value in spoken().items()}
    word = OPERATIONS.get(first)
    return f"{word} {place:02}" if word else words.get(holds, "HLT")
