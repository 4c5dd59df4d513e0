"""Hashes of keys: drawn at random, or fitted to a table until every answer wins."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

import numpy as np

from taotp.constructions.adam import Adam
from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.measure import lead
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

LEAD = 1.0  # at a tenth bfloat16 loses a winner in a thousand; ten times needs ten times the steps
STEPS = 1000  # a tenth gives up on tables that fit; ten times as many store few others
RATE = 0.1  # a tenth takes four times the steps; ten times misses tables that fit
AT_ONCE = 100_000  # scores; what they are computed from then stays near the processor
FEW = 300  # rows; to add up some of so few, a product with a matrix of ones is quickest
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
        right = (scores.argmax(axis=1) == answers).all()  # a lead is dear where there is none
        if right and lead(scores, answers).min() >= LEAD:
            break
        adam.step(gradient)
        weights.tokens[:] = normalize(weights.tokens, LAYER_NORM)
    return weights


def scores_and_gradient(hashing: Hash, keys: Tokens, answers: Tokens) -> tuple[Array, Hash]:
    """The scores [n, d_vocab] of all entries, and the derivative of their summed cross-entropy."""
    tokens, matrices = hashing
    n, length = keys.shape
    adds = tokens @ matrices  # what each token adds to a hash at each place of a key
    which = keys + len(tokens) * np.arange(length)
    few = length * len(tokens) <= FEW
    ones = chosen(which, length * len(tokens)) if few else None
    hashes = sums_of(adds.reshape(-1, tokens.shape[1]), which, ones)
    scores = np.empty((n, len(tokens)))
    to_hashes, to_tokens = np.empty_like(hashes), np.zeros_like(tokens)
    step = max(1, AT_ONCE // len(tokens))
    for rows in (slice(i, i + step) for i in range(0, n, step)):
        np.matmul(hashes[rows], tokens.T, out=scores[rows])
        error = softmax(scores[rows])
        error[np.arange(len(error)), answers[rows]] -= 1
        to_hashes[rows] = error @ tokens
        to_tokens += error.T @ hashes[rows]
    to_adds = sums_to(to_hashes, which, length * len(tokens), ones).reshape(adds.shape)
    to_tokens += (to_adds @ matrices.swapaxes(1, 2)).sum(axis=0)
    return scores, Hash(to_tokens, tokens.T @ to_adds)


def sums_of(rows: Array, which: Tokens, ones: Array | None) -> Array:
    """Row i of the sums is that of the rows which[i]; `ones` are those chosen, where few are."""
    sums: Array = rows[which].sum(axis=1) if ones is None else ones @ rows
    return sums


def sums_to(rows: Array, which: Tokens, n: int, ones: Array | None) -> Array:
    """The way back: row j of the n sums is that of the rows i that chose j."""
    if ones is not None:
        return ones.T @ rows
    sums = np.zeros((n, rows.shape[1]))
    np.add.at(sums, which, rows[:, None])
    return sums


def chosen(which: Tokens, n: int) -> Array:
    """A matrix that has 1 in row i at the columns which[i]."""
    ones = np.zeros(len(which) * n)
    ones[which + n * np.arange(len(which))[:, None]] = 1.0
    return ones.reshape(-1, n)
