"""Weights to begin with from which training finds the smallest number."""

from collections.abc import Callable
from functools import cache
from itertools import islice

import numpy as np

from exercises.judging.judge import Wrong, ask, own_model
from exercises.statement import Exercise, Mark
from taotp.applications.trained.lessons import (
    LESSONS,
    Lesson,
    as_model,
    batches,
    drawn,
    right,
)
from taotp.applications.trained.machine import train
from taotp.programs import minimum
from taotp_core.weights import Transformer, named_arrays

SEEDS, STEPS = (2, 5), 1000
MOST_ARRAYS, LARGEST = 3, 1.5
OURS = ("W_E", "layers.0.heads.0.W_V", "layers.0.heads.0.W_O")
STUB = '''
def begin(seed):
    """The model of a seed, with at most three of its arrays chosen by you."""
    raise NotImplementedError
'''

Make = Callable[[int], Transformer]


@cache
def lesson() -> Lesson:
    """The smallest of up to four numbers below 5."""
    return LESSONS["smallest"]()


def judge(answer: object) -> str:
    """Train from both seeds, and ask after all prompts."""
    task = lesson()
    for seed in SEEDS:
        where = f"with seed={seed}"
        W = {path: each.copy() for path, each in own_arrays(answer, seed, where).items()}
        for _ in islice(train(W, batches(task, seed), task.rate, task.trained), STEPS):
            pass
        count = right(task, as_model(task, W))
        if count < task.asked:
            raise Wrong(f"{where} expected all {task.asked:,} answers to be right after "
                        f"{STEPS:,} steps, got {count:,}")  # fmt: skip
    return f"{len(SEEDS) * task.asked:,} inputs after {STEPS:,} steps from each seed"


def own_arrays(answer: object, seed: int, where: str) -> dict[str, np.ndarray]:
    """The arrays that an answer begins with, by their path, or Wrong."""
    task = lesson()
    given = named_arrays(own_model(ask(answer, seed, where=where), where))
    random = drawn(task, seed)
    if {path: W.shape for path, W in given.items()} != {p: W.shape for p, W in random.items()}:
        raise Wrong(f"{where} expected arrays of the shapes of minimum(5, 4), got other ones")
    chosen = [path for path, W in given.items() if not np.array_equal(W, random[path])]
    if len(chosen) > MOST_ARRAYS:
        raise Wrong(f"{where} expected at most {MOST_ARRAYS} arrays that differ from the seed's, "
                    f"got {len(chosen)}: {', '.join(chosen)}")  # fmt: skip
    if "W_pos" in chosen:
        raise Wrong(f"{where} expected W_pos to stay 0, got other numbers")
    largest = max(float(np.abs(W).max()) for W in given.values())
    if not largest <= LARGEST:
        raise Wrong(f"{where} expected numbers of size {LARGEST} at most, got {largest:.3g}")
    return given


def with_arrays(*paths: str) -> Make:
    """The model of a seed, with these arrays of the machine by hand, made soft."""
    soft = named_arrays(minimum(5, 4, hard=1, loud=1).model)

    def begun(seed: int) -> Transformer:
        W = drawn(lesson(), seed) | {path: soft[path] for path in paths}
        return as_model(lesson(), W)

    return begun


def begin(seed: int) -> Transformer:
    """The numbers in their order on half a circle, and a head that brings what it finds."""
    return with_arrays(*OURS)(seed)


def accepted_queries_and_keys() -> Make:
    """The numbers in their order, and a head that asks as ours does."""
    return with_arrays("W_E", "layers.0.heads.0.W_Q", "layers.0.heads.0.W_K")


def wrong_as_drawn() -> Make:
    """Nothing chosen."""
    return with_arrays()


def wrong_order_alone() -> Make:
    """The numbers in their order: one seed arrives, the other does not."""
    return with_arrays("W_E")


def wrong_all_of_ours() -> Make:
    """All arrays are ours, and that is more than three."""
    return with_arrays(*OURS, "layers.0.heads.0.W_Q", "layers.0.heads.0.W_K")


def wrong_loud() -> Make:
    """Ours as they are: numbers far too large."""
    hard = named_arrays(minimum(5, 4).model)

    def begun(seed: int) -> Transformer:
        return as_model(lesson(), drawn(lesson(), seed) | {path: hard[path] for path in OURS})

    return begun


EXERCISE = Exercise(
    slug="begin-near-ours",
    title="Begin near ours",
    kind="family",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
From random numbers, most seeds do not learn to say the smallest number in the shapes of
`minimum(5, 4)`. `begin(seed)` returns the model to begin with: all arrays are those that
`drawn(lesson, seed)` draws, but for at most {MOST_ARRAYS} that you choose, with no number larger
than {LARGEST}. `W_pos` stays 0. After {STEPS:,} steps of training, as on the page, every answer has
to be right; seeds {" and ".join(map(str, SEEDS))} are tried. `as_model(lesson, W)` makes a model of
the arrays.
""",
    hints=(
        "`minimum(5, 4, hard=1, loud=1)` has numbers of the right size. Which of its arrays tells "
        "the numbers apart, and which says in what order they come?",
        "The embedding alone is enough for some seeds. What else does the head have to know at "
        "first: where to look, or what to do with what it finds?",
    ),
    answer="""
The embedding of the machine by hand puts the numbers in their order on half a circle. With it and
`W_V` and `W_O`, so that the head brings what it finds, both seeds arrive; training finds the
queries and keys. With `W_Q` and `W_K` in their place it works as well. With the embedding alone, or
with any one array more, we found a seed that does not arrive. So we have to show it little, and
nothing of the answer: at the beginning such a machine is wrong about much.
""",
    stub=STUB,
    judge=judge,
    code=(begin, with_arrays),
)
