"""Say what a program is: the places of its stream, and its weights as sentences."""

from collections.abc import Iterable, Iterator
from itertools import chain

import numpy as np

from taotp.listing.implied import implied, layer_in_semes, said_for, words_in
from taotp.listing.reading import Listing
from taotp.listing.stacks import Stacks
from taotp_core.arrays import Array
from taotp_core.program import Program, Symbol
from taotp_core.stream import Subspace
from taotp_core.weights import MLP, Head, Layer, Transformer, bias

ROWS = 12  # rows of tokens, and of positions, that are said
SENTENCES = 40  # sentences about layers
TERMS = 6  # of a sum
NOISE = 1e-12  # of the largest weight of a sum: what is left where arithmetic should give 0


def describe(listing: Listing) -> str:
    """The sizes, the parts of the stream, and the weights that are not zero, as sentences.

    What is long is cut short, and says how much more there is. An encoder comes last.
    """
    if listing.stacks is not None:
        return joined(stacks_parts(listing.program, listing.stacks))
    model = listing.program.model
    parts = model_parts(model, listing.program.vocabulary)
    if model.encoder is not None:
        parts.append(["The encoder, into which cross heads look:"])
        parts += model_parts(model.encoder, range(model.encoder.d_vocab))
    return joined(parts)


def joined(parts: Iterable[list[str]]) -> str:
    """Sentences in parts, with an empty line between two."""
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def stacks_parts(program: Program, made: Stacks) -> Iterator[list[str]]:
    """What a machine of semes is, in parts: as its sentences say it, and what is implied."""
    model, symbols = program.model, tuple(program.vocabulary)
    yield [facts(model), *layout(model.subspaces, model.d_model)]
    yield [*implied(made)]
    for stack in reversed(made.stacks):
        if stack is not made.stacks[-1]:
            sees = "" if stack.causal else "; every position sees all others, later ones too"
            yield [f"The encoder, into which the memory leads{sees}:"]
        yield cut([*words_in(made, stack, symbols)], ROWS)
        if stack is made.stacks[-1]:
            yield cut([*said_for(made, symbols)], ROWS)
        layers = (layer_in_semes(i, layer) for i, layer in enumerate(stack.layers))
        yield cut([*chain(*layers)], SENTENCES)


def model_parts(model: Transformer, vocabulary: Iterable[Symbol]) -> list[list[str]]:
    """The sentences on a model in parts: sizes and stream, tokens, positions, logits, layers."""
    names = coordinates(model.subspaces, model.d_model)
    symbols = [*map(repr, vocabulary)]
    tokens = row_sentences("token", symbols, "is", model.W_E, names)
    numbers = map(str, range(model.n_ctx))
    places = row_sentences("position", numbers, "adds", model.W_pos, names)
    said = [] if model.W_U is None else row_sentences(
        "token", symbols, "is said for", model.W_U.T, names
    )  # fmt: skip
    layers = (layer_sentences(f"layer {i}", layer, names) for i, layer in enumerate(model.layers))
    return [
        [facts(model), *layout(model.subspaces, model.d_model)],
        cut(list(tokens), ROWS),
        cut(list(places), ROWS) or ["positions add nothing"],
        cut(list(said), ROWS),
        cut([*chain(*layers)], SENTENCES),
    ]


def facts(model: Transformer) -> str:
    """The sizes of a model and what is said once about all of it."""
    sizes = [counted(model.d_vocab, "token"), counted(model.n_ctx, "position")]
    sizes += [counted(len(model.layers), "layer"), "tied" if model.tied else "untied"]
    said = [f"{', '.join(sizes)}; norms come {model.norms} sub-layers."]
    norms = [model.norm_final, *chain(*((x.norm_attn, x.norm_mlp) for x in model.layers))]
    norms += [layer.norm_cross for layer in model.layers if layer.cross]
    inside = sum(norm is not None and norm.inside for norm in norms)
    if inside:
        some = "all" if inside == len(norms) else f"{inside} of {len(norms)}"
        said.append(f"Epsilon is inside the root of {some} norms.")
    if not model.causal:
        said.append("Every position sees all others, later ones too.")
    if model.rotary is not None:
        angles = ", ".join(f"{angle:.4g}" for angle in model.rotary)
        said.append(f"For each position pairs of queries and keys turn by {angles} radians.")
    if model.shared_keys > 1:
        said.append(f"Of each {model.shared_keys} heads in a row keys and values are the first's.")
    return " ".join(said)


def coordinates(subspaces: Iterable[Subspace], d_model: int) -> list[str]:
    """The name of each number of the stream."""
    names = [f"x.{i + 1}" for i in range(d_model)]
    for place in subspaces:
        for i in range(len(place)):
            names[place.start + i] = place.name if len(place) == 1 else f"{place.name}.{i + 1}"
    return names


