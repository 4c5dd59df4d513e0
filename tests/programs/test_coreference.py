"""Whom a pronoun means: every short text, nouns that are far away, margins."""

from itertools import product

import numpy as np

from taotp.programs import coreference
from taotp.programs.coreference import NOBODY
from taotp.reference import nearest_agreeing
from taotp_core import forward, trace
from taotp_core.measure import lead
from tests.laws import every
from tests.refused import refused

AGREES = {"he": ["king"], "she": ["queen"], "it": ["castle"]}
AGREES["they"] = ["kings", "queens", "castles"]


def wrong(prompts: list[list[str]]) -> int:
    """How many prompts of one length are not answered by the key with a lead."""
    program = coreference()
    tokens = np.array([program.encode(prompt) for prompt in prompts])
    keys = [nearest_agreeing(p, agrees=AGREES, nobody=NOBODY)[0] for p in prompts]
    logits = forward(program.model, tokens, keep=1)[:, 0]
    ahead = lead(logits, np.array([program.places[key] for key in keys]))
    return int((ahead < 0.99).sum())


@every("n", [1, 2, 3, 4])
def test_every_short_text_is_answered(n: int) -> None:
    words = [*map(str, coreference().typed)]
    assert wrong([list(prompt) for prompt in product(words, repeat=n)]) == 0


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


def test_bad_words_have_a_sentence() -> None:
    refused(
        (lambda: coreference({}), "there must be a noun"),
        (lambda: coreference({"she": "feminine"}), "each once"),
        (lambda: coreference({"queen": "female"}), "'female' is not a seme"),
        (lambda: coreference(asks={"who": "singular"}), "'who' asks for 1 features; it must be 2"),
        (lambda: coreference(n_ctx=1), "n_ctx is 1"),
        (lambda: coreference().complete(""), "there are no words"),
    )
