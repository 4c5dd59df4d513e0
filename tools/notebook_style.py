"""The limits that a chapter keeps: short cells, enough prose, alt text for every figure."""

import math
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

SETUP_TAG = "setup"
UNSEEN = "remove-cell"  # of a cell that stands on no page
BENCH_TAG = "bench"  # of a cell that holds benches of the workshop, closed
MEDIAN_LINES, NINETIETH_LINES, MOST_LINES = 5, 12, 30
FIRST_CELL_LINES = 6  # of the first cell that is not folded
FIGURE = re.compile(r"\bfigures\.\w|\.live\(\)$", re.MULTILINE)  # what draws
INPUT = "hide-input"  # the tag of a folded one
WIDTH = 80
FEWEST_WORDS, MOST_WORDS = 8, 25  # of prose, per line of code
NOT_SAID = re.compile(r"\b(simply|just|obviously)\b", re.IGNORECASE)

FENCED = re.compile(r"^(`{3,}|~{3,})(?!\{)[^\n]*\n.*?^\1", re.MULTILINE | re.DOTALL)
NOT_PROSE = re.compile(
    r"^:{3,}.*$|^`{3,}.*$"  # directive fences
    r"|^:[\w-]+:.*$"  # directive options
    r"|\$\$[^$]+\$\$|\$[^$\n]+\$"  # mathematics
    r"|\{[\w:]+\}`[^`]*`"  # roles
    r"|(`+)[^`]+\1"  # code
    r"|(?<=\])\([^)\n]*\)"  # targets of links
    r"|<[^>\n]+>",  # HTML
    re.MULTILINE,
)
HEADING = r"(?:<a id[^\n]*\n)?#"
BEGINS_A_SECTION = re.compile(HEADING)
ENDS_IN_HEADING = re.compile(r"(?:^|\n)#[^\n]*$")
BREAKS_OFF = re.compile(rf"([^\n]*:)\n+{HEADING}")
IMPORTS = re.compile(r"(?:(?:from|import) [^\n(]*(?:\([^)]*\))?\s*|#[^\n]*\s*)+")
WORD = re.compile(r"[^\W\d_][\w'’-]*")


def prose(markdown: str) -> str:
    """The running text of a Markdown cell, without code, mathematics and markup."""
    return NOT_PROSE.sub(" ", FENCED.sub(" ", markdown))


def unsaid_words(markdown: str) -> Iterator[str]:
    """A sentence for each word of a text that this book does not use."""
    for match in NOT_SAID.finditer(prose(markdown)):
        yield f"says “{match.group()}”, which the book leaves out"


def code_lines(source: str) -> int:
    """How many lines of a cell are not blank."""
    return sum(bool(line.strip()) for line in source.splitlines())


def is_bench(cell: Any) -> bool:
    """Whether a cell is a bench for the reader, who may pass it by: it counts for no chapter."""
    return BENCH_TAG in cell.metadata.get("tags", [])


def is_setup(cell: Any) -> bool:
    """Whether a cell is the stamped one that finds or installs the package."""
    return SETUP_TAG in cell.metadata.get("tags", [])


def is_unseen(cell: Any) -> bool:
    """Whether a cell is for readers of the notebook alone, and stands on no page."""
    return UNSEEN in cell.metadata.get("tags", [])


def is_wordless_picture(cell: Any) -> bool:
    """Whether a cell shows a picture of matplotlib's own, which carries no words.

    Those of `taotp.figures` cannot be drawn without, and tools.pages sees the rest.
    """
    shown = [output.get("data", {}).get("text/plain", "") for output in cell.outputs]
    words = cell.metadata.get("mystnb", {}).get("image", {}).get("alt")
    return not words and any(text.startswith("<Figure") for text in shown)


def broken_in_cell(cell: Any) -> Iterator[str]:
    """A sentence for each limit that one code cell breaks."""
    lines = code_lines(cell.source)
    if lines > MOST_LINES:
        yield f"has {lines} lines of code, at most {MOST_LINES} are allowed"
    for line in cell.source.splitlines():
        if len(line) > WIDTH:
            yield f"has a line of {len(line)} characters, at most {WIDTH} fit: {line.strip()[:40]}"
    if is_wordless_picture(cell):
        yield "shows a picture without alt text: say the claim that it proves"


