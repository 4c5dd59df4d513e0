"""Which cells of a page have to run before one of them: those that make the names that it reads."""

import ast
import symtable
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache

# Calls whose result gives something else each time that it is asked.
DRAWS = {"Random", "RandomState", "cycle", "count", "default_rng", "fresh", "iter"}
# Methods that change what they are called on, and functions that change their arguments.
CHANGES = {
    *("add", "append", "appendleft", "clear", "discard", "extend", "fill", "insert", "observe"),
    *("pop", "popitem", "popleft", "put", "remove", "resize", "reverse", "seed", "setdefault"),
    *("setflags", "sort", "update", "write"),
}
CHANGE_ARGUMENTS = {"copyto", "fill_diagonal", "heapify", "heappop", "heappush", "next", "setattr"}
SHUFFLES = "shuffle"


@dataclass(frozen=True)
class Names:
    """What a cell does with names of the page.

    `reads` must be there as it runs, `inner` as one of its functions is called; `sets` it makes,
    `changes` it may change in place, and of `draws` each look gives something else.
    """

    reads: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    changes: frozenset[str] = frozenset()
    inner: frozenset[str] = frozenset()
    draws: frozenset[str] = frozenset()


def base_of(node: ast.AST) -> str:
    """The name whose part is meant: `a` of `a.b[2].c`; nothing where there is none."""
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


class Statements(ast.NodeVisitor):
    """Reads what stands at the top of a cell, in its order; functions are left to `nested`."""

    def __init__(self) -> None:
        self.reads: set[str] = set()
        self.sets: set[str] = set()
        self.changes: set[str] = set()
        self.draws: set[str] = set()

    def visit_Name(self, node: ast.Name) -> None:
        """A name is read, or set."""
        if isinstance(node.ctx, ast.Load):
            if node.id not in self.sets:
                self.reads.add(node.id)
        else:
            self.sets.add(node.id)

    def visit_Assign(self, node: ast.Assign) -> None:
        """What stands on the right is read first."""
        self.visit(node.value)
        for target in node.targets:
            self.visit(target)
        if isinstance(node.value, ast.Call) and last_name(node.value.func) in DRAWS:
            self.draws |= {base_of(target) for target in node.targets}

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        """`a += 1` reads, and may change what others hold too."""
        self.visit(node.value)
        self.changed(node.target)
        if isinstance(node.target, ast.Name):
            self.sets.add(node.target.id)
        else:
            self.visit(node.target)

    def visit_For(self, node: ast.For) -> None:
        """What is walked through is read before the name that walks."""
        self.visit(node.iter)
        self.visit(node.target)
        for each in (*node.body, *node.orelse):
            self.visit(each)

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> None:
        """An import sets its names."""
        self.sets |= {each.asname or each.name.partition(".")[0] for each in node.names}

    visit_ImportFrom = visit_Import

    def visit_FunctionDef(self, node: ast.FunctionDef | ast.AsyncFunctionDef) -> None:
        """What decorates it and what it begins with is read now."""
        now = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        for each in now:
            self.visit(each)
        self.sets.add(node.name)

    visit_AsyncFunctionDef = visit_FunctionDef

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        """Its body is a table of its own."""
        for each in (*node.decorator_list, *node.bases, *(k.value for k in node.keywords)):
            self.visit(each)
        self.sets.add(node.name)

    def visit_Lambda(self, node: ast.Lambda) -> None:
        """Only what its arguments begin with is read now."""
        for each in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.visit(each)

    def visit_comprehension_of(
        self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
    ) -> None:
        """A comprehension has names of its own, but for what it walks through first."""
        self.visit(node.generators[0].iter)
        for each in ast.walk(node):
            if isinstance(each, ast.NamedExpr):
                self.sets.add(base_of(each.target))
            elif isinstance(each, ast.Call):
                self.called(each)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = visit_comprehension_of

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> None:
        """`except ... as name` sets the name."""
        self.sets |= {node.name} if node.name else set()
        self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript | ast.Attribute) -> None:
        """A part that is set or deleted changes the whole."""
        if not isinstance(node.ctx, ast.Load):
            self.changed(node)
        self.generic_visit(node)

    visit_Attribute = visit_Subscript

    def visit_Call(self, node: ast.Call) -> None:
        """Some calls change what they are called on, or with."""
        self.called(node)
        self.generic_visit(node)

    def called(self, node: ast.Call) -> None:
        """Note what a call changes."""
        name = last_name(node.func)
        if name in CHANGES and isinstance(node.func, ast.Attribute):
            self.changed(node.func)
        if name in CHANGE_ARGUMENTS or name == SHUFFLES:
            for each in node.args:
                self.changed(each)

    def changed(self, node: ast.AST) -> None:
        """A part of a name is changed; where this cell made the name, that is its own matter."""
        if name := base_of(node):
            if name not in self.sets:
                self.reads.add(name)
            self.changes.add(name)


