"""Smallest first."""

from dataclasses import replace

from exercises.catalogue.smallest_first.minimum_of_millions import minimum_of_millions
from exercises.catalogue.smallest_first.negative_numbers import signed_sort
from exercises.catalogue.smallest_first.repeated_numbers import repeated_numbers
from exercises.catalogue.smallest_first.several_digits import several_digits
from exercises.catalogue.smallest_first.smallest_above import STEP, above
from exercises.catalogue.smallest_first.sort_33 import sort_33
from taotp.programs import printed, small
from taotp.programs.sorting import sort
from taotp_core.arrays import Array
from taotp_core.program import END
from taotp_core.weights import Transformer
from tests.exercises.changing import other_order, with_head


def asking(model: Transformer, query: float, key: float = 1.0) -> Transformer:
    """The first head asks louder, and its keys are louder."""
    head = model.layers[0].heads[0]
    return with_head(model, W_Q=query * head.W_Q, W_K=key * head.W_K)


def itself_counts(q: Array, k: Array, v: Array) -> Array:
    """What is as large is as good as above."""
    return above(q, k, v, least=-STEP / 2)


INVITED: dict[str, dict[str, object]] = {
    "sort-33": {
        "wrong: near the limit": lambda: printed.sort(33, n_ctx=66, ratio=1.619, aim=0.499).model,
        "right: queries louder and keys fainter": lambda: asking(sort_33(), 2.0, 0.5),
    },
    "minimum-of-millions": {
        "wrong: for a thousand": lambda v, n: asking(minimum_of_millions(v, n), min(1.0, 1000 / v)),
        "right: louder keys": lambda v, n: asking(minimum_of_millions(v, n), 0.1, 10.0),
    },
    "smallest-above": {
        "wrong": [itself_counts],
        "right: lists": lambda q, k, v: above(q, k, v).tolist(),
    },
    "sort-1000": {
        "wrong: one layer less": lambda: small.sort(1000, 400, n_layers=13).model,
        "right: a layer more, and more room": lambda: small.sort(1000, 500, n_layers=15).model,
    },
    "negative-numbers": {
        "wrong: the last number is not said": lambda: replace(signed_sort(), stop=20),
        "right: It knows more numbers than it is asked for": lambda: replace(
            sort(61), vocabulary=[*range(-30, 31), END]
        ),
    },
    "repeated-numbers": {
        "wrong: a gate for eight copies": lambda n, n_ctx: repeated_numbers(n, n_ctx, most=8),
        "right: a gate for many more copies": lambda n, n_ctx: repeated_numbers(n, n_ctx, most=200),
    },
    "several-digits": {
        "wrong: a layer less": lambda n, n_ctx: several_digits(n, n_ctx, n_layers={1: 4, 2: 8}[n]),
        "right: heads in another order": lambda *sizes: other_order(several_digits(*sizes)),
    },
    "one-number-maximum": {
        "wrong: just as much as takes the north away": "layers.0.heads.0.W_Q:2.0=261",
        "right: much louder": {"layers.0.heads.0.W_Q:2.0": 10**6},
    },
}
