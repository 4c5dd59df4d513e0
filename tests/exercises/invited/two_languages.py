"""Two languages."""

import numpy as np

from exercises.catalogue.two_languages.a_heavy_book import a_heavy_book
from exercises.catalogue.two_languages.an_eagle import an_eagle
from exercises.catalogue.two_languages.bare_plurals import bare_plurals
from exercises.catalogue.two_languages.to_borrow import to_borrow
from exercises.catalogue.two_languages.tu import tu
from exercises.catalogue.two_languages.without_gender import without_gender
from taotp.applications.french.lexicon import VOWELS, nouns


def never_bare() -> object:
    """Eagles always have a determiner."""
    reads, says = an_eagle()
    return (reads | {"eagles": reads["eagles"].replace("bare ", "")}, says)


def no_person() -> object:
    """Many of them, of no person: the eagles voit."""
    reads, says = an_eagle()
    return (reads | {"eagles": reads["eagles"].replace("p3 ", "")}, says)


def any_order() -> object:
    """The semes in another order."""
    reads, says = an_eagle()
    turned = {word: " ".join(text.split()[::-1]) for word, text in reads.items()}
    return (turned, says)


def no_adjective() -> object:
    """Nothing says that it is an adjective: heavy books have no article."""
    reads, says = a_heavy_book()
    return ({"heavy": reads["heavy"].replace("adj ", "")}, says)


def a_heavy_book_any_order() -> object:
    """The semes in another order, in a list, and the forms told twice as loudly."""
    reads, says = a_heavy_book()
    turned = {word: " ".join(text.split()[::-1]) for word, text in reads.items()}
    return [turned, {word: f"{text} + {text[11:]}" for word, text in says.items()}]


def infinitive() -> object:
    """What one can do, and what you do, exchanged."""
    reads, says = to_borrow()
    other = {"emprunter": says["empruntez"], "empruntez": says["emprunter"]}
    return (reads, says | other)


def like_a_noun() -> object:
    """The s of borrows is a plural's: it does not say that it is finite."""
    reads, says = to_borrow()
    return (reads | {"borrows": reads["borrows"].replace("finite ", "")}, says)


def to_borrow_any_order() -> object:
    """The semes in another order, and the form a little less loud."""
    reads, says = to_borrow()
    turned = {word: " ".join(text.split()[::-1]) for word, text in reads.items()}
    return (turned, {word: text.replace("2 ", "1.9 ") for word, text in says.items()})


def both() -> object:
    """After not both articles are asked for, and the one of not is louder; the last rule first."""
    more, rules = (bare_plurals()[3][0], "art_de"), bare_plurals()[:3]
    return [[*rule] for rule in (more, *rules[::-1])]


def other_order() -> object:
    """The rules from the last, as a list of lists, and a rule that says so twice."""
    says, more = tu()
    return [says, [[*rule] for rule in more[::-1]]]


INVITED: dict[str, dict[str, object]] = {
    "an-eagle": {"wrong": [never_bare, no_person], "right": [any_order]},
    "a-heavy-book": {
        "wrong": [no_adjective],
        "wrong: as small, which stands before its noun, but for the meaning": lambda: (
            {"heavy": "rouge adj in_np opens alone said"},
            a_heavy_book()[1],
        ),
        "right": [a_heavy_book_any_order],
    },
    "to-borrow": {"wrong": [infinitive, like_a_noun], "right": [to_borrow_any_order]},
    "bare-plurals": {
        "wrong: des chats": lambda: [rule for rule in bare_plurals() if "b1_start" not in rule[0]],
        "wrong: some of them after not, too: je ne vois pas des chats": lambda: bare_plurals()[:3],
        "right": [both],
    },
    "tu": {
        "wrong: Ton of what is masculine alone: ta étoile": lambda: (
            (tu()[0] | {"ton": "4 votre + 2 ms", "ta": "4 votre + 2.5 fs + vowel"}),
            tu()[1],
        ),
        "wrong: T' wherever te is due": lambda: (tu()[0] | {"t'": "6.5 hibou + vowel"}, tu()[1]),
        "right": [other_order],
    },
    "without-gender": {
        "wrong: those before which the article is l'": lambda: sum(
            noun.french[0].startswith(tuple(VOWELS)) for noun in nouns()
        ),
        "wrong: how many become wrong": lambda: len(nouns()) - without_gender(),
        "right: a whole number of numpy's": lambda: np.int64(without_gender()),
    },
    "crossed": {
        "wrong: two adjectives and a noun: three crossings": lambda: "the red french car",
        "wrong: old stands before its noun in French": lambda: "the old red french car",
        "right: many, as numpy has it": lambda: np.array(["those red french interesting cars"])[0],
    },
}
