"""Exercise 3.5: the law of one coordinate of a random direction."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="3.5",
    slug="first-coordinate",
    title="One coordinate of a random direction",
    chapter="looking_up",
    kind="proof",
    marks=(Mark.VERY_HARD,),
    statement="""
Let $x$ be a random point of the sphere of radius 1 in $n$ dimensions. Show that its first
coordinate is distributed as $2B - 1$, with $B$ from the Beta distribution with both parameters
$(n-1)/2$, and that its variance is $1/n$. Why is that the law of the product of *two* random
directions?
""",
    hints=(
        "Cut the sphere at $x_1 = t$. What is left is a sphere of one dimension less. Of which "
        "radius? And how does the width of the cut depend on the slope there?",
        "The density is proportional to $(1 - t^2)^{(n-3)/2}$. Substitute $t = 2b - 1$.",
        "For the variance: the squares of all coordinates sum to 1.",
    ),
    answer="""
The slice at height $t$ is a sphere of radius $\\sqrt{1 - t^2}$ in $n - 1$ dimensions, whose surface
goes as $(1-t^2)^{(n-2)/2}$; the sphere is inclined there, which divides by $\\sqrt{1-t^2}$. So the
density is proportional to $(1 - t^2)^{(n-3)/2}$. With $t = 2b - 1$, $1 - t^2 = 4 b (1 - b)$, and
$b$ has a density proportional to $b^{(n-3)/2} (1-b)^{(n-3)/2}$: Beta, exactly, and not only
approximately. The $n$ squares sum to 1 and are alike, so each has mean $1/n$. Two random
directions: turn space until one of them is the first axis.
""",
    checklist=(
        "Both factors of the density are there, the slice and the incline.",
        "For $n = 3$ the law is uniform; this was compared.",
        "A histogram for $n = 10$ lies on the density.",
    ),
)
