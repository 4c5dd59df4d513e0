"""Habits of the prose that tire a reader, counted page by page.

python -m tools.english              a table: a row for each page, a column for each habit
python -m tools.english PAGE ...     every sentence of these pages that has a habit
python -m tools.english --lower      write what is counted into book/english.yml, where it is less
python -m tools.english --rates [PAGE ...]   how often words that join sentences occur

`book/english.yml` has, for each page, how many such sentences it may have at most. It only gets
smaller: a page that is not there may have none. Words of lab notes, which stand folded, are not
counted among those of a page; their habits are. Rates are a mirror and no gate: a page that reads
well may be off any of them.
"""

import argparse
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import nbformat
import yaml

from tools.folding import heads_lab_notes
from tools.markdown import pages
from tools.notebook_style import FENCED, NOT_PROSE, WORD, is_unseen
from tools.numbers import words_for_pictures

BOOK = Path(__file__).resolve().parent.parent / "book"
CEILINGS = BOOK / "english.yml"
NOT_OURS = {"licenses", "references"}  # texts and titles of others
HEAD = """\
# For each page, how many sentences may have a habit that tools/english.py counts. Lower it after
# mending (python -m tools.english --lower), never raise it. A page that is not here may have none.
"""

ANCHOR = re.compile(r'<(a|div) id="[^"]*"></\1>')  # where old addresses lead
LINK = re.compile(r"!?\[([^\]\n]*)\]\([^)\n]*\)")
MARK = re.compile(r"^\s*(?:[-*>]|\d+\.|#+)\s+|[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}", re.MULTILINE)
BLOCK = re.compile(r"\n\s*\n|\n(?=\s*(?:[-*>|#]|\d+\.)\s?)|(?<=:)\n|(?<=\|)(?=[^\n|]+\|)")
END = re.compile(r"(?<=[.!?])[)”\"*]*\s+(?=[(“\"*]*[A-Z0-9`$])|(?<=:)\s+(?=[A-Z][a-z])")


@dataclass(frozen=True)
class Habit:
    """What one habit is called, and how a sentence that has it is told."""

    name: str
    pattern: re.Pattern[str]

    def is_in(self, sentence: str) -> bool:
        """Whether a sentence has it."""
        return bool(self.pattern.search(sentence))


def habit(name: str, *patterns: str) -> Habit:
    """A habit that shows in any of some patterns, each with its own sense of capitals."""
    return Habit(name, re.compile("|".join(f"(?:{each})" for each in patterns)))


HABITS = (
    habit(
        "no subject",
        r"\b(?:[Nn]obody|[Ww]h(?:o|at|ich|om)ever|[Tt]o who)\b",
        r"^What (?!about\b|if\b|comes next\b|it costs\b)[^?]*[.:!]$",  # no question, no title
        r"\bIt is what\b",
    ),
    habit("which", r"\b(?:[Oo]f|[Ii]n|[Bb]y|[Tt]o) which\b[^?]*$", r"^Which (?:is|was)\b[^?]*$"),
    habit(
        "inversion",
        r"\b[Ss]o (?:many|few)\b(?!.*\bthat\b)",  # "so many that" is plain
        r"^(?:Above|Behind|Below|Beside|Between|Under)\b[^,?]{0,40}? (?:stands?|lies?|comes?)\b",
        r"^(?:Above|Below) (?:is|are)\b",
        r"\b(?:Not|not) by [\w ]+: by\b",
        r"^(?:Enough|Gone|Left) (?:\w+ )?(?:is|are|was|were)\b",
        r"^Of (?:the|these|those|its) [^,?]+ (?:is|are|has|have)\b",
        r"\b[Tt]he cure are\b",
    ),
    habit(
        "left out",
        r"\bas (?:above|below)\b",
        r"^The (?:first|second|third|other|one|last)(?: above| below)? (?:is|has|says|goes|does)\b",
        r"\bwhat (?:is|was) (?:asked|drawn|known|left|meant|told|typed)\b",
        r"\bby that,|\bBy that,",
        r"\bnot asked\.",
        r"\bthere no reader\b",
    ),
    habit(
        "announcing",
        r"\b(?:[Rr]emember|[Nn]ote) (?:this|that)\b",
        r"\b[Gg]uess (?:before|first)\b",
        r"^Here is\b",
        r"\b[Nn]ever mind\b",
        r"\bSo it is\b",
        r"\bnext but one\b",
        r"\bsay of (?:each|which)\b",
    ),
    habit("caption", r"\buntil it does not\b"),
)


