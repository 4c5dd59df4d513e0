"""A number that is off, which one task notices and the other does not."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import MARGIN, Wrong
from exercises.judging.little_man import Change, change_of, number_at
from exercises.judging.two_tasks import LISTS, TASKS, leads, two
from exercises.statement import Example, Exercise
from taotp_core.edits import with_numbers

MOST = 0.25
WHERE = "in one_task_broken"
STUB = '''
def one_task_broken():
    """A place, as path:row.column, and the number for it."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """One task is as before on every list, the other is not."""
    place, value = change_of(answer, two(), WHERE)
    was = number_at(two(), place)
    if abs(value - was) > MOST * abs(was) * (1 + 1e-9):
        raise Wrong(f"{WHERE} expected at most {MOST:.0%} more or less than {was:g}, "
                    f"got {value:g}")  # fmt: skip
    model = with_numbers(two().model, {place: value})
    wrong = {}
    for name in TASKS:
        led = leads(model, name)
        if not (np.abs(led) > MARGIN).all():
            raise Wrong(f"with {place} at {value:g}, after {name} expected answers that are right "
                        "or wrong, got a tie")  # fmt: skip
        wrong[name] = int((led < 0).sum())
    told = " and ".join(f"{count} after {name}" for name, count in wrong.items())
    if sum(count > 0 for count in wrong.values()) != 1:
        raise Wrong(f"with {place} at {value:g} expected lists that go wrong after one name alone, "
                    f"got {told}")  # fmt: skip
    return f"{2 * LISTS} inputs, wrong {told}"


def one_task_broken() -> Change:
    """The smallest says 0 a little less: where it is, 1 is said."""
    place = place_of_zero()
    return place, 0.75 * number_at(two(), place)


def place_of_zero() -> str:
    """Where the logit of 0 reads the first column of the smallest."""
    return f"W_U:0.{two().places[0]}"


def accepted_more() -> Callable[[], Change]:
    """The logit of 1 is too large."""
    place = f"W_U:0.{two().places[1]}"
    return lambda: (place, 1.25 * number_at(two(), place))


def accepted_most() -> Callable[[], Change]:
    """The same of the largest: what 4 reads in its columns."""
    place = f"W_U:4.{two().places[4]}"
    return lambda: (place, 0.76 * number_at(two(), place))


def wrong_both() -> Callable[[], Change]:
    """The constant is not taken away whole: whoever is asked is drowned."""
    place = "W_pos:4.13"
    return lambda: (place, 0.99 * number_at(two(), place))


def wrong_neither() -> Callable[[], Change]:
    """A head may look a little less sharply."""
    place = "layers.1.heads.0.W_Q:2.0"
    return lambda: (place, 0.75 * number_at(two(), place))


def wrong_too_much() -> Callable[[], Change]:
    """It would do it, but is off by half."""
    place = place_of_zero()
    return lambda: (place, 0.5 * number_at(two(), place))


EXERCISE = Exercise(
    slug="one-task-broken",
    title="One task alone",
    kind="value",
    statement=f"""
Change one number of the machine of two by at most {MOST:.0%}, so that one of its tasks goes wrong
on some list, and the other on none. All lists of up to four numbers below 5 are asked.
`one_task_broken()` returns the place, as `"layers.0.mlp.W_in:4.1"` names row 4 and column 1, and
the number that is to stand there.
""",
    example=Example(
        "The machine, its tokens, and the number in a place:",
        "from exercises.judging.little_man import number_at\n"
        "from exercises.judging.two_tasks import two\n\n"
        'print(two().vocabulary, two().model.d_model)\nround(number_at(two(), "W_U:0.2"), 3)',
    ),
    hints=(
        "Which numbers do both machines need? Leave those alone.",
        "A head that is a quarter less sure is still sure. Where does little decide between two "
        "answers?",
        "Two neighbors have logits that are nearly alike. Which numbers make a logit?",
    ),
    answer="""
Each machine reads its logits from its own columns: the unembedding has a row for each of them, and
a machine that sleeps has zeros there. The arrow of 0 is near that of 1, so that with three quarters
of one of its numbers 1 is said where 0 is right, after `least:` alone. Only the constant is shared.
Let one number of it be off by 1 %, and its remainder drowns both tasks. We tried every number, 1 %
up and 1 % down. Six break something, and each of them breaks both.
""",
    stub=STUB,
    judge=judge,
    code=(one_task_broken, place_of_zero),
)
