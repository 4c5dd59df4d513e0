"""Another text by a rule, and what is trained for it."""

from itertools import product

import numpy as np

from taotp.data import experiment, read_and_held_back, trained_letters
from taotp_core.arrays import Array
from tests.laws import every
from tools.experiments import train_adapters
from tools.experiments.play import ids
from tools.experiments.train_adapters import TEXTS, begun
from tools.experiments.training import from_model, single


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


@every(
    "trained, rank, numbers",
    [
        ("attention", 1, 2 * 4 * (48 + 48)),
        ("everywhere", 2, 2 * (2 * 4 * (48 + 48) + 2 * 2 * (48 + 192))),
        ("W_E", 2, 2 * (69 + 48)),
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
    some = {"attention": 4, "everywhere": 8, "W_E": 1}
    assert moved(before, [*weights.arrays()]) == some.get(trained, 14)


def test_a_small_change_takes_few_numbers_and_a_large_one_many() -> None:
    """Each rank reads better than the one below; what is held back, in the large change only."""
    rows = [row for row in experiment("train_adapters") if row["step"] == train_adapters.STEPS]
    for seed, text in product(train_adapters.SEEDS, TEXTS):
        own = {
            (row["trained"], row["rank"]): row
            for row in rows
            if (row["seed"], row["text"]) == (seed, text)
        }
        for where in train_adapters.WHERE:
            read = [own[where, rank]["read"] for rank in train_adapters.RANKS]
            assert read == sorted(read, reverse=True)
        held_back = {key: row["held_back"] for key, row in own.items()}
        if text == "two exchanged":
            others = [bits for (where, _), bits in held_back.items() if where != "W_E"]
            assert own["W_E", 2]["numbers"] == 234
            assert held_back["W_E", 2] < min(2.36, *others)
        else:
            assert min(held_back, key=held_back.__getitem__) == ("all", 0)
        assert max(held_back["all", 0], held_back["everywhere", 8]) < held_back["from random", 0]
