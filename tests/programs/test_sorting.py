"""Sort: every set of a small vocabulary, every decision of a large one, and the source's limits."""

from collections.abc import Sequence
from functools import partial
from itertools import chain, combinations, permutations
from typing import Any

import numpy as np
import pytest

from taotp.programs import printed, sort
from taotp_core import Tokens, Transformer, forward, greedy
from taotp_core.arrays import Array
from taotp_core.decode import Choose
from taotp_core.program import END
from tests.laws import every
from tests.refused import refused


def decisions(numbers: Sequence[int], end: int) -> list[tuple[list[int], int]]:
    """Every pair of a last token and the next, with all smaller numbers around and with none.

    What is larger than the next is there too, so that every rival of it is.
    """
    found = []
    for i, last in enumerate([*numbers, end]):
        start = i + 1 if last != end else 0
        for after in [*numbers[start:], *([end] if end not in numbers[start:] else [])]:
            if after == end == last:
                continue
            larger = [x for x in numbers[start:] if x >= after] if after != end else []
            for smaller in (numbers[:i] if last != end else [], []):
                others = [*smaller, *larger] if last == end else [*smaller, *larger, end]
                found.append(([*others, last], after))
    return found


def mistakes(
    model: Transformer, cases: list[tuple[list[int], int]], choose: Choose = greedy
) -> int:
    """How many of the cases come out wrong; those of one length are asked at once."""
    wrong = 0
    for n in {len(tokens) for tokens, _ in cases}:
        tokens, after = zip(*(case for case in cases if len(case[0]) == n), strict=True)
        logits = forward(model, np.array(tokens), keep=1)[:, 0]
        wrong += int((choose(logits) != np.array(after)).sum())
    return wrong


def sets(numbers: Sequence[int]) -> list[tuple[int, ...]]:
    """Every set of the numbers."""
    return list(chain.from_iterable(combinations(numbers, n) for n in range(len(numbers) + 1)))


@every("ratio", [1.8, 2.0, 3.0])
def test_every_order_of_every_set(ratio: float) -> None:
    d_vocab = 6 if ratio == 2 else 4
    program = sort(d_vocab, 2 * d_vocab, ratio)
    lists = [order for chosen in sets(range(d_vocab)) for order in permutations(chosen)]
    for numbers in lists:
        assert program.complete(list(numbers)) == sorted(numbers)
    assert len(lists) == {6: 1957, 4: 65}[d_vocab]


@every(
    "d_vocab, ratio, aim",
    [(2, 2, 0.25), (28, 1.8, 0.25), (28, 3, 0.25), (28, 1.64, 0.48), (28, 2, 0.01), (60, 2, 0.25)],
)
def test_every_decision(d_vocab: int, ratio: float, aim: float) -> None:
    model = sort(d_vocab, 2 * d_vocab, ratio, aim=aim).model
    cases = decisions(range(d_vocab), d_vocab)
    assert len(cases) == d_vocab * (d_vocab + 3)
    assert mistakes(model, cases) == 0


@every("d_vocab, ratio, aim", [(497, 2, 0.25), (679, 1.66, 0.45), (714, 1.619, 0.499)])
def test_the_most_numbers_promised(d_vocab: int, ratio: float, aim: float) -> None:
    program = sort(d_vocab, 2 * d_vocab, ratio, aim=aim)
    rng = np.random.default_rng(0)
    for n in (d_vocab, d_vocab // 2, 5, 2, 1):
        numbers = rng.permutation(d_vocab)[:n].tolist()
        assert program.complete(numbers) == sorted(numbers)
    for few in ([d_vocab - 1, d_vocab - 2], [d_vocab - 1, 0], [d_vocab - 3, d_vocab - 1]):
        assert program.complete(few) == sorted(few)
    with pytest.raises(ValueError, match=r"^d_vocab is \d+; float64 has room for \d+ powers of "):
        sort(715, 100, ratio, aim=aim)
    # Or else layer norm would subtract more than the smallest numbers.
    assert not program.model.W_E.sum(axis=-1).any()


# In between a score leads by about a unit in its last place, and the order of a sum decides.
@every("most, ratio, aim", [(28, 2, 0.25), (32, 1.8, 0.25), (34, 1.7, 0.4), (35, 1.66, 0.45)])
def test_limits_of_the_source(most: int, ratio: float, aim: float) -> None:
    def wrong(d_vocab: int, choose: Choose) -> int:
        model = printed.sort(d_vocab, 2 * d_vocab, ratio, aim=aim).model
        return mistakes(model, of_the_source(d_vocab), choose)

    assert wrong(most - 1, greedy) == 0
    assert wrong(most + 1, greedy) > 0
    assert wrong(most + 3, argmax) > 0


def argmax(logits: Array) -> Tokens:
    """The source's choice: the largest, by however little."""
    return np.asarray(logits.argmax(-1))


def of_the_source(d_vocab: int) -> list[tuple[list[int], int]]:
    """The decisions of the source's machine, whose end is 0 and never said."""
    return [case for case in decisions(range(1, d_vocab), 0) if case[1] != 0]


def test_what_cannot_be_is_named() -> None:
    room = "d_vocab is {}; float64 has room for {} powers of "
    above = r"^ratio is {}; with aim {} it must be above {}, so that "
    asked: list[tuple[list[Any], str]] = [
        ([3, 1, 3], "3 is in the list twice; its numbers must differ"),
        *(([x], f"{x!r} is not in the vocabulary; it has 0 1 .* 27") for x in (28, -1, END)),
        ([*range(21)], "the list has 21 numbers; n_ctx 40 has room for 20"),
    ]
    refused(*((partial(sort(28, 40).complete, prompt), f"^{said}$") for prompt, said in asked))
    refused(
        (lambda: sort(1), "^d_vocab is 1, n_ctx is 100; they must be at least 2 and 1$"),
        (lambda: sort(n_ctx=0), "^d_vocab is 28, n_ctx is 0; they must be at least 2 and 1$"),
        (lambda: sort(ratio=1.66), above.format(1.66, 0.25, 1.78078)),
        (lambda: sort(ratio=1.6, aim=0.499), above.format(1.6, 0.499, 1.61859)),
        (lambda: sort(aim=0.0), above.format(2.0, 0.0, "2.00000")),
        (lambda: sort(aim=0.5), "^aim is 0.5; it must be below 1/2, so that "),
        (lambda: sort(498), f"^{room.format(498, 497)}2.0$"),
    )
