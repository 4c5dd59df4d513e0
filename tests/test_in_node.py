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


def test_each_script_has_its_own_globals_and_what_fails_is_told(node: str, tmp_path: Path) -> None:
    for name in ("first", "second"):
        (tmp_path / f"{name}.mjs").write_text(COUNTS.format(name=name))
    first, second = tmp_path / "first.mjs", tmp_path / "second.mjs"
    assert in_node(node, first, {"add": 1}) == ["first", 2]
    assert in_node(node, second, {"add": 2}) == ["second", 3]
    with pytest.raises(AssertionError, match="it failed: here"):
        in_node(node, first, {"fail": "here"})
    with pytest.raises(AssertionError, match="Cannot find module"):
        in_node(node, tmp_path / "none.mjs", {})
    assert in_node(node, first, {"add": 3}) == ["first", 4]
    assert running(node) is running(node)
