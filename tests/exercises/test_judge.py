"""What judges share: what they take, a model of our own, the rules, and nothing left behind."""

import re
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import Any

import numpy as np
import pytest

from exercises import check
from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world.repeat_last import repeat_last
from exercises.catalogue.looking_up.post_norm_lookup import post_norm_lookup
from exercises.catalogue.searching.post_norm_search import post_norm_search
from exercises.handing_in.grade import what_is_compared
from exercises.judging.cases import asked, drawn, ends
from exercises.judging.counts import exactly
from exercises.judging.judge import (
    MARGIN,
    TRIAL,
    Conditions,
    Wrong,
    ask,
    brief,
    conditions,
    first_behind,
    fresh,
    items,
    numbers,
    own_decoder,
    own_model,
    rounding_asked,
    standard,
    verdict,
    whole,
)
from taotp_core import RMS_NORM, Head, Norm, Transformer, random_transformer
from taotp_core.arrays import PRECISIONS, Array, to_float64
from taotp_core.weights import mapped, named_arrays
from tests.examples import full_transformer
from tests.exercises.changing import with_layer
from tests.exercises.laws import of_each
from tests.exercises.verdicts import JUDGED

FULL = full_transformer()
PLAIN = random_transformer(0, n_layers=1)
(LAYER,) = PLAIN.layers
ENCODER = random_transformer(1, n_layers=1, causal=False)


@of_each([(1.1, None), (0.9, 1), (0.0, 1), (-0.5, 1), (-2.0, 1), (np.nan, 1)])
def test_a_winner_leads_by_more_than_rounding_does(share: float, behind: int | None) -> None:
    """A tie is no answer, nor is what stands behind by less than the margin."""
    logits = np.array([[1.0, 0.0], [100.0, 100.0]])
    assert first_behind(np.array([1.0, share * MARGIN * 100]), logits) == behind


@of_each(
    [
        [1.0, 2 + 1j], np.array([1, 1j]), [1j, "a"], ["1", "2"], np.array(["1", "2"]), [b"1", 2],
        np.array(["1", 2], dtype=object), np.array([1, 1j], dtype=object), [1, complex("nan+nanj")],
    ]
)  # fmt: skip
def test_neither_imaginary_parts_nor_texts_are_numbers(given: object) -> None:
    """They were dropped, and read."""
    with pytest.raises(Wrong, match="here expected (real )?numbers.*, got"):
        numbers(given, (2,), "here")


def test_what_is_a_number_in_another_type_is_one() -> None:
    for given in ([1, 2], (1.0, 2), np.array([1, 2 + 0j]), np.array([1, 2], dtype=object)):
        assert numbers(given, (2,), "here").tolist() == [1, 2]
    assert numbers([True, 2], (2,), "here").tolist() == [1, 2]


def test_a_text_of_words_is_not_cut_before_they_are_counted() -> None:
    assert brief("a" * 1000, "here") == "a" * 1000
    with pytest.raises(Wrong, match="here expected at most 1,000 letters, got 1,001"):
        brief("a" * 1001, "here")


def test_a_model_of_our_own_is_the_whole_model() -> None:
    own = own_model(FULL, "here")
    theirs, ours = named_arrays(FULL), named_arrays(own)
    assert list(what_is_compared(own)) == compared()
    assert not any(np.shares_memory(array, theirs[path]) for path, array in ours.items())


class ShoutingHead(Head):
    """A head that says of itself what its arrays do not."""

    @property
    def sizes(self) -> dict[str, int]:
        """No sizes."""
        return {}


class Lying(Transformer):
    """A model whose output projection is another than its arrays say."""

    @property
    def unembedding(self) -> Any:
        """Never zero."""
        return np.eye(3)


class Shouting(np.ndarray[Any, Any]):
    """An array that counts as empty."""

    size = 0


