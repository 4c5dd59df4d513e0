"""Parameters of a transformer: frozen dataclasses of arrays, with every axis named and checked."""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from itertools import pairwise
from operator import attrgetter
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

import numpy as np

from taotp_core.arrays import ACTIVATIONS, Array, Shaped, agree_on, declared_axes
from taotp_core.stream import Subspace

P = TypeVar("P", bound=Shaped)

NARROW = 16  # numbers in a row of the stream, of which it is cheap to keep W_E transposed


@dataclass(frozen=True, eq=False)
class Head(Shaped):
    """W_Q and W_K decide where to look, W_V and W_O what to carry back; a bias is None where 0.

    `name` says what the head is for, as "looks 1 back", wherever the head is shown. `by_distance`
    is added to the scores of keys 0, 1, 2 ... positions away; the last number holds from there on.

    >>> one = np.ones((2, 1))
    >>> Head(W_Q=one, W_K=one, W_V=one, W_O=one.T, name="looks at all").sizes
    {'d_model': 2, 'd_head': 1, 'd_value': 1}
    """

    W_Q: Annotated[Array, "d_model d_head"]
    W_K: Annotated[Array, "d_model d_head"]
    W_V: Annotated[Array, "d_model d_value"]
    W_O: Annotated[Array, "d_value d_model"]
    b_Q: Annotated[Array | None, "d_head"] = None
    b_K: Annotated[Array | None, "d_head"] = None
    b_V: Annotated[Array | None, "d_value"] = None
    b_O: Annotated[Array | None, "d_model"] = None
    name: str = field(default="", kw_only=True)
    by_distance: Annotated[Array | None, "n_far"] = field(default=None, kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.by_distance is not None and not len(self.by_distance):
            raise ValueError("by_distance is empty; it must have at least 1 number, or be None")
        if wrong := fault_of_name(self.name):
            raise ValueError(f"name is {self.name!r}; {wrong}")


LONGEST_NAME = 40
UNSEEN = ("Cc", "Cf", "Cs", "Zs", "Zl", "Zp")  # controls, marks of format, halves, other spaces


def fault_of_name(name: object) -> str:
    """What is wrong with the name of a head, "" where nothing is."""
    if not isinstance(name, str):
        return "it must be a string"
    if len(name) > LONGEST_NAME:
        return f"it has {len(name)} characters; it must have at most {LONGEST_NAME}"
    kinds = map(unicodedata.category, name.replace(" ", ""))
    shown = name.isprintable() or {*UNSEEN}.isdisjoint(kinds)
    return "" if shown else "it must be one line of characters that can be seen"


BIASES = ("b_Q", "b_K", "b_V", "b_O")


@dataclass(frozen=True, eq=False)
class MLP(Shaped):
    """One hidden row of units, applied at each position by itself; `act` is one of ACTIVATIONS.

    Where there is a gate, what a unit says is multiplied by x @ W_gate + b_gate before W_out (with
    "silu" that is SwiGLU, with "gelu" GEGLU; W_in is what Llama calls gate_proj, W_gate up_proj).

    >>> mlp = MLP(W_in=np.eye(2), b_in=[0, -1], W_out=np.eye(2), b_out=[0, 0])
    >>> mlp.sizes
    {'d_model': 2, 'd_mlp': 2}
    """

    W_in: Annotated[Array, "d_model d_mlp"]
    b_in: Annotated[Array, "d_mlp"]
    W_out: Annotated[Array, "d_mlp d_model"]
    b_out: Annotated[Array, "d_model"]
    act: str = "relu"
    W_gate: Annotated[Array | None, "d_model d_mlp"] = None
    b_gate: Annotated[Array | None, "d_mlp"] = None

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.W_gate is None and self.b_gate is not None:
            raise ValueError("there is a b_gate but no W_gate; a gate must have a W_gate")
        if self.act not in ACTIVATIONS:
            raise ValueError(f"act is {self.act!r}; it must be one of {', '.join(ACTIVATIONS)}")


@dataclass(frozen=True, eq=False)
class Norm(Shaped):
    """LayerNorm, or RMSNorm where nothing is centered.

    gamma (None: all 1) scales and beta (None: all 0) shifts what comes out. `eps` is added to the
    spread, outside the square root, as in the main source (section 1.1); where it is `inside`, to
    the variance, as in GPT-2.

    >>> Norm(gamma=[1, 2], eps=1e-5, inside=True).gamma.tolist()
    [1.0, 2.0]
    """

    gamma: Annotated[Array | None, "d_model"] = None
    beta: Annotated[Array | None, "d_model"] = None
    eps: float = 1e-10
    centered: bool = True
    inside: bool = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 0 <= self.eps < np.inf:
            raise ValueError(f"eps is {self.eps}; it must be a number from 0 on")
        object.__setattr__(self, "eps", float(self.eps))


LAYER_NORM = Norm()
RMS_NORM = Norm(centered=False)


class Stacked(NamedTuple):
    """The heads of a layer in uniform arrays, as production code stores them.

    W_Q and W_K are [n_heads, d_model, d_head], W_V is [n_heads, d_model, d_value] and W_O is
    [n_heads, d_value, d_model]. Shorter heads are padded with zeros; their W_Q is scaled so that
    dividing the scores by the root of the common d_head leaves them as they were.

    >>> random_transformer(0, heads=[(3, 2), (1, 2)]).layers[0].stacked.W_Q.shape
    (2, 6, 3)
    """

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array


class Folded(NamedTuple):
    """The same heads as two matrices, which is what the forward pass multiplies by.

    W_QKV is [d_model, n_heads * (2 * d_head + d_value)]: all queries, all keys, all values, with
    the bias b_QKV. W_O is [n_heads * d_value, d_model], with the bias b_O. None is no bias. Where
    so many heads are `shared`, keys and values stand there once for each group of them. `far` is
    what distances add to scores [n_heads, n_far], None where they add nothing.
    """

    W_QKV: Array
    W_O: Array
    n_heads: int
    d_head: int
    d_value: int
    b_QKV: Array | None = None
    b_O: Array | None = None
    shared: int = 1
    far: Array | None = None


def alike(heads: Sequence[Head]) -> list[Head]:
    """The same heads in the sizes of the largest of them; ValueError where there are none."""
    if not heads:
        raise ValueError("a layer without heads has nothing to stack; it must have at least 1")
    d_head, d_value = (max(head.sizes[axis] for head in heads) for axis in ("d_head", "d_value"))
    return [padded(head, d_head, d_value) for head in heads]


def padded(head: Head, d_head: int, d_value: int) -> Head:
    """The same head with zeros appended, and what asks scaled for the root of the new d_head."""
    own = head.sizes["d_head"]
    if (own, head.sizes["d_value"]) == (d_head, d_value):
        return head
    scale = 1.0 if own == d_head else float(np.sqrt(d_head / own)) if own else 0.0
    return Head(
        longer(head.W_Q * scale, d_head, axis=1),
        longer(head.W_K, d_head, axis=1),
        longer(head.W_V, d_value, axis=1),
        longer(head.W_O, d_value, axis=0),
        None if head.b_Q is None else longer(head.b_Q * scale, d_head, axis=0),
        None if head.b_K is None else longer(head.b_K, d_head, axis=0),
        None if head.b_V is None else longer(head.b_V, d_value, axis=0),
        head.b_O,
        name=head.name,
        by_distance=head.by_distance,
    )


def longer(W: Array, size: int, axis: int) -> Array:
    """Append zeros until an axis has the given size."""
    if W.shape[axis] == size:
        return W
    room = [(0, 0)] * W.ndim
    room[axis] = (0, size - W.shape[axis])
    return np.pad(W, room)


def folded(heads: Sequence[Head], shared: int = 1) -> Folded:
    """Heads as two matrices and two biases; ValueError where there are none.

    Keys and values are those of the first of each group of `shared` heads.

    >>> layer = random_transformer(0, heads=[(3, 2), (1, 2)]).layers[0]
    >>> folded(layer.heads).W_QKV.shape
    (6, 16)
    """
    same = alike(heads)
    each = {"Q": same, "K": same[::shared], "V": same[::shared]}
    W_QKV = [getattr(head, f"W_{name}") for name in each for head in each[name]]
    b_QKV = [bias(head, f"b_{name}") for name in each for head in each[name]]
    b_O = [bias(head, "b_O") for head in same]
    biased = any(getattr(head, name) is not None for head in same for name in BIASES)
    return Folded(
        np.concatenate(W_QKV, axis=1),
        np.concatenate([head.W_O for head in same]),
        len(same),
        same[0].sizes["d_head"],
        same[0].sizes["d_value"],
        np.concatenate(b_QKV) if biased else None,
        np.sum(b_O, axis=0) if biased else None,
        shared,
        far_of(same),
    )


def far_of(heads: Sequence[Head]) -> Array | None:
    """What distances add to the scores of heads [n_heads, n_far], None where they add nothing."""
    if all(head.by_distance is None for head in heads):
        return None
    none = np.zeros(1, heads[0].W_Q.dtype)
    rows = [none if head.by_distance is None else head.by_distance for head in heads]
    n_far = max(map(len, rows))
    return np.stack([np.pad(row, (0, n_far - len(row)), "edge") for row in rows])


def bias(head: Head, name: str) -> Array:
    """A bias of a head, zeros where it has none."""
    found: Array | None = getattr(head, name)
    if found is not None:
        return found
    (axis,) = declared_axes(Head)[name]
    return np.zeros(head.sizes[axis], head.W_Q.dtype)


@dataclass(frozen=True, eq=False)
class Layer(Shaped):
    """Attention, then an MLP, each with its norm; a Pre-LN layer without them is the identity.

    `cross` heads come between: they ask from the stream and look into what an encoder said.

    >>> layer = Layer(norm_attn=None, norm_mlp=RMS_NORM)
    >>> layer.heads, layer.mlp
    ((), None)
    """

    heads: Sequence[Head] = ()
    mlp: MLP | None = None
    norm_attn: Norm | None = LAYER_NORM
    norm_mlp: Norm | None = LAYER_NORM
    cross: Sequence[Head] = ()
    norm_cross: Norm | None = LAYER_NORM

    def __post_init__(self) -> None:
        object.__setattr__(self, "heads", tuple(self.heads))
        object.__setattr__(self, "cross", tuple(self.cross))
        agree_on("d_model", self.parts())
        if any(head.by_distance is not None for head in self.cross):
            raise ValueError("a cross head has by_distance; there is no distance to another text")

    def parts(self) -> Iterator[tuple[str, Shaped | None]]:
        """Each part with the words that name it in an error."""
        for h, head in enumerate(self.heads):
            yield f"head {h}", head
        for h, head in enumerate(self.cross):
            yield f"cross head {h}", head
        for name in ("mlp", "norm_attn", "norm_mlp", "norm_cross"):
            yield name, getattr(self, name)

    @cached_property
    def stacked(self) -> Stacked:
        """The heads in uniform arrays; ValueError for a layer without heads."""
        same = alike(self.heads)
        return Stacked(
            *(np.stack([getattr(each, name) for each in same]) for name in Stacked._fields)
        )

    @cached_property
    def folded(self) -> Folded:
        """The heads as two matrices; made once, at the first forward pass."""
        return folded(self.heads)

    @cached_property
    def folded_cross(self) -> Folded:
        """The cross heads as two matrices."""
        return folded(self.cross)


@dataclass(frozen=True, eq=False)
class Transformer(Shaped):
    """A transformer: every weight, where its norms stand, and who sees whom.

    W_U is None where the unembedding is tied, that is, where W_E.T serves as both. `norms` says
    whether a norm comes before its sub-layer (Pre-LN) or after the sum with it (Post-LN). Where
    it is `causal` no position sees a later one. The `encoder` is a transformer too, whose stream
    after its last norm the cross heads look into; its own unembedding is not used.

    Where there are `rotary` angles, numbers 2 m and 2 m + 1 of each query and key (those of cross
    heads excepted) are turned by rotary[m] radians for each position, so that a score depends on
    how far apart two positions are. Of each `shared_keys` heads in a row the keys and values are
    the same, and stored, counted and computed once, as those of the first; 1 shares nothing.
    `subspaces` names parts of the stream, apart from each other, for those who look at it.

    >>> model = Transformer(W_E=np.eye(3), W_pos=np.zeros((5, 3)))
    >>> model.d_vocab, model.n_ctx, model.d_model, model.tied
    (3, 5, 3, True)
    """

    W_E: Annotated[Array, "d_vocab d_model"]
    W_pos: Annotated[Array, "n_ctx d_model"]
    layers: Sequence[Layer] = ()
    norm_final: Norm | None = LAYER_NORM
    W_U: Annotated[Array | None, "d_model d_vocab"] = None
    norms: Literal["before", "after"] = "before"
    causal: bool = True
    encoder: "Transformer | None" = None
    rotary: Annotated[Array | None, "n_angles"] = None
    shared_keys: int = 1
    subspaces: Sequence[Subspace] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        super().__post_init__()
        object.__setattr__(self, "layers", tuple(self.layers))
        object.__setattr__(self, "subspaces", tuple(self.subspaces))
        check_subspaces(self.subspaces, self.d_model)
        if self.norms not in ("before", "after"):
            raise ValueError(f"norms is {self.norms!r}; it must be 'before' or 'after'")
        agree_on("d_model", self.parts())
        if self.encoder and (self.encoder.encoder or any(x.cross for x in self.encoder.layers)):
            raise ValueError("the encoder has an encoder or cross heads; it must look into itself")
        if not isinstance(self.shared_keys, int) or self.shared_keys < 1:
            raise ValueError(f"shared_keys is {self.shared_keys!r}; it must be an integer from 1")
        for number, layer in enumerate(self.layers if self.shared_keys > 1 else ()):
            check_shared(layer.heads, self.shared_keys, f"layer {number}")
        for where, part in self.parts() if self.rotary is not None else ():
            if isinstance(part, Head) and "cross" not in where and part.sizes["d_head"] % 2:
                n = part.sizes["d_head"]
                raise ValueError(f"d_head is {n} in {where}; rotary turns pairs, it must be even")

    def __repr__(self) -> str:
        numbers = sum(W.size for W in named_arrays(self).values())
        units = sum(layer.mlp.sizes["d_mlp"] for layer in self.layers if layer.mlp)
        heads = sum(len(layer.heads) + len(layer.cross) for layer in self.layers)
        said = {"d_vocab": self.d_vocab, "n_ctx": self.n_ctx, "d_model": self.d_model}
        said |= {"layers": len(self.layers), "heads": heads, "units": units, "numbers": numbers}
        encoder = f", encoder={self.encoder!r}" if self.encoder else ""
        return f"Transformer({', '.join(f'{name}={n:_}' for name, n in said.items())}{encoder})"

    def parts(self) -> Iterator[tuple[str, Shaped | None]]:
        """Each part with the words that name it in an error."""
        yield "W_E", self
        for number, layer in enumerate(self.layers):
            for where, part in layer.parts():
                yield f"{where} of layer {number}", part
        yield "norm_final", self.norm_final
        yield "encoder", self.encoder

    @property
    def tied(self) -> bool:
        """Whether the embedding serves as the unembedding."""
        return self.W_U is None

    @cached_property
    def unembedding(self) -> Array:
        """W_U, or W_E transposed where tied: [d_model, d_vocab]."""
        return self.W_E.T if self.W_U is None else self.W_U

    @cached_property
    def side_by_side(self) -> Array:
        """The same; where d_model is small each row lies in one piece, for quicker products."""
        return np.ascontiguousarray(self.unembedding) if self.d_model < NARROW else self.unembedding

    @cached_property
    def folds(self) -> tuple[Folded | None, ...]:
        """The heads of each layer as two matrices, None where it has none."""
        return tuple(
            None if not layer.heads
            else layer.folded if self.shared_keys == 1
            else folded(layer.heads, self.shared_keys)
            for layer in self.layers
        )  # fmt: skip

    @cached_property
    def last_look(self) -> int | None:
        """The number of the last layer that has heads, None where no layer has."""
        return max((i for i, layer in enumerate(self.layers) if layer.heads), default=None)

    @cached_property
    def looks_across(self) -> bool:
        """Whether any layer has cross heads, which need a memory to look into."""
        return any(layer.cross for layer in self.layers)

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


def check_subspaces(named: Sequence[Subspace], d_model: int) -> None:
    """Raise ValueError unless parts of a stream lie apart in it, each with a name of its own."""
    names = [each.name for each in named if type(each) is Subspace and type(each.name) is str]
    plain = {*filter(str.isprintable, names)}  # as almost all are, a thousand in machines of words
    seen: set[str] = set()
    for i, each in enumerate(named):
        if type(each) is not Subspace and not isinstance(each, Subspace):
            raise ValueError(f"subspaces[{i}] is a {type(each).__name__}; it must be a Subspace")
        name = each.name
        fine = type(name) is str and name in plain and name and not name[LONGEST_NAME:]
        if not fine and (wrong := fault_of_name(name) or ("" if name else "it must not be empty")):
            raise ValueError(f"the name of subspaces[{i}] is {name!r}; {wrong}")
        if name in seen:
            raise ValueError(f"two subspaces are called {name!r}; a name must be for one")
        seen |= {name}
        if each.size < 1 or not 0 <= each.start <= d_model - each.size or each.d_model != d_model:
            where = f"{each.name!r} has size {each.size} from {each.start} of {each.d_model} on"
            raise ValueError(f"subspace {where}; it must lie in the {d_model} of the stream")
    for one, two in pairwise(sorted(named, key=attrgetter("start"))):
        if two.start < one.start + one.size:
            both = f"{one.name!r} and {two.name!r} both have column {two.start}"
            raise ValueError(f"subspaces {both}; they must lie apart")


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
    act: str = "relu",
    biased: bool = False,
    causal: bool = True,
    cross: Iterable[Sequence[int]] = (),
    encoder: Transformer | None = None,
) -> Transformer:
    """Draw every weight from a normal distribution, to test what must hold for any weights.

    `heads` and `cross` list (d_head, d_value) of each head of a layer; `d_mlp` 0 means no MLP.

    >>> model = random_transformer(0, d_vocab=7, n_layers=1)
    >>> model.W_E.shape, len(model.layers)
    ((7, 6), 1)
    """
    rng = np.random.default_rng(seed)
    heads, cross = tuple(heads), tuple(cross)

    def draw(*shape: int) -> Array:
        return rng.normal(size=shape)

    def head(k: int, v: int) -> Head:
        matrices = draw(d_model, k), draw(d_model, k), draw(d_model, v), draw(v, d_model)
        return Head(*matrices, *([draw(k), draw(k), draw(v), draw(d_model)] if biased else []))

    def layer() -> Layer:
        drawn = [head(*sizes) for sizes in heads]
        mlp = MLP(draw(d_model, d_mlp), draw(d_mlp), draw(d_mlp, d_model), draw(d_model), act)
        more = [head(*sizes) for sizes in cross]
        return Layer(drawn, mlp if d_mlp else None, norm, norm, more, norm if cross else LAYER_NORM)

    return Transformer(
        W_E=draw(d_vocab, d_model),
        W_pos=draw(n_ctx, d_model),
        layers=[layer() for _ in range(n_layers)],
        norm_final=norm if norms == "before" else None,
        W_U=None if tied else draw(d_model, d_vocab),
        norms=norms,
        causal=causal,
        encoder=encoder,
    )


