"""Imports point down, the core imports nothing of ours, and the library needs numpy alone."""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from tests.laws import every

ROOT = Path(__file__).resolve().parent.parent
APPLICATIONS = ROOT / "taotp" / "applications"
MOST_OF_CORE = 4_500  # lines; a model and a program are printed in one
MOST_OF_A_PROGRAM = 150  # lines
MOST_LOADED = 16  # modules of the package
MOST_OF_A_GUIDE = 20  # lines
CORE = [
    *("deprecated", "arrays", "stream", "weights", "inputs", "fast", "transformer", "plain"),
    *("decode", "rotations", "encodings", "gadgets", "edits", "lora", "equivalences", "post_ln"),
    *("losses", "measure", "program"),
]
LIBRARY = [
    *("lazy_exports", "files", "reference", "positions", "costs", "words", "exports"),
    *("constructions", "sound", "little_man", "programs", "data", "applications", "interp"),
    *("listing", "examples", "page", "figures", "figures of applications"),
    *("verify", "cli", "__main__"),
]
EXERCISES = [
    *("interrupted", "typed", "order", "model_answer", "statement", "visible", "judging"),
    *("warm_ups", "catalogue", "not_in_page", "handing_in", "results", "results_page"),
    *(
        "progress_store",
        "answer_box",
        "__init__",
        "answer_field",
        "bench_block",
        "your_line",
        "first_hour",
        "wall",
        "progress_page",
        "doctor",
    ),
    "__main__",
]
JUDGING = [
    *("tamper_check", "cases", "asking", "judge", "boxes", "machine", "change", "cutting"),
    *("sizes", "agreement", "occurrences", "repeated", "sums", "tables", "text", "two_stacks"),
    *("sentences", "arrows", "onsets", "counts", "receivers", "adapters", "hidden", "scrambled"),
    *("brackets", "semes", "grammar", "greetings", "translations", "new_words"),
    *("small_phrases", "bench", "little_man", "three_instructions", "two_tasks"),
    *("traces", "bends", "ten_mailboxes", "little_man_runs", "far_places", "many_tasks"),
]
HANDING_IN = [
    *("format", "inbox", "tables", "credit", "record", "boards", "identity", "requests"),
    *("attempt", "ledger", "grade", "certificates", "rosters", "people", "marks", "points"),
    *("gradebooks", "report", "links", "similarity", "ranking", "language_entries", "bent_line"),
    *("few_columns", "nine_columns", "computer_entries", "entries", "exhibits", "writing"),
]
EXPERIMENTS = [
    *("outside", "kept", "stored", "tables", "training", "play", "more_text", "decoders"),
    *("dial_tones_map", "train_letters", "train_induction", "realized", "spoken_digits"),
    *("train_adapters", "*", "__main__"),
]
TOOLS = [
    *("changed", "notebook_style", "folding", "exercise_pages", "chromium", "paper", "pages"),
    *("numbers", "sampling", "new_chapter", "markdown", "english", "fingerprints", "first_view"),
    *("course", "exercise_table", "next_links", "live_python", "pythons", "firefox"),
    *("distributions", "*", "suite"),
    *("experiments", "benchmarks"),
]
PACKAGES = ["taotp_core", "taotp", "exercises", "tools"]  # each may import those before it
DRAWING = {
    *("matplotlib", "ipywidgets", "anywidget", "IPython", "traitlets", "rjsmin"),
    *("markdown_it", "mdit_py_plugins", "pretty_of_ipython"),  # what a page shows of values
}
WINGS = [
    *(("taotp_core", CORE), ("taotp", LIBRARY), ("exercises", EXERCISES)),
    *(("exercises/judging", JUDGING), ("exercises/handing_in", HANDING_IN)),
    *(("tools/experiments", EXPERIMENTS), ("tools", TOOLS)),
]
# Where programs and figures are looked for, those of applications too; loaded when asked for.
HANDS_ON_FROM_ABOVE = ("taotp/programs/__init__.py", "taotp/figures/__init__.py")
LOADED = "import sys, {0}; print(*sys.modules)"


@cache
def modules(folder: str) -> tuple[Path, ...]:
    """The files of a package, without those that a reader keeps there."""
    found = sorted((ROOT / folder).rglob("*.py"))
    return tuple(path for path in found if "my" not in path.relative_to(ROOT).parts)


