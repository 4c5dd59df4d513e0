"""What an exercise is, and how a notebook shows it."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, Literal, NamedTuple

from exercises.model_answer import runnable
from exercises.order import MINUTES, NUMBERS, PAGES, WAY_THROUGH, WORKSHOP, exercise_page
from exercises.typed import Typed

Kind = Literal[
    "budget",
    "construct",
    "family",
    "change",
    "inspect",
    "code",
    "value",
    "proof",
    "experiment",
    "open",
]
Judge = Callable[[Any], str]
TEXTS = Path(__file__).with_name("texts")


class Mark(Enum):
    """A symbol beside an exercise and the words it stands for.

    The first two are the source's, which has no minutes: they stand beside its number there. The
    last follows from the minutes.
    """

    VERY_EASY = "♙ very easy"
    VERY_HARD = "♛ very hard"
    RECOMMENDED = "♪ recommended"
    UNSOLVED = "? unsolved by its author"
    OPEN_ENDED = "… open-ended"
    WAY = "→ on the way through"


OF_THE_SOURCE = (Mark.VERY_EASY, Mark.VERY_HARD)


def sign(mark: Mark) -> str:
    """The symbol of a mark, without its words."""
    return mark.value.split()[0]


@dataclass(frozen=True, repr=False)
class Note:
    """Markdown that a notebook renders and a terminal shows as it is."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


class Example(NamedTuple):
    """A cell below a statement that shows what it speaks of, or a wrong answer."""

    words: str
    code: str


@dataclass(frozen=True, repr=False)
class Exercise:
    """One exercise: its words, its stub, and how an answer is judged.

    `judge` takes an answer and returns what to say of a right one; of a wrong one it raises
    `Wrong` with what to say. Where it is None the answer is judged by its author or another
    person, with `checklist`. `answer` is the model answer in words; `code` are functions whose
    source belongs to it. Statement, hints and answer are Markdown and may hold $mathematics$.
    `typed` says how an answer can be typed and checked in a page, if it can. `example` comes
    between statement and stub on the page of the exercise. `source` is its number in the main
    source, if it is from there.
    """

    slug: str
    title: str
    kind: Kind
    statement: str
    hints: tuple[str, ...]
    answer: str
    marks: tuple[Mark, ...] = ()
    stub: str = ""
    judge: Judge | None = None
    code: tuple[Callable[..., Any], ...] = ()
    checklist: tuple[str, ...] = ()
    typed: Typed | None = None
    example: Example | None = None
    source: str = ""

    @property
    def number(self) -> str:
        """Its chapter and its place there; a leaderboard has none and says so."""
        return NUMBERS.get(self.slug, "board")

    @property
    def chapter(self) -> str:
        """The chapter that it belongs to; "" for a leaderboard."""
        return PAGES.get(self.slug, "")

    @property
    def page(self) -> str:
        """The page that it is on: that of the exercises of its chapter."""
        return exercise_page(self.chapter)

    @property
    def label(self) -> str:
        """Where the exercise is on its page, whatever its number."""
        return f"exercise-{self.slug}"

    @property
    def heading(self) -> str:
        """Its number and its title."""
        return f"{self.number} {self.title}"

    @property
    def minutes(self) -> int:
        """How long it takes a reader of the chapter, about; 0 for a leaderboard."""
        return MINUTES.get(self.slug, 0)

    @property
    def signs(self) -> tuple[Mark, ...]:
        """Its marks, but for those of the source alone."""
        own = (Mark.WAY,) if self.is_on_the_way and self.chapter != WORKSHOP.page else ()
        return (*own, *(mark for mark in self.marks if mark not in OF_THE_SOURCE))

    @property
    def is_on_the_way(self) -> bool:
        """Whether it is one of those by which a reader in a hurry goes through the book."""
        return self.slug in WAY_THROUGH

    @property
    def credit(self) -> tuple[str, ...]:
        """Where it is from, if it is not the book's own, with the mark of difficulty there."""
        if not self.source:
            return ()
        there = "".join(f", {sign(mark)} there" for mark in self.marks if mark in OF_THE_SOURCE)
        return (f"source: {self.source}{there}",)

    @property
    def heads(self) -> tuple[str, ...]:
        """What stands below its heading: its minutes and its marks."""
        minutes = (f"{self.minutes} minutes",) if self.minutes else ()
        return (*minutes, *(mark.value for mark in self.signs))

    @property
    def call(self) -> str:
        """The line that checks the answer, as it stands below the stub."""
        names = re.findall(r"^def (\w+)", self.stub, re.MULTILINE)
        answer = names[0] if len(names) == 1 else f"({', '.join(names)})"
        return f'check("{self.slug}", {answer})'

    @property
    def who_checks(self) -> str:
        """A sentence on who judges the answer, and by what."""
        if self.judge is None:
            return "Checked by yourself, or by somebody else, with the list below."
        if self.checklist:
            return f"Checked by machine with `{self.call}`; the rest by you, with the list below."
        return f"Checked by machine: `{self.call}`."

    def __repr__(self) -> str:
        words = "; ".join([*self.heads, *self.credit])
        return f"{self.heading} [{self.slug}]" + (f" ({words})" if words else "")

    def _repr_markdown_(self) -> str:
        return f"**{self.heading}**\n\n{self.body}"

    @property
    def body(self) -> str:
        """All below its heading: minutes, marks and slug, statement, who checks, hints."""
        names = (*self.heads, f"`{self.slug}`", *self.credit)
        parts = [" · ".join(names)]
        parts += [self.statement.strip(), self.who_checks]
        if self.checklist:
            parts.append("\n".join(f"- {line}" for line in self.checklist))
        parts += [
            f"<details><summary>Hint {i}</summary>\n\n{hint.strip()}\n\n</details>"
            for i, hint in enumerate(self.hints, 1)
        ]
        return "\n\n".join(parts)

    def solution(self) -> Note:
        """The model answer: words, then the code that the tests run."""
        return Note(f"**{self.heading}, an answer**\n\n{self.answered}")

    @property
    def answered(self) -> str:
        """All of the model answer below its heading."""
        code = (f"```python\n{runnable(self.code)}\n```",) if self.code else ()
        return "\n\n".join((self.answer.strip(), *code, *self.text_in_words))

    @property
    def text(self) -> str:
        """An answer in sentences of the language; "" where there is none."""
        path = TEXTS / f"{self.slug}.taotp"
        return path.read_text("utf-8") if path.is_file() else ""

    @property
    def text_in_words(self) -> tuple[str, ...]:
        """The same as Markdown, with the size that it is for."""
        if not self.text:
            return ()
        family = self.typed and self.typed.family
        of = f" for {family.size}" if family else ""
        return (
            f"A machine{of} as a text, which its box takes:",
            f"```text\n{self.text}```",
        )
