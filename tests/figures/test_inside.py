"""Looking inside: the page takes out what Python takes out, and its tools say what `look` says."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp import interp
from taotp.figures import Subject, inside
from taotp.figures.subjects import of_the_book
from taotp.interp import Part
from taotp.interp.ablation import Prompt
from taotp.interp.ground_truth import Case, matters, names, ways_to_break
from taotp.interp.ground_truth.tools import pattern_of, sharpness
from taotp.interp.patching import Place
from taotp.interp.paths import Reader
from taotp.interp.patterns import Edit
from taotp.programs import Program, minimum
from taotp_core import Transformer, encode, normalize, trace
from taotp_core.arrays import Array, Tokens
from taotp_core.transformer import Trace, pattern
from tests.in_node import in_node

SCRIPT = Path(__file__).with_name("inside.mjs")
BOOK = of_the_book()
HOWS = ("zero", "mean", "resample", "everywhere", "patch", "edges", "paths")
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


def terms(model: Transformer, run: Trace) -> Iterator[Array]:
    """What the units of MLPs write, before some of it takes the rest away."""
    for number, layer in enumerate(model.layers):
        if layer.mlp:
            y = normalize(run.stream[f"attention {number}"], layer.norm_mlp)
            hidden = np.abs(y) @ np.abs(layer.mlp.W_in) + np.abs(layer.mlp.b_in)
            yield hidden @ np.abs(layer.mlp.W_out)


def is_close(there: Any, here: Array, model: Transformer, run: Trace) -> bool:
    """Whether numbers are as near as scores, terms and a stream of that size let them be."""
    computed = [*run.scores.values(), *run.cross_scores.values(), *run.stream.values(), run.logits]
    computed += terms(model, run)
    large = max(np.abs(x[np.isfinite(x)]).max(initial=0) for x in computed)
    return bool(np.abs(np.array(there, float) - here).max() <= CLOSE * large)


@pytest.fixture(scope="module")
def looked(node: str) -> list[tuple[Program, str, dict[str, Any]]]:
    """What the page finds in every program with parts, by what is put in their place."""
    states = [(name, how) for name, subject in BOOK.items() for how in HOWS
              if interp.parts_of(subject.program.model)]  # fmt: skip
    found = asked(node, *({"program": name, "tool": how} for name, how in states))
    return [(BOOK[name].program, how, it) for (name, how), it in zip(states, found, strict=True)]


def heard(program: Program, found: dict[str, Any]) -> tuple[Tokens, Array | None, Array | None]:
    """The tokens, and what the encoder says of both prompts."""
    read = (found.get("source"), found.get("otherSource"))
    memory, other = (None if ids is None else encode(program.model, np.array(ids)) for ids in read)
    return np.array(found["tokens"]), memory, other


def test_as_it_is_and_the_lens(looked: list[Any]) -> None:
    for program, _, found in looked:
        tokens, memory, _ = heard(program, found)
        assert not found["error"] and not found["otherError"]
        run = trace(program.model, tokens, memory=memory)
        assert is_close(found["logits"], run.logits, program.model, run)
        here = interp.lens(program.model, tokens, memory)
        for step, shares in found["lens"].items():
            assert is_close(shares, pattern(here[step]), program.model, run)


def python_has(
    model: Transformer, tokens: Tokens, memory: Array | None, path: str, how: str, texts: list[Any]
) -> Array:
    """The logits that Python has where a part is replaced, an edge is cut, or a path lost."""
    if how == "edges":
        head, query, key = path.rsplit(".", 2)
        edges = [(int(query), int(key))]
        cut: dict[Part, Edit] = {
            part_of(head): lambda pattern: interp.without_edges(pattern, edges)
        }
        return interp.attending(model, tokens, cut, memory)
    if how == "paths":
        part, reader = path.split("~")
        return interp.unread(
            model, tokens, part_of(part), [reader_of(reader)], "zero", memory=memory
        )
    if how == "everywhere":
        prompts: list[Prompt] = [tokens if memory is None else (tokens, memory)]
    else:
        prompts = [told(model, *text) for text in texts[: 1 if how == "resample" else None]]
    return interp.without(model, tokens, [part_of(path)], how, prompts=prompts, memory=memory)


def told(model: Transformer, tokens: list[int], source: list[int] | None) -> Prompt:
    """One of the texts of the page, with what an encoder says of it."""
    read = np.array(tokens)
    return read if source is None else (read, encode(model, np.array(source)))


def reader_of(path: str) -> Reader:
    if path == "logits":
        return path
    if path.endswith(".mlp"):
        return int(path.split(".")[1]), "mlp"
    head, ask = path.rsplit(".", 1)
    return *part_of(head), ask


def test_parts_taken_out(looked: list[Any]) -> None:
    for program, how, found in looked:
        model = program.model
        tokens, memory, its = heard(program, found)
        run = trace(model, tokens, memory=memory)
        for path, logits in found["without"].items():
            if path.startswith("encoder") or (path.startswith("embedding") and how != "patch"):
                continue
            if how == "patch":
                at = int(path.split(".")[1]) if path.startswith("embedding") else None
                here = interp.patched_from(
                    *(model, tokens, np.array(found["others"])),
                    ["embedding" if at is not None else part_of(path)],
                    positions=None if at is None else [at],
                    memory=memory,
                    other_memory=its,
                )
            else:
                here = python_has(model, tokens, memory, path, how, found["texts"])
            assert is_close(logits, here[found["row"]], model, run), (path, how)


def test_attribution(looked: list[Any]) -> None:
    for program, _, found in looked:
        tokens, memory, _ = heard(program, found)
        said, against = found["against"]
        added = interp.attribution(program.model, tokens, said, found["row"], against, memory)
        here = {path_of(source): value for source, value in added.items()}
        shown = found["attribution"]
        assert all(here[path] == 0 for path in {*here} - {*shown}), "an MLP without units"
        values = np.array([here[path] for path in shown])
        run = trace(program.model, tokens, memory=memory)
        assert is_close([*shown.values()], values, program.model, run)


def test_patched_scores(looked: list[Any]) -> None:
    tried = [each for each in looked if each[1] == "patch"]
    for program, _, found in tried:
        tokens, memory, its = heard(program, found)
        end = found["row"] + 1
        scores = interp.patch_scores(
            *(program.model, tokens[:end], np.array(found["others"])[:end]),
            memory=memory,
            other_memory=its,
        )
        there = {path: value for path, value, _ in found["says"]}
        for part, score in scores.items():
            if path_of(part) in there:
                assert there[path_of(part)] == pytest.approx(score, abs=1e-6)


def on_one_prompt(found: dict[str, Any], name: str) -> Case:
    """A machine of the figure and the one prompt that it is asked there, as `truth` has it."""
    program = BOOK[name].program
    tokens, memory, _ = heard(program, found)
    kept = None if memory is None else memory[None]
    return Case(name, program.model, tokens[None], [found["row"]], kept)


TRIED = ("search", "add_by_looking", "multiply", "valueless", "backed_up", "cheering", "unasked")
TOLD = ("attribution", "lens", "zero", "everywhere")


def test_the_truth_and_the_tools_are_those_of_truth(node: str) -> None:
    states = [(name, tool) for name in TRIED for tool in TOLD]
    answers = asked(node, *({"program": name, "tool": tool} for name, tool in states))
    for (name, tool), found in zip(states, answers, strict=True):
        case = on_one_prompt(found, name)
        ways = {frozenset(map(path_of, way)) for way in ways_to_break(case)}
        for part in case.parts:
            own = found["truth"][path_of(part)]
            its = {frozenset({path_of(part), *others}) for others in own["with"]}
            its |= {frozenset({path_of(part)})} if own["alone"] else set()
            assert its == {way for way in ways if path_of(part) in way}, (name, part)
            assert own["matters"] == (part in matters(case))
        there = {one for path, _, named in found["says"] if named for one in path.split()}
        there = {path for path in there if path.startswith("layers")}
        if tool != "lens":  # which asks for a share here, and there for right answers
            assert there == {path_of(part) for part in names(case, tool) or ()}, (name, tool)


def test_patterns_are_as_sharp(looked: list[Any]) -> None:
    for program, _, found in looked:
        if program.model.encoder is None:
            tokens, _, _ = heard(program, found)
            case = Case("", program.model, tokens[None], [found["row"]])
            for part in case.parts:
                seen = pattern_of(case, part)
                if seen is not None:
                    there = found["sharp"][path_of(part)]
                    assert there == pytest.approx(sharpness(*seen), abs=1e-9)


def test_each_witness_fools_a_tool(node: str) -> None:
    """The tool that a machine was made to fool names other parts than matter on its prompt."""
    fooled = {
        "valueless": "patterns",
        "lookalike": "induction",
        "backed_up": "zero",
        "loud": "attribution",
        "cheering": "attribution",
        "unasked": "attribution",
        "constant": "mean",
        "elsewhere": "everywhere",
    }
    found = asked(node, *({"program": name, "tool": tool} for name, tool in fooled.items()))
    for name, answer in zip(fooled, found, strict=True):
        named = {one for path, _, is_named in answer["says"] if is_named for one in path.split()}
        true = {path for path, own in answer["truth"].items() if own["matters"]}
        layers = {path for path in answer["truth"] if path.startswith("layers") and " " not in path}
        assert named & layers != true & layers, name


def test_scores_are_those_of_look() -> None:
    spec = inside({"search": BOOK["search"]}).spec
    (scores,) = (each["scores"] for each in spec["programs"])
    model = BOOK["search"].program.model
    assert scores["previous"] == interp.previous_token_scores(model)
    assert scores["induction"] == interp.induction_scores(model)


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


def test_the_still_says_what_is_missed() -> None:
    table = inside({"search": BOOK["search"]}).still()
    assert '<th scope="row">1.0 finds the same 3</th><td>3</td>' in table
    assert '<th scope="row">0.1 looks 2 back</th><td>9</td>' in table
