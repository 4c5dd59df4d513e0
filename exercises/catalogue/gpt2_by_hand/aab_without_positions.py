"""Exercise: aab by a machine that does not know where it is."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import Most, hold, no_positions, praised
from exercises.judging.machine import machine
from exercises.judging.repeated import N_CTX, known, says_next
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp.programs import printed
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

STUB = '''
def aab_without_positions():
    """A Transformer with a W_pos of zeros that goes on with aab."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """All thirteen, with two layers at most and positions of zero."""
    model = sized_model(answer, where="in the answer", n_ctx=N_CTX, d_vocab=2)
    hold(model, "in the answer expected at most 2 layers, got {layers}", layers=Most(2))
    no_positions(model)
    tally = says_next(model, known("aab"))
    words = "{inputs} inputs, {total} parameters, smallest margin {margin:.3g}"
    return praised(words, model, tally)


def aab_without_positions(
    hard: float = 64.0, bias: float = 0.18, older: float = 0.2
) -> Transformer:
    """Count the b's, then look back at those who counted when they were a b themselves.

    The share of b's so far is `share`; the average of it over all that are b is what a last b
    makes larger. After an a, the share is above `bias + older * average` if the b was the last but
    one, and below if there was none, or one more a between.
    """
    vote, is_b, share, one = subspaces(vote=1, is_b=1, share=1, one=1)
    nowhere = np.zeros((4, 0))
    count = Head(nowhere, nowhere, read(is_b), write(share) + write(vote))
    among = Head(hard * read(one), read(is_b), read(share), -older * write(vote))
    layers = [Layer([head], norm_attn=None, norm_mlp=None) for head in (count, among)]
    W_E = np.array([[-bias, 0, 0, 1], [1 - bias, 1, 0, 1]])
    W_U = read(vote) @ [[1, -1]]
    return Transformer(W_E, np.zeros((5, 4)), layers, norm_final=None, W_U=W_U)


def accepted_counting() -> Make:
    """Two heads, four columns, no norm."""
    return aab_without_positions


def accepted_other_line() -> Make:
    """Another line between the seven shares."""
    return lambda: aab_without_positions(hard=500, bias=0.175, older=0.21)


def wrong_soft() -> Make:
    """The second head takes the average of all."""
    return lambda: aab_without_positions(hard=0)


def wrong_one_layer() -> Make:
    """The share of b's alone: aba and baa have the same."""

    def counted() -> Transformer:
        model = aab_without_positions()
        return replace(model, layers=model.layers[:1])

    return counted


def wrong_essay() -> Make:
    """The essay's machine knows where it is."""
    return lambda: printed.aab().model


def wrong_lost() -> Make:
    """The essay's machine, its positions erased."""

    def erased() -> Transformer:
        model = printed.aab().model
        return replace(model, W_pos=0 * model.W_pos)

    return erased


EXERCISE = Exercise(
    slug="aab-without-positions",
    title="aab, without positions",
    kind="construct",
    statement="""
*aabaab...* was chosen because it needs positions. Does it? One layer without positions cannot do
it: show that *aba* and *baa* are the same to it. But in two layers a machine can find out where it
is, since a position sees those before it and none after. `aab_without_positions()` returns a
`Transformer` of two letters and five positions whose `W_pos` is all zero, of at most two layers and
with norms as you like, that is right after all thirteen contexts.
""",
    hints=(
        "An average of all letters so far is the share of *b* so far. At the *b* of *aba* it is "
        "1/2, at that of *baa* it is 1: the first layer has told them apart.",
        "Let a head of the second layer look at the *b* alone and bring back the share that was "
        "known there.",
        "Draw the eight contexts that end in *a* as points: the share of *b* at the end, and the "
        "average of the shares at each *b*. Is there a line between those followed by *a* and "
        "those followed by *b*?",
    ),
    answer="""
One layer sees letters and weights them by what they are: the last letter of *aba* and *baa* is the
same, and so is the bag of letters it looks at. With two layers the first writes at each place the
share of *b* up to there, and the second takes its average over all places that hold *b*. After an
*a* the answer is *a* where the share now is more than 0.18 and a fifth of that average, a line
between four points and four. After a *b* it is *a* in any case. The causal mask lets each position
see a different number of rows. That is a clock of a kind, and models without positions tell the
time by it.
""",
    stub=STUB,
    judge=judge,
    code=(aab_without_positions,),
    checklist=("It is shown that one layer without positions treats *aba* and *baa* alike.",),
    typed=machine(judge, aab_without_positions),
)
