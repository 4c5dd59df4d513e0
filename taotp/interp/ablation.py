"""Take parts out of a machine: what it is without them, and what it says without them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cache

import numpy as np

from taotp.interp.parts import Part, Run, brought_by, checked, cross_number, run, written_by
from taotp.interp.patching import told_to
from taotp.interp.scores import DRAWS, LENGTH, SEED, memory_for
from taotp_core.arrays import Array, Given, Inputs
from taotp_core.inputs import Model, are_frames, model_of
from taotp_core.transformer import forward
from taotp_core.weights import MLP, Head, Layer, Transformer

Prompt = Inputs | tuple[Inputs, Array]  # what the model reads, and the memory that it looks into
Rows = dict[Part, Array]

Kept = Callable[[Run, Part], Array]  # what is kept of a part of a run: [..., n, size]
Told = dict[Part, list[Array]]
Drawn = Callable[[], list[tuple[int, int]]]


def without(
    model: Model,
    tokens: Given,
    parts: Iterable[Part],
    how: str = "mean",
    *,
    prompts: Iterable[Prompt] | None = None,
    seed: int = SEED,
    memory: Array | None = None,
) -> Array:
    """The logits [..., n, d_vocab] on tokens of a machine without some parts.

    In a part's place stands, at each place of the text, the mean of what it wrote at the same place
    of some prompts ("mean"), what it wrote at the same place of one other of them, drawn with the
    seed for each text of a batch ("resample"), zeros ("zero"), or the same row at every place, as
    in `ablated` ("everywhere"). `prompts` None are the tokens themselves where they are a batch, or
    else 16 texts of random tokens, as long as they are; where there are cross heads, each is a pair
    with its memory. A mean is over the prompts that reach a place, were it one alone; another text
    is one that reaches them all. Raises ValueError as `ablated` and forward do, for a place that no
    prompt reaches, and where there is no other text.

    >>> from taotp_core import random_transformer
    >>> model, texts = random_transformer(0), np.array([[3, 1, 4], [1, 5, 9]])
    >>> usual = without(model, texts, [(0, 1)])
    >>> one_row = without(model, texts, [(0, 1)], "everywhere", prompts=[texts])
    >>> usual.shape, bool(np.allclose(usual, one_row))
    ((2, 3, 10), False)
    """
    model = model_of(model)
    removed, tokens = checked(model, parts, "remove"), np.asarray(tokens)
    if how == "zero":
        return forward(ablated(model, removed), tokens, memory=memory)  # biases go too
    told = stand_ins(model, tokens, removed, how, prompts, seed, memory, brought_by)
    return told_to(model, tokens, told, memory)


def stand_ins(
    model: Transformer,
    tokens: Inputs,
    parts: list[Part],
    how: str,
    prompts: Iterable[Prompt] | None,
    seed: int,
    memory: Array | None,
    kept: Kept,
) -> Rows:
    """What stands in for each part on tokens, as rows that broadcast, of what is kept of runs."""
    if how not in HOW:
        raise ValueError(f"how is {how!r}; it must be one of {', '.join(HOW)}")
    texts = texts_of(tokens, memory)
    if prompts is not None:
        asked = prompts_checked(prompts)
    elif len(texts.keys) > 1:
        asked = [tokens if memory is None else (tokens, memory)]
    else:
        asked = random_prompts(model, seed, texts.n)
    told = kept_on(model, parts, asked, kept)
    drawn = cache(lambda: others(asked, texts, seed))
    return {part: HOW[how](told[part], drawn, texts) for part in parts}


def ablated(
    model: Model,
    parts: Iterable[Part],
    how: str = "zero",
    *,
    prompts: Iterable[Prompt] | None = None,
    seed: int = SEED,
) -> Transformer:
    """The same machine without some parts: each writes the same row at every position.

    Parts are (layer, head), (layer, "mlp") or, of cross heads, (layer, "cross 0"). The row is zeros
    ("zero"), or the mean of what the part wrote in the model at all positions of some prompts
    ("everywhere"): a part that writes something else at each place is then wrong at all of them,
    and what is usually called a mean is that of `without`, which no machine can hold. `prompts`
    None are 16 of random tokens, of n_ctx or at most 48, drawn with the seed; where there are cross
    heads, each is a pair with its memory. Raises ValueError for no parts, for one that is not
    there, and for another `how`.

    >>> from taotp_core import random_transformer
    >>> model = ablated(random_transformer(0), [(0, 1)])
    >>> float(abs(model.layers[0].heads[1].W_O).max())
    0.0
    """
    model = model_of(model)
    removed = checked(model, parts, "remove")
    if how not in ROWS:
        raise ValueError(
            f"how is {how!r}; a machine can hold {' or '.join(ROWS)}, and what is put in place by "
            "place is of `interp.without`"
        )
    rows: Rows = {part: np.zeros(model.d_model) for part in removed}
    if how == "everywhere":
        asked = random_prompts(model, seed) if prompts is None else prompts_checked(prompts)
        told = kept_on(model, removed, asked, written_by)
        rows = {part: mean_of_all(found) for part, found in told.items()}
    layers = list(model.layers)
    for part in removed:
        layers[part[0]] = saying(layers[part[0]], part[1], rows[part])
    return replace(model, layers=layers)


def saying(layer: Layer, which: int | str, row: Array) -> Layer:
    """A layer one of whose parts writes the same row [d_model] whatever it reads."""
    if which == "mlp":
        assert layer.mlp is not None
        return replace(layer, mlp=constant(layer.mlp, row))
    cross = cross_number(which)
    if cross is not None:
        return replace(layer, cross=exchanged(layer.cross, cross, row))
    assert isinstance(which, int)
    return replace(layer, heads=exchanged(layer.heads, which, row))


def exchanged(heads: Iterable[Head], number: int, row: Array) -> list[Head]:
    """Heads, of which one writes the same row whatever it reads."""
    return [
        replace(head, W_O=np.zeros_like(head.W_O), b_O=row if row.any() else None)
        if h == number
        else head
        for h, head in enumerate(heads)
    ]


def constant(mlp: MLP, row: Array) -> MLP:
    """An MLP that writes the same row whatever it reads."""
    return replace(mlp, W_out=np.zeros_like(mlp.W_out), b_out=row)


# What stands in for a part, from what it brought on texts [n_texts, n, size] of several lengths


@dataclass(frozen=True, eq=False)
class Texts:
    """The texts of a batch: what tells each from others, the shape of the batch, and of each."""

    keys: list[tuple[bytes, bytes]]
    batch: tuple[int, ...]
    n: int


def texts_of(tokens: Inputs, memory: Array | None, n: int | None = None) -> Texts:
    """The texts of a batch, by their first n tokens (None: all) and their memory."""
    axis = -2 if are_frames(tokens) else -1
    batch = tokens.shape[:axis]
    own = tokens.reshape(-1, *tokens.shape[axis:])[:, :n].astype(float)
    heard: Iterable[bytes] = [b""] * len(own)
    if memory is not None:
        heard = [each.tobytes() for each in
                 np.broadcast_to(memory, (*batch, *memory.shape[-2:])).reshape(
                     len(own), *memory.shape[-2:])]  # fmt: skip
    keys = list(zip((each.tobytes() for each in own), heard, strict=True))
    return Texts(keys, batch, tokens.shape[axis])


def zeros(told: list[Array], drawn: Drawn, texts: Texts) -> Array:
    """Nothing: [n, size]."""
    return np.zeros((texts.n, told[0].shape[-1]))


def everywhere(told: list[Array], drawn: Drawn, texts: Texts) -> Array:
    """The mean of all places of all texts, at every place: [n, size]."""
    return np.tile(mean_of_all(told), (texts.n, 1))


def mean_of_all(told: list[Array]) -> Array:
    """The mean of all rows: [size]."""
    mean: Array = np.concatenate([each.reshape(-1, each.shape[-1]) for each in told]).mean(0)
    return mean


def mean_by_place(told: list[Array], drawn: Drawn, texts: Texts) -> Array:
    """The mean at each place over the texts that reach it: [n, size]."""
    n, longest = texts.n, max(each.shape[1] for each in told)
    if longest < n:
        raise ValueError(
            f"no prompt reaches place {longest}; the text has {n} places, and the longest prompt "
            f"{longest}"
        )
    sums, counts = np.zeros((n, told[0].shape[-1])), np.zeros((n, 1))
    for each in told:
        reached = min(n, each.shape[1])
        sums[:reached] += each[:, :reached].sum(0)
        counts[:reached] += len(each)
    return np.asarray(sums / counts)


def of_another(told: list[Array], drawn: Drawn, texts: Texts) -> Array:
    """What was brought on another text, one for each of a batch: [*batch, n, size]."""
    rows = np.stack([told[i][j, : texts.n] for i, j in drawn()])
    return rows.reshape(*texts.batch, *rows.shape[1:])


HOW: dict[str, Callable[[list[Array], Drawn, Texts], Array]] = {
    "mean": mean_by_place, "resample": of_another, "zero": zeros, "everywhere": everywhere
}  # fmt: skip
ROWS = ("zero", "everywhere")  # what a machine can hold: one row for each part


def others(prompts: list[Prompt], texts: Texts, seed: int) -> list[tuple[int, int]]:
    """For each text of a batch another one that is as long, by its prompt and its place in it."""
    rng, n = np.random.default_rng([seed, 2]), texts.n
    known = [texts_of(np.asarray(own), its, n) for own, its in map(whole, prompts)]
    long = [(i, j) for i, its in enumerate(known) if its.n >= n for j in range(len(its.keys))]
    drawn = []
    for key in texts.keys:
        free = [(i, j) for i, j in long if known[i].keys[j] != key]
        if not free:
            raise ValueError('no prompt is another text that is as long; give one, or "mean"')
        drawn.append(free[rng.integers(len(free))])
    return drawn


def kept_on(model: Transformer, parts: list[Part], prompts: list[Prompt], kept: Kept) -> Told:
    """What is kept of each part on each prompt: [n_texts, n, size]."""
    runs = [run(model, *whole(each)) for each in prompts]
    return {part: [rows.reshape(-1, *rows.shape[-2:]) for rows in (kept(of, part) for of in runs)]
            for part in parts}  # fmt: skip


# Prompts


def whole(prompt: Prompt) -> tuple[Inputs, Array | None]:
    """A prompt and its memory, None where it has none."""
    return prompt if isinstance(prompt, tuple) else (prompt, None)


def prompts_checked(prompts: Iterable[Prompt]) -> list[Prompt]:
    """The prompts; ValueError where there are none."""
    asked = list(prompts)
    if not asked:
        raise ValueError("there are no prompts; give at least 1, or None for random ones")
    return asked


def random_prompts(model: Transformer, seed: int, n: int | None = None) -> list[Prompt]:
    """16 random texts of n tokens (None: n_ctx, or at most 48), with a memory if one is read."""
    rng = np.random.default_rng([seed, 3])
    length = min(model.n_ctx, 2 * LENGTH) if n is None else n
    tokens = rng.integers(model.d_vocab, size=(DRAWS, length))
    memory = memory_for(model, DRAWS, seed)
    return [tokens if memory is None else (tokens, memory)]
