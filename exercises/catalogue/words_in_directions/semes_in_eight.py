"""Exercise: seventeen semes in eight numbers, and every sentence is counted right."""

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.judging.semes import SENTENCES, miscounted
from exercises.statement import Exercise, Mark
from taotp.programs.weird_words import SEMES, weird_words
from taotp_core.arrays import Array
from taotp_core.stream import Semes, spread

MOST = 8
STUB = '''
def directions():
    """The unit vector of each seme, by its name."""
    raise NotImplementedError
'''

Rows = Mapping[str, Sequence[float]]
Make = Callable[[], Rows]


def judge(answer: object) -> str:
    """All sentences."""
    rows = checked(ask(answer, where="in directions"))
    if wrong := miscounted(weird_words(directions=Semes(SEMES.names, rows))):
        text, right, said = wrong[0]
        raise Wrong(f"on {text!r} expected {right}, got {said}; {len(wrong)} are counted wrong")
    return f"{len(SENTENCES)} inputs, {rows.shape[1]} numbers"


def checked(given: object) -> Array:
    """The rows in the order of the names, or Wrong."""
    where = "in directions"
    if not isinstance(given, Mapping) or {*given} != {*SEMES.names}:
        raise Wrong(f"{where} expected a row for each of {' '.join(SEMES.names)}")
    try:
        rows = np.array([given[name] for name in SEMES.names], float)
    except (TypeError, ValueError):
        raise Wrong(f"{where} expected numbers, got {kind_of(given)}") from None
    if rows.ndim != 2 or not 1 <= rows.shape[1] <= MOST:
        raise Wrong(f"{where} expected rows of at most {MOST} numbers, got shape {rows.shape}")
    for name, length in zip(SEMES.names, np.sqrt((rows**2).sum(1)).tolist(), strict=True):
        if not abs(length - 1) <= 1e-6:
            raise Wrong(f"{where} expected a row of length 1 for {name}, got {length:.6g}")
    return rows


def directions() -> dict[str, list[float]]:
    """One and its opposite for every pair of which a word has one; more where none meets."""
    sg, pl, noun, d, v, m, s, weird = np.eye(8)
    rows = {"sg": sg, "pl": pl, "noun": noun, "share": noun, "out": d, "weird": weird}
    rows |= {"dsg": d, "dpl": -d, "vsg": v, "vpl": -v, "nsg": m, "npl": -m, "ssg": s, "spl": -s}
    rows |= dict.fromkeys(("det", "verb", "prep"), sg)
    return {name: row.tolist() for name, row in rows.items()}


def accepted_eight() -> Make:
    """As the model answer has it."""
    return directions


def accepted_seven() -> Make:
    """A noun is what is singular as much as plural, and a verb is the opposite of a noun."""

    def make() -> dict[str, list[float]]:
        rows = directions()
        noun = np.array([0.5**0.5, 0.5**0.5, *[0.0] * 6])
        changed = rows | {"noun": noun.tolist(), "share": rows["nsg"]}
        changed |= dict.fromkeys(("det", "verb", "prep"), (-noun).tolist())
        return {name: row[:2] + row[3:] for name, row in changed.items()}

    return make


def wrong_spread() -> Make:
    """Directions all over the place."""
    return lambda: dict(zip(SEMES.names, spread(len(SEMES), MOST).tolist(), strict=True))


def wrong_opposite_numbers() -> Make:
    """Singular and plural as opposites: each is read where the other stands, and moves twice."""

    def make() -> dict[str, list[float]]:
        rows = directions()
        return rows | {"pl": [-x for x in rows["sg"]]}

    return make


def wrong_verbs_as_determiners() -> Make:
    """A verb's number where a determiner's is: either is compared with both nouns."""

    def make() -> dict[str, list[float]]:
        rows = directions()
        return rows | {"vsg": rows["dsg"], "vpl": rows["dpl"]}

    return make


def wrong_all_nine() -> Make:
    """One number too many."""
    return lambda: {name: [*row, 0.0] for name, row in directions().items()}


EXERCISE = Exercise(
    slug="semes-in-eight",
    title="Seventeen semes in eight numbers",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
Semes that point all over the place ruin `weird_words`, even in 600 numbers. Choose yours.
`directions()` returns a dict with a row of length 1 for each of the {len(SEMES)} semes of
`weird_words`, all of as many numbers, at most {MOST}, so that none of the {len(SENTENCES)}
sentences of the chapter is counted wrong with `weird_words(directions=...)`.
""",
    hints=(
        "Which semes does nothing read? Which are never in a row, or never read in a row, in which "
        "another is?",
        "A determiner is `dsg` or `dpl`, never both, and a unit asks for one of them to be 1. What "
        "if the other is $-1$ there?",
        "Opposites will do for `dsg` and `dpl`, and for three more pairs; not for `sg` and `pl`, "
        "since a head moves both. `out` and `share` are read in the last row alone: what is "
        "never in the last row?",
    ),
    answer="""
Four pairs are opposites: a determiner's number, a verb's, the next noun's and the subject's. `out`
and `share` are read in the row of the last word, which is no determiner and no noun, so they may
stand where these do. The rest stands where a number stands, which is read of nouns alone. That
makes eight. `noun` may even lie half way between `sg` and `pl`, as all nouns are the one or the
other, and what nothing reads opposite to it: seven. Nothing was gained for free: the machine is
right on sentences that end in a verb or an adjective, and after a last noun it would count
nonsense.
""",
    stub=STUB,
    judge=judge,
    code=(directions,),
)
