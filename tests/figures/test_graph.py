"""The numbers of the machine: each is what its terms say, in any model, in any step."""

from pathlib import Path
from typing import Any

import numpy as np

from taotp.figures import explore
from taotp.figures.options import Panels
from taotp.figures.steps import FINISHED, steps_of
from taotp.programs import Program, before_last
from taotp_core import RMS_NORM, Norm, Transformer, random_transformer
from taotp_core.stream import subspaces
from tests.examples import relative
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("graph.mjs")
SMALLER = 2e-3  # of a row's largest: terms that are too small to list are not in the sum
UNEVEN = ((3, 2), (1, 3))
PAIRS = ((4, 2), (4, 2), (2, 4), (2, 4))
GAMMA = Norm(gamma=np.linspace(0.5, 2, 6), beta=np.linspace(-1, 1, 6), eps=1e-5, inside=True)
MACHINES: list[dict[str, Any]] = [
    {}, {"norms": "after"}, {"norm": RMS_NORM}, {"norm": None}, {"norm": GAMMA, "biased": True},
    {"tied": False}, {"d_mlp": 0}, {"heads": UNEVEN, "biased": True, "act": "gelu"}, {"heads": ()},
    {"n_layers": 0}, {"causal": False},
]  # fmt: skip
MODELS = [random_transformer(3, **how) for how in MACHINES]
FEW = {"n_layers": 1}  # where the others have two


def reading(norms: str, **how: Any) -> Transformer:
    """A model that looks into what an encoder of its own said."""
    encoder = random_transformer(6, n_ctx=5, norms=norms, causal=False, **FEW, **how)  # type: ignore[arg-type]
    more: dict[str, Any] = {"norms": norms, "cross": UNEVEN, "encoder": encoder, **FEW}
    return random_transformer(7, **more, **how)


def speaker(model: Transformer) -> dict[str, Any]:
    """A figure of a model that starts each text with its last symbol."""
    program = Program(model, [*"abcdefghi", "<start>"], start="<start>")
    panels = Panels(("machine",), subspaces=subspaces(x=model.d_model))
    return explore(lambda: program, "abc", panels=panels).spec


def assert_each_is_its_terms(node: str, *asked: tuple[Transformer, str]) -> None:
    """Of models without some heads."""
    questions = [{"spec": speaker(model), "state": {"off": off}} for model, off in asked]
    for (model, _), answer in zip(asked, in_node(node, SCRIPT, questions), strict=True):
        assert [step["id"] for step in answer["sentences"]] == steps_of(model)
        assert answer["count"] > 100
        assert answer["worst"] < SMALLER
        assert answer["untold"] == []  # an activation that is told as a plain sum
        assert answer["both"]
        for step in answer["sentences"]:
            assert step["sentence"].endswith("."), step
            assert "undefined" not in step["sentence"]
            assert step["wide"] <= 1060.5, step
            assert step["open"] >= 1, step


def test_every_number_is_its_terms(node: str) -> None:
    off = [(model, "0.0") for model in (MODELS[1], MODELS[7])]
    many = random_transformer(3, heads=((2, 2),) * 22, n_layers=1, d_model=12)  # fit as well
    assert_each_is_its_terms(node, *((model, "") for model in (*MODELS, many)), *off)


def test_turned_shared_and_gated_numbers(node: str) -> None:
    how: dict[str, Any] = {"heads": PAIRS, "biased": True, "act": "silu", **FEW}
    first, after = (random_transformer(3, norms=n, **how) for n in ("before", "after"))
    turned = relative(first, rotary=2)
    asked = [(relative(first, rotary=0), ""), (relative(after, rotary=1), ""), (turned, "")]
    assert_each_is_its_terms(node, *asked, (turned, "0.0"))


def test_an_encoder_and_what_looks_into_it(node: str) -> None:
    plain = [reading("before"), reading("after"), reading("before", norm=None, biased=True)]
    assert_each_is_its_terms(node, *((model, "") for model in plain), (plain[0], "0.0"))
    steps = steps_of(plain[0])
    assert steps[:3] == ["source embed", "source norm 0", "source ask 0"]
    assert steps.index("source norm") < steps.index("embed") < steps.index("look 0 cross")


def test_steps_end_with_what_is_said() -> None:
    """And a machine opens with every step done, whatever a figure does not say otherwise."""
    for model in MODELS:
        steps = steps_of(model)
        assert (steps[0], *steps[-2:]) == ("embed", "compare", FINISHED)
        assert len(steps) == len(set(steps))
    made = explore(lambda: before_last("abc", 12), "abcab")
    assert made.figure.state["step"] == FINISHED == "say"
