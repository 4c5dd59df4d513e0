"""Boxes of pages whose checks know an exercise by data: what its judge asks, and what it says."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from exercises.judging.judge import Wrong
from exercises.typed import Field, Json, Typed

Number = int | float
Stretch = dict[str, Any]


def called(thing: Any) -> Any:
    """What a function makes that is not called before a page is built; a value as it is."""
    return thing() if callable(thing) else thing


def formula(call: str, names: Sequence[str], data: Callable[[], Json], example: str = "") -> Typed:
    """A function of numbers, typed as a formula in its arguments; `data` are its `cases`."""
    label = call if "formula" in call else f"{call}, a formula"
    shown = example or f"in {', '.join(names)}"
    field = Field("formula", label, "formula", tuple(names), example=shown)
    return Typed((field,), "formula", data, part="values")


def cases(
    names: Sequence[str],
    rows: Sequence[Sequence[Number]],
    expected: Sequence[Any],
    wrong: str,
    right: str = "",
    within: float | Sequence[float] = 0.0,
    where: str | Sequence[str] = "",
    **more: Any,
) -> Json:
    """Rows of arguments, and what is right there, up to `within`.

    `where` says which case it is, `wrong` what is expected there: both may name arguments, and
    `wrong` also what was `said` and `expected`. `more` may be `whole`, that whole numbers are
    asked; `stretches` of each case in place of `expected`; and `words`, further formulas that
    `wrong` names.
    """
    near = [within] * len(rows) if isinstance(within, int | float) else [*within]
    return {
        "names": [*names], "cases": [[*row] for row in rows], "expected": [*expected],
        "within": near, "wrong": wrong, "right": right or f"{len(rows)} inputs",
        "where": where if isinstance(where, str) else [*where], **more,
    }  # fmt: skip


def exact_formula(
    call: str,
    names: Sequence[str],
    rows: Sequence[Sequence[int]],
    expected: Callable[..., int],
    wrong: str = "{where} expected {expected}, got {said}: {off}",
    on: str = "with",
) -> Typed:
    """A function whose whole numbers have to be right to the last one."""
    where = f"{on} " + ", ".join(f"{name}={{{name}}}" for name in names)

    def data() -> Json:
        right = [expected(*row) for row in rows]
        return cases(names, rows, right, wrong, where=where, whole=True)

    return formula(call, names, data)


def stretch(low: float | None, high: float | None, wrong: str | None = None) -> Stretch:
    """The numbers from `low` to `high`, and what is wrong with them; None where there is no end."""
    ends = {"from": low, "to": high, "wrong": wrong}
    return {name: end for name, end in ends.items() if end is not None}


def near(expected: float, within: float, wrong: str) -> list[Stretch]:
    """What is right is this number, up to `within`; all others are wrong."""
    return [stretch(expected - within, expected + within), stretch(None, None, wrong)]


def stretches_of(
    what: Callable[[float], str | None], ends: Sequence[float], exact: float = 1e-7
) -> list[Stretch]:
    """Stretches on which what is said of a number is the same, None where it is right.

    Between neighbors of `ends` at which it differs, the place where it changes is found by halves.
    """
    found: list[Stretch] = []
    said = [what(x) for x in ends]
    begin = ends[0]
    for (low, high), (before, after) in zip(pairwise(ends), pairwise(said), strict=True):
        while before != after:
            left, right = low, high
            while right - left > exact:
                middle = (left + right) / 2
                left, right = (middle, right) if what(middle) == before else (left, middle)
            found.append(stretch(begin, right, before))
            low, begin, before = right, right, what(right)
    return [*found, stretch(begin, ends[-1], said[-1])]


def told(
    fields: Sequence[Field], items: Callable[[], Sequence[Json]], right: str, **more: Any
) -> Typed:
    """An answer of several parts in order, each an item with `stretches`, or `is` and `wrong`.

    `more` may be `count`, which is said where there are more or fewer; `finite`, where a number is
    not finite; `words`, further formulas of what was `said`; `known`, of which all have to be, and
    `unknown`, which is said of others. A function among them is called.
    """

    def data() -> Json:
        return {"items": [*items()], "right": right, **{k: called(x) for k, x in more.items()}}

    return Typed(tuple(fields), "told", data, part="values")


def verdicts(
    fields: Sequence[Field],
    judge: Callable[[Any], str],
    answers: Callable[[], Mapping[str, Any] | Iterable[tuple[str, Any]]],
    otherwise: str | Callable[[], str] = "",
) -> Typed:
    """What a judge says of every answer that can be typed, each by what is typed for it.

    What is typed into several fields stands in several lines. `otherwise` is said of all others.
    """

    def data() -> Json:
        right: dict[str, None] = {}
        wrong: dict[str, None] = {}
        said: dict[str, tuple[dict[str, None], str]] = {}
        for typed, answer in dict(answers()).items():
            try:
                kind, text = right, judge(answer)
            except Wrong as error:
                kind, text = wrong, str(error)
            kind[text] = None
            said[typed] = kind, text
        places = {text: i for i, text in enumerate(right)}
        behind = {text: i + len(right) for i, text in enumerate(wrong)}
        found = {
            typed: (places if kind is right else behind)[text]
            for typed, (kind, text) in said.items()
        }
        return {
            "verdicts": found, "right": [*right], "wrong": [*wrong], "otherwise": called(otherwise),
        }  # fmt: skip

    return Typed(tuple(fields), "verdicts", data, part="values")


def demands(
    fields: Sequence[Field], asked: Sequence[tuple[str, str]], right: str, **more: Any
) -> Typed:
    """Numbers, and formulas of them that must not be below 0, each with what is said if one is.

    `more` may be `finite`, said where a number is not; and `words`, formulas that `right`, the
    demands and their sentences name.
    """

    def data() -> Json:
        return {"demands": [[*each] for each in asked], "right": right, **more}

    return Typed(tuple(fields), "demands", data, part="values")


def listed(given: Iterable[float]) -> str:
    """Numbers, the whole ones without a point."""
    return ", ".join(f"{x:.10g}" for x in given)


def whole_sizes(names: Sequence[str], most: int, wrong: str) -> list[tuple[str, str]]:
    """The demands that numbers are whole and from 1 to `most`."""
    said = wrong + ", ".join(f"{{{name}:.10g}}" for name in names)
    rests = " - ".join(f"{name} % 1" for name in names)
    all_of_them = ", ".join(names)
    return [
        (f"0 - {rests}", said),
        (f"min({all_of_them}) - 1", said),
        (f"{most} - max({all_of_them})", said),
    ]


def units(data: Callable[[], Json]) -> Typed:
    """Units of semes, one a line: what it reads, a colon, what it writes; `data` says on what."""
    label = "the units, one a line: what it reads, a colon, what it writes"
    field = Field("units", label, "lines", example="a - 2 b: c")
    return Typed((field,), "units", data, part="semestexts")


def layers(label: str, example: str, data: Callable[[], Json]) -> Typed:
    """Layers in sentences of semes; `data` says what stands around them, and on what they run."""
    field = Field("layers", label, "sentences", example=example)
    return Typed((field,), "layers", data, part="semestexts")
