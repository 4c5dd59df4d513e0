"""Exercise 3.10: how many dimensions random hashes need."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="3.10",
    slug="tighter-bound",
    title="How many dimensions",
    chapter="looking_up",
    kind="proof",
    marks=(Mark.VERY_HARD,),
    statement="""
The chapter estimates the spread of a wrong score in the untied machine, and the source concludes
that many more than $n\\,l^2/V$ dimensions are enough: 25, for a thousand entries over a thousand
symbols with keys of five. Find a bound that is tighter for long keys, and says how likely it is
that *all* entries come out right. Test it with `simulate`.
""",
    hints=(
        "The right score grows with $l$ as well. Compare the spread with the lead, and not with 1.",
        "There are $n$ entries with $V - 1$ rivals each. A normal variable exceeds $t$ times its "
        "spread with probability at most $e^{-t^2/2}$.",
        "Rivals are not alike: one with $c$ keys strays by $\\sqrt{c/d}$ of the lead.",
    ),
    answer="""
In units of the right score, a rival with $c$ keys has spread $\\sqrt{c/d}$: the length of the key
cancels. By the bound on the tail it wins with probability at most $e^{-d/(2c)}$. Over all
comparisons the expected number of wrong ones is at most $\\sum e^{-d/(2c)}$, at most
$n V e^{-d/(2c)}$ with $c$ the largest number of keys of any answer; so with probability
$1 - \\delta$ all is right if
$$d \\ge 2\\,c\\,\\ln(nV/\\delta).$$
(The right score strays too, which adds a term of its own to $c$ and changes nothing else; and it is
assumed that different keys share few symbols.) The source's rule asks for 16 times as many
dimensions for keys of 20 symbols as for keys of 5. Measured in 50 dimensions: 0.90 of the entries
with keys of 5, and 0.93 with keys of 20.
""",
    checklist=(
        "The bound does not grow with the length of the key, or it is said why it should.",
        "It names the probability of a single mistake, and what is assumed to be independent.",
        "A simulation shows it to hold, and how far from tight it is.",
    ),
)
