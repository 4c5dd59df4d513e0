"""Warm-ups: a word at another loudness, the numbers of a recording, a word that nobody recorded."""

from exercises.warm_ups import WarmUp
from taotp.applications.spoken.said import said_words
from taotp.programs import spoken_words
from taotp_core.program import Program


def listener() -> Program:
    """The three recordings of the chapter."""
    return spoken_words({word: [sound] for word, sound in said_words()["a woman"].items()})


def said_more_softly() -> str:
    """What is heard of a word at a tenth of its loudness."""
    heard = listener().complete(0.1 * said_words()["a woman again"]["photos"])
    return f"*{heard}*" if heard else "Nothing"


def numbers_of_a_recording() -> int:
    """How many numbers all heads bring to the units that compare."""
    return sum(int(head.W_V.shape[1]) for head in listener().model.layers[0].cross or ())


def said_of_a_strange_word() -> str:
    """What is heard of a word that is none of the three."""
    heard = listener().complete(said_words()["a machine"]["seven"])
    return f"*{heard}*" if heard else "Nothing"


WARM_UPS = (
    WarmUp(
        question="""
The machine has recordings of *directories*, *files* and *photos*. The same voice says *photos*
again, at a tenth of the loudness. What does it write?
""",
        choices={
            "*files*": "Loudness does not make *photos* more like *files*. Only the shape over "
            "pitch and "
            "time is compared.",
            "*photos*": "In logarithms a tenth of the loudness is the same amount less "
            "everywhere, and "
            "the mean is taken away.",
            "Nothing": "A word is cut out by how loud its frames are beside its loudest one.",
        },
        right="*photos*",
        computed=said_more_softly,
    ),
    WarmUp(
        question="""
The decoder listens at 12 places of a word, and hears 24 numbers at each. How many numbers of a
recording does a unit compare with?
""",
        choices={
            "24": "That is one place. The unit compares the whole word.",
            "36": "At *each* of 12 places there are 24 numbers.",
            "288": "12 times 24. The numbers of the recording, scaled to one length, are the "
            "weights of "
            "the unit.",
        },
        right="288",
        computed=numbers_of_a_recording,
    ),
    WarmUp(
        question="""
Another voice says *seven*, which is none of the three recordings. What does the machine write?
""",
        choices={
            "*files*": "Some recording is always the most alike. But it must be alike enough to "
            "win over "
            "the votes for silence.",
            "*seven*": "A machine can say only the words that it has recordings of.",
            "Nothing": "No recording is alike enough, so silence has the most votes.",
        },
        right="Nothing",
        computed=said_of_a_strange_word,
    ),
)
