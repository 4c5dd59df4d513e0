"""Transformers by Hand: a transformer, and the means to choose its every weight.

What is named here is the machine. The rest are wings, each loaded when it is first asked for:

programs      programs whose every weight was chosen by hand; `program` is what they are
stream        names for parts of the stream; `encodings`, `positions` and `words` fill them
gadgets       heads and MLPs that each do one thing; `constructions` are larger ones
rewrites      the same machine in other weights; `changes` are those of single numbers
measure       how many parameters, how sure, how precise; `costs` counts multiplications
look          what the parts of a machine do, and what it is without them
specification a program tried on every prompt, by the keys of `tasks`; `verify` certifies it
listing       weights as a language: a text to a program, and back
exports       the same machine in engines of others, and theirs here
figures       pictures, and figures that a reader can move
sound         sounds as frames; `data` are other things that chapters read
"""

from importlib import import_module
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
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


def __getattr__(name: str) -> ModuleType:
    place = f"{__name__}.{name}"
    if name.startswith("_") or find_spec(place) is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return import_module(place)


def __dir__() -> list[str]:
    wings = (wing.name for wing in iter_modules(__path__))
    return sorted({*__all__, *(wing for wing in wings if not wing.startswith("_"))})
