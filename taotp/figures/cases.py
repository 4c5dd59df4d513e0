"""What a program is tried on at once, and how many cases are right, as the page counts them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, takewhile
from typing import Any

import numpy as np

from taotp.figures.figure import Cases
from taotp.programs import Program
from taotp.reference import Case, Specification, Task, asked, every_prompt, form_of, how_many
from taotp_core.arrays import Precision, Tokens
from taotp_core.decode import greedy
from taotp_core.edits import place_in, with_numbers
from taotp_core.inputs import Model, model_of
from taotp_core.program import Symbol
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, named_arrays

Prompt = Sequence[Symbol]

SEED = 0
MOST = 60  # prompts that are drawn
ALL = 200  # prompts that are tried where these are all of some length
FEW = 20  # what is promised for fewer of them needs others
SHORT = 3  # symbols: what is right on shorter prompts alone says little
LONGEST = 16  # symbols of a prompt that is drawn
DRAWS = 5000  # after which no more prompts are looked for

# How far a number may move: first steps of a share of its array's largest, each twice the one
# before, then halves. As in numbers/tolerance.js.
FIRST, LAST = 1 / 8, 8
FINE = 1 / 256
HALVINGS = 30


class Tried:
    """The cases of the variants of a program, those that several share kept once."""

    def __init__(self) -> None:
        self.found: list[Cases] = []

    def add(
        self,
        program: Program,
        own: Prompt,
        right: Specification | None,
        how: Mapping[str, Any],
    ) -> int:
        """Put those of a variant there; return their place.

        `how` holds what is known of the answer (answer, n_match, table, length) and the prompts to
        try, None where they are to be found.
        """
        answer, prompts, draw = how["answer"], how["prompts"], None
        if right is None and isinstance(answer, list):
            return self.place(text_tried(program, answer))
        if answer == "lookup":
            ends = [[*key.split()] for key in how["table"]]
            draw = ending(program, [in_symbols(program, end) for end in ends])
        elif answer in ("add", "add_mod10", "multiply"):
            draw = alike(program, own)
        rule = right or right_by_name(program, str(answer), own, how)
        return self.place(prompts_tried(program, rule, own, prompts=prompts, draw=draw))

    def place(self, cases: Cases) -> int:
        """Where these cases are kept."""
        if cases not in self.found:
            self.found.append(cases)
        return self.found.index(cases)


def in_symbols(program: Program, names: Sequence[str]) -> list[Symbol]:
    """The symbols of a program by their names."""
    named = {str(symbol): symbol for symbol in program.vocabulary}
    return [named[name] for name in names]


def every_input(program: Program, says: Iterable[Symbol]) -> Cases:
    """Every token at every position, for a program without heads that says one text."""
    ids = [program.places[symbol] for symbol in says]
    n = program.model.d_vocab
    what = f"each of {n} symbols at each of {len(ids)} positions"
    return Cases(heard=[], expected=[ids], each="input", what=what)


def text_tried(program: Program, names: Sequence[str]) -> Cases:
    """A text that a program is to say where it is told nothing, the symbols by their names."""
    says = in_symbols(program, names)
    if not any(layer.heads for layer in program.model.layers):
        return every_input(program, says)
    ids = [program.places[symbol] for symbol in says]
    told = program.encode(())
    expected = [-1] * (len(told) - 1) + ids
    return Cases(heard=[[*told, *ids[:-1]]], expected=[expected], each="input", what="its text")


def prompts_tried(
    program: Program,
    right: Specification,
    own: Prompt,
    *,
    prompts: Sequence[Prompt] | None = None,
    draw: Callable[[np.random.Generator], Prompt] | None = None,
) -> Cases:
    """Prompts, each to be answered as `right` says: those given, all short ones, or a sample.

    `right` gets a string where all symbols are single characters, else a list; None leaves a prompt
    out. Of more than 200 short prompts 60 are drawn, the first of which is `own`. Raises ValueError
    where none is promised anything, and for a symbol that the program does not have.
    """
    if prompts is not None:
        found, what = promised(program, right, prompts), "that were chosen for this figure"
    else:
        found, what, longest = short(program, right)
        if len(found) < FEW or longest < SHORT:
            rng = np.random.default_rng(SEED)
            drawn = ((draw or anything(program))(rng) for _ in range(DRAWS))
            found = [*islice(promised_of(program, right, different(chain([own], drawn))), MOST)]
            what = f"of up to {max(len(case.prompt) for case in found)} symbols, drawn at random"
    if not found:
        raise ValueError("no prompt is promised an answer; give some as prompts")
    rows = [[*case.read, *case.right[:-1]] for case in found]
    open_ = [[-1] * (len(case.read) - 1) for case in found]
    expected = [[*before, *case.right] for before, case in zip(open_, found, strict=True)]
    return Cases(heard=rows, expected=expected, each="prompt", what=f"{len(rows):,} prompts {what}")


def short(program: Program, right: Specification) -> tuple[list[Case], str, int]:
    """All prompts up to the length at which they become too many, in words, and that length."""
    longest, total = 0, 0
    while total + how_many(program, longest + 1) <= ALL and longest < program.model.n_ctx:
        longest += 1
        total += how_many(program, longest)
    every = takewhile(lambda prompt: len(prompt) <= longest, every_prompt(program))
    found = promised(program, right, every)
    least = min((len(case.prompt) for case in found), default=1)
    long = f"{least} to {longest}" if 1 < least < longest else f"up to {longest}"
    return found, f"of {long} symbols, all there are", longest


def promised(program: Program, right: Specification, prompts: Iterable[Prompt]) -> list[Case]:
    """The cases of those prompts that are promised an answer for which there is room."""
    return list(promised_of(program, right, prompts))


def promised_of(
    program: Program, right: Specification, prompts: Iterable[Prompt]
) -> Iterator[Case]:
    """The same, one after another."""
    for prompt in prompts:
        if program.fault and program.fault(prompt):
            continue
        case = asked(program, right, tuple(prompt))
        if case and case.right and case.read:
            tokens = len(case.read) + len(case.right) - 1
            if tokens <= program.model.n_ctx or program.slide:
                yield case


def different(prompts: Iterable[Prompt]) -> Iterator[tuple[Symbol, ...]]:
    """Each prompt once."""
    seen = set()
    for prompt in map(tuple, prompts):
        if prompt not in seen:
            seen.add(prompt)
            yield prompt


def anything(program: Program) -> Callable[[np.random.Generator], Prompt]:
    """A prompt of any length, of a few of the symbols or of all."""
    typed = program.typed
    room = min(program.model.n_ctx - len(program.encode(())), LONGEST)

    def draw(rng: np.random.Generator) -> Prompt:
        known = rng.permutation(len(typed))[: rng.integers(2, len(typed) + 1)]
        return [typed[i] for i in rng.choice(known, size=rng.integers(1, max(room, 1) + 1))]

    return draw


def alike(program: Program, own: Prompt) -> Callable[[np.random.Generator], Prompt]:
    """A prompt like another one, with other digits."""
    digits = [symbol for symbol in program.vocabulary if str(symbol).isdigit()]

    def draw(rng: np.random.Generator) -> Prompt:
        return [digits[rng.integers(len(digits))] if str(s).isdigit() else s for s in own]

    return draw


def ending(program: Program, ends: Sequence[Prompt]) -> Callable[[np.random.Generator], Prompt]:
    """Any prompt that ends in one of some ways."""
    before = anything(program)

    def draw(rng: np.random.Generator) -> Prompt:
        return [*list(before(rng))[: int(rng.integers(5))], *ends[int(rng.integers(len(ends)))]]

    return draw


def verdict(model: Model, cases: Cases, to: Precision = "float64") -> np.ndarray[Any, Any]:
    """Whether each case is right, in the order of the rows and of the places in them."""
    found: dict[int, list[bool]] = {}
    model = model_of(model)
    for numbers, heard, expected in rows_of_a_length(model, cases):
        open_ = expected < 0
        fine = (greedy(forward(model, heard, to=to)) == expected) | open_
        for i, row, left in zip(numbers, fine, open_, strict=True):
            found[i] = [bool(row.all())] if cases.each == "prompt" else row[~left].tolist()
    return np.array([each for i in sorted(found) for each in found[i]])


def rows_of_a_length(
    model: Transformer, cases: Cases
) -> Iterator[tuple[list[int], Tokens, Tokens]]:
    """What is heard and expected, all rows of a length at once, with their numbers."""
    heard, expected = cases.heard, cases.expected
    if not heard:
        heard = [[token] * len(expected[0]) for token in range(model.d_vocab)]
        expected = [expected[0] for _ in heard]
    for length in sorted({*map(len, heard)}):
        numbers = [i for i, row in enumerate(heard) if len(row) == length]
        yield (
            numbers,
            np.array([heard[i] for i in numbers]),
            np.array([expected[i] for i in numbers]),
        )


def how_far(
    model: Model, cases: Cases, place: str, to: Precision = "float64"
) -> tuple[float, float]:
    """How far a number may move down and up before a case that is right goes wrong.

    `place` is path:row.column. It is looked for in steps from 1/8 to 8 times the largest number of
    the array, each twice the one before, and then by bisection, to one part in 256; infinite where
    no step breaks anything. A case that breaks and mends between two steps is not seen.
    """
    arrays = named_arrays(model_of(model))
    path, row, column = place_in(arrays, place)
    array = arrays[path].reshape(len(arrays[path]), -1)
    value, largest = float(array[row, column]), float(np.abs(array).max()) or 1.0
    right = verdict(model, cases, to)

    def holds(moved: float) -> bool:
        changed = with_numbers(model, {place: value + moved})
        return bool(verdict(changed, cases, to)[right].all())

    down, up = (first_broken(lambda by, s=s: holds(s * by), largest) for s in (-1, 1))  # type: ignore[misc]
    return down, up


def first_broken(holds: Callable[[float], bool], largest: float) -> float:
    """How far one may go where everything holds, from 0 on."""
    least, most = 0.0, FIRST * largest
    while holds(most):
        if most >= LAST * largest:
            return np.inf
        least, most = most, 2 * most
    for _ in range(HALVINGS):
        if most - least <= FINE * most:
            break
        middle = (least + most) / 2
        least, most = (middle, most) if holds(middle) else (least, middle)
    return least


def right_by_name(
    program: Program, answer: str, own: Prompt, how: Mapping[str, Any]
) -> Specification:
    """What is right by the name that `explore` knows it by, after prompts like `own`.

    `how` holds n_match, table, names or task, as the page has them.
    """
    known = {**how, "form": form_of(own)}
    if answer == "lookup":
        known["table"] = {tuple(key.split()): said for key, said in how["table"].items()}
    if isinstance(names := how.get("names"), str):
        known["names"] = names.split()
    task = Task(answer, [str(symbol) for symbol in program.vocabulary], known)

    def right(prompt: Prompt) -> list[Symbol] | None:
        said = task.answer([str(symbol) for symbol in prompt])
        return None if said is None else in_symbols(program, said)

    return right
