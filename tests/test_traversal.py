"""One walk through a model, and those who walk it: no array of a full model is lost."""

from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.random import default_rng

from taotp_core import Array, Norm, Transformer, encode, forward, random_transformer
from taotp_core.equivalences import scramble, uniform
from taotp_core.gadgets import overwrite_by_scale
from taotp_core.measure import parameters
from taotp_core.post_ln import post_norm
from taotp_core.weights import mapped, named_arrays
from tests.examples import assert_same_logits, full_transformer, relative
from tests.laws import every

FULL = full_transformer()
TOKENS, SOURCE = np.array([2, 0, 5, 5]), np.array([4, 1, 1, 0, 3])


def logits(model: Transformer) -> Array:
    """What a model with an encoder says."""
    return forward(model, TOKENS, memory=encode(model, SOURCE))


SHARED = ("W_K", "W_V", "b_K", "b_V")


def every_array(part: object, shared: int = 1, without: tuple[str, ...] = ()) -> list[Array]:
    """The arrays of anything, found without the library's own walk; what heads share once."""
    if isinstance(part, np.ndarray):
        return [part]
    if not is_dataclass(part):
        return []
    shared, found = getattr(part, "shared_keys", shared), list[Array]()
    for field in fields(part):
        value = getattr(part, field.name)
        if isinstance(value, tuple):
            for i, each in enumerate(value):
                again = field.name == "heads" and i % shared
                found += every_array(each, shared, SHARED if again else ())
        elif field.name not in without:
            found += every_array(value)
    return found


def unset(part: object, where: str = "") -> list[str]:
    """The paths of fields that are None or empty."""
    if part is None or (isinstance(part, tuple) and not part):
        return [where]
    if isinstance(part, tuple):
        return [path for i, each in enumerate(part) for path in unset(each, f"{where}.{i}")]
    names = [field.name for field in fields(part)] if is_dataclass(part) else []
    return [path for name in names for path in unset(getattr(part, name), f"{where}.{name}")]


def test_a_full_transformer_has_every_field_set() -> None:
    """An encoder has no encoder, and nobody for its own cross heads to look at."""
    named = [path for path in unset(FULL) if not path.endswith("subspaces")]  # see test_names
    found = [path for path in named if "cross" not in path or "by_distance" not in path]
    inner = [f".encoder.layers.{number}.cross" for number in (0, 1)]
    assert found == [*inner, ".encoder.encoder"]
    kinds = {type(part).__name__: part for part in (FULL, FULL.layers[0].mlp, FULL.norm_final)}
    assert kinds["MLP"].act == "gelu" and kinds["Norm"].inside  # type: ignore[union-attr]
    assert FULL.causal and FULL.encoder and not FULL.encoder.causal


def test_named_arrays_finds_them_all() -> None:
    named = named_arrays(FULL)
    assert [id(array) for array in named.values()] == [id(array) for array in every_array(FULL)]
    assert named["layers.1.heads.0.b_Q"] is FULL.layers[1].heads[0].b_Q
    assert named["layers.0.cross.2.W_O"] is FULL.layers[0].cross[2].W_O
    assert FULL.encoder and FULL.encoder.layers[1].mlp
    assert named["encoder.layers.1.mlp.b_in"] is FULL.encoder.layers[1].mlp.b_in


def test_mapped_gives_each_array_its_path() -> None:
    doubled = mapped(FULL, lambda path, array: 2 * array if path == "layers.1.mlp.W_in" else array)
    arrays = named_arrays(FULL)
    changed = [path for path, W in named_arrays(doubled).items() if (arrays[path] != W).any()]
    assert changed == ["layers.1.mlp.W_in"]


