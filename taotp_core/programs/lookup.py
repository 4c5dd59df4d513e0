"""Look up the last few symbols in a table that was given when the program was made."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from taotp_core.arrays import Array, Tokens, softmax
from taotp_core.constructions.adam import Adam
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, hashed
from taotp_core.measure import lead
from taotp_core.program import Program, Symbol
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import forward, normalize
from taotp_core.weights import LAYER_NORM, Layer, Transformer

LEAD = 1.0  # at a tenth bfloat16 loses a winner in a thousand; ten times needs ten times the steps
STEPS = 1000  # a tenth gives up on tables that fit; ten times as many store few others
RATE = 0.1  # a tenth takes four times the steps; ten times misses tables that fit
SURE = 1e-6  # the lead that counts, as a share of the largest logit
TIED_SIZES = (5, 10, 20, 40, 80, 160)  # tried in this order, up to one that exceeds d_vocab
UNTIED_SIZES = (25, 50, 100, 200, 400, 800)
LARGER = "a larger d_token may store all"
UNTIED = (
    "a larger d_token may store all, or tied=True, where keys that share symbols are told apart"
)
BEYOND = "its scores add up over the places of a key, and some tables (XOR, say) need more"

Table = Mapping[Any, Symbol]  # of sequences of symbols; Mapping would ask for their exact type
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


def lookup(
    table: Table,
    n_ctx: int,
    *,
    vocabulary: Iterable[Symbol] = (),
    tied: bool = True,
    d_token: int | None = None,
    seed: int = 0,
    progress: Progress = iter,
) -> Program:
    """A program that reads a key at the end of its prompt and says what the table has for it.

    Keys have one length; what comes before them is ignored, and what
    follows when the last symbols are no key is undefined. Tied, a hash is
    fitted to the table, with `progress` (tqdm, say) around the steps;
    untied, it is drawn at random and nothing is fitted. Then every entry is
    tried. `vocabulary` adds symbols that the table lacks; without `d_token`
    several sizes are tried. Needs room for a few n * d_vocab numbers. Main
    source, sections 3.5 and 3.6. Raises ValueError for a table that it
    cannot store.

    >>> program = lookup({"ab": "c", "ba": "a", "cc": "b"}, n_ctx=5)
    >>> program.complete("cab")
    'c'
    """
    keys, answers, symbols = as_tokens(table, n_ctx, vocabulary)
    for size in sizes(d_token, tied, len(symbols)):
        if tied:
            hashing = fitted_hash(keys, answers, len(symbols), size, seed, progress)
            model = lookup_machine(hashing, n_ctx)
        else:
            hashing = random_hash(keys.shape[1], len(symbols), size, seed)
            model = lookup_machine(hashing, n_ctx, sums(hashing, keys, answers))
        right = stored(model, keys, answers)
        if right == len(keys):
            return Program(model, symbols, fault=too_short(keys.shape[1]), steps=1)
    raise ValueError(
        f"lookup stores {right} of the {len(keys)} entries with d_token {size}; "
        + (UNTIED if not tied else LARGER if size <= len(symbols) else BEYOND)
    )


def lookup_machine(
    hashing: Hash,
    n_ctx: int,
    W_U: Array | None = None,
    hard: float | None = None,
) -> Transformer:
    """One layer that leaves at each position the hash of the last tokens.

    A head for each place of a key looks that far back. The one that looks
    at its own position also takes away what was there. `hard` multiplies
    the queries (None: hard enough for n_ctx).
    """
    d_token = hashing.tokens.shape[1]
    token, pos = subspaces(token=d_token, pos=3)
    (whole,) = subspaces(whole=d_token + 3)
    own, *earlier = hashing.matrices[::-1]
    clean = read(token) @ own @ write(token) - np.eye(len(whole))
    look = attend_back(0, pos, whole, whole, n=n_ctx, hard=hard)
    heads = [hashed(look, clean)]
    for back, matrix in enumerate(earlier, 1):
        look = attend_back(back, pos, token, token, n=n_ctx, hard=hard)
        heads.append(hashed(look, matrix))
    W_E = hashing.tokens @ write(token)
    W_pos = circle(n_ctx) @ write(pos)
    return Transformer(W_E, W_pos, [Layer(heads)], W_U=W_U)


def random_hash(length: int, d_vocab: int, d_token: int, seed: int) -> Hash:
    """Draw token vectors, which layer norm then fixes, and matrices from normal distributions."""
    rng = np.random.default_rng(seed)
    tokens = normalize(rng.normal(size=(d_vocab, d_token)), LAYER_NORM)
    return Hash(tokens, 0.1 * rng.normal(size=(length, d_token, d_token)))


def sums(hashing: Hash, keys: Tokens, answers: Tokens) -> Array:
    """An unembedding [d_model, d_vocab]: for each answer, the sum of the hashes that lead to it."""
    d_vocab, d_token = hashing.tokens.shape
    token, _ = subspaces(token=d_token, pos=3)
    W_U = np.zeros((d_vocab, d_token))
    np.add.at(W_U, answers, hashing.of(keys))
    return (W_U @ write(token)).T


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


def stored(model: Transformer, keys: Tokens, answers: Tokens) -> int:
    """How many entries the machine gets right by a lead that is more than rounding."""
    logits = forward(model, keys, keep=1)[:, 0]
    return int((lead(logits, answers) > SURE * np.abs(logits).max(axis=1)).sum())


def as_tokens(
    table: Table, n_ctx: int, vocabulary: Iterable[Symbol]
) -> tuple[Tokens, Tokens, list[Symbol]]:
    """Ids of the keys [n, length] and answers [n], and the symbols; ValueError for a bad table."""
    if not table:
        raise ValueError("the table is empty; it must have at least 1 entry")
    rows = [tuple(key) for key in table]
    length = len(rows[0])
    for row in rows:
        if len(row) != length:
            raise ValueError(f"key {row} has length {len(row)}; it must be {length}, as the first")
    if len(set(rows)) < len(rows):
        twice = next(row for i, row in enumerate(rows) if row in rows[:i])
        raise ValueError(f"key {twice} is there twice; it must have one answer")
    if not 1 <= length <= n_ctx:
        raise ValueError(f"keys have length {length}; it must be from 1 to n_ctx = {n_ctx}")
    inside = [symbol for row, answer in zip(rows, table.values(), strict=True)
              for symbol in (*row, answer)]  # fmt: skip
    symbols = list(dict.fromkeys([*vocabulary, *inside]))
    ids = {symbol: i for i, symbol in enumerate(symbols)}
    keys = np.array([[ids[symbol] for symbol in row] for row in rows])
    return keys, np.array([ids[answer] for answer in table.values()]), symbols


def sizes(d_token: int | None, tied: bool, d_vocab: int) -> list[int]:
    """The sizes to try: the one asked for, or doubled ones up to where more cannot help."""
    if d_token is None:
        tried = TIED_SIZES if tied else UNTIED_SIZES
        enough = next((i for i, size in enumerate(tried) if tied and size > d_vocab), len(tried))
        return list(tried[: enough + 1])
    if d_token < 2:
        raise ValueError(f"d_token is {d_token}; it must be 2 or more, or layer norm leaves 0")
    return [d_token]


def too_short(length: int) -> Callable[[Sequence[Symbol]], str]:
    """What is wrong with a prompt that cannot hold a key."""
    return lambda prompt: (
        f"the prompt has {len(prompt)} symbols; a key has {length}" if len(prompt) < length else ""
    )
