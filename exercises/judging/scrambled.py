"""An induction circuit among heads that look like it, turned so that no column says anything."""

import hashlib
from dataclasses import replace

import numpy as np

from taotp.programs import induction
from taotp_core.equivalences import scramble
from taotp_core.weights import Head, Transformer

N_HEADS, D_VOCAB, N_CTX = 5, 12, 24


def scrambled(name: str) -> Transformer:
    """A machine of two layers of five heads, another one for each name.

    It says what followed the present token before. In each layer one head is needed, one looks
    where that does and brings nothing, one looks elsewhere and brings nothing, and two take back
    what each of them writes.
    """
    return built(name)[0]


def places(name: str) -> tuple[int, int]:
    """Which head of layer 0 of that machine looks back, and which of layer 1 is for induction."""
    return built(name)[1]


def built(name: str) -> tuple[Transformer, tuple[int, int]]:
    """The machine, and the places of the two heads that are needed."""
    rng = np.random.default_rng([*hashlib.sha256(name.encode()).digest()])
    model = induction(D_VOCAB, N_CTX).model
    layers, real = [], []
    for layer in model.layers:
        (head,) = layer.heads
        busy = elsewhere(head, rng)
        heads = [head, nothing(head, rng), nothing(elsewhere(head, rng), rng),
                 busy, replace(busy, W_O=-busy.W_O)]  # fmt: skip
        order = rng.permutation(N_HEADS).tolist()
        layers.append(replace(layer, heads=[heads[i] for i in order]))
        real.append(order.index(0))
    M, _ = np.linalg.qr(rng.normal(size=(model.d_model, model.d_model)))
    return scramble(replace(model, layers=layers), M), (real[0], real[1])


def nothing(head: Head, rng: np.random.Generator) -> Head:
    """A head with the same pattern, whose values and outputs are something and their product 0."""
    W_V, W_O = rng.normal(size=head.W_V.shape), rng.normal(size=head.W_O.shape)
    W_V[:, 1:] = 0
    W_O[0] = 0
    turn, _ = np.linalg.qr(rng.normal(size=(len(W_O), len(W_O))))
    return replace(head, W_V=W_V @ turn, W_O=turn.T @ W_O)


def elsewhere(head: Head, rng: np.random.Generator) -> Head:
    """A head that looks by other numbers of the same size, and brings what it finds."""
    return Head(rng.permuted(head.W_Q, axis=1), rng.permuted(head.W_K, axis=1), head.W_V, head.W_O)
