"""The live figure of machines that learn: two seeds beside each other, and the one by hand."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.applications.trained.lessons import BATCH, LESSONS, Lesson, width
from taotp.data import experiment
from taotp.figures import sketches
from taotp.figures.explorables import FOLDED, figure_with
from taotp.figures.figure import ChoiceDial, Dial, Figure, LogDial, Select
from taotp.figures.live import LiveFigure
from taotp.figures.tables import table_of

SHOWN = ("back", "smallest", "table", "sum")
NAMES = {
    "hello": "say Hello World!",
    "back": "say the last letter but one",
    "smallest": "say the smallest number",
    "table": "look two letters up in a table",
    "sum": "add two digits, and drop the carry",
}
ASKED = ("task", "rate")  # the controls of the question
MOST_STEPS = 20_000
PROMPT = 397  # of all prompts in their order: 3042, cadb and 97


@dataclass(frozen=True, kw_only=True)
class TrainedArray:
    """An array by its path, how wide it is drawn, whether it stays, and its numbers by hand."""

    path: str
    rows: int
    columns: int
    wide: float
    fixed: bool
    numbers: Sequence[float]


@dataclass(frozen=True, kw_only=True)
class TrainedLesson:
    """A task with every prompt and its answers, -1 where none is asked for."""

    name: str
    symbols: Sequence[str]
    tokens: Sequence[Sequence[int]]
    answers: Sequence[Sequence[int]]
    arrays: Sequence[TrainedArray]
    heads: Sequence[str]
    rate: float
    steps: int


@dataclass(frozen=True, kw_only=True)
class Learns(Figure):
    """Machines that a page trains, by the names of their tasks."""

    lessons: Sequence[TrainedLesson]
    kind: Literal["learns"] = "learns"


def learns(
    tasks: Sequence[str] = SHOWN,
    *,
    steps: int = 0,
    id: str = "learns",
    title: str = "Two machines that learn, and one by hand",
    alt: str = "Two machines of one shape learn one task from two seeds, beside the one by hand.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """Machines with the shapes of the book's, which a page trains from two seeds.

    `tasks` are names of LESSONS with heads. A reader sets the rate, the batch and the seed; lets
    them learn, stops them, goes on, begins again; and sees the loss, where heads look, and the
    weights, beside those by hand. It begins after so many `steps`. Raises ValueError for a task
    that is none of these, and for a number of steps that is out of range.
    """
    for task in tasks:
        if task not in SHOWN:
            raise ValueError(f"there is no task {task!r} to learn; there are {', '.join(SHOWN)}")
    if not 0 <= steps <= MOST_STEPS:
        raise ValueError(f"steps is {steps}; it must be from 0 to {MOST_STEPS:,}")
    lessons = [sent(task, LESSONS[task]()) for task in tasks]
    paths = list(dict.fromkeys(each.path for lesson in lessons for each in lesson.arrays))
    drawn = Learns(
        id=id,
        title=title,
        alt=alt,
        panels=["course", "seeds", FOLDED, "looks", "weights"],
        controls=[
            Select(name="task", label="to learn", values=list(tasks),
                   names=[NAMES[task] for task in tasks]),
            LogDial(name="rate", label="rate", least=1e-4, most=1),
            ChoiceDial(name="batch", label="prompts a step", values=[2**i for i in range(8)]),
            Dial(name="seed", label="seeds, from", least=0, most=98),
            Dial(name="prompt", label="prompt shown", least=0,
                 most=max(len(lesson.tokens) for lesson in lessons) - 1),
            Select(name="array", label="weights shown", values=paths,
                   names=[shown(path) for path in paths]),
        ],
        hidden=[Dial(name="steps", least=0, most=MOST_STEPS)],
        state={"task": tasks[0], "rate": lessons[0].rate, "batch": BATCH, "seed": 0,
               "prompt": PROMPT, "array": "W_E", "steps": steps},
        lessons=lessons,
    )  # fmt: skip
    fold = [each.name for each in drawn.controls if each.name not in ASKED]
    return figure_with(drawn, lambda: table_of_seeds(tasks, title), show, ["trained"], fold)


def shown(path: str) -> str:
    """How a reader is told of an array: head 1: W_Q for layers.0.heads.0.W_Q."""
    *_, kind, name = ("", *path.split("."))
    return f"head {int(kind) + 1}: {name}" if kind.isdigit() else path.rpartition(".")[2]


def sent(task: str, lesson: Lesson) -> TrainedLesson:
    """A lesson as it goes to a page."""
    return TrainedLesson(
        name=task,
        symbols=list(map(str, lesson.by_hand.vocabulary)),
        tokens=lesson.tokens.tolist(),
        answers=lesson.answers.tolist(),
        arrays=[
            TrainedArray(
                path=path, rows=len(np.atleast_2d(W)), columns=W.shape[-1],
                wide=width(lesson, path), fixed=path not in lesson.trained,
                numbers=W.ravel().tolist(),
            )
            for path, W in lesson.weights.items()
        ],
        heads=[head.name for head in lesson.by_hand.model.layers[0].heads],
        rate=lesson.rate,
        steps=lesson.steps,
    )  # fmt: skip


def table_of_seeds(tasks: Sequence[str], title: str) -> str:
    """What ten seeds came to, as `python -m tools.experiments by_hand_and_trained` measured it."""
    rows, shares = {}, []
    for task in tasks:
        lesson = LESSONS[task]()
        found = [row for row in experiment("by_hand_and_trained") if row["task"] == task]
        ways = Counter(row["found"] for row in found)
        all_right = sum(row["right"] == row["asked"] for row in found)
        shares.append([ways[way] / len(found) for way in ("ours", "another")])
        numbers = sum(W.size for W in lesson.weights.values())
        rows[NAMES[task]] = [
            f"{numbers}", f"{lesson.steps:,}", f"{all_right} of {len(found)}",
            *(f"{ways[way]}" for way in ("ours", "another")),
        ]  # fmt: skip
    heads = ["to learn", "numbers", "steps", "seeds all right", "our way", "another way"]
    says = [[f"{share:.0%}" for share in row] for row in shares]
    seeds = sketches.grid([*rows], ["our way", "another way"], np.array(shares), says)
    image = sketches.still(f"{title}: seeds that come to it", seeds)
    return image + table_of(rows, heads, title)
