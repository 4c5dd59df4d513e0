"""The format of a submission, and its only parser: bytes that nobody vouches for become arrays.

A submission is JSON. It says who hands in which exercise, and what the functions of the exercise
returned: models, programs, arrays, numbers, texts, lists, tables. Nothing in it is ever executed.
`submission.schema.json` describes the same format to other programs.
"""

import json
import math
import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

import numpy as np
from numpy.typing import NDArray

from taotp.listing.language import LIMITS
from taotp_core.arrays import Array, declared_axes
from taotp_core.program import Program
from taotp_core.weights import BIASES, LAYER_NORM, MLP, RMS_NORM, Head, Layer, Norm, Transformer

T = TypeVar("T")
FORMAT = 1
MOST_BYTES = 2_000_000
MOST_NUMBERS = 1_000_000  # zeros that a sparse array leaves out are counted
MOST_IDLE = 100_000  # numbers of units and columns of heads that can do nothing
LONGEST_CONTEXT = 4096  # more positions would take longer to try than a grader waits
LARGEST, SMALLEST = 1e30, 1e-30
LONGEST_NAME = 60
DEPTH = 5  # of lists in lists: a table of lists of symbols is 3 deep

# Words, by kinds of characters: a is a letter or a digit, m a mark on it, such as a vowel sign.
NAME = re.compile(r"am{0,4}(?:(?:\. ?|[ '-])?am{0,4})*\.?")
ADDRESS = re.compile(r"\w+(?:[.+-]\w+)*@[a-z\d]+(?:[.-][a-z\d]+)*\.[a-z]{2,24}", re.ASCII | re.I)
APOSTROPHES = "'\u2019\u02bc"
SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
UNWRITABLE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")  # controls, lone surrogates
RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)  # no file names on Windows


class Refused(ValueError):
    """A file is no submission; the message says in a sentence where and why."""


@dataclass(frozen=True)
class Answer:
    """What one function of an exercise returned for some arguments."""

    function: str
    arguments: tuple[Any, ...]
    returned: Any


@dataclass(frozen=True)
class Submission:
    """One exercise, handed in by somebody; `note` is free text for a person to read."""

    exercise: str
    author: str
    note: str = ""
    answers: tuple[Answer, ...] = ()


@dataclass
class Purse:
    """How many numbers a file may still declare, and how many of these in idle places."""

    left: int = MOST_NUMBERS
    left_idle: int = MOST_IDLE

    def pay(self, count: int, where: str) -> None:
        """Take some; Refused where there are not as many left."""
        self.left -= count
        if self.left < 0:
            raise Refused(f"{where} exceeds the {MOST_NUMBERS:,} numbers that a file may hold")

    def pay_idle(self, count: int, where: str, what: str) -> None:
        """Take some that multiply and are multiplied by zeros: a file of few bytes has many."""
        self.left_idle -= count
        if self.left_idle < 0:
            raise Refused(
                f"{where} has {what} of zeros, with which a file may have {MOST_IDLE:,} numbers; "
                "leave them out"
            )


def parse(data: bytes) -> Submission:
    """Read a submission; raises Refused, and nothing else, for anything that is not one."""
    purse = Purse()
    top = read_object(
        decoded(data), "the file", ("format", "exercise", "author"), ("note", "answers")
    )
    if type(top["format"]) is not int or top["format"] != FORMAT:
        raise Refused(f"format is {brief(top['format'])}; this grader reads format {FORMAT}")
    slug = read_text(top["exercise"], "exercise", LONGEST_NAME)
    if not SLUG.fullmatch(slug):
        raise Refused(f"exercise is {brief(slug)}; it must be a name such as repeat-last")
    note = read_text(top.get("note", ""), "note", MOST_BYTES)
    answers = []
    for i, raw in enumerate(read_list(top.get("answers", []), "answers")):
        where = f"answers[{i}]"
        each = read_object(raw, where, ("function", "arguments", "returned"))
        function = read_text(each["function"], f"{where}.function", LONGEST_NAME)
        arguments = read_list(each["arguments"], f"{where}.arguments")
        given = tuple(read_value(one, f"{where}.arguments", purse) for one in arguments)
        answers.append(
            Answer(function, given, read_value(each["returned"], f"{where}.returned", purse))
        )
    return Submission(slug, read_author(top["author"]), note, tuple(answers))


