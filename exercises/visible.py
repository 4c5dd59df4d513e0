"""Show text that others wrote: nothing in it moves a cursor, ends a line or turns it around."""

from pathlib import Path


def visible(text: str | Path) -> str:
    """Text, or a file's name, on one line: what cannot be printed becomes its number."""
    characters = str(text).encode("utf-8", "backslashreplace").decode()
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in characters)
