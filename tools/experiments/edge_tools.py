"""What four tools of the field say of edges and roles in the machines of the benchmark.

A row is what a tool names in a machine, on its first 16 texts: edges as writer>reader, roles as
part=role. Another text is the next of them. `attribution patching` (Syed et al. 2023) names pairs
whose first-order effect on the lead of the answer is more than a twentieth of the largest; `ACDC`
(Conmy et al. 2023) cuts pairs from the last reader to the first, each for good if what is said
diverges by less than a twentieth more of what the other text's answers do; `edge pruning` (Bhaskar
et al. 2024) trains a mask that keeps few edges and all answers: here masks are drawn and trained by
how they fare, where theirs are trained by gradients; `patterns` is an explainer of ten lines, which
names roles from where heads look alone.
"""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from taotp.interp.benchmark.circuits import Pair
from taotp.interp.benchmark.edges import pairs
from taotp.interp.benchmark.in_memory import machine_of, name_of
from taotp.interp.benchmark.machine import logits, unread, writings
from taotp.interp.benchmark.roles import Watched
from taotp.interp.ground_truth import MACHINES, Case, decoys
from taotp.interp.ground_truth.known import HAVE_DECOYS
from taotp_core.arrays import Array

WORDS = "what tools of the field say of edges and of roles in each machine of the benchmark"
POINTS = [{"machine": name} for name in MACHINES]
TEXTS = 16
STEP = 1e-3  # of the way to the other text
LITTLE = 0.05  # of the largest effect: what is less is not named
STEPS, MASKS, RATE, PRICE = 24, 12, 8.0, 0.3  # of the training of masks, and of an edge


def measure(machine: str) -> Iterator[dict[str, object]]:
    """What each tool says of a machine, and of it with each decoy that there is room for."""
    case = MACHINES[machine]()
    yield from rows_of(case, "")
    for kind, other in decoys(case).items() if machine in HAVE_DECOYS else ():
        yield from rows_of(other, kind)


def rows_of(case: Case, decoy: str) -> Iterator[dict[str, object]]:
    """A row for each tool."""
    asked = Asked(case)
    for tool, of in EDGES.items():
        named = " ".join(f"{writer}>{reader}" for writer, reader in of(asked))
        yield {"decoy": decoy, "tool": tool, "named": named}
    roles = patterns(asked)
    named = " ".join(f"{part}={role.replace(' ', '_')}" for part, role in roles.items())
    yield {"decoy": decoy, "tool": "patterns", "named": named}


class Asked:
    """A machine on some texts, what it says there, and what was written in the next text."""

    def __init__(self, case: Case) -> None:
        self.case, self.machine = case, machine_of(case, TEXTS)
        self.pairs = [*pairs(case)]
        self.wrote = writings(self.machine)
        self.others = {name: np.roll(rows, 1, 0) for name, rows in self.wrote.items()}
        self.usual = logits(self.machine)

    def cut(self, edges: Sequence[Pair]) -> Array:
        """What is said where readers read the next text's writing instead."""
        return logits(self.machine, read=unread(edges, self.others))


# Edges


def attribution_patching(asked: Asked) -> list[Pair]:
    """Pairs whose effect, to first order, is not small."""
    size = {pair: abs(slope(asked, pair)) for pair in asked.pairs}
    most = max(size.values())
    return [pair for pair, x in size.items() if x > LITTLE * most]


def slope(asked: Asked, pair: Pair) -> float:
    """By how much the lead of the answer changes for each step toward the other text.

    It is the gradient at what the reader reads, times the difference of what was written.
    """
    writer, reader = pair
    way = asked.others[writer] - asked.wrote[writer]

    def lead(step: float) -> float:
        def read(part: str, x: Array, _: Mapping[str, Array]) -> Array:
            return x + step * way if part == reader else x

        said = logits(asked.machine, read=read)
        answers = np.take_along_axis(said, asked.machine.answers[..., None], -1)[..., 0]
        others = said.copy()
        np.put_along_axis(others, asked.machine.answers[..., None], -np.inf, -1)
        return float((answers - others.max(-1)).mean())

    return (lead(STEP) - lead(-STEP)) / (2 * STEP)


def acdc(asked: Asked) -> list[Pair]:
    """Pairs that are left when all are cut that can be, from the last reader to the first."""
    gone: list[Pair] = []
    apart, whole = 0.0, divergence(asked.usual, np.roll(asked.usual, 1, 0))
    for pair in reversed(asked.pairs):
        now = divergence(asked.usual, asked.cut([*gone, pair]))
        if now - apart < LITTLE * whole:
            gone, apart = [*gone, pair], now
    return [pair for pair in asked.pairs if pair not in gone]


def divergence(usual: Array, said: Array) -> float:
    """The mean divergence of what is said from what is usually said, in nats."""
    p, q = log_softmax(usual), log_softmax(said)
    return float((np.exp(p) * (p - np.maximum(q, -1e6))).sum(-1).mean())


def log_softmax(x: Array) -> Array:
    """Logarithms of shares, of logits [..., d_vocab]."""
    x = np.maximum(x - x.max(-1, keepdims=True), -1e6)
    found: Array = x - np.log(np.exp(x).sum(-1, keepdims=True))
    return found


def edge_pruning(asked: Asked) -> list[Pair]:
    """Pairs that a mask keeps which was trained to keep few, and all answers."""
    rng, every = np.random.default_rng(0), np.array(asked.pairs)
    bent = np.full(len(every), 1.0)
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-bent))
        masks = rng.random((MASKS, len(every))) < chance
        loss = np.array([cost(asked, every, mask) for mask in masks])
        better = (loss.mean() - loss) / (loss.std() + 1e-9)
        bent += RATE / len(every) ** 0.5 * (better[:, None] * (masks - chance)).mean(0)
    return [pair for pair, x in zip(asked.pairs, bent, strict=True) if x > 0]


def cost(asked: Asked, every: Array, mask: NDArray[np.bool_]) -> float:
    """The share of answers that are others with some edges alone, and the price of these."""
    said = asked.cut([(str(a), str(b)) for a, b in every[~mask]])
    return float((said.argmax(-1) != asked.machine.answers).mean() + PRICE * mask.mean())


EDGES = {
    "attribution patching": attribution_patching,
    "ACDC": acdc,
    "edge pruning": edge_pruning,
}


# Roles


def patterns(asked: Asked) -> dict[str, str]:
    """The role of each part, from where heads look alone."""
    looks = Watched(asked.machine).looks
    names = [name_of(part) for part in asked.case.parts]
    return {name: from_pattern(looks[name]) if name in looks else "computes" for name in names}


def from_pattern(weights: Array) -> str:
    """The role that a pattern [n_texts, n, n_seen] looks like."""
    at, sharp = weights.argmax(-1), weights.max(-1) > 0.5
    if sharp.mean() < 0.5:
        return "averages"
    back = (np.arange(at.shape[1]) - at)[sharp]
    known, counts = np.unique(back, return_counts=True)
    if counts.max() > 0.75 * len(back):
        return "stays" if known[counts.argmax()] == 0 else "goes by place"
    return "chooses" if (at[:, -1] == at[0, -1]).all() else "finds"