def decoded(data: bytes, most: int | None = MOST_BYTES) -> Any:
    """The JSON of a file, or Refused."""
    if most is not None and len(data) > most:
        raise Refused(f"the file has {len(data):,} bytes; at most {most:,} are read")
    try:
        return json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=once_each, parse_constant=not_finite
        )
    except UnicodeDecodeError:
        raise Refused("the file is not UTF-8 text") from None
    except RecursionError:
        raise Refused("the file holds lists in lists without end") from None
    except Refused:
        raise
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Refused(f"the file is not JSON: {error.msg} at {place}") from None
    except ValueError:
        raise Refused("the file holds an integer of more than 4,000 digits") from None


def once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, none of whose keys stands there twice."""
    found: dict[str, Any] = {}
    for key, said in pairs:
        if key in found:
            raise Refused(f"the key {brief(key)} stands twice in one object")
        found[key] = said
    return found


def not_finite(word: str) -> NoReturn:
    """NaN, Infinity and -Infinity, which Python's reader takes and JSON does not know."""
    raise Refused(f"the file holds {word}; numbers must be finite")


def brief(thing: object) -> str:
    """A thing from a file on one short line, for a message: letters as they are, no controls."""
    if isinstance(thing, str):
        words = repr(thing[:50])
    else:
        words = str(thing) if isinstance(thing, int | float) else KINDS[type(thing)]
    return words if len(words) <= 50 else words[:47] + "..."


KINDS = {type(None): "null", list: "a list", dict: "an object"}


def read_object(
    raw: Any, where: str, needed: tuple[str, ...], allowed: tuple[str, ...] = ()
) -> dict[str, Any]:
    """An object that has the needed keys and no others but the allowed ones."""
    if type(raw) is not dict:
        raise Refused(f"{where} is {brief(raw)}; it must be an object")
    for key in needed:
        if key not in raw:
            raise Refused(f"{where} lacks the key {key!r}")
    for key in raw:
        if key not in needed and key not in allowed:
            raise Refused(f"{where} has the unknown key {brief(key)}")
    return raw


def read_list(raw: Any, where: str) -> list[Any]:
    """A list, or Refused."""
    if type(raw) is not list:
        raise Refused(f"{where} is {brief(raw)}; it must be a list")
    return raw


def read_text(raw: Any, where: str, longest: int) -> str:
    """A string that can be written to a file, or Refused."""
    if type(raw) is not str:
        raise Refused(f"{where} is {brief(raw)}; it must be a string")
    if len(raw) > longest:
        raise Refused(f"{where} has {len(raw):,} characters; at most {longest:,} are read")
    if found := UNWRITABLE.search(raw):
        raise Refused(f"{where} holds {found[0]!a}, which is not text")
    return raw


def read_author(raw: Any) -> str:
    """An e-mail address, or a plain name in any script; "Surname, Name" is turned round.

    Its words are joined by spaces, hyphens, apostrophes or dots.
    """
    name = unicodedata.normalize("NFC", given_first(read_text(raw, "author", LONGEST_NAME)))
    plain = NAME.fullmatch(kinds(name)) or ADDRESS.fullmatch(name)
    if not plain or RESERVED.fullmatch(name.partition(".")[0]):
        raise Refused(
            f"author is {brief(name)}; it must be words of letters and digits, such as Ada-3, "
            "or an e-mail address"
        )
    return name


def given_first(name: str) -> str:
    """A name as it is said, where a list has its surname first, and a comma.

    >>> given_first("Lovelace, Ada")
    'Ada Lovelace'
    """
    surname, comma, given = (part.strip() for part in name.partition(","))
    return f"{given} {surname}" if comma and surname and given else name


