"""What the pages of the book need beyond Jupyter Book, all of it local.

Loaded by name in `_config.yml`. Pages make no request outside their own origin, numbers on them
are never older than the code that computes them, and an address is shown only where one was set.
"""

import hashlib
import importlib.util
import os
import re
import shutil
import sys
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

from docutils import nodes
from page_scripts import WANTED_FIRST
from sphinx.application import Sphinx
from sphinx.config import Config
from what_is_read import Files

from taotp.files import write_whole
from taotp.page.bundle import (
    PARTS,
    page_sheets,
    part_script,
    script,
    stylesheet,
    with_lent,
)

# Packages whose code decides what a notebook prints.
COMPUTED_BY = ("taotp_core", "taotp", "exercises")
READ_BY_PAGES = ("book/language.md",)  # what notebooks read beside them
COLAB = "https://colab.research.google.com"
FIRST = 100  # the priority of the figures' scripts: before all others of a page
NAMES_PARTS = re.compile(r'<(?:hand-figure|details)[^>]* data-parts="([\w ]+)"')
STATE_LINK = re.compile(r'<a (?=[^>]*href="#(([\w-]+)\?[^"]*)")')  # sets a figure of its page
SAYS_WHAT_IT_DOES = (
    '<a aria-describedby="sets-a-figure" ',
    '<p hidden="" id="sets-a-figure">Sets a figure of this page, as all links with a triangle do; '
    "Back undoes it.</p>",
)
# In parts, each of which is read in a task of its own: all in one file would hold a page up.
MATHJAX = "startup.js"
MATHJAX_PARTS = (
    *(MATHJAX, "core.js", "input/tex.js", "input/tex/extensions", "output/chtml.js"),
    *("output/chtml/fonts", "a11y/assistive-mml.js"),
)


def build_folder(app: Sphinx) -> Path:
    """The folder that holds the pages, the execution cache and our own files."""
    return Path(app.outdir).parent


def package_folder(name: str) -> Path:
    """Where an importable package or module lives."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"no package {name}: run pip install -r requirements.txt")
    return Path(spec.origin).parent


# Numbers that are never stale


def digest_of(folders: list[Path]) -> str:
    """One name for the content of all files below some folders."""
    return Files(folders).look_at(folders)


@dataclass(frozen=True)
class Sources:
    """What a printed number may depend on, cells aside, as it is now: the files, and their name."""

    files: Files
    digest: str


@cache
def sources() -> Sources:
    """What the book computes with, as it was when this build began."""
    root = Path(__file__).resolve().parents[2]
    packages = [package_folder(package) for package in COMPUTED_BY]
    files = Files([root, *packages])
    return Sources(files, files.look_at([*packages, *(root / name for name in READ_BY_PAGES)]))


def machine() -> str:
    """One name for the programs that run the notebooks."""
    said = " ".join([sys.version, *map(version, ("numpy", "matplotlib", "ipython"))])
    return hashlib.sha256(said.encode()).hexdigest()[:16]


def key_cache(app: Sphinx, config: Config) -> None:
    """Keep executed notebooks under the name of what ran them."""
    sources()  # what is changed from now on is of the next build
    caches = build_folder(app) / "executed"
    current = caches / machine()
    for kept in caches.glob("*"):
        if kept != current:
            shutil.rmtree(kept)
    config.nb_execution_cache_path = str(current)


def forget_failed_build(app: Sphinx, error: Exception | None) -> None:
    """Let the next build repeat the warnings of this one, which come only when a page is read."""
    if error or app._warncount:
        (Path(app.doctreedir) / "environment.pickle").unlink(missing_ok=True)


# Files that the pages load


def stage_files(app: Sphinx, config: Config) -> None:
    """Put MathJax and the live figures where Sphinx copies static files from."""
    staged = build_folder(app) / "static"
    mathjax = package_folder("sphinx-mathjax-offline") / "static" / "mathjax"
    for part in MATHJAX_PARTS:
        source, target = mathjax / part, staged / "mathjax" / part
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, target)
    (staged / "live-figures.js").write_text(script(), encoding="utf-8")
    for part in PARTS:
        (staged / f"live-figures-{part}.js").write_text(part_script(part), encoding="utf-8")
    (staged / "live-figures.css").write_text(stylesheet(), encoding="utf-8")
    for part, sheet in page_sheets().items():
        (staged / f"live-figures-{part}.css").write_text(sheet, encoding="utf-8")
    config.html_static_path.append(str(staged))
    # Sphinx copies static files only when a page is out of date. This value makes every page so.
    static = [staged, Path(app.srcdir) / "_static", Path(__file__).parent]
    config.local_pages_digest = digest_of(static)


def add_parts(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page load the parts that its figures name, before the script that they add to.

    A closed block names the part that loads others when it is opened; it is told of the version of
    all scripts, as the address of any other is, and so is the first figure, which may load more.
    What marks links is in the part `dock`. The first such link of a page says what all of them do.
    """
    body = context.get("body", "")
    named = " ".join(NAMES_PARTS.findall(body)).split()
    version = f'data-version="?v={app.config.local_pages_digest[:8]}" '
    body = body.replace('data-later="', f'{version}data-later="')
    first = r"(<hand-figure\b[^>]*? )(?=data-parts=)"
    context["body"] = body = re.sub(first, lambda found: found[1] + version, body, count=1)
    link, words = SAYS_WHAT_IT_DOES
    if STATE_LINK.search(body):
        context["body"] = STATE_LINK.sub(link, with_anchors(body), count=1) + words
        named.append("dock")
    for part in with_lent(named):
        app.add_js_file(f"live-figures-{part}.js", priority=FIRST, **WANTED_FIRST)
    for part in sorted(page_sheets().keys() & named):
        app.add_css_file(f"live-figures-{part}.css")


