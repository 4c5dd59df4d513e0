"""The figure of clocks computes in the page what the library computes."""

from functools import partial
from itertools import product
from typing import Any

import numpy as np

from taotp.applications.clocks.figure import (
    HANDS,
    NORMS,
    PACES,
    angles_of,
    presets,
    table_of_clocks,
)
from taotp.figures import clocks
from taotp.positions import diagonal, distinguishability, shift_residual
from taotp_core.arrays import softmax
from taotp_core.encodings import circle, original_angles, rotations, shift, turn
from tests.applications.page import Json, in_page
from tests.refused import refused


def states_of(angles: np.ndarray[Any, Any]) -> list[Json]:
    """These angles with every norm, in two columns and in three, for few and many positions."""
    hands = dict(zip(HANDS, np.degrees(angles).tolist(), strict=True))
    return [
        {**hands, "columns": columns, "norm": norm, "n": n, "steps": steps, "N": N}
        for columns, norm, (n, steps, N) in product(
            (2, 3), NORMS, ((24, 1, 1.0), (40, 3, 7.0), (6, 2, 0.1))
        )
    ]


def test_presets_and_any_angles_are_the_same_in_the_page(node: str) -> None:
    rng = np.random.default_rng(0)
    still = [np.zeros(4), np.array([1.0, 1, 2, 2]), np.array([0, np.pi, 0, 2 * np.pi])]
    drawn = [*rng.uniform(0, 2 * np.pi, (3, 4)), *rng.uniform(0, 0.1, (2, 4)), *still]
    drawn += [angles_of(preset, 24) for preset in presets()]
    states = [state for angles in drawn for state in states_of(angles)]
    for state, answer in zip(states, in_page(node, __file__, clocks(), *states), strict=True):
        angles = np.radians([state[hand] for hand in HANDS])
        codes = table_of_clocks(state["n"], angles, state["columns"], NORMS[state["norm"]])
        assert np.abs(codes - answer["codes"]).max() < 1e-12
        assert np.abs(diagonal(np.sqrt(state["N"]) * codes) - answer["own"]).max() < 1e-12
        assert abs(shift_residual(codes, state["steps"]) - answer["missed"]) < 1e-7
        here = codes[: -state["steps"]]
        assert answer["trivial"] == (np.linalg.matrix_rank(here) == len(here))


def test_a_head_that_looks_back_is_the_same_in_the_page(node: str) -> None:
    for angles in (original_angles(8), np.random.default_rng(2).uniform(0, 2 * np.pi, 4)):
        states = [{**each, "asked": "back", "N": N} for each in states_of(angles) for N in (1, 1e4)]
        for state, answer in zip(states, in_page(node, __file__, clocks(), *states), strict=True):
            n, steps, columns = state["n"], state["steps"], state["columns"]
            codes = table_of_clocks(n, angles, columns, NORMS[state["norm"]])
            turns = np.zeros((12, 12))
            for i, t in enumerate(angles):
                turns[3 * i : 3 * i + 3, 3 * i : 3 * i + 3] = turn(-steps * t / (2 * np.pi), 1)
            moved = codes @ (turns if columns == 3 else shift(-steps, angles))
            pattern = softmax(state["N"] * moved @ codes.T)
            assert np.abs(pattern - answer["seen"]).max() < 1e-9
            right = int((pattern.argmax(axis=1) == np.arange(n) - steps).sum())
            assert answer["found"] == right
            said = "all" if right == n - steps else str(right)
            assert f"{said} of {n - steps} positions look there" in answer["whole"]["text"]


def test_what_it_says_is_so(node: str) -> None:
    after = {"norm": "LayerNorm"}
    states: list[Json] = [{"n": 8}, {}, after, {"norm": "RMSNorm"}, {**after, "columns": 3}]
    few, shiftable, not_after, *others = in_page(node, __file__, clocks(), *states)
    assert few["trivial"]
    assert "prove nothing" in few["whole"]["text"]
    assert "One matrix moves every row by 1." in shiftable["whole"]["text"]
    assert not_after["whole"]["kind"] == "wrong"
    assert "No matrix moves every row by 1: the best one misses by " in not_after["whole"]["text"]
    for answer in (shiftable, *others):
        assert answer["missed"] < 1e-9
        assert answer["whole"]["kind"] == "soft", "shiftable, and soft"
    own = distinguishability(rotations(24, original_angles(8)))
    assert f"Distinguishability {own:.3g}" in shiftable["whole"]["text"]


def test_a_table_stands_without_script_and_the_books_circles_are_hands_in_three_columns() -> None:
    table = clocks().still()
    assert table.count("<tr>") == 1 + len(presets()) * len(NORMS)
    own = f"{distinguishability(rotations(24, original_angles(8))):.3f}"
    assert f"<td>original</td><td>none</td><td>{own}</td><td>nothing</td>" in table
    n = 24
    angles = angles_of(presets()[-1], n)
    assert np.allclose(table_of_clocks(n, angles, 3, None), circle(n, PACES), rtol=0, atol=1e-12)
    after = table_of_clocks(n, angles, 3, NORMS["LayerNorm"])
    assert np.allclose(after, circle(n, PACES), rtol=0, atol=1e-9)


def test_each_control_is_shown_folded_or_left_to_an_address_and_sizes_are_refused() -> None:
    whole, few = clocks().spec, clocks(show=["norm", "N"]).spec
    assert [each["name"] for each in whole["controls"]] == ["preset", "norm"]
    assert whole["folded"] == [each["name"] for each in whole["hidden"]]
    assert [each["name"] for each in few["controls"]] == ["norm", "N"]
    assert not few["folded"] and "folded" not in few["panels"], "what is asked for is all there is"
    refused(*((partial(clocks, n), f"n is {n}; it must be from 4 to 40") for n in (3, 41)))
