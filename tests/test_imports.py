"""Imports point down, and the library needs numpy alone."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ORDER = [
    *("arrays", "weights", "transformer", "decode", "stream", "encodings", "gadgets"),
    *("rewrites", "exports", "measure", "programs", "constructions", "data", "listing", "figures"),
    *("specification", "terminal", "skeleton", "commands", "__main__"),
]
DRAWING = {"matplotlib", "ipywidgets", "anywidget", "IPython", "traitlets", "rjsmin"}
LIBRARY = Path(__file__).resolve().parent.parent / "taotp_core"
MODULES = sorted(path for path in LIBRARY.rglob("*.py") if path != LIBRARY / "__init__.py")


def part(path: Path) -> str:
    """The module or the folder of the library that a file belongs to."""
    return path.relative_to(LIBRARY).parts[0].removesuffix(".py")


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports from {'.' * node.level}; name the package"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.relative_to(LIBRARY).as_posix())
def test_imports_point_down(path: Path) -> None:
    assert part(path) in ORDER, f"{part(path)} has no place in the order"
    for name in imports(path):
        package, _, rest = name.partition(".")
        if package == "taotp_core":
            imported = rest.split(".")[0]
            assert imported in ORDER, f"{path.name} imports {name}; import it where it is defined"
            assert imported == part(path) or ORDER.index(imported) < ORDER.index(part(path)), name
        else:
            allowed = sys.stdlib_module_names | {"numpy"}
            assert package in (allowed | DRAWING if part(path) == "figures" else allowed), name


def test_the_package_itself_imports_no_figures() -> None:
    names = list(imports(LIBRARY / "__init__.py"))
    assert all(name.startswith("taotp_core.") for name in names)
    assert not any(name.startswith("taotp_core.figures") for name in names)
