"""Score what a tool says of whole machines: which parts matter, what each does, who reads whom.

An entry is JSON as truth.json is, with as much of it as the tool can say:

    {"tool": "mine", "machines": {"echo": {
        "parts": {"layers.0.heads.0": {"matters": true, "role": "goes by place"}},
        "edges": [["W_E", "layers.0.heads.0"], ["layers.0.heads.0", "W_U"]]}}}

A machine that is left out was not asked, nor was one that says nothing of parts, of roles, or of
edges; what is left out of a machine that was asked is not named, which lowers recall. What else
truth.json has may stand in an entry too, and is not scored; other keys are refused. Claims as in
claims.example.json are an entry about parts alone.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from heapq import nsmallest
from itertools import groupby
from math import log1p
from typing import Any

from taotp.interp.benchmark.score import (
    BadClaims,
    digits,
    kind,
    listed,
    nearest,
    number,
    opened,
    refuse_keys,
    share,
)

WHAT = ("parts", "roles", "edges", "edges_by_intervention")
OF_TRAINED = ("parts", "edges_by_intervention")  # by taking out and cutting alone
TABLES, ENDS = ("W_E", "W_pos"), ("W_U", "speaker")
KINDS = ("heads", "cross", "mlp")  # in the order in which a layer writes
# The keys of an entry that are scored, and those that stand there as they stand in truth.json.
OF_ENTRY = ("machines", "tool")
OF_MACHINE = ("parts", "edges")
OF_PART = ("matters", "role")
UNSCORED: dict[tuple[str, ...], tuple[str, ...]] = {
    OF_ENTRY: ("format", "definition", "kinds", "roles", "why_edges_differ", "held_out"),
    OF_MACHINE: (
        *("kind", "family", "task", "folder", "gpt2", "onnx", "memory", "frames", "speaker"),
        *("n_texts", "d_vocab", "d_model", "n_layers", "smallest_lead"),
        *("edges_by_intervention", "differ"),
    ),
    OF_PART: (
        *("alone", "kind", "layer", "head", "does", "reads", "writes", "compares", "looks"),
        "size",
    ),
}  # fmt: skip
NEIGHBORS = 9  # parts nearly as large, which a null asks
Pair = tuple[str, str]


@dataclass(frozen=True)
class Fared:
    """How many things a tool, or a null, named, how many of these rightly, and of how many.

    Of nulls that leave things to chance it is the mean.
    """

    named: float
    right: float
    true: int

    @property
    def precision(self) -> float | None:
        """The share of what is named that is so; None where nothing is named."""
        return share(self.right, self.named)

    @property
    def recall(self) -> float | None:
        """The share of what is so that is named; None where nothing is."""
        return share(self.right, self.true)

    def __add__(self, other: "Fared") -> "Fared":
        """Both together."""
        return Fared(self.named + other.named, self.right + other.right, self.true + other.true)

    def as_data(self) -> dict[str, float | None]:
        """For JSON."""
        return {**asdict(self), "precision": self.precision, "recall": self.recall}


@dataclass(frozen=True, eq=False)
class Known:
    """The truth of one machine: what of each part, and which pairs are edges.

    `known` is what is known of it, some of WHAT: of what training found there are no roles.
    """

    name: str
    family: str
    parts: Mapping[str, Mapping[str, Any]]
    edges: frozenset[Pair]
    edges_by_intervention: frozenset[Pair]
    known: tuple[str, ...] = WHAT

    @cached_property
    def asked(self) -> list[str]:
        """The heads and MLPs: tables and ends are in every machine, and are not scored."""
        return [name for name in self.parts if name not in (*TABLES, *ENDS)]

    @cached_property
    def pairs(self) -> list[Pair]:
        """Every writer with every reader behind it: all pairs that could be edges."""
        steps = {name: step_of(name) for name in self.parts}
        return [(a, b) for a in steps for b in steps if steps[a] < steps[b] and b not in TABLES
                and a not in ENDS]  # fmt: skip

    @cached_property
    def degrees(self) -> Counter[str]:
        """In how many of these pairs each part is."""
        return Counter(name for pair in self.pairs for name in pair)

    def size(self, name: str) -> int:
        """How many numbers of a part are not zero."""
        return int(self.parts[name]["size"])


def step_of(name: str) -> tuple[float, int]:
    """When a part writes; those of one step do not read each other."""
    if name in TABLES:
        return -1.0, 0
    if name in ENDS:
        return float("inf"), 0
    _, layer, which, *_ = name.split(".")
    return float(layer), KINDS.index(which)


def truth_of(data: Any) -> dict[str, Known]:
    """The truth of each machine, of a truth.json or of what is kept in the package."""
    machines: Any = data.get("machines", data) if isinstance(data, dict) else None
    try:
        return {name: Known(name, about["family"], about["parts"],
                            frozenset(map(tuple, about["edges"])),
                            frozenset(map(tuple, about["edges_by_intervention"])),
                            OF_TRAINED if about.get("kind") == "trained" else WHAT)
                for name, about in machines.items()}  # fmt: skip
    except (AttributeError, KeyError, TypeError):
        raise BadClaims(
            "the truth is not a truth.json with edges and roles; export the folder anew"
        ) from None


# Entries


@dataclass(frozen=True, eq=False)
class Said:
    """What an entry says of one machine; None where it says nothing of the kind."""

    parts: frozenset[str] | None
    roles: Mapping[str, str] | None
    edges: frozenset[Pair] | None


def said_of(entry: Any, truth: Mapping[str, Known], roles: Iterable[str]) -> dict[str, Said]:
    """What an entry says of each machine; BadClaims, which names the place, where it cannot be."""
    if not isinstance(entry, dict):
        raise BadClaims(f"the entry is {kind(entry)}; it must be an object with machines")
    if "machines" not in entry:
        return from_claims(entry, truth)
    refuse_keys("the entry", entry, OF_ENTRY, UNSCORED[OF_ENTRY])
    machines = entry["machines"]
    if not isinstance(machines, dict):
        raise BadClaims(f"machines is {kind(machines)}; it must be an object, a machine a name")
    refuse_unknown("machine", "the entry", machines, truth)
    return {name: of_machine(truth[name], about, list(roles))
            for name, about in machines.items() if about is not None}  # fmt: skip


def from_claims(entry: Any, truth: Mapping[str, Known]) -> dict[str, Said]:
    """Claims on parts alone, as numbers above a limit."""
    claims, above = opened(entry, {})
    if not isinstance(claims, dict) or not claims:
        raise BadClaims('the entry has no "machines" and no claims; begin as truth.json does')
    if "edges" in claims or "roles" in claims:
        raise BadClaims('edges and roles stand below "machines", with the machine they are of')
    if not {*claims} & {*truth} and (near := nearest("machines", claims)):
        raise BadClaims(
            f'the entry has no "machines" and no claims; did you mean that by {near!r}?'
        )
    refuse_unknown("machine", "the entry", claims, truth)
    found = {}
    for name, parts in claims.items():
        if parts is None:
            continue
        if not isinstance(parts, dict):
            raise BadClaims(f"the claims of {name!r} are {kind(parts)}; they must be an object")
        refuse_unknown("part", repr(name), parts, truth[name].parts)
        values = {part: number(f"{part} of {name!r}", claim) for part, claim in parts.items()}
        over = {part for part, x in values.items() if x is not None and x > above}
        found[name] = Said(frozenset(over.intersection(truth[name].asked)), None, None)
    return found


def of_machine(known: Known, about: Any, roles: Sequence[str]) -> Said:
    """What is said of one machine."""
    name = known.name
    if not isinstance(about, dict):
        raise BadClaims(f"what is said of {name!r} is {kind(about)}; it must be an object or null")
    refuse_keys(repr(name), about, OF_MACHINE, UNSCORED[OF_MACHINE])
    parts = about.get("parts", {})
    if not isinstance(parts, dict):
        raise BadClaims(f"parts of {name!r} is {kind(parts)}; it must be an object, a part a name")
    refuse_unknown("part", repr(name), parts, known.parts)
    named, does = set(), {}
    for part, what in parts.items():
        if not isinstance(what, dict):
            raise BadClaims(f"{part} of {name!r} is {kind(what)}; it must be an object such as "
                            '{"matters": true, "role": "finds"}')  # fmt: skip
        refuse_keys(f"{part} of {name!r}", what, OF_PART, UNSCORED[OF_PART])
        matters, role = what.get("matters"), what.get("role")
        if matters is not None and not isinstance(matters, bool):
            raise BadClaims(f"matters of {part} of {name!r} is {kind(matters)}; "
                            "it must be true, false or null")  # fmt: skip
        if role is not None and role not in roles:
            said = repr(role[:40]) if isinstance(role, str) else kind(role)
            raise BadClaims(f"the role of {part} of {name!r} is {said}; it must be one of "
                            f"{', '.join(map(repr, roles))}, or null")  # fmt: skip
        if matters and part in known.asked:
            named.add(part)
        if role is not None and part in known.asked:
            does[part] = role
    of_parts = any(what.get("matters") is not None for what in parts.values())
    of_roles = any(what.get("role") is not None for what in parts.values())
    return Said(frozenset(named) if of_parts else None, does if of_roles else None,
                edges_of(known, about.get("edges")))  # fmt: skip


def edges_of(known: Known, edges: Any) -> frozenset[Pair] | None:
    """The edges that an entry names in a machine; None where it says nothing of them."""
    if edges is None:
        return None
    name, possible, found = known.name, set(known.pairs), set()
    if not isinstance(edges, list):
        raise BadClaims(f"edges of {name!r} is {kind(edges)}; it must be a list of pairs")
    for i, edge in enumerate(edges):
        if not (
            isinstance(edge, list) and len(edge) == 2 and all(isinstance(x, str) for x in edge)
        ):
            raise BadClaims(f"edge {i} of {name!r} is {kind(edge)}; it must be two names, "
                            "who writes and who reads")  # fmt: skip
        refuse_unknown("part", f"edge {i} of {name!r}", edge, known.parts)
        writer, reader = edge
        if (writer, reader) not in possible:
            raise BadClaims(f"edge {i} of {name!r} is from {writer} to {reader}, which has read "
                            "by then; a reader stands in a later step")  # fmt: skip
        if (writer, reader) in found:
            raise BadClaims(f"edge {i} of {name!r}, from {writer} to {reader}, stands twice; "
                            "say it once")  # fmt: skip
        found.add((writer, reader))
    return frozenset(found)


def refuse_unknown(what: str, where: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raise BadClaims for names that there are not."""
    if unknown := [name for name in given if name not in set(known)]:
        near = nearest(unknown[0], known)
        there = f"did you mean {near!r}? There" if near else "there"
        raise BadClaims(
            f"{where}: no {what} is called {listed(unknown)}; {there} are {listed(known)}"
        )


