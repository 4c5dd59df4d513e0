"""What a page reads of what is typed, linked to, or kept: numbers, lengths, and texts alone."""

import json
from pathlib import Path

from taotp.figures.figure import MOST_TEXT
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("typed.mjs")
NONE = "NaN"
NUMBERS = {
    "7,5": "7.5", "3,0": "3", "0,125": "0.125", ",5": "0.5", "-2,25": "-2.25", "\u22122,5": "-2.5",
    "1,000": "1000", "1,000,000": "1000000", "12,345.5": "12345.5", "1.234,5": "1234.5",
    "1.234.567,25": "1234567.25", "1e6": "1000000", "2,5e3": "2500", " 7 ": "7", "1.5": "1.5",
    "": NONE, " ": NONE, "1,2,3": NONE, "1,0000,0": NONE, "7,5 6": NONE, "lots": NONE,
    "1.2.3": NONE,
}  # fmt: skip
OBJECTS: list[dict[str, object]] = [
    {},
    {"text": "abc"},
    {"said": 7},
    {"a": "b", "c": ["d"], "e": None, "f": {"g": "h"}},
]
NO_OBJECTS = [None, 7, True, "abc", [], ["a", "b"], [{"text": "a"}]]
DAMAGED = ["", "{", "undefined"]


def answers(node: str) -> dict[str, list[object]]:
    kept = [*map(json.dumps, [*OBJECTS, *NO_OBJECTS]), *DAMAGED]
    texts = [[10, 10], [10, 11], [MOST_TEXT, MOST_TEXT], [MOST_TEXT, MOST_TEXT + 1]]
    asked = {"numbers": [*NUMBERS], "kept": kept, "texts": texts}
    found: dict[str, list[object]] = in_node(node, SCRIPT, asked)
    return found


def test_a_comma_is_a_decimal_point_but_between_thousands(node: str) -> None:
    assert dict(zip(NUMBERS, answers(node)["numbers"], strict=True)) == NUMBERS


def test_of_what_a_browser_kept_texts_alone_are_read(node: str) -> None:
    """A list, a number or null there would end a figure at every visit."""
    texts = [{k: v for k, v in each.items() if isinstance(v, str)} for each in OBJECTS]
    texts += [{}] * (len(NO_OBJECTS) + len(DAMAGED))
    assert answers(node)["read"] == [[each, each] for each in texts]


def test_a_text_has_a_longest_length_where_it_is_read(node: str) -> None:
    assert answers(node)["lengths"] == [10, 9, MOST_TEXT, 9]
