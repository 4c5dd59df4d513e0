"""Nouns without a determiner: which article French puts there, by rules."""

from collections.abc import Callable, Iterator
from itertools import product

from exercises.judging.judge import ask
from exercises.judging.new_words import (
    machine,
    rules_of,
    translations_judged,
    with_rules,
    without_article,
)
from exercises.judging.translations import Phrase, Sentence, english, french, kinds_of_nouns
from exercises.statement import Exercise
from taotp.applications.french.lexicon import nouns, verbs
from taotp.applications.french.machine import rules
from taotp.words.rules import Rule

LIKED, SEEN = ("like", "hate"), ("see", "want")
PERSONS = ("i", "they")
STUB = '''
def bare_plurals():
    """The rules for nouns that have no determiner: a list of pairs of texts."""
    raise NotImplementedError
'''

Pairs = list[tuple[str, str]]
Make = Callable[[], Pairs]


def others() -> list[Rule]:
    """The rules of the chapter that do not speak of nouns without a determiner."""
    return [rule for rule in rules() if "bare" not in rule.reads]


def asked() -> Iterator[Sentence]:
    """What is seen, what is liked, what is not there, and what sees itself, with its article."""
    known = {verb.english[0]: verb for verb in verbs()}
    for noun in kinds_of_nouns(nouns()):
        if noun.kind != "mass" and noun.english[0] not in (noun.english[1], *known):
            some, all_of_them = (Phrase(each, noun, (), True) for each in ("some", "the"))
            for who, negated in product(PERSONS, (False, True)):
                yield from (Sentence(who, known[verb], some, negated) for verb in SEEN)
                yield from (Sentence(who, known[verb], all_of_them, negated) for verb in LIKED)
            yield Sentence(all_of_them, known["see"], "they")


def judge(answer: object) -> str:
    """All that is asked, with the rules of the answer in place of the book's."""
    given = rules_of(ask(answer, where="in bare_plurals"), "with its rules, bare_plurals")
    pairs = [(english(without_article(each)), french(each)) for each in asked()]
    tally = translations_judged(
        lambda: with_rules(machine(), others() + given), "in bare_plurals", pairs
    )
    return f"{tally.inputs} inputs, {len(given)} rules"


def bare_plurals() -> Pairs:
    """Some of them, all of them, or none."""
    return [
        ("bare and not b1_opens", "art art_du spot"),
        ("bare and b1_start", "art_le -art_du"),
        ("bare and b1_general", "art_le -art_du"),
        ("bare and b1_may_verb and b2_negates and not b1_general", "art_de -art_du"),
    ]


def accepted_as_in_the_book() -> Make:
    """The book's own, which know adjectives, prepositions and *and* as well."""
    return lambda: [(f"{rule.reads}", f"{rule.writes}") for rule in rules() if "bare" in rule.reads]


def accepted_apart() -> Make:
    """A rule for each case, without one that is taken back."""
    plain = "not b1_opens and not b1_start and not b1_general"
    return lambda: [
        (f"bare and {plain} and not b2_negates", "art art_du spot"),
        (f"bare and {plain} and b2_negates", "art art_de spot"),
        ("bare and b1_start", "art art_le spot"),
        ("bare and b1_general", "art art_le spot"),
    ]


def wrong_always() -> Make:
    """Also where a determiner stands, and for all alike."""
    return lambda: [("bare", "art art_du spot")]


def wrong_liked() -> Make:
    """She likes some cats."""
    return lambda: [rule for rule in bare_plurals() if "start" in rule[0] or "opens" in rule[0]]


def wrong_not() -> Make:
    """I do not see cats, and who likes them not hates no cats but the cats."""
    return lambda: [*bare_plurals()[:3], ("bare and b2_negates", "art_de -art_du")]


def wrong_room() -> Make:
    """No room for the article."""
    return lambda: [("bare and not b1_opens", "art art_du"), *bare_plurals()[1:]]


EXERCISE = Exercise(
    slug="bare-plurals",
    title="Cats, the cats, no cats",
    kind="construct",
    statement="""
*I see cats* is *je vois des chats*, *I like cats* is *j'aime les chats*, *I do not see cats* is *je
ne vois pas de chats*, and *cats see them* is *les chats les voient*: French wants an article where
English has none. The translator has lost all its rules that speak of `bare` nouns, which is what
nouns are that may stand without a determiner. `bare_plurals()` returns new ones, as a list of pairs
of texts like those of `rules()`. They may write `art`, that an article is to be said before
the noun; one of `art_du`, `art_le` and `art_de`, which one (*du* is *des* before many); and `spot`,
that the noun stands one place later. *Like*, *love* and *hate* are `general`. Subjects and objects
are tried, with *not* and without, and after *like* and *hate*.
""",
    hints=(
        "Where does no article come at all? The word before says: determiners, numbers and "
        "adjectives are `opens`. The start of a sentence is `start`.",
        "A rule can take back what another writes: `-art_du`.",
    ),
    answer="""
Four rules do: some of them, unless a determiner stands there; all of them, at the start and after
*like*; none of them, after *not*. *I do not like cats* is *les chats* again, since not to like them
is not to like any: the third rule wins over the fourth. The book has more, for adjectives in
between, for *of* and *without*, for *be*, and for what is joined by *and*.
""",
    stub=STUB,
    judge=judge,
    code=(bare_plurals,),
)
