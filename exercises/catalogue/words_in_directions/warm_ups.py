"""Warm-ups: what two words have in common, a matrix of pairs, two words that do not agree."""

from exercises.warm_ups import WarmUp
from taotp.programs import weird_words
from taotp_core.stream import semes


def in_common() -> str:
    """The product of a dog and dogs."""
    words = semes("noun verb sg pl")
    return f"{words.vector('noun sg') @ words.vector('noun pl'):.0f}"


def moved() -> str:
    """What a matrix of one pair makes of a sum."""
    animals = semes("pig wombat peregrine")
    text = animals.text(animals.vector("2 pig - 3 wombat") @ animals.matrix("pig>wombat"))
    return f"`{text}`"


WARM_UPS = (
    WarmUp(
        question="""
*Dog* is `noun sg` and *dogs* is `noun pl`, and each seme is a direction of length 1, at right
angles to the others. What is the product of the two vectors?
""",
        choices={
            "0": "They differ in number, but both are nouns.",
            "1": "They share one of two semes. The product counts what two words have in common.",
            "2": "So much has *dog* with itself.",
        },
        right="1",
        computed=in_common,
    ),
    WarmUp(
        question="""
The row `2 pig - 3 wombat` meets the matrix `pig>wombat`. What comes out?
""",
        choices={
            "`2 wombat`": "The matrix reads *pig* and writes *wombat*. It reads nothing else, so "
            "the −3 "
            "is lost.",
            "`- 1 wombat`": "A matrix gives what it writes. It adds nothing to what was there; "
            "the stream "
            "would do that.",
            "`2 wombat - 3 pig`": "That would take a second pair, `wombat>pig`.",
        },
        right="`2 wombat`",
        computed=moved,
    ),
    WarmUp(
        question="""
The machine counts words that do not agree. How many does it count in *This keys to the cabinet is
red*?
""",
        choices={
            "0": "*This* is singular, and *keys* is plural.",
            "1": "You found one of them. Both a determiner and a verb go with *keys* here.",
            "2": "[*This*](words_in_directions.ipynb#weird?text=This+keys+to+the+cabinet+is+red.) "
            "does not go with *keys*, and neither does *is*, which asks the first noun.",
        },
        right="2",
        computed=lambda: weird_words().complete("This keys to the cabinet is red."),
    ),
)
