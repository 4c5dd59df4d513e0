"""The numbers of the machine are what their terms say, and the logits are told apart."""

from pathlib import Path
from typing import Any

from taotp.figures import explore
from taotp.figures.options import Constant, Panels
from taotp.figures.steps import FINISHED, steps_of
from taotp.programs import Program, add, before_last, printed
from taotp_core import Transformer, random_transformer
from taotp_core.stream import subspaces
from tests.examples import relative
from tests.figures.asking import in_page
from tests.figures.test_parity import INSIDE, MACHINES, NORMS, UNEVEN, with_an_encoder
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("graph.mjs")
SMALLER = 2e-3  # of a row's largest: terms that are too small to list are not in the sum
FEW: dict[str, Any] = {"n_layers": 1}  # where the others have two
MODELS = {name: random_transformer(3, **how) for name, how in MACHINES.items()} | {
    "biases": random_transformer(3, norm=INSIDE, biased=True),
    "GELU": random_transformer(3, heads=UNEVEN, biased=True, act="gelu"),
    "nobody waits": random_transformer(3, causal=False),
    "many heads": random_transformer(3, heads=((2, 2),) * 22, d_model=12, **FEW),
}


def assert_each_is_its_terms(node: str, *asked: tuple[Transformer, str]) -> None:
    """Of models without some heads."""
    questions = []
    for model, off in asked:
        program = Program(model, [*"abcdefghi", "<start>"], start="<start>")
        panels = Panels(("machine",), subspaces=subspaces(x=model.d_model))
        spec = explore(program, "abc", panels=panels).spec
        questions.append({"spec": spec, "state": {"off": off}})
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
    off = [(MODELS[name], "0.0") for name in ("Post-LN", "GELU")]
    assert_each_is_its_terms(node, *((model, "") for model in MODELS.values()), *off)


def test_turned_shared_and_gated_numbers(node: str) -> None:
    how: dict[str, Any] = {
        "heads": ((4, 2), (4, 2), (2, 4), (2, 4)),
        "biased": True,
        "act": "silu",
        **FEW,
    }
    first, after = (random_transformer(3, norms=n, **how) for n in ("before", "after"))
    turned = relative(first, rotary=2)
    asked = [(relative(first, rotary=0), ""), (relative(after, rotary=1), ""), (turned, "")]
    assert_each_is_its_terms(node, *asked, (turned, "0.0"))


def test_an_encoder_and_what_looks_into_it(node: str) -> None:
    plain = [with_an_encoder(norms, **FEW) for norms in NORMS]
    plain.append(with_an_encoder("before", norm=None, biased=True, **FEW))
    assert_each_is_its_terms(node, *((model, "") for model in plain), (plain[0], "0.0"))
    steps = steps_of(plain[0])
    assert steps[:3] == ["source embed", "source norm 0", "source ask 0"]
    assert steps.index("source norm") < steps.index("embed") < steps.index("look 0 cross")


def test_steps_end_with_what_is_said() -> None:
    """And a machine opens with every step done, whatever a figure does not say otherwise."""
    for model in MODELS.values():
        steps = steps_of(model)
        assert (steps[0], *steps[-2:]) == ("embed", "compare", FINISHED)
        assert len(steps) == len(set(steps))
    made = explore(lambda: before_last("abc", 12), "abcab")
    assert made.figure.state["step"] == FINISHED == "say"


MOST_BARS = 9
WIDEST = 9  # signs of a number that stand beside the bars without touching them
SEARCHING = explore(  # the source's search among forty symbols, of which nine are drawn
    lambda N, n_match: printed.search(40, 32, n_match, hard=N),
    [31, 32, 5, 8, 33, 7, 8, 33],
    answer="search",
    dials={"N": 1e8, "n_match": [2]},
    id="searching",
)
ADDING = explore(
    lambda N: add(2, loud=N),
    "45+78=",
    answer="add",
    dials={"N": Constant(1e10, most=1e12)},
    id="adding",
)


def kinds(found: dict[str, Any]) -> list[str]:
    return sorted(row["kind"] for row in found["rows"] if row["kind"])


def test_bars_are_as_high_as_there_are_logits(node: str) -> None:
    vote = explore(printed.aab, "aabaa", id="aab")
    assert [in_page(node, each, {}, script="logits")[0]["high"] for each in (vote, SEARCHING)] == [
        48,
        188,
    ]


def test_what_should_be_said_is_drawn_however_small_it_is(node: str) -> None:
    """Wherever a search goes wrong, both are among the nine bars, the right one in its rank.

    What is said is green only where it is right.
    """
    right, *others = in_page(node, SEARCHING, {}, *({"N": 2**i} for i in range(8)), script="logits")
    assert (right["kind"], kinds(right)) == ("right", ["told right"])
    assert others[3]["kind"] == "wrong"
    wrong = [found for found in others if found["kind"] == "wrong"]
    for found in wrong:
        assert kinds(found) == ["expected", "told wrong"]
        assert len(found["rows"]) == MOST_BARS
    assert any(found["rows"][-1]["kind"] == "expected" for found in wrong)


def test_logits_that_are_nearly_equal_are_told_apart(node: str) -> None:
    """The largest is given, the others by how far they are behind; numbers leave the bars free."""
    for found in in_page(node, ADDING, {}, {"N": 100}, {"N": 3}, script="logits"):
        _, *others = found["rows"]
        assert others
        assert all(row["words"][0] in "\u22120" for row in others)
        assert all(len(row["words"]) <= WIDEST for row in found["rows"])
        values = [row["value"] for row in found["rows"]]
        assert values == sorted(values, reverse=True)
        assert values[-1] < 0.1 * values[0]


def test_the_first_place_that_is_off_is_offered(node: str) -> None:
    right, wrong = in_page(node, ADDING, {}, {"N": 100}, script="logits")
    assert right["off"] is None
    assert wrong["off"] is not None
    (there,) = in_page(node, ADDING, {"N": 100, "row": wrong["off"]}, script="logits")
    assert there["kind"] in ("wrong", "tie", "nan")