def with_anchors(body: str) -> str:
    """A page on which links to a figure's states lead to the figure where no script runs."""
    for state, figure in dict.fromkeys(STATE_LINK.findall(body)):
        start = f'<hand-figure id="{figure}"'
        body = body.replace(start, f'<noscript><span id="{state}"></span></noscript>{start}', 1)
    return body


def mend_page(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Take remote scripts off a page, and Thebe's, which need a server to run code; mend a role."""

    def wanted(entry: Any) -> bool:
        name = str(getattr(entry, "filename", None) or "")
        body = str(getattr(entry, "attributes", {}).get("body", ""))
        return not (name.startswith("http") or "thebe" in name or "THEBE" in body)

    context["script_files"] = [entry for entry in context["script_files"] if wanted(entry)]
    # Docutils puts a deprecated role on the entries of what it calls a list.
    context["body"] = context.get("body", "").replace('role="doc-biblioentry"', 'role="listitem"')


# What the theme shows


def set_theme(app: Sphinx, config: Config) -> None:
    """Follow the reader's light or dark; show a repository and Colab only where one is named."""
    config.html_context.setdefault("default_mode", "auto")
    theme = config.html_theme_options
    theme["navbar_persistent"] = []  # the theme below ours would add a second search bar
    url = theme.get("repository_url", "").rstrip("/")
    theme["use_repository_button"] = bool(url)
    theme["launch_buttons"] = {"colab_url": COLAB} if url.startswith("https://github.com/") else {}
    if not url:
        for name in ("repository_url", "repository_branch", "path_to_docs"):
            theme.pop(name, None)


def write_figures(app: Sphinx, error: Exception | None) -> None:
    """Put the figures of the page of results beside it, as a file."""
    if error is None and "results" in app.env.found_docs:
        from exercises.results import as_json  # which asks machines

        write_whole(Path(app.outdir) / "results.json", as_json().encode())


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above; notebooks learn that they are run for a page, and not by a reader."""
    os.environ["TAOTP_PAGE"] = "1"
    os.environ["TAOTP_MY"] = str(Path(app.srcdir) / "_build" / "my")  # no progress of a reader
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    app.config.mathjax_path = f"mathjax/{MATHJAX}"
    app.add_config_value("local_pages_digest", "", "html", [str])
    app.connect("config-inited", set_theme)
    app.connect("config-inited", stage_files)
    app.connect("config-inited", key_cache)
    app.connect("html-page-context", add_parts)
    app.connect("html-page-context", mend_page, priority=990)
    app.connect("build-finished", write_figures)
    app.connect("build-finished", forget_failed_build, priority=990)
    app.add_js_file("live-figures.js", priority=FIRST + 1, **WANTED_FIRST)
    app.add_css_file("live-figures.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
