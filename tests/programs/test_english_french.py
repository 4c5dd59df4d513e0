"""The translator: sentences of every kind, precisions, and what it refuses."""

from pathlib import Path

import pytest

from taotp_core.arrays import to_float32
from taotp_core.programs import english_french

SENTENCES = [
    line.split(" = ")
    for line in (Path(__file__).parent / "english_french_sentences.txt").read_text("utf-8").splitlines()
]
MACHINE = english_french()


@pytest.mark.parametrize(("english", "french"), SENTENCES)
def test_a_sentence(english: str, french: str) -> None:
    assert MACHINE.complete(english) == french


def test_a_tenth_of_the_loudness_is_enough_in_float32_too() -> None:
    quiet = english_french(loud=100.0)
    for english, french in SENTENCES[::10]:
        assert quiet.complete(english, to=to_float32) == french
        assert MACHINE.complete(english, to=to_float32) == french


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("I see the catt", "'catt' is none of the"),
        ("", "nothing to translate"),
        ("?!", "nothing to translate"),
        ("the cat " * 12, "24 words to place"),
        ("\U0001f600", "is none of the"),
    ],
)
def test_what_it_cannot_read_gets_a_sentence(text: str, wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        MACHINE.complete(text)


def test_capital_letters_and_marks_change_nothing() -> None:
    assert MACHINE.complete("It\u2019s a GOOD book.") == MACHINE.complete("it's a good book")
    assert MACHINE.knows("I don't see it!") and not MACHINE.knows("I see a wombat")
