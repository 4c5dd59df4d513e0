"""Put what parts did on one prompt into the run on another, and see what becomes of the answer."""

from collections.abc import Iterable, Mapping, Sequence

import numpy as np

from taotp.interp.parts import (
    Part,
    Run,
    before_mlp,
    brought_by,
    one_checked,
    parts_of,
    run,
)
from taotp_core.arrays import Array, Given, Inputs
from taotp_core.inputs import Model, are_frames, model_of
from taotp_core.transformer import Touch, forward, normalize, quiet
from taotp_core.weights import Transformer

# What is put in: what a part writes, or the whole stream after a step, as `Trace.stream` names it.
Place = Part | str


def patched_from(
    model: Model,
    tokens: Given,
    other: Given,
    places: Iterable[Place],
    *,
    positions: Sequence[int] | None = None,
    memory: Array | None = None,
    other_memory: Array | None = None,
) -> Array:
    """The logits [..., n, d_vocab] on tokens, with some of what was computed taken from another.

    Places are parts, (layer, head), (layer, "mlp") or (layer, "cross 0"), of which what they write
    is put in, and steps such as "attention 0", after which the stream is; `positions` None are all.
    Raises ValueError for no places, for one that is not there, for prompts of unequal length, and
    as forward does.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> int(patched_from(program, text, [0, 2, 1, 0], [(1, 0)])[-1].argmax())
    2
    """
    model, tokens, other = model_of(model), np.asarray(tokens), np.asarray(other)
    chosen = places_checked(model, places)
    at = positions_checked(tokens, other, positions)
    source = run(model, other, memory if other_memory is None else other_memory)
    return put_in(source, tokens, chosen, at, memory)


def put_in(
    source: Run,
    tokens: Inputs,
    places: Iterable[Place],
    at: Sequence[int] | slice,
    memory: Array | None,
) -> Array:
    """The logits on tokens, with places at some positions as they are in another run."""
    chosen = set(places)
    told = {place: brought_by(source, place) for place in chosen if not isinstance(place, str)}
    steps = {place: source.stream[place] for place in chosen if isinstance(place, str)}
    return told_to(source.model, tokens, told, memory, at, steps)


def told_to(
    model: Transformer,
    tokens: Inputs,
    told: Mapping[Part, Array],
    memory: Array | None = None,
    at: Sequence[int] | slice = slice(None),
    steps: Mapping[str, Array] | None = None,
) -> Array:
    """The logits on tokens where some parts bring at some positions what they are told to.

    A head is told what it mixes [..., n, d_value], an MLP what it writes [..., n, d_model]; `steps`
    are what the stream is after some steps.
    """
    return forward(model, tokens, memory=memory, touch=telling(model, told, at, steps))


def telling(
    model: Transformer,
    told: Mapping[Part, Array],
    at: Sequence[int] | slice = slice(None),
    steps: Mapping[str, Array] | None = None,
) -> Touch:
    """The hook of a forward pass in which some parts bring what they are told to: see `told_to`."""
    stream = steps or {}
    before: Array = np.empty(0)

    def touch(what: str, number: int, x: Array) -> Array:
        nonlocal before
        if what in ("mixed", "cross mixed"):
            kind = what.removesuffix("mixed").strip()
            parts: list[Part] = [(number, f"cross {h}" if kind else h) for h in range(x.shape[-3])]
            x = x.copy() if told.keys() & parts else x
            for h, part in enumerate(parts):
                if part in told:
                    x[..., h, at, :] = told[part][..., at, :]
        elif what == "mlp" and (number, "mlp") in told:
            x = x.copy()
            x[..., at, :] = added(model, number, before, told[number, "mlp"])[..., at, :]
        step = "embedding" if what == "embedding" else f"{what} {number}"
        if step in stream:
            x = x.copy()
            x[..., at, :] = stream[step][..., at, :]
        if what in ("attention", "cross"):
            before = x
        return x

    return touch


def added(model: Transformer, number: int, x: Array, more: Array) -> Array:
    """The stream after the MLP of a layer, had it written something else."""
    with quiet():
        y = x + more
        return y if model.norms == "before" else normalize(y, model.layers[number].norm_mlp)


def steps_of(model: Transformer) -> list[str]:
    """The steps of the stream, as `Trace.stream` names them."""
    steps = ["embedding"]
    for number in range(len(model.layers)):
        steps += list(dict.fromkeys([f"attention {number}", before_mlp(model, number)]))
        steps.append(f"mlp {number}")
    return steps


