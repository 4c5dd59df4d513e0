"""Roles: what each part of a machine does, one of ten, by tests on its weights and its run."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from taotp.interp.benchmark.edges import TABLES, Sums, built, can_write, last_of, part_of
from taotp.interp.benchmark.in_memory import machine_of, name_of
from taotp.interp.benchmark.machine import (
    Machine,
    linear,
    logits,
    normalized,
    pattern,
    seen_by,
    writings,
    written,
)
from taotp.interp.ground_truth.cases import Case
from taotp.interp.lanes.names import named_parts
from taotp.interp.parts import Part
from taotp_core.arrays import Array, Tokens
from taotp_core.weights import MLP, Transformer

ROLES = {
    "embeds": "It is a table of rows, one of which is added to the stream for each token, or for "
    "each place, before any part reads.",
    "unembeds": "It reads the stream at its end: by its columns tokens are told apart.",
    "rests": "It writes zeros wherever it is heard, on every text, or nobody can read what it "
    "writes.",
    "averages": "Where it is heard no place has more than half of its attention, on most rows.",
    "stays": "It looks at its own position, whatever the tokens are: also on texts that are drawn.",
    "goes by place": "It looks at one other position, and which one the position alone decides: it "
    "is as far away, or the same, also on texts that are drawn.",
    "finds": "It looks at one position, and looks elsewhere where it is handed the query of "
    "another text: what asks is compared with what stands there.",
    "chooses": "It looks at one position, which tokens decide, and looks there with the query of "
    "another text too: what stands there decides alone.",
    "looks up": "Of all that an MLP can read, one writer alone moves what it writes, where rows "
    "are handed over from other places and texts.",
    "computes": "Two writers or more move what an MLP writes: it joins what they say.",
}
TELLING = [name for name in ROLES if name not in ("embeds", "unembeds")]  # of heads and MLPs

HALF = 0.5  # of the attention of a row, from which on a head looks at one place
MOST = 0.9  # of the rows: so many have to be alike
HEARD = 0.05  # of the attention of a row: what is less is not heard
ELSEWHERE = 0.1  # of the rows: so many have to look elsewhere with another query
MOVED = 0.01  # of the largest number written
NOTHING = 1e-9  # of what would be written, were all numbers of one sign
MOST_TEXTS = 40
SMALL = 1e-6  # of the largest number: what is as small beside it reads, or writes, nothing


@dataclass(frozen=True, eq=False)
class Role:
    """What a part does, by the names of the stream.

    `reads` is what a head takes, or an MLP reads; `asks` and `answers` are what a head holds
    against each other. `looks` is for heads that go by place: how far back, or where.
    """

    role: str
    reads: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    answers: tuple[str, ...] = ()
    writes: tuple[str, ...] = ()
    looks: str = ""


@dataclass(frozen=True, eq=False)
class Watched:
    """A machine at work: what each part reads, where it looks, and where it is heard."""

    machine: Machine

    @cached_property
    def wrote(self) -> dict[str, Array]:
        """What each part and each table wrote: [n_texts, n, d_model]."""
        return writings(self.machine)

    @cached_property
    def norms(self) -> dict[str, str]:
        """The norm behind which each part reads."""
        steps = self.machine.settings["steps"]
        return {part: step["norm"] for step in steps for part in step["parts"]}

    @cached_property
    def before(self) -> dict[str, Array]:
        """The stream before each part, and before its norm: [n_texts, n, d_model]."""
        kept: dict[str, Array] = {}

        def keep(part: str, x: Array, _: object) -> Array:
            kept[part] = x
            return x

        logits(self.machine, read=keep)
        return kept

    @cached_property
    def read(self) -> dict[str, Array]:
        """What each part reads, behind its norm: [n_texts, n, d_model]."""
        return {part: normalized(self.machine, self.before[part], norm)
                for part, norm in self.norms.items()}  # fmt: skip

    @cached_property
    def looks(self) -> dict[str, Array]:
        """The pattern of each head: [n_texts, n, n_seen]."""
        return {part: pattern(self.machine, part, y, self.machine.memory)
                for part, y in self.read.items() if not part.endswith(".mlp")}  # fmt: skip

    @cached_property
    def heard(self) -> dict[str, NDArray[np.bool_]]:
        """At which rows what a part writes can reach an answer: [n_texts, n].

        Of an encoder that is all rows; else those that are asked, and those at which a head that is
        heard looks, from the last layer down.
        """
        n_texts, n = next(iter(self.wrote.values())).shape[:2]
        rows = np.ones((n_texts, n), bool)
        if self.machine.speaker is None:
            rows = np.isin(np.arange(n), self.machine.asked) & rows
        found = {}
        for step in reversed(self.machine.settings["steps"]):
            above = rows
            for part in step["parts"]:
                found[part] = above
                if part.split(".")[2] == "heads":
                    rows = rows | ((self.looks[part] > HEARD) & above[..., None]).any(1)
        return found


def drawn_texts(machine: Machine) -> Machine:
    """The machine on texts of drawn tokens, or of its frames in a drawn order."""
    rng, prompts = np.random.default_rng(0), machine.prompts
    if prompts.dtype.kind == "f":
        prompts = rng.permuted(prompts, axis=1)
    else:
        prompts = rng.integers(len(machine.arrays["W_E"]), size=prompts.shape)
    return replace(machine, prompts=prompts)


def roles(case: Case, so: dict[tuple[str, str], bool] | None = None) -> dict[str, Role]:
    """What each part and each table does; `so` are its edges by construction, where known.

    >>> from taotp.interp.ground_truth import MACHINES
    >>> {name: each.role for name, each in roles(MACHINES["induction"]()).items()}
    ... # doctest: +NORMALIZE_WHITESPACE
    {'W_E': 'embeds', 'W_pos': 'embeds', 'layers.0.heads.0': 'goes by place',
     'layers.1.heads.0': 'finds', 'W_U': 'unembeds'}
    """
    so = built(case) if so is None else so
    machine = machine_of(case, MOST_TEXTS)
    own, other = Watched(machine), Watched(drawn_texts(machine))
    model, named = case.model, Names(case.model)
    found = {}
    for table in TABLES:
        sizes = np.abs(getattr(model, table)).max(0)
        found[table] = Role("embeds" if sizes.any() else "rests", writes=named.of(sizes))
    for part in case.parts:
        name = name_of(part)
        role, looks = role_of(part, own, other, so)
        found[name] = replace(named.held(part), role=role, looks=looks)
    end = last_of(case)
    at_end = np.abs(model.unembedding).max(1) if end == "W_U" else speaker_reads(case)
    return {**found, end: Role("unembeds", reads=named.of(at_end))}


def speaker_reads(case: Case) -> Array:
    """How much the cross heads of a speaker read of each column: [d_model]."""
    assert case.speaker is not None
    heads = [head for layer in case.speaker.layers for head in layer.cross]
    read = [np.abs(W).max(1, initial=0.0) for head in heads for W in (head.W_K, head.W_V)]
    size: Array = np.max(read, axis=0)
    return size


def role_of(
    part: Part, own: Watched, other: Watched, so: dict[tuple[str, str], bool]
) -> tuple[str, str]:
    """The role of a part, and where it looks if places decide that."""
    name = name_of(part)
    if rests(name, own, so):
        return "rests", ""
    if part[1] == "mlp":
        moved = moved_by(name, own, so)
        return ("computes" if len(moved) > 1 else "looks up"), ""
    return role_of_head(name, own, other)


def rests(name: str, own: Watched, so: dict[tuple[str, str], bool]) -> bool:
    """Whether a part writes nothing where it is heard, or nothing that can be read."""
    if not any(is_so for (writer, _), is_so in so.items() if writer == name):
        return True
    wrote, heard = np.abs(own.wrote[name]), own.heard[name]
    return bool((wrote <= NOTHING * without_signs(name, own))[heard].all())


def without_signs(name: str, own: Watched) -> Array:
    """What a part would write at most, were all numbers of one sign: [n_texts, n, 1]."""
    arrays, y = own.machine.arrays, np.abs(own.read[name])
    if ".cross." in name:
        assert own.machine.memory is not None
        y = np.abs(own.machine.memory).max(1, keepdims=True)
    elif ".heads." in name:
        causal = own.machine.settings["causal"]
        y = np.maximum.accumulate(y, 1) if causal else y.max(1, keepdims=True)
    first, last = ("W_in", "W_out") if name.endswith(".mlp") else ("W_V", "W_O")
    size = y @ np.abs(arrays[f"{name}.{first}"]) @ np.abs(arrays[f"{name}.{last}"])
    most: Array = size.max(-1, keepdims=True)
    return most


def role_of_head(name: str, own: Watched, other: Watched) -> tuple[str, str]:
    """The role of a head that writes, and where it looks if places decide that."""
    heard = own.heard[name]
    weights = own.looks[name]
    sharp = heard & (weights.max(-1) > HALF)
    if sharp.sum() <= HALF * heard.sum():
        return "averages", ""
    at, drawn = (each.looks[name].argmax(-1) for each in (own, other))
    usual = most_often(at, sharp)
    also = heard & (other.looks[name].max(-1) > HALF)
    if (at == usual)[sharp].mean() >= MOST and also.any() and (drawn == usual)[also].mean() >= MOST:
        back = np.arange(len(usual)) - usual
        itself = ".heads." in name and not (sharp.any(0) & (back != 0)).any()
        return ("stays" if itself else "goes by place"), in_words(back, usual, sharp.sum(0))
    elsewhere = (asked_by_another(name, own).argmax(-1) != at)[sharp]
    return ("finds" if elsewhere.mean() > ELSEWHERE else "chooses"), ""


def most_often(at: Tokens, rows: NDArray[np.bool_]) -> Tokens:
    """Where each position looks most often, of some rows [n_texts, n]: [n], -1 where none is."""
    found = np.full(at.shape[1], -1)
    for i in np.flatnonzero(rows.any(0)):
        found[i] = np.bincount(at[rows[:, i], i]).argmax()
    return found


def in_words(back: Tokens, at: Tokens, counts: Tokens) -> str:
    """How far back most rows look, or at which place, "" where they do not look alike."""
    for words, values in (("{} back", back), ("at place {}", at)):
        known = np.unique(values[counts > 0])
        sums = [counts[values == each].sum() for each in known]
        if max(sums) > HALF * counts.sum():
            return words.format(known[int(np.argmax(sums))])
    return ""


def asked_by_another(name: str, own: Watched) -> Array:
    """The pattern of a head whose queries are those of the next text: [n_texts, n, n_seen]."""
    y, machine = own.read[name], own.machine
    others = seen_by(name, y, machine.memory)
    q = np.roll(linear(machine, y, f"{name}.W_Q", f"{name}.b_Q"), 1, 0)
    k = linear(machine, others, f"{name}.W_K", f"{name}.b_K")
    scores: Array = q @ k.swapaxes(-1, -2)
    if machine.settings["causal"] and others is y:
        scores = np.where(np.tri(y.shape[-2], dtype=bool), scores, -np.inf)
    return scores


def moved_by(name: str, own: Watched, so: dict[tuple[str, str], bool]) -> list[str]:
    """The writers that move what an MLP writes, where their rows are handed over at random."""
    machine, heard = own.machine, own.heard[name]
    writers = [writer for (writer, reader), is_so in so.items() if reader == name and is_so]
    x = own.before[name]
    usual, moved = own.wrote[name], []
    rng = np.random.default_rng(0)
    for writer in writers:
        rows = own.wrote[writer]
        flat = rows.reshape(-1, rows.shape[-1])
        mixed = flat[rng.permutation(len(flat))].reshape(rows.shape)
        y = normalized(machine, x - rows + mixed, own.norms[name])
        change = np.abs(written(machine, name, y) - usual)[heard].max(initial=0.0)
        if change > MOVED * np.abs(usual[heard]).max(initial=0.0):
            moved.append(writer)
    return moved


class Names:
    """The named parts of a stream, and which of them a part reads and writes."""

    def __init__(self, model: Transformer) -> None:
        self.model, self.named = model, named_parts(model)

    def of(self, sizes: Array) -> tuple[str, ...]:
        """The names of the columns of which something is read or written: sizes are [d_model]."""
        on = sizes > SMALL * sizes.max(initial=0.0)
        return tuple(x.name for x in self.named if on[x.start : x.start + x.size].any())

    def held(self, part: Part) -> Role:
        """What a part reads, holds against each other, and writes."""
        of = part_of(self.model, part)
        writes = self.of(np.abs(can_write(self.model, part).rows).max(0))
        if isinstance(of, MLP):
            return Role("", reads=self.of(np.abs(of.W_in).max(1, initial=0.0)), writes=writes)
        cross = isinstance(part[1], str)
        takes = Sums(of.W_V) @ of.W_O
        asked = Sums(of.W_Q) @ of.W_K.T
        reads, asks, answers = (
            self.of(np.where(sums.entries, np.abs(sums.rows), 0.0).max(1, initial=0.0))
            for sums in (takes, asked, Sums(asked.rows.T, asked.sizes.T))
        )
        if cross:  # names of the memory are the encoder's
            return Role("", ("memory",) * bool(reads), asks, ("memory",) * bool(answers), writes)
        return Role("", reads, asks, answers, writes)
