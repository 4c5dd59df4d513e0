"""Lets the cells of a page be run and changed in the page, by a Python that the book serves itself.

Loaded by name in `_config.yml`. Every cell that shows its code is marked with its place among the
cells of its notebook; a small script makes a button and a text box of it, and asks for all else
when one is used. Files are named by what is in them; `now.json` names those of this build. Where
`python -m tools.live_python` found no source, pages are as if none of this were here.
"""

import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from docutils import nodes
from local_pages import package_folder
from page_scripts import stage
from sphinx.application import Sphinx
from sphinx.config import Config
from sphinx.util import logging
from wheels import packed

from taotp.files import write_whole
from taotp.page.bundle import PARTS, minify, minify_css, source, with_lent, without_modules
from taotp.page.python import runtime

SCRIPTS = Path(runtime.__file__).parent
FILES = ("live_python.css", "live_python.js")
RUNTIME = "live_python_runtime"  # the value of Sphinx's settings that names it; "" is none
PLACE = "_static/python"
MARK = "python-cell-"
BLANK = "python"  # the page of one cell and lines to begin with
MARKED = re.compile(rf'class="([^"]*?) ?\b{MARK}(\d+)([^"]*)"')
EXERCISE = "python-exercise-"
OF_EXERCISE = re.compile(rf'class="([^"]*?) ?\b{EXERCISE}([\w-]+)([^"]*)"')
BEGUN = re.compile(r'^check\("([\w-]+)", .+\)\s*\Z', re.MULTILINE)  # ends what begins an answer
FOLD = re.compile(r'(data-exercise="[^>]*>\s*<details)')  # of what is there to be typed into
HIDES_CODE = {"tag_remove-cell", "tag_remove-input"}
MARKDOWN = ("markdown_it", "mdurl", "mdit_py_plugins")
# What numpy, cells and figures import of Python's own library, which a browser keeps as memory.
EARLY = (
    *("ctypes", "datetime", "difflib", "email", "encodings.cp437", "html", "importlib.metadata"),
    *("importlib.resources", "numbers", "pickle", "pkgutil", "platform", "signal", "symtable"),
    *("sysconfig", "tarfile", "xml.etree.ElementTree"),
)
ABSENT = (
    "the cells of the book cannot be run in its pages: the files of Python are missing. "
    "Run `python -m tools.live_python`, and then build again."
)


# Which cells can be run


def mark_cells(app: Sphinx, doctree: nodes.document, page: str) -> None:
    """Mark each cell whose code is shown with its place among the cells of code."""
    if not getattr(app.config, RUNTIME):
        return
    cells = code_cells(Path(app.env.doc2path(page)))
    place = {index: k for k, (index, _) in enumerate(cells)}
    texts = [text for _, text in cells]
    for node in doctree.findall(nodes.container):
        if node.get("nb_element") == "cell_code" and not HIDES_CODE & {*node["classes"]}:
            k = place[node["cell_index"]]
            node["classes"].append(f"{MARK}{k}")
            if (begun := BEGUN.search(texts[k])) and "tag_remove-output" in node["classes"]:
                node["classes"].append(f"{EXERCISE}{begun[1]}")


def code_cells(path: Path) -> list[tuple[int, str]]:
    """The cells of code of a notebook: their places among all cells, and their texts."""
    if path.suffix != ".ipynb":
        return []
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return [(k, "".join(c["source"])) for k, c in enumerate(cells) if c["cell_type"] == "code"]


def with_places(body: str) -> str:
    """A page whose marked cells say their places in an attribute, which nothing else has there.

    Drawings of lanes have one of that name, for tests of the drawings alone.
    """
    body = body.replace(' data-cell="', ' data-seat="')
    body = MARKED.sub(r'data-cell="\2" class="\1\3"', body)
    body = OF_EXERCISE.sub(r'data-exercise="\2" data-verdict="blank" class="\1\3"', body)
    return FOLD.sub(r'\1 open=""', body)


