"""Level two: sentences as a program, each read by what its first word means."""

from collections.abc import Callable
from typing import Any

import numpy as np

from taotp.listing import header, heads, layers, lookups, stacks
from taotp.listing.faults import (
    MOST,
    Misread,
    line_of,
    listed,
    quoted,
    suggestion,
    too_many_of,
)
from taotp.listing.language import LANGUAGE, LIMITS, SEMES
from taotp.listing.machine import Machine, attempt, nameable
from taotp.listing.rows import lay_rows
from taotp.listing.sentences import FIRST_WORDS, Sentence, split_sentences
from taotp_core.program import Program
from taotp_core.weights import Transformer

HEADERS: dict[str, Callable[..., None]] = {
    "let": header.let,
    "symbols": header.name_symbols,
    "characters": header.name_symbols,
    "start": header.say_sentinel,
    "stop": header.say_sentinel,
    "after": header.say_sentinel,
    "steps": header.say_steps,
    "context": header.say_context,
    "stream": header.lay_stream,
    "norms": header.say_norms,
    **stacks.HEADERS,
}
LAYERS: dict[str, Callable[[Machine, Sentence], None]] = {
    "layer": layers.begin_layer,
    "norm": layers.say_norm,
    "attend": heads.attend,
    "copy": heads.copy,
    "clear": heads.clear,
    "unit": layers.add_unit,
    "bias": layers.add_bias,
    "table": lookups.begin_table,
    "for": lookups.read_entry,
    "given": lookups.read_entry,
}


def read_sentences(text: str) -> tuple[Program | None, Machine, list[Misread]]:
    """The program, what was said of it, and all faults; no program where there are some."""
    lines, wrongs = split_sentences(text)
    of_semes = any(line.first == "semes" for line in lines)
    made = stacks.Stacks(text, wrongs) if of_semes else Machine(text, wrongs)
    return program(made, lines), made, made.wrongs


def program(made: Machine, lines: list[Sentence]) -> Program | None:
    """The whole program, None where something is wrong.

    Numbers with names come first, then sizes and symbols, then rows, then layers; a fault in
    one of the first two would be a fault in all that follows, which is not read then.
    """
    check_first_words(made, lines)
    lines = [line for line in lines if belongs(made, line)]
    check_counts(made, lines)
    first: dict[str, Sentence] = {}  # of the sentences that may be there once
    for line in lines:
        if line.first in HEADERS and line.first != "let":
            attempt(made, line, once, first)
    for words in LANGUAGE["turns"]:
        for line in lines:
            if line.first in words and (line.first == "let" or first.get(line.first) is line):
                attempt(made, line, HEADERS[line.first])
    if isinstance(made, stacks.Stacks):
        return None if made.wrongs else stacks.assemble(made, lines, first)
    check_header(made, first)
    if made.wrongs:
        return None
    attempt(made, first["stream"], check_size)
    if made.wrongs:
        return None
    made.W_E = np.zeros((len(made.symbols), made.d_model))
    made.W_pos = np.zeros((made.n_ctx, made.d_model))
    for word in LANGUAGE["laid"]:
        for line in lines:
            if line.first == word:
                attempt(made, line, lay_rows)
    made.names.unlaid = bool(made.wrongs)
    for line in lines:
        if line.first in LAYERS:
            attempt(made, line, LAYERS[line.first])
    built = [] if made.names.unlaid else [layers.make_layer(made, each) for each in made.layers]
    if made.wrongs:
        return None
    W_U = None if made.unembedding is None else made.unembedding.T
    norm_final = made.norm_final.get("final", None if made.after else made.norm)
    model = Transformer(
        made.W_E, made.W_pos, built, norm_final, W_U, "after" if made.after else "before",
        subspaces=nameable(made.subspaces),
    )  # fmt: skip
    sentinels: dict[str, Any] = made.sentinels
    return Program(model, made.symbols, steps=made.steps, slide=made.slide, **sentinels)


def check_size(made: Machine, line: Sentence) -> None:
    """Raise Misread where the rows of tokens and positions are too many for so wide a stream."""
    word = line.words[0]
    made.names.spend((len(made.symbols) + made.n_ctx) * made.d_model, word.start, word.end)


def check_first_words(made: Machine, lines: list[Sentence]) -> None:
    """Note sentences that begin with no word of the language."""
    for line in lines:
        word = line.words[0]
        if word.kind != "name" or word.text not in FIRST_WORDS:
            message = f"no line begins with {quoted(word.text)}"
            meant = suggestion(word.text, FIRST_WORDS) if word.kind == "name" else ""
            if word.text in LANGUAGE["numbersOnly"]:
                meant = "; this is said in numbers only, as a key of level one"
            usual = LANGUAGE["ofSemes" if isinstance(made, stacks.Stacks) else "usual"]
            meant = meant or f"; lines begin with {', '.join(usual)}: see the page The language"
            made.wrongs.append(Misread(word.start, word.end, message + meant))
        if len(made.wrongs) >= MOST:
            return


def belongs(made: Machine, line: Sentence) -> bool:
    """Whether a sentence speaks of what the machine is made of; noted where it does not."""
    word = line.words[0]
    if isinstance(made, stacks.Stacks):
        instead = SEMES["insteadOfPlaces"].get(line.first)
        message = f"'{line.first}' speaks of parts, and a machine of semes has none; {instead}"
    else:
        instead = line.first in LANGUAGE["ofSemes"]
        message = (
            f"'{line.first}' is for machines of semes, which have a line 'semes NAME NAME ...'"
        )
        message += "; in others 'embed', 'attend' and 'unembed' make what is said"
    if instead and len(made.wrongs) < MOST:
        made.wrongs.append(Misread(word.start, word.end, message))
    return not instead


def check_counts(made: Machine, lines: list[Sentence]) -> None:
    """Note where there are more layers or heads than a listing may have."""
    for what in ("layers", "heads"):
        counted = [line for line in lines if LANGUAGE["counted"].get(line.first) == what]
        if len(counted) > LIMITS[what]:
            word = counted[LIMITS[what]].words[0]
            made.wrongs.append(Misread(word.start, word.end, too_many_of(what)))


def once(made: Machine, line: Sentence, first: dict[str, Sentence]) -> None:
    """Note a sentence that may be there once."""
    kind = "symbols" if line.first == "characters" else line.first
    other = first.setdefault(kind, line)
    if other is line:
        first[line.first] = line
    else:
        number = line_of(made.text, other.words[0].start)
        word = line.words[0]
        message = f"the {kind} {'are' if kind in ('symbols', 'semes') else 'is'} given twice"
        raise Misread(word.start, word.end, f"{message}; first in line {number}")


def check_header(made: Machine, first: dict[str, Sentence]) -> None:
    """Note what every program has and this one lacks."""
    missing = [said for word, said in LANGUAGE["lacks"].items() if word not in first]
    if missing and not made.wrongs:
        made.wrongs.append(Misread(0, 1, f"the listing lacks {listed(missing)}"))
