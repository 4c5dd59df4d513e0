"""Decode without computing anything twice."""

import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from exercises.judging.agreement import without
from exercises.judging.judge import Wrong, ask, in_short, numbers, own_model
from exercises.statement import Exercise
from taotp_core.arrays import Array, Tokens, relu, softmax
from taotp_core.measure import parameters
from taotp_core.transformer import empty_cache, forward, normalize
from taotp_core.weights import Transformer, named_arrays, random_transformer

STEPS = 60
MOST = 4  # a cache needs 1 and what norms take; computing only half of a row again, STEPS / 4
STUB = '''
def cached_decode(tokens, model, steps):
    """The tokens and `steps` more, greedily, one row for each."""
    raise NotImplementedError
'''


class Counted(np.ndarray[Any, Any]):
    """An array that counts the multiplications in the products it takes part in.

    What is computed from it is again such an array, so the count follows the numbers from the
    weights to the logits, through `@`, `einsum`, `dot` and products of single numbers.
    """

    work = 0

    def __array_ufunc__(
        self, ufunc: np.ufunc, method: str, *inputs: Any, out: Any = (), **how: Any
    ) -> Any:
        plain = [bare(value) for value in inputs]
        how = {name: bare(value) for name, value in how.items()}  # where=
        if out:
            how["out"] = tuple(bare(value) for value in out)
        result = getattr(ufunc, method)(*plain, **how)
        if ufunc is np.matmul:
            Counted.work += np.size(result) * plain[0].shape[-1]
        elif ufunc is np.multiply:
            Counted.work += np.size(result)
        return result.view(Counted) if isinstance(result, np.ndarray) else result

    def __array_function__(self, function: Any, types: Any, args: Any, how: Any) -> Any:
        if function is np.einsum:
            subscripts, *arrays = args
            Counted.work += products(subscripts, [np.shape(array) for array in arrays])
            return np.einsum(subscripts, *map(bare, arrays), **how).view(Counted)
        result = super().__array_function__(function, types, args, how)
        if function in (np.dot, np.inner, np.tensordot):
            sizes = [np.size(array) for array in (*args[:2], result)]  # m k, k n and m n
            Counted.work += math.isqrt(math.prod(sizes))
        return result

    def dot(self, other: Any, out: Any = None) -> Any:
        """As numpy's, by way of the function, which is counted."""
        return np.dot(self, other, out)


def bare(value: Any) -> Any:
    """An array that does not count, of the same numbers."""
    return value.view(np.ndarray) if isinstance(value, Counted) else value


def products(subscripts: str, shapes: Iterable[tuple[int, ...]]) -> int:
    """How often the innermost loop of a plain einsum runs: the sizes of all letters multiplied."""
    operands = subscripts.replace(" ", "").split("->")[0].split(",")
    sizes: dict[str, int] = {}
    for letters, shape in zip(operands, shapes, strict=True):
        front, dots, back = letters.partition("...")
        named = len(front) + len(back)
        middle = ["." + str(i) for i in range(len(shape) - named)] if dots else []
        sizes |= dict(zip([*front, *middle, *back], shape, strict=True))
    return math.prod(sizes.values())


def counting(model: Transformer) -> Transformer:
    """Make the arrays of a model count; the model is changed in place."""
    for path, array in named_arrays(model).items():
        *way, name = path.split(".")
        part: Any = model
        for step in way:
            part = part[int(step)] if step.isdigit() else getattr(part, step)
        object.__setattr__(part, name, array.view(Counted))
    return model


def work(answer: object) -> float:
    """The multiplications of decoding STEPS tokens, for each of them and each weight.

    A row that passes through a weight matrix multiplies each of its entries once. The model is
    wide, wider still in its MLP, and its heads have one dimension, so that nearly all work is of
    this kind. Little is that of norms, whose sums may be products, and little is comparing with
    old keys, which grows with every token by its nature.
    """
    shape = {"d_model": 16, "heads": [(1, 1)] * 2, "d_mlp": 128, "n_ctx": STEPS}
    model = counting(random_transformer(3, **shape))  # type: ignore[arg-type]
    parts = parameters(model).parts
    weights = sum(parts[name].total for name in ("embedding", "attention", "mlp"))
    Counted.work = 0
    ask(answer, np.array([1]), model, STEPS, where=f"on [1], {STEPS} steps,")
    return Counted.work / weights / STEPS


