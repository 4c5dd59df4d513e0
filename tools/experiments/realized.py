"""What pyrealb makes of a structure: the oracle of Two languages, which its authors wrote.

Its words are found by their French lemmas, so that gender, plurals, verbs, contractions and sounds
are its own. *pas de*, a preposition with a partitive, and the order of adjectives are told to it.
"""

import contextlib
import io
import warnings
from functools import cache
from typing import Any

from exercises.judging.translations import (
    PERSONS,
    PLACES,
    Asked,
    Both,
    Job,
    Phrase,
    Sentence,
    Who,
    english,
    french_verb,
    is_ce,
    is_free,
    is_lost,
    is_warm,
    is_without_des,
    likes_well,
)
from taotp.applications.french.lexicon import (
    ADVERBS,
    FEELINGS,
    NUMBERS,
    Adjective,
    adjectives,
    nouns,
)

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it leaves its files open
    import pyrealb as oracle

OWNERS = {
    "my": (1, "s"),
    "your": (2, "p"),
    "his": (3, "s"),
    "her": (3, "s"),
    "our": (1, "p"),
    "their": (3, "p"),
}
EITHER = ("enfant",)  # of either gender in its data
BEHIND = ("long", "next")  # adjectives that it puts behind their noun, where most people do not
UNKNOWN = "[["  # how it begins a word that it does not know
ARTICLES = {"the": "le", "a": "un", "some": "un", "this": "ce", "these": "ce"}
PERSON = {
    "i": (1, "s", "m"), "you": (2, "p", "m"), "he": (3, "s", "m"), "she": (3, "s", "f"),
    "it": (3, "s", "m"), "we": (1, "p", "m"), "they": (3, "p", "m"),
}  # fmt: skip


def realized(asked: Asked) -> str:
    """The French of a structure, without the capital and the full stop of a sentence."""
    french()
    with contextlib.redirect_stderr(io.StringIO()):  # it warns of a verb with two subjects
        made = phrase(asked) if isinstance(asked, Phrase) else sentence(asked)
        said = str(made.realize())
    said = ligatures(said).rstrip(".").rstrip()
    if isinstance(asked, Phrase):
        return said
    return said[0].lower() + said[1:]


def ligatures(text: str) -> str:
    """Its words with œ, which its own data has for none of these; spaces at the ends left out."""
    return text.strip().replace("oe", "œ")


def known_error(asked: Asked) -> bool:
    """Whether it is known to be wrong: words that it lacks, and agreement with some subjects.

    It marks words that it does not know, puts *long* behind its noun, and says "d'autres maisons"
    for "des autres maisons". It does not see through a partitive ("de l'eau est bon"), nor through
    a number in one of two subjects that are joined, and where these are of two genders it may take
    the feminine for both.
    """
    words = english(asked)
    if " of the other " in words or not (compounds() | {*BEHIND}).isdisjoint(words.split()):
        return True
    if UNKNOWN in realized(asked):
        return True
    if isinstance(asked, Phrase) or not isinstance(asked.subject, Phrase | Both):
        return False
    subject = asked.subject
    each = (subject.first, subject.second) if isinstance(subject, Both) else (subject,)
    partitive = any(one.determiner == "some" and not one.plural for one in each)
    numbered = len(each) > 1 and any(one.determiner in NUMBERS for one in each)
    return partitive or numbered or len({one.feminine for one in each}) > 1


@cache
def compounds() -> frozenset[str]:
    """English words whose French is two, as grands-mères, which its lexicon has not."""
    found = [(word, each.french[0]) for each in nouns() for word in each.english]
    found += [(each.english, each.french[0]) for each in adjectives()]
    return frozenset(word for word, said in found if {" ", "-"} & {*said})


@cache
def french() -> None:
    """Its French, loaded once."""
    oracle.loadFr()


