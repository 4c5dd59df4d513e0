"""A table looked up, as its source prints it."""

from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from taotp.constructions.hashes import Progress
from taotp.constructions.tables import Table
from taotp.programs.lookup import lookup as our_lookup
from taotp_core.inputs import Model, model_of
from taotp_core.program import Program, Symbol
from taotp_core.weights import MLP, Head, Layer, Transformer


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
    """Section 3.6: every head is as wide as the stream, and an MLP without units follows.

    >>> lookup({"ab": "c", "ba": "a", "cc": "b"}, n_ctx=5).complete("cab")
    'c'
    """
    ours = our_lookup(
        table,
        n_ctx,
        vocabulary=vocabulary,
        tied=tied,
        d_token=d_token,
        seed=seed,
        progress=progress,
    )
    return replace(ours, model=square_heads(ours.model))


def square_heads(model: Model) -> Transformer:
    """The same machine of one layer with square heads, W_V the identity, and an idle bias.

    >>> square = square_heads(lookup({"ab": "b", "ba": "a"}, n_ctx=4))
    >>> [head.W_V.shape for head in square.layers[0].heads], square.d_model
    ([(8, 8), (8, 8)], 8)
    """
    model = model_of(model)
    d_model = model.d_model
    heads = [
        Head(
            W_Q=head.W_Q @ head.W_K.T * np.sqrt(d_model / head.W_K.shape[1]),
            W_K=head.W_K @ head.W_K.T,
            W_V=np.eye(d_model),
            W_O=head.W_V @ head.W_O,
            name=head.name,
        )
        for head in model.layers[0].heads
    ]
    return replace(model, layers=[Layer(heads, no_units(d_model))])


def no_units(d_model: int) -> MLP:
    """The MLP that the source stores where it has none: its bias counts."""
    none = np.zeros((d_model, 0))
    return MLP(W_in=none, b_in=np.zeros(0), W_out=none.T, b_out=np.zeros(d_model))
