"""Exercise 3.4: the same for sums of points."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    number="3.4",
    slug="norm-keeps-sums",
    title="Sums of points of a sphere",
    chapter="looking_up",
    kind="proof",
    statement="""
A hash is a sum. Let $w = v_0 + v_1 + \\dots + v_k$, with the $v_i$ random points of the sphere of
radius $\\sqrt d$ in $d$ dimensions, drawn independently. To what does
$w \\cdot \\mathrm{LN}(w) / d$ tend as $d$ grows? Does it matter that $w$ stands on both sides?
""",
    hints=(
        "As in the exercise before, the quotient is the spread of $w$. So: how long is $w$?",
        "Count the terms of the sum.",
    ),
    answer="""
$w \\cdot \\mathrm{LN}(w)/d$ is the spread of $w$, that is $\\sqrt{|w|^2/d - m^2}$ with $m$ the mean
of its entries, which vanishes. $|w|^2$ is the sum of $k+1$ squared lengths $d$ and of products
$v_i \\cdot v_j$, which are of the order of $\\sqrt d$. So the limit is $\\sqrt{k+1}$. (The source
has $\\sqrt k$, but its sum has $k+1$ terms.) It matters: if the two sides are independent draws,
the product is of the order of $\\sqrt d$, and the quotient tends to 0. This is why a hash finds
itself among others.
""",
    checklist=(
        "The limit is right for $k = 0$, where it has to agree with the exercise before.",
        "The products of different points are shown to vanish in the limit.",
        "The case of independent sides is answered.",
    ),
)