def broken_in_cells(notebook: Any) -> Iterator[str]:
    """A sentence for each limit that a cell breaks, naming the cell."""
    for number, cell in enumerate(notebook.cells, 1):
        if cell.cell_type == "markdown":
            problems = unsaid_words(cell.source)
        elif is_setup(cell):
            continue
        else:
            problems = broken_in_cell(cell)
        yield from (f"cell {number} {problem}" for problem in problems)


def broken_in_chapter(notebook: Any) -> Iterator[str]:
    """A sentence for each limit that a chapter breaks as a whole."""
    code = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and not is_setup(cell) and not is_bench(cell)
    ]
    text = [cell.source for _, cell in on_the_page(notebook) if cell.cell_type == "markdown"]
    if not code:
        yield "has no code cell"
        return
    opens = [cell for cell in code if INPUT not in cell.metadata.get("tags", ())][:1]
    if not FIGURE.search(code[0].source):
        opens = code  # a page folds what it opens with, which stays as short
    shown = [code_lines(cell.source) for cell in opens]
    if shown and shown[0] > FIRST_CELL_LINES:
        yield f"opens with a cell of {shown[0]} lines, at most {FIRST_CELL_LINES} are allowed"
    lengths = sorted(code_lines(cell.source) for cell in code)
    median = lengths[(len(lengths) - 1) // 2]
    ninetieth = lengths[math.ceil(0.9 * len(lengths)) - 1]
    if median > MEDIAN_LINES:
        yield f"has a median cell of {median} lines of code, at most {MEDIAN_LINES} are allowed"
    if ninetieth > NINETIETH_LINES:
        yield f"has a 90th percentile of {ninetieth} lines of code, at most {NINETIETH_LINES}"
    ratio = sum(len(WORD.findall(prose(source))) for source in text) / sum(lengths)
    if not FEWEST_WORDS <= ratio <= MOST_WORDS:
        wanted = f"{FEWEST_WORDS} to {MOST_WORDS}"
        yield f"has {ratio:.1f} words of prose per line of code, {wanted} are wanted"


def on_the_page(notebook: Any) -> list[tuple[int, Any]]:
    """The cells that a reader of the page meets, with their numbers."""
    cells = enumerate(notebook.cells, 1)
    return [(n, cell) for n, cell in cells if not is_setup(cell) and not is_unseen(cell)]


def unspoken_before(prose: str, is_code_next: bool) -> Iterator[str]:
    """What is wrong with how a cell of prose leads on to the next."""
    if is_code_next and ENDS_IN_HEADING.search(prose):
        yield "ends in a heading: say what the code below it is about to show"
    if not is_code_next and prose.endswith(":"):
        yield "ends in a colon, and no code follows"
    for found in BREAKS_OFF.finditer(prose):
        yield f"has a colon before a heading: {found[1][-40:]}"


def unspoken_after(cell: Any, following: Any, is_first: bool) -> Iterator[str]:
    """What is wrong with how a cell of code is left: a sentence says what to notice.

    The figure at the top and the first line that is run stand together. So do a cell that shows
    nothing, or imports, and the one that uses it.
    """
    bare = IMPORTS.fullmatch(cell.source + "\n") and not cell.outputs
    if bare:
        return
    if following.cell_type == "markdown":
        if BEGINS_A_SECTION.match(following.source):
            yield "is followed by a heading: say what to notice in it"
    elif cell.outputs and not is_first:
        yield "shows something, and more code follows: put a sentence between"
    elif not cell.outputs and not following.outputs:
        yield "shows nothing, nor does the code that follows: put a sentence between"


def unspoken(notebook: Any) -> Iterator[str]:
    """A sentence for each cell of code that stands without words before and after it."""
    cells = on_the_page(notebook)
    first = next((n for n, cell in cells if cell.cell_type == "code" and not is_bench(cell)), 0)
    for (number, cell), (_, following) in pairwise(cells):
        if cell.cell_type == "markdown":
            found = unspoken_before(cell.source.rstrip(), following.cell_type == "code")
        else:
            found = unspoken_after(cell, following, number == first)
        yield from (f"cell {number} {problem}" for problem in found)
    if cells and cells[-1][1].cell_type == "code":
        yield f"cell {cells[-1][0]} is code, and the page ends with it: say what to notice in it"
