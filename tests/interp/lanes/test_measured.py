"""What was measured of the explainer is what is measured again, and what its page says of it."""

import math

import pytest

from taotp.data import experiment
from taotp.interp.lanes.measured import (
    FORMS,
    KINDS,
    NULLS,
    REASONS,
    Claimed,
    claimed,
    drowned,
    fared,
    kept,
    share_of,
    why_wrong,
)
from tests.laws import every
from tools import sampling
from tools.experiments.claims_on_heads import POINTS, measure

SLOW = ("sentiment", "agreement", "french, said", "digits, said", "dial tones, said", "computer")
QUICK = [  # the others take half a minute or more
    (str(point["machine"]), str(point["form"])) for point in POINTS
    if point["form"] != "trained" and point["machine"] not in SLOW
    and not str(point["machine"]).startswith(("choose", "small.sort 1", "printed.s", "search 1"))
]  # fmt: skip
BUILT = ("as built", "larger")


@pytest.fixture(scope="module")
def claims() -> list[Claimed]:
    """What was measured."""
    return claimed()


@every("machine, form", sampling.drawn(QUICK, 6, "claims on heads"))
def test_claims_are_what_is_measured(machine: str, form: str) -> None:
    """But for rounding, which may decide where two keys are as good as each other."""
    was = [row for row in experiment("claims_on_heads")
           if (row["machine"], row["form"]) == (machine, form)]  # fmt: skip
    now = list(measure(machine, form))
    assert [row["words"] for row in was] == [row["words"] for row in now]
    for row, again in zip(was, now, strict=True):
        for key, found in again.items():
            if isinstance(found, int):
                assert abs(int(row[key] or 0) - found) <= 1, (row, key, found)
            elif key != "other":
                assert str(row[key]) == str(found), (row, key, found)


def test_all_claims_are_of_a_kind_and_a_form(claims: list[Claimed]) -> None:
    hows = {how for some in KINDS.values() for how in some} | {"unclear"}
    assert {each.how for each in claims} <= hows
    assert {each.form for each in claims} == {*FORMS}
    assert set(drowned()) == {each["machine"] for each in experiment("claims_on_heads")
                              if each["how"] == "drowned"}  # fmt: skip


def test_of_what_was_built_claims_are_right_where_they_can_be_tried(claims: list[Claimed]) -> None:
    found = fared(each for each in claims if each.form in BUILT)
    assert found.share > 0.9 and found.right > 100
    assert found.claims == found.right + found.wrong + found.vague


@every("null", NULLS)
def test_who_knows_nothing_is_right_of_hardly_any(null: str) -> None:
    assert share_of((each for each in claimed() if each.form in BUILT), null) < 0.05


def test_columns_hold_nothing_but_tags(claims: list[Claimed]) -> None:
    """What compares whole rows is told alike without names, and turned; of tags hardly any is."""
    for form in ("without names", "turned"):
        same, of = kept(claims, form, tags=False)
        assert 0.85 * of < same < of, (form, same, of)
        same, of = kept(claims, form, tags=True)
        assert same < 0.25 * of, (form, same, of)


def test_all_wrong_claims_have_a_reason(claims: list[Claimed]) -> None:
    found = why_wrong(claims)
    assert [*found] == [*REASONS]
    assert sum(found.values()) == sum(each.verdict == "wrong" for each in claims)


@every("form", ["trained", "random"])
def test_of_what_nobody_built_little_is_said_that_can_be_tried(form: str) -> None:
    found = fared(each for each in claimed() if each.form == form)
    assert found.vague + found.unclear > 2 * (found.right + found.wrong)


def test_nothing_is_told_of_no_claims() -> None:
    none = fared([])
    assert (none.claims, none.unclear) == (0, 0) and math.isnan(none.share)
    assert math.isnan(share_of([], NULLS[0]))
