"""The words of VADER, how it cuts a text into them, and its rules in plain Python.

Hutto and Gilbert 2014, and their package vaderSentiment 3.3.2 (MIT), with one difference: where the
package looks for the place of a valence it may find another that is equal (see `contrasted`).
"""

import math
import string
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files

BOOST = 0.293  # what a booster adds, and a dampener takes
CAPITALS = 0.733  # what capitals add where other words have none
NEGATED = -0.74  # what a negation multiplies by
NEVER_SO = 1.25  # what "never so" and "never this" multiply by
FADING = (1.0, 0.95, 0.9)  # how much of a booster is left one, two and three words back
BEFORE_BUT, AFTER_BUT = 0.5, 1.5
EXCLAMATION, MOST_EXCLAMATIONS = 0.292, 4
QUESTIONS = (0.0, 0.0, 0.36, 0.54, 0.96)  # what so many question marks add; more add no more
MOST_MARKS = 5  # the fifth says that there are more than four, which is all that counts
STRAIGHT = str.maketrans("\u2018\u2019", "''")  # curly apostrophes
ALPHA = 15.0  # the square that the sum is measured with

TWO_WORD_DAMPENERS = (("kind", "of"), ("sort", "of"), ("just", "enough"))
IDIOMS = {
    ("the", "shit"): 3.0,
    ("the", "bomb"): 3.0,
    ("bad", "ass"): 1.5,
    ("bus", "stop"): 0.0,
    ("yeah", "right"): -2.0,
    ("beating", "heart"): 3.5,
    ("kiss", "of", "death"): -1.5,
    ("to", "die", "for"): 3.0,
}


def lines(name: str) -> list[str]:
    """The lines of a file of words."""
    return files(__package__).joinpath(name).read_text("utf-8").splitlines()


def table(name: str) -> dict[str, str]:
    """What a file of words says of each entry: a tab between them."""
    entries = [line.split("\t") for line in lines(name)]
    return {word: what for word, what in entries}  # noqa: C416  # a pair, or it fails


BOOSTERS, DAMPENERS, NEGATIONS = (
    tuple(words.split(" ")) for words in table("vader_words.txt").values()
)


def examples() -> list[str]:
    """The 14 sentences that the essay of our source made of the package's examples."""
    return lines("vader_examples.txt")


@cache
def rated() -> dict[str, float]:
    """How good (up to 3.4) or bad (down to -3.9) people found each of 7,506 words and signs."""
    return {word: float(valence) for word, valence in table("vader.txt").items()}


@cache
def emoji() -> dict[str, str]:
    """The words that each emoji is read as."""
    return table("vader_emoji.txt")


def in_words(text: str) -> str:
    """A text whose emoji are words, with a space before those that follow on something else.

    Curly apostrophes are straight, as phones type them; the package finds no *don't* in those.
    """
    known, out, spaced = emoji(), "", True
    for letter in text.translate(STRAIGHT):
        if letter in known:
            out += ("" if spaced else " ") + known[letter]
            spaced = False
        else:
            out += letter
            spaced = letter == " "
    return out


def cut(text: str) -> list[str]:
    """The words of a text: what stands between spaces, without the punctuation around it.

    What would be left with two letters or fewer keeps its punctuation: it may be a smile.
    """
    words = in_words(text).split()
    bare = [word.strip(string.punctuation) for word in words]
    return [kept if len(kept) > 2 else word for word, kept in zip(words, bare, strict=True)]


def marks(text: str) -> tuple[int, int]:
    """How many exclamation and question marks a text has."""
    text = in_words(text)
    return text.count("!"), text.count("?")


def negates(word: str) -> bool:
    """Whether a word in lower case turns over what follows it."""
    return word in NEGATIONS or "n't" in word


def boost(word: str) -> float:
    """What a word in lower case adds to a good word that follows it."""
    return BOOST * ((word in BOOSTERS) - (word in DAMPENERS))


