"""Two positions that look to the wrong place, mended by one number."""

from collections.abc import Callable

import numpy as np

from exercises.judging.change import STUB, Case, Challenge, counted
from exercises.statement import Example, Exercise
from taotp_core import encodings
from taotp_core.program import Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

N_CTX, D_POS, BACK, TEXTS = 12, 16, 3, 12


def program() -> Program:
    """The chapter's machine for three back, with fewer clocks and for twelve positions."""
    pos, token = subspaces(pos=D_POS, token=3)
    back = encodings.reversed_shift(-BACK, encodings.original_angles(D_POS))
    head = Head(
        W_Q=1e6 * read(pos) @ back,
        W_K=read(pos),
        W_V=read(token),
        W_O=1e6 * write(token),
        name="looks three back",
    )
    places = encodings.sinusoids(N_CTX, D_POS) @ write(pos)
    model = Transformer(encodings.circle(10) @ write(token), places, [Layer([head])])
    return Program(model, "0123456789", steps=1)


def cases() -> list[Case]:
    """Texts of digits up to each position, with what stands three back."""
    rng = np.random.default_rng(0)
    texts = ["".join(map(str, rng.permutation(10)))[:BACK] * 4 for _ in range(2)]
    texts += ["".join(map(str, rng.integers(10, size=N_CTX))) for _ in range(TEXTS)]
    texts.append("012345678901")
    return [(text[: i + 1], text[i - BACK]) for text in texts for i in range(BACK, N_CTX)]


CHALLENGE = Challenge(program, cases, can={"W_pos:6.0": 0.3, "W_pos:6.1": 3}, paths=("W_pos",))


def one_number() -> str:
    """The row of position 6, where both went wrong."""
    return "W_pos:6.0=0.3"


def accepted_fast_clock() -> Callable[[], str]:
    """The fastest clock of position 6, its sine."""
    return one_number


def accepted_cosine() -> str:
    """Its cosine."""
    return "W_pos:6.1=3"


def wrong_eight() -> str:
    """The row of position 8, the other that is wrong."""
    return "W_pos:8.0=0.3"


def wrong_slow_clock() -> str:
    """A clock that hardly moves."""
    return "W_pos:6.14=0.3"


def wrong_too_far() -> str:
    """Too much of it: others go wrong."""
    return "W_pos:6.0=3"


def wrong_query() -> str:
    """The head is right as it is."""
    return "layers.0.heads.0.W_Q:1.0=0"


EXERCISE = Exercise(
    slug="mend-by-one",
    title="Two mended by one",
    kind="change",
    statement=f"""
The figure runs the chapter's machine that says what stood three back, with layer norm, 8 clocks and
12 positions. Layer norm misleads two of them: position 6 looks four back, and position 8 looks two
back. Change one number of `W_pos` so that all positions from 3 on look three back.
{CHALLENGE.asked}
""",
    hints=(
        "To which positions do 6 and 8 look, and to which should they? One position is in both "
        "stories.",
        "A row of `W_pos` is a query and a key: it decides where its position looks, and who looks "
        "at it. Which row would you like to look elsewhere *and* to be looked at less?",
        "Only the fast clocks move enough to matter.",
    ),
    answer=f"""
`"W_pos:6.0=0.3"`. {counted(CHALLENGE)}: both of the fastest clock in row 6. Position 6 looks to
the wrong place, and position 8 goes wrong because it looks at 6. So one row is to blame for both,
once by what it asks and once by how it answers. Layer norm has turned it, and turning it back a
little is enough: it need not be where its clocks would have it, only nearer to where it is
wanted.
""",
    stub=STUB,
    judge=CHALLENGE.judge,
    code=(program, cases, one_number),
    typed=CHALLENGE.typed(),
    example=Example(
        "The machine. Change its numbers, and see how many prompts come out as asked:",
        """
from exercises.catalogue.where_am_i import mend_by_one
from taotp import figures

figures.explore(mend_by_one.program, "314159265",
    panels=("machine", "numbers"),
    answer=figures.Promise(**mend_by_one.CHALLENGE.trials),
    id="mend-by-one", title="Three back, after layer norm",
    alt="Positions 6 and 8 look to the wrong place, all others three back.")
""",
    ),
)
