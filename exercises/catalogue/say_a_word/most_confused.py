"""Which two digits are most alike, and where in the word."""

from collections.abc import Callable
from functools import cache

import numpy as np

from exercises.judging.boxes import verdicts
from exercises.judging.judge import Wrong, ask, items, whole
from exercises.statement import Exercise, Mark
from exercises.typed import Field
from taotp.applications.spoken.machine import ALIKE, DIGITS, PLACES, Stream
from taotp.programs import spoken_digits
from taotp_core.arrays import Array

STUB = '''
def most_confused():
    """Two digits, and the place, 1 to 12: as ("one", "two", 3)."""
    raise NotImplementedError
'''

Make = Callable[[], object]


@cache
def alike() -> Array:
    """The mean product of the units of two digits, place by place: [10, 10, PLACES]."""
    program = spoken_digits()
    *_, last = program.model.layers
    assert last.mlp is not None
    heard, votes = Stream.of(11).heard, last.mlp.W_out[:, -11:-1]
    n = int(votes.any(axis=1).sum()) // len(ALIKE)
    first = last.mlp.W_in[heard.start : heard.start + len(heard), :n]
    rows = first.T.reshape(n, PLACES, -1)
    words = votes[:n].argmax(axis=1)
    means = np.array([rows[words == digit].mean(axis=0) for digit in range(10)])
    products: Array = np.einsum("apd,bpd->abp", means, means) * program.model.d_model
    return products


def judge(answer: object) -> str:
    """The pair first, then the place."""
    where = "in the answer"
    one, other, at = items(ask(answer, where=where), 3, "two digits and a place", where)
    if one not in DIGITS or other not in DIGITS or one == other:
        raise Wrong(f"in the answer expected two different digits, got {one!r} and {other!r}")
    pair = alike()[DIGITS.index(one), DIGITS.index(other)]
    others = alike().sum(axis=2)[~np.eye(10, dtype=bool)]
    if pair.sum() < others.max() - 1e-9:
        raise Wrong(
            f"on {one!r} and {other!r} expected the largest mean cosine, {others.max():.3f}, "
            f"got {pair.sum():.3f}"
        )
    if (place := whole(at, where)) not in range(1, PLACES + 1):
        raise Wrong(f"in the answer expected a place from 1 to {PLACES}, got {place}")
    if pair[place - 1] < pair.max() - 1e-9:
        raise Wrong(
            f"at place {place} expected the largest part of it, {pair.max():.3f}, "
            f"got {pair[place - 1]:.3f}"
        )
    return f"2 inputs, {one} and {other}, most alike at place {place}"


def most_confused() -> tuple[str, str, int]:
    """The largest mean product of units of different digits, and its largest part."""
    products = alike()
    whole = products.sum(axis=2) - 9 * np.eye(10)
    one, other = (int(i) for i in np.unravel_index(whole.argmax(), whole.shape))
    return DIGITS[one], DIGITS[other], 1 + int(products[one, other].argmax())


def accepted_products() -> Make:
    """From the weights alone."""
    return most_confused


def accepted_other_order() -> Make:
    """The other one first."""

    def turned() -> list[object]:
        one, other, place = most_confused()
        return [other, one, place]

    return turned


def wrong_rhyme() -> Make:
    """What an ear might guess."""
    return lambda: ("six", "eight", 3)


def wrong_place() -> Make:
    """The right digits, at their beginnings, which are different sounds."""
    return lambda: ("five", "nine", 1)


def wrong_same() -> Make:
    """A digit is most alike to itself."""
    return lambda: ("nine", "nine", 3)


def typed_answers() -> dict[str, tuple[str, str, int]]:
    """All digits at all places."""
    return {
        f"{one}\n{other}\n{place}": (one, other, place)
        for one in DIGITS
        for other in DIGITS
        for place in range(1, PLACES + 1)
    }


EXERCISE = Exercise(
    slug="most-confused",
    title="Taken for another",
    kind="value",
    marks=(Mark.RECOMMENDED,),
    statement="""
Which two digits are hardest to tell apart for `spoken_digits()`, and where in the word? You need no
sound to find out: the answer is in the weights. The product of two units is the cosine of the
recordings that they are. Find the two digits whose units are most alike, in the mean over all pairs
of their units, and the place of the twelve that contributes most to it. `most_confused()` returns
the two and the place, 1 to 12. What sound is there, and is it what people's digits are confused by?
""",
    hints=(
        "`W_in.T @ W_in` times `d_model` holds all cosines of units with units; those of the "
        "first threshold, a third of those that vote for digits, are enough. (The last 24 units "
        "vote for silence alone.)",
        "A product is a sum over columns. Those of a place are 24 neighbors in `heard`.",
    ),
    answer="""
*One* and *nine*, at place 11, nearly at the end, where both close on an *n*. But look at other
pairs: nearly all of them are most alike at their ends, because every word gets fainter there.
*Nine* and *five* come second. They share the glide *ai* in the middle, while what sets them apart,
*f* against *n* and *v* against *n*, is short and faint. In the map of the chapter that second pair
is frequent, and *one* and *nine* are rare: a mean over synthesized voices does not tell what people
will be taken for. A trained machine would learn at which places to look; ours looks at all alike.
""",
    stub=STUB,
    judge=judge,
    code=(alike, most_confused),
    checklist=("The sound at that place is named, and compared with the map of the chapter.",),
    typed=verdicts(
        [
            Field("one", "one digit", "choice", choices=tuple(DIGITS)),
            Field("other", "the other", "choice", choices=tuple(DIGITS)),
            Field("place", "the place", "choice", choices=tuple(map(str, range(1, PLACES + 1)))),
        ],
        judge,
        typed_answers,
    ),
)
