"""What each task of the book asks, and what should be said: naive keys, which know no machine.

A key takes a prompt, a sequence of symbols, and what else is known by keyword; it leaves out what
it does not need. It returns what should be said as a list, [] for nothing, and None where anything
may be said. `figures/scripts/tasks.js` says the same in the page.
"""

import math
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any, TypeVar

import numpy as np

from taotp_core.arrays import Tokens

Said = list[Any] | None
Key = Callable[..., Said]
S = TypeVar("S")

DIGITS = "0123456789"
SUMS = f"{DIGITS}+="
PRODUCTS = f"{DIGITS}*="


@dataclass(frozen=True)
class Task:
    """A task by its name in KEYS, the symbols that prompts are made of, and what else is known.

    Where `known` has a form, such as "dd+dd=", prompts look like that, with a digit for each d.
    """

    name: str
    symbols: Sequence[Any]
    known: Mapping[str, Any] = field(default_factory=dict)

    def answer(self, prompt: Sequence[Any]) -> Said:
        """What should be said after a prompt; None where that is left open.

        >>> Task("search", "abc", {"n_match": 1}).answer("abca")
        ['b']
        """
        return KEYS[self.name](prompt, **{"vocabulary": self.symbols, **self.known})

    def prompts(self, longest: int) -> Iterator[tuple[Any, ...]]:
        """Every prompt of one symbol to so many, the shortest first; of a form, all that have it.

        >>> ["".join(prompt) for prompt in Task("copied", "ab").prompts(2)]
        ['a', 'b', 'aa', 'ab', 'ba', 'bb']
        """
        if form := self.known.get("form"):
            yield from product(*(DIGITS if symbol == "d" else symbol for symbol in form))
        else:
            for n in range(1, longest + 1):
                yield from product(self.symbols, repeat=n)


# What stood before


