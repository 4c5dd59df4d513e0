"""Which number of the position to mix in."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    slug="other-mark",
    source="6.18",
    title="Another mark",
    kind="experiment",
    statement="""
`add` mixes the first of the position's three numbers into the sum. (Leviathan's text and code do
so too, while its exercise speaks of the third.) What happens with the second or the third? Is
there a combination, the argument `mark`, that is better than each of them, for one, two and three
digits?
""",
    hints=(
        "Try `mark=(0, 0, 1)` with two digits. What does the error tell?",
        "Positions lie on a circle. What does a mark see of it, and when do two of them look "
        "alike?",
        "All useful marks are $m \\cos(\\varphi - \\varphi_0)$. Two numbers to choose, then.",
    ),
    answer="""
With one digit the smallest gap is 0.0060, 0.0076 and 0.0069 for the first, second and third
number; with two digits 0.00099, 0.00099 and zero: seen from the third axis two of the three
places look alike, so that the same number would have to mean two digits. With three digits it is
3.5e-7, 4.4e-7 and 1.2e-6. A mark is the shadow of the circle on a line, and its direction and
length can be chosen freely. On a grid of 5 degrees and 0.05 in length the largest gaps are 0.0114,
0.00335 and 6.9e-6: 1.9, 3.4 and 20 times that of the first number. The best direction spreads the
shadows of the $n+1$ places evenly, by a fraction of the distance between two sums. Curves are in
the chapter [Experiments](experiments.ipynb).
""",
    checklist=(
        "The smallest gap is given for each number of the position, for one and two digits.",
        "The one that fails is explained by a picture or an equation.",
        "A combination better than the first number is found, and by how much is said.",
    ),
)
