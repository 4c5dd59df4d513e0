"""The transformer and its building blocks, with numpy alone.

arrays, weights, inputs   what a transformer is made of, and what it takes
plain, transformer        the machine in forty lines, and the same at full speed
decode, program           one token after another; a machine with its alphabet
stream, gadgets           names for parts of the stream; heads and MLPs that each do one thing
encodings, rotations      positions as points of a circle, sinusoids and rotary ones
equivalences, post_ln     the same machine in other weights, and with norms behind
edits, lora               other single numbers, and low-rank changes of matrices
measure, losses           how many parameters, how sure, how precise; cross-entropy

What is made of it, programs, applications, their language and figures, is the package `taotp`.
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules

from taotp_core.arrays import PRECISIONS, Array, Inputs, Tokens, relu, rounded, rounding, softmax
from taotp_core.decode import beam, distribution, generate, greedy, predictions, sample
from taotp_core.deprecated import old_names
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

__version__ = "0.1.0"

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
    "normalize",
    "predictions",
    "random_transformer",
    "relu",
    "rounded",
    "rounding",
    "sample",
    "softmax",
    "trace",
]


def __getattr__(name: str) -> object:
    place = f"{__name__}.{name}"
    if name.startswith("_"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(place) if find_spec(place) else old_names(__name__)(name)


def __dir__() -> list[str]:
    wings = (wing.name for wing in iter_modules(__path__))
    return sorted({*__all__, *(wing for wing in wings if not wing.startswith("_"))})
