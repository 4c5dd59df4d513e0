"""Read nested lists, objects, numbers and strings: what level one is written in.

A list of numbers alone is kept as an array without the place of each; where a fault needs one,
`element` finds it by reading the list again.
"""

import math
import re
from array import array
from dataclasses import dataclass, field

from taotp.listing.faults import MOST, Misread, line_of, quoted
from taotp.listing.language import LANGUAGE, LIMITS
from taotp.listing.words import LOOK_ALIKES, NUMBER, Word, next_word, string_value

DEEPEST = LIMITS["depth"]
MOST_NUMBERS = LIMITS["numbers"]
MOST_NODES = LIMITS["nodes"]  # lists, objects, keys, strings, and numbers among them
MOST_SKIPPED = LIMITS["skipped"]  # words after the first fault; what comes later is not read
RUN = re.compile(rf"(?:[-+]?{NUMBER}[ \t\r\n]*,[ \t\r\n]*){{1,1000}}")
CONSTANTS: dict[str, bool | None] = LANGUAGE["constants"]
NO_NUMBERS: list[str] = LANGUAGE["noNumbers"]
CLOSER = {"[": "]", "{": "}"}


@dataclass(slots=True)
class Node:
    """A piece of the text, from where to where it goes."""

    start: int
    end: int


@dataclass(slots=True)
class Number(Node):
    """A number."""

    value: float


@dataclass(slots=True)
class String(Node):
    """A string."""

    value: str


@dataclass(slots=True)
class Constant(Node):
    """null, true or false."""

    value: bool | None


@dataclass(slots=True)
class List(Node):
    """A list: `numbers` where it holds nothing else, `items` otherwise."""

    numbers: "array[float]" = field(default_factory=lambda: array("d"))
    items: list[Node] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.items) or len(self.numbers)


@dataclass(slots=True)
class Entry:
    """One key of an object, where it stands, and what it is given."""

    key: str
    start: int
    end: int
    value: Node


@dataclass(slots=True)
class Object(Node):
    """Keys and what they are given."""

    entries: list[Entry] = field(default_factory=list)


