"""Score what a tool says of the machines of this folder: `python score.py CLAIMS.json`.

Claims are JSON: of each machine of truth.json, of each of its parts, whether it matters, as true or
false, or as a number, the larger the more it matters; null where the tool cannot be asked, of a
part or of a machine as a whole:

    {"echo": {"layers.0.heads.0": true, "layers.0.mlp": 0.25}, "search 1": null}

An entry, as the page of results has them, is an object with such claims as "claims", and the limit
of its tool as "above". A number above the limit, else 0.5, names its part.

Precision is the share of the parts it named that matter, recall the share of those that matter that
it named; who names none has no precision. Average precision asks for no limit: parts are taken from
the largest number down, equal ones at once, and it is the precision after each step, weighed by
what the step adds to the recall. Beside these stand the nulls: who names all parts, who names none,
and who names as many as the tool by chance, which is computed and not drawn. Needs numpy, and
nothing else.
"""

import argparse
import json
import math
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

Claims = Mapping[str, Mapping[str, float | None] | None]
Truth = Mapping[str, Mapping[str, bool]]  # of each machine, of each part, whether it matters

ABOVE = 0.5
OF_FILE = ("claims", "above", "tool", "by", "does", "made", "versions", "seed", "seconds")
MOST_NAMED = 5  # things that a sentence lists


class BadClaims(ValueError):
    """Claims that cannot be scored; the message is a sentence that says why."""


@dataclass(frozen=True)
class Score:
    """What a tool, or a null, is worth.

    `right_machines` counts machines of which it names the parts that matter and no others. A value
    is None where it is not defined: precision where nothing is named.
    """

    parts: int
    matter: int
    named: int
    right: float
    precision: float | None
    recall: float | None
    average_precision: float | None
    right_machines: float


