"""Heads that are told where to look, and the lead of a token."""

import numpy as np

from taotp.interp import Part, attending, logit_difference, without_edges
from taotp.interp.parts import brought_by, run
from taotp.interp.patching import told_to
from taotp.interp.patterns import Edit
from taotp_core import Transformer, encode, forward, random_transformer, trace
from taotp_core.arrays import Array
from tests.examples import full_transformer
from tests.laws import every

Edits = dict[Part, Edit]

TOKENS = np.array([1, 2, 3, 4, 5])
MODELS = [random_transformer(0, biased=True), random_transformer(1, norms="after")]
FULL = full_transformer()


@every(
    "model, part, memory",
    [*((model, (1, 1), None) for model in MODELS),
     (FULL, (0, "cross 1"), encode(FULL, np.array([0, 4, 2])))],
)  # fmt: skip
def test_a_head_takes_from_where_it_is_told_to_look(
    model: Transformer, part: Part, memory: Array | None
) -> None:
    here = run(model, TOKENS, memory)
    own = here.patterns[1][1] if memory is None else here.cross_patterns[0][1]
    rows = np.random.default_rng(0).random(own.shape)
    values = np.linalg.pinv(own) @ brought_by(here, part)  # of a pattern that is regular
    told = told_to(model, TOKENS, {part: rows @ values}, memory)
    assert np.allclose(attending(model, TOKENS, {part: rows}, memory), told)
    assert np.allclose(attending(model, TOKENS, {part: own}, memory), here.logits)
    each: Edits = {part: lambda pattern: pattern / 2}
    half = attending(model, np.stack([TOKENS, TOKENS]), each, memory)
    assert np.allclose(half[1], attending(model, TOKENS, {part: own / 2}, memory))


@every("model", MODELS)
def test_edges_that_share_had_no_score(model: Transformer) -> None:
    edges = [(2, 0), (4, 4), (4, 1)]

    def touch(what: str, number: int, x: Array) -> Array:
        if (what, number) == ("scores", 0):
            x = x.copy()
            for query, key in edges:
                x[1, query, key] = -np.inf
        return x

    cut: Edits = {(0, 1): lambda pattern: without_edges(pattern, edges, share=True)}
    assert np.allclose(attending(model, TOKENS, cut), forward(model, TOKENS, touch=touch))


def test_edges_are_cut_and_nothing_else() -> None:
    pattern = trace(MODELS[0], TOKENS).patterns[0][0]
    assert np.array_equal(pattern - without_edges(pattern, [(3, 1)]),
                          pattern * (np.arange(25).reshape(5, 5) == 16))  # fmt: skip
    assert np.array_equal(without_edges(pattern, 2), pattern - np.diag(np.diag(pattern, -2), -2))
    alone = without_edges(pattern, 0, share=True)
    assert alone[0].tolist() == [0] * 5 and alone[1].tolist() == [1, 0, 0, 0, 0]


def test_a_lead_for_each_text() -> None:
    logits = np.random.default_rng(0).normal(size=(2, 3, 4))
    found = logit_difference(logits, np.array([1, 3]), 2, position=1)
    assert found.tolist() == [logits[0, 1, 1] - logits[0, 1, 2], logits[1, 1, 3] - logits[1, 1, 2]]
