"""Names that a package hands on, each imported from where it is defined when it is first asked for.

A package says them once, to people, to a type checker and to this module:

    if TYPE_CHECKING:
        from taotp.programs.searching import search
    lazy_exports(__name__)
"""

import ast
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any


class LazyExports(ModuleType):
    """A package that hands names on; a module in it does not hide what is called as it is."""

    def __getattr__(self, name: str) -> Any:
        if name not in (found := homes(self.__name__)):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        module, own = found[name]
        value = getattr(import_module(module), own) if own else import_module(module)
        super().__setattr__(name, value)
        return value

    def __setattr__(self, name: str, value: object) -> None:
        called_as_it = isinstance(value, ModuleType) and homes(self.__name__).get(name, ("", ""))[1]
        if not called_as_it:
            super().__setattr__(name, value)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *homes(self.__name__)})


def lazy_exports(package: str) -> None:
    """Make a package hand on the names that its text imports for type checkers."""
    sys.modules[package].__class__ = LazyExports


@cache
def homes(package: str) -> dict[str, tuple[str, str]]:
    """For each name that a package hands on: its module, and its name there ("" for a module)."""
    return dict(said_for_types(package))


def said_for_types(package: str) -> Iterator[tuple[str, tuple[str, str]]]:
    """The imports below `if TYPE_CHECKING` in a package's own text."""
    spec = find_spec(package)
    text = Path(spec.origin).read_text("utf-8") if spec and spec.origin else ""
    for node in ast.parse(text).body:
        if isinstance(node, ast.If) and is_for_types(node.test):
            for line in node.body:
                assert isinstance(line, ast.ImportFrom) and line.module, ast.unparse(line)
                for alias in line.names:
                    a_module = (f"{line.module}.{alias.name}", "")
                    home = a_module if line.module == package else (line.module, alias.name)
                    yield alias.asname or alias.name, home


def is_for_types(test: ast.expr) -> bool:
    """Whether it is `TYPE_CHECKING`; what writes trees as texts takes long to import in a page."""
    return isinstance(test, ast.Name) and test.id == "TYPE_CHECKING"
