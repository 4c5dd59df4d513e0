"""Cut a text into words: numbers, strings, names, marks, and the ends of lines."""

import math
import re
from typing import NamedTuple

from taotp.listing.faults import LONGEST_NAME, Misread, quoted, unseen
from taotp.listing.language import LANGUAGE, LIMITS

LONGEST_NUMBER = LIMITS["digits"]  # characters; the largest number of float64 has 309 digits
NUMBER = r"(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"
# Possessive repeats (*+) keep no places to go back to, which long strings would fill memory with.
WORD = re.compile(
    r"(?P<space>[ \t\r]+|\#[^\n]*)"
    r"|(?P<line>\n[ \t\r\n]*)"
    rf"|(?P<number>{NUMBER})"
    r"|(?P<name>[A-Za-z_][A-Za-z0-9_.]*)"
    r"|(?P<mark>\*\*|//|[-+*/%()\[\]{},:=>])"
    r"""|(?P<string>"[^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+"|'[^'\\\n]*+(?:\\[^\n][^'\\\n]*+)*+')"""
)
GLUED = re.compile(r"[A-Za-z0-9_.]+")
SEME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")  # may be glued to its number: 2pig
ESCAPE = re.compile(r"\\(u[0-9A-Fa-f]{4}|[^\n])")
ESCAPES: dict[str, str] = LANGUAGE["escapes"]
CURLY: str = LANGUAGE["curly"]
LOOK_ALIKES: dict[str, str] = LANGUAGE["lookAlikes"]


class Word(NamedTuple):
    """A piece of the text: what kind of thing it is, and from where to where it goes."""

    kind: str
    text: str
    start: int
    end: int


def next_word(text: str, at: int, *, glued: bool = False) -> Word:
    """The first word from an offset on; spaces and comments are skipped.

    Where `glued`, a name may begin right behind a number, as in 2pig. Raises Misread for what is
    no word. Kinds are number, name, string, mark, line and end.
    """
    while match := WORD.match(text, at):
        if match.lastgroup == "space":
            at = match.end()
            continue
        word = Word(match.lastgroup or "", match[0], match.start(), match.end())
        check(text, word, glued)
        return word
    if at >= len(text):
        return Word("end", "", at, at)
    raise stranger(text, at)


def check(text: str, word: Word, glued: bool) -> None:
    """Raise Misread for a number that runs on into letters, and for too long a number or name."""
    if word.kind == "number":
        behind = GLUED.match(text, word.end)
        if behind and not (glued and SEME.fullmatch(behind[0])):
            raise Misread(word.start, behind.end(), no_number(text[word.start : behind.end()]))
        if len(word.text) > LONGEST_NUMBER:
            message = f"a number of {len(word.text)} characters; at most {LONGEST_NUMBER} are read"
            raise Misread(word.start, word.end, message)
        if not math.isfinite(float(word.text)):
            message = f"{word.text} is too large; the largest number is 1.7976931348623157e308"
            raise Misread(word.start, word.end, message)
    if word.kind == "name" and len(word.text) > LONGEST_NAME:
        message = f"a name of {len(word.text)} characters; it may have {LONGEST_NAME}"
        raise Misread(word.start, word.end, message)


def no_number(typed: str) -> str:
    """Why a piece that begins like a number is none."""
    if "_" in typed:
        return f"{quoted(typed)} is not a number; numbers are written without underscores"
    if typed[1:2] in "xXoObB":
        return f"{quoted(typed)} is not a number; numbers are decimal"
    if typed.count(".") > 1:
        return f"{quoted(typed)} is not a number; it has {typed.count('.')} points"
    if typed[-1:] in "eE":
        return f"{quoted(typed)} is not a number; digits are missing after the {typed[-1]}"
    return f"{quoted(typed)} is not a number; if a name follows a number, put a space between them"


def stranger(text: str, at: int) -> Misread:
    """The fault of a character that begins no word."""
    char = text[at]
    if char in "\"'":
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        message = f"this string is not closed: a {char} is missing before the end of the line"
        if char == "'" and text[at - 1 : at].isalpha():
            message += "; a word with an apostrophe stands in double quotes"
        return Misread(at, end, message)
    code = f"U+{ord(char):04X}"
    if char in CURLY:
        line = text[at : at + 2 * LONGEST_NUMBER].partition("\n")[0]
        end = next((i for i, other in enumerate(line) if i and other in CURLY), 0)
        message = f"{quoted(char)} ({code}) is not a quotation mark here; write \" or '"
        return Misread(at, at + end + 1, message)
    if char in LOOK_ALIKES:
        meant = LOOK_ALIKES[char]
        meant = meant if meant.startswith("a ") else f"'{meant}'"
        return Misread(at, at + 1, f"{quoted(char)} ({code}) has no meaning here; write {meant}")
    if unseen(char):
        return Misread(at, at + 1, f"the character {code} has no meaning here; take it out")
    which = quoted(char) if char.isascii() else f"{quoted(char)} ({code})"
    return Misread(at, at + 1, f"{which} has no meaning here; symbols like this are quoted")


def string_value(word: Word) -> str:
    """What a string says, its escapes replaced; Misread for an escape that is none."""
    inside, out, at = word.text[1:-1], [], 0
    for match in ESCAPE.finditer(inside):
        escape = match[1]
        if escape not in ESCAPES and len(escape) == 1:
            start = word.start + 1 + match.start()
            message = f"'{match[0]}' is not an escape; there are \\\\ \\\" \\' \\n \\t and \\u0041"
            raise Misread(start, start + 2, message)
        out.append(inside[at : match.start()])
        out.append(ESCAPES[escape] if len(escape) == 1 else chr(int(escape[1:], 16)))
        at = match.end()
    said = "".join([*out, inside[at:]])
    for place, char in enumerate(inside):
        if ord(char) < 32:
            start = word.start + 1 + place
            message = f"a string holds the character U+{ord(char):04X}; write it as an escape"
            raise Misread(start, start + 1, message)
    try:
        return said.encode("utf-16", "surrogatepass").decode("utf-16")
    except UnicodeDecodeError:
        message = "this string holds half of a surrogate pair; write both halves, or neither"
        raise Misread(word.start, word.end, message) from None
