"""The tables of the leaderboards, made from the files of their entries."""

import html
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote_plus

from exercises.handing_in.boards import BOARDS, STORED, Board, given_table
from exercises.handing_in.certificates import ENTRIES, Certificates
from exercises.handing_in.format import parse
from exercises.handing_in.grade import grade
from exercises.handing_in.inbox import submissions
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.similarity import made_from, same_but_for_factors
from exercises.statement import Note
from taotp.constructions.tables import Table
from taotp_core.program import Program
from taotp_core.weights import MLP, Transformer

if TYPE_CHECKING:
    from taotp.figures import LiveFigure

KEYS, SAID = given_table()

# Machines whose lanes take more than a screen: the table alone has them.
TOO_TALL = {("least-three-instructions", "Nine columns")}
# What a page holds machines against: what it can compute by a name, or a table. Nothing is typed
# for the greeting, so that nothing is promised of it.
PROMISED: Mapping[str, str | Table] = {
    "least-repeat-last": {(digit,): digit for digit in range(10)},
    "least-lookup": dict(zip(map(tuple, KEYS.tolist()), SAID.tolist(), strict=True)),
    "least-multiply-2": "multiply",
    "least-aab": {("a", "a"): "b", ("a", "b"): "a", ("b", "a"): "a"},
    "least-search": "search",
    "least-minimum": "minimum",
    "least-adapter": "maximum",
    "least-sort": "sort",
    "least-add-mod-10": "add_mod10",
    "least-add-3": "add",
    "least-add-10": "add",
}
SOUGHT = 3  # tokens that least-search looks for; the others look for none


@dataclass(frozen=True)
class Row:
    """A verified entry.

    `total` and `nonzero` are its size, or what else its board counts. `same` is who has the same
    arrays, but for factors, `source` whose machine it is with numbers left out; "" for nobody.
    """

    author: str
    machine: Transformer | Program | MLP
    total: int
    nonzero: int
    precisions: tuple[str, ...]
    arrays: str
    score: int = 0
    same: str = ""
    source: str = ""

    @property
    def rank(self) -> tuple[int, int, int]:
        """What it is ranked by, the least first."""
        return -self.score, self.total, self.nonzero

    @property
    def also(self) -> str:
        """The other precisions in which it is right."""
        return ", ".join(self.precisions) or "none"


