"""No piece is learned twice."""

from collections import Counter
from collections.abc import Mapping

from exercises.statement import Exercise, Mark
from taotp.words.bpe import learn


def made_twice(words: Mapping[str, int], n: int) -> list[str]:
    """The pieces that two of the first n merges of counted words make: the claim is, none."""
    times = Counter(left + right for left, right in learn(words, n).merges)
    return [piece for piece, count in times.items() if count > 1]


EXERCISE = Exercise(
    slug="made-once",
    title="Made once",
    kind="proof",
    marks=(Mark.OPEN_ENDED,),
    statement="""
`abc` can be made of `ab` and `c`, or of `a` and `bc`. Show that the trainer never learns both: a
piece that was made by one merge is not made again by a later one. So there are as many pieces as
letters and merges together, and whoever knows the *set* of learned pieces, with the number of each,
knows the merges.
""",
    hints=(
        "Suppose it does. Take a word and a place in it where the second merge finds its two "
        "pieces, and one where the first found its own. Both spell the same letters.",
        "Follow both places through all merges up to the first of the two. Can a merge join a "
        "piece inside with one outside?",
        "If the two pieces of a merge differ, its places in a word do not overlap. If they are "
        "equal, they are paired from the left: what does a run that begins outside do?",
    ),
    answer="""
Let a piece be made of *L* and *R* by merge *m*, and of other two by a later merge. Take a place P
where merge m joins L and R, and a place Q where the later merge finds its two. Both spell the same
letters, and before m no merge has joined a piece inside one of the places with one outside: at P
there are L and R afterwards, at Q the other two. So merges before m act inside. We show that they
do the same at both places. They begin with the same letters. A merge of two different pieces does
not overlap itself, so that it is made at all its occurrences inside, at both places alike. A merge
of two equal pieces pairs each run of them from the left; a run that begins left of a place must
have an even number outside, or one inside would be joined with one outside; so the pairs inside are
the same as if the run began at the border. Hence at Q there are L and R right before m, and m joins
them there too, or joins one of them with a neighbor outside. In both cases the later merge does not
find its two pieces. `made_twice` looks for a counterexample.
""",
    code=(made_twice,),
    checklist=(
        "Two places are compared, one of each merge.",
        "It is said why no earlier merge crosses the border of either.",
        "A pair of two equal pieces is treated: its occurrences may overlap.",
    ),
)
