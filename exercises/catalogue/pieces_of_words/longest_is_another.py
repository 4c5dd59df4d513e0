"""Words on which the longest piece first wins, and on which it loses."""

from collections.abc import Callable

from exercises.judging.boxes import told
from exercises.judging.cutting import longest_first, pieces_of_the_play
from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise
from exercises.typed import Field, Json
from taotp.data import romeo_and_juliet
from taotp.words.bpe import count_words

MERGES, APART, LONGEST = 1000, 2, 7
STUB = '''
def won_and_lost():
    """A word of fewer pieces by the longest first, and one of more."""
    raise NotImplementedError
'''

Make = Callable[[], tuple[str, str]]


def saved(word: str) -> int:
    """By how many pieces the longest first is shorter than the merges."""
    pieces = pieces_of_the_play(MERGES)
    return len(pieces.cut(word)) - len(longest_first(word, {*pieces.tokens}))


def judge(answer: object) -> str:
    """Two words of the play, each with a difference of two pieces."""
    given = ask(answer, where="in won_and_lost")
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise Wrong(f"in won_and_lost expected two words, got {kind_of(given)}")
    known = count_words(romeo_and_juliet())
    for word, sign in zip(given, (1, -1), strict=True):
        if not isinstance(word, str) or word not in known or len(word) > LONGEST:
            asked = f"a word of the play of at most {LONGEST} letters"
            raise Wrong(f"in won_and_lost expected {asked}, got {str(word)[:40]!r}")
        if sign * saved(word) < APART:
            pieces = pieces_of_the_play(MERGES)
            both = f"{longest_first(word, {*pieces.tokens})} and {pieces.cut(word)}"
            kind = "fewer" if sign > 0 else "more"
            raise Wrong(f"on {word!r} expected {APART} pieces {kind} by the longest, got {both}")
    won, lost = map(saved, given)
    return f"{len(given)} inputs: the longest first saves {won}, and costs {-lost}"


def won_and_lost() -> tuple[str, str]:
    """The first of each kind in the play."""
    words = [word for word in count_words(romeo_and_juliet()) if len(word) <= LONGEST]
    won = next(word for word in words if saved(word) >= APART)
    return won, next(word for word in words if saved(word) <= -APART)


def accepted_known() -> Make:
    """A pair that one may find by hand, in the figure."""
    return lambda: ("knowest", "bethink")


def accepted_found() -> Make:
    """The first pair."""
    return won_and_lost


def wrong_turned() -> Make:
    """The right words in the other order."""
    return lambda: ("bethink", "knowest")


def wrong_by_one() -> Make:
    """One piece fewer is not enough."""
    return lambda: ("lamp", "lark")


def wrong_stranger() -> Make:
    """A word that is not in the play."""
    return lambda: ("knower", "bethink")


def short_words() -> list[str]:
    """The words of the play that are short enough."""
    return [word for word in count_words(romeo_and_juliet()) if len(word) <= LONGEST]


def typed_items() -> list[Json]:
    """The words that are right, and what is said of others."""
    apart = {word: saved(word) for word in short_words()}
    return [
        {
            "is": {word: sign * by for word, by in apart.items() if sign * by >= APART},
            "wrong": f"on {{quoted}} expected {APART} pieces {kind} by the longest, got others",
        }
        for sign, kind in ((1, "fewer"), (-1, "more"))
    ]


EXERCISE = Exercise(
    slug="longest-is-another",
    title="The longest wins, the longest loses",
    kind="inspect",
    statement=f"""
With the first 1,000 merges of the play, find two words of the play of at most {LONGEST} letters:
one that the longest piece first cuts into at least two pieces *fewer* than the merges do, and one
that it cuts into at least two *more*. `won_and_lost()` returns both. Say in a sentence what goes
wrong in each of them.
""",
    hints=(
        "The chapter has `longest` and `first(1000).cut`. How many words of the play are there?",
        "The longest first loses where a long piece takes the head of a longer one behind it. The "
        "merges lose where an old merge joins the end of one part with the head of another.",
    ),
    answer="""
For example *knowest* and *bethink*. The merges cut *k-no-we-st*: *we* and *no* are old, and *we*
takes the *w* that *know* would have needed. The longest first cuts *bet-hi-n-k*: it is pleased with
*bet*, and *think* has lost its head.
""",
    stub=STUB,
    judge=judge,
    code=(saved, won_and_lost),
    checklist=("It is said for each word which piece took a letter from which.",),
    typed=told(
        [
            Field("won", "a word of fewer pieces by the longest first", "words"),
            Field("lost", "a word of more pieces", "words"),
        ],
        typed_items,
        "2 inputs: the longest first saves {0}, and costs {1}",
        known=short_words,
        unknown=f"in won_and_lost expected a word of the play of at most {LONGEST} letters, got "
        "{quoted}",
    ),
)
