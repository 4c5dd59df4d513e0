"""What is wrong with a text, where, and what would be right."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice

from taotp.listing.language import LANGUAGE, LIMITS

MOST = LIMITS["faults"]  # after which a reader gives up
SHOWN = LIMITS["shown"]  # faults that an error shows; of the others it says how many they are
WINDOW = LIMITS["window"]  # characters of a line that are shown
LONGEST_NAME = LIMITS["name"]
COMPARED = LIMITS["compared"]  # names that a misspelled one is compared with
INVISIBLE = {code for first, last in LANGUAGE["invisible"] for code in range(first, last + 1)}


@dataclass(frozen=True)
class Fault:
    """One thing that is wrong: lines and columns count from 1, lengths in characters."""

    line: int
    column: int
    length: int
    message: str


class ListingError(ValueError):
    """A text that is no listing; `faults` says why, and str() shows each in its line."""

    def __init__(self, faults: Iterable[Fault], shown: str) -> None:
        self.faults = tuple(faults)
        super().__init__(shown)


class Misread(Exception):
    """A fault from one offset of the text to another; it never leaves this package."""

    def __init__(self, start: int, end: int, message: str) -> None:
        super().__init__(message)
        self.start = start
        self.end = end
        self.message = message


def located(text: str, wrong: Misread) -> Fault:
    """A fault by line and column; it is at least 1 long and ends with its line."""
    start = min(wrong.start, len(text))
    first = first_of_line(text, start)
    end = min(wrong.end, first + len(line_from(text, first)))
    return Fault(line_of(text, start), start - first + 1, max(1, end - start), wrong.message)


def first_of_line(text: str, offset: int) -> int:
    """The offset at which the line of another offset begins."""
    return text.rfind("\n", 0, offset) + 1


def line_from(text: str, first: int) -> str:
    """The line that begins at an offset, without its end."""
    end = text.find("\n", first)
    return text[first : len(text) if end < 0 else end].removesuffix("\r")


def line_of(text: str, offset: int) -> int:
    """The number of the line that an offset is in."""
    return text.count("\n", 0, offset) + 1


def error(text: str, name: str, wrongs: Iterable[Misread]) -> ListingError:
    """The error for all that was found, in the order of the text, as a compiler shows it."""
    in_order = sorted(wrongs, key=lambda wrong: wrong.start)
    faults = [located(text, wrong) for wrong in in_order]
    shown = [
        in_line(fault, line_from(text, first_of_line(text, min(wrong.start, len(text)))), name)
        for fault, wrong in zip(faults[:SHOWN], in_order[:SHOWN], strict=True)
    ]
    more = len(faults) - SHOWN
    if more > 0:
        least = "at least " if len(faults) >= MOST else ""
        shown.append(f"and {least}{more} more {'fault' if more == 1 else 'faults'}")
    return ListingError(faults, "\n".join(shown))


def in_line(fault: Fault, line: str, name: str) -> str:
    """The place, the sentence, the line or the part of a long one around it, and a caret."""
    left = max(0, min(fault.column - 1 - WINDOW // 2, len(line) - WINDOW))
    before, after = "..." * (left > 0), "..." * (left + WINDOW < len(line))
    caret = len(before) + fault.column - 1 - left
    length = max(1, min(fault.length, WINDOW - (fault.column - 1 - left)))
    return (
        f"{name}:{fault.line}:{fault.column}: {fault.message}\n"
        f"{fault.line:4} | {before}{visible(line[left : left + WINDOW])}{after}\n"
        f"     | {' ' * caret}{'^' * length}"
    )


def unseen(char: str) -> bool:
    """Whether a character cannot be seen, or turns the text around it."""
    return ord(char) in INVISIBLE


def visible(text: str) -> str:
    """The text with a space for each tab and a replacement for what cannot be seen."""
    return "".join(
        " " if char == "\t" else "\N{REPLACEMENT CHARACTER}" if unseen(char) else char
        for char in text
    )


def quoted(text: str) -> str:
    """A piece of the text as messages quote it: in single quotes, shortened."""
    text = visible(text)
    return f"'{text}'" if len(text) <= LONGEST_NAME else f"'{text[:LONGEST_NAME]}...'"


def shown_symbol(symbol: object) -> str:
    """A symbol as messages say it: text in quotes."""
    return quoted(symbol) if isinstance(symbol, str) else str(symbol)


def listed(names: Iterable[str], last: str = "and") -> str:
    """Names as a sentence lists them: "a, b and c"; the middle of many is left out."""
    names = list(names)
    if len(names) > 12:
        names = [*names[:10], "...", names[-1]]
    return ", ".join(names[:-1]) + f" {last} " + names[-1] if len(names) > 1 else "".join(names)


def too_many_of(what: str) -> str:
    """What is said where a listing has more of something than it may have."""
    return f"here the listing exceeds {LIMITS[what]} {what}, the most it may have"


def suggestion(typed: str, names: Iterable[str]) -> str:
    """Ask whether the nearest name was meant, or say nothing where none is near.

    Near is at most one slip in four letters and one more, and less than all of them.
    """
    if len(typed) > LONGEST_NAME:
        return ""
    others = [
        name for name in islice(names, COMPARED) if name != typed and len(name) <= LONGEST_NAME
    ]
    near = [(slips(typed.lower(), name.lower()), name) for name in others]
    least = min((count for count, _ in near), default=len(typed))
    if least > 1 + len(typed) // 4 or least >= len(typed):
        return ""
    return "; did you mean " + quoted(next(name for count, name in near if count == least)) + "?"


def slips(a: str, b: str) -> int:
    """How many letters to add, leave out, change or swap with the next until a is b."""
    above: list[int] = []
    row = list(range(len(b) + 1))
    for i, letter in enumerate(a, 1):
        two_above, above, row = above, row, [i]
        for j, other in enumerate(b, 1):
            cost = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != other))
            if i > 1 and j > 1 and letter == b[j - 2] and a[i - 2] == other:
                cost = min(cost, two_above[j - 2] + 1)
            row.append(cost)
    return row[-1]
