"""Looking things up."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from exercises.catalogue.looking_up.concatenate_keys import side_by_side
from exercises.catalogue.looking_up.every_table import every_table
from exercises.catalogue.looking_up.post_norm_lookup import post_norm_lookup
from exercises.catalogue.looking_up.smallest_misfit import smallest_misfit
from taotp_core.arrays import Tokens
from taotp_core.weights import MLP, Transformer
from tests.exercises.changing import other_order, with_layer

Text = tuple[list[Any], list[Any]]


def by_columns(d: int, keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
    """So many numbers for each token."""
    return side_by_side(keys, answers, d_vocab, n_ctx, d)


def signed(sign: Any, table: Mapping[tuple[int, ...], int]) -> Text:
    """A sign before each entry, and before the key."""
    return [one for key, value in table.items() for one in (sign, *key, value)], [sign]


def above_all_keys(table: Mapping[tuple[int, ...], int]) -> Text:
    """A number that is in no key, though it may be a value; numpy's, as it was computed."""
    return signed(np.max([*table]) + 1, table)


def mlp_of(model: Transformer) -> MLP:
    """The one of its layer."""
    (layer,) = model.layers
    assert layer.mlp is not None
    return layer.mlp


def unit_for_few_symbols(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
    """Units that fire a quarter below the full product: enough for symbols that are far apart."""
    model = every_table(keys, answers, d_vocab, n_ctx)
    b_in = np.full(len(keys), 0.25 - 3.0 * keys.shape[1])
    return with_layer(model, mlp=replace(mlp_of(model), b_in=b_in))


INVITED: dict[str, dict[str, object]] = {
    "how-many-fitted": {
        "wrong: a matrix for each symbol": lambda: [5100, 502_500, 3240],
        "right: as floats": lambda: [600.0, 10_500.0, 880.0],
    },
    "concatenate-keys": {
        "wrong: eight numbers a token": lambda *given: by_columns(8, *given),
        "right: sixty numbers a token": lambda *given: by_columns(60, *given),
    },
    "post-norm-lookup": {
        "wrong: the same weights twice, the second time louder": lambda *given: replace(
            model := post_norm_lookup(*given), W_U=2 * model.W_E.T
        ),
        "right: heads in another order": lambda *given: other_order(post_norm_lookup(*given)),
    },
    "smallest-misfit": {
        "wrong: two of four": (smallest_misfit()[0], {("00", "1"): 1, ("11", "1"): 1}),
        "right: a list": lambda: [*smallest_misfit()],
    },
    "table-as-text": {
        "wrong: minus one as the sign": lambda table: signed(-1, table),
        "right": [above_all_keys],
    },
    "every-table": {
        "wrong": [unit_for_few_symbols],
        "right: units in another order": lambda keys, answers, *sizes: every_table(
            keys[::-1], answers[::-1], *sizes
        ),
    },
    "all-the-rest": {
        "wrong: the letter is heard beside it": "layers.0.mlp.b_out:0.0=-2",
        "right: a part of the letter that positions use": {"W_E:3.11": np.float32(-6)},
    },
}
