"""The lens and attribution against machines cut short and a textbook's transformer."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from taotp.interp import attribution, lens, parts_of, written
from taotp.interp.parts import named
from taotp_core import RMS_NORM, Transformer, encode, forward, plain, random_transformer
from tests.examples import EVERY_TIME_THE_SAME, full_transformer, models, prompts
from tests.laws import every

FEWER = settings(EVERY_TIME_THE_SAME, max_examples=60)


def cut_after(model: Transformer, step: str) -> Transformer:
    """The machine that ends after a step."""
    if step == "embedding":
        return replace(model, layers=())
    what, number = step.split()
    layers = list(model.layers[: int(number) + 1])
    if what != "mlp":
        layers[-1] = replace(layers[-1], mlp=None, norm_mlp=None)
    return replace(model, layers=layers)


@FEWER
@given(st.data())
def test_the_lens_is_what_a_machine_cut_short_says(data: st.DataObject) -> None:
    model = data.draw(models())
    tokens = data.draw(prompts(model))
    seen = lens(model, tokens)
    for step, logits in seen.items():
        assert np.array_equal(logits, forward(cut_after(model, step), tokens)), step
    assert np.array_equal(list(seen.values())[-1], forward(model, tokens))


def close(parts: float, whole: float, largest: float) -> bool:
    """Equal to 1e-12 of the largest summand, or of 1."""
    return abs(parts - whole) <= 1e-12 * max(1.0, largest)


@FEWER
@given(st.data())
def test_what_parts_add_sums_to_the_logit(data: st.DataObject) -> None:
    model = data.draw(models())
    tokens = data.draw(prompts(model))
    token, position = data.draw(st.integers(0, model.d_vocab - 1)), len(tokens) // 2
    parts = attribution(model, tokens, token, position)
    logits = forward(model, tokens)[position]
    assert close(sum(parts.values()), logits[token], max(map(abs, parts.values())))
    lead = attribution(model, tokens, token, position, against=0)
    largest = max(map(abs, lead.values()))
    assert close(sum(lead.values()), logits[token] - logits[0], largest)


@every("where", ["before", "after"])
def test_with_everything_that_a_model_may_have(where: str) -> None:
    model = full_transformer(3, "before" if where == "before" else "after")
    tokens, memory = np.array([1, 2, 3]), encode(model, np.array([0, 4, 2, 1]))
    parts = attribution(model, tokens, 2, memory=memory)
    assert list(parts) == ["token", "position", "beta", *parts_of(model)]
    logit = forward(model, tokens, memory=memory)[-1, 2]
    assert close(sum(parts.values()), logit, max(map(abs, parts.values())))
    assert all(parts.values())


def test_a_head_adds_what_it_wrote_over_the_spread_of_all() -> None:
    """In a Pre-LN model, with the final norm spelled out."""
    model, tokens = random_transformer(1), np.array([1, 2, 3])
    parts = attribution(model, tokens, 0)
    x = plain.stream(replace(model, norm_final=None), tokens)[-1]
    for part, row in written(model, tokens).items():
        centered = row[-1] - row[-1].mean()
        found = float(centered / (x.std() + 1e-10) @ model.unembedding[:, 0])
        assert parts[part] == pytest.approx(found)
    frames = np.random.default_rng(0).normal(size=(4, 10))
    model = random_transformer(2, norm=RMS_NORM, norms="after")
    parts = attribution(model, frames, 1, 2)
    assert close(sum(parts.values()), forward(model, frames)[2, 1], max(map(abs, parts.values())))


def test_parts_have_names() -> None:
    model = random_transformer(0, cross=[(1, 1)])
    names = [named(model, part) for part in parts_of(model)[:4]]
    assert names == [
        "head 0 of layer 0", "head 1 of layer 0", "cross head 0 of layer 0", "the MLP of layer 0"
    ]  # fmt: skip
