"""The folder for others: whole or not there, as its schema says, and run by numpy alone."""

import json
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest

from taotp_core.look.benchmark import export, name_of
from taotp_core.look.benchmark import folder as made
from taotp_core.look.benchmark import machine as reader
from taotp_core.look.benchmark.entries import Entry, entries
from taotp_core.look.truth import matters
from taotp_core.transformer import forward

ENTRIES = {entry.case.name: entry for entry in entries()}
FEW = ["echo", "backed up", "two_stacks.which"]
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


def test_every_machine_of_the_table_is_there(folder: Path) -> None:
    machines = read(folder / "truth.json")["machines"]
    assert list(machines) == list(ENTRIES)
    assert len({about["folder"] for about in machines.values()}) == len(machines)


@pytest.mark.parametrize("name", ENTRIES)
def test_a_machine_runs_by_its_own_file(name: str, folder: Path) -> None:
    case = ENTRIES[name].case
    machine = reader.load(folder / read(folder / "truth.json")["machines"][name]["folder"])
    assert (machine.prompts == case.prompts).all() and machine.asked == list(case.asked)
    logits = reader.forward(machine, machine.prompts, machine.memory)[:, machine.asked]
    ours = forward(case.model, case.prompts, memory=case.memory)[:, machine.asked]
    assert np.abs(logits - ours).max() <= 1e-9 * np.abs(ours).max()
    assert (reader.said(machine) == machine.answers).all()
    assert (machine.answers == case.answers).all()


@pytest.mark.parametrize("name", ENTRIES)
def test_the_truth_is_what_its_definition_says(name: str, folder: Path) -> None:
    """Computed again from the files, by an engine that has nothing of ours."""
    about = read(folder / "truth.json")["machines"][name]
    machine = reader.load(folder / about["folder"])
    ways = [set(way) for way in about["ways_to_break"]]
    assert ways == minimal(machine, about["parts"])
    so = {part for part, known in about["parts"].items() if known["matters"]}
    assert so == set().union(*ways)
    assert so == {name_of(part) for part in matters(ENTRIES[name].case)}


def minimal(machine: reader.Machine, parts: Iterable[str]) -> list[set[str]]:
    """The smallest sets of at most three parts without which some answer is another."""
    sets = [set(some) for size in (1, 2, 3) for some in combinations(parts, size)]
    breaking = [some for some in sets if reader.without(machine, some)]
    found = [some for some in breaking if not any(other < some for other in breaking)]
    return sorted(found, key=lambda some: [part for part in parts if part in some])


def test_numpy_is_all_that_machines_and_scores_need(folder: Path) -> None:
    ran = alone(folder / "machine.py")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    assert len(lines) == len(ENTRIES) and lines[1].startswith("echo: 360 of 360 answers")
    scored = alone(folder / "score.py", folder / "claims.example.json")
    assert scored.returncode == 0, scored.stderr
    assert f"{len(ENTRIES)} machines" in scored.stdout


def test_who_answers_otherwise_is_told(tmp_path: Path) -> None:
    folder = export(tmp_path / "few", ["echo"])
    path = folder / "machines/echo/texts.json"
    texts = read(path)
    texts["texts"][0]["answer_ids"][0] = (texts["texts"][0]["answer_ids"][0] + 1) % 6
    path.write_text(json.dumps(texts), "utf-8")
    ran = alone(folder / "machine.py")
    assert (ran.returncode, ran.stdout) == (
        1, "echo: 359 of 360 answers are those of its file\n"
    )  # fmt: skip


def test_two_exports_are_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    again = export(tmp_path / "again")
    files = sorted(path.relative_to(folder) for path in folder.rglob("*"))
    assert files == sorted(path.relative_to(again) for path in again.rglob("*"))
    for path in files:
        assert (folder / path).is_dir() or (folder / path).read_bytes() == (
            again / path
        ).read_bytes(), path


