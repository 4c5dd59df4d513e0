"""Level one: a literal of nested lists, with the main source's names, as a program.

Main source, chapter 8. Every size is known before an array of it is made.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from taotp.listing.faults import (
    MOST,
    Misread,
    line_of,
    listed,
    quoted,
    shown_symbol,
    suggestion,
    too_many_of,
)
from taotp.listing.language import AXES, KEYS, LANGUAGE, LIMITS
from taotp.listing.literal import (
    MOST_NUMBERS,
    Constant,
    Entry,
    List,
    Literal,
    Node,
    Number,
    Object,
    String,
    element,
    too_many,
)
from taotp.words.cutting import Words
from taotp_core.arrays import Array
from taotp_core.program import Program, Symbol
from taotp_core.stream import Subspace
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Norm, Transformer, fault_of_name

HEAD_KEYS = KEYS["head"] + KEYS["headBias"] + KEYS["headName"]
OWN_HEAD_KEYS = HEAD_KEYS + KEYS["headFar"]  # of heads that look into their own text
SHARED = {"K": "W_K", "V": "W_V", "bK": "b_K", "bV": "b_V"}
ONE = {
    key: one
    for one, of in (
        *(("matrix", "head"), ("vector", "headBias"), ("vector", "headFar")),
        ("name", "headName"),
    )
    for key in KEYS[of]
}
ENCODER_KEYS = tuple(key for key in KEYS["model"] if key != "encoder")
ENCODER_LAYER_KEYS = tuple(key for key in KEYS["layer"] if key != "cross")
IN_ENCODER = " of encoder"
PLURALS = {"matrix": "matrices", "vector": "vectors", "name": "names"}
PART = '["name", start, size]'
PHRASES = {"spelled": "says how words are read", "kin": "says which words are near"}
HIDDEN = '"hidden"'
LIBRARY_NAMES: dict[str, str] = LANGUAGE["libraryNames"]

Sizes = dict[str, tuple[int, str]]
Place = tuple[int, int]


def read_nested(text: str) -> tuple[Program | None, bool, list[Misread]]:
    """The program, whether it names its symbols, and all faults; None where there are some."""
    literal = Literal(text)
    node = literal.read()
    if literal.wrongs or not isinstance(node, Object):
        return None, False, literal.wrongs
    reading = Reading(text, literal.numbers)
    try:
        program = reading.program(node)
    except Misread:
        program = None
    return program, "vocabulary" in keys_of(node), reading.wrongs


def keys_of(node: Object) -> dict[str, Entry]:
    """The entries of an object by their keys, the first where a key is doubled."""
    return {entry.key: entry for entry in reversed(node.entries)}


def kind(node: Node) -> str:
    """What a value is, as a message says it."""
    if isinstance(node, Constant):
        return {None: "null", True: "true", False: "false"}[node.value]
    names = {Number: "a number", String: "a string", List: "a list", Object: "an object"}
    return names[type(node)]


def by(sizes: Iterable[int | str]) -> str:
    """Sizes or names of axes: 3 x 4."""
    return " x ".join(map(str, sizes))


class Reading:
    """Makes a program of a literal; `wrongs` gathers what is wrong with it."""

    def __init__(self, text: str, numbers: int) -> None:
        self.text = text
        self.numbers = numbers
        self.heads_of_all = 0
        self.wrongs: list[Misread] = []

    def fault(self, place: Place, message: str) -> None:
        """Note a fault; raises the last where there are too many."""
        self.wrongs.append(Misread(*place, message))
        if len(self.wrongs) >= MOST:
            raise self.wrongs[-1]

    def entries(self, node: Object, known: tuple[str, ...], owner: str) -> dict[str, Entry]:
        """The entries of an object by key; unknown and doubled keys are faults."""
        first = keys_of(node)
        for entry in node.entries:
            if entry.key not in known:
                meant = suggestion(entry.key, known)
                if LIBRARY_NAMES.get(entry.key) in known:
                    meant = f"; did you mean '{LIBRARY_NAMES[entry.key]}'?"
                message = f"{quoted(entry.key)} is not a key of {owner}, which may have "
                self.fault((entry.start, entry.end), message + listed(known) + meant)
            elif first[entry.key] is not entry:
                line = line_of(self.text, first[entry.key].start)
                message = f"{quoted(entry.key)} is here twice; it is first in line {line}"
                self.fault((entry.start, entry.end), message)
        return {key: entry for key, entry in first.items() if key in known}

    def program(self, node: Object) -> Program | None:
        """The whole program, None where something is wrong."""
        keys = self.entries(node, KEYS["model"] + KEYS["program"], "a listing")
        sizes: Sizes = {}
        model = self.model(node, keys, sizes)
        symbols = self.symbols(keys, sizes)
        ends: dict[str, Any] = {key: self.sentinel(keys, key, symbols) for key in KEYS["sentinel"]}
        if "opening" in keys and "encoder" not in keys:
            place = keys["opening"].start, keys["opening"].end
            self.fault(place, "there is an opening, but no encoder to read it")
        steps = self.whole(keys["steps"].value, "steps", 1) if "steps" in keys else None
        slide = self.true_or_false(keys, "slide", "slide", default=False)
        pieces = self.words(keys, symbols, ends)
        if self.wrongs or model is None or symbols is None:
            return None
        return Program(model, symbols, **ends, steps=steps, slide=slide, pieces=pieces)

    def model(
        self, node: Object, keys: dict[str, Entry], sizes: Sizes, where: str = ""
    ) -> Transformer | None:
        """The model of a listing, or of its encoder; None where something is wrong."""
        W_E = self.array(keys, "tok_emb", where, sizes)
        complete = not self.wrongs  # a key that is missing may be one that is misspelled
        if "tok_emb" not in keys and complete:
            message = f"there is no 'tok_emb'{where}: the rows of the tokens, d_vocab x d_model"
            self.fault((node.start, node.start + 1), message)
        W_pos = self.positions(node, keys, sizes, where)
        out_emb = self.array(keys, "out_emb", where, sizes)
        for axis in ("d_vocab", "d_model", "n_ctx"):
            size, source = sizes.get(axis, (1, ""))
            key = source.removesuffix(where)
            if size == 0 and key in keys:
                message = f"{axis} is 0 in {source}; it must be at least 1"
                self.fault((keys[key].start, keys[key].end), message)
        layers = self.layers(keys["layers"].value, sizes, where) if "layers" in keys else []
        norm_final = self.norm(keys, "lnf", where, sizes)
        norms = self.choice(keys, "norms", where, ("before", "after"))
        causal = self.true_or_false(keys, "causal", f"causal{where}", default=True)
        encoder = self.encoder(keys["encoder"].value, sizes) if "encoder" in keys else None
        rotary = self.array(keys, "rotary", where, sizes)
        shared = self.whole(keys["shared"].value, f"shared{where}", 1) if "shared" in keys else 1
        named = self.stream(keys["stream"].value, sizes, where) if "stream" in keys else []
        for number, layer in enumerate(layers if not self.wrongs else ()):
            self.paired(keys, layer, f"layer {number}{where}")
            self.grouped(keys, layer, shared or 1, f"layer {number}{where}")
        if self.wrongs or W_E is None or W_pos is None:
            return None
        W_U = None if out_emb is None else out_emb.T
        return Transformer(
            W_E, W_pos, layers, norm_final, W_U, "after" if norms == "after" else "before",
            causal, encoder, rotary, shared or 1, subspaces=named,
        )  # fmt: skip

    def stream(self, node: Node, sizes: Sizes, where: str) -> list[Subspace]:
        """The named parts of the stream, as far as nothing is wrong with them."""
        if not isinstance(node, List) or node.numbers:
            found = "a list of numbers" if isinstance(node, List) else kind(node)
            message = f"stream{where} is {found}; it must be a list of {PART}, one for each part"
            self.fault((node.start, node.end), message)
            return []
        d_model = sizes["d_model"][0] if "d_model" in sizes else None
        parts: list[tuple[Subspace, int]] = []
        names: set[str] = set()
        for i, item in enumerate(node.items):
            part = part_of(item, d_model)
            what = f"stream[{i}]{where}"
            if part is None:
                wrong = f"{what} is not {PART}, nor one with {HIDDEN} behind it"
            elif fault := fault_of_name(part.name) or ("" if part.name else "it must not be empty"):
                wrong = f"{what} is called {quoted(part.name)}; {fault}"
            elif part.name in names:
                wrong = f"{quoted(part.name)} is in stream{where} twice; a name is for one part"
            elif d_model is not None and part.start + part.size > d_model:
                wrong = f"{what} ends at {part.start + part.size}, but d_model is {d_model}"
            else:
                names.add(part.name)
                parts.append((part, i))
                continue
            self.fault(element(self.text, node, i), wrong)
        parts.sort(key=lambda pair: pair[0].start)
        for (one, _), (two, i) in pairwise(parts):
            if two.start < one.start + one.size:
                message = f"{quoted(two.name)} begins in {quoted(one.name)}; parts must lie apart"
                self.fault(element(self.text, node, i), message)
        return [part for part, _ in sorted(parts, key=lambda pair: pair[1])]

    def paired(self, keys: dict[str, Entry], layer: Layer, where: str) -> None:
        """Note a head whose numbers are no pairs, where pairs are turned."""
        for h, head in enumerate(layer.heads if "rotary" in keys else ()):
            if head.sizes["d_head"] % 2:
                message = f"d_head is {head.sizes['d_head']} in Q[{h}] of {where}; with rotary it"
                place = keys["rotary"].start, keys["rotary"].end
                self.fault(place, f"{message} must be even, as pairs are turned")

    def grouped(self, keys: dict[str, Entry], layer: Layer, shared: int, where: str) -> None:
        """Note heads that are no whole groups, and keys and values that are not the first's."""
        if shared == 1:
            return
        place = keys["shared"].start, keys["shared"].end
        if len(layer.heads) % shared:
            message = f"{where} has {len(layer.heads)} heads; with shared {shared} it must be"
            self.fault(place, f"{message} a multiple of that")
            return
        for h, head in enumerate(layer.heads):
            first = h - h % shared
            for key, name in SHARED.items():
                own, other = getattr(head, name), getattr(layer.heads[first], name)
                if (own is None) != (other is None) or not np.array_equal(own, other):
                    message = f"{key}[{h}] of {where} is not {key}[{first}]; with shared {shared}"
                    self.fault(place, f"{message} they must be equal")

    def encoder(self, node: Node, sizes: Sizes) -> Transformer | None:
        """The encoder, a model whose stream is as wide; None where something is wrong."""
        if not isinstance(node, Object):
            message = f"encoder is {kind(node)}; it must be an object with the keys of a model"
            self.fault((node.start, node.end), message)
            return None
        keys = self.entries(node, ENCODER_KEYS, "an encoder")
        own = {axis: known for axis, known in sizes.items() if axis == "d_model"}
        return self.model(node, keys, own, IN_ENCODER)

    def positions(
        self, node: Object, keys: dict[str, Entry], sizes: Sizes, where: str
    ) -> Array | None:
        """The rows of the positions, or zeros for as many as block_size says."""
        if "block_size" not in keys:
            if "pos_emb" not in keys and "tok_emb" in keys and not self.wrongs:
                message = (
                    f"there is neither 'pos_emb'{where}, the rows of the positions, nor "
                    "'block_size', how many positions there are where their rows are zero; write "
                    "one of them"
                )
                self.fault((node.start, node.start + 1), message)
            return self.array(keys, "pos_emb", where, sizes)
        entry = keys["block_size"]
        if "pos_emb" in keys:
            message = (
                "'block_size' stands in for 'pos_emb', which is here too; take one of them out"
            )
            self.fault((entry.start, entry.end), message)
        n_ctx = self.whole(entry.value, f"block_size{where}", 1)
        place = entry.value.start, entry.value.end
        if n_ctx is None or self.too_long("n_ctx", n_ctx, f"block_size{where}", place):
            return None
        if "d_model" not in sizes:
            return None
        try:
            return self.zeros((n_ctx, sizes["d_model"][0]), entry.value)
        except Misread as wrong:
            self.wrongs.append(wrong)
            return None

    def whole(self, node: Node, what: str, least: int) -> int | None:
        """A whole number from `least` on."""
        if isinstance(node, Number) and node.value.is_integer() and node.value >= least:
            return int(node.value)
        found = self.as_typed(node)
        message = f"{what} is {found}; it must be a whole number, {least} or more"
        self.fault((node.start, node.end), message)
        return None

    def as_typed(self, node: Node) -> str:
        """A number as the text has it, or what else a value is."""
        return self.text[node.start : node.end] if isinstance(node, Number) else kind(node)

    def choice(
        self, keys: dict[str, Entry], key: str, where: str, known: Sequence[str]
    ) -> str | None:
        """One of a few words."""
        if key not in keys:
            return None
        node = keys[key].value
        if isinstance(node, String) and node.value in known:
            return node.value
        found = quoted(node.value) if isinstance(node, String) else kind(node)
        meant = suggestion(node.value, known) if isinstance(node, String) else ""
        words = listed([f'"{word}"' for word in known], "or")
        self.fault((node.start, node.end), f"{key}{where} is {found}; it must be {words}{meant}")
        return None

    # Symbols

    def symbol(self, node: Node, place: Place) -> Symbol | None:
        """A string or a whole number."""
        if isinstance(node, String):
            return node.value
        if isinstance(node, Number) and node.value.is_integer() and abs(node.value) < 2**53:
            return int(node.value)
        found = self.text[slice(*place)] if isinstance(node, Number) else kind(node)
        self.fault(place, f"a symbol is a string or a whole number, but this is {found}")
        return None

    def symbols(self, keys: dict[str, Entry], sizes: Sizes) -> list[Symbol] | None:
        """The symbol of each token; the ids themselves where none are named."""
        if "vocabulary" not in keys:
            return list(range(sizes["d_vocab"][0])) if "d_vocab" in sizes else None
        entry = keys["vocabulary"]
        node, place = entry.value, (entry.start, entry.end)
        if isinstance(node, String):
            found: list[Symbol | None] = list(node.value)
        elif isinstance(node, List):
            elements = node.items or [Number(0, 0, x) for x in node.numbers]
            found = []
            for i, item in enumerate(elements):
                exact = isinstance(item, String) or isinstance(item, Number) and item.value % 1 == 0
                here = (node.start, node.end) if exact else element(self.text, node, i)
                found.append(self.symbol(item, here))
                if found[-1] is None:
                    return None
        else:
            message = (
                f"vocabulary is {kind(node)}; it must be a list of symbols, or a string of them"
            )
            self.fault(place, message)
            return None
        seen: set[Symbol] = set()
        for i, symbol in enumerate(found):
            if symbol in seen and symbol is not None:
                here = element(self.text, node, i) if isinstance(node, List) else place
                self.fault(here, f"the symbol {shown_symbol(symbol)} is in the vocabulary twice")
                break
            seen.add(symbol)
        if "d_vocab" in sizes and len(found) != sizes["d_vocab"][0]:
            message = (
                f"vocabulary has {len(found)} symbols, and tok_emb has {sizes['d_vocab'][0]} rows"
            )
            self.fault(place, message)
        return [symbol for symbol in found if symbol is not None]

    def words(
        self, keys: dict[str, Entry], symbols: list[Symbol] | None, ends: dict[str, Any]
    ) -> Words | None:
        """The words that a text is cut into, None where it is cut in no such way."""
        phrases = {key: self.phrases(keys[key]) for key in PHRASES if key in keys}
        if "words" not in keys:
            for key in filter(phrases.get, phrases):
                place = keys[key].start, keys[key].end
                self.fault(place, f"{key!r} {PHRASES[key]}, and there are no 'words'")
            return None
        node, known = keys["words"].value, []
        if not isinstance(node, List) or node.numbers:
            message = f"words is {kind(node)}; it must be a list of the words that are read"
            self.fault((node.start, node.end), message)
            return None
        typed = set(symbols or ()) - set(ends.values())
        for item in node.items:
            if isinstance(item, String) and item.value in typed:
                known.append(item.value)
            elif symbols is not None:
                found = quoted(item.value) if isinstance(item, String) else kind(item)
                message = f"words has {found}; it must be symbols of the vocabulary, in quotes"
                self.fault((item.start, item.end), message)
        return Words(tuple(known), **phrases)

    def phrases(self, key: Entry) -> dict[str, tuple[str, ...]]:
        """What words are read as, or are near to: {"don't": "do not"}."""
        node, out = key.value, dict[str, tuple[str, ...]]()
        if not isinstance(node, Object):
            message = f'{key.key} is {kind(node)}; it must be an object, as {{"don\'t": "do not"}}'
            self.fault((node.start, node.end), message)
            return out
        for entry in node.entries:
            if isinstance(entry.value, String):
                mark = LANGUAGE["phrases"][key.key].strip() or None  # None: any white space
                found = map(str.strip, entry.value.value.split(mark))
                out.setdefault(entry.key, tuple(filter(None, found)))
            else:
                message = f"{quoted(entry.key)} is read as {kind(entry.value)}; it must be a string"
                self.fault((entry.start, entry.end), message)
        return out

    def sentinel(
        self, keys: dict[str, Entry], key: str, symbols: list[Symbol] | None
    ) -> Symbol | None:
        """A symbol of the vocabulary that is the program's own."""
        if key not in keys or symbols is None:
            return None
        node = keys[key].value
        symbol = self.symbol(node, (node.start, node.end))
        if symbol is not None and symbol not in symbols:
            names = [name for name in symbols if isinstance(name, str)]
            meant = suggestion(symbol, names) if isinstance(symbol, str) else ""
            message = f"{key} is {shown_symbol(symbol)}, which is not in the vocabulary{meant}"
            self.fault((node.start, node.end), message)
        return symbol

    # Arrays

    def array(self, keys: dict[str, Entry], key: str, where: str, sizes: Sizes) -> Array | None:
        """The array of a key, None where there is none or something is wrong with it."""
        if key not in keys:
            return None
        entry = keys[key]
        return self.checked(entry.value, key, key + where, (entry.start, entry.end), sizes)

    def checked(self, node: Node, key: str, what: str, place: Place, sizes: Sizes) -> Array | None:
        """An array whose axes agree with what is known of them; new sizes become known."""
        axes = AXES[key]
        try:
            array = self.entries_of(node, what, place, axes, sizes)
        except Misread as wrong:
            self.wrongs.append(wrong)
            return None
        for axis, size in zip(axes, array.shape, strict=True):
            if self.too_long(axis, size, what, place):
                return None
            known, source = sizes.setdefault(axis, (size, what))
            if known != size:
                has = f"{what} is {by(array.shape)} ({by(axes)})"
                if len(axes) == 1:
                    has = f"{what} has {size} numbers ({axis})"
                self.fault(place, f"{has}, but {axis} is {known} in {source}")
                return None
        return array

    def too_long(self, axis: str, size: int, what: str, place: Place) -> bool:
        """Whether an axis is longer than one may be, which is a fault."""
        most = LIMITS["context" if axis == "n_ctx" else "side"]
        if size > most:
            self.fault(place, f"{axis} is {size} in {what}; it may be at most {most}")
        return size > most

    def entries_of(
        self, node: Node, what: str, place: Place, axes: tuple[str, ...], sizes: Sizes
    ) -> Array:
        """The numbers of an array in its shape; raises Misread."""
        if isinstance(node, Object):
            return self.sized(node, what, axes)
        if not isinstance(node, List):
            wanted = "a list of numbers" if len(axes) == 1 else "a list of rows"
            raise Misread(*place, f"{what} is {kind(node)}; it must be {wanted} ({by(axes)})")
        if len(axes) == 1:
            return self.row(node, what)
        if not len(node):
            raise Misread(*place, empty_list(what, axes, sizes))
        if node.numbers:
            message = f"{what} is a list of numbers; it must be a list of rows ({by(axes)})"
            raise Misread(*place, message + ", each in brackets of its own")
        rows = []
        width = None
        for i, item in enumerate(node.items):
            if not isinstance(item, List):
                at = element(self.text, node, i)
                raise Misread(*at, f"{what}[{i}] is {kind(item)}; it must be a row of numbers")
            row = self.row(item, f"{what}[{i}]")
            width = len(row) if width is None else width
            if len(row) != width:
                before = "the row before it has" if i == 1 else "the rows before it have"
                message = f"{what}[{i}] has {count(len(row))}; {before} {width}"
                raise Misread(item.start, item.end, message)
            rows.append(row)
        return np.array(rows)

    def row(self, node: List, what: str) -> Array:
        """A list of numbers; raises Misread for anything else in it."""
        for i, item in enumerate(node.items):
            if not isinstance(item, Number):
                at = element(self.text, node, i)
                raise Misread(*at, f"{what}[{i}] is {kind(item)}; it must be a number")
        return np.array(node.numbers, dtype=np.float64)

    def sized(self, node: Object, what: str, axes: tuple[str, ...]) -> Array:
        """Zeros of a size that is written instead of them; raises Misread."""
        form = f'{{"zeros": [{", ".join(axes)}]}}'
        keys = keys_of(node)
        entry, but = keys.pop("zeros", None), keys.pop("but", None)
        doubled = len(node.entries) > (entry is not None) + (but is not None)
        if entry is None or keys or doubled or not isinstance(entry.value, List):
            message = f"{what} is an object; instead of its numbers it may only be {form}"
            raise Misread(node.start, node.start + 1, message)
        values = entry.value.numbers
        if len(values) != len(axes) or not all(x.is_integer() and x >= 0 for x in values):
            message = f"the sizes of {what} must be {len(axes)} whole numbers: {form}"
            raise Misread(entry.value.start, entry.value.end, message)
        array = self.zeros(tuple(int(x) for x in values), entry.value)
        return array if but is None else self.filled(array, but, what)

    def filled(self, array: Array, but: Entry, what: str) -> Array:
        """Zeros with the numbers that are not zero, each behind its place; raises Misread."""
        form = f"{', '.join('ijk'[: array.ndim])}, x"
        node = but.value
        if not isinstance(node, List) or node.numbers:
            message = f"'but' of {what} is {kind(node)}; it must be a list of [{form}]"
            raise Misread(but.start, but.end, message)
        for item in node.items:
            numbers = item.numbers.tolist() if isinstance(item, List) else []
            at = tuple(int(i) for i in numbers[:-1] if i.is_integer())
            inside = all(0 <= i < n for i, n in zip(at, array.shape, strict=False))
            if len(at) != array.ndim or len(numbers) != array.ndim + 1 or not inside:
                message = f"'but' of {what} is a list of [{form}], a place of {by(array.shape)} "
                raise Misread(item.start, item.end, f"{message}numbers and what stands there")
            array[at] = numbers[-1]
        return array

    def zeros(self, shape: tuple[int, ...], node: Node) -> Array:
        """Zeros, if there is room for so many; raises Misread otherwise."""
        size = 1
        for length in shape:
            size *= length
        self.numbers += size
        if self.numbers > MOST_NUMBERS or max(shape) > MOST_NUMBERS:
            raise too_many(node.start, node.end)
        return np.zeros(shape)

    # Layers

    def layers(self, node: Node, sizes: Sizes, where: str) -> list[Layer]:
        """The layers; those that something is wrong with are left out."""
        if not isinstance(node, List) or node.numbers:
            message = f"layers{where} must be a list of objects, one for each layer"
            self.fault((node.start, node.end), message)
            return []
        if len(node.items) > (most := LIMITS["layers"]):
            message = f"layers{where} has {len(node.items)} layers; it may have at most {most}"
            self.fault((node.start, node.start + 1), message)
            return []
        layers = []
        for number, item in enumerate(node.items):
            which = f"layer {number}{where}"
            if isinstance(item, Object):
                layer = self.layer(item, f" of {which}", dict(sizes))
                layers += [layer] if layer else []
            else:
                at = element(self.text, node, number)
                self.fault(at, f"{which} is {kind(item)}; it must be an object")
        return layers

    def layer(self, node: Object, where: str, sizes: Sizes) -> Layer | None:
        """One layer; where says which, in messages."""
        if where.endswith(IN_ENCODER):
            keys = self.entries(node, ENCODER_LAYER_KEYS, "a layer of an encoder")
        else:
            keys = self.entries(node, KEYS["layer"], "a layer")
        found = len(self.wrongs)
        heads = self.heads(keys, where, sizes)
        mlp = self.mlp(keys, where, sizes)
        ln1, ln2 = self.norm(keys, "ln1", where, sizes), self.norm(keys, "ln2", where, sizes)
        cross = self.cross(keys["cross"].value, where, sizes) if "cross" in keys else []
        lnc = self.norm(keys, "lnc", where, sizes)
        return None if len(self.wrongs) > found else Layer(heads, mlp, ln1, ln2, cross, lnc)

    def mlp(self, keys: dict[str, Entry], where: str, sizes: Sizes) -> MLP | None:
        """The MLP of a layer, None where it has none or something is wrong with it."""
        M1, b1, M2, b2, M3, b3 = (
            self.array(keys, key, where, sizes) for key in (*KEYS["mlp"], *KEYS["gate"])
        )
        act = self.choice(keys, "act", where, LANGUAGE["acts"])
        given = [key for key in (*KEYS["mlp"], *KEYS["gate"], "act") if key in keys]
        if "b3" in keys and "M3" not in keys:
            place = keys["b3"].start, keys["b3"].end
            self.fault(place, f"{where.removeprefix(' of ')} has b3, but no M3; a gate has an M3")
        for key in ("M1", "M2"):
            if given and key not in keys:
                place = keys[given[0]].start, keys[given[0]].end
                has = f"{where.removeprefix(' of ')} has {listed(given)}, but no {key}"
                self.fault(place, f"{has}; an MLP has M1 and M2, and b1 and b2 where not zero")
        if M1 is None or M2 is None:
            return None
        b1 = np.zeros(M2.shape[0]) if b1 is None else b1
        b2 = np.zeros(M2.shape[1]) if b2 is None else b2
        return None if M3 is None and b3 is not None else MLP(M1, b1, M2, b2, act or "relu", M3, b3)

    def cross(self, node: Node, where: str, sizes: Sizes) -> list[Head]:
        """The heads of a layer that look into what an encoder said."""
        if not isinstance(node, Object):
            message = f"cross{where} is {kind(node)}; it must be an object with Q, K, V and P"
            self.fault((node.start, node.end), message)
            return []
        return self.heads(self.entries(node, HEAD_KEYS, "cross"), f" of cross{where}", sizes)

    def heads(self, keys: dict[str, Entry], where: str, sizes: Sizes) -> list[Head]:
        """Heads, matrix by matrix of the lists Q, K, V and P, with biases and names."""
        given = [key for key in OWN_HEAD_KEYS if key in keys]
        missing = [key for key in KEYS["head"] if key not in keys]
        if given and missing:
            place = keys[given[0]].start, keys[given[0]].end
            layer = where.removeprefix(" of ")
            has = f"{layer} has {listed(given)}, but no {listed(missing, 'and no')}"
            self.fault(place, f"{has}; heads have all of Q, K, V and P")
        found = len(self.wrongs)
        elements = {"matrix": self.matrices, "vector": self.vectors, "name": self.strings}
        lists = {key: elements[ONE[key]](keys[key], where) for key in given}
        if len(self.wrongs) > found:
            return []
        for key in given[1:]:
            if len(lists[key]) != len(lists[given[0]]):
                has = f"{key}{where} has {several(len(lists[key]), ONE[key])}"
                first = several(len(lists[given[0]]), ONE[given[0]])
                self.fault((keys[key].start, keys[key].end), f"{has}, but {given[0]} has {first}")
                return []
        many = len(lists[given[0]]) if given else 0
        self.heads_of_all += many
        if self.heads_of_all > LIMITS["heads"] >= self.heads_of_all - many:
            place = keys[given[0]].start, keys[given[0]].end
            self.fault(place, too_many_of("heads"))
        if self.heads_of_all > LIMITS["heads"]:
            return []
        heads = []
        for h in range(many):
            head = self.head({key: lists[key][h] for key in given}, f"[{h}]", where, dict(sizes))
            heads += [head] if head else []
        return heads

    def head(self, nodes: dict[str, Node], h: str, where: str, sizes: Sizes) -> Head | None:
        """One head; a bias may be null. None where something is wrong."""
        arrays: dict[str, Array | None] = {}
        name = nodes.pop("names", None)
        for key, node in nodes.items():
            null = isinstance(node, Constant) and node.value is None
            if null and key in KEYS["headBias"] + KEYS["headFar"]:
                continue
            place = node.start, node.start + 1
            arrays[key] = self.checked(node, key, f"{key}{h}{where}", place, sizes)
        if (far := arrays.get("far")) is not None and not len(far):
            place = nodes["far"].start, nodes["far"].end
            self.fault(place, f"far{h}{where} has no numbers; it must have at least 1")
            return None
        W_Q, W_K, W_V, P = map(arrays.get, KEYS["head"])
        if W_Q is None or W_K is None or W_V is None or P is None:
            return None
        biases = map(arrays.get, KEYS["headBias"])
        called = self.name(name, f"names{h}{where}")
        return Head(W_Q, W_K, W_V, P.T, *biases, name=called, by_distance=far)

    def name(self, node: Node | None, where: str) -> str:
        """The name of a head, "" where it has none or something is wrong with it."""
        if node is None:
            return ""
        if not isinstance(node, String):
            wrong = f'{kind(node)}; it must be a string, as "looks 1 back"'
        elif fault := fault_of_name(node.value):
            wrong = f"{quoted(node.value)}; {fault}"
        else:
            return node.value
        self.fault((node.start, node.end), f"{where} is {wrong}")
        return ""

    def vectors(self, entry: Entry, where: str) -> list[Node]:
        """The elements of a list of vectors, one for each head."""
        wanted = f"a list with one list of numbers ({by(AXES[entry.key])}) for each head"
        return self.elements(entry, where, f"{wanted}, or null for a head without")

    def strings(self, entry: Entry, where: str) -> list[Node]:
        """The elements of a list of names, one for each head."""
        return self.elements(entry, where, "a list with a string for each head")

    def elements(self, entry: Entry, where: str, wanted: str) -> list[Node]:
        """The elements of a list that is not one of numbers."""
        node = entry.value
        if isinstance(node, List) and not node.numbers:
            return node.items
        found = "a list of numbers" if isinstance(node, List) else kind(node)
        message = f"{entry.key}{where} is {found}; it must be {wanted}"
        self.fault((entry.start, entry.end), message)
        return []

    def matrices(self, entry: Entry, where: str) -> list[Node]:
        """The elements of a list of matrices, one for each head."""
        wanted = f"a list with one matrix ({by(AXES[entry.key])}) for each head"
        items = self.elements(entry, where, wanted)
        if items and isinstance(items[0], List) and items[0].numbers:
            what = f"{entry.key}{where} is one matrix"
            message = f"{what}; it must be {wanted}: put brackets around it"
            self.fault((entry.start, entry.end), message)
            return []
        return items

    def norm(self, keys: dict[str, Entry], key: str, where: str, sizes: Sizes) -> Norm | None:
        """A norm: plain LayerNorm where it is left out, none where it is null."""
        if key not in keys:
            return LAYER_NORM
        node = keys[key].value
        if isinstance(node, Constant) and node.value is None:
            return None
        if not isinstance(node, Object):
            message = f"{key}{where} is {kind(node)}; it must be an object, or null for no norm"
            self.fault((node.start, node.end), message)
            return None
        parts = self.entries(node, KEYS["norm"], "a norm")
        gamma = self.scale(parts, "gamma", f" of {key}{where}", sizes, 1)
        beta = self.scale(parts, "beta", f" of {key}{where}", sizes, 0)
        eps = 1e-10
        if "eps" in parts:
            value = parts["eps"].value
            if isinstance(value, Number) and value.value >= 0:
                eps = value.value
            else:
                found = self.as_typed(value)
                message = f"eps of {key}{where} is {found}; it must be a number, 0 or more"
                self.fault((value.start, value.end), message)
        centered = self.true_or_false(parts, "center", f"center of {key}{where}", default=True)
        inside = self.true_or_false(parts, "inside", f"inside of {key}{where}", default=False)
        return Norm(gamma, beta, eps, centered, inside)

    def true_or_false(self, keys: dict[str, Entry], key: str, what: str, *, default: bool) -> bool:
        """What an entry says, and the default where it is left out."""
        if key not in keys:
            return default
        value = keys[key].value
        if isinstance(value, Constant) and value.value is not None:
            return value.value
        self.fault((value.start, value.end), f"{what} is {kind(value)}; it must be true or false")
        return default

    def scale(
        self, keys: dict[str, Entry], key: str, where: str, sizes: Sizes, idle: float
    ) -> Array | None:
        """The gamma or beta of a norm; None for the number that changes nothing."""
        node = keys[key].value if key in keys else None
        if isinstance(node, Number):
            if node.value != idle:
                found = self.text[node.start : node.end]
                message = f"{key}{where} is {found}; it must be {idle} or a list of d_model numbers"
                self.fault((node.start, node.end), message)
            return None
        return self.array(keys, key, where, sizes)


