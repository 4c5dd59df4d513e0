"""Pages of some figures and nothing else, as files, with all that they load."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from taotp.page.bundle import part_script, script, stylesheet, with_lent

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
    for part in with_lent(parts):
        (folder / f"live-figures-{part}.js").write_text(part_script(part), "utf-8")
    (folder / "keys.js").write_text(keys, "utf-8")
    (folder / "icon.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', "utf-8")


def write_pages(
    folder: Path, pages: Mapping[str, str], parts: Iterable[str], *, keys: str = ""
) -> Path:
    """Each page of figures as NAME-light.html and NAME-dark.html (light.html without a name)."""
    for name, figures in pages.items():
        for theme in ("light", "dark"):
            file = f"{name}-{theme}.html".removeprefix("-")
            (folder / file).write_text(page_of(figures, parts, theme), "utf-8")
    write_what_pages_load(folder, parts, keys=keys)
    return folder
