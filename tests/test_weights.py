"""What a transformer may be made of, what does not fit, and the one walk through its arrays."""

from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields, is_dataclass, replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from taotp_core import LAYER_NORM, MLP, RMS_NORM, Head, Layer, Norm, Transformer, random_transformer
from taotp_core.arrays import Array
from taotp_core.measure import parameters
from taotp_core.weights import mapped, named_arrays
from tests.examples import EVERY_TIME_THE_SAME, full_transformer
from tests.laws import every


def head(d_model: int = 4, d_head: int = 2, d_value: int = 3, seed: int = 0) -> Head:
    """A head of normal random numbers."""
    draw = np.random.default_rng(seed).normal
    sizes = (d_model, d_head), (d_model, d_head), (d_model, d_value), (d_value, d_model)
    return Head(*(draw(size=size) for size in sizes))


def mlp(d_model: int = 4, d_mlp: int = 5) -> MLP:
    """An MLP of ones."""
    W_in, W_out = np.ones((d_model, d_mlp)), np.ones((d_mlp, d_model))
    return MLP(W_in, np.ones(d_mlp), W_out, np.ones(d_model))


def model(*layers: Layer, **parts: Any) -> Transformer:
    """A transformer on 4 dimensions with 7 tokens and 6 positions."""
    return Transformer(np.ones((7, 4)), np.ones((6, 4)), layers, **parts)


def of_ones(kind: Any, *shapes: tuple[int, ...], **how: Any) -> Any:
    """A part of ones of these shapes."""
    return kind(*(np.ones(shape) for shape in shapes), **how)


NO_HEADS = "a layer without heads has nothing to stack; it must have at least 1"
NESTED = "the encoder has an encoder or cross heads; it must look into itself"


@every("make, message", [
    (lambda: of_ones(Head, (4, 2), (4, 3), (4, 2), (2, 4)), "d_head is 2 in W_Q but 3 in W_K"),
    (lambda: of_ones(Head, (4, 2), (4, 2), (4, 2), (2, 5)), "d_model is 4 in W_Q but 5 in W_O"),
    (lambda: of_ones(Head, (4, 2), (4, 2), (4, 1), (2, 4)), "d_value is 1 in W_V but 2 in W_O"),
    (lambda: of_ones(MLP, (4, 5), (6,), (5, 4), (4,)), "d_mlp is 5 in W_in but 6 in b_in"),
    (lambda: of_ones(MLP, (4, 5), (5,), (5, 4), (1, 4)),
     r"b_out has shape \(1, 4\); it must be \[d_model\]"),
    (lambda: of_ones(Norm, (4,), (3,)), "d_model is 4 in gamma but 3 in beta"),
    (lambda: Layer([head(4), head(5)]), "d_model is 4 in head 0 but 5 in head 1"),
    (lambda: Layer([head(4)], mlp(3)), "d_model is 4 in head 0 but 3 in mlp"),
    (lambda: Layer(mlp=mlp(), norm_mlp=Norm(np.ones(2))), "d_model is 4 in mlp but 2 in norm_mlp"),
    (lambda: model(Layer(), Layer([head(4), head(4)]), Layer([head(5)])),
     "d_model is 4 in W_E but 5 in head 0 of layer 2"),
    (lambda: model(Layer(mlp=mlp(3))), "d_model is 4 in W_E but 3 in mlp of layer 0"),
    (lambda: model(Layer(norm_attn=Norm(beta=np.ones(9)))),
     "d_model is 4 in W_E but 9 in norm_attn of layer 0"),
    (lambda: model(norm_final=Norm(np.ones(5))), "d_model is 4 in W_E but 5 in norm_final"),
    (lambda: model(W_U=np.ones((7, 4))), "d_model is 4 in W_E but 7 in W_U"),
    (lambda: model(W_U=np.ones((4, 8))), "d_vocab is 7 in W_E but 8 in W_U"),
    (lambda: replace(model(), W_pos=np.ones((6, 3))), "d_model is 4 in W_E but 3 in W_pos"),
    (lambda: model(norms="between"), "norms is 'between'; it must be 'before' or 'after'"),
    (lambda: replace(model(), W_E=np.full((7, 4), np.nan)),
     r"W_E\[0, 0\] is nan; weights must be finite"),
    (lambda: replace(mlp(), act="tanh"), "act is 'tanh'; it must be one of relu, gelu, silu"),
    (lambda: Norm(eps=-1.0), "eps is -1.0; it must be a number from 0 on"),
    (lambda: replace(head(), b_Q=np.ones(3)), "d_head is 2 in W_Q but 3 in b_Q"),
    (lambda: Layer(cross=[head(), head(5)]), "d_model is 4 in cross head 0 but 5 in cross head 1"),
    (lambda: model(encoder=model(encoder=model())), NESTED),
    (lambda: model(encoder=model(Layer(cross=[head()]))), NESTED),
    (lambda: Layer().stacked, NO_HEADS),
    (lambda: Layer().folded, NO_HEADS),
    (lambda: of_ones(Head, *[(2, 2)] * 4, name=7), ".* must be a string"),
    (lambda: replace(head(), name="x" * 41), ".*it has 41 characters; it must have at most 40"),
    (lambda: replace(head(), name="two\nlines"), ".*one line.*"),
    (lambda: model(Layer([head(), head(d_head=1)]), rotary=[1.0]), "d_head is 1 in head 1 of lay"),
    (lambda: model(shared_keys=0), "shared_keys is 0; it must be an integer from 1"),
    (lambda: model(Layer([head()] * 3), shared_keys=2), "layer 0 has 3 heads; it must be a mul"),
    *((lambda part=part: model(Layer([head(), replace(head(), **part)]), shared_keys=2),
       f"{[*part][0]} of head 1 of layer 0 is not that of head 0")
      for part in ({"W_V": np.ones((4, 3))}, {"b_K": [0, 1]})),
    (lambda: replace(head(), by_distance=np.ones(0)), "by_distance is empty"),
    (lambda: Layer(cross=[replace(head(), by_distance=np.ones(1))]), ".*no distance to another"),
    (lambda: replace(mlp(), b_gate=np.ones(5)), "there is a b_gate but no W_gate"),
    (lambda: replace(head(), name="right\u202eto left"), ".*can be seen.*"),
])  # fmt: skip
def test_what_does_not_fit_is_named(make: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=f"(?s)^{message}"):
        make()


