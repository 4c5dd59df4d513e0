"""The essay's machine says what the essay says it does, after every context, and so does GPT-2."""

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np

from taotp.data import gpt2_by_hand
from taotp.programs import Program
from taotp.programs.printed import aab
from taotp.reference import places_after, repeated
from taotp_core import PRECISIONS, forward, trace
from taotp_core.measure import Count, parameters, precision_ladder
from tests.laws import every
from tools.experiments.gpt2_by_hand import PROMPTS, programs

EVERY = ["".join(letters) for n in range(1, 6) for letters in product("ab", repeat=n)]
FAIR = {context: said[0] for context in EVERY if (said := repeated(context, word="aab"))}


def wrong(program: Program) -> list[str]:
    """The contexts with one right answer that get another."""
    return [c for c, letter in FAIR.items() if program.complete(c, steps=1) != letter]


def test_its_pattern_its_logits_and_its_numbers() -> None:
    seen = trace(aab().model, np.array([0, 0, 1, 0, 0]))
    half = (np.eye(5) + np.eye(5, k=-1)) / 2
    half[0, 0] = 1
    assert np.abs(seen.patterns[0][0] - half).max() < 1e-100
    logits = [[1, 1024], [1, 1024], [1024, 1], [1025, 0], [1, 1024]]
    assert np.array_equal(seen.logits, logits)
    size = parameters(aab().model)
    assert (size.total, size.parts["attention"]) == (344, Count(288, 19))


def test_after_every_context() -> None:
    """A b after two a's and after a lone one, an a after anything else."""
    assert (len(EVERY), sum(bool(places_after("aab", c)) for c in EVERY), len(FAIR)) == (62, 14, 13)
    for context in EVERY:
        b = context.endswith("aa") or context == "a"
        assert aab().complete(context, steps=1) == ("b" if b else "a"), context


@every("large, broken", [(3, []), (1024, []), (2, ["baa", "abaa", "aabaa"])])
def test_three_is_large_enough_in_every_format(large: float, broken: list[str]) -> None:
    assert wrong(aab(large)) == broken
    if not broken:
        ladder = precision_ladder(
            lambda context, to: aab(large).complete(context, steps=1, to=to), FAIR, FAIR.values()
        )
        assert ladder == dict.fromkeys(PRECISIONS, 1.0)


def test_norms_break_one_context_and_gamma_and_beta_undo_it() -> None:
    """Every row has two ones in eight places: mean 1/4, variance 3/16."""
    assert wrong(programs()["as it comes"]) == ["baaba"]
    assert wrong(programs()["undone"]) == []
    bare = replace(programs()["undone"].model, norm_final=None)
    tokens = [*product((0, 1), repeat=5)]
    assert np.abs(forward(bare, tokens) - forward(aab().model, tokens)).max() < 1e-9


def test_both_engines_say_the_same_and_what_the_essay_prints() -> None:
    """What the transformers library was heard to say is what the book's engine says."""
    rows: list[Any] = gpt2_by_hand()["rows"]
    asked = [(name, prompt) for name, prompts in PROMPTS.items() for prompt in prompts]
    assert [(row["machine"], row["prompt"]) for row in rows] == asked
    for row in rows:
        assert programs()[row["machine"]].complete(row["prompt"]) == row["said"]
        assert row["apart"] < 1e-8
    said = {row["prompt"]: row["said"] for row in rows if row["machine"] == "undone"}
    assert (said["a"], said["abaab"]) == ("baabaabaab", "aabaabaaba")
    assert {prompt: aab().complete(prompt) for prompt in said} == said
