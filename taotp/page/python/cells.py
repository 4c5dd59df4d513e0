"""Runs the cells of a page in the page, those that they need first; shows what Jupyter would."""

import ast
import builtins
import html
import inspect
import io
import linecache
import sys
import time
import traceback
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from types import CodeType
from typing import Any

from taotp.page.python.needs import Ran, names_of

Say = Callable[[dict[str, Any]], None]

KINDS = ("text/html", "text/markdown", "image/svg+xml", "image/png", "text/plain")
OF_KINDS = {
    "text/html": "_repr_html_",
    "text/markdown": "_repr_markdown_",
    "image/svg+xml": "_repr_svg_",
}
BLANK = "____"  # as in taotp/listing/skeleton.py, which the first cell of a page can do without
MOST_LETTERS = 200_000  # that one cell shows
MOST_NUMBERS = 5_000  # of symbols and places of a program that is offered to a figure
MOST_IN_ADDRESS = 100_000  # letters of its text
NO_MORE = "\n\N{HORIZONTAL ELLIPSIS} the page shows no more of this.\n"
PAUSE = 0.05  # seconds between two parts of a text that is printed
NO_INPUT = "input() has nobody to ask in a page; write the value into the cell instead"


def file_of(k: int) -> str:
    """The name under which a cell is compiled."""
    return f"<cell {k}>"


def pretty(value: Any) -> str:
    """A value as Jupyter writes it, where its printer is there."""
    try:
        from pretty_of_ipython import pretty as write  # type: ignore[import-not-found]
    except ModuleNotFoundError:
        return repr(value)
    return str(write(value))


def svg_of(figure: Any) -> str:
    """A figure of matplotlib as SVG."""
    file = io.StringIO()
    figure.savefig(file, format="svg", bbox_inches="tight")
    return file.getvalue()


def bundle_of(value: Any) -> dict[str, str]:
    """All forms in which a value shows itself."""
    shows = getattr(value, "_repr_mimebundle_", None)
    if callable(shows) and not isinstance(value, type):
        found = shows()
        return dict(found[0] if isinstance(found, tuple) else found)
    module = sys.modules.get("matplotlib.figure")
    if module and isinstance(value, module.Figure):
        return {"image/svg+xml": svg_of(value)}
    for kind, name in OF_KINDS.items():
        shows = None if isinstance(value, type) else getattr(value, name, None)
        if callable(shows) and (text := shows()) is not None:
            return {kind: str(text)}
    return {"text/plain": pretty(value)}


def best_of(bundle: dict[str, str]) -> tuple[str, str]:
    """The form that a page shows, and its text; Markdown as HTML."""
    kind = next((kind for kind in KINDS if kind in bundle), "text/plain")
    text = bundle.get(kind, "")
    return ("text/html", from_markdown(text)) if kind == "text/markdown" else (kind, text)


@cache
def markdown() -> Any:
    """What reads Markdown, with tables and formulas, as the book's own reader does."""
    from markdown_it import MarkdownIt
    from mdit_py_plugins.dollarmath import dollarmath_plugin

    def formula(text: str, how: dict[str, Any]) -> str:
        begin, end = (r"\[", r"\]") if how["display_mode"] else (r"\(", r"\)")
        return f"{begin}{html.escape(text)}{end}"

    reader = MarkdownIt("commonmark").enable("table")
    return reader.use(dollarmath_plugin, renderer=formula)


def from_markdown(text: str) -> str:
    """Markdown as HTML; as it is where nothing reads it."""
    try:
        return str(markdown().render(text))
    except ModuleNotFoundError:
        return f"<pre>{html.escape(text)}</pre>"


class Printed(io.TextIOBase):
    """What a cell prints, told in parts; past the most that a page shows it is dropped."""

    def __init__(self, hear: Callable[[str], None]) -> None:
        self.hear = hear
        self.begin()

    def begin(self) -> None:
        """Begin a cell."""
        self.waiting: list[str] = []
        self.room = MOST_LETTERS
        self.told = time.monotonic()

    def writable(self) -> bool:
        """One can print here."""
        return True

    def write(self, text: str) -> int:
        """Take a text, and tell what has gathered where some time has passed."""
        if self.room > 0:
            self.waiting.append(text[: self.room])
            self.room -= len(text)
            if self.room <= 0:
                self.waiting.append(NO_MORE)
        if time.monotonic() - self.told > PAUSE:
            self.flush()
        return len(text)

    def flush(self) -> None:
        """Tell what has gathered."""
        if self.waiting:
            self.hear("".join(self.waiting))
        self.waiting = []
        self.told = time.monotonic()


