"""Let somebody else choose the weights."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import own_program, standard
from exercises.judging.machine import machine
from exercises.judging.text import praise, says
from exercises.statement import Exercise, Mark
from taotp.programs.hello_world import hello_world
from taotp_core.arrays import softmax
from taotp_core.program import Program
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Transformer

MESSAGE = "Hello World!"
STUB = '''
def trained_hello_world():
    """A Program that says Hello World!, with weights found by training."""
    raise NotImplementedError
'''


def judge(answer: object) -> str:
    """Says the message; that its weights were trained is the solver's word."""
    program = own_program(answer, "in the answer")
    standard(program.model)
    return praise(program, says(program, MESSAGE))


def trained_hello_world(
    steps: int = 400, rate: float = 0.5, seed: int = 0, d_model: int = 3
) -> Program:
    """Gradient descent on the mean cross-entropy of the 13 next symbols, by hand."""
    symbols = [*dict.fromkeys("Hello World!"), "<start>", "<stop>"]
    ids = [symbols.index(s) for s in ["<start>", *"Hello World!", "<stop>"]]
    read, said = ids[:-1], ids[1:]
    rng = np.random.default_rng(seed)
    W_E = rng.normal(size=(len(symbols), d_model))
    W_pos = rng.normal(size=(len(read), d_model))
    for _ in range(steps):
        x = W_E[read] + W_pos
        y = normalize(x, LAYER_NORM)
        error = softmax(y @ W_E.T) - np.eye(len(symbols))[said]
        to_y = error @ W_E
        # Back through layer norm: what it removes going forward, it removes going back.
        to_x = to_y - to_y.mean(1, keepdims=True) - y * (y * to_y).mean(1, keepdims=True)
        to_x /= x.std(1, keepdims=True)
        W_E -= rate * error.T @ y / len(read)
        np.subtract.at(W_E, read, rate * to_x / len(read))
        W_pos -= rate * to_x / len(read)
    return Program(Transformer(W_E, W_pos), symbols, "<start>", "<stop>")


def accepted_descent() -> Callable[[], Program]:
    """Four hundred steps of gradient descent on the chapter's own machine."""
    return trained_hello_world


def wrong_untrained() -> Callable[[], Program]:
    """Not a single step."""
    return lambda: trained_hello_world(steps=0)


def wrong_too_early() -> Callable[[], Program]:
    """Stopped when the loss looked good enough."""
    return lambda: trained_hello_world(steps=5)


def wrong_cut_short() -> Callable[[], Program]:
    """The machine knows it, and the program stops after three steps."""
    return lambda: replace(trained_hello_world(), steps=3)


def wrong_begun_late() -> Callable[[], Program]:
    """What stands behind the prompt has said the first letter already."""
    return lambda: replace(trained_hello_world(), after="H")


def wrong_another_message() -> Callable[[], Program]:
    """Right about something else."""
    return lambda: hello_world("Hello, World!")


EXERCISE = Exercise(
    slug="train-hello-world",
    source="2.3",
    title="Let somebody else choose",
    kind="experiment",
    marks=(Mark.RECOMMENDED,),
    statement="""
Train a transformer to say *Hello World!*, with any optimizer and any framework, then put the
weights into a `Program`. How few parameters can you make it with? By hand we need 72, and the
plain LayerNorm has to be there in yours too. Then look at what training found: does it resemble a
circle?
""",
    hints=(
        "The training set is one line long: 13 inputs, each with its next symbol. The loss is "
        "the cross-entropy of the logits.",
        "No layers are needed, so the gradient can be written by hand; the only part that takes "
        "thought is layer norm. With $y = \\mathrm{LN}(x)$ and $g$ the derivative by $y$, the "
        "derivative by $x$ is $(g - \\bar g - y\\,\\overline{y g})/\\sigma$, the bar being a mean "
        "over the row.",
        "Where two symbols stay in one place, try more steps, another seed, or four dimensions.",
    ),
    answer="""
Plain gradient descent finds 72 numbers that say the message in a fraction of a second. Of twenty
seeds 13 get there in 400 steps, and all in 3,200; in four dimensions all twenty do in 400 steps, in
six in 100. The ten symbols that are ever said spread around the ring: after 400 steps they lie 13
to 56 degrees apart, after 3,200 steps 31 to 43, where evenly is 36; `<start>`, which is never said,
shrinks into the middle, out of everybody's way. Two dimensions cannot work, trained or not: layer
norm leaves two points of them. Curves and a picture are in the chapter
[Experiments](experiments.ipynb).
""",
    stub=STUB,
    judge=judge,
    code=(trained_hello_world,),
    checklist=(
        "The weights come from an optimizer started at random weights, and none was placed by "
        "hand.",
        "Optimizer, step size, number of steps and seed are written down, and a second run "
        "gives the same program.",
        "It is said what happens with fewer dimensions, and with how many seeds it was tried.",
        "A picture of the trained symbols, and one sentence that compares it with the circle.",
    ),
    typed=machine(judge, trained_hello_world),
)
