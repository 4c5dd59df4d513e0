"""The sum as a pair of numbers."""

from collections.abc import Callable

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import Tally, Wrong, hold, pay, praised
from exercises.judging.machine import machine
from exercises.judging.sizes import one_layer, sized_model
from exercises.statement import Exercise, Mark
from taotp_core.encodings import number
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import quiet, residual
from taotp_core.weights import Head, Layer, Transformer

STUB = '''
def analog_pair():
    """A Transformer of one head that leaves (1 - k, k, 0, ...), k = i + j."""
    raise NotImplementedError
'''
NEAR = 1e-3  # how much of what was there before may be left, beside a pair of sum 1

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """All pairs of digits, whatever the loudness."""
    model = sized_model(answer, where="in analog_pair", d_vocab=10, n_ctx=2)
    one_layer(model, "in analog_pair")
    another = "in analog_pair expected one head and no MLP, got another layer"
    hold(model, another, first_heads=1, mlps=0)
    pairs = np.indices((10, 10)).reshape(2, -1).T
    note("analog", rows=pairs.tolist(), near=NEAR)
    pay(model, *pairs.shape, kept=1)
    with quiet():
        rows = residual(model, pairs, 1)[:, 0]
    for (i, j), row in zip(pairs.tolist(), rows, strict=True):
        k, loud = i + j, float(row[:2].sum())
        expected = np.array([1 - k, k, *np.zeros(model.d_model - 2)])
        if not loud > 0 or not (np.abs(row / loud - expected) < NEAR).all():
            said = ", ".join(f"{x:.3g}" for x in (row / loud if loud > 0 else row)[:4])
            raise Wrong(f"on {i} and {j} expected {1 - k}, {k}, 0 ... up to a factor, got {said}")
    return praised("{inputs} inputs, {total} parameters", model, Tally(len(pairs)))


def analog_pair() -> Transformer:
    """The average of both values, times 200, and the 1 less the same."""
    value, one, _ = subspaces(value=1, one=1, rest=2)
    nowhere = np.zeros((4, 4))
    k, rest = 200 * read(value), read(one) - 200 * read(value)
    head = Head(nowhere, nowhere, np.hstack([rest, k]), 1e6 * write(value, one))
    return Transformer(number(np.arange(10) / 100), np.zeros((2, 4)), [Layer([head])])


def accepted_average() -> Make:
    """One head that averages."""
    return analog_pair


def accepted_louder() -> Make:
    """The same, a thousand times louder."""

    def louder() -> Transformer:
        model = analog_pair()
        (head,) = model.layers[0].heads
        head = Head(head.W_Q, head.W_K, head.W_V, 1e3 * head.W_O)
        return Transformer(model.W_E, model.W_pos, [Layer([head])])

    return louder


def changed(W_V: Callable[[np.ndarray], np.ndarray], loud: float = 1.0) -> Make:
    """The answer with other values, or another loudness."""

    def other() -> Transformer:
        model = analog_pair()
        (head,) = model.layers[0].heads
        head = Head(head.W_Q, head.W_K, W_V(head.W_V), loud * head.W_O)
        return Transformer(model.W_E, model.W_pos, [Layer([head])])

    return other


def wrong_average() -> Make:
    """The average where the sum is asked for."""
    return changed(lambda W_V: W_V @ np.array([[1.0, 0.0], [0.5, 0.5]]))


def wrong_quiet() -> Make:
    """The token is not drowned."""
    return changed(lambda W_V: W_V, 1e-5)


def wrong_order() -> Make:
    """The sum first."""
    return changed(lambda W_V: W_V[:, ::-1])


EXERCISE = Exercise(
    slug="analog-pair",
    source="6.6",
    title="The sum as a pair",
    kind="construct",
    marks=(Mark.VERY_EASY,),
    statement="""
Give attention what it can do by itself, as the chapter's first argument has it: something linear
in $k = i + j$. Write `analog_pair()`, a `Transformer` of one head without an MLP over the ten
digits, with `n_ctx` 2. After its layer the stream at the second place is $(1-k,\\ k,\\ 0, \\dots,
0)$ times some positive number, up to a thousandth.
""",
    hints=(
        "The chapter's head for one digit leaves $(k, 1, 0, 0)$. What has to change?",
        "`W_V` may subtract one column from another.",
        "The digit that was there has to be drowned.",
    ),
    answer="""
Values are $(1 - 200\\,x,\\ 200\\,x)$ instead of $(200\\,x,\\ 1)$. The line through $(1, 0)$ and
$(0, 1)$ holds all the sums, and any linear score is largest at one of its ends: that is the
argument once more, as a picture.
""",
    stub=STUB,
    judge=judge,
    code=(analog_pair,),
    typed=machine(judge, analog_pair),
)
