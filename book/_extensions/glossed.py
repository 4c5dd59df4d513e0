"""The first mention of each word of the glossary on a page of a chapter says what the word means.

Loaded by name in `_config.yml`. The glossary stands on one page and nowhere else. A mention is
underlined with dots; a small script shows its meaning while one points at it, has moved to it with
the keyboard, or has touched it. Nothing of the page moves for it, and paper shows none of it.
"""

import json
import re
from collections.abc import Iterator
from typing import Any

from docutils import nodes
from minutes import is_read, looked_up
from page_scripts import stage
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

PAGE = "notation"  # of the glossary
FILES = ("glossed.css", "glossed.js")
CLASS = "glossed"
KNOWN = "glossary_known"  # the glossary, in what Sphinx knows of the book
# Words that have another sense in plain English: they are marked beside one of these alone.
BESIDE = {
    "head": r"\battention|\bquer(?:y|ies)\b|\bMLPs?\b|\bheads?\b[^.]*\blooks?\b",
    "key": r"\bquer(?:y|ies)\b",
    "value": r"\bquer(?:y|ies)\b|\bheads?\b",
    "bit": r"\bbits (?:for|per|a|of)\b",
    "margin": r"\blogits?\b|\bleads?\b",
    "context": r"\btokens?\b|\bletters?\b|\bn_ctx\b",
    "pattern": r"\bsoftmax\b|\battention\b|\bheads?\b",
    "scores": r"\bquer(?:y|ies)\b|\bsoftmax\b",
    "temperature": r"\blogits?\b|\bsoftmax\b|\bdraws?\b",
}


class Mention(nodes.Inline, nodes.TextElement):  # type: ignore[misc]
    """A word that says what it means."""


NOT_IN = (
    Mention,
    *(nodes.title, nodes.reference, nodes.literal, nodes.raw, nodes.math, nodes.caption),
    *(nodes.table, nodes.Admonition, addnodes.pending_xref),
)


def glossary(doctree: nodes.document) -> dict[str, str]:
    """The words of a page's glossary, with what they mean."""
    found: dict[str, str] = {}
    for item in doctree.findall(nodes.definition_list_item):
        if isinstance(item.parent.parent, addnodes.glossary):
            *terms, meaning = item.children
            found |= {term.astext(): " ".join(meaning.astext().split()) for term in terms}
    return found


def form_of(term: str) -> str:
    """A pattern for a word in one and in many."""
    if term.endswith("y"):
        return rf"{re.escape(term[:-1])}(?:y|ies|ys)"
    return rf"{re.escape(term.removesuffix('s'))}s?"


def texts(doctree: nodes.document) -> Iterator[nodes.Text]:
    """The prose in which a word may be marked: no headings, links, code or cells."""
    for paragraph in doctree.findall(nodes.paragraph):
        for text in paragraph.findall(nodes.Text):
            if is_read(text) and not any(isinstance(each, NOT_IN) for each in above(text)):
                yield text


def above(node: nodes.Node) -> Iterator[nodes.Node]:
    """What a node stands in, from the nearest on."""
    while (node := node.parent) is not None:
        yield node


def paragraph_of(text: nodes.Text) -> str:
    """All that is said around a text."""
    return str(next(each for each in above(text) if isinstance(each, nodes.paragraph)).astext())


def in_its_sense(term: str, said: str) -> bool:
    """Whether a paragraph that has a word has it in the sense of the glossary."""
    return bool(re.search(BESIDE.get(term, ""), said, re.IGNORECASE))


def first_mention(prose: list[nodes.Text], term: str) -> tuple[int, re.Match[str]] | None:
    """Which of a page's texts has a word first, in its sense, and where."""
    pattern = re.compile(rf"(?<![\w-]){form_of(term)}(?![\w-])", re.IGNORECASE)
    for i, text in enumerate(prose):
        if (found := pattern.search(text)) and in_its_sense(term, paragraph_of(text)):
            return i, found
    return None


def mark(doctree: nodes.document, words: dict[str, str]) -> list[str]:
    """Mark the first mention of each word of a page: the words that it has, longer ones first."""
    marked = []
    prose = [*texts(doctree)]
    for term in sorted(words, key=len, reverse=True):
        if where := first_mention(prose, term):
            i, found = where
            text = prose[i]
            before, after = nodes.Text(text[: found.start()]), nodes.Text(text[found.end() :])
            mention = Mention("", "", nodes.Text(found[0]), term=term)
            parts = [each for each in (before, mention, after) if each.astext()]
            text.parent.replace(text, parts)
            prose[i : i + 1] = [each for each in parts if each is not mention]
            marked.append(term)
    return marked


def gloss(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Mark the words of a chapter's page."""
    env = app.env
    aside = {app.config.root_doc, PAGE, *looked_up(env, app.config.root_doc)}
    if page in aside or page.endswith("_exercises") or PAGE not in env.found_docs:
        return
    mark(doctree, vars(env)[KNOWN])


def chapters_again(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write all pages anew when the glossary has changed."""
    words = glossary(env.get_doctree(PAGE)) if PAGE in env.found_docs else {}
    known = vars(env).get(KNOWN)
    vars(env)[KNOWN] = words
    return [] if words == known else sorted(env.found_docs)


def begin_mention(writer: Any, node: Mention) -> None:
    """Begin a mention."""
    writer.body.append(f'<span class="{CLASS}" data-term="{writer.attval(node["term"])}">')


def end_mention(writer: Any, node: Mention) -> None:
    """End a mention."""
    writer.body.append("</span>")


def load_files(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give a page that has mentions their meanings, and what shows them."""
    body = context.get("body", "")
    named = {*re.findall(rf'<span class="{CLASS}" data-term="([^"]*)">', body)}
    if not named:
        return
    sheet, script = FILES
    app.add_css_file(sheet)
    app.add_js_file(script, loading_method="defer")
    words = vars(app.env)[KNOWN]
    said = json.dumps({term: words[term] for term in sorted(named)}, ensure_ascii=False)
    said = said.replace("<", "\\u003c")
    context["body"] = f'{body}<script type="application/json" id="{CLASS}">{said}</script>'


def stage_files(app: Sphinx, config: Config) -> None:
    """Put the style and the script where Sphinx copies static files from."""
    stage(app, FILES)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above; lab notes fold what has been marked."""
    app.add_node(Mention, html=(begin_mention, end_mention))
    app.connect("config-inited", stage_files, priority=400)
    app.connect("env-updated", chapters_again)
    app.connect("doctree-resolved", gloss, priority=400)
    app.connect("html-page-context", load_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
