"""The steps in which a machine is told in symbols, and what is said of each.

As in taotp/page/machine/lanes/view.js.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Self

from taotp.interp.lanes.lane import Lane, LaneHead
from taotp.interp.lanes.picture import cell
from taotp.interp.lanes.sentences import sentence
from taotp.interp.lanes.stories import capital

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

KINDS = ("embed", "carry", "think", "say")  # those of all steps that are told
HEADS = 3  # that are told in a step
BEFORE, END = 1e4, 1e6  # an encoder comes before all else, an answer behind it
ACROSS, UNITS = 0.25, 0.5  # in a layer, behind its heads


@dataclass(frozen=True)
class Step:
    """A step by its name: its kind, its layer (-1: none), its stack, and whether heads look across.

    `when` stands in the order of `written`.
    """

    name: str
    kind: str
    layer: int
    stack: str
    cross: bool

    @classmethod
    def of(cls, name: str) -> Self:
        """A step by a name such as "embed", "carry 0 cross" or "source think 1"."""
        words = name.split()
        stack = "encoder" if words[0] == "source" else ""
        kind, *rest = words[bool(stack) :]
        layer = int(rest[0]) if rest and rest[0].isdigit() else -1
        return cls(name, kind, layer, stack, "cross" in rest)

    @property
    def when(self) -> float:
        """How far the machine has come."""
        if self.kind in ("say", "compare"):
            return END
        by = "mlp" if self.kind == "think" else "cross" if self.cross else ""
        return order(self.layer, by, self.stack)


def order(layer: int, by: str, stack: str) -> float:
    """How late something is done: an encoder first, then layer by layer, its units last."""
    if by == "answer":
        return END
    return layer + {"mlp": UNITS, "cross": ACROSS}.get(by, 0.0) - (BEFORE if stack else 0.0)


def written(of: Lane | LaneHead) -> float:
    """When a lane is written, or a head looks."""
    by = of.by if isinstance(of, Lane) else "cross" if of.cross else "head"
    return order(of.layer, by, of.stack)


def heads_of(seen: "Lanes", step: Step) -> list[LaneHead]:
    """The heads that are told in a step."""
    if step.kind != "carry":
        return []
    own = (step.stack, step.layer, step.cross)
    return [x for x in seen.heads if (x.stack, x.layer, x.cross) == own][:HEADS]


def sentence_of(seen: "Lanes", step: Step, at: int) -> str:
    """What is done in a step at a position of its stack; IndexError where there is none."""
    if step.kind == "embed":
        tokens = seen.read if step.stack else seen.tokens
        places = (x for x in seen.lanes if x.by == "place" and x.stack == step.stack)
        more = f" and its own number, {at}" * any(x.values[at] is not None for x in places)
        return f"Position {at} holds {cell(tokens[at])}{more}."
    if step.kind == "carry":
        return " ".join(capital(sentence(seen, head, at)) for head in heads_of(seen, step))
    if step.kind == "think":
        wrote = [
            cell(lane.values[at]) for lane in seen.lanes
            if (lane.by, lane.layer, lane.stack) == ("mlp", step.layer, step.stack)
            and lane.values[at] is not None
        ]  # fmt: skip
        if not wrote:
            return "The MLP writes nothing here."
        return f"The MLP of layer {step.layer} writes {' and '.join(wrote)}."
    return seen.story(at)
