"""What the errata say of an essay and a textbook, held to a measurement each."""

import json
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exercises.catalogue.looking_inside.looks_like_induction import no_induction
from taotp import figures, interp, programs
from taotp.applications.mood import vader
from taotp.costs import parameters_of
from taotp.costs.multiplications import counted
from taotp.costs.published import PUBLISHED, configuration
from taotp.data import experiment, trained_induction
from taotp.interp.ground_truth import witnesses
from taotp.listing import read
from taotp.programs import search
from taotp.sound.bands import log_mel
from taotp.sound.wav import RATE
from taotp.words.bpe import learn
from taotp_core import LAYER_NORM, Transformer, forward, normalize, random_transformer, trace
from taotp_core.arrays import rounded, softmax
from taotp_core.decode import distribution, greedy
from taotp_core.encodings import original_angles
from taotp_core.equivalences import patched, taken_out
from taotp_core.stream import semes

ROOT = Path(__file__).resolve().parent.parent

# Transformers from Scratch


def test_a_mask_that_multiplies_hides_nothing() -> None:
    scores = np.array([1.0, -2.0, 3.0])
    future = np.array([False, False, True])
    assert softmax(scores * ~future)[2] > 0.2  # a score of 0 is a score like others
    with np.errstate(invalid="ignore", over="ignore"):
        assert np.isnan(softmax(scores * [1, -np.inf, -np.inf])).any()  # and -inf * -2 is inf
    assert softmax(np.where(future, -np.inf, scores))[2] == 0


def test_a_chain_needs_an_end() -> None:
    sentence = ["show", "me", "my", "files", "please"]
    follows = dict(zip(sentence, sentence[1:], strict=False))
    assert set(sentence) - set(follows) == {"please"}


def test_no_table_of_masks_says_where_a_word_looks() -> None:
    noun = ("battery", "program")
    program = programs.next_word({
        "check the battery log and find out whether it ran down please": 1,
        "check the program log and find out whether it ran please": 1,
    })  # fmt: skip
    texts = [f"check the {one} log and find out whether it ran".split() for one in noun]
    looks = [trace(program.model, program.encode(text)).patterns[0][0, -1] for text in texts]
    assert looks[0].argmax() != looks[1].argmax()


def test_codes_are_more_than_a_byte_can_hold() -> None:
    words = {f"{a}{b}": 1 for a in "abcdefghijklmnopqrst" for b in "abcdefghijklmnopqrst"}
    assert len(learn(words, 300).tokens) > 256


def test_a_cepstrum_is_of_what_is_there_not_of_changes() -> None:
    steady = 0.5 * np.sin(2 * np.pi * 1000 * np.arange(RATE) / RATE)
    bands = log_mel(steady)
    places = (np.arange(bands.shape[1]) + 0.5) / bands.shape[1]
    cepstra = bands @ np.cos(np.pi * np.outer(places, np.arange(13)))
    assert np.abs(cepstra).max(axis=1).min() > 1
    assert np.abs(np.diff(cepstra, axis=0)).max() < 1e-6


def test_what_comes_later_reaches_no_earlier_row() -> None:
    model = random_transformer(0)
    rng = np.random.default_rng(0)
    tokens = rng.integers(10, size=12)
    for n in range(1, 12):
        other = np.concatenate([tokens[:n], rng.integers(10, size=12 - n)])
        assert (forward(model, other)[:n] == forward(model, tokens)[:n]).all()


def test_one_head_attends_to_several_alike_and_what_is_gathered_has_an_order() -> None:
    pattern = trace(programs.add_digits_mod10().model, [4, 7]).patterns[0][0]
    assert (pattern[1] == [0.5, 0.5]).all()
    program = search("abcdxy", 16, 4)
    assert program.complete("abcdxdcbaydcba") == "y"
    assert program.complete("abcdxdcbayabcd") == "x"


def test_layers_are_no_spares_of_each_other() -> None:
    model = search(10, 32, 2).model
    rng = np.random.default_rng(0)
    texts = rng.integers(10, size=(200, 32))
    texts[:, -2:] = texts[:, 5:7]
    said = greedy(forward(model, texts, keep=1)[:, -1])
    first, second = model.layers
    for layers in ([first], [second], [second, first]):
        other = Transformer(model.W_E, model.W_pos, layers)
        assert (greedy(forward(other, texts, keep=1)[:, -1]) == said).mean() < 0.5


