"""Puts a Jupyter beside the pages that needs no installation, and a button on pages that opens it.

Loaded by name in `_config.yml`. `python -m tools.lite` (in `make lite`) makes the program as files,
once; each build after that serves it under `lite/`, with the notebooks and the library as they are
now. Python is the one of the pages: its files are not there twice. All packages are found by one
list beside these files, so that nothing is looked for elsewhere. Where `make lite` never ran, pages
are as if none of this were here.
"""

import hashlib
import json
import shutil
from collections.abc import Iterator
from datetime import UTC, datetime
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import nbformat
from docutils import nodes
from live_python import PLACE, RUNTIME, package_files
from sphinx.application import Sphinx
from sphinx.config import Config
from wheels import Wheel, file_name, installed, lock_of, packed, wheel_of, with_record

from taotp.files import write_whole
from taotp.page.python import runtime

LITE = "lite"  # the folder beside the pages, and the value of Sphinx's settings; "" is none
MADE = "lite"  # the folder of the program, as `python -m tools.lite` made it
SETTINGS = "jupyter-lite.json"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
BUTTON = "lite"  # of its class; shown by a script of the page, where it can lead somewhere
WORDS = "Open this page as a notebook, in a Jupyter that needs no installation: 45 MB at first"
# What the kernel asks an index for, unless it starts with it; and the library, with what it needs.
KERNEL_NEEDS = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
STARTS_WITH = [*KERNEL_NEEDS, "taotp"]
OURS = ("taotp_core", "taotp", "exercises")
CELL = ' data-cell="'
ICONS = [f"static/favicons/favicon-{name}.ico" for name in ("notebook", "file", "busy-1")]
# What its pages may load: what came with them, and what their scripts make, of which some is code.
POLICY = (
    "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; object-src 'none'; "
    "base-uri 'self'; form-action 'self'"
)
FROM_DISK = (
    "Jupyter in the browser needs a server: type make serve in the folder of the book, and open "
    "the address that it says."
)
HEAD = (
    f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    "<script>if (location.protocol === 'file:') addEventListener('load', () => {"
    f" document.body.textContent = '{FROM_DISK}'; }});</script>"
)


def made(app: Sphinx) -> Path:
    """Where the program is before a build serves it."""
    return Path(app.outdir).parent / MADE


def name_of(folder: Path) -> str:
    """A name for a program that was made and for what serves it; "" where there is none."""
    told = folder / SETTINGS
    if not told.is_file():
        return ""
    return hashlib.sha256(told.read_bytes() + Path(__file__).read_bytes()).hexdigest()[:12]


# The packages


def address(name: str) -> str:
    """Where a wheel of ours is, seen from where Python's own files are."""
    return f"../../../{LITE}/pypi/{name}"


def of_the_runtime() -> Iterator[Wheel]:
    """Numpy and what draws pictures, which pages have already."""
    for file in runtime.files():
        if file.name.endswith(".whl"):
            yield Wheel(file.name, runtime.kept(file).read_bytes())


def of_the_kernel(served: Path) -> Iterator[Wheel]:
    """What came with the kernel, and what installs packages."""
    folder = served / "extensions" / KERNEL / "static" / "pypi"
    for path in sorted(folder.glob("*.whl")):
        yield Wheel(f"../../../{LITE}/{path.relative_to(served).as_posix()}", path.read_bytes())
    more = runtime.of_jupyter()
    yield Wheel(address(more.name), runtime.kept(more).read_bytes())


def of_the_environment(served: Path, there: list[Wheel]) -> Iterator[Wheel]:
    """IPython, widgets, and what they need, as they are installed here."""
    wanted = [*KERNEL_NEEDS, *(name for wheel in there for name in wheel.needs)]
    # What draws a page for pictures runs without what it has for other formats.
    ours = {wheel.name for wheel in there} | {"fonttools", "pytz"}
    for package in installed(wanted, ours):
        name = file_name(package.metadata["Name"].lower(), package.version)
        path = served / "pypi" / name
        yield Wheel(address(name), path.read_bytes() if path.is_file() else wheel_of(package))


def our_own() -> Wheel:
    """The library, its programs and the exercises, as one wheel that any Python can install."""
    package = distribution("taotp")
    name = f"taotp-{package.version}"
    # a folder in which it was built, as a fresh clone is, has the same under another name
    told = package.read_text("METADATA") or package.read_text("PKG-INFO") or ""
    about = [("METADATA", told)]
    about += [("entry_points.txt", package.read_text("entry_points.txt") or "")]
    files = [each for folder in OURS for each in package_files(folder)]
    files += [(f"{name}.dist-info/{each}", text.encode()) for each, text in about]
    data = packed(with_record(f"{name}.dist-info", files))
    return Wheel(address(file_name("taotp", package.version)), data)


def write_packages(served: Path, python: Path) -> None:
    """Put wheels there that are not yet, and the list of all beside Python's own files."""
    ours = our_own()
    there = [*of_the_runtime(), *of_the_kernel(served), ours]
    wheels = [*there, *of_the_environment(served, there)]
    names = {"all.json"}
    for wheel in wheels:
        folder, _, name = wheel.address.rpartition("/")
        path = served / "pypi" / name
        if folder == address("").rstrip("/"):
            names.add(name)
            if wheel is ours or not path.is_file():
                write_whole(path, wheel.data)
    for old in (served / "pypi").iterdir():
        if old.name not in names:
            old.unlink()
    lock = json.dumps(lock_of(wheels, runtime.pinned()["info"]))
    write_whole(python / "pyodide-lock.json", lock.encode())


