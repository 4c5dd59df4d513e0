"""Addresses of parts that moved to another page lead there.

Loaded by name in `_config.yml`. A page whose end became a page of its own is asked for figures, in
states that people sent to each other, which stand there now. One line in its head sends these on
before anything of the page is drawn.
"""

import json
from typing import Any, NamedTuple

from docutils import nodes
from sphinx.application import Sphinx


class Moved(NamedTuple):
    """The names of figures and headings that a page has handed on, and to which page."""

    to: str
    names: tuple[str, ...]


MOVED = {
    "what_comes_next": Moved(
        "the_table_is_a_transformer",
        ("next", "shares", "the-table-is-a-transformer", "a-row-for-each-pair", "fewer-numbers"),
    ),
    "side_by_side": Moved("by_hand_or_trained", ("which", "by-hand-or-trained")),
}
SCRIPT = """<script>
      if ({names}.includes(location.hash.slice(1).split("?")[0]))
        location.replace("{page}" + location.hash);
    </script>"""


def send_on(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page send those on who ask for what stands elsewhere now."""
    if moved := MOVED.get(page):
        names = json.dumps(moved.names)
        script = SCRIPT.replace("{names}", names).replace("{page}", f"{moved.to}.html")
        context["metatags"] = f"{context.get('metatags', '')}\n    {script}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("html-page-context", send_on)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