# Scores, and nulls beside them


@dataclass(frozen=True)
class Looks:
    """The role of a part, and what anybody sees of it who does not look inside.

    `size` is a logarithm.
    """

    role: str
    size: float
    degree: int
    kind: str


def most_common(some: Iterable[Looks]) -> str:
    """The commonest role of parts; "" for none."""
    roles = Counter(each.role for each in some)
    return max(roles, key=roles.__getitem__, default="")


def by_most(some: Iterable[Looks], what: str) -> dict[Any, str]:
    """The commonest role of parts that are alike in something."""
    alike: dict[Any, list[Looks]] = {}
    for each in some:
        alike.setdefault(getattr(each, what), []).append(each)
    return {like: most_common(parts) for like, parts in alike.items()}


class Others:
    """The parts of other families, and their commonest roles."""

    def __init__(self, parts: list[Looks]) -> None:
        self.parts, self.near = parts, dict[float, str]()
        self.degree, self.kind = by_most(parts, "degree"), by_most(parts, "kind")
        self.common = most_common(parts)

    def as_large(self, size: float) -> str:
        """The commonest role of the parts most nearly as large, by a factor."""
        if size not in self.near:
            near = nsmallest(NEIGHBORS, self.parts, key=lambda x: abs(x.size - size))
            self.near[size] = most_common(near)
        return self.near[size]


