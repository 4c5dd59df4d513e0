"""Exercise 3.3: layer norm hardly moves the points of a large sphere."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="3.3",
    slug="norm-keeps-spheres",
    title="Spheres stay where they are",
    chapter="looking_up",
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
The squares of $v$ sum to $d$, so its spread is $s = \\sqrt{1 - m^2}$, and $\\mathrm{LN}(v) =
(v - m)/s$. Then $v \\cdot \\mathrm{LN}(v) = (d - d\\,m^2)/s = d\\,s$, so the quotient is
$\\sqrt{1 - m^2}$. Now $d\\,m = v \\cdot (1, \\dots, 1)$, and a random point of a sphere of radius
$\\sqrt d$ has mean square 1 along every direction of length 1, so that $m^2$ has mean $1/d$. The
quotient is $1 - 1/(2d)$, about.
""",
    checklist=(
        "The quotient is written with the mean of the entries alone.",
        "The mean square of that mean is computed, with a reason.",
        "A simulation for three values of $d$ stands beside the formula.",
    ),
)
