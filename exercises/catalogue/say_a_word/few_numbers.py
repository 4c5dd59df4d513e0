"""A few numbers of each recording are enough to tell three words apart."""

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np

from exercises.judging.judge import Wrong, ask, items, numbers, whole
from exercises.statement import Exercise
from taotp.applications.spoken.machine import (
    ALIKE,
    BOWS,
    Stream,
    frames_of,
    impressions,
    steepness,
)
from taotp.applications.spoken.said import said_words
from taotp_core.arrays import Array
from taotp_core.stream import read, write
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM

MOST = 6
VOICES = ("a man", "a woman")
STUB = '''
def few():
    """The columns that are kept, and a factor: ([3, 14, 15], 9.0)."""
    raise NotImplementedError
'''

Make = Callable[[], object]


@cache
def rows(name: str, bow: float) -> Array:
    """What layer norm makes of the words of a voice, in the columns `heard`: [3, 288]."""
    stream = Stream.of(4)
    sounds = [frames_of(said_words()[name][word]) for word in sorted(said_words()[name])]
    streams = normalize(impressions(sounds, bow) @ write(stream.heard), LAYER_NORM)
    found: Array = streams @ read(stream.heard) / np.sqrt(stream.heard.d_model)
    return found


def votes(known: str, asked: str, columns: list[int], factor: float) -> Array:
    """What the words of one voice get where another one speaks: [3, 3]."""
    each = [rows(asked, 0.0)[:, columns] @ rows(known, bow)[:, columns].T for bow in BOWS]
    units = np.maximum(factor * np.array(each)[..., None] - ALIKE, 0)
    mean: Array = (units @ steepness()).mean(axis=0)
    return mean


def judge(answer: object) -> str:
    """The same voice is heard again, and the other one is not heard at all."""
    where = "in the answer"
    given, loud = items(ask(answer, where=where), 2, "columns and a factor", where)
    columns = [whole(one, where) for one in items(given, None, "columns in a list", where)]
    factor = float(numbers(loud, (), where))
    if len(set(columns)) != len(columns) or not set(columns) <= set(range(288)):
        raise Wrong(f"in the answer expected different columns from 0 to 287, got {columns}")
    if len(columns) > MOST:
        raise Wrong(f"in the answer expected at most {MOST} columns, got {len(columns)}")
    for known, asked in product(VOICES, repeat=2):
        found = votes(known, f"{asked} again", columns, factor)
        for i, word in enumerate(sorted(said_words()[asked])):
            heard = sorted(said_words()[known])[int(found[i].argmax())] if found[i].any() else ""
            expected = word if known == asked else ""
            if heard != expected:
                where = f"on {word!r} of {asked} again, to the words of {known},"
                raise Wrong(f"{where} expected {expected!r}, got {heard!r}")
    return f"12 inputs, with {len(columns)} numbers of each recording"


def few() -> tuple[list[int], float]:
    """Found by trying random columns."""
    return [129, 145, 223, 251], 65.0


def accepted_four() -> Make:
    """Four columns."""
    return few


def accepted_five() -> Make:
    """Five."""
    return lambda: ([25, 123, 161, 251, 271], 33.0)


def wrong_no_factor() -> Make:
    """The right columns, but four products never reach 0.3."""
    return lambda: ([129, 145, 223, 251], 1.0)


def wrong_first() -> Make:
    """The first waves of the first place."""
    return lambda: ([0, 1, 2, 3, 4, 5], 20.0)


def wrong_all() -> Make:
    """All columns."""
    return lambda: (list(range(288)), 1.0)


def wrong_loud() -> Make:
    """So loud that strangers are heard."""
    return lambda: ([129, 145, 223, 251], 500.0)


EXERCISE = Exercise(
    slug="few-numbers",
    title="Six numbers of a word",
    kind="budget",
    statement=f"""
A recording is 288 numbers in each of its units. Are they needed? Keep at most {MOST} columns of
`heard`, the same for all units, put zeros in the place of the others in $W_{{in}}$, and multiply
what is kept by a factor of your choice; the thresholds and layer norm stay. The machine that knows
`a man` must hear all three words of `a man again`, and nothing in what `a woman again` says, and
the other way round. `few()` returns the columns and the factor. How did you find them, and would
you trust them?
""",
    hints=(
        "A sum of few products is small beside 1, and 0.3 stays what it is.",
        "Columns come in places of 24: 12 waves, then 12 changes. What differs between *files*, "
        "*photos* and *directories*? Where?",
        "Or draw columns at random, some thousand times.",
    ),
    answer="""
Four columns were found by trying sixty thousand random choices of columns and a factor, and 7 of
these can do it: `([129, 145, 223, 251], 65.0)`. It is not to be trusted: what was tried on twelve
sounds was found on these twelve. To train is the same thing, with more care; and to keep all 288 is
to admit that we do not know beforehand what will matter.
""",
    stub=STUB,
    judge=judge,
    code=(rows, votes, few),
    checklist=("It is said on which sounds the columns were found, and what follows from that.",),
)
