"""Lanes as a text: a row for each part, a column for each position."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from textwrap import fill, wrap
from typing import TYPE_CHECKING

from taotp.interp.lanes.codebooks import Meaning

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

NOTHING = "·"
TICKS = {" ": "␣", "\n": "⏎"}
LONGEST = 28  # characters of a cell
SHOWN = 6  # tags of a cell
WIDTH = 80  # columns of a terminal
NAME, CELL = 30, 12  # of a name and of a cell, before their text goes on in a further line
FOLD = "…"


def picture(seen: "Lanes", width: int = WIDTH) -> str:
    """The lanes as text in so many columns, and below them what heads did at the last position."""
    lines = [*rows(seen, len(seen.tokens) - 1, width)]
    other = seen.instead()
    said = (*seen.sentences[:-1], seen.story(), *([str(other)] if other else []))
    told = (folded(each, width) for each in said)
    return "\n".join([*lines, "", *told])


def folded(sentence: str, width: int) -> str:
    """A sentence in lines, of which all but the first are indented."""
    return fill(sentence, width, subsequent_indent="  ", break_long_words=False)


def rows(seen: "Lanes", at: int, width: int = WIDTH) -> Iterator[str]:
    """Lines of each lane that holds anything, as far as a position sees; of an encoder first.

    Positions that play a part in what is said at `at` stay, and as many beside them as there is
    room for in so many columns; for others stands an ellipsis. No word is cut.
    """
    causes = seen.causes(at).cells
    for stack, tokens in (("encoder", seen.read), ("", seen.tokens)):
        if not tokens:
            continue
        some = range(len(tokens) if stack or not seen.model.causal else at + 1)
        own = [lane for lane in seen.lanes if lane.stack == stack]
        held = [("", [[str(i)] for i in some])]
        if not any([*map(str, lane.values)] == [*map(str, tokens)] for lane in own):
            held.append(("text", [lines_of(tokens[i]) for i in some]))
        for lane in own:
            if any(lane.values[i] is not None for i in some):
                held.append((lane.name, [lines_of(lane.values[i]) for i in some]))
        first = [*([] if stack else [at]), *(each.at for each in causes if each.stack == stack)]
        near = sorted(some, key=lambda i: abs(i - (len(tokens) - 1 if stack else at)))
        yield from [f"The {stack}:"] if stack else []
        yield from table(held, first, near, width)
        yield from [""] if stack else []


def table(
    held: Sequence[tuple[str, Sequence[Sequence[str]]]],
    wanted: Sequence[int],
    near: Sequence[int],
    width: int,
) -> Iterator[str]:
    """Rows with their names, in columns that are as wide as what stands there.

    Each cell is some lines. Of the columns those that are `wanted`, as many as fit, and of those
    that are `near` as many as follow each other.
    """
    names = [wrap(name, NAME, break_long_words=False) or [""] for name, _ in held]
    first = max(len(line) for name in names for line in name)
    cells = [row for _, row in held]
    wide = [max(len(line) for row in cells for line in row[i]) for i in range(len(cells[0]))]
    kept: set[int] = set()
    for i in [*wanted, *near]:
        if not kept or first + 1 + taken(wide, kept | {i}) <= width:
            kept.add(i)
        elif i not in wanted:
            break
    shown = sorted(kept)
    for k, (name, row) in enumerate(zip(names, cells, strict=True)):
        for n in range(max([len(name), *(len(row[i]) for i in shown)])):
            line = f"{name[n] if n < len(name) else '':<{first}} "
            for before, i in zip([-1, *shown], [*shown, len(wide)], strict=True):
                line += f" {'' if k or n else FOLD:<1}" if i - before > 1 else ""
                if i < len(wide):
                    line += f" {row[i][n] if n < len(row[i]) else '':>{wide[i]}}"
            yield line.rstrip()


def taken(wide: Sequence[int], kept: set[int]) -> int:
    """The room that some columns take, with what stands for those that are left out."""
    ends = [-1, *sorted(kept), len(wide)]
    return sum(wide[i] + 1 for i in kept) + 2 * sum(b - a > 1 for a, b in pairwise(ends))


def lines_of(value: Meaning) -> list[str]:
    """A cell of the picture in lines, none of which cuts a word."""
    if isinstance(value, tuple):
        more = [f"+{len(value) - SHOWN}"] if len(value) > SHOWN else []
        text = " ".join([", ".join(map(str, value[:SHOWN])), *more])
    else:
        text = str(value) if isinstance(value, str) and value.strip() else cell(value)
    return wrap(text, CELL, break_long_words=False, break_on_hyphens=False) or [cell(value)]


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
    """The text, or its first words where it is long; of a long word its beginning."""
    return text if len(text) <= LONGEST else f"{re.sub(r' [^ ]*$', '', text[: LONGEST - 1])}…"
