"""Vector drawings by hand: the few elements that they are made of, as text.

Colors that stand for something are the book's; all else takes the color of the text around it.
"""

import unicodedata
from html import escape

SIZE = 13  # of letters, in the pixels of a page
WIDE = 640  # a still, in these
MINUS = "\N{MINUS SIGN}"
LETTER, DIGIT = 0.57, 0.62  # how wide a letter and a digit are in a wide font, of their size
BOLD = 1.1  # how much wider bold letters are
Block = tuple[float, str]  # a part of a still: how high it is, and what is drawn
MARKS = {" ": "\u2423", "\n": "\u21b5", "\t": "\u21e5", "": "\u2205"}


def number(x: float) -> str:
    """A coordinate or a share, to a hundredth."""
    return f"{x:.2f}".rstrip("0").rstrip(".")


def attributes(**named: str | float | None) -> str:
    """Attributes of an element; an underscore stands for a hyphen, and None is left out."""
    pairs = ((name.strip("_").replace("_", "-"), value) for name, value in named.items())
    return "".join(
        f' {name}="{escape(value) if isinstance(value, str) else number(value)}"'
        for name, value in pairs
        if value is not None
    )


def element(tag: str, inside: str = "", **named: str | float | None) -> str:
    """An element with its attributes and with what is inside."""
    start = f"<{tag}{attributes(**named)}"
    return f"{start}>{inside}</{tag}>" if inside else f"{start}/>"


def write(x: float, y: float, text: str, **named: str | float | None) -> str:
    """A line of text that begins at x, or is placed there as `text_anchor` says."""
    return element("text", escape(text), x=x, y=y, fill="currentColor", **named)


def path(d: str, stroke: str = "currentColor", **named: str | float | None) -> str:
    """A line along a path."""
    return element("path", "", d=d, fill="none", stroke=stroke, **named)


def width_of(text: str, size: float = SIZE) -> float:
    """About how wide a text is."""
    return sum(DIGIT if c.isdigit() else LETTER for c in text) * size


def cut(text: str, room: float, size: float = SIZE) -> str:
    """The text, with an ellipsis where it does not fit into so many pixels."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "\u2026", size) > room:
        text = text[:-1]
    return text.rstrip() + "\u2026"


def visible(symbol: object) -> str:
    """A symbol so that it is seen: a space as an open box, what cannot be printed by its name."""
    text = str(symbol)
    if text in MARKS:
        return MARKS[text]
    if text.isalnum():  # a word, of which there may be many
        return text
    return "".join(
        MARKS.get(c, c if c.isprintable() and not is_unseen(c) else escaped(c)) for c in text
    )


def is_unseen(character: str) -> bool:
    """Whether a character prints nothing of its own: a joiner, a mark of direction."""
    return unicodedata.category(character) in ("Cf", "Zs") and character != " "


def escaped(character: str) -> str:
    """A character by its number, as Python writes it."""
    return character.encode("unicode_escape").decode()


def svg(width: float, height: float, inside: str) -> str:
    """The drawing, of so many pixels, which its surroundings name for readers who listen."""
    return element(
        "svg",
        inside,
        aria_hidden="true",
        overflow="visible",
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_size=SIZE,
    )
