"""Answers of the catalogue: as they are, through files, with one place changed, with no numbers.

A right and a wrong one of each exercise are judged in every run, the right one through a file. In
full, as those that changed, a twelfth by day and all at night (`in_turn.py`), all are judged, all
right ones and a wrong one go through files, and some mutants of mutants.json and parts that are no
numbers are tried.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from exercises import check
from exercises.catalogue import EXERCISES, module_of
from exercises.catalogue.where_am_i.even_angles import distinguishability_of_even_angles
from exercises.handing_in.format import Refused, Submission, parse
from exercises.handing_in.grade import fingerprint, seed_of
from exercises.handing_in.record import by_word, replay, submission_bytes
from exercises.judging.arrows import arrow_length
from exercises.judging.judge import Conditions, verdict
from taotp_core.weights import MLP
from tests.exercises.in_turn import asked_of, in_full
from tests.exercises.laws import of_each, of_each_exercise
from tests.exercises.mutants import (
    ANEW,
    DATA,
    FAILS,
    PASSES,
    ROBUST,
    WRITTEN,
    Record,
    mutants_of,
    outcome,
    passes,
    places,
    returned,
)
from tests.exercises.verdicts import JUDGED, RIGHT, WRONG, answer, names_of, recorded, said_of
from tools.sampling import drawn

WRONG_TRIED = 1  # wrong answers of each exercise that go through a file, in a run by day
TRIED = 4  # mutants of each accepted answer in a run by day
NOT_FINITE = (np.nan, np.inf, -np.inf)
PARTS = 3  # of an answer that are spoiled, from its first on


REASON = re.compile(
    r"\b(on|at|in|with)\b .+ (expected .+, got |raised )|but \d+ .+ at most \d+ allowed"
    r"|\bit .+; it (should say|must be) |; it needs |; each of |^at line \d+, column \d+: "
)
# What is said to the usual mistakes: the end of the line, by the words that matter.
EXPLAINED = {
    ("fewer-lines", "without_final_norm"): "right but for the final norm",
    ("compact-attention", "nothing_missing"): (
        "divides its scores by something that grows with d_head"
    ),
    ("cached-decode", "no_cache"): "are rows of old positions computed again",
    ("no-einsum", "mask"): "does the first row hear of those after it?",
    ("other-language", "single_precision"): "is something in single precision",
    ("other-language", "no_mask"): "does the first row hear of those after it?",
    ("scramble", "no_question_asked"): "what does the norm do to a row",
    ("repeat-last", "line"): "does layer norm keep neighbors apart?",
    ("no-positions", "tied"): "that is the token it has read; nothing louder was added",
    ("concatenate-keys", "at_the_front"): "do the heads look at the places before it?",
    ("table-as-text", "side_by_side"): "the 2 symbols of the question stand 3 times in the text",
    ("table-as-text", "keys_only"): "stand 1 times in the text, and that follows them",
    ("thrifty-search", "phantom"): "do your heads look before the start of the text?",
    ("sort-33", "ratio_alone"): "units in the last place; it must be 300",
    ("minimum-of-millions", "half_circle"): "what weights does the last row of attention have?",
    ("other-base", "bias"): "4 too few",
    ("no-cleanup-head", "digit_missing"): "does the MLP read each sum where its spike stands?",
    ("tens-digit", "ones"): "those are the ones",
    ("tens-digit", "no_modulus"): "from 100 on the tens begin at 0 again",
    ("tens-digit", "rounded"): "that is rounded",
    ("real-from-complex", "columns"): "its transpose would be right",
    ("real-from-complex", "order"): "right if all real parts came first",
    ("shift-sinusoids", "order"): "which comes first, the sine or the cosine?",
    ("shift-sinusoids", "fitted"): "right near the start",
    ("angles-of-the-original", "order"): "the angles are right",
    ("angles-of-the-original", "exponent"): "each is the root of the right one",
    ("angles-of-the-original", "direction"): "from last to first",
    ("twice-as-much", "adds_what_it_names"): "it says '28'; it should say '56'",
    ("load-indirect", "new_head"): "but 5 heads for all layers, at most 4 allowed",
    ("latest-in-single", "one_parabola"): "places 0 and 1 expected a lead of 5 for the later",
    ("latest-in-single", "no_room"): "with mailbox 2 wanted and 3 stored after it",
    ("plain-brackets", "numbered"): "at the vocabulary expected all words, got no '['",
}


# As they are


@of_each_exercise
def test_accepted(slug: str) -> None:
    """They pass; in full the first is asked again, and says the same."""
    for name in asked_of(slug, names_of(slug, RIGHT)):
        said = recorded(slug, name).verdict if handed_in(slug, name) else said_of(slug, name)
        assert said.passed, (name, said)
        assert re.search(r"\d+ (inputs|rows|draws|pairs)", said.text), (name, said)
    asked_again(slug, RIGHT)


@of_each_exercise
def test_wrong(slug: str) -> None:
    """Each is told why, not all in the same words; in full the first in the same words again."""
    found = {name: said_of(slug, name) for name in asked_of(slug, names_of(slug, WRONG))}
    for name, line in found.items():
        assert line.outcome == "failed", (name, line)
        assert REASON.search(line.text), (name, line.text)
        assert "\n" not in str(line)
        assert getattr(module_of(slug), name).__doc__.strip()
        assert EXPLAINED.get((slug, name.removeprefix(WRONG)), "") in line.text, (name, line.text)
    assert not (found and in_full(slug)) or len({line.text for line in found.values()}) >= 2
    asked_again(slug, WRONG)


def asked_again(slug: str, kind: str) -> None:
    """Of an exercise in full the first answer of a kind gets the same words again."""
    for name in names_of(slug, kind)[:1] if in_full(slug) else []:
        assert str(check(slug, answer(slug, name))) == str(said_of(slug, name)), name


def nearly_a_spike() -> MLP:
    """One at 0, and a ten thousandth above 0 before it."""
    bit = 1e-4
    slopes = np.array([[1 - bit], [-2.0]])
    return MLP(np.ones((1, 2)), np.array([1.0, 0.0]), slopes, np.full(1, bit))


def beside_its_column() -> MLP:
    """An arrow's length in the first column, and a thousandth in the idle one."""
    mlp = arrow_length(6)
    return replace(mlp, W_out=mlp.W_out + [0, 1e-3])