def layout(subspaces: Iterable[Subspace], d_model: int) -> Iterator[str]:
    """A line for each part of the stream."""
    yield f"The stream holds {counted(d_model, 'number')} at a position:"
    found = list(subspaces) or [Subspace("x", 0, d_model, d_model)]
    width = max(len(place.name) for place in found) + 2
    for place in found:
        last = place.start + len(place) - 1
        where = f"{place.start}" if len(place) == 1 else f"{place.start} to {last}"
        yield f"  {place.name:{width}}{where}"


def row_sentences(
    what: str, each: Iterable[str], verb: str, table: Array, names: list[str]
) -> Iterator[str]:
    """A sentence for each row that is not zero."""
    for name, row in zip(each, table, strict=True):
        if row.any():
            yield f"{what} {name} {verb} {total(row, names)}"


def layer_sentences(where: str, layer: Layer, names: list[str]) -> Iterator[str]:
    """What the heads, the cross heads and the MLP of a layer do."""
    for number, head in enumerate(layer.heads):
        yield from head_sentences(called(f"{where}, head {number}", head), head, names)
    for number, head in enumerate(layer.cross):
        yield from head_sentences(called(f"{where}, cross head {number}", head), head, names)
    yield from mlp_sentences(where, layer.mlp, names) if layer.mlp else ()


def called(which: str, head: Head) -> str:
    """Which head it is, with its name where it has one."""
    return f"{which} ({head.name})" if head.name else which


def mlp_sentences(where: str, mlp: MLP, names: list[str]) -> Iterator[str]:
    """What the units of an MLP read and write."""
    reads = "reads" if mlp.act == "relu" else f"takes the {mlp.act} of"
    for number in range(len(mlp.b_in)):
        if mlp.W_out[number].any():
            read = total(mlp.W_in[:, number], names, float(mlp.b_in[number]))
            wrote = total(mlp.W_out[number], names)
            if mlp.W_gate is not None:
                b = 0.0 if mlp.b_gate is None else float(mlp.b_gate[number])
                read = f"{read}, times {total(mlp.W_gate[:, number], names, b)},"
            yield f"{where}, unit {number} {reads} {read} and writes {wrote}"
    if mlp.b_out.any():
        yield f"{where} adds {total(mlp.b_out, names)}"


def head_sentences(where: str, head: Head, names: list[str]) -> Iterator[str]:
    """Where a head looks, what it takes and where it puts that, column by column."""
    asked, sought, taken = (
        sums(W, bias(head, b), names)
        for W, b in ((head.W_Q, "b_Q"), (head.W_K, "b_K"), (head.W_V, "b_V"))
    )
    met = [(a, s) for a, s in zip(asked, sought, strict=True) if a and s]
    for ask, seek in met:
        yield f"{where} asks {ask} and looks for {seek}"
    if not met:
        yield f"{where} looks everywhere alike"
    if head.by_distance is not None:
        added = ", ".join(f"{x:.4g}" for x in head.by_distance)
        yield f"{where} adds {added} to the scores of 0, 1, 2 ... positions away"
    for take, wrote in zip(taken, head.W_O, strict=True):
        if take and wrote.any():
            yield f"{where} takes {take} and puts {total(wrote, names)}"
    if head.b_O is not None and head.b_O.any():
        yield f"{where} adds {total(head.b_O, names)}"


def sums(W: Array, b: Array, names: list[str]) -> list[str]:
    """Each column of weights with its bias as a sum, "" where both are zero."""
    return [
        total(column, names, float(x)) if column.any() or x else ""
        for column, x in zip(W.T, b, strict=True)
    ]


def total(row: Array, names: list[str], constant: float = 0.0) -> str:
    """A row of weights as a sum: 35.2 token.1 - token.2."""
    where = np.flatnonzero(np.abs(row) > NOISE * np.abs(row).max(initial=0))
    terms = [term(float(row[i]), names[i]) for i in where[:TERMS]]
    if len(where) > TERMS:
        terms.append(f"+ ... {len(where) - TERMS} more")
    if constant or not terms:
        terms.append(term(constant, ""))
    said = " ".join(terms)
    return said[2:] if said.startswith("+ ") else f"-{said[2:]}"


def term(weight: float, name: str) -> str:
    """One term with its sign; a weight of 1 before a name is not said."""
    size = f"{abs(weight):.4g}"
    if name:
        size = name if size == "1" else f"{size} {name}"
    return f"{'-' if weight < 0 else '+'} {size}"


def cut(lines: list[str], most: int) -> list[str]:
    """So many lines, and how many more there are."""
    more = len(lines) - most
    return lines if more <= 0 else [*lines[:most], f"... and {more} more"]


def counted(n: int, what: str) -> str:
    """How many there are of something."""
    return f"{n} {what}" if n == 1 else f"{n} {what}s"
