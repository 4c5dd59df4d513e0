"""The adder of two digits without shouting."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from exercises.judging.asking import Shown, note
from exercises.judging.judge import Wrong, every, pay, praised, right, standard
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp.programs.adding import add_digits_mod10
from taotp_core.arrays import Array
from taotp_core.encodings import number
from taotp_core.gadgets import SURE, spikes
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import normalize, residual
from taotp_core.weights import LAYER_NORM, Head, Layer, Transformer

MOST = 1000.0
CLOSE = 1e-3  # how near to the digit's own row the stream has to be
STUB = '''
def proper_cleanup():
    """A Transformer: 7 and 8 make 5, and nothing is above 1,000."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def small(W: Array) -> NDArray[np.bool_]:
    """Which entries are within the limit."""
    return np.abs(W) <= MOST


def judge(answer: object) -> str:
    """All hundred pairs; no number written above MOST; the stream ends in the digit's own row."""
    where = "with d_vocab=10"
    model = sized_model(answer, where=where, d_vocab=10, n_ctx=2)
    standard(model)
    pairs = np.indices((10, 10)).reshape(2, -1).T
    sums = pairs.sum(axis=1) % 10
    expected = np.stack([np.full(100, -1), sums], axis=1)
    tally = right(model, pairs, expected, Shown([*"0123456789"], " and "))
    note("small_outputs", most=MOST)
    for number_of_layer, layer in enumerate(model.layers):
        for h, head in enumerate(layer.heads):
            name = f"W_V @ W_O of head {h} in layer {number_of_layer}, "
            every(head.W_V @ head.W_O, small, name, "at most 1,000")
        if layer.mlp:
            every(layer.mlp.W_out, small, f"W_out of layer {number_of_layer}, ", "at most 1,000")
    note("ends_in_rows", rows=pairs.tolist(), digits=sums.tolist(), close=CLOSE)
    pay(model, *pairs.shape, kept=1)
    rows = residual(model, pairs, 1)[:, 0] - model.W_pos[1]
    worst = np.abs(rows - model.W_E[sums]).max(axis=1)
    i = int(worst.argmax())
    if not worst[i] <= CLOSE:
        a, b = pairs[i]
        raise Wrong(
            f"on {a} and {b} expected the row of {sums[i]} in the stream, beside the position, "
            f"got one that differs by {worst[i]:.2g}"
        )
    return praised("{inputs} inputs, {total} parameters", model, tally)


def proper_cleanup(*, tidy: bool = True) -> Transformer:
    """The last token clears its own digit; the table says what is missing, or all where untidy."""
    value, one, rest, place = subspaces(value=1, one=1, rest=2, place=2)
    (token, _) = subspaces(token=4, place=2)
    W_E = number(np.arange(10) / 100) @ write(token)
    W_pos = np.array([[1.0, -1.0], [-1.0, 1.0]]) @ write(place)
    nothing = np.zeros((6, 1))
    both = Head(nothing, nothing, 200 * read(value), write(value))
    own = Head(SURE * read(place), read(place), read(value, rest), -write(value, rest))
    sums = np.arange(19)
    stream = sums[:, None] * write(value) + write(one)
    at = normalize(stream + W_pos[1], LAYER_NORM) @ read(value)
    missing = W_E[sums % 10] - (stream if tidy else 0)
    table = spikes(at.ravel(), missing @ read(token), value, token)
    return Transformer(W_E, W_pos, [Layer([both, own], table)])


def accepted_difference() -> Make:
    """The table says the difference between what is wanted and what is there."""
    return proper_cleanup


def accepted_scaled_scores() -> Make:
    """The same, with a head that looks twice as hard at its own position."""

    def harder() -> Transformer:
        model = proper_cleanup()
        both, own = model.layers[0].heads
        return replace(model, layers=[replace(model.layers[0], heads=[both, harden(own)])])

    return harder


def harden(head: Head) -> Head:
    """The same head with queries twice as long."""
    return replace(head, W_Q=2 * head.W_Q)


def wrong_messy() -> Make:
    """The chapter's program, which drowns what was there."""
    return lambda: add_digits_mod10().model


def wrong_added_to_the_sum() -> Make:
    """The table says the digit's row, beside the sum that is still there."""
    return lambda: proper_cleanup(tidy=False)


def wrong_last_digit_left() -> Make:
    """Nobody takes the last digit away."""

    def left() -> Transformer:
        model = proper_cleanup()
        (layer,) = model.layers
        return replace(model, layers=[replace(layer, heads=layer.heads[:1])])

    return left


EXERCISE = Exercise(
    slug="proper-cleanup",
    source="6.8",
    title="Without shouting",
    kind="construct",
    statement="""
`add_digits_mod10` drowns twice: attention drowns the last digit, the MLP drowns the sum. Build it
with *proper* cleanup in both places. No number that a head or the MLP writes should be larger
than a thousand.

`proper_cleanup()` makes a `Transformer` with `d_vocab` 10 and `n_ctx` 2, with plain layer norms
before its parts, tied or not. No entry of `W_V @ W_O` of a head, nor of an MLP's `W_out`, may be
above 1,000. And after the last layer the stream of the second token is the row of the right digit
plus the second row of `W_pos`, to within a thousandth in each column.
""",
    hints=(
        "To take away what a position holds, a head has to look at its own position. This "
        "program has no positions yet.",
        "The MLP sees what layer norm made of the stream, and can subtract only that. What "
        "must the stream look like, so that layer norm leaves it alone?",
        "A row $(k, 1, a, b)$ is left alone if $a$ and $b$ depend on $k$ in the right way, "
        "which a head cannot compute. But a *first* MLP may say any function of $k$.",
        "Or let the table say the difference between what it wants and what is there: the sum "
        "tells what is there.",
    ),
    answer="""
The positions of two places, $(1, -1)$ and $(-1, 1)$, are a subspace that layer norm leaves alone,
and with them a head can attend to itself and subtract the digit. There remains $(k, 1, 0, 0)$ and
the position. For the MLP there is a neat way: it is a table of any function of $k$, so let it say
`digits[k % 10] - row(k)`, where `row(k)` is what the stream holds. Nothing has to be copied, and
the sum of both is the digit itself, at its natural loudness. The largest number in it is 200: the
head multiplies the average of two hundredths by it.
""",
    stub=STUB,
    judge=judge,
    code=(proper_cleanup,),
    typed=machine(judge, proper_cleanup),
)