# The notebooks


def listed(path: Path) -> dict[str, Any]:
    """A file as Jupyter lists it, without what is in it."""
    when = datetime.fromtimestamp(path.stat().st_mtime, UTC).isoformat()
    is_notebook = path.suffix == ".ipynb"
    return {
        "name": path.name, "path": path.name, "type": "notebook" if is_notebook else "file",
        "format": None, "mimetype": None if is_notebook else "text/markdown", "content": None,
        "size": path.stat().st_size, "writable": True, "created": when, "last_modified": when,
    }  # fmt: skip


def copied(path: Path, folder: Path) -> Path:
    """A file in another folder, a notebook with its texts whole, written when the file was.

    Jupyter keeps texts as lists of lines and its server joins them; beside the pages no server is.
    """
    copy = folder / path.name
    if path.suffix == ".ipynb":
        copy.write_text(json.dumps(nbformat.read(path, as_version=4)), "utf-8")
    else:
        copy.write_bytes(path.read_bytes())
    shutil.copystat(path, copy)
    return copy


def write_notebooks(served: Path, sources: list[Path]) -> None:
    """Put the files of the book there, and the list of them."""
    shutil.rmtree(served / "files", ignore_errors=True)
    (served / "files").mkdir()
    copies = [copied(path, served / "files") for path in sources]
    all_of_them = {
        **listed(served / "files"), "name": "", "path": "", "type": "directory", "format": "json",
        "mimetype": None, "size": None, "content": [*map(listed, copies)],
    }  # fmt: skip
    write_whole(served / "api" / "contents" / "all.json", json.dumps(all_of_them).encode())


# The program


def settings(served: Path, name: str) -> bytes:
    """The settings of the program, where Python is the one of the pages."""
    found: dict[str, Any] = json.loads((served / SETTINGS).read_text("utf-8"))
    found["jupyter-config-data"] |= {
        "appName": "Transformers by Hand", "appUrl": "./tree", "contentsAllJsonFile": "all.json",
        "faviconUrl": "./lab/favicon.ico",
        "settingsOverrides": {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}},
    }  # fmt: skip
    kernel = found["jupyter-config-data"]["litePluginSettings"][f"{KERNEL}:kernel"]
    kernel |= {
        "pyodideUrl": f"./../{PLACE}/{name}/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {"packages": STARTS_WITH},
    }
    return json.dumps(found).encode()


def serve_program(made_there: Path, served: Path, name: str) -> None:
    """Put the program beside the pages, if it is not there."""
    if (served / "made").is_file() and (served / "made").read_text("utf-8") == name:
        return
    shutil.rmtree(served, ignore_errors=True)
    shutil.copytree(made_there, served)
    for page in served.rglob("index.html"):
        text = page.read_text("utf-8")
        page.write_text(text.replace("<head>", f"<head>{HEAD}", 1), "utf-8")
    for icon in ICONS:  # which Jupyter has from its server
        (served / icon).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(served / "notebooks" / "favicon.ico", served / icon)
    (served / "pypi").mkdir()
    write_whole(served / "made", name.encode())


def write_files(app: Sphinx, error: Exception | None) -> None:
    """Put Jupyter beside the pages, or take away what a build before this one put there."""
    if error or app.builder.name != "html":
        return
    served, name = Path(app.outdir) / LITE, getattr(app.config, LITE)
    if not name:
        shutil.rmtree(served, ignore_errors=True)
        return
    python = getattr(app.config, RUNTIME)
    serve_program(made(app), served, name)
    write_whole(served / SETTINGS, settings(made(app), python))
    write_packages(served, Path(app.outdir) / PLACE / python)
    pages = [Path(app.env.doc2path(page)) for page in sorted(app.env.found_docs)]
    write_notebooks(served, [page for page in pages if page.suffix in {".ipynb", ".md"}])


# The button


def add_button(
    app: Sphinx, page: str, template: str, context: dict[str, Any], doctree: nodes.document | None
) -> None:
    """Give a page whose cells can be run a button that opens its notebook."""
    if getattr(app.config, LITE) and CELL in context.get("body", ""):
        link = {
            "type": "link", "icon": "fas fa-rocket", "text": "Jupyter", "label": BUTTON,
            "tooltip": WORDS, "url": f"{LITE}/notebooks/index.html?path={page}.ipynb",
        }  # fmt: skip
        context["header_buttons"].insert(0, link)


def choose(app: Sphinx, config: Config) -> None:
    """Say which program there is, where Python for pages is there too."""
    ready = getattr(config, RUNTIME) and not runtime.missing([runtime.of_jupyter()])
    setattr(config, LITE, name_of(made(app)) if ready else "")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above, after what gives pages their Python."""
    app.add_config_value(LITE, "", "html", [str])
    app.connect("config-inited", choose, priority=450)
    app.connect("html-page-context", add_button, priority=600)
    app.connect("build-finished", write_files, priority=600)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
