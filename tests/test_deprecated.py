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

ASKED = [  # what a reader had written, and the old and the new name of which they are told
    ("import taotp_core.programs.searching", "taotp_core.programs.searching is taotp.programs.s"),
    ("from taotp_core.look.truth import matters", "look.truth is taotp.interp.ground_truth now"),
    ("import taotp_core; taotp_core.programs.induction", "taotp_core.programs is taotp.programs"),
    ("from taotp_core import load, save", "taotp_core.load is taotp.load now"),
    ("from taotp_core.gadgets import drown", "drown is taotp_core.gadgets.overwrite_by_scale now"),
    ("from exercises.block import build_yourself", "exercises.block is exercises.bench_block now"),
    (
        "from taotp_core.programs import agreement; import taotp_core.programs.agreement as same;"
        "assert agreement is same and callable(agreement);"
        "import sys; assert sys.modules['taotp_core.programs.agreement'].agreement is agreement",
        "taotp_core.programs.agreement is taotp.applications.agreement.machine now",
    ),
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


@every("code, told", ASKED)
def test_a_reader_is_told_at_their_line(code: str, told: str) -> None:
    """In a fresh process, as Python shows warnings to those who did not ask for them."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert any("Warning: " in line and told in line for line in done.stderr.splitlines())
    assert {line.partition(":")[0] for line in done.stderr.splitlines()} == {"<string>"}


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
