"""Which encoding training prefers."""

from exercises.statement import Exercise

EXERCISE = Exercise(
    slug="train-positions",
    source="7.11",
    title="Let training choose",
    kind="experiment",
    statement="""
Train a small transformer whose norms come after the sum (Post-LN) on a text you like, with the
original encoding as its fixed position table, and again with random rotations. Everything else
stays as it is. Which does better, and is the difference larger than that between two seeds? Predict
first, from distinguishability and free space.
""",
    hints=(
        "Letters of a play and a context of 64 are enough to see a difference, if there is one.",
        "Draw the random angles several times. They are part of the luck.",
        "Two controls tell you what you measure: no positions at all, and a learned table.",
        "How loud are positions beside tokens? The same length for both encodings, or you compare "
        "loudness.",
    ),
    answer="""
We measured on the letters of *Romeo and Juliet*, whose last tenth was kept back: two layers of four
heads, 32 dimensions, a context of 64, 2,000 steps of 8 texts, five seeds each, all fixed rows of
length 1. The loss on unseen letters ends at 2.00 for the original encoding (1.99 to 2.01), 2.01 for
learned positions (1.98 to 2.04), 2.15 for random rotations (2.09 to 2.22), and 2.26 for none (2.25
to 2.28). So the original wins, and by more than two seeds differ; at 500 steps random rotations are
no better than no positions. Curves are in the chapter [Experiments](experiments.ipynb).

Why it is worth predicting first: random rotations tell positions apart sharply, which helps a head
that looks at an exact distance; the original is soft, so that a head which looks three back also
hears two and four back, and it leaves many directions free for the tokens. Language may well reward
softness near by. Sums of token and position are also easier to take apart where positions keep to
few directions. On the other hand the weights can learn to choose directions and to scale them, and
then little difference would remain; in 2,000 steps they have not. All this is one small machine on
one text. The main source asks the question and gives no answer.
""",
    checklist=(
        "The text, its split, the sizes, the steps and the seeds are stated.",
        "Both tables have rows of one length, and everything else is the same.",
        "Loss on unseen text against steps, at least three seeds of each, as curves.",
        "No positions and learned positions are there as controls.",
        "The prediction was written down before, and the difference is compared with the spread "
        "over seeds.",
    ),
)
