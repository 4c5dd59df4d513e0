"""How English spells the forms of its regular nouns and verbs."""

import re

HISS = re.compile(r"(s|x|z|ch|sh)$")
TO_I = re.compile(r"[^aeiou]y$")
SHORT = re.compile(r"[^aeiou]*(qu)?[aeiou][^aeiouwxy]$")  # one short vowel: stop, begged
STRESSED = frozenset(
    ["admit", "babysit", "begin", "compel", "concur", "confer", "control", "forbid", "forget"]
    + ["occur", "permit", "prefer", "rebel", "refer", "regret", "unwrap", "upset"]
)
VOWEL = re.compile(
    r"(?!uni[cfoqtv]|us[aei]|usu|uk|eu|ewe|ones?\b|once\b)[aeiou]|h(eir|erb|onest|onor|our)|x-"
)
OPEN = frozenset("aehioux")  # what a word that begins as a vowel is spelled with at first
IN_O = frozenset(["do", "go", "hero", "potato", "tomato", "undo"])


def with_s(word: str) -> str:
    """The plural of a noun, or what a verb is after she: dogs, dishes, stories."""
    if TO_I.search(word):
        return word[:-1] + "ies"
    return word + ("es" if HISS.search(word) or word in IN_O else "s")


def stem(verb: str, ending: str) -> str:
    """What stands before ed or ing: begg, and of lie before ing, ly."""
    if verb.endswith("ie") and ending == "ing":
        return verb[:-2] + "y"
    if verb.endswith("e") and not (verb.endswith(("ee", "ye", "oe")) and ending == "ing"):
        return verb[:-1]
    if TO_I.search(verb) and ending == "ed":
        return verb[:-1] + "i"
    return verb + verb[-1] if SHORT.match(verb) or verb in STRESSED else verb


def with_ed(verb: str) -> str:
    """The past of a regular verb: walked, baked, begged, studied."""
    return stem(verb, "ed") + "ed"


def with_ing(verb: str) -> str:
    """What a verb is after is: walking, baking, begging, lying."""
    return stem(verb, "ing") + "ing"


def begins_as_a_vowel(word: str) -> bool:
    """Whether an stands before it, not a: egg, hour and x-ray, not university."""
    return bool(VOWEL.match(word))