@dataclass(frozen=True, eq=False)
class Scorer:
    """The truth of machines, and that from which nulls learn the roles of other families."""

    truth: Mapping[str, Known]
    learned: Mapping[str, Known]

    def rows(self, what: str, said: Mapping[str, Said], names: Sequence[str]) -> dict[str, Fared]:
        """How the tool and the nulls fared on some machines, all of which were asked."""
        rows: dict[str, Fared] = {}
        for name in names:
            of = self.of_roles if what == "roles" else self.of_things
            for row, fared in of(what, self.truth[name], said[name]).items():
                rows[row] = rows.get(row, Fared(0, 0, 0)) + fared
        return rows

    def of_things(self, what: str, known: Known, said: Said) -> dict[str, Fared]:
        """Parts, or edges: what is named is so, or not."""
        every: Sequence[Any]
        named: frozenset[Any] | None
        size: Callable[[Any], int]
        degree: Callable[[Any], int]
        if what == "parts":
            every, named = known.asked, said.parts
            so = {part for part in every if known.parts[part]["matters"]}
            size, degree = known.size, known.degrees.__getitem__
        else:
            every, named, so = known.pairs, said.edges, set(getattr(known, what))
            size, degree = of_both(known.size), of_both(known.degrees.__getitem__)
        assert named is not None
        n = len(named)
        return {
            "the tool": Fared(n, len(so & named), len(so)),
            "all": Fared(len(every), len(so), len(so)),
            "none": Fared(0, 0, len(so)),
            "by size": largest(every, so, n, size),
            "by degree": largest(every, so, n, degree),
        }

    def of_roles(self, _: str, known: Known, said: Said) -> dict[str, Fared]:
        """Roles: each part has one, and a tool names one or none."""
        assert said.roles is not None
        roles = {part: known.parts[part]["role"] for part in known.asked}
        others = self.of_others[known.family]
        degree, kind, common = others.degree, others.kind, others.common
        nulls = {
            "all": dict.fromkeys(roles, common),
            "none": {},
            "by size": {part: others.as_large(log1p(known.size(part))) for part in roles},
            "by degree": {part: degree.get(known.degrees[part], common) for part in roles},
            "by kind": {part: kind.get(known.parts[part]["kind"], common) for part in roles},
        }
        return {name: right_roles(roles, named)
                for name, named in {"the tool": said.roles, **nulls}.items()}  # fmt: skip

    @cached_property
    def of_others(self) -> dict[str, Others]:
        """For each family how the parts of all others look from outside, and their roles."""
        every = [(known.family, Looks(known.parts[part]["role"], log1p(known.size(part)),
                                      known.degrees[part], known.parts[part]["kind"]))
                 for known in self.learned.values() if "roles" in known.known
                 for part in known.asked]  # fmt: skip
        families = {known.family for known in self.truth.values()}
        return {own: Others([part for family, part in every if family != own]) for own in families}

    def table(self, said: Mapping[str, Said], held_out: str) -> dict[str, Any]:
        """Of parts, roles and edges how all fared: on all machines asked, and family by family."""
        found = {}
        for what in WHAT:
            asked = [name for name, each in said.items()
                     if has(each, what) and what in self.truth[name].known]  # fmt: skip
            if not asked:
                continue
            families: dict[str, list[str]] = {}
            for name in asked:
                families.setdefault(self.truth[name].family, []).append(name)
            found[what] = {
                "machines": len(asked),
                "all machines": self.rows(what, said, asked),
                "families": {each: self.rows(what, said, own) for each, own in families.items()},
                "held out": self.rows(what, said, families.get(held_out, [])),
            }
        return found