def test_what_is_tied() -> None:
    tied = Transformer(np.random.default_rng(0).normal(size=(7, 4)), np.ones((6, 4)))
    assert tied.tied and np.array_equal(tied.unembedding, tied.W_E.T)
    untied = replace(tied, W_U=2 * tied.W_E.T)
    assert not untied.tied and untied.unembedding is untied.W_U


def test_the_usual_norms() -> None:
    assert (LAYER_NORM.eps, LAYER_NORM.centered, RMS_NORM.centered) == (1e-10, True, False)
    assert LAYER_NORM.gamma is LAYER_NORM.beta is None
    assert Layer().norm_attn is Layer().norm_mlp is model().norm_final is LAYER_NORM
    assert model().norms == "before"


def test_everything_is_frozen_and_compared_by_identity() -> None:
    layers = [Layer(head(seed=i) for i in range(2))]  # type: ignore[arg-type]
    machine = replace(model(), layers=layers)
    layers.clear()
    assert isinstance(machine.layers, tuple) and isinstance(machine.layers[0].heads, tuple)
    assert len(machine.layers[0].heads) == 2
    for make in (head, mlp, Norm, Layer, model):
        one, other = make(), make()
        assert one == one != other and len({one, other}) == 2
        with pytest.raises(FrozenInstanceError):
            setattr(one, fields(one)[0].name, None)


@EVERY_TIME_THE_SAME
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4)), min_size=1, max_size=4))
def test_stacked_heads_score_and_carry_as_each_does_alone(sizes: list[tuple[int, int]]) -> None:
    heads = [head(4, k, v, seed) for seed, (k, v) in enumerate(sizes)]
    W_Q, W_K, W_V, W_O = Layer(heads).stacked
    longest, widest = max(k for k, _ in sizes), max(v for _, v in sizes)
    assert W_Q.shape == W_K.shape == (len(sizes), 4, longest)
    assert W_V.shape == (len(sizes), 4, widest) and W_O.shape == (len(sizes), widest, 4)
    for h, alone in enumerate(heads):
        own = alone.W_Q @ alone.W_K.T / np.sqrt(alone.W_Q.shape[1] or 1)
        np.testing.assert_allclose(W_Q[h] @ W_K[h].T / np.sqrt(longest or 1), own, atol=1e-14)
        np.testing.assert_allclose(W_V[h] @ W_O[h], alone.W_V @ alone.W_O, atol=1e-14)


def test_random_transformers_have_the_shape_asked_for_and_repeat_by_seed() -> None:
    how: dict[str, Any] = {"d_vocab": 5, "n_ctx": 7, "d_model": 4, "heads": [(2, 3), (1, 0)]}
    machine = random_transformer(3, d_mlp=6, n_layers=3, tied=False, **how)
    assert machine.sizes == {"d_vocab": 5, "d_model": 4, "n_ctx": 7} and not machine.tied
    for layer in machine.layers:
        assert [(h.sizes["d_head"], h.sizes["d_value"]) for h in layer.heads] == how["heads"]
        assert layer.mlp and layer.mlp.sizes["d_mlp"] == 6
    assert len(machine.layers) == 3 and random_transformer(3, d_mlp=0).layers[0].mlp is None
    assert random_transformer(3, norms="after").norm_final is None
    usual, again, other = (random_transformer(seed) for seed in (3, 3, 4))
    assert usual.sizes == {"d_vocab": 10, "d_model": 6, "n_ctx": 16}
    for part in usual.layers[1].heads:
        assert part.sizes == {"d_model": 6, "d_head": 3, "d_value": 3}
    assert usual.tied and np.array_equal(usual.layers[1].heads[1].W_O, again.layers[1].heads[1].W_O)
    assert not np.array_equal(usual.W_E, other.W_E)


# One walk through a model

FULL = full_transformer()
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
