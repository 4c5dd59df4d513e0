"""The line of a bench that a chapter is about, above the weights that it makes."""

from collections.abc import Mapping

from exercises.answer_field import bench_of
from exercises.judging.bench import tried
from taotp.figures.from_words import from_words, made_by
from taotp.figures.pictures import Picture
from taotp.listing import read

Changes = Mapping[str, str]  # what stands in a text, and what is written in its place
TITLE = "Your line, and the weights that it stands for"


def your_line(slug: str, *lines: str, but: str = "", by: Changes | None = None) -> Picture:
    """The lines of a bench with the weights that they make, and how often it is right.

    `by` changes its text into that of a machine that fails somewhere, and `but` says how in
    words; both are asked all that the bench asks. Raises ValueError for a change of what is not in
    the text.

    >>> print(your_line("build-sum", "attend everywhere, read 2 digit, write sum").alt)
    ... # doctest: +NORMALIZE_WHITESPACE
    “read 2 digit” makes W_V, “write sum” W_O. The bench is right on all 100 texts.
    """
    text = bench_of(slug).filled
    said = [*(made_by(text, line) for line in lines), measured(slug, but, by or {})]
    alt = f"{'. '.join(said)}."
    return from_words(text, *lines, title=TITLE, alt=alt)


def measured(slug: str, but: str, by: Changes) -> str:
    """On how many texts a bench is right, as it is and with changes."""
    of = bench_of(slug)
    program = read(of.filled).program
    asked = of.asked(program)
    right = tried(program, asked)[0].inputs
    share = f"all {right:,}" if right == len(asked) else f"{right:,} of {len(asked):,}"
    if not by:
        return f"The bench is right on {share} texts"
    fewer = tried(read(changed(of.filled, by)).program, asked)[0].inputs
    return f"The bench is right on {share} texts, and {but} on {fewer:,}"


def changed(text: str, by: Changes) -> str:
    """A text with other words; raises ValueError for words that it does not have."""
    for words, others in by.items():
        if words not in text:
            raise ValueError(f"{words!r} is not in the text, so nothing can take its place")
        text = text.replace(words, others)
    return text
