"""The figure of clocks computes in the page what the library computes."""

import sys
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.clocks.figure import (
    HANDS,
    NORMS,
    PACES,
    angles_of,
    presets,
    table_of_clocks,
)
from taotp.figures import clocks, cloud
from taotp.page.bundle import module, part_script
from taotp.positions import diagonal, distinguishability, shift_residual
from taotp_core.arrays import softmax
from taotp_core.encodings import (
    circle,
    original_angles,
    rotations,
    shift,
    turn,
)
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
Json = dict[str, Any]


def in_page(node: str, states: list[Json]) -> list[Json]:
    """What the page computes in each of some states."""
    answers: list[Json] = in_node(node, SCRIPT, {"spec": clocks().spec, "states": states})
    return answers


def states_of(angles: np.ndarray[Any, Any]) -> list[Json]:
    """These angles with every norm, in two columns and in three, for few and many positions."""
    hands = dict(zip(HANDS, np.degrees(angles).tolist(), strict=True))
    return [
        {**hands, "columns": columns, "norm": norm, "n": n, "steps": steps, "N": N}
        for columns, norm, (n, steps, N) in product(
            (2, 3), NORMS, ((24, 1, 1.0), (40, 3, 7.0), (6, 2, 0.1))
        )
    ]


def assert_same(state: Json, answer: Json) -> None:
    angles = np.radians([state[hand] for hand in HANDS])
    codes = table_of_clocks(state["n"], angles, state["columns"], NORMS[state["norm"]])
    assert np.abs(codes - answer["codes"]).max() < 1e-12
    assert np.abs(diagonal(np.sqrt(state["N"]) * codes) - answer["own"]).max() < 1e-12
    assert abs(shift_residual(codes, state["steps"]) - answer["missed"]) < 1e-7
    here = codes[: -state["steps"]]
    assert answer["trivial"] == (np.linalg.matrix_rank(here) == len(here))


@every("number", range(4))
def test_presets_are_the_same_in_the_page(node: str, number: int) -> None:
    states = states_of(angles_of(presets()[number], 24))
    for state, answer in zip(states, in_page(node, states), strict=True):
        assert_same(state, answer)


def test_any_angles_are_the_same_in_the_page(node: str) -> None:
    rng = np.random.default_rng(0)
    still = [np.zeros(4), np.array([1.0, 1, 2, 2]), np.array([0, np.pi, 0, 2 * np.pi])]
    drawn = [*rng.uniform(0, 2 * np.pi, (6, 4)), *rng.uniform(0, 0.1, (4, 4)), *still]
    states = [state for angles in drawn for state in states_of(angles)]
    for state, answer in zip(states, in_page(node, states), strict=True):
        assert_same(state, answer)


@every("columns", [2, 3])
@every("norm", NORMS)
def test_a_head_that_looks_back_is_the_same_in_the_page(node: str, columns: int, norm: str) -> None:
    rng = np.random.default_rng(columns)
    for angles in [original_angles(8), rng.uniform(0, 2 * np.pi, 4)]:
        states = [
            {**state, "asked": "back", "N": N}
            for state in states_of(angles)
            for N in (1.0, 1e4)
            if (state["columns"], state["norm"]) == (columns, norm)
        ]
        for state, answer in zip(states, in_page(node, states), strict=True):
            n, steps = state["n"], state["steps"]
            codes = table_of_clocks(n, angles, columns, NORMS[norm])
            each = [turn(-steps * t / (2 * np.pi), 1) for t in angles]
            blocks = np.zeros((3 * len(angles), 3 * len(angles)))
            for i, block in enumerate(each):
                blocks[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = block
            moved = codes @ (blocks if columns == 3 else shift(-steps, angles))
            pattern = softmax(state["N"] * moved @ codes.T)
            assert np.abs(pattern - answer["seen"]).max() < 1e-9
            right = int((pattern.argmax(axis=1) == np.arange(n) - steps).sum())
            assert answer["found"] == right
            said = "all" if right == n - steps else str(right)
            assert f"{said} of {n - steps} positions look there" in answer["whole"]["text"]


def test_what_it_says_is_so(node: str) -> None:
    few, shiftable, not_after, still_after, across = in_page(
        node,
        [{"n": 8}, {}, {"norm": "LayerNorm"}, {"norm": "RMSNorm"},
         {"norm": "LayerNorm", "columns": 3}],
    )  # fmt: skip
    assert few["trivial"]
    assert "prove nothing" in few["whole"]["text"]
    assert "One matrix moves every row by 1." in shiftable["whole"]["text"]
    assert not_after["whole"]["kind"] == "wrong"
    assert "No matrix moves every row by 1: the best one misses by " in not_after["whole"]["text"]
    for answer in (shiftable, still_after, across):
        assert answer["missed"] < 1e-9
        assert answer["whole"]["kind"] == "soft", "shiftable, and soft"
    own = distinguishability(rotations(24, original_angles(8)))
    assert f"Distinguishability {own:.3g}" in shiftable["whole"]["text"]


def test_the_books_circles_are_hands_in_three_columns() -> None:
    n = 24
    angles = angles_of(presets()[-1], n)
    assert np.allclose(table_of_clocks(n, angles, 3, None), circle(n, PACES), rtol=0, atol=1e-12)
    after = table_of_clocks(n, angles, 3, NORMS["LayerNorm"])
    assert np.allclose(after, circle(n, PACES), rtol=0, atol=1e-9)


def test_a_stopped_hand_is_not_heard() -> None:
    """It adds the same to every score."""
    angles = np.array([1.0, 0.3])
    codes = table_of_clocks(20, np.array([1.0, 0.3, 0, 0]), 2, None)
    assert np.allclose(diagonal(codes), diagonal(rotations(20, angles)), rtol=0, atol=1e-12)


def test_the_table_without_script() -> None:
    table = clocks().still()
    assert table.count("<tr>") == 1 + len(presets()) * len(NORMS)
    original = [f"{distinguishability(rotations(24, original_angles(8))):.3f}", "nothing"]
    assert f"<td>original</td><td>none</td><td>{original[0]}</td><td>{original[1]}</td>" in table


def test_it_brings_its_part_and_others_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    assert clocks().widget._esm == module("clocks", "folded")
    assert cloud(2).widget._esm == module("cloud")
    monkeypatch.delenv("TAOTP_PAGE", raising=False)
    monkeypatch.setitem(sys.modules, "google.colab", object())
    assert part_script("clocks") in clocks()._repr_mimebundle_()["text/html"]
    assert part_script("clocks") not in cloud(2)._repr_mimebundle_()["text/html"]


def test_each_control_is_shown_folded_or_left_to_an_address() -> None:
    whole, few = clocks().spec, clocks(show=["norm", "N"]).spec
    assert [each["name"] for each in whole["controls"]] == ["preset", "norm"]
    assert whole["folded"] == [each["name"] for each in whole["hidden"]]
    assert [each["name"] for each in few["controls"]] == ["norm", "N"]
    assert not few["folded"] and "folded" not in few["panels"], "what is asked for is all there is"


def test_sizes_it_cannot_draw_are_refused() -> None:
    for n in (3, 41):
        with pytest.raises(ValueError, match=f"n is {n}; it must be from 4 to 40"):
            clocks(n)
