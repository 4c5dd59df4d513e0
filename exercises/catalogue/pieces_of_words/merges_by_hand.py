"""Merges found with a pencil."""

from collections.abc import Callable

from exercises.judging.boxes import told
from exercises.judging.cutting import as_merges
from exercises.judging.judge import Wrong, ask
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json
from taotp.words.bpe import Merge, learn

WORDS = {"rose": 4, "nose": 2, "close": 2, "less": 3}
N = 5
STUB = '''
def merges():
    """The first five merges, each a pair of pieces: [("t", "h"), ...]."""
    raise NotImplementedError
'''

Make = Callable[[], list[Merge]]


def judge(answer: object) -> str:
    """The same pairs in the same order."""
    given = as_merges(ask(answer, where="in merges"), N, "in merges")
    for number, (pair, right) in enumerate(zip(given, learn(WORDS, N).merges, strict=True)):
        if pair != right:
            raise Wrong(f"at merge {number} expected another pair, got {' + '.join(pair)[:40]!r}")
    return f"{N} inputs, all in order"


def merges() -> list[Merge]:
    """As the library finds them."""
    return [*learn(WORDS, N).merges]


def accepted_pencil() -> Make:
    """As one finds them with a pencil: o + s and s + e both stand 8 times, and o is older."""
    return lambda: [("o", "s"), ("os", "e"), ("r", "ose"), ("e", "s"), ("l", "es")]


def wrong_younger() -> Make:
    """Of two pairs the younger one."""
    return lambda: [("s", "e"), ("o", "se"), ("r", "ose"), ("e", "s"), ("l", "es")]


def wrong_words() -> Make:
    """Each word counted once, whatever stands beside it."""
    return lambda: [*learn(dict.fromkeys(WORDS, 1), N).merges]


def wrong_letters() -> Make:
    """Letters alone: pieces are never merged again."""
    return lambda: [("o", "s"), ("s", "e"), ("r", "o"), ("e", "s"), ("l", "e")]


def typed_items() -> list[Json]:
    """Each merge, and what is said of another."""
    return [
        {
            "is": [" ".join(pair)],
            "wrong": f"at merge {number} expected another pair, got '{{plus}}'",
        }
        for number, pair in enumerate(learn(WORDS, N).merges)
    ]


EXERCISE = Exercise(
    slug="merges-by-hand",
    title="With a pencil",
    kind="inspect",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
Four words were counted: `{WORDS}`. Which are the first five merges? `merges()` returns them in
their order, each as a pair. Do it with a pencil; the figure of the chapter learns from a text of
your own, and can tell you afterwards where you went another way.
""",
    hints=(
        "How often do *s* and *e* stand together, how often *o* and *s*? A word that occurs four "
        "times counts four times.",
        "When two pairs occur equally often, the one whose left piece is older comes first; "
        "letters are as old as their place in the alphabet.",
        "After *ose* look at *less* as well.",
    ),
    answer="""
*o* + *s* and *s* + *e* stand together 8 times each, in *rose*, *nose* and *close*; *o* is the
older. Then *os* + *e*, 8 times, and *r* + *ose*, 4 times. Of *less* there are three: *e* + *s*,
*l* + *e* and *s* + *s* stand together 3 times each, and *e* is the oldest of the left ones. Now
*l* + *es* and *es* + *s* are left, and *l* is older than a piece that was made.
""",
    stub=STUB,
    judge=judge,
    code=(merges,),
    typed=told(
        [
            Field(
                "merges",
                "the five merges, one a line: two pieces with a space between",
                "texts",
                example="t h",
            )
        ],
        typed_items,
        f"{N} inputs, all in order",
        count=f"in merges expected a list of {N} pairs of strings, got {{count}}",
    ),
)
