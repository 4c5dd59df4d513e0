"""What a page says of itself, what it may load, and a page for addresses that are not.

Loaded by name in `_config.yml`. A page is described by its first paragraph; its card is one
picture for the whole book, made by the build. Whole addresses are said only where a publisher has
set `html: baseurl` there; the page 404 finds the book in the folders above it.
"""

import shutil
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from local_pages import machine, sources
from sphinx.application import Sphinx
from sphinx.config import Config

from taotp.figures.card import SAYS, card

CARD_FILE = "card.png"
SIZE = {"width": 1200, "height": 630}
# What a page may load: what came with it, what stands in it, and what its scripts make. From disk
# not every browser takes the files beside a page for its own, so they are named.
POLICY = (
    "default-src 'self' file: 'unsafe-inline' data: blob:; object-src 'none'; base-uri 'self'; "
    "form-action 'self' file:"
)
LEAST, MOST = 70, 200  # letters of a description
WORDS = f"72 numbers in a table: this is a whole transformer, and it says {SAYS}"


def stage_card(app: Sphinx, config: Config) -> None:
    """Put the card where Sphinx copies static files from; it is made anew when the code changed."""
    build = Path(app.outdir).parent
    kept = build / "card" / f"{machine()}-{sources().digest}.png"
    if not kept.exists():
        shutil.rmtree(kept.parent, ignore_errors=True)
        kept.parent.mkdir(parents=True)
        kept.write_bytes(card())
    staged = build / "static"
    staged.mkdir(parents=True, exist_ok=True)
    shutil.copy2(kept, staged / CARD_FILE)


def first_words(doctree: nodes.document | None) -> str:
    """The first paragraphs of a page, cut behind the last whole sentence or word that fits."""
    if doctree is None:
        return ""
    sections = [node for node in doctree.children if isinstance(node, nodes.section)]
    paragraphs = (
        child
        for section in sections
        for child in section.children
        if isinstance(child, nodes.paragraph)
    )
    text = ""
    for each in paragraphs:
        text = " ".join(f"{text} {each.astext()}".split())
        if len(text) >= LEAST:
            break
    if len(text) <= MOST:
        return text
    sentences = text[:MOST].rpartition(". ")[0]
    return f"{sentences}." if sentences else f"{text[: MOST - 1].rpartition(' ')[0]}\u2026"


def meta(kind: str, name: str, content: object) -> str:
    """One line of a page's head."""
    return f'<meta {kind}="{name}" content="{escape(str(content))}" />'


def describe(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say in the head of a page what it is and which picture stands for it."""
    project = str(app.config.html_title or app.config.project)
    words = first_words(doctree) or f"A page of {project}."
    base = app.config.html_baseurl.rstrip("/")
    image = f"{base}/_static/{CARD_FILE}" if base else f"_static/{CARD_FILE}"
    known = app.env.titles.get(page)
    title = known.astext() if known is not None else project
    said = [
        meta("http-equiv", "Content-Security-Policy", POLICY),
        meta("name", "description", words),
        meta("property", "og:title", title),
        meta("property", "og:description", words),
        meta("property", "og:type", "website" if page == "index" else "article"),
        meta("property", "og:site_name", project),
        meta("property", "og:image", image),
        *(meta("property", f"og:image:{side}", size) for side, size in SIZE.items()),
        meta("property", "og:image:alt", WORDS),
        meta("name", "twitter:card", "summary_large_image"),
    ]
    if base:
        said.append(meta("property", "og:url", f"{base}/{page}.html"))
    context["metatags"] = context.get("metatags", "") + "\n    ".join(said)


def write_404(app: Sphinx, error: Exception | None) -> None:
    """Write the page for addresses that are not in the book."""
    if error or app.builder.name != "html":
        return
    base = app.config.html_baseurl.rstrip("/")
    order = [app.config.root_doc, *app.env.toctree_includes.get(app.config.root_doc, [])]
    pages = [(name, app.env.titles[name].astext()) for name in order]
    values = {"pages": pages, "base": f"{base}/" if base else "", "project": app.config.html_title,
              "policy": POLICY}  # fmt: skip
    text = app.builder.templates.render("404.html", values)
    (Path(app.outdir) / "404.html").write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("config-inited", stage_card, priority=400)
    app.connect("html-page-context", describe)
    app.connect("build-finished", write_404)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
