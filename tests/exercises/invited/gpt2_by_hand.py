"""A GPT-2 by hand."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.gpt2_by_hand.aab_without_positions import aab_without_positions
from exercises.catalogue.gpt2_by_hand.ab_without_positions import ab_for_ever
from exercises.catalogue.gpt2_by_hand.abb_in_27 import abb_for_ever
from exercises.catalogue.gpt2_by_hand.cheap_pattern import cheap_pattern
from exercises.catalogue.gpt2_by_hand.mend_the_query import essay, mended_query
from exercises.catalogue.gpt2_by_hand.second_head import aab_or_aac
from exercises.catalogue.gpt2_by_hand.three_letters import aabc_for_ever, built
from exercises.catalogue.gpt2_by_hand.why_1024 import large_enough
from taotp_core.equivalences import turned
from taotp_core.weights import Layer, Norm, Transformer
from tests.exercises.changing import other_order, put, with_layer


def negated(model: Transformer) -> Transformer:
    """All columns with the other sign."""
    return turned(model, -np.eye(model.d_model))


def near() -> Transformer:
    """The second head looks at the last two letters alone, and forgets a c before them."""
    model = aab_or_aac()
    pair, heard = model.layers[0].heads
    return with_layer(model, heads=[pair, replace(heard, W_Q=pair.W_Q, W_K=pair.W_K)])


def three_words(word: str, n_ctx: int) -> Transformer:
    """The three words of the statement, and nothing for any other."""
    model = cheap_pattern(word, n_ctx)
    if word in ("aab", "banana", "aaaaaaaaab"):
        return model
    return Transformer(model.W_E, model.W_pos)


INVITED: dict[str, dict[str, object]] = {
    "ab-without-positions": {
        "wrong: all places alike": lambda: replace(ab_for_ever(), W_pos=np.ones((5, 2))),
        "wrong: another norm": lambda: replace(ab_for_ever(), norm_final=Norm(centered=False)),
        "right: all signs exchanged": lambda: negated(ab_for_ever()),
    },
    "why-1024": {
        "wrong: cut off after a thousandth": lambda: float(np.floor(1000 * large_enough()) / 1000),
        "right: rounded up, in an array": lambda: np.array(np.ceil(1000 * large_enough()) / 1000),
    },
    "mend-the-query": {
        "wrong: place 4 asks for itself twice": lambda: put(essay(), (4, 4), 2 * essay()[4, 4]),
        "right: lists, and a larger number": lambda: put(mended_query(), (7, 4), 1024.5).tolist(),
    },
    "told-apart": {
        "wrong: a letter and a space are no two letters": lambda: "b ",
        "right: drawn from an array of letters": lambda: np.array(["aa", "bb"])[1],
    },
    "abb-in-27": {
        "wrong: right, with an unembedding of its own: six numbers too many": lambda: replace(
            model := abb_for_ever(), W_U=model.W_E.T.copy()
        ),
        "right: all signs exchanged": lambda: negated(abb_for_ever()),
    },
    "three-letters": {
        "wrong: c asks as loudly as b": lambda: built(np.array([[0, 1, 0], [0, 0, 2], [2, 0, 0]])),
        "right: all signs exchanged": lambda: negated(aabc_for_ever()),
    },
    "second-head": {
        "wrong": [near],
        "right: heads in another order": lambda: other_order(aab_or_aac()),
    },
    "cheap-pattern": {
        "wrong": [three_words],
        "right: all signs exchanged": lambda *asked: negated(cheap_pattern(*asked)),
    },
    "aab-without-positions": {
        "wrong: The same with a layer in front that does nothing": lambda: replace(
            (model := aab_without_positions()),
            layers=[Layer(norm_attn=None, norm_mlp=None), *model.layers],
        ),
        "right: all signs exchanged": lambda: negated(aab_without_positions()),
    },
    "aab-to-aabb": {
        "wrong: half of the leaning towards a": "layers.0.heads.0.b_O:5.0=512",
        "right: another of the numbers that can do it": {"layers.0.heads.0.b_V:7.0": 0.5},
    },
}