class Literal:
    """Reads one value; `wrongs` gathers what is wrong with it.

    After a fault it goes on at the next comma or bracket.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.wrongs: list[Misread] = []
        self.numbers = 0
        self.nodes = 0
        self.at = 0
        self.word = Word("end", "", 0, 0)
        self.open: list[Word] = []
        self.ended = False
        self.skipped = 0

    def read(self) -> Node | None:
        """The value that the whole text is, None where a fault ends the reading."""
        try:
            self.step()
            node = self.value()
            if self.word.kind != "end" and not self.wrongs:
                self.fault(f"expected nothing after the last '}}', {self.found()}")
            return node
        except Misread as wrong:
            if wrong not in self.wrongs:
                self.wrongs.append(wrong)
            return None

    def fault(self, message: str) -> None:
        """Note a fault at the present word."""
        self.note(Misread(self.word.start, self.word.end, message))

    def note(self, wrong: Misread) -> None:
        """Keep a fault, one for each place; raises the last where there are too many."""
        if all(wrong.start != other.start for other in self.wrongs):
            self.wrongs.append(wrong)
        if len(self.wrongs) >= MOST:
            raise wrong

    def found(self) -> str:
        """The present word, as a message says it."""
        return "but the text ends" if self.word.kind == "end" else f"found {quoted(self.word.text)}"

    def step(self) -> None:
        """Go to the next word; what is none is noted, and taken for the mark that it looks like."""
        self.skipped += bool(self.wrongs)
        if self.skipped > MOST_SKIPPED:
            raise self.wrongs[-1]
        while True:
            try:
                self.word = next_word(self.text, self.at)
            except Misread as wrong:
                self.note(wrong)
                text = LOOK_ALIKES.get(self.text[wrong.start], "")
                kind = "mark" if text in (",", "-") else "bad"
                self.word = Word(kind, text, wrong.start, wrong.end)
            self.at = self.word.end
            if self.word.kind != "line":
                return

    def sees(self, *marks: str) -> bool:
        """Whether the present word is one of these marks."""
        return self.word.kind == "mark" and self.word.text in marks

    def value(self) -> Node:
        """The value that begins at the present word."""
        word = self.word
        if word.kind != "number":
            self.grow()
        if self.sees("[", "{"):
            if len(self.open) == DEEPEST:
                message = f"brackets are nested {DEEPEST + 1} deep; a listing needs at most 7"
                raise Misread(word.start, word.end, message)
            self.open.append(word)
            node = self.list() if word.text == "[" else self.object()
            self.open.pop()
            return node
        if word.kind == "number" or self.sees("-", "+"):
            return self.number()
        if word.kind == "string":
            said = self.string()
            self.step()
            return String(word.start, word.end, said)
        if word.kind == "name" and word.text in CONSTANTS:
            self.step()
            return Constant(word.start, word.end, CONSTANTS[word.text])
        return self.hole()

    def grow(self) -> None:
        """Count a list, an object, a key or a string; raises Misread where they are too many."""
        self.nodes += 1
        if self.nodes > MOST_NODES:
            message = f"here the listing exceeds {MOST_NODES} lists, keys and strings, the most"
            raise Misread(self.word.start, self.word.end, f"{message} it may have")

    def hole(self) -> Node:
        """Stand in for a value that is none; the words up to a comma or bracket are skipped."""
        word = self.word
        if word.kind == "bad":
            self.step()
        elif self.sees("("):
            self.fault("found '('; a list is written in square brackets")
        elif word.text.lower() in NO_NUMBERS:
            self.fault(f"found {quoted(word.text)}; weights must be finite numbers")
        elif word.kind == "name":
            self.fault(
                f"found {quoted(word.text)}; a value is a number, a string in quotes, a list, "
                "an object, null, true or false"
            )
        else:
            self.fault(f"a value is missing: expected a number, a string, [ or {{, {self.found()}")
        while self.word.kind != "end" and not self.sees("[", "]", "{", "}", ","):
            self.step()
        return Constant(word.start, word.end, None)

    def string(self) -> str:
        """What the present string says."""
        try:
            return string_value(self.word)
        except Misread as wrong:
            self.note(wrong)
            return ""

    def number(self) -> Node:
        """A number with its sign."""
        first = self.word
        if first.kind == "mark":
            self.step()
        if self.word.kind != "number":
            if self.word.text.lower() not in NO_NUMBERS and self.word.kind != "bad":
                self.fault(f"expected a number after '{first.text}', {self.found()}")
            return self.hole()
        value = float(self.word.text)
        node = Number(first.start, self.word.end, -value if first.text == "-" else value)
        self.count(1)
        self.step()
        return node

    def count(self, more: int) -> None:
        """Count numbers, and raise Misread where they are too many."""
        self.numbers += more
        if self.numbers > MOST_NUMBERS:
            raise too_many(self.word.start, self.word.end)

    def list(self) -> List:
        """A list, from its opening bracket on."""
        node = List(self.word.start, self.word.end)
        self.step()
        while not self.closed(node, "]"):
            if not node.items and self.run(node.numbers):
                continue
            element = self.value()
            if isinstance(element, Number) and not node.items:
                node.numbers.append(element.value)
            else:
                self.nodes += len(node.numbers) + isinstance(element, Number)
                node.items += [Number(node.start, node.start + 1, x) for x in node.numbers]
                node.items.append(element)
                del node.numbers[:]
            self.comma("]")
        return node

    def run(self, numbers: "array[float]") -> bool:
        """Take numbers with commas behind them at once, which saves time; False for none."""
        match = RUN.match(self.text, self.word.start)
        if match is None:
            return False
        values = array("d", map(float, match[0].split(",")[:-1]))
        if not all(map(math.isfinite, values)):
            return False
        self.count(len(values))
        numbers.extend(values)
        self.at = match.end()
        self.step()
        return True

    def object(self) -> Object:
        """An object, from its opening bracket on."""
        node = Object(self.word.start, self.word.end)
        self.step()
        while not self.closed(node, "}"):
            key = self.word
            self.grow()
            if key.kind in ("string", "name"):
                name = self.string() if key.kind == "string" else key.text
                if key.kind == "name":
                    self.fault(f'keys are quoted: write "{key.text}"')
                self.step()
                self.colon(name)
                node.entries.append(Entry(name, key.start, key.end, self.value()))
            else:
                if key.kind != "bad":
                    self.fault(f"expected a key in quotes, {self.found()}")
                self.value()
                if self.sees(":"):
                    self.step()
                    self.value()
            self.comma("}")
        return node

    def colon(self, key: str) -> None:
        """Go past the colon after a key, or past an equals sign, which is a fault."""
        if not self.sees(":"):
            self.fault(f"expected ':' after the key {quoted(key)}, {self.found()}")
        if self.sees(":", "="):
            self.step()

    def comma(self, closer: str) -> None:
        """Go past the comma between two elements; where it is missing is a fault."""
        while self.word.kind == "bad" or (self.sees(")") and self.wrongs):
            self.step()
        if self.sees(","):
            self.step()
        elif not self.sees("]", "}") and self.word.kind != "end":
            hint = "is a comma missing before it?"
            if self.sees("*", "/", "**", "//", "%"):
                hint = "numbers are written out here, without arithmetic"
            elif self.sees(":") and closer == "]":
                hint = f"is the '[' of line {line_of(self.text, self.open[-1].start)} not closed?"
            self.fault(f"expected ',' or '{closer}', {self.found()}; {hint}")

    def closed(self, node: List | Object, closer: str) -> bool:
        """Whether a bracket ends here, by its own closer or because another cannot wait."""
        opener = self.open[-1]
        if self.sees(closer):
            node.end = self.word.end
            self.step()
            return True
        if self.word.kind == "end":
            if not self.ended:
                self.ended = True
                self.note(
                    Misread(opener.start, opener.end, f"this '{opener.text}' is never closed")
                )
            return True
        if not self.sees("]", "}"):
            return False
        line = line_of(self.text, opener.start)
        self.fault(f"expected '{closer}' for the '{opener.text}' of line {line}, {self.found()}")
        if any(CLOSER[other.text] == self.word.text for other in self.open):
            return True
        self.step()
        return False


def too_many(start: int, end: int) -> Misread:
    """The fault of a listing with too many numbers."""
    return Misread(
        start, end, f"here the listing exceeds {MOST_NUMBERS} numbers, the most it may have"
    )


def element(text: str, node: List, index: int) -> tuple[int, int]:
    """From where to where an element of a list goes; of a list in it, only its bracket."""
    if node.items and not isinstance(node.items[index], Number):
        item = node.items[index]
        return item.start, item.start + 1 if isinstance(item, List | Object) else item.end
    word, inside = next_word(text, node.start + 1), 0
    while index or word.kind == "line":
        inside += (word.text in CLOSER) - (word.text in CLOSER.values())
        index -= word.text == "," and not inside
        word = next_word(text, word.end)
    signed = word.text in ("-", "+")
    return word.start, next_word(text, word.end).end if signed else word.end
