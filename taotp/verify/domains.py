"""Domains: all inputs of a kind, counted from 0 on, each with what should be said."""

import ast
import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from itertools import groupby, islice
from typing import Any

import numpy as np

from taotp.little_man.assembler import history
from taotp.little_man.interpreter import steps
from taotp.little_man.tokens import HALT, vocabulary
from taotp.reference import PRODUCTS, SUMS, product_tokens, sum_tokens
from taotp.reference.computers import three_steps
from taotp.verify.certificate import legible
from taotp.verify.untrusted import staying
from taotp_core.arrays import Tokens
from taotp_core.program import Symbol

MOST = 10**10  # inputs of a domain: a day of one core for sums of five digits
MOST_IN_ORDER = 13  # numbers of a list to be sorted, of which 14 have more than MOST orders
LONGEST = 10**6  # symbols of an input

# Which of the numbers, and for those: prompts [k, n] and answers [k, m], as places among symbols
Cases = tuple[Tokens, Tokens, Tokens]


@dataclass(frozen=True)
class Domain:
    """All inputs of a kind, by their numbers from 0 to `size`.

    `cases` takes numbers [k] and gives those inputs in groups of equal lengths; what the
    specification leaves open is in none. `symbols` are those of prompts and answers.
    """

    text: str
    size: int
    symbols: Sequence[Symbol]
    cases: Callable[[Tokens], Iterator[Cases]]

    @property
    def in_letters(self) -> bool:
        """Whether inputs and answers are texts, and no lists."""
        return all(isinstance(symbol, str) and len(symbol) == 1 for symbol in self.symbols)


@cache
def domain(text: str, specification: str = "") -> Domain:
    """The domain of a text such as sums(3); ValueError where there is none of that name.

    `specification` is Python that defines specification(prompt), for prompts(n, symbols).
    """
    name, arguments, named = called(text)
    said = legible(repr(text))
    if named or name not in KINDS:
        known = ", ".join(KINDS.values())
        raise ValueError(f"the domain is {said}; it must be one of {known}")
    make = MAKE[name]
    try:
        found = make(specification, *arguments) if make is prompts else make(*arguments)
    except TypeError:
        raise ValueError(f"the domain is {said}; it must be {KINDS[name]}") from None
    if not 0 < found.size <= MOST:
        raise ValueError(f"{found.text} has {found.size:,} inputs; it must have 1 to {MOST:,}")
    return found


def called(text: str) -> tuple[str, list[Any], dict[str, Any]]:
    """The name and the arguments of a call such as small.add(3); ValueError for anything else."""
    try:
        call = ast.parse(text.strip(), mode="eval").body
        if not isinstance(call, ast.Call):
            call = ast.Call(call, [], [])
        arguments = [ast.literal_eval(each) for each in call.args]
        named = {str(each.arg): ast.literal_eval(each.value) for each in call.keywords}
        name = ast.unparse(call.func)
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        words = "is not a name with arguments, such as small.add(3)"
        raise ValueError(f"{legible(repr(text))} {words}") from None
    return name, arguments, named


def whole_number(value: Any, least: int, what: str, most: int = MOST) -> int:
    """A number of that size or more; ValueError for anything else."""
    if type(value) is not int or not least <= value <= most:
        raise ValueError(f"{what} is {legible(repr(value))}; it must be a whole number from "
                         f"{least} to {most:,}")  # fmt: skip
    return value


def power(base: int, n: int) -> int:
    """How many lists of n there are; ValueError where nobody would count them."""
    if n * math.log(max(base, 1)) > 2 * math.log(MOST):
        raise ValueError(f"a domain of {base}^{n:,} inputs is too large; the most are {MOST:,}")
    return int(base**n)


# Numbers of digits


def sums(n_digits: int) -> Domain:
    """Every a+b= of two numbers with so many digits, and the digits of their sum."""
    return of_two_numbers("sums", n_digits, SUMS, sum_tokens)


def products(n_digits: int) -> Domain:
    """Every a*b= of two numbers with so many digits, and the digits of their product."""
    return of_two_numbers("products", n_digits, PRODUCTS, product_tokens)


