"""Claims on heads are found right, or wrong, by changes after which words say where they look."""

from collections.abc import Sequence

import numpy as np
import pytest

from taotp.interp.lanes import subjects
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.contrasts import Trial
from taotp.interp.lanes.in_words import Claim, keys_in_words
from taotp.interp.lanes.intervening import intervened
from taotp.interp.lanes.relations import Relation
from taotp.interp.lanes.subjects import Subject, as_built
from taotp.interp.lanes.tried import another, on_texts, tried
from tests.laws import every

SURE = (
    *("before_last", "echo", "search 1", "search 2", "minimum", "maximum", "sort", "lookup"),
    *("small.table", "two_stacks.copy", "aab", "weird_words", "brackets"),
)  # of whose heads each is told as it was built
WRONG: dict[str, Claim] = {
    "1 back": [Relation("back", "place", "place", 9.0, by=1)],
    "3 back": [Relation("back", "place", "place", 9.0, by=3)],
    "first": [Relation("first", "", "place", 9.0)],
    "smallest": [Relation("smallest", "", "digit", 9.0)],
    "other": [Relation("other", "digit", "digit", 9.0)],
}


def rng() -> np.random.Generator:
    return np.random.default_rng(0)


def verdicts(question: Question, claim: Claim) -> list[str]:
    return [each.verdict for each in tried(question, claim, rng())]


def heads(of: Subject) -> list[tuple[Question, Claim | None]]:
    return [(question, head.relations) for head, question in of.heads()]


@every("name", SURE)
def test_what_is_told_of_a_machine_as_it_was_built_is_right(name: str) -> None:
    """And nothing that is known without looking bears it out.

    A head that never moves, one that looks everywhere, keys that are drawn.
    """
    claims = [(question, claim) for question, claim in heads(as_built(name)) if claim]
    assert claims
    for question, claim in claims:
        found = tried(question, claim, rng())
        right = [each for each in found if each.verdict == "right"]
        assert right and not any(each.verdict == "wrong" for each in found), found
        for each in right:
            assert not each.still.holds and not each.everywhere.holds, each
            assert each.drawn.held <= 0.7 * each.drawn.asked, each


@every("words", WRONG)
def test_a_wrong_claim_is_found_wrong(words: str) -> None:
    """That searches for the same digit, whatever else is said of it."""
    question, own = heads(as_built("search 1"))[1]
    assert own is not None and verdicts(question, own) == ["right", "right"]
    assert verdicts(question, WRONG[words]) == ["wrong"]


def test_a_claim_that_leaves_something_out_or_says_too_much_is_wrong() -> None:
    """Of two digits that must be the same one is not told: changed, it moves the head.

    To look back plays the letter no part, so that to exchange it moves nothing.
    """
    question, own = heads(as_built("search 2"))[2]
    assert own is not None
    (kept, *_) = tried(question, [r for r in own if r.key != "two before"], rng())
    assert kept.verdict == "wrong" and not kept.rests.holds
    ((question, own),) = heads(as_built("before_last"))
    assert own is not None
    assert verdicts(question, [*own, Relation("same", "letter", "letter", 9.0)])[1] == "wrong"


def test_who_looks_everywhere_is_right_until_one_key_is_preferred() -> None:
    ((question, own),) = heads(as_built("add_digits_mod10"))
    assert own == () and verdicts(question, ()) == ["right"]
    for sure, _ in heads(as_built("before_last")):
        assert verdicts(sure, ()) == ["wrong"]


def test_a_change_is_of_one_thing() -> None:
    """Before it and after it words tell of keys that differ, and all else of the keys is alike."""
    question, claim = heads(as_built("search 2"))[2]
    assert claim is not None
    trial = Trial(question, claim, rng())
    for each in claim:
        for before, after in trial.moving(each, 8):
            assert before.told and after.told and not before.told & after.told
            others = zip(before.question.keys, after.question.keys, strict=True)
            assert [a.can.name for a, b in others if a.at != b.at] in ([], [each.key])


