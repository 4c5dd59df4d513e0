"""Machines without some of their parts."""

from dataclasses import replace
from typing import Any

import numpy as np

from taotp.interp import Part, ablated, parts_of, patched_from, without, written
from taotp.interp.parts import brought_by, run
from taotp.interp.patching import told_to
from taotp_core import MLP, Transformer, encode, forward, random_transformer
from tests.examples import full_transformer, unshared
from tests.laws import every

TOKENS = np.array([1, 2, 3, 4, 5])
BATCH = np.array([[1, 2, 3, 4], [5, 6, 0, 2], [9, 9, 1, 7]])


def left_out(model: Transformer, part: Part) -> Transformer:
    """The machine with a part left out of its lists."""
    model = unshared(model)  # what is left is no whole group of heads
    number, which = part
    layer = model.layers[number]
    if which == "mlp":
        layer = replace(layer, mlp=None)
    elif isinstance(which, int):
        layer = replace(layer, heads=[*layer.heads[:which], *layer.heads[which + 1 :]])
    else:
        h = int(which.split()[1])
        layer = replace(layer, cross=[*layer.cross[:h], *layer.cross[h + 1 :]])
    return replace(model, layers=[*model.layers[:number], layer, *model.layers[number + 1 :]])


@every("part", parts_of(full_transformer()))
@every("where", ["before", "after"])
def test_zero_leaves_a_part_out(part: Part, where: Any) -> None:
    model = full_transformer(1, where)
    memory = encode(model, np.array([0, 4, 2]))
    found = forward(ablated(model, [part]), TOKENS, memory=memory)
    assert np.allclose(found, forward(left_out(model, part), TOKENS, memory=memory))
    assert not np.allclose(found, forward(model, TOKENS, memory=memory))
    assert np.count_nonzero(written(ablated(model, [part]), TOKENS, memory)[part]) == 0


@every("part", parts_of(full_transformer()))
def test_everywhere_is_the_mean_of_what_it_wrote(part: Part) -> None:
    """Where an encoder is heard, of pairs; random ones where none are given."""
    model = full_transformer(1)
    memories = [encode(model, np.array(source)) for source in ([0, 4, 2], [1, 1])]
    prompts = [*zip([TOKENS, TOKENS[:2]], memories, strict=True)]
    rows = np.concatenate([written(model, *each)[part] for each in prompts])
    found = ablated(model, [part], "everywhere", prompts=prompts)
    assert np.allclose(written(found, TOKENS, memories[0])[part], rows.mean(0))
    own = written(ablated(model, [part], "everywhere"), TOKENS, memories[0])[part]
    assert own.any() and np.allclose(own, own[0]) and not np.allclose(own, rows.mean(0))


# By place


@every("part", parts_of(random_transformer(0)))
def test_mean_is_that_of_the_same_place_in_the_texts_that_reach_it(part: Part) -> None:
    model, long = random_transformer(3, biased=True), np.array([0, 3, 3, 8])
    prompts = [BATCH[:2, :2], long]
    short, whole = (brought_by(run(model, each), part) for each in prompts)
    rows = np.stack([(short[0, i] + short[1, i] + whole[i]) / 3 if i < 2 else whole[i]
                     for i in range(4)])  # fmt: skip
    found = without(model, TOKENS[:4], [part], prompts=prompts)
    assert np.allclose(found, told_to(model, TOKENS[:4], {part: rows}), rtol=0, atol=1e-12)
    means = brought_by(run(model, BATCH), part).mean(0)
    for how, rows in (("mean", means), ("everywhere", np.tile(means.mean(0), (4, 1)))):
        here = told_to(model, BATCH, {part: np.stack([rows] * 3)})  # its own prompts
        assert np.allclose(without(model, BATCH, [part], how), here, rtol=0, atol=1e-12)


@every("where", ["before", "after"])
def test_resample_is_what_it_did_on_another_text(where: Any) -> None:
    """Which may differ in what the encoder says alone."""
    model = full_transformer(1, where)
    removed: list[Part] = [(0, 1), (0, "cross 1"), (1, "mlp")]
    texts = np.array([[1, 2, 3, 4], [1, 2, 3, 4], [5, 6, 0, 2]])
    its = np.stack([encode(model, np.array(source)) for source in ([0, 4, 2], [1, 1, 3], [0] * 3)])
    from_all = [[patched_from(model, one, other, removed, memory=mine, other_memory=heard)
                 for other, heard in zip(texts, its, strict=True)]
                for one, mine in zip(texts, its, strict=True)]  # fmt: skip
    taken = set()
    for seed in range(20):
        found = without(model, texts, removed, "resample", seed=seed, memory=its)
        for i, logits in enumerate(found):
            others = [j for j in range(3) if j != i and np.allclose(logits, from_all[i][j])]
            assert len(others) == 1
            taken.add((i, others[0]))
    assert taken == {(i, j) for i in range(3) for j in range(3) if i != j}


# Machines


def test_the_seed_decides_and_the_rest_stays() -> None:
    model = random_transformer(2)
    for how in ("mean", "resample"):  # of one text, by random ones as long
        several = {without(model, TOKENS, [(1, 0)], how, seed=s).tobytes() for s in (0, 0, 1)}
        assert len(several) == 2, how
    for how in ("zero", "everywhere"):
        first, again = (ablated(model, [(1, 0), (0, 1)], how) for _ in range(2))
        each = ablated(ablated(model, [(0, 1)], how), [(np.int64(1), np.int64(0))])  # type: ignore[list-item]
        assert np.array_equal(forward(first, TOKENS), forward(again, TOKENS))
        assert how != "zero" or np.array_equal(forward(first, TOKENS), forward(each, TOKENS))
        assert first.layers[0].heads[0] is model.layers[0].heads[0]
        assert first.layers[1].mlp is model.layers[1].mlp
        own = ablated(model, [(0, 0), (1, 1)], how, prompts=[BATCH])
        found = without(model, TOKENS, [(0, 0), (1, 1)], how, prompts=[BATCH])
        assert np.allclose(found, forward(own, TOKENS), rtol=0, atol=1e-12)
    constant = ablated(model, [(0, "mlp")]).layers[0].mlp
    assert isinstance(constant, MLP) and constant.W_in.shape == (6, 8)
