"""How far addresses are exact is computed in the page as numpy computes it, for every choice."""

from itertools import product

import numpy as np
import pytest

from taotp.applications.reach.addresses import (
    FEWEST,
    LATER,
    LEAD,
    LINEAR,
    MOST,
    SURE,
    addresses,
    last_right,
    scores,
)
from taotp.applications.reach.figure import CELLS, DIGITS
from taotp.data import experiment
from taotp.figures import reach
from taotp_core.arrays import PRECISIONS
from tests.applications.page import Json, in_page
from tests.laws import every
from tests.refused import refused

FIGURE = reach()
ENTRIES: list[Json] = [
    {"keys": keys, "later": later, "precision": precision, "cells": cells}
    for keys, later, precision, cells in product(addresses(2), LATER, DIGITS, CELLS)
]


def test_every_entry_is_right_as_far_as_in_numpy(node: str) -> None:
    """Among them those of the stored table."""
    rows = experiment("latest_address")
    stored = [{**row, "cells": 100} for row in rows]
    (*found,) = in_page(node, __file__, FIGURE, entries=[*stored, *ENTRIES])["reach"]
    assert found[: len(rows)] == [row["place"] for row in rows]
    found = found[len(rows) :]
    for entry, last in zip(ENTRIES, found, strict=True):
        codes = addresses(entry["cells"])[entry["keys"]]
        assert last == last_right(codes, entry["later"], PRECISIONS[entry["precision"]]), entry
    assert len(ENTRIES) == 7 * 4 * 3 * 4
    assert len(set(found)) > 30


@every("precision", DIGITS)
def test_scores_are_those_of_numpy(node: str, precision: str) -> None:
    """In texts that are right, in those that are not, and far beyond."""
    states = [
        {"keys": keys, "later": later, "precision": precision, "cells": cells, "n": 2**e}
        for keys, later, cells, e in product(addresses(2), LATER, (10, 100), (4, 10, 21, 44))
    ]
    wrong = 0
    answers = in_page(node, __file__, FIGURE, *states, entries=[])["runs"]
    for state, run in zip(states, answers, strict=True):
        later = LATER[str(state["later"])]
        exact = SURE * (later(state["n"] - 2, state["n"]) - later(state["n"] - 4, state["n"]))
        # What is drawn hollow is what nothing rounded would give; far out that is rounded, too.
        assert state["n"] > 2**10 or run["exact"] == pytest.approx(exact, rel=1e-9), state
        codes = addresses(state["cells"])[state["keys"]]
        found = scores(codes, state["later"], state["n"], PRECISIONS[precision])
        lead = found.leads.min()
        page = {name: float(value) for name, value in run["scores"].items()}
        spacing = np.abs(found.meant).max() * 2.0 ** (3 - DIGITS[precision])
        assert abs(page["lead"] - lead) <= (spacing if precision == "float64" else 0), state
        assert page["lead"] == page["meant"] - max(page["before"], page["rival"])
        if page["meant"]:
            apart = float(np.spacing(abs(page["meant"]))) * 2.0 ** (53 - DIGITS[precision])
            assert float(run["spacing"]) == apart
        right = run["whole"]["kind"] == "right"
        assert right == (page["lead"] >= LEAD)
        wrong += not right
    assert 0 < wrong < len(states)


def test_what_it_says(node: str) -> None:
    states: list[Json] = [{}, {"n": 2**20}, {"keys": "one-hot", "later": "-1 / p", "n": 8192}]
    fine, tie, soft = in_page(node, __file__, FIGURE, *states, entries=[])["runs"]
    assert fine["whole"]["text"] == "In 1,024 tokens the latest store leads by 32 at least."
    assert fine["now"]["text"].endswith("Right up to 8,192 tokens.")
    assert tie["whole"]["kind"] == "tie"
    assert "the latest store and the store before it have the same score" in tie["whole"]["text"]
    assert soft["whole"]["kind"] != "right"


def test_only_parabolas_are_linear_in_what_is_asked() -> None:
    """Second differences of what a linear query holds are 0, whichever digits it is made of."""
    for name, (_, queries) in addresses(100).items():
        within = queries.reshape(10, 10, -1) if "digits" in name else queries[None]
        linear = all(
            np.abs(np.diff(within, 2, axis=axis)).max() < 1e-12
            for axis in (0, 1)
            if within.shape[axis] > 2
        )
        assert linear == (name in LINEAR), name


def test_a_table_stands_without_scripts_and_other_choices_are_refused() -> None:
    still = FIGURE.still()
    assert ">parabola around 0</th><td>4,398,046,511,104</td><td>8,192</td><td>0</td>" in still
    assert still.count("<tr>") == 1 + len(addresses(100))
    assert [FIGURE.spec["lengths"][end] for end in (0, -1)] == [2**FEWEST, 2**MOST]
    refused(
        (lambda: reach("spiral"), "keys is 'spiral'; it must be one of parabola from 0, "),
        (lambda: reach(n=1000), "n is 1000; it must be one of 16, 32"),
        (lambda: reach(cells=30), "cells is 30; it must be one of 10, 20, 50, 100"),
    )
