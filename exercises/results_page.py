"""The results as a page shows them: a picture of sizes, a table for each part, and how to cite."""

import html
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from exercises.results import PARTS, RESULTS, Result, plain
from taotp.figures.live import for_page
from taotp_core import __version__

HEADS = ("What was reached", "Beside it", "How it was checked")
CITED = re.compile(r"@(\w+)")
WORKS: Mapping[str, str] = {  # as the list of references calls them
    "adderboard": "Papailiopoulos et al. (2026)",
    "giannou2023": "Giannou et al. (2023)",
    "handmade": "vgel.me",
    "hutto2014": "Hutto and Gilbert (2014)",
    "jackson2018": "Jackson et al. (2018)",
    "leviathan": "Leviathan (2022)",
    "molins2015": "Molins and Lapalme (2015)",
    "q24": "ITU-T (1988)",
    "warstadt2020": "Warstadt et al. (2020)",
}
BARS = {  # results whose sizes are compared, and the figure of whoever made one before
    "least-add-3": "printed",
    "least-add-mod-10": "the_source",
    "least-aab": "printed",
    "least-search": "printed",
    "least-lookup": "the_source",
    "least-sort": "the_source",
    "least-minimum": "the_source",
}
CITATION = """\
@misc{{transformersbyhand,
  author = {{{{The Transformers by Hand authors}}}},
  title  = {{Transformers by Hand}},
  year   = {{{year}}},
  note   = {{Version {version}; figures in results.json}},
}}"""
YEAR = 2026


@dataclass(frozen=True, repr=False)
class Table:
    """The results of one part, a line each."""

    results: Sequence[Result]

    def __repr__(self) -> str:
        return "\n\n".join(
            f"{plain(each.told(each.says))}\n    {each.command}" for each in self.results
        )

    def _repr_markdown_(self) -> str:
        """The table; on a page its links are resolved, and it has a look of its own."""
        lines = [*map(line, (HEADS, ["---"] * len(HEADS))), *map(line, map(cells, self.results))]
        table = "\n".join(lines)
        return f"```{{table}}\n:class: results\n\n{table}\n```" if for_page() else table


def results(part: str) -> Table:
    """The table of one part; ValueError for a part that there is not."""
    if part not in PARTS:
        raise ValueError(f"there is no part {part!r}; there are {', '.join(PARTS)}")
    return Table([each for each in RESULTS if each.part == part])


def line(of: Sequence[str]) -> str:
    """A line of a table in Markdown."""
    return f"| {' | '.join(of)} |"


def cells(result: Result) -> tuple[str, str, str]:
    """What stands in the columns, with the chapter and the command."""
    name = "" if for_page() else result.page.replace("_", " ").capitalize()
    says, beside, checked = (
        CITED.sub(cited, result.told(text)) for text in (result.says, result.beside, result.checked)
    )
    return (
        f"{says}<br/>[{name}]({result.page}.ipynb)", beside, f"{checked}<br/>`{result.command}`"
    )  # fmt: skip


def cited(found: re.Match[str]) -> str:
    """A work that is cited, as a page or a notebook has it."""
    key = found[1]
    return f"{{cite:t}}`{key}`" if for_page() else f"[{WORKS[key]}](references.bib#{key})"


@dataclass(frozen=True, repr=False)
class Sizes:
    """Two bars for each task: the numbers of a machine that was there before, and of the least."""

    rows: Sequence[tuple[str, int, int]]  # the task, before, and now

    def __repr__(self) -> str:
        return "\n".join(f"{task}: {before:,}, now {now:,}" for task, before, now in self.rows)

    def _repr_html_(self) -> str:
        """The bars as a list, each a tenth longer where the numbers are twice as many."""
        return f'<ul class="results-sizes">{"".join(map(self.row, self.rows))}</ul>'

    def row(self, of: tuple[str, int, int]) -> str:
        """One task with its two bars."""
        task, before, now = of
        bars = "".join(
            f'<span class="{kind}"><i style="width: {self.width(n):.1f}%"></i><b>{n:,}</b></span>'
            for kind, n in (("before", before), ("now", now))
        )
        return f"<li>{html.escape(task)}{bars}</li>"

    def width(self, n: int) -> float:
        """How much of its place a bar takes: as the logarithm of how many numbers it stands for."""
        most = max(max(before, now) for _, before, now in self.rows)
        return 80 * math.log(n / 10) / math.log(most / 10)


def sizes() -> Sizes:
    """The sizes of machines that others made before, beside the least that were found."""
    return Sizes(tuple(compared()))


def compared() -> Iterator[tuple[str, int, int]]:
    """What each machine does, how many numbers one had before, and how many the least one has."""
    by_name = {each.name: each for each in RESULTS}
    for name, theirs in BARS.items():
        found, figures = by_name[name], by_name[name].figures
        task = plain(found.says).partition(" with {")[0].rstrip(",")
        yield task, int(figures[theirs]), int(figures["size"])


def citation() -> str:
    """How to cite the book and its figures, for BibTeX."""
    return CITATION.format(year=YEAR, version=__version__)
