"""Which scripts a page loads, and in which order: a figure waits for none but its own.

Loaded by name in `_config.yml`. The theme's pages load half a megabyte of icons before all else,
the index of the search, and MathJax for a single letter. Here the figures' scripts are the first,
and a browser asks for them first; what the theme needs is deferred, a formula that plain HTML can
show is plain HTML, and the icons are a few shapes in a style sheet. What a page says in its head
stands before the sheets, behind which it would stop the page until they are read.
"""

import re
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.config import Config

TEMPLATES = Path(__file__).with_name("templates")
ICONS_FILE = "icons.css"
FORMULAS_FILE = "formulas.js"
TAB_STOPS_FILE = "tab_stops.js"
MATHJAX = "mathjax/"
BEFORE_MATHJAX = 400  # the priority of a script; Sphinx gives MathJax 500

# Icons, as lines on a square of 16. Names are those that the theme's buttons have.
SHAPES = {
    "angle-left": "M10 3 5 8l5 5",
    "angle-right": "M6 3l5 5-5 5",
    "arrow-up": "M8 14V2.5M3 7.5l5-5 5 5",
    "bars": "M2 4h12M2 8h12M2 12h12",
    "chevron-down": "M3 5.5l5 5 5-5",
    "circle-half-stroke": "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2v12M10 3v10M12 4.5v7",
    "code": "M5 4 1.5 8 5 12M11 4l3.5 4-3.5 4M9.5 2.5l-3 11",
    "download": "M8 2v8.5M4 7l4 4 4-4M2.5 14h11",
    "expand": "M2 6V2h4M10 2h4v4M14 10v4h-4M6 14H2v-4",
    "file": "M3.5 1.5H9L12.5 5v9.5h-9zM9 1.5V5h3.5",
    "file-pdf": "M4.5 6V2h7v4M4.5 11.5h-3V6h13v5.5h-3M4.5 9.5h7v5h-7z",
    "info": "M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13M8 7.5v3.7M8 4.8v.1",
    "lightbulb": "M5.5 11a4.5 4.5 0 1 1 5 0v1.2h-5zM6.5 14.7h3",
    "list": "M6 4h8M6 8h8M6 12h8M2 4h.1M2 8h.1M2 12h.1",
    "magnifying-glass": "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2M10.7 10.7l3.8 3.8",
    "moon": "M13.5 9.5A6 6 0 1 1 6.5 2.5a4.8 4.8 0 0 0 7 7z",
    "pencil-alt": "M2.5 13.5l1-3.5 7.5-7.5 2.5 2.5L6 12.5z",
    "play": "M4 2.5l9 5.5-9 5.5z",
    "rocket": "M2.5 13.5l2-4.5L10 3.5l4-1.5-1.5 4L7 11.5zM5 8l-3 .5M8 11l-.5 3",
    "sun": "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1v1.3M8 13.7V15M1 8h1.3M13.7 8H15"
    "M3 3l1 1M12 12l1 1M13 3l-1 1M4 12l-1 1",
    "warning": "M8 2l6.5 12h-13zM8 6.5V10M8 12v.1",
    "xmark": "M3.5 3.5l9 9M12.5 3.5l-9 9",
}
ALSO = {
    **dict.fromkeys(("bitbucket", "github", "gitlab"), "code"),  # the forges' signs are theirs
    **{"file-lines": "file", "outdent": "list", "pencil": "pencil-alt"},
}
BOXES = {
    "": "info",
    **dict.fromkeys(("attention", "caution", "danger", "error", "important", "warning"), "warning"),
    **dict.fromkeys(("hint", "tip"), "lightbulb"),
}
DRAWN = """
.fa-brands, .fa-solid, .fab, .fas, .admonition > .admonition-title::after, .onthispage::after {
  background: currentColor; -webkit-mask: var(--icon) center / contain no-repeat;
  mask: var(--icon) center / contain no-repeat; }
.fa-brands, .fa-solid, .fab, .fas { display: inline-block; height: 1em; vertical-align: -0.125em;
  width: 1em; }
.bd-header-article .btn :is(.fa-solid, .fab, .fas) { height: 1.15rem; width: 1.15rem; }
.fa-brands::before, .fa-solid::before, .fab::before, .fas::before { content: none; }
.admonition > .admonition-title::after, div.admonition > .admonition-title::after {
  background-color: currentColor; content: "" !important; font: inherit; top: 0.55rem; }
.bd-sidebar-secondary .onthispage::after { display: none; }
@media (forced-colors: active) {
  .fa-brands, .fa-solid, .fab, .fas, .admonition > .admonition-title::after {
    background: CanvasText; forced-color-adjust: none; }
  .btn :is(.fa-solid, .fab, .fas) { background: ButtonText; } }
"""


def as_image(shape: str) -> str:
    """Lines as an image of a style sheet."""
    return (
        "url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16' "
        "fill='none' stroke='%23000' stroke-width='1.6' stroke-linecap='round' "
        f"stroke-linejoin='round'><path d='{shape}'/></svg>\")"
    )


def icons() -> str:
    """The style sheet of all icons."""
    named = {**{name: name for name in SHAPES}, **ALSO}
    of_names = [f".fa-{name} {{ --icon: {as_image(SHAPES[s])}; }}" for name, s in named.items()]
    of_boxes = [
        f".admonition{'.' * bool(kind)}{kind} {{ --icon: {as_image(SHAPES[shape])}; }}"
        for kind, shape in BOXES.items()
    ]
    return "\n".join([*of_names, *of_boxes, DRAWN.strip(), ""])


