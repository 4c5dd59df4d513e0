"""What the second printed program does."""

from collections.abc import Callable, Sequence
from itertools import product

import numpy as np

from exercises.judging.boxes import verdicts
from exercises.judging.judge import Wrong, ask, in_short
from exercises.statement import Exercise, Mark
from exercises.typed import Field
from taotp.programs.printed import MYSTERY_CONTEXT
from taotp.programs.printed import mystery as printed_mystery
from taotp_core.program import Program
from taotp_core.transformer import forward

STUB = '''
def mystery(numbers):
    """What the program says after a list of numbers from 0 to 19."""
    raise NotImplementedError


def turned_mystery(numbers):
    """The same, once the signs of all numbers in K are changed."""
    raise NotImplementedError
'''

Answer = Callable[[list[int]], int]


def prompts() -> list[list[list[int]]]:
    """Every list of one and two numbers, and longer ones up to the context, by length."""
    rng = np.random.default_rng(0)
    short = [[list(p) for p in product(range(20), repeat=n)] for n in (1, 2)]
    return short + [rng.integers(20, size=(100, n)).tolist() for n in range(3, MYSTERY_CONTEXT + 1)]


def judge(answer: object) -> str:
    """Both functions say what the programs say."""
    parts = answer if isinstance(answer, tuple | list) else (answer,)
    tried = compared(parts[0] if parts else None, printed_mystery(), "mystery")
    if len(parts) != 2:
        raise Wrong(f"in the answer expected two functions, got {len(parts)}")
    try:
        tried += compared(parts[1], printed_mystery(-1.0), "turned_mystery")
    except NotImplementedError:
        raise NotImplementedError(f"mystery is right on {tried} inputs; "
                                  "part 2 not attempted yet") from None  # fmt: skip
    return f"{tried} inputs of two programs"


def compared(function: object, program: Program, name: str) -> int:
    """How many lists a function answers as the program does; Wrong on the first other one."""
    tried = 0
    for lists in prompts():
        said = forward(program.model, np.array(lists), keep=1)[:, 0].argmax(-1)
        for numbers, token in zip(lists, said.tolist(), strict=True):
            where = f"on {in_short(numbers)} {name}"
            got = ask(function, list(numbers), where=where)
            if got is None or isinstance(got, bool) or got != token:
                raise Wrong(f"{where} expected {token}, got {shown(got)}")
            tried += 1
    return tried


def shown(got: object) -> str:
    """What a function returned, in a few characters."""
    words = repr(got) if isinstance(got, int | float | str | None) else type(got).__name__
    return words[:40]


def mystery(numbers: Sequence[int]) -> int:
    """The least of all."""
    return min(numbers)


def turned_mystery(numbers: Sequence[int]) -> int:
    """The greatest of all."""
    return max(numbers)


def accepted_extremes() -> tuple[Answer, Answer]:
    """In a word each."""
    return mystery, turned_mystery


def accepted_sorted() -> tuple[Answer, Answer]:
    """By way of sorting."""
    return lambda numbers: sorted(numbers)[0], lambda numbers: sorted(numbers)[-1]


def wrong_exchanged() -> tuple[Answer, Answer]:
    """The wrong way round."""
    return turned_mystery, mystery


def wrong_last() -> tuple[Answer, Answer]:
    """The last number, which the query is made of."""
    return lambda numbers: numbers[-1], turned_mystery


def wrong_middle() -> tuple[Answer, Answer]:
    """The head could have averaged, with smaller numbers in Q."""
    return lambda numbers: round(sum(numbers) / len(numbers)), turned_mystery


def wrong_few() -> tuple[Answer, Answer]:
    """Right on short lists."""
    return lambda numbers: min(numbers[-6:]), turned_mystery


def wrong_same() -> tuple[Answer, Answer]:
    """The sign is said to make no difference."""
    return mystery, mystery


RULES: dict[str, Answer] = {
    "the smallest": min,
    "the largest": max,
    "the first": lambda numbers: numbers[0],
    "the last": lambda numbers: numbers[-1],
    "their average": lambda numbers: round(sum(numbers) / len(numbers)),
    "how many there are": len,
}


def typed_answers() -> dict[str, tuple[Answer, Answer]]:
    """Every rule for both programs."""
    return {
        f"{one}\n{other}": (RULES[one], RULES[other]) for one, other in product(RULES, repeat=2)
    }


EXERCISE = Exercise(
    slug="mystery",
    source="8.3",
    title="Two mysteries",
    kind="inspect",
    marks=(Mark.VERY_HARD,),
    statement="""
The second program of this chapter is taken apart above. If you have read that, cover it and do it
again; if not, do it first. Without running it: what does it say after a list of numbers? Take the
program as it is meant, with a second decimal in `tok_emb` and without the empty MLP, and write
your finding as a function, `mystery(numbers)`, of a list of one to eight numbers from 0 to 19.

Then change the signs in `K`, so that $-1.2$ stands above $1.2$. What does it say now? That is
`turned_mystery(numbers)`.
""",
    hints=(
        "Draw the rows of `tok_emb`: they lie on one circle. Which part of it do they cover, and "
        "in which order?",
        "`Q` and `K` have one column each that is not zero. So a query is one number, and so is a "
        "key. Which direction does each of the columns measure? Is a query ever negative?",
        "A score is the product of both. Which key gets the largest one for every query? And "
        "how far ahead is it, with $7 \\cdot 10^7$ in `Q`?",
    ),
    answer="""
The tokens lie on the upper half of the circle, from the east (0) to the west (19). A query is the
part of the last token to the north, positive for every one of them, times a hundred million; a key
is the part to the east. So the easternmost token, the smallest number, gets all of the attention,
and it is brought a million times louder than the token that asked: the *minimum*. With the signs of
`K` changed the keys measure the west, and it is the *maximum*.
""",
    stub=STUB,
    judge=judge,
    code=(mystery, turned_mystery),
    checklist=("You could say what Q, K, V and P are for, each in a sentence, before you ran it.",),
    typed=verdicts(
        (
            Field("mystery", "after a list of numbers it says", "choice", choices=tuple(RULES)),
            Field("turned_mystery", "with the signs in K changed", "choice", choices=tuple(RULES)),
        ),
        judge,
        typed_answers,
    ),
)
