"""What a page loads: no script before the figures', icons as shapes, plain formulas as HTML."""

import re
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.laws import every


@pytest.fixture(scope="module")
def scripts(root: Path) -> Any:
    """The extension of the book, which is no package."""
    sys.path.insert(0, str(root / "book" / "_extensions"))
    yield import_module("page_scripts")
    sys.path.pop(0)


@every(
    "formula, shown",
    [
        ("N", "<i>N</i>"),
        ("W_Q", "<i>W</i><sub><i>Q</i></sub>"),
        ("10^{-5}", "10<sup>\N{MINUS SIGN}5</sup>"),
        ("(1,1,1)", "(1, 1, 1)"),
        ("e^{-64}", "<i>e</i><sup>\N{MINUS SIGN}64</sup>"),
        ("12345 + 7919 i", "12345 + 7919<i>i</i>"),
        ("\\gamma", "<i>\N{GREEK SMALL LETTER GAMMA}</i>"),
    ],
)
def test_a_plain_formula_is_html(scripts: Any, formula: str, shown: str) -> None:
    assert scripts.plain_formula(formula) == f'<span class="plain-math">{shown}</span>'


@every(
    "formula", ["\\sqrt{3}", "\\lfloor x \\rfloor", "\\frac12", "x_{i,j}", "a < b", "x^{y^2}", ""]
)
def test_any_other_is_left_to_mathjax(scripts: Any, formula: str) -> None:
    assert scripts.plain_formula(formula) is None


def formula_span(formula: str) -> str:
    """A formula as Sphinx writes it."""
    return f'<span class="math notranslate nohighlight">\\({formula}\\)</span>'


def test_a_page_is_set_in_one_way(scripts: Any) -> None:
    plain, rich = formula_span("N"), formula_span("\\sqrt{N}")
    assert "math notranslate" not in scripts.plain_page(plain)
    assert scripts.plain_page(plain + rich) == plain + rich


def test_scripts_are_taken_out_by_name(scripts: Any) -> None:
    kept = '<script src="a.js"></script>\n<link rel="stylesheet" href="preload.css">\n'
    head = kept + '<script defer src="icons.js?digest=1"></script>\n<link rel="preload" href="b" />'
    assert scripts.without_scripts(head, ["icons", "preload"]) == kept


def test_every_icon_that_the_theme_can_show_has_a_shape(scripts: Any) -> None:
    drawn = set(re.findall(r"\.fa-([\w-]+) \{ --icon", scripts.icons()))
    header = Path(str(import_module("sphinx_book_theme").__file__)).parent / "header_buttons"
    code = "".join(path.read_text() for path in header.glob("*.py"))
    assert set(re.findall(r'"fas fa-([\w-]+)"', code)) <= drawn
    assert {"github", "gitlab", "bitbucket", "chevron-down"} <= drawn
