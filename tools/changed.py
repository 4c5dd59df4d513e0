"""Which tests belong to what changed, since main and in the work tree.

python -m tools.changed    the tests that `make check` runs, one on a line

A file's tests have its name (`taotp_core/decode.py`, `tests/test_decode.py`) or stand in a folder
of its name; where there are none, they are those that import it, or all of its room. Answers and
judges of an exercise are asked about that exercise, and all that is of an application about it.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ALWAYS = tuple(
    f"tests/test_{name}.py" for name in ("consumers", "imports", "transformer", "weights")
)
CODE = ("taotp", "taotp_core", "exercises", "tools")
OF_EXERCISES = ("test_accepted", "test_wrong", "test_a_file_is_judged_as_its_functions_were")
APPLICATION = re.compile(r"taotp/applications/(\w+)/")
MOST_IMPORTERS = 4  # of a module: where more tests import it, its room is run
SCRIPTS = ("tests/figures/test_page.py", "tests/figures/test_parity.py")  # what every script is in


def git(*arguments: str) -> list[str]:
    """The lines that git says, none where it fails."""
    done = subprocess.run(
        ["git", "-C", str(ROOT), *arguments], capture_output=True, text=True, check=False
    )
    return [] if done.returncode else done.stdout.splitlines()


@cache
def base() -> str:
    """The commit from which this branch left main; on main itself the last commit."""
    for name in ("origin/main", "main"):
        if common := git("merge-base", "HEAD", name):
            return common[0]
    return "HEAD"


@cache
def files() -> tuple[str, ...]:
    """What is other than in `base`, and still there."""
    changed = git("diff", "--name-only", base())
    new = git("ls-files", "--others", "--exclude-standard")
    return tuple(sorted({name for name in changed + new if (ROOT / name).is_file()}))


def notebooks() -> list[str]:
    """The notebooks of the book that changed."""
    return [name for name in files() if name.startswith("book/") and name.endswith(".ipynb")]


def tests() -> list[str]:
    """What pytest is given, beside ALWAYS."""
    found = {each for name in files() for each in tests_of(name)} - {*ALWAYS}
    return sorted(each for each in found if not lies_in_another(each, found))


def lies_in_another(test: str, found: set[str]) -> bool:
    """Whether a whole file or folder that is run anyway holds a test."""
    above = {test.partition("::")[0], *map(str, Path(test).parents)} - {test}
    return bool(above & found)


def tests_of(name: str) -> Iterator[str]:
    """The tests that belong to one file."""
    path = Path(name)
    if path.parts[0] == "tests":
        yield from tests_of_a_test(path)
    elif name.startswith("exercises/catalogue/") and path.suffix == ".py" and len(path.parts) == 4:
        slug = path.stem.replace("_", "-")
        known = path.stem != "__init__"
        file = "tests/exercises/test_answers.py"
        yield from (f"{file}::{test}[{slug}]" for test in OF_EXERCISES if known)
        yield "tests/exercises/test_catalogue.py"
    elif name.startswith("exercises/submissions/"):
        yield f"tests/exercises/test_board.py::test_every_entry_holds[{path.parts[2]}]"
    elif application := APPLICATION.match(name):
        yield f"tests/applications/{application[1]}"
        yield from SCRIPTS if path.suffix in (".js", ".css") else ()
    elif path.parts[0] in CODE:
        yield from named_like(path) or few_importing(path) or room_of(path)


def tests_of_a_test(path: Path) -> Iterator[str]:
    """A file of tests itself; for what tests lend each other those that import it."""
    if path.name.startswith("test_"):
        # Pages need a book that is built; they are for `make test`.
        yield from () if path.parts[1] == "pages" else (str(path),)
    elif path.suffix == ".py" and path.stem != "__init__":
        yield from importing(path)


@cache
def in_tests() -> dict[str, list[Path]]:
    """What there is below the folder of tests, in order, by its own name."""
    found: dict[str, list[Path]] = {}
    for path in sorted(ROOT.glob("tests/**/*")):
        found.setdefault(path.name, []).append(path)
    return found


def named_like(path: Path) -> list[str]:
    """Files and folders of tests that bear the name of a file, or of the nearest of its folders."""
    for name in reversed([*path.parent.parts[1:], path.stem]):
        plain = name.removeprefix("_")
        files = in_tests().get(f"test_{plain}.py", [])
        folders = [each for each in in_tests().get(plain, []) if each.is_dir()]
        near = [each for each in files if "pages" not in each.parts]
        if near or (folders and name == path.stem):
            return [str(each.relative_to(ROOT)) for each in (*near, *folders)]
    return []


def importing(path: Path) -> list[str]:
    """The files of tests that import a module."""
    module = path.with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    return [
        str(test.relative_to(ROOT))
        for name, tests in in_tests().items()
        if name.startswith("test_") and name.endswith(".py")
        for test in tests
        if "pages" not in test.parts and module in imports(test)
    ]


def few_importing(path: Path) -> list[str]:
    """The same where they are few; a module that many import has a room."""
    found = importing(path)
    return found if len(found) <= MOST_IMPORTERS else []


@cache
def imports(path: Path) -> frozenset[str]:
    """The modules that a file imports, and what it takes of them."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return frozenset(names)


def room_of(path: Path) -> list[str]:
    """The folder of tests for the folder of a file; of scripts and styles what every one is in."""
    if path.suffix in (".js", ".css"):
        return [*SCRIPTS]
    rooms = [f"tests/{name}" for name in reversed(path.parent.parts)]
    return [room for room in rooms if (ROOT / room).is_dir()][:1] or importing(path) or [*ALWAYS]


def main() -> int:
    """Print what `make check` runs."""
    print("\n".join([*ALWAYS, *tests(), *notebooks()]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
