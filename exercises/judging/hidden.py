"""What the exercises about looking inside share: machines that say the token before the last."""

from collections.abc import Sequence
from itertools import product

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import Least, Tally, ask, hold, own_decoder, right
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import forward
from taotp_core.weights import Head, Layer, Transformer

D_VOCAB, LONGEST = 5, 4  # tokens, and how long the texts are that are tried, all of them
RING = circle(D_VOCAB)


def texts(n: int, d_vocab: int = D_VOCAB) -> Tokens:
    """All texts of n tokens: [d_vocab ** n, n]."""
    return np.array(list(product(range(d_vocab), repeat=n)))


def machine(
    answer: object, where: str, d_vocab: int = D_VOCAB, n_ctx: int = LONGEST
) -> Transformer:
    """Rebuild the Transformer that an answer makes; Wrong unless it has the tokens and the room."""
    model = own_decoder(ask(answer, where=where), where)
    hold(model, f"{where} expected {d_vocab} tokens, got {{d_vocab}}", d_vocab=d_vocab)
    room = f"{where} expected room for {n_ctx} tokens or more, got room for {{n_ctx}}"
    hold(model, room, n_ctx=Least(n_ctx))
    return model


def says_the_one_before(model: Transformer, where: str) -> Tally:
    """All texts of 2 to LONGEST tokens; Wrong on the first after which it says something else."""
    tally = Tally()
    for n in range(2, LONGEST + 1):
        tokens = texts(n)
        expected = np.full(tokens.shape, -1)
        expected[:, -1] = tokens[:, -2]
        tally += right(model, tokens, expected, Shown(suffix=f" {where}"))
    return tally


def share_right(model: Transformer, n: int = LONGEST) -> float:
    """Of all texts of n tokens the share that is answered with the one before the last."""
    tokens = texts(n)
    return float((forward(model, tokens, keep=1)[:, 0].argmax(-1) == tokens[:, -2]).mean())


def before_last(
    layers: Sequence[Sequence[Head]], W_U: Array, W_pos: Array, d_model: int
) -> Transformer:
    """Heads by layer, without norms, on tokens that are written in the first three columns."""
    bare = [Layer(heads, norm_attn=None) for heads in layers]
    W_E = np.hstack([RING, np.zeros((D_VOCAB, d_model - 3))])
    return Transformer(W_E, W_pos, bare, None, W_U)


TOKEN, PAST, SAID, POS = subspaces(token=3, past=3, said=3, pos=3)
PLACES = circle(4 * LONGEST)[:LONGEST] @ write(POS)


def looks_back(steps: int, take: Array, put: Array) -> Head:
    """A head that looks so many places back, with values and outputs of one's own."""
    head = attend_back(steps, POS, TOKEN, PAST, n=4 * LONGEST)
    return Head(head.W_Q, head.W_K, take, put, name=head.name)


def in_layers(*layers: Sequence[Head], by: Array | None = None) -> Transformer:
    """A machine of such heads; `by` is what its logits read (None: PAST)."""
    W_U = (read(PAST) if by is None else by) @ RING.T
    return before_last(layers, W_U, PLACES, TOKEN.d_model)
