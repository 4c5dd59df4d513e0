"""Model answers: their code runs by itself, and is right beyond what judges ask."""

import re

import numpy as np

from exercises.catalogue import EXERCISES
from exercises.catalogue.by_chance import same_set
from exercises.catalogue.good_or_bad import how_many_goods
from exercises.catalogue.hello_world.few_nonzeros import sparse_hello_world
from exercises.catalogue.is_it_a_sentence import two_late_verbs
from exercises.catalogue.looking_inside import surprise_by_hand
from exercises.catalogue.weights_as_language.small_change import predictions
from exercises.catalogue.what_it_costs import cache_in_bytes, crossing_length
from exercises.judging.judge import verdict
from exercises.model_answer import runnable
from exercises.order import WORKSHOP
from exercises.statement import Exercise
from taotp_core.decode import distribution
from tests.exercises.laws import of_each

IN_ANOTHER_LANGUAGE = "other-language"
PASS = ("markov-mixes", "repeat-last", "small-change", "jello", "tens-digit")
JUDGED = [
    each
    for each in EXERCISES.values()
    if each.judge and each.chapter != WORKSHOP.page and each.slug != IN_ANOTHER_LANGUAGE
]


def defined(each: Exercise) -> dict[str, object]:
    """What the code of an answer defines, run by itself."""
    space: dict[str, object] = {}
    exec(runnable(each.code), space)
    return space


@of_each(JUDGED)
def test_the_code_of_an_answer_runs_by_itself_and_has_what_the_stub_asks_for(
    each: Exercise,
) -> None:
    """And passes; of most exercises that is asked where answers are judged."""
    code, names = runnable(each.code), re.findall(r"^def (\w+)", each.stub, re.MULTILINE)
    assert f"```python\n{code}\n```" in each.answered
    assert "# noqa" not in code and "# fmt" not in code
    space = defined(each)
    assert set(names) <= set(space)
    if each.slug in PASS:
        assert verdict(each, space[names[0]]).passed


def test_only_what_is_used_stands_above_it() -> None:
    """A function's own names are not imported; a constant stands below its functions."""
    assert "says" not in runnable([sparse_hello_world]).split("def ")[0]
    code = runnable([predictions])
    assert code.index("def swap") < code.index("CHANGES") < code.index("def predictions")


@of_each(EXERCISES.values())
def test_a_model_answer_is_folded_below_each(each: Exercise) -> None:
    """Nothing in it may end the fold, or begin a section of the page."""
    prose = re.sub(r"^```.*?^```$", "", each.answered, flags=re.MULTILINE | re.DOTALL)
    assert not re.search(r"^#|</?details", prose, re.MULTILINE)
    assert each.slug != IN_ANOTHER_LANGUAGE or "```c\n" in each.answered


# Beyond what their judges ask: many drawn cases, against another way to tell


def test_a_score_that_goods_have_takes_as_many() -> None:
    """To the last digit, where a root that is rounded would ask for one more."""
    for n in range(1000):
        score = how_many_goods.score_of(n)
        assert how_many_goods.goods(score) == n
        just_more = float(np.nextafter(score, 1))
        if how_many_goods.score_of(n + 1) > just_more > score:
            assert how_many_goods.goods(just_more) == n + 1


def test_bits_are_those_of_the_tokens_one_by_one() -> None:
    rng = np.random.default_rng(0)
    one_by_one = surprise_by_hand.accepted_token_by_token()
    for _ in range(300):
        V, times = int(rng.integers(1, 40)), int(rng.integers(1, 6))
        n, p = int(rng.integers(1, V + 1)), float(rng.uniform(0.01, 1))
        assert np.isclose(surprise_by_hand.bits(V, n, times, p), one_by_one(V, n, times, p))
    assert surprise_by_hand.bits(8, 8, 1, 0.5) == 24


def test_top_p_keeps_as_many_as_the_answers_say() -> None:
    """By the library's own cut; the least share is one of a hundred million."""
    rng = np.random.default_rng(1)
    below = same_set.accepted_just_below()
    for _ in range(200):
        shares = rng.dirichlet(np.full(int(rng.integers(2, 12)), 0.3)) + 1e-8
        given = (shares / shares.sum()).tolist()
        k = int(rng.integers(1, len(given) + 1))
        for p in (same_set.same_set(given, k), below(given, k)):
            assert np.count_nonzero(distribution(np.log(given), top_p=p)) == k


def test_one_text_more_does_not_fit() -> None:
    left = cache_in_bytes.MEMORY - 2 * cache_in_bytes.MODEL.parameters
    for n in (1, 7, 487_819, 487_820, 10**7):
        texts = cache_in_bytes.texts_that_fit(n)
        assert texts * 131_072 * n <= left < (texts + 1) * 131_072 * n


def test_a_token_before_the_crossing_costs_less() -> None:
    for d, heads, kv, k, m, matrices in crossing_length.CASES:
        n = crossing_length.crossing(d, heads, kv, k, m, matrices)
        assert 2 * heads * k * (n - 1) <= matrices * d * m < 2 * heads * k * n


def test_verbs_without_a_subject() -> None:
    right = (
        "The dogs that the cat has not seen sleep.", "Do the dogs that the cat sees sleep?",
        "The dogs that the cat sees and loves sleep.", "There are dogs that the cat sees.",
        "That the dogs sleep is what she knows.", "The plays that the cat sees stop.",
        "The dogs that sleep see the cat.", "Who sees the dogs that the cat likes?",
        "The dogs the girls the boy sees love know that they sleep.",
    )  # fmt: skip
    whole, _ = two_late_verbs.machines()
    for text in right:
        assert not two_late_verbs.without_subject(whole.cut(text)), text
    wrong = {"The dogs that the cat sees sleep sleep.": "sleep", "The cat sees know.": "know"}
    for text, verb in wrong.items():
        assert two_late_verbs.without_subject(whole.cut(text)) == verb
