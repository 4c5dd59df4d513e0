"""Exercise: how long an arrow is, by ReLUs."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.arrows import arrow_length as evenly
from exercises.judging.arrows import arrow_mlp, misfit, plane
from exercises.judging.judge import budget
from exercises.statement import Exercise, Mark
from taotp_core.weights import MLP

WITHIN, MOST = 0.02, 7
STUB = '''
def arrow_length():
    """An MLP of the plane that says how long an arrow is, within 2 percent."""
    raise NotImplementedError
'''

Make = Callable[[], MLP]


def judge(answer: object) -> str:
    """Every direction, exactly: the extremes lie at kinks and at peaks of waves between them."""
    mlp = arrow_mlp(answer)
    off = misfit(mlp, WITHIN)
    units = len(mlp.b_in)
    budget("arrows of every direction", units, "units", "the plane", MOST)
    least = (1 - np.cos(np.pi / 2 / units)) / (1 + np.cos(np.pi / 2 / units))
    return (
        f"{units} inputs to the sum, at most {off:.2%} off; {units} units cannot beat {least:.2%}"
    )


def arrow_length() -> MLP:
    """Seven units, evenly around."""
    angles = 2 * np.pi * np.arange(7) / 7
    units = np.stack([np.cos(angles), np.sin(angles)])  # [2, 7]
    low, high = 1 / (2 * np.tan(np.pi / 14)), 1 / (2 * np.sin(np.pi / 14))  # of their sum
    W_out = np.stack([np.full(7, 2 / (low + high)), np.zeros(7)], axis=1)
    return MLP(units, np.zeros(7), W_out, np.zeros(2))


def accepted_seven() -> Make:
    """The chapter's way, with an odd number."""
    return arrow_length


def accepted_two_triangles() -> Make:
    """Six units, the fewest."""
    return lambda: evenly(6)


def wrong_five() -> Make:
    """The best of five is 2.5 percent off."""
    return lambda: evenly(5)


def wrong_eight_evenly() -> Make:
    """An even number evenly around: opposite units fall silent together, half of them are lost."""

    def eight() -> MLP:
        units = plane(2 * np.pi * np.arange(8) / 8).T
        low, high = 1 / np.tan(np.pi / 8), 1 / np.sin(np.pi / 8)
        return MLP(units, np.zeros(8), plane(np.zeros(8)) * 2 / (low + high), np.zeros(2))

    return eight


def wrong_fourteen() -> Make:
    """Right, in twice as many."""
    return lambda: evenly(14)


def wrong_bias() -> Make:
    """A bias helps at one length and harms at all others."""
    return lambda: replace(evenly(6), b_out=np.array([0.01, 0.0]))


def wrong_gate() -> Make:
    """Behind a gate of zeros it says 0 of every arrow."""
    shut = np.zeros((2, 6))
    return lambda: replace(evenly(6), W_gate=shut, b_gate=shut[0])


def wrong_arrays() -> Callable[[], object]:
    """The matrices are no MLP."""
    return lambda: [evenly(6).W_in, evenly(6).W_out]


EXERCISE = Exercise(
    slug="arrow-length",
    title="How long is an arrow?",
    kind="budget",
    marks=(Mark.RECOMMENDED,),
    statement="""
A fork answers a tone with an arrow in the plane, whose direction is the tone's phase and says
nothing. `arrow_length()` returns an `MLP` with two columns, no biases (zeros) and at most 7 units
whose output in the first column is the length of the arrow at its input, within 2 % for every
direction, and 0 in the second. How few units are enough? (There is a leaderboard,
`least-arrow-length`, and a number of units below which it cannot be done.)
""",
    hints=(
        "What does the sum of ReLUs of $x \\cos\\varphi_k + y \\sin\\varphi_k$ look like from "
        "far away, for $\\varphi_k$ evenly around? Plot it for 3, 4 and 5.",
        "Each unit has two kinks, where the arrow is at right angles to it. How many different "
        "kinks have eight units evenly around, and how many have seven?",
        "Between two kinks the sum is a cosine. How wide may the widest gap be, if it is to stay "
        "within 2 %?",
    ),
    answer="""
Around the circle the sum is a cosine between any two kinks, and $K$ units have at most $2K$ of
them: some gap is at least $\\pi/K$ wide, and the cosine in its middle is higher than at its ends by
$1 : \\cos(\\pi/2K)$. That is the certificate: fewer than six units cannot stay within 2 %, since
$\\cos(\\pi/12) = 0.966$ would do and $\\cos(\\pi/10) = 0.951$ does not. Seven units evenly around
have 14 different kinks; eight have only eight, for opposite units share theirs. Six evenly around
would have six. But two stars of three, one of them turned over and by a quarter of the way, have
twelve, and what they add up to is the same in all directions but for the cosine: six are enough.
""",
    stub=STUB,
    judge=judge,
    code=(arrow_length,),
)
