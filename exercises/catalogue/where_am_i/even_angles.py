"""How well evenly spaced angles tell positions apart."""

from collections.abc import Callable
from math import ceil, exp

import numpy as np

from exercises.judging.boxes import cases, formula
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Json
from taotp.positions import distinguishability
from taotp_core.encodings import even_angles, rotations

WIDTHS = (2, 4, 6, 16, 64)
MOST = 70
TOLERANCE = 1e-9
STUB = '''
def distinguishability_of_even_angles(n, d_model):
    """distinguishability(rotations(n, even_angles(d_model))), by a formula."""
    raise NotImplementedError
'''

Make = Callable[[int, int], float]


def judge(answer: object) -> str:
    """Every n up to MOST, at all WIDTHS, against the definition."""
    for d_model in WIDTHS:
        codes = rotations(MOST, even_angles(d_model))
        for n in range(1, MOST + 1):
            where = f"with n={n}, d_model={d_model}"
            got = float(numbers(ask(answer, n, d_model, where=where), (), where))
            expected = distinguishability(codes[:n])
            if not abs(got - expected) <= TOLERANCE:
                raise Wrong(f"{where} expected {expected:.10g}, got {got:.10g}")
    return f"{len(WIDTHS) * MOST} pairs of n and d_model, within {TOLERANCE:g}"


def distinguishability_of_even_angles(n: int, d_model: int) -> float:
    """Rows half a width apart coincide, all others are orthogonal."""
    hands = d_model // 2
    same = ceil(n / hands)
    return 1 / (same + (n - same) * exp(-hands))


def accepted_formula() -> Make:
    """A share for each row that coincides, and a little for the others."""
    return distinguishability_of_even_angles


def accepted_fourier() -> Make:
    """By the dot products of one row, which are those of a discrete Fourier transform."""

    def fourier(n: int, d_model: int) -> float:
        hands = d_model // 2
        products = np.where(np.arange(n) % hands == 0, float(hands), 0.0)
        return 1 / float(np.exp(products - hands).sum())

    return fourier


def wrong_perfect() -> Make:
    """Right only as long as no row comes back."""
    return lambda n, d_model: 1.0


def wrong_share() -> Make:
    """As if orthogonal rows were not heard at all."""
    return lambda n, d_model: 1 / ceil(n / (d_model // 2))


def wrong_width() -> Make:
    """As if rows came back after d_model positions: there are two columns for each hand."""
    return lambda n, d_model: 1 / (ceil(n / d_model) + (n - ceil(n / d_model)) * exp(-d_model // 2))


def wrong_rounding() -> Make:
    """Counts full rounds only."""

    def full(n: int, d_model: int) -> float:
        same = max(1, n // (d_model // 2))
        return 1 / (same + (n - same) * exp(-(d_model // 2)))

    return full


def typed_data() -> Json:
    """The distinguishability for every n and width, by its definition."""
    codes = {d: rotations(MOST, even_angles(d)) for d in WIDTHS}
    rows = [(n, d) for d in WIDTHS for n in range(1, MOST + 1)]
    return cases(
        ("n", "d_model"),
        rows,
        [distinguishability(codes[d][:n]) for n, d in rows],
        "with n={n}, d_model={d_model} expected {expected:.10g}, got {said:.10g}",
        f"{len(rows)} pairs of n and d_model, within {TOLERANCE:g}",
        within=TOLERANCE,
    )


EXERCISE = Exercise(
    slug="even-angles",
    source="7.8",
    title="Evenly spaced hands",
    kind="value",
    statement="""
Random angles tell positions apart better than those of the original. Would angles at even steps of
the full turn, $\\theta_i = 2\\pi i / (d/2)$, not be better still? Find the distinguishability of
that encoding as a formula in $n$ and $d$. `distinguishability_of_even_angles(n, d_model)` is
compared with the definition for every $n$ up to 70 and widths from 2 to 64, to a billionth. Then
say what the formula means for 64, 65, 128 and 256 positions in 128 columns.
""",
    hints=(
        "The dot product of rows $a$ and $b$ is $\\sum_i \\cos(2\\pi i (a - b) / m)$, with $m = "
        "d/2$. What is it where $a - b$ is a multiple of $m$, and what where it is not?",
        "The rows are those of a discrete Fourier transform.",
        "In the softmax of a row stand $e^m$, as often as there are rows like it, and $e^0$. Which "
        "row has most like itself?",
    ),
    answer="""
Let $m = d/2$. The hands at positions $a$ and $b$ differ by the angles $2\\pi i(a-b)/m$, which are
evenly spread, so that the sum of their cosines is 0, unless $a - b$ is a multiple of $m$: then all
are at 0, and the sum is $m$. So rows are equal or orthogonal. Among $n$ rows, row 0 has
$c = \\lceil n/m \\rceil$ like itself (it is one of them), and no row has more. Hence
$D = \\dfrac{e^m}{c\\,e^m + (n - c)} = \\dfrac{1}{c + (n - c)\\,e^{-m}}$.

With 128 columns $e^{-64}$ is nothing, and $D = 1/\\lceil n/64 \\rceil$: perfect at 64 positions, a
half from 65 to 128, a quarter at 256. All hands are at the start again after $m$ positions. That is
the bad idea in it: an encoding of period $d/2$ cannot tell one round from the next, however loud
the query.
""",
    stub=STUB,
    judge=judge,
    code=(distinguishability_of_even_angles,),
    checklist=("The four numbers of positions are explained in one sentence.",),
    typed=formula("distinguishability_of_even_angles(n, d_model)", ("n", "d_model"), typed_data),
)
