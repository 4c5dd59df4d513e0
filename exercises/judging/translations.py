"""What the exercises of Two languages ask: phrases and sentences, in English and in French.

A sentence is given by its structure, and the rules of both languages are written down plainly:
what a machine has to say is what they make of the structure.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import cycle, permutations, product

from taotp.applications.french.lexicon import (
    ADVERBS,
    FEELINGS,
    NUMBERS,
    PREPOSITIONS,
    Adjective,
    Noun,
    Verb,
    adjectives,
    elides,
    nouns,
    verbs,
)

UNMET = "to"  # the preposition à before a pronoun, which it does not meet: à les voir
THIS = "this"  # the determiner ce, which is cet before a vowel; the pronoun ce is c'
# French determiners: masculine, feminine, plural.
DETERMINERS = {
    "the": ("le", "la", "les"),
    "a": ("un", "une", "-"),
    "some": ("de le", "de la", "des"),
    "this": (THIS, "cette", "-"),
    "these": ("-", "-", "ces"),
    "my": ("mon", "ma", "mes"),
    "your": ("votre", "votre", "vos"),
    "his": ("son", "sa", "ses"),
    "her": ("son", "sa", "ses"),
    "our": ("notre", "notre", "nos"),
    "their": ("leur", "leur", "leurs"),
    **{number: ("-", "-", french) for number, french in NUMBERS.items()},
}
INDEFINITE = ("a", "some")
SHORT = {"la": "l'"} | {f"{letter}e": f"{letter}'" for letter in "ldnjmtc"}
LONG = {"ma": "mon", "ta": "ton", "sa": "son", THIS: "cet"}
ELSE = {THIS: "ce", UNMET: "à"}
MET = {"de le": "du", "de les": "des", "à le": "au", "à les": "aux"}
PERSONS = ("i", "you", "he", "she", "it", "we", "they")
SUBJECTS = dict(zip(PERSONS, ("je", "vous", "il", "elle", "il", "nous", "ils"), strict=True))
OBJECTS = dict(zip(PERSONS, ("me", "vous", "le", "la", "le", "nous", "les"), strict=True))
ALONE = dict(zip(PERSONS, ("moi", "vous", "lui", "elle", "lui", "nous", "eux"), strict=True))
ENGLISH_OBJECTS = dict(zip(PERSONS, ("me", "you", "him", "her", "it", "us", "them"), strict=True))
FORMS = dict(zip(PERSONS, (1, 4, 2, 2, 2, 3, 5), strict=True))  # which form of a verb
BE = ("am", "are", "is", "is", "is", "are", "are")
ETRE = ("être", "suis", "est", "sommes", "êtes", "sont")
POUVOIR = ("pouvoir", "peux", "peut", "pouvons", "pouvez", "peuvent")
VOULOIR = ("vouloir", "veux", "veut", "voulons", "voulez", "veulent")
AVOIR = ("avoir", "ai", "a", "avons", "avez", "ont")
DEVOIR = ("devoir", "dois", "doit", "devons", "devez", "doivent")
SAVOIR = ("savoir", "sais", "sait", "savons", "savez", "savent")
PARTIR = ("partir", "pars", "part", "partons", "partez", "partent")
FAIRE = ("faire", "fais", "fait", "faisons", "faites", "font")
MODALS = {"can": POUVOIR, "want to": VOULOIR, "have to": DEVOIR}
WARM = ("hot", "cold")  # that somebody has, and it makes
PLACES = PREPOSITIONS | {"to": "à", "at": "à"}


@dataclass(frozen=True)
class Phrase:
    """A determiner, adjectives in the order of English, a noun, and whose it is (of ...)."""

    determiner: str
    noun: Noun
    adjectives: tuple[Adjective, ...] = ()
    plural: bool = False
    of: "Phrase | None" = None

    @property
    def person(self) -> str:
        """The pronoun that it agrees as."""
        return "they" if self.plural else "it"

    @property
    def feminine(self) -> bool:
        """The gender of its noun."""
        return self.noun.feminine


@dataclass(frozen=True)
class Both:
    """Two phrases that are joined by and."""

    first: Phrase
    second: Phrase
    person: str = "they"
    plural: bool = True

    @property
    def feminine(self) -> bool:
        """Feminine if both are."""
        return self.first.feminine and self.second.feminine


@dataclass(frozen=True)
class Job:
    """What somebody is: a noun without an article in French."""

    noun: Noun


Who = str | Phrase | Both  # a string is a pronoun, in its form as a subject
What = str | Phrase | Adjective | Job | None


@dataclass(frozen=True)
class Sentence:
    """A subject, a verb (none is be), its object, and what is said about it.

    `how` is "" for what is, "can", "want to", "have to", or "be" for what is going on; what is
    negated is so with `no`, not or never; `rest` is a preposition with a phrase or a pronoun, or a
    word like now.
    """

    subject: Who
    verb: Verb | None
    object: What = None
    negated: bool = False
    how: str = ""
    rest: tuple[str, Who] | str | None = None
    very: bool = False
    no: str = "not"


Asked = Phrase | Sentence


def english(asked: Asked) -> str:
    """The English words, between spaces."""
    said = english_phrase(asked) if isinstance(asked, Phrase) else english_sentence(asked)
    words = " ".join(said).split()
    for i, word in enumerate(words[:-1]):
        if word == "a" and (words[i + 1][0] in "aeiou" or words[i + 1] in ("hour", "honest")):
            words[i] = "an"
    return " ".join(words).replace("an other", "another")


def english_phrase(phrase: Phrase) -> list[str]:
    """A noun phrase in English."""
    of = ["of", *english_phrase(phrase.of)] if phrase.of else []
    middle = [adjective.english for adjective in phrase.adjectives]
    return [phrase.determiner, *middle, phrase.noun.english[phrase.plural], *of]


def english_who(who: Who, forms: dict[str, str]) -> list[str]:
    """A subject or an object in English."""
    if isinstance(who, str):
        return [forms[who]]
    if isinstance(who, Both):
        return [*english_phrase(who.first), "and", *english_phrase(who.second)]
    return english_phrase(who)


def english_sentence(sentence: Sentence) -> list[str]:
    """A sentence in English, its negation in full."""
    person = subject_person(sentence.subject)
    third = person in ("he", "she", "it")
    be = BE[PERSONS.index(person)]
    no = [sentence.no] * sentence.negated
    base = sentence.verb.english[0] if sentence.verb else "be"
    do = [] if sentence.no == "never" else ["does" if third else "do"]
    if sentence.how == "can":
        said = ["can", *no, base]
    elif sentence.how in MODALS:
        first, to = sentence.how.split()
        many = {"want": "wants", "have": "has"}[first] if third else first
        said = [*do, *no, first if do else many, to, base] if no else [many, to, base]
    elif sentence.verb is None:
        said = [be, *no]
    elif sentence.how == "be":
        said = [be, *no, sentence.verb.english[2]]
    else:
        verb = sentence.verb.english[third]
        said = [*do, *no, base if do else verb] if no else [verb]
    subject = english_who(sentence.subject, {name: name for name in (*PERSONS, "this", "these")})
    said += ["very"] * sentence.very
    return [*subject, *said, *english_object(sentence.object), *english_rest(sentence.rest)]


def english_object(what: What) -> list[str]:
    """What follows a verb in English."""
    if what is None:
        return []
    if isinstance(what, Adjective):
        return [what.english]
    if isinstance(what, str) and what in FEELINGS:
        return [what]
    if isinstance(what, Job):
        return ["a", what.noun.english[0]]
    return english_who(what, ENGLISH_OBJECTS)


def english_rest(rest: tuple[str, Who] | str | None) -> list[str]:
    """A preposition and what follows it, or a word like now, in English."""
    if rest is None or isinstance(rest, str):
        return [rest] if rest else []
    return [rest[0], *english_who(rest[1], ENGLISH_OBJECTS)]


def subject_person(who: Who) -> str:
    """The pronoun that a subject agrees as."""
    if isinstance(who, str):
        return {"this": "it", "these": "they"}.get(who, who)
    return who.person


def french(asked: Asked) -> str:
    """The French that the rules make of a structure, as a machine of this book spells it."""
    words = french_phrase(asked) if isinstance(asked, Phrase) else french_sentence(asked)
    return spelled(words)


def spelled(words: Sequence[str]) -> str:
    """Words as they sound together: the sound of a vowel changes the word before it."""
    *rest, said = [part for word in words for part in word.split()]
    for word in reversed(rest):
        vowel = elides(said)
        if vowel and word in SHORT:
            said = f"{SHORT[word]}{said}"
        elif vowel and word in LONG:
            said = f"{LONG[word]} {said}"
        elif word in ("de", "à") and said.split()[0] in ("le", "les"):
            first, _, after = said.partition(" ")
            said = f"{MET[f'{word} {first}']} {after}"
        else:
            said = f"{ELSE.get(word, word)} {said}"
    return said


def french_phrase(phrase: Phrase, lost: bool = False) -> list[str]:
    """A noun phrase in French; its article is lost where *pas de* takes its place."""
    form = 2 * phrase.plural + phrase.feminine
    before = [adjective for adjective in phrase.adjectives if adjective.before]
    after = [adjective for adjective in reversed(phrase.adjectives) if not adjective.before]
    noun = phrase.noun.french[phrase.plural]
    words = [noun]
    for adjective in reversed(before):
        liaison = adjective.liaison and form == 0 and elides(words[0])
        words.insert(0, adjective.liaison if liaison else adjective.french[form])
    article = DETERMINERS[phrase.determiner][2 if phrase.plural else phrase.feminine]
    others = is_without_des(phrase)
    of = ["de", *french_phrase(phrase.of)] if phrase.of else []
    behind = [adjective.french[form] for adjective in after]
    return ["de" if lost or others else article, *words, *behind, *of]


def is_without_des(phrase: Phrase) -> bool:
    """Whether some is de: de bons amis, d'autres maisons, but des maisons blanches."""
    before = [adjective for adjective in phrase.adjectives if adjective.before]
    if phrase.determiner != "some" or not before:
        return False
    return phrase.plural or before[0].english == "other"


