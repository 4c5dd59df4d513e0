"""A course of ten weeks in *For teachers*: what is read, built together, and handed in.

python -m tools.course 3     the points of week 3, as a table for `taotp-exercises grade --points`
"""

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from exercises.catalogue import EXERCISES
from exercises.handing_in.points import shown, usual
from exercises.order import CHAPTERS
from tools.markdown import put_between

MARKS = (
    "<!-- python -m tools.notebooks exercises writes the weeks that follow -->",
    "<!-- the weeks so far -->",
)
TITLES = {chapter.page: chapter.title for chapter in CHAPTERS}


@dataclass(frozen=True)
class Week:
    """A week: pages that are read before, exercises that are built in class and handed in after."""

    about: str
    reads: tuple[str, ...]
    builds: tuple[str, ...]
    hands_in: tuple[str, ...]

    @property
    def minutes(self) -> int:
        """How long what is handed in takes."""
        return sum(EXERCISES[slug].minutes for slug in self.hands_in)


WEEKS = (
    Week("votes", ("what_comes_next",), ("build-letter", "build-alphabet", "build-back"),
         ("build-name", "build-echo", "fifty-thirty-twenty", "third-mask")),
    Week("the machine", ("transformer", "hello_world"), ("build-first", "repeat-last"),
         ("build-vote", "jello", "few-nonzeros", "rms-norm")),
    Week("attention chooses", ("four_tools", "smallest_first"), ("build-smallest",),
         ("mirror-echo", "negative-numbers", "one-number-maximum", "build-order")),
    Week("two layers find", ("searching",), ("build-after", "build-latest"),
         ("build-search", "one-symbol-less", "neither-of-two")),
    Week("tables and sums", ("looking_up", "adding"), ("build-table", "build-sum"),
         ("all-the-rest", "weak-spike", "other-base", "tens-digit")),
    Week("places, and a GPT-2", ("where_am_i", "gpt2_by_hand"), ("build-aab",),
         ("angles-of-the-original", "mend-by-one", "told-apart", "build-word")),
    Week("a language model", ("by_chance", "what_it_costs"), ("perplexity-of-a-coin",),
         ("text-of-a-seed", "half-as-likely", "twice-as-good", "cache-in-bytes")),
    Week("looking inside", ("looking_inside", "a_small_change"), ("shares-by-hand",),
         ("seen-and-unseen", "looks-like-induction", "what-comes-back")),
    Week("words", ("words_in_directions", "good_or_bad"), ("build-mood",),
         ("no-rival", "balance-by-hand", "how-many-goods", "negated-where-flagged")),
    Week("a computer", ("two_stacks", "a_computer"), ("build-reverse",),
         ("build-brackets", "largest-first", "middle-of-three")),
)  # fmt: skip


def with_weeks(text: str) -> str:
    """The text of the page with the weeks between their two marks; ValueError without them."""
    head = ["| week | before it | in class | handed in | minutes |",
            "| --- | --- | --- | --- | --: |"]  # fmt: skip
    table = "\n".join([*head, *rows()])
    return put_between(text, MARKS, table, "the page has no place for the weeks")


def rows() -> Iterator[str]:
    """A row for each week."""
    for number, week in enumerate(WEEKS, 1):
        reads = ", ".join(f"[{TITLES[page]}]({page}.ipynb)" for page in week.reads)
        yield (f"| {number}. {week.about} | {reads} | {listed(week.builds)} | "
               f"{listed(week.hands_in)} | {week.minutes} |")  # fmt: skip


def listed(slugs: Sequence[str]) -> str:
    """Exercises by their headings, each a link."""
    found = (EXERCISES[slug] for slug in slugs)
    return ", ".join(f"{{ref}}`{each.heading} <{each.label}>`" for each in found)


def points_of(week: Week) -> str:
    """What a week's exercises are worth, as a table that `grade --points` reads."""
    lines = [f"{slug},{shown(usual(EXERCISES[slug]))}" for slug in week.hands_in]
    return "\n".join(["exercise,points", *lines, ""])


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the points of a week; 2, with a sentence, where there is no such week."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("week", type=int, help=f"1 to {len(WEEKS)}")
    number = parser.parse_args(arguments).week
    if not 1 <= number <= len(WEEKS):
        print(f"there is no week {number}; name one from 1 to {len(WEEKS)}", file=sys.stderr)
        return 2
    print(points_of(WEEKS[number - 1]), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
