"""What the project installs is pinned, explained and complete."""

import importlib
import json
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from tests.laws import every

ROOT = Path(__file__).resolve().parents[2]
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
IN = "tools/requirements"
FILES = ("requirements.txt", *(f"{IN}/{of}.txt" for of in ("lite", "test", "engines")))
PINS = tuple(f"{IN}/constraints{of}.txt" for of in ("", "-engines"))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def listed(path: Path) -> list[tuple[str, str]]:
    """The requirements of a file, each with its comment."""
    lines = [line.partition("#") for line in path.read_text().splitlines()]
    return [(what.strip(), why.strip()) for what, _, why in lines if what.strip()]


def pins(path: Path, python: str) -> dict[str, Version]:
    """The one version of each package that a file allows for one Python on Linux."""
    here = {"python_version": python, "python_full_version": f"{python}.9", "sys_platform": "linux"}
    wanted = [Requirement(what) for what, _ in listed(path) if not what.startswith("-")]
    chosen: dict[str, Version] = {}
    for requirement in wanted:
        if requirement.marker and not requirement.marker.evaluate(here):
            continue
        (specifier,) = requirement.specifier
        assert specifier.operator == "==", f"{path.name}: {requirement} is not pinned"
        name = canonicalize_name(requirement.name)
        assert name not in chosen, f"{path.name}: {name} is pinned twice for Python {python}"
        chosen[name] = Version(specifier.version)
    return chosen


def every_pin(python: str) -> dict[str, Version]:
    """The pins of both files of constraints, which have no package in common."""
    tested, engines = (pins(ROOT / name, python) for name in PINS)
    assert not set(tested) & set(engines)
    return tested | engines


def test_every_line_says_why() -> None:
    lines = [line for name in FILES for line in listed(ROOT / name)]
    assert not [what for what, why in lines if not why and not what.startswith(("-r", "-c"))]


@every("python", PYTHONS)
def test_pins_agree_with_the_constraints_and_the_library_accepts_them(python: str) -> None:
    pinned = every_pin(python)
    for name in FILES:
        assert pins(ROOT / name, python).items() <= pinned.items(), name
    assert Version(python) in Requirement(f"python{PROJECT['requires-python']}").specifier
    extras = PROJECT["optional-dependencies"].values()
    for requirement in map(Requirement, sum(extras, start=PROJECT["dependencies"])):
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier


def test_no_file_names_a_package_index() -> None:
    for name in (*FILES, *PINS, "pyproject.toml", "tools/install.sh"):
        assert not re.search(r"index-url|find-links|https?://", (ROOT / name).read_text()), name


def test_what_checks_the_scripts_is_pinned() -> None:
    wanted = json.loads((ROOT / "tools/javascript/package.json").read_text())["devDependencies"]
    packages = json.loads((ROOT / "tools/javascript/package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    for name, package in packages.items():
        assert "resolved" not in package, f"{name} names where it comes from"
        assert not name or "integrity" in package, f"{name} may change"


def test_every_command_that_is_installed_is_there(capsys: pytest.CaptureFixture[str]) -> None:
    for command, place in PROJECT["scripts"].items():
        module, name = place.split(":")
        with pytest.raises(SystemExit, match="0"):
            getattr(importlib.import_module(module), name)(["--help"])
        assert capsys.readouterr().out.startswith(f"usage: {command} ")