def test_a_model_of_our_own_has_parts_of_our_own() -> None:
    head, layer = LAYER.heads[0], replace(LAYER)
    shouting = ShoutingHead(head.W_Q, head.W_K, head.W_V, head.W_O)
    object.__setattr__(layer, "heads", (shouting,))
    lying = Lying(PLAIN.W_E, PLAIN.W_pos, [layer])
    object.__setattr__(lying, "W_E", PLAIN.W_E.view(Shouting))
    own = own_model(lying, "here")
    assert (type(own), type(own.layers[0].heads[0])) == (Transformer, Head)
    assert type(own.W_E) is np.ndarray


@of_each({"post-norm-search": post_norm_search, "post-norm-lookup": post_norm_lookup}.items())
def test_exercises_on_other_norms_are_about_norms_alone(
    slug: str, make: Callable[..., Transformer]
) -> None:
    def changed(*arguments: Any) -> Transformer:
        model = make(*arguments)
        heads = [replace(h, b_Q=np.zeros(h.sizes["d_head"])) for h in model.layers[0].heads]
        return with_layer(model, heads=heads)

    line = check(slug, changed)
    assert line.outcome == "failed"
    assert re.match(r"(at|with) .* expected .*, got a bias$", line.text), line


@of_each(["heads", "mlp", "norm_attn"])
def test_parts_that_are_none_of_ours_are_refused(name: str) -> None:
    class Changing:
        def __iter__(self) -> Any:
            return iter([self])

        def __getattr__(self, name: str) -> Any:
            return LAYER.heads[0].W_Q if name.startswith("W_") else {}

    layer = replace(LAYER)
    object.__setattr__(layer, name, Changing())
    model = replace(PLAIN)
    object.__setattr__(model, "layers", (layer,))
    line = check("repeat-last", lambda d_vocab, n_ctx: model)
    assert line.outcome == "failed"


def grown() -> dict[str, tuple[Transformer, str]]:
    """Models that have one thing more than the machine of the book, and the sentence on each."""
    head, mlp, inside = LAYER.heads[0], LAYER.mlp, Norm(inside=True)
    assert mlp
    sizes = {"b_Q": 3, "b_K": 3, "b_V": 3, "b_O": PLAIN.d_model}
    biases: dict[str, dict[str, Any]] = {name: {name: np.zeros(n)} for name, n in sizes.items()}

    def layer(**changes: Any) -> Transformer:
        return replace(PLAIN, layers=[replace(LAYER, **changes)])

    return {
        name: (layer(heads=[head, replace(head, **bias)]),
               f"at {name} of head 1 in layer 0 expected None, got a bias")
        for name, bias in biases.items()
    } | {
        "act": (layer(mlp=replace(mlp, act="gelu")),
                "at act of the MLP in layer 0 expected relu, got gelu"),
        "inside": (layer(norm_attn=inside),
                   "at norm_attn of layer 0 expected eps beside the root, got it inside"),
        "inside at the end": (replace(PLAIN, norm_final=inside),
                              "at norm_final expected eps beside the root, got it inside"),
        "cross": (layer(cross=[head]), "at layer 0 expected no cross heads, got 1"),
        "encoder": (replace(PLAIN, encoder=ENCODER),
                    "at encoder expected None, got a Transformer"),
        "causal": (replace(PLAIN, causal=False), "at causal expected True, got False"),
        "norms": (replace(PLAIN, norms="after"), "at norms expected 'before', got 'after'"),
        "RMSNorm": (replace(PLAIN, norm_final=RMS_NORM),
                    "at norm_final expected LayerNorm, got RMSNorm"),
    }  # fmt: skip


GROWN = grown()


@of_each(GROWN)
def test_the_standard_machine_has_no_more(name: str) -> None:
    model, sentence = GROWN[name]
    standard(PLAIN)
    with pytest.raises(Wrong) as wrong:
        standard(model)
    assert str(wrong.value) == sentence


