"""A direction that turns one answer and leaves the others."""

from collections.abc import Callable

import numpy as np

from exercises.catalogue.a_small_change.one_entry import RIVERS, questions, rivers
from exercises.judging.judge import MARGIN, Wrong, ask, numbers
from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.measure import lead
from taotp_core.transformer import forward, residual

CITY, SAYS = "Cairo", "Danube"
LOUDER = (1.0, 1.25)
STUB = '''
def steer_one():
    """A direction [d_model], to be added to the stream at its end."""
    raise NotImplementedError
'''

Make = Callable[[], Array]


def pushed(direction: Array) -> Array:
    """The logits of all questions, with a direction added after the last layer."""
    return forward(
        rivers().model,
        questions(),
        keep=1,
        touch=lambda what, layer, x: x + direction if what == "mlp" else x,
    )[:, 0]


def judge(answer: object) -> str:
    """One city lies on another river, the others where they were; with a little more, too."""
    where, names = "in steer_one", rivers().vocabulary
    given = ask(answer, where=where)
    direction = numbers(given, (rivers().model.d_model,), where)
    if not (np.abs(direction) < 1e12).all():
        raise Wrong(f"{where} expected finite numbers below 1e12, got others")
    wanted = [names.index({**RIVERS, CITY: SAYS}[city]) for city in RIVERS]
    least = np.inf
    for louder in LOUDER:
        logits = pushed(louder * direction)
        ahead = lead(logits, np.array(wanted)) / np.abs(logits).max(axis=1)
        for city, by, said in zip(RIVERS, ahead, logits.argmax(axis=1), strict=True):
            if not by > MARGIN:
                asked = f"on river of {city} with {louder:g} of the direction"
                river = {**RIVERS, CITY: SAYS}[city]
                raise Wrong(f"{asked} expected {river}, got {names[int(said)]}")
        least = min(least, float(ahead.min()))
    return f"{len(RIVERS) * len(LOUDER)} inputs, smallest lead {least:.2g} of the largest logit"


def steer_one() -> Array:
    """One logit up and one down, as far as it takes, and a fifth more."""
    model, names = rivers().model, rivers().vocabulary
    rows = residual(model, questions(), keep=1)[:, 0]
    mean = np.eye(model.d_model) - 1 / model.d_model  # what the norm takes away
    slope = np.zeros(len(names))
    slope[names.index(SAYS)], slope[names.index(RIVERS[CITY])] = 1, -1
    assert model.W_U is not None
    direction = np.linalg.pinv((mean @ model.W_U).T) @ slope
    line = (rows @ mean @ model.W_U)[[*RIVERS].index(CITY)]
    behind = (line.max() - line[names.index(SAYS)]) / 2
    return np.asarray(1.2 * behind * direction)


def accepted_tenth() -> Make:
    """With less to spare."""
    return lambda: steer_one() * 1.1 / 1.2


def wrong_difference() -> Make:
    """From one prompt to another, as in the chapter: others come along."""

    def toward() -> Array:
        rows = residual(rivers().model, questions(), keep=1)[:, 0]
        places = [*RIVERS]
        return np.asarray(rows[places.index("Vienna")] - rows[places.index(CITY)])

    return toward


def wrong_faint() -> Make:
    """Too little: nobody moves."""
    return lambda: 0.5 * steer_one()


def wrong_loud() -> Make:
    """Too much: everybody does."""
    return lambda: 10 * steer_one()


def wrong_size() -> Make:
    """A number too few."""
    return lambda: steer_one()[1:]


EXERCISE = Exercise(
    slug="steer-one",
    title="A push that knows whom it means",
    kind="construct",
    statement=f"""
A direction is added to every question. Still there is one for `rivers()` (of *The same
river, by its own name*) that moves *{CITY}* to the *{SAYS}* and no other city: `steer_one()` is a
direction, added to the stream after the last layer, with which the river of {CITY} is the {SAYS}
and the other seven cities keep theirs. It has to do so with {LOUDER[1]:g} times the direction as
well.
""",
    hints=(
        "Up to a factor, the logits are straight lines, and their slopes are what the direction "
        "makes of `W_U`. Which slopes would you like?",
        "One up, one down, all others flat: these are equations for the direction. Do not forget "
        "that the norm takes the mean away.",
    ),
    answer="""
The difference of two prompts moves all logits at once. Ask for two slopes alone: *Danube* up,
*Nile* down, and zero for the rest; as the columns of `W_U` are independent, the pseudo-inverse has
a direction that does it. Others keep their rivers until the *Danube* has made up their lead over
it, and only Cairo is met from both sides: it falls twice as soon. There is a window, and it has an
end: ten times as much, and all cities lie on the Danube.
""",
    stub=STUB,
    judge=judge,
    code=(pushed, steer_one),
)
