"""A machine of the play that is tuned on sentences: what moves, and what the two texts cost."""

import numpy as np

from taotp.data import experiment, read_and_held_back, trained_letters
from tests.laws import every
from tools.experiments.play import ids
from tools.experiments.train_adapters import LETTERS
from tools.experiments.training import from_model, single
from tools.experiments.tune_letters import HELD_BACK, SEEDS, begun, machine, sentences, windows


def test_no_sentence_that_is_held_back_was_read() -> None:
    read, held_back = sentences()
    assert (len(read), len(held_back)) == (LETTERS, HELD_BACK)
    assert not {*read.split("\n")} & {*held_back.split("\n")}


def test_half_of_the_windows_of_both_texts_are_of_the_play() -> None:
    tokens, answers = next(windows("both texts", np.random.default_rng(0)))
    sentence, play = (ids(text).tobytes() for text in (sentences()[0], read_and_held_back()[0]))
    whole = np.hstack([tokens, answers[:, -1:]])
    assert [row.tobytes() in play for row in whole] == [True] * 16 + [False] * 16
    assert [row.tobytes() in sentence for row in whole] == [False] * 16 + [True] * 16


@every(
    "tuned, numbers, arrays",
    [
        ("all weights", 60_624, range(14)),
        ("both texts", 60_624, range(14)),
        ("adapters", 3456, (2, 3, 4, 6, 8, 9, 10, 12)),
        ("W_E", 69 * 48, (0,)),
    ],
)
def test_nothing_moves_but_what_is_tuned(tuned: str, numbers: int, arrays: range) -> None:
    weights = machine(tuned, np.random.default_rng(0))
    found, tuning = begun(tuned, weights, np.random.default_rng(0))
    next(tuning)
    next(tuning)
    before = single(from_model(trained_letters().model)).arrays()
    moved = [i for i, (was, W) in enumerate(zip(before, weights.arrays(), strict=True))
             if (was != W).any()]  # fmt: skip
    assert (found, moved) == (numbers, [*arrays])


@every("seed", SEEDS)
def test_who_learns_more_forgets_more_but_for_both_texts(seed: int) -> None:
    rows = [row for row in experiment("tune_letters") if (row["step"], row["seed"]) == (400, seed)]
    play, new = ({row["tuned"]: row[text] for row in rows} for text in ("play", "sentences"))
    assert new["all weights"] < new["both texts"] < new["adapters"] < new["W_E"]
    assert play["both texts"] < play["W_E"] < play["adapters"] < play["all weights"]
    assert new["adapters"] < new["from random"]
