"""Words of two languages: English ones that a machine reads, French ones that it says, and rows.

One line of lexicon.txt is one word with its French. More words cost lines there and nothing
else. Of nouns and verbs that are spelled alike, as love, both are there; the machine finds out
which is meant.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import repeat

VOWELS = "aeiouyâàéèêëîïôöûùœh"
ASPIRATED = ("hibou", "héros", "haut", "huit")  # an h before which nothing is elided
ELIDED = re.compile(rf"(?!{'|'.join(ASPIRATED)})[{VOWELS}]")
NUMBERS = {
    "two": "deux", "three": "trois", "four": "quatre", "five": "cinq", "six": "six",
    "seven": "sept", "eight": "huit", "nine": "neuf", "ten": "dix",
}  # fmt: skip


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
        return agreeing([self])[0]


def agreeing(some: Iterable[Noun]) -> list[tuple[str, ...]]:
    """The forms of nouns, of all at once."""
    return [
        (one, woman, many, women)
        for noun in some
        for (one, many), (woman, women) in [(noun.french, noun.woman or noun.french)]
    ]


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

    The infinitive stands first in `french`, which has 6 forms. `past` has ate and eaten,
    `participle` is mangé, and `helper` what makes a past of it: avoir, être, or se.
    """

    english: tuple[str, str, str]
    french: tuple[str, ...]
    past: tuple[str, str] = ("-", "-")
    participle: str = ""
    helper: str = "avoir"

    @property
    def imperfect(self) -> tuple[str, ...]:
        """What it was for some time: with je, il, nous, vous, ils."""
        first, space, rest = self.french[3].partition(" ")  # of an expression, avons mal
        stem, rest = first.removesuffix("ons"), space + rest
        soft = SOFT[stem[-1]] if stem[-1] in SOFT else stem[-1]  # before an i
        i = stem[:-1] + soft
        return (
            f"{stem}ais{rest}", f"{stem}ait{rest}", f"{i}ions{rest}", f"{i}iez{rest}",
            f"{stem}aient{rest}",
        )  # fmt: skip


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
ADVERBS |= {"well": "bien", "too": "aussi"}
MORE = {
    "taller": "tall", "older": "old", "younger": "young", "bigger": "big", "smaller": "small",
    "richer": "rich", "stronger": "strong", "happier": "happy", "smarter": "smart",
}  # fmt: skip
SOFT = {"e": "", "ç": "c"}  # mangeais and mangions, commençais and commencions
SPORTS = ("tennis", "football", "basketball")
FEELINGS = {
    "sleepy": "sommeil",
    "ashamed": "honte",
    "hungry": "faim",
    "thirsty": "soif",
    "afraid": "peur",
    "right": "raison",
    "wrong": "tort",
}


def lines(kind: str) -> list[tuple[list[str], list[str]]]:
    """The English and the French words of each line of a kind, with spaces inside expressions."""
    _, _, found = text().partition(f"[{kind}]\n")
    rows = found.partition("\n\n")[0].strip().splitlines()
    english, _, french = zip(*map(str.partition, rows, repeat("\t|\t")), strict=True)
    pairs = zip(
        map(str.split, english, repeat("\t")), map(str.split, french, repeat("\t")), strict=True
    )
    return [*pairs]


@cache
def text() -> str:
    """The lines of all kinds: a tab between words, spaces inside expressions."""
    found = files(__package__).joinpath("lexicon.txt").read_text("utf-8")
    return found.replace(" ", "\t").replace("_", " ")


@cache
def nouns() -> tuple[Noun, ...]:
    """All nouns, in the order of the lines."""
    return tuple(
        [
            Noun((one, many), (un, des), gender == "f", more[0] if more else "", tuple(more[1:]))
            for (one, many), (un, des, gender, *more) in lines("noun")
        ]
    )


@cache
def adjectives() -> tuple[Adjective, ...]:
    """All adjectives, in the order of the lines."""
    return tuple(
        [
            Adjective(english, (ms, fs, mp, fp), bool(rest), "".join(rest[1:]))
            for (english,), (ms, fs, mp, fp, *rest) in lines("adjective")
        ]
    )


@cache
def verbs() -> tuple[Verb, ...]:
    """All verbs, in the order of the lines; one in -er needs no forms, nor a regular one a past."""
    past = {base: ((then, done), found) for (base, then, done), found in lines("past")}
    made = []
    for (base, third, ing), found in lines("verb"):
        then, (participle, *helper) = past[base] if base in past else ((ed(base),) * 2, ["-"])
        made.append(
            Verb(
                (base, third, ing),
                (found[0], *(found[1:] or regular(found[0]))),
                then,
                f"{found[0][:-2]}é" if participle == "-" else participle,
                helper[0] if helper else "avoir",
            )
        )
    return tuple(made)


def ed(base: str) -> str:
    """The past of a regular English verb.

    >>> ed("close"), ed("study"), ed("play")
    ('closed', 'studied', 'played')
    """
    if base[-1] == "y" and base[-2] not in "aeiou":
        return f"{base[:-1]}ied"
    return base + ("d" if base[-1] == "e" else "ed")


@cache
def said(kind: str) -> dict[str, str]:
    """The French of what is one expression in both languages, of a kind such as adverb."""
    return {english: found[0] for (english,), found in lines(kind)}


@cache
def kin() -> dict[str, tuple[str, ...]]:
    """For words that are not here, those that mean nearly the same and are."""
    return {word: tuple(near) for unknown, near in lines("kin") for word in unknown}


@cache
def names(kind: str = "name") -> dict[str, tuple[str, str]]:
    """Names of people with their gender, and of places with what says in: à, en or au."""
    return {english: (found[0], found[1]) for (english,), found in lines(kind)}


def regular(infinitive: str) -> list[str]:
    """The present of a verb in -er: je, il, nous, vous, ils."""
    stem = infinitive[:-2]
    return [f"{stem}e", f"{stem}e", f"{stem}ons", f"{stem}ez", f"{stem}ent"]


def elides(french: str) -> bool:
    """Whether a word begins with the sound of a vowel, so that le before it is l'."""
    return bool(ELIDED.match(french))
