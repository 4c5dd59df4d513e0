"""Tasks of the book to be trained on: every prompt, and the machine that does it by hand."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from taotp.applications.trained.machine import train
from taotp.applications.trained.weights import Numbers, weights_of
from taotp.constructions.chance import numbers
from taotp.programs import add_digits_mod10, before_last, hello_world, lookup, minimum
from taotp_core.arrays import Tokens
from taotp_core.program import Program
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, mapped, unnamed

LETTERS = "abcd"
FEW, LONG = 5, 4  # numbers to find the smallest of, and how many of them
BATCH = 32
BATCHES_FROM = 1_000_000  # of the numbers of a seed: those before it draw the weights
SAYS = {  # a table of all pairs, drawn once: what comes after each
    "".join(pair): LETTERS[int(4 * drawn)]
    for pair, drawn in zip(product(LETTERS, repeat=2), numbers(2, 0, 16), strict=True)
}


@dataclass(frozen=True)
class Lesson:
    """A task: its machine by hand, every prompt [n_prompts, n], and the answers at each place.

    An answer of -1 is not asked for. It is trained at a `rate`, which did best of 0.01, 0.03 and
    0.1 on a few seeds, for so many `steps`.
    """

    name: str
    by_hand: Program
    tokens: Tokens
    answers: Tokens
    rate: float
    steps: int

    @property
    def asked(self) -> int:
        """How many answers are asked for in all prompts."""
        return int((self.answers >= 0).sum())

    @property
    def weights(self) -> Numbers:
        """The arrays of the machine by hand, by their path."""
        return weights_of(self.by_hand.model)

    @property
    def trained(self) -> list[str]:
        """The arrays that training may change: all but positions that the task does without."""
        return [path for path, W in self.weights.items() if path != "W_pos" or W.any()]


def every(
    name: str,
    by_hand: Program,
    n: int,
    answer: Callable[[tuple[int, ...]], int | None],
    rate: float,
    steps: int,
) -> Lesson:
    """A lesson of all prompts of n tokens, and what is answered to each beginning of them."""
    rows = list(product(range(by_hand.model.d_vocab), repeat=n))
    said = [[-1 if (a := answer(row[: i + 1])) is None else a for i in range(n)] for row in rows]
    return Lesson(name, by_hand, np.array(rows), np.array(said), rate, steps)


def hello() -> Lesson:
    """Hello World: one line, and after each beginning the next symbol."""
    program, message = hello_world(), "Hello World!"
    ids = [program.vocabulary.index(symbol) for symbol in ("<start>", *message, "<stop>")]
    return Lesson("Hello World", program, np.array([ids[:-1]]), np.array([ids[1:]]), 0.1, 1000)


def look_back() -> Lesson:
    """The last letter but one."""
    program = before_last(LETTERS, n_ctx=LONG)
    return every(
        "one back", program, LONG, lambda row: row[-2] if len(row) > 1 else None, 0.03, 1500
    )


def smallest() -> Lesson:
    """The smallest number so far."""
    return every("smallest", minimum(FEW, LONG), LONG, min, 0.03, 4000)


def table() -> Lesson:
    """What a table has for the last two letters."""

    def answer(row: tuple[int, ...]) -> int | None:
        key = "".join(LETTERS[i] for i in row[-2:])
        return LETTERS.index(SAYS[key]) if len(key) == 2 else None

    return every("table", lookup(SAYS, n_ctx=LONG), LONG, answer, 0.03, 1500)


def sum_of_two() -> Lesson:
    """The last digit of the sum of two digits."""
    program = add_digits_mod10()
    return every(
        "sum", program, 2, lambda row: sum(row) % 10 if len(row) == 2 else None, 0.03, 4000
    )


LESSONS: dict[str, Callable[[], Lesson]] = {
    "hello": hello, "back": look_back, "smallest": smallest, "table": table, "sum": sum_of_two,
}  # fmt: skip


def width(lesson: Lesson, path: str) -> float:
    """How far from 0 the numbers of an array begin at most: what passes keeps its size.

    Biases, and positions that the task does without, begin at 0.
    """
    W = lesson.weights[path]
    n_in = W.shape[1] if path in ("W_E", "W_pos") else len(W)
    return 0.0 if W.ndim == 1 or path not in lesson.trained else float(np.sqrt(3 / n_in))


def drawn(lesson: Lesson, seed: int) -> Numbers:
    """Weights of the shapes of the machine by hand to begin with, evenly drawn from a seed."""
    found: Numbers = {}
    begin = 0
    for path, W in lesson.weights.items():
        even = 2 * numbers(seed, begin, W.size).reshape(W.shape) - 1
        found[path] = width(lesson, path) * even
        begin += W.size
    return found


def batches(
    lesson: Lesson, seed: int, size: int = BATCH, taken: int = 0
) -> Iterator[tuple[Tokens, Tokens]]:
    """Batches of prompts and answers by the numbers of a seed, of which some were taken before."""
    while True:
        at = numbers(seed, BATCHES_FROM + taken, size)
        rows = (at * len(lesson.tokens)).astype(int)
        yield lesson.tokens[rows], lesson.answers[rows]
        taken += size


def as_model(lesson: Lesson, W: Numbers) -> Transformer:
    """The library's transformer of the shapes of the machine by hand, with these weights."""
    return mapped(unnamed(lesson.by_hand.model), lambda path, _: W[path])


def learned(lesson: Lesson, seed: int) -> Transformer:
    """The machine of a lesson after all its steps from the weights of a seed."""
    W = drawn(lesson, seed)
    for _ in islice(train(W, batches(lesson, seed), lesson.rate, lesson.trained), lesson.steps):
        pass
    return as_model(lesson, W)


def right(lesson: Lesson, model: Transformer) -> int:
    """At how many places of all prompts a model says what is asked for."""
    said: Tokens = forward(model, lesson.tokens).argmax(-1)
    return int((said == lesson.answers).sum())