def french_who(who: Who, forms: dict[str, str], lost: bool = False) -> list[str]:
    """A subject or an object in French."""
    if isinstance(who, str):
        return [forms[who]]
    if isinstance(who, Both):
        return [*french_phrase(who.first), "et", *french_phrase(who.second)]
    return french_phrase(who, lost)


def french_sentence(sentence: Sentence) -> list[str]:
    """A sentence in French: subject, ne, clitic, verb, pas, clitic, infinitive, what follows."""
    person = subject_person(sentence.subject)
    verb = french_verb(sentence)
    modal = AVOIR if is_free(sentence) else MODALS.get(sentence.how)
    finite = [(modal or verb)[FORMS[person]]]
    clitic = [OBJECTS[sentence.object]] if sentence.object in PERSONS else []
    infinitive = [*[UNMET] * is_free(sentence), *clitic, verb[0]] if modal else []
    finite = finite if modal else [*clitic, *finite]
    if sentence.negated:
        finite = ["ne", *finite, "jamais" if sentence.no == "never" else "pas"]
    subject = ["ce"] if is_ce(sentence) else french_who(sentence.subject, SUBJECTS)
    behind = [*french_object(sentence), *french_rest(sentence.rest)]
    return [*subject, *finite, *infinitive, *["bien"] * likes_well(sentence), *behind]