def kinds(name: str) -> str:
    """A name with a for each letter or digit, m for each mark, and ' for any apostrophe."""
    found = (unicodedata.category(c)[0] for c in name)
    return "".join(
        "'" if c in APOSTROPHES else "a" if kind in "LN" else "m" if kind == "M" else c
        for c, kind in zip(name, found, strict=True)
    )


def read_number(raw: Any, where: str, purse: Purse) -> float | int:
    """A finite number, or Refused."""
    purse.pay(1, where)
    if type(raw) not in (int, float):
        raise Refused(f"{where} is {brief(raw)}; it must be a number")
    size = abs(raw)
    if not size <= LARGEST or 0 < size < SMALLEST:
        raise Refused(f"{where} is {in_digits(raw)}; {BETWEEN}")
    return raw  # type: ignore[no-any-return]


BETWEEN = f"numbers must be 0 or from {SMALLEST:g} to {LARGEST:g}, with either sign"


def in_digits(x: Any) -> str:
    """A number in a message: a long integer by its first digits."""
    return brief(x) if isinstance(x, int) else f"{x:.6g}" if math.isfinite(x) else "infinite"


# What functions return


def read_value(raw: Any, where: str, purse: Purse, depth: int = DEPTH) -> Any:
    """A number, a string, nothing, a named kind, or a list of these."""
    if type(raw) is str:
        return read_text(raw, where, MOST_BYTES)
    if raw is None or type(raw) in (int, float):
        return raw if raw is None else read_number(raw, where, purse)
    if depth == 0:
        raise Refused(f"{where} is more than {DEPTH} lists deep")
    if type(raw) is list:
        return [read_value(one, where, purse, depth - 1) for one in raw]
    if type(raw) is dict and len(raw) == 1:
        (kind,) = raw
        if kind in MAKERS:
            return MAKERS[kind](raw[kind], f"{where}.{kind}", purse)
        if kind == "tuple":
            of = read_list(raw[kind], f"{where}.tuple")
            return tuple(read_value(one, where, purse, depth - 1) for one in of)
        if kind == "table":
            return read_table(raw[kind], f"{where}.table", purse, depth)
    raise Refused(f"{where} is {brief(raw)}; it must be a number, a string, a list or a named kind")


def read_table(raw: Any, where: str, purse: Purse, depth: int) -> dict[Any, Any]:
    """A dict, written as a list of pairs; keys are numbers, strings or tuples of them."""
    out: dict[Any, Any] = {}
    for pair in read_list(raw, where):
        if len(read_list(pair, where)) != 2:
            raise Refused(f"{where} must hold pairs [key, value]")
        key, said = (read_value(one, where, purse, depth - 1) for one in pair)
        try:
            twice = key in out
        except TypeError:
            raise Refused(f"{where} has a key that is a list; write it as a tuple") from None
        if twice:
            raise Refused(f"{where} has one key twice")
        out[key] = said
    return out


def read_array(raw: Any, where: str, purse: Purse) -> Array:
    """An array of one or two axes: nested lists, or a shape and the entries that are not 0."""
    dense = type(raw) is list
    made = read_rows(raw, where, purse) if dense else read_entries(raw, where, purse)
    size = np.abs(made)
    bad = ~(size <= LARGEST) | ((size > 0) & (size < SMALLEST))
    if bad.any():
        place = tuple(int(i) for i in np.argwhere(bad)[0])
        raise Refused(f"{where}{list(place)} is {in_digits(float(made[place]))}; {BETWEEN}")
    return made


def read_rows(raw: list[Any], where: str, purse: Purse) -> Array:
    """An array from a list of numbers, or from a list of rows of them, equally long."""
    rows = raw if raw and type(raw[0]) is list else [raw]
    for i, row in enumerate(rows):
        name = f"{where}[{i}]" if rows is raw else where
        if type(row) is not list:
            raise Refused(f"{name} is {brief(row)}; it must be a row of numbers")
        if not row:
            raise Refused(f"{name} is empty; write an array without numbers by its shape")
        if len(row) != len(rows[0]):
            raise Refused(f"{name} has {len(row)} numbers; the rows before have {len(rows[0])}")
        purse.pay(len(row), where)
        numbers_only(row, name)
    return floats(raw, where)


