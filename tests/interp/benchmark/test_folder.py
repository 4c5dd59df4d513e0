"""The folder for others: whole or not there, as its schema says, and run by numpy alone."""

import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest

from taotp.data import parts_that_matter, what_parts_do
from taotp.interp.benchmark import export, name_of
from taotp.interp.benchmark import machine as reader
from taotp.interp.benchmark.entries import KINDS, Entry, entries
from taotp.interp.ground_truth import MACHINES
from taotp.interp.ground_truth.known import every_case
from tests.interp.benchmark.conftest import FEW
from tests.laws import every

THREE = ["echo", "backed up", "two_stacks.which"]
ALONE = """
import importlib.abc, runpy, sys

class NumpyAlone(importlib.abc.MetaPathFinder):
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "numpy"}:
            raise ImportError(name)

sys.meta_path.insert(0, NumpyAlone())
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
"""


@cache
def read(path: Path) -> Any:
    """A file of JSON."""
    return json.loads(path.read_text("utf-8"))


def alone(*arguments: str | Path) -> "subprocess.CompletedProcess[str]":
    """Run a file where numpy is all that is installed."""
    command = [sys.executable, "-B", "-c", ALONE, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_files_say_what_their_schemas_say(folder: Path) -> None:
    schema = read(folder / "truth.schema.json")
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(read(folder / "truth.json"), schema)
    claims = read(folder / "claims.schema.json")
    part = schema["$defs"]["part_name"]
    claims["additionalProperties"]["propertyNames"] = part  # what it refers to, in the other file
    jsonschema.validate(read(folder / "claims.example.json"), claims)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"echo": {"layers.0.head": 1}}, claims)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"echo": {"layers.0.mlp": "1"}}, claims)


@cache
def entry(name: str) -> Entry:
    """A machine of the benchmark as the library has it."""
    (found,) = entries([name])
    return found


def loaded(folder: Path, name: str) -> reader.Machine:
    """The same as the folder has it."""
    return reader.load(folder / read(folder / "truth.json")["machines"][name]["folder"])


@every("name", FEW)
def test_a_machine_runs_by_its_own_file(name: str, folder: Path) -> None:
    """And the truth is what its definition says, by an engine that has nothing of ours."""
    case, machine = entry(name).case, loaded(folder, name)
    assert (machine.prompts == case.prompts).all() and machine.asked == list(case.asked)
    theirs, ours = reader.logits(machine), case.logits
    assert np.abs(theirs - ours).max() <= 1e-9 * np.abs(ours).max()
    assert (reader.said(machine) == machine.answers).all()
    assert (machine.answers == case.answers).all()
    parts = {
        part: known
        for part, known in read(folder / "truth.json")["machines"][name]["parts"].items()
        if "layers." in part  # tables are parts of edges alone
    }
    alone = [part for part in parts if reader.without(machine, {part})]
    assert alone == [part for part, known in parts.items() if known["alone"]]
    so = {part for part, known in parts.items() if known["matters"]}
    assert so == by_definition(machine, list(parts), alone)


def by_definition(machine: reader.Machine, parts: list[str], alone: list[str]) -> set[str]:
    """What matters, by the words of truth.json."""
    others = [part for part in parts if part not in alone]
    matter = set(alone)
    if not reader.without(machine, set(others)):
        return matter
    for first in range(len(others)):
        gone: set[str] = set()
        for part in [*others[first:], *others[:first]]:
            if reader.without(machine, gone | {part}):
                matter.add(part)
            else:
                gone.add(part)
    return matter


def test_kinds_and_forms_are_all_there(folder: Path) -> None:
    machines = read(folder / "truth.json")["machines"]
    assert set(machines) == set(FEW)
    assert {about["kind"] for about in machines.values()} == set(KINDS) - {"large"}
    for form in ("gpt2", "onnx", "memory", "frames", "speaker"):
        assert {about[form] for about in machines.values()} == {True, False}, form


def test_what_the_readme_computes_is_so(folder: Path) -> None:
    machine, words = loaded(folder, "backed up"), (folder / "README.md").read_text("utf-8")
    first, second = {"layers.0.heads.0"}, {"layers.0.heads.0", "layers.0.heads.1"}
    assert f"# {reader.without(machine, first)} of the answers change" in words
    assert f"# {reader.without(machine, second)} of them" in words
    parts = read(folder / "truth.json")["machines"]["echo, looks alike"]["parts"]
    decoys = [part for part, known in parts.items() if known.get("does") == "decoy"]
    assert [parts[part]["matters"] for part in decoys] == [False], "a decoy is told by its head"


def test_machines_in_turn_are_there_and_answer_as_they_did(
    whole: Path, in_turn: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    truth = read(whole / "truth.json")
    jsonschema.validate(truth, read(whole / "truth.schema.json"))
    assert list(truth["machines"]) == in_turn
    assert len({about["folder"] for about in truth["machines"].values()}) == len(in_turn)
    assert reader.main(whole) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(in_turn)


def test_the_truth_that_is_kept_is_of_the_machines_of_today() -> None:
    """Their names and those of their parts, by making them alone.

    Mutants no other finds by day: a machine gains a head, and what is kept is not made anew.
    """
    today = {case.name: [*map(name_of, case.parts)] for case in every_case()}
    matter, do = parts_that_matter(), what_parts_do()
    assert [*today] == [*matter] == [*do] and set(MACHINES) < set(today) and len(today) >= 200
    kept = {name: [part for part in about["parts"] if "layers." in part]
            for name, about in do.items()}  # fmt: skip
    other = [name for name, parts in today.items()
             if not parts == kept[name] == [*matter[name]["parts"]]]  # fmt: skip
    assert not other, "python -m tools.experiments own_tools and what_parts_do make them anew"


def test_numpy_is_all_that_machines_and_scores_need(folder: Path) -> None:
    ran = alone(folder / "machine.py")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) == len(FEW) and lines[0] == "echo: 360 of 360 answers are those of its file"
    scored = alone(folder / "score.py", folder / "claims.example.json", "--json")
    assert scored.returncode == 0, scored.stderr
    rows = json.loads(scored.stdout)["all parts"]
    assert rows["the tool"] == rows["all"], "the example names every part"


