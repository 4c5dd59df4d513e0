"""A verb more, by rows alone."""

from collections.abc import Callable

from exercises.judging.new_words import rows_judged
from exercises.judging.translations import Asked, Phrase, Sentence
from exercises.statement import Exercise
from taotp.applications.french.lexicon import Verb, nouns, regular

FORMS = ("emprunter", *dict.fromkeys(regular("emprunter")))
BORROW = Verb(("borrow", "borrows", "borrowing"), ("emprunter", *regular("emprunter")))
READS = {"borrow": "buy", "borrows": "buys", "borrowing": "buying"}
SAYS = dict(zip(FORMS, ("acheter", "achète", "achetons", "achetez", "achètent"), strict=True))
SUBJECTS = ("i", "you", "he", "she", "we", "they")
STUB = '''
def to_borrow():
    """Vectors of the English words, and of the French: two dictionaries."""
    raise NotImplementedError
'''

Answer = tuple[dict[str, str], dict[str, str]]
Make = Callable[[], Answer]


def asked() -> list[Asked]:
    """Every person, with and without not, alone, with can, with want to, and going on."""
    car = next(each for each in nouns() if each.english[0] == "car")
    mine = Phrase("my", car)
    found: list[Asked] = []
    for who in SUBJECTS:
        for negated in (False, True):
            hows = ("", "can", "be", "want to")
            found += [Sentence(who, BORROW, mine, negated, how) for how in hows]
            found += [Sentence(who, BORROW, "they", negated)]
    return found


def judge(answer: object) -> str:
    """All persons borrow a car, and do not, as the rules of both languages have it."""
    return f"{rows_judged(answer, 'in to_borrow', READS, SAYS, asked()).inputs} inputs"


def to_borrow() -> Answer:
    """The rows of buy, whose French begins with a vowel too, and a form for each person."""
    row = "acheter vowel may_verb finite joins stops said"
    reads = {"borrow": row, "borrows": row, "borrowing": f"{row} ing"}
    forms = ("2 inf", "2 s1 + 2 s3", "2 p1", "2 p2", "2 p3")
    return reads, {word: f"4 acheter + {form}" for word, form in zip(FORMS, forms, strict=True)}


def accepted_louder() -> Make:
    """What is said may be said more loudly."""
    reads, says = to_borrow()
    return lambda: (reads, {word: text.replace("4 ", "5 ") for word, text in says.items()})


def wrong_sound() -> Make:
    """No vowel: je emprunte."""
    reads = {word: text.replace("vowel ", "") for word, text in to_borrow()[0].items()}
    return lambda: (reads, to_borrow()[1])


def wrong_ing() -> Make:
    """To be borrowing is two verbs in French as well."""
    reads = to_borrow()[0]
    return lambda: (dict(reads, borrowing=reads["borrow"]), to_borrow()[1])


def wrong_person() -> Make:
    """The third person has no form."""
    reads, says = to_borrow()
    return lambda: (reads, dict(says, emprunte="4 acheter + 2 s1"))


EXERCISE = Exercise(
    slug="to-borrow",
    title="To borrow",
    kind="construct",
    statement="""
*Buy* gives up its direction, `acheter`, and *borrow* takes it: *emprunter*, a regular verb.
`to_borrow()` returns two dictionaries of vectors, as texts: what *borrow*, *borrows* and
*borrowing* are as English words, and what *emprunter*, *emprunte*, *empruntons*, *empruntez* and
*empruntent* read to be said. All persons are tried, with *not* and without, with *can*, with *want
to*, with *am*, *is* and *are*, and with *them*.
""",
    hints=(
        "In English a verb has two forms in the present, in French five. Which of them is whose? "
        "See `manger` in `french_words()`.",
        "*I borrow*, *I do not borrow*, *I borrow them*: which French word stands before the verb, "
        "and how does it sound?",
    ),
    answer="""
The English rows say that it is a verb, that it begins with a vowel, and of *borrowing* that it
takes the place of *am*, *is* and *are*. Person and number are fetched by a head, so that *borrow*
and *borrows* have the same row: the *s* of the third person says nothing that the subject did not.
""",
    stub=STUB,
    judge=judge,
    code=(asked, to_borrow),
)
