"""The same for sums of points."""

import numpy as np

from exercises.catalogue.four_tools.norm_keeps_spheres import on_sphere
from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM


def sum_quotients(n: int, d: int, k: int, seed: int = 0) -> tuple[Array, Array]:
    """The quotients w . LN(w) / d of sums of k + 1 points, and w . LN(u) / d: [n] each."""
    rng = np.random.default_rng(seed)
    w, u = (on_sphere(n * (k + 1), d, rng).reshape(n, k + 1, d).sum(1) for _ in range(2))
    same, other = ((w * normalize(side, LAYER_NORM)).sum(1) / d for side in (w, u))
    return same, other


EXERCISE = Exercise(
    slug="norm-keeps-sums",
    source="3.4",
    title="Sums of points of a sphere",
    kind="proof",
    statement="""
Where several heads write into one place, a sum is read there. Let $w = v_0 + v_1 + \\dots + v_k$,
with the $v_i$ random points of the sphere of radius $\\sqrt d$ in $d$ dimensions, drawn
independently. To what does $w \\cdot \\mathrm{LN}(w) / d$ tend as $d$ grows? Does it matter that
$w$ stands on both sides?
""",
    hints=(
        "As on the sphere, the quotient is the spread of $w$. So: how long is $w$?",
        "Count the terms of the sum.",
        "How large is $v_i \\cdot v_j$, if $v_i$ is held fixed? And in the mean over all pairs?",
    ),
    answer="""
*The quotient.* As on the sphere, $w \\cdot \\mathrm{LN}(w)/d$ is the spread $s$ of
$w$, and $s^2 = |w|^2/d - m^2$ with $m$ the mean of its entries.

*The length.* $|w|^2$ is the sum of $k+1$ squares, each exactly $d$, and of $2\\,v_i \\cdot v_j$
for all pairs $i < j$. For fixed $v_i$, the product $v_i \\cdot v_j$ has mean 0 and mean square
$|v_i|^2 = d$, because $v_j$ has mean square 1 along every direction of length 1. Products of
different pairs are uncorrelated: change the sign of a point that stands in one and not in the
other. So $|w|^2/d$ has mean $k+1$ and variance
$4 \\cdot \\frac{k(k+1)}{2} \\cdot d / d^2 = 2k(k+1)/d$.

*The mean.* $d\\,m$ is the sum of the numbers $v_i \\cdot (1, \\dots, 1)$, which are
independent, with mean 0 and mean square $d$. So $m^2$ has mean $(k+1)/d$.

*The limit.* Both the variance of $|w|^2/d$ and the mean of $m^2$ tend to 0. By the inequalities
of Chebyshev and Markov $s^2$ tends to $k+1$ in probability, and $s$ to $\\sqrt{k+1}$. For
$k = 0$ that is 1, as it must be. Leviathan has $\\sqrt k$, but its sum runs from $0$ to $k$
and has $k+1$ terms.

*Two sides.* Let $u$ be another such sum, independent of $w$. For fixed $u$, $\\mathrm{LN}(u)$
has length $\\sqrt d$, and $w$, a sum of $k+1$ points, has mean square $k+1$ along any
direction. So $w \\cdot \\mathrm{LN}(u)/d$ has mean 0 and mean square $(k+1)/d$: it tends to 0.
It does matter. A hash finds itself among others because it meets itself with $\\sqrt{k+1}$ and
any other with nearly 0.
""",
    code=(sum_quotients,),
    checklist=(
        "The limit is right for $k = 0$, where it has to agree with one point of the sphere.",
        "The terms are counted; there is one more than the last index says.",
        "The products of different points are shown to vanish in the limit, with their variance.",
        "The mean of the entries is shown to vanish, too.",
        "The case of independent sides is answered.",
    ),
)
