"""Exercise: a sentence for each idiom of VADER in which it is found."""

from collections.abc import Callable, Mapping

from exercises.judging.judge import Wrong, ask, brief, kind_of
from exercises.statement import Exercise
from taotp.applications.mood import vader

MOST_WORDS = 6
IDIOMS = [" ".join(idiom) for idiom in vader.IDIOMS]
STUB = '''
def sentences():
    """A dict with a sentence for each idiom: {"the shit": "..."}"""
    raise NotImplementedError
'''

Make = Callable[[], Mapping[str, str]]


def found_in(text: str) -> set[str]:
    """The idioms that decide what a word of a text says."""
    words = [word.lower() for word in vader.cut(text)]
    asked = [
        i
        for i, word in enumerate(words)
        if i > 2 and word in vader.rated() and words[i - 3] not in vader.rated()
        and tuple(words[i : i + 2]) != ("kind", "of")
    ]  # fmt: skip
    return {" ".join(vader.idiom_around(words, i)) for i in asked} - {""}


def judge(answer: object) -> str:
    """Every idiom."""
    where = "in sentences"
    given = ask(answer, where=where)
    if not isinstance(given, Mapping):
        raise Wrong(f"{where} expected a dict from idioms to sentences, got {kind_of(given)}")
    for idiom in IDIOMS:
        text = given.get(idiom)
        if not isinstance(text, str):
            raise Wrong(f"{where} expected a string for {idiom!r}, got {kind_of(text)}")
        words = vader.cut(brief(text, f"with {idiom!r}"))
        if len(words) > MOST_WORDS:
            raise Wrong(f"with {idiom!r} expected at most {MOST_WORDS} words, got {len(words)}")
        if idiom not in found_in(text):
            raise Wrong(f"with {idiom!r} expected a word that it decides, got none in {text!r}")
    return f"{len(IDIOMS)} inputs"


def sentences() -> dict[str, str]:
    """Three words before, none of them in the lexicon three words back; or a word behind."""
    return {
        "the shit": "this is the shit",
        "the bomb": "this is the bomb",
        "bad ass": "he is one bad ass",
        "bus stop": "at a new bus stop",
        "yeah right": "he said oh yeah right",
        "beating heart": "with a still beating heart",
        "kiss of death": "it was the kiss of death",
        "to die for": "to die for love",
    }


def accepted_short() -> Make:
    """As the model answer has it."""
    return sentences


def accepted_behind() -> Make:
    """A word behind an idiom is decided by it as well."""
    return lambda: {**sentences(), "the shit": "was the shit good", "to die for": "to die for love"}


def wrong_begun_far_before() -> Make:
    """A first word of a thousand letters; what stands behind it was not counted."""
    long = f"{'o' * 1000} this is the shit that I would say of it"
    return lambda: {**sentences(), "the shit": long}


def wrong_too_early() -> Make:
    """The third word: nobody looks."""
    return lambda: {**sentences(), "the shit": "it's the shit"}


def wrong_in_the_middle() -> Make:
    """Die is in the middle."""
    return lambda: {**sentences(), "to die for": "a cake to die for"}


def wrong_in_the_lexicon() -> Make:
    """The word three back is one of the lexicon."""
    return lambda: {**sentences(), "bus stop": "a good new bus stop"}


EXERCISE = Exercise(
    slug="idioms-that-are-found",
    title="Idioms that are found",
    kind="inspect",
    statement=f"""
VADER has eight idioms: {", ".join(IDIOMS)}. But it looks for them only at a word of the lexicon
that is the fourth or a later one and has no word of the lexicon three words back; around it, an
idiom may end there, one word back, or two words back if it is of two words, or begin there. Write
`sentences()`: for each idiom a sentence of at most {MOST_WORDS} words in which it decides the
valence of a word. `vader.rated()` is the lexicon.
""",
    hints=(
        "Put two words that say nothing before most of them. Which words of the idiom are in the "
        "lexicon?",
        "Of *to die for* it is *die* alone, in the middle, where no idiom is looked for. Which "
        "other word could it decide?",
        "One that stands behind it: *to die for* ends one word back there, and takes its valence "
        "away.",
    ),
    answer="""
Two words before, and most are found. *To die for* never decides *die*; what it decides is a word
behind it: in *to die for love* the 3.2 of *love* becomes 3. So *a cake to die for* is bad, by the
valence of *die*. Such things happen to rules that are never run against their own examples.
""",
    stub=STUB,
    judge=judge,
    code=(sentences,),
)
