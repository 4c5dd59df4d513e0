"""How tools are scored, beside those that know nothing; and what was measured of all machines."""

from collections.abc import Iterator
from itertools import chain, combinations

import numpy as np
import pytest

from taotp.data import experiment
from taotp.interp import ground_truth as truth
from taotp.interp.ground_truth import Found, Measured, measured, score, score_of
from taotp.interp.ground_truth.measured import MANY
from taotp.interp.ground_truth.scores import names_all, names_by_chance, names_none
from tests.experiments.test_results import near
from tests.laws import every
from tools import sampling
from tools.experiments.tools_and_truth import POINTS, measure

PARTS, MATTERS = ["a", "b", "c", "d", "e"], ["a", "c"]


@pytest.fixture(scope="module")
def machines() -> list[Measured]:
    """What was measured."""
    return measured()


def every_throw(parts: list[str]) -> Iterator[tuple[str, ...]]:
    """All that coins can name."""
    return chain.from_iterable(combinations(parts, k) for k in range(len(parts) + 1))


def test_what_is_expected_of_coins_is_the_mean_over_all_throws() -> None:
    each = [score([Found(PARTS, MATTERS, named)]) for named in every_throw(PARTS)]
    precisions = [one.precision for one in each if one.precision is not None]
    recalls = [one.recall for one in each if one.recall is not None]
    lifts = [one.lift for one in each if one.lift is not None]
    expected = truth.by_chance([(PARTS, MATTERS)])
    assert (len(precisions), len(recalls)) == (31, 32)
    assert expected.precision == pytest.approx(np.mean(precisions))
    assert expected.recall == pytest.approx(np.mean(recalls))
    assert expected.lift == pytest.approx(np.mean(lifts), abs=1e-12)


def test_coins_come_out_as_expected_in_the_long_run() -> None:
    draws = [names_by_chance(PARTS, seed) for seed in range(400)]
    assert names_by_chance(PARTS, 3) == draws[3] and draws[3] != draws[4]
    found = score(Found(PARTS, MATTERS, named) for named in draws)
    assert (found.precision, found.recall) == pytest.approx((0.4, 0.5), abs=0.05)
    assert found.lift == pytest.approx(0, abs=0.05)


def test_who_does_not_look_lifts_nothing() -> None:
    """Where nothing can be divided a machine is left out."""
    assert score([Found(PARTS, MATTERS, names_all(PARTS))]) == (0.4, 1.0, 0.0, 1)
    assert score([Found(PARTS, MATTERS, names_none(PARTS))]) == (None, 0.0, 0.0, 1)
    assert score([Found(PARTS, MATTERS, MATTERS)]) == (1.0, 1.0, 1.0, 1)
    assert score([Found(PARTS, [], ["a"]), Found(PARTS, MATTERS, ["a"])]) == (0.5, 0.5, 0.375, 2)
    assert score([Found(PARTS, PARTS, PARTS)]).lift is None
    assert score([]) == (None, None, None, 0)


# What was measured


def test_every_machine_of_every_group_was_measured(machines: list[Measured]) -> None:
    assert {each.machine for each in machines if not each.decoy} == truth.MACHINES.keys()
    assert {each.group for each in machines} == {*truth.GROUPS} and len(machines) >= 200


def test_no_lie_is_without_a_reason(machines: list[Measured]) -> None:
    for each in machines:
        for tool in truth.TOOLS:
            named, so = each.named(tool), each.truths["matters"]
            lies = set() if named is None else so ^ set(named)
            assert lies == {part for one, part in each.why if one == tool}, (each.name, tool)
            known = all(each.why[tool, part] != ["?"] for part in lies)
            assert known or each.group == "trained", (each.name, tool)


def test_what_tools_lift_and_how_precise_they_are(machines: list[Measured]) -> None:
    """Zeros name nothing that does not matter by definition; who knows nothing lifts nothing."""
    for tool in truth.NULLS:
        assert score_of(machines, tool).lift == pytest.approx(0)
    assert score_of(machines, "zero").precision == 1
    assert score_of(machines, "zero", "by mean").precision != 1
    assert score_of(machines, "mean", "by mean").precision == 1
    assert score_of(machines, "patching", "by another text").precision == 1


# Two symbols tie there, and the order in which a processor adds decides.
TIED = {("repeat_pattern", "unread", "0 head 0", "everywhere")}
SLOW = ("letters 8", "computer", "french, said", "dial tones, said", "printed.search 2")
QUICK = [  # rows of a machine with many parts take a minute
    each.machine
    for each in measured()
    if not each.decoy and len(each.parts) <= MANY and each.machine not in SLOW
]


EVERY = [str(point["machine"]) for point in POINTS]


@every("machine", EVERY if sampling.at_night() else sampling.drawn(QUICK, 3, "table of tools"))
def test_rows_are_what_is_measured(machine: str) -> None:
    was = [row for row in experiment("tools_and_truth") if row["machine"] == machine]
    now = list(measure(machine))
    assert len(was) == len(now) > 0
    for row, again in zip(was, now, strict=True):
        for key, found in again.items():
            tied = (machine, again["decoy"], again["part"], key) in TIED
            assert tied or near(row[key], found), (row, key, found)