def mapped(part: P, change: Callable[[str, Array], Array], where: str = "") -> P:
    """The same part with each of its arrays changed.

    `change` gets the path of an array, such as layers.0.heads.1.W_Q, and the array. What is None
    stays None, what is no array stays as it is, and the result is made of the library's own types.
    A stream that becomes wider or narrower loses its names.

    >>> still = mapped(random_transformer(0), lambda path, W: W if path == "W_E" else 0 * W)
    >>> bool(still.W_E.any()), bool(still.W_pos.any())
    (True, False)
    """
    if isinstance(part, Transformer) and part.shared_keys > 1:
        change = once_a_group(part, change, where)
    new: dict[str, Any] = {}
    for slot in fields(kind := own_type(part)):
        value, path = getattr(part, slot.name), where + slot.name
        if isinstance(value, np.ndarray):
            value = change(path, value)
        elif isinstance(value, Shaped):
            value = mapped(value, change, f"{path}.")
        elif isinstance(value, tuple) and slot.name != "subspaces":
            value = tuple(mapped(each, change, f"{path}.{i}.") for i, each in enumerate(value))
        new[slot.name] = value
    if isinstance(part, Transformer) and new["W_E"].shape[-1] != part.d_model:
        del new["subspaces"]
    return kind(**new)