def part_of(node: Node, d_model: int | None) -> Subspace | None:
    """A part of the stream; None where a node says none."""
    name, *numbers = node.items if isinstance(node, List) and node.items else [node]
    last = numbers[2:]
    hidden = [each.value for each in last if isinstance(each, String)] == ["hidden"]
    whole = [int(x.value) for x in numbers[:2] if isinstance(x, Number) and x.value.is_integer()]
    if not isinstance(name, String) or len(whole) != 2 or len(last) != hidden:
        return None
    start, size = whole
    fits = start >= 0 and size >= 1 and max(start, size) <= MOST_NUMBERS
    return Subspace(name.value, start, size, d_model or 0, hidden) if fits else None


def count(n: int) -> str:
    """How many numbers there are."""
    return f"{n} number" if n == 1 else f"{n} numbers"


def several(n: int, what: str) -> str:
    """How many matrices or vectors there are."""
    return f"{n} {what}" if n == 1 else f"{n} {PLURALS[what]}"


def empty_list(what: str, axes: tuple[str, ...], sizes: Sizes) -> str:
    """Why an empty list is no matrix, and what to write instead."""
    wanted = [sizes[axis][0] if axis in sizes else axis for axis in axes]
    form = f'{{"zeros": [{", ".join(map(str, wanted))}]}}'
    equal = f" = {by(wanted)}" if wanted != list(axes) else ""
    message = (
        f"{what} is an empty list, of shape (0,), and must be {by(axes)}{equal}; "
        "an empty list cannot say how wide its rows are"
    )
    if what.startswith("M2") and sizes.get("d_mlp", (1, ""))[0] == 0 and "d_model" in sizes:
        message += (
            " (a machine that takes it as it is runs only for prompts of 1 or "
            f"{sizes['d_model'][0]} tokens, by an accident of broadcasting)"
        )
        return f"{message}; leave out M1, b1, M2 and b2, or write {form}"
    return f"{message}; write {form}"
