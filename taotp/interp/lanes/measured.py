"""What was measured once of the explainer: each claim on each head, and how it fared."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from taotp.data import experiment
from taotp.interp.ground_truth.larger import LARGER
from taotp.interp.lanes.relations import MOST_LISTED
from taotp.interp.lanes.tried import FEWEST, Count, verdict

KINDS = {  # of claims, by what a sentence says
    "looks k back or ahead": ("back",),
    "before or after": ("before", "after"),
    "the latest, the first": ("latest", "first"),
    "the same, another": ("same", "other"),
    "smallest, largest, next": ("smallest", "largest", "next larger"),
    "one of some": ("among",),
    "has a tag": ("tags",),
    "goes with": ("table",),
    "everywhere": ("everywhere",),
}
FORMS = ("as built", "larger", "without names", "turned", "with a decoy", "made to fool",
         "trained", "random")  # fmt: skip
REASONS = ("a list is cut", "it finds nothing, or tags", "tables add up", "other")
NULLS = ("another head's claim", "never moves", "everywhere", "drawn keys")


@dataclass(frozen=True)
class Claimed:
    """A relation that is claimed of a head, in words, and how many changes bore it out.

    `how` is "unclear" where nothing is claimed of the head. `nulls` are how many of the same moves
    each of those would have told that know nothing, and `other` is whether another head's claim is
    right of this one, None where it cannot be tried. `texts` are positions of other texts.
    """

    machine: str
    form: str
    decoy: str
    head: str
    how: str
    words: str
    moves: Count
    rests: Count
    nulls: Mapping[str, int]
    other: bool | None
    texts: Count

    @property
    def verdict(self) -> str:
        """Right, wrong, vague (its words tell too little to be tried), or unclear."""
        if self.how == "unclear":
            return "unclear"
        found = verdict(self.rests if self.how == "everywhere" else self.moves, self.rests)
        return "vague" if found == "untried" else found

    @property
    def counts(self) -> list[int]:
        """How many changes moved it as was said, of how many, and how many left it, of how many."""
        return [self.moves.held, self.moves.asked, self.rests.held, self.rests.asked]

    @property
    def is_tried(self) -> bool:
        """Whether it is right or wrong."""
        return self.verdict in ("right", "wrong")


@dataclass(frozen=True)
class Fared:
    """How many claims there are, with the heads of which none is made, and how they fared."""

    claims: int
    right: int
    wrong: int
    vague: int
    unclear: int

    @property
    def counts(self) -> list[int]:
        """Claims, and how many are right, wrong and vague."""
        return [self.claims, self.right, self.wrong, self.vague]

    @property
    def share(self) -> float:
        """The share of those that were tried which are right; not a number where none was."""
        return self.right / (self.right + self.wrong) if self.right + self.wrong else float("nan")


def claimed() -> list[Claimed]:
    """All claims, as `python -m tools.experiments claims_on_heads` measured them.

    >>> first = claimed()[0]
    >>> first.machine, first.words, first.verdict
    ('before_last', '1 back', 'right')
    """
    return [one_claimed(row) for row in rows() if row["how"] != "drowned"]


def drowned() -> list[str]:
    """The machines that say something else where their columns are turned."""
    return [row["machine"] for row in rows() if row["how"] == "drowned"]


def rows() -> Sequence[Mapping[str, Any]]:
    """The rows of the table."""
    return experiment("claims_on_heads")


def one_claimed(row: Mapping[str, Any]) -> Claimed:
    """A claim from its row."""
    larger = row["form"] == "as built" and row["machine"] in LARGER
    nulls = {"never moves": "still", "everywhere": "everywhere", "drawn keys": "drawn"}
    return Claimed(
        row["machine"], "larger" if larger else row["form"], row["decoy"], row["head"],
        row["how"], row["words"], count(row, "moves"), count(row, "rests"),
        {name: int(row[column] or 0) for name, column in nulls.items()},
        None if row["other"] == "" else bool(row["other"]), count(row, "texts"),
    )  # fmt: skip


def count(row: Mapping[str, Any], name: str) -> Count:
    """How many of some changes, or positions, were as they were told."""
    return Count(int(row[f"{name}_of"] or 0), int(row[name] or 0))


def fared(claims: Iterable[Claimed]) -> Fared:
    """How claims fared together."""
    found = Counter(each.verdict for each in claims)
    return Fared(found.total() - found["unclear"], *(
        found[name] for name in ("right", "wrong", "vague", "unclear")))  # fmt: skip


def share_of(claims: Iterable[Claimed], null: str) -> float:
    """The share of the claims that were tried of which one that knows nothing is right too.

    Not a number where it cannot be tried on any.
    """
    tried = [each for each in claims if each.is_tried and each.moves.asked >= FEWEST]
    told: Callable[[Claimed], bool | None] = (
        (lambda each: each.other) if null == NULLS[0] else
        lambda each: Count(each.moves.asked, each.nulls[null]).holds
    )  # fmt: skip
    found = [is_right for each in tried if (is_right := told(each)) is not None]
    return sum(found) / len(found) if found else float("nan")


def kept(claims: Sequence[Claimed], form: str, tags: bool) -> tuple[int, int]:
    """Of how many heads that are told as built the same is told in a form, and of how many in all.

    They are those of which a tag is told, or the others. Machines that drowned are left out. Names
    of what is compared may differ; the relation may not.
    """
    built, other = told_of(claims, ("as built", "larger")), told_of(claims, (form,))
    both = [where for where, told in built.items()
            if where in other and told != ("unclear",) and ("tags" in told) == tags]  # fmt: skip
    return sum(built[where] == other[where] for where in both), len(both)


def told_of(
    claims: Iterable[Claimed], forms: Sequence[str]
) -> dict[tuple[str, str], tuple[str, ...]]:
    """The relations that are told of each head of each machine."""
    found: dict[tuple[str, str], list[str]] = {}
    for each in claims:
        if each.form in forms:
            told = each.words if each.how == "back" else each.how
            found.setdefault((each.machine, each.head), []).append(told)
    return {where: tuple(sorted(told)) for where, told in found.items()}


def one(claims: Iterable[Claimed], machine: str, form: str, head: str) -> list[Claimed]:
    """What is claimed of one head, as far as it can be tried."""
    where = (machine, form, head)
    return [x for x in claims if (x.machine, x.form, x.head) == where and x.is_tried]


def why_wrong(claims: Iterable[Claimed]) -> dict[str, int]:
    """How many claims are wrong for each of REASONS, by all that is told of their heads."""
    of_head: dict[tuple[str, ...], list[Claimed]] = {}
    for each in claims:
        where = (each.machine, each.form, each.decoy, each.head)
        of_head.setdefault(where, []).append(each)
    found = Counter(
        reason(told) for told in of_head.values() for each in told if each.verdict == "wrong"
    )
    return {name: found[name] for name in REASONS}


def reason(told: Sequence[Claimed]) -> str:
    """Why claims on a head are wrong, as far as their words show it."""
    if any(each.words.count(",") == MOST_LISTED - 1 for each in told):
        return REASONS[0]
    if any(each.how == "tags" or "among <s>" in each.words for each in told):
        return REASONS[1]
    return REASONS[2] if any(each.how == "table" for each in told) else REASONS[3]
