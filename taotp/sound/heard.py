"""What a program says that hears: words, or keys, and no text that could be typed to it."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True)
class Heard:
    """The names of what is heard, and what stands between them where several are said.

    A program with them takes sounds: no text has a symbol.
    """

    tokens: tuple[str, ...]
    joint: str = " "

    def encode(self, text: str) -> list[str]:
        """Nothing: raises ValueError, which says what to give instead of a text."""
        raise ValueError(
            f"{text!r} is a text; this program hears sounds, samples at 8,000 a second"
        )

    def join(self, names: Iterable[object]) -> str:
        """What was heard, as a text."""
        return self.joint.join(map(str, names))

    def knows(self, text: str) -> bool:
        """No text is a sound."""
        return False
