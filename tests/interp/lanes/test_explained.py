"""A dial explains itself: the terms that are told add up to it, on every way down to a matrix."""

from pathlib import Path
from typing import Any

import pytest

from tests.in_node import in_node
from tests.interp.lanes.machines import MACHINES
from tests.interp.lanes.test_parity import asked
from tests.laws import every

SCRIPT = Path(__file__).with_name("explained.mjs")
LISTED = 6  # terms


@every("name", MACHINES)
def test_the_terms_of_every_dial_add_up(node: str, name: str) -> None:
    """Of each of its columns; and so do those of what they are products of, down to weights."""
    _, figures = asked(name)
    (dials,) = in_node(node, SCRIPT, figures[:1])
    assert len({dial["by"] for dial in dials}) > 2
    for dial in dials:
        for told in dial["columns"]:
            assert_adds_up(told, told["is"])
            assert told["value"] == pytest.approx(told["is"])
        for told in dial["trail"]:
            if not told["after"]:
                assert_adds_up(told, told["value"])
        *_, last = dial["trail"]
        assert len(dial["trail"]) < 100
        assert last["terms"] or last["value"] == 0, "a way ends with weights alone"
        assert dial["steps"], "each number has its step in the numbers"


def assert_adds_up(told: dict[str, Any], value: float) -> None:
    """Terms are products of their factors, and with the sum of the rest they are the number."""
    assert len(told["terms"]) <= LISTED
    assert told["terms"] == pytest.approx(told["products"])
    most = max(map(abs, told["terms"]), default=0)
    assert sum(told["terms"]) + told["together"] == pytest.approx(value, abs=1e-3 * most + 1e-12)
