"""Read a listing of either level."""

from dataclasses import dataclass
from typing import Literal

from taotp.listing.assembling import read_sentences
from taotp.listing.faults import Misread, error
from taotp.listing.language import LIMITS
from taotp.listing.nested import read_nested
from taotp.listing.stacks import Stacks
from taotp.listing.words import next_word
from taotp_core.program import Program
from taotp_core.stream import Subspace

BYTE_ORDER_MARK = "\ufeff"
LONGEST_TEXT = LIMITS["text"]  # characters, of which the worst are read in a second


@dataclass(frozen=True, eq=False)
class Listing:
    """A program as a text describes it.

    `named` says whether the text names the symbols; their ids are the symbols otherwise. `stacks`
    is what a machine of semes is made of, as its sentences say it.
    """

    program: Program
    named: bool
    level: Literal[1, 2]
    stacks: Stacks | None = None

    @property
    def subspaces(self) -> tuple[Subspace, ...]:
        """The parts of the stream that the text names."""
        return tuple(self.program.model.subspaces)


def read(text: str, name: str = "text") -> Listing:
    """The program that a text describes; `name` stands for the text in errors.

    A byte order mark, with which some editors begin a file, is a space. Raises ListingError, which
    says everything that is wrong, and nothing else.
    """
    spaced = " " + text[1:] if text.startswith(BYTE_ORDER_MARK) else text
    try:
        if len(text) > LONGEST_TEXT:
            raise Misread(
                0, 1, f"the text is longer than {LONGEST_TEXT} characters, the most it may be"
            )
        if level(spaced) == 2:
            program, made, wrongs = read_sentences(spaced)
            if program is None or wrongs:
                raise error(text, name, wrongs)
            return Listing(program, True, 2, made if isinstance(made, Stacks) else None)
    except Misread as wrong:
        raise error(text, name, [wrong]) from None
    program, named, wrongs = read_nested(spaced)
    if program is None or wrongs:
        raise error(text, name, wrongs)
    return Listing(program, named, 1)


def level(text: str) -> Literal[1, 2]:
    """1 where the first word is an opening brace, else 2; Misread where there is none."""
    at = 0
    while True:
        try:
            word = next_word(text, at)
        except Misread:
            return 2
        if word.kind == "end":
            raise Misread(
                0, 0, "the text is empty; begin with a line such as 'symbols a b c', or with {"
            )
        if word.kind != "line":
            return 1 if word.text == "{" else 2
        at = word.end


def read_bytes(data: bytes, name: str = "text") -> Listing:
    """The program that the bytes of a file describe; raises ListingError, as `read` does."""
    try:
        return read(data.decode("utf-8"), name)
    except UnicodeDecodeError as wrong:
        text = data.decode("utf-8", "replace")
        at = len(data[: wrong.start].decode("utf-8"))
        message = f"the byte 0x{data[wrong.start]:02x} is not UTF-8 text; save the file as UTF-8"
        raise error(text, name, [Misread(at, at + 1, message)]) from None