def test_who_answers_otherwise_is_told(tmp_path: Path) -> None:
    folder = export(tmp_path / "few", ["echo"])
    path = folder / "machines/echo/texts.json"
    texts = json.loads(path.read_text("utf-8"))
    texts["texts"][0]["answer_ids"][0] = (texts["texts"][0]["answer_ids"][0] + 1) % 6
    path.write_text(json.dumps(texts), "utf-8")
    ran = alone(folder / "machine.py")
    said = "echo: 359 of 360 answers are those of its file\n"
    assert (ran.returncode, ran.stdout) == (1, said)


def files_of(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes()
            for path in folder.rglob("*") if path.is_file()}  # fmt: skip


def test_two_exports_are_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = export(tmp_path / "again", FEW[::4])
    own, truth = (read(each / "truth.json")["machines"] for each in (again, folder))
    assert own == {name: truth[name] for name in FEW[::4]}
    for where in (again / "machines").iterdir():
        assert files_of(where) == files_of(folder / "machines" / where.name), where.name


@every("name", FEW)
def test_patterns_and_what_parts_write_are_those_of_the_library(name: str, folder: Path) -> None:
    """Mutants: the stream without its norm, a head's rows under another's name, no memory."""
    machine, case = loaded(folder, name), entry(name).case
    found, run = reader.patterns(machine), case.run
    heads = [part for part in case.parts if part[1] != "mlp"]
    assert [*found] == [name_of(part) for part in heads]
    for part in heads:
        number, which = part
        kept = run.patterns if isinstance(which, int) else run.cross_patterns
        h = which if isinstance(which, int) else int(which.removeprefix("cross "))
        assert np.abs(found[name_of(part)] - kept[number][:, h]).max() <= 1e-9
    seen: dict[str, reader.Array] = {}
    reader.said(machine, lambda part, rows: seen.setdefault(part, rows))
    assert seen.keys() == {name_of(part) for part in case.parts}
    for part, rows in case.written.items():
        apart = np.abs(seen[name_of(part)] - rows).max(initial=0)
        assert apart <= 1e-9 * np.abs(rows).max(initial=1), part


@pytest.mark.engines
@pytest.mark.filterwarnings("ignore")
def test_checkpoints_load_as_the_library_of_others_does(folder: Path) -> None:
    torch = pytest.importorskip("torch", reason="no torch")
    transformers = pytest.importorskip("transformers", reason="no transformers")
    machines = read(folder / "truth.json")["machines"]
    checkpoints = [name for name, about in machines.items() if about["gpt2"]]
    assert len(checkpoints) >= 8
    for name in checkpoints:
        where, case = folder / machines[name]["folder"] / "gpt2", entry(name).case
        network = transformers.GPT2LMHeadModel.from_pretrained(where, dtype="auto").eval()
        with torch.no_grad():
            logits = network(torch.tensor(case.prompts)).logits
        assert logits.dtype is torch.float64
        ours = case.logits
        assert (
            np.abs(logits[:, list(case.asked)].numpy() - ours).max() <= 1e-6 * np.abs(ours).max()
        ), name
        tokenizer = transformers.AutoTokenizer.from_pretrained(where)
        assert len(tokenizer) == len(entry(name).symbols)


def test_what_gpt2_cannot_hold_is_a_graph(folder: Path) -> None:
    session = pytest.importorskip("onnxruntime").InferenceSession
    machines = read(folder / "truth.json")["machines"]
    graphs = [name for name, about in machines.items() if about["onnx"]]
    assert set(graphs) == {
        name for name, about in machines.items() if not about["gpt2"] and not about["speaker"]
    }
    for name in graphs:
        case = entry(name).case
        fed: dict[str, Any] = {"tokens": case.prompts.astype(np.int64)}
        fed |= {} if case.memory is None else {"memory": case.memory}
        path = folder / machines[name]["folder"] / "model.onnx"
        (logits,) = session(path, providers=["CPUExecutionProvider"]).run(None, fed)
        assert (logits[:, list(case.asked)].argmax(-1) == case.answers).all(), name


def test_a_folder_that_cannot_be_taken_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An empty one is taken, but not from under one's feet."""
    monkeypatch.chdir(tmp_path)
    none: list[str] = []
    bad = ((".", THREE, "is the folder that you are in"), ("new", none, "name at least 1"))
    for folder, only, words in bad:
        with pytest.raises(ValueError, match=words):
            export(folder, only)
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "empty").mkdir()
    monkeypatch.setitem(sys.modules, "onnx", None)  # without it no machine has a graph
    export("empty", THREE)
    machines = read(tmp_path / "empty" / "truth.json")["machines"]
    assert sorted(machines) == sorted(THREE)
    assert not any(about["onnx"] for about in machines.values())
    assert not list(Path("empty").rglob("*.onnx"))