def is_free(sentence: Sentence) -> bool:
    """Whether somebody does not have to: n'avoir pas à, as ne devoir pas is must not."""
    return sentence.negated and sentence.how == "have to"


def likes_well(sentence: Sentence) -> bool:
    """Whether to like is aimer bien, as aimer alone is to love: who or what is there, of those."""
    what = sentence.object
    if sentence.verb is None or sentence.verb.english[0] != "like":
        return False
    if sentence.negated and sentence.how in ("", "can"):
        return False
    return what in PERSONS or (isinstance(what, Phrase) and what.determiner != "the")


def french_verb(sentence: Sentence) -> tuple[str, ...]:
    """The forms of the verb: of avoir where somebody is hungry, of savoir where it is known."""
    verb, what = sentence.verb, sentence.object
    if verb is None:
        if is_warm(sentence) and isinstance(sentence.subject, str) and sentence.subject in PERSONS:
            return FAIRE if sentence.subject == "it" else AVOIR
        return AVOIR if isinstance(what, str) and what in FEELINGS else ETRE
    if verb.english[0] == "know" and what == "it":
        return SAVOIR
    if verb.english[0] == "go" and (sentence.rest is None or isinstance(sentence.rest, str)):
        return PARTIR
    return verb.french


def is_warm(sentence: Sentence) -> bool:
    """Whether it is hot or cold."""
    return isinstance(sentence.object, Adjective) and sentence.object.english in WARM