def read_json(path: Path) -> Any:
    """What a file of JSON holds; BadClaims where it is none."""
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise BadClaims(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise BadClaims(f"{path} is not JSON: it is not UTF-8 text") from None
    try:
        return json.loads(text, object_pairs_hook=once)
    except BadClaims:
        raise
    except json.JSONDecodeError as error:
        raise BadClaims(
            f"{path} is not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except RecursionError:
        raise BadClaims(f"{path} is nested too deep to be claims") from None
    except ValueError as error:  # a whole number of thousands of digits
        raise BadClaims(f"{path}: {error}") from None


def once(pairs: Iterable[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; BadClaims where it says a name twice."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise BadClaims(f"{name!r} stands twice in one object; say it once")
        found[name] = value
    return found


def truth_of(data: Any) -> dict[str, dict[str, bool]]:
    """The part of a truth.json that is scored; BadClaims where it is none.

    Tables and what reads the stream at its end are left out: every machine has them.
    """
    try:
        return {name: {part: bool(about["matters"]) for part, about in machine["parts"].items()
                       if about.get("kind") != "table"}
                for name, machine in data["machines"].items()}  # fmt: skip
    except (AttributeError, KeyError, TypeError):
        raise BadClaims("the truth is not a truth.json of such a folder") from None


def kinds_of(data: Any) -> dict[str, str]:
    """Of each machine of a truth.json, of which kind it is."""
    return {name: str(machine.get("kind", "")) for name, machine in data["machines"].items()}


def opened(data: Any, truth: Truth) -> tuple[Any, float]:
    """The claims of a file and the limit of its tool, be it an entry or claims alone."""
    if not isinstance(data, dict) or "claims" not in data or "claims" in truth:
        return data, ABOVE
    refuse_keys("the file", data, OF_FILE)
    above = number("the limit, above,", data.get("above", ABOVE))
    return data["claims"], ABOVE if above is None else above


def checked(claims: Any, truth: Truth) -> dict[str, dict[str, float | None] | None]:
    """Claims as numbers; BadClaims, which names the place, for what cannot be scored."""
    if not isinstance(claims, dict):
        raise BadClaims(f"the claims are {kind(claims)}; they must be an object, a machine a name")
    agree("machine", "the claims", claims, truth, "give null where your tool cannot be asked")
    return {
        name: None if claims[name] is None else of_machine(name, claims[name], parts)
        for name, parts in truth.items()
    }


def of_machine(name: str, claims: Any, parts: Mapping[str, bool]) -> dict[str, float | None]:
    """The claims of one machine as numbers."""
    if not isinstance(claims, dict):
        raise BadClaims(
            f"the claims of {name!r} are {kind(claims)}; they must be an object or null"
        )
    agree("part", repr(name), claims, parts, "give null where your tool cannot see it")
    return {part: number(f"{part} of {name!r}", claims[part]) for part in parts}


def agree(what: str, where: str, given: Iterable[str], known: Iterable[str], else_: str) -> None:
    """Raise BadClaims unless two sets of names are the same."""
    if unknown := [name for name in given if name not in set(known)]:
        raise BadClaims(
            f"{where}: no {what} is called {listed(unknown)}; there are {listed(known)}"
        )
    if missing := [name for name in known if name not in set(given)]:
        raise BadClaims(f"{where}: nothing is said of the {what} {listed(missing)}; {else_}")


def refuse_keys(
    where: str, given: Iterable[str], known: Sequence[str], also: Sequence[str] = ()
) -> None:
    """Raise BadClaims for a key that is read nowhere, with the one that may be meant.

    Those that are there `also` are let pass, and are not offered.
    """
    for key in given:
        if key not in known and key not in also:
            near = nearest(key, known)
            what = f"did you mean {near!r}? What" if near else "what"
            raise BadClaims(f"{where}: there is no key {key[:60]!r}; {what} is read there is "
                            f"{listed(known, len(known))}")  # fmt: skip


def nearest(name: str, known: Iterable[str]) -> str:
    """The name that may be meant by another, "" where none is like it.

    >>> nearest("Echo", ["before_last", "echo"])
    'echo'
    """
    own = {each.lower(): each for each in known}
    return next((own[each] for each in get_close_matches(name.lower(), own, 1)), "")


def number(where: str, claim: Any) -> float | None:
    """A claim as a number, None where the tool cannot say."""
    if claim is None:
        return None
    if not isinstance(claim, bool | int | float):
        raise BadClaims(f"the claim on {where} is {kind(claim)}; "
                        "it must be a number, true, false or null")  # fmt: skip
    try:
        value = float(claim)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise BadClaims(f"the claim on {where} is {value}; it must be a finite number")
    return value


def kind(value: Any) -> str:
    """What a value of JSON is, in words."""
    kinds = {dict: "an object", list: "a list", bool: "true or false", type(None): "null"}
    text = f"the text {value[:40]!r}" if isinstance(value, str) else "a number"
    return kinds.get(type(value), text)


def listed(names: Iterable[str], most: int = MOST_NAMED) -> str:
    """The first names of several, quoted."""
    every = list(names)
    first = ", ".join(repr(name[:60]) for name in every[:most])
    return first + (f" and {len(every) - most} more" if len(every) > most else "")


def scored(claims: Claims, truth: Truth, above: float = ABOVE) -> Score:
    """The score of checked claims: parts of which nothing is said are not named, and come last."""
    said: list[float] = []
    matter: list[bool] = []
    right_machines = 0
    for name, parts in truth.items():
        machine = claims[name] or dict.fromkeys(parts)
        values = [-math.inf if (v := machine[part]) is None else v for part in parts]
        right_machines += [v > above for v in values] == list(parts.values())
        said += values
        matter += parts.values()
    x, y = np.array(said), np.array(matter, bool)
    named = x > above
    right = int((named & y).sum())
    return Score(
        len(y), int(y.sum()), int(named.sum()), right, share(right, int(named.sum())),
        share(right, int(y.sum())), average_precision(x, y), right_machines,
    )  # fmt: skip


def share(part: float, whole: float) -> float | None:
    """A share, None of nothing."""
    return float(part / whole) if whole else None


def average_precision(x: NDArray[np.float64], matter: NDArray[np.bool_]) -> float | None:
    """The precision after each value from the largest down, weighed by what recall it adds.

    Equal numbers are named at once. None where no part matters.
    """
    if not matter.any():
        return None
    total = before = 0.0
    for value in np.unique(x)[::-1]:
        taken = x >= value
        right = (matter & taken).sum()
        total += (right - before) / matter.sum() * right / taken.sum()
        before = right
    return float(total)


def chance_average_precision(n: int, m: int) -> float | None:
    """What a random order of n parts, of which m matter, gets in the mean over all orders.

    At rank k the part matters with m / n, and then so does (m - 1) / (n - 1) of those before it.
    """
    if not m:
        return None
    harmonic = math.fsum(1 / k for k in range(1, n + 1)) / n
    others = (m - 1) / (n - 1) if n > 1 else 0.0
    return harmonic + others * (1 - harmonic)


def everything(truth: Truth, value: float) -> Claims:
    """The same claim on every part."""
    return {name: dict.fromkeys(parts, value) for name, parts in truth.items()}


def by_chance(truth: Truth, named: int) -> Score:
    """What naming so many parts by chance is worth, in the mean over all ways to do so."""
    n = sum(map(len, truth.values()))
    m = sum(sum(parts.values()) for parts in truth.values())
    right = named * m / n if n else 0.0
    machines = sum(ways(n - len(parts), named - sum(parts.values())) for parts in truth.values())
    return Score(n, m, named, right, share(right, named), share(right, m),
                 chance_average_precision(n, m), machines / math.comb(n, named))  # fmt: skip


def ways(n: int, k: int) -> int:
    """How many ways there are to name k of n parts."""
    return math.comb(n, k) if k >= 0 else 0


def table(claims: Claims, truth: Truth, above: float = ABOVE) -> dict[str, Score]:
    """The score of a tool beside those of the nulls: who names all, none, and as many by chance."""
    tool = scored(claims, truth, above)
    return {
        "the tool": tool,
        "all": scored(everything(truth, 1.0), truth),
        "none": scored(everything(truth, 0.0), truth),
        "chance": by_chance(truth, tool.named),
    }


def where_asked(claims: Claims, truth: Truth) -> Truth:
    """The truth of the parts of which the tool says something."""
    asked = {name: {part: so for part, so in parts.items()
                    if (claims[name] or {}).get(part) is not None}
             for name, parts in truth.items()}  # fmt: skip
    return {name: parts for name, parts in asked.items() if parts}


def lines(rows: Mapping[str, Score], n_machines: int) -> list[str]:
    """A table of scores as text."""
    (first, *_) = rows.values()
    out = [f"{n_machines} machines, {first.parts} parts, {first.matter} of which matter",
           f"{'':9} {'named':>6} {'precision':>10} {'recall':>7} {'average precision':>18} "
           f"{'machines right':>15}"]  # fmt: skip
    for name, score in rows.items():
        machines = f"{score.right_machines:.1f}".removesuffix(".0")
        out.append(f"{name:9} {score.named:>6,} {digits(score.precision):>10} "
                   f"{digits(score.recall):>7} {digits(score.average_precision):>18} "
                   f"{machines:>15}")  # fmt: skip
    return out


def digits(value: float | None) -> str:
    """A share in three digits."""
    return "-" if value is None else f"{value:.3f}"


def by_machine(claims: Claims, truth: Truth, above: float) -> list[str]:
    """A line for each machine of which the tool names other parts than matter."""
    out = []
    for name, parts in truth.items():
        said = claims[name]
        if said is None:
            out.append(f"{name}: not asked")
            continue
        named = {part for part in parts if (v := said[part]) is not None and v > above}
        so = {part for part, matters in parts.items() if matters}
        missed, wrong = sorted(so - named), sorted(named - so)
        words = [f"misses {', '.join(missed)}"] * bool(missed)
        words += [f"names {', '.join(wrong)}"] * bool(wrong)
        out.append(f"{name}: {'; '.join(words) or 'right'}")
    return out


def by_kind(claims: Claims, truth: Truth, kinds: Mapping[str, str], above: float) -> list[str]:
    """A line for each kind of machine."""
    out = [f"{'named':>6} {'right':>6} {'parts':>6} {'matter':>7} {'precision':>10} {'recall':>7}"]
    for kind in dict.fromkeys(kinds.values()):
        some = {name: parts for name, parts in truth.items() if kinds[name] == kind}
        score = scored(claims, some, above)
        out.append(f"{score.named:>6,} {score.right:>6,} {score.parts:>6,} {score.matter:>7,} "
                   f"{digits(score.precision):>10} {digits(score.recall):>7}  {kind}")  # fmt: skip
    return out


def parser() -> argparse.ArgumentParser:
    """What may be typed."""
    whole = argparse.ArgumentParser(
        prog="score.py", description="Score what a tool says of the machines of this folder."
    )
    whole.add_argument("claims", metavar="CLAIMS.json", type=Path)
    whole.add_argument("--truth", type=Path, metavar="FILE", help="another truth.json")
    whole.add_argument("--above", type=float, metavar="X",
                       help=f"name the parts whose number is above it ({ABOVE})")  # fmt: skip
    whole.add_argument("--kinds", action="store_true", help="add a line for each kind of machine")
    whole.add_argument("--machines", action="store_true", help="add a line for each machine")
    whole.add_argument("--json", action="store_true", help="print JSON instead")
    return whole


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 0, or 2 with a sentence where the claims cannot be scored."""
    options = parser().parse_args(arguments)
    try:
        data = read_json(options.truth or Path(__file__).with_name("truth.json"))
        truth = truth_of(data)
        given, above = opened(read_json(options.claims), truth)
        claims = checked(given, truth)
        above = above if options.above is None else options.above
        if not math.isfinite(above):
            raise BadClaims(f"--above is {above}; it must be a finite number")
    except BadClaims as error:
        print(error, file=sys.stderr)
        return 2
    tables = {"all parts": table(claims, truth, above)}
    asked = where_asked(claims, truth)
    if asked and asked != truth:
        tables["where it was asked"] = table(claims, asked, above)
    if options.json:
        print(json.dumps({where: {name: asdict(score) for name, score in rows.items()}
                          for where, rows in tables.items()}, indent=1))  # fmt: skip
        return 0
    for where, rows in tables.items():
        n_machines = len(truth if where == "all parts" else asked)
        print(f"{where}: " + "\n".join(lines(rows, n_machines)), end="\n\n")
    if options.kinds:
        print("\n".join(by_kind(claims, truth, kinds_of(data), above)), end="\n\n")
    if options.machines:
        print("\n".join(by_machine(claims, truth, above)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
