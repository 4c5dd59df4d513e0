"""Weights as a language."""

from types import MappingProxyType
from typing import Any

import numpy as np

from exercises.catalogue.weights_as_language.by_hand import MAJORITY
from exercises.catalogue.weights_as_language.compact_text import compile_compact
from exercises.catalogue.weights_as_language.small_change import accepted_thought


def no_bias(text: str) -> dict[str, Any]:
    """A second bias is there where there are hidden units."""
    params = compile_compact(text)
    for layer in params["layers"]:
        if not layer["b1"].size:
            layer["b2"] = np.zeros(len(layer["b2"]))
    return params


INVITED: dict[str, dict[str, object]] = {
    "by-hand": {
        "wrong: too long a prompt": (MAJORITY, {"aab": "a", "abb": "b", "bbb": "b", "a" * 20: "a"}),
        "right: a list, with prompts as tuples": [
            MAJORITY,
            {tuple("aab"): "a", ("b", "a", "b"): "b", ("a", "b", "b"): ("b",), "b": "b"},
        ],
    },
    "small-change": {
        "wrong: the doubled stop is said at once": {**accepted_thought(), "double": ""},
        "right: a view of a dict": MappingProxyType(accepted_thought()),
    },
    "mystery": {
        "wrong: the largest of all but the last": (min, lambda x: max(x[:-1], default=x[-1])),
        "right: by numpy, in a list": [np.min, lambda numbers: np.array([max(numbers)])],
    },
    "compact-text": {
        "wrong": [no_bias],
        "right: another mapping": lambda text: MappingProxyType(compile_compact(text)),
    },
}
