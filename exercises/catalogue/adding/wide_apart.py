"""Sums that lie farther apart."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import Tally, Wrong, pay
from exercises.judging.sums import Make, all_pairs, model_of_sums, said_right
from exercises.statement import Exercise
from taotp.programs import printed
from taotp.programs.adding import LOUD, add_mod10
from taotp.reference import sum_tokens
from taotp_core.arrays import Tokens
from taotp_core.encodings import circle, number
from taotp_core.gadgets import attend_back, clear, overwrite_by_scale, spikes
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import normalize, quiet, residual
from taotp_core.weights import LAYER_NORM, Layer, Transformer

STUB = '''
def wide_apart(n_digits):
    """A Transformer like add_mod10(n_digits).model, its sums farther apart."""
    raise NotImplementedError
'''
TIMES = 1.5


def one_pair_each(n_digits: int) -> tuple[Tokens, Tokens]:
    """A prompt for every sum: as much as fits in the first number, the rest in the second."""
    sums = np.arange(2 * 10**n_digits - 1)
    a = np.minimum(sums, 10**n_digits - 1)
    return sum_tokens(a, sums - a, n_digits)[:, : 2 * n_digits + 2], sums


def separation(model: Transformer, n_digits: int) -> float:
    """The smallest distance between what the MLP sees for a sum and for the next one."""
    (layer,) = model.layers
    prompts, _ = one_pair_each(n_digits)
    pay(model, *prompts.shape, kept=1)
    with quiet():
        x = residual(replace(model, layers=[replace(layer, mlp=None)]), prompts, 1)[:, 0]
        seen = normalize(x, layer.norm_mlp)
    return float(np.linalg.norm(np.diff(seen, axis=0), axis=1).min())


def judge(answer: object) -> str:
    """Right on small numbers and on every sum of three digits, and TIMES as far apart."""
    tally = Tally()
    for n_digits in (1, 2, 3):
        model, where = model_of_sums(answer, n_digits)
        prompts, sums = (one_pair_each if n_digits == 3 else all_pairs)(n_digits)
        tally += said_right(model, prompts, sums % 10)
    size, most = parameters(model).total, parameters(add_mod10(3).model).total
    if size > most:
        raise Wrong(f"right on {tally.inputs} inputs, but {size} parameters for three digits, "
                    f"at most {most} allowed")  # fmt: skip
    own, least = separation(model, 3), TIMES * separation(add_mod10(3).model, 3)
    if not own >= least:
        raise Wrong(f"{where} expected sums at least {least:.3g} apart, got {own:.3g}")
    return f"{tally.inputs} inputs, sums of three digits {own:.3g} apart"


def wide_apart(n_digits: int, span: float = 1.5) -> Transformer:
    """Sums from -span to span: the equals sign brings the -span, as its own value."""
    value, _, rest, pos = subspaces(value=1, one=1, rest=2, pos=3)
    token, _ = subspaces(token=4, pos=3)
    n, sums = 2 * n_digits + 2, np.arange(2 * 10**n_digits - 1)
    step = 2 * span / sums[-1]
    W_E = add_mod10(n_digits).model.W_E.copy()
    W_E[11] = number(np.array(-span)) @ write(token)
    heads = [
        attend_back(back + i, pos, value, value, n=n, loud=100 * step * 10**i)
        for back in (1, n_digits + 2)
        for i in range(n_digits)
    ]
    left = W_E[11] - W_E[11] @ read(rest) @ write(rest) + circle(n)[-1] @ write(pos)
    at = normalize(left + step * sums[:, None] * write(value), LAYER_NORM) @ read(value)
    table = spikes(at.ravel(), W_E[sums % 10] @ read(token), value, token)
    layer = Layer([*heads, clear(pos, rest, n=n)], overwrite_by_scale(table, LOUD))
    return Transformer(W_E, circle(n) @ write(pos), [layer])


def accepted_centered() -> Make:
    """Sums on both sides of zero."""
    return wide_apart


def accepted_a_little_wider() -> Make:
    """Another span."""
    return lambda n_digits: wide_apart(n_digits, 1.6)


def wrong_library() -> Make:
    """The library's own: right, and not wide enough."""
    return lambda n_digits: add_mod10(n_digits).model


def wrong_as_printed() -> Make:
    """Leviathan's, with its sums a billionth apart."""
    return lambda n_digits: printed.add_mod10(n_digits).model


def wrong_scale() -> Make:
    """Heads that bring ten times as much, with the table that expected less."""

    def other(n_digits: int) -> Transformer:
        model = add_mod10(n_digits).model
        louder = add_mod10(n_digits, scale=1000 / 10**n_digits).model
        return replace(model, layers=[Layer(louder.layers[0].heads, model.layers[0].mlp)])

    return other


EXERCISE = Exercise(
    slug="wide-apart",
    source="6.15",
    title="Farther apart",
    kind="family",
    statement="""
How far apart are the sums that the MLP has to tell from each other? Measure the distance between
what it sees for one sum and for the next, after layer norm and over all columns, and take the
smallest. For three digits Leviathan's machine has $1.4 \\cdot 10^{-6}$ and the library's $7.2
\\cdot 10^{-4}$. Do better: `wide_apart(n_digits)` makes a `Transformer` of one layer and no more
parameters than the library's which for three digits has one and a half times as much. What do you
get for five digits?
""",
    hints=(
        "Where on the curve of layer norm do the library's sums lie? Which part of it is unused?",
        "The value may be negative. Who could subtract something from every sum?",
        "The equals sign has a value of its own, from $-5/3$ to 1.",
    ),
    answer="""
The library's sums run from 0 to 2, where the curve is steep at one end and flat at the other. Let
the equals sign have the value $-1.5$, and the sums run from $-1.5$ to 1.5: the middle of the
curve, its steepest part. They are then 1.6 times as far apart, $1.2 \\cdot 10^{-3}$. Each digit
more costs a factor of ten, as it must when ten times as many sums share one interval: for five
digits it is about $10^{-5}$. (Another way out of Leviathan's trouble: far out, the *other*
columns still tell sums apart when the value no longer does. A table may read any of them.)
""",
    stub=STUB,
    judge=judge,
    code=(wide_apart,),
)
