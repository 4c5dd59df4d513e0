"""Exercise: what a machine without a mask can do."""

from collections.abc import Callable
from dataclasses import replace
from itertools import product

import numpy as np

from exercises.judging.asking import Shown, note
from exercises.judging.judge import Wrong, ask, hold, own_model, praised, right, small_enough
from exercises.judging.machine import machine
from exercises.statement import Exercise, Mark
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Layer, Transformer

LETTERS, N, MOST = 3, 6, 220
STUB = '''
def prophet():
    """A Transformer without a mask that says the next token, always."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def judge(answer: object) -> str:
    """Every text; what is said at its end is nobody's business."""
    model = own_model(ask(answer, where="in prophet"), "in prophet")
    words = "in prophet expected causal=False and no encoder, got another machine"
    note("unmasked", words=words)
    if model.causal or model.encoder is not None:
        raise Wrong(words)
    sizes = f"in prophet expected {LETTERS} tokens and {N} positions"
    hold(model, f"{sizes}, got {{d_vocab}} and {{n_ctx}}", d_vocab=LETTERS, n_ctx=N)
    texts = np.array([*product(range(LETTERS), repeat=N)])
    expected = np.full(texts.shape, -1)
    expected[:, :-1] = texts[:, 1:]
    tally = right(model, texts, expected, Shown(suffix=" and what follows"))
    done = f"{tally.inputs} inputs"
    small_enough(done, model, "total", "parameters", f"{N} positions", MOST)
    words = "{inputs} inputs, {total} parameters, smallest margin {margin:.2g}"
    return praised(words, model, tally)


def prophet() -> Transformer:
    """One head that looks a place ahead."""
    pos, token, ahead = subspaces(pos=3, token=3, ahead=3)
    ring = circle(LETTERS)
    return Transformer(
        W_E=ring @ write(token),
        W_pos=circle(N) @ write(pos),
        layers=[Layer([attend_back(-1, pos, token, ahead, n=N)])],
        W_U=read(ahead) @ ring.T,
        causal=False,
    )


def accepted_ahead() -> Make:
    """The head of before-last, turned the other way."""
    return prophet


def accepted_drowned() -> Make:
    """Tied: what comes next is louder than what is there."""

    def found() -> Transformer:
        pos, token = subspaces(pos=3, token=3)
        head = attend_back(-1, pos, token, token, n=N, loud=50.0)
        ring = circle(LETTERS)
        return Transformer(ring @ write(token), circle(N) @ write(pos), [Layer([head])],
                           causal=False)  # fmt: skip

    return found


def wrong_masked() -> Make:
    """With a mask there is nothing ahead."""
    return lambda: replace(prophet(), causal=True)


def wrong_back() -> Make:
    """The token before."""

    def found() -> Transformer:
        model = prophet()
        pos, token, past = subspaces(pos=3, token=3, past=3)
        return replace(model, layers=[Layer([attend_back(1, pos, token, past, n=N)])])

    return found


def wrong_soft() -> Make:
    """Looking ahead without looking sharply."""

    def found() -> Transformer:
        pos, token, ahead = subspaces(pos=3, token=3, ahead=3)
        head = attend_back(-1, pos, token, ahead, n=N, hard=0.1)
        return replace(prophet(), layers=[Layer([head])])

    return found


def wrong_wide() -> Make:
    """Right, with three heads that do nothing."""

    def found() -> Transformer:
        model = prophet()
        (head,) = model.layers[0].heads
        idle = replace(head, W_O=0 * head.W_O)
        return replace(model, layers=[Layer([head, idle, idle])])

    return found


EXERCISE = Exercise(
    slug="prophet",
    title="The prophet",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement="""
Take the mask away, and the next token is easy to tell. `prophet()` returns a `Transformer` with
`causal=False`, three tokens and six positions, which says at each position of a text of six tokens
the one that comes next, for all 729 texts. (At the end it may say anything.) It has at most
220 numbers.
""",
    hints=(
        "Which head of the chapters looks one place back? What is one back, backwards?",
        "In the stream there have to be a place, a token, and room for what is brought.",
    ),
    answer="""
`attend_back(-1, ...)` looks one ahead: positions stand on a circle, and turning the other way is as
good as turning back. It brings and says what it finds. A machine that is trained to say the next
token, with all positions at once and no mask, would find this head first, and have no reason to
find another: it is right always, in training, and knows nothing where a text ends.
""",
    stub=STUB,
    judge=judge,
    code=(prophet,),
    typed=machine(judge, prophet),
)
