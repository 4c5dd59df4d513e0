"""Two layers of heads alone, trained on random sequences that are said twice.

A text is LENGTH random tokens and the same again, begun anywhere and going round. Begun at its
beginning each time, it could be said without looking for anything: what was not said for longest
comes next, and that is what such machines learn. Every place of a text is asked for, so that half
of them cannot be known.

Columns: `seed` of the weights and the texts; `step`, how many steps of Adam were gone; `first` and
`second`, bits for each token of `look.said_twice` when it is said the first time and when it is
said again (its first token, which nothing can tell, is left out of both). Of head h of layer l:
`previous_l_h` and `induction_l_h`, its scores (`look.previous_token_scores`, in texts half as long,
and `interp.induction_scores`), and `without_l_h`, what `second` is without it. Half as long, since
what stood before is of use only where a token is said the first time: at the first LENGTH places.
"""

from collections.abc import Iterator

import numpy as np

from taotp.interp import ablated, in_context_loss, induction_scores, previous_token_scores
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer
from tools.experiments.training import Weights, as_model, drawn, falling, single, train

D_VOCAB, LENGTH, D_MODEL, N_LAYERS, N_HEADS = 32, 16, 32, 2, 2
BATCH, RATE, STEPS, EVERY = 32, 4e-3, 2000, 50
SEEDS = range(12)
POINTS = [{"seed": seed} for seed in SEEDS]
WORDS = (
    f"bits a token and scores of heads, after so many steps of {BATCH} random sequences of "
    f"{LENGTH} of {D_VOCAB} tokens said twice; d_model {D_MODEL}, {N_LAYERS} layers of {N_HEADS} "
    f"heads, no MLP, rate {RATE} falling to 0"
)

Row = dict[str, object]


def texts(rng: np.random.Generator) -> tuple[Tokens, Tokens]:
    """A batch of texts, and what comes next after each of their places: [BATCH, 2 * LENGTH - 1]."""
    once = rng.integers(D_VOCAB, size=(BATCH, LENGTH))
    begun = rng.integers(LENGTH, size=(BATCH, 1))
    again = np.take_along_axis(once, (begun + np.arange(LENGTH)) % LENGTH, axis=1)
    said = np.hstack([once, again])
    return said[:, :-1], said[:, 1:]


def random_weights(seed: int) -> Weights:
    """The machine before training."""
    return single(
        drawn(
            np.random.default_rng(seed),
            d_vocab=D_VOCAB,
            n_ctx=2 * LENGTH,
            d_model=D_MODEL,
            n_heads=N_HEADS,
            d_mlp=0,
            n_layers=N_LAYERS,
            tied=False,
        )
    )


def course(seed: int, steps: int = STEPS) -> Iterator[tuple[int, Weights]]:
    """The weights, which change in place, after each so many steps, the first and the last too."""
    weights, rng = random_weights(seed), np.random.default_rng([seed, 1])
    batches = (texts(rng) for _ in range(steps))
    yield 0, weights
    for gone, _ in enumerate(train(weights, batches, falling(RATE, steps)), 1):
        if gone % EVERY == 0 or gone == steps:
            yield gone, weights


def measure(seed: int) -> Iterator[Row]:
    """Losses and scores in the course of training."""
    for gone, weights in course(seed):
        yield {"step": gone} | seen(as_model(weights))


def seen(model: Transformer) -> Row:
    """Losses and scores of a model, rounded."""
    first, second = losses(model)
    row: Row = {"first": round(first, 3), "second": round(second, 3)}
    scores = {
        "previous": previous_token_scores(model, length=LENGTH // 2),
        "induction": induction_scores(model),
    }
    heads = [(number, h) for number in range(N_LAYERS) for h in range(N_HEADS)]
    for name, found in scores.items():
        row |= {f"{name}_{number}_{h}": round(found[number][h], 3) for number, h in heads}
    for number, h in heads:
        row[f"without_{number}_{h}"] = round(losses(ablated(model, [(number, h)]))[1], 3)
    return row


def losses(model: Transformer) -> tuple[float, float]:
    """Bits for each token said the first time, and said again: in each LENGTH - 1 of them."""
    bits = in_context_loss(model)
    return float(bits[: LENGTH - 1].mean()), float(bits[LENGTH:].mean())
