"""A few numbers more on half a circle."""

from collections.abc import Callable, Iterator

import numpy as np

from exercises.judging.asking import note
from exercises.judging.judge import (
    NO_NUMBERS,
    Tally,
    Wrong,
    in_short,
    instead,
    no_positions,
    pay,
    praised,
    small_enough,
)
from exercises.judging.machine import machine
from exercises.judging.sizes import one_layer, sized_model
from exercises.statement import Exercise
from taotp.programs import printed
from taotp.programs.sorting import sort
from taotp_core.decode import greedy
from taotp_core.measure import lead
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

D_VOCAB = 33
WHY = "by how much does the right number lead there?"
LEAST = 300  # units in the last place: what the ways that the chapter prints fall short of
MOST = 6 * D_VOCAB + 4 * 6 * 6 + 6  # Leviathan's layer has a bias that it does not use
STUB = '''
def sort_33():
    """A Transformer that sorts numbers from 1 to 32; 0 is the delimiter."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def decisions() -> Iterator[tuple[list[int], int]]:
    """Every last token and every next one, among all that may be there, and with few smaller."""
    for last in range(D_VOCAB - 1):
        for after in range(last + 1, D_VOCAB):
            larger = range(after, D_VOCAB)
            yield [*range(last), *larger, last], after
            if last > 1:
                yield [*larger, 0, last], after


def says(model: Transformer) -> tuple[int, float]:
    """Raise Wrong on the first decision that the model does not take by LEAST units.

    Return how many it takes, and the least lead, in units in the last place of the largest logit.
    """
    asked = list(decisions())
    note("decides", rows=[tokens for tokens, _ in asked], wanted=[then for _, then in asked],
         least=LEAST, suffix="", why=WHY)  # fmt: skip
    taken, least = 0, np.inf
    for tokens, after in asked:
        pay(model, 1, len(tokens))
        start = f"after {in_short(tokens)}"
        logits = forward(model, np.array(tokens), keep=1)[0]
        try:
            said = int(greedy(logits))
        except ValueError:
            raise Wrong(f"{start} {instead(str(after), NO_NUMBERS)}") from None
        units = float(lead(logits, np.array(after)) / np.spacing(np.abs(logits).max()))
        if said != after:
            raise Wrong(f"{start} {instead(str(after), str(said), WHY)}")
        if units < LEAST:
            behind = f"it gives {after} a lead of {units:.0f} units in the last place"
            raise Wrong(f"{start} {behind}; it must be {LEAST}")
        taken, least = taken + 1, min(least, units)
    return taken, least


def judge(answer: object) -> str:
    """One layer without positions, no larger than the chapter's, right in every decision."""
    where = f"with V={D_VOCAB}"
    model = sized_model(answer, where=where, d_vocab=D_VOCAB, least={"n_ctx": 2 * D_VOCAB})
    one_layer(model, where)
    no_positions(model)
    taken, least = says(model)
    small_enough(f"{taken} inputs", model, "beside", "parameters", where[5:], MOST)
    words = "{inputs} inputs, {beside} parameters, smallest lead {margin:.0f} units"
    return praised(words, model, Tally(taken, least))


def sort_33() -> Transformer:
    """Gaps that shrink by 1.64, looked at from 0.47 of the way between the next two."""
    return printed.sort(33, n_ctx=100, ratio=1.64, aim=0.47).model


def accepted_slower_powers() -> Make:
    """The ratio and the aim changed."""
    return sort_33


def accepted_near_the_golden_ratio() -> Make:
    """Nearer to the limit, where the gaps shrink least."""
    return lambda: printed.sort(33, n_ctx=66, ratio=1.63, aim=0.48).model


def wrong_powers_of_two() -> Make:
    """The chapter's own powers."""
    return lambda: printed.sort(33).model


def wrong_ratio_alone() -> Make:
    """A ratio of 1.8 with the old aim: its last decisions are ties."""
    return lambda: printed.sort(33, ratio=1.8).model


def wrong_out_of_the_chapter() -> Make:
    """Numbers that the chapter prints: right, by less than is asked for."""
    return lambda: printed.sort(33, ratio=1.7, aim=0.4).model


def wrong_the_best_of_the_chapter() -> Make:
    """The best that the chapter prints."""
    return lambda: printed.sort(33, ratio=1.66, aim=0.45).model


def wrong_too_few() -> Make:
    """The program for 28."""
    return lambda: printed.sort(28).model


def wrong_near_zero() -> Make:
    """The chapter's other sorter, whose delimiter is its last token and not 0."""
    return lambda: sort(32).model


EXERCISE = Exercise(
    slug="sort-33",
    source="5.1",
    title="Five numbers more",
    kind="construct",
    statement="""
The sorter on half a circle believes 27 tokens, by its last bit 28. Change it a little, so that it
sorts with a vocabulary of 33: write `sort_33()`, a `Transformer` of one layer and a context of at
least 66, with no more than six numbers a token and 150 in its layer. The list is followed by 0, so
that there are 32 numbers to sort. Every decision must come out right, and by so much that rounding
has no say: by 300 units in the last place of the largest logit.
""",
    hints=(
        "Two numbers of the construction were a free choice. Which?",
        "Gaps that shrink more slowly leave more room at the crowded end. What keeps you from "
        "shrinking them by 1.5?",
        "The nearer the ratio comes to the golden one, the nearer to the middle you have to aim. "
        "Compute by how much the closest decision leads, as the chapter does.",
    ),
    answer="""
The ratio and the aim. With a ratio of 1.7 and an aim of 0.4 the closest decision leads by 48 units
in the last place of the largest logit, at 1.66 and 0.45 by 180, at 1.64 and 0.47 by 360, and at
1.63 and 0.48 by 509. There it ends: at an aim of a half the middle is as near to the number that
asks, and the ratio stays above the golden one. The ratio alone is not enough: with the aim left
at a quarter it has to be above 1.781, and between 1.785 and 1.795 all 528 decisions give the
largest logit to the right token, but by less than one unit.
""",
    stub=STUB,
    judge=judge,
    code=(sort_33,),
    typed=machine(judge, sort_33),
)