def test_a_skip_connection_does_not_keep_a_word() -> None:
    model = programs.minimum(20, 4).model
    rows = [trace(model, [0, last]).stream["attention 0"][1] for last in range(1, 20)]
    said = normalize(np.array(rows), LAYER_NORM)
    assert np.ptp(said, axis=0).max() < 1e-3  # nothing is left of who was there


def test_one_layer_norm_for_each_row() -> None:
    x = np.array([[1.0, 2.0, 4.0], [10.0, 30.0, 20.0]])
    rows = normalize(x, LAYER_NORM)
    assert np.abs(rows.mean(axis=1)).max() < 1e-12
    assert rows.std(axis=1) == pytest.approx(1)
    whole = (x - x.mean()) / x.std()
    assert np.abs(whole.mean(axis=1)).max() > 0.5


# Speech and Language Processing, chapter 8


def test_an_induction_head_needs_a_layer_before_it_and_looks_behind_the_earlier_token() -> None:
    model = programs.induction(10, 20).model
    alone = interp.in_context_loss(interp.ablated(model, [(0, 0)]))
    assert np.round(alone, 2) == pytest.approx(3.32)
    assert interp.in_context_loss(model)[10:].max() < 1e-9
    pattern = trace(model, [4, 7, 1, 4]).patterns[1][0, -1]
    assert pattern == pytest.approx([0, 1, 0, 0], abs=1e-12)


def test_what_is_said_again_is_foretold_without_an_induction_head() -> None:
    last = [row for row in experiment("train_induction") if row["step"] == 2000]
    without = [row for row in last if max(row["induction_1_0"], row["induction_1_1"]) < 0.1]
    assert (len(last), len(without)) == (12, 4)
    assert all(2.9 < row["second"] < 3.3 for row in without)
    assert interp.induction_scores(no_induction(), length=8)[0] == pytest.approx([1])


def test_what_stands_in_for_a_head_is_part_of_the_result() -> None:
    model = trained_induction().model
    texts = interp.said_twice(model).tokens
    expected = {"zero": 0.03, "mean": 0.01, "resample": 0.02, "everywhere": 3.5}
    for how, bits in expected.items():
        lost = interp.surprise(interp.without(model, texts, [(1, 0)], how), texts)[:, 16:].mean()
        assert lost == pytest.approx(bits, rel=0.015, abs=0.005), how


def test_what_another_part_does_too_is_not_missed() -> None:
    case = next(case for case in witnesses() if case.name == "backed up")
    assert [case.changed_by(interp.ablated(case.model, [part])) for part in case.parts] == [0, 0]
    assert case.changed_by(interp.ablated(case.model, case.parts)) > 0.5


def test_a_lens_without_the_final_norm_says_something_else() -> None:
    model, prompt = search(10, 30, 1).model, np.array([1, 2, 3, 4, 1])
    row = trace(model, prompt).stream["mlp 1"][-1]
    assert round(100 * softmax(interp.lens(model, prompt)["mlp 1"][-1])[2]) == 56
    assert round(100 * softmax(row @ model.unembedding)[2]) == 100


def test_attention_is_as_wide_as_its_values() -> None:
    model = random_transformer(0, d_model=6, heads=[(3, 4)], n_layers=1, d_mlp=0)
    _, _, mixed, back, _ = counted(model, np.arange(5))
    assert mixed.right[-2:] == (5, 4) and back.right == (4, 6)


def test_without_a_mask_what_comes_next_is_read() -> None:
    program = search("abcdefgh", n_ctx=64, n_match=2)
    text = "cabbagedca"
    tokens = np.array(program.encode(text))
    said = forward(replace(program.model, causal=False), tokens).argmax(-1)
    assert np.array_equal(said[:-1], tokens[1:])


def test_the_one_likeliest_may_be_two_and_top_p_is_a_share() -> None:
    """And the set that holds it is not the only smallest."""
    tied, shares = np.array([1.0, 2.0, 2.0]), np.array([0.4, 0.35, 0.25])
    assert distribution(tied, top_k=1).tolist() == [0, 0.5, 0.5] and greedy(tied) == 1
    for share, kept in ((0.9 / 100, 1), (0.9, 3)):
        assert np.count_nonzero(distribution(np.log(shares), top_p=share)) == kept
    assert sum(sum(pair) >= 0.6 for pair in combinations(shares, 2)) == 3 and max(shares) < 0.6
    both = distribution(np.log(shares), top_p=0.6)
    np.testing.assert_allclose(both, np.array([0.4, 0.35, 0]) / 0.75)


def test_each_output_depends_on_what_came_before_and_across_an_end() -> None:
    model = random_transformer(3, n_layers=1)
    end = 9  # to the machine a token like any other
    one, other = (forward(model, np.array([word, end, 4, 5])) for word in (1, 2))
    assert (np.abs(one - other).max(axis=1) > 1e-6).all()


