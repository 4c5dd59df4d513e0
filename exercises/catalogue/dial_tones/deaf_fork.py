"""Exercise: what a fork cannot hear."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Typed
from taotp.sound.wav import RATE

FORK, SIZE, COUNT = 770.0, 205, 4
SILENT = 3e-5  # of what it answers to its own tone
WITHIN = 0.0101  # Hz: a hundredth, and what rounding adds
STUB = '''
def deaf_fork():
    """The four frequencies nearest to 770 Hz that it cannot hear."""
    raise NotImplementedError
'''

Make = Callable[[], object]


def answered(hertz: float) -> float:
    """The share of its own answer that a fork gives to a turning tone of another frequency."""
    n = np.arange(SIZE)
    fade = np.sin(np.pi * (n + 0.5) / SIZE) ** 3
    return float(abs(fade @ np.exp(2j * np.pi * (hertz - FORK) / RATE * n)) / fade.sum())


def judge(answer: object) -> str:
    """Silent at four different frequencies, two on either side, the nearest ones."""
    given = numbers(ask(answer, where="in the answer"), (COUNT,), "in the answer")
    if list(given) != sorted(set(given)):
        raise Wrong(f"in the answer expected four frequencies, lowest first, got {given.tolist()}")
    for hertz in given:
        if not (share := answered(hertz)) <= SILENT:
            raise Wrong(
                f"at {hertz:g} Hz expected silence, got {share:.3g} of the answer to its own"
            )
    for hertz, nearest in zip(given, deaf_fork(), strict=True):
        if not abs(hertz - nearest) <= WITHIN:
            raise Wrong(f"at {hertz:g} Hz expected one of the four nearest to {FORK:g}, two on "
                        "either side, got another, or one of them twice")  # fmt: skip
    return f"{COUNT} inputs that leave the fork silent"


def deaf_fork() -> list[float]:
    """In a frame they turn two or three and a half times more, or less, than the fork."""
    step = RATE / SIZE
    return [FORK + k * step for k in (-3.5, -2.5, 2.5, 3.5)]


def accepted_steps() -> Make:
    """Whole turns of difference in a frame."""
    return deaf_fork


def accepted_searched() -> Make:
    """The lowest points of a sweep, made exact by Newton's method on the phase."""

    def found() -> object:
        sweep = np.arange(600, 940, 0.5)
        share = np.array([answered(hertz) for hertz in sweep])
        low = sweep[1:-1][(share[1:-1] < share[:-2]) & (share[1:-1] < share[2:])]
        near = low[np.abs(low - FORK).argsort()[:COUNT]]
        return sorted(FORK + (np.floor((near - FORK) * SIZE / RATE) + 0.5) * RATE / SIZE)

    return found


def wrong_rounded() -> Make:
    """Read off a plot."""
    return lambda: [633, 672, 868, 907]


def wrong_neighbors() -> Make:
    """The other rows are heard, if hardly."""
    return lambda: [697, 852, 941, 1209]


def wrong_own() -> Make:
    """Whole turns of difference, which would do without the fading."""
    return lambda: [FORK + k * RATE / SIZE for k in (-2, -1, 1, 2)]


def wrong_far() -> Make:
    """Silent, and not the nearest."""
    return lambda: [FORK + k * RATE / SIZE for k in (-4.5, -2.5, 2.5, 3.5)]


EXERCISE = Exercise(
    slug="deaf-fork",
    title="What a fork cannot hear",
    kind="inspect",
    statement="""
Sweep a tone past the fork of 770 Hz of the chapter, 205 samples long and faded in and out: its
answer is largest at 770, falls off on both sides, and rises again a little. Between the hills there
are frequencies that it does not hear at all, at any phase. `deaf_fork()` returns the four
nearest ones in Hz, lowest first, to within a hundredth. (A fork is two columns, a cosine and a
sine; here they are asked with a turning tone, $e^{2\\pi i f t}$, so that nothing is lost at the
ends.)
""",
    hints=(
        "How often does a tone of 770 Hz turn in 205 samples of 8,000 a second?",
        "Without the fading: when do all the products of the tone and the fork add up to nothing? "
        "Think of the angle between them as it turns.",
        "The fading is $\\sin^3 x = (3 \\sin x - \\sin 3x)/4$: turning tones, of half a turn and "
        "of one and a half turns in a frame.",
    ),
    answer="""
Tone and fork drift apart by the difference of their frequencies. If within a frame that is a whole
number of turns, every direction occurs as often as its opposite, and the sum is nothing. A frame
lasts 205/8,000 of a second, so that a turn is 39.02 Hz. The fading adds turning tones of a half and
of one and a half turns, either way. Two and a half turns off, their sums and differences with the
tone are 1, 2, 3 and 4 whole turns, and all of them vanish; so they do at three and a half; while at
one and a half one of them is at rest, and is heard. Hence 633.41, 672.44, 867.56 and 906.59 Hz. The
next rows are at 697 and 852, not far from the silence: of a neighbor's tone the fork hears an
eighth.
""",
    stub=STUB,
    judge=judge,
    code=(deaf_fork,),
    typed=Typed(
        (
            Field(
                "hertz",
                "four frequencies in Hz, lowest first, with commas",
                "list",
                example="697, ...",
            ),
        ),
        "deaf",
        lambda: {
            "tone": FORK,
            "nearest": deaf_fork(),
            "silent": SILENT,
            "within": WITHIN,
            "size": SIZE,
            "rate": RATE,
        },
        part="rules",
    ),
)
