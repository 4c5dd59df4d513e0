"""Exercise 6.12: whether what is left in the stream helps attention to add."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    number="6.12",
    slug="residual-too",
    title="What the last token leaves",
    chapter="adding",
    kind="proof",
    marks=(Mark.UNSOLVED,),
    statement="""
The source proves that one layer of attention cannot add two digits mod 10, and leaves out the
residual connection: the last token's own row, which is in the stream as well. It asks whether the
proof holds with it. Does it? Say exactly what has to be assumed, and for which machines the
statement is false.
""",
    hints=(
        "Write the logit of $d$ as a function of both digits, with everything that is in the "
        "stream.",
        "Which part does the residual belong to?",
        "Where did you use that the pattern is the same for all digits?",
    ),
    answer="""
With a pattern that does not depend on the digits: yes. The logit of $d$ is $F_d(i) + G_d(j)$ in
any case, and the residual is a part of $G_d(j)$. Over the hundred pairs, the leads of $i+j$
before $i+j+1$ sum to zero, since each $F_d(i)$ and each $G_d(j)$ comes once with either sign. So
they are not all above zero. This covers the final norm (one positive factor for all logits of a
prompt, and a mean that is again a sum of a part of $i$ and a part of $j$), separate unembeddings,
any number of heads, and every modulus from 2 on.

With a pattern that does depend on them: no. The chapter's machine of 144 parameters is attention
alone, and right on all pairs.
""",
    checklist=(
        "The residual appears in the equation for the logits.",
        "Greedy decoding is what is excluded, not an exact output.",
        "The final norm is treated.",
        "The assumption about the pattern is stated, and a counter-example without it is given.",
    ),
)
