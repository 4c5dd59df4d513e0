"""Ways to read the book, each a row of pages that *Next* follows once a reader has taken it.

Loaded by name in `_config.yml`. The cover tells of each in a list; `ways.yml` has its pages. Beside
its name on the cover stands how long it takes, and a script puts a button there. What a reader
takes is kept in the browser; then the foot of each page shows the way as a line of dots. Without a
way, and without scripts, *Next* leads from page to page of the contents.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import yaml
from minutes import length_of
from page_scripts import stage
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.environment import BuildEnvironment

CONTENTS, LISTS = (Path(__file__).parents[1] / name for name in ("_toc.yml", "ways.yml"))
SCRIPT, SHEET = "ways.js", "ways.css"
LISTED = "<li><p><strong>{title}.</strong>"
ITEM = '<li data-way="{name}"><p><strong>{title}.</strong> <span class="page-length">{time}</span>'


class Way(NamedTuple):
    """A way to read: what the cover calls it, and its pages in their order."""

    title: str
    pages: tuple[str, ...]


def ways_of_book() -> Mapping[str, Way]:
    """The ways that `ways.yml` lists; a book without that file has none."""
    if not LISTS.is_file():
        return {}
    listed = yaml.safe_load(LISTS.read_text(encoding="utf-8"))
    return {name: Way(way["title"], tuple(way["pages"])) for name, way in listed.items()}


WAYS = ways_of_book()


def chapters_of_pages() -> dict[str, str]:
    """The chapter of each page that stands below one."""
    parts = yaml.safe_load(CONTENTS.read_text(encoding="utf-8")).get("parts", ())
    chapters = [chapter for part in parts for chapter in part["chapters"]]
    return {
        page["file"]: chapter["file"]
        for chapter in chapters
        for page in chapter.get("sections", ())
    }


def title_of(page: str) -> str:
    """The first heading of a page, without what goes on to tell what one gets."""
    for path in CONTENTS.parent.glob(f"{page}.*"):
        text = path.read_text(encoding="utf-8")
        lines = (
            [line for cell in json.loads(text)["cells"] for line in cell["source"]]
            if path.suffix == ".ipynb"
            else text.splitlines()
        )
        found = (line[2:].strip() for line in lines if line.startswith("# "))
        return next(found).partition(":")[0]
    raise FileNotFoundError(f"a way leads to {page}, and the book has no page of that name")


def told_to_pages() -> str:
    """What the script is told: the ways, the titles of their pages, and what belongs to these."""
    on_ways = {page for way in WAYS.values() for page in way.pages}
    below = {page: of for page, of in chapters_of_pages().items() if of in on_ways}
    ways = {name: way._asdict() for name, way in WAYS.items()}
    titles = {page: title_of(page) for page in sorted(on_ways)}
    told = {"ways": ways, "titles": titles, "chapters": below}
    return f"self.handWays = {json.dumps(told, ensure_ascii=False)};\n"


def stage_files(app: Sphinx, config: Config) -> None:
    """Put the script, with what it is told before it, and its style among the static files."""
    staged = stage(app, (SCRIPT, SHEET))
    script = staged / SCRIPT
    script.write_text(told_to_pages() + script.read_text("utf-8"), "utf-8")


def said(minutes: int) -> str:
    """A time in words: in hours where it is more than two."""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours > 1 else f"{minutes} min"


def minutes_of(way: Way, env: BuildEnvironment) -> int:
    """How long the pages of a way take; those without a length take none."""
    lengths = (length_of(env, page) for page in way.pages)
    return sum(each.minutes for each in lengths if each)


def name_ways(app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: Any) -> None:
    """Let the cover's list say which of its items is which way, and how long it takes."""
    if page != app.config.root_doc:
        return
    for name, way in WAYS.items():
        shown = {"name": name, "title": way.title, "time": said(minutes_of(way, app.env))}
        listed, body = LISTED.format(**shown), context["body"]
        if (n := body.count(listed)) != 1:
            raise ValueError(f"the cover must tell of the way {way.title!r} once, not {n} times")
        context["body"] = body.replace(listed, ITEM.format(**shown))


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("config-inited", stage_files, priority=400)
    app.connect("html-page-context", name_ways)
    app.add_css_file(SHEET)
    app.add_js_file(SCRIPT, loading_method="defer")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
