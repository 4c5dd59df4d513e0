"""Whether recordings with noise hear better in noise."""

from exercises.statement import Exercise, Mark

EXERCISE = Exercise(
    slug="noisy-room",
    title="A noisy room",
    kind="experiment",
    marks=(Mark.OPEN_ENDED,),
    statement="""
In noise the chapter's machine says wrong digits. Suppose the noise is known: a fan, a street. Make
the weights of recordings *with noise in them*: take the ten digits of `a machine` as recordings and
as questions, with white noise from 40 dB to 0 dB below the voice, drawn anew for each. Which noise
in the weights is best for which noise in the room? Is there one that is best for all? What about
more units, one for each of several noises?
""",
    hints=(
        "A table: noise in the weights down, noise in the room across, and digits heard right.",
        "One draw of ten digits is coarse. Average over some.",
        "`FLOOR` in `taotp/sound/bands.py` is a noise that is added to every word.",
    ),
    answer="""
The diagonal of the table wins: what was recorded in noise hears noise best, and does worse in a
quiet room. With a unit for each of several noises nearly all of it can be had at once, for as
many times the weights. Trained machines are shown words with every noise there is, for the same
reason. A higher `FLOOR` does a little of it for all: what is below the noise is not compared.
""",
    checklist=(
        "Noise of weights and of questions is drawn with different seeds.",
        "The table has at least four levels each way, and says how many draws are behind a number.",
        "It is said what several noises cost in weights.",
    ),
)
