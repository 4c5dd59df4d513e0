"""Words of a text: marks left out, contractions spelled out, unknown ones named with near ones."""

import re

import pytest

from taotp.words.cutting import Words, joined
from tests.laws import every

WORDS = Words(
    ("the", "dog", "do", "not", "sleeps", "next to", "o'clock", "well-read", "caf\u00e9"),
    {"don't": ("do", "not")},
)


@every(
    "text, words",
    [
        ("The dog sleeps.", ["the", "dog", "sleeps"]),
        ("  THE   dog\u2014\u201csleeps\u201d!!! ", ["the", "dog", "sleeps"]),
        ("Don\u2019t", ["do", "not"]),
        ("dog next  to the dog", ["dog", "next to", "the", "dog"]),
        ("the well-read o'clock", ["the", "well-read", "o'clock"]),
        ("'dog'", ["dog"]),
        ("cafe\u0301", ["caf\u00e9"]),
        ("...", []),
    ],
)
def test_a_text_is_cut_into_words(text: str, words: list[str]) -> None:
    assert WORDS.encode(text) == words and WORDS.knows(text)


def test_a_mark_that_is_known_is_a_word_and_none_has_a_space_before_it() -> None:
    """Nor is there one behind an apostrophe."""
    words = Words(("the", "dog", ","))
    said = ["the", "dog", ",", "dog"]
    assert words.encode("The (dog), dog.") == said and joined(said) == "the dog, dog"
    assert joined(["l'", "homme", "voit", "l'", "eau"]) == "l'homme voit l'eau"


@every(
    "text, wrong",
    [
        ("the dgo", "'dgo' is none of the 9 words; near ones are 'do' 'dog'"),
        ("next dog", "'next' is none"),
        ("dog \U0001f600", "'\U0001f600' is none of the 9 words"),
        ("\u72ac dog", "'\u72ac' is none"),
        ("the sleeping dog", "near ones are 'sleeps'"),
    ],
)
def test_an_unknown_word_is_named_with_near_ones(text: str, wrong: str) -> None:
    assert not WORDS.knows(text)
    with pytest.raises(ValueError, match=re.escape(wrong)):
        WORDS.encode(text)
