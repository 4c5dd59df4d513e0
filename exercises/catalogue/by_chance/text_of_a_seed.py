"""Exercise: what a machine writes whose random numbers are known."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import told
from exercises.judging.judge import Wrong, ask, kind_of
from exercises.statement import Exercise
from exercises.typed import Field, Json
from taotp.programs import letters
from taotp_core.transformer import forward

WORD, START = "abracadabra", "a"
NUMBERS = (0.62, 0.31, 0.49, 0.05, 0.88, 0.8, 0.17, 0.93, 0.5, 0.4, 0.75, 0.99)
STUB = '''
def text():
    """The letters that the machine writes after its first a, as a string."""
    raise NotImplementedError
'''

Make = Callable[[], str]


def judge(answer: object) -> str:
    """Let the machine write with these numbers."""
    where = "in text"
    given = ask(answer, where=where)
    if not isinstance(given, str):
        raise Wrong(f"{where} expected a string, got {kind_of(given)}")
    if len(given) != len(NUMBERS):
        raise Wrong(f"{where} expected {len(NUMBERS)} letters, got {len(given)}")
    right = text()
    for i, (expected, found) in enumerate(zip(right, given, strict=True)):
        if expected != found:
            after = f"{START}{right[:i]}"
            raise Wrong(f"on {after!r} and {NUMBERS[i]} expected another letter, got {found!r}")
    return f"{len(NUMBERS)} inputs"


def text() -> str:
    """As `sample` does: the first letter up to which more than the number is held."""
    program = letters(WORD, order=1)
    said = program.encode(START)
    for number in NUMBERS:
        logits = forward(program.model, np.array(said[-1:]))[-1]
        shares = np.exp(logits - logits.max())
        held = np.cumsum(shares / shares.sum())
        said.append(int((held > number).argmax()))
    return "".join(str(program.vocabulary[i]) for i in said[1:])


def accepted_by_machine() -> Make:
    """As the model answer has it."""
    return text


def accepted_by_counting() -> Make:
    """A list of what followed, in the order of the alphabet."""

    def found() -> str:
        said = START
        for number in NUMBERS:
            pairs = zip(WORD, WORD[1:], strict=False)
            came = sorted(b for a, b in pairs if a == said[-1])
            said += came[int(number * len(came))]
        return said[1:]

    return found


def wrong_greedy() -> Make:
    """Always the likeliest."""
    return lambda: "brabrabrabra"


def wrong_first_come() -> Make:
    """Letters in the order in which the word has them, b c d b."""

    def found() -> str:
        said = START
        for number in NUMBERS:
            pairs = zip(WORD, WORD[1:], strict=False)
            came = [b for a, b in pairs if a == said[-1]]
            said += came[int(number * len(came))]
        return said[1:]

    return found


def wrong_only_when_in_doubt() -> Make:
    """A number is used up even where only one letter is possible."""

    def found() -> str:
        said, left = START, list(NUMBERS)
        while len(said) <= len(NUMBERS):
            came = sorted(b for a, b in zip(WORD, WORD[1:], strict=False) if a == said[-1])
            said += came[int(left.pop(0) * len(came))] if len(set(came)) > 1 else came[0]
        return said[1:]

    return found


def wrong_order_0() -> Make:
    """The word itself."""
    return lambda: "bracadabraab"


def typed_items() -> list[Json]:
    """Each letter, and what is said of another."""
    right = text()
    return [
        {
            "is": [letter],
            "wrong": f"on {START + right[:i]!r} and {NUMBERS[i]} expected another letter, "
            "got '{said}'",
        }
        for i, letter in enumerate(right)
    ]


EXERCISE = Exercise(
    slug="text-of-a-seed",
    title="A seed, by hand",
    kind="value",
    statement=f"""
`letters("{WORD}", order=1)` begins with *{START}* and is sampled as counted. The seed gives these
numbers, one for each letter: {", ".join(map(str, NUMBERS))}. The letters stand in the order of the
alphabet, each as long as its share, and the number falls on one of them. `text()` returns the
twelve letters that are written after the first *{START}*.
""",
    hints=(
        "After *a* came *b* twice, *c* once and *d* once. From where to where does *c* reach?",
        "Where only one letter is possible, its number is used up all the same.",
    ),
    answer="""
After *a*, *b* reaches from 0 to 0.5, *c* to 0.75 and *d* to 1; each of the others has one follower.
So 0.62 writes *c*, the next number an *a*, 0.49 a *b*, then *r* and *a* for any numbers,
0.8 a *d*, and so on. A seed is nothing but the list of numbers.
""",
    stub=STUB,
    judge=judge,
    code=(text,),
    typed=told(
        [Field("text", "the twelve letters, after the first a", "words")],
        typed_items,
        f"{len(NUMBERS)} inputs",
        count=f"in text expected {len(NUMBERS)} letters, got {{count}}",
    ),
)
