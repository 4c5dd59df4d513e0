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


def test_there_are_a_hundred() -> None:
    assert len(BAD) >= 100


def test_a_fault_is_found_by_line_and_column() -> None:
    with pytest.raises(ListingError) as caught:
        read('{\n  "tok_emb": [[1, 2]],\n  "block_size": none,\n}', "a.taotp")
    (fault,) = caught.value.faults
    assert (fault.line, fault.column, fault.length) == (3, 17, 4)


def test_columns_count_characters_not_bytes() -> None:
    with pytest.raises(ListingError) as caught:
        read('{"vocabulary": "\N{PILE OF POO}\u00e4", "tok_emb": x}')
    assert caught.value.faults[0].column == 33
