"""A word that is said half as fast, and the constant that makes it the same."""

from collections.abc import Callable
from functools import cache

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json, Typed
from taotp.applications.spoken.machine import (
    CHANGE,
    NEAR,
    PLACES,
    SHARPER,
    WAVES,
    Stream,
    arrow,
    frames_of,
    listener,
)
from taotp.applications.spoken.said import said_words
from taotp_core.arrays import Array
from taotp_core.stream import read
from taotp_core.transformer import encode

ALIKE = 0.986
STUB = '''
def slowly():
    """How near a head listens, and how much a change counts."""
    raise NotImplementedError
'''

Make = Callable[[], tuple[float, float]]


@cache
def words() -> dict[str, tuple[Array, Array]]:
    """What the encoder says of each word, and of the same frames at half the speed."""
    bare, found = listener(Stream.of(1)), {}
    for word, samples in said_words()["a woman"].items():
        frames = frames_of(samples)
        n = len(frames)
        between = np.arange(2 * n - 1) / 2
        slow = [np.interp(between, np.arange(n), band) for band in frames.T]
        found[word] = encode(bare, frames), encode(bare, np.transpose(slow))
    return found


def heard(memory: Array, near: float, change: float) -> Array:
    """What the heads write, with two constants of your own."""
    stream = Stream.of(1)
    times = memory @ read(stream.time)
    places = np.array([arrow(share) for share in np.linspace(0, 1, PLACES)])
    weights = np.exp((places @ times.T - 1) / near**2)
    weights /= weights.sum(axis=1, keepdims=True)
    emphasis = 1 + SHARPER * np.arange(1, WAVES)
    rows = memory @ read(stream.wave, stream.change) * np.r_[emphasis, change * emphasis]
    row: Array = weights @ rows
    return row.ravel()


def judge(answer: object) -> str:
    """Each word, and the same half as fast, must leave nearly the same row."""
    near, change = numbers(ask(answer, where="in the answer"), (2,), "in the answer").tolist()
    if not 0 < near < 1e6:
        raise Wrong(f"in the answer expected a positive width, got {near:g}")
    for word, (memory, slow) in words().items():
        alike = np.corrcoef(heard(memory, NEAR, CHANGE), heard(slow, near, change))[0, 1]
        if not alike > ALIKE:
            raise Wrong(f"on {word!r} expected a cosine above {ALIKE}, got {alike:.3f}")
    return f"{len(words())} inputs, each half as fast, with a cosine above {ALIKE}"


def slowly() -> tuple[float, float]:
    """A place is a share of the word, whatever it lasts; changes are half as large."""
    return NEAR, 2 * CHANGE


def accepted_twice() -> Make:
    """Changes count twice as much."""
    return slowly


def accepted_a_little_less() -> Make:
    """A slope over five frames is steeper where they are half as long."""
    return lambda: (NEAR, 4.6)


def wrong_as_it_was() -> Make:
    """The constants of the chapter."""
    return lambda: (NEAR, CHANGE)


def wrong_width_alone() -> Make:
    """Wider, with changes that are half as large."""
    return lambda: (2 * NEAR, CHANGE)


def wrong_both() -> Make:
    """As if places were counted in frames."""
    return lambda: (2 * NEAR, 2 * CHANGE)


def wrong_halves() -> Make:
    """The wrong way round."""
    return lambda: (NEAR, CHANGE / 2)


def typed_data() -> Json:
    """What the heads read of each slow word, and what they made of the same as it was."""
    stream = Stream.of(1)
    said = {}
    for word, (memory, slow) in words().items():
        times, rows = slow @ read(stream.time), slow @ read(stream.wave, stream.change)
        said[word] = {
            "times": times.round(5).tolist(),
            "rows": rows.round(5).tolist(),
            "whole": heard(memory, NEAR, CHANGE).round(5).tolist(),
        }
    return {
        "words": said,
        "places": [arrow(share).tolist() for share in np.linspace(0, 1, PLACES)],
        "emphasis": (1 + SHARPER * np.arange(1, WAVES)).tolist(),
        "alike": ALIKE,
    }


EXERCISE = Exercise(
    slug="half-as-fast",
    title="Half as fast",
    kind="value",
    statement=f"""
The places of a word are shares of what sounds in it, so that it may take its time. And yet a word
said half as fast does not leave quite the same row: one of two constants of the heads, how wide a
place is and how much a change counts, is in frames. Which? Choose both for words with twice as many
frames, so that the row of each is the one that the chapter's constants ({NEAR:g} and {CHANGE:g})
make of the word as it was, up to a cosine above {ALIKE}.

`slowly()` returns two numbers, `NEAR` and `CHANGE`.
""",
    hints=(
        "A share of a word stays the same share when the word takes longer.",
        "A slope is a difference divided by a time.",
    ),
    answer="""
`NEAR` as it was, and `CHANGE` twice as large: 0.04 and a factor of 5. A bell is as wide as a share
of the word, and so takes in as much of the slow word; its slopes are half as steep. With the old
constants the cosine is still about 0.97, so that the program hears the slow word all the same.
(Slightly less than 5 is better still: a slope over five frames is nearer to the true one where
they are half as long. The cosine is not 1, because time runs with movement, and the slow word moves
half as much in a frame.)
""",
    stub=STUB,
    judge=judge,
    code=(heard, slowly),
    typed=Typed(
        (
            Field("near", "how near a head listens", "number", example="0.5"),
            Field("change", "how much a change counts", "number", example="3"),
        ),
        "slowly",
        typed_data,
        part="rules",
    ),
)
