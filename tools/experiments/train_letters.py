"""Machines that learn the letters of the play: how far down the loss comes, beside counting.

Read are the first nine tenths of the play, held back is the last (`data.read_and_held_back`). A
step takes a batch of windows, cut anywhere; in each window every letter is asked for at once, given
all that stand before it (teacher forcing). By `machine`:

pairs        one letter of context, in the sizes of the counted machine: an embedding and an
             unembedding of their own, no layer, no positions
one layer    heads and an MLP, which see up to N_CTX letters
two layers   the same twice
speeches     two layers again; an end token stands in the place of the blank line behind each
             speech, and the speeches are packed one behind the other, so that no place is empty
counted K    nothing is trained: shares after K letters, ADDED to each count
mixed K      nothing is trained: the share after K letters, mixed with that after K - 1, which
             weighs as much as MIXED counts, and so on down to an even share

Columns: `machine`; `seed` of the weights and the batches, 0 where nothing is drawn; `step`, how
many steps of Adam were gone, 0 where nothing is trained; `read` and `held_back`, bits per letter of
the text that was read (for layers: of as many of its last letters as are held back) and of that
held back; those of `speeches` are per letter of the play too, blank lines counted. `apart`, of
pairs and of counted 1: the distance of total variation between what is said after a letter and the
shares counted in what was read, 0 to 1, mean over the letters read; empty elsewhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cache

import numpy as np

from taotp.applications.trained.machine import normed
from taotp.data import read_and_held_back
from taotp_core.arrays import Array, Tokens, softmax
from tools.experiments.play import alphabet, bits, cut, ids
from tools.experiments.training import Weights, drawn, falling, single, train, unembedding

N_CTX, N_HEADS, D_MODEL, BATCH = 32, 4, 48, 32
LAYERS = {"one layer": 1, "two layers": 2, "speeches": 2}
STEPS, RATE = 4000, 4e-3  # the rate falls evenly to none
PAIRS_WIDER, PAIRS_RATE, PAIRS_BATCH = 2, 3e-3, 64  # the counted machine has two columns more
SEEDS = range(2)
ORDERS = range(7)
ADDED, MIXED = 0.03, 5.0
BLANK = "\n\n"
LOOKS = (0, 8, 15, 30, 60, 125, 250, 500, 1000, 1500, 2000, 2500, 3000, 3500, 4000)  # steps

POINTS = [
    *({"machine": machine, "seed": seed} for machine in ("pairs", *LAYERS) for seed in SEEDS),
    *({"machine": f"{how} {order}", "seed": 0} for how in ("counted", "mixed") for order in ORDERS),
]
WORDS = (
    f"bits per letter of the play after so many steps; {BATCH} windows of {N_CTX} letters a step "
    f"({PAIRS_BATCH} for pairs), d_model {D_MODEL}, {N_HEADS} heads, d_mlp {4 * D_MODEL}; counted "
    f"shares with {ADDED} added to each count, mixed with a weight of {MIXED}"
)

Row = dict[str, object]
Batches = Iterable[tuple[Tokens, Tokens]]


def measure(machine: str, seed: int) -> Iterable[Row]:
    """The loss in training, or that of counting."""
    kind, _, order = machine.partition(" ")
    if kind in COUNTING:
        return counting(COUNTING[kind], int(order))
    if machine == "pairs":
        return learn_pairs(seed)
    return learn(machine, seed)


def watched(
    weights: Weights, batches: Batches, rate: float, positions_fixed: bool = False
) -> Iterator[int]:
    """Train with a rate that falls, and stop at each of LOOKS to say the step."""
    training = train(weights, batches, falling(rate, STEPS), positions_fixed)
    gone = 0
    for step in LOOKS:
        for _ in zip(range(step - gone), training, strict=False):
            pass
        gone = step
        yield step


# Layers


def learn(machine: str, seed: int) -> Iterator[Row]:
    """The loss of a transformer as it is trained."""
    text = packed if machine == "speeches" else ids
    read, held_back = map(text, read_and_held_back())
    end = read[-len(held_back) :]
    per_letter = len(ids(read_and_held_back()[1])) / len(held_back)
    weights = layers(LAYERS[machine], len(alphabet()) + (machine == "speeches"), seed)
    rng = np.random.default_rng(seed)
    batches = (cut(read, BATCH, N_CTX, rng) for _ in range(STEPS))
    for step in watched(weights, batches, RATE):
        yield {
            "step": step,
            "read": round(bits(weights, end) / per_letter, 4),
            "held_back": round(bits(weights, held_back) / per_letter, 4),
            "apart": "",
        }


def layers(n_layers: int, d_vocab: int, seed: int) -> Weights:
    """A transformer before training."""
    return single(
        drawn(
            np.random.default_rng(seed),
            d_vocab=d_vocab,
            n_ctx=N_CTX,
            d_model=D_MODEL,
            n_heads=N_HEADS,
            d_mlp=4 * D_MODEL,
            n_layers=n_layers,
        )  # fmt: skip
    )


def packed(text: str) -> Tokens:
    """The speeches one behind the other, an end token after each in the place of a blank line."""
    found: list[int] = []
    for speech in text.split(BLANK):
        found += [*ids(speech).tolist(), len(alphabet())]
    return np.array(found[:-1])


# Pairs


def learn_pairs(seed: int) -> Iterator[Row]:
    """The loss of a machine that sees one letter, and how far it is from the counted shares."""
    read, held_back = map(ids, read_and_held_back())
    rng = np.random.default_rng(seed)
    weights = drawn(
        rng, d_vocab=len(alphabet()), n_ctx=N_CTX, d_model=len(alphabet()) + PAIRS_WIDER,
        n_heads=1, d_mlp=0, n_layers=0, tied=False,
    )  # fmt: skip
    weights.W_pos[:] = 0
    batches = (cut(read, PAIRS_BATCH, N_CTX, rng) for _ in range(STEPS))
    for step in watched(weights, batches, PAIRS_RATE, positions_fixed=True):
        said = softmax(normed(weights.W_E)[0] @ unembedding(weights))
        yield {"step": step} | of_pairs(said, read, held_back)


def of_pairs(said: Array, read: Tokens, held_back: Tokens) -> Row:
    """What two texts cost where `said` [d_vocab, d_vocab] is how likely each follows each."""
    seen, other = (pairs_in(text) for text in (read, held_back))
    often = seen.sum(1, keepdims=True)
    distance = float(np.abs(often * said - seen).sum() / 2 / often.sum())
    loss = [float(-(counts * np.log2(said)).sum() / counts.sum()) for counts in (seen, other)]
    return {
        "read": round(loss[0], 4), "held_back": round(loss[1], 4), "apart": round(distance, 5)
    }  # fmt: skip


def pairs_in(text: Tokens) -> Array:
    """How often each letter comes after each."""
    counts = np.zeros((len(alphabet()), len(alphabet())))
    np.add.at(counts, (text[:-1], text[1:]), 1)
    return counts


# Counting

Share = Callable[[str, str], float]  # how likely a letter is, after others


def counting(share: Share, order: int) -> Iterator[Row]:
    """What the two texts cost by shares after `order` letters."""
    read, held_back = read_and_held_back()
    found: Row = {"step": 0}
    for name, text in (("read", read), ("held_back", held_back)):
        seen = Counter((text[i - order : i], text[i]) for i in range(order, len(text)))
        cost = sum(-often * np.log2(share(*pair)) for pair, often in seen.items())
        found[name] = round(float(cost) / seen.total(), 4)
    if order == 1 and share is COUNTING["counted"]:
        said = np.array([[share(after, letter) for letter in alphabet()] for after in alphabet()])
        found["apart"] = of_pairs(said, ids(read), ids(held_back))["apart"]
    else:
        found["apart"] = ""
    yield found


@cache
def counts(length: int) -> tuple[Counter[str], Counter[str]]:
    """How often so many letters were read with one behind them, and each with that one."""
    read, _ = read_and_held_back()
    places = range(len(read) - length)
    return (
        Counter(read[i : i + length] for i in places),
        Counter(read[i : i + length + 1] for i in places),
    )


def counted(after: str, letter: str) -> float:
    """The share of a letter, with ADDED to the count of each."""
    seen, followed = counts(len(after))
    return (followed[after + letter] + ADDED) / (seen[after] + ADDED * len(alphabet()))


def mixed(after: str, letter: str) -> float:
    """The share of a letter, mixed with that after one letter fewer."""
    rest = mixed(after[1:], letter) if after else 1 / len(alphabet())
    seen, followed = counts(len(after))
    return (followed[after + letter] + MIXED * rest) / (seen[after] + MIXED)


COUNTING: dict[str, Share] = {"counted": counted, "mixed": mixed}
