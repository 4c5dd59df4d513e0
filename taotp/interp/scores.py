"""What kind of head each head is, by scores on random tokens that are said twice."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from taotp.interp.logit_lens import contributions
from taotp.interp.parts import Run, run
from taotp_core.arrays import Array, Tokens
from taotp_core.inputs import Model, model_of
from taotp_core.transformer import encode
from taotp_core.weights import Transformer

LENGTH = 24  # tokens before they are said again, where there are so many and room for them
DRAWS = 16
SEED = 0
MORE = 1e-9  # as a share of the largest logit: what raises a token by less is rounding

Scores = list[list[float]]  # [layer][head]; a layer without heads is empty


class Twice(NamedTuple):
    """Random tokens [draws, n] that are said, and said again after the first `length` of them."""

    tokens: NDArray[np.int64]
    length: int

    @property
    def again(self) -> Tokens:
        """The positions whose token was said before."""
        return np.arange(self.length, self.tokens.shape[1])


def said_twice(
    model: Model, *, seed: int = SEED, length: int | None = None, draws: int = DRAWS
) -> Twice:
    """Draw tokens of the model's, none of them twice, and say them twice: as many as there is room.

    `length` None is 24, or as many as there are tokens, or half the room, rounded up; the second
    saying ends where the room does. Raises ValueError where there is room for one token alone, for
    a length below 1, for more tokens than there are or can be said again, and for draws below 1.

    >>> from taotp.programs.induction import induction
    >>> twice = said_twice(induction("abcd", n_ctx=8))
    >>> twice.length, twice.tokens.shape
    (4, (16, 8))
    """
    model = model_of(model)
    most = min(model.d_vocab, model.n_ctx - 1)
    if length is None:
        length = min(LENGTH, model.d_vocab, (model.n_ctx + 1) // 2)
    if most < 1:
        raise ValueError(f"n_ctx is {model.n_ctx}; to say a token twice takes at least 2 positions")
    if not 1 <= length <= most:
        raise ValueError(
            f"length is {length}; of {model.d_vocab} tokens in {model.n_ctx} positions, from 1 to "
            f"{most} can be said again"
        )
    if draws < 1:
        raise ValueError(f"draws is {draws}; it must be at least 1")
    rng = np.random.default_rng(seed)
    once = np.stack([rng.permutation(model.d_vocab)[:length] for _ in range(draws)])
    return Twice(np.hstack([once, once])[:, : model.n_ctx], length)


def memory_for(model: Transformer, draws: int, seed: int) -> Array | None:
    """What the encoder says of random tokens [draws, n, d_model]; None without cross heads."""
    if not model.looks_across or model.encoder is None:
        return None
    rng, of = np.random.default_rng([seed, 1]), model.encoder
    return encode(model, rng.integers(of.d_vocab, size=(draws, min(of.n_ctx, LENGTH))))


def previous_token_scores(
    model: Model, *, seed: int = SEED, length: int | None = None, draws: int = DRAWS
) -> Scores:
    """How much each head looks at the position before: [layer][head], from 0 to 1.

    The mean weight of its pattern there, over the positions of `said_twice` whose token was said
    before. An encoder reads random tokens. Raises ValueError as `said_twice` does.

    >>> from taotp.programs.induction import induction
    >>> scores = previous_token_scores(induction("abcd", n_ctx=8))
    >>> [[round(score, 6) for score in layer] for layer in scores]
    [[1.0], [0.0]]
    """
    return of_heads(model, seed, length, draws, lambda length: 1)


def induction_scores(
    model: Model, *, seed: int = SEED, length: int | None = None, draws: int = DRAWS
) -> Scores:
    """How much each head looks behind where the token was said before: [layer][head], from 0 to 1.

    The mean weight of its pattern there, over the positions of `said_twice` whose token was said
    before: prefix matching, in the words of Olsson et al. 2022. Where two tokens are said twice
    that place is the position before, and where one is, the position itself. An encoder reads
    random tokens. Raises ValueError as `said_twice` does.

    >>> from taotp.programs.induction import induction
    >>> scores = induction_scores(induction("abcd", n_ctx=8))
    >>> [[round(score, 6) for score in layer] for layer in scores]
    [[0.0], [1.0]]
    """
    return of_heads(model, seed, length, draws, lambda length: length - 1)


def of_heads(
    model: Model, seed: int, length: int | None, draws: int, back: Callable[[int], int]
) -> Scores:
    """The mean weight of each pattern at a fixed number of positions back."""

    def weights(of: Run, twice: Twice, number: int) -> Array:
        there = twice.again - back(twice.length)
        seen: Array = of.patterns[number][..., twice.again, there]  # [draws, n_heads, n_again]
        return seen

    return mean_of(model, seed, length, draws, weights)


def copying_scores(
    model: Model, *, seed: int = SEED, length: int | None = None, draws: int = DRAWS
) -> Scores:
    """How often each head says what it looks at: [layer][head], from 0 to 1.

    At which share of the positions of `said_twice` whose token was said before what the head
    writes raises the token that it looks at most above all others, as `attribution` counts. Raises
    ValueError as `said_twice` does.

    >>> from taotp.programs.induction import induction
    >>> scores = copying_scores(induction("abcd", n_ctx=8))
    >>> [[round(score, 6) for score in layer] for layer in scores]
    [[0.0], [1.0]]
    """

    def copies(of: Run, twice: Twice, number: int) -> Array:
        looked = of.patterns[number][..., twice.again, :].argmax(-1)  # [draws, n_heads, n_again]
        own = contributions(of)
        heads = range(len(of.model.layers[number].heads))
        added = np.stack([own[number, h][:, twice.again] for h in heads], axis=1)
        logits = added @ of.model.unembedding
        token = np.take_along_axis(twice.tokens[:, None], looked, axis=-1)[..., None]
        at = np.take_along_axis(logits, token, axis=-1)[..., 0]
        np.put_along_axis(logits, token, -np.inf, axis=-1)
        large = np.abs(of.logits[:, None, twice.again]).max(-1)  # rounding is a share of these
        most: Array = (at - logits.max(-1) > MORE * large).astype(float)
        return most

    return mean_of(model, seed, length, draws, copies)


def mean_of(
    model: Model,
    seed: int,
    length: int | None,
    draws: int,
    of_layer: Callable[[Run, Twice, int], Array],
) -> Scores:
    """The mean of something about each head [draws, n_heads, n] of each layer."""
    model = model_of(model)
    if not any(layer.heads for layer in model.layers):
        return [[] for _ in model.layers]
    twice = said_twice(model, seed=seed, length=length, draws=draws)
    of = run(model, twice.tokens, memory_for(model, draws, seed))
    return [
        of_layer(of, twice, number).mean((0, 2)).tolist() if layer.heads else []
        for number, layer in enumerate(model.layers)
    ]


def in_context_loss(
    model: Model, *, seed: int = SEED, length: int | None = None, draws: int = DRAWS
) -> Array:
    """How surprised the model is by each token of `said_twice` but the first, in bits: [n - 1].

    The mean over the draws of the cross-entropy; entry i is of the token at position i + 1. Who
    knows nothing needs log2(d_vocab) bits for each, and who has found out from the second token
    said again on none. Raises ValueError as `said_twice` does.

    >>> from taotp.programs.induction import induction
    >>> in_context_loss(induction("abcd", n_ctx=8)).round(3).tolist()
    [2.0, 2.0, 2.0, 2.0, 0.0, 0.0, 0.0]
    """
    model = model_of(model)
    twice = said_twice(model, seed=seed, length=length, draws=draws)
    of = run(model, twice.tokens, memory_for(model, draws, seed))
    bits: Array = surprise(of.logits, twice.tokens).mean(0)
    return bits


def surprise(logits: Array, tokens: Tokens) -> Array:
    """How surprised logits [..., n, d_vocab] are by each next token, in bits: [..., n - 1].

    Entry i is of the token at position i + 1.

    >>> surprise(np.zeros((3, 8)), np.array([5, 2, 7])).round(6).tolist()
    [3.0, 3.0]
    """
    logits = logits[..., :-1, :] - logits[..., :-1, :].max(-1, keepdims=True)
    following = np.take_along_axis(logits, tokens[..., 1:, None], axis=-1)[..., 0]
    bits: Array = (np.log(np.exp(logits).sum(-1)) - following) / np.log(2)
    return bits
