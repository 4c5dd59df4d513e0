"""What answers a guess is folded until the guess is in.

Loaded by name in `_config.yml`. Behind a figure that asks a reader to guess stands its answer, in
words, tables and further figures. All of it up to the next heading is folded by the script of the
lab notes; the figure opens it as soon as a guess was sent. Without scripts, and on paper, it stands
open.
"""

import re
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx

CLASS = "until-guessed"
LABEL = "Read on once you have guessed"
ASKS = re.compile(r'<hand-figure id="([^"]+)"(?=(?:(?!</hand-figure>).)*"kind":"guess")', re.DOTALL)
OF_A_HEADING = re.compile(r'\s*<(div|a) id="[^"]*">\s*(</\1>)?\s*|\s*</a>\s*')


class Answer(nodes.General, nodes.Element):  # type: ignore[misc]
    """What stands between a figure that asks for a guess and the next heading."""


def asked_by(node: nodes.Node) -> str:
    """The name of the figure in a node that asks for a guess; "" where there is none."""
    found = (ASKS.search(raw.astext()) for raw in node.findall(nodes.raw))
    return next((each[1] for each in found if each), "")


def is_of_next(node: nodes.Node) -> bool:
    """Whether a node is only a name of the heading behind it."""
    return isinstance(node, nodes.target) or (
        isinstance(node, nodes.raw | nodes.paragraph)
        and bool(OF_A_HEADING.fullmatch("".join(raw.astext() for raw in node.findall(nodes.raw))))
        and not any(isinstance(each, nodes.Text) for each in node.findall() if each.parent is node)
    )


def answer_to(cell: nodes.Element) -> list[nodes.Node]:
    """What answers the figure of a cell: all behind it up to a heading or another such figure."""
    parent = cell.parent
    found: list[nodes.Node] = []
    for each in parent.children[parent.index(cell) + 1 :]:
        if isinstance(each, nodes.section) or asked_by(each):
            break
        found.append(each)
    while found and is_of_next(found[-1]):
        found.pop()
    return found


def fold(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Put what answers a figure into a fold of its own."""
    for cell in [*doctree.findall(nodes.container)]:
        name = asked_by(cell) if isinstance(cell.parent, nodes.section) else ""
        answer = answer_to(cell) if name else []
        if answer:
            at = cell.parent.index(answer[0])
            for each in answer:
                cell.parent.remove(each)
            cell.parent.insert(at, Answer("", *answer, of=name))


def begin_fold(writer: Any, node: Answer) -> None:
    """Begin a fold, which is open until the script of its page closes it."""
    start = f'<details class="{CLASS}" data-of="{node["of"]}" open="">'
    writer.body.append(f"{start}<summary>{LABEL}</summary>\n")


def end_fold(writer: Any, node: Answer) -> None:
    """End a fold."""
    writer.body.append("</details>\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above, after what folds lab notes: a guess in these is a fold within."""
    app.add_node(Answer, html=(begin_fold, end_fold))
    app.connect("doctree-resolved", fold, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
