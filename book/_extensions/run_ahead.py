"""Notebooks are run several at once, before the pages are read one by one.

Loaded by name in `_config.yml`. What ran goes into the cache that reading looks at; a notebook that
failed does not, so that reading runs it again and reports it as ever.
"""

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import nbformat
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import ExecutionResult, single_nb_execution
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment
from sphinx.util import logging

# At least two, as a kernel waits for much while it starts; each takes some 150 MB.
AT_ONCE = max(2, min(os.cpu_count() or 1, 4))

logger = logging.getLogger(__name__)


def not_in_cache(cache: Any, paths: list[Path]) -> Iterator[tuple[Path, Any]]:
    """The notebooks, with their paths, that the cache has no outputs of."""
    for path in paths:
        notebook = nbformat.read(path, as_version=4)
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            yield path, notebook


def run(path: Path, notebook: Any, timeout: int) -> ExecutionResult | None:
    """Run a notebook in its folder; nothing where it failed.

    Text that is printed in pieces is joined here, as reading would put lines between them.
    """
    how = {"allow_errors": False, "coalesce_streams": True}
    try:
        done = single_nb_execution(notebook, str(path.parent), timeout, **how)
    except RuntimeError:  # its kernel died
        return None
    return None if done.err else done


def run_ahead(app: Sphinx, env: BuildEnvironment, names: list[str]) -> None:
    """Run the notebooks of the pages that are to be read, several at once."""
    paths = [Path(env.doc2path(name)) for name in names]
    cache = get_cache(app.config.nb_execution_cache_path)
    timeout = app.config.nb_execution_timeout
    waiting = not_in_cache(cache, [path for path in paths if path.suffix == ".ipynb"])
    with ThreadPoolExecutor(AT_ONCE) as pool:
        running = {pool.submit(run, *each, timeout): each for each in waiting}
        try:
            for future in as_completed(running):
                if done := future.result():
                    path, notebook = running[future]
                    logger.info("%s: ran in %.1f s", path.name, done.time)
                    seconds = {"execution_seconds": done.time}
                    bundle = CacheBundleIn(notebook, str(path), data=seconds)
                    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect the above."""
    app.connect("env-before-read-docs", run_ahead)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
