"""A sentence never said."""

from exercises.judging.judge import Wrong, ask, items
from exercises.statement import Exercise
from exercises.typed import Field, Typed

LEAST = 0.25
STUB = '''
def two_sentences():
    """Two sentences, as strings, from which a chain makes a third."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Count what follows each word, walk through all the chain can say, and add up the rest."""
    where = "in two_sentences"
    said = items(ask(answer, where=where), 2, "a list of two strings", where)
    if not all(isinstance(one, str) for one in said):
        raise Wrong(f"{where} expected a list of two strings, got other things in it")
    sentences = [tuple(one.split()) for one in said]
    if sentences[0] == sentences[1]:
        raise Wrong(f"{where} expected two sentences that differ, got {said}")
    for one in sentences:
        if not one or len(one) > 5 or len(set(one)) < len(one):
            raise Wrong(f"{where} expected one to five different words, got {' '.join(one)!r}")
    share = mixed(sentences)
    if share < LEAST:
        raise Wrong(f"on {said} expected a share of {LEAST} or more, got {share:.3g}")
    n = len({pair for one in sentences for pair in zip(one, one[1:], strict=False)})
    return f"{n} pairs of words, and something else is said in {share:.3g} of all cases"


def mixed(sentences: list[tuple[str, ...]]) -> float:
    """The share of what a chain of first order says that is none of the two sentences."""
    follows: dict[str, list[str]] = {}
    for one in sentences:
        for word, after in zip(("", *one), (*one, ""), strict=False):
            follows.setdefault(word, []).append(after)
    own = 0.0
    for one in sentences:
        share = 1.0
        for word, after in zip(("", *one), (*one, ""), strict=False):
            share *= follows[word].count(after) / len(follows[word])
        own += share
    return 1 - own


def two_sentences() -> list[str]:
    """They share one word in the middle."""
    return ["open my files", "delete my photos"]


def accepted_letters() -> list[str]:
    """Two words in common make the others rarer."""
    return ["a x b y", "c x d y"]


def wrong_apart() -> list[str]:
    """No word in common: nothing to mix at."""
    return ["open my files", "delete all photos"]


def wrong_first() -> list[str]:
    """The common words come first: nobody can tell before they part, and nothing is new."""
    return ["open my files", "open my photos"]


def wrong_same() -> list[str]:
    """One sentence twice."""
    return ["open my files", "open my files"]


def wrong_long() -> list[str]:
    """A word twice in a sentence."""
    return ["open my my files", "delete my photos"]


EXERCISE = Exercise(
    slug="markov-mixes",
    title="A sentence never said",
    kind="construct",
    statement="""
A chain of first order knows the last word and nothing else. So it says sentences that were never
said. Give `two_sentences()`, two strings of one to five different words each and equally likely,
for which the chain says something that is neither of them in a quarter of all cases or more.
""",
    hints=(
        "Where do two sentences have to meet for the chain to forget which it was in?",
        "They must differ before that word, and behind it.",
    ),
    answer="""
*Open my files* and *delete my photos*: at *my* the chain has forgotten which verb it was, so that
half of all it says is *open my photos* or *delete my files*. A common word at the beginning does
nothing, as nothing is forgotten there.
""",
    stub=STUB,
    judge=judge,
    code=(two_sentences,),
    typed=Typed(
        (
            Field("first", "one sentence", "words", example="a few words"),
            Field("second", "another sentence", "words", example="a few words"),
        ),
        "mixes",
        lambda: {"least": LEAST, "most": 5},
        part="rules",
    ),
)
