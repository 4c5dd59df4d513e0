"""One style sheet for what all pages have, without rules for what none has.

Loaded by name in `_config.yml`. The theme's sheets are a dozen files, one of which asks for one
more, with half a megabyte of rules for icons, grids and boxes of which the book has none. A page
shows nothing before it has read them all, and each of its elements is held against each rule: on a
slow phone that was a second until the first figure stood.
"""

import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from docutils import nodes
from page_scripts import ALSO, SHAPES
from pydata_sphinx_theme.pygments import overwrite_pygments_css
from sphinx.application import Sphinx
from sphinx.builders.html._assets import _CascadingStyleSheet

from taotp.files import write_whole

SHEET = "_static/pages.css"
# The theme's template names these two, the first of which imports Sphinx's own.
OF_THE_THEME = ("_static/basic.css", "_static/styles/pydata-sphinx-theme.css")
# Of which rules are left out: what is ours, and short, stays whole.
LONG = ("pydata-sphinx-theme", "sphinx-design", "mystnb")
# Small ones of many pages, which would each be a way to the host and back.
OF_MANY = ("_static/lab_notes.css", "_static/glossed.css", "_static/live_python.css")
# Which its package copies behind all pages: a first build had it beside the one sheet, in front.
OF_NOTEBOOKS = "_static/mystnb.", Path(str(files("myst_nb.static") / "mystnb.css"))
NOT_LOADED = "thebe"  # which needs a server

# Rules for these classes are left out: sizes, distances and colors of Bootstrap, the icons of Font
# Awesome, boxes of both themes and of sphinx-design, and colors of terminals. A page that has one
# of them fails a test, which names it.
SIZES = "(?:sm|md|lg|xl|xxl)"
NUMBERS = r"(?:n?\d\w*|auto)"
UNUSED = re.compile(
    rf"""(?x)
    fa-.+ | fa[rldtk]
    | [mp][tbsexy]?-(?:{SIZES}-)?{NUMBERS} | (?:g|gx|gy|gap|row-gap|column-gap)-.+
    | (?:col|row-cols|offset|order)-.+ | (?:d|flex|float|object|text|align|justify)-{SIZES}-.+
    | (?:align|justify)-(?:content|self|items)-.+ | (?:row|container|table-responsive)-{SIZES}
    | (?:bg|link|border|opacity|shadow|overflow|position|translate|focus-ring|user-select|object)-.+
    | (?:top|bottom|start|end|[hw]|fs|fw|fst|lh|mw|mh|vw|vh|z|ratio|rounded|display|font)-.+
    | (?:min-v[hw]|hstack|vstack|icon-link|was|is|valid|invalid|table|badge|alert)-.+
    | (?:accordion|carousel|offcanvas|spinner|pagination|placeholder|breadcrumb|input-group)(?:-.+)?
    | (?:toast|popover|progress|card|form-(?:check|floating|range|select|switch))(?:-.+)?
    | (?:btn-(?:outline|group)|list-group-(?:item|horizontal)|modal)-.+
    | list-group-(?:horizontal|flush|numbered)
    | nav-(?:pills|tabs|underline|fill|justified) | form-control-(?:sm|color|lg|plaintext)
    | btn-(?:primary|secondary|success|info|warning|danger|light|dark|link|check|close|group|lg)
    | (?:page|card)-(?:link|item)
    | dropdown-menu-{SIZES}-.+ | navbar-(?:dark|toggler.*|expand(?:-(?:sm|md|xl|xxl))?)
    | (?:ablog|ethical)[\w-]+
    | sd-.+ | -Color(?:-.+)?
    """
)
USED = {
    *(f"fa-{name}" for name in ("solid", "brands", "lg", "fw", *SHAPES, *ALSO)),
    *("align-items-center", "border-top", "border-bottom", "order-1", "rounded-pill", "z-2"),
    *("me-auto", "ms-auto", "ms-3", "my-1", "p-1", "py-1", "sd-card", "sd-tab-content"),
}
PIECE = re.compile(
    r"""(?sx) /\*.*?\*/ | "(?:\\.|[^"\\])*" | '(?:\\.|[^'\\])*' | url\([^)"']*\) | \\. | [{};]"""
)
COMMENT = re.compile(r"(?s)/\*(?!!).*?\*/")
LICENSE = re.compile(r"(?s)/\*!.*?\*/")
IN_BRACKETS = re.compile(r"\[[^]]*\]|:(?:not|is|where|has)\((?:[^()]|\([^()]*\))*\)")
NAME = re.compile(r"\.((?:[\w-]|\\.)+)")
AROUND = ("@media", "@supports")  # rules with rules in them


