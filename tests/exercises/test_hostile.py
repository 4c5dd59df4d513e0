"""Whatever an answer does, check returns one line; what it did to the library is noticed."""

import ast
import inspect
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NoReturn

import numpy as np
import pytest

import exercises
import taotp_core.transformer
from exercises import check
from exercises.__main__ import FAILED, main
from exercises.catalogue import EXERCISES, module_of
from exercises.catalogue.hello_world.repeat_last import repeat_last
from exercises.handing_in.record import as_answer, functions_asked
from taotp.programs import searching, sums
from taotp.programs.hello_world import hello_world
from taotp_core import equivalences
from taotp_core.program import Program
from taotp_core.weights import Transformer
from tests.exercises.changing import with_model
from tests.exercises.conftest import Said
from tests.exercises.in_turn import is_due
from tests.exercises.laws import of_each, of_each_exercise
from tests.exercises.verdicts import JUDGED
from tools.sampling import drawn

IN_TURN = 3  # hostile answers to each exercise in a run by day
JUDGES = [
    path
    for folder in ("catalogue", "judging")
    for path in sorted((Path(exercises.__file__).parent / folder).rglob("*.py"))
]
CALLS_WHAT_IT_REFUSES = {
    "scramble": "some of the matrices have to be refused, by any error",
    "compact-text": "a text that is too long has to be refused, by any error",
}


