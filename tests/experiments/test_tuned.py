"""What is trained for another text: by a rule, by sentences, and at what cost."""

from itertools import product

import numpy as np

from taotp.data import experiment, read_and_held_back, trained_letters
from tests.laws import every
from tools.experiments import train_adapters, tune_letters
from tools.experiments.play import ids
from tools.experiments.train_adapters import TEXTS
from tools.experiments.training import Weights, from_model, single

BASE = single(from_model(trained_letters().model))
COUNTED = [
    ("attention", 1, 2 * 4 * (48 + 48), 4),
    ("everywhere", 2, 2 * (2 * 4 * (48 + 48) + 2 * 2 * (48 + 192)), 8),
    ("W_E", 2, 2 * (69 + 48), 1),
    ("all", 0, 60_624, 14),
    ("from random", 0, 60_624, 14),
]
MOVED = [
    ("all weights", 60_624, range(14)),
    ("both texts", 60_624, range(14)),
    ("adapters", 3456, (2, 3, 4, 6, 8, 9, 10, 12)),
    ("W_E", 69 * 48, (0,)),
]


def moved(before: Weights, now: Weights) -> list[int]:
    """Which arrays are not what they were."""
    pairs = zip(before.arrays(), now.arrays(), strict=True)
    return [i for i, (was, W) in enumerate(pairs) if (was != W).any()]


def test_the_other_texts_have_letters_of_the_play_and_are_as_long() -> None:
    said = "Romeo, x'd: o'er xs"
    assert TEXTS["two exchanged"](said) == "Remoe, x'd: e'or xs"
    assert TEXTS["two exchanged"](TEXTS["two exchanged"](said)) == said
    assert TEXTS["words backwards"](said) == "oemoR, x'd: o're sx"
    for change, part in product(TEXTS.values(), read_and_held_back()):
        other = change(part)
        assert len(ids(other)) == len(part)
        assert other != part


@every("trained, rank, numbers, arrays", COUNTED)
def test_what_is_trained_is_counted(trained: str, rank: int, numbers: int, arrays: int) -> None:
    read = ids(read_and_held_back()[0])[-2000:]
    weights, found, training = train_adapters.begun(trained, rank, np.random.default_rng(0), read)
    assert found == numbers
    before = single(weights)
    assert len(moved(BASE, before)) == (14 if trained == "from random" else 0)
    next(training)
    next(training)
    assert len(moved(before, weights)) == arrays


def test_a_small_change_takes_few_numbers_and_a_large_one_many() -> None:
    """Each rank reads better than the one below; what is held back, in the large change only."""
    rows = [row for row in experiment("train_adapters") if row["step"] == train_adapters.STEPS]
    for at in product(train_adapters.SEEDS, TEXTS):
        own = {(row["trained"], row["rank"]): row
               for row in rows if (row["seed"], row["text"]) == at}  # fmt: skip
        for where in train_adapters.WHERE:
            read = [own[where, rank]["read"] for rank in train_adapters.RANKS]
            assert read == sorted(read, reverse=True)
        held_back = {key: row["held_back"] for key, row in own.items()}
        if at[1] == "two exchanged":
            others = [bits for (where, _), bits in held_back.items() if where != "W_E"]
            assert own["W_E", 2]["numbers"] == 234
            assert held_back["W_E", 2] < min(2.36, *others)
        else:
            assert min(held_back, key=held_back.__getitem__) == ("all", 0)
        assert max(held_back["all", 0], held_back["everywhere", 8]) < held_back["from random", 0]


# Tuned on sentences


def test_no_sentence_that_is_held_back_was_read() -> None:
    """And half of the windows of both texts are of the play."""
    read, held_back = tune_letters.sentences()
    assert (len(read), len(held_back)) == (train_adapters.LETTERS, tune_letters.HELD_BACK)
    assert not {*read.split("\n")} & {*held_back.split("\n")}
    tokens, answers = next(tune_letters.windows("both texts", np.random.default_rng(0)))
    for text, half in ((read_and_held_back()[0], True), (read, False)):
        whole, known = np.hstack([tokens, answers[:, -1:]]), ids(text).tobytes()
        assert [row.tobytes() in known for row in whole] == [half] * 16 + [not half] * 16


@every("tuned, numbers, arrays", MOVED)
def test_nothing_moves_but_what_is_tuned(tuned: str, numbers: int, arrays: range) -> None:
    weights = tune_letters.machine(tuned, np.random.default_rng(0))
    found, tuning = tune_letters.begun(tuned, weights, np.random.default_rng(0))
    next(tuning)
    next(tuning)
    assert (found, moved(BASE, weights)) == (numbers, [*arrays])


@every("seed", tune_letters.SEEDS)
def test_who_learns_more_forgets_more_but_for_both_texts(seed: int) -> None:
    rows = [row for row in experiment("tune_letters") if (row["step"], row["seed"]) == (400, seed)]
    play, new = ({row["tuned"]: row[text] for row in rows} for text in ("play", "sentences"))
    assert new["all weights"] < new["both texts"] < new["adapters"] < new["W_E"]
    assert play["both texts"] < play["W_E"] < play["adapters"] < play["all weights"]
    assert new["adapters"] < new["from random"]
