"""Two ways to put a program to the test in a page: try every short input, or guess first."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from taotp.figures import sketches
from taotp.figures.explorables import FOLDED, choice
from taotp.figures.explore import explore
from taotp.figures.figure import Control, Line, Speaker
from taotp.figures.live import LiveFigure
from taotp.figures.options import SHOWN, Answer, Dials, Panels, Promise, Prompt, Table
from taotp.programs import Program
from taotp_core.program import Symbol

MOST_INPUTS = 1_000_000


@dataclass(frozen=True, kw_only=True)
class GuessLine(Control):
    """A guess, which is typed and sent."""

    kind: Literal["guess"] = "guess"


@dataclass(frozen=True, kw_only=True)
class Trials(Speaker):
    """A program that every input of some symbols is tried on."""

    symbols: Sequence[str]
    once: bool
    target: str
    kind: str = "trials"


def try_to_break(
    build: Callable[..., Program],
    prompt: Prompt,
    symbols: Sequence[Symbol],
    *,
    answer: str | Table,
    dials: Dials | None = None,
    target: str = "",
    longest: int = 5,
    once: bool = False,
    id: str = "break",
    title: str = "Try to break it",
    alt: str | None = None,
) -> LiveFigure:
    """Every input of some symbols up to a length, tried in the page; it lists those that go wrong.

    `build`, `prompt`, `answer` and `dials` are those of `explore`; the prompt shows what an input
    looks like. A failure picked is loaded into the figure whose id is `target`. With `once`
    only inputs count whose last n_match symbols stood exactly once before. Raises ValueError as
    `explore` does, for a symbol that the program does not have, and for more than a million inputs.
    """
    made = explore(build, prompt, dials=dials, answer=answer, panels=(), id=id, title=title)
    speaker = made.figure
    assert isinstance(speaker, Speaker)
    known = speaker.options[0]["vocabulary"]
    for symbol in symbols:
        if str(symbol) not in known:
            raise ValueError(f"symbol {symbol!r} must be one of {', '.join(known[:20])}")
    if not symbols or longest < 1:
        raise ValueError(
            f"symbols, longest are {list(symbols)}, {longest}; both must be at least 1"
        )
    inputs = sum(len(symbols) ** length for length in range(1, longest + 1))
    if inputs > MOST_INPUTS:
        raise ValueError(
            f"longest is {longest}, which makes {inputs} inputs; at most {MOST_INPUTS}"
        )
    if once and "n_match" not in speaker.state:
        raise ValueError("once needs n_match, as a list of one number or more")
    lengths = choice("longest", range(1, longest + 1), "longest input")
    shared = speaker.shared() | {
        "alt": alt
        or f"Every input of up to {longest} symbols from {list_of(symbols)}, tried one by one.",
        "kind": "trials",
        "panels": ["trial", *([FOLDED] if speaker.folded else [])],
        "controls": [lengths, *(c for c in speaker.controls if c.name not in ("text", "row"))],
        "state": {**speaker.state, "longest": longest},
    }
    named = [str(symbol) for symbol in symbols]
    tried = Trials(**shared, symbols=named, once=once, target=target)
    shown = explore(build, prompt, dials=dials, panels=("machine",), id=id, title=title)
    return LiveFigure(tried, shown.still, (*made.parts, "trials"))


def list_of(symbols: Sequence[Symbol]) -> str:
    """Symbols as one reads them."""
    return " ".join(map(str, symbols))


def predict(
    build: Callable[..., Program],
    prompt: Prompt,
    *,
    dials: Dials | None = None,
    answer: Answer | Promise = None,
    panels: Sequence[str] | Panels = SHOWN,
    id: str = "predict",
    title: str = "Predict first",
    alt: str | None = None,
) -> LiveFigure:
    """A program whose words are covered until the reader has guessed them.

    All else is as in `explore`, and its errors too. Another prompt is covered again.
    """
    made = explore(build, prompt, dials=dials, answer=answer, panels=panels, id=id, title=title)
    speaker = made.figure
    text = speaker.state["text"]
    heard = prompt.split() if isinstance(prompt, str) and " " in prompt else prompt
    guess = GuessLine(name="guess", label="your guess")
    prompts = [control for control in speaker.controls if control.name == "text"]
    others = [control for control in speaker.controls if control.name != "text"]
    shared = speaker.shared() | {
        "alt": alt or f"What does the program say after {text!r}? Guess before you look.",
        "kind": "guess",
        "controls": [*prompts, guess, *others],
        "hidden": [Line(name="guess"), Line(name="asked"), *speaker.hidden],
        "state": {**speaker.state, "guess": "", "asked": ""},
    }

    def still() -> str:
        covered = sketches.still(str(shared["alt"]), sketches.chips([*map(str, heard), "?"]))
        answer = "What it says"
        return f"{covered}<details><summary>{answer}</summary>{made.still()}</details>"

    return LiveFigure(Speaker(**shared), still, (*made.parts, "trials"))
