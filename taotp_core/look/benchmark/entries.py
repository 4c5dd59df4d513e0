"""What the benchmark holds of each machine: its case, its symbols, and the truth of its parts."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from taotp_core.look.parts import Part
from taotp_core.look.truth.cases import BOOK, Case, case_of
from taotp_core.look.truth.matters import MOST, in_order, matters, ways_to_break
from taotp_core.look.truth.witnesses import witnesses
from taotp_core.weights import Head, Transformer

DEFINITION = (
    f"A part matters where it is in a smallest set of at most {MOST} parts without which some "
    "answer is another. Parts are taken out by zeros: they write nothing to the stream. A set is a "
    "smallest one where no set without which some answer is another is inside it."
)
KINDS = {"program": "made for a task", "witness": "made so that some tool names other parts"}


@dataclass(frozen=True, eq=False)
class Entry:
    """A machine of the benchmark; `symbols` are the names of its tokens, by their ids."""

    kind: str
    case: Case
    symbols: list[str]

    @property
    def folder(self) -> str:
        """The name of its folder: its own name, without spaces."""
        return self.case.name.replace(" ", "_")

    @property
    def model(self) -> Transformer:
        """The machine without its encoder, of whose parts nothing is asked: it has a memory."""
        return replace(self.case.model, encoder=None)

    def truth(self) -> dict[str, dict[str, object]]:
        """Of each part by its name, in the order of their writing: what it is, and the truth."""
        so = matters(self.case)
        return {
            name_of(part): {"matters": part in so, **self.known(part)} for part in self.case.parts
        }

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

    def ways(self) -> list[list[str]]:
        """The smallest sets of parts without which some answer is another, by their names."""
        return sorted(
            [name_of(part) for part in in_order(self.case, way)]
            for way in ways_to_break(self.case)
        )  # fmt: skip


def name_of(part: Part) -> str:
    """What the benchmark calls a part: what the names of its arrays begin with.

    >>> name_of((0, 1)), name_of((0, "mlp")), name_of((1, "cross 0"))
    ('layers.0.heads.1', 'layers.0.mlp', 'layers.1.cross.0')
    """
    number, which = part
    what = f"heads.{which}" if isinstance(which, int) else which.replace(" ", ".")
    return f"layers.{number}.{what}"


def entries() -> list[Entry]:
    """All machines of the benchmark."""
    found = []
    for name, make in BOOK.items():
        program, prompts, steps = make()
        case = case_of(name, program, prompts, steps)
        found.append(Entry("program", case, [str(symbol) for symbol in program.vocabulary]))
    for case in witnesses():
        found.append(Entry("witness", case, [str(i) for i in range(case.model.d_vocab)]))
    return found
