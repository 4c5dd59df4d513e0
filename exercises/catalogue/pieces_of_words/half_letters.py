"""Merges of bytes that end inside letters."""

import unicodedata
from collections.abc import Callable

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp.words.bpe import BYTES, as_bytes, learn

STUB = '''
def halves():
    """A word that begins to merge with a letter and a half; one with halves."""
    raise NotImplementedError
'''

Make = Callable[[], tuple[str, str]]


def is_letter(sign: str) -> bool:
    """Whether a sign is a letter by itself, and not an accent, a digit or half of a pair."""
    return unicodedata.category(sign).startswith("L")


def first_merge(word: str) -> str:
    """The first piece that is made of a word's bytes; "" where there is none."""
    merges = learn({as_bytes(word): 1}, 1, alphabet=BYTES).merges
    return "".join(merges[0]) if merges else ""


def letters_in(piece: str) -> tuple[int, int]:
    """How many whole letters a piece has, and how many bytes beside them."""
    shown = piece.encode("latin-1").decode(errors="ignore")
    return len(shown), len(piece) - len(shown.encode())


def judge(answer: object) -> str:
    """Two words of two letters each, and what their first merge holds."""
    given = ask(answer, where="in halves")
    if not isinstance(given, list | tuple) or len(given) != 2:
        raise Wrong(f"in halves expected two words, got {kind_of(given)}")
    for word, wanted, what in zip(given, (1, 0), ("one whole letter", "none"), strict=True):
        if not isinstance(word, str) or len(word) != 2:
            raise Wrong(f"in halves expected a word of two letters, got {str(word)[:40]!r}")
        if not all(map(is_letter, word)):
            raise Wrong(f"on {word!r} expected two letters, got a sign that is none by itself")
        try:
            piece = first_merge(word)
        except ValueError as error:
            raise Wrong(f"on {word!r} expected whole letters, got half a one: {error}") from None
        whole, rest = letters_in(piece)
        of_one = any(piece in as_bytes(letter) for letter in word)
        if (whole, rest) != (wanted, 2 - wanted) or of_one:
            hexed = piece.encode("latin-1").hex(" ")
            raise Wrong(f"on {word!r} expected {what} in its first piece, got {hexed}")
    return f"{len(given)} inputs, cut in the middle of a letter"


def halves() -> tuple[str, str]:
    """An n is older than any byte of an accented letter; and so is a second byte than a first."""
    return "n\u00e9", "\u00e9\u00e8"


def accepted_accents() -> Make:
    """A letter of English and one of French, two of French."""
    return halves


def accepted_greek() -> Make:
    """Any letters of two bytes will do, if the second byte is small."""
    return lambda: ("a\u03b1", "\u03b1\u03b2")


def wrong_english() -> Make:
    """Letters of one byte have no halves."""
    return lambda: ("an", "to")


def wrong_twice() -> Make:
    """The same letter twice: both of its bytes stand together most often."""
    return lambda: ("n\u00e9", "\u00e9\u00e9")


def wrong_turned() -> Make:
    """The accent in front: half a letter is joined with the n as well, and no accent is cut."""
    return lambda: ("\u00e9\u00e8", "n\u00e9")


EXERCISE = Exercise(
    slug="half-letters",
    title="A letter and a half",
    kind="inspect",
    statement="""
Nothing tells the trainer where a letter ends. Find two words of two letters each, to be counted
once and in bytes (`as_bytes`, with the alphabet `BYTES`): one whose *first* merge joins a whole
letter and half of another, and one whose first merge joins halves of two letters. `halves()`
returns both.
""",
    hints=(
        'Write down the bytes of *é* and *è*: `as_bytes("é").encode("latin-1").hex(" ")`.',
        "In a word that is counted once every pair stands once. Which of them is the oldest?",
    ),
    answer="""
*né* and *éè*. All pairs of a word occur once, so the one with the oldest left byte is merged. In
*né*, 6e c3 a9, that is *n*, and c3 is half of *é*. In *éè*, c3 a9 c3 a8, it is a9, the second half
of the first letter, and it takes the first half of the second. Large vocabularies of bytes do hold
such pieces; printed one by one, they give �.
""",
    stub=STUB,
    judge=judge,
    code=(first_merge, halves),
    typed=Typed(
        (
            Field("one", "a word of two letters: a letter and a half", "words"),
            Field("none", "a word of two letters: two halves", "words"),
        ),
        "halves",
        lambda: {"wanted": [("one", 1, "one whole letter"), ("none", 0, "none")]},
        part="rules",
    ),
)