def places_checked(model: Transformer, places: Iterable[Place]) -> list[Place]:
    """Parts and steps; ValueError for none, and for one that is not there."""
    if isinstance(places, str) or not isinstance(places, Iterable):
        raise ValueError(f"places is {places!r}; it must be a list of parts and steps")
    steps, found = steps_of(model), list(places)
    for place in found:
        if isinstance(place, str) and place not in steps:
            raise ValueError(
                f"{place!r} is not a step of the model; its steps are {', '.join(steps)}"
            )
    if not found:
        raise ValueError("there is no place to patch; give at least 1")
    return [place if isinstance(place, str) else one_checked(model, place) for place in found]


def positions_checked(
    tokens: Inputs, other: Inputs, positions: Sequence[int] | None
) -> Sequence[int] | slice:
    """The positions to patch; ValueError for prompts that are not alike, and for one not there."""
    if tokens.shape != other.shape:
        raise ValueError(
            f"the prompts have shapes {tokens.shape} and {other.shape}; patching puts a position "
            "in for itself, so that they must be of equal length"
        )
    if positions is None:
        return slice(None)
    n, found = tokens.shape[-2 if are_frames(tokens) else -1], list(positions)
    for i in found:
        if not -n <= i < n:
            raise ValueError(f"position {i} is not in the prompt; it has positions 0 to {n - 1}")
    return found


def patch_scores(
    model: Model,
    tokens: Given,
    other: Given,
    places: Iterable[Place] | None = None,
    *,
    answers: tuple[int, int] | None = None,
    memory: Array | None = None,
    other_memory: Array | None = None,
) -> dict[Place, float]:
    """How far each place alone moves the answer: 0 where it stays, 1 where it is the other's.

    It is what becomes, after the last position, of the lead of what `other` is answered over what
    `tokens` is answered, as a share of the way from one run to the other; it may be below 0 and
    above 1. `answers` None are what the model says, to tokens and to other; `places` None are all
    parts. Raises ValueError as `patched_from` does, and for prompts with the same answer.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> {part: round(by, 3) for part, by in patch_scores(program, text, [0, 2, 1, 0]).items()}
    {(0, 0): 0.0, (1, 0): 1.0}
    """
    way = Way(model, tokens, other, places, answers, memory, other_memory)
    return {place: way.moved(place, slice(None)) for place in way.places}


def patch_map(
    model: Model,
    tokens: Given,
    other: Given,
    places: Iterable[Place] | None = None,
    *,
    answers: tuple[int, int] | None = None,
    memory: Array | None = None,
    other_memory: Array | None = None,
) -> dict[Place, Array]:
    """As `patch_scores`, position by position: [n] for each place.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> patch_map(program, text, [0, 2, 1, 0])[1, 0].round(3).tolist()
    [0.0, 0.0, 0.0, 1.0]
    """
    way = Way(model, tokens, other, places, answers, memory, other_memory)
    n = len(way.tokens)
    return {place: np.array([way.moved(place, [i]) for i in range(n)]) for place in way.places}


class Way:
    """From the answer of one prompt to that of another: runs of both, and what lies between."""

    def __init__(
        self,
        model: Model,
        tokens: Given,
        other: Given,
        places: Iterable[Place] | None,
        answers: tuple[int, int] | None,
        memory: Array | None,
        other_memory: Array | None,
    ) -> None:
        model = model_of(model)
        self.places = places_checked(model, parts_of(model) if places is None else places)
        self.tokens, self.memory = np.asarray(tokens), memory
        positions_checked(self.tokens, np.asarray(other), None)
        self.source = run(model, other, memory if other_memory is None else other_memory)
        here = forward(model, self.tokens, memory=memory)[-1]
        there = self.source.logits[-1]
        self.mine, self.its = answers or (int(here.argmax()), int(there.argmax()))
        if self.mine == self.its:
            raise ValueError(
                f"both prompts are answered with token {self.mine}; patching needs two answers"
            )
        self.start = float(here[self.its] - here[self.mine])
        self.whole = float(there[self.its] - there[self.mine]) - self.start
        if not self.whole:
            raise ValueError("the answers lead each other alike on both prompts; give two others")

    def moved(self, place: Place, at: Sequence[int] | slice) -> float:
        """How far a place at some positions moves the answer."""
        logits = put_in(self.source, self.tokens, [place], at, self.memory)[-1]
        return (float(logits[self.its] - logits[self.mine]) - self.start) / self.whole
