"""A trainer in eighty lines: the loss of a machine, and its derivative by every number of it.

A part returns what it makes of x [batch, n, d], and the way back: a function that takes the
derivative of the loss by what the part made, notes in G those by its weights, and returns that by
x. W and G hold arrays by their path, such as layers.0.heads.1.W_Q, as `named_arrays` says them.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from taotp.applications.trained.weights import EPS, Numbers, refuse_unknown
from taotp.constructions.adam import Adam
from taotp_core.arrays import Array, Tokens, softmax

Part = tuple[Array, Callable[[Array], Array]]
Batches = Iterable[tuple[Tokens, Tokens]]


def times(W: Numbers, G: Numbers, path: str, x: Array) -> Part:
    """A matrix: what comes back goes through it the other way."""

    def back(to_y: Array) -> Array:
        G[path] = np.einsum("bni,bnj->ij", x, to_y)
        return to_y @ W[path].T

    return x @ W[path], back


def normed(x: Array) -> Part:
    """Layer norm: what comes back loses its mean, and what of it lies along the row."""
    centered = x - x.mean(-1, keepdims=True)
    spread = np.sqrt((centered * centered).mean(-1, keepdims=True))
    y = centered / (spread + EPS)

    def back(to_y: Array) -> Array:
        along = (to_y * y).mean(-1, keepdims=True) * (spread + EPS) / spread
        to_x: Array = (to_y - to_y.mean(-1, keepdims=True) - y * along) / (spread + EPS)
        return to_x

    return y, back


def attended(W: Numbers, G: Numbers, at: str, x: Array) -> Part:
    """What a head brings to the stream, and back: by values, by the pattern, by both its sides."""
    q, k, v = (times(W, G, at + name, x) for name in ("W_Q", "W_K", "W_V"))
    scale = np.sqrt(q[0].shape[-1])
    scores = q[0] @ k[0].swapaxes(1, 2) / scale
    pattern = softmax(np.where(np.tri(x.shape[1], dtype=bool), scores, -np.inf))
    y, through_W_O = times(W, G, at + "W_O", pattern @ v[0])

    def back(to_y: Array) -> Array:
        to_mixed = through_W_O(to_y)
        to_pattern = to_mixed @ v[0].swapaxes(1, 2)
        to_scores = pattern * (to_pattern - (to_pattern * pattern).sum(-1, keepdims=True)) / scale
        to_x = q[1](to_scores @ k[0]) + k[1](to_scores.swapaxes(1, 2) @ q[0])
        return to_x + v[1](pattern.swapaxes(1, 2) @ to_mixed)

    return y, back


def fed_forward(W: Numbers, G: Numbers, at: str, x: Array) -> Part:
    """What an MLP with ReLU brings: back goes what a unit that was on would have passed on."""
    before, through_W_in = times(W, G, at + "W_in", x)
    before = before + W[at + "b_in"]
    y, through_W_out = times(W, G, at + "W_out", np.maximum(before, 0))

    def back(to_y: Array) -> Array:
        to_before = through_W_out(to_y) * (before > 0)
        G[at + "b_in"], G[at + "b_out"] = to_before.sum((0, 1)), to_y.sum((0, 1))
        return through_W_in(to_before)

    return y + W[at + "b_out"], back


def sublayers(W: Numbers) -> list[list[str]]:
    """The heads of a layer, then its MLP, of each layer: where the paths of each begin."""
    found: dict[str, dict[str, None]] = {}
    for at in (path.rpartition(".")[0] + "." for path in W if path.startswith("layers")):
        found.setdefault(at.rstrip("0123456789.") if "heads" in at else at, {})[at] = None
    return [list(each) for each in found.values()]


def loss_and_gradient(W: Numbers, tokens: Tokens, answers: Tokens) -> tuple[float, Numbers]:
    """The mean surprise in nats at the answers [batch, n] that are not -1, and its derivatives.

    Norms are layer norms; `weights_of` refuses a model of which that is not so. Raises ValueError
    for arrays that would have no part in the loss.
    """
    refuse_unknown(W)
    G: Numbers = {path: np.zeros_like(each) for path, each in W.items()}
    x: Array = W["W_E"][tokens] + W["W_pos"][: tokens.shape[1]]
    ways = []
    for parts in sublayers(W):
        y, through_norm = normed(x)
        made = [(fed_forward if "mlp" in at else attended)(W, G, at, y) for at in parts]
        x = x + np.sum([y for y, _ in made], axis=0)
        ways.append((through_norm, [back for _, back in made]))

    y, through_norm = normed(x)
    W_U = W.get("W_U", W["W_E"].T)
    logits = y @ W_U
    asked = (*np.nonzero(answers >= 0), answers[answers >= 0])
    surprise = np.logaddexp.reduce(logits, axis=-1, keepdims=True) - logits
    error = softmax(logits) * (answers >= 0)[..., None]
    error[asked] -= 1
    error /= len(asked[0])

    to_x = through_norm(error @ W_U.T)
    for through_norm, backs in reversed(ways):
        to_x = to_x + through_norm(np.sum([back(to_x) for back in backs], axis=0))
    np.add.at(G["W_E"], tokens, to_x)
    G["W_pos"][: tokens.shape[1]] = to_x.sum(0)
    to_U = np.einsum("bni,bnj->ij", y, error)
    G["W_U" if "W_U" in W else "W_E"] += to_U if "W_U" in W else to_U.T
    return float(surprise[asked].mean()), G


def train(W: Numbers, batches: Batches, rate: float, only: Sequence[str]) -> Iterator[float]:
    """Go one step of Adam for each batch, changing W in place, and say the loss before it."""
    adam = Adam([W[path] for path in only], rate)
    for tokens, answers in batches:
        loss, G = loss_and_gradient(W, tokens, answers)
        adam.step(G[path] for path in only)
        yield loss
