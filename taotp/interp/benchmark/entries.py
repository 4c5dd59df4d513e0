"""What the benchmark holds of each machine: its case, its kind, and the truth of its parts."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from taotp.data import parts_that_matter
from taotp.interp.benchmark.edges import TABLES, built, pairs
from taotp.interp.benchmark.in_memory import machine_of, name_of
from taotp.interp.benchmark.machine import without_edges
from taotp.interp.benchmark.roles import Role, roles
from taotp.interp.benchmark.score import nearest
from taotp.interp.ground_truth.cases import Case
from taotp.interp.ground_truth.decoys import KINDS as ASTRAY
from taotp.interp.ground_truth.decoys import decoys
from taotp.interp.ground_truth.known import HAVE_DECOYS, MACHINES
from taotp.interp.ground_truth.larger import ENCODERS, LARGER
from taotp.interp.ground_truth.matters import can_go, matters
from taotp.interp.ground_truth.otherwise import OTHERWISE
from taotp.interp.ground_truth.twins import TWINS
from taotp.interp.ground_truth.witnesses import WITNESSES
from taotp.interp.parts import Part
from taotp_core.weights import Head, Transformer, named_arrays

DEFINITION = (
    "Parts are taken out by zeros: they write nothing to the stream. A part matters where some "
    "answer is another without it alone. If the other parts can all go together and no answer is "
    "another, none of them matters. If not, they are taken out one after the other, for good, each "
    "if no answer is another by it, in the order of their writing and in every order that begins "
    "later in it and goes round: those that are left in some of these orders matter too."
)
KINDS = {
    "small": "a program of a few parts",
    "large": "a program of more parts, or two that were joined",
    "encoder": "reads or hears; a second machine says what comes of it",
    "witness": "made so that some tool names other parts",
    "otherwise": "does what another machine does, by other means",
    "trained": "has the shape of a program, and numbers that training found: what its parts do is "
    "not known, and edges by construction are not asked for",
    **{f"decoy, {kind}": f"a small program, and a head that {does}"
       for kind, does in ASTRAY.items()},
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Entry:
    """A machine of the benchmark."""

    kind: str
    case: Case

    @property
    def name(self) -> str:
        """What it is called."""
        return self.case.name

    @property
    def symbols(self) -> list[str]:
        """The names of its tokens, by their ids."""
        return list(self.case.symbols) or [str(i) for i in range(self.model.d_vocab)]

    @property
    def model(self) -> Transformer:
        """The machine without its encoder, of whose parts nothing is asked: it has a memory."""
        return replace(self.case.model, encoder=None)

    @cached_property
    def built(self) -> dict[tuple[str, str], bool]:
        """Of each pair, who writes and who reads, whether it is an edge by construction."""
        return built(self.case)

    def truth(self) -> dict[str, dict[str, object]]:
        """Of each part by its name, in the order of their writing: what it is, and the truth."""
        so, does = matters(self.case), roles(self.case, self.built)
        found = {
            name_of(part): {
                "matters": part in so,
                "alone": not can_go(self.case, frozenset({part})),
                **self.known(part),
            }
            for part in self.case.parts
        }
        ends = {name: self.end(name) for name in does if name not in found}
        about = {**found, **ends}
        return {name: {**about[name], **self.does(name, role), "size": self.size(name)}
                for name, role in does.items()}  # fmt: skip

    def does(self, name: str, role: Role) -> dict[str, object]:
        """What a part does, as truth.json has it: of what training found that is not known."""
        if self.kind == "trained" and name.startswith("layers."):
            return {"role": None, "reads": [], "writes": []}
        return as_data(role)

    def end(self, name: str) -> dict[str, object]:
        """What is known of a table, or of who reads at the end."""
        own = [pair for pair in pairs(self.case) if name in pair]
        so = without_edges(machine_of(self.case), own) > 0
        layer = -1 if name in TABLES else len(self.model.layers)
        return {"matters": so, "alone": so, "kind": "table", "layer": layer}

    def size(self, name: str) -> int:
        """How many numbers of a part are not zero."""
        if name == "speaker":
            assert self.case.speaker is not None
            arrays = named_arrays(replace(self.case.speaker, encoder=None))
            return sum(int(np.count_nonzero(array)) for array in arrays.values())
        if name == "W_U":
            return int(np.count_nonzero(self.model.unembedding))
        arrays = named_arrays(self.model)
        return sum(int(np.count_nonzero(array)) for path, array in arrays.items()
                   if path == name or path.startswith(f"{name}."))  # fmt: skip

    def known(self, part: Part) -> Mapping[str, object]:
        """What is known of a part but for whether it matters."""
        number, which = part
        if which == "mlp":
            return {"kind": "mlp", "layer": number}
        head = self.head(part)
        kind = "head" if isinstance(which, int) else "cross head"
        index = which if isinstance(which, int) else int(which.removeprefix("cross "))
        known = {"kind": kind, "layer": number, "head": index}
        return known | ({"does": head.name} if head.name else {})

    def head(self, part: Part) -> Head:
        """A head of the machine."""
        number, which = part
        layer = self.case.model.layers[number]
        if isinstance(which, int):
            return layer.heads[which]
        return layer.cross[int(which.removeprefix("cross "))]


def as_data(role: Role) -> dict[str, object]:
    """What a part does, as truth.json has it."""
    found: dict[str, object] = {
        "role": role.role, "reads": [*role.reads], "writes": [*role.writes]}  # fmt: skip
    if role.asks or role.answers:
        found["compares"] = {"asks": [*role.asks], "answers": [*role.answers]}
    return found | ({"looks": role.looks} if role.looks else {})


def kind_of(name: str) -> str:
    """Of which kind a machine is that is no decoy's."""
    for kind, names in (("witness", WITNESSES), ("otherwise", OTHERWISE), ("trained", TWINS)):
        if name in names:
            return kind
    return "encoder" if name in ENCODERS else "large" if name in LARGER else "small"