def is_ce(sentence: Sentence) -> bool:
    """Whether it is c'est and not il est: a pronoun is said to be a thing that has a determiner."""
    if sentence.subject in ("this", "these"):
        return True
    thirds = ("he", "she", "it", "they")
    if sentence.subject == "it" and isinstance(sentence.object, Adjective):
        return not is_warm(sentence)
    is_thing = sentence.verb is None and isinstance(sentence.object, Phrase | Both)
    return is_thing and sentence.subject in thirds


def french_object(sentence: Sentence) -> list[str]:
    """What follows the verb in French."""
    what, very = sentence.object, ["très"] * sentence.very
    if what is None or what in PERSONS:
        return []
    if isinstance(what, Adjective):
        has = french_verb(sentence) is AVOIR
        return [*very, what.french[0 if has else agreed(sentence.subject)]]
    if isinstance(what, Job):
        return [what.noun.forms[agreed(sentence.subject)]]
    if isinstance(what, str):
        return [*very, FEELINGS[what]]
    return french_who(what, {}, is_lost(sentence))


def is_lost(sentence: Sentence) -> bool:
    """Whether *pas de* takes the place of the article of the object."""
    if not sentence.negated or sentence.verb is None or sentence.how == "want to":
        return False
    return isinstance(sentence.object, Phrase) and sentence.object.determiner in INDEFINITE


def agreed(subject: Who) -> int:
    """Which form of an adjective goes with a subject; you is one man, we and they are men."""
    if isinstance(subject, str):
        return 2 * (subject in ("we", "they")) + (subject == "she")
    return 2 * subject.plural + subject.feminine


def french_rest(rest: tuple[str, Who] | str | None) -> list[str]:
    """A preposition and what follows it, or a word like now, in French."""
    if rest is None or isinstance(rest, str):
        return [ADVERBS[rest]] if rest else []
    return [PLACES[rest[0]], *french_who(rest[1], ALONE)]


def noun_phrases(
    words: Sequence[Noun], adjectives: Sequence[tuple[Adjective, ...]]
) -> Iterator[Phrase]:
    """All phrases of these nouns with each determiner, number, and row of adjectives."""
    for noun, determiner, row, plural in product(words, DETERMINERS, adjectives, (False, True)):
        if exists(determiner, noun, plural):
            yield Phrase(determiner, noun, row, plural)


def exists(determiner: str, noun: Noun, plural: bool) -> bool:
    """Whether a determiner goes with a noun in that number; some in the singular is of a mass.

    Of nouns that are the same in both numbers only a number or these makes several.
    """
    if plural and noun.english[0] == noun.english[1]:
        return determiner in ("these", *NUMBERS)
    if noun.english[plural] == "-":
        return False
    if determiner == "some" and not plural:
        return noun.kind == "mass"
    return DETERMINERS[determiner][2 * plural] != "-"


def kinds_of_nouns(words: Sequence[Noun]) -> tuple[Noun, ...]:
    """One noun of each kind: gender, the sound it begins with, and what it is."""
    return tuple(
        {(noun.feminine, elides(noun.french[0]), noun.kind): noun for noun in words}.values()
    )


def kinds_of_adjectives(words: Sequence[Adjective]) -> tuple[Adjective, ...]:
    """One adjective of each kind: where it stands, its sound, a form before vowels, and other."""
    found = {}
    for each in words:
        found[each.before, elides(each.french[0]), bool(each.liaison), each.english == "other"] = (
            each
        )
    return tuple(found.values())


def rows(words: Sequence[Adjective], longest: int) -> list[tuple[Adjective, ...]]:
    """All rows of so many different adjectives, in each order; other stands first."""
    found = [row for n in range(longest + 1) for row in permutations(words, n)]
    return [row for row in found if all(each.english != "other" for each in row[1:])]


def verbs_without_an_object() -> tuple[Verb, ...]:
    """Verbs that take no object here."""
    names = (
        "travailler jouer chanter danser rêver dormir habiter marcher courir venir aller parler "
        "partir penser"
    )
    return tuple(verb for verb in verbs() if verb.french[0] in names.split())


def verbs_with_an_object() -> tuple[Verb, ...]:
    """The other verbs."""
    alone = verbs_without_an_object()
    return tuple(verb for verb in verbs() if verb not in alone)


