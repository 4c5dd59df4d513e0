"""A film of a machine in symbols, as one vector drawing that needs no player and no script.

Frames are stills of lanes, one for each step of each position, with its sentence; a style sheet
shows one after another. Where a reader wants no motion, where nothing moves, and in an address that
ends in #still, the last one stands: the machine with every step done.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from taotp.figures.lanes.picture import lanes, story
from taotp.figures.steps import steps_of
from taotp.figures.stills import name_of
from taotp.figures.strokes import SIZE, WIDE, Block, element, number, write
from taotp.interp.lanes import KINDS, Lanes, Step, brought_to, heads_of, lanes_of, sentence_of
from taotp.programs import Program

WORD, PAUSE, END = 280, 900, 2500  # ms: of a word, behind a sentence, and behind the last one
INK, PAPER = "#14181e", "#ffffff"
EDGE, TITLE, BETWEEN = 20, 22, 14  # around, of the title, and below it and its sentence
FONT = "system-ui, 'Segoe UI', Roboto, 'Helvetica Neue', 'DejaVu Sans', sans-serif"


@dataclass(frozen=True)
class Frame:
    """A step at a position: what the machine holds then, and the sentence of it."""

    seen: Lanes
    at: int
    step: Step
    sentence: str

    @property
    def ms(self) -> int:
        """How long it takes to be read."""
        return WORD * len(self.sentence.split()) + PAUSE


def frames(program: Program, prompt: Any) -> Iterator[Frame]:
    """Every step of every position from the last of a prompt to where the machine stops.

    What an encoder reads is told at the first position alone. Raises ValueError as `complete` does.
    """
    told = program.encode(prompt)
    source: Sequence[int] = program.read(prompt) if program.model.encoder else ()
    said = [program.places[symbol] for symbol in program.complete(list(prompt))]
    heard = [*told, *(said if program.stop is not None else said[:-1])][: program.model.n_ctx]
    names = [name_of(program, token) for token in range(len(program.vocabulary))]
    steps = [step for step in map(Step.of, steps_of(program.model)) if step.kind in KINDS]
    for place in range(len(told) - 1, len(heard)):
        seen = lanes_of(program, heard[: place + 1], source, names)
        for step in steps:
            if not step.stack or place == len(told) - 1:
                yield Frame(seen, place, step, sentence_of(seen, step, told_at(step, place)))


def told_at(step: Step, place: int) -> int:
    """The position of which a step is told: of what an encoder reads the first."""
    return 0 if step.stack else place


def film(program: Program, prompt: Any, title: str) -> str:
    """A film of all that a machine says after a prompt, as an SVG file."""
    hues: dict[str, str] = {}
    shown = [*frames(program, prompt)]
    told = max(story(each.sentence)[0] for each in shown)
    drawn = [(each, picture(each, told, hues)) for each in shown]
    high = EDGE + TITLE + max(block[0] for _, block in drawn) + EDGE
    head = write(EDGE, EDGE + SIZE, title, font_weight="bold", font_size=SIZE + 2)
    paper = element("rect", width="100%", height="100%", fill=PAPER)
    inside = "".join(
        element("g", ink, class_="f", id=f"f{i}", data_at=str(each.at), data_step=each.step.name)
        for i, (each, (_, ink)) in enumerate(drawn)
    )
    said = f"{title}. {shown[-1].sentence}"
    wide = WIDE + 2 * EDGE
    return (
        f'<svg id="still" xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="0 0 {number(wide)} {number(high)}" '
        f'width="{number(wide)}" height="{number(high)}" role="img" aria-label="{escape(said)}" '
        f'color="{INK}" font-size="{SIZE}" font-family="{FONT}">'
        f"<title>{escape(said)}</title><style>{style([each.ms for each in shown])}</style>"
        f"{paper}{head}{inside}</svg>\n"
    )


def picture(frame: Frame, told: float, hues: dict[str, str]) -> Block:
    """A frame: its sentence, and below the room that the longest one takes its lanes."""
    _, words = story(frame.sentence)
    own, at = heads_of(frame.seen, frame.step), told_at(frame.step, frame.at)
    brought = brought_to(frame.seen, own, at)
    high, ink = lanes(frame.seen, frame.at, frame.step.when, hues, brought)
    top = EDGE + TITLE + BETWEEN
    below = told + BETWEEN
    moved = element("g", ink, transform=f"translate({EDGE} {number(top + below)})")
    return BETWEEN + below + high, element("g", words, transform=f"translate({EDGE} {top})") + moved


def style(times: Sequence[int]) -> str:
    """What shows one frame after another, each for so many ms."""
    whole, start = sum(times) + END, 0
    rules = [
        f".f{{visibility:hidden;animation:{whole}ms step-end infinite}}",
        ".f:last-child{visibility:visible}",
        "#still:target .f{animation:none!important}",
        "@media (prefers-reduced-motion:reduce){.f{animation:none!important}}",
    ]
    for i, ms in enumerate(times):
        end = start + ms
        hide = "" if i == len(times) - 1 else f"{100 * end / whole:.3f}%{{visibility:hidden}}"
        rules.append(f"@keyframes f{i}{{0%{{visibility:hidden}}{100 * start / whole:.3f}%"
                     f"{{visibility:visible}}{hide}}}#f{i}{{animation-name:f{i}}}")  # fmt: skip
        start = end
    return "".join(rules)
