"""Look up the last few symbols in a table that was given when the program was made."""

from collections.abc import Iterable

import numpy as np

from taotp.constructions.hashes import (
    Hash,
    Progress,
    fitted_hash,
    random_hash,
    scores_and_gradient,
)
from taotp.constructions.tables import Table, as_tokens, too_short
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, hashed
from taotp_core.measure import lead
from taotp_core.program import Program, Symbol
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import forward
from taotp_core.weights import Layer, Transformer

SURE = 1e-6  # the lead that counts, as a share of the largest logit
TIED_SIZES = (5, 10, 20, 40, 80, 160)  # tried in this order, up to one that exceeds d_vocab
UNTIED_SIZES = (25, 50, 100, 200, 400, 800)
LARGER = "a larger d_token may store all"
UNTIED = (
    "a larger d_token may store all, or tied=True, where keys that share symbols are told apart"
)
BEYOND = "its scores add up over the places of a key, and some tables (XOR, say) need more"


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
    named = token, pos = subspaces(token=d_token, place=3)
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
    return Transformer(W_E, W_pos, [Layer(heads)], W_U=W_U, subspaces=named)


def sums(hashing: Hash, keys: Tokens, answers: Tokens) -> Array:
    """An unembedding [d_model, d_vocab]: for each answer, the sum of the hashes that lead to it."""
    d_vocab, d_token = hashing.tokens.shape
    token, _ = subspaces(token=d_token, pos=3)
    W_U = np.zeros((d_vocab, d_token))
    np.add.at(W_U, answers, hashing.of(keys))
    return (W_U @ write(token)).T


def stored(model: Transformer, keys: Tokens, answers: Tokens) -> int:
    """How many entries the machine gets right by a lead that is more than rounding."""
    logits = forward(model, keys, keep=1)[:, 0]
    return int((lead(logits, answers) > SURE * np.abs(logits).max(axis=1)).sum())


def sizes(d_token: int | None, tied: bool, d_vocab: int) -> list[int]:
    """The sizes to try: the one asked for, or doubled ones up to where more cannot help."""
    if d_token is None:
        tried = TIED_SIZES if tied else UNTIED_SIZES
        enough = next((i for i, size in enumerate(tried) if tied and size > d_vocab), len(tried))
        return list(tried[: enough + 1])
    if d_token < 2:
        raise ValueError(f"d_token is {d_token}; it must be 2 or more, or layer norm leaves 0")
    return [d_token]


__all__ = [
    "Hash",
    "Progress",
    "Table",
    "fitted_hash",
    "lookup",
    "lookup_machine",
    "random_hash",
    "scores_and_gradient",
    "stored",
    "sums",
]
