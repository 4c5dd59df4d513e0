"""Which English the translator is meant for: a grammar of its own, which the machine does not use.

Every word has a class by what it is where it stands, verbs by what they need (one visits a place,
and sleeps nothing), nouns by whether they live. The rules of grammar.txt say which rows of classes
are noun phrases, or one clause. What fits them and means something else is an idiom.
"""

import re
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import product

from taotp.applications.french import lexicon
from taotp.words.grammar import Rules

MEANT = "a noun phrase, or one clause in the present, as: the cat does not see me"
CLASSES = {  # of a word that stands twice, the last
    "adjective": " ".join(each.english for each in lexicon.adjectives()),
    "tongue": "english french",
    "glad": "happy sad",
    "busy": "busy sure sorry",
    "ready": "ready",
    "warm": "hot cold",
    "hungry": "hungry thirsty",
    "afraid": "afraid",
    "right": "right wrong",
    "the": "the my your his its our their",
    "a": "a an",
    "this": "this that",
    "these": "these those",
    "some": "some",
    "any": "any",
    "all": "all",
    "every": "every",
    "lots": "many a_lot_of",
    "number": " ".join(lexicon.NUMBERS),
    "people_many": "people",
    "poss": "'s",
    "very": "very",
    "i": "i",
    "we": "we they",
    "he": "he she",
    "it": "it",
    "you": "you",
    "object": "me him us her",
    "them": "them",
    "am": "am",
    "is": "is",
    "are": "are",
    "be": "be",
    "modal": "can must",
    "have_to": "have_to",
    "has_to": "has_to",
    "do": "do",
    "does": "does",
    "not": "not",
    "never": "never",
    "nothing": "nothing",
    "need_of": "need-of",
    "to": "to",
    "of": "of",
    "from": "from",
    "at": "in on under at",
    "behind": "behind",
    "for": "for",
    "with": "with without against",
    "link": "and or",
    "there_is": "there_is there_are",
    "here": "here there",
    "when": "now today",
    "well": "well",
    "too": "too",
}
LIVING = (
    "cat dog horse bird fish sheep animal owl friend man woman wife husband child baby boy girl "
    "son daughter brother sister mother father neighbor king queen hero teacher doctor student"
)
PLACES = (
    "house garden room city street school hotel hospital castle church shop country island river "
    "mountain sea"
)
KINDS = {"living": LIVING, "place": PLACES, "time": "day night hour", "thing": ""}  # of nouns
VERBS = {  # by the name of their class, which is that of one of them
    "dream": "dream",
    "sleep": "sleep walk run work play dance",
    "think": "think",
    "eat": "eat drink read write draw sing",
    "see": "see hear understand",
    "learn": "learn study",
    "find": "find look_at look_for wait_for listen_to watch help lose",
    "take": "take bring carry wear buy sell choose make open close finish",
    "visit": "visit",
    "give": "give show",
    "leave": "leave",
    "speak": "speak",
    "talk": "talk",
    "live": "live",
    "come": "come",
    "go": "go",
    "love": "love hate",
    "like": "like",
    "want": "want",
    "have": "have",
    "know": "know",
}
FORMS = ("b", "s", "i")  # of verbs: eat, eats, eating
DESCRIBE = ("adjective", "tongue", "glad", "busy", "ready", "warm", "number", "very")
OWNED = frozenset(  # what may follow her where it is a determiner
    DESCRIBE + tuple(map("_".join, product(KINDS, ("one", "many", "same", "mass"))))
)
OPENS = frozenset(  # what a noun follows, where a word may be a noun or a verb
    (
        "the",
        "a",
        "this",
        "these",
        "some",
        "any",
        "all",
        "every",
        "lots",
        "poss",
        "need_of",
        *DESCRIBE,
    )
)
VOWELS = re.compile(r"hour|honest|(?!one\b)[aeio]|u")
MASS = "|".join(noun.english[0] for noun in lexicon.nouns() if noun.kind == "mass")
IDIOMS = re.compile(  # each means something else than its words do
    r"\b(?:(?:go|goes|going) (?:here|there)|(?:need-of|want|wants) a drink|hears? a word"
    rf"|(?:small|little|big|tall|young|sick) (?:{MASS})|any idea|hot dogs?"
    r"|(?:first|last) names?|last (?:days?|nights?|hours?)"
    r"|on (?:[a-z]+ )?(?:trains?|streets?|days?|nights?|hours?)|at (?:my|your|his|her|our|their) "
    r"|in (?:[a-z]+ ){0,2}(?:suns?|hospitals?|country|trees?|mornings?|sky)"
    r"|(?:have|has|having|take|takes|taking|make|makes|making) (?!need-of)(?:[a-z]+ ){0,2}"
    r"(?:walks?|dances?|sleep|drinks?|beds?|baby|babies|love|heads?|hearts?)"
    r"|(?:give|gives|giving|take|takes|taking|lose|loses|losing) (?:[a-z]+ ){1,2}"
    r"(?:hands?|heads?|hearts?|words?))\b"
)