@of_each(["cross", "encoder", "causal"])
def test_who_looks_elsewhere_is_told_so(name: str) -> None:
    with pytest.raises(Wrong, match="^here expected .*, got "):
        own_decoder(GROWN[name][0], "here")


@of_each(JUDGED)
def test_no_judge_takes_a_machine_that_has_everything(slug: str) -> None:
    line = check(slug, lambda *arguments: FULL)
    assert line.outcome == "failed", line
    assert "memory" not in line.text, line


@of_each(name for name in GROWN if name != "RMSNorm")
def test_a_copy_with_one_thing_changed_is_no_copy(name: str) -> None:
    model, _ = GROWN[name]
    assert list(what_is_compared(model)) != list(what_is_compared(PLAIN))
    assert list(what_is_compared(model)) == list(what_is_compared(own_model(model, "here")))


@of_each(named_arrays(FULL))
def test_a_copy_with_one_number_changed_is_no_copy(path: str) -> None:
    def more(where: str, array: Array) -> Array:
        first: Array = (np.arange(array.size) == 0).reshape(array.shape).astype(float)
        return array + first if where == path else array

    assert list(what_is_compared(mapped(FULL, more))) != compared()


@cache
def compared() -> list[bytes]:
    """What of the whole model is compared."""
    return list(what_is_compared(FULL))


# A judge returns what it found


def test_a_check_leaves_nothing_behind() -> None:
    """Of a judge that runs no machine it is not said in which precision it is right."""
    exercise = EXERCISES["repeat-last"]
    assert verdict(exercise, repeat_last).rounded
    assert TRIAL.get(None) is None
    assert conditions() == Conditions()
    assert not verdict(replace(exercise, judge=lambda answer: "1 input"), repeat_last).rounded


def test_conditions_hold_for_one_verdict() -> None:
    seen: list[tuple[Conditions, float]] = []

    def judge(answer: object) -> str:
        seen.append((conditions(), float(fresh(1).random())))
        return "1 input"

    exercise = replace(EXERCISES["repeat-last"], judge=judge)
    own = Conditions(seed=7, to=PRECISIONS["float32"], whole=False)
    for given in (Conditions(), own, Conditions()):
        verdict(exercise, repeat_last, given)
    assert [found for found, _ in seen] == [Conditions(), own, Conditions()]
    assert seen[0][1] == seen[2][1] != seen[1][1]
    assert rounding_asked() is to_float64


@of_each([KeyboardInterrupt, Wrong("on x expected y, got z")])
def test_an_interrupt_leaves_nothing_behind_either(error: Any) -> None:
    def judge(answer: object) -> str:
        rounding_asked()
        raise error

    exercise = replace(EXERCISES["repeat-last"], judge=judge)
    with pytest.raises(KeyboardInterrupt) if error is KeyboardInterrupt else nullcontext():
        assert verdict(exercise, repeat_last, Conditions(seed=3)).rounded
    assert TRIAL.get(None) is None


def test_a_norm_that_says_what_others_leave_out_is_plain() -> None:
    model = random_transformer(0, n_layers=0)
    d = model.d_model
    standard(replace(model, norm_final=Norm(np.ones(d), np.zeros(d))))
    for norm in (Norm(np.full(d, 2.0)), Norm(None, np.ones(d))):
        with pytest.raises(Wrong, match="expected gamma 1, beta 0"):
            standard(replace(model, norm_final=norm))


def test_a_name_of_a_head_draws_nothing() -> None:
    """A note or a name could be tried until a lucky seed came."""
    layers = [replace(layer, heads=[replace(head, name="lucky") for head in layer.heads])
              for layer in FULL.layers]  # fmt: skip
    renamed = replace(FULL, layers=layers)
    assert renamed.layers[0].heads[0].name != FULL.layers[0].heads[0].name
    assert list(what_is_compared(renamed)) == compared()


