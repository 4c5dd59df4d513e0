"""The table: of each machine, which parts matter, and which of them each tool names."""

from collections.abc import Mapping
from dataclasses import dataclass

from taotp.interp.ground_truth.cases import Case, book
from taotp.interp.ground_truth.matters import in_order, matters
from taotp.interp.ground_truth.reasons import reasons
from taotp.interp.ground_truth.tools import TOOLS, names
from taotp.interp.ground_truth.witnesses import witnesses
from taotp.interp.parts import Part


@dataclass(frozen=True)
class Verdict:
    """Which parts a tool names, which that matter it misses, and which it names wrongly, with why.

    `named` is None where the tool cannot be asked. The values are names of REASONS.
    """

    named: list[Part] | None
    missed: Mapping[Part, list[str]]
    wrong: Mapping[Part, list[str]]

    @property
    def right(self) -> bool:
        """Whether it names the parts that matter and no others."""
        return self.named is not None and not self.missed and not self.wrong

    @property
    def mark(self) -> str:
        """The verdict in a few letters: "right", "-2" missed, "+1" too many, "" where not asked."""
        if self.named is None or self.right:
            return "right" if self.right else ""
        counts = (("-", len(self.missed)), ("+", len(self.wrong)))
        return " ".join(f"{sign}{n}" for sign, n in counts if n)


@dataclass(frozen=True)
class Row:
    """A machine: the parts that matter, in the order of their writing, and what each tool says."""

    case: Case
    matters: list[Part]
    verdicts: Mapping[str, Verdict]


def verdict(case: Case, tool: str) -> Verdict:
    """What a tool says of a machine, held against what is so."""
    named, so = names(case, tool), matters(case)
    if named is None:
        return Verdict(None, {}, {})
    return Verdict(
        in_order(case, named),
        {part: reasons(case, tool, part, True) for part in in_order(case, so - named)},
        {part: reasons(case, tool, part, False) for part in in_order(case, named - so)},
    )


def row(case: Case) -> Row:
    """The row of a machine."""
    return Row(case, in_order(case, matters(case)), {tool: verdict(case, tool) for tool in TOOLS})


def table() -> list[Row]:
    """A row for each program of the book, and for each machine that was made to fool a tool."""
    return [row(case) for case in (*book(), *witnesses())]
