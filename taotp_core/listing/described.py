"""Say what a program is: the places of its stream, and its weights as sentences."""

from collections.abc import Iterable, Iterator

import numpy as np

from taotp_core.arrays import Array
from taotp_core.listing.reading import Listing
from taotp_core.stream import Subspace
from taotp_core.weights import MLP, Head

ROWS = 12  # rows of tokens, and of positions, that are said
SENTENCES = 40  # sentences about layers
TERMS = 6  # of a sum
NOISE = 1e-12  # of the largest weight of a sum: what is left where arithmetic should give 0


def describe(listing: Listing) -> str:
    """The sizes, the places of the stream, and the weights that are not zero, as sentences.

    What is long is cut short, and says how much more there is.
    """
    program, model = listing.program, listing.program.model
    names = coordinates(listing.subspaces, model.d_model)
    tied = "tied" if model.tied else "untied"
    sizes = (
        f"{counted(model.d_vocab, 'token')}, {counted(model.n_ctx, 'position')}, "
        f"{counted(len(model.layers), 'layer')}, {tied}; norms come {model.norms} sub-layers."
    )
    tokens = rows("token", map(repr, program.vocabulary), "is", model.W_E, names)
    places = rows("position", map(str, range(model.n_ctx)), "adds", model.W_pos, names)
    unembedding = [] if model.W_U is None else list(
        rows("token", map(repr, program.vocabulary), "is said for", model.W_U.T, names)
    )  # fmt: skip
    layers = [
        sentence
        for number, layer in enumerate(model.layers)
        for sentence in sentences_of(f"layer {number}", layer.heads, layer.mlp, names)
    ]
    parts = [
        [sizes, *layout(listing.subspaces, model.d_model)],
        cut(list(tokens), ROWS),
        cut(list(places), ROWS) or ["positions add nothing"],
        cut(unembedding, ROWS),
        cut(layers, SENTENCES),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part) + "\n"


def coordinates(subspaces: Iterable[Subspace], d_model: int) -> list[str]:
    """The name of each number of the stream; parts come after the whole and name it anew."""
    names = [f"x.{i + 1}" for i in range(d_model)]
    for place in subspaces:
        for i in range(len(place)):
            names[place.start + i] = place.name if len(place) == 1 else f"{place.name}.{i + 1}"
    return names


def layout(subspaces: Iterable[Subspace], d_model: int) -> Iterator[str]:
    """A line for each place of the stream."""
    yield f"The stream holds {counted(d_model, 'number')} at a position:"
    found = list(subspaces) or [Subspace("x", 0, d_model, d_model)]
    labels = ["  " * place.name.count(".") + place.name for place in found]
    width = max(map(len, labels)) + 2
    for place, label in zip(found, labels, strict=True):
        last = place.start + len(place) - 1
        where = f"{place.start}" if len(place) == 1 else f"{place.start} to {last}"
        yield f"  {label:{width}}{where}"


def rows(
    what: str, each: Iterable[str], verb: str, table: Array, names: list[str]
) -> Iterator[str]:
    """A sentence for each row that is not zero."""
    for name, row in zip(each, table, strict=True):
        if row.any():
            yield f"{what} {name} {verb} {total(row, names)}"


def sentences_of(
    where: str, heads: Iterable[Head], mlp: MLP | None, names: list[str]
) -> Iterator[str]:
    """What the heads and the MLP of a layer do."""
    for number, head in enumerate(heads):
        yield from head_sentences(f"{where}, head {number}", head, names)
    if mlp is None:
        return
    for number in range(len(mlp.b_in)):
        if mlp.W_out[number].any():
            read = total(mlp.W_in[:, number], names, float(mlp.b_in[number]))
            wrote = total(mlp.W_out[number], names)
            yield f"{where}, unit {number} reads {read} and writes {wrote}"
    if mlp.b_out.any():
        yield f"{where} adds {total(mlp.b_out, names)}"


def head_sentences(where: str, head: Head, names: list[str]) -> Iterator[str]:
    """Where a head looks, what it takes and where it puts that, column by column."""
    met = [i for i in range(head.W_Q.shape[1]) if head.W_Q[:, i].any() and head.W_K[:, i].any()]
    for i in met:
        asked, sought = total(head.W_Q[:, i], names), total(head.W_K[:, i], names)
        yield f"{where} asks {asked} and looks for {sought}"
    if not met:
        yield f"{where} looks everywhere alike"
    for i in range(head.W_V.shape[1]):
        if head.W_V[:, i].any() and head.W_O[i].any():
            taken, put = total(head.W_V[:, i], names), total(head.W_O[i], names)
            yield f"{where} takes {taken} and puts {put}"


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
