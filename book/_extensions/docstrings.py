"""Docstrings of the library as its page shows them: plain words, with `names` in them."""

import re
from typing import Any

from sphinx.application import Sphinx

NAME = re.compile(r"(`+)(.+?)\1", re.DOTALL)
MARKUP = re.compile(r"([*|\\]|_\b)")  # what reStructuredText would take for its own


def as_words(text: str) -> str:
    """A docstring as reStructuredText: what stands between backticks is code, the rest is text."""
    parts, at = [], 0
    for name in NAME.finditer(text):
        parts += [MARKUP.sub(r"\\\1", text[at : name.start()]), f"``{name[2]}``"]
        at = name.end()
    return "".join([*parts, MARKUP.sub(r"\\\1", text[at:])])


def mend_docstring(
    app: Sphinx, kind: str, name: str, thing: object, options: Any, lines: list[str]
) -> None:
    """Change the lines in place, as autodoc wants it."""
    lines[:] = as_words("\n".join(lines)).split("\n")


def setup(app: Sphinx) -> dict[str, Any]:
    """Let autodoc read the docstrings; they say the shapes, so signatures have names alone."""
    app.setup_extension("sphinx.ext.autodoc")
    app.config.autodoc_typehints = "none"
    app.config.autodoc_member_order = "bysource"
    app.config.autodoc_preserve_defaults = True
    app.config.toc_object_entries_show_parents = "hide"
    app.config.add_module_names = False
    app.connect("autodoc-process-docstring", mend_docstring)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
