"""What tools of the field were measured to say of edges and roles, as entries and as scores."""

from collections import Counter
from typing import Any

from taotp.data import experiment, what_parts_do
from taotp.interp.benchmark.circuits import Scorer, beside, said_of, titled, truth_of
from taotp.interp.benchmark.families import HELD_OUT
from taotp.interp.benchmark.roles import ROLES
from taotp.interp.benchmark.score import digits
from taotp.interp.ground_truth.otherwise import OTHERWISE, TASKS
from taotp.interp.ground_truth.twins import TWINS

NULLS = ("all", "by size", "by degree")  # beside which edges are printed


def entered() -> dict[str, dict[str, Any]]:
    """The entry of each tool, as `python -m tools.experiments edge_tools` measured it.

    >>> entered()["patterns"]["machines"]["before_last"]
    {'parts': {'layers.0.heads.0': {'role': 'goes by place'}}}
    """
    found: dict[str, dict[str, Any]] = {}
    for row in experiment("edge_tools"):
        name = ", ".join(filter(None, (row["machine"], row["decoy"])))
        entry = found.setdefault(row["tool"], {"tool": row["tool"], "machines": {}})
        named = row["named"].split()
        said: dict[str, Any]
        if row["tool"] == "patterns":
            roles = dict(each.split("=") for each in named)
            said = {"parts": {part: {"role": role.replace("_", " ")}
                              for part, role in roles.items()}}  # fmt: skip
        else:
            said = {"edges": [each.split(">") for each in named]}
        entry["machines"][name] = said
    return found


def fared() -> dict[str, dict[str, Any]]:
    """How each tool fared against the truth that is kept: its table, by its name."""
    truth = truth_of(what_parts_do())
    scorer = Scorer(truth, truth)
    return {tool: scorer.table(said_of(entry, scorer.truth, ROLES), HELD_OUT)
            for tool, entry in entered().items()}  # fmt: skip


def rows_of_edges(tables: dict[str, Any], what: str) -> list[tuple[str, ...]]:
    """A row for each tool that names edges: it, and nulls, on all machines."""
    return [(tool, *(beside(table[what]["all machines"][name]) for name in ("the tool", *NULLS)))
            for tool, table in tables.items() if what in table]  # fmt: skip


def rows_of_families(tables: dict[str, Any], what: str) -> list[tuple[str, ...]]:
    """A row for each family: all tools, and who names all."""
    own = [table[what]["families"] for table in tables.values() if what in table]
    return [(titled(family, HELD_OUT), *(beside(each[family]["the tool"]) for each in own),
             beside(own[0][family]["all"])) for family in own[0]]  # fmt: skip


STYLES = ("as in the book", "by other means", "trained")


def style_of(name: str) -> str:
    """One of STYLES: how a machine, or the one that a decoy was put into, came to its numbers.

    >>> style_of("echo"), style_of("echo by relay, unread"), style_of("echo trained")
    ('as in the book', 'by other means', 'trained')
    """
    called = name.partition(", ")[0]
    return STYLES[1 if called in OTHERWISE else 2 if called in TWINS else 0]


def rows_of_styles(what: str) -> list[tuple[object, ...]]:
    """A row for each style: how many machines, the tools that name edges, and who names all."""
    truth = truth_of(what_parts_do())
    scorer, found = Scorer(truth, truth), []
    said = {tool: said_of(entry, truth, ROLES) for tool, entry in entered().items()}
    for style in STYLES:
        own = [
            scorer.table({n: x for n, x in each.items() if style_of(n) == style}, HELD_OUT)
            for each in said.values()
        ]
        rows = [table[what]["all machines"] for table in own if what in table]
        n_machines = max(table[what]["machines"] for table in own if what in table)
        found.append((style, n_machines, *(beside(row["the tool"]) for row in rows),
                      beside(rows[0]["all"])))  # fmt: skip
    return found


def rows_of_task(task: str) -> list[tuple[str, str]]:
    """The machines by hand that do a task, each with the roles of the parts that matter in it."""
    kept = what_parts_do()
    return [(name, ", ".join(about["role"] for part, about in kept[name]["parts"].items()
                             if about["matters"] and part.startswith("layers")))
            for name in TASKS[task]]  # fmt: skip


def rows_of_roles(table: dict[str, Any]) -> list[tuple[str, ...]]:
    """A row for all machines and for each family: which share of roles is right, beside nulls."""
    some = {"all machines": table["all machines"], **table["families"]}
    names = ("the tool", *NULLS, "by kind")
    return [(titled(family, HELD_OUT), *(digits(rows[name].recall) for name in names))
            for family, rows in some.items()]  # fmt: skip


def missed(tool: str) -> Counter[tuple[bool, bool]]:
    """Of edges by intervention whether they begin at W_pos, and whether a tool names them."""
    found: Counter[tuple[bool, bool]] = Counter()
    machines = entered()[tool]["machines"]
    for name, known in what_parts_do().items():
        for edge in known["edges_by_intervention"]:
            named = edge in machines[name]["edges"]
            found[edge[0] == "W_pos", named] += 1
    return found
