"""Write any program as a listing of level one."""

from collections.abc import Iterator, Sequence

import numpy as np

from taotp_core.arrays import Array
from taotp_core.programs.program import Program, Symbol
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Norm, Transformer

WIDTH = 96  # characters of a line; a matrix that does not fit has a line for each row
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


def write(program: Program | Transformer, *, digits: int | None = None) -> str:
    """The listing of a program, exact to the last bit, or rounded to so many decimals.

    What is all zero, or the default, is left out or said by its size. A program's `fault` is code
    and is lost. Raises ValueError for symbols that are neither strings nor whole numbers.
    """
    model = program if isinstance(program, Transformer) else program.model
    entries = [("tok_emb", matrix(model.W_E, digits))]
    if isinstance(program, Program):
        entries = [*names(program), *entries]
    if idle(model.W_pos):
        entries.append(("block_size", str(model.n_ctx)))
    else:
        entries.append(("pos_emb", matrix(model.W_pos, digits)))
    if model.W_U is not None:
        entries.append(("out_emb", matrix(model.W_U.T, digits)))
    if model.layers:
        layers = [in_object(layer_entries(layer, digits)) for layer in model.layers]
        entries.append(("layers", in_list(layers)))
    entries += norm_entries("lnf", model.norm_final, digits)
    if model.norms != "before":
        entries.append(("norms", string(model.norms)))
    return in_object(entries) + "\n"


def names(program: Program) -> Iterator[tuple[str, str]]:
    """The keys of a program that its model does not have."""
    symbols = list(program.vocabulary)
    if symbols != list(range(len(symbols))) or not all(type(x) is int for x in symbols):
        letters = all(isinstance(x, str) and len(x) == 1 for x in symbols)
        text = string("".join(map(str, symbols))) if letters else in_lines(map(written, symbols))
        yield "vocabulary", text
    for key in ("start", "stop", "after"):
        if getattr(program, key) is not None:
            yield key, written(getattr(program, key))
    if program.steps is not None:
        yield "steps", str(program.steps)
    if program.slide:
        yield "slide", "true"


def written(symbol: Symbol) -> str:
    """A symbol as a string in quotes or as a number; ValueError for any other."""
    if isinstance(symbol, str):
        return string(symbol)
    if isinstance(symbol, int) and not isinstance(symbol, bool) and abs(symbol) < 2**53:
        return str(symbol)
    raise ValueError(f"the symbol {symbol!r} cannot be written; it must be a string or an int")


def string(text: str) -> str:
    """A string in quotes."""
    inside = "".join(ESCAPES.get(char) or escaped(char) for char in text)
    return f'"{inside}"'


def escaped(char: str) -> str:
    """A character, or its code where it is a control character."""
    return f"\\u{ord(char):04x}" if ord(char) < 32 else char


def layer_entries(layer: Layer, digits: int | None) -> Iterator[tuple[str, str]]:
    """The keys of a layer."""
    if layer.heads:
        for key in ("Q", "K", "V", "P"):
            yield key, in_list([matrix(array, digits) for array in one_of_each(layer.heads, key)])
    yield from mlp_entries(layer.mlp, digits) if layer.mlp else ()
    yield from norm_entries("ln1", layer.norm_attn, digits)
    yield from norm_entries("ln2", layer.norm_mlp, digits)


def one_of_each(heads: Sequence[Head], key: str) -> list[Array]:
    """The same matrix of each head, by the main source's name of it."""
    return [{"Q": h.W_Q, "K": h.W_K, "V": h.W_V, "P": h.W_O.T}[key] for h in heads]


def mlp_entries(mlp: MLP, digits: int | None) -> Iterator[tuple[str, str]]:
    """The keys of an MLP; a bias of zeros is left out."""
    yield "M1", matrix(mlp.W_in, digits)
    if not idle(mlp.b_in):
        yield "b1", row(mlp.b_in, digits)
    yield "M2", matrix(mlp.W_out, digits)
    if not idle(mlp.b_out):
        yield "b2", row(mlp.b_out, digits)


def norm_entries(key: str, norm: Norm | None, digits: int | None) -> Iterator[tuple[str, str]]:
    """A norm under its key, unless it is the plain LayerNorm."""
    if norm is None:
        yield key, "null"
        return
    entries = [] if norm.gamma is None else [("gamma", vector(norm.gamma, digits))]
    if norm.beta is not None:
        entries.append(("beta", vector(norm.beta, digits)))
    if norm.eps != LAYER_NORM.eps:
        entries.append(("eps", number(norm.eps)))
    if not norm.centered:
        entries.append(("center", "false"))
    if entries:
        inside = ", ".join(f'"{name}": {text}' for name, text in entries)
        yield key, f"{{{inside}}}"


def idle(array: Array) -> bool:
    """Whether all numbers are 0, and none is -0."""
    return not array.any() and not np.signbit(array).any()


def matrix(array: Array, digits: int | None) -> str:
    """The rows of a matrix [n, m], or its size where it is zero or empty."""
    if idle(array):
        return f'{{"zeros": [{array.shape[0]}, {array.shape[1]}]}}'
    rows = [row(numbers, digits) for numbers in array]
    return in_list(rows) if len(rows) > 1 else f"[{rows[0]}]"


def vector(array: Array, digits: int | None) -> str:
    """Numbers [n], or how many they are where all are 0."""
    return f'{{"zeros": [{array.shape[0]}]}}' if idle(array) else row(array, digits)


def row(array: Array, digits: int | None) -> str:
    """Numbers [n] as a list."""
    if digits is not None:
        array = np.round(array, digits) + 0.0
    return f"[{', '.join(map(number, array.tolist()))}]"


def number(x: float) -> str:
    """A number in as few digits as it takes to read the same bits again."""
    text = repr(x)
    return text.removesuffix(".0") if x else text.removesuffix(".0") or text


def in_list(items: list[str]) -> str:
    """Items in brackets: in one line, or one in each where that is too long."""
    line = f"[{', '.join(items)}]"
    if len(line) <= WIDTH and "\n" not in line:
        return line
    return "[\n" + "".join(f"{indented(item)},\n" for item in items) + "]"


def in_lines(items: Iterator[str]) -> str:
    """Items in brackets, as many in a line as fit."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 6 > WIDTH:
            lines.append("")
        lines[-1] += f"{' ' * bool(lines[-1])}{item},"
    if len(lines) == 1:
        return f"[{lines[0].removesuffix(',')}]"
    return "[\n" + "".join(f"{indented(line)}\n" for line in lines) + "]"


def in_object(entries: list[tuple[str, str]] | Iterator[tuple[str, str]]) -> str:
    """Entries in braces, each in lines of its own."""
    return "{\n" + "".join(indented(f'"{key}": {text},') + "\n" for key, text in entries) + "}"


def indented(text: str) -> str:
    """The text with four spaces before each line."""
    return "    " + text.replace("\n", "\n    ")