@dataclass(frozen=True)
class Rate:
    """What is counted per thousand words, with how often it occurs in prose that reads easily."""

    name: str
    pattern: re.Pattern[str]
    most: float | None = None
    least: float | None = None

    def is_met(self, rate: float) -> bool:
        """Whether a rate is as often as it should be."""
        return (self.most is None or rate <= self.most) and rate >= (self.least or 0)

    @property
    def goal(self) -> str:
        """Its bound, as it is printed."""
        return f"<={self.most:g}" if self.most is not None else f">={self.least:g}"


def rate(name: str, pattern: str, *, most: float | None = None, least: float | None = None) -> Rate:
    """How often a pattern occurs, whatever its capitals."""
    return Rate(name, re.compile(pattern, re.IGNORECASE), most, least)


RATES = (  # beside *Crafting Interpreters*, *Think Bayes* and *The Nature of Code*
    rate(", and", r", and\b", most=8),
    rate("colon", r":(?=[ \n]\S)", most=4),
    rate("semicolon", ";", most=2),
    rate("say", r"\b(?:say|says|said)\b", most=2),
    rate("but", r"\b(?:but|however|although|though|yet)\b", least=4.5),
    rate("because", r"\b(?:because|since|so that)\b", least=2.5),
    rate("example", r"\bfor example\b|\bsuch as\b", least=0.5),
    rate("you", r"\byou(?:r|rs|rself|'\w+)?\b", least=6),
    rate("hardly", r"\b(?:hardly|nearly|alike)\b", most=0.3),
    rate("link", LINK.pattern, most=1000 / 120),
)
NARRATIVE = re.compile(r"\s*(?:#|\||<|```|:::|\$\$|\[\^)")  # what no paragraph begins with


# What a page says


def texts(page: Path, *, folded: bool = True) -> Iterator[str]:
    """The prose of a page, and its words for pictures; those of lab notes where `folded`."""
    if page.suffix == ".md":
        yield page.read_text(encoding="utf-8")
        return
    for cell in nbformat.read(page, as_version=4).cells:
        if is_unseen(cell):
            continue
        if not folded and heads_lab_notes(cell):
            return
        if cell.cell_type == "markdown":
            yield cell.source
        else:
            yield from (str(text.value) for text in words_for_pictures(cell.source))


def plain(markdown: str) -> str:
    """Running text without markup; code and mathematics leave their place to a letter."""
    text = LINK.sub(r"\1", FENCED.sub("\n\n", ANCHOR.sub("", markdown)))
    return MARK.sub("", NOT_PROSE.sub("X", text))


def sentences(markdown: str) -> Iterator[str]:
    """The sentences of a text, each on one line; a heading or a cell of a table is one too."""
    shown = FENCED.sub("\n\n", ANCHOR.sub("", markdown))
    for block in BLOCK.split(LINK.sub(r"\1", shown)):
        for sentence in END.split(" ".join(plain(block).split())):
            if WORD.search(sentence):
                yield sentence.strip("|> ")


def habits_of(sentence: str) -> list[str]:
    """The names of the habits that a sentence has."""
    return [each.name for each in HABITS if each.is_in(sentence)]


@dataclass(frozen=True)
class Count:
    """The words of a page, and its sentences that have a habit, each with the habit's name."""

    page: str
    words: int
    found: tuple[tuple[str, str], ...]

    def row(self) -> list[int]:
        """Its words, its sentences with each habit, and with any."""
        names = [name for name, _ in self.found]
        counts = [names.count(each.name) for each in HABITS]
        return [self.words, *counts, len(names)]


def count(page: Path) -> Count:
    """What a page has."""
    said = [sentence for text in texts(page) for sentence in sentences(text)]
    read = (sentence for text in texts(page, folded=False) for sentence in sentences(text))
    words = sum(len(WORD.findall(sentence)) for sentence in read)
    found = tuple((name, sentence) for sentence in said for name in habits_of(sentence))
    return Count(page.stem, words, found)


def counts(book: Path = BOOK) -> list[Count]:
    """Every page of a book."""
    return [count(page) for page in pages(book) if page.stem not in NOT_OURS]


