"""Exercise: how many frames lie within a press."""

from collections.abc import Callable
from typing import Any

from exercises.judging.boxes import cases
from exercises.judging.judge import Wrong, ask, items, whole
from exercises.statement import Exercise
from exercises.typed import Field, Json, Typed

SIZE, HOP, LONGEST = 205, 40, 1000
STUB = '''
def whole_frames(n):
    """The fewest and the most frames within a press of n samples."""
    raise NotImplementedError
'''

Make = Callable[[int], Any]


def judge(answer: object) -> str:
    """Every length up to LONGEST, against a count for each place where a press may begin."""
    for n in range(1, LONGEST + 1):
        counts = [counted(begin, n) for begin in range(HOP)]
        got = ask(answer, n, where=f"with n={n}")
        said = [whole(one, f"with n={n}") for one in items(got, 2, "two numbers", f"with n={n}")]
        if said != [min(counts), max(counts)]:
            raise Wrong(f"with n={n} expected {[min(counts), max(counts)]}, got {said}")
    return f"{LONGEST} inputs"


def counted(begin: int, n: int) -> int:
    """Frames k that begin at k * HOP or later and end before a press from `begin` on does."""
    first, last = -(-begin // HOP), (begin + n - SIZE) // HOP
    return max(0, last - first + 1)


def whole_frames(n: int) -> list[int]:
    """A frame begins in one of n - 204 places, of which every fortieth is one."""
    places = max(0, n - SIZE + 1)
    return [places // HOP, -(-places // HOP)]


def accepted_formula() -> Make:
    """Whole hops, rounded down and up."""
    return whole_frames


def accepted_count() -> Make:
    """By trying every place."""
    return lambda n: [f(counted(begin, n) for begin in range(HOP)) for f in (min, max)]


def wrong_short() -> Make:
    """Below the size of a frame there is none, not less than none."""
    return lambda n: [(n - SIZE + 1) // HOP, -(-(n - SIZE + 1) // HOP)]


def wrong_one_less() -> Make:
    """A press as long as a frame holds one, if it begins in the right place."""
    return lambda n: [max(0, n - SIZE) // HOP, -(-max(0, n - SIZE) // HOP)]


def wrong_mean() -> Make:
    """How many on average is another question."""
    return lambda n: max(0, n - SIZE + 1) / HOP


def typed_data() -> Json:
    """Every length, and how many frames there are."""
    lengths = range(1, LONGEST + 1)
    return cases(
        ("n",),
        [(n,) for n in lengths],
        [whole_frames(n) for n in lengths],
        "with n={n} expected {expected}, got {said}",
        where="with n={n}",
        whole=True,
    )


EXERCISE = Exercise(
    slug="whole-frames",
    title="Frames in a press",
    kind="value",
    statement="""
A frame takes 205 samples, and there is one every 40, wherever a press begins.
`whole_frames(n)` returns the fewest and the most frames that lie wholly within a press of $n$
samples. (It is asked for every $n$ up to 1,000.) Then say what the stopwatch can know of a press of
40 ms, of 23 ms and of 20 ms, and why it counts frames that are only partly within as well.
""",
    hints=(
        "In how many places may a frame begin that lies within?",
        "In this row of places a frame begins at every fortieth. How many are "
        "these at least, at most?",
    ),
    answer="""
A frame that lies within begins at one of the first $n - 204$ samples of the press, and every
fortieth sample begins a frame: $\\lfloor (n-204)/40 \\rfloor$ at least and $\\lceil (n-204)/40
\\rceil$ at most. At 40 ms, 320 samples, these are 2 and 3. At 23 and at 20 ms there is none; but
already a press of 25.6 ms may have one, and whether it does is chance. Frames that are partly
within answer more softly, by the share that they hold, and a sum of lengths grows evenly with the
press: that is what the stopwatch adds up.
""",
    stub=STUB,
    judge=judge,
    code=(whole_frames,),
    checklist=(
        "It is said that at 23 ms no frame, or at 40 ms two or three, lie within.",
        "It is said what frames at the edges of a press are good for.",
    ),
    typed=Typed(
        (
            Field("fewest", "the fewest, a formula in n", "formula", ("n",)),
            Field("most", "the most, a formula in n", "formula", ("n",)),
        ),
        "formula",
        typed_data,
        part="values",
    ),
)