NEARLY: dict[str, object] = {
    "weak-spike": nearly_a_spike,
    "arrow-length": beside_its_column,
    "even-angles": lambda n, d_model: distinguishability_of_even_angles(n, d_model) + 1e-4,
}


@of_each(NEARLY)
def test_nearly_right_is_wrong(slug: str) -> None:
    """By less than a reader would see; a judge asks for what its statement asks."""
    line = check(slug, NEARLY[slug])
    assert line.outcome == "failed" and REASON.search(line.text), line


def test_usual_mistakes_are_answers_of_the_catalogue() -> None:
    known = {(slug, name) for slug in JUDGED for name in names_of(slug, WRONG)}
    assert {(slug, WRONG + name) for slug, name in EXPLAINED} <= known


# Through a file


@of_each_exercise
def test_a_file_is_judged_as_its_functions_were(slug: str) -> None:
    for name in (*names_of(slug, RIGHT), *names_of(slug, WRONG)):
        if handed_in(slug, name):
            goes_through_a_file(slug, name)


def handed_in(slug: str, name: str) -> bool:
    """Whether an answer is handed in: one that is accepted; in full all of them and a wrong one."""
    if by_word(EXERCISES[slug]):
        return False
    right = names_of(slug, RIGHT)
    if in_full(slug):
        return name in (*right, *drawn(names_of(slug, WRONG), WRONG_TRIED, slug))
    return name in asked_of(slug, right)


def goes_through_a_file(slug: str, name: str) -> None:
    """An answer that was recorded and read again gets the words that its functions got.

    In full it is right on inputs of its own too.
    """
    exercise, (result, answers) = EXERCISES[slug], recorded(slug, name)
    assert result.passed == name.startswith(RIGHT), (name, result)
    try:
        data = submission_bytes(Submission(slug, "Ada", "", answers))
    except Refused:
        assert name.startswith(WRONG), name
        return
    lacking: list[str] = []
    submission = parse(data)
    stand_ins = replay(exercise, submission, lacking)
    again = verdict(exercise, stand_ins)
    if lacking:  # the function raised an error there, and a file holds none
        assert not result.passed and not again.passed, name
    else:
        assert str(again) == str(result), name
    if result.passed and in_full(slug):
        own = Conditions(seed_of(fingerprint(submission), b""))
        with_own_inputs = verdict(exercise, stand_ins, own)
        assert with_own_inputs.passed or lacking, with_own_inputs  # arguments may be drawn


# Changed in one place


@of_each_exercise
def test_mutants_fail_that_failed(slug: str) -> None:
    """Where an answer has room, rounding decides some, and another processor rounds otherwise."""
    if slug not in DATA or not in_full(slug):
        return
    failed: list[str] = []
    pass_now: list[str] = []
    for name, then in WRITTEN[slug].items():
        assert handed_in(slug, name) or passes(slug, returned(slug, name)), "the record itself"
        at = drawn(range(len(then)), TRIED, f"{slug} {name}")
        for i, mutant in enumerate(mutants_of(slug, name)):
            if i in at and then[i] == FAILS:
                failed.append(f"{name} {i}")
                pass_now += failed[-1:] if outcome(slug, mutant) == PASSES else []
    most = max(2, 3 * len(failed) // 4) if slug in ROBUST else 0
    assert len(pass_now) <= most, f"{pass_now} failed before; {ANEW}"


# No numbers


@of_each_exercise
def test_no_judge_takes_what_is_no_number(slug: str) -> None:
    if slug in DATA and in_full(slug):
        found = returned(slug, names_of(slug, RIGHT)[0])
        for name, record in spoiled_records(found):
            assert not passes(slug, record), name


def spoiled_records(found: Record) -> Iterator[tuple[str, Record]]:
    """A record with one part spoiled, a few parts in all, each in turn by each kind of number."""
    inside = [
        (call, place)
        for call, said in found.items()
        for place in places(said)
        if spoiled(place.part, np.nan) is not None
    ]
    for call, place in inside[:: max(1, len(inside) // PARTS)][:PARTS]:
        for bad in NOT_FINITE:
            try:
                yield f"{bad} in {call[:60]}", found | {call: place.put(spoiled(place.part, bad))}
            except ValueError:  # no weights of ours hold it
                continue


def spoiled(part: Any, bad: float) -> Any:
    """A number or an array of such numbers; None of words and of lists of them."""
    if isinstance(part, np.ndarray):
        return np.full(part.shape, bad)
    W = np.asarray(part)
    return np.full(W.shape, bad).tolist() if W.dtype.kind in "if" else None


def test_an_arrow_that_overflows_has_no_length() -> None:
    mlp, signs = arrow_length(6), np.array([1, -1] * 3)[:, None]
    loud = replace(mlp, W_in=1e200 * mlp.W_in, W_out=1e200 * signs * mlp.W_out)
    assert "got nan" in check("arrow-length", lambda: loud).text
