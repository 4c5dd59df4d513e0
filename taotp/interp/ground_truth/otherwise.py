"""Second machines for tasks that another machine of the benchmark does by wholly other means.

They are asked the same prompts as the first, and answer the same. Tokens and places are columns of
their own and there are no norms, so that every number is what it seems.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from taotp.interp.ground_truth.cases import BOOK, Case, case_of, lists
from taotp.interp.ground_truth.larger import SMALLER
from taotp.interp.ground_truth.witnesses import WITNESSES
from taotp_core.arrays import Array
from taotp_core.gadgets import SURE
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

TASKS: dict[str, tuple[str, ...]] = {
    "say the token before the last": ("before_last", "before_last by fading"),
    "say what was said two places before": ("echo", "echo by relay"),
    "say what came after the last token where it stood before":
        ("search 1", "induction", "search 1 by pointer", "search 1 by pairs"),
    "say what came after the last two tokens before": (
        "search 2", "search 2 by pointer"),
    "say the least of five numbers":
        ("minimum", "small.minimum", "printed.minimum", "minimum by units"),
    "say the largest of five numbers": ("maximum", "maximum by units"),
    "say the least of four numbers": ("mystery", "mystery by units"),
    "sort numbers that differ": ("sort", "small.sort", "sort by counting"),
    "sort numbers of which some are alike": ("two_stacks.sort", "two_stacks.sort by rank"),
    "go on with a word that is said again and again":
        ("repeat_pattern", "repeat_pattern by distance"),
    "say what a table has for two symbols": ("lookup", "printed.lookup", "small.table"),
    "say whether most of eight bits are 1": ("lookup 8", "small.table 8", "lookup 8 by vote"),
    "say what mostly follows in three sentences": ("next_word", "next_word by pairs"),
    "say the last digit of the sum of two digits":
        ("add_digits_mod10", "add_digits_mod10 by carry"),
    "say the last digit of a sum": ("add_mod10", "printed.add_mod10", "add_mod10 by steps"),
    "add two digits": ("add", "printed.add", "add by steps"),
    "say what follows in a rhyme after two letters": ("letters",),
    "add numbers of two digits": ("small.add", "add_by_looking"),
    "multiply two digits": ("small.multiply", "small.multiply by table"),
    "say whether one of two numbers is odd and one even": ("unasked", "unasked by looking"),
    "say what comes next in (aab)*": ("aab", "aab by a unit"),
    "say the next row of Rule 110": ("rule110", "rule110 by logic"),
}  # fmt: skip
"""By what is asked, the machines by hand that do it: of all of a task the prompts are the same, and
the answers, but that the first of `two_stacks.sort` reads its list by an encoder."""

DIGITS = np.arange(10.0)
VALUES = np.append(DIGITS, [0.0, 0.0])[:, None]  # of ten digits, a sign and "="
FADES = 3.0  # how many times as much a place weighs as the one before it


def first(name: str) -> Case:
    """The machine that did the task before."""
    if name in WITNESSES:
        return WITNESSES[name]()
    return case_of(name, *(BOOK | SMALLER)[name]())


def asked_the_same(name: str, model: Transformer) -> Case:
    """A machine by other means: what stands before "by" in its name is what it is asked."""
    return replace(first(name.partition(" by ")[0]), name=name, model=model)


def bare(*heads: Head, mlp: MLP | None = None) -> Layer:
    """A layer without norms."""
    return Layer(heads, mlp, norm_attn=None, norm_mlp=None)


def machine(layers: Sequence[Layer], W_U: Array, named: Sequence[Subspace]) -> Transformer:
    """A machine whose first two parts of the stream are one-hot places and tokens."""
    place, token, *_ = named
    return Transformer(write(token), write(place), layers, None, W_U, subspaces=named)


# Heads


def back(steps: int, place: Subspace, take: Array, put: Array) -> Head:
    """A head that looks some places back; where there is none, at the first."""
    n = len(place)
    there = np.eye(n)[np.maximum(np.arange(n) - steps, 0)]
    return Head(SURE * np.sqrt(n) * read(place) @ there, read(place), take, put,
                name=f"looks {steps} back")  # fmt: skip


def at_places(places: Sequence[int], place: Subspace, take: Array, put: Array) -> Head:
    """A head that looks at some places, at all alike, from wherever it is asked."""
    there = np.isin(np.arange(len(place)), places)[:, None]
    every = np.ones((len(place), 1))
    return Head(SURE * read(place) @ every, read(place) @ there, take, put,
                name=f"looks at {', '.join(map(str, places))}")  # fmt: skip


def everywhere(take: Array, put: Array) -> Head:
    """A head that looks at all places alike."""
    nowhere = np.zeros((len(take), 1))
    return Head(nowhere, nowhere, take, put, name="looks everywhere")


def fading(place: Subspace, take: Array, put: Array) -> Head:
    """A head that looks at all places, at each FADES times as much as at the one before it."""
    n = len(place)
    return Head(np.log(FADES) * read(place) @ np.ones((n, 1)), read(place) @ np.arange(n)[:, None],
                take, put, name="fades")  # fmt: skip


def same_before(match: Sequence[Subspace], place: Subspace, put: Array) -> Head:
    """A head that finds the latest place before its own where some parts are alike: it brings it.

    A place that is one later weighs SURE more, a part that is alike more than all places, and its
    own place less than any other.
    """
    n = len(place)
    alike, width = SURE * (n + 1), sum(map(len, match)) + 1 + n
    every, number = np.ones((n, 1)), np.arange(n)[:, None]
    own = -2 * (len(match) + 1) * alike
    W_Q = [alike * read(*match), SURE * read(place) @ every, own * read(place)]
    W_K = [read(*match), read(place) @ number, read(place)]
    return Head(np.sqrt(width) * np.hstack(W_Q), np.hstack(W_K), read(place), put,
                name="finds where it was the same")  # fmt: skip


def pointed(found: Subspace, place: Subspace, take: Array, put: Array) -> Head:
    """A head that looks at the place behind that which an earlier head brought."""
    n = len(place)
    behind = np.eye(n)[np.minimum(np.arange(n) + 1, n - 1)]
    return Head(SURE * np.sqrt(n) * read(found) @ behind, read(place), take, put,
                name="looks behind what was found")  # fmt: skip


# Units


def units(*rows: tuple[Array, float, Array]) -> MLP:
    """An MLP of units: what each reads [d_model], from where on it fires, what it writes."""
    reads, biases, writes = zip(*rows, strict=True)
    W_out = np.array(writes)
    return MLP(np.transpose(reads), np.array(biases), W_out, np.zeros(W_out.shape[1]))


def column(where: Subspace, i: int) -> Array:
    """The direction [d_model] of one number of the stream."""
    found: Array = write(where)[i]
    return found


def least_first(of: Array, enough: Array, put: Subspace, values: int) -> MLP:
    """Units that tell which value is the least of those that are there, one for each value less 1.

    `of` is [values, d_model]: what reads how much of each value there is. A unit fires fully, with
    what `enough` reads, as long as none of the values up to its own is there.
    """
    rows = [(enough - of[: t + 1].sum(0), 0.0, column(put, t)) for t in range(values)]
    return units((enough, 0.0, column(put, values)), *rows)


def between(put: Subspace, values: int) -> Array:
    """Read what `least_first` wrote: value v where the units fire up to v - 1: [d_model, values].

    Where all of them fire no value was there, which is one more.
    """
    steps = read(put)
    fires = np.hstack([steps[:, values:], steps[:, :values]])  # the one that always fires first
    found: Array = fires - np.hstack([fires[:, 1:], np.zeros((len(fires), 1))])
    return found


def nearest(what: Array, every: Array, n_others: int) -> Array:
    """An unembedding that says the digit next to a number, and `n_others` tokens never.

    `what` [d_model] reads the number and `every` [d_model] a 1.
    """
    said = np.outer(what, DIGITS) - np.outer(every, DIGITS**2 / 2)
    return np.hstack([said, np.outer(every, np.full(n_others, -1e3))])


# Texts


def before_last_by_fading() -> Transformer:
    """One head that fades brings two thirds of the last token, two ninths of the one before.

    The unembedding takes two thirds of the last token away; what is left is the one before.
    """
    named = place, token, mixed = subspaces(place=8, token=6, mixed=6)
    head = fading(place, read(token), write(mixed))
    return machine([bare(head)], read(mixed) - (1 - 1 / FADES) * read(token), named)


def echo_by_relay() -> Transformer:
    """Two layers that look one back: the second brings what the first brought there."""
    named = place, token, one, two = subspaces(place=9, token=6, one_before=6, two_before=6)
    layers = [bare(back(1, place, read(token), write(one))),
              bare(back(1, place, read(one), write(two)))]  # fmt: skip
    return machine(layers, read(two), named)


def search_by_pointer(n_vocab: int, n_ctx: int, n_match: int) -> Transformer:
    """It finds where the same stood before, brings that place, and looks at the one behind it.

    No head looks for a token by what stood before it.
    """
    sizes = {f"past_{k}": n_vocab for k in range(1, n_match)}
    named = subspaces(place=n_ctx, token=n_vocab, found=n_ctx, answer=n_vocab, **sizes)
    place, token, found, answer, *past = named
    looks = [back(k, place, read(token), write(put)) for k, put in enumerate(past, 1)]
    layers = [bare(same_before([token, *past], place, write(found))),
              bare(pointed(found, place, read(token), write(answer)))]  # fmt: skip
    return machine([bare(*looks)] * bool(looks) + layers, read(answer), named)


def search_by_pairs(n_vocab: int, n_ctx: int) -> Transformer:
    """It counts pairs of tokens, late ones more; units read what follows the last token mostly."""
    n = n_vocab
    named = place, token, past, pair, counts, answer = subspaces(
        place=n_ctx, token=n, past=n, pair=n * n, counts=n * n, answer=n)  # fmt: skip
    both = [(a, b) for a in range(n) for b in range(n)]
    joins = units(*((column(past, a) + column(token, b), -1.0, column(pair, n * a + b))
                    for a, b in both))  # fmt: skip
    tells = units(*((column(counts, n * a + b) + column(token, a), -1.0, column(answer, b))
                    for a, b in both))  # fmt: skip
    layers = [bare(back(1, place, read(token), write(past)), mlp=joins),
              bare(fading(place, read(pair), write(counts)), mlp=tells)]  # fmt: skip
    return machine(layers, read(answer), named)


def repeat_by_distance() -> Transformer:
    """A word of four comes again after four: it looks three back, which is four before the next."""
    named = place, token, past = subspaces(place=8, token=3, past=3)
    return machine([bare(back(3, place, read(token), write(past)))], read(past), named)


def aab_by_a_unit() -> Transformer:
    """One head looks one back, and one unit fires where both are a; else a is said."""
    named = place, token, past, turn = subspaces(place=5, token=2, past=2, both=1)
    both = units((column(token, 0) + column(past, 0), -1.0, column(turn, 0)))
    W_U = 2 * read(turn) @ [[-1.0, 1.0]] + read(place) @ np.outer(np.ones(5), [1.0, 0.0])
    return machine([bare(back(1, place, read(token), write(past)), mlp=both)], W_U, named)


# Lists


def least_by_units(values: int, n_ctx: int, largest: bool = False) -> Transformer:
    """It looks at all numbers alike, and units tell up to which value none is there."""
    named = place, token, share, up_to = subspaces(
        place=n_ctx, token=values, share=values, none_up_to=values)  # fmt: skip
    order = slice(None, None, -1 if largest else 1)
    counted = n_ctx * write(share)[order]
    tells = least_first(counted, write(place).sum(0), up_to, values - 1)
    layer = bare(everywhere(read(token), write(share)), mlp=tells)
    return machine([layer], between(up_to, values - 1)[:, order], named)


def sort_by_counting() -> Transformer:
    """What is there once is still to be said, what is there twice was said: the least of these.

    A share is a count over the length; <end>, which is there once, says what a count of 1 is.
    """
    named = place, token, share, left, up_to = subspaces(
        place=12, token=11, share=11, unsaid=10, none_up_to=11)  # fmt: skip
    once = column(share, 10)
    rows = [(each, 0.0, column(left, v)) for v, each in enumerate(write(share)[:10])]
    rows += [(each - once, 0.0, -2 * column(left, v)) for v, each in enumerate(write(share)[:10])]
    tells = least_first(write(left), once, up_to, 10)
    layers = [bare(everywhere(read(token), write(share)), mlp=units(*rows)), bare(mlp=tells)]
    return machine(layers, between(up_to, 10), named)


def sort_by_rank() -> Case:
    """The place says how many were said: the least value up to which there are more in the list."""
    whole = first("two_stacks.sort")
    assert isinstance(whole.prompts, np.ndarray)
    prompts = np.hstack([np.array(lists(5, 4)), whole.prompts])
    named = place, token, share, step = subspaces(place=9, token=6, share=6, above=5)
    said = np.maximum(np.arange(9) - 4, 0) @ write(place)
    rows = []
    for v in range(5):
        more = 4 * write(share)[: v + 1].sum(0) - said  # of the list up to v than were said
        rows += [(more, 0.0, column(step, v)), (more, -1.0, -column(step, v))]
    above = np.hstack([np.zeros((place.d_model, 1)), read(step), read(place) @ np.ones((9, 1))])
    head = at_places(range(4), place, read(token), write(share))
    model = machine([bare(head, mlp=units(*rows))], np.diff(above, axis=1), named)
    asked = [4 + i for i in whole.asked]
    return replace(whole, name="two_stacks.sort by rank", model=model, prompts=prompts,
                   asked=asked, memory=None)  # fmt: skip


def bits_by_vote() -> Transformer:
    """A head looks at all bits alike: most are 1 where more than 3.5 of 8 are."""
    named = place, token, share = subspaces(place=8, token=2, share=1)
    W_U = read(share) @ [[0.0, 8.0]] + read(place) @ np.outer(np.ones(8), [3.5, 0.0])
    head = everywhere(read(token) @ [[0.0], [1.0]], write(share))
    return machine([bare(head)], W_U, named)


def next_word_by_pairs() -> Transformer:
    """What may follow a word is in the unembedding, and the word before it tips the scales."""
    words = first("next_word").symbols
    named = place, token, past = subspaces(place=6, token=len(words), past=len(words))
    follows = {"the": "dog", "a": "dog", "dog": "ran saw", "ran": "<end>", "saw": "the"}
    tips = {"the": "ran", "a": "saw"}
    W_U = np.zeros((place.d_model, len(words)))
    for where, said, much in ((token, follows, 1.0), (past, tips, 0.5)):
        for word, others in said.items():
            for other in others.split():
                W_U[where.start + words.index(word), words.index(other)] = much
    return machine([bare(back(1, place, read(token), write(past)))], W_U, named)


# Sums


def digits_by_carry() -> Transformer:
    """No units: one head adds up, another looks at the first digit where the sum is ten or more.

    With b asking, the first digit a weighs 2 b - 9.5 + a and b itself b: the difference is what
    a + b is above 9.5.
    """
    named = place, token, total, carry = subspaces(place=2, token=10, total=1, carry=1)
    value, every = read(token) @ DIGITS[:, None], read(place) @ np.ones((2, 1))
    at_first = read(place) @ [[1.0], [0.0]]
    hard = SURE * np.sqrt(2)
    adds = everywhere(2 * value, write(total))
    looks = Head(hard * np.hstack([2 * value - 9.5 * every, every]), np.hstack([at_first, value]),
                 at_first, write(carry), name="looks at the first to carry")  # fmt: skip
    left = column(total, 0) - 10 * column(carry, 0)
    return machine([bare(adds, looks)], nearest(left, every[:, 0], 0), named)


def last_digit_by_steps() -> Transformer:
    """One head adds up two places, and two units take ten away from ten on."""
    named = place, token, total = subspaces(place=4, token=12, total=1)
    adds = at_places([0, 2], place, 2 * read(token) @ VALUES, write(total))
    s = column(total, 0)
    wraps = units((s, -9.0, -10 * s), (s, -10.0, 10 * s))
    every = write(place).sum(0)
    return machine([bare(adds, mlp=wraps)], nearest(s, every, 2), named)


def sum_by_steps() -> Transformer:
    """One head adds up two places; units make a step at ten, and the place says what is asked."""
    named = place, token, total, said = subspaces(place=5, token=12, total=1, said=1)
    adds = at_places([0, 2], place, 2 * read(token) @ VALUES, write(total))
    s, put = column(total, 0), column(said, 0)
    tens, ones = (100.0 * column(place, at) for at in (3, 4))  # nobody else is asked
    steps = units(
        *((s + tens, -100.0 - at, much * put) for at, much in ((9, 1), (10, -1))),
        *((s + ones, -100.0 - at, much * put) for at, much in ((0, 1), (9, -10), (10, 10))),
    )
    every = write(place).sum(0)
    return machine([bare(adds, mlp=steps)], nearest(put, every, 2), named)


def product_by_table() -> Transformer:
    """Two heads bring the digits, and a unit for each product and each place says its digit."""
    named = place, token, one, two, digit = subspaces(place=5, token=12, one=10, two=10, digit=12)
    digits = read(token)[:, :10]
    looks = [at_places([at], place, digits, write(put)) for at, put in ((0, one), (2, two))]
    table = units(*((column(one, a) + column(two, b) + column(place, 3 + i), -2.0,
                     column(digit, int(f"{a * b:02}"[i])))
                    for a in range(10) for b in range(10) for i in range(2)))  # fmt: skip
    return machine([bare(*looks, mlp=table)], read(digit), named)


def odd_and_even_by_looking() -> Transformer:
    """A head looks one back only where that is odd and its own even, or the other way round.

    It brings the number of the place, which is its own less 1 then.
    """
    named = place, token, seen = subspaces(place=8, token=6, seen=1)
    parity, number = read(token) @ ([[1.0], [-1.0]] * 3), read(place) @ np.arange(8)[:, None]
    far = 4 * SURE
    near = far * np.eye(8) + (far - SURE) * np.eye(8, k=-1)  # one back weighs SURE less
    W_Q = np.hstack([-SURE * parity, read(place) @ near])
    head = Head(np.sqrt(9) * W_Q, np.hstack([parity, read(place)]), number, write(seen),
                name="looks back where it is another")  # fmt: skip
    back_by = number[:, 0] - column(seen, 0)
    says = np.outer(back_by, [0.0, 1.0]) + np.outer(write(place).sum(0), [0.5, 0.0])
    W_U = np.hstack([says, np.outer(write(place).sum(0), np.full(4, -9.0))])
    return machine([bare(head)], W_U, named)


# A computer


def rule110_by_logic() -> Transformer:
    """Three heads bring the three cells above; one unit knows that two are 0, two that all are 1.

    Before the first cell stands a 1: a unit of its own heeds the other two there.
    """
    named = place, token, left, above, right, none, all_ = subspaces(
        place=64, cell=2, left=1, above=1, right=1, none=1, all=1)  # fmt: skip
    bit = read(token) @ [[0.0], [1.0]]
    looks = [back(steps, place, bit, write(put))
             for steps, put in ((8, left), (7, above), (6, right))]  # fmt: skip
    before, over, behind = (column(each, 0) for each in (left, above, right))
    every, edge = write(place).sum(0), 9 * column(place, 7)
    tells = units((every - over - behind, 0.0, column(none, 0)),
                  (before + over + behind - edge, -2.0, column(all_, 0)),
                  (over + behind + edge, -10.0, column(all_, 0)))  # fmt: skip
    is_one = 0.5 * every - column(none, 0) - column(all_, 0)
    return machine([bare(*looks, mlp=tells)], np.outer(is_one, [-1.0, 1.0]), named)


MODELS: dict[str, Callable[[], Transformer]] = {
    "before_last by fading": before_last_by_fading,
    "echo by relay": echo_by_relay,
    "search 1 by pointer": partial(search_by_pointer, 8, 16, 1),
    "search 1 by pairs": partial(search_by_pairs, 8, 16),
    "search 2 by pointer": partial(search_by_pointer, 8, 16, 2),
    "minimum by units": partial(least_by_units, 12, 8),
    "maximum by units": partial(least_by_units, 12, 8, largest=True),
    "mystery by units": partial(least_by_units, 20, 8),
    "sort by counting": sort_by_counting,
    "repeat_pattern by distance": repeat_by_distance,
    "lookup 8 by vote": bits_by_vote,
    "next_word by pairs": next_word_by_pairs,
    "add_digits_mod10 by carry": digits_by_carry,
    "add_mod10 by steps": last_digit_by_steps,
    "add by steps": sum_by_steps,
    "small.multiply by table": product_by_table,
    "unasked by looking": odd_and_even_by_looking,
    "aab by a unit": aab_by_a_unit,
    "rule110 by logic": rule110_by_logic,
}


def by_other_means(name: str) -> Case:
    """One of MODELS on the prompts of the machine before it."""
    return asked_the_same(name, MODELS[name]())


OTHERWISE: dict[str, Callable[[], Case]] = {
    **{name: partial(by_other_means, name) for name in MODELS},
    "two_stacks.sort by rank": sort_by_rank,
}
