"""What the translator gets wrong: noun phrases and sentences, drawn."""

import random
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import islice

from exercises.judging.translations import (
    Asked,
    Phrase,
    english,
    french,
    kinds_of_adjectives,
    kinds_of_nouns,
    noun_phrases,
    rows,
    sentences,
)
from taotp.applications.french.fragment import kind_of
from taotp.applications.french.lexicon import Noun, adjectives, nouns, verbs
from taotp.applications.french.machine import TO_SOMEBODY, Translator, too_long
from taotp.programs import english_french
from tools.experiments.realized import compounds, known_error, realized

PARTS = 10
SENTENCES = 20  # of each part
PHRASES = 100  # of each part and kind, drawn
WORDS = (
    "drawn noun phrases of the fragment (with up to one adjective; of kinds of nouns and "
    "adjectives with two, and with a second noun) and drawn sentences of it, each part with its "
    "number as the seed: how many there are, how many pyrealb says otherwise, how many of these "
    "are its known errors, how many the machine says otherwise"
)


def phrases() -> Iterator[Phrase]:
    """All noun phrases of all words with up to one adjective."""
    return noun_phrases(nouns(), rows(adjectives(), 1))


def two_adjectives() -> Iterator[Phrase]:
    """All noun phrases with two adjectives of the kinds that there are."""
    found = rows(kinds_of_adjectives(adjectives()), 2)
    return noun_phrases(kinds_of_nouns(simple()), [row for row in found if len(row) == 2])


def simple() -> list[Noun]:
    """The nouns that are one word in French: a kind must not be one that pyrealb lacks."""
    return [each for each in nouns() if compounds().isdisjoint(each.english)]


def two_nouns() -> Iterator[Phrase]:
    """All noun phrases of another, of the kinds that there are; no time is of anybody."""
    kinds = kinds_of_nouns([each for each in simple() if kind_of(each.english) != "time"])
    before = rows(kinds_of_adjectives(adjectives()), 1)
    owned = [each for each in noun_phrases(kinds[:2], [()]) if each.determiner in ("the", "a")]
    for owner in noun_phrases(kinds, before):
        if owner.determiner != "some":
            yield from (Phrase(p.determiner, p.noun, (), p.plural, owner) for p in owned)


def drawn(seed: int) -> Iterator[Asked]:
    """Sentences that the grammar calls inside, and that fit into the machine."""
    return islice(sentences(random.Random(seed), lambda each: fits(english(each))), SENTENCES)


def fits(text: str) -> bool:
    """Whether the machine is meant for a text, and reads so many words.

    One tells somebody, and remembers oneself of it: what no structure says.
    """
    return unsaid().isdisjoint(text.split()) and is_inside(text)


@cache
def unsaid() -> frozenset[str]:
    """The forms of verbs whose object is a dative in French, or that are reflexive."""
    found = [each for each in verbs() if each.english[0] in TO_SOMEBODY or each.helper == "se"]
    return frozenset(form for each in found for form in each.english)


def is_inside(text: str) -> bool:
    """Whether a text is of the fragment, and not too long."""
    return not too_long(machine().cut(text)) and not machine().outside(text)


POINTS = [
    {"asked": asked, "part": part}
    for asked in ("phrases", "two adjectives", "two nouns", "sentences")
    for part in range(PARTS)
]
ASKED: dict[str, Callable[[], Iterable[Asked]]] = {
    "phrases": phrases,
    "two adjectives": two_adjectives,
    "two nouns": two_nouns,
}


def measure(asked: str, part: int) -> Iterator[dict[str, object]]:
    """How many there are, and how many are said otherwise."""
    some = [*drawn(part)] if asked == "sentences" else sample(asked, part)
    truth = [french(each) for each in some]
    other = [each for each, said in zip(some, truth, strict=True) if realized(each) != said]
    answers = machine().translations([english(each) for each in some])
    wrong = sum(said != right for said, right in zip(answers, truth, strict=True))
    known = sum(map(known_error, other))
    yield {"tried": len(some), "pyrealb": len(other), "known": known, "machine": wrong}


def sample(asked: str, part: int, n: int = PHRASES) -> list[Asked]:
    """So many phrases of one kind, as the part draws them; those outside are drawn again."""
    order = random.Random(part).sample(known(asked), len(known(asked)))
    return [*islice((each for each in order if is_inside(english(each))), n)]


@cache
def known(asked: str) -> list[Asked]:
    """All phrases of one kind."""
    return [*ASKED[asked]()]


@cache
def machine() -> Translator:
    """The machine, made once."""
    return english_french()
