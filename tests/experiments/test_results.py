"""The committed results: complete, and those that are quick to make again are what they were."""

from dataclasses import replace
from importlib import import_module
from itertools import permutations
from pathlib import Path

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
from tools.experiments import (
    more_text,
    norm_the_hashes,
    other_mark,
    train_lookup,
    train_sort,
    trained_embeddings,
    why_a_quarter,
)
from tools.experiments.__main__ import NAMES
from tools.experiments.kept import FOLDER
from tools.experiments.tables import random_table
from tools.experiments.training import NOT_ASKED

CATALOGUE = Path(__file__).parents[2] / "exercises/catalogue"
READ_BY_A_CHAPTER = (
    *("dial_tones", "train_induction", "train_letters", "scaling", "train_adapters"),
    "tune_letters",
    *("brackets", "agreement", "english_french", "latest_address", "computer_precision"),
    *("by_hand_and_trained", "tools_and_truth"),
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


@every(
    "name, settings",
    [
        ("train_hello_world", {"d_model": 4, "seed": 3}),
        ("norm_the_hashes", {"d_token": 25, "seed": 4}),
        ("other_mark", {"digits": 2, "degrees": 30}),
        ("more_text", {"fit": "table", "words": 8, "entries": 400, "d_token": 16}),
        ("why_a_quarter", {"length": 5, "symbols": 30, "seed": 0}),
        ("dial_tones", {"line": "40/40 ms", "decoder": "by hand", "strings": 200}),
        ("dial_tones_limits", {"what": "on", "value": 29.0}),
        ("train_letters", {"machine": "counted 2", "seed": 0}),
        ("train_letters", {"machine": "mixed 2", "seed": 0}),
        ("brackets", {"precision": "float32", "strings": "words", "of": 3}),
        (
            "latest_address",
            {"keys": "parabolas of two digits", "later": "p", "precision": "float32"},
        ),
        (
            "computer_precision",
            {"cells": 20, "addresses": "two digits", "precision": "bfloat16", "whole": 0},
        ),
    ],
)
def test_points_that_anybody_can_make_again(name: str, settings: dict[str, object]) -> None:
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


def test_sorting_sets_is_sorting_lists() -> None:
    model, learned = train_sort.trained(train_sort.FEW, 255, 8, seed=0)
    assert sorted(learned) == sorted(train_sort.every_set(train_sort.FEW))
    assert len(learned) == 255
    rng = np.random.default_rng(0)
    for numbers in ((1, 4, 6), (0, 2, 3, 5, 7)):
        whole = [*numbers, 8, *numbers]
        logits = forward(model, np.array(whole))[len(numbers) :]
        for order in rng.permutation([*permutations(numbers)])[:6]:
            other = forward(model, np.array([*order, 8, *numbers]))[len(numbers) :]
            assert np.abs(other - logits).max() < 1e-9
    tokens, answers = train_sort.texts(learned, train_sort.FEW)
    asked = answers != NOT_ASKED
    assert lead(forward(model, tokens)[asked], answers[asked]).min() > 0.01


def test_sets_and_their_texts() -> None:
    tokens, answers = train_sort.texts([(2, 5)], 8)
    assert tokens[0, :5].tolist() == [2, 5, 8, 2, 5]
    assert answers[0, :6].tolist() == [NOT_ASKED, NOT_ASKED, 2, 5, 8, NOT_ASKED]
    assert train_sort.neighbors(4) == [(0, 1), (0, 1, 2), (0, 1, 2, 3), (1, 2), (1, 2, 3), (2, 3)]


def test_prefixes_end_before_the_key() -> None:
    keys, answers = random_table(100, 20, 3, seed=0)
    rng = np.random.default_rng(0)
    tokens, asked = train_lookup.prompts(keys, answers, [*train_lookup.PREFIXES], 300, rng)
    table = {tuple(key): answer for key, answer in zip(keys.tolist(), answers, strict=True)}
    for row, answer in zip(tokens, asked, strict=True):
        (place,) = np.flatnonzero(answer != NOT_ASKED)
        assert table[tuple(row[place - 2 : place + 1].tolist())] == answer[place]
        assert not row[place + 1 :].any()


def test_pieces_of_the_play() -> None:
    ids = np.arange(10)
    keys, answers = more_text.pieces(ids, 3, 2)
    assert keys.tolist() == [[0, 1], [2, 3], [4, 5], [6, 7]]
    assert answers.tolist() == [2, 4, 6, 8]
    keys, answers = more_text.different(np.array([[1, 2], [0, 0], [1, 2]]), np.array([5, 6, 7]))
    assert (keys.tolist(), answers.tolist()) == ([[1, 2], [0, 0]], [5, 6])


def test_search_with_a_circle_is_the_chapter_s() -> None:
    rng = np.random.default_rng(0)
    chapter = search(50, n_ctx=30, n_match=2).model
    ours = trained_embeddings.search_by_rows(circle(50), 30)
    texts = rng.integers(50, size=(300, 30))
    texts[:, 20:22] = texts[:, -2:]
    said = [forward(model, texts, keep=1)[:, 0].argmax(axis=1) for model in (chapter, ours)]
    assert (said[0] == said[1]).all()
    assert (said[0] == texts[:, 22]).mean() > 0.95


def test_occurrences() -> None:
    assert trained_embeddings.occurrences(np.array([1, 2, 3, 1, 2])) == 1
    assert trained_embeddings.occurrences(np.array([1, 1, 1, 1])) == 2
    assert trained_embeddings.occurrences(np.array([3, 2, 1, 1, 2])) == 0


def test_no_prefix_misleads_the_machine_by_hand() -> None:
    sizes = train_lookup.N, train_lookup.D_VOCAB, train_lookup.LENGTH
    keys, answers = random_table(*sizes, seed=0)
    hashing = fitted_hash(keys, answers, train_lookup.D_VOCAB, d_token=10)
    by_hand = lookup_machine(hashing, train_lookup.N_CTX)
    assert train_lookup.never_misled(by_hand, keys, answers, seed=0) == 1
    soft = lookup_machine(hashing, train_lookup.N_CTX, hard=3.0)
    assert train_lookup.never_misled(soft, keys, answers, seed=0) < 0.5


def test_nothing_normed_is_the_untied_machine_without_its_final_norm() -> None:
    where = norm_the_hashes.N, norm_the_hashes.D_VOCAB, norm_the_hashes.LENGTH
    keys, answers = random_table(*where, seed=1)
    hashing = random_hash(norm_the_hashes.LENGTH, norm_the_hashes.D_VOCAB, 25, seed=1)
    model = lookup_machine(hashing, norm_the_hashes.LENGTH, sums(hashing, keys, answers))
    nothing = next(iter(norm_the_hashes.measure(25, seed=1)))
    assert nothing["normed"] == "nothing"
    assert stored(replace(model, norm_final=None), keys, answers) == nothing["right"]


def test_nudged_scores_are_still_sums_over_places(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(why_a_quarter, "NUDGES", 3000)
    keys, answers = random_table(200, 5, 4, seed=0)
    scores = why_a_quarter.fitted_sums(keys, answers, 5)
    before = why_a_quarter.right(scores, answers)
    why_a_quarter.fewest_mistakes(scores, keys, answers, 5, seed=0)
    assert before < why_a_quarter.right(scores, answers) < 200
    seen = np.eye(5)[keys].reshape(200, -1)
    found, *_ = np.linalg.lstsq(seen, scores, rcond=None)
    assert np.abs(seen @ found - scores).max() < 1e-9


def test_fitted_sums_have_least_cross_entropy() -> None:
    keys, answers = random_table(300, 6, 4, seed=2)
    scores = why_a_quarter.fitted_sums(keys, answers, 6)
    seen = np.eye(6)[keys].reshape(300, -1)
    slope = seen.T @ (softmax(scores) - np.eye(6)[answers])
    assert np.abs(slope).max() < 1e-6


def test_marks_are_those_of_the_program() -> None:
    first, third = np.eye(3)[[0, 2]]
    for n_digits in (1, 2):
        coordinate = other_mark.COORDINATE * other_mark.direction(30)
        assert abs(other_mark.gap(n_digits, coordinate) - other_mark.gap(n_digits, first)) < 1e-12
    assert other_mark.gap(3, 0.7 * first) == pytest.approx(gap(1.0, 0.7))
    assert add(1, mark=third).complete("4+8=") == "12"
    with pytest.raises(ValueError, match="apart|tell"):
        add(2, mark=third)


def test_vectors_that_layer_norm_leaves_alone_search_exactly() -> None:
    rng = np.random.default_rng(3)
    rows = normalize(rng.normal(size=(40, 8)), LAYER_NORM)
    model = trained_embeddings.search_by_rows(rows, 24, n_match=3)
    texts = rng.integers(40, size=(200, 24))
    texts[:, 10:13] = texts[:, -3:]
    said = forward(model, texts, keep=1)[:, 0].argmax(axis=1)
    assert (said == texts[:, 13]).all()
