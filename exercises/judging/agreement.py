"""What the exercises about the machine itself share: a function beside the library's."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from exercises.judging.judge import Wrong, ask, in_short, numbers
from taotp_core.arrays import Array, Tokens
from taotp_core.transformer import forward
from taotp_core.weights import Head, Layer, Transformer, random_transformer

TOLERANCE = 1e-9  # as a share of the largest logit: what the order of sums may change, and more
ENGINE = ("forward", "trace", "residual", "predictions", "generate")  # the library's own machine


def machines() -> Iterator[tuple[str, Transformer]]:
    """Random models, from no layers to two, tied and untied, and one with very large scores."""
    shapes = (
        {"n_layers": 0},
        {"n_layers": 0, "tied": False, "d_vocab": 7, "d_model": 4},
        {"n_layers": 1, "heads": [(2, 4)], "d_model": 5, "d_mlp": 3},
        {"n_layers": 2},
        {"n_layers": 2, "tied": False, "heads": [(4, 4)] * 3, "d_mlp": 11},
    )
    for seed, shape in enumerate(shapes):
        yield f"random_transformer({seed}, ...)", random_transformer(seed, **shape)  # type: ignore[arg-type]
    model = random_transformer(5, n_layers=1)
    heads = [Head(h.W_Q * 1e4, h.W_K, h.W_V, h.W_O) for h in model.layers[0].heads]
    loud = replace(model, layers=[replace(model.layers[0], heads=heads)])
    yield "a model with W_Q times 10,000", loud


def prompts(model: Transformer, seed: int) -> Iterator[Tokens]:
    """Random prompts: one token, some, and as many as fit."""
    rng = np.random.default_rng(seed)
    for n in (1, 5, model.n_ctx):
        yield rng.integers(0, model.d_vocab, n)


def same_logits(transformer: object) -> str:
    """Compare a function (tokens, model) -> logits with the library's forward."""
    count = 0
    for (name, model), (_, own) in zip(machines(), machines(), strict=True):
        for tokens in prompts(own, seed=count):
            where = f"on {in_short([int(t) for t in tokens])} with {name}"
            expected = forward(own, tokens)
            said = ask(transformer, tokens.copy(), model, where=where)
            got = numbers(said, expected.shape, where)
            compare(got, expected, where, why=partial(usual, got, expected, own, tokens))
            count += 1
    return f"{count} inputs, every logit within {TOLERANCE:g} of the library's"


def usual(got: Array, expected: Array, model: Transformer, tokens: Tokens) -> str:
    """Which of the usual mistakes makes these logits, if one does."""

    def is_near(other: Array, share: float = TOLERANCE) -> bool:
        return bool((np.abs(got - other) <= share * np.abs(expected).max()).all())

    def changed(change: Callable[[Layer], Layer]) -> Array:
        return forward(replace(model, layers=[change(layer) for layer in model.layers]), tokens)

    if is_near(expected, 1e-5):
        return "right to five digits; is something in single precision, or another epsilon?"
    if is_near(forward(replace(model, norm_final=None), tokens)):
        return "right but for the final norm"
    if is_near(changed(lambda layer: replace(layer, norm_attn=None, norm_mlp=None))):
        return "right but for the norms before heads and MLP"
    if is_near(changed(lambda layer: replace(layer, heads=[sharper(h) for h in layer.heads]))):
        return "right but for the root of d_head, by which scores are divided"
    first_row_off = not np.allclose(got[0], expected[0], TOLERANCE, 0)
    if len(tokens) > 1 and first_row_off:  # one token alone was tried before
        return "a token alone was right; does the first row hear of those after it?"
    return ""


def sharper(head: Head) -> Head:
    """A head whose scores are not divided by the root of d_head."""
    return replace(head, W_Q=head.W_Q * np.sqrt(head.sizes["d_head"]))


def compare(
    got: Array,
    expected: Array,
    where: str,
    name: str = "logits",
    why: Callable[[], str] = lambda: "",
) -> None:
    """Raise Wrong on the first entry that is off by more than TOLERANCE; `why` may say more."""
    scale = np.abs(expected).max()
    off = ~(np.abs(got - expected) <= TOLERANCE * scale)  # not a number is off too
    if off.any():
        place = tuple(int(i) for i in np.argwhere(off)[0])
        want, have = (f"{array[place]:.6g}" for array in (expected, got))
        if want == have:
            want, have = (f"{array[place]:.12g}" for array in (expected, got))
        reason = why()
        raise Wrong(
            f"{where} expected {name}{list(place)} = {want}, got {have}"
            + (f": {reason}" if reason else "")
        )


def names_used(function: object) -> set[str]:
    """Every name that a function's code mentions, with those of the functions it calls.

    What is no name of its module begins with a point: a part of something, or a module that it
    imports itself. Read from compiled code, so that it needs no source file and no formatting
    fools it; functions of installed packages are named and not entered.
    """
    found: set[str] = set()
    enter(function, found, set())
    return found


def enter(function: object, found: set[str], seen: set[int]) -> None:
    """Collect the names that one function mentions, then go on to those that it calls."""
    function = getattr(function, "__func__", getattr(function, "func", function))
    if not isinstance(function, FunctionType):
        function = vars(type(function)).get("__call__")
    if not isinstance(function, FunctionType) or id(function) in seen:
        return
    seen.add(id(function))
    cells = [cell.cell_contents for cell in function.__closure__ or ()]
    called = {name: function.__globals__.get(name) for name in mentioned(function.__code__)}
    for name, value in [*called.items(), *((own_name(cell), cell) for cell in cells)]:
        if isinstance(value, FunctionType) and not installed(value):
            enter(value, found, seen)
        elif value is None:
            found.add(f".{name}")
        else:
            found |= {name, own_name(value)}


def own_name(thing: object) -> str:
    """The name that a function was made with, whatever it is called now."""
    return str(getattr(thing, "__name__", ""))


def installed(function: FunctionType) -> bool:
    """Whether a function is numpy's or the library's rather than the learner's."""
    return str(function.__module__).split(".")[0] in ("numpy", "taotp", "taotp_core")


def mentioned(code: CodeType) -> Iterator[str]:
    """The names in a piece of compiled code and in the pieces inside it."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from mentioned(constant)


def without(function: Any, banned: tuple[str, ...]) -> None:
    """Raise Wrong where a function uses a name of numpy or the library that is ruled out.

    A method of the learner's may have that name.
    """
    used = names_used(function)
    at_hand = {name.lstrip(".").partition(".")[0] for name in used}
    for name in banned:
        home = "numpy" if name == "einsum" else "taotp_core"
        if name in used or (f".{name}" in used and home in at_hand):
            where = f"in {getattr(function, '__name__', 'the answer')}"
            raise Wrong(f"{where} expected code without {name}, got a use of it")
