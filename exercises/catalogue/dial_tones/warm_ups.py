"""Warm-ups: a key from two tones, a louder call, and a tone that is out of tune."""

from exercises.warm_ups import WarmUp
from taotp.applications.dialing.tones import KEYS, dial, tones_of
from taotp.programs import dial_tones

CALL = "159D"


def key_of() -> str:
    """The key with the tones 770 and 1,477."""
    (found,) = (key for key in KEYS if tones_of(key) == (770, 1477))
    return str(found)


def said_at_once() -> str:
    """What is heard of a call whose every sample is doubled."""
    heard = dial_tones().complete(2 * dial(CALL))
    return f"*{heard}*" if heard else "Nothing"


def said_out_of_tune() -> str:
    """What is heard of a key whose tones are both 3.5 % too high."""
    heard = dial_tones().complete(dial("5", deviation=(3.5, 3.5)))
    return f"*{heard}*" if heard else "Nothing"


WARM_UPS = (
    WarmUp(
        question="""
Rows have the tones 697, 770, 852 and 941 Hz, columns 1,209, 1,336, 1,477 and 1,633 Hz. Which key
sounds at 770 and 1,477 Hz?
""",
        choices={
            "5": "5 is in the second column, at 1,336 Hz.",
            "6": "The second row and the third column. One fork for each tone hears it, and a "
            "unit for "
            "each key needs both.",
            "9": "9 is in the third row, at 852 Hz.",
        },
        right="6",
        computed=key_of,
    ),
    WarmUp(
        question="""
We double every sample of the call *159D*. What does the machine write down?
""",
        choices={
            "*159D*": "Layer norm divides each frame by its loudness, so what the forks hear is "
            "the same.",
            "*11559DD*": "A louder press is not a longer one. Time decides how many presses "
            "there are.",
            "Nothing": "Silence is for tones out of tune and for short ones. Loudness is divided "
            "away.",
        },
        right="*159D*",
        computed=said_at_once,
    ),
    WarmUp(
        question="""
Somebody presses 5, but both tones are 3.5 percent too high. What does the machine write down?
""",
        choices={
            "*5*": "The forks of 5 ring loudest, it is true. But the guard above each hears more "
            "than "
            "the guard below.",
            "*6*": "6 is much farther away: neighboring tones differ by about ten percent.",
            "Nothing": "The guards say that the tones are [out of "
            "tune](dial_tones.ipynb#dialing?deviation=3.5). The standard asks for silence here.",
        },
        right="Nothing",
        computed=said_out_of_tune,
    ),
)
