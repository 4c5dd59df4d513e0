"""Transformers by Hand: a transformer, and the means to choose its every weight."""

from typing import TYPE_CHECKING

from taotp_core.arrays import PRECISIONS, Array, Inputs, Tokens, relu, rounded, rounding, softmax
from taotp_core.decode import beam, distribution, generate, greedy, predictions, sample
from taotp_core.lazy import hand_on
from taotp_core.transformer import Trace, encode, forward, normalize, trace
from taotp_core.weights import (
    LAYER_NORM,
    MLP,
    RMS_NORM,
    Head,
    Layer,
    Norm,
    Transformer,
    random_transformer,
)

if TYPE_CHECKING:
    from taotp_core.listing.stored import load, save

__version__ = "0.1.0"
hand_on(__name__)

__all__ = [
    "LAYER_NORM",
    "MLP",
    "PRECISIONS",
    "RMS_NORM",
    "Array",
    "Head",
    "Inputs",
    "Layer",
    "Norm",
    "Tokens",
    "Trace",
    "Transformer",
    "beam",
    "distribution",
    "encode",
    "forward",
    "generate",
    "greedy",
    "load",
    "normalize",
    "predictions",
    "random_transformer",
    "relu",
    "rounded",
    "rounding",
    "sample",
    "save",
    "softmax",
    "trace",
]
