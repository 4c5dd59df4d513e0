"""An adjective more, by rows alone."""

from collections.abc import Callable

from exercises.judging.new_words import rows_judged
from exercises.judging.translations import Asked, Phrase, Sentence, noun_phrases
from exercises.statement import Exercise
from taotp.applications.french.lexicon import Adjective, adjectives, nouns, verbs

HEAVY = Adjective("heavy", ("lourd", "lourde", "lourds", "lourdes"))
READS = {"heavy": "red"}
SAYS = {"lourd": "rouge", "lourde": "jaune", "lourds": "rouges", "lourdes": "jaunes"}
STUB = '''
def a_heavy_book():
    """Vectors of heavy, and of its four French forms: two dictionaries."""
    raise NotImplementedError
'''

Answer = tuple[dict[str, str], dict[str, str]]
Make = Callable[[], Answer]


def asked() -> list[Asked]:
    """Phrases with every determiner, alone and with a second adjective, and sentences."""
    two = [each for each in nouns() if each.english[0] in ("book", "door")]
    old = next(each for each in adjectives() if each.english == "old")
    found: list[Asked] = [*noun_phrases(two, [(HEAVY,), (old, HEAVY)])]
    found += [
        Sentence(Phrase("the", noun, (), plural), None, HEAVY, very=plural)
        for noun in two
        for plural in (False, True)
    ]
    return found


def bare() -> list[Sentence]:
    """Heavy books, which English leaves without an article: some of them, and all of them."""
    book = next(each for each in nouns() if each.english[0] == "book")
    see = next(verb for verb in verbs() if verb.english[0] == "see")
    some, books = (Phrase(each, book, (HEAVY,), True) for each in ("some", "the"))
    return [Sentence("i", see, some), Sentence("i", see, some, True), Sentence(books, see, "they")]


def judge(answer: object) -> str:
    """Heavy books and doors, as the rules of both languages have them."""
    tally = rows_judged(answer, "in a_heavy_book", READS, SAYS, asked(), bare())
    return f"{tally.inputs} inputs"


def a_heavy_book() -> Answer:
    """The row of red, which had the direction before, and a form for each."""
    reads = {"heavy": "rouge adj in_np opens alone post said"}
    forms = zip(SAYS, ("ms", "fs", "mp", "fp"), strict=True)
    return reads, {word: f"4 rouge + 2 {form}" for word, form in forms}


def accepted_louder() -> Make:
    """What is said may read all of it half as loudly again."""
    reads, says = a_heavy_book()
    return lambda: (reads, {word: text.replace("2 ", "3 ") for word, text in says.items()})


def wrong_place() -> Make:
    """Before its noun: un lourd livre."""
    return lambda: ({"heavy": "rouge adj in_np opens alone said"}, a_heavy_book()[1])


def wrong_alone() -> Make:
    """Nothing says that it may stand alone, as in the book is heavy."""
    return lambda: ({"heavy": "rouge adj in_np opens post said"}, a_heavy_book()[1])


def wrong_forms() -> Make:
    """Feminine and plural exchanged."""
    reads, says = a_heavy_book()
    other = dict(says, lourde=says["lourds"], lourds=says["lourde"])
    return lambda: (reads, other)


EXERCISE = Exercise(
    slug="a-heavy-book",
    title="A heavy book",
    kind="construct",
    statement="""
Red gives up its direction, `rouge`, and *heavy* takes it: *lourd, lourde, lourds, lourdes*, and it
stands behind its noun. `a_heavy_book()` returns two dictionaries of vectors, as texts: what *heavy*
is as an English word, and what each of the four French ones reads to be said. It is tried with
every determiner and without one, singular and plural, with masculine and feminine nouns, beside
*old*, and behind *is*.
""",
    hints=(
        "What has `red` that `small` has not? Compare their rows in `english_words()`.",
        "`blanc` and `blanche` show how forms are told apart: see `french_words()`.",
    ),
    answer="""
`post` lets it change places with its noun, `alone` lets it agree with a subject where no noun
follows, and the rest says that it is an adjective in a noun phrase. Of the four forms each reads
the meaning and one of `ms`, `fs`, `mp` and `fp`, which the word has fetched from its noun.
""",
    stub=STUB,
    judge=judge,
    code=(asked, a_heavy_book),
)