def before_last(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The symbol before the last, where there are two.

    >>> before_last("abc")
    ['b']
    """
    return [prompt[-2]] if len(prompt) > 1 else None


def echo(prompt: Sequence[S], *, length: int, **_: object) -> list[S] | None:
    """The last so many symbols once more, where there are so many.

    >>> echo("eeabc", length=3)
    ['a', 'b', 'c']
    """
    return [*prompt[-length:]] if len(prompt) >= length else None


def after(text: Sequence[S], context: Sequence[S]) -> list[S]:
    """What follows each occurrence of a context in a text of its kind, in the order of the text.

    >>> after("abracadabra", "a")
    ['b', 'c', 'd', 'b']
    """
    n = len(context)
    return [text[end] for end in range(n, len(text)) if text[end - n : end] == context]


def followers(text: Sequence[S], n_match: int) -> list[S]:
    """What followed each earlier occurrence of the last n_match symbols, in the order of the text.

    >>> followers([1, 2, 5, 1, 2, 7, 1, 2], n_match=2)
    [5, 7]
    """
    return after(text, text[-n_match:])


def search(prompt: Sequence[S], *, n_match: int, **_: object) -> list[S] | None:
    """What followed the last n_match symbols, the latest time before, where there was one.

    >>> search([1, 2, 5, 1, 2, 7, 1, 2], n_match=2)
    [7]
    """
    return followers(prompt, n_match)[-1:] or None


def places_after(word: Sequence[S], context: Sequence[S]) -> list[int]:
    """The places of a word said for ever at which it may go on after a context of its kind.

    >>> places_after("aab", "a")
    [1, 2]
    """
    times = 1 + math.ceil(len(context) / len(word))
    text, n = list(word) * times, len(word)
    ends = range((times - 1) * n, times * n)
    return [end % n for end in ends if text[end - len(context) : end] == list(context)]


def repeated(prompt: Sequence[S], *, word: Sequence[S], **_: object) -> list[S] | None:
    """What comes next in a word said for ever, where the prompt says at which of its places.

    >>> repeated("ba", word="aab")
    ['a']
    """
    places = places_after(word, prompt)
    return [word[places[0]]] if len(places) == 1 else None


def lookup(prompt: Sequence[S], *, table: Mapping[tuple[S, ...], S], **_: object) -> list[S] | None:
    """What a table has for the last symbols, where they are one of its keys, all of one length.

    >>> lookup("xab", table={("a", "b"): "c"})
    ['c']
    """
    key = tuple(prompt[-len(next(iter(table))) :])
    return [table[key]] if key in table else None


# Numbers


def minimum(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The smallest of some numbers.

    >>> minimum([6, 2, 12])
    [2]
    """
    return [min(prompt, key=number)] if len(prompt) else None


def maximum(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The largest of some numbers.

    >>> maximum([6, 2, 12])
    [12]
    """
    return [max(prompt, key=number)] if len(prompt) else None


def sort(prompt: Sequence[S], **_: object) -> list[S] | None:
    """Numbers from the smallest to the largest, where no two are the same.

    >>> sort([6, 2, 12])
    [2, 6, 12]
    """
    return sorted(prompt, key=number) if len({*prompt}) == len(prompt) else None


def number(symbol: Any) -> int:
    """The number that a symbol stands for."""
    return int(symbol)


def form_of(prompt: Sequence[Any]) -> str:
    """What a prompt looks like, with a d for each digit.

    >>> form_of("45+78=")
    'dd+dd='
    """
    return re.sub("[0-9]", "d", "".join(map(str, prompt)))


def terms(prompt: Sequence[Any], form: str) -> list[str] | None:
    """The numbers in a prompt that has a form, digits alone where it has no sign between them.

    >>> terms("45+78=", "dd+dd="), terms("47", "dd"), terms("4+7=", "dd+dd=")
    (['45', '78'], ['4', '7'], None)
    """
    if form_of(prompt) != form:
        return None
    return re.findall("[0-9]+" if {*form} & {*"+*"} else "[0-9]", "".join(map(str, prompt)))


def add(prompt: Sequence[Any], *, form: str, **_: object) -> list[str] | None:
    """The digits of a sum, one more than its first number has.

    >>> add("45+78=", form="dd+dd=")
    ['1', '2', '3']
    """
    found = terms(prompt, form)
    return found and [*str(sum(map(int, found))).zfill(len(found[0]) + 1)]


def add_mod10(prompt: Sequence[Any], *, form: str, **_: object) -> list[str] | None:
    """The last digit of a sum.

    >>> add_mod10("45+78=", form="dd+dd="), add_mod10("47", form="dd")
    (['3'], ['1'])
    """
    found = terms(prompt, form)
    return found and [str(sum(map(int, found)) % 10)]


def multiply(prompt: Sequence[Any], *, form: str, **_: object) -> list[str] | None:
    """The digits of a product, twice as many as its first number has.

    >>> multiply("12*34=", form="dd*dd=")
    ['0', '4', '0', '8']
    """
    found = terms(prompt, form)
    return found and [*str(math.prod(map(int, found))).zfill(2 * len(found[0]))]


# What is read, said again


def copied(prompt: Sequence[S], **_: object) -> list[S]:
    """All of it.

    >>> copied("cab")
    ['c', 'a', 'b']
    """
    return [*prompt]


def backward(prompt: Sequence[S], **_: object) -> list[S]:
    """All of it from the last to the first.

    >>> backward("cab")
    ['b', 'a', 'c']
    """
    return [*prompt[::-1]]


def in_order(prompt: Sequence[S], *, vocabulary: Sequence[S], **_: object) -> list[S]:
    """All of it in the order of the vocabulary, each as often as it was read.

    >>> in_order("caba", vocabulary="abc")
    ['a', 'a', 'b', 'c']
    """
    return sorted(prompt, key=[*vocabulary].index)


def first_said(prompt: Sequence[S], *, names: Sequence[S] = (), **_: object) -> list[S]:
    """The names in it, each once, in the order in which they come first; all are names without any.

    >>> first_said("cabca", names="ab")
    ['a', 'b']
    """
    return [*dict.fromkeys(symbol for symbol in prompt if not names or symbol in names)]


TOLD: dict[str, Key] = {"copy": copied, "reverse": backward, "sort": in_order, "which": first_said}


def retold(prompt: Sequence[S], *, task: str, **known: Any) -> Said:
    """What was read, said again as a task of TOLD says.

    >>> retold("cab", task="reverse")
    ['b', 'a', 'c']
    """
    return TOLD[task](prompt, **known)


# By the names that figures know them by
KEYS: dict[str, Key] = {
    "minimum": minimum,
    "maximum": maximum,
    "sort": sort,
    "search": search,
    "add": add,
    "add_mod10": add_mod10,
    "multiply": multiply,
    "copied": copied,
    "reversed": backward,
    "in_order": in_order,
    "first_said": first_said,
    "retold": retold,
    "lookup": lookup,
}


# Many sums and products at once, as places among SUMS and PRODUCTS


def sum_tokens(a: Tokens, b: Tokens, n_digits: int) -> Tokens:
    """The ids of a + b = c, digit by digit: [n_pairs, 3 * n_digits + 3].

    >>> sum_tokens(np.array([45]), np.array([78]), 2)
    array([[ 4,  5, 10,  7,  8, 11,  1,  2,  3]])
    """
    places = 10 ** np.arange(n_digits, -1, -1)
    signs = np.broadcast_to([[10], [11]], (2, len(a)))
    digits = [x[:, None] // places % 10 for x in (a, b, a + b)]
    return np.hstack(
        [digits[0][:, 1:], signs[0][:, None], digits[1][:, 1:], signs[1][:, None], digits[2]]
    )


def product_tokens(a: Tokens, b: Tokens, n_digits: int) -> Tokens:
    """The ids of a * b = c, digit by digit: [n_pairs, 4 * n_digits + 2].

    >>> product_tokens(np.array([12]), np.array([34]), 2)
    array([[ 1,  2, 10,  3,  4, 11,  0,  4,  0,  8]])
    """
    worth = 10 ** np.arange(2 * n_digits - 1, -1, -1)
    first, second, product = (x[:, None] // worth % 10 for x in (a, b, a * b))
    times, equals = np.full((len(a), 1), 10), np.full((len(a), 1), 11)
    return np.hstack([first[:, n_digits:], times, second[:, n_digits:], equals, product])