def test_what_heads_share_is_changed_once_for_all_of_them() -> None:
    seen: list[str] = []

    def more(path: str, W: Array) -> Array:
        seen.append(path)
        return W + len(seen)

    heads = mapped(FULL, more).layers[0].heads
    assert seen == list(named_arrays(FULL))
    assert "layers.0.heads.1.W_K" not in seen and "layers.0.heads.1.W_Q" in seen
    assert np.array_equal(heads[1].W_K, heads[0].W_K)
    assert not np.array_equal(heads[0].W_K, FULL.layers[0].heads[0].W_K)


def test_mapped_makes_the_librarys_own_types() -> None:
    class Lying(Transformer):
        @property
        def unembedding(self) -> Array:
            return -super().unembedding

    lying = Lying(**{field.name: getattr(FULL, field.name) for field in fields(FULL)})
    assert type(mapped(lying, lambda _, array: array)) is Transformer


@every("thing", [FULL, FULL.layers[0], FULL.layers[0].heads[0], Norm()])
def test_any_part_can_be_walked_and_no_other_thing(thing: Any) -> None:
    assert len(named_arrays(mapped(thing, lambda _, array: array))) == len(every_array(thing))
    with pytest.raises(TypeError, match="a part is a dict; it must be a part of a Transformer"):
        named_arrays({"W_E": thing})  # type: ignore[arg-type]


def test_parameters_counts_every_number() -> None:
    total = sum(array.size for array in every_array(FULL))
    assert parameters(FULL).total == parameters(FULL).nonzero == total
    assert parameters(FULL).parts["norms"].total == 2 * 6 * (2 * 3 + 1) * 2
    assert parameters(FULL).parts["positions"].total == 6 * (8 + 9) + 2 + 2  # and angles


def without_norms(model: Transformer) -> Transformer:
    """The same model with no norm anywhere but in its encoder."""
    bare: dict[str, None] = dict.fromkeys(("norm_attn", "norm_mlp", "norm_cross"))
    layers = [replace(layer, **bare) for layer in model.layers]  # type: ignore[arg-type]
    return replace(model, layers=layers, norm_final=None)


def test_a_full_model_is_turned_but_for_the_gamma_of_an_encoder() -> None:
    half = without_norms(FULL)
    with pytest.raises(ValueError, match="of the encoder has a gamma or a beta"):
        scramble(half, np.eye(6))
    bare = replace(half, encoder=FULL.encoder and without_norms(FULL.encoder))
    M, _ = np.linalg.qr(default_rng(1).normal(size=(6, 6)))
    assert_same_logits(logits(scramble(bare, M)), logits(bare))


def test_uniform_heads_are_even_where_rotary_turns_pairs() -> None:
    turns = relative(random_transformer(0, heads=[(2, 3)] * 2), far=False)
    assert uniform(turns).layers[0].heads[0].W_Q.shape == (6, 4)
    tokens = TOKENS + 1
    assert_same_logits(forward(uniform(turns), tokens), forward(turns, tokens))


@every("part", [FULL.layers[0].heads[0], FULL.layers[0].mlp])
def test_drowning_takes_the_biases_along(part: Any) -> None:
    loud = overwrite_by_scale(part, 3)
    for path, array in named_arrays(part).items():
        factor = 3 if path in ("W_O", "b_O", "W_out", "b_out") else 1
        assert np.array_equal(named_arrays(loud)[path], factor * array)


def test_post_norm_keeps_what_it_does_not_change() -> None:
    """One layer of heads that look into an encoder, from rows that the norm only scales."""
    rows = default_rng(3).permuted([[1.0, -1, 1, -1, 1, -1]] * 7, axis=1)
    model = replace(
        without_norms(FULL), W_E=rows, W_pos=np.zeros((8, 6)),
        layers=[replace(FULL.layers[0], heads=(), mlp=None, norm_cross=Norm(inside=True))],
        norm_final=Norm(inside=True),
    )  # fmt: skip
    after = post_norm(model)
    assert after.norms == "after" and after.encoder is FULL.encoder
    assert_same_logits(logits(after), logits(model))
