"""A noun more, by rows alone."""

from collections.abc import Callable

from exercises.judging.new_words import rows_judged
from exercises.judging.translations import Asked, Phrase, Sentence, noun_phrases
from exercises.statement import Exercise
from taotp.applications.french.lexicon import Noun, adjectives, verbs

EAGLE = Noun(("eagle", "eagles"), ("aigle", "aigles"), False)
READS = {"eagle": "cat", "eagles": "cats"}
SAYS = {"aigle": "chat", "aigles": "chats"}
STUB = '''
def an_eagle():
    """Vectors of eagle, eagles, and of aigle, aigles: two dictionaries."""
    raise NotImplementedError
'''

Answer = tuple[dict[str, str], dict[str, str]]
Make = Callable[[], Answer]


def asked() -> list[Asked]:
    """Phrases with every determiner, some with adjectives, and sentences."""
    some = [each for each in adjectives() if each.english in ("old", "red")]
    see = next(verb for verb in verbs() if verb.english[0] == "see")
    found: list[Asked] = [*noun_phrases([EAGLE], [(), *((each,) for each in some)])]
    for plural in (False, True):
        phrase = Phrase("the", EAGLE, (), plural)
        own = Phrase("some" if plural else "a", EAGLE, (), plural)
        found += [Sentence(phrase, see, "i"), Sentence("we", see, own, negated=True)]
        found += [Sentence(phrase, None, some[0]), Phrase("the", EAGLE, (), plural, phrase)]
    return found


def bare() -> list[Sentence]:
    """Eagles, which English leaves without an article."""
    see, like = (next(v for v in verbs() if v.english[0] == each) for each in ("see", "like"))
    some, eagles = (Phrase(each, EAGLE, (), True) for each in ("some", "the"))
    found = [Sentence("i", see, some, negated) for negated in (False, True)]
    return [*found, Sentence("i", like, eagles), Sentence(eagles, see, "they")]


def judge(answer: object) -> str:
    """Phrases and sentences with eagles, as the rules of both languages have them."""
    tally = rows_judged(answer, "in an_eagle", READS, SAYS, asked(), bare())
    return f"{tally.inputs} inputs"


def an_eagle() -> Answer:
    """The rows of a bird, with the direction that was the cat's."""
    reads = {
        "eagle": "chat vowel who may_noun in_np stops masc said",
        "eagles": "chat vowel who may_noun in_np stops masc pl p3 several bare said",
    }
    return reads, {"aigle": "4 chat + 2 ms + 2 fs", "aigles": "4 chat + 2 mp + 2 fp"}


def accepted_one_form() -> Make:
    """What is never asked for need not be said: there is no feminine eagle."""
    return lambda: (an_eagle()[0], {"aigle": "4 chat + 2 ms", "aigles": "4 chat + 2 mp"})


def wrong_sound() -> Make:
    """As the cat: le aigle."""
    reads = {word: text.replace("vowel ", "") for word, text in an_eagle()[0].items()}
    return lambda: (reads, an_eagle()[1])


def wrong_gender() -> Make:
    """A feminine eagle, as if it were a wife."""
    reads = {word: text.replace("masc", "fem") for word, text in an_eagle()[0].items()}
    return lambda: (reads, an_eagle()[1])


def wrong_number() -> Make:
    """Many eagles are no more than one."""
    reads = an_eagle()[0]
    return lambda: ({"eagle": reads["eagle"], "eagles": reads["eagle"]}, an_eagle()[1])


def wrong_words() -> Make:
    """No vectors of semes."""
    return lambda: ({"eagle": "bird", "eagles": "birds"}, an_eagle()[1])


EXERCISE = Exercise(
    slug="an-eagle",
    title="An eagle",
    kind="construct",
    statement="""
The cat moves out of the translator, and an eagle moves in: *un aigle*, masculine, plural *aigles*.
Its meaning may have the cat's direction, `chat`. `an_eagle()` returns two dictionaries of vectors,
as texts: what *eagle* and *eagles* are as English words, and what *aigle* and *aigles* read to be
said. No head and no unit may change. Phrases with every determiner, some with adjectives, and
sentences are tried, also such as *I see eagles*. `english_words()` and `french_words()` of
`taotp.applications.french.machine` show the rows of all others.
""",
    hints=(
        "Begin with the rows of *cat* and *cats*. What is said of the eagle then, and with which "
        "article?",
        "Which other animal of the lexicon begins with a vowel in French? Compare its rows.",
    ),
    answer="""
The row of an eagle is that of a bird, with `chat` in place of `oiseau`: `vowel` is what makes the
words before it *l'*, *cet*, *mon* and *vieil*. Like all words that are said, they read the meaning
with 4 and the form with 2. That a word costs two rows here and two there, and nothing else, is what
it means that the grammar is in the heads and the words are not.
""",
    stub=STUB,
    judge=judge,
    code=(asked, an_eagle),
)
