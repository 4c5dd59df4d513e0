"""What an exercise is, and how a notebook shows it."""

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

from exercises.order import NUMBERS, PAGES
from exercises.typed import Typed

Kind = Literal[
    "budget", "construct", "family", "inspect", "code", "value", "proof", "experiment", "open"
]
Judge = Callable[[Any], str]


class Mark(Enum):
    """A symbol in the margin and the words it stands for."""

    VERY_EASY = "♙ very easy"
    VERY_HARD = "♛ very hard"
    RECOMMENDED = "♪ recommended"
    UNSOLVED = "? unsolved by its author"
    OPEN_ENDED = "… open-ended"


@dataclass(frozen=True, repr=False)
class Note:
    """Markdown that a notebook renders and a terminal shows as it is."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


@dataclass(frozen=True, repr=False)
class Exercise:
    """One exercise: its words, its stub, and how an answer is judged.

    `judge` takes an answer and returns what to say of a right one; of a wrong one it raises
    `Wrong` with what to say. Where it is None the answer is judged by its author or another
    person, with `checklist`. `answer` is the model answer in words; `code` are functions whose
    source belongs to it. Statement, hints and answer are Markdown and may hold $mathematics$.
    `typed` says how an answer can be typed and checked in a page, if it can.
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

    @property
    def number(self) -> str:
        """Its chapter and its place there, "2.1"; a leaderboard has none and says so."""
        return NUMBERS.get(self.slug, "board")

    @property
    def chapter(self) -> str:
        """The page that it is on; "" for a leaderboard."""
        return PAGES.get(self.slug, "")

    @property
    def label(self) -> str:
        """Where the exercise is on the page of its chapter."""
        return f"exercise-{self.number.replace('.', '-')}"

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
        words = ", ".join(mark.value for mark in self.marks)
        return f"{self.number} {self.title} [{self.slug}]" + (f" ({words})" if words else "")

    def _repr_markdown_(self) -> str:
        words = " · ".join(mark.value for mark in self.marks)
        parts = [f"**{self.number} {self.title}**" + (f" · {words}" if words else "")]
        parts += [self.statement.strip(), self.who_checks]
        if self.checklist:
            parts.append("\n".join(f"- {line}" for line in self.checklist))
        parts += [
            f"<details><summary>Hint {i}</summary>\n\n{hint.strip()}\n\n</details>"
            for i, hint in enumerate(self.hints, 1)
        ]
        from exercises.box import answer_box, element  # figures, which a terminal need not
        from taotp_core.figures.live import for_page

        if for_page():
            parts.insert(0, f'<div class="exercise" id="{self.label}"></div>')
            if self.typed:
                parts.append(
                    element(answer_box(self.typed, self.number, self.slug), self.typed.part)
                )
        return "\n\n".join(parts)

    def solution(self) -> Note:
        """The model answer: words, then the code that the tests run."""
        code = [f"```python\n{inspect.getsource(part).strip()}\n```" for part in self.code]
        head = f"**{self.number} {self.title}, an answer**"
        return Note("\n\n".join([head, self.answer.strip(), *code]))
