"""What a build asks again and again, and is answered alike each time, is asked once.

Loaded by name in `_config.yml`. Sphinx and its extensions make the lexer, the formatter and its
style sheet anew for each listing, the stem of a word anew for each page, look through all installed
packages for each citation, and copy a notebook to name it. That was a fifth of the work of pages.
Notebooks are held to their format by tests, and need not be each time that one is read or written;
and nobody asks where in its file each function stands, or when a run was last looked at.
"""

import json
from functools import cache, partialmethod, wraps
from typing import Any

import nbformat
import pybtex.plugin
from garbage import look_for_garbage_seldom
from jupyter_cache.cache.db import NbCacheRecord
from jupyter_cache.cache.main import JupyterCacheBase
from sphinx.application import Sphinx
from sphinx.highlighting import PygmentsBridge
from sphinx.pycode.parser import Parser
from sphinx.search.en import SearchEnglish


def formatters_once() -> None:
    """Let listings that look alike have one formatter: it keeps nothing of what it has written."""
    make = PygmentsBridge.get_formatter
    made: dict[tuple[str, str], Any] = {}

    @wraps(make)
    def formatter(self: PygmentsBridge, **options: Any) -> Any:
        look = (f"{self.formatter.__name__} {self.formatter_args}", repr(sorted(options.items())))
        if look not in made:
            made[look] = make(self, **options)
        return made[look]

    PygmentsBridge.get_formatter = formatter  # type: ignore[method-assign]


def lexers_once() -> None:
    """Let listings of one language have one lexer, where its name alone says which it is."""
    make = PygmentsBridge.get_lexer
    made: dict[tuple[str, bool, bool], Any] = {}

    @wraps(make)
    def lexer(
        self: PygmentsBridge, source: str, lang: str, opts: Any = None, force: bool = False,
        location: Any = None,
    ) -> Any:  # fmt: skip
        if opts or lang == "guess":
            return make(self, source, lang, opts, force, location)
        kind = (lang, force, source.startswith(">>>"))
        if kind not in made:
            made[kind] = make(self, source, lang, opts, force, location)
        return made[kind]

    PygmentsBridge.get_lexer = lexer  # type: ignore[method-assign]


def runs_named_by_what_runs() -> None:
    """Let the cache of runs look at what notebooks are run for, and not at what Jupyter folds."""
    name = partialmethod(JupyterCacheBase.create_hashed_notebook, cell_metadata=("mystnb", "tags"))
    setattr(JupyterCacheBase, "create_hashed_notebook", name)  # noqa: B010


def notebooks_named_once() -> None:
    """Let the cache of runs name cells that it has named before without copying their notebook."""
    name = JupyterCacheBase.create_hashed_notebook
    match = JupyterCacheBase.match_cache_notebook
    names: dict[str, str] = {}

    @wraps(match)
    def matched(self: JupyterCacheBase, notebook: Any) -> Any:
        cells = [
            [cell.source, cell.metadata] for cell in notebook.cells if cell.cell_type == "code"
        ]
        known = json.dumps([notebook.nbformat, notebook.metadata.get("kernelspec"), cells])
        if known not in names:
            _, names[known] = name(self, notebook)
        return NbCacheRecord.record_from_hashkey(names[known], self.db)

    JupyterCacheBase.match_cache_notebook = matched


def notebooks_are_valid() -> None:
    """Let notebooks be read and written without a look at their format."""
    vars(nbformat)["validate"] = lambda *_, **__: None


def nobody_asks_when_runs_were_used() -> None:
    """Let the cache of runs be read without a note of when, by which it drops one of a thousand."""
    setattr(NbCacheRecord, "touch", lambda _, __: None)  # noqa: B010


def nobody_asks_where_functions_stand() -> None:
    """Let autodoc read the comments of a module, and not split it into tokens once more."""
    setattr(Parser, "parse_definition", lambda _: None)  # noqa: B010


def setup(app: Sphinx) -> dict[str, Any]:
    """Put the above in the place of what it does quicker."""
    look_for_garbage_seldom()
    vars(pybtex.plugin)["_load_entry_point"] = cache(pybtex.plugin._load_entry_point)
    SearchEnglish.stem = cache(SearchEnglish.stem)  # type: ignore[method-assign]
    formatters_once()
    lexers_once()
    runs_named_by_what_runs()
    notebooks_named_once()
    notebooks_are_valid()
    nobody_asks_when_runs_were_used()
    nobody_asks_where_functions_stand()
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
