"""Two languages."""

from collections.abc import Mapping

import numpy as np

from exercises.catalogue.two_languages.a_heavy_book import a_heavy_book
from exercises.catalogue.two_languages.an_eagle import an_eagle
from exercises.catalogue.two_languages.bare_plurals import bare_plurals
from exercises.catalogue.two_languages.to_borrow import to_borrow
from exercises.catalogue.two_languages.tu import tu
from exercises.catalogue.two_languages.without_gender import without_gender
from taotp.applications.french.lexicon import nouns


def any_order(reads: Mapping[str, str]) -> dict[str, str]:
    """The semes in another order."""
    return {word: " ".join(text.split()[::-1]) for word, text in reads.items()}


def never_bare() -> object:
    """Eagles always have a determiner."""
    reads, says = an_eagle()
    return (reads | {"eagles": reads["eagles"].replace("bare ", "")}, says)


def no_adjective() -> object:
    """Nothing says that it is an adjective: heavy books have no article."""
    reads, says = a_heavy_book()
    return ({"heavy": reads["heavy"].replace("adj ", "")}, says)


def like_a_noun() -> object:
    """The s of borrows is a plural's: it does not say that it is finite."""
    reads, says = to_borrow()
    return (reads | {"borrows": reads["borrows"].replace("finite ", "")}, says)


INVITED: dict[str, dict[str, object]] = {
    "an-eagle": {
        "wrong": [never_bare],
        "right: any order": lambda: (any_order(an_eagle()[0]), an_eagle()[1]),
    },
    "a-heavy-book": {
        "wrong": [no_adjective],
        "right: any order, in a list, and the forms twice as loudly": lambda: [
            any_order(a_heavy_book()[0]),
            {word: f"{text} + {text[11:]}" for word, text in a_heavy_book()[1].items()},
        ],
    },
    "to-borrow": {
        "wrong": [like_a_noun],
        "right: any order, and the form a little less loud": lambda: (
            any_order(to_borrow()[0]),
            {word: text.replace("2 ", "1.9 ") for word, text in to_borrow()[1].items()},
        ),
    },
    "bare-plurals": {
        "wrong: some of them after not, too: je ne vois pas des chats": lambda: bare_plurals()[:3],
        "right: the last rule first, as lists": lambda: [[*rule] for rule in bare_plurals()[::-1]],
    },
    "tu": {
        "wrong: T' wherever te is due": lambda: (tu()[0] | {"t'": "6.5 hibou + vowel"}, tu()[1]),
        "right: the last rule first, as lists": lambda: [
            tu()[0],
            [[*rule] for rule in tu()[1][::-1]],
        ],
    },
    "without-gender": {
        "wrong: how many become wrong": lambda: len(nouns()) - without_gender(),
        "right: a whole number of numpy's": lambda: np.int64(without_gender()),
    },
    "crossed": {
        "wrong: old stands before its noun in French": lambda: "the old red french car",
        "right: many, as numpy has it": lambda: np.array(["those red french interesting cars"])[0],
    },
}
