"""The smallest table that sums cannot store, and a proof for a machine to read."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from exercises.judging.judge import Wrong, ask, items, kind_of, whole
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Typed

MOST = 4
STUB = '''
def smallest_misfit():
    """A table, and weights {(key, rival): weight} by which its leads cancel."""
    raise NotImplementedError
'''

Table = dict[Any, Any]
Weights = dict[tuple[Any, Any], int]
Answer = Callable[[], tuple[Table, Weights]]


def judge(answer: object) -> str:
    """At most four entries, and positive weights under which the leads cancel for any scores."""
    where = "in smallest_misfit"
    table, weights = items(ask(answer, where=where), 2, "(table, weights)", where)
    for name, thing in (("table", table), ("weights", weights)):
        if not isinstance(thing, Mapping):
            raise Wrong(f"at {name} expected a dict, got {kind_of(thing)}")
    length = checked_table(table)
    checked_weights(table, weights)
    for (place, symbol, said), sum_ in cancel(table, weights).items():
        if sum_:
            score = f"the score of {said!r} for {symbol!r} in place {place}"
            raise Wrong(f"with these weights expected {score} to cancel, got it {sum_} times")
    return f"{len(table)} entries of length {length}, {len(weights)} pairs whose leads cancel"


def checked_table(table: Mapping[Any, Any]) -> int:
    """The length of the keys; Wrong for keys of several lengths and for too many entries."""
    if not 1 <= len(table) <= MOST:
        raise Wrong(f"at the table expected 1 to {MOST} entries, got {len(table)}")
    for key in table:
        if not isinstance(key, str | tuple):
            raise Wrong(f"at the table expected keys that are strings or tuples, got {key!r}")
    for symbol in (*(symbol for key in table for symbol in key), *table.values()):
        if not isinstance(symbol, str | int | np.integer):
            raise Wrong(f"at the table expected symbols that are strings or whole numbers, "
                        f"got {symbol!r}")  # fmt: skip
    lengths = {len(key) for key in table}
    if len(lengths) > 1 or lengths == {0}:
        raise Wrong(f"at the table expected keys of one length, got lengths {sorted(lengths)}")
    if len({tuple(key) for key in table}) < len(table):
        raise Wrong("at the table expected different keys, got one of them twice")
    return int(lengths.pop())


def checked_weights(table: Mapping[Any, Any], weights: Mapping[Any, Any]) -> None:
    """Wrong unless each weight is a positive integer on a key and a rival of its answer."""
    if not weights:
        raise Wrong("at the weights expected at least one, got none: an empty sum proves nothing")
    for pair, weight in weights.items():
        if not isinstance(pair, tuple) or len(pair) != 2 or pair[0] not in table:
            raise Wrong(
                f"at the weights expected (key, rival) with a key of the table, got {pair!r}"
            )
        if pair[1] == table[pair[0]]:
            raise Wrong(f"on {pair!r} expected a rival of the answer, got the answer itself")
        if whole(weight, f"on {pair!r}") < 1:
            raise Wrong(f"on {pair!r} expected a positive integer, got {weight!r}")


def cancel(table: Mapping[Any, Any], weights: Mapping[Any, Any]) -> "Counter[Any]":
    """How often each single score (place, symbol, said) is left in the weighted sum of leads."""
    left: Counter[Any] = Counter()
    for (key, rival), weight in weights.items():
        for place, symbol in enumerate(key):
            left[place, symbol, table[key]] += int(weight)
            left[place, symbol, rival] -= int(weight)
    return left


def smallest_misfit() -> tuple[Table, Weights]:
    """Exclusive or: each bit in each place is once on the right side and once on the wrong one."""
    table = {"00": "0", "01": "1", "10": "1", "11": "0"}
    other = {"0": "1", "1": "0"}
    return table, {(key, other[answer]): 1 for key, answer in table.items()}


def accepted_xor() -> Answer:
    """Exclusive or."""
    return smallest_misfit


def accepted_dressed_up() -> Answer:
    """The same in longer keys, other words, and larger weights."""

    def dressed() -> tuple[Table, Weights]:
        keys = [(first, second, "x") for first in "ab" for second in (0, 1)]
        table = dict(zip(keys, ["yes", "no", "no", "yes"], strict=True))
        other = {"yes": "no", "no": "yes"}
        return table, {(key, other[answer]): 3 for key, answer in table.items()}

    return dressed


def changed(change: Callable[[Table, Weights], object]) -> Answer:
    """The model answer, spoiled."""

    def answer() -> tuple[Table, Weights]:
        table, weights = smallest_misfit()
        change(table, weights)
        return table, weights

    return answer


def wrong_nothing_is_itself() -> Answer:
    """A symbol that is not equal to itself is rival and answer at once."""
    nan = float("nan")
    return lambda: ({("0",): nan}, {(("0",), nan): 1})


def wrong_and() -> Answer:
    """A table that sums can tell: both bits set."""

    def both() -> tuple[Table, Weights]:
        table = {"00": "0", "01": "0", "10": "0", "11": "1"}
        other = {"0": "1", "1": "0"}
        return table, {(key, other[answer]): 1 for key, answer in table.items()}

    return both


def wrong_one_missing() -> Answer:
    """Three of the four leads do not cancel."""
    return changed(lambda table, weights: weights.popitem())


def wrong_negative() -> Answer:
    """Anything cancels if weights may be negative."""
    return changed(lambda table, weights: weights.update({("00", "1"): -1}))


def wrong_nothing() -> Answer:
    """An empty sum is zero and proves nothing."""
    return changed(lambda table, weights: weights.clear())


def wrong_too_long() -> Answer:
    """A fifth entry."""
    return changed(lambda table, weights: table.update({"02": "0"}))


def wrong_no_rival() -> Answer:
    """The answer as its own rival: its lead is zero, which says nothing."""
    return lambda: ({"00": "0"}, {("00", "0"): 1})


LINES = {
    "table": ("the table, a line for each entry, key: answer", "ab: c"),
    "weights": ("the weights, a line for each, key rival: weight", "ab d: 1"),
}


EXERCISE = Exercise(
    slug="smallest-misfit",
    source="3.11",
    title="The smallest misfit",
    kind="inspect",
    marks=(Mark.VERY_HARD,),
    statement="""
