"""Other weights, same machine."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from exercises.judging.judge import Wrong, ask, numbers, own_decoder
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Array
from taotp_core.equivalences import scramble, turned
from taotp_core.transformer import forward
from taotp_core.weights import (
    LAYER_NORM,
    RMS_NORM,
    Norm,
    Transformer,
    random_transformer,
)

CLOSE = 1e-8  # as a share of the largest logit
SHAPES: dict[str, dict[str, Any]] = {
    "no layers": {"n_layers": 0},
    "2 layers": {"n_layers": 2},
    "2 layers and W_U": {"n_layers": 2, "tied": False},
}
STUB = '''
def scramble(model, M):
    """A Transformer with the same logits whose W_E is model.W_E @ M."""
    raise NotImplementedError
'''


def any_turn(size: int, seed: int) -> Array:
    """A random orthonormal matrix."""
    M: Array = np.linalg.qr(np.random.default_rng(seed).normal(size=(size, size)))[0]
    return M


def keeping_ones(size: int, seed: int, sign: int) -> Array:
    """A random orthonormal matrix that takes (1, ..., 1) to itself, or to its negative."""
    first = np.column_stack(
        [np.ones(size), np.random.default_rng(seed).normal(size=(size, size - 1))]
    )
    basis: Array = np.linalg.qr(first)[0]
    inner = np.eye(size)
    inner[0, 0], inner[1:, 1:] = sign, any_turn(size - 1, seed + 1)
    return basis @ inner @ basis.T


POSSIBLE: tuple[tuple[str, Norm, Callable[[int, int], Array]], ...] = (
    ("RMSNorm and any orthonormal M", RMS_NORM, any_turn),
    ("LayerNorm and ones @ M = ones", LAYER_NORM, lambda d, seed: keeping_ones(d, seed, 1)),
    ("LayerNorm and ones @ M = -ones", LAYER_NORM, lambda d, seed: keeping_ones(d, seed, -1)),
)
IMPOSSIBLE = (
    ("LayerNorm and an M that moves (1, ..., 1)", LAYER_NORM, any_turn(6, 0)),
    ("RMSNorm and M twice the identity", RMS_NORM, 2 * np.eye(6)),
    ("RMSNorm and an M that is not orthonormal", RMS_NORM, any_turn(6, 1) + 0.1 * any_turn(6, 2)),
    ("RMSNorm and an M with one row twice", RMS_NORM, np.eye(6)[[0, 1, 2, 3, 4, 4]]),
    ("RMSNorm and an M of determinant 1 that shears", RMS_NORM, np.eye(6) + np.eye(6, k=1) / 2),
    ("LayerNorm and an M that loses all but the mean", LAYER_NORM, np.ones((6, 6)) / 6),
    (
        "LayerNorm and an M that keeps ones and doubles the rest",
        LAYER_NORM,
        2 * np.eye(6) - np.ones((6, 6)) / 6,
    ),
)


def judge(answer: object) -> str:
    """Same logits where that is possible, and ValueError where it is not."""
    count = 0
    for name, norm, make in POSSIBLE:
        for seed, (size, shape) in enumerate(SHAPES.items()):
            same(answer, norm, seed, shape, make(6, seed), f"with {name}, {size}")
            count += 1
    for name, norm, M in IMPOSSIBLE:
        refused(answer, norm, M, f"with {name},")
    return f"{count} pairs of a model and an M with the same logits, {len(IMPOSSIBLE)} refused"


def same(
    answer: object, norm: Norm, seed: int, shape: dict[str, Any], M: Array, where: str
) -> None:
    """Raise Wrong unless the scrambled model has W_E @ M and the same logits."""
    model, mine = (random_transformer(seed, norm=norm, **shape) for _ in range(2))
    other = own_decoder(ask(answer, mine, M.copy(), where=where), where)
    W_E = numbers(other.W_E, model.W_E.shape, where)
    if not np.allclose(W_E, model.W_E @ M, rtol=0, atol=1e-9):
        raise Wrong(f"{where} expected W_E = model.W_E @ M, got another W_E")
    tokens = np.random.default_rng(seed).integers(0, model.d_vocab, (4, model.n_ctx))
    if other.n_ctx != model.n_ctx or other.d_vocab != model.d_vocab:
        raise Wrong(f"{where} expected the sizes of the model, got others")
    off = difference(forward(other, tokens), forward(model, tokens))
    if not off <= CLOSE:
        raise Wrong(f"{where} expected the same logits, got some that are off by {off:.2g}")


def difference(got: Array, expected: Array) -> float:
    """The largest difference, as a share of the largest logit."""
    return float(np.abs(got - expected).max() / np.abs(expected).max())


def refused(answer: Any, norm: Norm, M: Array, where: str) -> None:
    """Raise Wrong unless the answer refuses an M for which there is no scrambled model."""
    model, mine = (random_transformer(0, norm=norm) for _ in range(2))
    if not callable(answer):
        raise Wrong("expected a function scramble(model, M)")
    try:
        other = own_decoder(answer(mine, M.copy()), where)
    except ValueError:
        return
    tokens = np.random.default_rng(0).integers(0, model.d_vocab, (4, model.n_ctx))
    off = difference(forward(other, tokens), forward(model, tokens))
    if off <= CLOSE and np.allclose(other.W_E, model.W_E @ M, rtol=0, atol=1e-9):
        return  # a machine shows that there is one
    raise Wrong(
        f"{where} expected a ValueError, got a Transformer whose logits are off by {off:.2g}: "
        "what does the norm do to a row, before and after it is turned?"
    )


def accepted_turn() -> object:
    """Readers turn back, writers turn."""
    return scramble


def accepted_by_test() -> object:
    """Scrambles first, and refuses where the logits changed."""

    def tried(model: Transformer, M: Array) -> Transformer:
        bare = replace(model, norm_final=None)
        other = replace(turned(bare, M), norm_final=model.norm_final)
        tokens = np.arange(model.d_vocab)
        gap = np.abs(forward(other, tokens) - forward(model, tokens)).max()
        if not gap < 1e-6 or not np.allclose(M @ M.T, np.eye(len(M))):
            raise ValueError(f"logits change by {gap}")
        return other

    return tried


def but(change: Callable[[Transformer, Array], Transformer]) -> Callable[..., Transformer]:
    """The right answer with one thing changed afterwards."""
    return lambda model, M: change(scramble(model, M), M)


def wrong_no_question_asked() -> object:
    """Believes that every orthonormal M works."""
    return turned


def wrong_forgot_positions() -> object:
    """Positions are not turned."""
    return but(lambda other, M: replace(other, W_pos=other.W_pos @ M.T))


def wrong_forgot_bias() -> object:
    """The MLP's output bias is not turned."""

    def unturned(other: Transformer, M: Array) -> Transformer:
        layers = [
            replace(layer, mlp=layer.mlp and replace(layer.mlp, b_out=layer.mlp.b_out @ M.T))
            for layer in other.layers
        ]
        return replace(other, layers=layers)

    return but(unturned)


