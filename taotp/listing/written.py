"""Write any program as a listing of level one."""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from taotp.listing.language import KEYS, LANGUAGE
from taotp.words.cutting import Words
from taotp_core.arrays import Array, declared_axes
from taotp_core.program import Program, Symbol
from taotp_core.stream import Subspace
from taotp_core.weights import BIASES, LAYER_NORM, MLP, Head, Layer, Norm, Transformer

WIDTH = 96  # characters of a line; a matrix that does not fit has a line for each row
LARGE = 100_000  # numbers of a matrix, of which zeros are not written
MOST_DIGITS = 100  # decimals; rounding to more would pass through what no float64 holds
SPARSE = 8  # where fewer than one in so many is not 0
HEAD_KEYS = {name: LANGUAGE["libraryNames"][name] for name in declared_axes(Head)}
ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}


Entry = tuple[str, str]  # a key, and the text of what it is given


def write(program: Program | Transformer, *, digits: int | None = None) -> str:
    """The listing of a program, exact to the last bit, or rounded to so many decimals.

    What is all zero, or the default, is left out or said by its size. A program's `fault` is code
    and is lost, as is what cuts texts into anything but words. Raises ValueError for symbols that
    are neither strings nor whole numbers, and for more decimals than a float64 has.
    """
    model = program if isinstance(program, Transformer) else program.model
    if digits is not None and not 0 <= digits <= MOST_DIGITS:
        raise ValueError(f"digits is {digits}; it must be from 0 to {MOST_DIGITS}")
    entries = [*model_entries(model, digits)]
    if isinstance(program, Program):
        entries = [*program_entries(program), *entries]
    return in_object(entries) + "\n"


def program_entries(program: Program) -> Iterator[Entry]:
    """The keys of a program that its model does not have."""
    symbols = list(program.vocabulary)
    if symbols != list(range(len(symbols))) or not all(type(x) is int for x in symbols):
        if all(isinstance(x, str) and len(x) == 1 for x in symbols):
            yield "vocabulary", string_text("".join(map(str, symbols)))
        else:
            yield "vocabulary", in_lines(map(symbol_text, symbols))
    for key in KEYS["sentinel"]:
        if getattr(program, key) is not None:
            yield key, symbol_text(getattr(program, key))
    if program.steps is not None:
        yield "steps", str(program.steps)
    if program.slide:
        yield "slide", "true"
    if type(program.pieces) is Words:
        yield "words", in_lines(map(string_text, program.pieces.known))
        for key, mark in LANGUAGE["phrases"].items():
            if found := getattr(program.pieces, key):
                yield key, in_object([(x, string_text(mark.join(y))) for x, y in found.items()])


def model_entries(model: Transformer, digits: int | None) -> Iterator[Entry]:
    """The keys of a model, and those of its encoder under one of them."""
    yield "tok_emb", matrix_text(model.W_E, digits)
    if idle(model.W_pos):
        yield "block_size", str(model.n_ctx)
    else:
        yield "pos_emb", matrix_text(model.W_pos, digits)
    if model.W_U is not None:
        yield "out_emb", matrix_text(model.W_U.T, digits)
    if model.layers:
        yield "layers", in_list([in_object(layer_entries(each, digits)) for each in model.layers])
    yield from norm_entries("lnf", model.norm_final, digits)
    if model.norms != "before":
        yield "norms", string_text(model.norms)
    if not model.causal:
        yield "causal", "false"
    if model.encoder is not None:
        yield "encoder", in_object(model_entries(model.encoder, digits))
    if model.rotary is not None:
        yield "rotary", vector_text(model.rotary, digits)
    if model.shared_keys != 1:
        yield "shared", str(model.shared_keys)
    if model.subspaces:
        yield "stream", in_lines(map(part_text, model.subspaces))


def part_text(part: Subspace) -> str:
    """A named part of the stream: where it starts, how long it is, and whether it is hidden."""
    hidden = ', "hidden"' if part.hidden else ""
    return f"[{string_text(part.name)}, {part.start}, {part.size}{hidden}]"


def layer_entries(layer: Layer, digits: int | None) -> Iterator[Entry]:
    """The keys of a layer."""
    yield from head_entries(layer.heads, digits)
    yield from mlp_entries(layer.mlp, digits) if layer.mlp else ()
    yield from norm_entries("ln1", layer.norm_attn, digits)
    yield from norm_entries("ln2", layer.norm_mlp, digits)
    if layer.cross:
        yield "cross", in_object(head_entries(layer.cross, digits))
    yield from norm_entries("lnc", layer.norm_cross, digits)


