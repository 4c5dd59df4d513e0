"""The play as windows: every letter is asked for once, and a loss is that of its definition."""

import numpy as np
import pytest

from taotp.data import experiment, read_and_held_back
from taotp_core.arrays import softmax
from taotp_core.transformer import forward
from tests.laws import every
from tools.experiments import scaling, train_letters
from tools.experiments.play import alphabet, bits, cut, half_windows, ids
from tools.experiments.training import NOT_ASKED, as_model, drawn


def test_ids_are_places_in_the_alphabet() -> None:
    read, held_back = read_and_held_back()
    assert "".join(alphabet()[i] for i in ids(held_back[:500])) == held_back[:500]
    assert set(ids(read)) <= set(range(69)) and len(alphabet()) == 69
    with pytest.raises(ValueError, match="the text has 'é'; it must have letters of the play"):
        ids("café")


def test_windows_go_on_with_what_comes_next() -> None:
    text = np.arange(100)
    tokens, answers = cut(text, 50, 8, np.random.default_rng(0))
    assert tokens.shape == answers.shape == (50, 8)
    assert (answers == tokens + 1).all() and (tokens[:, 1:] == answers[:, :-1]).all()
    many, after = cut(text, 3000, 8, np.random.default_rng(0))
    assert many.min() == 0 and after.max() == 99  # each end of the text can be drawn


@every("length", [5, 8])
def test_half_windows_ask_once_with_half_a_window_before(length: int) -> None:
    text = np.random.default_rng(0).permutation(97)
    _, answers = half_windows(text, length)
    asked = answers[answers != NOT_ASKED]
    assert len(set(asked)) == len(asked) > 97 - length
    assert (asked == text[1 : len(asked) + 1]).all()
    assert ((answers[1:] != NOT_ASKED).argmax(1) >= length - length // 2).all()


def test_bits_are_mean_logarithms_of_what_is_said() -> None:
    rng, sizes = np.random.default_rng(0), {"d_model": 6, "n_heads": 2, "d_mlp": 7}
    weights = drawn(rng, d_vocab=69, n_ctx=4, n_layers=1, **sizes)  # type: ignore[arg-type]
    text = ids(read_and_held_back()[1][:303])
    tokens, answers = half_windows(text, 4)
    said = softmax(forward(as_model(weights), tokens))
    asked = np.argwhere(answers != NOT_ASKED)
    costs = [-np.log2(said[i, j, answers[i, j]]) for i, j in asked]
    assert bits(weights, text) == pytest.approx(np.mean(costs), abs=1e-12)


def test_speeches_keep_all_but_blank_lines() -> None:
    text = read_and_held_back()[0][5000:9000]
    packed = train_letters.packed(text)
    assert "".join([*alphabet(), "\n\n"][token] for token in packed) == text


def test_counted_shares_sum_to_one_and_mixed_ones_too() -> None:
    for share in train_letters.COUNTING.values():
        for after in ("", "t", "th", "qz"):
            sum_of = sum(share(after, letter) for letter in alphabet())
            assert sum_of == pytest.approx(1, abs=1e-12)
    read, _ = read_and_held_back()
    often, all_seen = read.count("th"), read[:-1].count("t")
    assert train_letters.counted("t", "h") == pytest.approx((often + 0.03) / (all_seen + 0.03 * 69))


def test_pairs_that_say_the_counted_shares_are_not_apart_and_trained_ones_come_near() -> None:
    read, held_back = map(ids, read_and_held_back())
    counts = train_letters.pairs_in(read)
    shares = (counts + 1e-300) / (counts + 1e-300).sum(1, keepdims=True)
    found = train_letters.of_pairs(shares, read, read[:2000])
    assert found["apart"] == 0
    entropy = -(counts * np.log2(shares)).sum() / counts.sum()
    assert found["read"] == round(entropy, 4)
    even = train_letters.of_pairs(np.full((69, 69), 1 / 69), read, held_back)
    assert even["read"] == even["held_back"] == round(np.log2(69), 4)
    assert 0.5 < float(str(even["apart"])) < 1
    rows = [row for row in experiment("train_letters") if row["machine"] == "pairs"]
    assert all(row["read"] > entropy for row in rows)
    last = [row for row in rows if row["step"] == train_letters.STEPS]
    assert len(last) == 2
    assert all(row["read"] < entropy + 0.005 and row["apart"] < 0.02 for row in last)


def test_sizes_of_the_machines_of_scale() -> None:
    weights = scaling.machine(8, seed=0)
    assert all(W.dtype == np.float32 for W in weights.arrays())
    inner = sum(W.size for layer in weights.layers for W in layer)
    assert inner == 2 * (12 * 8**2 + 5 * 8)
    assert sum(W.size for W in weights.arrays()) == inner + (69 + 32) * 8


def test_more_of_anything_costs_less() -> None:
    """Along each sweep of each seed the best loss falls; little text is learned by heart."""
    rows = experiment("scaling")
    center = {"d_model": scaling.D_MODEL, "letters": scaling.LETTERS, "steps": scaling.STEPS}
    for swept in center:
        others = [key for key in center if key != swept]
        for seed in scaling.SEEDS:
            own = [row for row in rows if row["seed"] == seed
                   and all(row[key] == center[key] for key in others)]  # fmt: skip
            own.sort(key=lambda row: float(row[swept]))
            losses = [row["best"] for row in own]
            assert len(losses) >= 6
            if swept == "letters":  # with twice the text, the machine itself is what is short
                assert abs(losses.pop() - losses[-1]) < 0.03
            assert losses == sorted(losses, reverse=True)
    by_heart = [row for row in rows if row["letters"] == min(scaling.FEWER_LETTERS)]
    assert all(row["read"] < 0.1 and row["held_back"] > np.log2(69) for row in by_heart)
