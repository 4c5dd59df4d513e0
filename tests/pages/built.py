"""The pages of the built book as files: their text, what they load, and their figures."""

import json
import re
from functools import cache
from html import unescape
from typing import Any, NamedTuple

from tools.pages import Page
from tools.sampling import HTML, pages

FIGURE = re.compile(
    r'<hand-figure id="([^"]+)"[^>]*><script type="application/json">(.*?)</script>'
    r"(.*?)</hand-figure>",
    re.DOTALL,
)
FORMULA = 'class="math notranslate'
PAGES = pages()
NOT_FOUND = "404.html"
IN_BOOK = [name for name in PAGES if name != NOT_FOUND]


class Figure(NamedTuple):
    """A figure of a page: its name, what it is made of, and what stands there without a script."""

    id: str
    spec: dict[str, Any]
    still: str


@cache
def built(name: str) -> Page:
    """A page of the book."""
    return Page(HTML / name)


@cache
def text_of(name: str) -> str:
    """The text of a page, of which no tag is read: that takes as long as collecting the tests."""
    return (HTML / name).read_text("utf-8")


def has_formula(name: str) -> bool:
    """Whether a page has a formula."""
    return FORMULA in text_of(name)


@cache
def figures_of(name: str) -> tuple[Figure, ...]:
    """The live figures of a page."""
    found = FIGURE.findall(text_of(name))
    return tuple(Figure(unescape(id), json.loads(spec), still) for id, spec, still in found)
