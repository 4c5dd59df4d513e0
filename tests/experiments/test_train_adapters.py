"""Another text by a rule, and what is trained for it."""

import numpy as np
import pytest

from experiments.play import ids
from experiments.train_adapters import TEXTS, begun
from experiments.training import from_model, single
from taotp_core.arrays import Array
from taotp_core.data import read_and_held_back, trained_letters


def test_the_other_texts_have_letters_of_the_play_and_are_as_long() -> None:
    said = "Romeo, x'd: o'er xs"
    assert TEXTS["two exchanged"](said) == "Remoe, x'd: e'or xs"
    assert TEXTS["two exchanged"](TEXTS["two exchanged"](said)) == said
    assert TEXTS["words backwards"](said) == "oemoR, x'd: o're sx"
    for change in TEXTS.values():
        for part in read_and_held_back():
            other = change(part)
            assert len(ids(other)) == len(part)
            assert other != part


def moved(before: list[Array], now: list[Array]) -> int:
    """How many arrays are not what they were."""
    return sum(bool((W - was).any()) for was, W in zip(before, now, strict=True))


@pytest.mark.parametrize(
    ("trained", "rank", "numbers"),
    [
        ("attention", 1, 2 * 4 * (48 + 48)),
        ("everywhere", 2, 2 * (2 * 4 * (48 + 48) + 2 * 2 * (48 + 192))),
        ("all", 0, 60_624),
        ("from random", 0, 60_624),
    ],
)
def test_what_is_trained_is_counted(trained: str, rank: int, numbers: int) -> None:
    read = ids(read_and_held_back()[0])[-2000:]
    weights, found, training = begun(trained, rank, np.random.default_rng(0), read)
    assert found == numbers
    base = single(from_model(trained_letters().model))
    before = [W.copy() for W in weights.arrays()]
    assert moved([*base.arrays()], before) == (14 if trained == "from random" else 0)
    next(training)
    next(training)
    assert moved(before, [*weights.arrays()]) == {"attention": 4, "everywhere": 8}.get(trained, 14)
