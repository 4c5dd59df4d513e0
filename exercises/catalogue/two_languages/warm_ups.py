"""Warm-ups: no article, words that change places, and a text outside the grammar."""

from functools import cache

from exercises.warm_ups import WarmUp
from taotp.applications.french.machine import Translator
from taotp.programs import english_french


@cache
def translator() -> Translator:
    """The machine of the chapter, built once."""
    return english_french()


def french(text: str) -> str:
    """What it makes of a text."""
    return f"*{translator().complete(text)}*"


def changes_places() -> str:
    """In which phrase the last word of the English is not the last of the French."""
    (found,) = (
        f"*the {adjective} book*"
        for adjective in ("good", "red")
        if not translator().complete(f"the {adjective} book").endswith("livre")
    )
    return found


WARM_UPS = (
    WarmUp(
        question="""
In which phrase do the adjective and the noun change places in French?
""",
        choices={
            "*the good book*": "*Le bon livre*: a few adjectives stand before their noun in "
            "French, too.",
            "*the red book*": "*Le livre rouge*. *Red* carries the mark `post`, and a rule moves "
            "it one "
            "place on, behind its noun.",
            "Both": "*Good* has no mark `post`: *le bon livre*.",
        },
        right="*the red book*",
        computed=changes_places,
    ),
    WarmUp(
        question="""
What does the machine make of *we don't have a dog*?
""",
        choices={
            "*nous n'avons pas un chien*": "Behind *pas* the article *un* becomes *de*.",
            "*nous avons pas de chien*": "The negation has two parts, and *ne* loses its vowel "
            "before "
            "*avons*.",
            "*nous n'avons pas de chien*": "Two words stand for *not*, and [*a* becomes "
            "*de*](two_languages.ipynb#translate?text=we+don't+have+a+dog) behind them.",
        },
        right="*nous n'avons pas de chien*",
        computed=lambda: french("we don't have a dog"),
    ),
    WarmUp(
        question="""
*I sleep the dog* is outside the grammar: *sleep* takes no object. What does the machine say?
""",
        choices={
            "Nothing": "The grammar stands beside the machine. The machine does not use it.",
            "*je dors*": "No rule drops a word because it does not fit its verb.",
            "*je dors le chien*": "It translates word by word what it is given, and only a line "
            "below the "
            "figure says that the text is outside.",
        },
        right="*je dors le chien*",
        computed=lambda: french("I sleep the dog"),
    ),
)
