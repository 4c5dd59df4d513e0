"""Exercises in which one number of a program is changed, so that it says something else."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of, right
from exercises.typed import Field, Json, Typed
from taotp.reference import in_letters
from taotp_core.arrays import Tokens
from taotp_core.edits import Changes, place_in, read_changes, with_numbers
from taotp_core.program import Program, Symbol
from taotp_core.weights import Transformer, named_arrays

STUB = '''
def one_number():
    """The change as a text, path:row.column=value, such as "W_pos:5.0=-2"."""
    raise NotImplementedError
'''
WHERE = "in one_number"
SHOWN = 120  # prompts at most that a figure tries at once
SUCH = "such as 'W_pos:5.0=-2'"

Case = tuple[Sequence[Symbol], Sequence[Symbol]]


@dataclass(frozen=True)
class Challenge:
    """A program, and what it should say once one of its numbers is another.

    `cases` makes prompts, each with all the symbols that should follow it. `can` are the numbers
    that were found to do it, each with a value that will; `python -m tools.one_number` finds them.
    `paths` are the arrays in which a number may be changed (none: all of them).
    """

    program: Callable[[], Program]
    cases: Callable[[], Sequence[Case]] = field(repr=False)
    can: Changes
    paths: tuple[str, ...] = ()

    def judge(self, answer: object) -> str:
        """Change the number that an answer names, and let the program speak."""
        place, value = one_change(ask(answer, where=WHERE))
        program = self.program()
        was, model = self.changed(program.model, place, value)
        names = names_of(program)
        tally = right(
            model, *rows(program, self.cases()),
            show=lambda prefix: repr(shown(program, names, prefix)), name=lambda i: repr(names[i]),
        )  # fmt: skip
        return (
            f"{tally.inputs} inputs, {place} from {was:.6g} to {value:.6g}, "
            f"smallest margin {tally.margin:.2g}"
        )

    def changed(self, model: Transformer, place: str, value: float) -> tuple[float, Transformer]:
        """The number that was there, and the model with the other one; Wrong where it has none."""
        try:
            path, *_ = place_in(named_arrays(model), place)
            new = with_numbers(model, {place: value})
        except ValueError as error:
            raise Wrong(f"{WHERE} expected a number of the program, got none: {error}") from None
        if path not in (allowed := self.allowed(model)):
            raise Wrong(f"{WHERE} expected a number of {', '.join(allowed)}, got one of {path}")
        was = number_at(model, place)
        if was == value:
            raise Wrong(f"at {place} expected another number than {was:.6g}, got the same")
        return was, new

    def allowed(self, model: Transformer) -> tuple[str, ...]:
        """The arrays in which a number may be changed."""
        return self.paths or tuple(named_arrays(model))

    @property
    def trials(self) -> dict[str, Any]:
        """The same for a figure, whose panel of numbers counts the prompts that come out right."""
        program, cases = self.program(), self.cases()
        said = {
            tuple(prompt): [symbol for symbol in said if symbol not in program.sentinels]
            for prompt, said in cases
        }
        some = np.linspace(0, len(cases) - 1, min(len(cases), SHOWN)).round().astype(int)
        return {"right": lambda prompt: said[tuple(prompt)], "tried": [cases[i][0] for i in some]}

    @property
    def asked(self) -> str:
        """What the statement of such an exercise ends with."""
        return (
            f"Its {self.numbers:,} numbers are named by their array, row and column, counted from "
            '0: `one_number()` returns a text such as `"W_pos:5.0=-2"`, row 5 and the first '
            "column. In Jupyter `with_numbers(program.model, {place: value})` of "
            "`taotp_core.edits` makes a change."
        )

    @property
    def numbers(self) -> int:
        """How many numbers there are to choose from."""
        model = self.program().model
        arrays = named_arrays(model)
        return sum(arrays[path].size for path in self.allowed(model))

    def typed(self) -> Typed:
        """The fields of the page: an array from a list, its row and column, the new number."""
        model = self.program().model
        arrays = named_arrays(model)
        paths = self.allowed(model)
        heads = {
            f"layers.{number}.heads.{h}": head.name
            for number, layer in enumerate(model.layers)
            for h, head in enumerate(layer.heads)
        }
        labels = tuple(
            f"{path} [{', '.join(map(str, arrays[path].shape))}]"
            + (f" {name}" if (name := heads.get(path.rpartition(".")[0])) else "")
            for path in paths
        )
        fields = (
            Field("table", "array", "choice", names=labels, choices=paths),
            Field("row", "row", "number"),
            Field("column", "column", "number"),
            Field("value", "new number", "number"),
        )
        return Typed(fields, "change", self.data, lambda: self.program().model)

    def data(self) -> Json:
        """What the page compares with: ids of prompts and of what should follow."""
        program = self.program()
        given = [(program.encode(prompt), ids(program, said)) for prompt, said in self.cases()]
        start = None if program.start is None else program.places[program.start]
        return {
            "names": names_of(program), "joint": joint_of(program), "start": start, "cases": given,
        }  # fmt: skip


def number_at(model: Transformer, place: str) -> float:
    """The number that stands at a place, path:row.column; ValueError where there is none."""
    arrays = named_arrays(model)
    path, row, column = place_in(arrays, place)
    return float(arrays[path].reshape(len(arrays[path]), -1)[row, column])


def one_change(said: object) -> tuple[str, float]:
    """The place and the value that an answer names, a text or {place: value}; else Wrong."""
    if not isinstance(said, str | Mapping):
        raise Wrong(f"{WHERE} expected one change, {SUCH}, got {kind_of(said)}")
    try:
        changes = read_changes(said.replace(" ", "")) if isinstance(said, str) else {**said}
        found = [(str(place), float(value)) for place, value in changes.items()]
    except (ValueError, TypeError) as error:
        raise Wrong(f"{WHERE} expected one change, {SUCH}, got another text: {error}") from None
    if len(found) != 1:
        raise Wrong(f"{WHERE} expected one change, {SUCH}, got {len(found)}")
    return found[0]


def ids(program: Program, symbols: Sequence[Symbol]) -> list[int]:
    """The ids of symbols, sentinels among them."""
    return [program.places[symbol] for symbol in symbols]


def names_of(program: Program) -> list[str]:
    """What each token is called."""
    return [str(symbol) for symbol in program.vocabulary]


def shown(program: Program, names: Sequence[str], prefix: Sequence[int]) -> str:
    """Tokens as one types them: side by side where each is a letter, without the start."""
    start = None if program.start is None else program.places[program.start]
    return joint_of(program).join(names[i] for i in prefix if i != start)


def joint_of(program: Program) -> str:
    """What stands between the symbols of a prompt: nothing where each is a letter."""
    return "" if in_letters(program) else " "


def rows(program: Program, cases: Sequence[Case]) -> tuple[Tokens, Tokens]:
    """Ids of prompts with what follows [n_cases, n], and what is asked after each (-1: nothing)."""
    pairs = [(program.encode(prompt), ids(program, said)) for prompt, said in cases]
    longest = max(len(prompt) + len(said) - 1 for prompt, said in pairs)
    tokens = np.zeros((len(pairs), longest), np.intp)
    asked = np.full((len(pairs), longest), -1)
    for row, (prompt, said) in enumerate(pairs):
        line = [*prompt, *said]
        tokens[row, : len(line) - 1] = line[:-1]
        asked[row, len(prompt) - 1 : len(line) - 1] = said
    return tokens, asked


def counted(challenge: Challenge) -> str:
    """How many numbers can do it, in a sentence of the answer."""
    count = len(challenge.can)
    some = "One" if count == 1 else str(count)
    whole = f"{some} of the {challenge.numbers:,} numbers can do it"
    return f"{whole}, as far as round values of each tell"
