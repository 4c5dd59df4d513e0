"""How far addresses are exact is computed in the page as numpy computes it, for every choice."""

import gzip
from itertools import product
from pathlib import Path
from typing import Any

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
from taotp.page.bundle import part_script
from taotp_core.arrays import PRECISIONS
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("figure.mjs")
Json = dict[str, Any]
ENTRIES: list[Json] = [
    {"keys": keys, "later": later, "precision": precision, "cells": cells}
    for keys, later, precision, cells in product(addresses(2), LATER, DIGITS, CELLS)
]


def in_page(node: str, states: list[Json], entries: list[Json]) -> Json:
    """What the page makes of states, and how far each of some entries is right."""
    asked = {"spec": reach().spec, "states": states, "entries": entries}
    answer: Json = in_node(node, SCRIPT, asked)
    return answer


def test_every_entry_is_right_as_far_as_in_numpy(node: str) -> None:
    found = in_page(node, [], ENTRIES)["reach"]
    for entry, last in zip(ENTRIES, found, strict=True):
        codes = addresses(entry["cells"])[entry["keys"]]
        assert last == last_right(codes, entry["later"], PRECISIONS[entry["precision"]]), entry
    assert len(ENTRIES) == 7 * 4 * 3 * 4
    assert len(set(found)) > 30


def test_the_stored_table_is_among_them(node: str) -> None:
    rows = experiment("latest_address")
    asked = [{**row, "cells": 100} for row in rows]
    assert in_page(node, [], asked)["reach"] == [row["place"] for row in rows]


@every("precision", DIGITS)
def test_scores_are_those_of_numpy(node: str, precision: str) -> None:
    """In texts that are right, in those that are not, and far beyond."""
    states = [
        {"keys": keys, "later": later, "precision": precision, "cells": cells, "n": 2**e}
        for keys, later, cells, e in product(addresses(2), LATER, (10, 100), (4, 10, 21, 44))
    ]
    wrong = 0
    for state, run in zip(states, in_page(node, states, [])["runs"], strict=True):
        codes = addresses(state["cells"])[state["keys"]]
        found = scores(codes, state["later"], state["n"], PRECISIONS[precision])
        lead = found.leads.min()
        page = {name: float(value) for name, value in run["scores"].items()}
        spacing = np.abs(found.meant).max() * 2.0 ** (3 - DIGITS[precision])
        assert abs(page["lead"] - lead) <= (spacing if precision == "float64" else 0), state
        assert page["lead"] == page["meant"] - max(page["before"], page["rival"])
        if page["meant"]:
            assert float(run["spacing"]) == spacing_at(page["meant"], precision)
        right = run["whole"]["kind"] == "right"
        assert right == (page["lead"] >= LEAD)
        wrong += not right
    assert 0 < wrong < len(states)


def spacing_at(x: float, precision: str) -> float:
    """How far numbers of a precision are apart at x."""
    return float(np.spacing(np.float64(abs(x)))) * 2.0 ** (53 - DIGITS[precision])


def test_what_is_drawn_hollow_is_what_nothing_rounded_would_give(node: str) -> None:
    states = [{"later": later, "n": n} for later in LATER for n in (16, 1024)]
    for state, run in zip(states, in_page(node, states, [])["runs"], strict=True):
        later, n = LATER[str(state["later"])], float(str(state["n"]))
        assert run["exact"] == pytest.approx(SURE * (later(n - 2, n) - later(n - 4, n)), rel=1e-9)


def test_what_it_says(node: str) -> None:
    fine, tie, soft = in_page(
        node, [{}, {"n": 2**20}, {"keys": "one-hot", "later": "-1 / p", "n": 8192}], []
    )["runs"]
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


def test_a_table_stands_without_scripts_and_the_part_is_small() -> None:
    assert len(gzip.compress(part_script("reach").encode())) < 6_000
    still = reach().still()
    assert ">parabola around 0</th><td>4,398,046,511,104</td><td>8,192</td><td>0</td>" in still
    assert still.count("<tr>") == 1 + len(addresses(100))


def test_choices_that_there_are_not_are_refused() -> None:
    with pytest.raises(ValueError, match="keys is 'spiral'; it must be one of parabola from 0, "):
        reach("spiral")
    with pytest.raises(ValueError, match="n is 1000; it must be one of 16, 32"):
        reach(n=1000)
    with pytest.raises(ValueError, match="cells is 30; it must be one of 10, 20, 50, 100"):
        reach(cells=30)
    assert reach().spec["lengths"][0] == 2**FEWEST
    assert reach().spec["lengths"][-1] == 2**MOST
