"""What was measured of the explainer is what is measured again; its page has the numbers."""

import math

from taotp.data import experiment
from taotp.interp.lanes import measured
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


CLAIMS = measured.claimed()


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


def test_all_claims_are_of_a_kind_and_a_form() -> None:
    hows = {how for some in measured.KINDS.values() for how in some} | {"unclear"}
    assert {each.how for each in CLAIMS} <= hows
    assert {each.form for each in CLAIMS} == {*measured.FORMS}


def test_of_what_was_built_claims_are_right_where_they_can_be_tried() -> None:
    found = measured.fared(each for each in CLAIMS if each.form in BUILT)
    assert found.share > 0.9 and found.right > 100
    assert found.claims == found.right + found.wrong + found.vague
    for null in measured.NULLS:
        assert measured.share_of((each for each in CLAIMS if each.form in BUILT), null) < 0.05, null
    none = measured.fared([])
    assert (none.claims, none.unclear) == (0, 0) and math.isnan(none.share)
    assert math.isnan(measured.share_of([], measured.NULLS[0]))
