"""Warm-ups: open nouns, a sentence without an object, and one clause too many."""

import numpy as np

from exercises.judging.brackets import is_sentence
from exercises.warm_ups import WarmUp
from taotp.applications.brackets.machine import layout_for
from taotp.programs import brackets
from taotp_core.transformer import trace

SIX = (
    "the dog that these dogs that a dog that the dogs that a dog that these dogs that the dog "
    "sees see sees see sees see sleeps"
)
ADDRESS = SIX.replace(" ", "+")


def open_nouns() -> str:
    """How many nouns the machine holds open after five words."""
    program, columns = brackets(), layout_for(5).columns
    tokens = np.array(program.encode("the dog that these dogs sees sleeps"))
    row = trace(program.model, tokens).stream["attention 0"][5]
    return f"{row[columns.index('open')] / row[columns.index('share')]:.0f}"


def verdict(text: str) -> str:
    """What the machine says of a text."""
    return "Yes" if brackets().accepts(text) else "No"


def of_six_clauses() -> str:
    """What the machine says of a right sentence that is deeper than it counts."""
    assert is_sentence(SIX.split())
    return verdict(SIX)


WARM_UPS = (
    WarmUp(
        question="""
A noun opens something, a verb closes it. How many nouns are open after *the dog that these dogs*?
""",
        choices={
            "1": "*Dog* still waits for its verb, and now *dogs* waits too.",
            "2": "Two nouns and no verb yet. One head finds that as an average, as a share of "
            "the length.",
            "5": "Only nouns and verbs are counted. *The*, *that* and *these* count nothing.",
        },
        right="2",
        computed=open_nouns,
    ),
    WarmUp(
        question="""
Is *the dog sees* a sentence of this grammar?
""",
        choices={
            "Yes": "*Sees* appears only in relative clauses: *the dog that a dog sees sleeps*.",
            "No": "A sentence ends with *sleeps* or *sleep*. *Sees* closes a clause that *that* "
            "has opened.",
        },
        right="No",
        computed=lambda: verdict("the dog sees"),
    ),
    WarmUp(
        question="""
A sentence with six relative clauses, every verb right. What does the machine of the chapter say?
""",
        choices={
            "Yes": "It is a sentence, but this machine has columns for five clauses only.",
            "No": "The machine counts to five, and calls [the deeper sentence]"
            f"(how_deep.ipynb#deep?text={ADDRESS}) wrong. Another would count farther.",
        },
        right="No",
        computed=of_six_clauses,
    ),
)
