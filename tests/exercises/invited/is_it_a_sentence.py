"""Is it a sentence."""

from exercises.catalogue.is_it_a_sentence.a_or_an import WITH_A, text
from exercises.catalogue.is_it_a_sentence.adjectives_between import layers
from exercises.catalogue.is_it_a_sentence.whose_self import layers as layers_of_whose_self

INVITED: dict[str, dict[str, object]] = {
    "adjectives-between": {
        "wrong: whatever the noun's number": lambda: layers().replace("u and pl", "u and noun"),
        "right: what is asked for stands where the noun's number does": lambda: """
layer
head first, look one>dsg one>dpl, move dsg>u dpl>v
when pl and u or sg and v, write out
""".replace(
            "when pl and u or sg and v, write out",
            "when u and pl, write out\nwhen sg and not u, write out",
        ),
    },
    "whose-self": {
        "wrong: themselves may be anybody": lambda: layers_of_whose_self().replace(
            "when themselves and u, write out\n", ""
        ),
        "right: an average of all nouns, and other letters": lambda: (
            layers_of_whose_self().replace("first", "everywhere").replace("sg>u pl>v", "pl>v sg>u")
        ),
    },
    "a-or-an": {
        "wrong: one begins with an o": lambda: text().replace("word apple", "word apple one"),
        "right: the seme marks what begins with a consonant": lambda: (
            f"""
word a: says_an
word an: says_a
word {" ".join(word.lower() for word in WITH_A)} sees mary: vowel
layer
head 1 ahead, move vowel>u
when says_a and u, write w
when says_an and not u, write w
layer
head everywhere, look one>w, move w>out
"""
        ),
    },
    "two-late-verbs": {
        "wrong: a verb without a subject": lambda: "The dogs that the cat sees sleep sleep.",
        "right: without that": lambda: "the boys the girl sees know the dogs the cat likes sleep",
    },
}