def part(path: Path, folder: str) -> str:
    """The module or the folder below a folder that a file belongs to.

    Figures of applications are drawn with the kit, which may draw machines of applications.
    """
    first = path.relative_to(ROOT / folder).parts[0].removesuffix(".py")
    return "figures of applications" if first == "applications" and path.stem == "figure" else first


def statements(body: Sequence[ast.AST], for_types: bool = False) -> Iterator[tuple[ast.AST, bool]]:
    """Every statement, however deep, and whether it is there for type checkers alone."""
    for node in body:
        yield node, for_types
        typed = isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING"
        yield from statements(getattr(node, "body", ()), for_types or typed)
        for others in ("orelse", "handlers", "finalbody", "cases"):
            yield from statements(getattr(node, others, ()), for_types)


@cache
def every_import(path: Path) -> tuple[tuple[str, bool], ...]:
    """Every name that a file imports, wherever in it, and whether for type checkers alone."""
    found: list[tuple[str, bool]] = []
    for node, for_types in statements(ast.parse(path.read_text("utf-8")).body):
        if isinstance(node, ast.Import):
            found += [(alias.name, for_types) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports from {'.' * node.level}; name the package"
            found += [(f"{node.module}.{alias.name}", for_types) for alias in node.names]
    return tuple(found)


def imports(path: Path) -> list[str]:
    """Every name that a file imports when it runs."""
    return [name for name, for_types in every_import(path) if not for_types]


@cache
def module_of(name: str) -> Path | None:
    """The file in which an imported name is, if it is one of ours."""
    if not name or name.partition(".")[0] not in PACKAGES:
        return None
    path = ROOT / name.replace(".", "/")
    for file in (path.with_suffix(".py"), path / "__init__.py"):
        if file.exists():
            return file
    return module_of(name.rpartition(".")[0])


def own(path: Path) -> str:
    """The package that a file is in."""
    return path.relative_to(ROOT).parts[0]


def top(name: str) -> str:
    """The package that an imported name is of."""
    return name.partition(".")[0]


def loaded_by(names: str) -> set[str]:
    """What a fresh process has loaded once it imported some modules."""
    command = [sys.executable, "-c", LOADED.format(names)]
    return {*subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()}


def place(order: list[str], name: str) -> int:
    """Where a part stands in an order; "*" stands for all those that import none of each other."""
    return order.index(name if name in order else "*")


def pointing_up(path: Path, folder: str, order: list[str]) -> Iterator[str]:
    """What a file below a folder imports that does not stand before it in the order."""
    own, prefix = part(path, folder), f"{folder.replace('/', '.')}."
    here = str(path.relative_to(ROOT))
    for name, for_types in every_import(path):
        handed = here in HANDS_ON_FROM_ABOVE and for_types and ".applications." in name
        if not f"{name}.".startswith(prefix) or handed:
            continue
        found = module_of(name)
        imported = part(found, folder) if found else "__init__"
        inside = imported == own and (ROOT / folder / own).is_dir()
        if not inside and not place(order, imported) < place(order, own):
            yield f"{here} imports {name}{' for types' if for_types else ''}"


@every("folder, order", WINGS)
def test_imports_point_down(folder: str, order: list[str]) -> None:
    files = [path for path in modules(folder) if path != ROOT / folder / "__init__.py"]
    placeless = {part(path, folder) for path in files} - {*order}
    assert not placeless or "*" in order, f"{placeless} have no place in the order"
    found = [said for path in files for said in pointing_up(path, folder, order)]
    assert not found, "\n".join(found)


def draws(path: Path) -> bool:
    """Whether a file of the library may need what figures are drawn with."""
    return "figures" in part(path, "taotp") or "page" in path.parts


def of_another(path: Path, name: str) -> bool:
    """Whether a name is of another application than a file."""
    room, _, rest = name.partition(".applications.")
    return room == "taotp" and top(rest) != path.relative_to(APPLICATIONS).parts[0]


EARLIER = {each: {*PACKAGES[: i + 1]} for i, each in enumerate(PACKAGES)}
KNOWN = {*sys.stdlib_module_names, "numpy", "taotp", "taotp_core"}
Bars = Callable[[Path, str], bool]
BARRED: list[tuple[Sequence[str], Bars]] = [
    (PACKAGES, lambda path, name: top(name) in {*PACKAGES} - EARLIER[own(path)]),
    ([*PACKAGES, "book/_extensions"], lambda _, name: top(name) == "tests"),
    (PACKAGES, lambda _, name: top(name) == "local_pages"),  # which builds the book
    (["taotp"], lambda path, name: top(name) not in (KNOWN | DRAWING if draws(path) else KNOWN)),
    (["exercises/catalogue"], lambda _, name: "handing_in" in name),
    ([f"taotp/applications/{path.parent.name}" for path in APPLICATIONS.glob("*/__init__.py")],
     of_another),
]  # fmt: skip


@every("folders, barred", BARRED)
def test_what_is_barred_is_not_imported(folders: Sequence[str], barred: Bars) -> None:
    files = [path for folder in folders for path in modules(folder)]
    found = [(path, name) for path in files for name in imports(path) if barred(path, name)]
    assert not found, "\n".join(f"{path.relative_to(ROOT)} imports {name}" for path, name in found)


def test_no_import_goes_in_a_circle() -> None:
    files = [path for folder in PACKAGES for path in modules(folder)]
    graph = {path: {*filter(None, map(module_of, imports(path)))} - {path} for path in files}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        circle = [str(path.relative_to(ROOT)) for path in error.args[1]]
        raise AssertionError(f"a circle: {' -> '.join(circle)}") from None


def test_the_core_imports_numpy_and_nothing_of_ours_and_a_small_program_loads_little() -> None:
    names = {name for path in modules("taotp_core") for name, _ in every_import(path)}
    assert {name for name in names if top(name) not in KNOWN - {"taotp"}} == set()
    loaded = loaded_by("taotp_core")
    assert "numpy" in loaded and {top(name) for name in loaded} & {*PACKAGES} == {"taotp_core"}
    for name in ("hello_world", "search"):
        loaded = loaded_by(f"taotp.programs; from taotp.programs import {name}")
        ours = [each for each in loaded if top(each) in ("taotp", "taotp_core")]
        assert "numpy" in loaded and len(ours) <= MOST_LOADED, ours


def test_a_check_reads_the_file_of_its_exercise_alone() -> None:
    """All 208 take seconds, which a reader waits for in a page; a board is asked for after them.

    Nor does it wait for what draws boxes, which the first cell of each page of exercises names.
    """
    loaded = loaded_by("exercises.answer_field, exercises; exercises.check('repeat-last', None)")
    read = {name for name in loaded if name.startswith("exercises.catalogue.")}
    assert {name.rpartition(".")[2] for name in read} == {"hello_world", "repeat_last"}
    assert "exercises.handing_in.boards" not in loaded and "taotp.figures" not in loaded


def test_a_command_reads_the_files_of_few_exercises() -> None:
    """Those that boards share; a count of all at import cost each command half its time."""
    loaded = loaded_by("exercises.__main__")
    read = {name for name in loaded if re.match(r"exercises\.catalogue\.\w+\.", name)}
    assert "exercises.handing_in.attempt" in loaded and len(read) <= 2, read


def lines_of(path: Path) -> int:
    """How many lines a file has."""
    return len(path.read_text("utf-8").splitlines())


def test_the_core_is_small_and_has_no_rooms_and_a_program_is_a_page_of_code() -> None:
    files = modules("taotp_core")
    names = {path.relative_to(ROOT / "taotp_core").as_posix() for path in files}
    assert names == {f"{name}.py" for name in (*CORE, "__init__")}
    assert sum(map(lines_of, files)) <= MOST_OF_CORE
    lines = {path.name: lines_of(path) for path in modules("taotp/programs")}
    assert {name: n for name, n in lines.items() if n > MOST_OF_A_PROGRAM} == {}


def test_a_newcomer_is_told_of_each_module_once() -> None:
    guide = ROOT / "taotp_core" / "README.md"
    named = re.findall(r"`(\S+)\.py`", guide.read_text("utf-8"))
    assert sorted(named) == sorted([*CORE, "../taotp/programs/echo"])
    assert (ROOT / "taotp" / "programs" / "echo.py").exists()
    assert lines_of(guide) <= MOST_OF_A_GUIDE
