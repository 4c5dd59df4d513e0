"""Arithmetic of numbers, and of parts of the stream, which weights are made of.

A place is a matrix by which x @ matrix is what the stream x holds there; places can be added to
each other and multiplied by numbers, as weights are linear.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from taotp.listing.faults import Misread, listed, quoted, suggestion
from taotp.listing.language import LANGUAGE, LIMITS
from taotp.listing.literal import MOST_NUMBERS, too_many
from taotp.listing.sentences import Sentence
from taotp.listing.words import Word
from taotp_core.arrays import Array
from taotp_core.encodings import EAST, NORTH, turn
from taotp_core.stream import Subspace, read

DEEPEST = LIMITS["depth"]
MOST_STEPS = LIMITS["steps"]
RESERVED: list[str] = LANGUAGE["reserved"]
NAMES: list[str] = LANGUAGE["names"]  # words of the language that may name something as well
FUNCTIONS: dict[str, Callable[[float], float]] = {
    name: abs if name == "abs" else getattr(math, name) for name in LANGUAGE["functions"]
}
DIRECTIONS = {"north": NORTH, "east": EAST}
ARITHMETIC: dict[str, Callable[[float, float], float]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a / b,
    "//": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "**": math.pow,
}


@dataclass(frozen=True)
class Columns:
    """What is read from the stream: x @ matrix + constant, [d_model, n] and [n]."""

    matrix: Array
    constant: Array


Value = float | Columns
NO_FORMULA = "not a number; here stands one, such as 1, or a formula in i, the row's number"
Circle = tuple[int, tuple[int, ...]]


@dataclass
class Names:
    """What names stand for.

    `row` is a row of the stream where one is being written: a place is then the number it holds.
    `unlaid` says that a sentence about rows has a fault, so that circles may be missing.
    """

    numbers: dict[str, float] = field(default_factory=dict)
    places: dict[str, Subspace] = field(default_factory=dict)
    circles: dict[Subspace, Circle] = field(default_factory=dict)
    row: Array | None = None
    unlaid: bool = False
    spent: int = 0
    steps: int = 0

    def place(self, word: Word) -> Subspace:
        """The place that a word names; raises Misread."""
        if word.text in self.places:
            return self.places[word.text]
        whole, _, number = word.text.rpartition(".")
        if whole in self.places and number.isdigit():
            subspace = self.places[whole]
            if f"{whole}.1" not in self.places and 1 <= int(number) <= len(subspace):
                start = subspace.start + int(number) - 1
                return Subspace(word.text, start, 1, subspace.d_model)
            if f"{whole}.1" not in self.places:
                message = f"{whole} has size {len(subspace)}; there is no {word.text}"
                raise Misread(word.start, word.end, message)
        raise self.unknown(word, "not a part of the stream", list(self.places))

    def may_mean(self, word: Word) -> bool:
        """Whether a word can be a name here: of something, if the language has it as well."""
        if word.text in NAMES:
            return word.text in self.numbers or word.text in self.places
        return word.kind == "name" and word.text not in RESERVED

    def unknown(self, word: Word, what: str, known: list[str]) -> Misread:
        """The fault of a name that is not known."""
        known = [name for name in known if name != "stream"]
        has = f"; there are {listed(known)}" if len(known) > 1 else ""
        has = f"; there is {known[0]}" if len(known) == 1 else has
        message = f"{quoted(word.text)} is {what}{has}{suggestion(word.text, known)}"
        return Misread(word.start, word.end, message)

    def spend(self, numbers: float, start: int, end: int) -> None:
        """Count numbers before they are made; raises Misread where they are too many."""
        self.spent += int(min(numbers, MOST_NUMBERS + 1))
        if self.spent > MOST_NUMBERS:
            raise too_many(start, end)

    def new(self, word: Word) -> str:
        """A name that may be given to something; raises Misread."""
        if word.text in (*RESERVED, *FUNCTIONS, *DIRECTIONS):
            message = f"{quoted(word.text)} is a word of the language; take another name"
            raise Misread(word.start, word.end, message)
        if "." in word.text:
            message = f"{quoted(word.text)} has a point, which names have that belong to a part"
            raise Misread(word.start, word.end, message)
        if word.text in self.numbers or word.text in self.places:
            message = f"{quoted(word.text)} has a meaning already; take another name"
            raise Misread(word.start, word.end, message)
        return word.text


def missing(names: Names, word: Word, message: str) -> Misread:
    """The fault that a circle is missing, which says nothing where another fault may be why."""
    return Misread(word.start, word.end, "" if names.unlaid else message)


def read_number(sentence: Sentence, names: Names, what: str = "a number") -> float:
    """Read an expression that is a number; raises Misread."""
    start = sentence.word
    value = read_sum(sentence, names, what)
    if isinstance(value, Columns):
        message = f"expected {what}, found {quoted(start.text)}, a part of the stream"
        raise Misread(start.start, start.end, message)
    return value


def read_whole(
    sentence: Sentence, names: Names, what: str, least: int, most: float = math.inf
) -> int:
    """Read an expression that is a whole number within limits; raises Misread."""
    start = sentence.word
    value = read_number(sentence, names, what)
    if not (value.is_integer() and least <= value <= most):
        limits = f"{least} or more" if most == math.inf else f"from {least} to {most}"
        end = sentence.words[sentence.at - 1].end
        raise Misread(start.start, end, f"{what} must be a whole number, {limits}")
    return int(value)


def read_plain(
    sentence: Sentence, names: Names, what: str, least: int, most: float = math.inf
) -> int:
    """Read a whole number within limits: a literal, a name, or an expression in parentheses."""
    start = sentence.word
    negative = sentence.takes("-")
    if sentence.word.kind == "number":
        value: Value = float(sentence.next().text)
    elif sentence.word.kind == "name" or sentence.sees("("):
        value = read_atom(sentence, names, what, 0)
    else:
        raise sentence.unlike(what)
    if (
        not isinstance(value, float)
        or not value.is_integer()
        or negative
        or not least <= value <= most
    ):
        limits = f"{least} or more" if most == math.inf else f"from {least} to {most}"
        end = sentence.words[sentence.at - 1].end
        raise Misread(start.start, end, f"{what} must be a whole number, {limits}")
    return int(value)


def read_columns(sentence: Sentence, names: Names, what: str) -> Columns:
    """Read an expression of places, or several side by side, joined by `and`; raises Misread."""
    out = []
    while True:
        start = sentence.word
        value = read_sum(sentence, names, what)
        if isinstance(value, float):
            message = f"expected {what}, found a number without one"
            raise Misread(start.start, sentence.words[sentence.at - 1].end, message)
        out.append(value)
        if not sentence.takes("and"):
            break
    return Columns(
        np.concatenate([each.matrix for each in out], axis=1),
        np.concatenate([each.constant for each in out]),
    )


def read_weights(sentence: Sentence, names: Names, what: str) -> Array:
    """Read columns without constants: [d_model, n]; raises Misread."""
    start = sentence.word
    found = read_columns(sentence, names, what)
    if found.constant.any():
        message = "a number is added here; only what is asked, sought or read may have one"
        raise Misread(start.start, sentence.words[sentence.at - 1].end, message)
    return found.matrix


def read_sum(sentence: Sentence, names: Names, what: str, depth: int = 0) -> Value:
    """Read a sum."""
    value = read_product(sentence, names, what, depth)
    while sentence.sees("+", "-"):
        mark = sentence.next()
        value = combine(mark, value, read_product(sentence, names, what, depth))
    return value


def read_product(sentence: Sentence, names: Names, what: str, depth: int) -> Value:
    """Read a product."""
    value = read_signed(sentence, names, what, depth)
    while sentence.sees("*", "/", "//", "%"):
        mark = sentence.next()
        value = combine(mark, value, read_signed(sentence, names, what, depth))
    return value


def read_signed(sentence: Sentence, names: Names, what: str, depth: int) -> Value:
    """Read a power with signs before it."""
    sign = 1.0
    while sentence.sees("+", "-"):
        sign = -sign if sentence.next().text == "-" else sign
    value = read_power(sentence, names, what, depth)
    if sign > 0:
        return value
    return -value if isinstance(value, float) else Columns(-value.matrix, -value.constant)


def read_power(sentence: Sentence, names: Names, what: str, depth: int) -> Value:
    """Read an atom, or a power of one."""
    value = read_atom(sentence, names, what, depth)
    if sentence.sees("**"):
        mark = sentence.next()
        check_depth(mark, depth)
        value = combine(mark, value, read_signed(sentence, names, what, depth + 1))
    return value


def check_depth(word: Word, depth: int) -> None:
    """Raise Misread for an expression that is nested too deep."""
    if depth == DEEPEST:
        message = f"this expression is nested more than {DEEPEST} deep; give a part of it a name"
        raise Misread(word.start, word.end, message)


def read_atom(sentence: Sentence, names: Names, what: str, depth: int) -> Value:
    """Read a number, a name, a function of an expression, or an expression in parentheses."""
    names.steps += 1
    word = sentence.word
    if names.steps > MOST_STEPS:
        message = f"here the listing takes more than {MOST_STEPS} steps to work out"
        raise Misread(word.start, word.end, message)
    if word.kind == "number":
        value = float(sentence.next().text)
        if names.may_mean(sentence.word) or sentence.sees("stream"):
            mark = Word("mark", "*", word.start, sentence.word.end)
            return combine(mark, value, read_named(sentence, names, depth))
        return value
    if names.may_mean(word) or sentence.sees("pi", "i", "stream"):
        return read_named(sentence, names, depth)
    if sentence.takes("("):
        check_depth(word, depth)
        inside = read_sum(sentence, names, what, depth + 1)
        if not sentence.takes(")"):
            raise sentence.unlike("')' for the '(' before it")
        return inside
    raise sentence.unlike(what)


def read_named(sentence: Sentence, names: Names, depth: int) -> Value:
    """Read what begins with a name: a number, a place, or a function of something."""
    word = sentence.next()
    if word.text in FUNCTIONS or word.text in DIRECTIONS:
        sentence.needs("(", f"'{word.text}'")
        check_depth(word, depth)
        inside = read_sum(sentence, names, "a number", depth + 1)
        if not sentence.takes(")"):
            raise sentence.unlike(f"')' for the '(' of {word.text}")
        return apply(word, inside)
    if sentence.sees("("):
        known = [*FUNCTIONS, *DIRECTIONS]
        message = f"{quoted(word.text)} is not a function; there are {listed(known)}"
        raise Misread(word.start, word.end, message + suggestion(word.text, known))
    if word.text == "pi":
        return math.pi
    if word.text in names.numbers:
        return names.numbers[word.text]
    if word.text == "i":
        message = "'i' is the number of a symbol or position, and has a meaning only in its row"
        raise Misread(word.start, word.end, message)
    if not names.places:
        raise names.unknown(word, "not a number, nor the name of one", list(names.numbers))
    if word.text.split(".")[0] not in names.places:
        if "i" in names.numbers:
            numbers = [name for name in names.numbers if name != "i"]
            raise names.unknown(word, NO_FORMULA, numbers)
        known = [*names.numbers, *names.places]
        raise names.unknown(word, "neither a number nor a part of the stream", known)
    place = names.place(word)
    if names.row is not None:
        if len(place) > 1:
            message = f"{word.text} has size {len(place)}; one number is needed, as {word.text}.1"
            raise Misread(word.start, word.end, message)
        return float(names.row[place.start])
    names.spend(place.d_model * len(place), word.start, word.end)
    matrix = read(place)
    mark = sentence.word
    if sentence.sees("turned"):
        matrix = matrix @ read_turned(sentence, names, place, depth)
    return all_finite(mark, Columns(matrix, np.zeros(len(place))))


def read_turned(sentence: Sentence, names: Names, place: Subspace, depth: int) -> Array:
    """Read `turned K` or `turned K of N`: a rotation of the circles that a place holds."""
    word = sentence.next()
    steps = read_signed(sentence, names, "a number of steps", depth)
    if sentence.takes("of"):
        n = read_plain(sentence, names, "the number of points", 1, MOST_NUMBERS)
        paces = (1,) * (len(place) // 3)
    elif place in names.circles:
        n, paces = names.circles[place]
    else:
        message = f"{place.name} holds no circle, so say how many points it has: turned 1 of 10"
        raise missing(names, word, message)
    if not isinstance(steps, float):
        raise Misread(word.start, word.end, "'turned' needs a number of steps")
    if len(place) != 3 * len(paces) or not paces:
        message = f"{place.name} has size {len(place)}; circles need 3 for each"
        raise Misread(word.start, word.end, message)
    return turn(steps, n, paces)


def apply(word: Word, value: Value) -> Value:
    """A function of a value; raises Misread where it has none."""
    if word.text in DIRECTIONS:
        if isinstance(value, Columns) and value.matrix.shape[1] == 3:
            direction = DIRECTIONS[word.text][:, None]
            return Columns(value.matrix @ direction, value.constant @ direction)
        raise Misread(word.start, word.end, f"{word.text} is a direction of a part of size 3")
    if isinstance(value, Columns):
        message = f"{word.text} of a part is not a weight; weights are linear"
        raise Misread(word.start, word.end, message)
    return finite(word, lambda: FUNCTIONS[word.text](value))


def combine(mark: Word, a: Value, b: Value) -> Value:
    """Two values with a mark between; raises Misread where that means nothing."""
    if isinstance(a, float) and isinstance(b, float):
        if mark.text in ("/", "//", "%") and b == 0:
            raise Misread(mark.start, mark.end, "this divides by zero")
        return finite(mark, lambda: ARITHMETIC[mark.text](a, b))
    if mark.text in ("+", "-"):
        sign = 1.0 if mark.text == "+" else -1.0
        return add(mark, a, b, sign)
    if mark.text == "*" and isinstance(a, float) and isinstance(b, Columns):
        return scale(mark, b, a)
    if mark.text in ("*", "/") and isinstance(a, Columns) and isinstance(b, float):
        if mark.text == "/" and b == 0:
            raise Misread(mark.start, mark.end, "this divides by zero")
        return scale(mark, a, b)
    message = f"'{mark.text}' with a part of the stream is not a weight; a part may be multiplied"
    raise Misread(mark.start, mark.end, message + " or divided by a number")


def scale(mark: Word, value: Columns, factor: float) -> Columns:
    """A place times a number, or divided by it where the mark is a slash."""
    if mark.text == "/":
        return all_finite(mark, Columns(value.matrix / factor, value.constant / factor))
    return all_finite(mark, Columns(factor * value.matrix, factor * value.constant))


def add(mark: Word, a: Value, b: Value, sign: float) -> Columns:
    """The sum of two places, or of a place and a constant."""
    if isinstance(a, Columns) and isinstance(b, Columns) and len(a.constant) != len(b.constant):
        sizes = f"{len(a.constant)} and {len(b.constant)}"
        message = f"the two sides of '{mark.text}' have sizes {sizes}; they must be equal"
        raise Misread(mark.start, mark.end, message)
    left = a if isinstance(a, Columns) else Columns(np.zeros((1, 1)), np.array([a]))
    right = b if isinstance(b, Columns) else Columns(np.zeros((1, 1)), np.array([b]))
    matrix, constant = left.matrix + sign * right.matrix, left.constant + sign * right.constant
    return all_finite(mark, Columns(matrix, constant))


def all_finite(mark: Word, value: Columns) -> Columns:
    """The same columns; Misread where a number in them is infinite."""
    if np.isfinite(value.matrix).all() and np.isfinite(value.constant).all():
        return value
    raise Misread(mark.start, mark.end, "a weight becomes too large here")


def finite(word: Word, result: Callable[[], float]) -> float:
    """The result of a calculation; raises Misread where it is no finite number."""
    try:
        value = float(result())
    except (ValueError, OverflowError):
        value = math.nan
    if not math.isfinite(value):
        message = f"what comes out of '{word.text}' here is not a finite number"
        raise Misread(word.start, word.end, message)
    return value
