"""Decoys: what they are is known, and machines with them answer as before."""

from collections.abc import Callable
from functools import partial
from itertools import product

import numpy as np
import pytest

from taotp.interp import ablated, parts_of, written
from taotp.interp.ground_truth import MACHINES, decoys, known, matters
from taotp.interp.ground_truth.cases import BOOK
from taotp.interp.ground_truth.decoys import (
    KINDS,
    beside,
    either,
    for_other_texts,
    looks_alike,
    middled,
    unread,
    widened,
)
from taotp.programs import add_mod10, before_last, induction, minimum, search
from taotp_core import forward, random_transformer
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer
from tests.laws import every
from tools.sampling import drawn

IN_TURN = 8  # machines of the book


def test_what_a_decoy_is_by_construction_is_what_is_found() -> None:
    made = {name: (case := MACHINES[name](), decoys(case)) for name in BOOK}
    found = {kind: sum(kind in some for _, some in made.values()) for kind in KINDS}
    assert found == {"looks alike": 22, "unread": 21, "other texts": 17, "either": 15}
    for name in drawn([*made], IN_TURN, "decoys of the book"):
        case, some = made[name]
        for kind, other in some.items():
            same = np.array_equal(other.answers[: len(case.answers)], case.answers)
            assert same or kind == "other texts", (name, kind)
            decoy = {beside(case.model)} if kind == "either" else set()
            assert matters(other) == matters(case) | decoy, (name, kind)


def every_text(model: Transformer, n: int) -> Tokens:
    """All texts of n tokens."""
    return np.array(list(product(range(model.d_vocab), repeat=n)))


LAST, SUMS = before_last("abcd", 6).model, add_mod10(1)
DOMAINS = {  # a machine, and all that it is asked
    "before_last": (LAST, every_text(LAST, 5)),
    "minimum": (model := minimum(6, 6).model, every_text(model, 4)),
    "search": (model := search(4, 8, 1).model, every_text(model, 5)),
    "sums": (SUMS.model, np.array([SUMS.encode(f"{a}+{b}=") for a in range(10)
                                   for b in range(10)])),
}  # fmt: skip
MAKE = (looks_alike, unread, either, partial(for_other_texts, token=2))


@every("name", DOMAINS)
@every("make", MAKE)
def test_answers_are_the_same_on_all_texts(
    name: str, make: Callable[[Transformer], Transformer]
) -> None:
    model, texts = DOMAINS[name]
    other = make(model)
    assert len(parts_of(other)) == len(parts_of(model)) + 1
    before, after = (forward(each, texts, keep=1) for each in (model, other))
    assert np.array_equal(before.argmax(-1), after.argmax(-1))


def test_one_that_looks_alike_writes_nothing_and_one_unread_as_loudly_as_the_first() -> None:
    model = search(8, 16, 1).model
    rows = written(looks_alike(model), np.array([1, 2, 3, 1]))
    assert not rows[0, 1].any() and rows[0, 0].any()
    other, texts = unread(model), every_text(model, 3)
    first, decoy = other.layers[0].heads
    assert np.isclose(np.linalg.norm(decoy.W_O), np.linalg.norm(first.W_O))
    assert np.abs(written(other, texts)[0, 1]).max() > 0.1
    assert np.allclose(forward(other, texts), forward(model, texts), atol=1e-6)


def test_one_for_other_texts_is_needed_where_its_token_is() -> None:
    model = for_other_texts(LAST, 2)
    texts = every_text(model, 4)
    there = (texts == 2).any(1)
    gone, all_ = (forward(each, texts, keep=1).argmax(-1)[:, 0]
                  for each in (ablated(model, [(0, 1)]), model))  # fmt: skip
    assert (gone == all_)[~there].all() and not (gone == all_)[texts[:, -2] == 2].any()
    assert np.abs(written(model, texts[~there])[0, 1]).max() < 1e-12


def test_a_machine_with_more_room_says_the_same() -> None:
    texts, model = np.array([[1, 2, 3], [4, 0, 4]]), random_transformer(3, biased=True)
    wide = widened(middled(model), 2)
    assert wide.d_model == model.d_model + 2
    assert np.allclose(forward(wide, texts), forward(model, texts))


def test_no_decoy_is_put_where_a_norm_would_see_it() -> None:
    with pytest.raises(ValueError, match="norms that read all"):
        unread(induction("abcd", 8).model)
    with pytest.raises(ValueError, match="no head"):
        looks_alike(random_transformer(0, heads=[]))


def test_what_is_known_is_handed_on_by_one_function() -> None:
    first, second = (each for each, _ in zip(known(), range(2), strict=False))
    assert first.name == "before_last" and second.name == "before_last, looks alike"
    assert second.parts == [(0, 0), (0, 1)] and second.truth == [(0, 0)]
    assert parts_of(second.model) == second.parts