def read_entries(raw: Any, where: str, purse: Purse) -> Array:
    """An array of zeros but for some entries: {"shape": [2, 3], "entries": [[1, 0, 0.5]]}."""
    given = read_object(raw, where, ("shape", "entries"))
    shape = read_list(given["shape"], f"{where}.shape")
    if not 1 <= len(shape) <= 2:
        raise Refused(f"{where}.shape has {len(shape)} axes; it must have 1 or 2")
    for size in shape:
        if type(size) is not int or not 0 <= size <= MOST_NUMBERS:
            raise Refused(f"{where}.shape has {brief(size)}; it must be from 0 to {MOST_NUMBERS:,}")
    purse.pay(math.prod(shape), where)
    entries = read_list(given["entries"], f"{where}.entries")
    for i, entry in enumerate(entries):
        name = f"{where}.entries[{i}]"
        if len(read_list(entry, name)) != len(shape) + 1:
            raise Refused(f"{name} must hold {len(shape)} indices and a number")
        for place, size in zip(entry, shape, strict=False):
            if type(place) is not int or not 0 <= place < size:
                raise Refused(f"{name} has the index {brief(place)}; it must be below {size}")
        numbers_only(entry[-1:], name)
    if len({tuple(entry[:-1]) for entry in entries}) < len(entries):
        raise Refused(f"{where}.entries names one place twice")
    made = np.zeros(shape)
    if entries:
        places = np.array([entry[:-1] for entry in entries])
        made[tuple(places.T)] = floats([entry[-1] for entry in entries], where)
    return made


def numbers_only(row: list[Any], where: str) -> None:
    """Refuse what is not a number: True is an int elsewhere, and "1" would be converted."""
    if set(map(type, row)) <= {int, float}:
        return
    i, wrong = next((i, x) for i, x in enumerate(row) if type(x) not in (int, float))
    raise Refused(f"{where}[{i}] is {brief(wrong)}; it must be a number")


def floats(raw: list[Any], where: str) -> Array:
    """A float64 array of nested lists of numbers, or Refused."""
    try:
        return np.array(raw, dtype=np.float64)
    except OverflowError:
        raise Refused(f"{where} holds an integer out of range; {BETWEEN}") from None


# Models and their parts


def read_model(raw: Any, where: str, purse: Purse) -> Transformer:
    """A Transformer; its own checks see to it that the axes agree."""
    given = read_object(raw, where, ("W_E", "W_pos"), MODEL_KEYS)
    if type(inner := given.get("encoder")) is dict and "encoder" in inner:
        raise Refused(f"{where}.encoder has an encoder; it must have none of its own")
    made = built(
        Transformer,
        where,
        W_E=read_array(given["W_E"], f"{where}.W_E", purse),
        W_pos=read_array(given["W_pos"], f"{where}.W_pos", purse),
        layers=read_each(read_layer, given, "layers", where, purse),
        norm_final=read_norm(given.get("norm_final", "LayerNorm"), f"{where}.norm_final", purse),
        W_U=unless_null(read_array, given, "W_U", where, purse),
        norms=read_text(given.get("norms", "before"), f"{where}.norms", LONGEST_NAME),
        causal=read_switch(given.get("causal", True), f"{where}.causal"),
        encoder=unless_null(read_model, given, "encoder", where, purse),
        rotary=unless_null(read_array, given, "rotary", where, purse),
        shared_keys=read_shared(given.get("shared_keys", 1), f"{where}.shared_keys"),
    )
    assert isinstance(made, Transformer)
    if made.n_ctx > LONGEST_CONTEXT:
        raise Refused(f"{where}.W_pos has {made.n_ctx} positions; at most {LONGEST_CONTEXT}")
    return made


LATER_KEYS = ("rotary", "shared_keys")
MODEL_KEYS = ("layers", "norm_final", "W_U", "norms", "causal", "encoder", *LATER_KEYS)