def test_what_published_sizes_come_to() -> None:
    """Trillions of tokens make the paper's operations; a longer context adds no parameter."""
    assert float(f"{6 * parameters_of('llama-3.1-405b') * 15.6e12:.1e}") == 3.8e25
    for of in PUBLISHED.values():
        longer = replace(of, n_ctx=2 * of.n_ctx)
        assert longer.inside == of.inside
        assert longer.parameters - of.parameters == longer.parts["positions"] / 2
    assert round(12 * 96 * 12288**2 / 1e9) == 174  # twelve squares
    assert round(parameters_of("gpt3") / 1e8) == 1746
    of = configuration("llama-3.1-405b")
    rough = 2 * of.d_model * of.n_layers * (2 * of.n_heads * of.d_head + of.d_mlp)
    assert round(rough / of.parameters, 3) == 0.875
    assert round(12 * of.n_layers * of.d_model**2 / of.parameters, 4) == 1.0001


def test_a_model_that_reads_little_is_a_small_model() -> None:
    """Kaplan and others (2020), equation 1.5 with the constants of their table 2."""

    def loss(N: float, D: float) -> float:
        return float(((6.4e13 / N) ** (0.076 / 0.103) + 1.8e13 / D) ** 0.103)

    assert round(loss(1e9, 1e8) / loss(1e8, 1e8), 2) == 0.99
    assert round((1e8 / 1e9) ** 0.076, 2) == 0.84


def test_what_was_merged_does_not_come_out() -> None:
    model = random_transformer(0)
    A, B = np.ones((10, 1)), np.ones((1, 6))
    left = []
    for loud in (1.0, 1e17):
        pair = {"W_E": (loud * A, B)}
        back = taken_out(patched(model, pair), pair)
        left.append(np.abs(back.W_E - model.W_E).max())
    assert 0 < left[0] < 1e-15
    assert left[1] == np.abs(model.W_E).max()


# An essay on language by hand


def test_most_clocks_that_run_at_the_printed_speeds_turn_more_than_once() -> None:
    turned = original_angles(512) * 511 / (2 * np.pi)
    assert (len(turned), int((turned > 1).sum()), int(turned[0])) == (256, 123, 81)
    assert original_angles(512)[0] * 7 > 2 * np.pi > original_angles(512)[0] * 6
    fastest, slowest = np.degrees(4 * original_angles(512))[[0, -1]]
    assert (round(fastest), round(1 / slowest)) == (229, 42)


def test_softmax_stands_on_the_left_of_the_values() -> None:
    pattern, values = softmax(np.zeros((6, 6))), np.ones((6, 3))
    assert (pattern @ values).shape == (6, 3)
    with pytest.raises(ValueError, match="mismatch"):
        values @ pattern


def test_modal_twice_is_two_and_a_word_said_again_adds_up() -> None:
    verbs = semes("ought modal helper")
    assert verbs.vector("+ought +modal +helper +modal").tolist() == [1, 2, 1]
    said = "semes sg pl out\ncontext 4\nsteps 1\nword you: sg\nword you: pl\nlayer\n"
    program = read(f"{said}head everywhere, move sg>out\nsay no: out\n").program
    you = program.model.W_E[program.vocabulary.index("you")]
    assert you[:3].tolist() == [1, 1, 0]


def recurrent_network() -> dict[str, Any]:
    """The network of the essay's sentiment, as the cells of the chapter build it."""
    notebook = json.loads((ROOT / "book/good_or_bad.ipynb").read_text("utf-8"))
    names: dict[str, Any] = {"np": np, "figures": figures, "rounded": rounded, "vader": vader}
    names["examples"] = vader.examples()
    for cell in ("".join(each["source"]) for each in notebook["cells"]):
        if "A1 = source.matrix" in cell or "def recurrent" in cell:
            exec(cell, names)
    return names


def test_a_network_of_sigmoids_calls_everything_good_and_reads_no_but() -> None:
    """Nor an exclamation mark."""
    names = recurrent_network()
    for unread in ("contrastive", "intensepunctuation"):
        row = names["source"].row(unread)
        assert not any((row @ names[matrix]).any() for matrix in ("A1", "B1", "A2", "C1"))
    assert all(0.12 < names["recurrent"](text) < 0.17 for text in names["examples"])
    names["sigmoid"] = lambda x: 1 / (1 + np.exp(-8 * x))
    assert all(names["recurrent"](text) > 0 for text in names["examples"])
