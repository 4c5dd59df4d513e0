"""Texts in few letters of an address, and letters that are damaged or of an older form."""

import random
from pathlib import Path

from tests.in_node import in_node
from tests.listing.mutants import EXAMPLES

PACK = Path(__file__).with_name("pack.mjs")
LINK = "#playground?listing.packed="
# "symbols a b", packed in 2026 by each of both forms: a link lives long.
OLD = {"K67MTcrPKVZIVEgCAA": "symbols a b", ".qAsYOytXH5gM": "symbols a b"}


def test_a_text_of_six_hundred_letters_is_a_short_link(node: str) -> None:
    """Sentences and numbers, cut to that length, as somebody might send them."""
    known = [path.read_text("utf-8") for path in EXAMPLES if path.parent.name == "examples"]
    strange = ["", "a", "\N{PILE OF POO} e\u0301\r\n", "x" * 3_000, "\0 is no text", "y" * 60_000]
    texts = [*known, *(text[:600] for text in known), *strange]
    found = in_node(node, PACK, {"texts": texts, "letters": []})
    assert found["again"] == texts
    for text, letters in zip(known, found["packed"], strict=False):
        assert len(LINK + letters) <= max(400, 0.6 * len(text))
    for letters in found["packed"][len(known) : 2 * len(known)]:
        assert len(LINK + letters) <= 400


def test_damaged_letters_are_told(node: str) -> None:
    noise = "".join(random.Random(0).choices("0123456789abcdefghijklmnopqrstuvwxyz", k=12_000))
    letters = [*OLD, ".qAsYOytXH5", ".qAsYOytXH6gM", ".", ".AA", ".%", "", "K67M", "\u00e9"]
    found = in_node(node, PACK, {"texts": [noise], "letters": letters})
    assert found["packed"] == [None], "more letters than an address takes"
    assert found["unpacked"] == [*OLD.values(), *[None] * 8]
