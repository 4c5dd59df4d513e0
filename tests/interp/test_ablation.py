"""Machines without some of their parts."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.interp import Part, ablated, parts_of, patched_from, without, written
from taotp.interp.ground_truth import witnesses
from taotp.programs import search
from taotp_core import MLP, Transformer, encode, forward, random_transformer, trace
from taotp_core.arrays import Array, Tokens
from taotp_core.transformer import feed_forward
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


@every("part", parts_of(random_transformer(0)))
def test_everywhere_is_the_mean_of_what_it_wrote(part: Part) -> None:
    model = random_transformer(7, biased=True)
    prompts = [TOKENS, TOKENS[:2], np.array([9, 0, 0])]
    rows = np.concatenate([written(model, each)[part] for each in prompts])
    found = written(ablated(model, [part], "everywhere", prompts=prompts), TOKENS)[part]
    assert np.allclose(found, rows.mean(0))


def test_everywhere_takes_pairs_for_cross_heads() -> None:
    model, part = full_transformer(), (0, "cross 1")
    memory = encode(model, np.array([0, 4, 2]))
    found = ablated(model, [part], "everywhere", prompts=[(TOKENS, memory)])
    mean = written(model, TOKENS, memory)[part].mean(0)
    assert np.allclose(written(found, TOKENS[:2], memory)[part], [mean, mean])
    assert ablated(model, [part], "everywhere").layers[0].cross[1].b_O is not None


# By place


def plain(seed: int = 0) -> Transformer:
    """A layer and no norms: what parts write to the stream is added to the logits."""
    model = random_transformer(seed, n_layers=1, biased=True)
    (layer,) = model.layers
    return replace(model, norm_final=None, layers=[replace(layer, norm_attn=None, norm_mlp=None)])


def said_with(model: Transformer, part: Part, tokens: Tokens, rows: Array) -> Array:
    """The logits of a plain machine whose part writes other rows [..., n, d_model], by hand."""
    more = rows - written(model, tokens)[part]
    if part[1] == "mlp":
        return forward(model, tokens) + more @ model.unembedding
    alone = replace(model, layers=[replace(model.layers[0], mlp=None)])
    x = trace(alone, tokens).stream["mlp 0"] + more
    mlp = model.layers[0].mlp
    assert mlp is not None
    return (x + feed_forward(x, mlp)) @ model.unembedding


@every("part", parts_of(plain()))
def test_mean_is_that_of_the_same_place_in_the_texts_that_reach_it(part: Part) -> None:
    model, long = plain(3), np.array([0, 3, 3, 8])
    prompts = [BATCH[:2, :2], long]
    short, whole = (written(model, each)[part] for each in prompts)
    rows = np.stack([(short[0, i] + short[1, i] + whole[i]) / 3 if i < 2 else whole[i]
                     for i in range(4)])  # fmt: skip
    found = without(model, TOKENS[:4], [part], prompts=prompts)
    assert np.allclose(found, said_with(model, part, TOKENS[:4], rows), rtol=0, atol=1e-12)
    means = np.stack([written(model, each)[part] for each in BATCH]).mean(0)
    for how, rows in (("mean", means), ("everywhere", np.tile(means.mean(0), (4, 1)))):
        here = [said_with(model, part, tokens, rows) for tokens in BATCH]  # its own prompts
        assert np.allclose(without(model, BATCH, [part], how), here, rtol=0, atol=1e-12)


@every("where", ["before", "after"])
def test_resample_is_what_it_did_on_another_text(where: Any) -> None:
    model = random_transformer(7, norms=where)
    removed: list[Part] = [(0, 1), (1, "mlp")]
    from_all = [[patched_from(model, one, other, removed) for other in BATCH] for one in BATCH]
    taken = set()
    for seed in range(20):
        found = without(model, BATCH, removed, "resample", seed=seed)
        for i, logits in enumerate(found):
            others = [j for j in range(3) if j != i and np.allclose(logits, from_all[i][j])]
            assert len(others) == 1
            taken.add((i, others[0]))
    assert taken == {(i, j) for i in range(3) for j in range(3) if i != j}


def test_another_text_may_differ_in_what_the_encoder_says() -> None:
    model, part = full_transformer(), (0, "cross 1")
    memories = np.stack([encode(model, np.array(source)) for source in ([0, 4, 2], [1, 1, 3])])
    both = np.stack([TOKENS, TOKENS])
    found = without(model, both, [part], "resample", memory=memories)
    for mine, its, logits in zip(memories, memories[::-1], found, strict=True):
        here = patched_from(model, TOKENS, TOKENS, [part], memory=mine, other_memory=its)
        assert np.allclose(logits, here)


def test_a_part_that_does_the_same_on_every_text_is_not_missed_by_place() -> None:
    """A mean of all places costs what it writes at each; that of a place is what it wrote there."""
    case = next(case for case in witnesses() if case.name == "elsewhere")
    for how, changed in (("mean", 0), ("resample", 0), ("everywhere", 0.79)):
        logits = without(case.model, case.prompts, [(0, 1)], how, prompts=[case.prompts])
        assert case.changed(logits) == pytest.approx(changed, abs=0.01)


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


def test_search_needs_all_its_heads() -> None:
    model, prompt = search(10, 20, 2).model, np.array([1, 2, 3, 0, 2, 4, 1, 5, 6, 1, 2])
    assert forward(model, prompt)[-1].argmax() == 3
    for part in parts_of(model):
        assert forward(ablated(model, [part]), prompt)[-1].argmax() != 3
