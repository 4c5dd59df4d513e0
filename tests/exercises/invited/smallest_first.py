"""Smallest first."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.smallest_first.minimum_of_millions import minimum_of_millions
from exercises.catalogue.smallest_first.negative_numbers import signed_sort
from exercises.catalogue.smallest_first.repeated_numbers import repeated_numbers
from exercises.catalogue.smallest_first.several_digits import several_digits
from exercises.catalogue.smallest_first.smallest_above import STEP, above
from exercises.catalogue.smallest_first.sort_33 import sort_33
from taotp.programs import printed, small
from taotp.programs.sorting import sort
from taotp_core.arrays import Array
from taotp_core.program import END, Program
from taotp_core.weights import Head, Transformer
from tests.exercises.invited import Invited


def asking(model: Transformer, query: float, key: float = 1.0, layer: int = 0) -> Transformer:
    """The first head of a layer asks louder, and its keys are louder."""
    head, *others = model.layers[layer].heads
    changed = Head(query * head.W_Q, key * head.W_K, head.W_V, head.W_O)
    layers = [*model.layers]
    layers[layer] = replace(layers[layer], heads=[changed, *others])
    return replace(model, layers=layers)


def of_another_layer(model: Transformer) -> Transformer:
    """Heads of each layer the other way round."""
    return replace(
        model, layers=[replace(layer, heads=layer.heads[::-1]) for layer in model.layers]
    )


def largest_above(q: Array, k: Array, v: Array) -> Array:
    """The value of the largest number that is above."""
    scores = q @ k.T
    return np.array([v[np.argmax(row)] if (row > STEP / 2).any() else [0.0] for row in scores])


def itself_counts(q: Array, k: Array, v: Array) -> Array:
    """What is as large is as good as above."""
    return above(q, k, v, least=-STEP / 2)


def by_loops(q: Array, k: Array, v: Array) -> list[list[float]]:
    """No softmax: the key with the least score above 0, or minus one."""
    found = []
    for query in q:
        scores = [(float(query @ key), float(value[0])) for key, value in zip(k, v, strict=True)]
        found.append([min((s for s in scores if s[0] > STEP / 3), default=(0, -1.0))[1]])
    return found


def never_again(n_numbers: int, n_ctx: int) -> Transformer:
    """It asks whether fewer are listed than said."""
    model = repeated_numbers(n_numbers, n_ctx)
    (listed,) = model.layers[0].heads
    first = replace(model.layers[0], heads=[replace(listed, W_O=-listed.W_O)])
    return replace(model, layers=[first, *model.layers[1:]])


def by_size() -> Program:
    """Smaller numbers first, whatever their signs."""
    return replace(sort(41), vocabulary=[*sorted(range(-20, 21), key=abs), END])


def wider() -> Program:
    """It knows more numbers than it is asked for."""
    return replace(sort(61), vocabulary=[*range(-30, 31), END])


INVITED = {
    "sort-33": Invited(
        wrong={
            "nearer to the limit than doubles can tell": lambda: (
                printed.sort(33, n_ctx=66, ratio=1.619, aim=0.499).model
            ),
            "room for the list, not for what is said": lambda: (
                printed.sort(33, n_ctx=34, ratio=1.64, aim=0.47).model
            ),
        },
        right={"queries louder and keys fainter": lambda: asking(sort_33(), 2.0, 0.5)},
    ),
    "minimum-of-millions": Invited(
        wrong={
            "a hundredth as hard": lambda v, n: asking(minimum_of_millions(v, n), 0.01),
            "hard enough for a thousand": lambda v, n: asking(
                minimum_of_millions(v, n), min(1.0, 1000 / v)
            ),
        },
        right={
            "keys louder than queries": lambda v, n: asking(minimum_of_millions(v, n), 0.1, 10.0)
        },
    ),
    "smallest-above": Invited(
        wrong={"the largest above": largest_above, "as large is above": itself_counts},
        right={"by loops, in lists": by_loops},
    ),
    "sort-1000": Invited(
        wrong={
            "one layer less than the worst case takes": lambda: (
                small.sort(1000, 400, n_layers=13).model
            ),
            "numbers from 1 on": lambda: replace(
                model := small.sort(1000, 400, n_layers=14).model, W_E=np.roll(model.W_E, 1, axis=0)
            ),
        },
        right={
            "a layer more, and more room": lambda: small.sort(1000, 500, n_layers=15).model,
        },
    ),
    "negative-numbers": Invited(
        wrong={
            "by their size": by_size,
            "the last number is not said": lambda: replace(signed_sort(), stop=20),
        },
        right={"more numbers than were asked for": wider},
    ),
    "repeated-numbers": Invited(
        wrong={
            "a gate for eight copies": lambda n, n_ctx: repeated_numbers(n, n_ctx, most=8),
            "listed and said are exchanged": never_again,
        },
        right={
            "a gate for many more copies": lambda n, n_ctx: repeated_numbers(n, n_ctx, most=200)
        },
    ),
    "several-digits": Invited(
        wrong={
            "a layer less than the worst case takes": lambda n, n_ctx: several_digits(
                n, n_ctx, n_layers={1: 4, 2: 8}[n]
            ),
            "enough layers for two digits, too few for one": lambda n, n_ctx: several_digits(
                n, n_ctx, n_layers={1: 2, 2: 9}[n]
            ),
        },
        right={
            "heads in another order": lambda n, n_ctx: of_another_layer(several_digits(n, n_ctx))
        },
    ),
    "one-number-maximum": Invited(
        wrong={
            "just as much as takes the north away": "layers.0.heads.0.W_Q:2.0=261",
            "the query with one sign changed": "layers.0.heads.0.W_Q:0.0=-261",
        },
        right={"much louder": {"layers.0.heads.0.W_Q:2.0": 10**6}},
    ),
}
