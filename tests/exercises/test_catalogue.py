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
from exercises.catalogue import BENCHES, EXERCISES
from exercises.catalogue.hello_world import few_nonzeros, repeat_last, train_hello_world
from exercises.catalogue.transformer.cached_decode import Counted
from exercises.catalogue.transformer.other_language import C_SOURCE
from exercises.handing_in.points import LONG
from exercises.order import CHAPTER_NUMBERS, CHAPTERS, CONTENTS, Chapter
from exercises.statement import OF_THE_SOURCE, Exercise, Mark
from taotp_core.arrays import Array, Tokens
from taotp_core.weights import Transformer
from tests.exercises.laws import of_each
from tests.exercises.verdicts import JUDGED, RIGHT, WRONG, names_of, said_of


def stubs(exercise: Exercise) -> object:
    """The functions that the stub defines, as a notebook would hand them to check."""
    space: dict[str, object] = {}
    exec(exercise.stub, space)
    return eval(exercise.call, space | {"check": lambda slug, answer: answer})


def test_order_and_names() -> None:
    """Each exercise of the source is there once, with its own number in its eight chapters."""
    assert [found.number for found in EXERCISES.values()] == [
        f"{CHAPTER_NUMBERS[chapter.page]}.{i}"
        for chapter in CHAPTERS
        for i in range(1, len(chapter.slugs) + 1)
    ]
    in_source = {1: 10, 2: 8, 3: 12, 4: 6, 5: 8, 6: 20, 7: 11, 8: 4}
    numbers = [f"{c}.{i}" for c, n in in_source.items() for i in range(1, n + 1)]
    assert sorted(each.source for each in EXERCISES.values() if each.source) == sorted(numbers)


@of_each(EXERCISES)
def test_words(slug: str) -> None:
    """And help for who is stuck; only the source's exercises have its marks of difficulty."""
    found = EXERCISES[slug]
    assert found.statement.strip() and found.answer.strip()
    for words in (found.statement, found.answer, *found.hints):
        assert not re.search(r"(?m)^\d+\) ", words), "a line that begins so becomes a list"
    assert (found.judge is None) == (not found.stub)
    assert found.judge or len(found.checklist) >= 3
    assert len(set(found.hints)) == len(found.hints) >= 2
    if found.minutes >= LONG or Mark.UNSOLVED in found.marks:
        assert len(found.hints) + len(found.checklist) >= 3
    assert found.source or not set(OF_THE_SOURCE) & set(found.marks)
    assert exercise(found.number) is exercise(slug) is found


def test_a_page_begins_with_what_takes_least() -> None:
    """Minutes are honest and round; what takes as long stands as it is listed."""
    for chapter in CHAPTERS:
        minutes = [chapter.minutes[slug] for slug in chapter.slugs]
        assert minutes == sorted(minutes) or chapter not in CONTENTS, chapter.page
        assert all(2 <= each <= 240 for each in minutes), chapter.page
        assert all(each < 15 or not each % 5 for each in minutes), "nobody knows it to the minute"
    given = {"long": 30, "one": 5, "other": 5}
    assert Chapter("page", "title", given).slugs == ("one", "other", "long")
    assert Chapter("page", "title", given, leads=True).slugs == ("long", "one", "other")


@of_each(JUDGED)
def test_has_right_and_wrong_answers(slug: str) -> None:
    """Its stub is none of them."""
    assert names_of(slug, RIGHT) and names_of(slug, WRONG)
    found, told = EXERCISES[slug], ("other-language", *BENCHES)  # in another than Python
    assert found.code or slug in told
    line = f"·  {found.number} {slug}   not attempted yet"
    assert str(check(slug, stubs(found))) == str(check(slug, None)) == line


def test_open_exercises_are_for_a_person() -> None:
    for slug in ("guesses", "better-machine"):
        assert check(slug, "words").outcome == "self"
        assert check(slug, None).outcome == "new"


def test_second_part_missing() -> None:
    def stub() -> None:
        raise NotImplementedError

    line = check("few-nonzeros", (few_nonzeros.sparse_repeat_last, stub))
    assert line.outcome == "new"
    assert line.text.endswith("part 2 not attempted yet")


def test_numbers_in_the_words() -> None:
    """The table of positions is not counted for repeat-last; rejected work names its share."""
    assert (
        f"{3 * sum(repeat_last.SIZES)} parameters" in said_of("repeat-last", "accepted_circle").text
    )
    sparse = said_of("few-nonzeros", "accepted_one_hot").text
    assert sparse.endswith("264 parameters, 24 of them not zero")
    for name, total in (("average", 148), ("three_dimensions", 111)):
        said = said_of("no-positions-hello", f"accepted_{name}").text
        assert f"{total} parameters" in said
    found = re.search(r"got (\d+\.\d)", said_of("cached-decode", "wrong_no_cache").text)
    assert found and float(found[1]) > 10
    program = train_hello_world.trained_hello_world()
    centered = program.model.W_E - program.model.W_E.mean(1, keepdims=True)
    lengths = dict(zip(program.vocabulary, np.linalg.norm(centered, axis=1), strict=True))
    never_said = lengths.pop("<start>")
    assert never_said < 0.1 * min(lengths.values())
    assert max(lengths.values()) < 1.5 * min(lengths.values())


def test_work_of_einsum_dot_and_product_is_the_same() -> None:
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