def unnamed(model: Transformer) -> Transformer:
    """The same model without names of its columns, as where they are turned into each other."""
    return replace(model, encoder=model.encoder and unnamed(model.encoder), subspaces=())


def once_a_group(model: "Transformer", change: Callable[[str, Array], Array], where: str) -> Any:
    """A change that is made once for each array, and of what heads share to that of the first."""
    done: dict[str, Array] = {}

    def changed(path: str, W: Array) -> Array:
        if (first := first_of(path, model, where)) not in done:
            done[first] = change(first, W)
        return done[first]

    return changed


def own_type(part: P) -> type[P]:
    """Which of the library's types a part is, be it of a subclass; TypeError for none of them."""
    for kind in (Head, MLP, Norm, Layer, Transformer):
        if isinstance(part, kind):
            return kind  # type: ignore[return-value]
    raise TypeError(f"a part is a {type(part).__name__}; it must be a part of a Transformer")


def named_arrays(part: Shaped, where: str = "") -> dict[str, Array]:
    """Every array of a part by its path, in the order of its fields.

    >>> list(named_arrays(random_transformer(0, heads=[], n_layers=1)))[:3]
    ['W_E', 'W_pos', 'layers.0.mlp.W_in']
    """
    found: dict[str, Array] = {}
    for slot in fields(own_type(part)):
        value, path = getattr(part, slot.name), where + slot.name
        if isinstance(value, np.ndarray):
            found[path] = value
        elif isinstance(value, Shaped):
            found |= named_arrays(value, f"{path}.")
        elif isinstance(value, tuple) and slot.name != "subspaces":
            for i, each in enumerate(value):
                found |= named_arrays(each, f"{path}.{i}.")
    if isinstance(part, Transformer) and part.shared_keys > 1:
        found = {path: W for path, W in found.items() if path == first_of(path, part, where)}
    return found


