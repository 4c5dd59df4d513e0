"""Exercise: how many bits a text costs that is said several times."""

from collections.abc import Callable

import numpy as np

from exercises.judging.boxes import cases, formula
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Json

NAMES = ("V", "n", "times", "p")
FIXED = ((8, 8, 2, 1.0), (32, 16, 2, 0.5), (32, 24, 3, 0.9), (2, 2, 5, 0.75), (69, 30, 4, 0.25))
DRAWN = asked([(8, 8, 1, 50), (8, 1, 2, 50), (1, 1, 3, 50)], (1, 90), (1, 90), (1, 9), (1, 100),
              fits=lambda V, n, times, percent: n <= V)  # fmt: skip
CASES = (*FIXED, *((V, n, times, percent / 100) for V, n, times, percent in DRAWN))
WITHIN = 1e-9
STUB = '''
def bits(V, n, times, p):
    """The bits that n tokens of V cost in all, said so many times."""
    raise NotImplementedError
'''

Bits = Callable[[int, int, int, float], float]


def bits(V: int, n: int, times: int, p: float) -> float:
    """The first saying by chance, and the first token of the second; all others are known."""
    chance = n + 1 if times > 1 else n
    return float(chance * np.log2(V) - (n * times - chance) * np.log2(p))


def place(case: tuple[int, int, int, float]) -> str:
    """Which case it is."""
    return "with " + ", ".join(f"{name}={x}" for name, x in zip(NAMES, case, strict=True))


def judge(answer: object) -> str:
    """Several alphabets and lengths."""
    for case in CASES:
        where = place(case)
        given = numbers(ask(answer, *case, where=where), (), where).item()
        if not abs(given - bits(*case)) <= WITHIN * bits(*case):
            raise Wrong(f"{where} expected {bits(*case):.6g} bits, got {given:.6g}")
    return f"{len(CASES)} inputs"


def accepted_formula() -> Bits:
    """A formula."""
    return bits


def accepted_token_by_token() -> Bits:
    """Each token asks whether the one before it was said before."""

    def added(V: int, n: int, times: int, p: float) -> float:
        text = list(range(n)) * times
        known = [i > 0 and text[i - 1] in text[: i - 1] for i in range(len(text))]
        return sum(float(-np.log2(p if k else 1 / V)) for k in known)

    return added


def wrong_first_of_the_second() -> Bits:
    """As if the first token of the second saying could be known."""
    return lambda V, n, times, p: float(n * np.log2(V) - n * (times - 1) * np.log2(p))


def wrong_first_of_each() -> Bits:
    """From the third saying on the first token can be known: the last one came before it."""
    return lambda V, n, times, p: float(
        (n + times - 1) * np.log2(V) - (n - 1) * (times - 1) * np.log2(p)
    )


def wrong_nats() -> Bits:
    """In nats."""
    return lambda V, n, times, p: bits(V, n, times, p) * float(np.log(2))


def wrong_once() -> Bits:
    """The first saying alone."""
    return lambda V, n, times, p: float(n * np.log2(V))


def typed_data() -> Json:
    """The cases, and the bits of each."""
    right = [bits(*case) for case in CASES]
    return cases(
        NAMES,
        CASES,
        right,
        "{where} expected {expected:.6g} bits, got {said:.6g}",
        within=[WITHIN * one for one in right],
        where=[*map(place, CASES)],
    )


EXERCISE = Exercise(
    slug="surprise-by-hand",
    title="Bits by hand",
    kind="value",
    statement="""
A text of $n$ different tokens, drawn from $V$, is said again and again, `times` in all. A machine
with an induction circuit reads it. Where the present token was said before, with something behind
it, the machine gives what came next then the probability $p$; elsewhere all $V$ tokens are equally
likely to it. `bits(V, n, times, p)` returns how many bits the whole text costs it, the very first
token included (at chance).
""",
    hints=(
        "At which places of the second saying does the machine know what comes?",
        "And of the third? What came after the last token of the text, when it was said first?",
    ),
    answer="""
$(n+1)\\log_2 V - (n\\,(times-1)-1)\\log_2 p$, and $n\\log_2 V$ where it is said once. The first
saying is chance, $n$ times. So is the first token of the second: nothing has ever followed the last
one. From then on each token has been said with something behind it, the last one too, so that the
third saying has no surprise left, not even at its beginning. With $p=1$ a text costs $n+1$ tokens,
however often it is said again.
""",
    stub=STUB,
    judge=judge,
    code=(bits,),
    typed=formula("bits(V, n, times, p)", NAMES, typed_data),
)
