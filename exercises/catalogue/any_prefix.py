"""Exercise 6.16: a sum at the end of a text."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.16",
    slug="any-prefix",
    title="Whatever came before",
    chapter="adding",
    kind="construct",
    marks=(Mark.VERY_HARD,),
    statement="""
`add` counts its places from the start, so that nothing may stand before the sum. Change it so
that any text of digits and signs may: after `7+=12+33=` it says `045`. The prompt still ends in a
sum of $n$ and $n$ digits.
""",
    hints=(
        "Places have to be counted from the equals sign, or from the end. What changes from "
        "one digit of the answer to the next?",
        "Each position knows how far *it* is from the start, not how many digits have been "
        "said. Who could tell it?",
        "A head can find the last equals sign: it looks for that token, and of several for "
        "the latest. What it brings back is a position.",
        "A second layer may look at places relative to the position that the first one found.",
    ),
    answer="""
Two layers. The first has a head that looks for equals signs and prefers late ones (a query that
scores the sign's mark, plus a little of the position), and copies the *position* found into a
subspace of its own; a plain program in which positions lie on less than half a circle can tell
late from early. The second layer is `add`, with queries made from that copy by exact turns. The
mark of the digit that is due is the position itself minus the copied one, as a turn; or as many
heads as digits, each of which asks whether the sign is so far back.
""",
    checklist=(
        "Prefixes without, with one, and with several equals signs are tried, and the empty one.",
        "All pairs of one digit are right after each of them.",
        "It is said how long a prefix may be, and why.",
    ),
)
