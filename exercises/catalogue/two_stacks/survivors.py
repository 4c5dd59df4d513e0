"""What a masked encoder still puts in reverse."""

from collections.abc import Callable
from dataclasses import replace

from exercises.judging.boxes import cases, formula
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, whole
from exercises.judging.two_stacks import every_text
from exercises.statement import Exercise
from exercises.typed import Json
from taotp.programs import two_stacks

STUB = '''
def survivors(k, n):
    """How many texts of up to n letters come out in reverse."""
    raise NotImplementedError
'''
FIXED = (
    *((1, 1), (1, 5), (2, 1), (2, 3), (3, 4), (3, 5), (4, 3), (26, 9), (26, 100), (27, 1)),
    (33, 7),
)
CASES = asked(FIXED, (1, 1000), (1, 1000))

Count = Callable[[int, int], int]


def judge(answer: object) -> str:
    """The right number for several alphabets and lengths."""
    for k, n in CASES:
        where = f"with k={k} and n={n}"
        said = whole(ask(answer, k, n, where=where), where)
        if said != survivors(k, n):
            raise Wrong(f"{where} expected {survivors(k, n)}, got {said}")
    return f"{len(CASES)} inputs, up to {CASES[-1][0]:,} letters"


def survivors(k: int, n: int) -> int:
    """The empty text, and k texts of one letter for each length."""
    return k * n + 1


def counted(k: int, n: int) -> int:
    """The same, by asking the machine."""
    letters = [f"letter {i}" for i in range(k)]
    program = two_stacks.reverse(letters, n)
    assert program.model.encoder is not None
    encoder = replace(program.model.encoder, causal=True)
    masked = replace(program, model=replace(program.model, encoder=encoder))
    texts = [[*text] for text in every_text(letters, n)]
    return sum(masked.complete(text) == text[::-1] for text in texts)


def accepted_formula() -> Count:
    """A formula."""
    return survivors


def accepted_asked() -> Count:
    """Asked where there are few texts, and the formula beyond."""
    return lambda k, n: counted(k, n) if (k + 1) ** n < 100 else 1 + n * k


def wrong_palindromes() -> Count:
    """Every text that is its own mirror."""
    return lambda k, n: sum(k ** ((m + 1) // 2) for m in range(n + 1))


def wrong_no_empty() -> Count:
    """Without the empty text."""
    return lambda k, n: k * n


def wrong_all() -> Count:
    """All of them."""
    return lambda k, n: sum(k**m for m in range(n + 1))


def wrong_one() -> Count:
    """Texts of a single letter."""
    return lambda k, n: k + 1


def typed_data() -> Json:
    """The cases, and what to say."""
    return cases(
        ("k", "n"),
        CASES,
        [survivors(k, n) for k, n in CASES],
        "with k={k} and n={n} expected {expected}, got {said}",
        f"{len(CASES)} inputs, up to {CASES[-1][0]:,} letters",
    )


EXERCISE = Exercise(
    slug="survivors",
    title="Behind a mask",
    kind="value",
    statement="""
The machine that reverses gets a mask on its encoder, and nothing else is changed. Of three letters
and up to five in a text, 16 of 364 texts are still put in reverse. How many is it of $k$ letters
and up to $n$ in a text? Write `survivors(k, n)`.
""",
    hints=(
        "What does the first row see behind a mask, and what does it write as the first letter of "
        "the answer?",
        "If the first letter of the answer is the first letter of the text, what of the last? Ask "
        "the figure, with texts that are their own mirror.",
    ),
    answer="""
$kn+1$: those whose letters are all the same, $k$ for each length from 1 to $n$, and the empty
text. Row $i$ sees the rows up to itself, and no end among them. It looks at all of these alike,
and believes that the end stands in their middle, at $i/2$. Its mirror place is then $i/2-i-1$,
which is before the first, and the first letter answers. So the first letter is said again and
again; only the row of the end sees all, and ends as it should. *aba* is its own mirror, and comes
out as *aaa*.
""",
    stub=STUB,
    judge=judge,
    code=(survivors, counted),
    typed=formula("survivors(k, n)", ("k", "n"), typed_data),
)