class Failed(Exception):
    """A cell ended with an error, which was shown."""


def filled(text: str) -> str:
    """A text that stands on a bench; raises ValueError where something is left to be filled in."""
    if not text.strip():
        raise ValueError("Nothing stands there.")
    if blanks := text.count(BLANK):
        raise ValueError(f"{blanks} blanks are left." if blanks > 1 else "1 blank is left.")
    return text


def as_text(value: object) -> str:
    """A machine as the text that a bench takes; raises ValueError where it is none."""
    if isinstance(value, str):
        return value
    from taotp.listing.written import write
    from taotp_core.program import Program
    from taotp_core.weights import Transformer

    if not isinstance(value, Program | Transformer):
        raise ValueError(f"it is {type(value).__name__}, and has to be a program or a text")
    text = write(value)
    if len(text) > MOST_IN_ADDRESS:
        raise ValueError(f"its text has {len(text)} characters, of {MOST_IN_ADDRESS} at most")
    return text


@dataclass
class Cells:
    """The cells of a page and the names that they share.

    `say` is told what happens, each time as a dictionary for JSON: `plan` (how many cells run
    before), `begin`, `output` (a kind and a text), `verdict`, `program`, `built`, `error`, `end`.
    """

    say: Say
    names: dict[str, Any] = field(default_factory=dict)
    ran: Ran = field(default_factory=Ran)
    running: int = -1
    quiet: bool = False

    def __post_init__(self) -> None:
        """Be the page of what runs in it."""
        warnings.filterwarnings("ignore", "FigureCanvas.* is non-interactive")  # shown below
        self.printed = Printed(self.print)
        self.names |= {"__name__": "__main__", "__builtins__": builtins}
        self.names |= {"display": self.display, "input": no_input}

    def print(self, text: str) -> None:
        """Tell of a printed text."""
        if not self.quiet:
            self.say({"kind": "output", "cell": self.running, "mime": "text/plain", "text": text,
                      "printed": True})  # fmt: skip

    def display(self, *values: Any, **_: Any) -> None:
        """Show values, each in the best form that it has."""
        for value in values:
            if self.quiet:
                return
            mime, text = best_of(bundle_of(value))
            if mime == "text/plain" and len(text) > MOST_LETTERS:
                text = text[:MOST_LETTERS] + NO_MORE
            self.printed.flush()
            self.say({"kind": "output", "cell": self.running, "mime": mime, "text": text})

    def judge(self, value: Any) -> None:
        """Tell of a verdict on an exercise, beside its words, what came of it."""
        slug, outcome = getattr(value, "slug", None), getattr(value, "outcome", None)
        if isinstance(slug, str) and isinstance(outcome, str):
            said = {"slug": slug, "outcome": outcome}
            self.say({"kind": "verdict", "cell": self.running} | said)

    def offer(self, value: Any) -> None:
        """Tell of a program as a text, which the figures of the book take."""
        module = sys.modules.get("taotp_core.program")
        if module is None or not isinstance(value, module.Program) or self.quiet:
            return
        from taotp.listing.written import write  # only here: most cells show no program

        if value.model.W_E.size + value.model.W_pos.size > MOST_NUMBERS:
            return
        try:
            text = write(value)
        except ValueError:  # it holds what no text says
            return
        if len(text) <= MOST_IN_ADDRESS:
            self.say({"kind": "program", "cell": self.running, "text": text})

    async def run(
        self,
        texts: Sequence[str],
        k: int,
        quiet: Sequence[int] = (),
        built: Sequence[tuple[str, str]] = (),
    ) -> bool:
        """Run a cell, and before it those that it needs and that have not run as they stand.

        `quiet` are cells whose printed output is right still: where others need them they show
        nothing. `built` are names of benches and boards, always the same, with the texts that stand
        there now: each is as a cell above all others, which makes a program of its text. Whether
        all came to their end.
        """
        above = [f"{name} = {text!r}" for name, text in built]
        plan = [j - len(above) for j in self.ran.plan([*above, *texts], len(above) + k)]
        self.say({"kind": "plan", "cell": k, "before": sum(j >= 0 for j in plan) - 1})
        for j in plan:
            if j < 0:
                if not self.take(*built[j], k):
                    return False
                self.ran.note(j + len(above), above[j])
                continue
            self.running, self.quiet = j, j != k and j in quiet
            self.say({"kind": "begin", "cell": j, "quiet": self.quiet})
            try:
                await self.run_one(texts[j], j)
            except Failed:
                self.say({"kind": "end", "cell": j, "ok": False})
                if j != k:
                    self.say({"kind": "above", "cell": k, "failed": j})
                return False
            self.ran.note(j + len(above), texts[j])
            if j == k:
                self.give_back({name for name, _ in built} & names_of(texts[k]).sets)
            self.say({"kind": "end", "cell": j, "ok": True})
        return True

    def take(self, name: str, text: str, k: int) -> bool:
        """Make a program of what stands on a bench; where it is none, say so for a cell."""
        from taotp.listing.reading import read  # only here: most cells need no bench

        try:
            self.names[name] = read(filled(text), name).program
        except ValueError as error:
            said = f"{name} is not a program yet. {error}"
            self.say({"kind": "begin", "cell": k, "quiet": False})
            self.say({"kind": "error", "cell": k, "said": said, "line": None, "way": ""})
            self.say({"kind": "end", "cell": k, "ok": False})
            return False
        return True

    def give_back(self, names: Iterable[str]) -> None:
        """Tell of machines that a cell gave the name of a bench or a board, as texts for it."""
        for name in sorted(names):
            try:
                said = {"text": as_text(self.names.get(name))}
            except ValueError as error:
                said = {"said": f"{name} cannot stand there: {error}"}
            self.say({"kind": "built", "cell": self.running, "name": name} | said)

    async def run_one(self, text: str, k: int) -> None:
        """Run the statements of a cell; show the value of a last expression.

        Raises Failed when the error has been shown.
        """
        file = file_of(k)
        linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
        self.printed.begin()
        with printing_to(self.printed):
            try:
                for code, is_value in compiled(text, file):
                    value = eval(code, self.names)
                    if inspect.iscoroutine(value) and code.co_flags & inspect.CO_COROUTINE:
                        value = await value
                    if is_value and value is not None:
                        self.names["_"] = value
                        self.display(value)
                        self.judge(value)
                        self.offer(value)
                self.show_pictures()
            except BaseException as error:
                self.quiet = False
                self.printed.flush()
                self.say({"kind": "error", "cell": k} | told(error, k))
                raise Failed from None
            finally:
                self.printed.flush()

    def show_pictures(self) -> None:
        """Show what pyplot has drawn, and close it."""
        if pyplot := sys.modules.get("matplotlib.pyplot"):
            for number in pyplot.get_fignums():
                self.display(pyplot.figure(number))
            pyplot.close("all")