def compound(text: str) -> float:
    """How good (1) or bad (-1) a text is by the rules: S / sqrt(S^2 + 15)."""
    words = cut(text)
    total = math.fsum(contrasted(words, valences(words)))
    total = 0.0 if abs(total) < 1e-12 else total
    exclamations, questions = marks(text)
    emphasis = EXCLAMATION * min(exclamations, MOST_EXCLAMATIONS)
    emphasis += QUESTIONS[min(questions, len(QUESTIONS) - 1)]
    total += math.copysign(emphasis, total) if total else 0.0
    return total / math.sqrt(total * total + ALPHA)


def contrasted(words: Sequence[str], found: Iterable[float]) -> list[float]:
    """Valences halved before the first *but*, and half as large again behind it.

    The package looks each valence up by its value, `sentiments.index(value)`, and so changes the
    first of two equal ones twice. This is what was meant.
    """
    lower = [word.lower() for word in words]
    if "but" not in lower:
        return list(found)
    at = lower.index("but")
    return [
        valence * (BEFORE_BUT if i < at else AFTER_BUT if i > at else 1.0)
        for i, valence in enumerate(found)
    ]


def valences(words: Sequence[str]) -> list[float]:
    """How good each word is where it stands, before *but* is looked for."""
    capitals = [word.isupper() for word in words]
    mixed = any(capitals) and not all(capitals)
    lower = [word.lower() for word in words]
    loud = [mixed and each for each in capitals]
    return [valence(lower, loud, i) for i in range(len(words))]


def valence(words: Sequence[str], loud: Sequence[bool], i: int) -> float:
    """How good the word at place i is; `words` are in lower case, `loud` says which stand out."""
    known, word = rated(), words[i]
    behind = words[i + 1] if i + 1 < len(words) else ""
    if word not in known or boost(word) or (word, behind) == ("kind", "of"):
        return 0.0
    back = [words[i - k] if i >= k else "" for k in (0, 1, 2, 3)]
    v = known[word]
    if word == "no" and behind in known:
        v = 0.0
    if "no" in back[1:3] or (back[3] == "no" and back[1] in ("or", "nor")):
        v = known[word] * NEGATED
    if loud[i]:
        v += CAPITALS if v > 0 else -CAPITALS
    for k in (1, 2, 3):
        if i >= k and back[k] not in known:
            v += boosted(back[k], loud[i - k], v) * FADING[k - 1]
            v *= turned(back, k)
            if k == 3:
                v = in_idioms(words, i, v)
    if back[1] == "least" and back[2] not in ("at", "very"):
        v *= NEGATED
    return v


def boosted(word: str, loud: bool, v: float) -> float:
    """What a word before one of valence v adds to it."""
    if not boost(word):
        return 0.0
    return boost(word) * (-1 if v < 0 else 1) + (loud and (CAPITALS if v > 0 else -CAPITALS))


def turned(back: Sequence[str], k: int) -> float:
    """What the word k back multiplies by; `back` are the words from 0 to 3 back.

    Three back the package has `a and b or c`, so that any *so* or *this* one back counts.
    """
    so = [word in ("so", "this") for word in back]
    if k == 2 and back[2] == "never" and so[1]:
        return NEVER_SO
    if k == 3 and ((back[3] == "never" and so[2]) or so[1]):
        return NEVER_SO
    if k > 1 and back[k] == "without" and "doubt" in back[1:k]:
        return 1.0
    return NEGATED if negates(back[k]) else 1.0


def in_idioms(words: Sequence[str], i: int, v: float) -> float:
    """The valence that an idiom around the fourth or a later word gives it, else v.

    Two words that dampen are looked for here too; they take from good and from bad alike.
    """
    v = IDIOMS.get(idiom_around(words, i), v)
    return v - BOOST * sum(tuple(words[at : at + 2]) in TWO_WORD_DAMPENERS for at in (i - 3, i - 2))


def idiom_around(words: Sequence[str], i: int) -> tuple[str, ...]:
    """The idiom that decides what the word at place i, from 3 on, says; none is ()."""
    behind = [(i, 3), (i, 2)]
    before = [(i - 1, 2), (i - 2, 3), (i - 2, 2), (i - 3, 3), (i - 3, 2)]
    found = [tuple(words[at : at + n]) for at, n in behind + before]
    return next((each for each in found if each in IDIOMS), ())
