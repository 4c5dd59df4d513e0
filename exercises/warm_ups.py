"""Warm-ups: questions at the head of a page of exercises, answered in the page by pressing a line.

Each chapter has three, in `catalogue/CHAPTER/warm_ups.py`. A choice is a line that opens: below it
stands whether it is right, and why. So they need no script, and a notebook has them as well.
"""

import html
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

RIGHT, WRONG = "✓", "✗"


@dataclass(frozen=True)
class WarmUp:
    """A question, its choices with what is said of each, and which one is right.

    Markdown, all of it. `computed` finds the right choice with the library, whose `str` must be
    `right`: the tests ask it, pages do not.
    """

    question: str
    choices: Mapping[str, str]
    right: str
    computed: Callable[[], object] = field(repr=False)

    def markdown(self, name: str) -> str:
        """The question and a line for each choice, of which one at a time is open."""
        return "\n\n".join(
            [
                flowing(self.question),
                *(self.choice(name, shown, said) for shown, said in self.choices.items()),
            ]
        )

    def choice(self, name: str, shown: str, said: str) -> str:
        """A choice as a line that opens."""
        summary = f"<summary>{inline(shown)}</summary>"
        verdict = f"{self.verdict(shown)} {flowing(said)}"
        return f'<details name="{name}">{summary}\n\n{verdict}\n\n</details>'

    def verdict(self, shown: str) -> str:
        """Whether a choice is right; a word tells what the sign does, for those who hear it."""
        return f"{RIGHT} *Right.*" if shown == self.right else f"{WRONG} *No.*"


def warm_ups_of(chapter: str) -> tuple[WarmUp, ...]:
    """The warm-ups of the chapter with that page."""
    found: tuple[WarmUp, ...] = import_module(f"exercises.catalogue.{chapter}.warm_ups").WARM_UPS
    return found


def flowing(text: str) -> str:
    """A text of several lines as one paragraph."""
    return " ".join(text.split())


def inline(markdown: str) -> str:
    """Code and emphasis as HTML: a line that opens is no Markdown.

    >>> inline("the *last* of `a < b`")
    'the <em>last</em> of <code>a &lt; b</code>'
    """
    text = re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(markdown, quote=False))
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)
