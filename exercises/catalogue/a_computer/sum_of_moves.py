"""A Turing machine that knows its place on the tape by the moves that it made."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from string import ascii_uppercase

import numpy as np

from exercises.judging.asking import MADE, Shown, note
from exercises.judging.bends import counted, squared
from exercises.judging.judge import Tally, ask, fresh, knows, own_program, right
from exercises.judging.machine import machine
from exercises.statement import Example, Exercise
from taotp.constructions.by_history import (
    Columns,
    History,
    Unit,
    asking,
    columns,
    reads,
    recall,
    units,
    writes,
)
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Layer, Transformer

START, HALT = "|", "H"
BEAVERS = (  # the rules of those that go on for longest: 6, 21 and 107 steps
    ("1RB 1LB 1LA 1RH", 12),
    ("1RB 1RH 1LB 0RC 1LC 1LA", 32),
    ("1RB 1LB 1LA 0LC 1RH 1LD 1RD 0RA", 112),
)
RUNNERS = (("1LA 0RA", 40), ("0RA 1LA", 40))  # with one state
DRAWN, HISTORIES = 3, 30  # tables of rules, and texts for each
STUB = '''
def sum_of_moves(rules, n_ctx):
    """A Program that goes on with the steps of a Turing machine."""
    raise NotImplementedError
'''
Make = Callable[[str, int], Program]


def followed(rules: str, words: Sequence[str]) -> list[str | None]:
    """What a Turing machine does after each of some steps, None where it has halted.

    The steps need not be those that its rules would have made.
    """
    table, tape, place, found = rules.split(), dict[int, int](), 0, list[str | None]()
    state = "A"
    for word in words:
        if word != START:
            tape[place] = int(word[0])
            place += 1 if word[1] == "R" else -1
            state = word[2]
        rule = 2 * ascii_uppercase.index(state) + tape.get(place, 0)
        found.append(None if state == HALT else table[rule])
    return found


def words_of(rules: str) -> list[str]:
    """All words: where it begins, and what may be written, where it goes, and the state then."""
    states = [*ascii_uppercase[: len(rules.split()) // 2], HALT]
    return [START, *(symbol + move + state for symbol in "01" for move in "LR" for state in states)]


def texts(rules: str, n_ctx: int) -> Iterator[list[str]]:
    """The machine's own steps on an empty tape, steps that are drawn, and such that go far."""
    own = [START]
    while len(own) < n_ctx and (step := followed(rules, own)[-1]):
        own.append(step)
    yield own
    rng = fresh(n_ctx)
    known = [word for word in words_of(rules)[1:] if word[2] != HALT]
    for _ in range(HISTORIES):
        yield [START, *(known[i] for i in rng.integers(len(known), size=n_ctx - 1))]
    alike = {move: [word for word in known if word[1] == move] for move in "LR"}
    moves = n_ctx - 1
    for out, back in (("R", "L"), ("L", "R")):
        for steps in (moves // 2, moves - moves // 8, moves - 1, moves):  # and then back
            ways = [*(out * steps), *(back * (moves - steps))]
            yield [START, *(alike[move][rng.integers(len(known) // 2)] for move in ways)]


def drawn_rules() -> Iterator[tuple[str, int]]:
    """Tables of three states, and not one that halts."""
    rng = fresh(3)
    for _ in range(DRAWN):
        known = [word for word in words_of(" ".join(["0LA"] * 6))[1:] if word[2] != HALT]
        yield " ".join(known[i] for i in rng.integers(len(known), size=6)), 48


def judge(answer: object) -> str:
    """Each machine's own steps, and what it does after steps that are drawn."""
    tally = Tally()
    for rules, n_ctx in (*BEAVERS, *RUNNERS, *drawn_rules()):
        tally += goes_on(answer, rules, n_ctx)
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.2g}"


def goes_on(answer: object, rules: str, n_ctx: int) -> Tally:
    """Ask for the machine of some rules, and what it does after every step of some texts."""
    where = f"with the rules {rules}"
    note(MADE, where=where)
    program = own_program(ask(answer, rules, n_ctx, where=where), where)
    knows(program, words_of(rules), "all words", n_ctx)
    places, before = program.places, program.encode([])
    rows, wanted = [], []
    for text in texts(rules, n_ctx):
        rest = n_ctx - len(text)
        said = [-1 if word is None else places[word] for word in followed(rules, text)]
        rows.append([*before, *(places[word] for word in text), *[places[START]] * rest])
        wanted.append([-1] * len(before) + said + [-1] * rest)
    names = [str(symbol) for symbol in program.vocabulary]
    shown = Shown(names, " ", len(before))
    return right(program.model, np.array(rows), np.array(wanted), shown, lambda i: repr(names[i]))


COLUMNS = "start one right left pos right_share left_share at wrote at_square square found"


def sum_of_moves(
    rules: str, n_ctx: int, *, anchored: float = 1.0, later: float = 1.0, **signs: float
) -> Program:
    """Two heads count moves, units make places and squares of them, and a head finds a symbol.

    Of every rule there is a column, which the unembedding reads as the word that it says.
    """
    table, words = rules.split(), words_of(rules)
    states = ascii_uppercase[: len(table) // 2]
    s = columns(f"{COLUMNS} {' '.join(states)} {' '.join(f'rule{i}' for i in range(len(table)))}")
    of = History(reads(s, "pos"), n_ctx)
    layers = [
        Layer([counts(s, of, move, anchored) for move in ("right", "left")],
              sums(s, n_ctx, **signs), None, None),
        Layer([], squares(s, n_ctx), None, None),
        Layer([finds(s, replace(of, when=later * of.when))], rules_of(s, states), None, None),
    ]  # fmt: skip
    W_E = np.zeros((len(words), len(s)))
    W_E[0] = writes(s, "start A").sum(axis=0)
    for row, word in zip(W_E[1:], words[1:], strict=True):
        symbol, move, state = [*word]
        names = ["right" if move == "R" else "left", *["one"] * int(symbol)]
        row += writes(s, " ".join([*names, *[state] * (state != HALT)])).sum(axis=0)
    W_U = np.zeros((len(s), len(words)))
    for i, word in enumerate(table):
        W_U[:, words.index(word)] += reads(s, f"rule{i}")[:, 0]
    W_pos = np.arange(n_ctx)[:, None] * writes(s, "pos")
    return Program(Transformer(W_E, W_pos, layers, None, W_U), words)


def counts(s: Columns, of: History, move: str, anchored: float = 1.0) -> Head:
    """A head that looks at the start and at all moves one way, at each as much.

    After n of them these have n/(n + 1) of its attention.
    """
    look = 2 * of.sure * (reads(s, move) + anchored * reads(s, "start"))
    put = writes(s, f"{move}_share")
    return asking(of, np.zeros((len(s), 0)), look, reads(s, move), put, f"counts moves {move}")


def sums(s: Columns, n_ctx: int, forth: float = 1.0, back: float = 1.0, own: float = 1.0) -> MLP:
    """A place is a number of moves to the right, less one of moves to the left.

    What a row wrote, it wrote before its own move.
    """
    each: list[Unit] = []
    for move, way in (("right", forth), ("left", -back)):
        each += counted(f"{move}_share", {"at": way, "wrote": way}, n_ctx)
        each.append(({move: 1.0}, 0.0, {"wrote": -way * own}))
    return units(s, each)


def squares(s: Columns, n_ctx: int) -> MLP:
    """The squares of both places, by units that bend at every whole number."""
    pairs = (("at", "at_square"), ("wrote", "square"))
    return units(s, [unit for pair in pairs for unit in squared(*pair, n_ctx)])


def finds(s: Columns, of: History) -> Head:
    """What was last written here; where nothing was, it looks at the start, which wrote nothing."""
    moved = reads(s, "right") + reads(s, "left")
    return recall(
        of, reads(s, "at"), moved, (reads(s, "wrote"), reads(s, "square")), reads(s, "one"),
        writes(s, "found"), nothing=(reads(s, "start"), reads(s, "at_square")), name="reads",
    )  # fmt: skip


def rules_of(s: Columns, states: str) -> MLP:
    """A unit for each rule: it is on in its state, where its symbol was found."""
    each: list[Unit] = []
    for i, state in enumerate(states):
        each += [
            ({state: 1.0, "found": -1.0}, 0.0, {f"rule{2 * i}": 1.0}),
            ({state: 1.0, "found": 1.0}, -1.0, {f"rule{2 * i + 1}": 1.0}),
        ]
    return units(s, each)


def changed(**changes: float) -> Make:
    """The model answer with something changed."""
    return lambda rules, n_ctx: sum_of_moves(rules, n_ctx, **changes)


def accepted_more_room() -> Make:
    """For longer texts than are asked for."""
    return lambda rules, n_ctx: sum_of_moves(rules, n_ctx + 5)


def accepted_the_other_way() -> Make:
    """To the left counts up."""
    return changed(forth=-1.0, back=-1.0)


def wrong_no_start() -> Make:
    """Heads that look at nothing but moves have all of their attention there, however many."""
    return changed(anchored=0.0)


def wrong_one_way() -> Make:
    """Moves to the left do not count."""
    return changed(back=0.0)


def wrong_after_the_move() -> Make:
    """A symbol is looked for where the machine went when it had written it."""
    return changed(own=0.0)


def wrong_half_a_place() -> Make:
    """A move back is half a move."""
    return changed(back=0.5)


def wrong_first_written() -> Make:
    """Of all that was written in a place the first is found, not the last."""
    return changed(later=-1.0)


def wrong_other_symbol() -> Make:
    """Rules for 0 and 1 have changed places."""

    def swapped(rules: str, n_ctx: int) -> Program:
        table = rules.split()
        pairs = (" ".join(table[i : i + 2][::-1]) for i in range(0, len(table), 2))
        return sum_of_moves(" ".join(pairs), n_ctx)

    return swapped


EXERCISE = Exercise(
    slug="sum-of-moves",
    title="A tape without numbers",
    kind="family",
    statement="""
A Turing machine has a tape of zeros and ones without an end, and its cells have no numbers. A step
is a token: `1LB` wrote 1, went to the left, and is in state B now. Its rules say what it does in
state A on 0, in A on 1, in B on 0, and so on. `sum_of_moves(rules, n_ctx)` makes a `Program` that
goes on with its steps: its words are `|`, where each text begins, in state A, and `0LA`, `0LB` ...
`1RH` for all states that have rules, and H, in which it halts. There are up to four, and
`n_ctx` is at most 112: the busy beaver of four states halts after 107 steps. A cell that was never
written holds 0. What comes after H is yours, but a text may hold any steps, also such as its rules
would not have made.
""",
    example=Example(
        "The steps of a machine of two states, and what the judge expects after each:",
        "from exercises.catalogue.a_computer.sum_of_moves import followed\n\n"
        'steps = "| 1RB 1LB 1LA 1RB 1LA"\n'
        'followed("1RB 1LB 1LA 1RH", steps.split())',
    ),
    hints=(
        "Where a machine stands is how often it went to the right, less how often to the left. A "
        "head that looks at all moves to the right alike brings the same for two and for three. "
        "What if it looks at the start as well?",
        "$n$ moves beside the start have $n/(n+1)$ of the attention. An MLP of a unit for each $n$ "
        "makes a whole number of it: straight lines from point to point.",
        "A row wrote at the cell where it stood before its move. `recall` finds the latest row "
        "of a place, and wants the square of that: which MLP can square whole numbers?",
        "A cell that was never written: `recall` can look at the start then.",
    ),
    answer="""
Two heads count. Each looks at the start and at all moves one way, and brings $n/(n+1)$. The MLP
bends a line at each of these numbers, so that it says $n$, and the difference of both is the place:
a sum of moves, exact to the last digit. A second layer without heads squares it, again by bends at
whole numbers. In the third a head finds the latest row that wrote here, and if there is none, the
start. A unit for each rule is on in its state where its symbol was found. The rules stand in the
unembedding: it reads the unit as the word. Nothing here knows how long the tape is, but the units
are as many as there may be moves.
""",
    stub=STUB,
    judge=judge,
    code=(sum_of_moves, counts, sums, counted, squares, squared, finds, rules_of),
    typed=machine(judge, sum_of_moves, at=0, size=f"the rules {BEAVERS[0][0]} and 12 tokens"),
)
