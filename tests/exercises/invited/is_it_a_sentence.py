"""Is it a sentence."""

from exercises.catalogue.is_it_a_sentence.a_or_an import WITH_A, text
from exercises.catalogue.is_it_a_sentence.adjectives_between import layers
from exercises.catalogue.is_it_a_sentence.whose_self import layers as layers_of_whose_self
from tests.exercises.invited import Invited

INVITED = {
    "adjectives-between": Invited(
        wrong={
            "the noun looks ahead, where nothing stands": (
                lambda: layers().replace("nearest before", "nearest after")
            ),
            "a determiner and any noun, whatever its number": (
                lambda: layers().replace("u and pl", "u and noun")
            ),
        },
        right={
            "what the determiner asks for is written where the noun's own number stands": (
                lambda: """
layer
head first, look one>dsg one>dpl, move dsg>u dpl>v
when pl and u or sg and v, write out
""".replace(
                    "when pl and u or sg and v, write out",
                    "when u and pl, write out\nwhen sg and not u, write out",
                )
            ),
        },
    ),
    "whose-self": Invited(
        wrong={
            "themselves may be anybody": (
                lambda: layers_of_whose_self().replace("when themselves and u, write out\n", "")
            ),
            "himself may be a woman": (
                lambda: layers_of_whose_self().replace("when himself and u and x, write out\n", "")
            ),
        },
        right={
            "an average of all nouns, of which there is one but for some; and other letters": (
                lambda: (
                    layers_of_whose_self()
                    .replace("first", "everywhere")
                    .replace("sg>u pl>v", "pl>v sg>u")
                )
            ),
        },
    ),
    "a-or-an": Invited(
        wrong={
            "one begins with an o, and not with its sound": (
                lambda: text().replace("word apple", "word apple one")
            ),
            "the article looks for a word with a vowel anywhere behind it": (
                lambda: text().replace("1 ahead, move", "nearest after, look one>vowel, move")
            ),
        },
        right={
            "the seme marks what begins with a consonant": (
                lambda: (
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
                )
            ),
        },
    ),
    "two-late-verbs": Invited(
        wrong={
            "a verb too many: of the two that come late only one has a subject": (
                lambda: "The dogs that the cat sees sleep sleep."
            ),
            "as many late verbs as one likes, and two nouns": (
                lambda: "The boys that the girl sees know like see sleep."
            ),
        },
        right={
            "both clauses without their that, and no stop at the end": (
                lambda: "the boys the girl sees know the dogs the cat likes sleep"
            ),
        },
    ),
}