def phrase(asked: Phrase, lost: bool = False) -> Any:
    """A noun phrase; the article is lost after *pas*."""
    number = "p" if asked.plural else "s"
    before = [oracle.A(each.french[0]) for each in asked.adjectives if each.before]
    after = [oracle.A(each.french[0]) for each in reversed(asked.adjectives) if not each.before]
    noun = oracle.N(asked.noun.french[0])
    if asked.noun.french[0] in EITHER:
        noun.g("m")
    parts = [*before, noun, *after]
    if asked.of:
        parts.append(oracle.PP(oracle.P("de"), phrase(asked.of)))
    if lost or is_without_des(asked):
        return oracle.NP(oracle.P("de"), *parts).n(number)
    if asked.determiner in OWNERS:
        person, owners = OWNERS[asked.determiner]
        lemma = "mon" if owners == "s" else "notre"
        return oracle.NP(oracle.D(lemma).pe(person), *parts).n(number)
    if asked.determiner in NUMBERS:
        count = 2 + list(NUMBERS).index(asked.determiner)
        return oracle.NP(oracle.NO(count).nat(), *parts).n(number)
    if asked.determiner == "some" and not asked.plural:
        return oracle.PP(oracle.P("de"), oracle.NP(oracle.D("le"), *parts).n(number))
    return oracle.NP(oracle.D(ARTICLES[asked.determiner]), *parts).n(number)


def placed(adjective: Adjective) -> bool:
    """Whether it puts an adjective before its noun."""
    french()
    said = oracle.NP(oracle.D("le"), oracle.A(adjective.french[0]), oracle.N("roi")).realize()
    return str(said).endswith(" roi")


def who(asked: Who, lost: bool = False) -> Any:
    """A subject, or an object that is no pronoun."""
    if isinstance(asked, Both):
        return oracle.CP(oracle.C("et"), phrase(asked.first), phrase(asked.second))
    if isinstance(asked, Phrase):
        return phrase(asked, lost)
    person, number, gender = PERSON[asked]
    return oracle.Pro("je").pe(person).n(number).g(gender)


def pronoun(asked: str, case: str) -> Any:
    """A pronoun as an object (case "acc") or alone (case "")."""
    person, number, gender = PERSON[asked]
    made = oracle.Pro("moi").pe(person).n(number).g(gender)
    return made.c(case) if case else made.tn("")


def sentence(asked: Sentence) -> Any:
    """A sentence."""
    if is_ce(asked):
        plural = asked.subject in ("they", "these")
        subject = oracle.Pro("ce").pe(3).n("p" if plural else "s")
    else:
        subject = who(asked.subject)
    verb, following = oracle.V(french_verb(asked)[0]), after_verb(asked)
    types: dict[str, Any] = {}
    if asked.negated:
        types["neg"] = "jamais" if asked.no == "never" else True
    if asked.how == "can":
        types["mod"] = "poss"
    if asked.how in ("want to", "have to"):  # by itself: as a sentence, "je ne la veux pas voir"
        infinitive = str(oracle.VP(verb.t("b"), *following).realize())
        first = "avoir" if is_free(asked) else {"want to": "vouloir"}.get(asked.how, "devoir")
        to = [oracle.Q("à")] * is_free(asked)
        predicate = oracle.VP(oracle.V(first), *to, oracle.Q(infinitive))
    else:
        predicate = oracle.VP(verb, *following)
    return oracle.S(subject, predicate).typ(types)


def after_verb(asked: Sentence) -> list[Any]:
    """What follows the verb, or its clitic."""
    what, rest = asked.object, asked.rest
    very = [oracle.Adv("très")] * asked.very
    found: list[Any] = []
    if isinstance(what, Adjective):
        good = oracle.A(what.french[0])  # you is one man: vous would be several to it
        polite = asked.subject == "you" or (is_warm(asked) and french_verb(asked)[0] != "être")
        found = [oracle.AP(*very, oracle.Q(str(good.realize())) if polite else good)]
    elif isinstance(what, Job):
        job = oracle.N(what.noun.french[0])
        found = [job.g("f") if what.noun.woman and asked.subject == "she" else job]
    elif what in PERSONS:
        found = [pronoun(what, "acc")]
    elif isinstance(what, str):
        found = [*(oracle.AdvP(each) for each in very), oracle.N(FEELINGS[what])]
    elif what is not None:
        found = [who(what, is_lost(asked))]
    if likes_well(asked):
        found.insert(what in PERSONS, oracle.Adv("bien"))  # pronouns stand first
    if isinstance(rest, str):
        found.append(oracle.Adv(ADVERBS[rest]))
    elif rest:
        place, whom = rest
        follows = pronoun(whom, "") if isinstance(whom, str) else who(whom)
        found.append(oracle.PP(oracle.P(PLACES[place]), follows))
    return found
