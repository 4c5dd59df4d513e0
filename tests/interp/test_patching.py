"""Activations of one prompt in the run of another."""

import numpy as np
import pytest

from taotp.interp import Part, ablated, parts_of, patch_map, patch_scores, patched_from
from taotp.interp.patching import Place, steps_of
from taotp.programs import search
from taotp_core import Transformer, encode, forward, random_transformer, trace
from taotp_core.arrays import Array
from tests.examples import full_transformer
from tests.laws import every

HERE, THERE = np.array([1, 2, 3, 4]), np.array([5, 6, 0, 2])
MODELS = [random_transformer(0), random_transformer(1, norms="after", biased=True)]
FULL = full_transformer()
MEMORIES = tuple(encode(FULL, np.array(source)) for source in ([0, 1, 2], [4, 3]))


@every("model, memory, its", [*((model, None, None) for model in MODELS), (FULL, *MEMORIES)])
def test_its_own_changes_nothing_and_all_of_the_other_is_the_other(
    model: Transformer, memory: Array | None, its: Array | None
) -> None:
    """By parts, and by each step of a trace."""
    whole, other = forward(model, HERE, memory=memory), forward(model, THERE, memory=its)
    steps, parts = steps_of(model), parts_of(model)
    assert steps == list(trace(model, HERE, memory=memory).stream)
    everything: list[Place] = [*steps, *parts]
    for place in everything:
        own = patched_from(model, HERE, HERE, [place], memory=memory)
        assert np.allclose(own, whole, rtol=0, atol=1e-12)
    each: list[list[Place]] = [[step] for step in steps if memory is None or step == steps[-1]]
    all_parts: list[Place] = ["embedding", *parts]
    for places in [all_parts, *each]:
        found = patched_from(model, HERE, THERE, places, memory=memory, other_memory=its)
        assert np.allclose(found, other)


@every("model", MODELS)
@every("part", parts_of(MODELS[0]))
def test_of_one_token_a_part_becomes_a_constant(model: Transformer, part: Part) -> None:
    here, there = np.array([3]), np.array([7])
    constant = ablated(model, [part], "everywhere", prompts=[there])
    found = patched_from(model, here, there, [part])
    assert np.allclose(found, forward(constant, here), rtol=0, atol=1e-10)


@every("model", MODELS)
def test_at_a_position_only_what_follows_moves(model: Transformer) -> None:
    whole = forward(model, HERE)
    everything: list[Place] = [*steps_of(model), *parts_of(model)]
    for place in everything:
        found = patched_from(model, HERE, THERE, [place], positions=[2])
        assert np.array_equal(found[:2], whole[:2]) and not np.allclose(found[2], whole[2])
    last = patched_from(model, HERE, THERE, ["mlp 1"], positions=[-1])
    assert np.allclose(last[-1], forward(model, THERE)[-1])


def test_a_part_that_hears_another_memory_moves_the_answer() -> None:
    one, its = MEMORIES
    scores = patch_scores(
        FULL, HERE, HERE, [(0, "cross 0"), (0, 0)], answers=(0, 1), memory=one, other_memory=its
    )
    assert scores[0, "cross 0"] != 0 and scores[0, 0] == 0  # it comes before, and heard no memory


def test_search_moves_where_its_heads_look() -> None:
    model = search(10, 20, 1).model
    here, there = np.array([1, 2, 3, 4, 5, 1]), np.array([9, 2, 1, 4, 5, 1])
    assert forward(model, here)[-1].argmax() == 2 and forward(model, there)[-1].argmax() == 4
    scores = patch_scores(model, here, there)
    assert scores[0, 0] == pytest.approx(1, abs=1e-6) and scores[1, 0] == pytest.approx(1, abs=0.1)
    at = patch_map(model, here, there, [(0, 0), (1, 0)])
    assert np.flatnonzero(abs(at[0, 0]) > 1e-6).tolist() == [1, 3]
    assert np.flatnonzero(abs(at[1, 0]) > 1e-6).tolist() == [5]


def test_scores_go_from_the_one_to_the_other() -> None:
    model = random_transformer(4)
    scores = patch_scores(model, HERE, THERE, ["embedding", (1, 1)], answers=(0, 1))
    lead = [float(x[-1, 1] - x[-1, 0]) for x in (forward(model, HERE), forward(model, THERE),
            patched_from(model, HERE, THERE, [(1, 1)]))]  # fmt: skip
    assert scores["embedding"] == pytest.approx(1)
    assert scores[1, 1] == pytest.approx((lead[2] - lead[0]) / (lead[1] - lead[0]))
