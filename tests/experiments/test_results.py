"""The committed results: complete, and those that are quick to make again are what they were."""

from dataclasses import replace
from importlib import import_module
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exercises.catalogue.adding.two_multipliers import gap
from taotp.constructions.hashes import fitted_hash, random_hash
from taotp.data import experiment
from taotp.programs.adding import add
from taotp.programs.lookup import lookup_machine, stored, sums
from taotp.programs.searching import search
from taotp_core.arrays import softmax
from taotp_core.encodings import circle
from taotp_core.measure import lead
from taotp_core.transformer import forward, normalize
from taotp_core.weights import LAYER_NORM
from tests.laws import every
from tools.experiments import more_text, other_mark, train_lookup, train_sort, trained_embeddings
from tools.experiments import norm_the_hashes as hashes
from tools.experiments import why_a_quarter as quarter
from tools.experiments.__main__ import NAMES
from tools.experiments.kept import FOLDER
from tools.experiments.tables import random_table
from tools.experiments.training import NOT_ASKED
from tools.sampling import drawn

CATALOGUE = Path(__file__).parents[2] / "exercises/catalogue"
READ_BY_A_CHAPTER = (
    *("dial_tones", "train_induction", "train_letters", "scaling", "train_adapters"),
    *("brackets", "agreement", "english_french", "latest_address", "computer_precision"),
    *("by_hand_and_trained", "tools_and_truth", "tune_letters", "claims_on_heads", "edge_tools"),
)


def test_every_experiment_has_an_exercise_and_a_table() -> None:
    assert {file.name for file in FOLDER.iterdir()} == {f"{name}.csv" for name in NAMES}
    asked = [name for name in NAMES if not name.startswith(READ_BY_A_CHAPTER)]
    assert all(list(CATALOGUE.glob(f"*/{name}.py")) for name in asked)


@every("name", NAMES)
def test_every_point_is_there(name: str) -> None:
    module, rows = import_module(f"tools.experiments.{name}"), experiment(name)
    points = {tuple(point.items()) for point in module.POINTS}
    assert len(points) == len(module.POINTS)
    assert points == {tuple((key, row[key]) for key in module.POINTS[0]) for row in rows}
    first = (FOLDER / f"{name}.csv").read_text(encoding="utf-8").splitlines()[0]
    assert first == f"# python -m tools.experiments {name}: {module.WORDS}"


QUICK: list[tuple[str, dict[str, Any]]] = [
    ("train_hello_world", {"d_model": 4, "seed": 3}),
    ("norm_the_hashes", {"d_token": 25, "seed": 4}),
    ("other_mark", {"digits": 2, "degrees": 30}),
    ("more_text", {"fit": "table", "words": 8, "entries": 400, "d_token": 16}),
    ("why_a_quarter", {"length": 5, "symbols": 30, "seed": 0}),
    ("dial_tones", {"line": "40/40 ms", "decoder": "by hand", "strings": 200}),
    ("dial_tones_limits", {"what": "on", "value": 29.0}),
    ("scaling", {"d_model": 32, "letters": 127_577, "steps": 62, "seed": 0}),
    ("train_letters", {"machine": "counted 2", "seed": 0}),
    ("train_letters", {"machine": "mixed 2", "seed": 0}),
    ("brackets", {"precision": "float32", "strings": "words", "of": 3}),
    ("latest_address",
     {"keys": "parabolas of two digits", "later": "p", "precision": "float32"}),
    ("computer_precision",
     {"cells": 20, "addresses": "two digits", "precision": "bfloat16", "whole": 0}),
]  # fmt: skip


@every("name, settings", drawn(QUICK, 3, "points that are measured again"))
def test_points_that_anybody_can_make_again(name: str, settings: dict[str, Any]) -> None:
    was = [row for row in experiment(name) if settings.items() <= row.items()]
    now = [*import_module(f"tools.experiments.{name}").measure(**settings)]
    assert len(was) == len(now) > 0
    for row, again in zip(was, now, strict=True):
        for key, found in again.items():
            assert near(row[key], found), (row, again)


def near(was: object, now: object) -> bool:
    """Equal but for what rounding can move on another machine."""
    if isinstance(was, str):
        return was == now
    return abs(float(str(was)) - float(str(now or 0))) <= 0.02 * abs(float(str(was))) + 1e-9


def test_sorting_sets_is_sorting_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    few = train_sort.FEW
    monkeypatch.setitem(train_sort.STEPS, few, 600)
    model, learned = train_sort.trained(few, 255, 8, seed=0)
    assert sorted(learned) == sorted(train_sort.every_set(few))
    assert len(learned) == 255
    rng = np.random.default_rng(0)
    for numbers in ((1, 4, 6), (0, 2, 3, 5, 7)):
        orders = rng.permutation([*permutations(numbers)])[:6]
        texts = np.array([[*order, 8, *numbers] for order in (numbers, *orders)])
        logits = forward(model, texts)[:, len(numbers) :]
        assert np.abs(logits - logits[0]).max() < 1e-9
    tokens, answers = train_sort.texts(learned, few)
    asked = answers != NOT_ASKED
    leads = lead(forward(model, tokens)[asked], answers[asked])
    assert (leads > 0.01).mean() > 0.98  # all, after as many steps as the table has


