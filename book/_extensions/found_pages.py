"""What the search finds first: pages about a word, then pages that have it, then code.

Loaded by name in `_config.yml`. Sphinx knows which pages have a word and not how often, so that its
results stand in the order of the alphabet behind all functions of that name. The words that a page
has more often than others do are written for the script of the search page.
"""

import json
from collections import Counter
from functools import cache
from math import log
from pathlib import Path
from typing import Any

from docutils import nodes
from minutes import is_read
from sphinx.application import Sphinx
from sphinx.search.en import SearchEnglish

SCRIPT = "found_pages.js"
STEMS = "stems"  # of a page, in what Sphinx knows of it
LEAST = 3  # times that a page has a word it is about
MOST = 24  # words that a page is about
ENGLISH: Any = SearchEnglish({})


@cache
def stem(word: str) -> str:
    """A word as the search knows it, "" for one that it leaves out; most stand on many pages."""
    return str(ENGLISH.stem(word)) if ENGLISH.word_filter(word) else ""


def stems(text: str) -> list[str]:
    """The words of a text as the search knows them, without those that it leaves out."""
    return [found for word in ENGLISH.split(text.lower()) if (found := stem(word))]


def note_stems(app: Sphinx, doctree: nodes.document) -> None:
    """Keep how often a page that was read has its words."""
    prose = " ".join(text for text in doctree.findall(nodes.Text) if is_read(text))
    found = {stem: n for stem, n in Counter(stems(prose)).items() if n >= LEAST}
    app.env.metadata[app.env.docname][STEMS] = found


def about(pages: dict[str, dict[str, int]]) -> dict[str, list[str]]:
    """What each page is about: words that it has often and few others have, such words first."""
    spread = Counter(stem for counts in pages.values() for stem in counts)

    def weight(stem: str, times: int) -> float:
        return times * log(len(pages) / spread[stem])

    return {
        page: sorted(counts, key=lambda stem: -weight(stem, counts[stem]))[:MOST]
        for page, counts in pages.items()
    }


def write_script(app: Sphinx, error: Exception | None) -> None:
    """Put the script of the search page beside it, with what each page is about."""
    if error or app.builder.name != "html":
        return
    pages = {page: app.env.metadata[page].get(STEMS, {}) for page in sorted(app.env.found_docs)}
    known = f"const ABOUT = {json.dumps(about(pages))};\n"
    script = Path(__file__).with_name(SCRIPT).read_text(encoding="utf-8")
    (Path(app.outdir) / "_static" / SCRIPT).write_text(known + script, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("doctree-read", note_stems)
    app.connect("build-finished", write_script)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