# Formulas that need no MathJax

PLAIN = re.compile(
    r"(?P<letter>[A-Za-z])|(?P<greek>\\gamma|\\delta)|(?P<sign>[-+=])|(?P<rest>[\d(),.| ]+)"
    r"|(?P<place>[_^])(?:(?P<one>\w)|\{(?P<more>-?\w+)\})"
)
GREEK = {"\\gamma": "\N{GREEK SMALL LETTER GAMMA}", "\\delta": "\N{GREEK SMALL LETTER DELTA}"}
FORMULA = re.compile(r'<span class="math notranslate nohighlight">\\\((.*?)\\\)</span>')
ANY_FORMULA = re.compile(r'class="math notranslate')


def plain_piece(found: re.Match[str]) -> str:
    """One piece of a plain formula as HTML."""
    if found["letter"]:
        return f"<i>{found['letter']}</i>"
    if found["greek"]:
        return f"<i>{GREEK[found['greek']]}</i>"
    if found["sign"]:
        return f" {found['sign']} ".replace("-", "\N{MINUS SIGN}")
    if found["place"]:
        tag = "sub" if found["place"] == "_" else "sup"
        inner = (found["one"] or found["more"]).replace("-", "\N{MINUS SIGN}")
        inner = f"<i>{inner}</i>" if inner.isalpha() else inner
        return f"<{tag}>{inner}</{tag}>"
    return found["rest"].replace(" ", "").replace(",", ", ")


def plain_formula(formula: str) -> str | None:
    """A formula as plain HTML, such as `W_Q` or `10^{-5}`; nothing where it needs more."""
    if not re.fullmatch(f"(?:{re.sub(r'[?]P<[a-z]+>', '?:', PLAIN.pattern)})+", formula):
        return None
    inside = PLAIN.sub(plain_piece, formula).strip()
    return f'<span class="plain-math">{inside}</span>'


def plain_page(body: str) -> str:
    """A page whose formulas are all plain, without MathJax's marks; any other as it is."""
    shown = FORMULA.sub(lambda found: plain_formula(found[1]) or found[0], body)
    return body if ANY_FORMULA.search(shown) else shown


# What is loaded, and when

# A browser asks for deferred scripts last, and for one after the other, until it is told otherwise.
WANTED_FIRST: Any = {"loading_method": "defer", "fetchpriority": "high"}
OPTIONS = "_static/documentation_options.js"  # a few words, which stand in the page instead
FOR_SEARCH = "doctools.js"  # what the search has to have before its own scripts


def without_scripts(html: str, names: list[str]) -> str:
    """The head of a page without the scripts, and the preloads of scripts, of some names."""
    tags = re.compile(r'[ \t]*(?:<script\b[^>]*\bsrc="[^>]*></script>|<link\b[^>]*/>)\n?')
    unwanted = re.compile("|".join(map(re.escape, names)))
    return tags.sub(lambda tag: "" if unwanted.search(tag[0]) else tag[0], html)


def arrange(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Defer the scripts of a page; MathJax waits for a formula, if there is one left."""
    context["without_scripts"] = without_scripts
    body = context["body"] = plain_page(context.get("body", ""))
    files = sorted(context["script_files"], key=lambda entry: entry.priority)
    if not ANY_FORMULA.search(body):
        files = [entry for entry in files if not is_mathjax(entry)]
    said = [entry for entry in files if [*entry.attributes] == ["body"]]
    options = (Path(app.outdir) / OPTIONS).read_text("utf-8").strip()
    context["said_first"] = [options, *(entry.attributes["body"] for entry in said)]
    files = [entry for entry in files if entry not in said and entry.filename != OPTIONS]
    for entry in files:
        if page == "search" and str(entry.filename).endswith(FOR_SEARCH):
            entry.attributes.pop("defer", None)  # all pages have one entry
        elif entry.filename:
            entry.attributes["defer"] = "defer"
        if entry.filename and MATHJAX in str(entry.filename):
            entry.attributes["type"] = "later"  # formulas.js loads it when one comes near
    context["script_files"] = files


def is_mathjax(entry: Any) -> bool:
    """Whether a script is MathJax, or its settings."""
    inside = str(entry.attributes.get("body", ""))
    name = str(entry.filename or "")
    return "mathjax" in name or FORMULAS_FILE in name or inside.startswith("window.MathJax")


def stage(app: Sphinx, names: Iterable[str]) -> Path:
    """Put files that stand beside this one where Sphinx copies static files from: that folder."""
    staged = Path(app.outdir).parent / "static"
    staged.mkdir(parents=True, exist_ok=True)
    for name in names:
        shutil.copy2(Path(__file__).with_name(name), staged / name)
    return staged


def stage_icons(app: Sphinx, config: Config) -> None:
    """Put icons and scripts where Sphinx copies static files from, our template before others."""
    staged = stage(app, [FORMULAS_FILE, TAB_STOPS_FILE])
    (staged / ICONS_FILE).write_text(icons(), encoding="utf-8")
    config.templates_path.insert(0, str(TEMPLATES))  # one of the theme's stands there already


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above; what takes remote scripts off a page comes before."""
    app.connect("config-inited", stage_icons, priority=400)
    app.connect("html-page-context", arrange, priority=995)
    app.add_css_file(ICONS_FILE)
    app.add_js_file(FORMULAS_FILE, priority=BEFORE_MATHJAX, loading_method="defer")
    app.add_js_file(TAB_STOPS_FILE, loading_method="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
