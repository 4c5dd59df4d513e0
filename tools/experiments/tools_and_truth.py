"""What tools of `look` say of each part of each machine of which it is known what matters.

A row is a part: whether it matters, by taking parts out for good, and whether it would by what else
may stand in their place; what each tool says of it, nothing where a tool cannot be asked; and why a
tool is wrong about it. `decoy` is the kind of head that was put in beside the first one, if any.
Of machines with many parts some take a minute.
"""

from collections.abc import Iterator

from taotp.interp.ground_truth import MACHINES, TOOLS, Case, decoys, matters, names, reasons, says
from taotp.interp.ground_truth.known import HAVE_DECOYS
from taotp.interp.parts import Part

WORDS = "what matters in each machine, and what each tool says of each part"
POINTS = [{"machine": name} for name in MACHINES]


def measure(machine: str) -> Iterator[dict[str, object]]:
    """The parts of a machine, and of it with each decoy that there is room for."""
    case = MACHINES[machine]()
    yield from rows_of(case, "")
    for kind, other in decoys(case).items() if machine in HAVE_DECOYS else ():
        yield from rows_of(other, kind)


def rows_of(case: Case, decoy: str) -> Iterator[dict[str, object]]:
    """A row for each part."""
    truths = {how: matters(case, how) for how in ("zero", "mean", "other text")}
    for part in case.parts:
        said = {tool: said_of(case, tool, part) for tool in TOOLS}
        yield {
            "decoy": decoy, "part": in_words(part), "matters": int(part in truths["zero"]),
            "by mean": int(part in truths["mean"]), "by another": int(part in truths["other text"]),
            **said, "why": " / ".join(why(case, part)),
        }  # fmt: skip


def in_words(part: Part) -> str:
    """A part as the table has it: "0 head 1", "0 mlp", "0 cross 1"."""
    number, which = part
    return f"{number} {which}" if isinstance(which, str) else f"{number} head {which}"


def said_of(case: Case, tool: str, part: Part) -> object:
    """What a tool says of a part, "" where it says nothing of it, and "-" where it is not asked."""
    found = says(case, tool)
    if found is None:
        return "-"
    return round(found[part], 6) if part in found else ""


def why(case: Case, part: Part) -> Iterator[str]:
    """The tools that are wrong about a part, each with its reasons."""
    so = part in matters(case)
    for tool in TOOLS:
        found = names(case, tool)
        if found is not None and (part in found) != so:
            yield f"{tool}: {', '.join(reasons(case, tool, part, missed=so)) or '?'}"