def sentences(
    draw: random.Random, meant: Callable[[Sentence], bool] = lambda _: True
) -> Iterator[Sentence]:
    """Sentences without end, of those that are meant: each kind in turn, with words drawn."""
    kinds = (says_whom, says_nobody, says_how, says_what, says_a_job, says_a_feeling)
    for kind in cycle(kinds):
        while not meant(sentence := kind(draw)):
            pass
        yield sentence


def drawn_phrase(draw: random.Random) -> Phrase:
    """A noun phrase with up to two adjectives, sometimes of another."""
    while True:
        noun, determiner = draw.choice(nouns()), draw.choice(tuple(DETERMINERS))
        plural = draw.random() < 0.5
        if exists(determiner, noun, plural):
            break
    row = draw.sample(adjectives(), draw.choice((0, 0, 1, 1, 2)))
    row.sort(key=lambda each: each.english != "other")
    of = draw.random() < 0.15
    owner = replace(drawn_phrase(draw), of=None) if of else None
    if owner and owner.determiner == "some":
        owner = None
    return Phrase(determiner, noun, tuple(row), plural, owner)


def drawn_subject(draw: random.Random) -> Who:
    """A pronoun, a phrase, or two that are joined."""
    kind = draw.random()
    if kind < 0.5:
        return draw.choice(PERSONS)
    if kind < 0.9:
        return drawn_phrase(draw)
    first, second = (replace(drawn_phrase(draw), of=None) for _ in range(2))
    return Both(first, second)


def drawn_rest(draw: random.Random) -> tuple[str, Who] | str | None:
    """Sometimes a preposition with what follows it, or a word like now."""
    kind = draw.random()
    if kind < 0.6:
        return None
    if kind < 0.7:
        return draw.choice(tuple(ADVERBS))
    if kind < 0.8:
        return draw.choice(tuple(PREPOSITIONS)), draw.choice(PERSONS)
    return draw.choice(tuple(PLACES)), replace(drawn_phrase(draw), of=None)


def drawn_no(draw: random.Random, how: str) -> str:
    """Not, and sometimes never."""
    return "never" if draw.random() < 0.25 and how != "have to" else "not"


def says_whom(draw: random.Random) -> Sentence:
    """Somebody sees somebody."""
    subject = drawn_subject(draw)
    what = drawn_phrase(draw) if draw.random() < 0.5 else draw.choice(PERSONS)
    verb = draw.choice(verbs_with_an_object())
    how = draw.choice(("", "", "can", "want to", "have to", "be"))
    return Sentence(subject, verb, what, draw.random() < 0.5, how, no=drawn_no(draw, how))


def says_nobody(draw: random.Random) -> Sentence:
    """Somebody sleeps."""
    verb = draw.choice(verbs_without_an_object())
    how = draw.choice(("", "can", "want to", "have to", "be"))
    negated, rest = draw.random() < 0.5, drawn_rest(draw)
    no = drawn_no(draw, how)
    return Sentence(drawn_subject(draw), verb, None, negated, how, rest, no=no)


def says_how(draw: random.Random) -> Sentence:
    """Somebody is good."""
    subject = draw.choice((drawn_subject(draw), "this"))
    good = draw.choice([each for each in adjectives() if each.english not in ("other", "right")])
    return Sentence(subject, None, good, draw.random() < 0.5, very=draw.random() < 0.3)


def says_what(draw: random.Random) -> Sentence:
    """It is something."""
    phrase = drawn_phrase(draw)
    pronouns = ("they", "these") if phrase.plural else ("he", "she", "it", "this")
    subject = draw.choice(pronouns)
    a_job = phrase == Phrase("a", phrase.noun) and phrase.noun.kind == "job" and subject != "this"
    what = Job(phrase.noun) if a_job else phrase
    return Sentence(subject, None, what, draw.random() < 0.5)


def says_a_job(draw: random.Random) -> Sentence:
    """Somebody is a teacher."""
    job = Job(draw.choice([noun for noun in nouns() if noun.kind == "job"]))
    return Sentence(draw.choice(("i", "you", "he", "she")), None, job, draw.random() < 0.5)


def says_a_feeling(draw: random.Random) -> Sentence:
    """Somebody is hungry."""
    feeling, very = draw.choice(tuple(FEELINGS)), draw.random() < 0.3
    return Sentence(drawn_subject(draw), None, feeling, draw.random() < 0.5, very=very)
