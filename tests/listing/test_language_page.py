"""Every listing on the page of reference is read, and what it says of faults is what is said."""

import re
from pathlib import Path

import pytest

from taotp.listing import ListingError, read
from taotp.listing.language import SEMES
from taotp.listing.sentences import FIRST_WORDS
from tests.laws import every

PAGE = (Path(__file__).parents[2] / "book" / "language.md").read_text(encoding="utf-8")
LISTINGS = re.findall(r"^```text\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
(SHOWN,) = re.findall(r"^```console\n(.*?)^```$", PAGE, flags=re.MULTILINE | re.DOTALL)
*GOOD, BAD = LISTINGS


@every("text", GOOD)
def test_a_listing_of_the_page_is_read(text: str) -> None:
    assert read(text).program.model.d_model >= 3


def test_the_faults_of_the_page_are_those_that_are_found() -> None:
    with pytest.raises(ListingError) as caught:
        read(BAD, "a.taotp")
    assert f"{caught.value}\n" == SHOWN


def test_the_defaults_of_semes_are_on_the_page() -> None:
    said = SEMES["defaults"]
    for text in (
        f"{said['loud']} if left out", f"{said['context']} if left out", f'start "{said["start"]}"',
        f"-{said['unsaid']} one",
    ):  # fmt: skip
        assert text in PAGE, text


@every("word", FIRST_WORDS)
def test_every_first_word_is_on_the_page(word: str) -> None:
    code = [*LISTINGS, *re.findall(r"`([^`\n]+)`", PAGE)]
    assert any(re.search(rf"\b{word}\b", text) for text in code)
