"""The figure of Words in directions: the page counts as Python does, loud or not."""

from typing import Any

import numpy as np

from taotp import figures
from taotp.programs import weird_words
from taotp_core import forward
from tests.figures.test_explore import in_page

TEXTS = ("The keys to the cabinet is red.", "these dog sleep", "those", "a dogs near these key see")


def test_the_page_says_what_python_says_and_by_how_much(node: str) -> None:
    made = figures.explore(lambda N: weird_words(loud=N), TEXTS[0], dials={"loud": 30})
    states: list[dict[str, Any]] = [
        {"text": text, "loud": loud} for text in TEXTS for loud in (6.0, 30.0, 1e4)
    ]
    for state, found in zip(states, in_page(node, made, states), strict=True):
        program = weird_words(loud=float(state["loud"]))
        ids = np.array(program.encode(str(state["text"])))
        logits = np.sort(forward(program.model, ids)[-1])
        (decision,) = found["said"]
        assert program.complete(str(state["text"])) == program.vocabulary[decision["token"]]
        assert abs(decision["margin"] - (logits[-1] - logits[-2])) < 1e-9
