"""What a page is about, for the search: words that it has often and others have not."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="module")
def extension(root: Path) -> Any:
    """The extension of the book, which is no package."""
    sys.path.insert(0, str(root / "book" / "_extensions"))
    yield import_module("found_pages")
    sys.path.pop(0)


def test_words_are_those_of_the_search(extension: Any) -> None:
    assert extension.stems("The sorted list, and sorting it") == ["sort", "list", "sort"]


def test_a_page_is_about_what_others_say_less(extension: Any) -> None:
    """A word of every page tells none apart, however often it stands there."""
    pages = {
        "order": {"number": 90, "sort": 9},
        "sum": {"number": 90, "add": 12, "digit": 5},
        "bits": {"number": 40, "digit": 7},
    }
    found = extension.about(pages)
    assert found["order"] == ["sort", "number"]
    assert found["sum"] == ["add", "digit", "number"]
    assert found["bits"] == ["digit", "number"]


def test_a_page_is_about_few_words(extension: Any) -> None:
    many = {f"word{i}": i for i in range(100)}
    found = extension.about({"long": many, "other": {}})
    assert found == {"long": [f"word{i}" for i in range(99, 99 - extension.MOST, -1)], "other": []}
