"""A map of the programs: which tool each is built with, and which program has it first."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from taotp.figures.live import for_page
from taotp.figures.pictures import COLORS, Picture, demand_words
from taotp.figures.strokes import element, path, write


class Mapped(NamedTuple):
    """A program: what it is called here, its page, and the module below `taotp`."""

    name: str
    page: str
    module: str


# In the order of the book.
PROGRAMS = (
    Mapped("the last but one", "transformer", "programs.before_last"),
    Mapped("the next word", "the_table_is_a_transformer", "applications.counts.machine"),
    Mapped("Hello World", "hello_world", "programs.hello_world"),
    Mapped("an echo", "four_tools", "programs.echo"),
    Mapped("the smallest", "smallest_first", "programs.minimum"),
    Mapped("in order", "all_in_order", "programs.sorting"),
    Mapped("search", "searching", "programs.searching"),
    Mapped("a table", "looking_up", "programs.lookup"),
    Mapped("sums", "adding", "programs.adding"),
    Mapped("any word again", "any_word", "programs.repeating"),
    Mapped("copy and reverse", "two_stacks", "programs.two_stacks"),
    Mapped("telephone keys", "dial_tones", "applications.dialing.machine"),
    Mapped("spoken words", "say_a_word", "applications.spoken.machine"),
    Mapped("a spoken sentence", "say_a_word", "applications.spoken.sentence"),
    Mapped("letters by chance", "by_chance", "applications.letters.machine"),
    Mapped("what followed", "looking_inside", "programs.induction"),
    Mapped("one weird word", "words_in_directions", "programs.weird_words"),
    Mapped("who is she", "who_is_she", "programs.coreference"),
    Mapped("good or bad", "good_or_bad", "applications.mood.machine"),
    Mapped("agreement", "is_it_a_sentence", "applications.agreement.machine"),
    Mapped("brackets", "how_deep", "applications.brackets.machine"),
    Mapped("English to French", "two_languages", "applications.french.machine"),
    Mapped("a computer", "a_computer", "applications.computer.machine"),
    Mapped("row under row", "smaller_computers", "programs.rule_110"),
    Mapped("three instructions", "smaller_computers", "programs.three_instructions"),
    Mapped("eight signs", "smaller_computers", "programs.eight_signs"),
    Mapped("one for everything", "one_for_everything", "programs.choosing"),
    Mapped("as was shown", "one_for_everything", "programs.few_shot"),
)
# What a tool is called here, and the names that are imported for it.
TOOLS: Mapping[str, Sequence[str]] = {
    "a loud pair": ("constructions.loud_pair.level",),
    "points on a circle": ("encodings.circle",),
    "look so far back": ("gadgets.attend_back",),
    "clear a part": ("gadgets.clear",),
    "drown a part": ("gadgets.overwrite_by_scale",),
    "turn the circle": ("encodings.turn",),
    "hash": ("gadgets.hashed",),
    "a number beside a one": ("encodings.number",),
    "a bump for each sum": ("gadgets.spikes",),
    "ask what was read": ("constructions.by_memory.asking",),
    "frames of sound": ("sound.heard.Heard",),
    "semes of words": ("words.features.Layout",),
    "rules as units": ("words.rules.Rule",),
    "what was stored last": ("constructions.by_history.recall",),
}
ROW, COLUMN, SIZE = 26, 21, 14  # in the pixels of a page
NAMES, HEADS, BEHIND = 150, 136, 36  # room for names of programs, and for those of tools
FIRST, LATER = 7, 4.5  # radii
SLANT = 74  # degrees


@cache
def imported(module: str) -> frozenset[str]:
    """What a module of the package imports of the package, and what those beside it do for it."""
    spec = find_spec(f"taotp.{module}")
    assert spec is not None and spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    own = module.rpartition(".")[0] + "."
    found: set[str] = set()
    for node in ast.walk(tree):
        package, _, where = str(getattr(node, "module", "")).partition(".")
        if isinstance(node, ast.ImportFrom) and package in ("taotp", "taotp_core"):
            found |= {f"{where}.{each.name}" for each in node.names}
            if where.startswith(own) and own.startswith("applications.") and where != module:
                found |= imported(where)
    return frozenset(found)


def used() -> dict[str, list[int]]:
    """Of each tool that two programs have or more, the places of these; ordered by the first."""
    places = {
        tool: [i for i, each in enumerate(PROGRAMS) if imported(each.module) & {*names}]
        for tool, names in TOOLS.items()
    }
    shared = {tool: at for tool, at in places.items() if len(at) > 1}
    return dict(sorted(shared.items(), key=lambda item: (item[1][0], -item[1][-1])))


def map_of_programs(*, title: str = "What is built from what", alt: str = "") -> Picture:
    """The programs of the book in its order, and the tools that they are built with.

    A line is a tool: the large dot is where it is met first, and each further dot is a program
    that has it too. It is read off the imports of the programs. Names lead to their chapters.
    """
    tools = used()
    says = alt or sentence_of(tools)
    demand_words(title, says)
    wide, high = NAMES + COLUMN * len(tools) + BEHIND, HEADS + ROW * len(PROGRAMS) + 6
    drawing = element(
        "svg", "".join([*guides(tools), *lines(tools), *heads(tools), *names()]),
        role="group", aria_label=title, overflow="visible", xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {wide} {high}", width=wide, height=high, font_size=SIZE,
        style="height: auto; max-width: 100%",
    )  # fmt: skip
    return Picture(title, says, drawing)


def sentence_of(tools: Mapping[str, Sequence[int]]) -> str:
    """What a dot is, and which tool most programs share."""
    most = max(tools, key=lambda tool: len(tools[tool]))
    return (
        f"A large dot is where a tool is met first. The one that most programs share, "
        f"\u201c{most}\u201d, is in {len(tools[most])} of {len(PROGRAMS)}."
    )


def x_of(column: int) -> float:
    """Where a tool stands."""
    return NAMES + COLUMN * (column + 0.5)


def y_of(row: int) -> float:
    """Where a program stands."""
    return HEADS + ROW * (row + 0.5)


def guides(tools: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """A faint line from each program to the last of its tools."""
    for row in range(len(PROGRAMS)):
        last = max((i for i, at in enumerate(tools.values()) if row in at), default=-1)
        if last >= 0:
            yield path(f"M{NAMES - 4} {y_of(row):g}H{x_of(last):g}", stroke_opacity=0.16)


def lines(tools: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """A line and its dots for each tool."""
    for column, at in enumerate(tools.values()):
        color, x = COLORS[column % len(COLORS)], x_of(column)
        yield path(f"M{x:g} {y_of(at[0]):g}V{y_of(at[-1]):g}", color, stroke_width=2.5)
        for row in at:
            yield element("circle", cx=x, cy=y_of(row), r=FIRST if row == at[0] else LATER,
                          fill=color)  # fmt: skip


def heads(tools: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """The names of the tools, slanting, each above its line."""
    for column, tool in enumerate(tools):
        turned = f"translate({x_of(column) - 3:g} {HEADS - 6}) rotate({-SLANT})"
        yield element("g", write(0, 0, tool, font_size=14), transform=turned)


def names() -> Iterator[str]:
    """The names of the programs, which lead to their pages."""
    kind = "html" if for_page() else "ipynb"
    for row, each in enumerate(PROGRAMS):
        text = write(NAMES - 10, y_of(row) + 5, each.name, text_anchor="end")
        yield element("a", text, href=f"{each.page}.{kind}")
