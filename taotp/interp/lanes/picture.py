"""Lanes as a text: a row for each part, a column for each position."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from taotp.interp.lanes.codebooks import Meaning

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

NOTHING = "·"
TICKS = {" ": "␣", "\n": "⏎"}
LONGEST = 28  # characters of a cell
SHOWN = 6  # tags of a cell


def picture(seen: "Lanes") -> str:
    """The lanes as text, and below them what heads did at the last position."""
    lines = [*rows(seen, range(len(seen.tokens)))]
    return "\n".join([*lines, "", *seen.sentences[:-1], seen.story()])


def rows(seen: "Lanes", shown: Sequence[int]) -> Iterator[str]:
    """A line for each lane that holds anything, with these positions; those of an encoder first."""
    for stack, tokens in (("encoder", seen.read), ("", seen.tokens)):
        if not tokens:
            continue
        some = range(len(tokens)) if stack else shown
        held = [("", [str(i) for i in some])]
        for lane in seen.lanes:
            if lane.stack == stack and any(value is not None for value in lane.values):
                held.append((lane.name, [cell(lane.values[i]) for i in some]))
        yield from [f"The {stack}:"] if stack else []
        yield from table(held)
        yield from [""] if stack else []


def table(held: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Rows with their names, in columns that are as wide as what stands there."""
    first = max(len(name) for name, _ in held)
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in held), strict=True)]
    for name, cells in held:
        line = " ".join(f"{text:>{width}}" for text, width in zip(cells, widths, strict=True))
        yield f"{name:<{first}}  {line}".rstrip()


def cell(value: Meaning) -> str:
    """A value as it is shown: nothing is a dot, a space is seen, tags from six on are counted."""
    if value is None:
        return NOTHING
    if isinstance(value, tuple):
        more = f" +{len(value) - SHOWN}" if len(value) > SHOWN else ""
        return cut(", ".join(map(str, value[:SHOWN]))) + more
    if value is True:
        return "on"
    return cut(TICKS.get(str(value), str(value)))


def cut(text: str) -> str:
    """The text, or its beginning where it is long."""
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
