"""Numbers of the prose that nothing computes are named."""

import re
from pathlib import Path
from typing import Any

import numpy as np
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tests.laws import every
from tools.exercise_pages import PAGES
from tools.notebooks import read_notebook
from tools.numbers import EVERYWHERE, Number, exceptions, in_vain, known, numbers, said, uncomputed


def notebook(prose: str, code: str = "", shows: str = "") -> Any:
    """A notebook of one text and one cell."""
    outputs = [new_output("display_data", {"text/plain": shows})] if shows else []
    return new_notebook(cells=[new_markdown_cell(prose), new_code_cell(code, outputs=outputs)])


def named(found: Any, *excepted: str) -> list[str]:
    """The numbers that are named, as the prose has them."""
    return [re.findall(r"says (.+), which", each)[0] for each in uncomputed(found, excepted)]


VALUES = {
    "65,504": 65504, r"65{,}504": 65504, "1_000_000": 1e6, "0.656": 0.656, "1e-10": 1e-10,
    "10^{-10}": 1e-10, "10^8": 1e8, "2 ** 15": 2**15, "10⁻³": 1e-3, r"1.4\times10^{-10}": 1.4e-10,
    r"5 \cdot 10^3": 5000, "79 %": 0.79, r"79\,\%": 0.79, "79 percent": 0.79,
    "2.5 million": 2.5e6,
}  # fmt: skip


@every("text, value", VALUES.items())
def test_a_number_is_read(text: str, value: float) -> None:
    assert value in [*numbers(text)][-1].values


DRAWN = 'figures.heat(x, alt="All 72 numbers.", title=f"{n} of 72")'


@every(
    "prose, code, shows, found",
    [
        ("It takes 72 numbers.", "f()", "72", []),
        ("It takes 72 numbers.", "f(72)", "", []),
        ("79 percent of them.", "f()", "array([0.79, 0.2])", []),
        ("It ends at 65,505.", "f()", "65504.0", ["65,505"]),
        ("There are $12+1=13$.", "f(12, 1)", "", ["13"]),
        ("It takes 72 numbers.", "f()  # 72", "", ["72"]),
        ("It takes 72 numbers.", DRAWN, "", ["72"] * 3),
        ("", DRAWN, "<picture: All 72 numbers.>", ["72"] * 2),
        ("", DRAWN, "72", []),
    ],
)
def test_a_number_stands_by_an_output_or_by_code(
    prose: str, code: str, shows: str, found: list[str]
) -> None:
    """A comment and words for a picture state nothing."""
    assert named(notebook(prose, code, shows)) == found


def test_an_exception_is_for_one_value_and_is_needed() -> None:
    found = notebook("The source counts 30,734.")
    assert named(found, "30,734") == []
    assert named(found, "30,735") == ["30,734"]
    assert [*in_vain(found, ["30,734"])] == []
    assert "no exception for 30,735" in "".join(in_vain(found, ["30,735"]))


def test_every_exception_has_a_reason() -> None:
    for excepted in exceptions().values():
        assert all(len(reason.split()) > 1 for reason in excepted.values())
    assert float(np.finfo(np.float16).max) == 65504
    assert "65,504" in exceptions()[EVERYWHERE]


def changed(number: Number) -> Number:
    """The same number with another last digit."""
    place = re.search(r"\d(?=\D*$)", number.text)
    assert place
    other = str((int(place[0]) + 1) % 10)
    return [*numbers(number.text[: place.start()] + other + number.text[place.end() :])][-1]


def test_a_digit_changed_in_a_number_of_the_book_is_seen(root: Path) -> None:
    """Of three digits or more; a small number, or a round one, stands somewhere by chance."""
    seen = []
    for path in sorted(root.glob("book/*.ipynb")):
        if path.stem in PAGES:  # numbers of exercises follow from their order
            continue
        there = known(found := read_notebook(path))
        for cell in found.cells:
            for number in said(cell):
                written, *_ = re.split(r"\^|\*\*|e", number.text)  # 10^4 is a round number
                digits = re.sub(r"\D", "", written).strip("0")
                if len(digits) >= 3:
                    seen.append(not changed(number).values & there)
    assert len(seen) > 100
    assert np.mean(seen) > 0.85
