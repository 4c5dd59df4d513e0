"""Looking inside: the page takes out what Python takes out, and its tools say what `look` says."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp import interp
from taotp.figures import LiveFigure, Subject, inside
from taotp.figures.subjects import of_the_book
from taotp.interp.ablation import Prompt
from taotp.interp.ground_truth import Case, matters, names, ways_to_break
from taotp.interp.ground_truth.tools import pattern_of, sharpness
from taotp.interp.patching import Place
from taotp.interp.paths import Reader
from taotp.programs import minimum
from taotp_core import Transformer, encode, normalize, trace
from taotp_core.arrays import Array
from taotp_core.transformer import Trace, pattern
from tests.figures.asking import in_page
from tests.refused import refused
from tools.sampling import drawn

BOOK = of_the_book()
LOOKED_INTO = [name for name, subject in BOOK.items() if interp.parts_of(subject.program.model)]
HOWS = ("zero", "mean", "resample", "everywhere", "patch", "edges", "paths")
HOWS_IN_TURN = 3  # of each program
CLOSE = 1e-12  # of the largest number on the way, as in test_parity.py


def asked(node: str, *states: dict[str, Any]) -> list[dict[str, Any]]:
    return in_page(node, inside(BOOK), *states, script="inside")


def path_of(part: Place) -> str:
    if isinstance(part, str):
        return part
    number, which = part
    kind = f"heads.{which}" if isinstance(which, int) else which.replace(" ", ".")
    return f"layers.{number}.{kind}"


class Looked:
    """What the page finds in a program by one tool, and what Python has of the same prompt."""

    def __init__(self, name: str, how: str, found: dict[str, Any]) -> None:
        self.program, self.how, self.found = BOOK[name].program, how, found
        self.model = self.program.model
        self.parts = {path_of(part): part for part in interp.parts_of(self.model)}
        self.tokens, self.row = np.array(found["tokens"]), int(found["row"])
        self.memory, self.its = map(self.said_of, (found.get("source"), found.get("otherSource")))
        self.run = trace(self.model, self.tokens, memory=self.memory)
        self.case = Case(
            name, self.model, self.tokens[None], [self.row],
            None if self.memory is None else self.memory[None],
        )  # fmt: skip

    def said_of(self, source: list[int] | None) -> Array | None:
        """What an encoder says of what it read."""
        return None if source is None else encode(self.model, np.array(source))

    def told(self, tokens: list[int], source: list[int] | None) -> Prompt:
        """One of the texts of the page, with what an encoder says of it."""
        memory = self.said_of(source)
        return np.array(tokens) if memory is None else (np.array(tokens), memory)

    def reader_of(self, path: str) -> Reader:
        """What reads a stream: the logits, an MLP, or what a head asks, tells or brings."""
        head, ask = path.rsplit(".", 1) if "." in path else ("", path)
        if ask == "logits":
            return ask
        return (int(head.split(".")[1]), ask) if ask == "mlp" else (*self.parts[head], ask)

    def without(self, path: str) -> Array:
        """The logits that Python has where a part is replaced, an edge is cut, or a path lost."""
        model, tokens, memory = self.model, self.tokens, self.memory
        if self.how == "edges":
            head, query, key = path.rsplit(".", 2)
            edges = [(int(query), int(key))]
            cut = {self.parts[head]: lambda pattern: interp.without_edges(pattern, edges)}
            return interp.attending(model, tokens, cut, memory)
        if self.how == "paths":
            part, reader = path.split("~")
            lost = [self.reader_of(reader)]
            return interp.unread(model, tokens, self.parts[part], lost, "zero", memory=memory)
        if self.how == "patch":
            at = [int(path.split(".")[1])] if path.startswith("embedding") else None
            return interp.patched_from(
                *(model, tokens, np.array(self.found["others"])),
                ["embedding" if at else self.parts[path]],
                positions=at,
                memory=memory,
                other_memory=self.its,
            )
        texts = self.found["texts"][: 1 if self.how == "resample" else None]
        prompts = [self.told(*text) for text in texts]
        if self.how == "everywhere":
            prompts = [tokens if memory is None else (tokens, memory)]
        return interp.without(model, tokens, [self.parts[path]], self.how, prompts=prompts,
                              memory=memory)  # fmt: skip

    def is_close(self, there: Any, here: Array) -> bool:
        """Whether numbers are as near as scores, terms and a stream of that size let them be."""
        run = self.run
        computed = [*run.scores.values(), *run.cross_scores.values(), *run.stream.values()]
        computed += [run.logits, *terms(self.model, run)]
        large = max(np.abs(x[np.isfinite(x)]).max(initial=0) for x in computed)
        return bool(np.abs(np.array(there, float) - here).max() <= CLOSE * large)


def terms(model: Transformer, run: Trace) -> Iterator[Array]:
    """What the units of MLPs write, before some of it takes the rest away."""
    for number, layer in enumerate(model.layers):
        if layer.mlp:
            y = normalize(run.stream[f"attention {number}"], layer.norm_mlp)
            hidden = np.abs(y) @ np.abs(layer.mlp.W_in) + np.abs(layer.mlp.b_in)
            yield hidden @ np.abs(layer.mlp.W_out)


def looked_by(node: str, states: list[tuple[str, str]]) -> list[Looked]:
    """What the page finds in programs by tools."""
    found = asked(node, *({"program": name, "tool": how} for name, how in states))
    return [Looked(*state, each) for state, each in zip(states, found, strict=True)]


@pytest.fixture(scope="module")
def looked(node: str) -> list[Looked]:
    """Every program with parts, by several of what is put in their place: by all at night."""
    return looked_by(node, [(name, how) for name in LOOKED_INTO
                            for how in drawn(HOWS, HOWS_IN_TURN, f"inside {name}")])  # fmt: skip


def test_as_it_is_the_lens_and_attribution(looked: list[Looked]) -> None:
    one_each = {each.case.name: each for each in looked}
    assert [*one_each] == LOOKED_INTO
    for name, each in one_each.items():
        found, model, tokens, memory = each.found, each.model, each.tokens, each.memory
        assert not found["error"] and not found["otherError"]
        assert each.is_close(found["logits"], each.run.logits), name
        here = interp.lens(model, tokens, memory)
        for step, shares in found["lens"].items():
            assert each.is_close(shares, pattern(here[step])), (name, step)
        said, against = found["against"]
        added = interp.attribution(model, tokens, said, each.row, against, memory)
        shown = found["attribution"]
        by_path = {path_of(source): value for source, value in added.items()}
        assert all(by_path[path] == 0 for path in {*by_path} - {*shown}), "an MLP without units"
        values = np.array([by_path[path] for path in shown])
        assert each.is_close([*shown.values()], values), name
        for part in each.case.parts if model.encoder is None else ():
            if seen := pattern_of(each.case, part):
                there = found["sharp"][path_of(part)]
                assert there == pytest.approx(sharpness(*seen), abs=1e-9), (name, part)


def test_parts_taken_out(looked: list[Looked]) -> None:
    """And how much of the lead each brings that is patched."""
    for each in looked:
        for path, logits in each.found["without"].items():
            of_rows = path.startswith("embedding") and each.how != "patch"
            if not path.startswith("encoder") and not of_rows:
                here = each.without(path)[each.row]
                assert each.is_close(logits, here), (each.case.name, path, each.how)
    patched = [each for each in looked if each.how == "patch"]
    assert patched
    for each in patched:
        tokens, others = (x[: each.row + 1] for x in (each.tokens, np.array(each.found["others"])))
        scores = interp.patch_scores(
            *(each.model, tokens, others), memory=each.memory, other_memory=each.its
        )
        here = {path_of(part): score for part, score in scores.items()}
        for path, value, _ in each.found["says"]:
            assert path not in here or value == pytest.approx(here[path], abs=1e-6)


def named_by(found: dict[str, Any]) -> set[str]:
    """The parts of layers that a tool of the page names."""
    there = {one for path, _, named in found["says"] if named for one in path.split()}
    return {path for path in there if path.startswith("layers")}


TRIED = ("search", "add_by_looking", "multiply", "valueless", "backed_up", "cheering", "unasked")
TOLD = ("attribution", "lens", "zero", "everywhere")


def test_the_truth_and_the_tools_are_those_of_truth(node: str) -> None:
    for each in looked_by(node, [(name, tool) for name in TRIED for tool in TOLD]):
        case, truth = each.case, each.found["truth"]
        ways = {frozenset(map(path_of, way)) for way in ways_to_break(case)}
        for part in case.parts:
            path = path_of(part)
            own = truth[path]
            its = {frozenset({path, *others}) for others in own["with"]}
            its |= {frozenset({path})} if own["alone"] else set()
            assert its == {way for way in ways if path in way}, (case.name, part)
            assert own["matters"] == (part in matters(case))
        if each.how != "lens":  # which asks for a share here, and there for right answers
            named = {path_of(part) for part in names(case, each.how) or ()}
            assert named_by(each.found) == named, (case.name, each.how)


def test_each_witness_fools_a_tool(node: str) -> None:
    """The tool that a machine was made to fool names other parts than matter on its prompt."""
    fooled = {
        "valueless": "patterns",
        "lookalike": "induction",
        "backed_up": "zero",
        "constant": "mean",
        "elsewhere": "everywhere",
        **dict.fromkeys(("loud", "cheering", "unasked"), "attribution"),
    }
    for each in looked_by(node, [*fooled.items()]):
        truth = each.found["truth"].items()
        layers = {path for path, _ in truth if path.startswith("layers") and " " not in path}
        assert named_by(each.found) & layers != {
            path for path, own in truth if own["matters"] and path in layers
        }, each.case.name


def test_scores_and_the_still_are_those_of_look() -> None:
    figure = inside({"search": BOOK["search"]})
    (scores,) = (each["scores"] for each in figure.spec["programs"])
    model = BOOK["search"].program.model
    assert scores["previous"] == interp.previous_token_scores(model)
    assert scores["induction"] == interp.induction_scores(model)
    table = figure.still()
    assert '<th scope="row">1.0 finds the same 3</th><td>3</td>' in table
    assert '<th scope="row">0.1 looks 2 back</th><td>9</td>' in table


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

    def look(changes: dict[str, str], **how: str) -> LiveFigure:
        return inside({"minimum": replace(three, **changes)}, **how)  # type: ignore[arg-type]

    refused(
        (lambda: inside({}), "there must be one program"),
        (lambda: look({}, first="x"), "program 'x' is unknown"),
        (lambda: look({}, tool="x"), "tool 'x' is unknown"),
        (lambda: look({"at": "layers.1.mlp"}), r"'layers\.1\.mlp' is unknown"),
        (lambda: look({"other": "6 5"}), "have 3 and 2 symbols"),
    )
