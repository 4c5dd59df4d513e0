"""The law of one coordinate of a random direction."""

import numpy as np

from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array


def beta_law(t: Array, n: int) -> Array:
    """The probability that 2 B - 1 is at most t, from its density: [n_points] as t.

    With t = -cos(angle) the density (1 - t^2)^((n-3)/2) dt is that of sin(angle)^(n-2), which is
    smooth for every n from 2 on.
    """
    angle = np.linspace(0, np.pi, 20_001)
    density = np.sin(angle) ** (n - 2)
    law = np.concatenate([[0], np.cumsum(density[1:] + density[:-1])])
    upto: Array = np.interp(np.arccos(-t), angle, law / law[-1])
    return upto


def distance_from_beta(n: int, draws: int, seed: int = 0) -> float:
    """Kolmogorov and Smirnov: the largest gap between the law and that of so many draws."""
    points = np.random.default_rng(seed).normal(size=(draws, n))
    law = beta_law(np.sort(points[:, 0] / np.linalg.norm(points, axis=1)), n)
    below, upto = np.arange(draws) / draws, np.arange(1, draws + 1) / draws
    return float(max((upto - law).max(), (law - below).max()))


EXERCISE = Exercise(
    slug="first-coordinate",
    source="3.5",
    title="One coordinate of a random direction",
    kind="proof",
    marks=(Mark.VERY_HARD,),
    statement="""
Let $x$ be a random point of the sphere of radius 1 in $n$ dimensions. Show that its first
coordinate is distributed as $2B - 1$, with $B$ from the Beta distribution with both parameters
$(n-1)/2$, and that its variance is $1/n$. Why is that the law of the product of *two* random
directions?
""",
    hints=(
        "Cut the sphere at $x_1 = t$. The points that remain form a sphere of one dimension "
        "less. Of which "
        "radius? And how does the width of the cut depend on the slope there?",
        "The density is proportional to $(1 - t^2)^{(n-3)/2}$. Substitute $t = 2b - 1$.",
        "For the variance: the squares of all coordinates sum to 1.",
    ),
    answer="""
Let $n \\ge 2$ (in one dimension the sphere is two points, and there is no such Beta law).

*The density.* Call $\\varphi$ the angle between $x$ and the negative first axis, so that the
first coordinate is $t = -\\cos\\varphi$. The points of the sphere with this coordinate are a
sphere of radius $\\sin\\varphi$ in $n-1$ dimensions, whose surface is proportional to
$(\\sin\\varphi)^{n-2}$. The points with angles from $\\varphi$ to $\\varphi + d\\varphi$ are a
band of that length and of the width $d\\varphi$, measured along the sphere. So $\\varphi$ has a
density proportional to $(\\sin\\varphi)^{n-2}$. With $\\sin\\varphi = \\sqrt{1-t^2}$ and
$dt = \\sin\\varphi\\,d\\varphi$, $t$ has a density proportional to

$$(1-t^2)^{(n-2)/2} \\cdot (1-t^2)^{-1/2} = (1 - t^2)^{(n-3)/2}, \\qquad -1 < t < 1.$$
The first factor is the size of the slice, the second the incline of the sphere.

*It is Beta.* With $t = 2b - 1$ we have $1 - t^2 = 4\\,b\\,(1-b)$, and $dt = 2\\,db$. So $b$ has
a density proportional to $b^{(n-3)/2}(1-b)^{(n-3)/2}$ on $0 < b < 1$, and this is Beta with
both parameters $(n-3)/2 + 1 = (n-1)/2$. Two densities that are proportional are equal. So the
law holds exactly; Leviathan calls it approximate. For $n = 3$ it is uniform: Archimedes knew.

*The variance.* The mean is 0, since $x$ and $-x$ are as likely. The squares of all $n$
coordinates sum to 1 and all have the same law, so each has mean $1/n$.

*Two directions.* Let $y$ be random as well, independent of $x$. Fix $y$ and turn space until
$y$ is the first axis: products do not change, and the law of $x$ does not. So given $y$, the
product $x \\cdot y$ is distributed as $x_1$; as this is the same for every $y$, it is so
without the condition.
""",
    code=(beta_law, distance_from_beta),
    checklist=(
        "Both factors of the density are there, the slice and the incline.",
        "The substitution is carried out, and the exponents become the parameters.",
        "It is said that the law is exact, and from which $n$ on.",
        "For $n = 3$ the law is uniform; this was compared.",
        "Two directions: one is held fixed, and it is said why the answer does not depend on it.",
        "A histogram, or the distance of Kolmogorov and Smirnov, for $n = 10$ agrees with the law.",
    ),
)