def test_an_edit_sees_what_each_part_writes(folder: Path) -> None:
    machine = reader.load(folder / "machines/echo")
    kept: dict[str, reader.Array] = {}
    reader.said(machine, lambda part, rows: kept.setdefault(part, rows))
    assert set(kept) == set(read(folder / "truth.json")["machines"]["echo"]["parts"])
    written = ENTRIES["echo"].case.written
    for part, rows in written.items():
        assert np.abs(kept[name_of(part)] - rows).max() <= 1e-12


@pytest.mark.engines
@pytest.mark.filterwarnings("ignore")
def test_checkpoints_load_as_the_library_of_others_does(folder: Path) -> None:
    torch = pytest.importorskip("torch", reason="no torch")
    transformers = pytest.importorskip("transformers", reason="no transformers")
    machines = read(folder / "truth.json")["machines"]
    checkpoints = [name for name, about in machines.items() if about["gpt2"]]
    assert len(checkpoints) >= 15
    for name in checkpoints:
        where, case = folder / machines[name]["folder"] / "gpt2", ENTRIES[name].case
        network = transformers.GPT2LMHeadModel.from_pretrained(where, dtype="auto").eval()
        with torch.no_grad():
            logits = network(torch.tensor(case.prompts)).logits
        assert logits.dtype is torch.float64
        asked = list(case.asked)
        ours = case.run.logits[:, asked]
        assert np.abs(logits[:, asked].numpy() - ours).max() <= 1e-6 * np.abs(ours).max(), name
        tokenizer = transformers.AutoTokenizer.from_pretrained(where)
        assert len(tokenizer) == len(ENTRIES[name].symbols)


def test_what_gpt2_cannot_hold_is_a_graph(folder: Path) -> None:
    session = pytest.importorskip("onnxruntime").InferenceSession
    machines = read(folder / "truth.json")["machines"]
    graphs = [name for name, about in machines.items() if about["onnx"]]
    assert {name for name, about in machines.items() if not about["gpt2"]} == set(graphs)
    for name in graphs:
        case = ENTRIES[name].case
        fed: dict[str, Any] = {"tokens": case.prompts.astype(np.int64)}
        fed |= {} if case.memory is None else {"memory": case.memory}
        path = folder / machines[name]["folder"] / "model.onnx"
        (logits,) = session(path, providers=["CPUExecutionProvider"]).run(None, fed)
        assert (case.said(logits) == case.answers).all(), name


def test_without_onnx_it_says_that_there_is_no_graph(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    folder = export(tmp_path / "few", FEW)
    assert [about["onnx"] for about in read(folder / "truth.json")["machines"].values()] == [
        False, False, False
    ]  # fmt: skip
    assert not list(folder.rglob("*.onnx"))


def stopping(error: BaseException) -> made.Progress:
    """A progress that raises after the first machine."""

    def progress(chosen: Sequence[Entry]) -> Iterator[Entry]:
        yield chosen[0]
        raise error

    return progress


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_nothing_is_left_of_an_export_that_stopped(error: BaseException, tmp_path: Path) -> None:
    with pytest.raises(type(error)):
        export(tmp_path / "new", FEW, stopping(error))
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_holds_something_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    with pytest.raises(ValueError, match="is not empty; name a new folder"):
        export(tmp_path, FEW)
    with pytest.raises(ValueError, match=r"mine.txt is there already, and no folder"):
        export(tmp_path / "mine.txt", FEW)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_an_empty_folder_is_taken_but_not_from_under_ones_feet(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    monkeypatch.chdir(empty)
    with pytest.raises(ValueError, match="is the folder that you are in"):
        export(".", FEW)
    monkeypatch.chdir(tmp_path)
    export("empty", FEW)
    assert sorted(read(empty / "truth.json")["machines"]) == sorted(FEW)


@pytest.mark.parametrize(
    ("only", "words"), [(["ecko"], "'ecko'; there are before_last"), ([], "name at least 1")]
)
def test_other_machines_are_refused(only: list[str], words: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=words):
        export(tmp_path / "new", only)
    assert list(tmp_path.iterdir()) == []
