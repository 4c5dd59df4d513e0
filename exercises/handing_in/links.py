"""Links to machines of the first hour, read as the page reads them (page/exercises/hour/link.js).

A link holds letters, in one of two forms (page/kit/texts.js): base64 of what deflate made, or,
behind a dot, of what an arithmetic coder made (page/kit/packing.js).
"""

import base64
import binascii
import json
import re
import zlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import lru_cache
from pathlib import Path

import taotp.page
from exercises.catalogue import BENCHES
from exercises.handing_in.format import Refused

LINK = re.compile(r"[^\s\"'<>]*#m=[\w.\-]+")
MOST = {"slug": 40, "name": 40, "builder": 40, "text": 20_000, "found": 200}  # letters, as the page
MARK, LONGEST, MOST_UNPACKED = ".", 30_000, 200_000  # bytes
WEIGHTS = (1, 3, 9, 27, 81, 243, 729)  # of what came after the last 0, 1, 2 ... bytes
ONE, BITS = 65536, 0xFFFFFFFF
DAMAGED = "a link is damaged, perhaps because it was cut off"


@dataclass(frozen=True)
class Sent:
    """A machine that somebody sent: which bench it is for, its names, and the text of it."""

    slug: str
    name: str = ""
    builder: str = ""
    text: str = ""
    found: str = ""


def links_in(text: str) -> list[str]:
    """The links to machines that a text has, in their order."""
    return LINK.findall(text)


def sent_in(link: str) -> Sent:
    """The machine of a link; raises Refused, in a sentence, where it brings none."""
    letters = link.partition("#m=")[2]
    try:
        found = json.loads(unpacked(letters))
    except (ValueError, binascii.Error, zlib.error):
        raise Refused(DAMAGED) from None
    if not isinstance(found, dict):
        raise Refused(DAMAGED)
    names = [each.name for each in fields(Sent)]
    texts = {key: found.get(key, "") for key in names}
    for key, value in texts.items():
        if not isinstance(value, str) or len(value) > MOST[key]:
            raise Refused(f"a link has a {key} that is no text of at most {MOST[key]:,} letters")
    if texts["slug"] not in BENCHES:
        raise Refused(f"a link is for {texts['slug']!a}, which is no bench")
    return Sent(**texts)


def unpacked(letters: str) -> str:
    """The text that letters of a link hold; ValueError or zlib.error where they are damaged."""
    own = letters.startswith(MARK)
    body = letters[len(MARK) :] if own else letters
    data = base64.b64decode(body + "=" * (-len(body) % 4), altchars=b"-_", validate=True)
    if own:
        return decoded(data).decode()
    reader = zlib.decompressobj(-zlib.MAX_WBITS)
    found = reader.decompress(data, MOST_UNPACKED)
    if not reader.eof:
        raise ValueError(DAMAGED)
    return found.decode()


# The arithmetic coder


class Foretelling:
    """What foretells the next bit, and is told what it was."""

    def __init__(self) -> None:
        self.counts: defaultdict[int, int] = defaultdict(int)
        self.last: list[int] = []  # bytes, the latest first
        self.begun = 1  # the bits of the next byte that are known, after a 1
        self.place()

    def copy(self) -> "Foretelling":
        """Another one that knows the same."""
        other = Foretelling()
        other.counts, other.last, other.begun = self.counts.copy(), [*self.last], self.begun
        other.place()
        return other

    def place(self) -> None:
        """Find where the counts of the next bit are, after so many bytes each."""
        hashed, self.slots = 0, []
        for order in range(len(WEIGHTS)):
            if order:
                byte = self.last[order - 1] if order <= len(self.last) else 256
                hashed = (hashed ^ (byte + 1)) * 0x2F0B4C47 & BITS
            hashed = (hashed ^ (hashed >> 15)) * 0x2C1B3C6D & BITS
            slot = (hashed ^ (256 * order + self.begun)) * 0x9E3779B1 & BITS
            self.slots.append(2 * (slot >> 10))

    def one(self) -> int:
        """How likely a 1 is, of 65536."""
        ones, both = 2, 4
        for weight, slot in zip(WEIGHTS, self.slots, strict=True):
            zero, one = self.counts[slot], self.counts[slot + 1]
            ones, both = ones + 5 * weight * one, both + 5 * weight * (zero + one)
        return min(ONE - 1, max(1, ONE * ones // both))

    def was(self, bit: int) -> None:
        """Learn a bit."""
        for slot in self.slots:
            self.counts[slot + bit] = min(255, self.counts[slot + bit] + 1)
            if self.counts[slot + 1 - bit] > 2:
                self.counts[slot + 1 - bit] = 1 + (self.counts[slot + 1 - bit] >> 1)
        self.begun = 2 * self.begun + bit
        if self.begun >= 256:
            self.last = [self.begun - 256, *self.last][: len(WEIGHTS) - 1]
            self.begun = 1
        self.place()


@lru_cache(maxsize=1)
def prepared() -> Foretelling:
    """What has counted the text that the form expects, which stands in the page's own script."""
    script = Path(taotp.page.__path__[0], "kit", "packing.js").read_text(encoding="utf-8")
    expected = re.search(r"const EXPECTED = `(.*?)`;", script, re.DOTALL)
    assert expected
    next_bit = Foretelling()
    for byte in expected[1].replace("\\\\", "\\").encode():
        for i in range(7, -1, -1):
            next_bit.was(byte >> i & 1)
    return next_bit


def decoded(data: bytes) -> bytes:
    """The bytes that were written; ValueError where what is read is no such writing."""
    found = bytes(read_bytes(data[2:]))
    check = 0x811C9DC5
    for byte in found:
        check = (check ^ byte) * 0x01000193 & BITS
    if data[:2] != bytes((check >> 16 & 255, check & 255)):
        raise ValueError(DAMAGED)
    return found


def read_bytes(packed: bytes) -> Iterator[int]:
    """Byte for byte, until a 0; ValueError where none comes."""
    next_bit, low, high = prepared().copy(), 0, BITS
    value, at = int.from_bytes(packed[:4].ljust(4, b"\0"), "big"), 4
    for _ in range(LONGEST + 1):
        byte = 0
        for _ in range(8):
            size, one = high - low, next_bit.one()
            middle = low + size // ONE * one + size % ONE * one // ONE
            bit = int(value <= middle)
            low, high = (low, middle) if bit else (middle + 1, high)
            while low >> 24 == high >> 24:
                low, high = low << 8 & BITS, (high << 8 | 255) & BITS
                value = (value << 8 | (packed[at] if at < len(packed) else 0)) & BITS
                at += 1
            next_bit.was(bit)
            byte = 2 * byte + bit
        if not byte:
            return
        if at > len(packed) + 8:
            break
        yield byte
    raise ValueError(DAMAGED)
