"""The transformer and its building blocks, with numpy alone.

plain, transformer, fast  the forward pass in forty lines, step by step, and its caches
arrays, weights, inputs   activation functions, the parameters, and what a model may read
decode, program           greedy, sampling and beam search; a model with its tokenizer
stream, gadgets           subspaces of the residual stream; heads and MLPs that do one thing
encodings, rotations      points of a circle, sinusoidal and rotary position embeddings
equivalences, post_ln     other weights for the same function; Pre-LN turned into Post-LN
edits, lora               single numbers changed, and low-rank adapters
measure, losses           parameters, margins, precision; cross-entropy and perplexity

README.md says what to read first.
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

__version__ = "1.0.0"

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
