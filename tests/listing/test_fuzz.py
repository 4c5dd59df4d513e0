"""Whatever the bytes are, ListingError is all that escapes, and memory stays small."""

import tracemalloc
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp.listing import ListingError, read, read_bytes
from tests.examples import EVERY_TIME_THE_SAME
from tests.laws import every
from tests.listing.mutants import cost, mutants
from tools.sampling import at_night, drawn

MEMORY = 128_000_000  # half of what the longest text may take
LONG = 30_000


@pytest.fixture
def traced() -> Iterator[None]:
    tracemalloc.start()
    yield
    tracemalloc.stop()


@pytest.mark.usefixtures("traced")
def test_mutants_are_read_or_refused() -> None:
    seen = set()
    for data in mutants(seed=0, n=1000 if at_night() else 150):
        outcome, memory = cost(data)
        assert outcome in ("a program", "ListingError"), data
        assert memory < MEMORY, data
        seen.add(outcome)
    assert seen == {"a program", "ListingError"}


@given(st.binary(max_size=200), st.text(max_size=200))
@settings(EVERY_TIME_THE_SAME, max_examples=150)
def test_any_bytes_and_any_text_are_refused(data: bytes, text: str) -> None:
    with pytest.raises(ListingError):
        read_bytes(data)
    for begun in (text, "{" + text, "symbols " + text):
        with pytest.raises(ListingError):
            read(begun)


LONG_TEXTS = [
     b"{" * LONG, b'{"a":' * LONG, b"{[" + b"1," * LONG, b'{"' + b"a" * LONG, b'{"' + b"\\n" * LONG,
     b"{" + b"\n" * LONG, b"9" * LONG, b"{" + b"9" * LONG, b"{[" + b"[]," * 50_000, b"\xff" * LONG,
     b"let x = " + b"(" * LONG, b"let x = " + b"-" * LONG, b"a\n" * 50_000, b"a " * 50_000,
     b"symbols 0 to 99999 1e3 " + b"a" * 400_000, b"{" + b")" * LONG, b"{" + b"; " * LONG,
     b'{"layers": [' + b"null," * LONG, b'{"a": [' + b"1," * LONG + b'""]}',
     b"{" + b'"a":0,' * LONG,
     b'{"vocabulary": [' + b"1.5," * LONG + b'"a"], "tok_emb": [[1]], "block_size": 1}',
     b"symbols 0 to 99999\ncontext 1000000\nstream x 1000",
     b"symbols a\ncontext 1\nstream x 1000\nlayer\nbias " + b"x+" * 50_000 + b"x"]  # fmt: skip


@pytest.mark.usefixtures("traced")
@every("data", lambda: drawn(LONG_TEXTS, 8, "long texts"))
def test_long_texts_take_little_memory(data: bytes) -> None:
    outcome, memory = cost(data)
    assert outcome == "ListingError"
    assert memory < MEMORY
