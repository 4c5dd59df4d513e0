"""Almost nothing but zeros."""

from collections.abc import Callable

import numpy as np

from exercises.catalogue.hello_world.repeat_last import repeats
from exercises.judging.judge import (
    Wrong,
    hold,
    items,
    own_program,
    praised,
    small_enough,
    standard,
)
from exercises.judging.machine import machine
from exercises.judging.text import says
from exercises.statement import Exercise, Mark
from taotp.programs.hello_world import hello_world
from taotp_core.encodings import circle
from taotp_core.program import Program
from taotp_core.weights import Transformer

MESSAGE = "Hello World!"
STUB = '''
def sparse_repeat_last(d_vocab, n_ctx):
    """As repeat_last, with d_vocab numbers that are not zero."""
    raise NotImplementedError


def sparse_hello_world():
    """A Program that says Hello World!, with d_vocab + n_ctx of them."""
    raise NotImplementedError
'''

Pair = tuple[Callable[[int, int], Transformer], Callable[[], Program]]


def judge(answer: object) -> str:
    """Both parts right, and non-zeros within d_vocab, then d_vocab + n_ctx."""
    both = items(answer, 2, "(sparse_repeat_last, sparse_hello_world)", "in the answer")

    def sparse(model: Transformer, done: str, where: str) -> None:
        small_enough(done, model, "nonzero", "non-zero parameters", where, model.d_vocab)

    try:
        tally, total = repeats(both[0], sparse)
    except Wrong as wrong:
        raise Wrong(f"part 1: {wrong}") from None
    first = f"part 1: {tally.inputs} inputs, {total} parameters"
    try:
        second = hello(both[1])
    except Wrong as wrong:
        raise Wrong(f"part 1 is right; part 2: {wrong}") from None
    except NotImplementedError:
        raise NotImplementedError(f"{first}; part 2 not attempted yet") from None
    return f"{first}; part 2: {second}"


def hello(answer: object) -> str:
    """Part 2: the message with one non-zero number for each symbol and each position."""
    program = own_program(answer, "in sparse_hello_world")
    model = program.model
    hold(model, "in sparse_hello_world expected no layers, got {layers}", layers=0)
    standard(model)
    tally = says(program, MESSAGE)
    done, where = f"{tally.inputs} inputs", "V={d_vocab} and n_ctx={n_ctx}"
    small_enough(done, model, "nonzero", "non-zero parameters", where, "rows")
    words = "{inputs} inputs, {total} parameters, {nonzero} of them not zero"
    return praised(words, model, tally)


def sparse_repeat_last(d_vocab: int, n_ctx: int) -> Transformer:
    """A dimension for each symbol."""
    return Transformer(W_E=np.eye(d_vocab), W_pos=np.zeros((n_ctx, d_vocab)))


def sparse_hello_world() -> Program:
    """The same table; each position is a louder copy of the row that comes next."""
    letters = [*dict.fromkeys("Hello World!"), "<start>", "<stop>"]
    says = [letters.index(symbol) for symbol in [*"Hello World!", "<stop>"]]
    W_E = np.eye(len(letters))
    return Program(Transformer(W_E, W_pos=10 * W_E[says]), letters, "<start>", "<stop>")


def accepted_one_hot() -> Pair:
    """A dimension for each symbol."""
    return sparse_repeat_last, sparse_hello_world


def accepted_negative_one_hot() -> Pair:
    """Minus one in place of one: both sides change their sign."""

    def negative(d_vocab: int, n_ctx: int) -> Transformer:
        return Transformer(-np.eye(d_vocab), np.zeros((n_ctx, d_vocab)))

    return negative, sparse_hello_world


def wrong_circle() -> Pair:
    """Three numbers a symbol, hardly any of them zero."""
    return lambda v, n: Transformer(circle(v), np.zeros((n, 3))), sparse_hello_world


def wrong_hello() -> Pair:
    """Part 1 sparse, part 2 the chapter's program."""
    return sparse_repeat_last, hello_world


def wrong_quiet() -> Pair:
    """A position that is no louder than the token."""

    def quiet() -> Program:
        program = sparse_hello_world()
        model = program.model
        model = Transformer(model.W_E, model.W_pos / 10)
        return Program(model, program.vocabulary, program.start, program.stop)

    return sparse_repeat_last, quiet


def wrong_missing() -> Pair:
    """One symbol saved: the zero row never wins."""

    def saved(d_vocab: int, n_ctx: int) -> Transformer:
        return Transformer(np.eye(d_vocab)[:, 1:], np.zeros((n_ctx, d_vocab - 1)))

    return saved, sparse_hello_world


EXERCISE = Exercise(
    slug="few-nonzeros",
    source="2.2",
    title="Almost nothing but zeros",
    kind="budget",
    marks=(Mark.VERY_EASY,),
    statement="""
A zero need not be chosen. Build both programs again so that few numbers are not zero; zeros are
free, and you may have as many dimensions as you like.

1. `sparse_repeat_last(d_vocab, n_ctx)` as `repeat_last` above, at most $d_{vocab}$ non-zero
   parameters.
2. `sparse_hello_world()`, a `Program` that says *Hello World!*, at most $d_{vocab} + n_{ctx}$ of
   them.
3. Look at the totals in the verdict. What did you pay for the zeros?

No layers, and the plain LayerNorm.
""",
    hints=(
        "One non-zero number for each symbol: what is the plainest table with that property?",
        "Layer norm subtracts the mean from a row with a single 1. Is its largest entry still "
        "where it was?",
        "For the message, position $i$ needs one number too: in the column of the symbol that "
        "comes next, larger than the token's own.",
    ),
    answer="""
The identity matrix, one row for each symbol. The total grows with the square of the vocabulary: for
the message 11 · 11 numbers in the embedding and 13 · 11 in the position table, 264 in all, where
the circle needs 72. Of those 264, 24 are not zero.
""",
    stub=STUB,
    judge=judge,
    code=(sparse_repeat_last, sparse_hello_world),
    typed=machine(
        hello,
        sparse_hello_world,
        label="sparse_hello_world as a listing; the other part is for check",
        partly="part 2: ",
    ),
)
