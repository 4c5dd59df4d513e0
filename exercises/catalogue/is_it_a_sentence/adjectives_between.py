"""Exercise: determiners and nouns with adjectives between, by one head."""

from collections.abc import Callable
from functools import cache

from exercises.judging import boxes
from exercises.judging.grammar import answers, around, cut, kept, machine_of, pairs_of
from exercises.judging.judge import Wrong
from exercises.statement import Example, Exercise, Mark
from exercises.typed import Json

SEMES = ("dsg", "dpl", "noun", "sg", "pl")
STUB = '''
def layers():
    """The layers, in sentences of semes."""
    raise NotImplementedError
'''
WORDS = {"this": "dsg", "that": "dsg", "these": "dpl", "those": "dpl"}

Make = Callable[[], str]


@cache
def phrases() -> dict[tuple[str, ...], int]:
    """What ends the sentences of four paradigms, and how many words in it do not agree."""
    found = {}
    for pair in pairs_of("with_adj"):
        for text, wrong in ((pair.good, 0), (pair.bad, 1)):
            words = cut(text)
            at = max(i for i, word in enumerate(words) if word in WORDS)
            found[words[at:]] = wrong
    return found


@cache
def lexicon() -> dict[str, str]:
    """The words of the phrases, with the semes that are given."""
    words = dict.fromkeys(word for phrase in phrases() for word in phrase)
    return WORDS | {word: kept(word, SEMES[2:]) for word in words if word not in WORDS}


def judge(answer: object) -> str:
    """Every phrase, by at most one head."""
    program = machine_of(answer, "in layers", lexicon(), 1)
    asked = phrases()
    said = answers(program, list(asked))
    for (phrase, wrong), got in zip(asked.items(), said.tolist(), strict=True):
        if got != wrong:
            raise Wrong(f"on {' '.join(phrase)!r} expected {wrong}, got {got}")
    return f"{len(asked)} inputs, one head"


def layers() -> str:
    """The noun, which is last, looks back."""
    return """
layer
head nearest before, look one>dsg one>dpl, move dsg>u dpl>v
when u and pl, write out
when v and sg, write out
"""


def accepted_look_back() -> Make:
    """As the model answer has it."""
    return layers


def accepted_first() -> Make:
    """There is one determiner, so the first is the nearest."""
    return lambda: layers().replace("nearest before", "first")


def accepted_average() -> Make:
    """An average of all determiners, which are one."""
    return lambda: layers().replace("nearest before", "everywhere")


def wrong_one_back() -> Make:
    """Where an adjective stands between, there is no determiner one back."""
    return lambda: layers().replace("nearest before", "1 back")


def wrong_two_heads() -> Make:
    """As the chapter does it: right, and one head more."""
    return lambda: (
        """
layer
head nearest after, look one>noun, move sg>u pl>v
when dsg and v, write w
when dpl and u, write w
layer
head everywhere, look one>w, move w>out
"""
    )


def wrong_half() -> Make:
    """This dogs, and not these dog."""
    return lambda: "\n".join(layers().splitlines()[:4])


def typed_data() -> Json:
    """Phrases of which no two have words of the same semes in the same order."""
    words = lexicon()
    kinds: dict[tuple[str, ...], tuple[tuple[str, ...], int]] = {}
    for phrase, wrong in phrases().items():
        kinds.setdefault(tuple(words[word] for word in phrase), (phrase, wrong))
    return around("in layers", words, 1, [phrase for phrase, _ in kinds.values()]) | {
        "texts": [(phrase, wrong) for phrase, wrong in kinds.values()],
        "right": f"{len(phrases())} inputs, one head",
    }


EXERCISE = Exercise(
    slug="adjectives-between",
    title="These old red cars, by one head",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
The chapter lets a determiner look for its noun, and a second head collects. One head can do both
for phrases that end with their noun: *this dirty art gallery*, *those out in the open
pedestrians*. Write `layers()`, a text that begins with a line `layer`, so that of each phrase that
BLiMP has with an adjective the machine says 0 where it agrees, and 1 where it does not. The words
are given: `dsg` is *this* and *that*, `dpl` *these* and *those*, a noun is `noun` and `sg` or `pl`,
an adjective is nothing. `u v w x y z` are free. The answer is 1 where the last word has `out`, at
least half of one.
""",
    hints=(
        "The answer is read at the last word. Which word is that, and what has to come to it?",
        "Heads have a direction: `nearest before`. Two units with two conditions do the rest.",
    ),
    answer="""
The noun looks back for the determiner, and is where the answer is read. Nothing has to be
collected. The chapter's machine cannot do so, as its sentences go on after the noun: who asks and
who is asked is free, until somebody else has to know.
""",
    stub=STUB,
    judge=judge,
    code=(layers,),
    example=Example(
        "Some phrases, and what is right:",
        "from exercises.catalogue.is_it_a_sentence.adjectives_between import (\n"
        "    lexicon,\n    phrases,\n)\n\n"
        "print(list(phrases().items())[:3])\n"
        'print({word: lexicon()[word] for word in ("these", "dirty", "women")})',
    ),
    typed=boxes.layers("the layers, in sentences of semes", "layer\nhead ...", typed_data),
)
