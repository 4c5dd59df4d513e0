"""Layer norm hardly moves the points of a large sphere."""

import numpy as np

from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM


def on_sphere(n: int, d: int, rng: np.random.Generator) -> Array:
    """Random points [n, d] of the sphere of radius sqrt(d): normal numbers have no direction."""
    points = rng.normal(size=(n, d))
    scaled: Array = points * np.sqrt(d) / np.linalg.norm(points, axis=1, keepdims=True)
    return scaled


def sphere_quotients(n: int, d: int, seed: int = 0) -> tuple[Array, Array]:
    """The quotients v . LN(v) / d of random points v, and the means of their entries: [n] each."""
    points = on_sphere(n, d, np.random.default_rng(seed))
    return (points * normalize(points, LAYER_NORM)).sum(1) / d, points.mean(1)


EXERCISE = Exercise(
    slug="norm-keeps-spheres",
    source="3.3",
    title="Spheres stay where they are",
    kind="proof",
    statement="""
Let $v$ be a random point of the sphere of radius $\\sqrt d$ in $d$ dimensions. Show that
$v \\cdot \\mathrm{LN}(v) / d$ tends to 1 as $d$ grows: in many dimensions layer norm leaves almost
every point of that sphere almost where it is. How fast?
""",
    hints=(
        "Write $m$ for the mean of the entries of $v$. What is its spread, given its length?",
        "$d\\,m$ is the product of $v$ with $(1, \\dots, 1)$, and no direction is special.",
    ),
    answer="""
*The quotient.* Let $m$ be the mean of the entries of $v$. Their squares sum to $d$, so their
spread is $s = \\sqrt{1 - m^2}$, and $\\mathrm{LN}(v) = (v - m)/s$ (the epsilon in the
denominator is left out; $m^2 = 1$ only at two points of the sphere). The entries of $v$ sum to
$d\\,m$, therefore

$$v \\cdot \\mathrm{LN}(v) = \\frac{d - d\\,m^2}{s} = d\\,s, \\qquad
\\frac{v \\cdot \\mathrm{LN}(v)}{d} = \\sqrt{1 - m^2}.$$

*The mean of $m^2$.* Write $v_a$ for the entries. All are alike and their squares sum to $d$, so
$v_a^2$ has mean 1. For $a \\ne b$ the product $v_a v_b$ has mean 0, since with $v$ the point
whose entry $a$ has the other sign is as likely. So $(d\\,m)^2$, which is the sum of all
$v_a v_b$, has mean $d$, and $m^2$ has mean $1/d$.

*The limit, and how fast.* For $0 \\le x \\le 1$ we have $x/2 \\le 1 - \\sqrt{1 - x} \\le x$.
With $x = m^2$: what is missing to 1 has a mean between $1/(2d)$ and $1/d$. It is never
negative, so by Markov's inequality it exceeds $\\varepsilon$ with probability at most
$1/(d\\,\\varepsilon)$, which tends to 0. (Nearer: $1 - \\sqrt{1-x} \\le (x + x^2)/2$, and $m^4$
has mean $3/(d(d+2))$. So the quotient has mean $1 - 1/(2d)$ up to $2/d^2$.)

*In other words.* $|v - \\mathrm{LN}(v)|^2 = 2d - 2\\,v \\cdot \\mathrm{LN}(v)$ has a mean of
about 1: on a sphere of radius $\\sqrt d$ layer norm moves a point by a length of about 1,
however large $d$ is.
""",
    code=(on_sphere, sphere_quotients),
    checklist=(
        "The quotient is written with the mean of the entries alone.",
        "The mean square of that mean is computed, with a reason why products of entries cancel.",
        "From the mean you come to a limit: by an inequality, and not by a plot.",
        "The speed is stated, as a power of $d$ and with its factor.",
        "A simulation for three values of $d$ stands beside the formula.",
    ),
)
