"""The computer of eight signs, whose brackets have no numbers."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice, product

import numpy as np

from exercises.judging.bends import counted, squared
from exercises.judging.judge import Most, conditions, fresh, hold, praised
from exercises.judging.machine import machine
from exercises.judging.traces import Run, Words, goes_on
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
from taotp.programs.eight_signs import (
    COLUMNS,
    eight_signs,
    execute,
    fetch,
    registers,
    vocabulary,
)
from taotp.reference.computers import eight_steps, paired
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Layer, Transformer

CELLS, NUMBERS, SIGNS, STEPS = 3, 4, 16, 40
DEEPEST = SIGNS // 2  # also how many loops there are at most
N_CTX = SIGNS + 1 + 2 * CELLS + 2 + STEPS
LAYERS = 4
ALL = [
    *"+-<>.[]:", *map(str, range(NUMBERS)), *(f">{cell}" for cell in range(CELLS)),
    *(f"@{place}" for place in range(SIGNS + 1)), "stay", "!", "halt",
]  # fmt: skip
WORDS = Words(ALL, "all words", N_CTX)
DEEP = (
    "[[[[[[[[]]]]]]]]", "[][][][][][][][]", "[[[][]][[][]]]", "+[>[]<-[[-]]]+.", "-[-[-[-]]]",
    "+[>+[>+[-]<-]<-]", "[.[.[.].].]+[-].", "+++>++<[->[-]<].", "-[>-[>-[-.]<-]<]",
)  # fmt: skip
DRAWN, SOME = 600, 100
WHERE = "in plain_brackets"
PRAISE = "{inputs} inputs, {layers} layers, {total} numbers, smallest margin {margin:.2g}"
STUB = '''
def plain_brackets():
    """A Program of eight signs in at most four layers."""
    raise NotImplementedError
'''
Make = Callable[[], Program]


def run_of(source: str, tape: list[int]) -> Run:
    """The prompt of a program and a tape, and its first steps by the interpreter."""
    cells = [word for cell, value in enumerate(tape) for word in (f">{cell}", str(value))]
    return [*source, ":", *cells, ">0", "@0"], [*islice(eight_steps(source, tape, NUMBERS), STEPS)]


def short_programs() -> Iterator[str]:
    """All programs of up to four signs that begin or end a loop, or count."""
    for n in range(1, 5):
        for signs in product("+-[]", repeat=n):
            source = "".join(signs)
            try:
                paired(source)
            except ValueError:
                continue
            yield source


def drawn_program(rng: np.random.Generator) -> str:
    """Some signs with loops in loops."""
    source, depth = "", 0
    while len(source) + depth < SIGNS - 1:
        sign = str(rng.choice([*"++-<>.[[[]]]"]))
        if sign != "]" or depth:
            depth += {"[": 1, "]": -1}.get(sign, 0)
            source += sign
    return source + "]" * depth


def cases() -> list[Run]:
    """Short programs, such as are deep or long, and drawn ones, on tapes that are drawn."""
    rng = fresh(8)
    count = DRAWN if conditions().whole else SOME
    drawn = [drawn_program(rng) for _ in range(count)]
    sources = [*short_programs(), *(source for source in DEEP for _ in range(4)), *drawn]
    tapes = rng.integers(NUMBERS, size=(len(sources), CELLS)).tolist()
    return [run_of(*each) for each in zip(sources, tapes, strict=True)]


def judge(answer: object) -> str:
    """Every step of all of them, by four layers at most."""
    program, tally = goes_on(answer, WHERE, WORDS, cases)
    words = f"{WHERE} expected at most {LAYERS} layers, got {{layers}}"
    hold(program.model, words, layers=Most(LAYERS))
    return praised(PRAISE, program.model, tally)


OWN_COLUMNS = f"{COLUMNS} start opened closed depth depth_square begins begins_square behind before"


def plain_brackets(
    *, level: float = 1.0, own: float = 1.0, latest: float = 1.0, back: float = 1.0, on: float = 1.0
) -> Program:
    """Two heads and an MLP say how deep a bracket is; the latest [ as deep is the partner of a ].

    A ] knows where its loop begins, so that whoever skips the loop can ask for it by that place.
    """
    s = columns(OWN_COLUMNS)
    of = History(reads(s, "pos"), N_CTX)
    ends = recall(
        replace(of, when=latest * of.when), level * reads(s, "depth"), reads(s, "opens"),
        (level * reads(s, "depth"), level**2 * reads(s, "depth_square")), reads(s, "pos"),
        writes(s, "begins"), name="finds where its loop begins",
    )  # fmt: skip
    zero: list[Unit] = [({"held": -1.0}, 1.0, {"zero": 1.0})]
    begins = squared("begins", "begins_square", SIGNS, below=False)
    deeper = squared("depth", "depth_square", DEEPEST, below=False)
    layers = [
        Layer([*registers(s, of), *depths(s, of)], depth(s, own), None, None),
        Layer(fetch(s, of), units(s, [*zero, *deeper]), None, None),
        Layer([ends], units(s, begins), None, None),
        Layer(partners(s, of), goes_to(s, back, on), None, None),
    ]
    words, W_E = vocabulary(s, CELLS, NUMBERS, SIGNS + 1, 1)
    words = [{"[1": "[", "]1": "]"}.get(word, word) for word in words]
    W_E -= W_E @ reads(s, "label label2") @ writes(s, "label label2")  # no numbers
    p = np.arange(-1.0, N_CTX)[:, None]
    model = Transformer(
        np.vstack([W_E, writes(s, "start")]), p * writes(s, "pos") + p**2 * writes(s, "pos2"),
        layers, norm_final=None,
    )  # fmt: skip
    return Program(model, [*words, "start"], start="start", stop="halt")


def depths(s: Columns, of: History) -> list[Head]:
    """Heads that look at the start and at all brackets of one kind, at each as much."""
    nothing = np.zeros((len(s), 0))
    return [
        asking(of, nothing, 2 * of.sure * (reads(s, "start") + reads(s, kind)), reads(s, kind),
               writes(s, put), f"counts what {kind}")
        for kind, put in (("opens", "opened"), ("closes", "closed"))
    ]  # fmt: skip


def depth(s: Columns, own: float) -> MLP:
    """A depth is a running sum: a bracket is as deep as what it holds."""
    opened = counted("opened", {"depth": 1.0}, DEEPEST)
    closed = counted("closed", {"depth": -1.0}, DEEPEST)
    return units(s, [*opened, *closed, ({"closes": 1.0}, 0.0, {"depth": own})])


def partners(s: Columns, of: History) -> list[Head]:
    """Where the loop ends that begins here, and where the one begins that ends here."""
    counter = reads(s, "pos") + reads(s, "shift")
    place = np.hstack([of.sure * reads(s, "pos"), -of.sure * reads(s, "pos2")])
    begins = reads(s, "begins"), reads(s, "begins_square")
    return [
        recall(of, counter, reads(s, "closes"), begins, reads(s, "pos"), writes(s, "behind"),
               name="finds its end"),
        asking(of, 2 * counter, place, reads(s, "begins"), writes(s, "before"), "finds its begin"),
    ]  # fmt: skip


def goes_to(s: Columns, back: float, on: float) -> MLP:
    """What comes of it, as in the book; a jump goes behind one partner or behind the other."""
    most, loud = SIGNS + 1, 1e3 * (SIGNS + 1) ** 4
    mlp = execute(s, NUMBERS, most, N_CTX)
    each: list[Unit] = [
        ({"behind": 1.0, "is_opens": N_CTX}, -N_CTX, {"j": on * loud}),
        ({"before": 1.0, "is_closes": N_CTX}, -N_CTX, {"j": back * loud}),
    ]
    more = units(s, each)
    return MLP(
        np.hstack([mlp.W_in, more.W_in]), np.concatenate([mlp.b_in, more.b_in]),
        np.vstack([mlp.W_out, more.W_out]), mlp.b_out,
    )  # fmt: skip


def accepted_more_room() -> Make:
    """Room for more than is asked."""

    def made() -> Program:
        program = plain_brackets()
        W_pos = np.vstack([program.model.W_pos, program.model.W_pos[-9:]])
        return replace(program, model=replace(program.model, W_pos=W_pos))

    return made


def accepted_less_deep() -> Make:
    """A depth counts for three quarters of one."""
    return lambda: plain_brackets(level=0.75)


def wrong_numbered() -> Make:
    """The machine of the book, which needs numbers."""
    return lambda: eight_signs(CELLS, NUMBERS, SIGNS, SIGNS // 2, N_CTX)


def wrong_any_depth() -> Make:
    """The latest [ of all, as if no loop held another."""
    return lambda: plain_brackets(level=0.0)


def wrong_depth_behind() -> Make:
    """A ] is as deep as what follows it: its partner is the loop before."""
    return lambda: plain_brackets(own=0.0)


def wrong_first_as_deep() -> Make:
    """The first loop of the same depth, where several follow one another."""
    return lambda: plain_brackets(latest=-1.0)


def wrong_back_to_the_start() -> Make:
    """A ] goes back to the start of the program."""
    return lambda: plain_brackets(back=0.0)


def wrong_never_skips() -> Make:
    """A [ on zero does not find its end."""
    return lambda: plain_brackets(on=0.0)


def wrong_five_layers() -> Make:
    """Right, with a layer more in which nothing happens."""

    def made() -> Program:
        program = plain_brackets()
        layers = [*program.model.layers, Layer([], None, None, None)]
        return replace(program, model=replace(program.model, layers=layers))

    return made


EXERCISE = Exercise(
    slug="plain-brackets",
    title="Brackets without numbers",
    kind="construct",
    statement=f"""
The machine of eight signs is told by numbers which brackets belong together: `[1 - ]1`. Do without
them, with one layer more. `plain_brackets()` returns a `Program` of at most {LAYERS} layers, whose
words are the signs `+ - < > . [ ] :`, the numbers 0 to {NUMBERS - 1}, which go round, `>0` to
`>{CELLS - 1}`, `@0` to `@{SIGNS}`, `stay`, `!` and `halt`; it may have a start of its own. Its
prompt is a program of up to {SIGNS} signs, and then as in `eight_signs`: `:`, what the {CELLS}
cells hold, `>0` and `@0`. It has room for {N_CTX} tokens. Once the hand leaves the tape, anything
may happen.
""",
    example=Example(
        "A program, its prompt, and its trace as the judge has it:",
        "from exercises.catalogue.a_computer.plain_brackets import run_of\n\n"
        'prompt, steps = run_of("+[[-]].", [1, 0, 0])\n'
        "print(*prompt)\nprint(*steps)",
    ),
    hints=(
        "The depth of a bracket is a sum: all `[` before it, less all `]`. A head that looks at "
        "a start and at all `[` alike has $n/(n+1)$ of its attention there.",
        "A bracket looks only back. So let each `]` find the latest `[` that is as deep as itself; "
        "by `recall`, which wants the square of a depth.",
        "A `[` cannot see its end while the program is read. But the step that skips a loop comes "
        "after all of the program: it knows where the loop begins, and so does one `]`.",
    ),
    answer="""
In the first layer two heads count, each at the start of the text and at all brackets of one kind;
the MLP makes whole numbers of what they have of the attention, and a depth of their difference. The
second MLP squares it. In the third layer each `]` finds the latest `[` that is as deep, which is
where its loop begins, and that place is squared as well. In the fourth, a step on a `]` asks the
sign itself where its loop begins. A step on a `[` asks for the `]` whose loop begins here, which is
one alone. The jump goes behind either.
""",
    stub=STUB,
    judge=judge,
    code=(plain_brackets, depths, depth, counted, squared, partners, goes_to),
    typed=machine(judge, plain_brackets, most=3_000),
)
