"""Exercise: forks that nobody dials, so that what is beside a tone is not taken for it."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp.applications.dialing.tones import ROWS
from taotp.sound.wav import RATE
from taotp_core.arrays import Array

SIZE, COUNT = 205, 5
NEAR = np.linspace(-1.8, 1.8, 37)  # percent off
FAR = np.concatenate([np.linspace(-5, -3.5, 16), np.linspace(3.5, 5, 16)])
LOUDER = 1.05
STUB = '''
def guard_forks():
    """Five frequencies: below, between and above the rows."""
    raise NotImplementedError
'''

Make = Callable[[], object]


def answers(forks: Array, hertz: float) -> Array:
    """How loudly each fork [n] answers a turning tone, as a share of its own."""
    n = np.arange(SIZE)
    fade = np.sin(np.pi * (n + 0.5) / SIZE) ** 3
    drift = 2 * np.pi * (hertz - forks[:, None]) / RATE * n
    return np.asarray(np.abs(np.exp(1j * drift) @ fade) / fade.sum())


def judge(answer: object) -> str:
    """Near its row a tone is louder there than at every guard, far from it than at every row."""
    guards = numbers(ask(answer, where="in the answer"), (COUNT,), "in the answer")
    if list(guards) != sorted(guards):
        raise Wrong(f"in the answer expected the lowest first, got {guards.tolist()}")
    for guard in guards:
        if not 0 < guard < RATE / 2:
            raise Wrong(f"in the answer expected frequencies from 0 to {RATE // 2} Hz, got "
                        f"{guard:g}: in samples it is another")  # fmt: skip
    rows = np.array(ROWS, float)
    for row in rows:
        for percent, near in [(p, True) for p in NEAR] + [(p, False) for p in FAR]:
            hertz = row * (1 + percent / 100)
            of_rows, of_guards = answers(rows, hertz), answers(guards, hertz)
            own, other = (of_rows, of_guards) if near else (of_guards, of_rows)
            if not own.max() > LOUDER * other.max():
                wanted = "a row" if near else "a guard"
                raise Wrong(
                    f"at {hertz:.1f} Hz, {percent:+.1f} % off, expected {wanted} to be louder by "
                    f"5 %, got {of_rows.max():.3f} at a row and {of_guards.max():.3f} at a guard"
                )
    return f"{len(rows) * (len(NEAR) + len(FAR))} inputs on the right side"


def guard_forks() -> list[float]:
    """Half a step of the scale below each row, and above the last."""
    step = np.sqrt(21 / 19)
    return [row / step for row in ROWS] + [ROWS[-1] * step]


def accepted_half_steps() -> Make:
    """In the middle, as ratios go."""
    return guard_forks


def accepted_means() -> Make:
    """In the middle, as differences go: less than 2 Hz beside the others."""
    return lambda: [661, *[(a + b) / 2 for a, b in zip(ROWS, ROWS[1:], strict=False)], 988]


def wrong_four() -> Make:
    """Nothing guards the last row from above."""
    return lambda: [*guard_forks()[:4], 1209]


def wrong_close() -> Make:
    """So close that they take what is still the row's."""
    return lambda: [row * 0.97 for row in ROWS] + [ROWS[-1] * 1.03]


def wrong_rows() -> Make:
    """The rows themselves."""
    return lambda: [*ROWS, 1209]


def wrong_far() -> Make:
    """A whole step below."""
    return lambda: [row * 19 / 21 for row in ROWS] + [ROWS[-1] * 21 / 19]


EXERCISE = Exercise(
    slug="guard-forks",
    title="Guards",
    kind="construct",
    statement="""
A tone that is 4 % off is still answered by the fork of a row, and loudest by that one among four.
How should it be known that it is none? We add forks for tones that are never dialed.
`guard_forks()` returns five frequencies, lowest first, such that a tone up to 1.8 % beside a row is
louder at the fork of the row than at every guard, and one from 3.5 to 5 % beside it louder at a
guard than at every row, each by 5 % at least. Frames have 205 samples, faded in and out as in the
chapter.
""",
    hints=(
        "Rows are in the ratio 21/19, about 10.5 % apart. Where is one equally far from two?",
        "A fork answers 39 Hz beside its own with more than half. Where are a row and a guard "
        "equally loud?",
    ),
    answer="""
In the middle between two rows, and as far below the first and above the last: half a step of the
scale, a ratio of $\\sqrt{21/19}$. A tone that is 2.6 % off is as far from a guard as from its row,
and the limits asked for lie on either side of that. No threshold depends on how loud the tone is:
two forks are compared with each other. (The machine of the chapter compares the two guards of a
row, which is sharper: it passes 1.75 % and not 2.)
""",
    stub=STUB,
    judge=judge,
    code=(guard_forks,),
    typed=Typed(
        (
            Field(
                "hertz",
                "five frequencies in Hz, lowest first, with commas",
                "list",
                example="600, ...",
            ),
        ),
        "guards",
        lambda: {
            "rows": [*ROWS],
            "near": NEAR.tolist(),
            "far": FAR.tolist(),
            "count": COUNT,
            "louder": LOUDER,
            "size": SIZE,
            "rate": RATE,
        },
        part="rules",
    ),
)
