"""Notebooks hold plain Markdown, which Jupyter, Colab and forges show; the pages want MyST.

While a notebook is read for a page, its labels, links, citations and boxes become what Sphinx
resolves and checks. `tools.markdown` writes the plain form.
"""

import json
import re
from collections.abc import Callable
from functools import cache
from html import escape, unescape
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx

ROLE = r"(?P<role>\{[a-z][\w:-]*\}`[^`]*`)"
CODE = re.compile(
    rf"{ROLE}|^(?P<fence>`{{3,}}|~{{3,}})(?!\{{).*?^(?P=fence)[ ]*$"
    r"|(?<!`)(?P<tick>`{1,2})(?!`).+?(?<!`)(?P=tick)(?!`)",
    re.MULTILINE | re.DOTALL,
)
LABEL = re.compile(r'^<a id="([\w-]+)"></a>$', re.MULTILINE)
OF_WORK = r'\((?:\S+ ")?references\.bib#([\w-]+)"?\)'  # the target of a citation
CITED = rf"\[[^\]()]*\]{OF_WORK}"
IN_PARENTHESES = re.compile(rf"\({CITED}(?:; {CITED})*\)")
IN_TEXT = re.compile(rf"\[[^\]]*\]{OF_WORK}")
PART = re.compile(r"(?<=\])\(\w+\.(?:ipynb|md)#([\w-]+)\)")
STATE = re.compile(
    r"\[(?P<text>(?:[^\[\]\n`]|`[^`\n]*`)+)\]"
    r"\((?:(?P<page>[\w-]+)\.ipynb)?(?P<state>#(?:[\w-]+\?[^)\s]+|build-[\w-]+))\)|" + CODE.pattern,
    CODE.flags,
)
NAMED = re.compile(r'\(([\w-]+)\)=(?:\\n|\n)|<a id=\\?"([\w-]+)\\?"></a>')
BOX = re.compile(r"^> \*\*(?P<title>[^*\n]+)\*\*\n>\n(?P<body>(?:>.*(?:\n|\Z))+)", re.MULTILINE)
CONTENTS = re.compile(r"^<!-- contents -->$.*?^<!-- end of contents -->$", re.MULTILINE | re.DOTALL)


def outside_code(change: Callable[[str], str], text: str) -> str:
    """A text changed where it is neither a listing nor code within a line."""
    parts, at = [], 0
    for code in CODE.finditer(text):
        if not code["role"]:
            parts += [change(text[at : code.start()]), code.group()]
            at = code.end()
    return "".join([*parts, change(text[at:])])


def keys(citation: str) -> str:
    """The names of the works that a citation links to."""
    return ",".join(re.findall(r"references\.bib#([\w-]+)", citation))


@cache
def labels(book: Path) -> frozenset[str]:
    """The labels of all pages; other names after a # are a page's headings."""
    texts = (page.read_text("utf-8") for kind in ("ipynb", "md") for page in book.glob(f"*.{kind}"))
    return frozenset(name for text in texts for pair in NAMED.findall(text) for name in pair)


def with_roles(text: str, known: frozenset[str]) -> str:
    """Labels, citations and links to labels of other pages, as MyST has them."""

    def part(found: re.Match[str]) -> str:
        return f"(#{found[1]})" if found[1] in known else found[0]

    text = LABEL.sub(r"(\1)=", text)
    text = IN_PARENTHESES.sub(lambda found: f"{{cite:p}}`{keys(found[0])}`", text)
    text = IN_TEXT.sub(r"{cite:t}`\1`", text)
    return PART.sub(part, text)


def with_state_links(text: str) -> str:
    """Links to states of figures, such as `[three](#machine?N=3)`, and to benches, as HTML."""

    def link(found: re.Match[str]) -> str:
        if not found["state"]:
            return found[0]
        page = f"{found['page']}.html" if found["page"] else ""
        return f'<a href="{page}{escape(unescape(found["state"]))}">{found["text"]}</a>'

    return STATE.sub(link, text)


def admonition(found: re.Match[str]) -> str:
    """A quotation that begins with a title, as a box."""
    body = re.sub(r"^> ?", "", found["body"], flags=re.MULTILINE).rstrip("\n")
    end = "\n" if found[0].endswith("\n") else ""
    return f"```{{admonition}} {found['title']}\n:class: tip\n{body}\n```{end}"


def as_myst(markdown: str, known: frozenset[str]) -> str:
    """The prose of one cell as the pages read it; `known` are the labels of the book."""
    text = outside_code(lambda text: with_roles(text, known), with_state_links(markdown))
    text = BOX.sub(admonition, text)
    return CONTENTS.sub("```{tableofcontents}\n```", text)


def read_notebook(app: Sphinx, name: str, source: list[str]) -> None:
    """Translate the prose of a notebook; other pages are MyST already."""
    if not str(app.env.doc2path(name)).endswith(".ipynb"):
        return
    notebook: dict[str, Any] = json.loads(source[0])
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            cell["source"] = as_myst("".join(cell["source"]), labels(Path(app.srcdir)))
    source[0] = json.dumps(notebook)


def setup(app: Sphinx) -> dict[str, Any]:
    """Translate each notebook as it is read."""
    app.connect("source-read", read_notebook)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
