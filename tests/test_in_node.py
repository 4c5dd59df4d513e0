"""One Node answers every question as a new one would."""

from pathlib import Path

import pytest

from tests.in_node import in_node, running

COUNTS = """
import {{ readFileSync }} from "node:fs";
globalThis.seen ??= "{name}";
const {{ add, fail }} = JSON.parse(readFileSync(0, "utf8"));
if (fail) throw new Error("it failed: " + fail);
process.stdout.write(JSON.stringify([globalThis.seen, add + 1]));
"""


def script(folder: Path, name: str) -> Path:
    """A script that tells its name and adds 1."""
    path = folder / f"{name}.mjs"
    path.write_text(COUNTS.format(name=name))
    return path


def test_each_script_answers_each_question_and_has_its_own_globals(
    node: str, tmp_path: Path
) -> None:
    first, second = script(tmp_path, "first"), script(tmp_path, "second")
    assert in_node(node, first, {"add": 1}) == ["first", 2]
    assert in_node(node, second, {"add": 2}) == ["second", 3]
    assert in_node(node, first, {"add": 3}) == ["first", 4]
    assert running(node) is running(node)


def test_what_fails_is_told_and_the_next_is_answered(node: str, tmp_path: Path) -> None:
    path = script(tmp_path, "fails")
    with pytest.raises(AssertionError, match="it failed: here"):
        in_node(node, path, {"fail": "here"})
    assert in_node(node, path, {"add": 1}) == ["fails", 2]
    with pytest.raises(AssertionError, match="Cannot find module"):
        in_node(node, tmp_path / "none.mjs", {})
    assert in_node(node, path, {"add": 4}) == ["fails", 5]
