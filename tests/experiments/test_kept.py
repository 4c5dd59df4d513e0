"""Tables of results: they go on where they stopped, and are read as they were written."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from taotp.data import experiment
from tests.cluster import Cluster
from tools.experiments import kept
from tools.experiments.__main__ import main
from tools.experiments.kept import FOLDER

pytestmark = pytest.mark.slow


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for results."""
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    return tmp_path


def measure(seed: int, folder: str) -> Iterator[dict[str, object]]:
    """Two rows, and a note that it was asked; it fails at seed 2 until there is a file `mended`."""
    with Path(folder, "asked").open("a") as asked:
        asked.write(f"{seed} ")
    if seed == 2 and not Path(folder, "mended").exists():
        raise ArithmeticError("two")
    yield {"step": 0, "right": f"{1000 * seed:.1e}", "says": "one, two"}
    yield {"step": 1, "right": 1e-07 * seed, "says": ""}


def test_it_goes_on_where_it_stopped(
    folder: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """In the order of the points, each of which is measured once; what is written is read."""
    notes = tmp_path_factory.mktemp("notes")
    points = [{"seed": seed, "folder": str(notes)} for seed in (3, 1, 2, 0)]
    with pytest.raises(ArithmeticError, match="two"):
        kept.fill("some", "words", points, measure, workers=1)
    (notes / "mended").touch()
    kept.fill("some", "words", points, measure, workers=1)
    asked = (notes / "asked").read_text()  # 0 may have begun when 2 stopped the rest
    assert asked in ("3 1 2 2 0 ", "3 1 2 0 2 0 ")
    found = [(row["seed"], row["right"], row["says"]) for row in experiment("some", folder)]
    assert found == [each for s in (3, 1, 2, 0) for each in
                     ((s, 1000 * s, "one, two"), (s, 1e-07 * s, ""))]  # fmt: skip
    assert [file.name for file in folder.iterdir()] == ["some.csv"]


def test_a_cluster_measures_the_same(
    folder: Path, two: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    stored = (FOLDER / "train_hello_world.csv").read_bytes()
    for who in (["--dask", two.address], ["--workers", "2"]):
        some = b"".join(stored.splitlines(keepends=True)[: 2 + 78 * 8])  # two points less
        (folder / "train_hello_world.csv").write_bytes(some)
        assert main(["train_hello_world", *who]) == 0
        assert (folder / "train_hello_world.csv").read_bytes() == stored
    assert main(["train_hello_world", "--dask", "nowhere://x"]) == 2
    assert "no scheduler answers at nowhere://x" in capsys.readouterr().err
