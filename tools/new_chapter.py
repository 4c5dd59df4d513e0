"""The notebook that a new chapter begins with: sections, what each holds, cells that run."""

import re
from typing import Any

from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.pages import TAKEN

NAME = re.compile(r"[a-z][a-z0-9]*(_[a-z0-9]+)*")
IMAGE = {"tags": ["nbval-ignore-output"]}
SECTIONS = (
    """
# {title}

Say in one sentence what the program does, to somebody who has read the chapters before this one.
The cell below shows the finished program at work, in at most six lines.
""",
    """
from taotp.programs import before_last

program = before_last("abc", 12)
program.complete("abcab")[:1]
""",
    """
Say what to notice in what it said. Warn here, in a box, whoever wants to choose the weights
alone.

## The task

Define the task exactly, and say what is left undefined. The cell is a naive function of a few
lines that knows nothing of transformers; every claim of the chapter is held to it.
""",
    """
def specification(prompt):
    return prompt[-2:-1] or prompt

specification("abcab")
""",
    """
Say what it makes of that prompt.

## The idea

Tell in plain words, in numbered steps, how the machine finds the answer; work one example by
hand, on four symbols. Then name the parts of the stream, and why each is as wide as it is.
""",
    """
from taotp_core.stream import subspaces

pos, token, past = subspaces(pos=3, token=3, past=3)
""",
    """
Say which part is for what.

## The weights

Build one head at a time, in plain numpy: a sentence that says what is about to be true, a cell of
a few lines, the stream after it, a sentence that says what to notice. At the end assert that
these are the weights of the library.

## Does it work?

Try every input where they can be counted, nasty ones where not, and the largest size that is
promised. Say how many were tried, and by how much the winner led where it led least.
""",
    """
from itertools import product

asked = ["".join(p) for n in range(1, 7) for p in product("abc", repeat=n)]
wrong = [p for p in asked if program.complete(p)[:1] != specification(p)]
len(asked), len(wrong)
""",
    """
Say how many inputs there were, and how many came out wrong.

## What could go wrong

Find the smallest input, constant or number format that breaks it; run that; say why, and give the
limit as a number that a cell computes.

## Play

Ask one question that the figure answers. It stands right above the figure, which opens on the
case that makes the reader doubt.
""",
    """
from taotp import figures

figures.explore(lambda: before_last("abc", 12), "abcab", id="{name}",
    alt="It says the symbol that stands before the last one.")
""",
    """
Answer the question.

## What it costs

Print how many numbers it stores, how many of them are not zero, and beside them what a source
gives, where there is one.
""",
    """
from taotp_core.measure import parameters

parameters(program.model).total, parameters(program.model).nonzero
""",
    """
Say where most of them are.

## What is new

Name the gadgets that came in, and credit by name and year whoever had the idea; put the work into
`references.bib` and cite it.
""",
)


class BadName(Exception):
    """What is wrong with the name of a chapter, in one sentence."""


def check_name(name: str, there: set[str]) -> None:
    """Raise BadName for a name that is no topic, that Sphinx takes, or that is there."""
    if not NAME.fullmatch(name):
        raise BadName(f"{name!r} is not the name of a chapter; use small letters: looking_up")
    if name in TAKEN:
        raise BadName(f"{name} is the name of a page that Sphinx writes; choose another")
    if name in there:
        raise BadName(f"{name} is there already; choose another")


def chapter(name: str, title: str) -> Any:
    """The notebook of a chapter that is to be written, not yet run."""
    label = name.replace("_", "-")
    cells = [new_markdown_cell(f"({label})=\n{SECTIONS[0].strip().format(title=title)}")]
    for section in SECTIONS[1:]:
        text = section.strip()
        if text.startswith(("from ", "def ")):
            drawn = IMAGE if "figures." in text else {}
            cells.append(new_code_cell(text.replace("{name}", name), metadata=drawn))
        else:
            cells.append(new_markdown_cell(text))
    return new_notebook(cells=cells)
