"""The contents beside a page, drawn once for the whole book and marked in each page's copy.

Loaded by name in `_config.yml`. The theme draws some hundred links anew for each page, through two
trees; what differs from page to page is where one is.
"""

import re
from functools import cache
from typing import Any

from docutils import nodes
from pydata_sphinx_theme.toctree import add_toctree_functions
from sphinx.application import Sphinx
from sphinx.environment.adapters.toctree import _get_toctree_ancestors

NO_PAGE = "search"  # beside which no link is marked
LIST = '<ul class="nav bd-sidenav">'
LINK = (
    r'<li class="(toctree-l\d+)((?: has-children)?)"><a class="reference internal" href="{}">'
    r"(.*?</a>)(?:<details>(<summary>.*?</summary>)<ul>)?"
)


class Unlike(ValueError):
    """Links that the theme drew otherwise than is known here."""


def marked(links: str, way: list[str]) -> str:
    """The links with those marked that lead down to a page, the last of them to itself."""
    for address in way:
        link = re.search(LINK.format(re.escape(address)), links, re.DOTALL)
        if not link:
            raise Unlike(f"nothing leads to {address}")
        level, has_children, title, summary = link.groups()
        text = mark(level, has_children, title, summary, "" if address == way[-1] else address)
        links = links[: link.start()] + text + links[link.end() :]
    start = links.rfind(LIST, 0, links.find(" current active"))
    if start < 0:
        raise Unlike(f"there is no {LIST}")
    return links[:start] + LIST.replace("nav", "current nav", 1) + links[start + len(LIST) :]


def mark(level: str, has_children: str, title: str, summary: str | None, address: str) -> str:
    """A link to a page above, or without an address to this one; what is below it is open."""
    kind, below = ("", '<ul class="current">') if address else ("current ", "<ul>")
    text = f'<li class="{level} current active{has_children}">'
    text += f'<a class="{kind}reference internal" href="{address or "#"}">{title}'
    return text + (f'<details open="open">{summary}{below}' if summary else "")


def drawn(app: Sphinx, options: dict[str, Any]) -> str:
    """The contents as the theme draws them beside a page that is not among them."""
    builder: Any = app.builder
    context = {"toctree": lambda **more: builder._get_local_toctree(NO_PAGE, **more)}
    add_toctree_functions(app, NO_PAGE, "page.html", context, None)
    draw: Any = context["generate_toctree_html"]
    return str(draw(**options))


def way_to(app: Sphinx, page: str) -> list[str]:
    """The addresses of the pages above a page, from the top, and its own; [] for no page."""
    above = [*_get_toctree_ancestors(app.env.toctree_includes, page)]
    names = [name for name in reversed(above) if name != app.config.root_doc]
    return [str(app.builder.get_relative_uri(page, name)) or f"{page}.html" for name in names]


def offer(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give the page's template the contents: marked, or, where they cannot be, drawn again."""

    @cache
    def contents(**options: Any) -> Any:
        plain = options.get("kind") == "sidebar" and not options.get("collapse")
        if "/" in page or not plain:  # from another folder the links are others
            return context["generate_toctree_html"](**options)
        once: dict[str, str] = vars(app).setdefault("contents_drawn_once", {})
        name = repr(sorted(options.items()))
        if name not in once:
            once[name] = drawn(app, options)
        way = way_to(app, page)
        try:
            return marked(once[name], way) if way else once[name]
        except Unlike:
            return context["generate_toctree_html"](**options)

    context["contents_drawn_once"] = contents


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above; the theme's templates are drawn in an event of the same name."""
    app.connect("html-page-context", offer, priority=400)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
