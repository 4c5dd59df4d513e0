"""Hashes of keys: drawn at random, or fitted to a table until every answer wins."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.constructions.adam import Adam
from taotp_core.measure import lead
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

LEAD = 1.0  # at a tenth bfloat16 loses a winner in a thousand; ten times needs ten times the steps
STEPS = 1000  # a tenth gives up on tables that fit; ten times as many store few others
RATE = 0.1  # a tenth takes four times the steps; ten times misses tables that fit
Progress = Callable[[Iterable[int]], Iterable[int]]


class Hash(NamedTuple):
    """A vector for each token [d_vocab, d_token] and a matrix for each place of a key.

    `matrices` is [length, d_token, d_token], the first place first. The hash of a key is the sum
    over its places of its token's vector times the place's matrix.
    """

    tokens: Array
    matrices: Array

    def of(self, keys: Tokens) -> Array:
        """The hashes [n, d_token] of keys [n, length]."""
        hashes: Array = np.einsum("nld,ldo->no", self.tokens[keys], self.matrices)
        return hashes


def random_hash(length: int, d_vocab: int, d_token: int, seed: int) -> Hash:
    """Draw token vectors, which layer norm then fixes, and matrices from normal distributions."""
    rng = np.random.default_rng(seed)
    tokens = normalize(rng.normal(size=(d_vocab, d_token)), LAYER_NORM)
    return Hash(tokens, 0.1 * rng.normal(size=(length, d_token, d_token)))


def fitted_hash(
    keys: Tokens,
    answers: Tokens,
    d_vocab: int,
    d_token: int,
    seed: int = 0,
    progress: Progress = iter,
) -> Hash:
    """Fit token vectors and matrices until every hash scores its answer LEAD above the rest.

    The score of a token is the product of its vector with the hash; the loss is cross-entropy.
    Adam (Kingma and Ba 2015) on the exact gradient, and layer norm on the vectors after each of
    at most STEPS steps. The final norm is left out: it divides all scores by one number.
    """
    weights = random_hash(keys.shape[1], d_vocab, d_token, seed)
    adam = Adam(weights, RATE)
    for _ in progress(range(1, STEPS + 1)):
        scores, gradient = scores_and_gradient(weights, keys, answers)
        if lead(scores, answers).min() >= LEAD:
            break
        adam.step(gradient)
        weights.tokens[:] = normalize(weights.tokens, LAYER_NORM)
    return weights


def scores_and_gradient(hashing: Hash, keys: Tokens, answers: Tokens) -> tuple[Array, Hash]:
    """The scores [n, d_vocab] of all entries, and the derivative of their summed cross-entropy."""
    tokens, matrices = hashing
    n, length = keys.shape
    x = tokens[keys].reshape(n, -1)
    stacked = matrices.reshape(x.shape[1], -1)
    hashes = x @ stacked
    scores = hashes @ tokens.T
    error = softmax(scores)
    error[np.arange(n), answers] -= 1
    to_hashes = error @ tokens
    to_tokens = error.T @ hashes
    np.add.at(to_tokens, keys, (to_hashes @ stacked.T).reshape(n, length, -1))
    return scores, Hash(to_tokens, (x.T @ to_hashes).reshape(matrices.shape))