def cases() -> Iterator[tuple[Tokens, int, int]]:
    """Prompts with a number of steps and the seed of a model."""
    for seed in range(4):
        rng = np.random.default_rng(seed)
        for n, steps in ((1, 1), (1, 12), (4, 12), (16, 1)):
            yield rng.integers(0, 10, n), steps, seed


def machine(seed: int) -> Transformer:
    """A random model; every other one has an unembedding of its own."""
    return random_transformer(seed, tied=seed % 2 == 0)


def plain_decode(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
    """The chapter's slow loop around the library's forward pass."""
    for _ in range(steps):
        tokens = np.append(tokens, forward(model, tokens)[-1].argmax())
    return tokens


def judge(answer: object) -> str:
    """Same tokens as the slow loop, with no row of an old position computed again."""
    count = 0
    for tokens, steps, seed in cases():
        made = f"random_transformer({seed}, tied={seed % 2 == 0})"
        where = f"on {in_short([int(t) for t in tokens])}, {steps} steps, {made},"
        expected = plain_decode(tokens, machine(seed), steps)
        said = ask(answer, tokens.copy(), machine(seed), steps, where=where)
        got = numbers(said, expected.shape, where).astype(int)
        if not np.array_equal(got, expected):
            new = expected[len(tokens) :].tolist()
            raise Wrong(f"{where} expected {new}, got {got[len(tokens) :].tolist()}")
        count += 1
    without(answer, ("generate",))
    per_weight = work(answer)
    where = f"on [1], {STEPS} steps, expected"
    if per_weight < 0.5:
        raise Wrong(
            f"{where} 1 multiplication per weight and token, got {per_weight:.2f} to see: keep the "
            "model's arrays as they are (no np.array, np.asarray of them), they are being counted"
        )
    if per_weight > MOST:
        raise Wrong(
            f"{where} at most {MOST} multiplications per weight and token, got {per_weight:.1f}: "
            "are rows of old positions computed again for each new token?"
        )
    return f"{count} inputs, {per_weight:.1f} multiplications per weight and token, {MOST} allowed"


def cached_decode(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
    """One row for each token; every head keeps the keys and values of the rows before."""
    said = [int(token) for token in tokens]
    kept: list[list[tuple[list[Array], list[Array]]]]
    kept = [[([], []) for _ in layer.heads] for layer in model.layers]
    for i in range(len(tokens) + steps - 1):
        x = model.W_E[said[i]] + model.W_pos[i]  # [d_model], a single row
        for layer, heads in zip(model.layers, kept, strict=True):
            y = normalize(x, layer.norm_attn)
            for head, (keys, values) in zip(layer.heads, heads, strict=True):
                keys.append(y @ head.W_K)
                values.append(y @ head.W_V)
                scores = np.stack(keys) @ (y @ head.W_Q) / np.sqrt(head.W_Q.shape[1])
                x = x + softmax(scores) @ np.stack(values) @ head.W_O
            if m := layer.mlp:
                x = x + relu(normalize(x, layer.norm_mlp) @ m.W_in + m.b_in) @ m.W_out + m.b_out
        if i == len(said) - 1:
            logits = normalize(x, model.norm_final) @ model.unembedding
            said.append(int(logits.argmax()))
    return np.array(said)


def accepted_row_by_row() -> object:
    """Prompt and answer alike, one token at a time."""
    return cached_decode


def accepted_library_cache() -> object:
    """The library's forward pass with its own cache."""

    def with_cache(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        cache = empty_cache(model)
        new = tokens
        for _ in range(steps):
            new = forward(model, new, keep=1, cache=cache).argmax(-1)
            tokens = np.append(tokens, new)
        return tokens

    return with_cache


def accepted_as_the_chapter() -> object:
    """The chapter's lines, a row at a time: stacked heads, einsum and concatenated arrays."""

    def layer_norm(x: Array) -> Array:
        x = x - x.mean(axis=-1, keepdims=True)
        x = x / (x.std(axis=-1, keepdims=True) + 1e-10)
        return x

    def row(token: int, place: int, model: Transformer, cache: list[list[Array]]) -> Array:
        x = model.W_E[[token]] + model.W_pos[[place]]
        for layer, kept in zip(model.layers, cache, strict=True):
            W_Q, W_K, W_V, W_O = layer.stacked
            q, k, v = (np.einsum("nd,hdk->hnk", layer_norm(x), W) for W in (W_Q, W_K, W_V))
            kept[0] = np.concatenate([kept[0], k], axis=1) if place else k
            kept[1] = np.concatenate([kept[1], v], axis=1) if place else v
            scores = np.einsum("hqk,hjk->hqj", q, kept[0]) / np.sqrt(q.shape[-1])
            mixed = np.einsum("hqj,hjk->hqk", softmax(scores), kept[1])
            x = x + np.einsum("hqk,hkd->qd", mixed, W_O)
            if m := layer.mlp:
                x = x + np.maximum(layer_norm(x) @ m.W_in + m.b_in, 0) @ m.W_out + m.b_out
        logits: Array = np.dot(layer_norm(x), model.unembedding)[0]
        return logits

    def decode(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        cache: list[list[Array]] = [[np.empty(0), np.empty(0)] for _ in model.layers]
        logits = [row(token, i, model, cache) for i, token in enumerate(tokens)][-1]
        for step in range(steps):
            tokens = np.append(tokens, logits.argmax())
            if step < steps - 1:
                logits = row(tokens[-1], len(tokens) - 1, model, cache)
        return tokens

    return decode


def wrong_tied() -> object:
    """It takes every model for a tied one."""

    def tied(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        return cached_decode(tokens, replace(model, W_U=None), steps)

    return tied


def wrong_hidden_work() -> object:
    """Works on bare copies, where nobody can count."""

    def bare_copies(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        return plain_decode(tokens, own_model(model, ""), steps)

    return bare_copies


def wrong_no_cache() -> object:
    """The chapter's loop: right, and slow."""
    return plain_decode


def wrong_last_row_only() -> object:
    """Only the last row is computed at the end, but every row before it."""

    def keep_one(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        for _ in range(steps):
            tokens = np.append(tokens, forward(model, tokens, keep=1)[-1].argmax())
        return tokens

    return keep_one


def wrong_position() -> object:
    """New tokens all get the position of the first."""

    def stuck(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        for _ in range(steps):
            tokens = np.append(tokens, forward(model, tokens[-1:])[-1].argmax())
        return tokens

    return stuck


def wrong_one_too_few() -> object:
    """Stops a token early."""
    return lambda tokens, model, steps: plain_decode(tokens, model, steps - 1)


EXERCISE = Exercise(
    slug="cached-decode",
    source="1.3",
    title="Nothing computed twice",
    kind="code",
    statement="""
The chapter's `decode` runs the whole machine again for every new token. Write
`cached_decode(tokens, model, steps)`, which returns the same tokens and computes one row for
each. You may use `softmax`, `relu` and `normalize(x, norm)` of the library, or its `forward` with
a cache if you want to see how it is used; `generate` would be the answer itself.

The check counts the multiplications. It hands you a model whose arrays keep count of the products
they take part in, and so do all arrays computed from them.
""",
    hints=(
        "Which rows of which arrays change when a token is appended? No position looks ahead.",
        "A new row needs from the old ones what its queries are compared with and what it "
        "averages: their keys and their values, in every head of every layer. Keep these.",
        "Process one token at a time, the prompt's too: embed it at its position, and in each "
        "head append its key and value to two lists before you compute scores. The mask "
        "disappears. Why?",
    ),
    answer="""
Under the causal mask the rows of old positions do not depend on new tokens, so their keys and
values can be kept. One row has no future: it needs no mask. Only one thing still grows with every
token, the comparison with all old keys, one product of size $d_{head}$ each.
""",
    stub=STUB,
    judge=judge,
    code=(cached_decode,),
)
