"""Which English the translator is meant for: a grammar of its own, which the machine does not use.

Every word is one letter by what it is where it stands, and sentences are a regular expression of
such letters: noun phrases with up to three adjectives, and one clause.
"""

import re
from collections.abc import Sequence
from functools import cache

from taotp_core.topics.french import lexicon

MEANT = "a noun phrase, or one clause in the present, as: the cat does not see me"
LETTERS = {  # of a word that stands twice, the last
    "D": ("the", "my", "your", "his", "its", "our", "their"),
    "U": ("a", "an"),
    "S": ("this", "that"),
    "Q": ("these", "those"),
    "E": ("some", "any"),
    "V": ("very",),
    "i": ("i",),
    "w": ("we", "they"),
    "h": ("he", "she"),
    "x": ("it",),
    "y": ("you",),
    "o": ("me", "him", "us", "them", "her"),
    "a": ("am",),
    "s": ("is",),
    "r": ("are",),
    "b": ("be",),
    "c": ("can", "must"),
    "k": ("have to",),
    "g": ("has to",),
    "d": ("do",),
    "e": ("does",),
    "n": ("not",),
    "t": ("to",),
    "p": ("at", "of", "from", *lexicon.PREPOSITIONS),
    "j": ("and", "or"),
    "T": ("there is", "there are"),
    "M": tuple(lexicon.NUMBERS),
    "R": tuple(lexicon.ADVERBS),
    "u": ("too",),
    "f": tuple(lexicon.FEELINGS),
    "q": ("right", "wrong"),
    "L": ("english", "french"),
}
OWNED = "NPZFALMV"  # what may follow her where it is a determiner
OPENS = "DUSQEMALV"  # what a noun follows, where a word may be a noun or a verb
VOWELS = re.compile(r"hour|honest|(?!one\b)[aeio]|u")


def outside(words: Sequence[str]) -> str:
    """What is wrong with known words as English that the translator is meant for; "" for nothing.

    Raises KeyError for an unknown word.
    """
    for word, after in zip(words, words[1:], strict=False):
        if word in ("a", "an") and (word == "an") != bool(VOWELS.match(after)):
            return f"{word!r} stands before {after!r}; it must be {'a' if word == 'an' else 'an'!r}"
    if sentence().fullmatch(letters(words)):
        return ""
    return f"{' '.join(words)!r} is outside the fragment; it must be {MEANT}"


def letters(words: Sequence[str]) -> str:
    """One letter for each word: love is a noun after what opens a noun phrase, else a verb."""
    out = ""
    for word, after in zip(words, [*words[1:], ""], strict=True):
        may_be = classes()[word]
        if word == "her":
            out += "D" if set(classes().get(after, "")) & set(OWNED) else "o"
        elif len(may_be) > 1:
            out += may_be[0] if out[-1:] and out[-1] in OPENS else may_be[1]
        else:
            out += may_be
    return out


@cache
def classes() -> dict[str, str]:
    """The letter of each word, or two where it may be a noun or a verb."""
    found = {word: letter for letter, words in LETTERS.items() for word in words}
    found |= {each.english: found.get(each.english, "A") for each in lexicon.adjectives()}
    for noun in lexicon.nouns():
        one, many = noun.english
        found[many] = "P"
        found[one] = "F" if one == many else "Z" if noun.kind == "mass" else "N"
    for verb in lexicon.verbs():
        for word, letter in zip(verb.english, "BWG", strict=True):
            found[word] = found.get(word, "") + letter
    return found


@cache
def sentence() -> re.Pattern[str]:
    """The sentences and noun phrases, in letters."""
    adjective = "V?[AL]"
    adjectives = f"(?:{adjective}){{0,3}}"
    two = f"(?:{adjective}){{0,2}}"  # where nothing stands before them
    one = f"(?:[DUS]{adjectives}[NZF]|(?:E{adjectives}|{two})Z)"
    some = f"(?:E{adjectives}|{two})P"
    many = f"(?:D(?:A?M)?{adjectives}P|QM?{adjectives}[PF]|{some}|M{adjectives}[PF])"
    at = f"(?:[pt](?:{one}|{many})|p[oxy])"
    thing = f"(?:(?:{one}|{many}){at}*)"
    things = f"{thing}(?:j{thing})*"
    rest = f"(?:{at}|V?R|u)*"
    after = f"(?:[oxy]?{things}|[oxy]|t[oxy]|L(?:jL)?)?"
    infinitive = f"tB(?:jB)?{after}"
    tail = f"{after}(?:{infinitive}|tb(?:{adjective}|V?[fq]|{things}))?{rest}"
    alone = f"[Vu]?[AL](?:j{adjective}|{infinitive})?|V?R(?:{infinitive})?"
    this = f"(?:{alone}|{things}|{at}|u){rest}"
    state = f"(?:{alone}|V?[fq](?:{infinitive})?|{things}|{at}|u){rest}"
    predicate = f"(?:{state}|G{tail})"
    bare = f"(?:B{tail}|b{state})"
    can = f"c(?:n?{bare}|BjB{tail})"
    base = f"(?:dn)?(?:B{tail}|k{bare})|{can}"
    third = f"W{tail}|g{bare}|en(?:B{tail}|k{bare})|{can}"
    i = f"i(?:an?{predicate}|{base})"
    single = f"(?:{one}{at}*|[hx])(?:sn?(?:{predicate}|[oy])|{third})"
    plural = f"(?:{many}{at}*|{thing}(?:j{thing})+|[wy])(?:rn?{predicate}|{base})"
    same = f"D[AL]?Frn?{predicate}"
    these = f"Ssn?(?:{this}|[oqy])|Qrn?(?:{things}|{at}){rest}"
    return re.compile(f"{things}|{at}|{i}|{single}|{plural}|{same}|{these}|Tn?{things}{rest}")
