"""What each task of the book asks, and what should be said: naive keys, which know no machine.

A key takes a prompt, a sequence of symbols, and what else is known by keyword; it leaves out what
it does not need. It returns what should be said as a list, [] for nothing, and None where anything
may be said. `page/kit/tasks.js` says the same in the page.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from taotp.reference.kinds import Key, Said
from taotp.reference.lists import (
    backward,
    copied,
    first_said,
    in_order,
    maximum,
    minimum,
    next_larger,
    retold,
    sort,
)
from taotp.reference.sums import (
    DIGITS,
    add,
    add_mod10,
    multiply,
)
from taotp.reference.texts import (
    ago,
    always,
    balanced,
    first,
    lookup,
    majority,
    mirrored,
    mood,
    next_one,
    repeated,
    search,
)


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


# Those that benches alone know, in the page as well
OF_BENCHES: dict[str, Key] = {
    "ago": ago,
    "always": always,
    "balanced": balanced,
    "first": first,
    "majority": majority,
    "mirrored": mirrored,
    "mood": mood,
    "next_larger": next_larger,
    "next_one": next_one,
    "repeated": repeated,
}
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
    **OF_BENCHES,
}