def test_a_verdict_repeats_no_more_than_a_page() -> None:
    """Whatever an answer holds; the end, which says what would be right, is kept."""

    def judge(answer: Any) -> str:
        raise Wrong(f"it holds {answer}; it must be 7", prompt=str(answer))

    asked = replace(EXERCISES["repeat-last"], judge=judge, typed=None)
    found = verdict(asked, "x\x1b" * 600_000)
    assert len(found.text) < 2100
    assert len(found.prompt) < 2100
    assert found.text.startswith("it holds x\\x1bx")
    assert found.text.endswith("; it must be 7")
    assert " characters more] " in found.text
    assert verdict(asked, "short").text == "it holds short; it must be 7"


# What judges take: whole numbers and lists of any type, a thing where its function is asked


FOURS = (4, 4.0, np.int64(4), np.uint8(4), np.float32(4), np.array(4), np.array([4]),
         Fraction(8, 2), Decimal(4))  # fmt: skip
NOT_WHOLE: list[tuple[Any, str]] = [
    (4.5, "got 4.5"), (np.nan, "got nan"), (-np.inf, "got -inf"), (Fraction(1, 2), "a Fraction"),
    (True, "got a bool"), (np.True_, "got a bool"), ("4", "got a str"), (None, "got None"),
    ([1, 2], "got a list"), (4 + 0j, "got a complex"), (object(), "got an object"),
]  # fmt: skip


def test_a_whole_number_is_one_whatever_holds_it() -> None:
    """A large one to its last digit."""
    assert [(four, type(four)) for four in (whole(four, "") for four in FOURS)] == 9 * [(4, int)]
    assert whole(10**30 + 1, "here") == 10**30 + 1
    with pytest.raises(Wrong, match="1 too few"):
        exactly(lambda n: 10**n, [(30,)], lambda n: 10**n + 1, ["n"])


@of_each(NOT_WHOLE)
def test_what_is_no_whole_number_is_named(thing: Any, got: str) -> None:
    with pytest.raises(Wrong, match=f"^here expected a whole number, .*{re.escape(got)}$"):
        whole(thing, "here")


def test_lists_tuples_and_arrays_hold_the_same_items() -> None:
    for thing in ([1, 2], (1, 2), np.array([1, 2])):
        assert items(thing, 2, "two numbers", "here") == [1, 2]
    for other in ("ab", {1, 2}, 7, np.array(7), None):
        with pytest.raises(Wrong, match="^here expected two numbers, got (an? |None)"):
            items(other, 2, "two numbers", "here")
    with pytest.raises(Wrong, match="^here expected two numbers, got 3$"):
        items([1, 2, 3], 2, "two numbers", "here")


def test_a_thing_stands_for_a_function_that_is_told_nothing() -> None:
    assert ask([1], where="here") == ask(lambda: [1], where="here") == [1]
    with pytest.raises(Wrong, match="^here expected a function, got a list"):
        ask([1], 2, where="here")


@of_each([np.nan, np.inf, -np.inf])
def test_numbers_are_finite(not_finite: float) -> None:
    with pytest.raises(Wrong, match=f"^here expected finite numbers, got {not_finite}$"):
        numbers([1, not_finite], (2,), "here")


def test_cases_are_the_ends_and_drawn_rows_each_once() -> None:
    ranges = (1, 3), (5, 10**6)
    rows = asked([(2, 7), (1, 5)], *ranges)
    assert rows[:5] == ((2, 7), (1, 5), (1, 10**6), (3, 5), (3, 10**6))
    assert len(rows) == len(set(rows)) == 17
    assert rows == asked([(2, 7), (1, 5)], *ranges)
    assert {len(str(n)) for _, n in drawn(*ranges, count=99)} == {1, 2, 3, 4, 5, 6}
    assert all(a < b for a, b in asked([], (1, 9), (1, 9), fits=lambda a, b: a < b))
    assert ends((1, 1), (2, 2)) == drawn((1, 1), (2, 2)) == ((1, 2),)
