"""Warm-ups: whose verb it is, a question, and a verb behind a clause."""

from functools import cache

from exercises.warm_ups import WarmUp
from taotp.applications.agreement.machine import Agreement, agreement

CLAUSE = "The dogs that the cat sees sleeps"


@cache
def machine() -> Agreement:
    """The machine of the chapter, built once."""
    return agreement()


def marked() -> str:
    """The word whose other form makes the sentence right."""
    others = {"sees": "see", "sleeps": "sleep"}
    (found,) = (
        word for word in others if not machine().violations(CLAUSE.replace(word, others[word]))
    )
    return f"*{found}*"


WARM_UPS = (
    WarmUp(
        question="""
How many words does the machine mark in *The key to the cabinets is red*?
""",
        choices={
            "0": "*Is* goes with *key*, and "
            "[*cabinets*](is_it_a_sentence.ipynb#agree?text=The+key+to+the+cabinets+is+red) "
            "behind *to* is not a subject.",
            "1": "*Cabinets* stands nearest to *is*, but it belongs to *to*.",
            "2": "Determiners agree here, and so does the verb.",
        },
        right="0",
        computed=lambda: machine().violations("The key to the cabinets is red."),
    ),
    WarmUp(
        question="""
And in the question *Where does the dogs sleep*?
""",
        choices={
            "0": "*The dogs* are plural, and *does* is not.",
            "1": "[*Does*](is_it_a_sentence.ipynb#agree?text=Where+does+the+dogs+sleep) stands "
            "before its "
            "noun. *Sleep* is a bare verb behind *does*, and right.",
            "2": "*Sleep* needs no ending behind *does*.",
        },
        right="1",
        computed=lambda: machine().violations("Where does the dogs sleep?"),
    ),
    WarmUp(
        question="""
Which word of *The dogs that the cat sees sleeps* is marked?
""",
        choices={
            "*sees*": "The cat does the seeing, so *sees* is right.",
            "*sleeps*": "The dogs do the sleeping. A verb right behind another verb [looks past "
            "the "
            "nearest "
            "subject](is_it_a_sentence.ipynb#agree?text=The+dogs+that+the+cat+sees+sleeps) to "
            "the first.",
            "None": "The last verb belongs to *the dogs*, not to *the cat*.",
        },
        right="*sleeps*",
        computed=marked,
    ),
)
