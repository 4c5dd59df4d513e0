"""What somebody gets for an exercise, and the file in which such credits are carried about.

Three kinds are told apart: verified by machine, reviewed by a person, or the solver's own word.

{"format": 1, "author": "Ada", "progress": {"repeat-last": "verified"}}
"""

import json
from collections.abc import Mapping

from exercises.handing_in.format import Refused, decoded, read_author, read_object

SIGNS = {"tried": "✗", "self": "○", "reviewed": "◐", "verified": "✓"}  # from less to more
ORDER = ("new", *SIGNS)
FORMAT = 1


def more(one: str, other: str) -> str:
    """The greater of two credits."""
    return max(one, other, key=ORDER.index)


def carried(whose: str, credits: Mapping[str, str]) -> bytes:
    """The bytes of a file that holds somebody's credits, by the slugs of exercises."""
    named = {"author": whose} if whose else {}
    whole = {"format": FORMAT, **named, "progress": dict(credits)}
    return (json.dumps(whole, indent=1, ensure_ascii=False) + "\n").encode()


def taken(data: bytes) -> tuple[str, dict[str, str]]:
    """The author, "" where none is named, and the credits of such a file; else Refused."""
    top = read_object(decoded(data), "the file", ("format", "progress"), ("author",))
    if type(top["format"]) is not int or top["format"] != FORMAT:
        raise Refused(f"format is {top['format']!r:.20}; this is for format {FORMAT}")
    found = top["progress"]
    if type(found) is not dict:
        raise Refused("progress is not an object; it must name exercises")
    for slug, credit in found.items():
        if type(credit) is not str or credit not in SIGNS:
            raise Refused(f"progress of {slug!a:.40} is none of {', '.join(SIGNS)}")
    return read_author(top["author"]) if top.get("author") else "", found
