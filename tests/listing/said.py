"""Programs of the library in sentences of semes: the examples that are written by this.

python -m tests.listing.said     writes them to the folder examples
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any
from unittest.mock import patch

from taotp.programs import agreement, brackets
from taotp.words.cutting import Words
from taotp.words.features import Layout
from taotp.words.rules import CONDITION, Rule
from taotp_core.gadgets import SURE
from taotp_core.program import Program
from taotp_core.stream import Moves, Vector
from taotp_core.weights import MLP, Head, Layer

EXAMPLES = Path(__file__).parents[2] / "taotp" / "examples"
WIDTH = 96
ABOUT: dict[str, tuple[Callable[[], Program], str]] = {
    "brackets": (brackets, "Is it a sentence? Dogs that dogs see that dogs see sleep, agreeing."),
    "agreement": (agreement, "How many words do not go with the others?"),
}


class Saying(Layout):
    """A layout that keeps what it is told, as sentences."""

    def keep(self, part: Any, *lines: str) -> Any:
        """Note the sentences of a part, and the part, so that no other takes its place."""
        kept: dict[int, tuple[Any, tuple[str, ...]]] = self.__dict__.setdefault("kept", {})
        kept[id(part)] = part, lines
        return part

    def said(self, part: Any) -> tuple[str, ...]:
        """The sentences of a part."""
        lines: tuple[str, ...] = self.__dict__["kept"][id(part)][1]
        return lines

    def head(self, where: str, move: str | Moves, look: str | Moves = "", **how: Any) -> Head:
        """A head, and its sentence."""
        sought = f", look {text_of(look)}" if look else ""
        sure = f", hard {how['hard']}" if how.get("hard", SURE) != SURE else ""
        named = f', named "{how["name"]}"' if how.get("name") else ""
        made = super().head(where, move, look, **how)
        return self.keep(made, f"head {where}{sought}, move {text_of(move)}{sure}{named}")  # type: ignore[no-any-return]

    def units(self, rules: Iterable[Rule]) -> MLP:
        """Units, and a sentence for each."""
        made = [*rules]
        return self.keep(super().units(made), *map(line_of, made))  # type: ignore[no-any-return]

    def layer(self, heads: Any = (), units: Any = (), cross: Any = ()) -> Layer:
        """A layer, and the sentences of its parts."""
        inside = (line for part in (*heads, *cross, *units) for line in self.said(part))
        return self.keep(super().layer(heads, units, cross), "", "layer", *inside)  # type: ignore[no-any-return]

    def embedding(self, words: Mapping[Any, str | Vector]) -> Any:
        """The rows of words, and their vectors."""
        self.__dict__["words"] = {word: text_of(vector) for word, vector in words.items()}
        return super().embedding(words)

    def unembedding(self, words: Mapping[Any, str | Vector]) -> Any:
        """The columns of words, and their vectors."""
        self.__dict__["says"] = {word: text_of(vector) for word, vector in words.items()}
        return super().unembedding(words)


def line_of(rule: Rule) -> str:
    """The sentence of a rule: of a condition, or of a vector."""
    reads, writes = text_of(rule.reads), text_of(rule.writes)
    is_condition = isinstance(rule.reads, str) and CONDITION.search(rule.reads)
    return f"when {reads}, write {writes}" if is_condition else f"unit {reads} > {writes}"


def text_of(said: str | Vector | Moves) -> str:
    """A vector or a matrix as the text that says it: 2 pig - wombat, pig>wombat."""
    if isinstance(said, str):
        return said
    terms = [(x, n) for n, x in said.items()] if isinstance(said, Mapping) else said
    text = ""
    for factor, *names in (term for term in terms if term[0]):
        size = f"{abs(float(factor))!r}".removesuffix(".0")
        sign = "-" if factor < 0 else "+"
        text += f" {sign} {'' if size == '1' else f'{size} '}{'>'.join(names)}"
    return text.removeprefix(" +").strip()


def in_sentences(make: Callable[[], Program], about: str) -> str:
    """The text of a program that is laid out in semes."""
    made: list[Saying] = []

    def layout(*args: Any, **named: Any) -> Saying:
        made.append(Saying(*args, **named))
        return made[-1]

    with patch.dict(make.__globals__, Layout=layout):
        program = make()
    return "\n".join([f"# {about}", *lines_of(program, made[-1])]) + "\n"


def lines_of(program: Program, layout: Saying) -> Iterator[str]:
    """The sentences of a program, line by line."""
    words, says = layout.__dict__["words"], layout.__dict__["says"]
    yield from wrapped("semes", layout.semes.names)
    yield f"loud {layout.loud:g}"
    yield f"context {layout.n_ctx}"
    yield f"steps {program.steps}"
    yield from [f"after {quoted(program.after)}"] if program.after else []
    if not program.model.causal:
        yield "encoder"
    yield ""
    assert isinstance(program.pieces, Words)
    known = {word: text for word, text in words.items() if text or word in program.pieces.known}
    for text, some in alike({word: text for word, text in known.items() if word != program.start}):
        yield from wrapped("word", [quoted(word) for word in some], f": {text}".rstrip())
    for text, some in alike({word: " ".join(x) for word, x in program.pieces.spelled.items()}):
        read = " ".join(quoted(word) for word in text.split())
        yield from wrapped("spell", [quoted(word) for word in some], f": {read}")
    for layer in program.model.layers:
        for line in layout.said(layer):
            first, *rest = line.split(", ")
            yield from wrapped(first, rest, comma=",")
    yield ""
    for text, some in alike(says):
        if text != says[program.start]:
            yield from wrapped("say", [quoted(word) for word in some], f": {text}".rstrip())


def alike(words: Mapping[Any, str]) -> list[tuple[str, list[Any]]]:
    """Words by the text that they have."""
    out: dict[str, list[Any]] = {}
    for word, text in words.items():
        out.setdefault(text, []).append(word)
    return [*out.items()]


def wrapped(first: str, words: Any, last: str = "", comma: str = "") -> Iterator[str]:
    """A sentence in lines; a comma at the end of one says that it goes on."""
    line = first
    for word in words:
        if len(line) + len(word) + 2 > WIDTH:
            yield f"{line},"
            line = f"    {word}"
        else:
            line += f"{comma} {word}"
    yield line + last


def quoted(word: Any) -> str:
    """A word as a listing has it, in quotes where it needs them."""
    text = str(word)
    return text if re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*|[0-9]+", text) else f'"{text}"'


if __name__ == "__main__":
    for name, (make, about) in ABOUT.items():
        (EXAMPLES / f"{name}.taotp").write_text(in_sentences(make, about), "utf-8")
