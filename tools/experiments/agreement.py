"""Pairs of BLiMP that the agreement machine gets right: whole, with a head off, less loud, rounded.

Nothing is random here.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

from taotp.applications.agreement.blimp import Pair, blimp_pairs
from taotp.applications.agreement.machine import LAYERS, LOUD, Agreement, agreement
from taotp.interp import ablated
from taotp_core.arrays import PRECISIONS

WHOLE = {"without": "nothing", "loud": LOUD, "precision": "float64"}
HEADS = {
    head.name: (layer, i) for layer, (heads, _) in enumerate(LAYERS) for i, head in enumerate(heads)
}
POINTS = [
    WHOLE,
    *({**WHOLE, "without": name} for name in HEADS),
    *({**WHOLE, "loud": loud} for loud in (10.0, 20.0, 30.0, 40.0, 50.0, 70.0, 1e3, 1e4, 1e5)),
    *({**WHOLE, "precision": name} for name in ("float32", "bfloat16", "float16")),
]
WORDS = (
    "of 500 pairs of each paradigm, how many the machine gets right and how many tie, as it is and "
    "without one head, with another number in the loud pair, and rounded; nothing is random"
)


@cache
def pairs() -> dict[str, list[Pair]]:
    """The pairs of each paradigm."""
    found: dict[str, list[Pair]] = {}
    for pair in blimp_pairs():
        found.setdefault(pair.paradigm, []).append(pair)
    return found


def machine(without: str, loud: float) -> Agreement:
    """The machine without one of its heads."""
    program = agreement(loud=loud)
    if without == "nothing":
        return program
    return replace(program, model=ablated(program.model, [HEADS[without]]))


def measure(without: str, loud: float, precision: str) -> Iterator[dict[str, object]]:
    """Right pairs and ties of each paradigm."""
    program = machine(without, loud)
    for paradigm, these in pairs().items():
        texts = [text for pair in these for text in (pair.good, pair.bad)]
        good, bad = np.array(program.counts(texts, to=PRECISIONS[precision])).reshape(-1, 2).T
        yield {
            "paradigm": paradigm,
            "right": int((good < bad).sum()),
            "ties": int((good == bad).sum()),
        }
