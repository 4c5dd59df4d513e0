"""The code of model answers, as pages show it: it runs by itself, and is what the tests judge."""

import re

from exercises.catalogue import EXERCISES
from exercises.catalogue.hello_world.few_nonzeros import sparse_hello_world
from exercises.catalogue.weights_as_language.small_change import predictions
from exercises.judging.judge import verdict
from exercises.model_answer import runnable
from exercises.order import WORKSHOP
from exercises.statement import Exercise
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
