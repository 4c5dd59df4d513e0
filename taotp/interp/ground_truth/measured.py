"""What was measured once of all machines: what matters, what each tool says, and why."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from taotp.data import experiment
from taotp.interp.ground_truth.cases import BOOK
from taotp.interp.ground_truth.otherwise import OTHERWISE
from taotp.interp.ground_truth.scores import Found, Score, by_chance, score
from taotp.interp.ground_truth.tools import TOOLS
from taotp.interp.ground_truth.twins import TWINS
from taotp.interp.ground_truth.witnesses import WITNESSES

TRUTHS = {"matters": "matters", "by mean": "by mean", "by another text": "by another"}
MANY = 8  # parts: above it a machine has many


@dataclass(frozen=True)
class Measured:
    """A machine as it was measured, its parts in words: "0 head 1", "0 mlp", "0 cross 1".

    `said` is what each tool says of each part, None for a tool that cannot be asked; `why` is by
    tool and part, where the tool is wrong about it.
    """

    machine: str
    decoy: str
    parts: Sequence[str]
    truths: Mapping[str, frozenset[str]]
    said: Mapping[str, Mapping[str, float] | None]
    why: Mapping[tuple[str, str], Sequence[str]]

    @property
    def name(self) -> str:
        """What it is called, with its decoy."""
        return f"{self.machine}, {self.decoy}" if self.decoy else self.machine

    @property
    def group(self) -> str:
        """Of which kind it is: one of GROUPS."""
        if self.decoy:
            return "with a decoy"
        if self.machine in WITNESSES:
            return "made to fool"
        if self.machine in TWINS:
            return "trained"
        if self.machine in OTHERWISE:
            return "by other means"
        if len(self.parts) > MANY:
            return "many parts"
        return "the book's" if self.machine in BOOK else "others"

    def named(self, tool: str) -> list[str] | None:
        """The parts that a tool names; None where it cannot be asked."""
        found = self.said[tool]
        return None if found is None else [p for p, x in found.items() if x > TOOLS[tool][1]]

    def mark(self, tool: str) -> str:
        """How right a tool is: "right", "-2" missed, "+1" too many, "" where it is not asked."""
        named = self.named(tool)
        if named is None:
            return ""
        so = self.truths["matters"]
        counts = (("-", len(so - set(named))), ("+", len(set(named) - so)))
        return " ".join(f"{sign}{n}" for sign, n in counts if n) or "right"


GROUPS = ("the book's", "with a decoy", "made to fool", "others", "many parts", "by other means",
          "trained")  # fmt: skip


def measured() -> list[Measured]:
    """All machines, as `python -m tools.experiments tools_and_truth` measured them.

    >>> first = measured()[0]
    >>> first.name, first.parts, first.named("zero")
    ('before_last', ['0 head 0'], ['0 head 0'])
    """
    rows = experiment("tools_and_truth")
    return [
        one_measured(machine, decoy, list(own))
        for (machine, decoy), own in groupby(rows, key=lambda row: (row["machine"], row["decoy"]))
    ]


def one_measured(machine: str, decoy: str, rows: Sequence[Mapping[str, Any]]) -> Measured:
    """A machine from its rows."""
    truths = {name: frozenset(row["part"] for row in rows if row[column])
              for name, column in TRUTHS.items()}  # fmt: skip
    said = {
        tool: None if rows[0][tool] == "-" else
        {row["part"]: float(row[tool]) for row in rows if row[tool] != ""}
        for tool in TOOLS
    }  # fmt: skip
    why = {
        (tool, row["part"]): reasons.split(", ")
        for row in rows
        for tool, reasons in (lie.split(": ") for lie in row["why"].split(" / ") if lie)
    }
    return Measured(machine, decoy, [row["part"] for row in rows], truths, said, why)


def score_of(machines: Iterable[Measured], tool: str, truth: str = "matters") -> Score:
    """How right a tool is about machines; "all", "none" and "chance" are those that know nothing.

    Machines of which a tool cannot be asked are left out.
    """
    every = list(machines)
    if tool == "chance":
        return by_chance((each.parts, each.truths[truth]) for each in every)
    found = ((each, named_by(each, tool)) for each in every)
    return score(Found(each.parts, each.truths[truth], named)
                 for each, named in found if named is not None)  # fmt: skip


def named_by(machine: Measured, tool: str) -> Sequence[str] | None:
    """What a tool names, or one that knows nothing."""
    if tool in NULLS:
        return machine.parts if tool == "all" else []
    return machine.named(tool)


NULLS = ("all", "chance", "none")