@dataclass(frozen=True, repr=False)
class Ranking:
    """The table of a board: what scores most, where it has a score; then the smallest first."""

    board: Board
    rows: tuple[Row, ...]
    unverified: tuple[str, ...] = ()

    def machine(self, author: str) -> Transformer | Program | MLP:
        """The machine of somebody, to look at and to run; ValueError for an unknown author."""
        for row in self.rows:
            if row.author == author:
                return row.machine
        known = ", ".join(row.author for row in self.rows)
        raise ValueError(f"there is no entry by {author!r}; there is {known or 'none'}")

    def live(self) -> "LiveFigure | Note":
        """The machines of the table in one figure, any two of them where there are two."""
        machines = {
            row.author: row.machine for row in self.pictured if not isinstance(row.machine, MLP)
        }
        prompt = self.board.prompt
        if prompt is None or not machines:
            return Note("There is no machine to look at" + (" yet." if prompt is not None else "."))
        from taotp.figures import compare, explore  # draws, which the command need not

        exercise = self.board.exercise
        promised = PROMISED.get(exercise.slug)
        asked = prompt if isinstance(prompt, str) else list(prompt)
        title = f"{exercise.title}: the machines"
        if len(machines) == 1:
            return explore(
                lambda entry, n_match: self.board.program(machines[entry]),
                asked,
                dials={"entry": list(machines), "n_match": [SOUGHT]},
                answer=promised,
                id=exercise.slug,
                title=title,
                alt=f"The machine by {self.pictured[0].author}: how sure is it?",
            )

        first, second, *_ = machines

        def built(machine: Transformer | Program) -> Callable[..., Program]:
            return lambda n_match: self.board.program(machine)

        return compare(
            {author: built(machine) for author, machine in machines.items()},
            asked,
            dials={"n_match": [SOUGHT]},
            answer=promised,
            id=exercise.slug,
            title=title,
            alt=f"{first}, the smallest machine of the table, beside {second}: where do they part?",
        )

    @property
    def pictured(self) -> tuple[Row, ...]:
        """The rows whose machines the figure shows."""
        return tuple(filter(self.shows, self.rows))

    def shows(self, row: Row) -> bool:
        """Whether the figure shows the machine of a row."""
        return (self.board.exercise.slug, row.author) not in TOO_TALL

    def chooses(self, row: Row) -> str:
        """What a link to a machine sets: beside the smallest there is a place for another."""
        if len(self.pictured) == 1:
            return "entry"
        return "first" if row is self.pictured[0] else "second"

    @property
    def heads(self) -> tuple[str, ...]:
        """The names of the columns."""
        of = self.board.counted
        counts = (*([of.score] if of.score else []), of.first, of.second)
        return ("rank", "entry", *counts, *(["also in"] if of.formats else []))

    def cells(self, linked: bool = False) -> Iterator[tuple[str, ...]]:
        """The lines of the table, `linked` to the live figure. Equal sizes have equal ranks."""
        ranks, of = [row.rank for row in self.rows], self.board.counted
        for row in self.rows:
            who = row.author
            if linked and self.board.prompt is not None and self.shows(row):
                state = f"#{self.board.exercise.slug}?{self.chooses(row)}={quote_plus(row.author)}"
                who = f'<a href="{html.escape(state)}">{html.escape(row.author)}</a>'
            who += f" (the same arrays as {row.same})" if row.same else ""
            who += f" (made from {row.source})" if row.source else ""
            counts = (*([row.score] if of.score else []), row.total, row.nonzero)
            also = [row.also] if of.formats else []
            yield str(ranks.index(row.rank) + 1), who, *(f"{n:,}" for n in counts), *also

    def __repr__(self) -> str:
        exercise = self.board.exercise
        lines = [f"{exercise.title} [{exercise.slug}]"]
        lines += [self.line(*cells) for cells in self.cells()]
        lines += [f"  -  {line}" for line in self.unverified]
        return "\n".join(lines if self.rows else [*lines, "     no entry yet"])

    def line(self, rank: str, who: str, *counts: str) -> str:
        """A line of the table as text, the counts with their names."""
        if self.board.counted is STORED:
            total, nonzero, also = counts
            words = f"{total:>8} parameters, {nonzero:>7} not zero; also in {also}"
        else:
            named = zip(counts, self.heads[2:], strict=True)
            words = ", ".join(
                f"{name} {number}" if name == "also in" else f"{number:>8} {name}"
                for number, name in named
            )
        return f"{rank:>3}  {who:30} {words}"

    def _repr_markdown_(self) -> str:
        exercise = self.board.exercise
        head = f"**{exercise.title}** · `{exercise.slug}`\n\n{exercise.statement}\n"
        head += f"\nAsked: {self.board.asked}.\n"
        if not self.rows:
            return f"{head}\nNo entry yet."
        sides = ["---" if head in ("entry", "also in") else "--:" for head in self.heads]
        table = [f"| {' | '.join(cells)} |" for cells in (self.heads, sides)]
        table += [f"| {' | '.join(cells)} |" for cells in self.cells(linked=True)]
        return "\n".join([head, *table])


def ranking(slug: str, folder: Path = ENTRIES, ledger: Ledger | None = None) -> Ranking:
    """Rank the verified entries below folder/slug; ValueError for an unknown board.

    Without a ledger the certificates are believed, and an entry that has none is judged.
    """
    if slug not in BOARDS:
        raise ValueError(f"there is no board {slug!r}; there is {', '.join(BOARDS)}")
    board = BOARDS[slug]
    ledger = ledger or Certificates()
    rows, unverified = [], []
    for path in submissions(folder / slug):
        found = grade(path, path.name, ledger=ledger)
        if found.credit != "verified" or found.exercise != slug:
            unverified.append(str(found))
            continue
        (answer,) = parse(path.read_bytes()).answers
        size, machine = board.size(answer.returned), answer.returned
        also = found.precisions or ()
        rows.append(Row(found.author, machine, *size, also, found.arrays, found.score))
    ranked = sorted(rows, key=lambda row: (row.rank, row.author))
    return Ranking(board, tuple(named_copies(ranked)), tuple(unverified))


def named_copies(ranked: list[Row]) -> Iterator[Row]:
    """The same rows; with who has the same arrays, or of whose they were made.

    Files have no dates, and so both of two that are the same say it.
    """
    for row in ranked:
        yield replace(row, same=same_as(row, ranked), source=source_of(row, ranked))


def same_as(row: Row, ranked: list[Row]) -> str:
    """Who else has these arrays, or others that follow from them by factors; "" for nobody."""
    for other in ranked:
        if other is row:
            continue
        if other.arrays == row.arrays or same_but_for_factors(row.machine, other.machine):
            return other.author
    return ""


def source_of(row: Row, ranked: list[Row]) -> str:
    """Whose machine an entry is with numbers left out: the smallest of these; "" for nobody's."""
    sources = (other.author for other in ranked if made_from(row.machine, other.machine))
    return next(sources, "")
