"""The code of a model answer, with all that it needs to run by itself."""

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import Any

LONGEST = 100  # characters of a line
FOR_TOOLS = re.compile(r"  # (?:fmt|noqa|type|pragma)\b.*$", re.MULTILINE)


def runnable(functions: Sequence[Callable[..., Any]]) -> str:
    """The source of functions, below what they use of their modules: imports, constants, helpers.

    It is what the tests judge, and needs nothing but the packages that it imports.
    """
    given = {function.__name__ for function in functions}
    modules = dict.fromkeys(sys.modules[function.__module__] for function in functions)
    imports: dict[str, set[str]] = {}
    parts: list[str] = []
    for module in reversed(modules):  # what an answer imports stands above it
        own = {each.__name__ for each in functions if each.__module__ == module.__name__}
        needed = Needed(module, own)
        parts += needed.parts()
        for origin, names in needed.imports(given).items():
            imports.setdefault(origin, set()).update(names)
    return FOR_TOOLS.sub("", "\n\n\n".join(["\n".join(written(imports)), *parts])).strip()


class Needed:
    """What some functions of a module use of it, however far."""

    def __init__(self, module: ModuleType, names: set[str]) -> None:
        self.source = inspect.getsource(module)
        tree = ast.parse(self.source)
        self.imported = dict(each for node in tree.body for each in imported_by(node))
        self.defined = {name: node for node in tree.body for name in defined_by(node)}
        self.used: set[str] = set()
        left = list(names)
        while left:
            name = left.pop()
            if name in self.used:
                continue
            self.used.add(name)
            if name in self.defined:
                left += names_in(self.defined[name])

    def parts(self) -> Iterator[str]:
        """The functions, with constants and helpers of the module itself, in its order."""
        nodes = dict.fromkeys(node for name, node in self.defined.items() if name in self.used)
        lines = self.source.splitlines()
        for node in sorted(nodes, key=first_line):
            yield "\n".join(lines[first_line(node) - 1 : node.end_lineno])

    def imports(self, given: set[str]) -> dict[str, set[str]]:
        """What has to be imported from where; "" is for whole modules."""
        found: dict[str, set[str]] = {}
        for name in self.used - given - set(self.defined):
            if name in self.imported:
                origin, as_written = self.imported[name]
                found.setdefault(origin, set()).add(as_written)
        return found


def first_line(node: ast.stmt) -> int:
    """Where a statement begins, with what decorates it."""
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(each.lineno for each in decorators)])


def imported_by(node: ast.stmt) -> Iterator[tuple[str, tuple[str, str]]]:
    """Each name that a statement imports, with its module and how it is written there."""
    if isinstance(node, ast.Import | ast.ImportFrom):
        origin = node.module or "" if isinstance(node, ast.ImportFrom) else ""
        for alias in node.names:
            as_written = f"{alias.name} as {alias.asname}" if alias.asname else alias.name
            yield alias.asname or alias.name.split(".")[0], (origin, as_written)


def defined_by(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        for target in targets:
            yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))


def names_in(node: ast.AST) -> set[str]:
    """Every name that a piece of code reads and does not give itself."""
    names = [each for each in ast.walk(node) if isinstance(each, ast.Name)]
    read = {each.id for each in names if isinstance(each.ctx, ast.Load)}
    own = {each.id for each in names if isinstance(each.ctx, ast.Store)}
    return read - own - {each.arg for each in ast.walk(node) if isinstance(each, ast.arg)}


def written(imports: dict[str, set[str]]) -> Iterator[str]:
    """Lines that import: from Python, from packages, from the book."""
    lines = [(rank(name), f"import {name}") for name in imports.get("", ())]
    for origin in filter(None, imports):
        names = ", ".join(sorted(imports[origin]))
        line = f"from {origin} import {names}"
        if len(line) > LONGEST:
            line = f"from {origin} import (\n    {names},\n)"
        lines.append((rank(origin), line))
    yield from (line for _, line in sorted(lines))


def rank(module: str) -> int:
    """0 for a module of Python, 1 for a package, 2 for the book's own."""
    first = module.split(".")[0]
    return (
        2 if first in ("exercises", "taotp", "taotp_core") else first not in sys.stdlib_module_names
    )