def has(said: Said, what: str) -> bool:
    """Whether something is said of parts, of roles, or of edges."""
    return getattr(said, "edges" if what.startswith("edges") else what) is not None


def of_both(of: Callable[[str], int]) -> Callable[[Pair], int]:
    """The sum of a number over both ends of a pair."""
    return lambda pair: of(pair[0]) + of(pair[1])


def largest(every: Iterable[Any], so: set[Any], n: int, of: Callable[[Any], int]) -> Fared:
    """The null that names as many as the tool, the largest first; equal ones by chance."""
    left, right = float(n), 0.0
    for _, some in groupby(sorted(every, key=of, reverse=True), key=of):
        equal = list(some)
        taken = min(left, len(equal))
        right += taken * len(so.intersection(equal)) / len(equal)
        left -= taken
    return Fared(n, right, len(so))


def right_roles(roles: Mapping[str, str], named: Mapping[str, str]) -> Fared:
    """How many roles are named, and how many rightly."""
    return Fared(len(named), sum(roles[part] == role for part, role in named.items()), len(roles))


# What is printed


TITLES = {
    "parts": "parts that matter",
    "roles": "roles of parts",
    "edges": "edges by construction",
    "edges_by_intervention": "edges by intervention",
}


def as_data(found: Mapping[str, Any]) -> dict[str, Any]:
    """A table for JSON."""

    def rows(some: Mapping[str, Fared]) -> dict[str, Any]:
        return {name: fared.as_data() for name, fared in some.items()}

    return {what: {"machines": each["machines"], "all machines": rows(each["all machines"]),
                   "families": {name: rows(own) for name, own in each["families"].items()},
                   "held out": rows(each["held out"])}
            for what, each in found.items()}  # fmt: skip


