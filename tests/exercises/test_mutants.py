"""A check is weak if a right answer with one number changed still passes it.

What became of each mutant is written down in mutants.json, of which shares are asked. That it is
still so is tried with some of them, of the exercises that changed and of a third in turn, and with
all at night.
"""

import json
from types import ModuleType

import pytest

from exercises.catalogue import MODULES
from tests.exercises.in_turn import in_full
from tests.exercises.mutants import (
    DATA,
    FAILS,
    FOUND,
    MANY,
    NOT_DATA,
    PASSES,
    accepted,
    mutants_of,
    outcome,
)
from tools.sampling import drawn

TRIED = 4  # mutants of each accepted answer in a run by day
FLOOR = 0.9  # the share of them that has to fail, of all exercises that are not listed below
LEAST = 0.75  # of a single one, of which too few are drawn to tell 0.85 from 0.95
IN_FULL = [module for module in DATA if in_full(module)]
WRITTEN: dict[str, dict[str, str]] = json.loads(FOUND.read_text("utf-8"))
ANEW = "python -m tests.exercises.mutants judges all mutants, and writes down which fail"

# Where fewer than FLOOR fail: what has to fail all the same, and why those that pass are right.
ROBUST: dict[str, tuple[float, str]] = {
    "repeat-last": (
        0.5,
        "a point of a small circle has room, and swapped rows of a tied table rename",
    ),
    "idioms-that-are-found": (0.6, "a word that is not in the lexicon may be any other such word"),
    "wrong-by-its-own-rule": (0.6, "a word that is not in the lexicon may be any other such word"),
    "few-nonzeros": (0.4, "in a table of ones and zeros a swap or a sign only renames"),
    "begin-near-ours": (0.7, "training mends a number that begins a little off"),
    "train-hello-world": (0.6, "a letter may move a little on its circle"),
    "no-positions-hello": (0.75, "a letter may move a little on its circle"),
    "rms-norm": (0.7, "a letter may move a little in its plane"),
    "integers": (0.75, "a letter may move a little on its circle"),
    "ab-without-positions": (
        0.35,
        "in two columns layer norm keeps one bit of a row, and zeros change no sign",
    ),
    "cheap-pattern": (
        0.3,
        "every context is asked, and of many votes against a place one may be missing",
    ),
    "concatenate-keys": (
        0.05,
        "thirty random dimensions have much to spare: one more or less decides no argmax",
    ),
    "post-norm-lookup": (
        0.2,
        "ten dimensions for thirty entries have much to spare, more so for two",
    ),
    "every-table": (
        0.3,
        "a unit hears of a key in many entries; and a table of one key has one answer anyway",
    ),
    "table-as-text": (0.6, "search takes the nearest passage where none is the same"),
    "thrifty-search": (0.4, "one number of a plane turns a token by little"),
    "minimum-of-millions": (0.4, "of 200,000 rows only some are asked for"),
    "three-dimensions": (0.65, "what an MLP says at one spot has room between two digits"),
    "any-prefix": (0.75, "one of thirteen columns often decides no look"),
    "two-multipliers": (0.65, "both multipliers may have the other sign: no gap becomes smaller"),
    "jello": (0.5, "an arrow may end anywhere in the sector of its letter"),
    "drop-the-carry": (0.5, "a place may be anywhere, as long as it is far away"),
    "markov-mixes": (0.5, "words that the sentences do not share may be any words"),
    "third-mask": (0.5, "words may stand in any order, and one of them twice"),
    "earliest-of-two": (0.5, "a direction has room, and of three numbers two are enough"),
    "steer-one": (0.3, "of many columns each turns the direction by little"),
    "files-first": (0.5, "a logarithm may be anywhere above or below the others"),
    "how-many-letters": (0.5, "around the point of a length is room on the circle"),
    "largest-first": (0.65, "a place may be farther away, and the same row is nearest"),
    "every-other": (0.55, "a place may be farther away, and the same row is nearest"),
    "copy-on-circles": (0.7, "a point of a small circle has room"),
    "in-the-lists-order": (0.7, "what is asked last may be asked later"),
    "both-ways": (0.0, "one sample of thousands is not heard"),
    "few-numbers": (0.6, "the factor may be a little larger or smaller"),
    "one-stack": (0.1, "one of the numbers of a recording moves a vote by little"),
    "guard-forks": (0.3, "a guard may be a hertz off"),
    "stop-score": (0.5, "a score of three hundred may be one off"),
    "prophet": (0.5, "a point of a small circle has room"),
    "best-share": (0.25, "of a billion parameters one more or less decides nothing"),
    "looks-like-induction": (0.4, "what a head brings is in no score, and a table has room"),
    "right-at-the-end": (0.5, "the second machine repeats itself, and one of four places has room"),
    "hide-each-other": (0.5, "either head can go, so that one may be off"),
    "there-and-not-used": (0.4, "a note that a probe reads may be another note"),
    "by-hand": (0.7, "a letter of a comment is changed, or an example asks for fewer tokens"),
}


def share(slugs: list[str]) -> float:
    """The share of the mutants of some exercises that fails."""
    all_of_them = "".join("".join(WRITTEN[slug].values()) for slug in slugs)
    assert len(all_of_them) >= MANY
    return all_of_them.count(FAILS) / len(all_of_them)


@pytest.mark.parametrize("module", IN_FULL, ids=lambda module: module.EXERCISE.slug)
def test_mutants_fail_that_failed(module: ModuleType) -> None:
    """Where an answer has room, rounding decides some, and another processor rounds otherwise."""
    slug = module.EXERCISE.slug
    failed: list[str] = []
    pass_now: list[str] = []
    for name in accepted(module):
        then = WRITTEN[slug][name]
        at = drawn(range(len(then)), TRIED, f"{slug} {name}")
        for i, mutant in enumerate(mutants_of(module, name)):
            if i in at and then[i] == FAILS:
                failed.append(f"{name} {i}")
                pass_now += failed[-1:] if outcome(module, mutant) == PASSES else []
    most = max(2, 3 * len(failed) // 4) if slug in ROBUST else 0
    assert len(pass_now) <= most, f"{pass_now} failed before; {ANEW}"


@pytest.mark.parametrize("module", DATA, ids=lambda module: module.EXERCISE.slug)
def test_most_mutants_fail(module: ModuleType) -> None:
    slug = module.EXERCISE.slug
    floor, why = ROBUST.get(slug, (LEAST, ""))
    assert share([slug]) >= floor, why


def test_nine_of_ten_mutants_fail() -> None:
    slugs = [module.EXERCISE.slug for module in DATA]
    assert share([slug for slug in slugs if slug not in ROBUST]) >= FLOOR


def test_every_accepted_answer_is_written_down() -> None:
    written = {slug: list(found) for slug, found in WRITTEN.items()}
    assert written == {module.EXERCISE.slug: accepted(module) for module in DATA}, ANEW


def test_exceptions_have_a_judge() -> None:
    judged = {module.EXERCISE.slug for module in MODULES if module.EXERCISE.judge}
    assert judged >= {*ROBUST, *NOT_DATA}
    assert not ROBUST.keys() & NOT_DATA.keys()
