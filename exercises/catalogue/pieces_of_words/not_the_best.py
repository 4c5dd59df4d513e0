"""The most frequent pair is not always the best one to merge."""

from collections.abc import Callable
from itertools import product

from exercises.judging.boxes import verdicts
from exercises.judging.cutting import as_merges, size
from exercises.judging.judge import Wrong, ask
from exercises.statement import Exercise
from exercises.typed import Field
from taotp.words.bpe import Merge, Pieces, learn

WORDS = {"estate": 2, "taste": 4, "state": 4}
N, MOST = 2, 32
LETTERS = tuple(sorted({*"".join(WORDS)}))
STUB = '''
def better():
    """Two merges that leave fewer pieces: [("t", "h"), ...]."""
    raise NotImplementedError
'''

Make = Callable[[], list[Merge]]


def judge(answer: object) -> str:
    """Two merges of the words' own pieces, which leave no more than MOST."""
    given = as_merges(ask(answer, where="in better"), N, "in better")
    try:
        pieces = Pieces(LETTERS, tuple(given))
    except ValueError as error:
        raise Wrong(f"in better expected merges of its letters, got others: {error}") from None
    left = size(WORDS, pieces)
    if left > MOST:
        raise Wrong(f"on {given!s:.60} expected {MOST} pieces, got {left}")
    return f"{len(WORDS)} inputs in {left} pieces, where the learned merges leave {learned()}"


def learned() -> int:
    """How many pieces the trainer's two merges leave."""
    return size(WORDS, learn(WORDS, N))


def better() -> list[Merge]:
    """Two pairs that do not take each other's letters."""
    return [("t", "a"), ("t", "e")]


def accepted_beside() -> Make:
    """The second takes what the first left."""
    return better


def accepted_turned() -> Make:
    """They share no letter of a word, so that their order does not matter."""
    return lambda: [("t", "e"), ("t", "a")]


def wrong_learned() -> Make:
    """What the trainer finds."""
    return lambda: [*learn(WORDS, N).merges]


def wrong_greedy() -> Make:
    """The most frequent pair, and what suits it best."""
    return lambda: [("s", "t"), ("a", "st")]


def wrong_letters() -> Make:
    """Letters that no word has."""
    return lambda: [("t", "a"), ("t", "x")]


def typed_answers() -> dict[str, list[Merge]]:
    """All pairs of merges of its letters."""
    found = {}
    for first in product(LETTERS, repeat=2):
        for second in product((*LETTERS, "".join(first)), repeat=2):
            found["\n".join(" ".join(pair) for pair in (first, second))] = [first, second]
    return found


EXERCISE = Exercise(
    slug="not-the-best",
    title="Not the best",
    kind="inspect",
    statement=f"""
The trainer takes what is best for the moment. For the counted words `{WORDS}` its first two merges
leave {learned()} pieces. Find two merges that leave {MOST}. `better()` returns them in their order.
""",
    hints=(
        "Which pair does the trainer take first, and from which other pairs does it take a letter "
        "away?",
        "Look for two pairs that have no letter in common in any of the words.",
    ),
    answer=f"""
*t* + *a* and *t* + *e*. The trainer begins with *s* + *t*, which stands together 10 times as the
others do, and so spoils both: single letters remain. Of all pairs of merges these two are the best,
found by trying every pair; they leave {MOST} pieces. To find the best n merges is hard in general,
and is not done.
""",
    stub=STUB,
    judge=judge,
    code=(better,),
    typed=verdicts(
        [
            Field(
                "merges",
                "two merges, one a line: two pieces with a space between",
                "texts",
                example="t h\nth e",
            )
        ],
        judge,
        typed_answers,
        "in better expected merges of its letters, got others",
    ),
)
