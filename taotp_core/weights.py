"""What a transformer is: frozen dataclasses of arrays, with every axis named and checked."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Literal, NamedTuple

import numpy as np

from taotp_core.arrays import Array, Shaped, agree_on


@dataclass(frozen=True, eq=False)
class Head(Shaped):
    """W_Q and W_K decide where to look, W_V and W_O what to carry back."""

    W_Q: Annotated[Array, "d_model d_head"]
    W_K: Annotated[Array, "d_model d_head"]
    W_V: Annotated[Array, "d_model d_value"]
    W_O: Annotated[Array, "d_value d_model"]


@dataclass(frozen=True, eq=False)
class MLP(Shaped):
    """One hidden row of ReLUs, applied at each position by itself."""

    W_in: Annotated[Array, "d_model d_mlp"]
    b_in: Annotated[Array, "d_mlp"]
    W_out: Annotated[Array, "d_mlp d_model"]
    b_out: Annotated[Array, "d_model"]


@dataclass(frozen=True, eq=False)
class Norm(Shaped):
    """LayerNorm, or RMSNorm where nothing is centered.

    gamma (None: all 1) scales and beta (None: all 0) shifts what comes out; `eps` is added to the
    spread outside the square root, as in the main source (section 1.1).
    """

    gamma: Annotated[Array | None, "d_model"] = None
    beta: Annotated[Array | None, "d_model"] = None
    eps: float = 1e-10
    centered: bool = True


LAYER_NORM = Norm()
RMS_NORM = Norm(centered=False)


class Stacked(NamedTuple):
    """The heads of a layer in uniform arrays, as production code stores them.

    W_Q and W_K are [n_heads, d_model, d_head], W_V is [n_heads, d_model, d_value] and W_O is
    [n_heads, d_value, d_model]. Shorter heads are padded with zeros; their W_Q is scaled so that
    dividing the scores by the root of the common d_head leaves them as they were.
    """

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array


class Folded(NamedTuple):
    """The same heads as two matrices, which is what the forward pass multiplies by.

    W_QKV is [d_model, n_heads * (2 * d_head + d_value)]: all queries, all keys, all values.
    W_O is [n_heads * d_value, d_model].
    """

    W_QKV: Array
    W_O: Array
    n_heads: int
    d_head: int
    d_value: int


@dataclass(frozen=True, eq=False)
class Layer(Shaped):
    """Attention, then an MLP, each with its norm; a Pre-LN layer without them is the identity."""

    heads: Sequence[Head] = ()
    mlp: MLP | None = None
    norm_attn: Norm | None = LAYER_NORM
    norm_mlp: Norm | None = LAYER_NORM

    def __post_init__(self) -> None:
        object.__setattr__(self, "heads", tuple(self.heads))
        agree_on("d_model", self.parts())

    def parts(self) -> Iterator[tuple[str, Shaped | None]]:
        """Each part with the words that name it in an error."""
        for h, head in enumerate(self.heads):
            yield f"head {h}", head
        yield from (
            ("mlp", self.mlp), ("norm_attn", self.norm_attn), ("norm_mlp", self.norm_mlp)
        )  # fmt: skip

    @cached_property
    def stacked(self) -> Stacked:
        """The heads in uniform arrays; ValueError for a layer without heads."""
        if not self.heads:
            raise ValueError("a layer without heads has nothing to stack; it must have at least 1")
        d_head = max(head.sizes["d_head"] for head in self.heads)
        d_value = max(head.sizes["d_value"] for head in self.heads)
        return Stacked(
            np.stack([longer(h.W_Q * rescale(h, d_head), d_head, axis=1) for h in self.heads]),
            np.stack([longer(h.W_K, d_head, axis=1) for h in self.heads]),
            np.stack([longer(h.W_V, d_value, axis=1) for h in self.heads]),
            np.stack([longer(h.W_O, d_value, axis=0) for h in self.heads]),
        )

    @cached_property
    def folded(self) -> Folded:
        """The heads as two matrices; made once, at the first forward pass."""
        n_heads, d_model, d_head = self.stacked.W_Q.shape
        side_by_side = [
            W.transpose(1, 0, 2).reshape(d_model, -1)
            for W in (self.stacked.W_Q, self.stacked.W_K, self.stacked.W_V)
        ]
        W_O = self.stacked.W_O.reshape(-1, d_model)
        d_value = self.stacked.W_V.shape[-1]
        return Folded(np.concatenate(side_by_side, axis=1), W_O, n_heads, d_head, d_value)


def longer(W: Array, size: int, axis: int) -> Array:
    """Append zeros until an axis has the given size."""
    if W.shape[axis] == size:
        return W
    room = [(0, 0), (0, 0)]
    room[axis] = (0, size - W.shape[axis])
    return np.pad(W, room)


def rescale(head: Head, d_head: int) -> float:
    """What undoes the change of sqrt(d_head) when a head is made longer."""
    own = head.sizes["d_head"]
    return 1.0 if own == d_head else float(np.sqrt(d_head / own)) if own else 0.0


@dataclass(frozen=True, eq=False)
class Transformer(Shaped):
    """A decoder-only transformer: every weight, and where its norms stand.

    W_U is None where the unembedding is tied, that is, where W_E.T serves as both. `norms` says
    whether a norm comes before its sub-layer (Pre-LN) or after the sum with it (Post-LN).
    """

    W_E: Annotated[Array, "d_vocab d_model"]
    W_pos: Annotated[Array, "n_ctx d_model"]
    layers: Sequence[Layer] = ()
    norm_final: Norm | None = LAYER_NORM
    W_U: Annotated[Array | None, "d_model d_vocab"] = None
    norms: Literal["before", "after"] = "before"

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "layers", tuple(self.layers))
        if self.norms not in ("before", "after"):
            raise ValueError(f"norms is {self.norms!r}; it must be 'before' or 'after'")
        agree_on("d_model", self.parts())

    def parts(self) -> Iterator[tuple[str, Shaped | None]]:
        """Each part with the words that name it in an error."""
        yield "W_E", self
        for number, layer in enumerate(self.layers):
            for where, part in layer.parts():
                yield f"{where} of layer {number}", part
        yield "norm_final", self.norm_final

    @property
    def tied(self) -> bool:
        """Whether the embedding serves as the unembedding."""
        return self.W_U is None

    @cached_property
    def unembedding(self) -> Array:
        """W_U, or W_E transposed where tied: [d_model, d_vocab]."""
        return self.W_E.T if self.W_U is None else self.W_U

    @cached_property
    def last_look(self) -> int | None:
        """The number of the last layer that has heads, None where no layer has."""
        return max((i for i, layer in enumerate(self.layers) if layer.heads), default=None)

    @property
    def d_vocab(self) -> int:
        """How many tokens there are."""
        return int(self.W_E.shape[0])

    @property
    def d_model(self) -> int:
        """How many numbers the residual stream holds at a position."""
        return int(self.W_E.shape[1])

    @property
    def n_ctx(self) -> int:
        """How many positions there are."""
        return int(self.W_pos.shape[0])


def random_transformer(
    seed: int,
    *,
    d_vocab: int = 10,
    n_ctx: int = 16,
    d_model: int = 6,
    heads: Iterable[Sequence[int]] = ((3, 3), (3, 3)),
    d_mlp: int = 8,
    n_layers: int = 2,
    norm: Norm | None = LAYER_NORM,
    norms: Literal["before", "after"] = "before",
    tied: bool = True,
) -> Transformer:
    """Draw every weight from a normal distribution, to test what must hold for any weights.

    `heads` lists (d_head, d_value) of each head of a layer; `d_mlp` 0 means no MLP.
    """
    rng = np.random.default_rng(seed)
    heads = tuple(heads)

    def draw(*shape: int) -> Array:
        return rng.normal(size=shape)

    def layer() -> Layer:
        drawn = [Head(draw(d_model, k), draw(d_model, k), draw(d_model, v), draw(v, d_model))
                 for k, v in heads]  # fmt: skip
        mlp = MLP(draw(d_model, d_mlp), draw(d_mlp), draw(d_mlp, d_model), draw(d_model))
        return Layer(drawn, mlp if d_mlp else None, norm, norm)

    return Transformer(
        W_E=draw(d_vocab, d_model),
        W_pos=draw(n_ctx, d_model),
        layers=[layer() for _ in range(n_layers)],
        norm_final=norm if norms == "before" else None,
        W_U=None if tied else draw(d_model, d_vocab),
        norms=norms,
    )
