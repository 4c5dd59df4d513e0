"""Counting parameters, and the lead of the winner."""

import numpy as np
import pytest

from taotp_core import MLP, Head, Layer, Norm, Transformer
from taotp_core.measure import Count, margin, parameters
from taotp_core.programs import hello_world


@pytest.mark.parametrize(
    ("alphabet", "total", "nonzero"), [(None, 72, 71), ([chr(i) for i in range(32, 286)], 807, 806)]
)
def test_hello_world_has_the_parameters_of_the_source(
    alphabet: list[str] | None, total: int, nonzero: int
) -> None:
    counted = parameters(hello_world("Hello World!", alphabet=alphabet).model)
    assert (counted.total, counted.nonzero) == (total, nonzero)
    assert counted.parts["positions"] == Count(39, 39)
    assert counted.parts["embedding"] == Count(total - 39, nonzero - 39)
    assert counted.parts["unembedding"] == Count(0, 0)


def test_every_part_is_counted_once() -> None:
    def zeros_but(n: int, *shape: int) -> np.ndarray:
        x = np.zeros(shape)
        x.flat[:n] = 1
        return x

    head = Head(zeros_but(1, 4, 2), zeros_but(2, 4, 2), zeros_but(3, 4, 3), zeros_but(4, 3, 4))
    short = Head(*(zeros_but(1, *s) for s in ((4, 1), (4, 1), (4, 1), (1, 4))))
    mlp = MLP(zeros_but(5, 4, 6), zeros_but(6, 6), zeros_but(7, 6, 4), zeros_but(2, 4))
    norm = Norm(zeros_but(3, 4), zeros_but(0, 4))
    model = Transformer(
        zeros_but(8, 10, 4),
        zeros_but(9, 5, 4),
        [Layer([head, short], mlp, norm, None), Layer([short], None, Norm(beta=zeros_but(1, 4)))],
        norm,
        zeros_but(11, 4, 10),
    )
    counted = parameters(model)
    assert counted.parts == {
        "embedding": Count(40, 8),
        "positions": Count(20, 9),
        "unembedding": Count(40, 11),
        "attention": Count(8 + 8 + 12 + 12 + 16 + 16, 1 + 2 + 3 + 4 + 4 + 4),
        "mlp": Count(24 + 6 + 24 + 4, 5 + 6 + 7 + 2),
        "norms": Count(8 + 4 + 8, 3 + 1 + 3),
    }
    assert (counted.total, counted.nonzero) == (250, 73)


def test_counts_add() -> None:
    assert Count(3, 1) + Count(4, 2) == Count(7, 3)
    assert len({Count(3, 1), Count(3, 1)}) == 1  # frozen, so that it may be a key


def test_margin_is_the_lead_of_the_winner() -> None:
    assert margin(np.array([1.0, 5.0, 2.5])) == 2.5
    assert margin(np.array([[-1.0, -4.0], [7.0, 7.0]])).tolist() == [3.0, 0.0]
    assert margin(np.zeros((2, 3, 4))).shape == (2, 3)


def test_margin_of_overflow() -> None:
    logits = np.array([[np.inf, 1, 0], [np.inf, 1, np.inf], [np.nan, 1, 0], [0, np.nan, np.inf]])
    np.testing.assert_array_equal(margin(logits), [np.inf, 0, np.nan, np.nan])
    assert margin(np.array([-np.inf, -np.inf])) == 0
