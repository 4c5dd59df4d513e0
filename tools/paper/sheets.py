"""Sheets to work on paper: a machine in tables, texts, and empty boxes for every number of its run.

python -m tools.paper.sheets FOLDER     writes sheets.html and, apart from it, answers.html

What is to be filled in is what the machine holds at the last place of a text, step by step. Answers
are those of the machine's own run, so that nobody has typed a number of them.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path

import numpy as np

from taotp.files import write_whole
from taotp.interp.ground_truth.otherwise import (
    aab_by_a_unit,
    last_digit_by_steps,
    least_by_units,
)
from taotp_core.arrays import Array
from taotp_core.stream import Subspace, read
from taotp_core.transformer import trace
from taotp_core.weights import Transformer

STYLE = """
body { font: 11pt/1.4 system-ui, sans-serif; margin: 1.5rem auto; max-width: 46rem;
  padding: 0 1rem; }
table { border-collapse: collapse; margin: 0.4rem 0 0.8rem; }
caption { text-align: left; }
th, td { border: 1px solid; min-width: 1.9rem; padding: 0.2rem 0.35rem; text-align: center; }
.scroll { overflow-x: auto; }
section { break-before: page; }
section:first-of-type { break-before: auto; }
.text { break-inside: avoid; }
"""


@dataclass(frozen=True)
class Sheet:
    """A machine of one layer, whose parts have names, and texts that it is asked about."""

    title: str
    task: str
    make: Callable[[], Transformer]
    symbols: Sequence[str]
    texts: Sequence[str]


SHEETS = (
    Sheet("The least of four numbers", "It says the least of the numbers that it reads.",
          partial(least_by_units, 5, 4), [*"01234"], ["3142", "4433", "2402"]),
    Sheet("The last digit of a sum", "It says the last digit of the sum of two digits.",
          last_digit_by_steps, [*"0123456789+="], ["3+4=", "8+6=", "5+5="]),
    Sheet("aab for ever", "It goes on with aab, said again and again.",
          aab_by_a_unit, [*"ab"], ["aa", "aab", "aaba"]),
)  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A row of boxes: what they are, the head of each, and the number that belongs into it."""

    about: str
    heads: Sequence[str]
    numbers: Sequence[float]


def rows_of(sheet: Sheet, text: str) -> Iterator[Row]:
    """The rows of one text, in the order in which the machine computes them."""
    model = sheet.make()
    ids = np.array([sheet.symbols.index(letter) for letter in text])
    run = trace(model, ids)
    layer = model.layers[0]
    looked = run.patterns[0][0][-1]
    after, end = run.stream["attention 0"][-1], run.stream["mlp 0"][-1]
    heads = [f"{i}: {letter}" for i, letter in enumerate(text)]
    yield Row("Of its attention the head gives", heads, looked)
    (head,) = layer.heads
    brought = after - run.stream["embedding"][-1]
    yield from written(model, "The head brings", head.W_V @ head.W_O, brought)
    if layer.mlp:
        before = after @ layer.mlp.W_in + layer.mlp.b_in
        names = [f"unit {i}" for i in range(1, len(before) + 1)]
        yield Row("The units add up", names, before)
        yield Row("and below 0 they say 0", names, np.maximum(before, 0))
        yield from written(model, "The units write", layer.mlp.W_out, end - after)
    logits = run.logits[-1]
    yield Row("The scores are", sheet.symbols, logits)


def written(model: Transformer, about: str, W: Array, added: Array) -> Iterator[Row]:
    """What a step wrote by W [any, d_model], in each part of the stream that it can write into."""
    for part in model.subspaces:
        if (W @ read(part)).any():
            yield Row(f"{about}, in {part.name}", names_in(part), (added @ read(part)).tolist())


def names_in(part: Subspace) -> list[str]:
    """A name for each number of a part of the stream."""
    return [part.name] if len(part) == 1 else [f"{part.name} {i}" for i in range(len(part))]


def said(sheet: Sheet, text: str) -> str:
    """The symbol with the largest score."""
    *_, scores = rows_of(sheet, text)
    return sheet.symbols[int(np.argmax(scores.numbers))]


# The machine in tables


