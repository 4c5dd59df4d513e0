"""What a page reads of what is typed, linked to, or kept, and how short links are."""

import json
import random
from pathlib import Path

from taotp.figures.figure import MOST_TEXT
from tests.in_node import in_node
from tests.listing.mutants import EXAMPLES

SCRIPT = Path(__file__).with_name("typed.mjs")
NONE = "NaN"
NUMBERS = {
    "0,125": "0.125", ",5": "0.5", "-2,25": "-2.25", "\u22122,5": "-2.5", "2,5e3": "2500",
    "1,000": "1000", "1,000,000": "1000000", "12,345.5": "12345.5", "1.234,5": "1234.5",
    "1.234.567,25": "1234567.25", " 7 ": "7", "": NONE, " ": NONE, "1,2,3": NONE,
    "1,0000,0": NONE, "7,5 6": NONE, "lots": NONE, "1.2.3": NONE,
}  # fmt: skip
OBJECTS: list[dict[str, object]] = [
    {"text": "abc"},
    {"a": "b", "c": ["d"], "e": None, "f": {"g": "h"}, "said": 7},
]
NO_OBJECTS = [None, 7, "abc", ["a", "b"], [{"text": "a"}]]
DAMAGED = ["", "{", "undefined"]


def test_what_a_page_reads(node: str) -> None:
    """A comma is a decimal point but between thousands.

    Of what a browser kept texts alone are read: a list, a number or null there would end a figure
    at every visit. A text has a longest length where it is read.
    """
    kept = [*map(json.dumps, [*OBJECTS, *NO_OBJECTS]), *DAMAGED]
    texts = [[10, 10], [10, 11], [MOST_TEXT, MOST_TEXT], [MOST_TEXT, MOST_TEXT + 1]]
    found = in_node(node, SCRIPT, {"numbers": [*NUMBERS], "kept": kept, "texts": texts})
    assert dict(zip(NUMBERS, found["numbers"], strict=True)) == NUMBERS
    read = [{k: v for k, v in each.items() if isinstance(v, str)} for each in OBJECTS]
    read += [{}] * (len(NO_OBJECTS) + len(DAMAGED))
    assert found["read"] == [[each, each] for each in read]
    assert found["lengths"] == [10, 9, MOST_TEXT, 9]


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
