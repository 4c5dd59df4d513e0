"""Whether two programs are the same to the last bit."""

from dataclasses import fields

import numpy as np

from taotp.programs import Program
from taotp_core.arrays import Shaped


def assert_same_bits(a: object, b: object, where: str = "model") -> None:
    """Every array of two parts has the same shape and bits, and all else is equal."""
    assert type(a) is type(b), where
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        assert a.shape == b.shape, where
        assert np.array_equal(a, b), where
        assert np.array_equal(np.signbit(a), np.signbit(b)), where
    elif isinstance(a, Shaped):
        for field in fields(a):
            assert_same_bits(
                getattr(a, field.name), getattr(b, field.name), f"{where}.{field.name}"
            )
    elif isinstance(a, tuple) and isinstance(b, tuple):
        assert len(a) == len(b), where
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same_bits(x, y, f"{where}[{i}]")
    else:
        assert a == b, where


def assert_same_arrays(a: object, b: object, where: str = "model", rel: float = 0.0) -> None:
    """Every array of two models is equal, where a zero may have either sign, and so is all else.

    `rel` is by how much of itself a number may differ. Names of the stream decide nothing.
    """
    if isinstance(a, np.ndarray) and isinstance(b, np.ndarray):
        np.testing.assert_allclose(a, b, rtol=rel, atol=0, err_msg=where)
    elif isinstance(a, Shaped):
        for field in fields(a):
            if field.name == "subspaces":
                continue
            one, other = getattr(a, field.name), getattr(b, field.name)
            assert_same_arrays(one, other, f"{where}.{field.name}", rel)
    elif isinstance(a, tuple) and isinstance(b, tuple):
        for i, (x, y) in enumerate(zip(a, b, strict=True)):
            assert_same_arrays(x, y, f"{where}[{i}]", rel)
    else:
        assert a == b, where


def assert_same_program(a: Program, b: Program) -> None:
    """The same model to the last bit, the same symbols and sentinels; `fault` is not compared."""
    assert_same_bits(a.model, b.model)
    for name in ("vocabulary", "start", "stop", "after", "opening", "steps", "slide"):
        assert getattr(a, name) == getattr(b, name), name
