"""Machines without some of their parts."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp_core import MLP, Transformer, encode, forward, random_transformer
from taotp_core.look import Part, ablated, parts_of, written
from taotp_core.programs import search
from tests.examples import full_transformer

TOKENS = np.array([1, 2, 3, 4, 5])
MEMORY = encode(full_transformer(), np.array([0, 4, 2]))


def without(model: Transformer, part: Part) -> Transformer:
    """The machine with a part left out of its lists."""
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


@pytest.mark.parametrize("part", parts_of(full_transformer()))
@pytest.mark.parametrize("where", ["before", "after"])
def test_zero_leaves_a_part_out(part: Part, where: Any) -> None:
    model = full_transformer(1, where)
    memory = encode(model, np.array([0, 4, 2]))
    found = forward(ablated(model, [part]), TOKENS, memory=memory)
    assert np.allclose(found, forward(without(model, part), TOKENS, memory=memory))
    assert not np.allclose(found, forward(model, TOKENS, memory=memory))
    assert np.count_nonzero(written(ablated(model, [part]), TOKENS, memory)[part]) == 0


def test_several_at_once_are_one_after_another() -> None:
    model = random_transformer(0)
    both = ablated(model, [(0, 1), (1, "mlp")])
    each = ablated(ablated(model, [(1, "mlp")]), [(0, 1)])
    assert np.array_equal(forward(both, TOKENS), forward(each, TOKENS))


@pytest.mark.parametrize("part", parts_of(random_transformer(0)))
def test_mean_writes_the_mean_of_what_it_wrote(part: Part) -> None:
    model = random_transformer(7, biased=True)
    prompts = [TOKENS, TOKENS[:2], np.array([9, 0, 0])]
    rows = np.concatenate([written(model, each)[part] for each in prompts])
    assert len(rows) == 10
    found = written(ablated(model, [part], "mean", prompts=prompts), TOKENS)[part]
    assert np.allclose(found, rows.mean(0))


def test_mean_of_cross_heads_takes_pairs() -> None:
    model = full_transformer()
    found = ablated(model, [(0, "cross 1")], "mean", prompts=[(TOKENS, MEMORY)])
    mean = written(model, TOKENS, MEMORY)[0, "cross 1"].mean(0)
    assert np.allclose(written(found, TOKENS[:2], MEMORY)[0, "cross 1"], [mean, mean])
    assert ablated(model, [(0, "cross 1")], "mean").layers[0].cross[1].b_O is not None


def test_resample_writes_what_it_wrote_somewhere() -> None:
    model = random_transformer(7)
    told = written(model, TOKENS)
    removed: list[Part] = [(0, 1), (1, "mlp")]
    places = set()
    for seed in range(20):
        poor = ablated(model, removed, "resample", prompts=[TOKENS], seed=seed)
        said = written(poor, np.array([9]))
        head, mlp = (np.abs(said[part] - told[part]).max(1) for part in removed)
        assert head.min() < 1e-12 and mlp.min() < 1e-12 and head.argmin() == mlp.argmin()
        places.add(int(head.argmin()))
    assert places == set(range(5))


@pytest.mark.parametrize("how", ["zero", "mean", "resample"])
def test_the_seed_decides_and_the_rest_stays(how: str) -> None:
    model = random_transformer(2)
    first, again = (ablated(model, [(1, 0)], how) for _ in range(2))
    assert np.array_equal(forward(first, TOKENS), forward(again, TOKENS))
    assert first.layers[0] is model.layers[0] and first.layers[1].mlp is model.layers[1].mlp
    assert first.layers[1].heads[1] is model.layers[1].heads[1]


def test_search_needs_all_its_heads() -> None:
    model, prompt = search(10, 20, 2).model, np.array([1, 2, 3, 0, 2, 4, 1, 5, 6, 1, 2])
    assert forward(model, prompt)[-1].argmax() == 3
    for part in parts_of(model):
        assert forward(ablated(model, [part]), prompt)[-1].argmax() != 3


def test_numpys_numbers_are_numbers() -> None:
    model = random_transformer(2)
    found = ablated(model, [(np.int64(1), np.int64(0))])  # type: ignore[list-item]
    assert np.array_equal(forward(found, TOKENS), forward(ablated(model, [(1, 0)]), TOKENS))


NO_MLP = search(5, 9, 1).model
BAD: list[tuple[Callable[[], object], str]] = [
    (lambda: ablated(NO_MLP, []), "there is no part to remove; give at least 1"),
    (lambda: ablated(NO_MLP, [(2, 0)]), "layer 2 is not in the model; its layers are 0 to 1"),
    (lambda: ablated(NO_MLP, [(-1, 0)]), "layer -1 is not in the model"),
    (lambda: ablated(NO_MLP, [(0, 1)]), "layer 0 has no 1; it has 0"),
    (lambda: ablated(NO_MLP, [(0, "mlp")]), "layer 0 has no 'mlp'; it has 0"),
    (lambda: ablated(NO_MLP, (0, 1)), "a part is 0; it must be"),  # type: ignore[arg-type]
    (lambda: ablated(NO_MLP, [(0, 1, 2)]), r"a part is \(0, 1, 2\)"),  # type: ignore[list-item]
    (lambda: ablated(NO_MLP, [(0.5, 1)]), r"a part is \(0.5, 1\)"),  # type: ignore[list-item]
    (lambda: ablated(NO_MLP, "mlp"), "parts is 'mlp'"),  # type: ignore[arg-type]
    (lambda: ablated(NO_MLP, [(0, 0)], "median"), "how is 'median'; it must be one of zero, mean"),
    (lambda: ablated(NO_MLP, [(0, 0)], "mean", prompts=[]), "there are no prompts"),
    (lambda: ablated(Transformer(np.eye(3), np.eye(3)), [(0, 0)]), "it has no layers"),
]


@pytest.mark.parametrize(("asked", "says"), BAD)
def test_bad_parts_have_a_sentence(asked: Callable[[], object], says: str) -> None:
    with pytest.raises(ValueError, match=says):
        asked()


def test_a_program_is_no_model() -> None:
    with pytest.raises(TypeError, match="the model is a Program"):
        ablated(search(5, 9, 1), [(0, 0)])  # type: ignore[arg-type]


def test_an_mlp_stays_an_mlp() -> None:
    found = ablated(random_transformer(0), [(0, "mlp")]).layers[0].mlp
    assert isinstance(found, MLP) and found.W_in.shape == (6, 8)
