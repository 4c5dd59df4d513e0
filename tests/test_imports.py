"""Imports point down, and the library needs numpy alone."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
APPLICATIONS = ROOT / "taotp" / "applications"
MOST_OF_CORE = 4_500  # lines
MOST_OF_A_PROGRAM = 150  # lines
MOST_LOADED = 16  # modules of the package
MOST_OF_A_GUIDE = 20  # lines
CORE = [
    *("deprecated", "arrays", "weights", "inputs", "fast", "transformer", "plain", "decode"),
    *("stream", "rotations", "encodings", "gadgets", "edits", "lora", "equivalences", "post_ln"),
    *("losses", "measure", "program"),
]
LIBRARY = [
    *("lazy_exports", "files", "reference", "positions", "costs", "words", "exports"),
    *("constructions", "sound", "little_man", "programs", "data", "applications", "interp"),
    *("listing", "examples", "page", "figures", "figures of applications"),
    *("verify", "cli", "__main__"),
]
EXERCISES = [
    *(
        "interrupted",
        "typed",
        "order",
        "model_answer",
        "statement",
        "visible",
        "judging",
        "warm_ups",
    ),
    "catalogue",
    *("not_in_page", "handing_in"),
    *("results", "results_page"),
    *(
        "progress_store",
        "__init__",
        "answer_field",
        "bench_block",
        "progress_page",
        "doctor",
        "__main__",
    ),
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
    *("attempt", "ledger", "grade", "certificates", "marks", "points", "rosters", "gradebooks"),
    *("similarity", "ranking", "language_entries", "computer_entries"),
    *("entries", "exhibits"),
]
EXPERIMENTS = [
    *("outside", "kept", "stored", "tables", "training", "play", "more_text", "decoders"),
    *("dial_tones_map", "train_letters", "train_induction", "realized", "spoken_digits"),
    *("train_adapters", "*", "__main__"),
]
TOOLS = [
    "notebook_style",
    "numbers",
    "folding",
    "exercise_pages",
    "chromium",
    "paper",
    "pages",
    "sampling",
    "new_chapter",
    "markdown",
    "english",
    "fingerprints",
    "first_view",
    "next_links",
    "*",
    "suite",
    "experiments",
    "benchmarks",
]
PACKAGES = [
    "taotp_core",
    "taotp",
    "exercises",
    "tools",
]  # each may import those before it
DRAWING = {"matplotlib", "ipywidgets", "anywidget", "IPython", "traitlets", "rjsmin"}


def modules(folder: str) -> list[Path]:
    """The files of a package, without those that a reader keeps there."""
    found = sorted((ROOT / folder).rglob("*.py"))
    return [path for path in found if "my" not in path.relative_to(ROOT).parts]


def part(path: Path, folder: str) -> str:
    """The module or the folder below a folder that a file belongs to.

    Figures of applications are drawn with the kit, which may draw machines of applications.
    """
    first = path.relative_to(ROOT / folder).parts[0].removesuffix(".py")
    return "figures of applications" if first == "applications" and path.stem == "figure" else first


def is_door(path: Path) -> bool:
    """Whether a file hands names on and does nothing else."""
    *body, last = ast.parse(path.read_text(encoding="utf-8")).body
    names_all = isinstance(last, ast.Assign) and ast.unparse(last.targets[0]) == "__all__"
    doing = (ast.Import, ast.ImportFrom, ast.Expr, ast.If)
    return names_all and all(isinstance(node, doing) for node in body)


def run_in(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes below a node that are run, which is not what stands there for type checkers."""
    for below in ast.iter_child_nodes(node):
        if not (isinstance(below, ast.If) and ast.unparse(below.test) == "TYPE_CHECKING"):
            yield below
            yield from run_in(below)


def imports(path: Path) -> Iterator[str]:
    """Every module that a file imports, wherever in it but for type checkers alone."""
    for node in run_in(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path.name} imports from {'.' * node.level}; name the package"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def place(order: list[str], name: str, path: Path) -> int:
    """Where a part stands in an order; "*" stands for all those that import none of each other."""
    assert name in order or "*" in order, f"{path}: {name} has no place in the order"
    return order.index(name if name in order else "*")


def assert_points_down(path: Path, folder: str, order: list[str]) -> None:
    """What a file below a folder imports from there stands before it in the order."""
    own, prefix = part(path, folder), folder.replace("/", ".")
    for name in imports(path):
        if f"{name}.".startswith(f"{prefix}."):
            found = module_of(name)
            imported = part(found, folder) if found else "__init__"
            inside = imported == own and (ROOT / folder / own).is_dir()
            before = inside or place(order, imported, path) < place(order, own, path)
            assert before, f"{path.relative_to(ROOT)} imports {name}"


def module_of(name: str) -> Path | None:
    """The file in which an imported name is, if it is one of ours."""
    while name:
        path = ROOT / name.replace(".", "/")
        if (file := path.with_suffix(".py")).exists() or (file := path / "__init__.py").exists():
            return file
        name = name.rpartition(".")[0]
    return None


