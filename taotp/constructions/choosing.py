"""One transformer out of several, side by side: the first token says which of them is awake.

Streams stand side by side, and so do heads and units. What couples them is the norm, which divides
by the length of the whole row. So a layer in front takes out of the stream what all machines put
there that are not asked, to the last bit, and leaves a whisper that says who is. A head that sleeps
looks at the first token, where its machine has put nothing.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from taotp_core.arrays import Array
from taotp_core.equivalences import WRITES, norms_in_use
from taotp_core.stream import Subspace, hidden, parts, read, subspaces, write
from taotp_core.weights import (
    LAYER_NORM,
    MLP,
    RMS_NORM,
    Head,
    Layer,
    Norm,
    Transformer,
    bias,
    fault_of_name,
    mapped,
)

SHARES = (16, 64, 256)  # one of so many columns holds the constant; their roots are powers of 2
SURE = 1024.0  # by which the first token leads: next to it e**-1024, which is 0
ROUNDING = 2.0**-52  # as a share of the largest number of a row
NO_EPS = 2.0**-100  # stands in for an epsilon of 0


@dataclass(frozen=True)
class Voices:
    """How loud is what holds the machines together, in powers of two.

    `loud` is how much longer than any row the constant is that a norm divides by while the first
    layer looks, and where a machine has no norm. A `whisper` says who is awake; its square is
    nothing beside a row. `huge` times a whisper is above all that a unit reads or a head scores.

    >>> Voices().loud
    1099511627776.0
    """

    loud: float = 2.0**40
    whisper: float = 2.0**-60
    huge: float = 2.0**250


IN_FLOAT32 = Voices(loud=2.0**14, whisper=2.0**-30, huge=2.0**70)  # no product of them overflows


@dataclass(frozen=True)
class Member:
    """A machine that joins: `scale` times as loud, so that epsilon counts what it counted alone.

    >>> member("one", Transformer(np.eye(2), np.eye(2), norm_final=None), d_model=64).scale
    1.0
    """

    model: Transformer
    scale: float

    def norm(self, number: int) -> Norm | None:
        """The norm through which its layer of that number reads, or the last where there is none.

        A layer that reads nothing is as the next.
        """
        for layer in self.model.layers[number:]:
            if layer.heads or layer.mlp:
                return layer.norm_attn if layer.heads else layer.norm_mlp
        return self.model.norm_final

    def wakes(self, number: int) -> int:
        """1 if the constant begins to sound before a layer, -1 if it ends, 0 if neither."""
        sounds, sounded = (self.norm(n) is None for n in (number, number - 1))
        return int(sounds) - int(sounded and number > 0)

    @property
    def longest(self) -> float:
        """A power of two that is above every row that it puts into the stream."""
        rows = sum(np.linalg.norm(W, axis=1).max() for W in (self.model.W_E, self.model.W_pos))
        return float(2 ** np.ceil(np.log2(rows + 1)))

    @property
    def columns(self) -> list[int]:
        """Which of its columns hold anything before its first layer."""
        used = (self.model.W_E != 0).any(0) | (self.model.W_pos != 0).any(0)
        return [*map(int, np.flatnonzero(used))]


# Who may join


def member(name: str, model: Transformer, d_model: int) -> Member:
    """The machine as it joins a stream so wide; ValueError says why it cannot.

    What it writes is centered first where layer norm would do it.

    >>> member("one", Transformer(np.eye(2), np.eye(2), causal=False), d_model=64)
    Traceback (most recent call last):
    ValueError: 'one' cannot join: it is not causal, and would see what others have yet to say
    """
    if reason := hindrance(model):
        raise ValueError(f"{name!r} cannot join: {reason}")
    norms = [norm for _, norm in norms_in_use(model) if norm]
    scale = 1.0
    if norms:
        share = LAYER_NORM.eps / (norms[0].eps or NO_EPS)
        scale = float(share * np.sqrt(d_model / model.d_model))
    centered = any(norm.centered for norm in norms)

    def written(path: str, W: Array) -> Array:
        if path.rpartition(".")[2] not in WRITES:
            return W
        return scale * (level(W) if centered else W)

    return Member(replace(mapped(model, written), W_U=model.unembedding), scale)


def level(W: Array) -> Array:
    """Rows less their mean, where that is more than rounding.

    >>> level(np.array([[3.0, 1.0], [0.1, -0.1]])).tolist()
    [[1.0, -1.0], [0.1, -0.1]]
    """
    mean = W.mean(-1, keepdims=True)
    return W - np.where(abs(mean) > ROUNDING * abs(W).max(-1, keepdims=True, initial=0), mean, 0)


def hindrance(model: Transformer) -> str:
    """Why a machine cannot join others, "" where it can.

    >>> hindrance(Transformer(np.eye(2), np.eye(2)))
    ''
    """
    if model.encoder or model.looks_across:
        return "it has an encoder, which reads what is no text of its own"
    if not model.causal:
        return "it is not causal, and would see what others have yet to say"
    if model.norms == "after":
        return "its norms come after the sub-layers, where they would divide the rows of all"
    if model.rotary is not None or model.shared_keys > 1:
        return "its heads are turned by positions or share their keys, and those of others do not"
    if any(layer.mlp and layer.mlp.W_gate is not None for layer in model.layers):
        return "its units have gates, and those of others do not"
    if any(head.by_distance is not None for layer in model.layers for head in layer.heads):
        return "its heads add by distance, where others sleep"
    acts = {layer.mlp.act for layer in model.layers if layer.mlp} - {"relu"}
    if acts:
        return f"its units are {acts.pop()}; a layer has one kind, and that is relu"
    return of_norms(model) or of_layers(model)


def of_norms(model: Transformer) -> str:
    """Why the norms of a machine cannot be shared with others, "" where they can."""
    norms = [norm for _, norm in norms_in_use(model)]
    used = [norm for norm in norms if norm]
    if any(norm.gamma is not None or norm.beta is not None for norm in used):
        return "a norm of it has a gamma or a beta, which would scale or shift the rows of all"
    if any(norm.inside for norm in used):
        return "a norm of it adds epsilon inside the root, where no scale makes up for it"
    if len({norm.eps for norm in used}) > 1:
        return "its norms differ in epsilon, and its stream has one scale"
    centered = {norm and norm.centered for norm in norms}
    if True in centered and len(centered) > 1:
        return "some of its norms center rows and some do not, and its rows are centered or not"
    return ""


def of_layers(model: Transformer) -> str:
    """Why the layers of a machine cannot be shared with others, "" where they can."""
    for number, layer in enumerate(model.layers):
        if layer.heads and layer.mlp and (layer.norm_attn is None) != (layer.norm_mlp is None):
            return f"layer {number} has a norm before its heads or its MLP, and none at the other"
        constant = any(h.b_V is not None or h.b_O is not None for h in layer.heads)
        if constant and layer.norm_attn is not None:
            return (
                f"a head of layer {number} adds a constant to rows of which the norm is not known"
            )
    return ""


# The stream


class Places:
    """Where everybody stands in the stream, and how loud the constants in it are.

    One of `share` columns holds the constant, beside which nothing counts. What a norm divides by
    is then exactly a power of two, so that to read a number and take it away leaves nothing.
    """

    def __init__(self, members: Sequence[Member], voices: Voices) -> None:
        K, widths = len(members), [each.model.d_model for each in members]
        d_model, n_loud = width(widths)
        sizes = {f"machine_{k}": n for k, n in enumerate(widths)}
        sizes |= {"chosen": K, "awake": K, "asleep": K, "first": 1, "loud": n_loud}
        spare = d_model - sum(sizes.values())
        found = subspaces(**sizes, **({"spare": spare} if spare else {}))
        self.spare = found[K + 5 :]
        self.own = found[:K]
        self.chosen, self.awake, self.asleep = found[K : K + 3]
        self.first, self.loud = found[K + 3 : K + 5]
        self.whisper, self.huge, self.d_model = voices.whisper, voices.huge, d_model
        self.longest = max(each.longest for each in members)
        self.constant = voices.loud * self.longest
        self.divided = float(self.constant / np.sqrt(d_model // n_loud))

    def is_awake(self, k: int) -> Array:
        """What reads the whisper that a machine is awake: [d_model, 1]."""
        return read(parts(self.awake, len(self.own))[k])

    def is_asleep(self, k: int) -> Array:
        """What reads the whisper that it sleeps: [d_model, 1]."""
        return read(parts(self.asleep, len(self.own))[k])

    def undone(self, each: Member, number: int) -> float:
        """What a layer of a machine multiplies by, so that it reads what it read alone."""
        if each.norm(number) is None:
            return self.divided / each.scale
        return float(np.sqrt(each.model.d_model / self.d_model))


def width(widths: Sequence[int]) -> tuple[int, int]:
    """How many columns machines of some widths take side by side, and how many hold the constant.

    >>> width([3, 3]), width([3, 8, 12])
    ((16, 1), (48, 3))
    """
    needed = sum(widths) + 3 * len(widths) + 1
    return min((share * n, n) for share in SHARES for n in [-(-needed // (share - 1))])


# The machine of all


def joined(
    models: Mapping[str, Transformer],
    tokens: Sequence[Sequence[int]],
    d_vocab: int,
    voices: Voices,
) -> Transformer:
    """The transformer of all, of which the first ids are the names of the machines.

    `tokens` says of each machine which of the d_vocab ids its own are. Raises ValueError for one
    that cannot join.
    """
    d_model, _ = width([model.d_model for model in models.values()])
    members = [member(name, model, d_model) for name, model in models.items()]
    places = Places(members, voices)
    n_ctx = 1 + max(each.model.n_ctx for each in members)
    W_E = np.vstack([write(places.chosen), np.zeros((d_vocab - len(members), d_model))])
    W_pos = np.ones((n_ctx, len(places.loud))) @ (places.constant * write(places.loud))
    W_pos[0] += write(places.first)[0]
    for each, own, ids in zip(members, places.own, tokens, strict=True):
        W_E[list(ids)] += each.model.W_E @ write(own)
        W_pos[1 : 1 + each.model.n_ctx] += each.model.W_pos @ write(own)
    depth = max(len(each.model.layers) for each in members)
    layers = [waking(members, places)]
    for number in range(depth):
        heads = [head for each in sides(models, members, places, number) for head in each.heads]
        units = [each.mlp for each in sides(models, members, places, number) if each.mlp]
        layers.append(Layer(heads, side_by_side(units, d_model), RMS_NORM, RMS_NORM))
    W_U = logits(members, tokens, d_vocab, places)
    return Transformer(
        W_E, W_pos, layers, RMS_NORM, W_U, subspaces=[*named(models, members, places)]
    )


def named(models: Collection[str], members: Sequence[Member], places: Places) -> Iterator[Subspace]:
    """The parts of each machine behind its name, and what holds them together.

    What a machine has no words for, or too long ones, is one part with all that it is.
    """
    for k, (name, each, own) in enumerate(zip(models, members, places.own, strict=True)):
        parts_of = [(f"{name} {part.name}", part) for part in each.model.subspaces]
        if not parts_of or any(fault_of_name(words) for words, _ in parts_of):
            yield replace(own, name=f"machine {k + 1}")
        else:
            for words, part in parts_of:
                start = own.start + part.start
                yield replace(part, name=words, start=start, d_model=own.d_model)
    yield from (replace(places.chosen, name="who is asked"), *hidden(places.awake, places.asleep))
    yield from hidden(places.first, places.loud, *places.spare)


def sides(
    models: Collection[str], members: Sequence[Member], places: Places, number: int
) -> Iterator[Layer]:
    """What each machine brings to a layer of the machine of all."""
    for k, (name, each) in enumerate(zip(models, members, strict=True)):
        if number < len(each.model.layers):
            layer, by = each.model.layers[number], places.undone(each, number)
            heads = [among_others(head, name, k, by, places) for head in layer.heads]
            yield Layer(heads, gated(layer.mlp, k, by, each.wakes(number + 1), places))


def waking(members: Sequence[Member], places: Places) -> Layer:
    """The layer in front: one head finds who is asked, and units silence all the others.

    Then the constant ends, but for a machine that begins without a norm.
    """
    look = Head(
        W_Q=np.zeros((places.d_model, 1)),
        W_K=SURE * places.divided * read(places.first),
        W_V=places.divided * read(places.chosen),
        W_O=places.whisper * write(places.awake),
        b_Q=np.ones(1),
        name="finds who is asked",
    )
    plain = [k for k, each in enumerate(members) if each.wakes(0)]
    ends = unless(plain, -places.constant * np.ones(len(places.loud)) @ write(places.loud), places)
    units = [silencing(each, k, places) for k, each in enumerate(members)]
    rows = places.whisper * write(places.asleep)
    sleep = [unless([k], row, places) for k, row in enumerate(rows)]
    return Layer([look], side_by_side([*units, *sleep, ends], places.d_model), RMS_NORM, RMS_NORM)


def unless(who: Sequence[int], says: Array, places: Places) -> MLP:
    """A unit that writes a row [d_model] unless one of some machines is awake: exactly, or not."""
    awake = sum([places.is_awake(k) for k in who], np.zeros((places.d_model, 1)))
    off = 2 * places.divided / places.whisper
    return MLP(-off * awake, np.ones(1), says[None], 0 * says)


def silencing(each: Member, k: int, places: Places) -> MLP:
    """Units that take away what a machine has put into the stream, unless it is awake."""
    own = np.eye(places.d_model)[:, [places.own[k].start + column for column in each.columns]]
    off = places.longest / places.whisper * places.is_awake(k)
    both = places.divided * np.hstack([own - off, -own - off])
    return MLP(both, np.zeros(both.shape[1]), np.vstack([-own.T, own.T]), np.zeros(places.d_model))


def among_others(head: Head, name: str, k: int, by: float, places: Places) -> Head:
    """A head with a column more: awake it never looks at the first token, asleep at nothing else.

    What it adds as a constant it reads from the whisper that it is awake.
    """
    own, size = places.own[k], head.sizes["d_head"]
    grown = np.sqrt((size + 1) / size) if size else 1.0  # who asks nothing has scores of 0
    W_V, W_O = by * read(own) @ head.W_V, head.W_O @ write(own)
    if head.b_V is not None or head.b_O is not None:
        says = (bias(head, "b_V") @ head.W_O + bias(head, "b_O")) @ write(own)
        W_V = np.hstack([W_V, places.divided / places.whisper * places.is_awake(k)])
        W_O = np.vstack([W_O, says])
    return Head(
        W_Q=np.hstack([grown * by * read(own) @ head.W_Q, -places.huge * places.is_asleep(k)]),
        W_K=np.hstack([by * read(own) @ head.W_K, -places.huge * read(places.first)]),
        W_V=W_V,
        W_O=W_O,
        b_Q=np.append(grown * bias(head, "b_Q"), 1.0),
        b_K=None if head.b_K is None else np.append(head.b_K, 0.0),
        name=f"{name} {head.name}"[:40].rstrip(),
    )


def gated(mlp: MLP | None, k: int, by: float, wakes: int, places: Places) -> MLP | None:
    """The units of a machine, of which those that would speak in silence sleep with it.

    One more says the bias of them all, and begins or ends the constant.
    """
    says = wakes * places.constant * np.ones(len(places.loud)) @ write(places.loud)
    units = []
    if mlp:
        own = places.own[k]
        W_in = by * read(own) @ mlp.W_in - places.huge * places.is_asleep(k) * (mlp.b_in > 0)
        units = [replace(mlp, W_in=W_in, W_out=mlp.W_out @ write(own), b_out=0 * says)]
        says = says + mlp.b_out @ write(own)
    return side_by_side([*units, *([constant(says, k, places)] if says.any() else [])], len(says))


def constant(says: Array, k: int, places: Places) -> MLP:
    """A unit that is 1 while a machine is awake and writes a row [d_model]."""
    return MLP(-places.huge * places.is_asleep(k), np.ones(1), says[None], 0 * says)


def side_by_side(units: Sequence[MLP], d_model: int) -> MLP | None:
    """The units of several MLPs in one, None where there are none."""
    if not units:
        return None
    return MLP(
        np.hstack([each.W_in for each in units]),
        np.concatenate([each.b_in for each in units]),
        np.vstack([each.W_out for each in units]),
        np.zeros(d_model),
    )


def logits(
    members: Sequence[Member], tokens: Sequence[Sequence[int]], d_vocab: int, places: Places
) -> Array:
    """The unembedding of all: each machine says its own symbols, and no others."""
    W_U = np.zeros((places.d_model, d_vocab))
    knows = np.zeros((len(members), d_vocab), bool)
    for k, (each, ids) in enumerate(zip(members, tokens, strict=True)):
        by = places.undone(each, len(each.model.layers))
        W_U[:, list(ids)] += by * read(places.own[k]) @ each.model.unembedding
        knows[k, list(ids)] = True
    alone = knows.sum(0) == 1  # said by one machine, and by no other
    for k in range(len(members)):
        W_U -= places.huge * places.is_asleep(k) * (alone & knows[k])
        W_U -= places.huge * places.is_awake(k) * (~alone & ~knows[k])
    return W_U
