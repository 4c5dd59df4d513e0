"""Notebooks are run several at once, before the pages are read one by one.

Loaded by name in `_config.yml`. What ran goes into the cache that reading looks at; a notebook that
failed does not, so that reading runs it again and reports it as ever. Beside each run is noted what
it read of the book. A notebook is run where its cells changed or what it read, and its page is made
anew where what it says did.
"""

import hashlib
import os
import platform
import re
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any, NamedTuple

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from local_pages import sources
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging
from warm import run_warm, warm_process
from warm_ask import BEGINS
from what_is_read import LISTING

# At least two, as a kernel waits for much while it starts; each takes some 150 MB.
AT_ONCE = max(2, min(os.cpu_count() or 1, 4))

LANGUAGE = {  # as a kernel says which it speaks
    "name": "python",
    "version": platform.python_version(),
    "mimetype": "text/x-python",
    "codemirror_mode": {"name": "ipython", "version": 3},
    "pygments_lexer": "ipython3",
    "nbconvert_exporter": "python",
    "file_extension": ".py",
}

logger = logging.getLogger(__name__)


# What is kept of a run


def forget_stale(cache: Any) -> None:
    """Take from the cache what read something that has changed since."""
    now = sources()
    for record in cache.list_cache_records():
        if not now.files.still(record.data.get("read"), now.digest):
            cache.remove_cache(record.pk)


def keep(cache: Any, done: "Run") -> None:
    """Put a run into the cache, with what it read and a name for what it says."""
    said = hashlib.sha256(nbformat.writes(done.notebook).encode()).hexdigest()[:16]
    data = {"execution_seconds": done.seconds, "read": done.read, "said": said}
    bundle = CacheBundleIn(done.notebook, str(done.path), data=data)
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def said_of(cache: Any, notebook: Any) -> str | None:
    """A name for what a notebook says, by the run of it that the cache has; None for none."""
    try:
        return str(cache.match_cache_notebook(notebook).data.get("said", ""))
    except KeyError:
        return None


# Runs


class Run(NamedTuple):
    """A notebook that ran: its place, itself with its outputs, what it read, how long it took."""

    path: Path
    notebook: Any
    read: dict[str, str]
    seconds: float


def begins(notebook: Any) -> str:
    """Which of the ways to begin suits a notebook; a wrong one costs time, and nothing else."""
    code = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "code")
    if re.search(r"^from exercises\b", code, re.MULTILINE):
        return "exercises"
    shows = re.search(r"^from taotp import .*\bfigures", code, re.MULTILINE)
    return "figures" if shows else ""


def run(path: Path, notebook: Any, address: str, timeout: int) -> Run | None:
    """Run a notebook in its folder; nothing where it failed."""
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        listing = Path(folder, "read")
        environment = {**os.environ, LISTING: str(listing), BEGINS: begins(notebook)}
        if not (address and in_forked_process(path, notebook, address, environment, timeout)):
            logger.info("%s: runs in a kernel of its own, which takes seconds more", path.name)
            listing.unlink(missing_ok=True)  # what a kernel reads nobody notes
            if not in_kernel(path, notebook, environment, timeout):
                return None
        now = sources()
        read = now.files.read(listing, now.digest)
    return Run(path, notebook, read, time.monotonic() - began)


def in_forked_process(
    path: Path, notebook: Any, address: str, environment: dict[str, str], timeout: int
) -> bool:
    """Whether a notebook ran in a process that had imported what it begins with."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]
    said = run_warm(
        address, [cell.source for cell in cells], str(path.parent), environment, timeout
    )
    for number, (cell, outputs) in enumerate(zip(cells, said or (), strict=False), start=1):
        cell.execution_count = number
        cell.outputs = nbformat.from_dict(outputs)
    notebook.metadata.language_info = nbformat.from_dict(LANGUAGE)
    return said is not None


def in_kernel(path: Path, notebook: Any, environment: dict[str, str], timeout: int) -> bool:
    """Whether a notebook ran in an ordinary kernel.

    Text that is printed in pieces is joined here, as reading would put lines between them.
    """
    client = NotebookClient(
        notebook,
        timeout=timeout,
        kernel_name="python3",
        coalesce_streams=True,
        record_timing=False,  # the cache looks at what is noted of cells, too
        resources={"metadata": {"path": str(path.parent)}},
    )
    try:
        client.execute(env=environment)
    except (CellExecutionError, CellTimeoutError, RuntimeError):  # the last: its kernel died
        return False
    return True


def run_all(cache: Any, waiting: list[tuple[Path, Any]], timeout: int) -> None:
    """Run notebooks, several at once, and put those that did not fail into the cache."""
    with warm_process() as address, ThreadPoolExecutor(AT_ONCE) as pool:
        running = [pool.submit(run, *each, address, timeout) for each in waiting]
        try:
            for future in as_completed(running):
                if done := future.result():
                    logger.info("%s: ran in %.1f s", done.path.name, done.seconds)
                    keep(cache, done)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


# Pages


def run_ahead(
    app: Sphinx, env: BuildEnvironment, added: set[str], changed: set[str], removed: set[str]
) -> list[str]:
    """Run the notebooks that have to be; the names of the pages that then say something else.

    What a page is made of beside its own text has a name; "" where its notebook failed. What other
    pages show of the library, Sphinx notes itself, file by file.
    """
    vars(app)["made_of"] = {}
    if app.config.nb_execution_mode != "cache":
        return []  # a publisher wants notebooks as they are, or run in another way
    cache = get_cache(app.config.nb_execution_cache_path)
    forget_stale(cache)
    now = dict.fromkeys(env.found_docs, "its text")
    paths = {name: Path(env.doc2path(name)) for name in sorted(now)}
    notebooks = {
        name: nbformat.read(path, as_version=4)
        for name, path in paths.items()
        if path.suffix == ".ipynb"
    }
    waiting = [name for name, notebook in notebooks.items() if said_of(cache, notebook) is None]
    if waiting:
        pairs = [(paths[name], notebooks[name]) for name in waiting]
        run_all(cache, pairs, app.config.nb_execution_timeout)
    now |= {name: said_of(cache, notebook) or "" for name, notebook in notebooks.items()}
    vars(app)["made_of"] = now
    before = vars(env).get("made_of", {})
    return [name for name, made in now.items() if not made or before.get(name) != made]


def remember(app: Sphinx, env: BuildEnvironment, names: list[str]) -> None:
    """Keep with the pages what they are made of, so that a build that stops forgets both."""
    vars(env)["made_of"] = vars(app)["made_of"]


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("env-get-outdated", run_ahead)
    app.connect("env-before-read-docs", remember)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}
