"""Sentences of a machine of semes, and the program that they come to.

What they say is checked and kept as terms first, for `show` to say again; `Layout` makes weights of
it. How many waves tell positions follows from where heads look, and is known only at the end.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from taotp.listing.expressions import read_number, read_plain
from taotp.listing.faults import Misread, line_of, listed, quoted, suggestion
from taotp.listing.language import LIMITS, SEMES
from taotp.listing.machine import Machine, attempt, nameable, read_clauses, sound
from taotp.listing.sentences import Sentence
from taotp.listing.vectors import (
    Known,
    Pairs,
    Terms,
    read_matrix,
    read_new_seme,
    read_seme,
    read_vector,
    shown,
    summed,
)
from taotp.listing.words import Word, string_value
from taotp.words.cutting import Words
from taotp.words.features import IMPLIED, Layout, semes
from taotp.words.rules import condition
from taotp_core.gadgets import SURE, beside
from taotp_core.program import Program, Symbol
from taotp_core.weights import LAYER_NORM, LONGEST_NAME, MLP, Head, Layer, Transformer

DEFAULTS = SEMES["defaults"]
START: str = DEFAULTS["start"]
AHEAD = ("ahead", "nearest after")
WIDEST = LIMITS["stream"]


@dataclass
class SaidHead:
    """A head as its sentence says it: where it looks, and two matrices."""

    sentence: Sentence
    where: str
    look: Pairs
    move: Pairs
    hard: float
    named: str | None

    @property
    def name(self) -> str:
        """What it is called; without a name where it looks, and for what if that is short."""
        name = f"{self.where}: {shown(self.look)}" if self.look else self.where
        return self.named or (name if len(name) <= LONGEST_NAME else self.where)

    @property
    def ahead(self) -> bool:
        """Whether it looks at what comes later."""
        return self.where.endswith(AHEAD)


@dataclass
class SaidUnit:
    """A unit as its sentence says it: what it writes, and what it reads or what has to hold."""

    sentence: Sentence
    writes: Terms
    reads: Terms = field(default_factory=list)
    holds: str = ""


@dataclass
class SaidLayer:
    """The heads and units of a layer, in order."""

    sentence: Sentence
    heads: list[SaidHead] = field(default_factory=list)
    units: list[SaidUnit] = field(default_factory=list)


@dataclass
class Stack:
    """What is said of one stack: the vectors of its words, and its layers.

    `kind` is "encoder", "decoder", or "" where nothing says which.
    """

    kind: str
    sentence: Sentence | None
    words: dict[Symbol, Terms] = field(default_factory=dict)
    layers: list[SaidLayer] = field(default_factory=list)
    model: Transformer | None = None

    @property
    def causal(self) -> bool:
        """Whether no position sees later ones; where nothing says it, no head may look there."""
        ahead = any(head.ahead for layer in self.layers for head in layer.heads)
        return self.kind == "decoder" or (not self.kind and not ahead)


@dataclass
class Stacks(Machine):
    """What the sentences read so far have made of a machine of semes.

    `shared` are words said before any stack. `size` is how many numbers the semes share, None where
    each has its own.
    """

    semes: dict[str, None] = field(default_factory=dict)
    size: int | None = None
    n_ctx: int = DEFAULTS["context"]
    loud: float = float(DEFAULTS["loud"])
    shared: dict[Symbol, Terms] = field(default_factory=dict)
    spelled: dict[str, tuple[str, ...]] = field(default_factory=dict)
    stacks: list[Stack] = field(default_factory=list)
    says: dict[Symbol, Terms] = field(default_factory=dict)
    layout: Layout | None = None

    @property
    def known(self) -> Known:
        """What a vector may name."""
        return Known(self.semes, self.names)


# The header


def name_semes(made: Stacks, line: Sentence) -> None:
    """`semes NAME NAME ..., in NUMBER`."""
    while line.word.kind != "end" and not line.sees("in"):
        if made.semes and line.takes(","):
            continue
        made.semes[read_new_seme(line, made.known)] = None
        if len(made.semes) > WIDEST:
            word = line.words[line.at - 1]
            message = f"here the semes exceed {WIDEST}, the most there may be"
            raise Misread(word.start, word.end, message)
    if not made.semes:
        raise line.unlike("names of semes")
    if line.takes("in"):
        word = line.word
        made.size = read_plain(line, made.names, "how many numbers they share", 1, WIDEST)
        if made.size * len(made.semes) > DEFAULTS["spread"]:
            message = f"{len(made.semes)} semes in {made.size} numbers are more than "
            raise Misread(word.start, word.end, f"{message}{DEFAULTS['spread']} together")
    line.ends("the semes")


def say_loud(made: Stacks, line: Sentence) -> None:
    """`loud NUMBER`."""
    word = line.word
    made.loud = read_number(line, made.names, "a number after 'loud'")
    if not made.loud > 0:
        raise Misread(word.start, word.end, "how loud the pair is must be above 0")
    line.ends("the number")


# Words


def read_texts(made: Stacks, line: Sentence) -> list[tuple[Symbol, Word]]:
    """Read words up to a colon, each with where it stands; raises Misread."""
    out: list[tuple[Symbol, Word]] = []
    while not line.takes(":"):
        if out and line.takes(","):
            continue
        word = line.word
        if word.kind == "string":
            out.append((string_value(line.next()), word))
        elif word.kind == "name" or (word.kind == "number" and word.text.isdigit()):
            number = word.kind == "number" and len(word.text) < 16 and int(word.text) in made.ids
            out.append((int(word.text) if number else word.text, word))
            line.next()
        else:
            wrong = line.unlike(f"a word, or ':' before what '{line.first}' gives it")
            if word.kind != "end":
                wrong.message += "; a word that is not letters alone stands in quotes"
            raise wrong
    if not out:
        word = line.words[1]
        raise Misread(word.start, word.end, f"no word stands between '{line.first}' and ':'")
    return out


def add_word(made: Stacks, line: Sentence) -> None:
    """`word TEXT TEXT ...: VECTOR`; without a vector a word is known, and means nothing."""
    found, vector = read_texts(made, line), read_given(made, line, written=True)
    rows = made.stacks[-1].words if made.stacks and made.stacks[-1].kind else made.shared
    for symbol, word in found:
        check_symbol(made, symbol, word)
        if not made.symbols:
            check_cut(made, symbol, word, rows)
        rows.setdefault(symbol, []).extend(vector)


def add_saying(made: Stacks, line: Sentence) -> None:
    """`say TEXT TEXT ...: VECTOR`; without a vector they are said for nothing, with logit 0."""
    found, vector = read_texts(made, line), read_given(made, line, written=False)
    for symbol, word in found:
        check_symbol(made, symbol, word)
        made.says.setdefault(symbol, []).extend(vector)


def spell(made: Stacks, line: Sentence) -> None:
    """`spell TEXT TEXT ...: TEXT TEXT ...`: what words are read as."""
    if made.symbols:
        word = line.words[0]
        message = "where the symbols are listed a prompt is not read as words; nothing is spelled"
        raise Misread(word.start, word.end, message)
    found, meant = read_texts(made, line), []
    while line.word.kind in ("name", "string"):
        word = line.next()
        meant.append(string_value(word) if word.kind == "string" else word.text)
    if not meant:
        raise line.unlike("the words that they are read as")
    line.ends("the words")
    for symbol, word in found:
        check_cut(made, symbol, word, made.shared)
        made.spelled[str(symbol)] = tuple(meant)


def read_given(made: Stacks, line: Sentence, *, written: bool) -> Terms:
    """Read the vector behind the colon, where there is one, and nothing more; raises Misread."""
    vector: Terms = []
    if line.word.kind != "end":
        vector = read_vector(line, made.known, "a vector after ':'", written=written)
    line.ends("the vector")
    return vector


def check_symbol(made: Stacks, symbol: Symbol, word: Word) -> None:
    """Raise Misread for what is none of the symbols, where those are listed."""
    if made.symbols and symbol not in made.ids and symbol != START:
        known = [each for each in made.symbols if isinstance(each, str)]
        message = f"{quoted(str(symbol))} is none of the symbols{suggestion(str(symbol), known)}"
        raise Misread(word.start, word.end, message)


def check_cut(made: Stacks, symbol: Symbol, word: Word, rows: Mapping[Symbol, Terms]) -> None:
    """Raise Misread for a word that no prompt can hold, unless it is put around prompts.

    An expression may hold marks that are words of their own, among the `rows` said before it.
    """
    text = str(symbol)
    if text in (START, *made.sentinels.values()):
        return
    parts = [part for part in text.split(" ") if part in rows]
    found = " ".join(Words((text, *parts)).split(text))
    if found != text or not text:
        read = f"it is read as {quoted(found)}" if found else "it is a mark between words"
        raise Misread(word.start, word.end, f"no prompt holds the word {quoted(text)}; {read}")


# Stacks and layers


def begin_stack(made: Stacks, line: Sentence) -> None:
    """`encoder`, or `decoder`: what stands in the lines below is said of it."""
    line.ends(f"'{line.first}'; what is in it stands in the lines below")
    word = line.words[0]
    for other in made.stacks:
        if other.sentence is None:
            first = other.layers[0].sentence.words[0]
            message = f"this layer is in no stack; '{line.first}' comes before the first layer"
            raise Misread(first.start, first.end, message)
        if line.first == other.kind or line.first == "encoder":
            number = line_of(made.text, other.sentence.words[0].start)
            message = f"there is one encoder, and one decoder behind it; in line {number} there "
            raise Misread(word.start, word.end, f"{message}is the {other.kind}")
    made.stacks.append(Stack(line.first, line))


def begin_layer(made: Stacks, line: Sentence) -> None:
    """`layer`."""
    line.ends("'layer'; what is in it stands in the lines below")
    if not made.stacks:
        made.stacks.append(Stack("", None))
    made.stacks[-1].layers.append(SaidLayer(line))


def layer_of(made: Stacks, line: Sentence) -> SaidLayer:
    """The layer that a sentence belongs to; raises Misread where there is none."""
    if made.stacks and made.stacks[-1].layers:
        return made.stacks[-1].layers[-1]
    word = line.words[0]
    message = f"{quoted(word.text)} belongs to a layer; a line 'layer' must come before it"
    raise Misread(word.start, word.end, message)


def read_where(made: Stacks, line: Sentence) -> str:
    """Where a head looks, as `Layout` has it; raises Misread."""
    word = line.word
    if word.kind == "number":
        steps = read_plain(line, made.names, "how far a head looks", 0, made.n_ctx)
        return f"{steps} {line.one_of(f'where {word.text} leads', ('back', 'ahead'))}"
    known = SEMES["whereToLook"]
    if word.kind != "name" or word.text not in known:
        wrong = line.unlike(f"where to look: N back, N ahead, {listed(known, 'or')}")
        wrong.message += suggestion(word.text, known)
        raise wrong
    line.next()
    if word.text == "nearest":
        return f"nearest {line.one_of('on which side', ('before', 'after'))}"
    return word.text


def add_head(made: Stacks, line: Sentence) -> None:
    """`head WHERE, look MATRIX, move MATRIX, hard NUMBER, named NAME`."""
    layer, start = layer_of(made, line), line.word
    where = read_where(made, line)
    stack = made.stacks[-1]
    if where == "memory" and not (stack.kind == "decoder" and len(made.stacks) == 2):
        message = "'memory' is what an encoder leaves, and only a decoder behind one looks there"
        raise Misread(start.start, start.end, message)
    if stack.kind == "decoder" and where.endswith(AHEAD):
        end = line.words[line.at - 1].end
        raise Misread(start.start, end, "a decoder sees nothing that comes later")
    said: dict[str, Pairs] = {"look": []}

    def take(name: str, written: bool) -> Callable[[], None]:
        what = f"a matrix after '{name}', as NAME>NAME"
        return lambda: said.update({name: read_matrix(line, made.known, what, written=written)})

    own = {"look": take("look", False), "move": take("move", True)}
    got, _ = read_clauses(made, line, "head", own=own, commas=False)
    of = where, said["look"], said["move"], got.get("hard", SURE), got.get("named")
    layer.heads.append(SaidHead(line, *of))


def add_when(made: Stacks, line: Sentence) -> None:
    """`when NAME and not NAME and ..., write VECTOR`."""
    layer = layer_of(made, line)
    holds = [read_condition(made, line)]
    while line.takes("and"):
        holds.append(read_condition(made, line))
    line.takes(",")
    line.needs("write", "what has to hold")
    writes = read_vector(line, made.known, "a vector after 'write'", written=True)
    line.ends("the vector")
    layer.units.append(SaidUnit(line, writes, holds=" and ".join(holds)))


def read_condition(made: Stacks, line: Sentence) -> str:
    """`NAME` or `not NAME`."""
    no = "not " if line.takes("not") else ""
    what = "a seme after 'not'" if no else "a seme, or 'not'"
    return no + read_seme(line, made.known, what, written=False).text


def add_unit(made: Stacks, line: Sentence) -> None:
    """`unit VECTOR > VECTOR`."""
    layer = layer_of(made, line)
    reads = read_vector(line, made.known, "a vector that a unit reads", written=False)
    if not line.takes(">"):
        raise line.unlike("'>' between what a unit reads and what it writes")
    writes = read_vector(line, made.known, "a vector after '>'", written=True)
    line.ends("the vector")
    layer.units.append(SaidUnit(line, writes, reads))


HEADERS: dict[str, Callable[..., None]] = {"semes": name_semes, "loud": say_loud}
BODY: dict[str, Callable[..., None]] = {
    "word": add_word,
    "spell": spell,
    "say": add_saying,
    "encoder": begin_stack,
    "decoder": begin_stack,
    "layer": begin_layer,
    "head": add_head,
    "when": add_when,
    "unit": add_unit,
}


# What they come to


def assemble(made: Stacks, lines: list[Sentence], header: dict[str, Sentence]) -> Program | None:
    """The program of a machine of semes whose header is read; None where something is wrong."""
    for line in lines:
        if line.first in BODY:
            attempt(made, line, BODY[line.first])
    if made.wrongs:
        return None
    made.stacks = made.stacks or [Stack("", None)]
    vocabulary = symbols_of(made)
    attempt(made, header["semes"], lay_out, len(vocabulary))
    encoder = None
    for stack in [] if made.wrongs else made.stacks:
        layers = [make_layer(made, layer) for layer in stack.layers]
        if not made.wrongs:
            line = stack.sentence or header["semes"]
            attempt(made, line, make_model, stack, vocabulary, layers, encoder)
            encoder = stack.model
    model = made.stacks[-1].model
    return None if made.wrongs or model is None else program_of(made, model, vocabulary)


def symbols_of(made: Stacks) -> list[Symbol]:
    """Every symbol once: those listed, the start, what is put around, words, what is said."""
    rows = [made.shared, *(stack.words for stack in made.stacks), made.says]
    start = made.sentinels.setdefault("start", START)
    ends = [made.sentinels[key] for key in ("after", "stop") if key in made.sentinels]
    return list(dict.fromkeys([*made.symbols, start, *ends, *(x for each in rows for x in each)]))


def lay_out(made: Stacks, line: Sentence, n_symbols: int) -> None:
    """Lay the stream out; raises Misread where it is too wide, or the rows are too many."""
    word = line.words[0]
    layers = (layer for stack in made.stacks for layer in stack.layers)
    places = {head.where for layer in layers for head in layer.heads} - {"everywhere", "memory"}
    nearest = any(where.startswith("nearest") for where in places)
    waves = (made.n_ctx + 1) // 2 if nearest else min(1, len(places))
    size = made.size or len(made.semes)
    d_model = size + len(IMPLIED) + 2 + (1 + 2 * waves if waves else 0)
    if d_model > WIDEST:
        of = f", {1 + 2 * waves} of them to tell {made.n_ctx} positions" if waves else ""
        message = f"the stream would hold {d_model} numbers{of}; {WIDEST} are the most"
        raise Misread(word.start, word.end, message)
    rows = (2 * n_symbols + made.n_ctx) * len(made.stacks) + len(made.semes)
    made.names.spend(rows * d_model, word.start, word.end)
    made.layout = Layout(semes(made.semes, made.size), made.n_ctx, made.loud, waves)
    made.d_model = made.layout.d_model


def make_layer(made: Stacks, layer: SaidLayer) -> Layer:
    """A layer of what its lines say; what is wrong with one is noted."""
    heads: list[Head] = []
    cross: list[Head] = []
    units: list[MLP] = []
    for head in layer.heads:
        attempt(made, head.sentence, make_head, head, cross if head.where == "memory" else heads)
    for unit in layer.units:
        attempt(made, unit.sentence, make_unit, unit, units)
    return Layer(heads, beside(*units) if units else None, cross=cross)


def make_head(made: Stacks, line: Sentence, head: SaidHead, into: list[Head]) -> None:
    """Make a head of what is said of it; raises Misread for too large a weight."""
    word, layout = line.words[0], laid(made)
    terms = len(head.look) + len(head.move) + 2 * layout.waves + 4
    made.names.spend(2 * terms * layout.d_model, word.start, word.end)
    into.append(
        sound(
            line,
            lambda: layout.head(head.where, head.move, head.look, hard=head.hard, name=head.name),
        )
    )


def make_unit(made: Stacks, line: Sentence, unit: SaidUnit, into: list[MLP]) -> None:
    """Make a unit of what is said of it; raises Misread for too large a weight."""
    word, layout = line.words[0], laid(made)
    made.names.spend(4 * layout.d_model, word.start, word.end)
    reads = condition(unit.holds) if unit.holds else summed(unit.reads)
    into.append(sound(line, lambda: layout.unit(reads, summed(unit.writes))))


def make_model(
    made: Stacks,
    line: Sentence,
    stack: Stack,
    vocabulary: list[Symbol],
    layers: list[Layer],
    encoder: Transformer | None,
) -> None:
    """Make the model of one stack; raises Misread for too large a weight."""
    layout = laid(made)
    words = {symbol: summed(terms_of(made, stack, symbol)) for symbol in vocabulary}
    unsaid = [(-float(DEFAULTS["unsaid"]), "one")]
    says = {symbol: summed(made.says.get(symbol, unsaid)) for symbol in vocabulary}
    W_U = layout.unembedding(says) if made.says and stack is made.stacks[-1] else None
    stack.model = sound(
        line,
        lambda: Transformer(
            layout.embedding(words), layout.positions(), layers, LAYER_NORM, W_U, "before",
            stack.causal, encoder, subspaces=nameable(layout.subspaces),
        ),
    )  # fmt: skip


def terms_of(made: Stacks, stack: Stack, symbol: Symbol) -> Terms:
    """The vector of a word in a stack; that of position 0 is marked as the start."""
    start = [(1.0, "start")] if symbol == made.sentinels["start"] else []
    return [*start, *made.shared.get(symbol, []), *stack.words.get(symbol, [])]


def laid(made: Stacks) -> Layout:
    """The layout, which is made before all weights."""
    assert made.layout is not None
    return made.layout


def program_of(made: Stacks, model: Transformer, vocabulary: list[Symbol]) -> Program:
    """The program: where its symbols are not listed, it reads words."""
    sentinels: dict[str, Any] = dict(made.sentinels)
    if model.encoder is not None:
        sentinels["opening"] = made.sentinels["start"]
    read = [*made.shared, *made.stacks[0].words]
    words = tuple(dict.fromkeys(str(x) for x in read if x not in sentinels.values()))
    pieces = None if made.symbols else Words(words, made.spelled)
    return Program(
        model, vocabulary, steps=made.steps, slide=made.slide, pieces=pieces, **sentinels
    )
