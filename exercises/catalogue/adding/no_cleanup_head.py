"""The last digit of a sum without a head that clears."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import Tally
from exercises.judging.machine import machine
from exercises.judging.sums import Make, all_pairs, model_of_sums, most_heads, said_right
from exercises.statement import Exercise
from taotp.constructions.digits import SYMBOLS
from taotp.programs.adding import LOUD, add_mod10
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, overwrite_by_scale, spikes
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Layer, Transformer

STUB = '''
def no_cleanup_head(n_digits):
    """A Transformer like add_mod10(n_digits).model with 2 * n_digits heads."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """All pairs of one and of two digits, with a head for each digit and no other."""
    tally, total = Tally(), 0
    for n_digits in (1, 2):
        model, where = model_of_sums(answer, n_digits)
        most_heads(model, 2 * n_digits, where)
        prompts, sums = all_pairs(n_digits)
        tally, total = tally + said_right(model, prompts, sums % 10), parameters(model).total
    return f"{tally.inputs} inputs, {total} parameters for two digits"


def no_cleanup_head(n_digits: int) -> Transformer:
    """What is left of the equals sign is always the same, so the table can expect it."""
    model, n = add_mod10(n_digits).model, 2 * n_digits + 2
    value, _, _, pos = subspaces(value=1, one=1, rest=2, pos=3)
    token, _ = subspaces(token=4, pos=3)
    sums, last = np.arange(2 * 10**n_digits - 1), circle(n)[-1] @ write(pos)
    left = model.W_E[SYMBOLS.index("=")] + last
    seen = normalize(left + sums[:, None] / 10**n_digits * write(value), LAYER_NORM)
    table = spikes((seen @ read(value)).ravel(), model.W_E[sums % 10] @ read(token), value, token)
    layer = Layer(model.layers[0].heads[:-1], overwrite_by_scale(table, LOUD))
    return replace(model, layers=[layer])


def accepted_expected() -> Make:
    """The table expects what is not cleared."""
    return no_cleanup_head


def accepted_other_scale() -> Make:
    """The same at another scale: the heads multiply by less."""

    def other(n_digits: int) -> Transformer:
        n = 2 * n_digits + 2
        value, _, _, pos = subspaces(value=1, one=1, rest=2, pos=3)
        token, _ = subspaces(token=4, pos=3)
        model, sums = add_mod10(n_digits).model, np.arange(2 * 10**n_digits - 1)
        heads = [
            attend_back(back + i, pos, value, value, n=n, loud=50 * 10 ** (i - n_digits))
            for back in (1, n_digits + 2)
            for i in range(n_digits)
        ]
        left = model.W_E[SYMBOLS.index("=")] + circle(n)[-1] @ write(pos)
        seen = normalize(left + sums[:, None] / 2 / 10**n_digits * write(value), LAYER_NORM)
        at = (seen @ read(value)).ravel()
        table = spikes(at, model.W_E[sums % 10] @ read(token), value, token)
        return replace(model, layers=[Layer(heads, overwrite_by_scale(table, LOUD))])

    return other


def wrong_still_there() -> Make:
    """The chapter's program, with the head that clears."""
    return lambda n_digits: add_mod10(n_digits).model


def wrong_left_out() -> Make:
    """The head is left out, and the table still expects zeros."""

    def left_out(n_digits: int) -> Transformer:
        model = add_mod10(n_digits).model
        (layer,) = model.layers
        return replace(model, layers=[Layer(layer.heads[:-1], layer.mlp)])

    return left_out


def wrong_digit_missing() -> Make:
    """A digit's head is left out instead."""

    def missing(n_digits: int) -> Transformer:
        model = add_mod10(n_digits).model
        (layer,) = model.layers
        return replace(model, layers=[Layer(layer.heads[1:], layer.mlp)])

    return missing


EXERCISE = Exercise(
    slug="no-cleanup-head",
    source="6.13",
    title="Without the head that clears",
    kind="family",
    statement="""
`add_mod10` has a head for each digit and one that clears two numbers. Do without it:
`no_cleanup_head(n_digits)` makes a `Transformer` of one layer with at most $2\\,n$ heads, over
the twelve symbols, with `n_ctx` $2n + 2$. How many parameters more do you need?
""",
    hints=(
        "What are those two numbers? Do they depend on the prompt?",
        "The table need not be read from a clean stream. It has to be made from what is there.",
    ),
    answer="""
None more, and a head fewer. At the equals sign the two numbers are always those of the equals
sign. So one makes the table from rows that contain them. They cost precision, if the sum
is much larger or much smaller than they are; at the library's scale it makes hardly a difference.
""",
    stub=STUB,
    judge=judge,
    code=(no_cleanup_head,),
    typed=machine(judge, no_cleanup_head, at=0, size="n_digits 1"),
)
