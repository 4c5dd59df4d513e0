"""Two stacks: every short text, hard ones at the largest size, and what a mask changes."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import islice

import numpy as np

from taotp.programs import Program, two_stacks
from taotp.reference import Key, backward, compare, copied, first_said, in_order
from taotp_core import PRECISIONS, encode, forward
from taotp_core.measure import parameters
from taotp_core.program import END
from tests.laws import every
from tests.refused import refused

LETTERS = "abcdefghijklmnopqrstuvwxyz"
LARGEST = 1_000

Build = Callable[..., Program]
TASKS: dict[Build, Key] = {
    two_stacks.copy: copied,
    two_stacks.reverse: backward,
    two_stacks.sort: partial(in_order, vocabulary=LETTERS),
}


@every("build", TASKS)
def test_every_short_text(build: Build) -> None:
    found = compare(build("abc", 7), TASKS[build], seconds=600)
    assert (found.wrong, found.finished, found.tried) == (None, True, (3**8 - 1) // 2)
    assert found.smallest > (0.99 if build is not two_stacks.sort else 0.03)


def test_every_short_text_that_may_hold_names() -> None:
    program = two_stacks.which("abc", 5, others="xy")
    found = compare(program, partial(first_said, names="abc"), seconds=600)
    assert (found.wrong, found.finished, found.tried) == (None, True, (5**6 - 1) // 4)


def hard(n: int) -> Iterator[str]:
    """Texts of n letters that differ from others as little as can be."""
    yield from ("a" * n, "z" * n, "a" * (n - 1) + "z", "z" + "a" * (n - 1))
    yield from ((again * n)[:n] for again in ("az", LETTERS, LETTERS[::-1]))
    rng = np.random.default_rng(12)
    for letters in (LETTERS, "ab", "yz"):
        yield "".join(rng.choice([*letters], n))


@every("build", TASKS)
@every("precision", ["float64", "float32"])
def test_hard_texts_of_the_largest_size(build: Build, precision: str) -> None:
    program = build(LETTERS, LARGEST)
    found = compare(program, TASKS[build], hard(LARGEST), seconds=600, to=PRECISIONS[precision])
    assert (found.wrong, found.tried) == (None, 10)
    assert compare(program, TASKS[build], hard(3), to=PRECISIONS[precision]).wrong is None


@every("precision", ["float64", "float32"])
def test_names_far_apart(precision: str) -> None:
    program = two_stacks.which(LETTERS[:20], LARGEST, others=LETTERS[20:])
    filled = "z" * (LARGEST - 20)
    texts = [LETTERS[:20] + filled, filled + LETTERS[19::-1], "z" * LARGEST, "ab" * (LARGEST // 2)]
    texts += ["a" * (LARGEST - 1) + "b", *islice(hard(LARGEST), 7, None)]
    says = partial(first_said, names=LETTERS[:20])
    found = compare(program, says, texts, seconds=600, to=PRECISIONS[precision])
    assert (found.wrong, found.tried) == (None, len(texts))


def test_without_its_mask_the_decoder_reads_ahead() -> None:
    program = two_stacks.which("abc", 4)
    ids, open_ = np.array([[0, 1, 2, 0, 3]]), replace(program.model, causal=False)
    memory = encode(program.model, ids)
    heard = np.array([[3, 0, 1, 2]])
    says = [forward(model, heard, memory=memory).argmax(-1) for model in (program.model, open_)]
    assert says[0].tolist() == [[0, 1, 2, 3]]
    assert says[1].tolist() == [[3, 3, 3, 3]]  # all have been said, as far as it can see
    assert replace(program, model=open_).complete("abca") == "abc"  # word by word nothing is ahead


def test_symbols_may_be_words_lists_are_answered_by_lists_and_what_they_cost() -> None:
    names = two_stacks.which(["Ada", "Bo", "Cy"], 9, others=["met", "and"])
    assert names.complete(["Cy", "met", "Ada", "and", "Cy"]) == ["Cy", "Ada"]
    assert two_stacks.sort(range(10), 5).complete([3, 9, 3, 0]) == [0, 3, 3, 9]
    assert two_stacks.reverse(range(3), 5).complete([]) == []
    counts = {build.__name__: parameters(build("abc", 5).model).nonzero for build in TASKS}
    assert counts == {"copy": 52, "reverse": 71, "sort": 73}


def test_what_cannot_be_built_or_asked_gets_a_sentence() -> None:
    end = "^'<end>' is the end of what is read; it must be none of the symbols$"
    for build in (*TASKS, two_stacks.which):
        ask = build("abc", 3).complete
        refused(
            (partial(build, "", 3), "^there are no symbols; give at least 1$"),
            (partial(build, "aba", 3), "^'a' is there twice; symbols must differ$"),
            (partial(build, [END, "a"], 3), end),
            (partial(build, "abc", 0), "^longest is 0; it must be at least 1$"),
            (partial(ask, "abca"), "^there are 4 symbols to read; the encoder has room"),
        )