def machine(sheet: Sheet) -> Iterator[str]:
    """The weights as sentences: what the head looks at and brings, what units add up, scores."""
    model = sheet.make()
    layer, names = model.layers[0], [x for part in model.subspaces for x in names_in(part)]
    (head,) = layer.heads
    brings = terms(model, head.W_V @ head.W_O, names)
    yield f"<p>The head {escape(head.name)}. Of each place that it looks at it brings</p>{brings}"
    if layer.mlp:
        units = [f"unit {i}" for i in range(1, len(layer.mlp.b_in) + 1)]
        yield f"<p>The units add up</p>{terms(model, layer.mlp.W_in, units, layer.mlp.b_in)}"
        writes = [(f" × {unit}", W) for unit, W in zip(units, layer.mlp.W_out, strict=True)]
        yield f"<p>and write</p>{as_list(writes, names)}"
    yield f"<p>The scores add up</p>{terms(model, model.unembedding, sheet.symbols)}"


def terms(model: Transformer, W: Array, to: Sequence[str], bias: Array | None = None) -> str:
    """A matrix [d_model, any] as a list: what each column is the sum of; zeros are left out.

    What all places say alike, one of which is 1, is a number.
    """
    place, *others = model.subspaces
    rows = [(f" × {name}", W[part.start + i]) for part in others
            for i, name in enumerate(names_in(part))]  # fmt: skip
    at = W[place.start : place.start + len(place)]
    alike = (at == at[0]).all(0)
    rows += [(f" × {name}", np.where(alike, 0.0, at[i])) for i, name in enumerate(names_in(place))]
    rows += [("", np.where(alike, at[0], 0.0) + (0.0 if bias is None else bias))]
    return as_list(rows, to)


def as_list(rows: Sequence[tuple[str, Array]], to: Sequence[str]) -> str:
    """Sums of rows of numbers, each with its name, as a list."""
    lines = []
    for i, name in enumerate(to):
        parts = [f"{number(W[i])}{of}" for of, W in rows if W[i]]
        if parts:
            said = " + ".join(parts).replace("+ -", "− ").replace("-", "−")
            lines.append(f"<li><b>{escape(name)}</b> = {escape(said)}</li>")
    return f"<ul>{''.join(lines)}</ul>"


def number(x: float) -> str:
    """A number as one writes it on paper: halves, quarters and thirds as they are.

    >>> number(2.0), number(0.25), number(-40.5)
    ('2', '0.25', '-40.5')
    """
    return f"{round(float(x), 3) + 0.0:g}"


# The pages


def page(filled: bool) -> str:
    """All sheets as one file of HTML: with empty boxes, or with what belongs into them."""
    title = "Answers to the sheets" if filled else "Sheets: a transformer on paper"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width">'
        f"<style>{STYLE}</style></head><body><h1>{title}</h1>\n"
        + "\n".join(section(sheet, filled) for sheet in SHEETS)
        + "</body></html>\n"
    )


def section(sheet: Sheet, filled: bool) -> str:
    """One sheet: the machine, and each text with its boxes."""
    parts = [f"<section><h2>{escape(sheet.title)}</h2><p>{escape(sheet.task)}</p>"]
    if not filled:
        parts += [
            "<p>A token is 1 in its own number of <b>token</b>, a place in its own of "
            "<b>place</b>; all else begins at 0. The head shares its attention evenly among the "
            "places that it looks at, and what each of them brings counts by its share. What is "
            "not named below is 0.</p>",
            *machine(sheet),
        ]  # fmt: skip
    for text in sheet.texts:
        answer = escape(said(sheet, text)) if filled else "__"
        boxes = "".join(table(row, filled) for row in rows_of(sheet, text))
        parts.append(f'<div class="text"><h3>After {escape(text)}, at the last place</h3>{boxes}'
                     f"<p>It says: {answer}</p></div>")  # fmt: skip
    return "\n".join([*parts, "</section>"])


def table(row: Row, filled: bool) -> str:
    """A row of boxes below their heads."""
    heads = "".join(f'<th scope="col">{escape(each)}</th>' for each in row.heads)
    cells = "".join(f"<td>{number(x) if filled else '&nbsp;'}</td>" for x in row.numbers)
    return (f'<div class="scroll"><table><caption>{escape(row.about)}</caption>'
            f"<tr>{heads}</tr><tr>{cells}</tr></table></div>")  # fmt: skip


def main(arguments: Sequence[str] | None = None) -> int:
    """Write both files, and say where they are."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="is made if it is not there")
    folder: Path = parser.parse_args(arguments).folder
    folder.mkdir(parents=True, exist_ok=True)
    for name, filled in (("sheets.html", False), ("answers.html", True)):
        write_whole(folder / name, page(filled).encode())
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