The chapter says which table is the smallest that its machine cannot store. Prove it, to a
machine. `smallest_misfit()` returns a table of at most four entries, and a *certificate*: for
some pairs of a key and a rival (a symbol that is not the key's answer) a positive integer, such
that the leads of the answers over the rivals, so many times each, add up to zero *whatever the
scores are*. A score is a sum of one number for each place, symbol in it, and symbol said.

Then prove to yourself that every table of three entries fits.
""",
    hints=(
        "The lead of an answer $v$ over a rival $u$ on a key $k$ is $\\sum_p W_p[k_p, v] - "
        "W_p[k_p, u]$. Write down the four leads of exclusive or, all terms of them.",
        "If positive numbers, each taken a positive number of times, could add up to zero, they "
        "would not be positive.",
        "For three entries: write each key as one-hot rows, side by side. Are three different ones "
        "linearly independent? And what can a linear map do to independent rows?",
    ),
    answer="""
With exclusive or each lead is counted once. Every bit in every place occurs with answer 0 in one
entry and with answer 1 in another, so each number appears once with plus and once with minus.

Three fit: let $x_1, x_2, x_3$ be the one-hot rows of three different keys. Suppose that
$\\sum a_i x_i = 0$. In a place where $k_1$ differs from both others, $a_1 = 0$, and the other two,
being different, have coefficients 0 as well. If $k_1$ differs from $k_2$ in one place and from
$k_3$ in another, then in the first $k_1$ and $k_3$ agree, so that $a_2 = 0$ and $a_1 + a_3 = 0$;
in the second likewise $a_3 = 0$. So they are independent, and a linear map sends them wherever we
like: to rows of scores where each answer wins.
""",
    stub=STUB,
    judge=judge,
    code=(smallest_misfit,),
    checklist=("Your proof covers three keys of any length, with any three answers.",),
    typed=Typed(
        tuple(
            Field(name, label, "lines", example=example) for name, (label, example) in LINES.items()
        ),
        "certificate",
        lambda: {"most": MOST},
    ),
)