def lines(found: Mapping[str, Any], n_machines: int, held_out: str) -> list[str]:
    """A table as text: the tool above the nulls, and a line for each family."""
    out = []
    for what, each in found.items():
        rows = each["all machines"]
        out += [f"{TITLES[what]}: {each['machines']} of {n_machines} machines, "
                f"{rows['the tool'].true:,} to be named"]  # fmt: skip
        if what == "roles" and (without := rows["the tool"].true - rows["the tool"].named):
            out.append(f"  {without:,.0f} of these parts have no role in the entry; "
                       "each lowers recall as a wrong role does")  # fmt: skip
        out.append(f"  {'':10} {'named':>7} {'right':>7} {'precision':>10} {'recall':>7}")
        out += [
            f"  {name:10} {fared.named:>7,.0f} {counted(fared.right):>7} "
            f"{digits(fared.precision):>10} {digits(fared.recall):>7}"
            for name, fared in rows.items()
        ]
        names = [name for name in rows if name != "none"]
        out += ["", f"  {'precision / recall':19}" + "".join(f"{name:>13}" for name in names)]
        for family, own in each["families"].items():
            out.append(
                f"  {titled(family, held_out):19}"
                + "".join(f"{beside(own[name]):>13}" for name in names)
            )
        out.append("")
    every = (fared for each in found.values() for fared in each["all machines"].values())
    if any("." in counted(fared.right) for fared in every):
        out.append("Tenths are means over all choices that a null has among equals.")
    return out


def counted(right: float) -> str:
    """How many are right; of a mean over ties its tenths too.

    >>> counted(6.0), counted(6.5)
    ('6', '6.5')
    """
    return f"{right:,.1f}".removesuffix(".0")


def titled(family: str, held_out: str) -> str:
    """What a family is called in a table."""
    return f"{family}, held out" if family == held_out else family


def beside(fared: Fared) -> str:
    """Precision and recall in a cell."""
    return " / ".join("-" if x is None else f"{x:.2f}" for x in (fared.precision, fared.recall))
