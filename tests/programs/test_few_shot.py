"""Do as was shown: every prompt of up to three demonstrations, against votes that are counted."""

from collections import Counter
from collections.abc import Sequence
from functools import partial
from itertools import product

import numpy as np
import pytest

from taotp.programs import few_shot
from taotp.programs.few_shot import Tasks
from taotp_core import forward
from taotp_core.measure import margin
from tests.laws import every
from tests.refused import refused

Shown = Sequence[Sequence[str]]

ALPHABET = "abcd"
SHIFTS = {
    f"{d} on": dict(zip(ALPHABET, ALPHABET[d:] + ALPHABET[:d], strict=True)) for d in range(4)
}
THREE: Tasks = {
    "copy": {letter: letter for letter in "abAB"},
    "other size": {letter: letter.swapcase() for letter in "abAB"},
    "always a": dict.fromkeys("abAB", "a"),
}


def loudness(tasks: Tasks, shown: Shown, asked: str) -> dict[str, int]:
    """How many votes each letter has; written out."""
    votes: Counter[str] = Counter()
    for task in tasks.values():
        votes[task[asked]] += sum(task[x] == y for x, y in shown)
    return {letter: n for letter, n in votes.items() if n}


def prompt(shown: Shown, asked: str) -> str:
    return "".join(f"{x}:{y} " for x, y in shown) + f"{asked}:"


@every("tasks", [SHIFTS, THREE])
def test_every_prompt_says_what_has_most_votes(tasks: Tasks) -> None:
    """Contradictions too; each logit is the share of votes that its letter has."""
    program, letters = few_shot(tasks), sorted(next(iter(tasks.values())))
    for n in (1, 2):
        pairs = list(product(product(letters, repeat=2), repeat=n))
        asked = [(list(shown), q) for shown in pairs for q in letters]
        ids = np.array([program.encode(prompt(shown, q)) for shown, q in asked])
        logits = forward(program.model, ids, keep=1)[:, 0]
        shares = np.zeros(logits.shape)
        for row, (shown, q) in zip(shares, asked, strict=True):
            for letter, votes in loudness(tasks, shown, q).items():
                row[program.vocabulary.index(letter)] = votes / n
        assert np.abs(logits - shares).max() < 1e-9


def test_a_pair_never_shown_and_the_longest_prompt() -> None:
    program = few_shot(SHIFTS, n_ctx=42)
    for d, q in product(range(4), ALPHABET):
        shown = [(x, SHIFTS[f"{d} on"][x]) for x in ALPHABET.replace(q, "")] * 3
        text = prompt(shown, q)
        assert program.complete(text) == SHIFTS[f"{d} on"][q]
        rest = forward(program.model, np.array(program.encode(text)), keep=1)
        assert margin(rest) == pytest.approx(1)


def test_what_does_not_fit_is_refused() -> None:
    forms = ("", "a:", "a:b", "a:b c", "a:b,c:", "ab c:", "a:b ::")
    ask, like = few_shot(SHIFTS).complete, r"like 'a:b c:d e:'|',' "
    refused(*((partial(ask, text), like) for text in forms))
    refused(
        (lambda: few_shot({}), "there is no task"),
        (lambda: few_shot({"one": {"a": "b"}}), "'one' has other letters"),
        (lambda: few_shot({"one": {"a": "a"}, "two": {"b": "b"}}), "'two' has other letters"),
        (lambda: few_shot({"one": {":": ":"}}), "':' is a letter"),
    )
