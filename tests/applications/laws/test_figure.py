"""Three laws of scale: the page reads off what their formulas say."""

import gzip
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.applications.laws.figure import LAWS, loss
from taotp.figures import Run, laws
from taotp.page.bundle import part_script
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("figure.mjs")
SHARES = [0.99, 0.9, 0.5]
Json = dict[str, Any]


def in_page(node: str, *states: Json) -> Json:
    """What the page says in each of some states, and what some shares of the loss take."""
    answer: Json = in_node(node, SCRIPT, {"spec": laws().spec, "states": states, "shares": SHARES})
    return answer


def test_the_constants_are_those_of_the_source() -> None:
    """Footnote 3 of section 8.8.1, after Kaplan and others (2020)."""
    constants = {law.name: (law.c, law.alpha) for law in LAWS}
    assert constants == {"N": (8.8e13, 0.076), "D": (5.4e13, 0.095), "C": (3.1e8, 0.050)}


def test_each_law_was_tried_on_a_part_of_its_line() -> None:
    for law in LAWS:
        least, most = law.tried
        assert max(law.least, least) < min(law.most, most) < law.most


def test_the_chapter_says_over_how_many_powers_of_ten() -> None:
    """Sizes and computing as the paper counts them below equation 1.3; text by its section 2.3."""
    powers = {law.name: round(np.log10(law.tried[1] / law.tried[0])) for law in LAWS}
    assert powers == {"N": 6, "D": 3, "C": 8}


def test_losses_are_read_off_the_lines(node: str) -> None:
    states: list[Json] = [
        {"N": 1e3, "D": 1e6, "C": 1e-8, "more": 1},
        {"N": 1.24e8, "D": 3e11, "C": 3640, "more": 100},
        {"N": 1.24e8, "D": 3e11, "C": 3640, "more": 100, "measure": "bits"},
    ]
    for state, said in zip(states, in_page(node, *states)["said"], strict=True):
        per = 1 / np.log(2) if state.get("measure") == "bits" else 1
        for law, line in zip(LAWS, said["lines"], strict=True):
            x, more = state[law.name], state["more"]
            assert line["now"] == pytest.approx(per * (law.c / x) ** law.alpha, rel=1e-12)
            assert line["then"] == pytest.approx(per * loss(law, more * x), rel=1e-12)
            assert line["kept"] == pytest.approx(line["then"] / line["now"], rel=1e-12)


def test_a_price_is_paid_by_its_law(node: str) -> None:
    for law, prices in zip(LAWS, in_page(node)["prices"], strict=True):
        for share, price in zip(SHARES, prices, strict=True):
            assert loss(law, price * 1e7) == pytest.approx(share * loss(law, 1e7), rel=1e-12)
    halves = [prices[-1] for prices in in_page(node)["prices"]]
    assert halves[2] == pytest.approx(2**20), "half the loss is a million times the computing"


def test_what_it_says_is_so(node: str) -> None:
    (said,) = in_page(node, {"N": 1e8, "D": 1e10, "C": 1})["said"]
    losses = ", ".join(f"{law.name} {loss(law, x):.2f}"
                       for law, x in zip(LAWS, (1e8, 1e10, 1), strict=True))  # fmt: skip
    assert f"each as if nothing else were short: {losses}." in said["whole"]["text"]
    assert said["now"]["text"].startswith("10 times as much takes off: N 16.1 %, D 19.6 %, C 10.9")


def test_a_run_takes_six_operations_for_each_number_and_token() -> None:
    # Brown and others (2020) print 3,640 PF-days for GPT-3, which has 175 billion numbers.
    days = Run(175e9, 300e9).C
    assert days == pytest.approx(3640, rel=0.005)
    assert laws({"a": Run(1e9, 1e10)}).spec["runs"] == {"a": [1e9, 1e10, Run(1e9, 1e10).C]}


def test_the_script_is_small_and_a_table_stands_for_it() -> None:
    assert len(gzip.compress(part_script("laws").encode())) < 6_000
    table = laws(at=Run(1e8, 1e10)).still()
    assert (
        '<th scope="row">N, numbers in the model</th><td>1e+08</td><td>2.830</td><td>2.376</td>'
        in table
    )


def test_what_is_outside_a_line_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^N of at is 10; it must be from 1000 to 1e\+13$"):
        laws(at=Run(10, 1e9))
    with pytest.raises(ValueError, match=r"^D of tiny is 1; it must be from 1e\+06 to 5e\+13$"):
        laws({"tiny": Run(1e6, 1)})
    with pytest.raises(ValueError, match="^more is 0; it must be from 1 to 1,000,000$"):
        laws(more=0)
