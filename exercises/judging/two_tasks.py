"""Lists of numbers of which the first token says whether the smallest or the largest is asked."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import product

import numpy as np

from taotp.programs import choose, maximum, minimum
from taotp.programs.choosing import Choice
from taotp_core.arrays import Array, Tokens
from taotp_core.measure import lead
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

BELOW, LONGEST = 5, 4  # numbers, and how many of them a list has at most
TASKS: Mapping[str, Callable[..., Tokens]] = {"least:": np.min, "most:": np.max}
NAMES = [*TASKS, *map(str, range(BELOW))]
TOKENS = len(NAMES)
N_CTX = 1 + LONGEST
LISTS = sum(BELOW**n for n in range(1, N_CTX))


@cache
def two() -> Choice:
    """The chapter's machine of two programs."""
    return choose({"least:": minimum(BELOW, n_ctx=6), "most:": maximum(BELOW, n_ctx=6)})


def of_task(name: str) -> Iterator[tuple[Tokens, Tokens]]:
    """All lists behind a name [n_rows, 1 + n], and what is right after each [n_rows]."""
    first = len(TASKS)
    for n in range(1, N_CTX):
        lists = np.array(list(product(range(BELOW), repeat=n)))
        names = np.full((len(lists), 1), NAMES.index(name))
        wanted: Tokens = first + TASKS[name](lists, axis=1)
        yield np.hstack([names, first + lists]), wanted


def leads(model: Transformer, name: str) -> Array:
    """By how much the right token leads after each list [LISTS], as a share of the largest logit.

    Of a name's logit nothing is asked but that it is smaller: in the machine of two it is huge.
    """
    found = []
    for tokens, wanted in of_task(name):
        logits = forward(model, tokens, keep=1)[:, 0]
        largest = np.abs(logits[:, len(TASKS) :]).max(axis=1)
        found.append(lead(logits, wanted) / largest)
    return np.concatenate(found)
