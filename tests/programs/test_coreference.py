"""Whom a pronoun means: every short text, every sentence of two clauses, margins, precisions."""

from itertools import product

import numpy as np

from taotp.programs import coreference
from taotp.programs.coreference import ASKS, NOBODY, NOUNS
from taotp.reference import nearest_agreeing
from taotp_core import forward, rounding, trace
from taotp_core.measure import lead
from taotp_core.stream import semes
from tests.laws import every
from tests.refused import refused

AGREES = {"he": ["king"], "she": ["queen"], "it": ["castle"]}
AGREES["they"] = ["kings", "queens", "castles"]
CLAUSES = [f"the {one} saw the {other} and" for one, other in product(NOUNS, repeat=2)]
SENTENCES = [
    " ".join([*clauses, end])
    for n in (1, 2)
    for clauses in product(CLAUSES, repeat=n)
    for end in ASKS
]


def wrong(prompts: list[list[str]], precision: str = "float64", **how: float) -> int:
    """How many prompts of one length are not answered by the key with a lead."""
    program = coreference(**how)  # type: ignore[arg-type]
    tokens = np.array([program.encode(prompt) for prompt in prompts])
    keys = [nearest_agreeing(p, agrees=AGREES, nobody=NOBODY)[0] for p in prompts]
    logits = forward(program.model, tokens, keep=1, to=rounding(precision))[:, 0]
    ahead = lead(logits, np.array([program.places[key] for key in keys]))
    return int((ahead < 0.99).sum())


@every("n", [1, 2, 3, 4])
def test_every_short_text_is_answered(n: int) -> None:
    words = [*map(str, coreference().typed)]
    assert wrong([list(prompt) for prompt in product(words, repeat=n)]) == 0


@every("precision", ["float64", "float32", "bfloat16", "float16"])
def test_every_sentence_of_two_clauses_is_answered(precision: str) -> None:
    for n in (7, 13):
        assert wrong([s.split() for s in SENTENCES if len(s.split()) == n], precision) == 0


def test_a_noun_far_away_is_found_and_a_near_one_that_lacks_a_feature_is_not() -> None:
    program = coreference(n_ctx=400)
    text = ["queen", *["king", "queens"] * 198, "she"]
    assert program.complete(text) == ["queen"]
    assert program.complete([*text[1:]]) == [NOBODY]


def test_the_head_leads_by_what_it_was_asked_for() -> None:
    program = coreference(hard=5.0)
    for text in ("queen queen she", "queen " * 22 + "she", "king " * 22 + "she", "queen he it"):
        scores = trace(program.model, np.array(program.encode(text))).scores[0][0][-1]
        first, second = np.sort(scores)[[-1, -2]]
        assert second <= first - 5.0 + 1e-9


def test_a_noun_may_be_either_and_other_words_may_ask_for_other_features() -> None:
    program = coreference(
        {"doctor": "masculine + feminine + singular", "road": "neuter + singular"}
    )
    said = [program.complete(f"doctor road {end}") for end in ASKS]
    assert said == ["doctor", "doctor", "road", NOBODY]
    hen, road = {"hen": "alive", "road": "broad"}, {"tired": "2 alive", "wide": "2 broad"}
    program = coreference(hen, ["was"], asks=road, features=semes("alive broad"))
    assert [program.complete(f"hen road was {end}") for end in road] == ["hen", "road"]


def test_bad_words_have_a_sentence() -> None:
    refused(
        (lambda: coreference({}), "there must be a noun"),
        (lambda: coreference({"she": "feminine"}), "each once"),
        (lambda: coreference({"queen": "female"}), "'female' is not a seme"),
        (lambda: coreference(asks={"who": "singular"}), "'who' asks for 1 features; it must be 2"),
        (lambda: coreference(n_ctx=1), "n_ctx is 1"),
        (lambda: coreference().complete(""), "there are no words"),
    )
