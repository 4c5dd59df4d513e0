"""Numbers that a reader changed: the page computes what Python computes with them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp.figures import LiveFigure, explore
from taotp.figures.explorables import decoder
from taotp.page.bundle import PARTS
from taotp.programs import Program, hello_world, search
from taotp_core import forward, greedy
from taotp_core.edits import read_changes, with_numbers
from taotp_core.measure import margin
from tests.in_node import in_node
from tests.laws import every

SPEAK = Path(__file__).with_name("speak.mjs")


def said(node: str, figure: LiveFigure, *states: dict[str, Any]) -> list[dict[str, Any]]:
    asked = {"spec": figure.spec, "parts": [PARTS[part] for part in figure.parts], "states": states}
    runs: list[dict[str, Any]] = in_node(node, SPEAK, asked)
    return runs


def searched(N: float) -> Program:
    return search("0123456789", 24, 2, hard=N)


PROGRAMS: dict[str, tuple[Any, LiveFigure, Any]] = {
    "hello": (
        lambda: hello_world(loud=10),
        decoder(lambda N: hello_world(loud=N), "Hello World!", N=10),
        "",
    ),
    "search": (lambda: searched(64), explore(searched, "12583783", dials={"N": 64}), "12583783"),
}
CHANGES = {
    "hello": ["W_pos:5.0=-2", "W_E:4.0=-2;W_pos:1.2=.5e1"],
    "search": [
        "layers.0.heads.0.W_Q:1.2=3", "layers.1.heads.0.W_O:0.1=-0.5;W_E:3.0=2",
        "layers.0.heads.1.W_K:0.0=4",
    ],
}  # fmt: skip


@every("name", PROGRAMS)
def test_the_page_computes_with_the_changed_numbers(node: str, name: str) -> None:
    build, figure, prompt = PROGRAMS[name]
    pages = said(node, figure, *({"changed": text} for text in CHANGES[name]))
    for text, page in zip(CHANGES[name], pages, strict=True):
        program: Program = build()
        model = with_numbers(program.model, read_changes(text))
        told = program.encode(prompt)
        tokens = [*told, *(step["token"] for step in page["said"])]
        logits = forward(model, np.array(tokens[: model.n_ctx]))[len(told) - 1 :]
        for row, step in zip(logits, page["said"], strict=False):
            assert step["token"] == int(greedy(row))
            assert step["margin"] == pytest.approx(margin(row), rel=1e-9, abs=1e-9)


def test_what_an_address_says_wrongly_is_left_out(node: str) -> None:
    _, figure, _ = PROGRAMS["hello"]
    wrong = [
        "W_pos:13.0=1", "W_pos:0.3=1", "W_U:0.0=1", "constructor:0.0=1", "W_pos:5.0=1e999",
        "W_pos:5.0", "layers:0.0=1", "W_pos:-1.0=2", "W_pos:5.0=0x10", ";;",
    ]  # fmt: skip
    plain, changed, *others = said(
        node, figure, {}, {"changed": f"nothing;{CHANGES['hello'][0]};W_pos:99.0=1"},
        *({"changed": text} for text in wrong),
    )  # fmt: skip
    assert changed["said"] != plain["said"]
    assert all(other["said"] == plain["said"] for other in others)
