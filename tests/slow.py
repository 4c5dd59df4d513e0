"""Which slow tests `make test` asks: about what changed all, else a twelfth in turn; at night all.

Slow is what waits (clusters, programs, clones), which its mark says, and what works long, which
stands in dear.txt.
"""

import re
from functools import cache
from pathlib import Path

from tools import changed, sampling

WORD = re.compile(r"\w+")
DEAR = Path(__file__).with_name("dear.txt")
# What makes environments, packages and the book: whatever is there may change each test of them.
BUILD = (
    *("book/_", "tools/", ".ci/", "Makefile", "README.md", "pyproject.toml", "requirements"),
    *("constraints", "package"),
)
EXERCISES = ("exercises/", "taotp/page/exercises/")
# What every page has, and what the tests of pages share.
KIT = ("taotp/page/kit/", "taotp/page/bundle.py", "book/_", "tests/pages/conftest.py")
MACHINE = ("taotp/page/machine/", "taotp/figures/", *KIT)
EDITOR = ("taotp/page/editor/", "taotp/listing/", *KIT)
# What may break tests that stand elsewhere than their names say: by how the tests' own begin.
WIDE = {
    "tests/exercises/": (*EXERCISES, "taotp/applications/french/"),
    "tests/platform/": BUILD,
    "tests/pages/": KIT,
    "tests/pages/test_answers": EXERCISES,
    "tests/pages/test_blocks": (*EDITOR, *EXERCISES),
    "tests/pages/test_computer": (*MACHINE, "taotp/applications/computer/"),
    "tests/pages/test_cover": ("taotp/applications/cover/",),
    "tests/pages/test_dialing": ("taotp/page/sound/", "taotp/applications/dialing/"),
    "tests/pages/test_editor": EDITOR,
    "tests/pages/test_figures": (*MACHINE, "taotp/applications/", "taotp/page/positions/"),
    "tests/pages/test_film": MACHINE,
    "tests/pages/test_hour": (*EXERCISES, *MACHINE),
    "tests/pages/test_inside": (*MACHINE, "taotp/interp/"),
    "tests/pages/test_lanes": (*MACHINE, "taotp/interp/lanes/"),
    "tests/pages/test_machine": MACHINE,
    "tests/pages/test_numbers": MACHINE,
    "tests/pages/test_playground": EDITOR,
    "tests/pages/test_python": ("taotp/page/python/", *EXERCISES),
    "tests/pages/test_sentence": (*MACHINE, "taotp/applications/agreement/"),
    "tests/pages/test_trials": MACHINE,
    "tests/pages/test_words": ("taotp/page/sound/", "taotp/sound/", "taotp/applications/spoken/"),
    "tests/pages/test_workshop": (*EDITOR, *EXERCISES),
}


@cache
def dear() -> frozenset[str]:
    """The tests that work long; a name with brackets is one row."""
    lines = DEAR.read_text("utf-8").splitlines()
    return frozenset(line for line in lines if not line.startswith("#"))


def is_dear(test: str) -> bool:
    """Whether a test works long; it is told by its file and name, as pytest does."""
    return bool({test, test.partition("[")[0]} & dear())


def is_due(test: str) -> bool:
    """Whether a slow test is asked in this run."""
    if sampling.at_night() or sampling.lot(f"slow {test}") % sampling.IN_TURN == 0:
        return True
    sources = (each for begun, each in WIDE.items() if test.startswith(begun))
    if any(name.startswith(each) for each in sources for name in changed.files()):
        return True
    return changed.lies_in_another(test, of_what_changed())


@cache
def of_what_changed() -> set[str]:
    """The files and folders of tests for what changed; scenes are for the pages that they name."""
    found = {each.partition("::")[0] for each in changed.tests()}
    sources = {Path(each).stem for each in changed.files() if Path(each).parent == Path("book")}
    for file in sorted(Path(__file__).parent.glob("pages/test_*.py")):
        name = f"tests/pages/{file.name}"
        if name in changed.files() or sources & {*WORD.findall(file.read_text("utf-8"))}:
            found.add(name)
    return found
