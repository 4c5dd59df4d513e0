"""Whether two programs are the same to the last bit."""

from collections.abc import Callable
from dataclasses import fields, replace

import numpy as np

from taotp.programs import Program
from taotp_core.arrays import Shaped
from taotp_core.weights import Transformer

Equal = Callable[[np.ndarray, np.ndarray, str], None]


def bits(a: np.ndarray, b: np.ndarray, where: str) -> None:
    """The same shape, numbers and signs, also of zeros."""
    assert a.shape == b.shape and np.array_equal(a, b), where
    assert np.array_equal(np.signbit(a), np.signbit(b)), where


def assert_same_bits(a: object, b: object, where: str = "model", equal: Equal = bits) -> None:
    """Every array of two parts has the same shape and bits, and all else is equal."""
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        equal(a, b, where)
    elif isinstance(a, Shaped):
        assert type(a) is type(b), where
        for name in (field.name for field in fields(a)):
            assert_same_bits(getattr(a, name), getattr(b, name), f"{where}.{name}", equal)
    elif isinstance(a, tuple) and isinstance(b, tuple):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same_bits(x, y, f"{where}[{i}]", equal)
    else:
        assert type(a) is type(b) and a == b, where


def assert_same_arrays(a: object, b: object, rel: float = 0.0) -> None:
    """Every array of two models is equal, where a zero may have either sign, and so is all else.

    `rel` is by how much of itself a number may differ. Names of the stream decide nothing.
    """

    def near(one: np.ndarray, other: np.ndarray, where: str) -> None:
        np.testing.assert_allclose(one, other, rtol=rel, atol=0, err_msg=where)

    assert_same_bits(nameless(a), nameless(b), equal=near)


def nameless(model: object) -> object:
    """A model, and its encoder, without the names of their streams."""
    if not isinstance(model, Transformer):
        return model
    encoder = model.encoder and replace(model.encoder, subspaces=())
    return replace(model, encoder=encoder, subspaces=())


def assert_same_program(a: Program, b: Program) -> None:
    """The same model to the last bit, the same symbols and sentinels; `fault` is not compared."""
    assert_same_bits(a.model, b.model)
    for name in ("vocabulary", "start", "stop", "after", "opening", "steps", "slide"):
        assert getattr(a, name) == getattr(b, name), name