def read_shared(raw: Any, where: str) -> int:
    """How many heads share their keys and values, or Refused."""
    if type(raw) is not int or not 1 <= raw <= LIMITS["heads"]:
        raise Refused(f"{where} is {brief(raw)}; it must be a whole number from 1")
    return raw


def read_layer(raw: Any, where: str, purse: Purse) -> Layer:
    """A Layer; a norm that is not mentioned is the plain LayerNorm."""
    given = read_object(raw, where, (), LAYER_KEYS)
    made = built(
        Layer,
        where,
        heads=read_heads(given, "heads", where, purse),
        mlp=unless_null(read_mlp, given, "mlp", where, purse),
        cross=read_heads(given, "cross", where, purse),
        **{
            name: read_norm(given.get(name, "LayerNorm"), f"{where}.{name}", purse)
            for name in LAYER_KEYS
            if name.startswith("norm_")
        },
    )
    assert isinstance(made, Layer)
    return made


LAYER_KEYS = ("heads", "mlp", "norm_attn", "norm_mlp", "cross", "norm_cross")


def read_heads(given: dict[str, Any], name: str, where: str, purse: Purse) -> list[Head]:
    """The heads below a key; a forward pass makes all of them as large as the largest."""
    found = read_each(read_head, given, name, where, purse)
    if found:
        widest = max(one.sizes["d_head"] + one.sizes["d_value"] for one in found)
        most = len(found) * widest * (found[0].sizes["d_model"] + 1)  # and a bias
        purse.pay(most, f"{where}.{name} made equal")
    return found


def read_each(
    kind: Callable[[Any, str, Purse], T], given: dict[str, Any], name: str, where: str, purse: Purse
) -> list[T]:
    """The parts of a kind in the list below a key; none where there is no such key."""
    raw = read_list(given.get(name, []), f"{where}.{name}")
    most = LIMITS["layers" if name == "layers" else "heads"]
    if len(raw) > most:
        raise Refused(f"{where}.{name} has {len(raw):,}; a machine may have at most {most:,}")
    return [kind(one, f"{where}.{name}[{i}]", purse) for i, one in enumerate(raw)]


def unless_null(
    kind: Callable[[Any, str, Purse], T], given: dict[str, Any], name: str, where: str, purse: Purse
) -> T | None:
    """What is below a key; None where there is no such key, or null."""
    return None if given.get(name) is None else kind(given[name], f"{where}.{name}", purse)


def read_switch(raw: Any, where: str) -> bool:
    """True or false, or Refused."""
    if type(raw) is not bool:
        raise Refused(f"{where} is {brief(raw)}; it must be true or false")
    return raw


def read_head(raw: Any, where: str, purse: Purse) -> Head:
    """A Head; a bias that is not mentioned is none, and a name that is not is empty."""
    maybe = (*BIASES, "by_distance")
    matrices = tuple(name for name in declared_axes(Head) if name not in maybe)
    given = read_object(raw, where, matrices, (*maybe, "name"))
    name = read_text(given.pop("name", ""), f"{where}.name", LONGEST_NAME)
    arrays = {name: read_array(given[name], f"{where}.{name}", purse) for name in given}
    made = built(Head, where, **arrays, name=name)
    assert isinstance(made, Head)
    purse.pay_idle(idle_in_head(made), where, "columns")
    return made


def idle_in_head(head: Head) -> int:
    """How many numbers of a head stand in columns that compare nothing, or that bring nothing."""
    compares = used(head.W_Q, head.b_Q) & used(head.W_K, head.b_K)
    brings = used(head.W_V, head.b_V) & used(head.W_O.T)
    idle = int(np.count_nonzero(~compares) + np.count_nonzero(~brings))
    return 2 * head.sizes["d_model"] * idle


def idle_in_mlp(mlp: MLP) -> int:
    """How many numbers of an MLP stand in units that hear nothing, or write nothing."""
    works = used(mlp.W_in, mlp.b_in) & used(mlp.W_out.T)
    return 2 * mlp.sizes["d_model"] * int(np.count_nonzero(~works))