def last_name(node: ast.expr) -> str:
    """`c` of `a.b.c`, or of `c`."""
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def nested(table: symtable.SymbolTable, in_function: bool = False) -> tuple[set[str], set[str]]:
    """Names of the page that inner tables read: at once, and when called."""
    now: set[str] = set()
    later: set[str] = set()
    for child in table.get_children():
        name = child.get_name()
        at_once = child.get_type() == "class" or name.endswith(("comp", "genexpr"))
        called = in_function or not at_once
        named = {each.get_name() for each in child.get_symbols() if each.is_global()}
        (later if called else now).update(named)
        more_now, more_later = nested(child, called)
        now |= more_now
        later |= more_later
    return now, later


@cache
def names_of(text: str) -> Names:
    """What a cell does with names; nothing where it is no Python."""
    try:
        tree = ast.parse(text)
        table = symtable.symtable(text, "<cell>", "exec")
    except (SyntaxError, ValueError):
        return Names()
    top = Statements()
    top.visit(tree)
    now, later = nested(table)
    return Names(
        reads=frozenset(top.reads | (now | later) - top.sets),
        sets=frozenset(top.sets - {""}),
        changes=frozenset(top.changes - {""}),
        inner=frozenset(later),
        draws=frozenset(top.draws - {""}),
    )


@dataclass
class Needs:
    """The cells of a page as they stand, and which of them need which."""

    cells: Sequence[Names]
    chains: dict[tuple[str, int], tuple[int, ...]] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Iterable[str]) -> "Needs":
        """Of cells with these texts."""
        return cls([names_of(text) for text in texts])

    def chain(self, name: str, before: int) -> tuple[int, ...]:
        """The last cell that sets a name before another cell, and those that change it since."""
        if (name, before) not in self.chains:
            self.chains[name, before] = self.find_chain(name, before)
        return self.chains[name, before]

    def find_chain(self, name: str, before: int) -> tuple[int, ...]:
        """As `chain`."""
        since: list[int] = []
        for j in range(before - 1, -1, -1):
            cell = self.cells[j]
            if name in cell.sets:
                looked = [i for i in range(j + 1, before) if name in self.cells[i].reads]
                changed = looked if name in cell.draws else sorted(since)
                whole = self.find_chain(name, j) if name in cell.reads | cell.changes else ()
                return (*whole, j, *changed)
            if name in cell.changes:
                since.append(j)
        return ()

    def needed(self, k: int) -> dict[int, set[int]]:
        """The cells that must have run for a cell, and itself, each with those that it needs."""
        found: dict[int, set[int]] = {}
        self.follow(k, found)
        inner = {name for j in found for name in self.cells[j].inner}
        while True:  # a function that is called here may read what was set since it was made
            more = {j for name in inner for j in self.chain(name, k)} - {k}
            found[k] |= more
            for j in sorted(more - found.keys()):
                self.follow(j, found)
            now = {name for j in found for name in self.cells[j].inner}
            if now <= inner:
                return found
            inner |= now

    def follow(self, k: int, found: dict[int, set[int]]) -> None:
        """Add a cell and all before it that it needs."""
        waiting = [k]
        while waiting:
            j = waiting.pop()
            if j not in found:
                found[j] = {i for name in self.cells[j].reads for i in self.chain(name, j)}
                waiting += found[j]


@dataclass
class Ran:
    """What has run so far: each cell's text then, and when; and which cell last touched a name."""

    texts: dict[int, str] = field(default_factory=dict)
    times: dict[int, int] = field(default_factory=dict)
    owners: dict[str, int] = field(default_factory=dict)
    clock: int = 0

    def note(self, k: int, text: str) -> None:
        """A cell has run to its end."""
        self.clock += 1
        self.texts[k], self.times[k] = text, self.clock
        names = names_of(text)
        self.owners.update(dict.fromkeys(names.sets | names.changes, k))

    def plan(self, texts: Sequence[str], k: int) -> list[int]:
        """The cells to run for a cell, in their order, itself the last.

        Those before it that have run as they stand, and since those that they need, are left out,
        unless another cell has set their names since.
        """
        needs = Needs.of(texts)
        needed = needs.needed(k)
        run: set[int] = {k}
        for j in sorted(needed.keys() - {k}):
            old = self.texts.get(j) != texts[j]
            if old or any(i in run or self.times[i] > self.times[j] for i in needed[j]):
                run.add(j)
        while missing := self.taken(needs, needed, run, k) - run:
            run |= missing
            for j in sorted(needed.keys() - run):
                if needed[j] & run:
                    run.add(j)
        return [*sorted(run - {k}), k]

    def taken(self, needs: Needs, needed: dict[int, set[int]], run: set[int], k: int) -> set[int]:
        """The cells whose names would be another's when a planned cell reads them."""
        owners = dict(self.owners)
        found: set[int] = set()
        for j in [*sorted(run - {k}), k]:
            cell = needs.cells[j]
            for name in cell.reads:
                chain = needs.chain(name, j)
                if chain and owners.get(name) != chain[-1]:
                    found |= {*chain} & needed.keys()
            owners.update(dict.fromkeys(cell.sets | cell.changes, j))
        return found
