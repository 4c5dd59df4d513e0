"""The arrays of a machine as the trainer of eighty lines takes them, and what it does not know."""

from collections.abc import Iterable

from taotp_core.arrays import Array
from taotp_core.equivalences import norms_in_use
from taotp_core.weights import Norm, Transformer, named_arrays

Numbers = dict[str, Array]  # arrays by their path
EPS = 1e-10  # of the norm, outside the root
KNOWN = {"W_E", "W_pos", "W_U", "W_Q", "W_K", "W_V", "W_O", "W_in", "b_in", "W_out", "b_out"}


def refuse_unknown(paths: Iterable[str]) -> None:
    """Raise ValueError for the path of an array that the trainer does not know.

    >>> refuse_unknown(["W_E", "layers.0.heads.0.b_Q"])
    Traceback (most recent call last):
    ValueError: layers.0.heads.0.b_Q is there; the trainer has no biases of heads, gains or gates
    """
    for path in paths:
        if path.rpartition(".")[2] not in KNOWN:
            raise ValueError(f"{path} is there; the trainer has no biases of heads, gains or gates")


def weights_of(model: Transformer) -> Numbers:
    """The arrays of a model by their path, for `loss_and_gradient`.

    Raises ValueError for what the trainer would pass over, as it would then train another machine.

    >>> from taotp.programs import minimum
    >>> [*weights_of(minimum(3, 2).model)][:3]
    ['W_E', 'W_pos', 'layers.0.heads.0.W_Q']
    """
    if reason := strange(model):
        raise ValueError(f"{reason}; the trainer does not know that")
    refuse_unknown(arrays := named_arrays(model))
    return arrays


def strange(model: Transformer) -> str:
    """What the trainer does not know of a model, "" where it knows all."""
    if model.norms != "before" or not model.causal or model.encoder or model.rotary is not None:
        return "the model is not a decoder with rows of positions and its norms in front"
    for where, norm in norms_in_use(model):
        if not usual(norm):
            return f"{where} is {norm}, and no layer norm without gamma and beta"
    for number, layer in enumerate(model.layers):
        if layer.cross or (layer.mlp and layer.mlp.act != "relu"):
            return f"layer {number} has cross heads, or units that are no ReLU"
        if any(head.by_distance is not None for head in layer.heads):
            return f"a head of layer {number} adds by distance"
    return ""


def usual(norm: Norm | None) -> bool:
    """Whether it is the norm of the trainer."""
    if norm is None or norm.gamma is not None or norm.beta is not None:
        return False
    return norm.centered and not norm.inside and norm.eps == EPS
