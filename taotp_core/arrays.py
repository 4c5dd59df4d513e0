"""Softmax, activation functions, rounding to float types, and arrays whose axes are checked."""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from types import GenericAlias
from typing import TYPE_CHECKING, Any, get_type_hints

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.floating[Any]]
Tokens = NDArray[np.integer[Any]]
Inputs = NDArray[np.number[Any]]  # ids [..., n], or frames of floats [..., n, d_vocab]
Rounding = Callable[[Array], Array]


def called(name: str, kind: Any) -> Any:
    """A type that help and signatures show by its name, in place of all that it stands for.

    >>> called("Array", Array) | None
    Array | None
    """
    shown = type(name, (GenericAlias,), {"__repr__": lambda self: name})
    return shown(kind.__origin__, kind.__args__)


if not TYPE_CHECKING:
    Array, Tokens = called("Array", Array), called("Tokens", Tokens)
    Inputs, Rounding = called("Inputs", Inputs), called("Rounding", Rounding)
Given = Inputs | Sequence[Any]  # or as lists
Precision = str | Rounding  # a name in PRECISIONS, or a function

AXES: "dict[type[Shaped], dict[str, tuple[str, ...]]]" = {}  # what declared_axes has found so far


def softmax(scores: Array) -> Array:
    """Turn scores along the last axis into weights that are positive and sum to 1.

    The largest score is subtracted first: the largest term is then exactly 1, nothing overflows,
    and the sum is at least 1, so that no epsilon is needed.

    >>> softmax(np.array([1.0, 1.0, -np.inf])).tolist()
    [0.5, 0.5, 0.0]
    """
    kind = np.result_type(scores, 0.0)  # of whole numbers, too
    weights: Array = np.subtract(scores, scores.max(axis=-1, keepdims=True), dtype=kind)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=-1, keepdims=True)
    return weights


def relu(x: Array) -> Array:
    """Replace what is below zero by zero.

    >>> relu(np.array([-2.0, 3.0])).tolist()
    [0.0, 3.0]
    """
    return np.maximum(x, 0)


def gelu(x: Array) -> Array:
    """The smooth ReLU of GPT-2: x times the share of a normal distribution below x, nearly.

    Hendrycks and Gimpel 2016, in the form with tanh.

    >>> gelu(np.array([0.0, 10.0])).tolist()
    [0.0, 10.0]
    """
    inner = x * x
    inner *= 0.044715
    inner += 1
    inner *= x
    inner *= math.sqrt(2 / math.pi)
    half = np.tanh(inner, out=inner)
    half += 1
    half *= 0.5
    half *= x
    return half


def silu(x: Array) -> Array:
    """Llama's smooth ReLU: x times the share 1 / (1 + exp(-x)).

    >>> silu(np.array([0.0, 50.0])).tolist()
    [0.0, 50.0]
    """
    y: Array = x * (0.5 * np.tanh(0.5 * x) + 0.5)
    return y


ACTIVATIONS: dict[str, Callable[[Array], Array]] = {"relu": relu, "gelu": gelu, "silu": silu}


