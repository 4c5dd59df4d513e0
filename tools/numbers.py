"""Numbers of the prose that nothing in their notebook computes or states.

A number stands if an output or the code of its notebook holds its value, or if book/numbers.yml
excepts it, with a reason. Words for pictures are prose as well; comments are no code.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from tools.notebook_style import is_setup, is_unseen
from tools.pages import of_yaml

EXCEPTIONS = Path(__file__).resolve().parent.parent / "book" / "numbers.yml"
EVERYWHERE = "everywhere"
WORDS_FOR_PICTURES = {"alt", "title", "caption"}  # arguments that are prose
MANY = {"%": 0.01, "percent": 0.01, "thousand": 1e3, "million": 1e6, "billion": 1e9}
SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")

NUMBER = re.compile(
    r"(?<![^\W\d])(?<![\d.])(?<![A-Z]{2}-)"  # not inside a name such as float16 or GPT-2
    r"(?P<base>\d{1,3}(?:(?:,|\{,\}|\\,|_|\u202f)\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+)"
    r"(?P<e>e[+-]?\d+)?"
    r"(?:\s?(?:\^|\*\*\s?)(?:\{(?P<braced>[-−]?\d+)\}|(?P<power>[-−]?\d+))|(?P<raised>[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+))?",
    re.IGNORECASE,
)
TIMES = re.compile(r"\s*(?:\\times|\\cdot|×|·)\s*$")
COMMAND = re.compile(r"(\\[a-zA-Z]+)")  # of LaTeX, which a digit may follow at once
NO_PROSE = re.compile(
    r"\{[\w:]+\}`[^`]*`"  # roles, citations among them
    r"|^\([\w-]+\)=$"  # labels
    r"|\[[^\]]*\]\([^)\n]*(?:\.bib#|#exercise-)[^)\n]*\)"  # years of works, numbers of exercises
    r"|(?<=\])\([^)\n]*\)"  # targets of links
    r"|<[^>\n]+>"  # HTML
    r"|https?://\S+",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Number:
    """A number as it is written, and the values that it may mean."""

    text: str
    values: frozenset[float]


def same(value: float) -> float:
    """One float for values that differ by rounding alone."""
    return float(f"{value:.12g}")


def value_of(match: re.Match[str]) -> float:
    """What one number means by itself."""
    digits = re.sub(r"[,_{}\\\u202f]", "", match["base"])
    value = float(digits + (match["e"] or ""))
    power = match["braced"] or match["power"] or (match["raised"] or "").translate(SUPERSCRIPTS)
    if not power:
        return value
    try:
        return float(value ** int(power.replace("−", "-")))
    except (OverflowError, ZeroDivisionError):
        return float("inf")


def numbers(text: str) -> Iterator[Number]:
    """Every number of a text: 65,504 and 1e-10, 10^{-10}, 2.5 million, 79 %."""
    text = COMMAND.sub(r"\1 ", text)
    matches = list(NUMBER.finditer(text))
    for at, match in enumerate(matches):
        value = value_of(match)
        values = {value}
        after = re.match(r"(?:\\,|\s|\\)*(%|\w+)", text[match.end() :])
        if after and after[1].lower() in MANY:
            values.add(value * MANY[after[1].lower()])
        before = matches[at - 1] if at else None
        if before and TIMES.fullmatch(text[before.end() : match.start()]):
            values.add(value_of(before) * value)  # 1.4 \times 10^{-10}
        yield Number(match.group().strip(), frozenset(map(same, values)))


# What a notebook holds


def spoken(call: ast.Call) -> Iterator[ast.Constant]:
    """The texts that one call is given as words for a picture."""
    for keyword in call.keywords:
        if keyword.arg in WORDS_FOR_PICTURES:
            for node in ast.walk(keyword.value):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    yield node


@cache
def words_for_pictures(source: str) -> list[ast.Constant]:
    """Every text of a cell that is shown as words for a picture."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    return [text for call in calls for text in spoken(call)]


def without(source: str, spans: list[tuple[int, int, int, int]]) -> str:
    """A text without what stands between places (line, column, line, column), both from 0."""
    lines = source.splitlines()
    for first, start, last, stop in spans:
        for line in range(first, last + 1):
            left = start if line == first else 0
            right = stop if line == last else len(lines[line])
            lines[line] = lines[line][:left] + " " * (right - left) + lines[line][right:]
    return "\n".join(lines)


@cache
def stated(source: str) -> str:
    """The code of a cell without its comments and without words for pictures."""
    spans = [
        (t.start[0] - 1, t.start[1], t.end[0] - 1, t.end[1])
        for t in tokenize.generate_tokens(io.StringIO(source).readline)
        if t.type == tokenize.COMMENT
    ]
    for text in words_for_pictures(source):
        assert text.end_lineno is not None and text.end_col_offset is not None
        spans.append((text.lineno - 1, text.col_offset, text.end_lineno - 1, text.end_col_offset))
    return without(source, spans)


def code_cells(notebook: Any) -> Iterator[Any]:
    """The cells of a notebook that compute something."""
    return (cell for cell in notebook.cells if cell.cell_type == "code" and not is_setup(cell))


def shown(cell: Any) -> Iterator[str]:
    """What a cell printed or showed, but not what a picture says of itself."""
    for output in cell.outputs:
        text = str(output.get("text") or output.get("data", {}).get("text/plain", ""))
        if not text.startswith("<"):
            yield text


def known(notebook: Any) -> frozenset[float]:
    """The values that the code and the outputs of a notebook hold."""
    texts = [text for cell in code_cells(notebook) for text in (stated(cell.source), *shown(cell))]
    found = {value for text in texts for number in numbers(text) for value in number.values}
    # A list without spaces, 3,100,7, reads as thousands too.
    apart = (part for text in texts for part in re.findall(r"\d+(?:\.\d+)?", text))
    return frozenset(found | {same(float(part)) for part in apart})


def said(cell: Any) -> Iterator[Number]:
    """Every number of the prose of a cell, or of its words for pictures."""
    if is_unseen(cell):
        return
    if cell.cell_type == "markdown":
        yield from numbers(NO_PROSE.sub(" ", cell.source))
    else:
        for text in words_for_pictures(cell.source):
            yield from numbers(str(text.value))


# What is checked


def exceptions(path: Path = EXCEPTIONS) -> dict[str, dict[str, str]]:
    """For each notebook, and for all, the numbers that it may state, with their reasons."""
    listed = of_yaml(path.read_text(encoding="utf-8"))
    return {name: excepted or {} for name, excepted in listed.items()}


def excused(excepted: Iterable[str]) -> frozenset[float]:
    """The values of numbers as they stand in the list of exceptions."""
    return frozenset(value for text in excepted for n in numbers(text) for value in n.values)


def uncomputed(notebook: Any, excepted: Iterable[str] = ()) -> Iterator[str]:
    """A sentence for each number that nothing in the notebook computes or states."""
    stands = known(notebook) | excused(excepted)
    for place, cell in enumerate(notebook.cells, 1):
        for number in said(cell):
            if not number.values & stands:
                yield (
                    f"cell {place} says {number.text}, which no output or code of this notebook "
                    "has: compute it in a cell, or except it in book/numbers.yml with a reason"
                )


def in_vain(notebook: Any, excepted: Iterable[str]) -> Iterator[str]:
    """A sentence for each exception that the notebook does not need."""
    there = known(notebook)
    needed = {
        v for cell in notebook.cells for n in said(cell) if not n.values & there for v in n.values
    }
    for text in excepted:
        if not excused([text]) & needed:
            yield f"needs no exception for {text}: take it out of book/numbers.yml"
