"""Texts that are no listings, and what is said about each, read aloud and agreed to."""

from pathlib import Path

import pytest

from taotp.listing import ListingError, read, read_bytes
from tests.laws import every

BAD = sorted((Path(__file__).parent / "bad").glob("*.taotp"))


@every("path", BAD)
def test_a_bad_text_is_told_what_is_wrong_with_it(path: Path) -> None:
    with pytest.raises(ListingError) as caught:
        read_bytes(path.read_bytes(), path.name)
    assert f"{caught.value}\n" == path.with_suffix(".txt").read_text(encoding="utf-8")


@every(
    "text, place",
    [
        ('{\n  "tok_emb": [[1, 2]],\n  "block_size": none,\n}', (3, 17, 4)),
        ('{"vocabulary": "\N{PILE OF POO}\u00e4", "tok_emb": x}', (1, 33, 1)),  # no bytes
        ('characters "a\x01b"', (1, 14, 1)),
    ],
)
def test_a_fault_is_found_by_line_and_column(text: str, place: tuple[int, int, int]) -> None:
    with pytest.raises(ListingError) as caught:
        read(text)
    (fault, *_) = caught.value.faults
    assert (fault.line, fault.column, fault.length) == place
