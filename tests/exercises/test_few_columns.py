"""What the smallest entries rest on, beside what their chapter prints: lines, and zeros."""

import numpy as np
import pytest

from exercises.handing_in.bent_line import line_through
from exercises.handing_in.boards import given_table
from exercises.handing_in.few_columns import looked_up_on_a_line, with_zeros
from taotp_core import Transformer, forward
from taotp_core.edits import with_numbers
from taotp_core.measure import parameters
from taotp_core.weights import MLP, Head, Layer


@pytest.mark.parametrize("seed", range(20))
def test_a_line_passes_every_window(seed: int) -> None:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 60))
    at = np.cumsum(rng.exponential(size=n) + 1e-3)
    middle, half = rng.normal(size=n), rng.exponential(size=n) + 0.01
    bends, heights = line_through(at, middle - half, middle + half)
    line = np.interp(at, at[[*bends, -1]], heights)  # flat up to its first bend
    assert ((middle - half < line) & (line < middle + half)).all()
    assert bends == sorted(set(bends)) and len(bends) < n


@pytest.mark.parametrize("n_bends", range(1, 6))
def test_a_line_bends_no_more_often_than_one_that_is_there(n_bends: int) -> None:
    rng = np.random.default_rng(n_bends)
    at = np.arange(40.0)
    nodes = np.array([0, *sorted(rng.choice(np.arange(3, 37, 3), n_bends - 1, False)), 39])
    line = np.interp(at, nodes, rng.normal(size=len(nodes)) * 10)
    bends, _ = line_through(at, line - 0.2, line + 0.2)
    assert len(bends) <= n_bends


def test_a_table_is_right_by_its_line_alone() -> None:
    """Without a bend some key is wrong: each is needed."""
    keys, answers = given_table()
    model = looked_up_on_a_line()
    assert (forward(model, keys)[:, -1].argmax(-1) == answers).all()
    bends = model.layers[0].mlp
    assert bends
    for unit in range(len(bends.b_in)):
        less = with_numbers(model, {f"layers.0.mlp.W_out:{unit}.{i}": 0.0 for i in range(2)})
        assert (forward(less, keys)[:, -1].argmax(-1) != answers).any(), unit


def test_what_norms_take_away_may_be_zeros() -> None:
    """A reading column, a written row and a table less one number of all say the same.

    Nothing else finds that a row was taken for a column: boards ask what is right, not the same.
    """
    rng = np.random.default_rng(0)
    read, written = rng.integers(0, 2, (2, 4, 2)) + 3.0  # 3 or 4
    head = Head(rng.normal(size=(4, 2)), read, read, written.T)
    mlp = MLP(read, rng.normal(size=2), written.T, rng.normal(size=4))
    W_E = rng.integers(8, 10, (5, 4)).astype(float)
    model = Transformer(W_E, rng.normal(size=(6, 4)), [Layer([head], mlp)])
    spared = with_zeros(model)
    tokens = rng.integers(0, 5, (7, 6))
    assert np.allclose(forward(model, tokens), forward(spared, tokens), atol=1e-9)
    assert parameters(spared).nonzero < parameters(model).nonzero - 15
    assert parameters(with_zeros(spared)) == parameters(spared)
