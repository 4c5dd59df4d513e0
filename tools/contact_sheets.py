"""Draw contact sheets of the built book: what is seen first of each page, side by side.

python -m tools.contact_sheets FOLDER             all pages, wide and narrow, light and dark
python -m tools.contact_sheets FOLDER index ...   some of them

A page is looked at as it stands at rest, its first figure drawn. A number below each picture says
how far down that figure begins, in pixels; where it is more than the screen, a reader sees none.
"""

import argparse
import html
import sys
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright
from tqdm import tqdm

from tools.chromium import chromium_path

BUILT = Path(__file__).resolve().parent.parent / "book" / "_build" / "html"
SCREENS = {"wide": (1280, 800), "narrow": (390, 844)}
THEMES = ("light", "dark")
A_SHEET = {"wide": (4, 5), "narrow": (8, 3)}  # columns and rows
WIDTH = {"wide": 480, "narrow": 234}  # pixels of a picture on a sheet
AT_REST = """async () => {
  const figures = [...document.querySelectorAll("hand-figure")];
  const first = figures.find((each) => each.checkVisibility());
  const isDrawn = () => !first || first.shadowRoot?.querySelector(".card");
  const frame = () => new Promise(requestAnimationFrame);
  for (let n = 0; n < 300 && !isDrawn(); n++) await frame();
  await frame();
  return first ? Math.round(first.getBoundingClientRect().top + scrollY) : null;
}"""
SHEET = """<body style="margin:8px;font:12px sans-serif"><div style="display:grid;gap:8px;
grid-template-columns:repeat({columns},{width}px)">{pictures}</div>"""
PICTURE = '<figure style="margin:0"><img width="{width}" src="{file}"><br>{says}</figure>'


class Look(NamedTuple):
    """A picture of what is seen first of a page, and where its first figure begins, in pixels."""

    page: str
    file: str
    first_figure: int | None

    @property
    def says(self) -> str:
        """What stands below the picture."""
        return self.page if self.first_figure is None else f"{self.page}: {self.first_figure}"


def looks(
    browser: Browser, names: Sequence[str], screen: str, theme: str, folder: Path
) -> Iterator[Look]:
    """A picture of each page on this screen, in this theme, as a file of `folder`."""
    width, height = SCREENS[screen]
    page = browser.new_page(
        viewport={"width": width, "height": height},
        color_scheme="dark" if theme == "dark" else "light",
    )
    for name in tqdm(names, desc=f"{screen}, {theme}", unit="page"):
        page.goto((BUILT / f"{name}.html").as_uri())
        first = page.evaluate(AT_REST)
        file = f"{name}-{screen}-{theme}.png"
        page.screenshot(path=str(folder / file))
        yield Look(name, file, first)
    page.close()


def write_sheet(page: Page, seen: Sequence[Look], screen: str, file: Path) -> None:
    """Draw a sheet of these looks into a file."""
    columns, _ = A_SHEET[screen]
    width = WIDTH[screen]
    pictures = "".join(
        PICTURE.format(width=width, file=html.escape(each.file), says=html.escape(each.says))
        for each in seen
    )
    source = file.with_suffix(".html")
    source.write_text(SHEET.format(columns=columns, width=width, pictures=pictures), "utf-8")
    page.goto(source.as_uri())
    page.screenshot(path=str(file), full_page=True)
    source.unlink()


def draw(names: Sequence[str], folder: Path) -> None:
    """Draw all sheets of these pages into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as started:
        browser = started.chromium.launch(executable_path=chromium_path(), args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1980, "height": 800})
        for screen, theme in product(SCREENS, THEMES):
            seen = [*looks(browser, names, screen, theme, folder)]
            columns, rows = A_SHEET[screen]
            for n, start in enumerate(range(0, len(seen), columns * rows), start=1):
                some = seen[start : start + columns * rows]
                write_sheet(page, some, screen, folder / f"sheet-{screen}-{theme}-{n}.png")
        browser.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command; 2 where a page is not there."""
    parser = argparse.ArgumentParser(prog="python -m tools.contact_sheets", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("pages", nargs="*", help="names of pages, as index; else all")
    asked = parser.parse_args(arguments)
    built = sorted(each.stem for each in BUILT.glob("*.html"))
    if missing := sorted({*asked.pages} - {*built}) or ([] if built else ["index"]):
        print(f"There is no built page {missing[0]!r}: run make book, or see {BUILT.name}/.")
        return 2
    draw(asked.pages or built, asked.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