def turned(x: Array, angles: Array | None) -> Array:
    """Rows [..., n, d] in which each pair is turned by its angle, in radians, for every position.

    A pair is a complex number; those without an angle of their own stay.

    >>> turned(np.array([[1.0, 0.0], [1.0, 0.0]]), np.array([np.pi])).round(9).tolist()
    [[1.0, 0.0], [-1.0, 0.0]]
    """
    if angles is None:
        return x
    n, d = x.shape[-2:]
    at = np.outer(np.arange(n), np.pad(angles, (0, d))[: d // 2])
    pairs = (x[..., ::2] + 1j * x[..., 1::2]) * np.exp(1j * at)
    return np.stack([pairs.real, pairs.imag], axis=-1).reshape(x.shape)


def farther(scores: Array, by_distance: Array | None) -> Array:
    """Scores [..., n, n] and what is added for keys 0, 1, 2 ... positions away, and from there on.

    >>> farther(np.zeros((3, 3)), np.array([0.0, 5.0, 1.0])).tolist()
    [[0.0, 5.0, 1.0], [5.0, 0.0, 5.0], [1.0, 5.0, 0.0]]
    """
    if by_distance is None:
        return scores
    place = np.arange(scores.shape[-1])
    return scores + by_distance.take(abs(place[:, None] - place), mode="clip")


def rounded(x: Any, digits: int = 2) -> Any:
    """Round for printing: no negative zeros, and a plain number where x is one.

    >>> rounded(np.array([-0.001, 3.14159])).tolist()
    [0.0, 3.14]
    """
    y = np.round(x, digits) + 0.0
    return y.item() if np.ndim(y) == 0 else y


def to_float64(x: Array) -> Array:
    """Leave a float64 array as it is.

    >>> to_float64(np.array([0.1])).tolist()
    [0.1]
    """
    return x


def to_float32(x: Array) -> Array:
    """Round to the nearest float32, kept in float64.

    >>> to_float32(np.array([0.1])).tolist()
    [0.10000000149011612]
    """
    with np.errstate(over="ignore"):
        return x.astype(np.float32).astype(np.float64)


def to_float16(x: Array) -> Array:
    """Round to the nearest float16, kept in float64; from 65,520 on it is infinite.

    >>> to_float16(np.array([2049.0, 65520.0])).tolist()
    [2048.0, inf]
    """
    if x.size > 300:  # numpy takes long for what is too large or too small
        return to_bits(x, 11, 2.0**-14, 65520.0)
    with np.errstate(over="ignore"):
        return x.astype(np.float16).astype(np.float64)


def to_bfloat16(x: Array) -> Array:
    """Round to the nearest bfloat16 (8 significant bits, the range of float32), kept in float64.

    >>> to_bfloat16(np.array([257.0])).tolist()
    [256.0]
    """
    return to_bits(x, 8, 2.0**-126, 2.0**128 - 2.0**119)


def to_bits(x: Array, bits: int, tiny: float, huge: float) -> Array:
    """Round to significant bits, fewer below `tiny`; from `huge` on it is infinite."""
    x, size, cut = np.asarray(x, np.float64), np.abs(x), 53 - bits
    rounded = x.copy()
    whole = rounded.view(np.uint64)
    up = (whole >> np.uint64(cut)) & np.uint64(1)  # the last that stays: a half goes to even ones
    up += np.uint64((1 << (cut - 1)) - 1)
    whole += up
    whole &= np.uint64((1 << 64) - (1 << cut))
    small = (size < tiny) & (size > 0)  # there the spacing no longer shrinks
    if small.any():
        rounded[small] = np.rint(x[small] / (step := tiny * 2.0 ** (1 - bits))) * step
    inside = size < huge
    if not inside.all():
        rounded = np.where(inside, rounded, np.where(np.isnan(x), x, np.copysign(np.inf, x)))
    return rounded


PRECISIONS: dict[str, Rounding] = {
    "float64": to_float64, "float32": to_float32, "bfloat16": to_bfloat16, "float16": to_float16,
}  # fmt: skip


def rounding(to: Precision) -> Rounding:
    """Return the function that rounds to a named precision, or a function as it is.

    Raises ValueError for what is neither a function nor a name in PRECISIONS.

    >>> rounding("float16")(np.array([2049.0])).tolist()
    [2048.0]
    """
    if callable(to):
        return to
    if to not in tuple(PRECISIONS):
        raise ValueError(f"precision is {to!r}; it must be one of {', '.join(PRECISIONS)}")
    return PRECISIONS[str(to)]  # a dtype says its name


def declared_axes(kind: "type[Shaped]") -> dict[str, tuple[str, ...]]:
    """Map each array field of a Shaped class to the names of its axes."""
    if kind not in AXES:
        hints = get_type_hints(kind, include_extras=True)
        AXES[kind] = {
            field.name: tuple(hints[field.name].__metadata__[0].split())
            for field in fields(kind)
            if hasattr(hints[field.name], "__metadata__")
        }
    return AXES[kind]


@dataclass(frozen=True, eq=False)
class Shaped:
    """A dataclass of arrays in which one axis name means one size.

    A field declared as `Annotated[Array, "d_model d_head"]` is copied into a read-only float
    array when the object is made; its number of axes, their sizes and its values are checked.
    A field may be None where its type says so.

    >>> from dataclasses import dataclass
    >>> from typing import Annotated
    >>> @dataclass(frozen=True, eq=False)
    ... class Pair(Shaped):
    ...     W: Annotated[Array, "rows columns"]
    ...     b: Annotated[Array, "columns"]
    >>> Pair(np.eye(2), np.zeros(2)).sizes
    {'rows': 2, 'columns': 2}
    """

    def __post_init__(self) -> None:
        seen: dict[str, tuple[int, str]] = {}
        for name, axes in declared_axes(type(self)).items():
            value = getattr(self, name)
            if value is None:
                continue
            array = frozen(value, name, axes)
            object.__setattr__(self, name, array)
            for axis, size in zip(axes, array.shape, strict=True):
                agree(seen, axis, size, name)

    @cached_property
    def sizes(self) -> dict[str, int]:
        """The size of every named axis."""
        return {
            axis: size
            for name, axes in declared_axes(type(self)).items()
            if getattr(self, name) is not None
            for axis, size in zip(axes, getattr(self, name).shape, strict=True)
        }


def frozen(value: Any, name: str, axes: tuple[str, ...]) -> Array:
    """Copy a value into a read-only float array, or say what is wrong with it."""
    try:
        array = np.array(value)
        if array.dtype.kind == "c":
            raise TypeError
        array = array if array.dtype.kind == "f" else array.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(
            f"{name} is not an array of numbers; it must be [{', '.join(axes)}]"
        ) from None
    if array.ndim != len(axes):
        raise ValueError(f"{name} has shape {array.shape}; it must be [{', '.join(axes)}]")
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        raise ValueError(f"{name}{list(place)} is {array[place]}; weights must be finite")
    array.flags.writeable = False
    return array


def agree(seen: dict[str, tuple[int, str]], axis: str, size: int, where: str) -> None:
    """Note the size of an axis, or raise ValueError if it was another one before."""
    first, place = seen.setdefault(axis, (size, where))
    if first != size:
        raise ValueError(f"{axis} is {first} in {place} but {size} in {where}")


def agree_on(axis: str, parts: Iterable[tuple[str, Shaped | None]]) -> None:
    """Raise ValueError unless all parts that have the axis give it one size."""
    seen: dict[str, tuple[int, str]] = {}
    for where, part in parts:
        if part is not None and (size := part.sizes.get(axis)) is not None:
            agree(seen, axis, size, where)
