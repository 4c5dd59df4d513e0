"""Links that set a figure, and what a page says of itself, read from the built pages."""

import json
import re
from collections import Counter
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

from tests.in_node import in_node
from tests.pages.conftest import built_pages

CHECKS = Path(__file__).with_name("links.mjs")
FIGURE = re.compile(
    r'<hand-figure id="([^"]+)"[^>]*><script type="application/json">(.*?)</script>', re.DOTALL
)
LINK = re.compile(r'<a [^>]*\bhref="([^":#]*)(#[^"]*=[^"]*)"')
ABOUT = ('<meta name="description"', '<meta property="og:image"', '<meta property="og:title"')
DATA = re.compile(r'<script type="application/json">.*?</script>', re.DOTALL)
ID = re.compile(r'<[a-z-]+[^>]*? id="([^"]+)"')


def figures_of(page: Path) -> dict[str, Any]:
    """The figures of a page, by their ids."""
    found = FIGURE.findall(page.read_text("utf-8"))
    return {unescape(name): json.loads(data) for name, data in found}


def state_links(html: Path) -> list[tuple[str, str, str]]:
    """The links to states of figures: where they stand, the page of the figure, its state."""
    links = []
    for name in built_pages():
        for page, state in LINK.findall((html / name).read_text("utf-8")):
            links.append((name, unquote(page) or name, unescape(state)))
    return links


def complaints(html: Path, node: str, links: list[tuple[str, str, str]]) -> list[str]:
    """A sentence for each thing that is wrong with a link."""
    figures = {page: figures_of(html / page) for _, page, _ in links}
    asked = [{"page": page, "address": address} for _, page, address in links]
    answers = in_node(node, CHECKS, {"figures": figures, "links": asked})
    pairs = zip(links, answers, strict=True)
    return [f"{name}: {address}: {says}" for (name, _, address), all in pairs for says in all]


def test_every_link_sets_its_figure(html: Path, node: str) -> None:
    """The figure is there, has what is set, and can run it."""
    links = state_links(html)
    assert links
    assert complaints(html, node, links) == []


def test_a_link_that_sets_nothing_is_found(html: Path, node: str) -> None:
    page = "four_tools.html"
    name = next(id for id, spec in figures_of(html / page).items() if spec["kind"] == "speaker")
    wrong = ["M=3", "N=loud", "row=99", "text=e%C3%A9", "off=7.7", f"N=3;{name}x?N=3"]
    found = complaints(html, node, [(query, page, f"#{name}?{query}") for query in wrong])
    assert [said.split(":")[0] for said in found] == wrong


def test_the_first_link_of_a_page_says_what_all_do(html: Path) -> None:
    for name in {name for name, page, _ in state_links(html) if name == page}:
        text = (html / name).read_text("utf-8")
        assert text.count('aria-describedby="sets-a-figure"') == 1, name
        assert text.count('id="sets-a-figure"') == 1, name
        assert "live-figures-dock.js" in text, name


@pytest.mark.parametrize("about", ABOUT)
def test_every_page_says_what_it_is_and_has_a_card(html: Path, about: str) -> None:
    pages = [name for name in built_pages() if name != "404.html"]
    assert [name for name in pages if about not in (html / name).read_text("utf-8")] == []


def test_no_id_stands_twice_on_a_page(html: Path) -> None:
    """A link to a figure would lead to a heading of its name."""
    twice = {}
    for name in built_pages():
        ids = Counter(ID.findall(DATA.sub("", (html / name).read_text("utf-8"))))
        if found := [each for each, n in ids.items() if n > 1]:
            twice[name] = found
    assert twice == {}
