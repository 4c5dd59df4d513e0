"""How long a page takes, in a quiet line beneath its title and on the cover's list of chapters.

Loaded by name in `_config.yml`. The minutes are counted when a page is read, from its words, the
lines of code that it shows and its figures; its folded lab notes are left out. Pages to work on say
how many exercises they have, and those at the back, where things are looked up, say nothing.
"""

import re
from typing import Any, NamedTuple

from docutils import nodes
from lab_notes import within_fold
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

WORDS_A_MINUTE = 200
WORDS_A_LINE = 10  # a line of code takes as long as so many words
WORDS_A_FIGURE = 200  # it is moved for a minute
UNREAD = (nodes.raw, nodes.literal_block, nodes.math_block, nodes.comment)
FOLDED = {"tag_hide-input", "tag_hide-cell"}
FIGURE = re.compile(r"<hand-figure[^>]*\bid=")
EXERCISE = "exercise-"  # how the label of one begins
LENGTH = "length"  # of a page, in what Sphinx knows of it
LOOKED_UP = ("Back matter",)  # captions of parts
TITLE_ENDS = "</h1>"
LISTED = re.compile(
    r'(<li><p><a class="reference internal" href="([\w-]+)\.html">'
    r'<span class="std std-doc">[^<]*</span></a>: (?:(?!</p>).)*)(</p>)'
)


class Length(NamedTuple):
    """How many minutes a page takes, and how many figures and exercises it has."""

    minutes: int
    figures: int
    exercises: int


def counted(number: int, thing: str) -> str:
    """A number of things."""
    return f"{number} {thing}{'' if number == 1 else 's'}"


def is_read(text: nodes.Node) -> bool:
    """Whether a text is prose: neither code nor formula, nor what a cell says."""
    while text.parent is not None:
        text = text.parent
        if isinstance(text, UNREAD) or "cell" in getattr(text, "attributes", {}).get("classes", ()):
            return False
    return True


def words(doctree: nodes.document) -> int:
    """The words of a page's prose, before anything is unfolded."""
    texts = (text for text in doctree.findall(nodes.Text) if is_read(text))
    return sum(len(text.split()) for text in texts if not within_fold(text))


def lines(doctree: nodes.document) -> int:
    """The lines of code that a page shows before anything is unfolded."""
    shown = [
        part
        for cell in doctree.findall(nodes.container)
        if "cell" in cell["classes"] and not FOLDED & {*cell["classes"]} and not within_fold(cell)
        for part in cell.findall(nodes.container)
        if "cell_input" in part["classes"]
    ]
    return sum(len(part.astext().splitlines()) for part in shown)


def length(doctree: nodes.document) -> Length:
    """How long a page is."""
    shown = (raw for raw in doctree.findall(nodes.raw) if not within_fold(raw))
    figures = sum(len(FIGURE.findall(raw.astext())) for raw in shown)
    labels = {name for part in doctree.findall(nodes.section) for name in part["ids"]}
    exercises = sum(name.startswith(EXERCISE) for name in labels)
    read = words(doctree) + WORDS_A_LINE * lines(doctree) + WORDS_A_FIGURE * figures
    return Length(max(1, round(read / WORDS_A_MINUTE)), figures, exercises)


def said(page: Length) -> str:
    """The line beneath a title."""
    if page.exercises:
        return counted(page.exercises, "exercise")
    figures = [counted(page.figures, "figure")] if page.figures else []
    return " · ".join([counted(page.minutes, "minute"), *figures])


def note_length(app: Sphinx, doctree: nodes.document) -> None:
    """Keep the length of a page that was read."""
    app.env.metadata[app.env.docname][LENGTH] = length(doctree)


def length_of(env: BuildEnvironment, page: str) -> Length | None:
    """The length of a page; None for one that is looked up, or that Sphinx writes itself."""
    return env.metadata.get(page, {}).get(LENGTH)


def looked_up(env: BuildEnvironment, root: str) -> set[str]:
    """The pages of parts in which things are looked up."""
    parts = env.get_doctree(root).findall(addnodes.toctree)
    above = [
        page for part in parts if part.get("caption") in LOOKED_UP for _, page in part["entries"]
    ]
    return {*above, *(page for name in above for page in env.toctree_includes.get(name, ()))}


def cover_again(app: Sphinx, env: BuildEnvironment) -> list[str]:
    """Write the cover anew when a page has become longer or shorter."""
    for page in looked_up(env, app.config.root_doc):
        env.metadata[page].pop(LENGTH, None)
    lengths = {page: length_of(env, page) for page in env.found_docs}
    known = vars(env).get("lengths_on_cover")
    vars(env)["lengths_on_cover"] = lengths
    return [] if lengths == known else [app.config.root_doc]


def with_minutes(body: str, env: BuildEnvironment) -> str:
    """The cover, with the minutes of each chapter of its list behind the sentence about it."""

    def told(found: re.Match[str]) -> str:
        page = length_of(env, found[2])
        minutes = f' <span class="page-length">{page.minutes} min</span>' if page else ""
        return f"{found[1]}{minutes}{found[3]}"

    return LISTED.sub(told, body)


def say_length(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Say beneath the title of a page how long it is, and in its head for machines."""
    found = length_of(app.env, page)
    body = context.get("body", "")
    if page == app.config.root_doc:
        context["body"] = with_minutes(body, app.env)
    elif found and TITLE_ENDS in body:
        line = f'{TITLE_ENDS}\n<p class="page-length">{said(found)}</p>'
        context["body"] = body.replace(TITLE_ENDS, line, 1)
        tag = f'<meta name="hand:minutes" content="{found.minutes}" />'
        context["metatags"] = f"{context.get('metatags', '')}\n    {tag}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("doctree-read", note_length)
    app.connect("env-updated", cover_again)
    app.connect("html-page-context", say_length)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
