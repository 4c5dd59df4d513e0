"""The words that the agreement machine knows, each with its semes: what a form is, and may follow.

Kinds of words stand in lexicon.txt; spelling makes the forms of regular ones. More of them stand in
more_words.txt, which is data of the book: a library that is installed without it knows a quarter.
"""

from collections.abc import Iterator
from functools import cache
from importlib.resources import files

from taotp.applications.agreement.inflection import (
    OPEN,
    begins_as_a_vowel,
    with_ed,
    with_ing,
    with_s,
)

NOUN = "noun mark goal"
PRONOUN = "pro cand mark goal"
VERB = "verb form fin block mark goal"
BASE = f"{VERB} base"  # what stands after can, do and to
PART = "verb form part block mark hint"  # sleeping, excited
SAYS = f"{VERB} says"  # thought, of which a sentence may be the object
SAID = "verb form block mark says"
AUX = "aux fin block mark goal"
CAN = f"{AUX} takes modal"
SHE = "nopl noi"  # what sleeps does not go with
THEY = "nosg"  # what sleep does not go with
NO_WORD = "weird"  # childs, falled

NOUNS = {"man": "per mas", "woman": "per fem", "person": "per", "beast": "", "thing": "thing"}
KINDS = {
    "mass": f"{NOUN} sg mass thing",
    "time": f"{NOUN} sg thing time",
    "times": f"{NOUN} pl thing time",
    "bulk": f"{NOUN} sg mass thing bulk",
    "people": f"{NOUN} pl per",
    "things": f"{NOUN} pl thing",
    "either": NOUN,
    "everybody": f"{NOUN} sg per any",
    "everything": f"{NOUN} sg thing any",
    "his name": f"{NOUN} sg name per mas",
    "her name": f"{NOUN} sg name per fem",
    "does": f"{VERB} {SHE}",
    "doing": PART,
    "feeling": "verb part block mark hint feels",
    "preposition": "block mark goal prep loose",
    "than": "block mark goal loose",
    "conjunction": "mark goal",
    "if": "mark goal if",
    "but": "near con",
    "enough": "lot next",
    "comma": "mark comma next",
    "relative": "mark goal rel",
    "determiner": "hint art",
    "much": "hint much",
    "a": "hint art dsg a",
    "an": "hint art dsg a an",
    "one": "hint art dsg",
    "each": "each",
    "seems": f"{AUX} be {SHE}",
    "seem": f"{AUX} be {THEY} noi",
    "this": "hint this sg dsg",
    "these": "hint this pl dpl",
    "how many": "hint pl dpl many",
    "all": "hint most",
    "can": CAN,
    "adjective": "loose next",
    "how": "mark how next",
    "part": "hint art ofs",
    "number": "hint this pl dpl num",
    "adverb": "loose",
    "other": "",
}
LONERS = {
    "and": "mark and goal",
    "that": "hint goal that sg",
    "please": "",
    "whose": "mark goal rel art",
    "here there": "near here",
    "i": f"{PRONOUN} nom turns i",
    "he": f"{PRONOUN} nom turns sg per mas",
    "she": f"{PRONOUN} nom turns sg per fem",
    "it": f"{NOUN} pro name sg thing",
    "we": f"{PRONOUN} nom turns pl we",
    "you": f"{NOUN} pro turns pl you",
    "they": f"{PRONOUN} nom turns pl",
    "me him us them": "obj them",
    "her": "hint obj",
    "am": f"{AUX} be nosg nopl",
    "is isn't": f"{AUX} be {SHE}",
    "does doesn't": f"{AUX} takes do {SHE}",
    "hasn't": f"{AUX} have {SHE}",
    "has": f"{AUX} verb form have wish {SHE}",
    "have": f"{AUX} verb form base have wish {THEY}",
    "was wasn't": f"{AUX} be nopl past",
    "are aren't": f"{AUX} be nosg noi",
    "were weren't": f"{AUX} be {THEY} past",
    "of": "block mark goal prep loose of",
    "do": f"{AUX} takes do form base {THEY}",
    "don't": f"{AUX} takes do {THEY}",
    "haven't": f"{AUX} have {THEY}",
    "had": f"{AUX} verb form part have wish",
    "hadn't": f"{AUX} have",
    "did didn't": f"{AUX} takes do",
    "can can't cannot could couldn't will won't would wouldn't shall "
    "should shouldn't may might must mustn't": CAN,
    "to": "aux block mark goal to prep",
    "be": "aux block mark goal form base be",
    "been": "aux block mark form part be",
    "being": "aux block mark goal form part be",
    "having": f"{PART} have",
    "doing done": PART,
    "needn't": CAN,
    "like": f"{BASE} {THEY} loose prep",
    "going": f"{PART} wish",
    "yourself": "yourself self only",
    "yourselves": "yourself self",
    **{
        w: f"{w} self"
        for w in ("himself", "herself", "itself", "themselves", "myself", "ourselves")
    },
}
SHORT = {
    **{"i'm": "i am", "let's": "let us"},
    **{f"{w}'re": f"{w} are" for w in ("you", "we", "they")},
    **{f"{w}'s": f"{w} is" for w in ("he", "she", "it", "that", "there", "who", "what", "where")},
    **{f"{w}'ve": f"{w} have" for w in ("i", "you", "we", "they")},
    **{f"{w}'ll": f"{w} will" for w in ("i", "you", "he", "she", "it", "we", "they")},
    **{f"{w}'d": f"{w} would" for w in ("i", "you", "he", "she", "it", "we", "they")},
}


OF_VERBS = {
    **{"wish": "wish", "want": "wish want", "lets": "wish lets"},
    **{"sees": "sees", "alone": "alone"},
}
"""What all forms of some verbs hold: behind a wish stands `to` with a base, behind want nothing
else, behind let no `to`, behind see somebody and what he does, and behind those that stay alone no
object."""


