"""Words of two languages: English ones that a machine reads, French ones that it says, and rows.

One line of lexicon.txt is one word with its French. More words cost lines there and nothing
else. Of nouns and verbs that are spelled alike, as love, both are there; the machine finds out
which is meant.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

VOWELS = "aeiouyâàéèêëîïôöûùœh"
ASPIRATED = ("hibou", "héros", "haut", "huit")  # an h before which nothing is elided
NUMBERS = {"two": "deux", "three": "trois", "four": "quatre", "five": "cinq", "six": "six"}


@dataclass(frozen=True)
class Noun:
    """A noun: singular and plural in both languages ("-" for none), its gender, and its kind.

    `kind` is "job" (without an article after être), "mass" (some bread), or ""; `woman` is what
    a woman of that job is, and several, where it is another word.
    """

    english: tuple[str, str]
    french: tuple[str, str]
    feminine: bool
    kind: str = ""
    woman: tuple[str, ...] = ()

    @property
    def forms(self) -> tuple[str, ...]:
        """Masculine, feminine, and both plurals: what agrees with who has the job."""
        (one, many), (woman, women) = self.french, self.woman or self.french
        return one, woman, many, women


@dataclass(frozen=True)
class Adjective:
    """An adjective: its four French forms, where it stands, and its form before a vowel.

    `french` has masculine, feminine, and both plurals; `before` says that it precedes its noun.
    """

    english: str
    french: tuple[str, str, str, str]
    before: bool = False
    liaison: str = ""


@dataclass(frozen=True)
class Verb:
    """A verb: base, third person and -ing form; French present of je, il, nous, vous, ils.

    The infinitive stands first in `french`, which has 6 forms.
    """

    english: tuple[str, str, str]
    french: tuple[str, ...]


PREPOSITIONS = {
    "with": "avec",
    "in": "dans",
    "on": "sur",
    "under": "sous",
    "for": "pour",
    "without": "sans",
    "behind": "derrière",
    "against": "contre",
}
ADVERBS = {"here": "ici", "there": "là", "now": "maintenant", "today": "aujourd'hui"}
FEELINGS = {
    "hungry": "faim",
    "thirsty": "soif",
    "afraid": "peur",
    "right": "raison",
    "wrong": "tort",
}
ADVERBS |= {"well": "bien", "too": "aussi"}


def lines(kind: str) -> Iterator[tuple[list[str], list[str]]]:
    """The English and the French words of each line of a kind, with spaces inside expressions."""
    _, _, found = text().partition(f"[{kind}]\n")
    for line in found.partition("\n\n")[0].strip().splitlines():
        english, french = line.split("\t|\t")
        yield english.split("\t"), french.split("\t")


@cache
def text() -> str:
    """The lines of all kinds: a tab between words, spaces inside expressions."""
    found = files(__package__).joinpath("lexicon.txt").read_text("utf-8")
    return found.replace(" ", "\t").replace("_", " ")


@cache
def nouns() -> tuple[Noun, ...]:
    """All nouns, in the order of the lines."""
    return tuple(
        Noun((one, many), (un, des), gender == "f", "".join(more[:1]), tuple(more[1:]))
        for (one, many), (un, des, gender, *more) in lines("noun")
    )


@cache
def adjectives() -> tuple[Adjective, ...]:
    """All adjectives, in the order of the lines."""
    return tuple(
        Adjective(english, (ms, fs, mp, fp), bool(rest), "".join(rest[1:]))
        for (english,), (ms, fs, mp, fp, *rest) in lines("adjective")
    )


@cache
def verbs() -> tuple[Verb, ...]:
    """All verbs, in the order of the lines; one in -er needs no forms."""
    return tuple(
        Verb((base, third, ing), (found[0], *(found[1:] or regular(found[0]))))
        for (base, third, ing), found in lines("verb")
    )


def regular(infinitive: str) -> list[str]:
    """The present of a verb in -er: je, il, nous, vous, ils."""
    return [infinitive[:-2] + ending for ending in ("e", "e", "ons", "ez", "ent")]


def elides(french: str) -> bool:
    """Whether a word begins with the sound of a vowel, so that le before it is l'."""
    return french[0] in VOWELS and not french.startswith(ASPIRATED)
