"""The first sentences: names of numbers, symbols, sizes, the stream, norms."""

from dataclasses import replace

from taotp.listing.expressions import read_number, read_plain, read_whole
from taotp.listing.faults import Misread, quoted, shown_symbol, suggestion
from taotp.listing.language import LIMITS
from taotp.listing.machine import KINDS, LONGEST_CONTEXT, Machine, read_clauses
from taotp.listing.sentences import Sentence, read_symbol, read_symbols
from taotp.listing.words import Word, string_value
from taotp_core.program import Symbol
from taotp_core.stream import Subspace, parts, subspaces

WIDEST = LIMITS["stream"]


def let(made: Machine, line: Sentence) -> None:
    """`let NAME = NUMBER`."""
    word = line.name("a name after 'let'")
    name = made.names.new(word)
    line.needs("=", f"'let {name}'")
    value = read_number(line, made.names)
    line.ends("the number")
    made.names.numbers[name] = value


def name_symbols(made: Machine, line: Sentence) -> None:
    """`symbols A B C, or characters "ABC"`."""
    if line.first == "characters":
        if line.word.kind != "string":
            raise line.unlike("a string in quotes after 'characters'")
        word = line.next()
        line.ends("the characters")
        found: list[tuple[Symbol, Word]] = [(char, word) for char in string_value(word)]
        if not found:
            raise Misread(word.start, word.end, "there must be at least 1 character")
    else:
        found = list(read_symbols(line, commas=True))
        line.ends("the symbols")
    for name, word in found:
        if name in made.ids:
            message = f"the symbol {shown_symbol(name)} is here twice"
            raise Misread(word.start, word.end, message)
        made.ids[name] = len(made.ids)
    made.symbols = list(made.ids)


def say_sentinel(made: Machine, line: Sentence) -> None:
    """`start SYMBOL, stop SYMBOL, after SYMBOL`."""
    word = line.word
    name = read_symbol(line)
    if made.symbols and name not in made.ids:
        known = [each for each in made.symbols if isinstance(each, str)]
        meant = suggestion(name, known) if isinstance(name, str) else ""
        raise Misread(word.start, word.end, f"{shown_symbol(name)} is none of the symbols{meant}")
    line.ends("the symbol")
    made.sentinels[line.first] = name


def say_steps(made: Machine, line: Sentence) -> None:
    """`steps N`."""
    made.steps = read_whole(line, made.names, "the number of steps", 1)
    line.ends("the number of steps")


def say_context(made: Machine, line: Sentence) -> None:
    """`context N, sliding`."""
    made.n_ctx = read_whole(line, made.names, "the number of positions", 1, LONGEST_CONTEXT)
    made.slide = "sliding" in read_clauses(made, line, "context")[0]


def lay_stream(made: Machine, line: Sentence) -> None:
    """`stream NAME, NAME SIZE, NAME PARTS x SIZE`."""
    sizes: dict[str, int] = {}
    pieces: dict[str, int] = {}
    while True:
        word = line.name("a name for a part of the stream")
        name = made.names.new(word)
        if name in sizes:
            raise Misread(word.start, word.end, f"{quoted(name)} is here twice")
        sizes[name] = 1
        if line.word.kind != "end" and not line.sees(","):
            sizes[name] = read_size(made, line)
            if line.takes("x"):
                pieces[name] = sizes[name]
                sizes[name] *= read_size(made, line)
        if sum(sizes.values()) > WIDEST:
            message = f"here the stream exceeds {WIDEST} numbers, the most it may hold"
            raise Misread(word.start, word.end, message)
        if not line.takes(","):
            break
    if line.word.kind != "end":
        raise line.unlike("',' or the end of the line")
    made.subspaces = ()
    made.names.places = {}
    for name, laid in zip(sizes, subspaces(**sizes), strict=True):
        subspace = replace(laid, name=name)
        cut = parts(subspace, pieces[name]) if name in pieces else ()
        made.subspaces += cut or (subspace,)
        made.names.places |= {each.name: each for each in (subspace, *cut)}
    made.d_model = sum(sizes.values())
    made.names.places["stream"] = Subspace("stream", 0, made.d_model, made.d_model)


def read_size(made: Machine, line: Sentence) -> int:
    """How many numbers a place holds, or how many parts it has."""
    return read_plain(line, made.names, "a size", 1, WIDEST)


def say_norms(made: Machine, line: Sentence) -> None:
    """`norms KIND, before or after, eps NUMBER`."""
    kind = KINDS[line.one_of("a norm", KINDS)]
    got, where = read_clauses(made, line, "norms")
    if "before" in got and "after" in got:
        word = where["after"]
        raise Misread(word.start, word.end, "norms come before or after, not both")
    made.after = "after" in got
    own = {name: value for name, value in got.items() if name in ("eps", "inside")}
    made.norm = kind and replace(kind, **own)
