"""By chance."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.by_chance.beam_beats_greedy import chain
from exercises.catalogue.by_chance.chain_of_33 import LETTERS, small_chain
from exercises.catalogue.by_chance.half_as_likely import temperature
from exercises.catalogue.by_chance.min_p_keeps import two_places
from exercises.catalogue.by_chance.perplexity_of_a_coin import SAID, bits, perplexities
from exercises.catalogue.by_chance.text_of_a_seed import START, text
from taotp_core.program import Program
from taotp_core.weights import Transformer
from tests.exercises.changing import with_model


def ten_below() -> Program:
    """What never comes is ten below the others: some hundred thousandths are left."""
    program = small_chain()
    return with_model(program, W_U=program.model.unembedding / 2)


def other_order() -> Program:
    """The letters from r to a, the points louder, and all of them moved by the position."""
    model = small_chain().model
    other = Transformer(5 * model.W_E[::-1] + 1, -2 + model.W_pos, W_U=model.unembedding[:, ::-1])
    return replace(small_chain(), model=other, vocabulary=LETTERS[::-1])


INVITED: dict[str, dict[str, object]] = {
    "perplexity-of-a-coin": {
        "wrong: nats for bits": lambda: [float(2 ** (bits(heads) * np.log(2))) for heads in SAID],
        "right: six digits": lambda: [float(f"{each:.6g}") for each in perplexities()],
    },
    "text-of-a-seed": {
        "wrong: the a with which it begins, and eleven letters": lambda: START + text()[:-1],
        "right: joined by numpy": lambda: np.array([text()])[0],
    },
    "half-as-likely": {
        "wrong: as if no logit led by more than a hundred": lambda logits: float(
            min(100, sorted(logits)[-1] - sorted(logits)[-2]) / np.log(2)
        ),
        "right: in an array": lambda logits: np.array(temperature(logits)),
    },
    "same-set": {
        "wrong: 0.005 too little": lambda shares, k: float(sum(sorted(shares)[-k:]) - 0.005),
        "right: what they hold": lambda shares, k: np.array(min(1, sum(sorted(shares)[-k:]))),
    },
    "min-p-keeps": {
        "wrong: one letter more": lambda: [[0.4, 0.15, 0.16, 0.13, 0.09, 0.07], two_places()[1]],
        "right: letters in no order, in an array": lambda: np.array(
            [[0.1, 0.3, 0.2, 0.1, 0.21, 0.09], [0.12, 0.11, 0.12, 0.41, 0.12, 0.12]]
        ),
    },
    "beam-beats-greedy": {
        "wrong: shares of a hundred": lambda: (100 * np.array(chain())).tolist(),
        "right: the likelier letter leads to all three alike": lambda: np.array(
            [[0.0, 0.49, 0.51], [1, 0, 0], [1 / 3, 1 / 3, 1 / 3]]
        ),
    },
    "chain-of-33": {"wrong": [ten_below], "right": [other_order]},
}
