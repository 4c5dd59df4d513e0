"""What a page is told of a figure: the types of the data that goes through its door.

Here stands what several figures have. A kind of one figure alone stands beside what makes it.
`declarations.py` finds all of them and says the same to the scripts, which are checked against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any, ClassVar, Literal

from taotp.words.agreement_errors import Phrases

Json = dict[str, Any]
Value = str | float
MOST_TEXT = 20_000  # letters: what every program reads in a second or two
State = Mapping[str, Value | None]  # what each control says, by its name


@dataclass(frozen=True, kw_only=True)
class Control:
    """What a reader sets: one entry of the state."""

    name: str
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class LogDial(Control):
    """A dial on a logarithmic scale, with a box for exact values."""

    least: float
    most: float
    kind: Literal["log"] = "log"


@dataclass(frozen=True, kw_only=True)
class Dial(Control):
    """A dial in even steps; one that is "circleDial" hides where a text makes no circle.

    Steps of whole numbers count something, and nothing between them is read from an address; an
    angle says that it is `smooth`.
    """

    least: float
    most: float
    by: float = 1
    unit: str = ""
    smooth: bool = False
    kind: Literal["linear", "circleDial"] = "linear"


@dataclass(frozen=True, kw_only=True)
class GrowingDial(Control):
    """A dial over whole numbers, in steps that grow."""

    least: float
    most: float
    by: float = 1
    kind: Literal["growing"] = "growing"


@dataclass(frozen=True, kw_only=True)
class ChoiceDial(Control):
    """A dial over a few numbers."""

    values: Sequence[float]
    kind: Literal["choice"] = "choice"


@dataclass(frozen=True, kw_only=True)
class CutDial(Control):
    """A dial over a few numbers, one of which, `off`, cuts nothing."""

    values: Sequence[float]
    off: float
    least: float
    most: float
    kind: Literal["cut"] = "cut"


@dataclass(frozen=True, kw_only=True)
class Select(Control):
    """A list of a few values, shown under names of their own where there are some."""

    values: Sequence[Value]
    names: Sequence[str] | None = None
    kind: Literal["select"] = "select"


@dataclass(frozen=True, kw_only=True)
class Positions(Control):
    """A dial over the positions of a run."""

    kind: Literal["step"] = "step"


@dataclass(frozen=True, kw_only=True)
class Line(Control):
    """A line of text of at most so many letters; typing moves the control `cursor` to the last."""

    cursor: str = ""
    empty: str = ""
    most: int = MOST_TEXT
    kind: Literal["text"] = "text"


@dataclass(frozen=True, kw_only=True)
class Preset(Control):
    """Well-known settings of several controls, each with a name."""

    presets: Sequence[Json]
    kind: Literal["preset"] = "preset"


@dataclass(frozen=True, kw_only=True)
class NoiseDial(Control):
    """A dial over levels of noise, in dB below what is dialed; the first is none."""

    values: Sequence[float]
    least: float
    most: float
    kind: Literal["noise"] = "noise"


@dataclass(frozen=True, kw_only=True)
class Axis:
    """A choice by which variants differ; the last of several changes fastest."""

    name: str
    values: Sequence[Value]


@dataclass(frozen=True, kw_only=True)
class Points:
    """Points, each a row: the places of their coordinates in the pool of columns."""

    rows: int
    at: Sequence[int]


@dataclass(frozen=True, kw_only=True)
class Fold:
    """A line that opens a panel; so does an address that sets one of the entries in `opens`."""

    title: str
    opens: Sequence[str] = ()


@dataclass(frozen=True, kw_only=True)
class Figure:
    """What all figures have: `hidden` lists controls that an address alone can set.

    Of these, the panel "folded" shows those that `folded` names, behind a line that opens them.
    `kept` names what of its state a browser keeps for a reader who comes again. `folds` are panels
    behind a line that opens them.
    """

    id: str
    title: str
    alt: str
    panels: Sequence[str]
    folds: Mapping[str, Fold] = field(default_factory=dict)
    controls: Sequence[Control] = ()
    hidden: Sequence[Control] = ()
    folded: Sequence[str] = ()
    state: State
    kept: Sequence[str] = ()
    asks: ClassVar[bool] = False  # whether it asks for an answer, and so proves nothing

    def as_json(self) -> Json:
        """The figure as the page reads it."""
        found: Json = plain(self)
        return found

    def shared(self) -> dict[str, Any]:
        """Its fields by their names, for a figure that is made of this one."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


def plain(value: Any) -> Any:
    """What a field holds as JSON has it, uncopied: a dataclass as its fields by their names."""
    if isinstance(value, str | float | int):  # nearly all of a program are
        return value
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    return [plain(each) for each in value] if isinstance(value, list | tuple) else value


@dataclass(frozen=True, kw_only=True)
class Cases:
    """What a program is tried on at once: rows of ids, and the id that each place should say.

    An expected id is -1 where nothing is promised; what was said before stands among the ids. No
    rows are every token at every place, of which the one row of `expected` says what is right.
    What is counted is each place that promises something ("input"), or each row ("prompt"). `what`
    says which they are.
    """

    heard: Sequence[Sequence[int]]
    expected: Sequence[Sequence[int]]
    each: Literal["input", "prompt"]
    what: str


@dataclass(frozen=True, kw_only=True)
class Look:
    """A head whose looks are drawn as arcs, by its path, and what it does."""

    path: str
    name: str


@dataclass(frozen=True, kw_only=True)
class Mark:
    """What a column of the stream says of a word, after a step, where it is above 1/2."""

    after: str
    column: int
    name: str


@dataclass(frozen=True, kw_only=True)
class Grammar:
    """What texts a machine is meant for: rules of the classes that words have.

    `classes` has one for each word, or two, of which the first holds behind one of `opens`; "her"
    is a determiner before one of `owned`. `rules` say what a "sentence" is, by names of rules and
    classes. "an" stands before what `vowels` matches, and `idioms` match what means more than its
    words. `meant` says what a text must be.
    """

    classes: Mapping[str, Sequence[str]]
    opens: Sequence[str]
    owned: Sequence[str]
    vowels: str
    rules: Mapping[str, str]
    idioms: str
    meant: str


@dataclass(frozen=True, kw_only=True)
class Told:
    """Two sentences, which of them is right, and the share of such pairs that others tell."""

    sentences: Sequence[str]
    right: int
    shares: Mapping[str, float]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How a sentence is drawn, sentences to choose from, and a grammar beside the machine.

    A slider types `texts`; of `pairs` a reader says which sentence is right, and so does the
    machine, whose answer is how much is wrong. `phrases` say what its answers mean.
    """

    arcs: Sequence[Look]
    marks: Sequence[Mark]
    texts: Sequence[str]
    label: str
    pairs: Sequence[Told] = ()
    grammar: Grammar | None = None
    phrases: Phrases | None = None


@dataclass(frozen=True, kw_only=True)
class Speaker(Figure):
    """A program, in variants, that is told something and says the rest.

    `answer` is what it should say, or the name of what is right: `table` and `length` belong to a
    lookup. `circle` is where the first coordinates of a circle stand. `cases` are those of each
    variant, or one for all.
    """

    cursor: str
    choices: Sequence[Axis]
    options: Sequence[Json]
    columns: Sequence[Any]
    constant: str = "N"
    answer: str | Sequence[str] | None = None
    table: Mapping[str, str] | None = None
    length: int = 0
    circle: int | None = None
    cases: Sequence[Cases] = ()
    reading: Reading | None = None
    kind: str = "speaker"
