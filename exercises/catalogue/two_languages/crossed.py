"""A text whose words change places as much as they can."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of
from exercises.judging.new_words import machine
from exercises.statement import Exercise
from taotp_core.decode import generate
from taotp_core.transformer import trace

LEAST, WORDS = 6, 5
STUB = '''
def crossed():
    """An English text, known and inside the fragment."""
    raise NotImplementedError
'''


def crossings(text: str) -> int:
    """How many pairs of lines of the alignment cross: which words are asked for in which order."""
    program = machine()
    memory = program.memory(text)
    start, end = (program.vocabulary.index(each) for each in ("<s>", "</s>"))
    said = generate(program.model, np.array([start]), program.model.n_ctx, stop=end, memory=memory)
    head = trace(program.model, said[:-1], memory=memory).cross_patterns[0][0]
    found = [int(row.argmax()) for row in head if row.argmax() > 0]
    return sum(a > b for i, a in enumerate(found) for b in found[i + 1 :])


def judge(answer: object) -> str:
    """A short text of the fragment, and how often its lines cross."""
    text = ask(answer, where="in crossed")
    if not isinstance(text, str):
        raise Wrong(f"in crossed expected a text, got {kind_of(text)}")
    try:
        outside = machine().outside(text)
        count = len(machine().cut(text))
        found = crossings(text)
    except ValueError as error:
        raise Wrong(f"on {text!r} expected words that it knows, got others: {error}") from None
    if outside:
        raise Wrong(f"on {text!r} expected English of the fragment, got none: {outside}")
    if count > WORDS:
        raise Wrong(f"right, but {count} words for {text!r}, at most {WORDS} allowed")
    if found < LEAST:
        raise Wrong(f"on {text!r} expected {LEAST} crossings or more, got {found}")
    return f"{count} inputs (words), {found} crossings"


def crossed() -> str:
    """Three adjectives and their noun, all the other way round."""
    return "the red french interesting car"


def accepted_houses() -> Callable[[], str]:
    """Three others."""
    return lambda: "my blue famous expensive house"


def wrong_few() -> Callable[[], str]:
    """Two words that change places."""
    return lambda: "the red apple"


def wrong_before() -> Callable[[], str]:
    """Adjectives that stand before their noun in French too."""
    return lambda: "the big old beautiful car"


def wrong_long() -> Callable[[], str]:
    """A crossing for each phrase, in too many words."""
    return lambda: "the red french car does not see the blue english car"


def wrong_grammar() -> Callable[[], str]:
    """Words in no order."""
    return lambda: "red car blue french the"


EXERCISE = Exercise(
    slug="crossed",
    title="All the other way round",
    kind="value",
    statement=f"""
In the figure of the chapter lines lead from English words to the French ones that come of them. Of
*the red apple* two lines cross. `crossed()` returns a text of at most {WORDS} words, inside the
fragment, in which {LEAST} pairs of lines cross.
""",
    hints=(
        "Four lines have six pairs. When do all of them cross?",
        "Which words may stand in a row, and come behind their noun in French, the last first?",
    ),
    answer="""
Adjectives that stand behind their noun come in reverse: *the red French interesting car* is *la
voiture intéressante française rouge*. Noun and three adjectives are four lines, and each crosses
all the others.
""",
    stub=STUB,
    judge=judge,
    code=(crossings, crossed),
)
