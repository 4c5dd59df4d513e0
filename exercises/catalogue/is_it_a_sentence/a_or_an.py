"""Exercise: a or an, which goes with the next word, and with its sound."""

from collections.abc import Callable
from itertools import product

from exercises.judging import boxes
from exercises.judging.grammar import answers, around, machine_of
from exercises.judging.judge import Wrong
from exercises.statement import Exercise
from exercises.typed import Json

SEMES = "says_a says_an vowel"
WITH_A = (
    "dog",
    "house",
    "university",
    "unicorn",
    "one",
    "year",
    "red",
    "useful",
    "European",
    "hat",
)
WITH_AN = ("apple", "hour", "old", "honest", "umbrella", "owl", "heir", "uncle", "egg", "honor")
OTHERS = {"a": "", "an": "", "sees": "", "Mary": ""}
FRAMES = ("{} {}", "Mary sees {} {}", "{} {} sees Mary")
STUB = '''
def text():
    """Words and layers, in sentences of semes."""
    raise NotImplementedError
'''

Make = Callable[[], str]


def words() -> dict[str, str]:
    """All words, without their semes."""
    known = (*OTHERS, *WITH_A, *WITH_AN)
    return {word.lower(): "" for word in known}


def inputs() -> dict[tuple[str, ...], int]:
    """Phrases and sentences of one or two of the words, and whether the article is wrong."""
    found = {}
    both = (*WITH_A, *WITH_AN)
    for article, frame in product(("a", "an"), FRAMES):
        for first in both:
            wrong = int((article == "a") != (first in WITH_A))
            for rest in ("", *(f" {second}" for second in ("dog", "hour"))):
                text = frame.format(article, first + rest).lower()
                found[tuple(text.split())] = wrong
    return found


def judge(answer: object) -> str:
    """Every word after both articles, with another word behind it, and in sentences."""
    unknown = {**words(), "\N{MIDDLE DOT}": SEMES}  # a word that nobody says lends the names
    program = machine_of(answer, "in text", unknown, 2, also=("word",))
    new = set(program.vocabulary) - {*unknown, "0", "1", "<s>"}
    if new:
        raise Wrong(
            f"in text expected none but the words that there are, got {min(map(str, new))!r}"
        )
    asked = inputs()
    for (phrase, wrong), got in zip(asked.items(), answers(program, list(asked)), strict=True):
        if got != wrong:
            raise Wrong(f"on {' '.join(phrase)!r} expected {wrong}, got {got}")
    return f"{len(asked)} inputs"


def text() -> str:
    """By sound: an hour and a university."""
    return """
word a: says_a
word an: says_an
word apple hour old honest umbrella owl heir uncle egg honor: vowel
layer
head 1 ahead, move vowel>u one>v
when says_a and u, write w
when says_an and not u, write w
layer
head everywhere, look one>w, move w>out
"""


def accepted_ahead() -> Make:
    """As the model answer has it."""
    return text


def accepted_back() -> Make:
    """The next word looks back."""
    return lambda: (
        text()
        .replace("1 ahead, move vowel>u one>v", "1 back, move says_a>x says_an>y")
        .replace("says_a and u", "x and vowel")
        .replace("says_an and not u", "y and not vowel")
    )


def wrong_letters() -> Make:
    """By letters: a hour, an university."""
    return lambda: (
        text()
        .replace(" hour", "").replace(" honest", "").replace(" heir", "").replace(" honor", "")
        .replace(" owl", " owl university unicorn one useful european")
    )  # fmt: skip


def wrong_noun() -> Make:
    """The last word decides, not the next: a old dog."""
    return lambda: text().replace("1 ahead", "first, look one>vowel")


def wrong_at_the_end() -> Make:
    """Where the sentence goes on, nobody brings it to the end."""
    return lambda: (
        """
word a: says_a
word an: says_an
word apple hour old honest umbrella owl heir uncle egg honor: vowel
layer
head 1 back, move says_a>x says_an>y
when x and vowel, write out
when y and not vowel, write out
"""
    )


def typed_data() -> Json:
    """All phrases and sentences, and the words that there are."""
    known = {**words(), "\N{MIDDLE DOT}": SEMES}
    return around("in text", known, 2, [(*known,)], also=("word",)) | {
        "known": [*known, "0", "1", "<s>"],
        "texts": [(phrase, wrong) for phrase, wrong in inputs().items()],
        "right": f"{len(inputs())} inputs",
    }


EXERCISE = Exercise(
    slug="a-or-an",
    title="An hour at a university",
    kind="construct",
    statement=f"""
*A* or *an* goes with the next word, be it a noun or not, and with its sound, not with its letter.
Write `text()`, with lines `word` for the words and a `layer` or two, so that the machine says 1
where the article is wrong and 0 where it is right, of phrases and sentences such as *an old dog*
and *Mary sees an hour dog*. The semes are `{SEMES.replace(" ", "`, `")}`, `u v w x y z` and
`out`. The words {", ".join(WITH_A)}, {", ".join(WITH_AN)}, a, an, sees and Mary are known and mean
nothing, until a line says `word apple: vowel`. The answer is read at the last word, which has to
have `out`; two heads are allowed.
""",
    hints=(
        "Say the words aloud. Which five of them are spelled otherwise than they sound, or more?",
        "A head `1 ahead` needs no `look`. Then the word that finds the mistake is not the last "
        "one: a second layer brings it there.",
        "In the second layer use `look`, so that the average is over those that found something, "
        "and is 1 and not a tenth.",
    ),
    answer="""
*Hour, honest, heir* and *honor* begin with a vowel, *university, unicorn, one, useful* and
*European* do not. The article looks 1 ahead, two units say what is wrong, and a head that looks
only for what they wrote brings it to the end. Where nothing is found it finds the start, and
nothing.
""",
    stub=STUB,
    judge=judge,
    code=(text,),
    typed=boxes.layers(
        "words and layers, in sentences of semes", "word apple: vowel\nlayer\nhead ...", typed_data
    ),
)
