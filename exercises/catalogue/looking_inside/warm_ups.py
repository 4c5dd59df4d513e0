"""Warm-ups: the circuit by hand, the bits of noise, a letter that was not said before."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp import interp
from taotp.programs import induction
from taotp_core.program import Program
from taotp_core.transformer import trace


def circuit() -> Program:
    """The machine of the chapter."""
    return induction("abcdefgh", 16, near=0)


def bits_of_noise() -> str:
    """What each letter of the first saying costs."""
    return f"{interp.in_context_loss(circuit().model)[0]:.0f}"


def rests_at() -> str:
    """Where the second head looks when the last letter is new."""
    program, text = circuit(), "cafe"
    pattern = trace(program.model, np.array(program.encode(text))).patterns[1][0]
    return f"At the *{text[pattern[-1].argmax()]}*"


WARM_UPS = (
    WarmUp(
        question="""
The machine finds where the last letter stood before and says what followed it. What does it say
after `cafeca`?
""",
        choices={
            "*c*": "*c* stands before the last *a*. The machine wants what came behind an *a*.",
            "*e*": "*e* came after *f*.",
            "*f*": "An *a* stood at position 1, and [*f* came after "
            "it](looking_inside.ipynb#circuit?step=look+1).",
        },
        right="*f*",
        computed=lambda: f"*{circuit().complete('cafeca', steps=1)}*",
    ),
    WarmUp(
        question="""
Eight letters are drawn, none of them twice, and said twice. How many bits does each letter of the
*first* saying cost the machine, which knows eight letters?
""",
        choices={
            "0": "So cheap are the letters of the second saying, from its second letter on.",
            "3": "Nothing foretells them, so eight letters are equally likely: $\\log_2 8=3$.",
            "8": "Eight letters take three questions of yes or no, not eight.",
        },
        right="3",
        computed=bits_of_noise,
    ),
    WarmUp(
        question="""
In `cafe` the last letter is new: no *e* was said before. Where does the second head look?
""",
        choices={
            "At the *c*": "[Position 0](looking_inside.ipynb#circuit?text=cafe&step=look+1) is "
            "its place "
            "to rest. It brings nothing from there, so all letters stay equally likely.",
            "At the *f*": "*f* is the neighbor of *e*, but it does not stand behind an earlier "
            "*e*.",
            "At the *e*": "It looks for a row that an *e* came before. None is there, not even "
            "its own.",
        },
        right="At the *c*",
        computed=rests_at,
    ),
)
