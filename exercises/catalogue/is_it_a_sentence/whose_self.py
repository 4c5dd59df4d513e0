"""Exercise: himself, herself, itself and themselves, on the pairs of BLiMP."""

from collections.abc import Callable
from functools import cache

from exercises.judging import boxes
from exercises.judging.grammar import answers, around, cut, kept, machine_of, pairs_of
from exercises.judging.judge import Wrong
from exercises.statement import Exercise
from exercises.typed import Json
from taotp.applications.agreement.machine import semes_of_words

SELVES = ("himself", "herself", "itself", "themselves")
SEMES = ("noun", "sg", "pl", "mas", "fem", "per", "thing", *SELVES)
ENOUGH = 0.99
STUB = '''
def layers():
    """The layers, in sentences of semes."""
    raise NotImplementedError
'''

Make = Callable[[], str]


@cache
def pairs() -> tuple[tuple[tuple[str, ...], tuple[str, ...]], ...]:
    """The good and the bad sentences of two paradigms, as words."""
    return tuple((cut(pair.good), cut(pair.bad)) for pair in pairs_of("anaphor"))


@cache
def lexicon() -> dict[str, str]:
    """The words of the pairs, with the semes that are given; here to work and to love are verbs."""
    words = dict.fromkeys(word for pair in pairs() for text in pair for word in text)
    verbs = {word for word in words if "amb" in semes_of_words()[word].split()}
    return {word: "" if word in verbs else kept(word, SEMES) for word in words}


def judge(answer: object) -> str:
    """Of 100 pairs 99, by at most one head; a tie is half."""
    program = machine_of(answer, "in layers", lexicon(), 1)
    said = answers(program, [text for pair in pairs() for text in pair]).reshape(-1, 2)
    points = (said[:, 0] < said[:, 1]) + (said[:, 0] == said[:, 1]) / 2
    share = float(points.mean())
    if share < ENOUGH:
        i = int(points.argmin())
        good, bad = (" ".join(text) for text in pairs()[i])
        raise Wrong(
            f"on all pairs expected {ENOUGH:.0%} or more, got {share:.2%}: on {good!r} it says "
            f"{said[i, 0]}, on {bad!r} {said[i, 1]}"
        )
    return f"{len(pairs())} inputs, {share:.2%} of them right"


def layers() -> str:
    """Whom the last word means, and what it may not mean."""
    return """
layer
head first, look one>noun, move sg>u pl>v mas>w fem>x per>y thing>z
when himself and v, write out
when himself and u and z, write out
when himself and u and x, write out
when herself and v, write out
when herself and u and z, write out
when herself and u and w, write out
when itself and v, write out
when itself and u and y, write out
when themselves and u, write out
"""


def accepted_first() -> Make:
    """As the model answer has it."""
    return layers


def accepted_nearest() -> Make:
    """Here no other noun stands between."""
    return lambda: layers().replace("first", "nearest before")


def wrong_number_only() -> Make:
    """One or many, and nobody is a man or a woman."""
    return lambda: (
        """
layer
head first, look one>noun, move sg>u pl>v
when himself and v, write out
when herself and v, write out
when itself and v, write out
when themselves and u, write out
"""
    )


def wrong_things() -> Make:
    """Persons may not be it."""
    return lambda: layers().replace("when itself and u and y, write out\n", "")


def wrong_one_back() -> Make:
    """The word before is the verb."""
    return lambda: layers().replace("first", "1 back")


def typed_data() -> Json:
    """Pairs of which no two have words of the same semes in the same order, each so many times."""
    words = lexicon()
    kinds: dict[object, tuple[tuple[tuple[str, ...], ...], int]] = {}
    for pair in pairs():
        kind = tuple(tuple(words[word] for word in text) for text in pair)
        first, times = kinds.get(kind, (pair, 0))
        kinds[kind] = first, times + 1
    texts = [text for pair, _ in kinds.values() for text in pair]
    return around("in layers", words, 1, texts) | {
        "pairs": [(*pair, times) for pair, times in kinds.values()],
        "enough": ENOUGH,
        "right": f"{len(pairs())} inputs, {{percent}} of them right",
    }


EXERCISE = Exercise(
    slug="whose-self",
    title="Himself, herself, itself, themselves",
    kind="construct",
    statement="""
*Kristen hasn't worked with herself*, and not with *itself*; *all waiters cured themselves*, and not
*himself*. Write `layers()`, a text that begins with a line `layer`, that makes at least 99 of 100
pairs of BLiMP about them come out right: of the good sentence it says 0, of the bad one 1; a tie
counts half. One head is enough. The words are given. Nouns and names have `noun`, `sg` or `pl`, and
where it is known `mas` or `fem`; `per` is a person and `thing` a thing. `himself`, `herself`,
`itself` and `themselves` are semes of their own, all other words are nothing, and `u v w x y z` are
free.
""",
    hints=(
        "All of them stand at the end, where the answer is read. What has to come to them?",
        "Six semes of the subject are asked for. Then say, for each of the four words, which "
        "subjects it cannot mean: *themselves* cannot mean a single one.",
        "Checklist: women are not himself; Kristen is neither himself nor itself; a waiter may be "
        "himself or herself.",
    ),
    answer="""
The first noun is the subject, in all of these sentences. One head brings six semes of it to the
last word, and nine units say what does not go together. The rest are ties: a dancer, whom BLiMP
takes for a woman, fish, which may be one or many, and a play, which is a verb among the words that
are given.
""",
    stub=STUB,
    judge=judge,
    code=(layers,),
    typed=boxes.layers("the layers, in sentences of semes", "layer\nhead ...", typed_data),
)
