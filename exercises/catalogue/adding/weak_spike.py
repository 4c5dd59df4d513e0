"""A weaker spike of two units."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, kind_of, without_gate
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Typed
from taotp_core.transformer import feed_forward
from taotp_core.weights import MLP, mapped

STUB = '''
def weak_spike():
    """An MLP of two units on one column: 1 at 0, at most 0 from 1 on."""
    raise NotImplementedError
'''
FAR = 1e6

Make = Callable[[], MLP]


def judge(answer: object) -> str:
    """One at 0, and nowhere above 0 beyond 1; between kinks a ReLU MLP is straight."""
    mlp = ask(answer, where="in weak_spike")
    if not isinstance(mlp, MLP):
        raise Wrong(f"in weak_spike expected an MLP, got {kind_of(mlp)}")
    sizes = {axis: mlp.sizes[axis] for axis in ("d_model", "d_mlp")}
    if sizes["d_model"] != 1 or sizes["d_mlp"] > 2:
        raise Wrong(f"in weak_spike expected d_model 1 and d_mlp at most 2, got {sizes}")
    without_gate(mlp, "in weak_spike")
    if mlp.act != "relu":
        raise Wrong(f"in weak_spike expected act relu, got {mlp.act}")
    mlp = mapped(mlp, lambda _, W: np.array(W, dtype=np.float64))
    slopes = np.where(mlp.W_in[0] == 0, np.nan, mlp.W_in[0])
    kinks = -mlp.b_in / slopes
    beyond = [x for x in kinks.tolist() if abs(x) > 1]
    tries = [0.0, -1.0, 1.0, -2.0, 2.0, *beyond, -FAR, FAR]
    for x in tries:
        said = float(feed_forward(np.array([[x]]), mlp)[0, 0])
        if x == 0 and not abs(said - 1) < 1e-9:
            raise Wrong(f"on x = 0 expected 1, got {said:.6g}")
        if x != 0 and not said < 1e-9:
            raise Wrong(f"on x = {x:.6g} expected at most 0, got {said:.6g}")
    return f"{len(tries)} inputs, among them every kink, {sizes['d_mlp']} units"


def weak_spike() -> MLP:
    """Up to 1 at 0, and down twice as steeply for ever."""
    return MLP(np.ones((1, 2)), np.array([1.0, 0.0]), np.array([[1.0], [-2.0]]), np.zeros(1))


def accepted_up_and_down() -> Make:
    """The ramp that levels the spike is left out."""
    return weak_spike


def accepted_tent() -> Make:
    """A bias in place of the ramp up: one unit falls to each side."""
    return lambda: MLP(np.array([[1.0, -1.0]]), np.zeros(2), -np.ones((2, 1)), np.ones(1))


def wrong_gate() -> Make:
    """A gate bends it between kinks: right at -2, -1, 0, 1 and 2, and 25 at 1.5.

    Left of 1/2 it is 1 - 304 x^2, right of it -100 (x - 1) (x - 2).
    """
    far = 2.0**20  # the first unit is nowhere silent where it is tried
    gate, bias = np.array([[-304.0, 204.0]]), np.array([304 * far, 402.0])
    kinks, said = np.array([far, -0.5]), np.array([1 - 304 * far**2])
    return lambda: MLP(np.ones((1, 2)), kinks, np.ones((2, 1)), said, "relu", gate, bias)


def wrong_three_units() -> Make:
    """The whole spike."""
    kinks = np.array([1.0, 0.0, -1.0])
    return lambda: MLP(np.ones((1, 3)), kinks, np.array([[1.0], [-2.0], [1.0]]), np.zeros(1))


def wrong_level() -> Make:
    """Down no more steeply than up, so that it stays at 1."""
    return lambda: MLP(
        np.ones((1, 2)), np.array([1.0, 0.0]), np.array([[1.0], [-1.0]]), np.zeros(1)
    )


def wrong_slow() -> Make:
    """Comes down, but not yet at 1."""
    return lambda: MLP(
        np.ones((1, 2)), np.array([1.0, 0.0]), np.array([[1.0], [-1.5]]), np.zeros(1)
    )


def wrong_one_side() -> Make:
    """Falls to the right, and stays at 1 to the left."""
    return lambda: MLP(np.ones((1, 1)), np.zeros(1), -np.ones((1, 1)), np.ones(1))


def wrong_far_out() -> Make:
    """Right at -1, 0 and 1; from 3 on it rises again."""
    kinks, slopes = np.array([-3.0, 0.0]), np.array([[1.0], [-1.0]])
    return lambda: MLP(np.array([[1.0, 0.0]]), kinks, 9 * slopes, np.ones(1))


PARTS = {"W_in": "two numbers", "b_in": "two numbers", "W_out": "two numbers", "b_out": "a number"}


EXERCISE = Exercise(
    slug="weak-spike",
    source="6.4",
    title="A weaker spike",
    kind="construct",
    marks=(Mark.VERY_EASY,),
    statement="""
Call a function a *weak spike* if it is 1 at $x = 0$ and at most 0 wherever $|x| \\ge 1$: it may
fall below zero, and go on falling. Two hidden units are enough for one. `weak_spike()` returns it
as an `MLP` with `d_model` 1.

Why does the chapter not save a third of its parameters in this way?
""",
    hints=(
        "Which of the three ramps does nothing but bring the spike back to zero?",
        "There is another answer, with a `b_out`.",
    ),
    answer="""
$\\max(0, x+1) - 2\\max(0, x)$ rises to 1 at 0, is 0 again at 1, and falls for ever; or $1 -
\\max(0, x) - \\max(0, -x)$. One weak spike is fine, for somebody who looks for the largest of
several. A *sum* of them is not: each entry hears the tails of all others, which are longer than
its own height. The chapter tries it.
""",
    stub=STUB,
    judge=judge,
    code=(weak_spike,),
    typed=Typed(
        tuple(Field(name, f"{name}, {what}", "list") for name, what in PARTS.items()),
        "spike",
        lambda: {"far": FAR, "most": 2},
    ),
)
