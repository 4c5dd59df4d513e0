"""What tools were found to say: entries that can be scored, and that are made again the same."""

from pathlib import Path
from typing import Any

import pytest

from taotp.data import claims, parts_that_matter
from taotp.interp.benchmark import checked, entries, export
from taotp.interp.ground_truth import TOOLS
from tests.laws import every
from tools.experiments import outside_tools, own_tools

ENTERED = claims()
HELD = ["echo", "add_mod10", "search 1, other texts"]
KEYS = ["tool", "by", "does", "made", "versions", "seed", "seconds", "above", "claims"]


def test_every_entry_can_be_scored() -> None:
    so = {name: about["parts"] for name, about in parts_that_matter().items()}
    for name, entry in ENTERED.items():
        assert list(entry) == KEYS and entry["tool"] == name
        checked(entry["claims"], so)


def test_what_matters_is_found_again(in_turn: list[str]) -> None:
    names = [name for name in parts_that_matter() if name in {*HELD, "induction", *in_turn}]
    again = {each.name: own_tools.what_matters(each) for each in entries(names)}
    assert again == {name: parts_that_matter()[name] for name in names}


@every("name", [*HELD, "induction"])
def test_our_tools_say_it_again(name: str) -> None:
    (machine,) = entries([name])
    for tool in TOOLS:
        again = own_tools.claims_of(machine, tool)
        stored: dict[str, float] | None = ENTERED[f"look_{tool}"]["claims"][name]
        if again is None or stored is None:
            assert again is stored
        else:
            assert again == pytest.approx(stored, abs=2e-3)


def test_what_others_score_are_heads_and_mlps(tmp_path: Path) -> None:
    # A stub in place of their libraries: those run in the lane of engines alone, the names any day.
    machines = outside_tools.read_truth(export(tmp_path / "few", HELD[1:]))
    for name, about in machines.items():
        heads = [[0.25] * 9] * 9
        again = outside_tools.claims_of((heads, None), about["parts"])
        assert again == dict.fromkeys(again, 0.25) | {
            part: None for part in again if part.endswith("mlp")
        }
        assert list(again) == list(parts_that_matter()[name]["parts"])


@pytest.mark.engines
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("tool", outside_tools.TOOLS, ids=lambda tool: tool.name)
def test_tools_of_others_say_it_again(tool: outside_tools.Tool, tmp_path: Path) -> None:
    package = {"TransformerLens": "transformer_lens", "Captum": "captum"}[tool.by]
    pytest.importorskip(package, reason=f"no {package}")
    folder = export(tmp_path / "few", [*HELD[:2], "echo trained"])
    machines: dict[str, Any] = outside_tools.read_truth(folder)
    for name, about in machines.items():
        scores = tool.asks(outside_tools.loaded(folder / about["folder"]))
        again = outside_tools.claims_of(scores, about["parts"])
        assert again == pytest.approx(ENTERED[tool.name]["claims"][name], abs=2e-3)


@pytest.mark.engines
def test_words_that_tie_but_for_rounding_go_by_their_ids() -> None:
    torch = pytest.importorskip("torch", reason="no torch")
    up, down = 1.5 + 2**-50, 1.5 - 2**-50
    logits = torch.tensor([[1.5, up, 3.0, down], [down, 1.5, up, -1.0], [0.0, 2.0, 1.0, 2.1]],
                          dtype=torch.float64)  # fmt: skip
    assert outside_tools.first_two(logits).tolist() == [[2, 0], [0, 1], [3, 1]]
