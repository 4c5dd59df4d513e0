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

PYTHONS = ("3.11", "3.12", "3.13", "3.14")
FILES = ("requirements.txt", "tools/requirements/test.txt", "tools/requirements/engines.txt")


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


def every_pin(root: Path, python: str) -> dict[str, Version]:
    """The pins of both files of constraints, which have no package in common."""
    tested, engines = (
        pins(root / f"tools/requirements/constraints{of}.txt", python) for of in ("", "-engines")
    )
    assert not set(tested) & set(engines)
    return tested | engines


@every("name", FILES)
def test_every_line_says_why(root: Path, name: str) -> None:
    for what, why in listed(root / name):
        assert why or what.startswith(("-r", "-c")), f"{name}: {what} has no reason beside it"


@every("python", PYTHONS)
@every("name", FILES)
def test_pins_agree_with_the_constraints(root: Path, name: str, python: str) -> None:
    constraints = every_pin(root, python)
    for package, version in pins(root / name, python).items():
        assert constraints[package] == version


@every("python", PYTHONS)
def test_the_library_accepts_what_is_pinned(root: Path, python: str) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    pinned = every_pin(root, python)
    assert Version(python) in Requirement(f"python{project['requires-python']}").specifier
    extras = project["optional-dependencies"].values()
    for line in sum(extras, start=project["dependencies"]):
        requirement = Requirement(line)
        assert pinned[canonicalize_name(requirement.name)] in requirement.specifier


def test_no_file_names_a_package_index(root: Path) -> None:
    for name in (
        *FILES,
        "tools/requirements/constraints.txt",
        "tools/requirements/constraints-engines.txt",
        "pyproject.toml",
        "tools/install.sh",
    ):
        assert not re.search(r"index-url|find-links|https?://", (root / name).read_text()), name


def test_what_checks_the_scripts_is_pinned(root: Path) -> None:
    wanted = json.loads((root / "tools/javascript/package.json").read_text())["devDependencies"]
    packages = json.loads((root / "tools/javascript/package-lock.json").read_text())["packages"]
    for name, version in wanted.items():
        assert packages[f"node_modules/{name}"]["version"] == version
    for name, package in packages.items():
        assert "resolved" not in package, f"{name} names where it comes from"
        assert not name or "integrity" in package, f"{name} may change"


def test_every_command_that_is_installed_is_there(
    root: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text())["project"]
    for command, place in project["scripts"].items():
        module, name = place.split(":")
        with pytest.raises(SystemExit, match="0"):
            getattr(importlib.import_module(module), name)(["--help"])
        assert capsys.readouterr().out.startswith(f"usage: {command} ")