def entries(only: Iterable[str] | None = None) -> Iterator[Entry]:
    """The machines of some names (None: all), each made when it is its turn.

    Raises ValueError for no names, and for one that no machine has.
    """
    wanted = None if only is None else set(only)
    if wanted is not None and not wanted:
        raise ValueError("no machine is named; name at least 1")
    refuse_unknown({name for name in wanted or () if base(name) not in map(base, MACHINES)})
    for entry in every(wanted):
        if wanted is None or entry.name in wanted:
            yield entry
            wanted = wanted and wanted - {entry.name}
    refuse_unknown(wanted or set())


def truth(chosen: Iterable[Entry]) -> dict[str, dict[str, bool]]:
    """Of each machine, of each of its parts, whether it matters: what the scorer asks for.

    >>> truth(entries(["valueless"]))
    {'valueless': {'layers.0.heads.0': True, 'layers.0.heads.1': False}}
    """
    return {
        entry.name: {name_of(part): part in matters(entry.case) for part in entry.case.parts}
        for entry in chosen
    }


def refuse_unknown(names: set[str]) -> None:
    """Raise ValueError where there are names that no machine has."""
    if names:
        near = nearest(min(names), [*MACHINES, *parts_that_matter()])
        meant = f"did you mean {near!r}? There" if near else "there"
        raise ValueError(f"no machine is called {min(names)!r}; {meant} are "
                         f"{', '.join(map(repr, MACHINES))}, and decoys of some of them, whose "
                         "names have a comma and a space, such as 'echo, unread'")  # fmt: skip


def base(name: str) -> str:
    """What stands before the comma in the name of a machine."""
    return name.partition(",")[0]


def every(names: set[str] | None) -> Iterator[Entry]:
    """All machines, each before its decoys, without what no name asks for."""
    for name, make in MACHINES.items():
        if names is not None and not any(
            each.split(",")[0] == name.split(",")[0] for each in names
        ):
            continue
        yield Entry(kind_of(name), case := make())
        if name in HAVE_DECOYS:
            for kind, made in decoys(case).items():
                yield Entry(f"decoy, {kind}", made)