def outside(words: Sequence[str]) -> str:
    """What is wrong with known words as English that the translator is meant for; "" for nothing.

    Raises KeyError for an unknown word.
    """
    for word, after in zip(words, words[1:], strict=False):
        if word in ("a", "an") and (word == "an") != bool(VOWELS.match(after)):
            return f"{word!r} stands before {after!r}; it must be {'a' if word == 'an' else 'an'!r}"
    text = " ".join(words)
    if found := IDIOMS.search(text):
        return f"{found[0].strip()!r} means more than its words, which are outside the fragment"
    if rules().fits("sentence", classes_of(words)):
        return ""
    return f"{text!r} is outside the fragment; it must be {MEANT}"


def classes_of(words: Sequence[str]) -> list[str]:
    """The class of each word: love is a noun after what opens a noun phrase, else a verb."""
    out = [""]
    for word, after in zip(words, [*words[1:], ""], strict=True):
        may_be = classes()[word]
        if word == "her":
            out.append("the" if OWNED.intersection(classes().get(after, ())) else "object")
        else:
            out.append(may_be[0] if len(may_be) == 1 or out[-1] in OPENS else may_be[1])
    return out[1:]


@cache
def classes() -> dict[str, list[str]]:
    """The class of each word, or two where it may be a noun or a verb."""
    found = {
        word.replace("_", " "): [name] for name, words in CLASSES.items() for word in words.split()
    }
    for noun in lexicon.nouns():
        one, many = noun.english
        kind = kind_of(noun.english)
        found[many] = [f"{kind}_many"]
        number = "same" if one == many else "mass" if noun.kind == "mass" else "one"
        found[one] = [f"{kind}_{number}"]
    found.pop("-", None)
    names = {verb: name for name, some in VERBS.items() for verb in some.split()}
    for each in lexicon.verbs():
        name = names[each.english[0].replace(" ", "_")]
        for word, form in zip(each.english, FORMS, strict=True):
            found[word] = [*found.get(word, []), f"{name}_{form}"]
    return found


def kind_of(english: tuple[str, str]) -> str:
    """Which of KINDS a noun is: a thing, where it is nothing else."""
    found = [kind for kind, words in KINDS.items() if not {*words.split()}.isdisjoint(english)]
    return found[0] if found else "thing"


@cache
def rules() -> Rules:
    """The rules of grammar.txt, of which those of nouns and of verbs are there for each kind."""
    text = files(__package__).joinpath("grammar.txt").read_text("utf-8").replace("\n  ", " ")
    nouns, verbs, rest = (part.partition("]\n")[2] for part in text.split("\n["))
    lines = [nouns.replace("KIND", kind) for kind in KINDS]
    lines += [verbs.replace("FORM", form) for form in FORMS] + [rest]
    found = [line.split(": ") for line in "\n".join(lines).splitlines() if line]
    return Rules(dict(found))
