"""What a page loads, when, and how tall it is."""

import re
from functools import cache
from pathlib import Path

import pytest

from tests.pages.conftest import NewPage, built_pages
from tools.pages import Page, compressed, target_of, weight

PAGES = built_pages()
MOST_BESIDE = 201_000  # bytes, gzipped; itself, MathJax and the index of the search come on top
# The language is read, typed machines are asked what judges ask, numbers are changed, machines are
# looked into; a playground shows all panels.
MORE = {
    "listing": 27_500,
    "listed": 9_000,
    "semes": 12_000,
    "numbers": 12_000,
    "inside": 12_000,
    "playground": 12_000,
    "folded": 3_500,  # with it came lab notes, a glossary, and rooms that figures keep
}
FORMULA = 'class="math notranslate'


@cache
def read(path: Path) -> Page:
    """A page of the book, which several tests ask."""
    return Page(path)


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_light(html: Path, name: str) -> None:
    page = read(html / name)
    own, total = weight(page)
    mathjax = [target_of(page.path, url) for _, url in page.loads if "mathjax" in url]
    index = [target_of(page.path, url) for _, url in page.loads if "searchindex" in url]
    apart = sum(map(compressed, (*mathjax, *index)))
    loaded = " ".join(url for _, url in page.loads)
    more = sum(most for part, most in MORE.items() if f"live-figures-{part}.js" in loaded)
    assert total - own - apart <= MOST_BESIDE + more
    assert len(index) == (name == "search.html"), "the index is for the search"
    assert len(mathjax) == (FORMULA in page.text), "MathJax is for pages with a formula"


@pytest.mark.parametrize("name", [name for name in PAGES if name != "404.html"])
def test_the_figures_script_is_first(html: Path, name: str) -> None:
    head = read(html / name).text.split("</head>")[0]
    scripts = re.findall(r"<script\b([^>]*)\bsrc=\"([^\"?]+)", head)
    files = [file for _, file in scripts if "lab_notes" not in file]  # which a figure may be in
    figures = [file for file in files if "live-figures" in file]
    assert files[: len(figures)] == figures
    assert figures[-1] == "_static/live-figures.js"
    at_once = {Path(file).name for how, file in scripts if "defer" not in how}
    search = {"searchtools.js", "language_data.js", "searchindex.js", "found_pages.js"}
    assert at_once - (search if name == "search.html" else set()) == {
        "documentation_options.js",
        "doctools.js",
    }


@pytest.mark.parametrize("name", PAGES)
def test_every_icon_of_a_page_has_a_shape(html: Path, name: str) -> None:
    """What has none would be a black square."""
    drawn = re.findall(r"\.fa-([\w-]+) \{ --icon", (html / "_static/icons.css").read_text("utf-8"))
    classes = " ".join(re.findall(r'class="([^"]*\bfa-[^"]*)"', read(html / name).text))
    used = set(re.findall(r"\bfa-([\w-]+)", classes)) - {"brands", "fw", "lg", "solid"}
    assert used <= set(drawn)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_icons_are_shapes(new_page: NewPage, site: str, dark: bool) -> None:
    """No font or script of icons is loaded, and every icon of the theme is drawn."""
    page = new_page(dark=dark)
    loaded: list[str] = []
    page.on("request", lambda request: loaded.append(request.url))
    page.goto(f"{site}/index.html", wait_until="load")
    assert not [url for url in loaded if "fontawesome" in url or "fa-" in url]
    icons = page.locator("[class*='fa-']")
    assert icons.count() > 5
    bare = "nodes => nodes.filter(x => getComputedStyle(x).maskImage === 'none').length"
    assert icons.evaluate_all(bare) == 0


def test_icons_are_seen_in_forced_colors(new_page: NewPage, site: str) -> None:
    page = new_page()
    page.emulate_media(forced_colors="active")
    page.goto(f"{site}/index.html", wait_until="load")
    icon = page.locator(".theme-switch-button [class*='fa-']:visible").first
    ink = icon.evaluate("x => getComputedStyle(x).backgroundColor")
    assert ink not in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")