def wrong_way_round() -> object:
    """M for its transpose: the same program with another W_E."""
    return lambda model, M: scramble(model, M.T)


def wrong_refuses_all() -> object:
    """Nothing ventured."""

    def refuse(model: Transformer, M: Array) -> Transformer:
        raise ValueError("impossible")

    return refuse


EXERCISE = Exercise(
    slug="scramble",
    source="1.8",
    title="Scrambled weights",
    kind="code",
    marks=(Mark.VERY_EASY,),
    statement="""
Reading meaning off a weight is a delicate business, and here is one reason: the same machine has
many weights. Let $M$ be an *orthonormal* matrix, $M M^\\mathsf{T} = 1$, and turn every row of the
embedding by it. Write `scramble(model, M)`, which returns a Transformer with `W_E` equal to
`model.W_E @ M` and the same logits on every input. Which weights have to change, and which must
not?

For some $M$ there is no such Transformer. Raise `ValueError` then. (All norms of `model` are
plain LayerNorms, or all are plain RMSNorms: `model.norm_final.centered` tells which.
`dataclasses.replace` copies a model with some parts exchanged.)
""",
    hints=(
        "The whole stream should be turned by $M$. Sort the weights: which ones write to the "
        "stream, which ones read from it?",
        "A matrix that writes is multiplied by $M$ on the right. A matrix that reads turns the "
        "stream back first, "
        "with $M^\\mathsf{T}$ on the left. A tied unembedding takes care of itself.",
        "A norm stands between the two. RMSNorm divides by a length, and lengths survive a "
        "turn. LayerNorm first removes the part of a row along $(1, \\dots, 1)$. After the turn, "
        "along which direction would it have to remove it?",
    ),
    answer="""
Writers (`W_E`, `W_pos`, `W_O`, `W_out`, `b_out`) are multiplied by $M$, readers (`W_Q`, `W_K`,
`W_V`, `W_in`, `W_U`) by $M^\\mathsf{T}$ on the left; `b_in` lives inside the MLP and stays. If $M$
is not orthonormal, $M M^\\mathsf{T}$ remains between writer and reader, and the norm sees another
length.

LayerNorm asks for more. It commutes with the turn only if the direction it removes,
$(1, \\dots, 1)$, is kept up to its sign. For any other $M$ the turned machine removes the wrong
direction, and no choice of the other weights brings back what was removed. (The main source
states the exercise for every orthonormal $M$.)
""",
    stub=STUB,
    judge=judge,
    code=(scramble, turned),
)
