"""Machines of which the explainer is asked, each with texts: as they are built, and in disguise."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.random import Generator

from taotp.data import read_and_held_back, trained_induction, trained_letters
from taotp.interp.ground_truth.cases import BOOK, Case, case_of
from taotp.interp.ground_truth.decoys import decoys
from taotp.interp.ground_truth.larger import LARGER, SMALLER
from taotp.interp.ground_truth.witnesses import WITNESSES
from taotp.interp.lanes.comparing import Question
from taotp.interp.lanes.lane import LaneHead
from taotp.interp.lanes.reading import stacks_of
from taotp.programs import Program
from taotp_core.arrays import Array, Inputs
from taotp_core.equivalences import norms_in_use, turned
from taotp_core.transformer import encode, forward
from taotp_core.weights import Layer, Transformer, random_transformer, unnamed

BUILT = BOOK | SMALLER | LARGER
TEXTS = 4  # of each machine: one that is explained, and others
LETTERS = 32  # of a text


@dataclass(frozen=True, eq=False)
class Subject:
    """A machine, texts in its tokens, and what its encoder reads for each, where it has one."""

    name: str
    program: Program
    texts: Sequence[Inputs]
    read: Sequence[Inputs] = ()

    def heads(self, text: int = 0) -> list[tuple[LaneHead, Question]]:
        """What is told of each head on a text, and all that it asks and answers with."""
        read = self.read[text] if len(self.read) else np.array([], int)
        tokens = self.texts[text].astype(int)
        stacks = stacks_of(self.program, tokens, read, self.program.vocabulary)
        return [pair for each in stacks for pair in zip(each.heads, each.questions, strict=True)]


def as_built(name: str) -> Subject:
    """A machine of the benchmark that was built, with the names of its parts."""
    program, prompts, steps = BUILT[name]()
    read: list[Any] = []
    if program.model.encoder is not None:
        source = program.source or program.read
        read = [np.asarray(source(prompt)) for prompt in prompts[:TEXTS]]
    return Subject(name, program, [*case_of(name, program, prompts, steps).prompts[:TEXTS]], read)


def without_names(of: Subject) -> Subject:
    """The same without names of the stream's parts and of heads."""
    return with_model(of, nameless(of.program.model))


def in_other_columns(of: Subject, rng: Generator) -> Subject:
    """The same, nameless, whose stream is turned by a drawn orthonormal matrix.

    Where some norm takes the mean away the matrix keeps the direction (1, ..., 1), which such a
    norm removes. Raises ValueError for a norm with a gamma or a beta, which stand in columns.
    """
    model = nameless(of.program.model)
    norms = [norm for _, norm in norms_in_use(model) if norm]
    if any(norm.gamma is not None or norm.beta is not None for norm in norms):
        raise ValueError(f"{of.name} has a norm with a gamma or a beta; it must have neither")
    centered = any(norm.centered for norm in norms)
    return with_model(of, turned(model, orthonormal(model.d_model, rng, centered)))


def in_columns(program: Program, columns: str) -> Program:
    """A program "as built", or "turned": without names, and with its stream turned."""
    if columns == "as built":
        return program
    return in_other_columns(Subject("", program, []), np.random.default_rng(0)).program


def orthonormal(size: int, rng: Generator, keeps_ones: bool) -> Array:
    """A drawn orthonormal matrix [size, size], one that keeps the direction (1, ..., 1) or any."""
    if not keeps_ones:
        return np.asarray(np.linalg.qr(rng.normal(size=(size, size)))[0])
    first = np.column_stack([np.ones(size), rng.normal(size=(size, size - 1))])
    basis = np.linalg.qr(first)[0]  # its first column points along the ones
    within = np.eye(size)
    within[1:, 1:] = np.linalg.qr(rng.normal(size=(size - 1, size - 1)))[0]
    found: Array = basis @ within @ basis.T
    return found


def answers_alike(one: Subject, other: Subject) -> bool:
    """Whether two machines say the same after each of their texts."""
    return said_after(one) == said_after(other)


def said_after(of: Subject) -> list[int]:
    """The likeliest token after each text."""
    model, found = of.program.model, []
    for i, text in enumerate(of.texts):
        memory = encode(model, of.read[i]) if len(of.read) else None
        found.append(int(forward(model, text, keep=1, memory=memory)[-1].argmax()))
    return found


def with_decoys(name: str) -> Iterator[tuple[str, Subject]]:
    """A program of the book with each kind of decoy beside its first head."""
    of = as_built(name)
    for kind, case in decoys(case_of(name, *BUILT[name]())).items():
        made = with_model(of, case.model)
        yield kind, replace(made, texts=[*case.prompts[:TEXTS]])


def made_to_fool(name: str) -> Subject:
    """A machine that was made to fool a tool."""
    return of_case(WITNESSES[name]())


def of_case(case: Case) -> Subject:
    """A case without a program, whose tokens are called by their numbers."""
    program = Program(case.model, [str(i) for i in range(case.model.d_vocab)])
    return Subject(case.name, program, [*case.prompts[:TEXTS]])


def said_twice(model: Transformer, name: str) -> Subject:
    """A machine that was trained on texts said twice, on such texts."""
    rng, half = np.random.default_rng(0), model.n_ctx // 2
    once = [rng.permutation(model.d_vocab)[:half] for _ in range(TEXTS)]
    return Subject(name, replace(trained_induction(), model=model),
                   [np.tile(each, 2) for each in once])  # fmt: skip


def trained_on_the_play() -> Subject:
    """The machine that was trained on the play, on pieces of what was held back."""
    program, (_, text) = trained_letters(), read_and_held_back()
    pieces = [text[LETTERS * i : LETTERS * (i + 1)] for i in range(TEXTS)]
    texts = [np.array([program.places[letter] for letter in piece]) for piece in pieces]
    return Subject("letters of the play", program, texts)


def drawn(seed: int) -> Subject:
    """A machine whose weights are drawn."""
    rng, model = np.random.default_rng(seed), random_transformer(seed, d_vocab=8, n_ctx=10)
    texts = rng.integers(model.d_vocab, size=(TEXTS, model.n_ctx))
    return Subject(f"seed {seed}", Program(model, [*"abcdefgh"]), list(texts))


def with_model(of: Subject, model: Transformer) -> Subject:
    """Another machine in the same program, on the same texts."""
    return replace(of, program=replace(of.program, model=model))


def nameless(model: Transformer) -> Transformer:
    """A model without names of columns and of heads."""
    plain = unnamed(model)
    encoder = plain.encoder and nameless(plain.encoder)
    return replace(plain, encoder=encoder, layers=[without_heads_names(x) for x in plain.layers])


def without_heads_names(layer: Layer) -> Layer:
    """A layer whose heads have no names."""
    heads = [replace(head, name="") for head in layer.heads]
    return replace(layer, heads=heads, cross=[replace(head, name="") for head in layer.cross])
