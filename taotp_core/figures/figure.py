"""What a page is told of a figure: the types of the data that goes through its door.

`declarations.py` says the same to the scripts, which are checked against it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, Literal

Json = dict[str, Any]
Value = str | float
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
    """A dial in even steps; one that is "circleDial" hides where a text makes no circle."""

    least: float
    most: float
    by: float = 1
    unit: str = ""
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
    """A line of text; typing in it moves the control `cursor` to the last position."""

    cursor: str = ""
    empty: str = ""
    kind: Literal["text"] = "text"


@dataclass(frozen=True, kw_only=True)
class GuessLine(Control):
    """A guess, which is typed and sent."""

    kind: Literal["guess"] = "guess"


@dataclass(frozen=True, kw_only=True)
class Preset(Control):
    """Well-known settings of several controls, each with a name."""

    presets: Sequence[Json]
    kind: Literal["preset"] = "preset"


@dataclass(frozen=True, kw_only=True)
class TextArea(Control):
    """A listing of some rows, and the examples that may be put there."""

    rows: int
    examples: Mapping[str, Json]
    kind: Literal["listing"] = "listing"


@dataclass(frozen=True, kw_only=True)
class NoiseDial(Control):
    """A dial over levels of noise, in dB below what is dialed; the first is none."""

    values: Sequence[float]
    least: float
    most: float
    kind: Literal["noise"] = "noise"


@dataclass(frozen=True, kw_only=True)
class Tools(Control):
    """What opens and saves texts.

    `boards` says of each board what is asked of its entries; `own` is the example of which nothing
    is known.
    """

    boards: Mapping[str, Json]
    own: str
    kind: Literal["tools"] = "tools"


@dataclass(frozen=True, kw_only=True)
class FormField:
    """One thing to type: a formula in `names`, a number, a list, a choice, lines, words, a listing.

    Of a choice, `names` are what its choices are called, where that is something else.
    """

    name: str
    label: str
    kind: Literal["formula", "number", "list", "choice", "lines", "words", "listing"]
    names: Sequence[str] = ()
    choices: Sequence[str] = ()
    example: str = ""


@dataclass(frozen=True, kw_only=True)
class Form(Control):
    """An answer in one or more fields, which is typed and sent; `slug` names its exercise."""

    fields: Sequence[FormField]
    slug: str
    kind: Literal["form"] = "form"


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
    state: State
    kept: Sequence[str] = ()

    def as_json(self) -> Json:
        """The figure as the page reads it."""
        return asdict(self)

    def shared(self) -> dict[str, Any]:
        """Its fields by their names, for a figure that is made of this one."""
        return {each.name: getattr(self, each.name) for each in fields(self)}


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
    """What texts a machine is meant for: a pattern of the letters that words have.

    `letters` has one for each word, or two, of which the first holds behind one of `opens`; "her"
    is a determiner before one of `owned`. "an" stands before what `vowels` matches. `meant` says
    what a text must be.
    """

    letters: Mapping[str, str]
    opens: str
    owned: str
    vowels: str
    pattern: str
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
    machine, whose answer is how much is wrong.
    """

    arcs: Sequence[Look]
    marks: Sequence[Mark]
    texts: Sequence[str]
    label: str
    pairs: Sequence[Told] = ()
    grammar: Grammar | None = None


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


