"""One runner for all experiments: what it lists, what it refuses, and data from outside."""

import json
import os
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from taotp.files import write_whole
from tests.laws import every
from tools.experiments import stored, trained_hello_world
from tools.experiments.__main__ import FILES, NAMES, main
from tools.experiments.outside import KINDS, keep_names, needed, outside, variable

Patch = pytest.MonkeyPatch
ROOT = Path(__file__).parents[2]
PARTS = {  # of the laboratory, that measure nothing by themselves
    *("__init__", "__main__", "outside", "kept", "stored", "tables", "training", "play"),
    *("decoders", "realized"),
}


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: Patch) -> None:
    """No data from outside before a test, and none after it."""
    for what in KINDS:
        monkeypatch.setenv(variable(what), "")


def test_every_experiment_is_listed_once(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*NAMES, *FILES]
    assert all(line.endswith(".") and len(line.split()) > 3 for line in lines)
    there = {path.stem for path in (ROOT / "tools" / "experiments").glob("*.py")}
    assert there - PARTS == {*NAMES, *FILES} and len({*NAMES, *FILES}) == len(NAMES + FILES)


@every("name", FILES)
def test_what_writes_a_file_names_itself(name: str) -> None:
    module = import_module(f"tools.experiments.{name}")
    assert callable(module.make)
    assert f"python -m tools.experiments {name} " in (module.__doc__ or "")
    path = getattr(module, "RESULT", stored.FOLDER / f"{name}.json")
    assert path.is_file() and path.is_relative_to(ROOT / "taotp")
    text = path.read_text("utf-8")[:1000]
    assert "python -m" not in text or f"python -m tools.experiments {name}" in text


def test_a_file_is_made_again_by_the_runner(tmp_path: Path, monkeypatch: Patch) -> None:
    was = json.loads(trained_hello_world.RESULT.read_text("utf-8"))
    monkeypatch.setattr(trained_hello_world, "RESULT", tmp_path / "again.json")
    assert main(["trained_hello_world"]) == 0
    again = json.loads((tmp_path / "again.json").read_text("utf-8"))
    for name in ("W_E", "W_pos"):
        apart = np.abs(np.subtract(again.pop(name), was.pop(name))).max()
        assert apart <= 1e-3 + 10.0**-trained_hello_world.DECIMALS
    assert again == was  # by whom it was made, and how


def test_data_from_outside_is_named_in_one_way(tmp_path: Path) -> None:
    first, second = tmp_path / "a.txt", tmp_path / "b.txt"
    for path in (first, second):
        write_whole(path, b"Good.")
    assert outside("texts") == []
    keep_names([f"texts={first}", f"texts={second}", f"recordings={first}"])
    assert outside("texts") == [first, second]
    assert needed("recordings") == first
    with pytest.raises(RuntimeError, match="2 files are named as texts; name 1 by --outside texts"):
        needed("texts")
    assert os.environ[variable("texts")] == f"{first}{os.pathsep}{second}"  # for who is started


@every(
    "arguments, says",
    [
        (
            ["heard_people"],
            "0 files are named as recordings; name 1 by --outside recordings=FILE: "
            "a ZIP file of DIGIT_SPEAKER_NUMBER.wav",
        ),
        (["dial_tone"], "no experiment is called dial_tone; there are train_hello_world, "),
        (["heard_people", "--outside", "recordings=nowhere.zip"], "no file 'nowhere.zip'"),
        (["heard_people", "--outside", "records=a"], "WHAT is recordings or texts"),
        (["heard_people", "--outside", "recordings"], "'recordings' must be WHAT=FILE"),
        (["said_words"], "there is no flite; the head of its file says"),
    ],
)
def test_what_is_refused_is_said(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: Patch
) -> None:
    monkeypatch.setenv("PATH", "")  # where no program is
    try:
        code = main(arguments)
    except SystemExit as ended:
        code = int(str(ended.code))
    assert code == 2
    assert says in " ".join(capsys.readouterr().err.split())
