"""What a page says of itself, what it may load, and which addresses there are and are not.

Loaded by name in `_config.yml`. A page is described by its first paragraph; its card shows its
first machine in symbols, or else the one of the whole book, made by the build. Whole addresses are
said only where a publisher has set `html: baseurl` there, and so are sitemap.xml and robots.txt,
which have no others; the page 404 finds the book in the folders above it.
"""

import shutil
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any

from docutils import nodes
from local_pages import machine, sources
from sphinx.application import Sphinx
from sphinx.config import Config

from taotp.figures import card as cards
from taotp.figures import rendering
from taotp.figures.card import SAYS, card, card_of, still_in

CARD_FILE = "card.png"
CARDS = "cards"  # the folder of those of pages
SIZE = {"width": 1200, "height": 630}
# What a page may load: what came with it, what stands in it, and what its scripts make. From disk
# not every browser takes the files beside a page for its own, so they are named. A page may compile
# WebAssembly, of which the book's own Python is made.
POLICY = (
    "default-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval' data: blob:; object-src 'none'; "
    "base-uri 'self'; form-action 'self' file:"
)
SITEMAP = """<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
{}</urlset>
"""
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


def card_of_page(app: Sphinx, page: str, title: str, body: str) -> tuple[str, str]:
    """The card of a page, as a path among the static files, and what it shows in words.

    It is kept by what it shows and by the code that draws it, and drawn anew when these change.
    """
    still = still_in(body)
    if not still:
        return CARD_FILE, WORDS
    drawn_by = b"".join(Path(module.__file__ or "").read_bytes() for module in (cards, rendering))
    digest = sha256(f"{title}\n{still}".encode() + drawn_by).hexdigest()[:16]
    name = page.replace("/", "-")
    kept = Path(app.outdir).parent / CARDS / f"{name}-{digest}"
    picture, words = kept.with_suffix(".png"), kept.with_suffix(".txt")
    if not words.exists():
        kept.parent.mkdir(parents=True, exist_ok=True)
        for old in kept.parent.glob(f"{name}-{'?' * len(digest)}.*"):
            old.unlink()
        image, said = card_of(still, title)
        picture.write_bytes(image)
        words.write_text(said, "utf-8")
    shown = Path(app.outdir) / "_static" / CARDS / f"{name}.png"
    shown.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(picture, shown)
    return f"{CARDS}/{name}.png", words.read_text("utf-8")


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
    known = app.env.titles.get(page)
    title = known.astext() if known is not None else project
    file, shows = card_of_page(app, page, title, context.get("body") or "")
    image = f"{base}/_static/{file}" if base else f"_static/{file}"
    said = [
        meta("http-equiv", "Content-Security-Policy", POLICY),
        meta("name", "description", words),
        meta("property", "og:title", title),
        meta("property", "og:description", words),
        meta("property", "og:type", "website" if page == "index" else "article"),
        meta("property", "og:site_name", project),
        meta("property", "og:image", image),
        *(meta("property", f"og:image:{side}", size) for side, size in SIZE.items()),
        meta("property", "og:image:alt", shows),
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


def write_sitemap(app: Sphinx, error: Exception | None) -> None:
    """Write the addresses of all pages for search engines, where the book has an address."""
    base = app.config.html_baseurl.rstrip("/")
    if error or app.builder.name != "html" or not base:
        return
    named = "".join(
        f"<url><loc>{escape(f'{base}/{page}.html')}</loc></url>\n"
        for page in sorted(app.env.found_docs)
    )
    folder = Path(app.outdir)
    (folder / "sitemap.xml").write_text(SITEMAP.format(named), "utf-8")
    robots = f"User-agent: *\nAllow: /\nSitemap: {base}/sitemap.xml\n"
    (folder / "robots.txt").write_text(robots, "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("config-inited", stage_card, priority=400)
    app.connect("html-page-context", describe)
    app.connect("build-finished", write_404)
    app.connect("build-finished", write_sitemap)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
