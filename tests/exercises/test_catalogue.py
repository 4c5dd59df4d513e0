"""Every exercise: its words, its number, its stub; and what is said of single answers."""

import ctypes
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from exercises import check, exercise
from exercises.catalogue import BENCHES, EXERCISES, MODULES
from exercises.catalogue.transformer.other_language import C_SOURCE
from exercises.order import CHAPTER_NUMBERS, CHAPTERS
from exercises.statement import Exercise
from taotp_core.arrays import Array, Tokens
from taotp_core.weights import Transformer
from tests.exercises.laws import of_each
from tests.exercises.verdicts import JUDGED, RIGHT, WRONG, names_of


def stubs(exercise: Exercise) -> object:
    """The functions that the stub defines, as a notebook would hand them to check."""
    space: dict[str, object] = {}
    exec(exercise.stub, space)
    return eval(exercise.call, space | {"check": lambda slug, answer: answer})


def test_order_and_names() -> None:
    numbers = [found.number for found in EXERCISES.values()]
    assert numbers == [
        f"{CHAPTER_NUMBERS[chapter.page]}.{i}"
        for chapter in CHAPTERS
        for i in range(1, len(chapter.slugs) + 1)
    ]
    assert len(EXERCISES) == len(MODULES)


def test_each_exercise_of_the_source_is_there_once() -> None:
    """With its own number: so many are in each of its eight chapters."""
    in_source = {1: 10, 2: 8, 3: 12, 4: 6, 5: 8, 6: 20, 7: 11, 8: 4}
    found = [each.source for each in EXERCISES.values() if each.source]
    assert sorted(found) == sorted(
        f"{c}.{i}" for c, n in in_source.items() for i in range(1, n + 1)
    )


@of_each(EXERCISES)
def test_words(slug: str) -> None:
    found = EXERCISES[slug]
    assert found.statement.strip()
    assert found.answer.strip()
    for words in (found.statement, found.answer, *found.hints):
        assert not re.search(r"(?m)^\d+\) ", words), "a line that begins so becomes a list"
    assert (found.judge is None) == (not found.stub)
    assert found.judge or found.checklist
    assert exercise(found.number) is exercise(slug) is found


@of_each(JUDGED)
def test_has_right_and_wrong_answers(slug: str) -> None:
    assert names_of(slug, RIGHT)
    assert names_of(slug, WRONG)
    told = slug in ("other-language", *BENCHES)  # in another language than Python
    assert EXERCISES[slug].code or told


@of_each(JUDGED)
def test_stub_is_new(slug: str) -> None:
    found = EXERCISES[slug]
    line = f"·  {found.number} {slug}   not attempted yet"
    assert str(check(slug, stubs(found))) == line
    assert str(check(slug, None)) == line


def test_open_exercises_are_for_a_person() -> None:
    for slug in ("guesses", "better-machine"):
        assert check(slug, "words").outcome == "self"
        assert check(slug, None).outcome == "new"


def test_second_part_missing() -> None:
    from exercises.catalogue.hello_world.few_nonzeros import sparse_repeat_last

    def stub() -> None:
        raise NotImplementedError

    line = check("few-nonzeros", (sparse_repeat_last, stub))
    assert line.outcome == "new"
    assert line.text.endswith("part 2 not attempted yet")


def test_position_table_is_not_counted_for_repeat_last() -> None:
    from exercises.catalogue.hello_world.repeat_last import SIZES, accepted_circle

    assert f"{3 * sum(SIZES)} parameters" in check("repeat-last", accepted_circle()).text


def test_numbers_in_the_words() -> None:
    from exercises.catalogue.hello_world import few_nonzeros, no_positions_hello, train_hello_world

    sparse = check("few-nonzeros", few_nonzeros.accepted_one_hot())
    assert sparse.text.endswith("264 parameters, 24 of them not zero")
    for make, total in (
        (no_positions_hello.accepted_average(), 148),
        (no_positions_hello.accepted_three_dimensions(), 111),
    ):
        assert f"{total} parameters" in check("no-positions-hello", make).text
    program = train_hello_world.trained_hello_world()
    centered = program.model.W_E - program.model.W_E.mean(1, keepdims=True)
    lengths = dict(zip(program.vocabulary, np.linalg.norm(centered, axis=1), strict=True))
    never_said = lengths.pop("<start>")
    assert never_said < 0.1 * min(lengths.values())
    assert max(lengths.values()) < 1.5 * min(lengths.values())


def test_rejected_work_names_the_share() -> None:
    from exercises.catalogue.transformer import cached_decode

    text = check("cached-decode", cached_decode.wrong_no_cache()).text
    found = re.search(r"got (\d+\.\d)", text)
    assert found
    assert float(found[1]) > 10


def test_work_of_einsum_dot_and_product_is_the_same() -> None:
    from exercises.catalogue.transformer.cached_decode import Counted

    a, b = np.ones((4, 5)).view(Counted), np.ones((5, 6))
    ways: list[Callable[[], object]] = [
        lambda: a @ b,
        lambda: b.T @ a.T,
        lambda: np.dot(a, b),
        lambda: a.dot(b),
        lambda: np.inner(a, b.T),
        lambda: np.tensordot(a, b, 1),
        lambda: np.einsum("ij,jk->ik", a, b),
        lambda: np.einsum("...j,jk->...k", a, b),
        lambda: np.einsum("ij,jk", a, b, optimize=True),
        lambda: (a[:, :, None] * b).sum(1),
    ]
    for way in ways:
        Counted.work = 0
        assert np.all(np.asarray(way()) == 5)
        assert Counted.work == 4 * 5 * 6


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_the_answer_in_c(tmp_path: Path) -> None:
    source, machine = tmp_path / "machine.c", tmp_path / "machine.so"
    source.write_text(C_SOURCE)
    flags = ["-O2", "-Wall", "-Werror", "-shared", "-fPIC"]
    subprocess.run(["cc", *flags, "-o", machine, source, "-lm"], check=True)
    library = ctypes.CDLL(str(machine))

    def in_c(tokens: Tokens, model: Transformer) -> Array:
        n, sizes = len(tokens), [len(tokens), model.d_model, model.d_vocab, len(model.layers)]
        weights = [model.W_E, model.W_pos[:n]]
        for layer in model.layers:
            sizes.append(len(layer.heads))
            for head in layer.heads:
                sizes += [head.W_Q.shape[1], head.W_V.shape[1]]
                weights += [head.W_Q, head.W_K, head.W_V, head.W_O]
            assert layer.mlp is not None
            sizes.append(layer.mlp.W_in.shape[1])
            weights += [layer.mlp.W_in, layer.mlp.b_in, layer.mlp.W_out, layer.mlp.b_out]
        flat = np.concatenate([W.ravel() for W in [*weights, model.unembedding]])
        logits = np.zeros((n, model.d_vocab))
        arrays = (np.array(sizes, np.intc), flat, tokens.astype(np.intc), logits)
        library.transformer(*(ctypes.c_void_p(array.ctypes.data) for array in arrays))
        return logits

    line = check("other-language", in_c)
    assert line.passed, line


def test_unknown_name_lists_the_near_ones() -> None:
    with pytest.raises(ValueError, match="no exercise 'repeat_lost'; there is repeat-last"):
        exercise("repeat_lost")
    with pytest.raises(ValueError, match="fifty-thirty-twenty, markov-mixes"):
        check("@", None)