def no_input(*_: object) -> str:
    """Say what to do instead of asking."""
    raise RuntimeError(NO_INPUT)


def compiled(text: str, file: str) -> Iterator[tuple[CodeType, bool]]:
    """The code of a cell, and then that of its last expression where its value is to be shown."""
    tree = ast.parse(text, file)
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    last = tree.body[-1] if tree.body else None
    shown = isinstance(last, ast.Expr) and not text.rstrip().endswith(";")
    body = tree.body[:-1] if shown else tree.body
    yield compile(ast.Module(body, []), file, "exec", flags), False
    if shown and isinstance(last, ast.Expr):
        yield compile(ast.Expression(last.value), file, "eval", flags), True


@contextmanager
def printing_to(stream: Printed) -> Iterator[None]:
    """Whatever is printed goes there."""
    before = sys.stdout, sys.stderr
    sys.stdout = sys.stderr = stream
    try:
        yield
    finally:
        sys.stdout, sys.stderr = before


def told(error: BaseException, k: int) -> dict[str, Any]:
    """An error as a page shows it: its own words, the line of the cell, and the whole way to it."""
    frames = traceback.extract_tb(error.__traceback__)
    inside = [at for at, frame in enumerate(frames) if frame.filename == file_of(k)]
    first = inside[0] if inside else len(frames)
    line = frames[inside[-1]].lineno if inside else None
    if isinstance(error, SyntaxError) and error.filename == file_of(k):
        line, first = error.lineno, len(frames)
    said = "".join(traceback.format_exception_only(error)).strip()
    if isinstance(error, SyntaxError):
        said = f"{type(error).__name__}: {error.msg}"
    way = [*traceback.format_list(frames[first:])]
    return {"said": said, "line": line, "way": "".join(way)}
