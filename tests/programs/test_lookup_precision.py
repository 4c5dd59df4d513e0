"""The experiment whose result the chapter plots: it resumes, and the committed data is its own."""

import json
from itertools import product
from pathlib import Path

import pytest

from tests.laws import every
from tools.experiments import lookup_precision as experiment

DATA = json.loads(experiment.RESULT.read_text(encoding="utf-8"))


def name(n: int, d_vocab: int, d_token: int) -> str:
    """The row of the data."""
    return f"{n} entries, {d_vocab} symbols, d_token {d_token}"


def test_every_point_is_there() -> None:
    points = list(product(experiment.ENTRIES, experiment.SYMBOLS, experiment.SIZES))
    assert set(DATA) == {name(*point) for point in points}
    for n, d_vocab, d_token in points:
        found = DATA[name(n, d_vocab, d_token)]
        assert len(found["right"]) == len(found["steps"]) == len(experiment.SEEDS)
        assert all(0 <= right <= n for right in found["right"])
        assert all(1 <= steps <= 1000 for steps in found["steps"])


@every("n, d_vocab, d_token", [(10, 10, 5), (100, 10, 10), (100, 1000, 6)])
def test_points_that_anybody_can_make_again(n: int, d_vocab: int, d_token: int) -> None:
    for seed in (0, 7):
        right, _ = experiment.stored(n, d_vocab, d_token, seed)
        assert right == DATA[name(n, d_vocab, d_token)]["right"][seed] == n


def test_it_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = tmp_path / "result.json"
    monkeypatch.setattr(experiment, "RESULT", result)
    for setting, values in (("ENTRIES", (5,)), ("SYMBOLS", (5,)), ("SIZES", (4, 5))):
        monkeypatch.setattr(experiment, setting, values)
    monkeypatch.setattr(experiment, "SEEDS", range(1))
    experiment.make()
    first = json.loads(result.read_text(encoding="utf-8"))
    assert [len(found["right"]) for found in first.values()] == [1, 1]
    marked = {row: {"right": [-1], "steps": [-1]} for row in first}
    result.write_text(json.dumps(marked), encoding="utf-8")
    monkeypatch.setattr(experiment, "SEEDS", range(2))
    experiment.make()
    second = json.loads(result.read_text(encoding="utf-8"))
    assert all(found["right"] == [-1, 5] for found in second.values())  # the first is not redone
