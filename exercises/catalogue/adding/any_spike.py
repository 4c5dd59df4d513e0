"""A spike anywhere, of any height."""

import numpy as np

from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.weights import MLP


def spike(place: float, width: float, height: Array) -> MLP:
    """Three units that say height [d] where column 0 has `place`, and 0 from a width away on."""
    at = place / width
    reads = np.eye(len(height))[:, :1]  # [d, 1], the column that x stands in
    return MLP(
        W_in=reads @ np.full((1, 3), 1 / width),
        b_in=np.array([1 - at, -at, -1 - at]),
        W_out=np.outer([1, -2, 1], height),
        b_out=np.zeros(len(height)),
    )


EXERCISE = Exercise(
    slug="any-spike",
    source="6.2",
    title="A spike where you want it",
    kind="proof",
    marks=(Mark.VERY_EASY,),
    statement="""
The ramps $\\max(0, t+1)$, $-2\\max(0, t)$ and $\\max(0, t-1)$ add up to 1 at $t = 0$ and to 0
where $|t| \\ge 1$. Given a place $x_0$, a width $w > 0$ and a vector $a_0$, write down the
weights of an MLP of three units that says $a_0$ at $x_0$ and zero wherever $|x - x_0| \\ge w$.
Prove both.
""",
    hints=(
        "What do you have to put in place of $t$?",
        "The height is the business of `W_out` alone.",
        "For the proof on the right: which of the three ramps are cut there, and which are not?",
    ),
    answer="""
Let the stream have $d$ columns and let $x$ stand in the first. Put $t = (x - x_0)/w$ for the $t$ of
the ramps:

- `W_in`, of shape $(d, 3)$, has the row $(1/w, 1/w, 1/w)$ for the first column, and zeros below;
- `b_in`, of shape $(3)$, is $(1 - x_0/w,\\; -x_0/w,\\; -1 - x_0/w)$; so the units are
  $r_1 = \\max(0, t+1)$, $r_2 = \\max(0, t)$ and $r_3 = \\max(0, t-1)$;
- `W_out`, of shape $(3, d)$, has the rows $a_0$, $-2a_0$ and $a_0$;
- `b_out`, of shape $(d)$, is zero.

It says $(r_1 - 2r_2 + r_3)\\,a_0$. *At the place*, $x = x_0$, $t = 0$: the units are
$1, 0, 0$, and it says $a_0$. *On the left*, $x \\le x_0 - w$, $t \\le -1$: none of $t + 1$, $t$
and $t - 1$ is above zero, all units are 0, and so is what it says. *On the right*,
$x \\ge x_0 + w$, $t \\ge 1$: none of the three is below zero, so the units are $t+1$, $t$ and
$t-1$, and $(t+1) - 2t + (t-1) = 0$. In between it rises and falls along straight lines.

The width only scales $x$, the place only shifts it, and the vector stands in `W_out` alone, so
it may have any number of entries. (Leviathan's corollary has a number in place of the vector, and
exchanges the names: a spike around $a_0$ with the value $x_0$.)
""",
    code=(spike,),
    checklist=(
        "All four arrays are given, with their shapes.",
        "The value at the place is computed, and both sides beyond the width are.",
        "It holds for a place that is not 0 and for a vector that is not a number.",
    ),
)
