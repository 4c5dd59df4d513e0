"""A message whose change has rank 1."""

from collections.abc import Callable

import numpy as np

from exercises.judging.greetings import LETTERS, MESSAGE, changed_message
from exercises.judging.judge import Wrong
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json, Typed
from taotp.programs.hello_world import hello_world
from taotp_core.equivalences import singular_values

LEAST = 6
STUB = '''
def parallel_changes():
    """A message of twelve letters, changed by a matrix of rank 1."""
    raise NotImplementedError
'''

Make = Callable[[], str]


def judge(answer: object) -> str:
    """The right letters, enough of them changed, and one singular value."""
    where = "in parallel_changes"
    text, changed = changed_message(answer, where)
    if changed < LEAST:
        raise Wrong(f"{where} expected {LEAST} letters or more to differ, got {changed}")
    before, after = (hello_world(each, vocabulary=LETTERS).model for each in (MESSAGE, text))
    values = singular_values(before, after)["W_pos"]
    if len(values) != 1:
        listed = ", ".join(f"{value:.3g}" for value in values)
        raise Wrong(f"on {text!r} expected one singular value, got {listed}")
    return f"{len(text)} inputs, {changed} of them changed, one singular value"


def parallel_changes() -> str:
    """Every letter goes to its mirror image, those without one stay."""
    symbols = ["", *LETTERS, ""]  # with the start and the stop, eleven on the circle
    images = {symbol: symbols[(7 - i) % len(symbols)] for i, symbol in enumerate(symbols)}
    return "".join(images[letter] or letter for letter in MESSAGE)


def accepted_another_mirror() -> Make:
    """Any mirror that is met by enough letters."""

    def other() -> str:
        symbols = ["", *LETTERS, ""]
        images = {symbol: symbols[(8 - i) % len(symbols)] for i, symbol in enumerate(symbols)}
        return "".join(images[letter] or letter for letter in MESSAGE)

    return other


def wrong_one_letter() -> str:
    """One row alone is of rank 1, but that is one letter."""
    return "Hollo World!"


def wrong_backward() -> str:
    """The chapter's message, whose difference has rank 2."""
    return "dlroW olleH!"


def wrong_turned() -> str:
    """Every letter the next one: chords of a turn point in all directions."""
    return "".join(LETTERS[(LETTERS.index(letter) + 1) % len(LETTERS)] for letter in MESSAGE)


def wrong_length() -> str:
    """Eleven letters."""
    return "Hello World"


def typed_data() -> Json:
    """Where each letter is in the plane of the circle."""
    program = hello_world(MESSAGE, vocabulary=LETTERS)
    first = [MESSAGE.index(letter) for letter in LETTERS]
    rows = program.model.W_pos[first]
    plane = np.linalg.svd(rows, full_matrices=False)[2][:2]
    points = dict(zip(LETTERS, (rows @ plane.T).tolist(), strict=True))
    return {"points": points, "message": MESSAGE, "letters": LETTERS, "least": LEAST}


EXERCISE = Exercise(
    slug="parallel-changes",
    title="One direction for all",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
From *{MESSAGE}* to *dlroW olleH!* the difference of the positions has rank 2. Find a text of twelve
letters from `{LETTERS!r}` that differs from *{MESSAGE}* at {LEAST} places or more, and yet by a
matrix of rank 1: `difference(hello_world("{MESSAGE}").model, hello_world(parallel_changes(),
vocabulary="{LETTERS}").model)`. (With the start and the stop, the symbols are eleven points on a
circle: start, then these letters, then stop.)
""",
    hints=(
        "A row of the difference is a chord of the circle, from the old letter to the new one. "
        "When do all rows have one direction?",
        "The chord from point $i$ to point $j$ is parallel to that from $k$ to $l$ if $i + j$ and "
        "$k + l$ are the same, modulo eleven.",
    ),
    answer="""
*W ooleHlrod!*. All chords have to be parallel, and that is what a mirror makes of a circle: point
$i$ goes to $7 - i$, modulo eleven. *H* and *W* change places, *e* and the space, *l* and *o*; *r*
and *d* would go to the start and the stop and stay where they are, as does the exclamation mark,
which lies on the axis. Nine rows are multiples of one direction. A letter that is changed by itself
has rank 1 too, as has any single row.
""",
    stub=STUB,
    judge=judge,
    code=(parallel_changes,),
    typed=Typed(
        (Field("text", "a text of twelve letters", "words", example=MESSAGE),),
        "parallel",
        typed_data,
        part="rules",
    ),
)