WINGS = [
    ("taotp_core", CORE),
    ("taotp", LIBRARY),
    ("exercises", EXERCISES),
    ("exercises/judging", JUDGING),
    ("exercises/handing_in", HANDING_IN),
    ("tools/experiments", EXPERIMENTS),
    ("tools", TOOLS),
]
EVERY = [
    (path, folder, order)
    for folder, order in WINGS
    for path in modules(folder)
    if path != ROOT / folder / "__init__.py" and not is_door(path)
]


@pytest.mark.parametrize(
    ("path", "folder", "order"), EVERY,
    ids=[f"{folder}:{path.relative_to(ROOT / folder)}" for path, folder, _ in EVERY],
)  # fmt: skip
def test_imports_point_down(path: Path, folder: str, order: list[str]) -> None:
    place(order, part(path, folder), path)
    assert_points_down(path, folder, order)


@pytest.mark.parametrize("folder", PACKAGES)
def test_a_package_imports_those_before_it(folder: str) -> None:
    later = PACKAGES[PACKAGES.index(folder) + 1 :]
    for path in modules(folder):
        for name in imports(path):
            assert name.partition(".")[0] not in later, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("folder", [*PACKAGES, "book/_extensions"])
def test_nothing_imports_tests_or_what_builds_the_book(folder: str) -> None:
    builds = set() if folder == "book/_extensions" else {"local_pages"}
    for path in modules(folder):
        for name in imports(path):
            assert name.partition(".")[0] not in {"tests"} | builds, path


@pytest.mark.parametrize(
    "path", [*modules("taotp_core"), *modules("taotp")], ids=lambda path: path.stem
)
def test_the_library_needs_numpy_alone(path: Path) -> None:
    allowed = sys.stdlib_module_names | {"numpy", "taotp", "taotp_core"}
    drawing = (
        DRAWING if (ROOT / "taotp") in path.parents and "figures" in part(path, "taotp") else set()
    )
    for name in imports(path):
        assert name.partition(".")[0] in allowed | drawing, f"{path.name} imports {name}"


def test_no_import_goes_in_a_circle() -> None:
    graph = {
        path: {found for name in imports(path) if (found := module_of(name)) and found != path}
        for folder in PACKAGES
        for path in modules(folder)
    }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the files


def test_the_package_itself_imports_no_figures() -> None:
    names = list(imports(ROOT / "taotp_core" / "__init__.py"))
    known = sys.stdlib_module_names | {"taotp_core"}
    assert all(name.partition(".")[0] in known for name in names)
    assert not any(name.partition(".")[0] == "taotp" for name in names)


def test_a_catalogue_knows_nothing_of_handing_in() -> None:
    for path in modules("exercises/catalogue"):
        assert not any("handing_in" in name for name in imports(path)), path


# --- the wall around the core, and between applications


def of_package(name: str) -> Path:
    """The file or the folder of a part of the library."""
    path = ROOT / "taotp_core" / name
    return path if path.is_dir() else path.with_suffix(".py")


def test_the_core_is_small() -> None:
    files = [ROOT / "taotp_core" / "__init__.py"]
    for name in CORE:
        files += (
            sorted(of_package(name).rglob("*.py"))
            if of_package(name).is_dir()
            else [of_package(name)]
        )
    assert sum(len(file.read_text("utf-8").splitlines()) for file in files) <= MOST_OF_CORE


def test_the_front_step_is_the_core() -> None:
    there = {path.stem for path in (ROOT / "taotp_core").glob("*.py")}
    assert there == {*CORE, "__init__"}


def test_a_newcomer_is_told_of_each_module_once() -> None:
    text = (ROOT / "taotp_core" / "README.md").read_text("utf-8")
    named = re.findall(r"`(\S+)\.py`", text)
    assert sorted(named) == sorted([*CORE, "../taotp/programs/echo"])
    assert (ROOT / "taotp" / "programs" / "echo.py").exists()
    assert len(text.splitlines()) <= MOST_OF_A_GUIDE


def test_a_small_program_loads_little() -> None:
    code = "import sys, taotp.programs.hello_world; print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    ours = [
        name for name in said.stdout.split() if name.partition(".")[0] in ("taotp", "taotp_core")
    ]
    assert "numpy" in said.stdout.split() and len(ours) <= MOST_LOADED, ours


@pytest.mark.parametrize(
    "application", sorted(each.name for each in APPLICATIONS.iterdir() if each.is_dir())
)
def test_an_application_imports_no_other(application: str) -> None:
    for path in modules(f"taotp/applications/{application}"):
        for name in imports(path):
            if name.startswith("taotp.applications."):
                assert name.split(".")[2] == application, f"{path.relative_to(ROOT)} imports {name}"


@pytest.mark.parametrize("path", modules("taotp/programs"), ids=lambda path: path.name)
def test_a_program_is_a_page_of_code(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= MOST_OF_A_PROGRAM