@dataclass(frozen=True, kw_only=True)
class Trials(Speaker):
    """A program that every input of some symbols is tried on."""

    symbols: Sequence[str]
    once: bool
    target: str
    kind: str = "trials"


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A program of a comparison: its name, how it speaks, and its sizes by their names."""

    name: str
    speaker: Speaker
    sizes: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Pair(Figure):
    """Two programs of several that hear one prompt, and the panels that each of them has.

    Where `question` asks which of them it is, names and sizes are covered until a reader has said;
    `right` is the name of that one.
    """

    cursor: str
    constant: str
    compared: Sequence[Compared]
    below: Sequence[str]
    question: str = ""
    right: str = ""
    kind: Literal["pair"] = "pair"


@dataclass(frozen=True, kw_only=True)
class WhichOne(Control):
    """A question with a button for each side; it sets `name` to the name of a program."""

    kind: Literal["which"] = "which"


@dataclass(frozen=True, kw_only=True)
class Bench(Control):
    """A list of programs, by group and name, a list of tools, a prompt and one to patch from.

    A program's name is what it is called in an address; here it has the one that a reader sees.
    """

    programs: Mapping[str, Mapping[str, str]]
    kind: Literal["inside"] = "inside"


@dataclass(frozen=True, kw_only=True)
class Inspected:
    """A program to look into: its name in an address, and how it speaks.

    `other` is a second prompt, `at` has the paths of parts that are taken out at first, and
    `scores` what kind of head each is, by what is asked, [layer][head].
    """

    name: str
    speaker: Speaker
    other: str
    at: str
    scores: Mapping[str, Sequence[Sequence[float]]]


@dataclass(frozen=True, kw_only=True)
class Inside(Figure):
    """Programs whose parts can be taken out, and tools that say what each part is for."""

    cursor: str
    programs: Sequence[Inspected]
    kind: Literal["inside"] = "inside"


@dataclass(frozen=True, kw_only=True)
class EditedText(Figure):
    """A text that is read and run while it changes."""

    cursor: str
    examples: Mapping[str, Json]
    kind: Literal["editor"] = "editor"


@dataclass(frozen=True, kw_only=True)
class CirclePoints(Figure):
    """Points of the circle, as many as are chosen."""

    choices: Sequence[Axis]
    labels: Sequence[str]
    options: Sequence[Points]
    columns: Sequence[Any]
    kind: Literal["circle"] = "circle"


@dataclass(frozen=True, kw_only=True)
class Cloud(Figure):
    """A cloud of points, each with a shape."""

    shapes: Sequence[str]
    points: Points
    columns: Sequence[Any]
    kind: Literal["cloud"] = "cloud"


@dataclass(frozen=True, kw_only=True)
class Hardening(Figure):
    """Models of one head, which reads so many positions."""

    choices: Sequence[Axis]
    positions: int
    options: Sequence[Json]
    columns: Sequence[Any]
    kind: Literal["hardening"] = "hardening"


@dataclass(frozen=True, kw_only=True)
class Failures(Figure):
    """The share that is right over rows and columns; `cases` are states of the figure `target`."""

    names: Sequence[str]
    rows: Sequence[Any]
    columns: Sequence[Any]
    right: Sequence[Sequence[float]]
    cases: Sequence[Sequence[Json]] | None
    target: str
    kind: Literal["failures"] = "failures"


@dataclass(frozen=True, kw_only=True)
class Gate(Figure):
    """The units of an MLP along one coordinate, and points that their sum should meet."""

    units: Points
    base: float
    points: Sequence[Sequence[float]]
    near: float
    least: float
    most: float
    bottom: float
    top: float
    columns: Sequence[Any]
    kind: Literal["gate"] = "gate"


@dataclass(frozen=True, kw_only=True)
class AnswerBox(Figure):
    """The box of an exercise: `check` names what judges it, and `data` is what that compares with.

    `model` is the transformer that a check runs, where it runs one.
    """

    number: str
    slug: str
    fields: Sequence[FormField]
    check: str
    data: Json
    model: Json | None = None
    columns: Sequence[Any] = ()
    kind: Literal["answer"] = "answer"


@dataclass(frozen=True, kw_only=True)
class ListedExercise:
    """An exercise in a list; `word` tells whether its solver may vouch for it."""

    slug: str
    number: str
    title: str
    marks: str
    page: str
    address: str
    effort: int
    word: bool


@dataclass(frozen=True, kw_only=True)
class ListedChapter:
    """A chapter in a list, with its exercises."""

    title: str
    exercises: Sequence[ListedExercise]


@dataclass(frozen=True, kw_only=True)
class Progress(Figure):
    """Every exercise by its chapter, with what a reader has done."""

    chapters: Sequence[ListedChapter]
    kind: Literal["progress"] = "progress"
