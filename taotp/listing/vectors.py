"""Vectors and matrices of semes, as sentences say them: 2.1 pig -3.2 wombat, and pig>wombat.

They are checked here, name by name, and kept as terms in the order in which they are said;
`taotp.words.features.Layout` makes weights of what they come to.
"""

from collections import defaultdict
from collections.abc import Iterable
from math import copysign
from typing import NamedTuple

from taotp.listing.expressions import Names, read_number
from taotp.listing.faults import Misread, quoted
from taotp.listing.language import CLAUSES, SEMES
from taotp.listing.sentences import Sentence
from taotp.listing.words import Word
from taotp.words.features import IMPLIED
from taotp_core.stream import Vector

RESERVED: list[str] = SEMES["reserved"]
CLAUSE_NAMES = (*CLAUSES["head"], "write")
Terms = list[tuple[float, str]]  # of a vector: a factor and a name each
Pairs = list[tuple[float, str, str]]  # of a matrix


class Known(NamedTuple):
    """What a vector may name: the semes, and the numbers that have names."""

    semes: dict[str, None]
    numbers: Names


def read_vector(line: Sentence, known: Known, what: str, *, written: bool) -> Terms:
    """Read a vector up to a clause, a `>` or the end; `written` where it is added to a row.

    Raises Misread.
    """
    out: Terms = []
    while not out or goes_on(line):
        factor, wanted = read_factor(line, known, what)
        out.append((factor, read_seme(line, known, wanted, written=written).text))
    return out


def read_matrix(line: Sentence, known: Known, what: str, *, written: bool) -> Pairs:
    """Read a matrix of terms name>name up to a clause or the end; `written` where it moves.

    Raises Misread.
    """
    out: Pairs = []
    while not out or goes_on(line):
        factor, wanted = read_factor(line, known, what)
        left = read_seme(line, known, wanted, written=False)
        if not line.takes(">"):
            raise line.unlike(f"'>' after {quoted(left.text)}, as in {left.text}>NAME")
        right = read_seme(line, known, f"a seme after '{left.text}>'", written=written)
        out.append((factor, left.text, right.text))
    return out


def summed(terms: Terms) -> Vector:
    """What the terms of a vector come to."""
    out: defaultdict[str, float] = defaultdict(float)
    for factor, name in terms:
        out[name] += factor
    return out


def shown(terms: Iterable[tuple[float, str] | tuple[float, str, str]]) -> str:
    """A vector or a matrix as one would write it: det - 2 sg."""
    said = ""
    for factor, *names in terms:
        size = f"{abs(factor):.4g} ".removeprefix("1 ")
        said += f"{' + ' if copysign(1, factor) > 0 else ' - '}{size}{'>'.join(names)}"
    return said.removeprefix(" + ") if said.startswith(" +") else f"-{said[3:]}"


def goes_on(line: Sentence) -> bool:
    """Whether another term comes; a comma before it is read, one before a clause is left."""
    if line.sees(","):
        behind = line.words[line.at + 1]
        if behind.kind == "end" or behind.text in CLAUSE_NAMES:
            return False
        line.next()
        return True
    if line.word.kind in ("number", "string"):
        return True
    if line.word.kind == "name":
        return line.word.text not in CLAUSE_NAMES
    return line.sees("+", "-", "(")


def read_factor(line: Sentence, known: Known, what: str) -> tuple[float, str]:
    """Read the sign and the number before a name: a literal, a name, or one in parentheses.

    Returns it with its sign, and what has to come next; raises Misread.
    """
    start = line.at
    sign = -1.0 if line.takes("-") else 1.0
    if sign > 0:
        line.takes("+")
    factor = 1.0
    if line.word.kind == "number":
        factor = float(line.next().text)
    elif line.word.kind == "name" and line.word.text in known.numbers.numbers:
        factor = known.numbers.numbers[line.next().text]
    elif line.takes("("):
        factor = read_number(line, known.numbers)
        if not line.takes(")"):
            raise line.unlike("')' for the '(' before it")
    else:
        return sign, what if line.at == start else after_last(line)
    line.takes("*")
    return sign * factor, after_last(line)


def after_last(line: Sentence) -> str:
    """What has to come behind the sign or the number that was read last."""
    return f"a seme after {quoted(line.words[line.at - 1].text)}"


def read_seme(line: Sentence, known: Known, what: str, *, written: bool) -> Word:
    """Read the name of a seme, or of what is implied; raises Misread."""
    word = line.name(what)
    if word.text == "one" and written:
        message = "'one' is read from the loud pair, and nothing writes it; write a seme of yours"
        raise Misread(word.start, word.end, message)
    if word.text in known.semes or word.text in IMPLIED:
        return word
    names = [*known.semes, *IMPLIED]
    whole = f"{word.text}_{line.words[line.at + 1].text}" if line.sees("-") else ""
    wrong = known.numbers.unknown(word, "not a seme", names)
    if whole in known.semes:
        wrong.message += f"; '-' takes away, did you mean {quoted(whole)}?"
    raise wrong


def read_new_seme(line: Sentence, known: Known) -> str:
    """Read a name that may be given to a seme; raises Misread."""
    word = line.name("a name for a seme")
    behind = line.words[min(line.at + 1, len(line.words) - 1)]
    if line.sees("-") and line.word.start == word.end:
        message = f"'{word.text}-{behind.text}' is not the name of a seme, as '-' takes away; "
        message += f"it may be {word.text}_{behind.text}"
        raise Misread(word.start, behind.end, message)
    if word.text in RESERVED:
        message = f"{quoted(word.text)} is a word of the language; take another name"
        raise Misread(word.start, word.end, message)
    if "." in word.text:
        message = f"{quoted(word.text)} has a point, which no name of a seme has"
        raise Misread(word.start, word.end, message)
    if word.text in known.numbers.numbers:
        message = f"{quoted(word.text)} has a meaning already; take another name"
        raise Misread(word.start, word.end, message)
    if word.text in known.semes:
        raise Misread(word.start, word.end, f"the seme {quoted(word.text)} is here twice")
    return word.text
