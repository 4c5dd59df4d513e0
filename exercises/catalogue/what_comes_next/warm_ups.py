"""Warm-ups: shares that are counted, a row that is looked up, a word that decides."""

import numpy as np

from exercises.warm_ups import WarmUp
from taotp.programs import next_word
from taotp_core.transformer import trace

SENTENCES = ("I see you", "I hear you", "I see him")
BATTERY = "check the battery log and find out whether it ran down please"
PROGRAM = "check the program log and find out whether it ran please"


def share_of_see() -> str:
    """What the counted table says of *see* after *I*."""
    program = next_word(dict.fromkeys(SENTENCES, 1))
    logits = trace(program.model, np.array(program.encode(["I"]))).logits[-1]
    shares = np.exp(logits - np.logaddexp.reduce(logits))
    return f"{shares[program.vocabulary.index('see')] * 3:.0f}/3"


def row_looked_up() -> str:
    """Which part of a table a one-hot row brings."""
    table = np.arange(9).reshape(3, 3)
    found = np.eye(3)[1] @ table
    return "The second row" if (found == table[1]).all() else "The second column"


def word_that_decides() -> str:
    """Where the head looks from *ran*."""
    program = next_word({BATTERY: 1, PROGRAM: 1}, loud=1000)
    words = BATTERY.split()[:10]
    pattern = trace(program.model, np.array(program.encode(words))).patterns[0][0]
    return f"*{['<end>', *words][pattern[-1].argmax()]}*"


WARM_UPS = (
    WarmUp(
        question="""
A machine has counted three sentences, each as likely: *I see you*, *I hear you* and *I see him*.
Which share does it give *see* after *I*?
""",
        choices={
            "1/3": "A third is the share of one sentence, and two of the three go on with *see*.",
            "1/2": "Two words may follow *I*, but they were not counted equally often.",
            "2/3": "*I* occurs three times, and *see* follows twice. The row of *I* holds 2/3 "
            "for *see* "
            "and 1/3 for *hear*.",
        },
        right="2/3",
        computed=share_of_see,
    ),
    WarmUp(
        question="""
The row `[0, 1, 0]` stands to the left of a table of three rows and three columns, and we
multiply. What comes out?
""",
        choices={
            "The second column": "A column comes out if the one-hot numbers stand as a column to "
            "the "
            "right of the table.",
            "The second row": "The zeros remove the other rows. This product is how a machine "
            "looks "
            "a word up.",
            "The sum of all rows": "For that the row would be `[1, 1, 1]`. Zeros remove a row.",
        },
        right="The second row",
        computed=row_looked_up,
    ),
    WarmUp(
        question="""
The machine at the head of the chapter has heard *check the battery log and find out whether it
ran*. Which word does its head look at to find the next one?
""",
        choices={
            "*it*": "*It* stands next to *ran*, but it is in both sentences and settles nothing.",
            "*log*": "*Log* is in both sentences, so it cannot tell them apart.",
            "*battery*": "Only the noun differs in the two sentences. [The row of "
            "*ran*](the_table_is_a_transformer.ipynb#next?step=look+0&row=10) looks eight words "
            "back.",
        },
        right="*battery*",
        computed=word_that_decides,
    ),
)
