"""A text in the language of listings as a live figure: change a number and see what it says."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from taotp.figures.explorables import (
    FOLDED,
    TILT,
    figure_with,
    parts_of,
    precision,
    table_of_decoding,
)
from taotp.figures.explore import PLAY, ROW, VIEW, answer_by_name, heard_again
from taotp.figures.figure import Control, Figure, Json, Line, Select, Value
from taotp.figures.live import LiveFigure
from taotp.figures.options import SHOWN, Panels, Table
from taotp.listing import read
from taotp.listing.language import LIMITS
from taotp.programs import Program
from taotp.words.cutting import Words
from taotp_core.program import Symbol

SAID = 64  # tokens that a program without an end may say, as in editor.js
ROWS = 8  # lines of a field: it scrolls, so that what the text says is on the same screen
FOLLOWING = ("circle",)  # panels of their own, which follow the text


@dataclass(frozen=True, kw_only=True)
class TextArea(Control):
    """A listing of some rows, and the examples that may be put there."""

    rows: int
    examples: Mapping[str, Json]
    kind: Literal["listing"] = "listing"


@dataclass(frozen=True, kw_only=True)
class EditedText(Figure):
    """A text that is read and run while it changes."""

    cursor: str
    examples: Mapping[str, Json]
    kind: Literal["editor"] = "editor"


@dataclass(frozen=True)
class Example:
    """A text that a reader may choose, a prompt for it, and what is right, as `explore` has it.

    It may belong to a group of texts, and a page may be what builds it.
    """

    text: str
    prompt: str = ""
    answer: str | Table | None = None
    n_match: int | None = None
    group: str = ""
    page: str = ""

    def as_json(self) -> Json:
        """The example as the page knows it; raises ValueError for an answer that it lacks."""
        choices = {} if self.n_match is None else {"n_match": [self.n_match]}
        known = answer_by_name(self.answer, choices)
        return known | {"text": self.text, "prompt": self.prompt, "n_match": self.n_match}


@dataclass(frozen=True)
class Editor(LiveFigure):
    """A live figure whose text can be read back: in a live notebook, what the reader made of it."""

    examples: Mapping[str, Example] = field(default_factory=dict, repr=False)

    @property
    def text(self) -> str:
        """The text as it stands now."""
        state = self.widget.state
        typed = state.get("listing")
        return self.examples[state["example"]].text if typed is None else str(typed)

    @property
    def program(self) -> Program:
        """What the text assembles to; raises ListingError where it has faults."""
        return read(self.text).program


def edit(
    text: str,
    prompt: str = "",
    *,
    panels: Sequence[str] = SHOWN,
    answer: str | Table | None = None,
    n_match: int | None = None,
    examples: Mapping[str, str | Example] | None = None,
    id: str = "editor",
    title: str = "Weights as text",
    name: str = "this text",
    alt: str | None = None,
    rows: int = ROWS,
    show: Sequence[str] | None = None,
) -> Editor:
    """A text that is assembled and run while the reader changes it.

    `prompt` is typed as in the page ("4 7 2" where symbols have several letters). `answer` says
    what is right as in `explore`; "search" needs n_match. `examples` are further texts by name,
    with prompts of their own where they are Examples, and may have faults; `name` is what `text`
    is called among them. `rows` is the height of the field in lines. Raises ListingError where
    `text` has faults, ValueError for an unknown panel, control or answer and for a prompt that the
    program does not take.
    """
    Panels.of(panels)  # all of them known
    first = Example(text, prompt, answer, n_match)
    chosen = {name: first}
    for key, example in (examples or {}).items():
        chosen[key] = Example(example) if isinstance(example, str) else example
    program = read(text).program
    told, says = spoken(program, prompt)
    source = [] if program.model.encoder is None else program.read(typed_in(program, prompt))
    heard = (told + heard_again(program, says))[: program.model.n_ctx]
    prompts = {key: {"prompt": each.prompt, "group": each.group} for key, each in chosen.items()}
    controls: list[Control] = [
        TextArea(name="listing", label="the program", rows=rows, examples=prompts),
        Line(name="text", label="text", cursor="row"),
        *([] if "machine" in panels else [ROW]),
        precision(),
    ]
    if "circle" in panels:
        controls.append(replace(TILT, kind="circleDial"))
    start: dict[str, Value | None] = {"example": name, "listing": None, "text": prompt, "row": -1}
    start |= {"precision": "float64", "off": "", "changed": ""}
    start |= {"cell": "", "far": "", "tilt": 0, "step": "", "at": "", "view": "lanes"}
    drawn = EditedText(
        id=id,
        title=title,
        alt=alt
        or f"A text of {len(text.splitlines())} lines is a whole program: change one, and "
        "the machine below is made anew.",
        panels=[*map(panel_of, panels), FOLDED],
        controls=controls,
        hidden=[
            Select(name="example", values=list(chosen)),
            Line(name="listing", most=LIMITS["text"]),
            *([ROW] if "machine" in panels else []),
            *(Line(name=name) for name in ("off", "changed", "cell", "far", "step", "at")),
            VIEW,
            PLAY,
        ],
        state=start,
        kept=("example", "listing", "text"),
        cursor="row",
        examples={key: each.as_json() for key, each in chosen.items()},
    )

    def still() -> str:
        from taotp.figures.stills import at_start  # where no page is alive

        image = at_start(*(program, heard, len(told), panels), title=title, source=source)
        table = table_of_decoding(program, heard, title, len(told), source)
        return code_block(text) + image + table

    parts = [*parts_of(panels), "editor"]
    made = figure_with(drawn, still, show, parts, ["precision"])
    return Editor(made.figure, made.still, made.parts, chosen)


def panel_of(name: str) -> str:
    """What the page calls a panel."""
    return f"listed{name.capitalize()}" if name in FOLLOWING else name


def code_block(text: str) -> str:
    """The text as HTML, for paper and for readers without the script."""
    return f"<pre><code>{html.escape(text)}</code></pre>"


def spoken(program: Program, prompt: str) -> tuple[list[int], list[int]]:
    """The ids of a prompt typed as in the page, and of what the program says after it."""
    symbols = typed_in(program, prompt)
    told = program.encode(symbols)
    room = program.model.n_ctx - len(told)
    says = program.complete(symbols, steps=min(program.steps or SAID, SAID, room + 1))
    return told, [program.places[symbol] for symbol in says]


def typed_in(program: Program, prompt: str) -> list[Symbol]:
    """The symbols of a prompt typed as in the page."""
    if isinstance(program.pieces, Words):
        return list(program.cut(prompt))
    known = {str(symbol): symbol for symbol in program.typed}
    if max(map(len, known), default=1) > 1:
        typed = prompt.replace(",", " ").split()
    else:
        typed = [letter for letter in prompt if letter in known or letter not in " ,\n\t"]
    return [known.get(symbol, symbol) for symbol in typed]
