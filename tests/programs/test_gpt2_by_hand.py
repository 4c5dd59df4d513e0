"""What the transformers library was heard to say is what the book's engine says."""

from typing import Any

from taotp.data import gpt2_by_hand
from tests.laws import every
from tools.experiments.gpt2_by_hand import PROMPTS, programs

ROWS = gpt2_by_hand()["rows"]


def test_everything_was_asked() -> None:
    asked = [(row["machine"], row["prompt"]) for row in ROWS]
    assert asked == [(name, prompt) for name, prompts in PROMPTS.items() for prompt in prompts]


@every("row", ROWS)
def test_both_engines_say_the_same(row: Any) -> None:
    assert programs()[row["machine"]].complete(row["prompt"]) == row["said"]
    assert row["apart"] < 1e-8


def test_the_essays_completions_are_among_them() -> None:
    said = {row["prompt"]: row["said"] for row in ROWS if row["machine"] == "undone"}
    assert said["a"] == "baabaabaab"
    assert said["abaab"] == "aabaabaaba"
