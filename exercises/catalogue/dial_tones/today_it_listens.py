"""Exercise: one stack in the place of two."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="today-it-listens",
    title="One stack",
    kind="open",
    marks=(Mark.OPEN_ENDED,),
    statement="""
Voice models of today often have no encoder: frames of sound and symbols stand on one tape, sound
first, and one decoder reads all of it with a mask. Sketch the machine of this chapter in that way:
which heads may stay as they are, which of them look to the right and what could take their place,
and how the decoder's question is asked without cross-attention. Build as much of it as you like.
""",
    hints=(
        "Which of the heads looks at a later frame, and for what? A press is known to have lasted "
        "40 ms only when it has.",
        "A number may be known later than at the onset: at the frame at which the stopwatch says "
        "yes, everything that it needs has been heard.",
        "Cross-attention is a head whose keys come from another tape. On one tape, what keeps it "
        "from looking at symbols?",
    ),
    answer="""
Everything up to *row and column* looks at one frame. The stopwatch and the onset may look back in
the place of forward: the first frame at which a press has lasted 40 ms is as good a place to say
*now* as its beginning, and comes 40 ms later. Then the mask helps: which press it is, is a count of
what has been before, and a causal average with a start in front counts it without hands of a clock.
The question for press $t + 1$ is a head with a column that is 1 at frames and 0 at symbols in its
keys. We lose this: the model has to wait for the end of the sound, or be told when to listen. And
we gain one stack, and an answer that may begin before the sound is over.
""",
    checklist=(
        "It is said which heads look to the right, and what takes their place.",
        "It is said how the decoder's question finds frames and not symbols.",
        "It is said what is lost or gained.",
    ),
)