def given(text: str) -> Iterator[tuple[str, str]]:
    """The words of a lexicon, each with semes: lines `kind: word word/form ...`.

    Raises ValueError for a kind that is none.
    """
    for line in text.splitlines():
        if not line.startswith("#"):
            kind, _, words = line.partition(": ")
            for word in words.split():
                yield from forms(kind, [form.replace("_", " ") for form in word.split("/")])


def forms(kind: str, word: list[str]) -> Iterator[tuple[str, str]]:
    """The forms of a word, each with its semes; ValueError for a kind that is none."""
    base = word[0]
    if kind in NOUNS:
        yield from noun_forms(word, NOUNS[kind])
        if kind != "thing":
            yield f"{base}'s", "hint art"
            yield from ((f"{many}'s", "hint art") for many in word[1:] if not many.endswith("s"))
    elif kind == "verb":
        yield from verb_forms(word)
    elif kind == "says":
        yield from verb_forms(word, SAYS, SAID)
    elif kind in ("same", "verbal"):  # hurt, which is its own past; open, an adjective too
        yield base, f"{PART} fin base" if kind == "same" else f"fin amb form base loose {THEY}"
        yield with_s(base), f"{VERB} {SHE}"
        yield with_ing(base), PART
        if kind == "verbal":
            yield with_ed(base), f"{PART} fin"
    elif kind in OF_VERBS:
        yield from ((form, f"{vector} {OF_VERBS[kind]}") for form, vector in verb_forms(word))
    elif kind == "also":  # a second past of a verb
        yield base, f"{PART} fin"
    elif kind in KINDS:
        yield base, KINDS[kind]
        if kind.endswith("name") or base == "people":
            yield f"{base}'s", "hint art"
        elif kind == "bulk" and not base.endswith("s"):
            yield with_s(base), f"{NOUN} pl thing {NO_WORD}"
    else:
        raise ValueError(f"{kind!r} is not a kind of word; there are {', '.join([*NOUNS, *KINDS])}")


def noun_forms(word: list[str], extra: str) -> Iterator[tuple[str, str]]:
    """A noun and its plurals, each with its semes; what spelling would make of child is no word."""
    base, *plurals = word
    regular = with_s(base)
    yield base, f"{NOUN} sg {extra}"
    for plural in plurals or [regular]:
        yield plural, f"{NOUN} pl {extra}"
    if plurals and regular not in plurals:
        yield regular, f"{NOUN} pl {extra} {NO_WORD}"
        yield with_s(plurals[0]), f"{NOUN} pl {extra} {NO_WORD}"


def verb_forms(word: list[str], past: str = VERB, part: str = PART) -> Iterator[tuple[str, str]]:
    """The base of a verb, its form after she, its past, participle and -ing, each with its semes.

    Of an expression the first word changes: looks like. What spelling would make of fall is no
    word.
    """
    first, space, rest = word[0].partition(" ")
    if space:
        yield from ((f"{form} {rest}", vector) for form, vector in verb_forms([first], past, part))
        return
    base, *others = word if len(word) > 1 else [first, with_ed(first)]
    extra = " says" if past == SAYS else ""
    yield base, f"{BASE}{extra}" + f" {THEY}" * (base != others[0])
    yield with_s(base), f"{VERB} {SHE}{extra}"
    yield with_ing(base), part + " part" * (past == SAYS)
    yield others[0], f"fin {part} part" if len(others) == 1 else past
    if others[-1] not in (base, others[0]):
        yield others[-1], part + " part" * (past == SAYS)
    elif others[-1] == base and len(others) > 1:
        yield base, "part"
    if with_ed(base) not in others:
        yield with_ed(base), f"fin {PART} {NO_WORD}"


def text_of_words() -> str:
    """What is known of words: lexicon.txt, and more_words.txt where the data of the book is."""
    texts = (files(__package__).joinpath(f"{name}.txt") for name in ("lexicon", "more_words"))
    return "".join(text.read_text("utf-8") for text in texts if text.is_file())


@cache
def semes_of_words() -> dict[str, str]:
    """Every word with its semes, those of all its meanings together.

    A noun that is a verb as well (play) has the seme `amb`, and with adjectives and prepositions
    that are verbs (warm, like) `loose`. `near` is what a head finds right before a word, `next`
    what it finds right after, and `non` is a form of a verb that has no subject.
    """
    found: dict[str, str] = {}
    wrong: dict[str, str] = {}
    for word, vector in given(text_of_words()):
        into = wrong if NO_WORD in vector else found
        into[word] = f"{into[word]} {vector}" if word in into else vector
    found = wrong | found
    for words, vector in LONERS.items():
        found |= dict.fromkeys(words.split(), vector)
    return {
        word: mixed(f"{vectors} vow" if word[0] in OPEN and begins_as_a_vowel(word) else vectors)
        for word, vectors in found.items()
    }


@cache
def mixed(vectors: str) -> str:
    """The semes of all meanings of a word, each once, with those that tell that it has several."""
    each = dict.fromkeys(vectors.split())
    if "noun" in each and each.keys() & {"nosg", "nopl"}:
        each |= dict.fromkeys(("amb", "loose"))
    elif "noun" in each and "form" in each:
        each["loose"] = None
    if each.keys() & {"hint", "mark", "them"} and "comma" not in each:
        each["near"] = None
    if each.keys() & {"goal", "form", "hint"}:
        each["next"] = None
    if "feels" in each:  # boring, tired: an adjective, whatever stands before it
        del each["feels"]
        each.pop("form", None)
    if "form" not in each:
        each.pop("loose", None)
    elif "fin" not in each:
        each["non"] = None
    return " ".join(each)
