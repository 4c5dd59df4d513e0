"""Old names work for one release: each is the very same thing, and says what it is called now."""

import inspect
import subprocess
import sys
import warnings
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import pytest

from taotp_core import deprecated
from tests.laws import every
from tests.platform.test_argument_names import functions

ASKED: list[dict[str, str]] = [  # lines of a reader's programs, and of what each is told
    {
        "import taotp_core.programs.searching": "programs.searching is taotp.programs.searching",
        "from taotp_core.look.truth import matters": "truth is taotp.interp.ground_truth now",
        "from taotp_core import load, save": "taotp_core.load is taotp.load now",
        "from taotp_core.gadgets import drown": "is taotp_core.gadgets.overwrite_by_scale now",
        "from exercises.block import build_yourself": "block is exercises.bench_block now",
    },
    {"import taotp_core; taotp_core.programs.induction": "taotp_core.programs is taotp.programs"},
    {
        "from taotp_core.programs import agreement": "taotp_core.programs is taotp.programs now",
        "import sys, taotp_core.programs.agreement as it": "taotp.applications.agreement.machine",
        "assert it is agreement is sys.modules['taotp_core.programs.agreement'].agreement": "",
        "assert callable(it)": "",
    },
]


@every("old, new", deprecated.MODULES.items())
def test_an_old_module_is_the_new_one(old: str, new: str) -> None:
    sys.modules.pop(old, None)
    with pytest.warns(DeprecationWarning, match=f"^{old} is {new} now$"):
        found = import_module(old)
    assert found is import_module(new)
    assert found.__spec__ and found.__spec__.name == found.__name__ == new


@every("module, name, new", [(a, b, c) for a, n in deprecated.NAMES.items() for b, c in n.items()])
def test_an_old_name_is_the_new_one(module: str, name: str, new: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{module}.{name} is {new} now") as told:
        found = getattr(import_module(module), name)
    home, _, own = new.rpartition(".")
    assert found is getattr(import_module(home), own) and told[0].filename == __file__


@every("program", ASKED)
def test_a_reader_is_told_at_their_line(program: dict[str, str]) -> None:
    """In a fresh process, as Python shows warnings to those who did not ask for them."""
    command = [sys.executable, "-c", "\n".join(program)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    said = done.stderr.splitlines()
    assert {line.partition(":")[0] for line in said} == {"<string>"}
    for number, told in enumerate(program.values(), 1):
        at = f"<string>:{number}: DeprecationWarning: "
        assert not told or any(line.startswith(at) and told in line for line in said), (told, said)


def test_an_old_command_runs_and_is_told() -> None:
    command = [sys.executable, "-m", "taotp_core", "run", "small.add(2)", "12+34="]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0 and done.stdout.strip() == "046", done.stderr
    assert "taotp_core.__main__ is taotp.__main__ now" in done.stderr


def test_an_old_argument_is_said_to_be_the_new_one(root: Path) -> None:
    unsaid, found = [], 0
    for place, function in functions(root).items():
        for old, new in vars(function).get("renamed", {}).items():
            found += 1
            new = new if isinstance(new, str) else new[0]
            with warnings.catch_warnings(record=True, action="always") as told, suppress(Exception):
                function(**{old: 1})  # which may lack others
            said = [str(each.message) for each in told if each.category is DeprecationWarning]
            taken = inspect.signature(function).parameters
            if not any(f"{old!r} {new!r} now" in each for each in said) or new not in taken:
                unsaid.append(f"{place}({old})")
    assert found > 12 and not unsaid, unsaid


@every("place", ["taotp_core.nowhere", "taotp_core.gadgets.nothing", "exercises.blocks"])
def test_what_never_was_is_not_found(place: str) -> None:
    module, _, name = place.rpartition(".")
    assert deprecated.new_name(place) is None or module == "taotp_core.gadgets"
    with pytest.raises(ModuleNotFoundError):
        import_module(place)
    with pytest.raises(AttributeError, match=name):
        getattr(import_module(module), name)
