"""What a program is, as a table for a notebook: its sizes, its symbols, and each of its layers."""

import html
from collections.abc import Iterator

from taotp.figures.tables import table_of
from taotp_core.program import Program, shown
from taotp_core.weights import Layer, Transformer, named_arrays

MOST_SYMBOLS = 40  # that are listed, as in an error
UNNAMED = "no name"


def summary(program: Program) -> str:
    """A program as HTML: what a reader may type, and what each layer has.

    >>> from taotp.programs import search
    >>> "looks 1 back" in summary(search("abcdr", 10, 2))
    True
    """
    model = program.model
    numbers = sum(W.size for W in named_arrays(model).values())
    title = (
        f"{type(program).__name__}: {model.d_vocab:,} symbols, {model.n_ctx:,} positions, "
        f"d_model {model.d_model:,}, {numbers:,} numbers"
    )
    rows = {"reads": [symbols(program), ""]}
    if model.encoder:
        rows |= dict(layers(model.encoder, "encoder, "))
    rows |= dict(layers(model, ""))
    return table_of(rows, ["", "heads", "units"], title)


def symbols(program: Program) -> str:
    """What a reader may type, as HTML."""
    listed = " ".join(map(shown, program.typed[:MOST_SYMBOLS]))
    more = len(program.typed) - MOST_SYMBOLS
    return html.escape(listed) + (f" and {more:,} more" if more > 0 else "")


def layers(model: Transformer, of: str) -> Iterator[tuple[str, list[str]]]:
    """Each layer of a stack: its name, the names of its heads, and how many units it has."""
    for number, layer in enumerate(model.layers):
        units = layer.mlp.sizes["d_mlp"] if layer.mlp else 0
        yield f"{of}layer {number}", [heads(layer), f"{units:,}"]


def heads(layer: Layer) -> str:
    """The heads of a layer by their names, those without by their number, as HTML."""
    own = [head.name or UNNAMED for head in layer.heads]
    cross = [f"{head.name or UNNAMED} (looks at what was read)" for head in layer.cross]
    return html.escape("; ".join([*own, *cross]))
