"""Why the first transformer wrote its positions in waves."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="why-waves",
    source="7.1",
    title="Why waves?",
    kind="open",
    marks=(Mark.OPEN_ENDED,),
    statement="""
Before you read on: the first transformer wrote position $a$ as $\\sin(a/10000^{2i/d})$ and
$\\cos(a/10000^{2i/d})$, for $i = 0 \\ldots d/2 - 1$. What may its authors have wanted? Find a
reason for each part: why waves, why in pairs, why many periods, why periods that grow by a
factor, and why up to $10000 \\cdot 2\\pi$. Then say what you would do otherwise.
""",
    hints=(
        "Hold a column fixed, then a row. Which columns tell 3 from 4, and which 3 from 300?",
        "How do you get from the pair at $a$ to the pair at $a + k$? Could you if there were "
        "only the sine?",
        "A table of learned positions ends. What does a formula say of a position that no "
        "training text has reached?",
    ),
    answer="""
Two reasons are in the paper (Vaswani et al., 2017, section 3.5), both put as hopes: for a fixed
offset $k$ the row of $a + k$ is a linear function of the row of $a$, so that attending by relative
position should be easy to learn; and a formula can be continued to texts longer than those of
training. The paper adds that learned positions did about as well.

The rest is ours to guess. *Pairs* are what makes the linear function: a sine alone does not know
whether it rises or falls. *Many periods* work like the digits of a number, or the hands of a
clock: fast columns tell neighbors apart, slow ones tell far places apart, and together no two rows
are equal. A *constant factor* between periods gives every scale of distance the same number of
columns, as a slide rule does. The longest period, close to 62,832 positions, is longer than any
text they had, so that the slowest hand never comes round; with a few dozen positions many columns
hardly move, which section 7.2.2 of the main source calls free space. And entries from $-1$ to $1$,
in rows of one length, are as loud as embeddings may be. Whether the authors weighed these points
we do not know.
""",
    checklist=(
        "A reason for pairs that mentions shifting, in your words.",
        "A reason for several periods, and one for a constant factor between them.",
        "You keep apart what the paper says and what you guess.",
    ),
)