def head_entries(heads: Sequence[Head], digits: int | None) -> Iterator[Entry]:
    """The keys of heads, each a list with one item a head; what no head has is left out."""
    for name, key in HEAD_KEYS.items():
        arrays = [getattr(head, name) for head in heads]
        if name in (*BIASES, "by_distance"):
            if any(b is not None for b in arrays):
                yield (
                    key,
                    in_list(["null" if b is None else vector_text(b, digits) for b in arrays]),
                )
        elif heads:
            turned = [W.T if key == "P" else W for W in arrays]
            yield key, in_list([matrix_text(W, digits) for W in turned])
    if any(head.name for head in heads):
        yield "names", in_list([string_text(head.name) for head in heads])


def mlp_entries(mlp: MLP, digits: int | None) -> Iterator[Entry]:
    """The keys of an MLP; a bias of zeros is left out."""
    yield "M1", matrix_text(mlp.W_in, digits)
    if not idle(mlp.b_in):
        yield "b1", row_text(mlp.b_in, digits)
    yield "M2", matrix_text(mlp.W_out, digits)
    if not idle(mlp.b_out):
        yield "b2", row_text(mlp.b_out, digits)
    if mlp.W_gate is not None:
        yield "M3", matrix_text(mlp.W_gate, digits)
    if mlp.b_gate is not None:
        yield "b3", vector_text(mlp.b_gate, digits)
    if mlp.act != "relu":
        yield "act", string_text(mlp.act)


def norm_entries(key: str, norm: Norm | None, digits: int | None) -> Iterator[Entry]:
    """A norm under its key, unless it is the plain LayerNorm."""
    if norm is None:
        yield key, "null"
        return
    entries = [] if norm.gamma is None else [("gamma", vector_text(norm.gamma, digits))]
    if norm.beta is not None:
        entries.append(("beta", vector_text(norm.beta, digits)))
    if norm.eps != LAYER_NORM.eps:
        entries.append(("eps", number_text(norm.eps)))
    if not norm.centered:
        entries.append(("center", "false"))
    if norm.inside:
        entries.append(("inside", "true"))
    if entries:
        inside = ", ".join(f'"{name}": {text}' for name, text in entries)
        yield key, f"{{{inside}}}"


def symbol_text(symbol: Symbol) -> str:
    """A symbol as a string in quotes or as a number; ValueError for any other."""
    if isinstance(symbol, str):
        return string_text(symbol)
    if isinstance(symbol, int) and not isinstance(symbol, bool) and abs(symbol) < 2**53:
        return str(symbol)
    raise ValueError(f"the symbol {symbol!r} cannot be written; it must be a string or an int")


def string_text(text: str) -> str:
    """A string in quotes."""
    inside = "".join(ESCAPES.get(char) or escaped(char) for char in text)
    return f'"{inside}"'


def escaped(char: str) -> str:
    """A character, or its code where it is a control character."""
    return f"\\u{ord(char):04x}" if ord(char) < 32 else char


def idle(array: Array) -> bool:
    """Whether all numbers are 0, and none is -0."""
    return not array.any() and not np.signbit(array).any()


def matrix_text(array: Array, digits: int | None) -> str:
    """The rows of a matrix [n, m], or its size where it is zero or empty."""
    if idle(array):
        return f'{{"zeros": [{array.shape[0]}, {array.shape[1]}]}}'
    if is_sparse(array):
        return sparse_text(array, digits)
    rows = [row_text(numbers, digits) for numbers in array]
    return in_list(rows) if len(rows) > 1 else f"[{rows[0]}]"


def is_sparse(array: Array) -> bool:
    """Whether a matrix is so large, and so much of it 0, that only the rest is written."""
    return array.size >= LARGE and int(np.count_nonzero(array)) * SPARSE < array.size


def sparse_text(array: Array, digits: int | None) -> str:
    """The size of a matrix, and each number that is not 0 behind its place."""
    array = array if digits is None else np.round(array, digits) + 0.0
    rows, columns = np.nonzero((array != 0) | np.signbit(array))
    values = zip(rows.tolist(), columns.tolist(), array[rows, columns].tolist(), strict=True)
    but = in_lines(f"[{i}, {j}, {number_text(x)}]" for i, j, x in values)
    return f'{{"zeros": [{array.shape[0]}, {array.shape[1]}], "but": {but}}}'


def vector_text(array: Array, digits: int | None) -> str:
    """Numbers [n], or how many they are where all are 0."""
    return f'{{"zeros": [{array.shape[0]}]}}' if idle(array) else row_text(array, digits)


def row_text(array: Array, digits: int | None) -> str:
    """Numbers [n] as a list."""
    if digits is not None:
        array = np.round(array, digits) + 0.0
    return f"[{', '.join(map(number_text, array.tolist()))}]"


def number_text(x: float) -> str:
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


def in_object(entries: Iterable[Entry]) -> str:
    """Entries in braces, each in lines of its own."""
    lines = (indented(f"{string_text(key)}: {text},") for key, text in entries)
    return "{\n" + "".join(f"{line}\n" for line in lines) + "}"


def indented(text: str) -> str:
    """The text with four spaces before each line."""
    return "    " + text.replace("\n", "\n    ")
