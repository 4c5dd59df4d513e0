"""Minimum and maximum: every short list, the worst long ones, a million numbers."""

from itertools import product
from typing import Any

import numpy as np

from taotp.programs import Program, maximum, minimum, printed
from taotp_core import Tokens, forward, greedy, predictions, rounding, softmax
from taotp_core.arrays import Precision
from taotp_core.measure import margin
from tests.laws import every
from tests.refused import refused

SMALLEST = [(minimum, np.minimum), (maximum, np.maximum)]


@every("make, specification", [*SMALLEST, (printed.minimum, np.minimum)])
@every("d_vocab, n", [(1, 4), (2, 10), (3, 7), (4, 6), (6, 5), (10, 4)])
def test_every_list(make: Any, specification: Any, d_vocab: int, n: int) -> None:
    program = make(d_vocab, n)
    lists = np.array(list(product(range(d_vocab), repeat=n)))
    expected = specification.accumulate(lists, axis=1)  # of each prefix, so of shorter lists too
    assert (predictions(program.model, lists) == expected).all()


def worst_lists(d_vocab: int) -> Tokens:
    """Two neighbors and then a third, by the ends and in the middle, in both orders."""
    places = {0, 1, 2, d_vocab // 4, d_vocab // 2, d_vocab - 4, d_vocab - 3, d_vocab - 2}
    last = (0, d_vocab // 2, d_vocab - 1)
    pairs = [pair for k in sorted(places) for pair in ((k, k + 1), (k + 1, k))]
    return np.array([[*pair, z] for pair in pairs for z in (*pair, *last)])


@every("d_vocab", [10, 3_000, 100_000])
@every("make, specification", SMALLEST)
def test_neighbors(make: Any, specification: Any, d_vocab: int) -> None:
    model = make(d_vocab, 3).model
    for tokens in np.array_split(worst_lists(d_vocab), max(1, d_vocab // 20_000)):
        logits = forward(model, tokens, keep=1)[:, 0]
        assert (greedy(logits) == specification.reduce(tokens, axis=1)).all()
        # It leads by what parts neighbors on the circle, but for a thousandth of the half step.
        assert margin(logits).min() > 0.99 * 3 * (1 - np.cos(np.pi / (d_vocab + 1)))


def test_a_million_numbers() -> None:
    n = 1_000_000
    least, most = minimum(n, 1002).model, maximum(n, 1002).model
    lists = [[0, 1, n - 1], [1, 0, 1], [n - 2, n - 1, n - 1], [n // 2, n // 2 + 1, n - 1]]
    # A thousand repeats do not outvote one.
    lists += [[x, *[x + 1] * 1000, last] for x in (0, n // 2, n - 2) for last in (x + 1, n - 1)]
    for tokens in map(np.array, lists):
        assert greedy(forward(least, tokens, keep=1)[0]) == tokens.min()
        assert greedy(forward(most, n - 1 - tokens, keep=1)[0]) == n - 1 - tokens.min()


def test_the_longest_list_promised() -> None:
    numbers = np.random.default_rng(0).integers(100, 500, size=2000)
    numbers[700] = 99
    said = predictions(minimum(500, 2000).model, numbers)
    assert (said == np.minimum.accumulate(numbers)).all()


def wrong(program: Program, to: Precision = "float64") -> int:
    """How many of the worst lists it gets wrong."""
    tokens = worst_lists(program.model.d_vocab)
    answers = greedy(forward(program.model, tokens, keep=1, to=rounding(to))[:, 0])
    return int((answers != tokens.min(axis=1)).sum())


def test_the_printed_machine_says_the_mean_of_the_numbers() -> None:
    n = 10_000
    model = printed.minimum(n, 3).model
    x, (head,) = model.W_E, model.layers[0].heads
    ends = [*range(6), *range(n - 6, n)]
    for numbers in product(ends, repeat=3):
        q, k = x[numbers[-1]] @ head.W_Q, x[list(numbers)] @ head.W_K
        weights = softmax(k @ q / np.sqrt(head.W_Q.shape[1]))
        said = int(greedy(forward(model, np.array(numbers), keep=1)[0]))
        assert said == round(float(weights @ numbers))


@every(
    "precision, d_vocab, loud",
    [("float32", 5000, None), ("bfloat16", 20, None), ("float16", 20, 1e4)],
)
def test_lower_precisions(precision: str, d_vocab: int, loud: float | None) -> None:
    assert wrong(minimum(d_vocab, 3, loud=loud), precision) == 0


def test_what_cannot_be_is_named() -> None:
    ask = minimum(20, 8).complete
    refused(
        (lambda: ask([]), "^the prompt is empty; it has no smallest number$"),
        (lambda: ask([-1]), "^-1 is not in the vocabulary; it has 0 1 2 3 .* 19$"),
        (lambda: minimum(0, 8), "^d_vocab, n_ctx are 0, 8; both must be at least 1$"),
        (lambda: maximum(8, 0), "^d_vocab, n_ctx are 8, 0; both must be at least 1$"),
        (lambda: maximum(8, 8).complete([]), "^the prompt is empty; it has no largest number$"),
    )
