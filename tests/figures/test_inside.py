"""Looking inside: the page takes out what Python takes out, and its tools say what `look` says."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp_core import encode, forward, look, trace
from taotp_core.arrays import Array
from taotp_core.figures import Subject, inside
from taotp_core.figures.subjects import of_the_book
from taotp_core.look import Part
from taotp_core.look.patching import Place
from taotp_core.programs import Program, minimum
from taotp_core.transformer import Trace, pattern
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("inside.mjs")
BOOK = of_the_book()
HOWS = ("zero", "mean", "patch")
CLOSE = 1e-12  # of the largest number on the way, as in test_parity.py


def asked(node: str, *states: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = in_node(
        node, SCRIPT, {"spec": inside(BOOK).spec, "states": states}
    )
    return found


def part_of(path: str) -> Part:
    _, number, kind, *which = path.split(".")
    if not which:
        return int(number), kind
    return int(number), int(which[0]) if kind == "heads" else f"cross {which[0]}"


def path_of(part: Place) -> str:
    if isinstance(part, str):
        return part
    number, which = part
    kind = f"heads.{which}" if isinstance(which, int) else which.replace(" ", ".")
    return f"layers.{number}.{kind}"


def is_close(there: Any, here: Array, run: Trace) -> bool:
    """Whether numbers are as near as a score and a stream of that size let them be."""
    computed = [*run.scores.values(), *run.cross_scores.values(), *run.stream.values(), run.logits]
    large = max(np.abs(x[np.isfinite(x)]).max() for x in computed)
    return bool(np.abs(np.array(there, float) - here).max() <= CLOSE * large)


@pytest.fixture(scope="module")
def looked(node: str) -> list[tuple[Program, str, dict[str, Any]]]:
    """What the page finds in every program with parts, by what is put in their place."""
    states = [(name, how) for name, subject in BOOK.items() for how in HOWS
              if look.parts_of(subject.program.model)]  # fmt: skip
    found = asked(node, *({"program": name, "tool": how} for name, how in states))
    return [(BOOK[name].program, how, it) for (name, how), it in zip(states, found, strict=True)]


def heard(program: Program, found: dict[str, Any]) -> tuple[Array, Array | None, Array | None]:
    """The tokens, and what the encoder says of both prompts."""
    read = (found.get("source"), found.get("otherSource"))
    memory, other = (None if ids is None else encode(program.model, np.array(ids)) for ids in read)
    return np.array(found["tokens"]), memory, other


def test_as_it_is_and_the_lens(looked: list[Any]) -> None:
    for program, _, found in looked:
        tokens, memory, _ = heard(program, found)
        assert not found["error"] and not found["otherError"]
        run = trace(program.model, tokens, memory=memory)
        assert is_close(found["logits"], run.logits, run)
        here = look.lens(program.model, tokens, memory)
        for step, shares in found["lens"].items():
            assert is_close(shares, pattern(here[step]), run)


def test_parts_taken_out(looked: list[Any]) -> None:
    for program, how, found in looked:
        model = program.model
        tokens, memory, its = heard(program, found)
        prompt = tokens if memory is None else (tokens, memory)
        run = trace(model, tokens, memory=memory)
        for path, logits in found["without"].items():
            if path.startswith("encoder") or (path.startswith("embedding") and how != "patch"):
                continue
            if how == "patch":
                at = int(path.split(".")[1]) if path.startswith("embedding") else None
                here = look.patched_from(
                    *(model, tokens, np.array(found["others"])),
                    ["embedding" if at is not None else part_of(path)],
                    positions=None if at is None else [at],
                    memory=memory,
                    other_memory=its,
                )
            else:
                less = look.ablated(model, [part_of(path)], how, prompts=[prompt])
                here = forward(less, tokens, memory=memory)
            assert is_close(logits, here[found["row"]], run), (path, how)


def test_attribution(looked: list[Any]) -> None:
    for program, _, found in looked:
        tokens, memory, _ = heard(program, found)
        said, against = found["against"]
        added = look.attribution(program.model, tokens, said, found["row"], against, memory)
        here = {path_of(source): value for source, value in added.items()}
        shown = found["attribution"]
        assert all(here[path] == 0 for path in {*here} - {*shown}), "an MLP without units"
        values = np.array([here[path] for path in shown])
        run = trace(program.model, tokens, memory=memory)
        assert is_close([*shown.values()], values, run)


def test_patched_scores(looked: list[Any]) -> None:
    tried = [each for each in looked if each[1] == "patch"]
    for program, _, found in tried:
        tokens, memory, its = heard(program, found)
        end = found["row"] + 1
        scores = look.patch_scores(
            *(program.model, tokens[:end], np.array(found["others"])[:end]),
            memory=memory,
            other_memory=its,
        )
        there = dict(found["says"])
        for part, score in scores.items():
            if path_of(part) in there:
                assert there[path_of(part)] == pytest.approx(score, abs=1e-6)


def test_the_truth_is_what_the_machine_says_without_it(node: str) -> None:
    (found,) = asked(node, {"program": "search", "tool": "attribution"})
    model, tokens = BOOK["search"].program.model, np.array(found["tokens"])
    parts = look.parts_of(model)

    def says(*without: Part) -> int:
        return int(forward(look.ablated(model, without), tokens)[found["row"]].argmax())

    was = int(forward(model, tokens)[found["row"]].argmax())
    for part in parts:
        truth = found["truth"][path_of(part)]
        assert truth["says"] == says(part)
        assert truth["matters"] == (says(part) != was)
        others = [other for other in parts if other != part and not truth["matters"]
                  and says(other) == was and says(part, other) != was]  # fmt: skip
        assert [*map(part_of, truth["with"])] == others
    assert any(truth["with"] for truth in found["truth"].values()), "two that back each other up"


def test_scores_are_those_of_look() -> None:
    spec = inside({"search": BOOK["search"]}).spec
    (scores,) = (each["scores"] for each in spec["programs"])
    model = BOOK["search"].program.model
    assert scores["previous"] == look.previous_token_scores(model)
    assert scores["induction"] == look.induction_scores(model)


def test_what_is_typed_wrong_is_said(node: str) -> None:
    short, strange, fine = asked(
        node,
        {"tool": "patch", "other": "1 2 3"},
        {"tool": "patch", "other": "x"},
        {"tool": "zero", "other": "x", "text": "1 2 y"},
    )
    assert "must be as long as the first" in short["otherError"]
    assert "not in the vocabulary" in strange["otherError"]
    assert "not in the vocabulary" in fine["error"] and not fine["otherError"]


def test_bad_input() -> None:
    three = Subject(minimum(10, 20), "6 2 7", "6 5 7")
    with pytest.raises(ValueError, match="there must be one program"):
        inside({})
    with pytest.raises(ValueError, match="program 'x' is unknown"):
        inside({"minimum": three}, first="x")
    with pytest.raises(ValueError, match="tool 'x' is unknown"):
        inside({"minimum": three}, tool="x")
    with pytest.raises(ValueError, match=r"part of minimum 'layers\.1\.mlp' is unknown"):
        inside({"minimum": replace(three, at="layers.1.mlp")})
    with pytest.raises(ValueError, match="have 3 and 2 symbols"):
        inside({"minimum": replace(three, other="6 5")})
