"""Pages of some figures and nothing else, as files, with all that they load, and what they say."""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page

from taotp.figures import LiveFigure
from taotp.page.bundle import part_script, script, stylesheet, with_lent, with_needed

PAGE = """<!doctype html>
<html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><title>Figures</title>
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'self' file:">
<link rel="icon" href="icon.svg"><link rel="stylesheet" href="page.css">
<script defer src="keys.js"></script>{parts}<script defer src="live-figures.js"></script></head>
<body><main><h1>Figures</h1>{figures}<div id="below"></div></main></body></html>
"""
STYLE = """
body { font: 16px/1.6 sans-serif; margin: 0 auto; max-width: 720px; padding: 0 16px; }
html[data-theme="dark"] { background: #14181e; color: #ced6dd; }
html[data-theme="dark"] a { color: #8ab4f8; }
#below { height: 3000px; }
"""


def page_of(figures: str, parts: Iterable[str], theme: str) -> str:
    """A page as HTML that loads some parts of the script."""
    files = [f"live-figures-{part}.js" for part in with_lent(parts)]
    loads = "".join(f'<script defer src="{file}"></script>' for file in files)
    return PAGE.format(theme=theme, figures=figures, parts=loads)


def write_what_pages_load(
    folder: Path, parts: Iterable[str], *, keys: str = "", style: str = STYLE
) -> None:
    """The style, the scripts, and a script `keys` of the test's own."""
    (folder / "page.css").write_text(style + stylesheet(), "utf-8")
    (folder / "live-figures.js").write_text(script(), "utf-8")
    for part in with_needed(parts):
        (folder / f"live-figures-{part}.js").write_text(part_script(part), "utf-8")
    (folder / "keys.js").write_text(keys, "utf-8")
    (folder / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8")


def write_pages(
    folder: Path, pages: Mapping[str, str], parts: Iterable[str], *, keys: str = "",
    style: str = STYLE,
) -> Path:  # fmt: skip
    """Each page of figures as NAME-light.html and NAME-dark.html (light.html without a name)."""
    for name, figures in pages.items():
        for theme in ("light", "dark"):
            file = f"{name}-{theme}.html".removeprefix("-")
            (folder / file).write_text(page_of(figures, parts, theme), "utf-8")
    write_what_pages_load(folder, parts, keys=keys, style=style)
    return folder


def pages_of(
    figures: Callable[[], Mapping[str, LiveFigure | Sequence[LiveFigure]]], *, keys: str = "",
    style: str = STYLE,
) -> object:  # fmt: skip
    """A fixture `folder` of a module: the folder with a page for each of its figures, or some."""

    @pytest.fixture(scope="module", name="folder")
    def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
        folder = tmp_path_factory.mktemp("pages")
        for name, found in figures().items():
            some = [found] if isinstance(found, LiveFigure) else found
            body = "<p>Text between.</p>".join(figure.element() for figure in some)
            parts = {part for figure in some for part in figure.parts}
            write_pages(folder, {name: body}, parts, keys=keys, style=style)
        return folder

    return written


def extension_of(name: str) -> object:
    """A fixture `extension` of a module: one of the book's extensions, which are no package."""

    @pytest.fixture(scope="module", name="extension")
    def imported(root: Path) -> Iterator[Any]:
        sys.path.insert(0, str(root / "book" / "_extensions"))
        yield import_module(name)
        sys.path.pop(0)

    return imported


def write_with_extension(
    extension: Any, folder: Path, body: str, parts: Iterable[str], *, style: str = ""
) -> str:
    """A page with the style and the script of an extension of the book: its address."""
    sheet, script = extension.FILES
    more = f'<link rel="stylesheet" href="{sheet}"><script defer src="{script}"></script>'
    page = page_of(body, parts, "light").replace("<script", f"{more}<script", 1)
    write_what_pages_load(folder, parts, style=STYLE + style)
    for name in extension.FILES:
        text = (Path(extension.__file__).parent / name).read_text("utf-8")
        (folder / name).write_text(text.replace(".bd-content ", ""), "utf-8")
    (folder / "page.html").write_text(page, "utf-8")
    return (folder / "page.html").as_uri()


def opened(
    page: Page, folder: Path, name: str = "", theme: str = "light", fragment: str = ""
) -> Page:
    """Go to a page of a folder, and wait until its first figure stands."""
    file = folder / f"{name}-{theme}.html".removeprefix("-")
    page.goto(f"{file.as_uri()}{fragment}")
    page.locator("hand-figure .card").first.wait_for()
    return page


def verdict(page: Page, name: str = "") -> str:
    """What a figure says, the first of a page where none is named, on one line."""
    figure = f"#{name} " if name else ""
    return " ".join(page.locator(f"{figure}.verdict").first.inner_text().split())


def said(page: Page, sentence: str) -> None:
    """Wait until a figure says so."""
    page.locator(".verdict", has_text=sentence).wait_for()