def test_texts_are_cut_as_they_should_be() -> None:
    """Sets and their texts, prefixes that end before the key, and pieces of the play."""
    tokens, answers = train_sort.texts([(2, 5)], 8)
    assert tokens[0, :5].tolist() == [2, 5, 8, 2, 5]
    assert answers[0, :6].tolist() == [NOT_ASKED, NOT_ASKED, 2, 5, 8, NOT_ASKED]
    assert train_sort.neighbors(4) == [(0, 1), (0, 1, 2), (0, 1, 2, 3), (1, 2), (1, 2, 3), (2, 3)]
    keys, answers = random_table(100, 20, 3, seed=0)
    table = dict(zip(map(tuple, keys.tolist()), answers, strict=True))
    rng, kinds = np.random.default_rng(0), [*train_lookup.PREFIXES]
    for row, answer in zip(*train_lookup.prompts(keys, answers, kinds, 300, rng), strict=True):
        (place,) = np.flatnonzero(answer != NOT_ASKED)
        assert table[tuple(row[place - 2 : place + 1].tolist())] == answer[place]
        assert not row[place + 1 :].any()
    keys, answers = more_text.pieces(np.arange(10), 3, 2)
    assert keys.tolist() == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert answers.tolist() == [2, 4, 6, 8]
    keys, answers = more_text.different(np.array([[1, 2], [0, 0], [1, 2]]), np.array([5, 6, 7]))
    assert (keys.tolist(), answers.tolist()) == ([[1, 2], [0, 0]], [5, 6])


def test_search_by_rows() -> None:
    """With a circle it is the chapter's; vectors that layer norm leaves alone search exactly."""
    rng = np.random.default_rng(0)
    chapter = search(50, n_ctx=30, n_match=2).model
    ours = trained_embeddings.search_by_rows(circle(50), 30)
    texts = rng.integers(50, size=(300, 30))
    texts[:, 20:22] = texts[:, -2:]
    said = [forward(model, texts, keep=1)[:, 0].argmax(axis=1) for model in (chapter, ours)]
    assert (said[0] == said[1]).all()
    assert (said[0] == texts[:, 22]).mean() > 0.95
    rows = normalize(rng.normal(size=(40, 8)), LAYER_NORM)
    model = trained_embeddings.search_by_rows(rows, 24, n_match=3)
    texts = rng.integers(40, size=(200, 24))
    texts[:, 10:13] = texts[:, -3:]
    assert (forward(model, texts, keep=1)[:, 0].argmax(axis=1) == texts[:, 13]).all()
    for text, found in (([1, 2, 3, 1, 2], 1), ([1, 1, 1, 1], 2), ([3, 2, 1, 1, 2], 0)):
        assert trained_embeddings.occurrences(np.array(text)) == found


def test_no_prefix_misleads_the_machine_by_hand() -> None:
    sizes = train_lookup.N, train_lookup.D_VOCAB, train_lookup.LENGTH
    keys, answers = random_table(*sizes, seed=0)
    hashing = fitted_hash(keys, answers, train_lookup.D_VOCAB, d_token=10)
    by_hand = lookup_machine(hashing, train_lookup.N_CTX)
    soft = lookup_machine(hashing, train_lookup.N_CTX, hard=3.0)
    assert train_lookup.never_misled(by_hand, keys, answers, seed=0) == 1
    assert train_lookup.never_misled(soft, keys, answers, seed=0) < 0.5


def test_nothing_normed_is_the_untied_machine_without_its_final_norm() -> None:
    keys, answers = random_table(hashes.N, hashes.D_VOCAB, hashes.LENGTH, seed=1)
    hashing = random_hash(hashes.LENGTH, hashes.D_VOCAB, 25, seed=1)
    model = lookup_machine(hashing, hashes.LENGTH, sums(hashing, keys, answers))
    nothing = next(iter(hashes.measure(25, seed=1)))
    assert nothing["normed"] == "nothing"
    assert stored(replace(model, norm_final=None), keys, answers) == nothing["right"]


def test_sums_over_places(monkeypatch: pytest.MonkeyPatch) -> None:
    """They have least cross-entropy; nudged ones are still sums, and right more often."""
    keys, answers = random_table(200, 5, 4, seed=0)
    scores = quarter.fitted_sums(keys, answers, 5)
    seen = np.eye(5)[keys].reshape(200, -1)
    assert np.abs(seen.T @ (softmax(scores) - np.eye(5)[answers])).max() < 1e-6
    before = quarter.right(scores, answers)
    monkeypatch.setattr(quarter, "NUDGES", 3000)
    quarter.fewest_mistakes(scores, keys, answers, 5, seed=0)
    assert before < quarter.right(scores, answers) < 200
    found, *_ = np.linalg.lstsq(seen, scores, rcond=None)
    assert np.abs(seen @ found - scores).max() < 1e-9


def test_marks_are_those_of_the_program() -> None:
    first, third = np.eye(3)[[0, 2]]
    for n_digits in (1, 2):
        coordinate = other_mark.COORDINATE * other_mark.direction(30)
        assert abs(other_mark.gap(n_digits, coordinate) - other_mark.gap(n_digits, first)) < 1e-12
    assert other_mark.gap(3, 0.7 * first) == pytest.approx(gap(1.0, 0.7))
    assert add(1, mark=third).complete("4+8=") == "12"
    with pytest.raises(ValueError, match="apart|tell"):
        add(2, mark=third)
