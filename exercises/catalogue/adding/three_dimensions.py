"""The adder of two digits in three dimensions."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import praised, right, standard
from exercises.judging.machine import machine
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp.constructions.level import through
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import EAST, NORTH, on_circle
from taotp_core.gadgets import overwrite_by_scale
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Head, Layer, Transformer

STUB = '''
def three_dimensions():
    """A Transformer three numbers wide: 7 and 8 make 5."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """All hundred pairs, in three dimensions."""
    where = "with d_model=3"
    model = sized_model(answer, where=where, d_model=3, d_vocab=10, n_ctx=2)
    standard(model)
    pairs = np.indices((10, 10)).reshape(2, -1).T
    expected = np.full(pairs.shape, -1)
    expected[:, 1] = pairs.sum(axis=1) % 10
    tally = right(model, pairs, expected, Shown([*"0123456789"], " and "))
    words = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}"
    return praised(words, model, tally)


def table_on_circle(W_E: Array, entries: Tokens, digits: Tokens) -> Transformer:
    """Average two points loudly, and say a digit for each spot where an average lands.

    `entries` [n, 2] are pairs of digits, one for each spot, and `digits` [n] what to say.
    """
    plane, nowhere = np.stack([EAST, NORTH], axis=1), np.zeros((3, 1))
    average = overwrite_by_scale(Head(nowhere, nowhere, plane, plane.T), 1e6)
    spots = normalize(W_E[entries].sum(axis=1), LAYER_NORM) @ -EAST
    order = np.argsort(spots)
    table = through(spots[order], W_E[digits[order]], -EAST[:, None], np.eye(3))
    return Transformer(W_E, np.zeros((2, 3)), [Layer([average], overwrite_by_scale(table, 1e12))])


def three_dimensions() -> Transformer:
    """Digits at even angles: equal sums have one mean angle."""
    s = np.arange(19)
    W_E = on_circle(np.pi * (np.arange(10) + 0.5) / 10)
    return table_on_circle(W_E, np.stack([s // 2, (s + 1) // 2], axis=1), s % 10)


def accepted_even_angles() -> Make:
    """Nineteen spots."""
    return three_dimensions


def accepted_uneven_angles() -> Make:
    """Fifty-five spots, one for each unordered pair."""

    def uneven() -> Transformer:
        d = np.arange(10)
        W_E = on_circle(np.pi * (d + 0.04 * d**2 + 0.02 * np.sin(9 * d) + 0.5) / 14)
        entries = np.argwhere(np.tri(10))
        return table_on_circle(W_E, entries, entries.sum(axis=1) % 10)

    return uneven


def wrong_nineteen_spots() -> Make:
    """Points at uneven angles, and an entry for each sum, as if equal sums met."""

    def nineteen() -> Transformer:
        s = np.arange(19)
        W_E = on_circle(np.arange(10) ** 1.5 / 9)
        return table_on_circle(W_E, np.stack([s // 2, (s + 1) // 2], axis=1), s % 10)

    return nineteen


def wrong_not_loud() -> Make:
    """The last digit stays as loud as the average."""

    def quiet() -> Transformer:
        model = three_dimensions()
        (layer,) = model.layers
        return replace(
            model, layers=[replace(layer, heads=[overwrite_by_scale(layer.heads[0], 1e-6)])]
        )

    return quiet


def wrong_half_circle_too_far() -> Make:
    """Digits around the whole circle, where 0 and 5 are opposite and have no mean."""

    def around() -> Transformer:
        s = np.arange(19)
        W_E = on_circle(2 * np.pi * np.arange(10) / 10)
        return table_on_circle(W_E, np.stack([s // 2, (s + 1) // 2], axis=1)[:10], s[:10] % 10)

    return around


EXERCISE = Exercise(
    slug="three-dimensions",
    source="6.7",
    title="Three dimensions are enough",
    kind="construct",
    statement="""
`add_digits_mod10` is four numbers wide. Build one that is three numbers wide: a digit's row is
then $(x, a, b)$ with mean 0 and mean square 1, which is to say, a point of the circle. What does
layer norm do to the sum of two such points, and what must the table tell apart now? Did the
parameters become fewer?

`three_dimensions()` makes a `Transformer` with `d_model` 3, `d_vocab` 10 and `n_ctx` 2, with plain
layer norms before its parts, tied or not.
""",
    hints=(
        "Without the 1 beside it, the sum's length is lost. What is left of a sum of two "
        "points of a circle after layer norm?",
        "$0 + 8$ and $4 + 4$ need not land in the same spot. How many different pairs are there?",
        "The order of the two digits makes no difference, so 55 entries will do; look at "
        "where the machine itself puts them.",
        "With $x = d/100$ pairs of equal sum lie very close together. Spread the digits wider.",
        "You may choose where the digits stand. When do $0+8$ and $4+4$ land in the same spot "
        "after all?",
    ),
    answer="""
Layer norm brings the sum of two points back to the circle, exactly at the mean of their angles.
If the digits stand at $x = d/100$, their angles are not even, so equal sums are near to each
other and yet apart, and the table needs an entry for each of the 55 unordered pairs where it
needed 19: with spikes, 165 units of $3 + 1 + 3$ numbers. The stream shrinks by a quarter and the
table triples, so that the whole grows to more than 1,200 parameters.

With the digits at even *angles* it is another matter. Then the mean angle says the sum, and 19
entries will do: on half a circle, read from its east-west coordinate, which falls all along it. A
table of spikes has three units an entry. A line from each entry to the next takes one, and 18 for
19 entries: only a remainder of the last digit comes between them, a millionth. So
there are $18\\cdot7+3$ numbers in the MLP, 18 in the head, 36 in the tables, and 183 in all.
""",
    stub=STUB,
    judge=judge,
    code=(table_on_circle, three_dimensions, through),
    typed=machine(judge, three_dimensions),
)
