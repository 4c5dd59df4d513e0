"""What one page compiled, the next page imports; and what browsers keep as memory is complete."""

import importlib
import io
import os
import sys
import zipfile
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from taotp.page.python.compiled import Compiled
from tests.platform.extensions import extension
from tests.test_imports import loaded_by

NAMES = ("first_of_page", "later_of_page")

# What Pyodide itself imports as it starts, and what numpy's random numbers do, which it imports
# there when a cell draws.
OF_PYODIDE = (
    *("ast", "contextvars", "dataclasses", "dis", "inspect", "json", "linecache", "opcode"),
    *("token", "tokenize", "traceback", "unicodedata"),
)
OF_RANDOM = ("hashlib", "hmac", "secrets")


def imported(name: str) -> int:
    """The value of a module that is imported as if never before."""
    sys.modules.pop(name, None)
    importlib.invalidate_caches()
    return int(importlib.import_module(name).value)


def test_a_module_that_another_page_compiled_is_not_compiled_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the date of its text, by which Python's own compiled files would be refused."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)

    def page(date: int) -> str:
        """A folder of packages as a page has it: texts of the same two modules, dated anew."""
        site = tmp_path / str(date)
        site.mkdir()
        for name in NAMES:
            (site / f"{name}.py").write_text("value = 6 * 7\n")
            os.utime(site / f"{name}.py", (date, date))
        monkeypatch.syspath_prepend(str(site))
        return str(site)

    first = Compiled(page(1))
    assert imported(NAMES[0]) == 42
    kept = first.new()
    assert kept and first.new() is None
    site = page(2)
    zipfile.ZipFile(io.BytesIO(kept)).extractall(site)  # as the page does, before all imports
    second = Compiled(site)
    with pytest.MonkeyPatch.context() as without:
        again = "it was compiled again"
        without.setattr(SourceFileLoader, "source_to_code", lambda *_, **__: pytest.fail(again))
        assert imported(NAMES[0]) == 42
        with pytest.raises(pytest.fail.Exception, match=again):
            imported(NAMES[1])
    assert second.new() is None, "it is kept already"
    assert imported(NAMES[1]) == 42
    assert len(second.new() or b"") > len(kept), "both are kept for the next page"


def test_what_figures_import_of_pythons_own_library_is_in_the_memory_that_is_kept() -> None:
    """A module that is left out is compiled at the head of each page, before anything is shown."""
    early = loaded_by(", ".join(extension("live_python").EARLY))
    late = loaded_by("numpy, taotp.page.python.door, taotp.figures.explorables") - early
    of_python = {name for name in late & {*sys.stdlib_module_names} if not name.startswith("_")}
    assert of_python - {*sys.builtin_module_names} <= {*OF_PYODIDE, *OF_RANDOM}
