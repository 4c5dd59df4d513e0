"""Sheets on paper: who computes by what a sheet says comes to its answers."""

import html
import re
from pathlib import Path

import numpy as np
import pytest

from taotp_core.transformer import forward
from tests.laws import every
from tools.paper import sheets
from tools.paper.sheets import SHEETS, Sheet

LINE = re.compile(r"<li><b>(?P<name>.*?)</b> = (?P<sum>.*?)</li>")
TERM = re.compile(r"(?P<sign>[−+]?) ?(?P<much>−?[\d.]+)(?: × (?P<of>[^−+]*[^−+ ]))?")


def by_the_sheet(lines: str, known: dict[str, float]) -> dict[str, float]:
    """What a list of sums comes to, by the words of the sheet alone."""
    found = {}
    for line in LINE.finditer(lines):
        total = 0.0
        for term in TERM.finditer(html.unescape(line["sum"])):
            much = float(term["much"].replace("−", "-")) * (-1 if term["sign"] == "−" else 1)
            total += much * (known.get(term["of"], 0.0) if term["of"] else 1.0)
        found[html.unescape(line["name"])] = total
    return found


def attention(head: str, text: str) -> list[float]:
    """The shares of a head by its words."""
    at = [int(place) for place in re.findall(r"\d+", head)]
    if "back" in head:
        at = [len(text) - 1 - at[0]]
    at = at or [*range(len(text))]
    return [1 / len(at) if place in at else 0.0 for place in range(len(text))]


@every("sheet", SHEETS)
def test_who_computes_by_a_sheet_comes_to_its_answers(sheet: Sheet) -> None:
    """Nobody else finds a number that the sheet leaves out, or says otherwise than the machine."""
    head, *lists = sheets.machine(sheet)
    for text in sheet.texts:
        boxes = {row.about: dict(zip(row.heads, row.numbers, strict=True))
                 for row in sheets.rows_of(sheet, text)}  # fmt: skip
        shares = attention(head.partition("</p>")[0], text)
        assert [*boxes["Of its attention the head gives"].values()] == pytest.approx(shares)
        known = {f"token {sheet.symbols.index(text[-1])}": 1.0, f"place {len(text) - 1}": 1.0}
        for place, share in enumerate(shares):
            token = {f"token {sheet.symbols.index(text[place])}": 1.0}
            for name, x in by_the_sheet(head, token).items():
                known[name] = known.get(name, 0.0) + share * x
        *of_units, scores = lists
        if of_units:
            sums = by_the_sheet(of_units[0], known)
            assert sums == pytest.approx(boxes["The units add up"])
            fired = {name: max(x, 0.0) for name, x in sums.items()}
            for name, x in by_the_sheet(of_units[1], fired).items():
                known[name] = known.get(name, 0.0) + x
        said = dict.fromkeys(sheet.symbols, 0.0) | by_the_sheet(scores, known)
        assert said == pytest.approx(boxes["The scores are"])
        ids = np.array([sheet.symbols.index(letter) for letter in text])
        likeliest = sheet.symbols[int(forward(sheet.make(), ids)[-1].argmax())]
        assert likeliest == sheets.said(sheet, text) == max(said, key=said.__getitem__)


def test_answers_stand_apart(tmp_path: Path) -> None:
    assert sheets.main([str(tmp_path / "new")]) == 0
    empty, filled = ((tmp_path / "new" / f"{name}.html").read_text("utf-8")
                     for name in ("sheets", "answers"))  # fmt: skip
    assert empty.count("<td>&nbsp;</td>") == empty.count("<td>") == filled.count("<td>") > 100
    assert "&nbsp;" not in filled and "It says: __" in empty
