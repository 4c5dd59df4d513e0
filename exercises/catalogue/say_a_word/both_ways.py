"""A sound that is the same digit forwards and backwards."""

from collections.abc import Callable
from functools import cache

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise
from taotp.applications.spoken.said import said_words
from taotp.programs import Program, spoken_digits
from taotp_core.arrays import Array

SHORTEST, LONGEST = 2400, 8000
DIGIT = "nine"
STUB = '''
def both_ways():
    """Samples that are one digit forwards and backwards."""
    raise NotImplementedError
'''

Make = Callable[[], object]


@cache
def program() -> Program:
    """The listener for everybody."""
    return spoken_digits()


def heard(samples: Array, how: str) -> str:
    """What the program says, or Wrong with its own sentence."""
    try:
        return program().complete(samples)
    except ValueError as error:
        raise Wrong(f"on it {how} expected a digit, got none: {error}") from None


def judge(answer: object) -> str:
    """The same digit both ways."""
    said = ask(answer, where="in the answer")
    try:
        samples = np.array(said, dtype=np.float64)
    except Exception:
        raise Wrong(f"in the answer expected samples, got {kind_of(said)}") from None
    if samples.ndim != 1 or not SHORTEST <= len(samples) <= LONGEST:
        shape = f"{SHORTEST} to {LONGEST} samples, got shape {samples.shape}"
        raise Wrong(f"in the answer expected {shape}")
    forwards, backwards = heard(samples, "forwards"), heard(samples[::-1], "backwards")
    for how, said_so in (("forwards", forwards), ("backwards", backwards)):
        if said_so != DIGIT:
            raise Wrong(f"on it {how} expected {DIGIT!r}, got {said_so or 'silence'!r}")
    return f"2 inputs, {DIGIT} both ways"


def there_and_back(part: Array) -> Array:
    """A sound, and its mirror image behind it."""
    both: Array = np.concatenate([part, part[::-1]]).round(4)
    return both


def both_ways() -> Array:
    """The first two fifths of a nine, and back again."""
    nine = said_words()["a machine"]["nine"]
    return there_and_back(nine[: 2 * len(nine) // 5])


def accepted_less() -> Make:
    """N, the a of ai, n."""
    return both_ways


def accepted_end() -> Make:
    """The second half, from its end to its middle and on to its end, as a list."""

    def end() -> list[float]:
        nine = said_words()["a machine"]["nine"]
        both: list[float] = there_and_back(nine[::-1][: len(nine) // 2]).tolist()
        return both

    return end


def wrong_nine() -> Make:
    """As it is said, its glide has a direction: backwards it is a one."""
    return lambda: said_words()["a machine"]["nine"]


def wrong_six() -> Make:
    """The same digit both ways, but another one."""
    return lambda: said_words()["a machine"]["six"]


def wrong_half() -> Make:
    """The first half, with all of its glide, is heard as nothing."""

    def half() -> Array:
        nine = said_words()["a machine"]["nine"]
        return there_and_back(nine[: len(nine) // 2])

    return half


def wrong_silence() -> Make:
    """The same both ways, and no digit."""
    return lambda: [0.0] * 4000


def wrong_tone() -> Make:
    """The same both ways, and heard as nothing."""
    return lambda: (np.sin(np.arange(4000) * 0.7) / 2).round(4).tolist()


EXERCISE = Exercise(
    slug="both-ways",
    title="Both ways",
    kind="inspect",
    statement=f"""
Some words do not stay words when they are played backwards: to `spoken_digits()` the *nine* of `a
machine` is a *one* then, though its *six* is still a *six*. Make a sound of {SHORTEST:,} to
{LONGEST:,} samples that is a *{DIGIT}* forwards and backwards. `both_ways()` returns the samples,
from -1 to 1 at 8 kHz; say which digits can be such a sound, and why. (`said_words()["a machine"]`
of `taotp.applications.spoken.said` holds sounds to begin with.)
""",
    hints=(
        "Which digits begin and end alike?",
        "A sound and its mirror image, one after the other, are a palindrome. Then it is enough "
        "that it is heard as a nine at all.",
        "Slopes change their sign when a sound is reversed, and waves do not.",
    ),
    answer="""
The first two fifths of *nine*, and the same backwards: *n*, *a*, *n*. Any sound that is its own
mirror image will do if it is heard as a *nine* at all, because it *is* the same sound both ways. In
a palindrome the last six places hold the waves of the first six, and the changes with the other
sign. So a digit has a chance if its own row is nearly like that: *six* is, *s*, *i*, *ks*, and
needs no help. In *nine* the glide of *ai* has a direction. With all of it, forwards and back, the
first half is like no digit, so you have to stop before its end.
""",
    stub=STUB,
    judge=judge,
    code=(both_ways,),
    checklist=("It is said what a mirror image does to waves, and what to changes.",),
)