def rules_of(css: str) -> Iterator[tuple[str, str | None]]:
    """The rules of a sheet: what stands before the braces, and in them; None for no braces."""
    start = opened = depth = 0
    for piece in PIECE.finditer(css):
        if piece[0] == "{":
            depth += 1
            opened = piece.start() if depth == 1 else opened
        elif piece[0] == "}":
            depth -= 1
            if not depth:
                yield css[start:opened].strip(), css[opened + 1 : piece.start()].strip()
                start = piece.end()
        elif piece[0] == ";" and not depth:
            yield css[start : piece.end()].strip(), None
            start = piece.end()


def is_unused(name: str) -> bool:
    """Whether rules for a class are left out."""
    return name not in USED and UNUSED.fullmatch(name) is not None


def is_for_none(selector: str) -> bool:
    """Whether a selector asks for a class that no page has."""
    names = NAME.findall(IN_BRACKETS.sub("", selector))
    return any(is_unused(name.replace("\\", "")) for name in names)


def selectors(prelude: str) -> str:
    """The selectors of a rule without those for what no page has."""
    parts = re.split(r",(?![^(]*\))", prelude)
    if any(part.count("(") != part.count(")") for part in parts):
        return prelude
    return ",".join(part.strip() for part in parts if not is_for_none(part))


def without_unused(css: str) -> str:
    """A sheet without rules for what no page has; notes of licenses stay."""
    kept = []
    for prelude, body in rules_of(COMMENT.sub("", css)):
        kept += LICENSE.findall(prelude)
        prelude = LICENSE.sub("", prelude).strip()
        if body is None:
            kept.append("" if prelude.startswith("@charset") else prelude)
        elif prelude.startswith(AROUND):
            inner = without_unused(body)
            kept.append(f"{prelude}{{{inner}}}" if inner else "")
        elif prelude.startswith("@"):
            icons = prelude.startswith("@keyframes fa-") or "Font" in body and "Awesome" in body
            kept.append("" if icons else f"{prelude}{{{body}}}")
        elif wanted := selectors(prelude):
            kept.append(f"{wanted}{{{body}}}")
    return "\n".join(filter(None, kept))


def plain(css: str) -> str:
    """A sheet without comments, and without what only the first line of a file may say."""
    return COMMENT.sub("", css).replace('@charset "UTF-8";', "").strip()


def of_all_pages(app: Sphinx) -> list[str]:
    """The sheets that go into one, in their order: all but the book's own and those of a part."""
    builder: Any = app.builder
    own = {f"_static/{name}" for name, _ in app.config.html_css_files}
    entries = sorted(builder._orig_css_files, key=lambda entry: entry.priority)
    names = dict.fromkeys(str(entry.filename) for entry in entries)
    return [*OF_THE_THEME, *(n for n in names if n not in own and NOT_LOADED not in n), *OF_MANY]


@cache
def written(app: Sphinx) -> frozenset[str]:
    """Write the sheet, once in a build, when all static files are there; what went into it."""
    out = Path(app.outdir)
    overwrite_pygments_css(app)  # the theme's colors of code, which it writes behind all pages
    paths = {name: path_of(out, name) for name in of_all_pages(app)}
    texts = {name: path.read_text("utf-8") for name, path in paths.items() if path.is_file()}
    sheets = [
        without_unused(text) if any(long in name for long in LONG) else plain(text)
        for name, text in texts.items()
    ]
    write_whole(out / SHEET, "\n".join(sheets).encode())
    return frozenset(texts)


def path_of(out: Path, name: str) -> Path:
    """Where a sheet is, even if the pages are not all written yet."""
    return OF_NOTEBOOKS[1] if name.startswith(OF_NOTEBOOKS[0]) else out / name


def offer(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page load the one sheet, and then what is its own."""
    parts = written(app)
    entries = sorted(context["css_files"], key=lambda entry: entry.priority)
    own = [entry for entry in entries if str(entry.filename) not in parts]
    context["css_files"] = [
        _CascadingStyleSheet(SHEET, priority=0),
        *(entry for entry in own if NOT_LOADED not in str(entry.filename)),
    ]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above, behind all that adds sheets to a page."""
    app.connect("html-page-context", offer, priority=996)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
