"""Two letters that no adapter of rank 1 can change."""

from collections.abc import Callable, Iterator
from itertools import product

import numpy as np

from exercises.judging.greetings import LETTERS, MESSAGE, changed_message
from exercises.judging.judge import Wrong
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp.programs.hello_world import hello_world
from taotp_core.program import Program

MOST = 2
STUB = '''
def rank_two_needed():
    """Hello World! with two letters changed, which takes rank 2."""
    raise NotImplementedError
'''

Make = Callable[[], str]


def lines_left(before: Program, after: Program) -> Iterator[int]:
    """The lines, of eleven, that part no letter from the one that it becomes."""
    n = len(before.vocabulary)
    old, new = (
        2 * np.argmax(each.model.W_pos @ each.model.W_E.T, axis=1) for each in (before, after)
    )
    for line in range(n):

        def left(at: np.ndarray, line: int = line) -> np.ndarray:
            return np.asarray(np.sin(np.pi * (at - line - 0.5) / n) > 0)

        reached = [left(old) == left(new + by) for by in (-0.9, 0, 0.9)]
        if np.any(reached, axis=0).all():
            yield line


def judge(answer: object) -> str:
    """Few letters changed, and every line parts one of them from what it becomes."""
    text, changed = changed_message(answer, "in rank_two_needed")
    before, after = (hello_world(each, vocabulary=LETTERS) for each in (MESSAGE, text))
    left = [*lines_left(before, after)]
    if left:
        raise Wrong(f"on {text!r} expected no line that parts no letters, got {len(left)} of 11")
    if changed > MOST:
        raise Wrong(
            f"right on all lines, but {changed} letters for {text!r}, at most {MOST} allowed"
        )
    return f"{len(before.vocabulary)} inputs (lines), {changed} letters changed"


def rank_two_needed() -> str:
    """The first two letters, tried until no line is left."""
    before = hello_world(MESSAGE, vocabulary=LETTERS)
    texts = (a + b + MESSAGE[2:] for a, b in product(LETTERS, repeat=2))
    return next(
        text for text in texts if not [*lines_left(before, hello_world(text, vocabulary=LETTERS))]
    )


def accepted_far() -> str:
    """Two neighbors go to the far side, where they are neighbors again."""
    return "odllo World!"


def wrong_one_letter() -> str:
    """One letter leaves a line, whatever it becomes."""
    return "Hdllo World!"


def wrong_near() -> str:
    """Two letters that go to their neighbors."""
    return "eHllo World!"


def wrong_all() -> str:
    """Nothing is left, but many letters change."""
    return "World Hello!"


def wrong_parallel() -> str:
    """Two letters that change places move along the same line."""
    return "Wello Horld!"


EXERCISE = Exercise(
    slug="rank-two-needed",
    title="Two letters too many",
    kind="construct",
    statement=f"""
To change one letter of *{MESSAGE}* takes rank 1, for any new letter. Change two, so that no
adapter of rank 1 on `W_pos` does it: `rank_two_needed()` is a text of twelve letters from
`{LETTERS!r}`, with {MOST} of them other than in *{MESSAGE}*, for which each of the chapter's
eleven lines parts a letter from
what it becomes.
""",
    hints=(
        "How many of the eleven lines does a letter leave that becomes its neighbor, and how many "
        "one that goes nearly to the other side?",
        "Two letters that each leave two or three lines: when have they none in common?",
    ),
    answer="""
*lrllo World!* is the first that a search finds. A letter that becomes one $m$ steps further on the
circle is parted from it, and from the whole sector where it wins, by $2m - 1$ of the eleven
lines: a neighbor by one, a letter on the far side, five steps off, by nine. So one change always
leaves two lines. A second change from another place, to its own far side, leaves two as well, and
they are other ones. On `W_pos` it then takes rank 2, which is always enough.
""",
    stub=STUB,
    judge=judge,
    code=(lines_left, rank_two_needed),
    typed=Typed(
        (Field("text", "a text of twelve letters", "words", example=MESSAGE),),
        "lines",
        lambda: {
            "symbols": hello_world(MESSAGE, vocabulary=LETTERS).vocabulary,
            "message": MESSAGE,
            "letters": LETTERS,
            "most": MOST,
        },
        part="rules",
    ),
)
