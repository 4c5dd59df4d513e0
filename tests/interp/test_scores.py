"""Scores of heads: machines where they are known, and loops over patterns where they are not."""

import numpy as np
import pytest

from taotp.interp import (
    ablated,
    attribution,
    copying_scores,
    in_context_loss,
    induction_scores,
    previous_token_scores,
    said_twice,
)
from taotp.programs import before_last, hello_world, two_stacks
from taotp_core import Transformer, forward, random_transformer, trace
from taotp_core.weights import Layer
from tests.laws import every


def test_scores_are_means_of_patterns() -> None:
    model = random_transformer(3, d_vocab=7, n_ctx=11, heads=((2, 2), (3, 1), (1, 4)))
    twice = said_twice(model, seed=4, draws=3)
    assert twice.length == 6 and twice.tokens.shape == (3, 11)
    previous = previous_token_scores(model, seed=4, draws=3)
    induction = induction_scores(model, seed=4, draws=3)
    runs = [(tokens, trace(model, tokens).patterns) for tokens in twice.tokens]
    for number, h in np.ndindex(2, 3):
        said = [(patterns[number][h], i, j) for tokens, patterns in runs for i in range(11)
                for j in range(1, i) if tokens[j - 1] == tokens[i]]  # fmt: skip
        back = np.mean([pattern[i, i - 1] for pattern, i, _ in said])
        again = np.mean([pattern[i, j] for pattern, i, j in said])
        assert previous[number][h] == pytest.approx(back)
        assert induction[number][h] == pytest.approx(again)


def test_tokens_are_said_twice_and_none_of_them_before() -> None:
    twice = said_twice(random_transformer(0, d_vocab=40, n_ctx=99), draws=5)
    assert twice.length == 24 and twice.tokens.shape == (5, 48)
    assert np.array_equal(twice.tokens[:, :24], twice.tokens[:, 24:])
    assert all(len(set(tokens)) == 24 for tokens in twice.tokens.tolist())
    assert len({tuple(tokens) for tokens in twice.tokens.tolist()}) == 5


@every("d_vocab, n_ctx", [(1, 2), (9, 2), (2, 3), (2, 50), (9, 3), (9, 4)])
def test_small_machines_have_scores(d_vocab: int, n_ctx: int) -> None:
    model = random_transformer(0, d_vocab=d_vocab, n_ctx=n_ctx)
    scores = [previous_token_scores(model), induction_scores(model), copying_scores(model)]
    assert np.shape(scores) == (3, 2, 2) and np.min(scores) >= 0 and np.max(scores) <= 1


def test_layers_without_heads_are_empty() -> None:
    assert previous_token_scores(hello_world().model) == []
    assert induction_scores(random_transformer(0, n_ctx=1, heads=())) == [[], []]
    model = random_transformer(0)
    model = Transformer(model.W_E, model.W_pos, [Layer(), *model.layers, Layer()])
    assert [len(scores) for scores in induction_scores(model)] == [0, 2, 2, 0]


def test_the_heads_of_stacks_and_of_encoders() -> None:
    model = two_stacks.which("abcd", 8).model
    assert previous_token_scores(model) == [pytest.approx([np.mean([1 / 4, 1 / 5])])]
    assert model.encoder is not None
    assert previous_token_scores(two_stacks.reverse("abcd", 8).model.encoder)  # type: ignore[arg-type]


def test_looking_back_is_not_copying() -> None:
    model = before_last("abcdef", 12).model
    assert previous_token_scores(model) == [[1.0]] and copying_scores(model) == [[1.0]]
    assert copying_scores(ablated(model, [(0, 0)])) == [[0.0]]


def test_copying_is_what_attribution_says_of_the_token_looked_at() -> None:
    model = random_transformer(6, d_vocab=4, n_ctx=7, d_mlp=0)
    twice, found = said_twice(model, draws=3), copying_scores(model, draws=3)
    for number, h in ((0, 0), (0, 1), (1, 0), (1, 1)):
        copied = []
        for tokens in twice.tokens:
            pattern = trace(model, tokens).patterns[number][h]
            for i in range(4, 7):
                raised = [attribution(model, tokens, t, i)[number, h] for t in range(4)]
                copied.append(int(np.argmax(raised)) == tokens[pattern[i].argmax()])
        assert found[number][h] == pytest.approx(np.mean(copied))


def test_the_loss_is_cross_entropy_in_bits() -> None:
    model = random_transformer(8, d_vocab=6, n_ctx=20)
    twice, bits = said_twice(model), in_context_loss(model)
    for i in range(len(bits)):
        each = []
        for tokens in twice.tokens:
            shares = np.exp(forward(model, tokens)[i])
            each.append(-np.log2(shares[tokens[i + 1]] / shares.sum()))
        assert bits[i] == pytest.approx(np.mean(each))