class Liar:
    """Gives itself when it is called, and raises from wherever else it is looked at."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def __call__(self, *arguments: object) -> object:
        """Gives itself away."""
        return self

    def __array__(self, *arguments: object) -> NoReturn:
        raise self.error

    def __repr__(self) -> NoReturn:
        raise self.error


class Mute(Exception):
    """An error without words."""

    def __str__(self) -> NoReturn:
        raise RuntimeError("no words")


def raising(error: BaseException) -> Callable[..., NoReturn]:
    """A function that raises."""

    def function(*arguments: object) -> NoReturn:
        raise error

    return function


def nan_model(*arguments: object) -> Transformer:
    """A model whose checks were gone around."""
    model = repeat_last(2, 50)
    object.__setattr__(model, "W_E", np.full((2, 3), np.nan))
    return model


def huge_model(*arguments: object) -> Transformer:
    """More numbers than a check will look at."""
    return Transformer(np.zeros((2, 40_001)), np.zeros((50, 40_001)))


def overflowing(*arguments: object) -> Program:
    """Weights so large that layer norm gives no number."""
    program = hello_world()
    model = Transformer(np.full((11, 3), 1e308), np.full((13, 3), -1e308))
    return Program(model, program.vocabulary, program.start, program.stop)


HOSTILE: dict[str, Any] = {
    "number": 7,
    "text": "a text",
    "list": [1, 2],
    "array": np.full(3, np.nan),
    "pair of nothing": (None, None),
    "returns None": lambda *arguments: None,
    "returns text": lambda *arguments: "text",
    "returns NaN": lambda *arguments: np.nan,
    "returns NaN array": lambda *arguments: np.full((3, 10), np.nan),
    "returns ragged": lambda *arguments: [[1], [2, 3]],
    "returns objects": lambda *arguments: np.array([object(), None]),
    "returns a class": lambda *arguments: Transformer,
    "wrong arguments": lambda: 1,
    "raises": raising(RuntimeError("two\nlines at 0x7f0000000000")),
    "raises mute": raising(Mute()),
    "exits": raising(SystemExit(3)),
    "recursion": raising(RecursionError()),
    "memory": raising(MemoryError()),
    "liar": Liar(RuntimeError("no words")),
    "exits when it is looked at": Liar(SystemExit(3)),
    "NaN model": nan_model,
    "huge model": huge_model,
    "overflow": overflowing,
    "a class": dict,
}


def doors(module: ModuleType) -> frozenset[str]:
    """To which functions a judge hands its answer; those are what meets a hostile one first."""
    judges = ast.walk(ast.parse(inspect.getsource(module)))
    calls = (node for node in judges if isinstance(node, ast.Call))
    return frozenset(
        ast.unparse(call.func)
        for call in calls
        for given in call.args
        if "answer" in {node.id for node in ast.walk(given) if isinstance(node, ast.Name)}
    )


@cache
def asked_all() -> set[str]:
    """An exercise for each kind of judge: every hostile answer is given to these, in turn."""
    return {*{doors(module_of(slug)): slug for slug in JUDGED}.values(), *CALLS_WHAT_IT_REFUSES}


@of_each_exercise
def test_never_raises(slug: str) -> None:
    """Nor is an interrupt lost; some hostile answers are in turn for every exercise."""
    if slug not in JUDGED:
        return
    interrupted = [raising(KeyboardInterrupt()) for _ in functions_asked(EXERCISES[slug])]
    with pytest.raises(KeyboardInterrupt):
        check(slug, as_answer(interrupted))
    whole = slug in asked_all() and is_due(f"hostile {slug}")
    for name in [*HOSTILE] if whole else drawn([*HOSTILE], IN_TURN, slug):
        line = str(check(slug, HOSTILE[name]))
        assert re.fullmatch(r"✗.{,398}", line) and "0x" not in line, (name, line)
        assert not whole or line == str(check(slug, HOSTILE[name])), name


def test_messages_of_hostile_answers() -> None:
    for answer, words in (
        (HOSTILE["raises"], "with V=2 raised RuntimeError: two lines"),
        (HOSTILE["returns None"], "expected a Transformer, got None"),
        (huge_model, "at most 2000000 numbers"),
    ):
        assert words in str(check("repeat-last", answer))
    overflow = with_model(overflowing(), W_pos=np.zeros((10, 3)))
    assert "it has logits that are not numbers" in str(check("no-positions", overflow))


@cache
def nodes_of(path: Path) -> tuple[ast.AST, ...]:
    """All that a file is made of."""
    return tuple(ast.walk(ast.parse(path.read_text("utf-8"))))


def called_outside_the_door(path: Path) -> Iterator[str]:
    """Where a function of a file calls an answer that it was given, but for `ask`."""
    for node in nodes_of(path):
        if isinstance(node, ast.FunctionDef) and node.name != "ask":
            given = {each.arg for each in node.args.args if is_an_answer(each)}
            for call in (each for each in ast.walk(node) if given and isinstance(each, ast.Call)):
                called = call.func.value if isinstance(call.func, ast.Subscript) else call.func
                if isinstance(called, ast.Name) and called.id in given:
                    yield path.stem.replace("_", "-")


def is_an_answer(argument: ast.arg) -> bool:
    """Whether a parameter takes what a learner gave."""
    kind = ast.unparse(argument.annotation) if argument.annotation else ""
    return argument.arg == "answer" or kind == "object"


def test_judges_take_answers_through_one_door() -> None:
    """`ask` calls them, and turns what they raise into a sentence; `judged` alone calls judges."""
    outside = {slug for path in JUDGES for slug in called_outside_the_door(path)}
    assert outside == CALLS_WHAT_IT_REFUSES.keys()
    calls = [
        path.stem
        for path in Path(exercises.__file__).parent.rglob("*.py")
        if ".judge(" in path.read_text("utf-8")
        for node in nodes_of(path)
        if isinstance(node, ast.Call) and ast.unparse(node.func).endswith(".judge")
    ]
    assert calls == ["judge"]


def zeros_that_attack(place: Any, name: str, value: object) -> Callable[[int, int], Transformer]:
    """An answer that replaces a function when it is called, and returns a wrong model."""

    def attack(d_vocab: int, n_ctx: int) -> Transformer:
        setattr(place, name, value)
        return Transformer(np.zeros((d_vocab, 3)), np.zeros((n_ctx, 3)))

    return attack


@of_each(
    [
        (np, "size", lambda a: 0),
        (np, "argmax", lambda *a, **k: 7),
        (np, "count_nonzero", lambda a: 0),
        (np, "abs", lambda a: -np.ones(1)),
        (np, "argwhere", lambda a: np.empty((0, 2))),
        (np.random, "default_rng", lambda seed: None),
        (taotp_core.transformer, "normalize", lambda x, norm: x),
        (taotp_core.transformer, "forward", lambda model, tokens: np.eye(10)[tokens]),
        (Transformer, "unembedding", property(lambda model: 1)),
        (sums, "last_rows", lambda *a: None),
        (equivalences, "uniform", lambda *a: None),
        (searching, "search", lambda *a: None),
    ]
)
def test_replaced_functions_are_noticed(
    place: Any, name: str, value: object, *, capsys: Said
) -> None:
    """By a verdict on the answer that did it, by the next, and by the doctor."""
    before = vars(place)[name]
    words = rf"\b{name} has been replaced; restart the kernel"
    try:
        line = check("repeat-last", zeros_that_attack(place, name, value))
        assert line.outcome == "failed" and re.search(words, line.text)
        assert re.search(words, check("repeat-last", repeat_last).text)
        if place is searching:  # the doctor looks at all, which takes a while
            assert main(["doctor"]) == FAILED
            assert f"{name} has been replaced" in capsys.readouterr().out
    finally:
        setattr(place, name, before)