def of_two_numbers(
    name: str, n_digits: int, symbols: str, rows: Callable[[Tokens, Tokens, int], Tokens]
) -> Domain:
    """Every pair of numbers with so many digits; `rows` has each line with its answer."""
    n = whole_number(n_digits, 1, "the number of digits", LONGEST)

    def cases(numbers: Tokens) -> Iterator[Cases]:
        whole = rows(*np.divmod(numbers, 10**n), n)
        yield np.arange(len(numbers)), whole[:, : 2 * n + 2], whole[:, 2 * n + 2 :]

    return Domain(f"{name}({n})", power(100, n), symbols, cases)


# Lists of numbers


def lists(numbers: Tokens, length: int, below: int) -> Tokens:
    """The lists of those numbers: their digits in base `below` [k, length]."""
    places = below ** np.arange(length - 1, -1, -1, dtype=np.int64)
    return np.asarray(numbers[:, None] // places % below)


def of_lists(name: str, pick: Callable[[Tokens], Tokens], length: int, below: int) -> Domain:
    """Every list of so many numbers below a number, and one that is picked of them."""
    n = whole_number(length, 1, "the length of a list", LONGEST)
    v = whole_number(below, 1, "the number that all are below")

    def cases(numbers: Tokens) -> Iterator[Cases]:
        prompts = lists(numbers, n, v)
        yield np.arange(len(numbers)), prompts, pick(prompts)[:, None]

    return Domain(f"{name}({n}, {v})", power(v, n), range(v), cases)


def minimum(length: int, below: int) -> Domain:
    """Every list of so many numbers, and the smallest of them."""
    return of_lists("minimum", lambda lists: lists.min(axis=1), length, below)


def maximum(length: int, below: int) -> Domain:
    """Every list of so many numbers, and the largest of them."""
    return of_lists("maximum", lambda lists: lists.max(axis=1), length, below)


def sort(length: int, below: int) -> Domain:
    """Every list of so many different numbers, and the same in order."""
    n = whole_number(length, 1, "the length of a list", LONGEST)
    v = whole_number(below, n, "the number that all are below")
    power(v - n + 1, n)  # there are more lists than that
    if n > MOST_IN_ORDER:
        raise ValueError(f"sort({n}, {v}) is too large; its lists may have {MOST_IN_ORDER} numbers")

    def cases(numbers: Tokens) -> Iterator[Cases]:
        left, rest = np.tile(np.arange(v), (len(numbers), 1)), numbers
        rows, prompts = np.arange(len(numbers)), np.empty((len(numbers), n), np.intp)
        for i in range(n):  # the digits of a number say which of those that are left comes next
            which, rest = np.divmod(rest, math.perm(v - i - 1, n - i - 1))
            prompts[:, i] = left[rows, which]
            others = np.arange(left.shape[1]) != which[:, None]
            left = left[others].reshape(len(numbers), v - i - 1)
        yield rows, prompts, np.sort(prompts, axis=1)

    return Domain(f"sort({n}, {v})", math.perm(v, n), range(v), cases)


# Programs of computers


def little_man(n_cells: int, n_steps: int) -> Domain:
    """Every program of so many cells of the Little Man Computer, and its first steps.

    Each cell holds any of the numbers that it may hold, and nobody answers a ?.
    """
    n = whole_number(n_cells, 3, "the number of cells", 100)
    most = 10 * n
    values = [*range(most), *range(-1, -most, -1)]

    def traced(cells: Sequence[int]) -> tuple[list[str], list[str]]:
        prompt = history(cells, n)
        trace = [*islice(steps(prompt, None, n), whole_number(n_steps, 1, "the number of steps"))]
        return prompt, trace[:-1] if trace[-1] == HALT else trace

    words = [word for word in vocabulary(n) if word != HALT]
    return of_programs(f"little_man({n}, {n_steps})", words, values, n, traced)


def three_instructions(n_cells: int, n_steps: int) -> Domain:
    """Every program of so many cells of the computer of three instructions, and its first steps."""
    n = whole_number(n_cells, 2, "the number of cells", 100)
    wide, digits = len(str(3 * n - 1)), len(str(n - 1))
    numbers = [f"{v:0{wide}}" for v in range(3 * n)]
    stores, jumps = ([f"{mark}{a:0{digits}}" for a in range(n)] for mark in ">@")

    def traced(cells: Sequence[int]) -> tuple[list[str], list[str]]:
        loaded = [token for pair in zip((numbers[v] for v in cells), stores, strict=True)
                  for token in pair]  # fmt: skip
        trace = islice(three_steps(cells, n), whole_number(n_steps, 1, "the number of steps"))
        return [*loaded, jumps[0]], [*trace]

    words = [*numbers, *stores, *jumps, "-"]
    return of_programs(f"three_instructions({n}, {n_steps})", words, range(3 * n), n, traced)


def of_programs(
    name: str, words: Sequence[str], values: Sequence[int], n_cells: int,
    traced: Callable[[Sequence[int]], tuple[list[str], list[str]]],
) -> Domain:  # fmt: skip
    """Every way to fill so many cells with values, as a prompt and the trace that follows it."""
    places = {word: i for i, word in enumerate(words)}

    def cases(numbers: Tokens) -> Iterator[Cases]:
        rows = lists(numbers, n_cells, len(values))
        found = [traced([values[i] for i in row]) for row in rows.tolist()]
        lengths = np.array([len(trace) for _, trace in found])
        for m in np.unique(lengths):
            which = np.flatnonzero(lengths == m)
            prompts, answers = (
                np.array([[places[token] for token in found[i][k]] for i in which], np.intp)
                for k in (0, 1)
            )
            yield which, prompts, answers.reshape(len(which), m)

    return Domain(name, power(len(values), n_cells), words, cases)


# Prompts with a specification


def prompts(specification: str, length: int, symbols: Any) -> Domain:
    """Every prompt of so many of the symbols, and what a specification says of it."""
    n = whole_number(length, 0, "the length of a prompt", LONGEST)
    if not isinstance(symbols, str | list | tuple) or len(set(symbols)) < max(1, len(symbols)):
        raise ValueError(
            f"the symbols are {legible(repr(symbols))}; they must be different letters, or a list"
        )
    if not specification:
        raise ValueError("prompts(n, symbols) needs a file that defines specification(prompt)")
    asked = defined(specification)
    letters = isinstance(symbols, str)
    known: list[Symbol] = list(symbols)

    def answer(places: Sequence[int]) -> list[int] | None:
        prompt = [known[i] for i in places]
        given = "".join(map(str, prompt)) if letters else prompt
        with theirs(f"the specification cannot be asked for {given!r}"):
            said = asked(given)
        if said is None:
            return None
        spoken = list(said) if isinstance(said, str | list | tuple) else [said]
        known.extend(symbol for symbol in dict.fromkeys(spoken) if symbol not in known)
        return [known.index(symbol) for symbol in spoken]

    def cases(numbers: Tokens) -> Iterator[Cases]:
        every = lists(numbers, n, len(symbols)) if n else np.empty((len(numbers), 0), np.intp)
        found = [(i, said) for i, row in enumerate(every) if (said := answer(row)) is not None]
        by_length = sorted(found, key=lambda each: len(each[1]))
        for m, group in groupby(by_length, key=lambda each: len(each[1])):
            rows, answers = zip(*group, strict=True)
            which = np.array(rows)
            yield which, every[which], np.array(answers, np.intp).reshape(len(which), m)

    return Domain(f"prompts({n}, {symbols!r})", power(len(symbols), n), known, cases)


@contextmanager
def theirs(what: str) -> Iterator[None]:
    """Turn whatever a specification does into a ValueError that says what could not be done."""
    try:
        with staying():
            yield
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ValueError(f"{what}: {type(error).__name__}: {error}") from None


def defined(source: str) -> Callable[[Any], Any]:
    """What Python defines as specification(prompt); ValueError where it defines none."""
    space: dict[str, Any] = {"__name__": "specification"}
    with theirs("the specification cannot be run"):
        exec(compile(source, "<specification>", "exec"), space)
    if not callable(found := space.get("specification")):
        raise ValueError("the file of a specification must define specification(prompt)")
    asked: Callable[[Any], Any] = found
    return asked


KINDS = {
    "sums": "sums(digits)",
    "products": "products(digits)",
    "minimum": "minimum(length, below)",
    "maximum": "maximum(length, below)",
    "sort": "sort(length, below)",
    "little_man": "little_man(cells, steps)",
    "three_instructions": "three_instructions(cells, steps)",
    "prompts": "prompts(length, symbols)",
}
MAKE: dict[str, Callable[..., Domain]] = {
    "sums": sums,
    "products": products,
    "minimum": minimum,
    "maximum": maximum,
    "sort": sort,
    "little_man": little_man,
    "three_instructions": three_instructions,
    "prompts": prompts,
}
