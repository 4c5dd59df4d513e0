"""The numbers of the machine: each is what its terms say, in any model, in any step."""

from pathlib import Path
from typing import Any

import numpy as np

from taotp.figures import explore
from taotp.figures.explorables import precision
from taotp.figures.figure import Line, Select, Speaker, State
from taotp.figures.spec import Columns, encode_program
from taotp.figures.steps import FINISHED, steps_of
from taotp.programs import Program, before_last
from taotp_core import RMS_NORM, Norm, Transformer, random_transformer
from tests.examples import relative
from tests.in_node import in_node
from tests.laws import every

SCRIPT = Path(__file__).with_name("graph.mjs")
SMALLER = 2e-3  # of a row's largest: terms that are too small to list are not in the sum
UNEVEN = ((3, 2), (1, 3))
GAMMA = Norm(gamma=np.linspace(0.5, 2, 6), beta=np.linspace(-1, 1, 6), eps=1e-5, inside=True)
MACHINES: dict[str, dict[str, Any]] = {
    "norms first": {},
    "norms after": {"norms": "after"},
    "RMS": {"norm": RMS_NORM},
    "no norm": {"norm": None},
    "gamma and beta": {"norm": GAMMA, "biased": True},
    "untied": {"tied": False},
    "no MLP": {"d_mlp": 0},
    "uneven heads": {"heads": UNEVEN, "biased": True, "act": "gelu"},
    "no heads": {"heads": ()},
    "no layers": {"n_layers": 0},
    "nobody waits": {"causal": False},
}


def reading(norms: str, **how: Any) -> Transformer:
    """A model that looks into what an encoder of its own said."""
    encoder = random_transformer(6, n_ctx=5, norms=norms, causal=False, **how)  # type: ignore[arg-type]
    more: dict[str, Any] = {"norms": norms, "cross": UNEVEN, "encoder": encoder}
    return random_transformer(7, **more, **how)


def speaker(model: Transformer) -> dict[str, Any]:
    """A figure of a model that starts each text with its last symbol."""
    columns = Columns()
    program = Program(model, [*"abcdefghi", "<start>"], start="<start>")
    option = encode_program(lambda _: program, columns, sample="abc")
    whole = [{"name": "x", "at": 0, "size": model.d_model}]
    state: State = {"text": "abc", "row": -1, "N": 1, "precision": "float64", "off": ""}
    return Speaker(
        id="x",
        title="x",
        alt="x",
        panels=["machine"],
        controls=[Line(name="text"), precision(), Select(name="step", values=steps_of(model))],
        state={**state, "changed": "", "step": FINISHED, "at": ""},
        cursor="row",
        choices=[],
        options=[option | {"subspaces": whole}],
        columns=columns.stored,
        answer=None,
    ).as_json()


def assert_each_is_its_terms(node: str, models: list[Transformer]) -> None:
    figures = [speaker(model) for model in models]
    asked = [{"spec": spec, "state": {"off": off}} for spec in figures for off in ("", "0.0")]
    walked = in_node(node, SCRIPT, asked)
    for question, answer in zip(asked, walked, strict=True):
        names = question["spec"]["controls"][2]["values"]
        assert [step["id"] for step in answer["sentences"]] == names
        assert answer["count"] > 100
        assert answer["worst"] < SMALLER
        assert answer["both"]
        for step in answer["sentences"]:
            assert step["sentence"].endswith("."), step
            assert "undefined" not in step["sentence"]
            assert step["wide"] <= 1060.5, step
            assert step["open"] >= 1, step


def test_every_number_is_its_terms(node: str) -> None:
    models = [random_transformer(3, **how) for how in MACHINES.values()]
    assert_each_is_its_terms(node, models)


@every("norms", ["before", "after"])
def test_turned_shared_and_gated_numbers(node: str, norms: Any) -> None:
    heads = ((4, 2), (4, 2), (2, 4), (2, 4))
    model = random_transformer(3, heads=heads, norms=norms, biased=True, act="silu")
    assert_each_is_its_terms(node, [relative(model, rotary=n) for n in (0, 1, 2)])


def test_an_encoder_and_what_looks_into_it(node: str) -> None:
    plain = [reading("before"), reading("after"), reading("before", norm=None, biased=True)]
    assert_each_is_its_terms(node, plain)
    steps = steps_of(plain[0])
    assert steps[:3] == ["source embed", "source norm 0", "source ask 0"]
    assert steps.index("source norm") < steps.index("embed") < steps.index("look 0 cross")


def test_a_model_of_many_heads_fits(node: str) -> None:
    model = random_transformer(3, heads=((2, 2),) * 22, n_layers=2, d_model=12)
    assert_each_is_its_terms(node, [model])


def test_a_machine_opens_with_every_step_done() -> None:
    """Whatever a figure does not say otherwise: it stands at the last of its steps."""
    for how in MACHINES.values():
        assert steps_of(random_transformer(0, **how))[-1] == FINISHED
    made = explore(lambda: before_last("abc", 12), "abcab")
    assert made.figure.state["step"] == FINISHED


@every("how", MACHINES)
def test_steps_end_with_what_is_said(how: str) -> None:
    steps = steps_of(random_transformer(0, **MACHINES[how]))
    assert steps[0] == "embed"
    assert steps[-2:] == ["compare", "say"]
    assert len(steps) == len(set(steps))
