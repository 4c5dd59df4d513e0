"""Three laws of scale: the page reads off what their formulas say."""

import numpy as np
import pytest

from taotp.applications.laws.figure import LAWS, loss
from taotp.figures import Run, laws
from tests.applications.page import Json, in_page
from tests.refused import refused

SHARES = [0.99, 0.9, 0.5]


def test_the_constants_are_those_of_the_source_and_so_is_where_they_were_tried() -> None:
    """Footnote 3 of section 8.8.1, after Kaplan and others (2020).

    Sizes and computing as the paper counts them below equation 1.3; text by its section 2.3.
    """
    constants = {law.name: (law.c, law.alpha) for law in LAWS}
    assert constants == {"N": (8.8e13, 0.076), "D": (5.4e13, 0.095), "C": (3.1e8, 0.050)}
    powers = {law.name: round(np.log10(law.tried[1] / law.tried[0])) for law in LAWS}
    assert powers == {"N": 6, "D": 3, "C": 8}
    for law in LAWS:
        least, most = law.tried
        assert max(law.least, least) < min(law.most, most) < law.most


def test_losses_are_read_off_the_lines(node: str) -> None:
    states: list[Json] = [
        {"N": 1e3, "D": 1e6, "C": 1e-8, "more": 1},
        {"N": 1.24e8, "D": 3e11, "C": 3640, "more": 100},
        {"N": 1.24e8, "D": 3e11, "C": 3640, "more": 100, "measure": "bits"},
    ]
    at = {"N": 1e8, "D": 1e10, "C": 1}
    answer = in_page(node, __file__, laws(), *states, at, shares=SHARES)
    for state, said in zip(states, answer["said"], strict=False):
        per = 1 / np.log(2) if state.get("measure") == "bits" else 1
        for law, line in zip(LAWS, said["lines"], strict=True):
            x, more = state[law.name], state["more"]
            assert line["now"] == pytest.approx(per * (law.c / x) ** law.alpha, rel=1e-12)
            assert line["then"] == pytest.approx(per * loss(law, more * x), rel=1e-12)
            assert line["kept"] == pytest.approx(line["then"] / line["now"], rel=1e-12)
    losses = ", ".join(f"{law.name} {loss(law, at[law.name]):.2f}" for law in LAWS)
    whole, now = (answer["said"][-1][name]["text"] for name in ("whole", "now"))
    assert f"each as if nothing else were short: {losses}." in whole
    assert now.startswith("10 times as much takes off: N 16.1 %, D 19.6 %, C 10.9")
    for law, prices in zip(LAWS, answer["prices"], strict=True):
        for share, price in zip(SHARES, prices, strict=True):
            assert loss(law, price * 1e7) == pytest.approx(share * loss(law, 1e7), rel=1e-12)
    half = answer["prices"][2][-1]
    assert half == pytest.approx(2**20), "half the loss is a million times the computing"


def test_a_run_takes_six_operations_for_each_number_and_token() -> None:
    # Brown and others (2020) print 3,640 PF-days for GPT-3, which has 175 billion numbers.
    days = Run(175e9, 300e9).C
    assert days == pytest.approx(3640, rel=0.005)
    assert laws({"a": Run(1e9, 1e10)}).spec["runs"] == {"a": [1e9, 1e10, Run(1e9, 1e10).C]}


def test_a_table_stands_for_it_and_what_is_outside_a_line_is_refused() -> None:
    row = "N, numbers in the model</th><td>1e+08</td><td>2.830</td><td>2.376</td>"
    assert f'<th scope="row">{row}' in laws(at=Run(1e8, 1e10)).still()
    tiny = {"tiny": Run(1e6, 1)}
    refused(
        (lambda: laws(at=Run(10, 1e9)), r"^N of at is 10; it must be from 1000 to 1e\+13$"),
        (lambda: laws(tiny), r"^D of tiny is 1; it must be from 1e\+06 to 5e\+13$"),
        (lambda: laws(more=0), "^more is 0; it must be from 1 to 1,000,000$"),
    )