def used(into: Array, bias: Array | None = None) -> NDArray[np.bool_]:
    """Which columns of a matrix have a number other than 0, or a bias [columns]."""
    found: NDArray[np.bool_] = np.count_nonzero(into, axis=0) > 0
    return found if bias is None else found | (bias != 0)


def read_mlp(raw: Any, where: str, purse: Purse) -> MLP:
    """An MLP; an activation that is not mentioned is relu, and a gate that is not is none."""
    gate = ("W_gate", "b_gate")
    names = tuple(name for name in declared_axes(MLP) if name not in gate)
    given = read_object(raw, where, names, (*gate, "act"))
    found = [name for name in (*names, *gate) if name in given]
    arrays = {name: read_array(given[name], f"{where}.{name}", purse) for name in found}
    made = built(MLP, where, **arrays, act=read_text(given.get("act", "relu"), f"{where}.act", 10))
    assert isinstance(made, MLP)
    purse.pay_idle(idle_in_mlp(made), where, "units")
    return made


def read_norm(raw: Any, where: str, purse: Purse) -> Norm | None:
    """A norm by its name, or an object with more to say; None is no norm."""
    if raw is None:
        return None
    given = {"kind": raw} if type(raw) is str else read_object(raw, where, ("kind",), NORM_KEYS)
    kinds = {"LayerNorm": LAYER_NORM, "RMSNorm": RMS_NORM}
    if read_text(given["kind"], f"{where}.kind", LONGEST_NAME) not in kinds:
        raise Refused(f"{where} is {brief(given['kind'])}; it must be LayerNorm, RMSNorm or null")
    plain_norm = kinds[given["kind"]]
    eps = read_number(given.get("eps", plain_norm.eps), f"{where}.eps", purse)
    if not 0 <= eps <= 1:
        raise Refused(f"{where}.eps is {eps:g}; it must be from 0 to 1")
    made = built(
        Norm,
        where,
        gamma=unless_null(read_array, given, "gamma", where, purse),
        beta=unless_null(read_array, given, "beta", where, purse),
        eps=float(eps),
        centered=plain_norm.centered,
        inside=read_switch(given.get("inside", False), f"{where}.inside"),
    )
    assert isinstance(made, Norm)
    return made


NORM_KEYS = ("gamma", "beta", "eps", "inside")


def read_program(raw: Any, where: str, purse: Purse) -> Program:
    """A Program: a model, the symbol of each token, and its sentinels."""
    optional = ("start", "stop", "after", "steps", "slide")
    given = read_object(raw, where, ("model", "vocabulary"), optional)
    symbols = [
        read_symbol(one, f"{where}.vocabulary[{i}]")
        for i, one in enumerate(read_list(given["vocabulary"], f"{where}.vocabulary"))
    ]
    ends = {
        name: read_symbol(given[name], f"{where}.{name}")
        for name in ("start", "stop", "after")
        if given.get(name) is not None
    }
    steps = given.get("steps")
    if steps is not None and (type(steps) is not int or not 0 <= steps <= LONGEST_CONTEXT):
        raise Refused(f"{where}.steps is {brief(steps)}; it must be from 0 to {LONGEST_CONTEXT}")
    slide = read_switch(given.get("slide", False), f"{where}.slide")
    made = read_model(given["model"], f"{where}.model", purse)
    out = built(Program, where, model=made, vocabulary=symbols, steps=steps, slide=slide, **ends)
    assert isinstance(out, Program)
    return out


def read_symbol(raw: Any, where: str) -> str | int:
    """A symbol of a vocabulary: a string, or a whole number."""
    if type(raw) is int and abs(raw) <= LARGEST:
        return raw
    return read_text(raw, where, LONGEST_NAME)


def built(kind: Callable[..., object], where: str, **fields: Any) -> object:
    """Make a part of the library's; what it says of its fields is said of the file."""
    try:
        return kind(**fields)
    except ValueError as error:
        raise Refused(f"{where}: {' '.join(str(error).split())[:200]}") from None


MAKERS: Mapping[str, Callable[[Any, str, Purse], Any]] = {
    "array": read_array,
    "model": read_model,
    "program": read_program,
    "head": read_head,
    "mlp": read_mlp,
}