def paragraphs(page: Path) -> Iterator[str]:
    """What is told on a page in sentences: no headings, tables, code or words for pictures."""
    if page.suffix == ".md":
        markdown = [page.read_text(encoding="utf-8")]
    else:
        cells = nbformat.read(page, as_version=4).cells
        markdown = [each.source for each in cells
                    if each.cell_type == "markdown" and not is_unseen(each)]  # fmt: skip
    for text in markdown:
        for block in re.split(r"\n\s*\n", FENCED.sub("\n\n", text)):
            if not NARRATIVE.match(block):
                yield block


def rates(page: Path) -> list[float]:
    """The words of a page's paragraphs, and how often each of `RATES` occurs in a thousand."""
    written = list(paragraphs(page))
    told = "\n\n".join(map(plain, written))  # a colon that ends one leads to what is below it
    words = len(WORD.findall(told))
    linked = sum(len(LINK.findall(each)) for each in written)
    found = [len(each.pattern.findall(told)) for each in RATES[:-1]]
    return [words, *(1000 * each / max(1, words) for each in [*found, linked])]


def rate_table(names: Sequence[str], book: Path = BOOK) -> str:
    """A row for each page, with a star where a rate is not met, and for all of them together."""
    asked = [each for each in pages(book)
             if (each.stem in names if names else each.stem not in NOT_OURS)]  # fmt: skip
    rows = {each.stem: rates(each) for each in asked}
    whole = sum(row[0] for row in rows.values())
    rows["all"] = [whole] + [
        sum(row[0] * row[k] for row in rows.values()) / max(1, whole)
        for k in range(1, 1 + len(RATES))
    ]
    width = max(map(len, rows))
    lines = ["  ".join([" " * width, "words", *(each.name.rjust(9) for each in RATES)])]
    lines.append("  ".join([" " * width, "     ", *(each.goal.rjust(9) for each in RATES)]))
    for page, (words, *found) in rows.items():
        cells = [f"{'' if each.is_met(share) else '*'}{share:.1f}".rjust(9)
                 for each, share in zip(RATES, found, strict=True)]  # fmt: skip
        lines.append("  ".join([page.ljust(width), f"{words:5.0f}", *cells]))
    return "\n".join(lines)


# What a page may have


def ceilings(path: Path = CEILINGS) -> dict[str, int]:
    """How many sentences with a habit each page may have."""
    found: dict[str, int] = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    return found


def too_many(count: Count, most: int) -> Iterator[str]:
    """A sentence for each sentence with a habit, where a page has more than it may."""
    if len(count.found) > most:
        yield f"{count.page} has {len(count.found)} sentences with a habit, at most {most} may be:"
        yield from (f"{count.page}: {name}: {sentence}" for name, sentence in count.found)


def lowered(found: list[Count], listed: dict[str, int]) -> dict[str, int]:
    """The ceilings of pages with what is counted today, where that is less."""
    today = {each.page: len(each.found) for each in found}
    return {
        page: min(today[page], most)
        for page, most in sorted(listed.items())
        if min(today.get(page, 0), most)
    }


def table(found: list[Count]) -> str:
    """A labeled table of pages, and a last row of sums."""
    names = ["words", *(each.name for each in HABITS), "together"]
    rows = {each.page: each.row() for each in found}
    rows["all"] = [sum(column) for column in zip(*rows.values(), strict=True)]
    width = max(map(len, rows))
    lines = ["  ".join([" " * width, *names])]
    for page, row in rows.items():
        cells = [str(cell).rjust(len(name)) for cell, name in zip(row, names, strict=True)]
        lines.append("  ".join([page.ljust(width), *cells]))
    return "\n".join(lines)


def main(arguments: list[str] | None = None) -> int:
    """Print the table, the sentences of some pages, or lower the ceilings."""
    parser = argparse.ArgumentParser(prog="python -m tools.english", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("page", nargs="*", help="such as hello_world")
    parser.add_argument("--lower", action="store_true", help="lower book/english.yml")
    parser.add_argument("--rates", action="store_true", help="count words that join sentences")
    options = parser.parse_args(arguments)
    found = counts()
    if unknown := set(options.page) - {each.page for each in found}:
        parser.error(f"the book has no page {', '.join(sorted(unknown))}: say hello_world")
    if options.rates:
        print(rate_table(options.page))
    elif options.lower:
        text = yaml.safe_dump(lowered(found, ceilings()), sort_keys=True)
        CEILINGS.write_text(HEAD + text, encoding="utf-8")
    elif options.page:
        for each in found:
            if each.page in options.page:
                print(*(f"{each.page}: {name}: {text}" for name, text in each.found), sep="\n")
    else:
        print(table(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())
