"""What is said of figures of programs, in groups: what is turned, what is right, what is drawn.

A short form stands for a group wherever nothing else of it is meant: `answer="minimum"` is
`Promise("minimum")`, `panels=("tape",)` is `Panels(("tape",))`, `{"N": 64}` is
`{"N": Constant(64)}`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, TypedDict

from taotp.figures.explorables import choice, logarithmic
from taotp.figures.figure import Control
from taotp.programs import Program
from taotp.reference import Specification
from taotp_core.program import Symbol
from taotp_core.stream import Subspace

PANELS = ("machine", "tape", "circle", "logits", "numbers", "compass")
SHOWN = ("machine",)
ASKED = 2  # dials of a figure's question, beside what is typed
NO_CONSTANT = "N"  # what a page calls the constant of programs that have none

Prompt = str | list[Any]
Layout = Sequence[Subspace] | Callable[..., Sequence[Subspace]]
Table = Mapping[Sequence[Symbol], Symbol]
Answer = str | list[str] | Table | None


@dataclass(frozen=True)
class Constant:
    """A number that stays open in the page: what it is at first, and the ends of its dial."""

    first: float
    least: float = 1
    most: float = 1e8


Dials = Mapping[str, float | Constant | Sequence[Any]]


@dataclass(frozen=True)
class Promise:
    """What is right, and on what a figure tries it.

    `answer` is a name from `explore.ANSWERS`, the table of a lookup, all that is said where nothing
    is typed, or nothing. The panel "numbers" tries the prompts `tried` (None: all short ones, or a
    sample), answered as `answer` says or as `right(prompt, **choices)`, which returns None for what
    is left open.
    """

    answer: Answer = None
    right: Specification | None = None
    tried: Sequence[Sequence[Symbol]] | None = None

    @classmethod
    def of(cls, answer: "Answer | Promise") -> "Promise":
        """What is right, be it an answer alone."""
        return answer if isinstance(answer, Promise) else cls(answer)


@dataclass(frozen=True)
class Panels:
    """What is drawn of a program, and how.

    `folded` puts the panel "numbers" behind a line that opens it. `step` is where the panel
    "machine" starts, from `steps.steps_of` (None: where a head looks first). `subspaces` names
    parts of the stream (None: as the machine does); where they change with the choices it is a
    function of those. `controls` are those that are shown (None: all); an address can set the
    others. `fold` are those, of all, that stand folded below what is drawn (None: the precision,
    and all dials but the first two).
    """

    names: Sequence[str] = SHOWN
    folded: bool = False
    step: str | None = None
    subspaces: Layout | None = None
    controls: Sequence[str] | None = None
    fold: Sequence[str] | None = None

    @classmethod
    def of(cls, panels: "Sequence[str] | Panels") -> "Panels":
        """What is drawn, be it the names of panels alone; ValueError for an unknown one."""
        found = panels if isinstance(panels, Panels) else cls(panels)
        for panel in found.names:
            if panel not in PANELS:
                known = ", ".join(PANELS)
                raise ValueError(f"panel {panel!r} is unknown; it must be one of {known}")
        return found

    def folds(self, dials: "Turned", asked: int = ASKED) -> Sequence[str]:
        """The controls that are folded, where a figure has these dials and `asked` stay open."""
        if self.fold is not None:
            return self.fold
        return [*(dial.name for dial in dials.controls()[asked:]), "precision"]

    def layout(self, choices: Mapping[str, Any]) -> Sequence[Subspace] | None:
        """The names of parts of the stream for one value of each choice."""
        return self.subspaces(**choices) if callable(self.subspaces) else self.subspaces


class Options(TypedDict, total=False):
    """What `explore` is told besides a program and a prompt, for figures that are made of its."""

    dials: Dials | None
    answer: Answer | Promise
    panels: Sequence[str] | Panels
    id: str
    title: str
    alt: str | None


@dataclass(frozen=True)
class Turned:
    """Dials in their two kinds: a constant at most, by its name, and choices by theirs."""

    name: str
    constant: Constant | None
    choices: Mapping[str, Sequence[Any]]

    @classmethod
    def of(cls, dials: Dials | None) -> "Turned":
        """The dials by their kinds: a number is a constant, a list has the values of a choice.

        Raises ValueError for two constants, and for what is neither a number nor a list.
        """
        constants: dict[str, Constant] = {}
        choices: dict[str, Sequence[Any]] = {}
        for name, given in (dials or {}).items():
            if isinstance(given, Constant):
                constants[name] = given
            elif isinstance(given, int | float):
                constants[name] = Constant(given)
            elif isinstance(given, Sequence) and not isinstance(given, str) and len(given):
                choices[name] = given
            else:
                raise ValueError(f"dial {name!r} is {given!r}; it must be a number or a list")
        if len(constants) > 1:
            raise ValueError(f"dials are {', '.join(constants)}; one number at most can stay open")
        name = next(iter(constants), NO_CONSTANT)
        return cls(name, constants.get(name), choices)

    @property
    def first(self) -> dict[str, Any]:
        """The value with which each choice begins."""
        return {name: values[0] for name, values in self.choices.items()}

    @property
    def value(self) -> float:
        """The value with which the constant begins: 1 where there is none."""
        return 1 if self.constant is None else self.constant.first

    def variants(self) -> Iterator[dict[str, Any]]:
        """Every value of each choice with every one of the others; the last changes fastest."""
        for values in product(*self.choices.values()):
            yield dict(zip(self.choices, values, strict=True))

    def of_constant(
        self, build: Callable[..., Program], chosen: Mapping[str, Any]
    ) -> Callable[[float], Program]:
        """A variant of a program as a function of the constant alone."""
        if self.constant is not None:
            return lambda value: build(value, **chosen)
        made = build(**chosen)
        return lambda _: made

    def controls(self) -> list[Control]:
        """A dial for the constant, and one for each choice where there is a choice."""
        found: list[Control] = []
        if self.constant is not None:
            found.append(logarithmic(self.name, self.constant.least, self.constant.most))
        several = {name: values for name, values in self.choices.items() if len(values) > 1}
        return found + [choice(name, values) for name, values in several.items()]
