"""Machines of RMSNorm with each column beside its opposite, for engines that have LayerNorm."""

from dataclasses import replace

import numpy as np

from taotp_core.arrays import Array
from taotp_core.equivalences import READS, WRITES, plain_norms
from taotp_core.weights import Norm, Transformer, mapped


def paired(model: Transformer) -> Transformer:
    """The same machine with a LayerNorm for each RMSNorm, in rows twice as wide: the same logits.

    A number and its opposite have mean 0 and the same square, so that centering does nothing and
    the spread is what it was. Raises ValueError for a norm that centers, and for one with a gamma
    or a beta.

    >>> from taotp_core.weights import RMS_NORM
    >>> paired(Transformer(np.array([[3.0]]), np.ones((1, 1)), norm_final=RMS_NORM)).W_E.tolist()
    [[3.0, -3.0]]
    """
    if any(norm and norm.centered for norm in plain_norms(model)):
        raise ValueError("a norm of it is a LayerNorm; in pairs of opposites it would not center")
    both = np.kron(np.eye(model.d_model), [[1.0, -1.0]])

    def twice(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        return both.T @ W / 2 if name in READS else W @ both if name in WRITES else W

    def centered(norm: Norm | None) -> Norm | None:
        return norm and replace(norm, centered=True)

    wide = mapped(replace(model, W_U=model.unembedding), twice)
    layers = [
        replace(layer, norm_attn=centered(layer.norm_attn), norm_mlp=centered(layer.norm_mlp))
        for layer in wide.layers
    ]
    return replace(wide, layers=layers, norm_final=centered(model.norm_final))