def test_of_drawn_weights_hardly_anything_can_be_said() -> None:
    """It is unclear, or too vague to be tried; no order is told, and what is told holds."""
    said: list[str] = []
    told = right = 0
    for seed in range(12):
        for question, claim in heads(subjects.drawn(seed)):
            said += ["unclear"] if claim is None else verdicts(question, claim)
            if claim:
                assert {r.how for r in claim} <= {"table", "back"}, claim
                found = intervened(question, claim, rng())
                told, right = told + found.asked, right + found.right
    assert sum(verdict in ("unclear", "untried") for verdict in said) > 0.8 * len(said)
    assert right >= 0.7 * told > 0


@every("name", ["search 2", "minimum", "lookup", "two_stacks.copy"])
def test_claims_stay_in_other_columns_without_names(name: str) -> None:
    built = as_built(name)
    other = subjects.in_other_columns(built, rng())
    assert subjects.answers_alike(built, other)
    three = map(heads, (built, subjects.without_names(built), other))
    for (_, own), *disguised in zip(*three, strict=True):
        assert own is not None
        for question, claim in disguised:
            assert claim is not None and [r.how for r in claim] == [r.how for r in own]
            assert set(verdicts(question, claim)) == {"right"}


def test_decoys_are_told_as_the_heads_that_they_imitate() -> None:
    for kind, made in subjects.with_decoys("search 1"):
        claims = [claim for _, claim in heads(made)]
        if kind != "unread":
            assert claims[0] == claims[1], kind


def test_a_norm_that_stands_in_columns_is_refused() -> None:
    decoyed = dict(subjects.with_decoys("before_last"))["other texts"]
    with pytest.raises(ValueError, match="has a norm with a gamma or a beta"):
        subjects.in_other_columns(decoyed, rng())


def test_a_claim_is_tried_on_other_texts_as_they_are() -> None:
    told = as_built("search 1")
    _, claim = heads(told)[1]
    assert claim is not None
    elsewhere = [told.heads(text)[1][1] for text in (1, 2, 3)]
    own, wrong = on_texts(elsewhere, claim, rng()), on_texts(elsewhere, WRONG["1 back"], rng())
    assert own.asked == own.held > 0
    assert not wrong.holds


def test_another_claim_is_in_other_words() -> None:
    claims = [claim for _, claim in heads(as_built("search 2")) if claim]
    for own in claims:
        assert another(claims, own, rng()) != own
    assert another([claims[0]], claims[0], rng()) is None


PLACES = [*range(6)]


@every("claim, own, told", [
    ([Relation("back", "place", "place", 1.0, by=2)], {"place": 5}, {3}),
    ([Relation("back", "place", "place", 1.0, by=9)], {"place": 5}, set()),
    ([Relation("before", "place", "place", 1.0)], {"place": 2}, {0, 1}),
    ([Relation("same", "letter", "letter", 1.0)], {"letter": "b"}, {1, 4}),
    ([Relation("other", "letter", "letter", 1.0)], {"letter": "b"}, {0, 2, 3}),
    ([Relation("same", "letter", "letter", 1.0), Relation("latest", "", "place", 2.0)],
     {"letter": "b"}, {4}),
    ([Relation("smallest", "", "number", 1.0)], {}, {1, 3}),
    ([Relation("largest", "", "number", 1.0)], {}, {4}),
    ([Relation("next larger", "number", "number", 1.0)], {"number": 4}, {0}),
    ([Relation("next larger", "number", "number", 1.0)], {"number": 9}, set()),
    ([Relation("among", "", "letter", 1.0, among=("a", "c"))], {}, {0, 2, 3}),
    ([Relation("table", "letter", "number", 1.0, to=(("b", (9, 5)),))], {"letter": "b"}, {0, 4}),
    ([Relation("same", "letter", "held", 1.0)], {"letter": "b"}, set()),
])  # fmt: skip
def test_words_tell_of_keys(claim: Claim, own: dict[str, object], told: set[int]) -> None:
    holds: dict[str, Sequence[object]] = {
        "place": PLACES, "letter": [*"abcab", None], "number": [5, 3, 4, 3, 9, None],
    }  # fmt: skip
    assert keys_in_words(claim, own, holds, 6) == told
