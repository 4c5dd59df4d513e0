"""The section *Lab notes* of a page, folded: precision, counts beside the source, constants.

Loaded by name in `_config.yml`. A section of that title is closed until a reader, a link to
something in it, or the browser's own search opens it; on paper it stands open. What it folds is
said in one line, by the titles of its parts. Its script and style fold what answers a guess, too.
"""

from typing import Any

from docutils import nodes
from page_scripts import WANTED_FIRST, stage
from sphinx.application import Sphinx
from sphinx.config import Config
from until_guessed import CLASS as ASKED

TITLE = "Lab notes"
CLASS = "lab-notes"
FILES = ("lab_notes.css", "lab_notes.js")
BEFORE_FIGURES = 90  # the priority of the script: what opens a fold comes before what fills it
MOST = 90  # letters of a first phrase


class Fold(nodes.General, nodes.Element):  # type: ignore[misc]
    """What of a section is folded: all but its title."""


def is_folded(section: nodes.Node) -> bool:
    """Whether a node is the section that is folded."""
    return isinstance(section, nodes.section) and section[0].astext() == TITLE


def within_fold(node: nodes.Node | None) -> bool:
    """Whether a node stands in a section that is folded."""
    while node is not None and not is_folded(node):
        node = node.parent
    return node is not None


def label_of(section: nodes.section) -> str:
    """What a fold is called: the titles of its parts, or how its text begins."""
    titles = [part[0].astext() for part in section if isinstance(part, nodes.section)]
    if titles:
        return ", ".join(titles)
    text = next((part.astext() for part in section if isinstance(part, nodes.paragraph)), "more")
    sentence = " ".join(text.split()).split(". ")[0].rstrip(".:")
    return sentence if len(sentence) <= MOST else f"{sentence[:MOST].rpartition(' ')[0]}\u2026"


def fold(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put what follows the title of a page's lab notes into a fold."""
    for section in [*doctree.findall(is_folded)]:
        title, *rest = section.children
        whole = Fold("", *rest, label=label_of(section))
        section.children = []
        section.extend([title, whole])


def begin_fold(writer: Any, node: Fold) -> None:
    """Begin a fold; its line says what it is where it is heard alone."""
    label = writer.encode(node["label"])
    start = f'<details class="{CLASS}"><summary><span class="visually-hidden">{TITLE}: </span>'
    writer.body.append(f"{start}{label}</summary>\n")


def end_fold(writer: Any, node: Fold) -> None:
    """End a fold."""
    writer.body.append("</details>\n")


def stage_files(app: Sphinx, config: Config) -> None:
    """Put the style and the script where Sphinx copies static files from."""
    stage(app, FILES)


def load_files(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page that folds something load its style and script."""
    if any(f'<details class="{name}"' in context.get("body", "") for name in (CLASS, ASKED)):
        sheet, script = FILES
        app.add_css_file(sheet)
        app.add_js_file(script, priority=BEFORE_FIGURES, **WANTED_FIRST)


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.add_node(Fold, html=(begin_fold, end_fold))
    app.connect("config-inited", stage_files, priority=400)
    app.connect("doctree-resolved", fold)
    app.connect("html-page-context", load_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
