"""Tables of results: they go on where they stopped, and are read as they were written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from experiments import kept
from experiments.__main__ import main
from taotp_core.data import experiment


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for results."""
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    return tmp_path


def test_what_is_written_is_read(folder: Path) -> None:
    rows = [
        {"seed": 0, "share": 0.25, "says": "one, two", "none": ""},
        {"seed": 1, "share": 1e-07, "says": "o'er", "none": ""},
    ]
    kept.save("some", "words about it", rows)
    assert experiment("some", folder) == rows
    first = (folder / "some.csv").read_text().splitlines()[0]
    assert first == "# python -m experiments some: words about it"


def test_it_goes_on_where_it_stopped(folder: Path) -> None:
    asked = []

    def measure(seed: int) -> Iterator[dict[str, int]]:
        asked.append(seed)
        if seed == 2:
            raise KeyboardInterrupt
        yield {"step": 0, "right": 10 * seed}
        yield {"step": 1, "right": 10 * seed + 1}

    points = [{"seed": seed} for seed in (0, 1, 2)]
    with pytest.raises(KeyboardInterrupt):
        kept.fill("some", "words", points, measure)
    found = [(row["seed"], row["step"], row["right"]) for row in experiment("some", folder)]
    assert found == [(0, 0, 0), (0, 1, 1), (1, 0, 10), (1, 1, 11)]
    kept.fill("some", "words", points[:2], measure)
    assert asked == [0, 1, 2]
    assert [file.name for file in folder.iterdir()] == ["some.csv"]


def test_a_result_that_is_not_there() -> None:
    with pytest.raises(ValueError, match="no experiment is called 'train_sorted'; there are .*, t"):
        experiment("train_sorted")


def test_the_command_names_what_it_knows(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["train_sorted"])
    assert "no experiment is called train_sorted; there are train_hello" in capsys.readouterr().err