SHARED = re.compile(r"(layers\.\d+\.heads\.)(\d+)(\.(?:W_K|W_V|b_K|b_V))")


def first_of(path: str, model: Transformer, where: str = "") -> str:
    """The path of an array, or where heads share it, that of the first of them.

    >>> first_of("layers.0.heads.3.W_K", Transformer(np.eye(2), np.eye(2), shared_keys=2))
    'layers.0.heads.2.W_K'
    """
    found = SHARED.fullmatch(path.removeprefix(where))
    if found is None:
        return path
    h = int(found[2])
    return f"{where}{found[1]}{h - h % model.shared_keys}{found[3]}"


def check_shared(heads: Sequence[Head], shared: int, where: str) -> None:
    """Raise ValueError unless each group of heads has the keys and values of its first."""
    if len(heads) % shared:
        raise ValueError(f"{where} has {len(heads)} heads; it must be a multiple of {shared}")
    for h, head in enumerate(heads):
        for name in ("W_K", "W_V", "b_K", "b_V"):
            own, first = getattr(head, name), getattr(heads[h - h % shared], name)
            if (own is None) != (first is None) or not np.array_equal(own, first):
                raise ValueError(
                    f"{name} of head {h} of {where} is not that of head {h - h % shared}; with "
                    f"shared_keys {shared} they must be equal"
                )


LATER = {"by_distance": None, "W_gate": None, "b_gate": None, "rotary": None, "shared_keys": 1}


def unsaid(name: str, value: Any) -> bool:
    """Whether a field that came later is as if there were none, so that nobody writes it.

    >>> unsaid("shared_keys", 1), unsaid("shared_keys", 2), unsaid("b_O", None)
    (True, False, False)
    """
    old = name not in LATER or isinstance(value, np.ndarray)
    return name == "subspaces" or (not old and value == LATER[name])


def deciding(thing: Any, setting: Callable[[Any], bytes]) -> Iterator[bytes]:
    """What of a part, or of a list of things, decides what it does: its arrays and its settings.

    `setting(value)` writes what is neither. Names decide nothing, and are left out.
    """
    if isinstance(thing, Shaped):
        for slot in fields(thing):
            value = getattr(thing, slot.name)
            if slot.name != "name" and not unsaid(slot.name, value):
                yield slot.name.encode()
                yield from deciding(value, setting)
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from deciding(each, setting)
    elif isinstance(thing, np.ndarray):
        yield repr(thing.shape).encode()
        yield (thing + 0.0).astype("<f8").tobytes()  # -0.0 is 0.0
    else:
        yield setting(thing)