def with_starts(body: str) -> str:
    """A page whose lines of code in lists are offered to begin with."""
    return re.sub(r"(<li>.*?<code )(?=.*?</li>)", r'\1data-start="" ', body, flags=re.DOTALL)


def load_button(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Let a page that has such cells load the button."""
    body = context.get("body", "")
    if MARK not in body:
        return
    body = with_places(body)
    context["body"] = with_starts(body) if page == BLANK else body
    sheet, button = FILES
    app.add_css_file(sheet)
    attributes: dict[str, Any] = {"data-page": page}
    app.add_js_file(button, loading_method="defer", **attributes)


# What is loaded when a button is pressed


def name_of(data: bytes) -> str:
    """A name for some bytes."""
    return hashlib.sha256(data).hexdigest()[:12]


def package_files(package: str) -> Iterator[tuple[str, bytes]]:
    """The files of a package, without what was compiled and what a solver keeps there."""
    folder = package_folder(package)
    for path in sorted(folder.rglob("*")):
        inside = path.relative_to(folder.parent)
        if path.is_file() and not {"__pycache__", "my", "licenses"} & {*inside.parts[1:]}:
            yield inside.as_posix(), path.read_bytes()


def printer() -> Iterator[tuple[str, bytes]]:
    """IPython's printer of values, which needs nothing else of IPython, as a module."""
    yield "pretty_of_ipython.py", (package_folder("IPython.lib") / "pretty.py").read_bytes()


@cache
def archives() -> dict[str, bytes]:
    """What pages load of ours and of the packages that show values, by the first to ask for it."""
    ours = [*package_files("taotp_core"), *package_files("taotp"), *printer()]
    found = {"taotp": packed(ours), "exercises": packed(package_files("exercises"))}
    if all(map(find_spec, MARKDOWN)):
        found["markdown_it"] = packed(each for name in MARKDOWN for each in package_files(name))
    return found


def is_license(path: str) -> bool:
    """Whether a file of a package is its license."""
    return "dist-info" in path and bool(re.search(r"licen[cs]e|copying", path.lower()))


def licenses() -> Iterator[tuple[str, bytes]]:
    """The licenses of all that is served, as texts, and a list of what is under which."""
    rows = [f"{file.name}: {file.license}" for file in runtime.files()]
    more = ["pretty_of_ipython.py (IPython): BSD-3-Clause", "markdown_it, mdurl: MIT"]
    version = runtime.pinned()["pyodide"]
    where = f"The sources are those of Pyodide {version} and of what it is built of."
    yield "README.txt", "\n".join([*rows, *more, "", where, ""]).encode()
    for path in sorted((SCRIPTS / "licenses").iterdir()):
        yield path.name, path.read_bytes()
    for file in runtime.files():
        if file.name.endswith(".whl"):
            with zipfile.ZipFile(runtime.kept(file)) as wheel:
                for name in filter(is_license, wheel.namelist()):
                    if flat := name.rpartition("/")[2]:
                        yield f"{file.name.split('-')[0]}-{flat}", wheel.read(name)
    for name in ("ipython", "markdown-it-py", "mdurl", "mdit-py-plugins"):
        for each in distribution(name).files or ():
            if is_license(str(each)):
                yield f"{name}-{Path(each).name}", Path(str(each.locate())).read_bytes()


def lock() -> str:
    """What Pyodide is told of the packages that it may load: numpy, and nothing else."""
    (numpy,) = (file for file in runtime.files() if file.group == "numpy")
    version = numpy.name.split("-")[1]
    entry = {
        "name": "numpy", "version": version, "file_name": numpy.name, "sha256": numpy.sha256,
        "install_dir": "site", "imports": ["numpy"], "depends": [], "package_type": "package",
        "unvendored_tests": False,
    }  # fmt: skip
    return json.dumps({"info": runtime.pinned()["info"], "packages": {"numpy": entry}})


def scripts() -> dict[str, bytes]:
    """What a press loads, by what it is."""
    files = (
        *("exercises/kept.js", "kit/texts.js", "exercises/built.js", "kit/saving.js"),
        "exercises/handing.js",
        *("python/colors.js", "python/outputs.js", "python/page.js"),
    )
    page = "\n".join(source(f"page/{name}") for name in files)
    worker = (SCRIPTS / "worker.js").read_text("utf-8")
    return {"page": minify(without_modules(page)).encode(), "worker": minify(worker).encode()}


def write_files(app: Sphinx, error: Exception | None) -> None:
    """Put beside the pages what a press loads, and take away what builds before this one put."""
    if error or app.builder.name != "html":
        return
    place, name = Path(app.outdir) / PLACE, getattr(app.config, RUNTIME)
    if not name:  # a page of before may have had it
        shutil.rmtree(place, ignore_errors=True)
        return
    load = write_runtime(place / name)
    written = {name, "now.json", "cells"}

    def put(stem: str, ending: str, data: bytes) -> dict[str, Any]:
        file = f"{stem}-{name_of(data)}.{ending}"
        if not (place / file).is_file():
            write_whole(place / file, data)
        written.add(file)
        return {"url": file, "bytes": len(data)}

    ours = {package: put(package, "zip", data) for package, data in archives().items()}
    code = {each: put(each, "js", data)["url"] for each, data in scripts().items()}
    now = {
        **code, "base": f"{name}/", "version": name, "lock": lock(), "early": EARLY,
        "library": name_of(b"".join(archives().values())),
        "core": [*load["python"], *load["numpy"]], "ours": ours.pop("taotp"),
        "later": {"matplotlib": load["matplotlib"], **{each: [of] for each, of in ours.items()}},
        "parts": {part: with_lent([part]) for part in PARTS},
        "figures": app.config.local_pages_digest[:8],
        "scripts": sum(file.bytes for file in runtime.files() if file.name.endswith("js")),
    }  # fmt: skip
    write_whole(place / "now.json", json.dumps(now).encode())
    for page in app.env.found_docs:
        if texts := [text for _, text in code_cells(Path(app.env.doc2path(page)))]:
            data = json.dumps(texts, ensure_ascii=False).encode()
            write_whole(place / "cells" / f"{page}.json", data)
    for old in place.iterdir():
        if old.name not in written:
            shutil.rmtree(old) if old.is_dir() else old.unlink()


def write_runtime(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """Put the runtime and its licenses there; where each group of its files is, and how large."""
    load: dict[str, list[dict[str, Any]]] = {}
    for file in runtime.files():
        target = folder / file.name
        if not target.is_file() or target.stat().st_size != file.bytes:
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(runtime.kept(file), target)
        if not file.name.endswith("js"):  # scripts the browser loads itself
            entry = {"url": f"{folder.name}/{file.name}", "bytes": file.bytes}
            load.setdefault(file.group, []).append(entry)
    for name, data in licenses():
        if not (folder / "licenses" / name).is_file():
            write_whole(folder / "licenses" / name, data)
    return load


def choose(app: Sphinx, config: Config) -> None:
    """Say which runtime pages have; put the button where Sphinx copies static files from."""
    absent = runtime.missing()
    if absent:
        logging.getLogger(__name__).info(ABSENT)
    setattr(config, RUNTIME, "" if absent else runtime.name_of())
    staged = stage(app, FILES)
    for name, smaller in zip(FILES, (minify_css, minify), strict=True):
        (staged / name).write_text(smaller((staged / name).read_text("utf-8")), "utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.add_config_value(RUNTIME, "", "html", [str])
    app.connect("config-inited", choose, priority=400)
    app.connect("doctree-resolved", mark_cells)
    app.connect("html-page-context", load_button)
    app.connect("build-finished", write_files)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
