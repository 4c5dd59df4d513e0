"""Exercise: a head whose pattern looks like induction, and is none."""

from collections.abc import Callable

import numpy as np

from exercises.judging.hidden import machine
from exercises.judging.judge import Wrong
from exercises.statement import Exercise, Mark
from taotp.interp import induction_scores
from taotp.programs import induction
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.stream import subspaces, write
from taotp_core.weights import Head, Layer, Transformer

D_VOCAB, N_CTX, LENGTH = 10, 20, 8
HIGH, LOW = 0.9, 0.1
STUB = '''
def no_induction():
    """One layer with one head, which seems to be an induction head."""
    raise NotImplementedError
'''

Build = Callable[[], Transformer]


def judge(answer: object) -> str:
    """The score in texts of 8 tokens said twice, and of 5, 7 and 9."""
    model = machine(answer, "in no_induction", D_VOCAB, N_CTX)
    if [len(layer.heads) for layer in model.layers] != [1]:
        found = [len(layer.heads) for layer in model.layers]
        raise Wrong(f"in no_induction expected one layer with one head, got {found}")
    scores = {n: induction_scores(model, length=n)[0][0] for n in (LENGTH, 5, 7, 9)}
    for n, score in scores.items():
        if n == LENGTH and not score > HIGH:
            raise Wrong(f"at length {n} expected a score above {HIGH}, got {score:.3g}")
        if n != LENGTH and not score < LOW:
            raise Wrong(f"at length {n} expected a score below {LOW}, got {score:.3g}")
    return f"{len(scores)} rows of scores, {scores[LENGTH]:.3g} at length {LENGTH}"


def looking(steps: int, hard: float | None = None) -> Transformer:
    """A head that looks so many places back, whatever stands there."""
    pos, token = subspaces(pos=3, token=3)
    arc = 2 * N_CTX
    head = attend_back(steps, pos, token, token, n=arc, hard=hard)
    W_E, W_pos = circle(D_VOCAB) @ write(token), circle(arc)[:N_CTX] @ write(pos)
    return Transformer(W_E, W_pos, [Layer([head], norm_attn=None)], None)


def no_induction() -> Transformer:
    """Seven places back."""
    return looking(LENGTH - 1)


def accepted_seven_back() -> Build:
    """Seven places back."""
    return no_induction


def accepted_table_of_places() -> Build:
    """Places as unit vectors, and a query for each."""

    def build() -> Transformer:
        d_model = N_CTX + D_VOCAB
        W_Q = np.zeros((d_model, N_CTX))
        for i in range(LENGTH - 1, N_CTX):
            W_Q[i, i - LENGTH + 1] = 1000
        W_K, values = np.eye(d_model)[:, :N_CTX], np.eye(d_model)[:, N_CTX:]
        head = Head(W_Q, W_K, values, values.T)
        eye = np.eye(d_model)
        return Transformer(eye[N_CTX:], eye[:N_CTX], [Layer([head], norm_attn=None)], None)

    return build


def wrong_eight_back() -> Build:
    """That is where the token itself was, not what came after it."""
    return lambda: looking(LENGTH)


def wrong_soft() -> Build:
    """Not sharp enough."""
    return lambda: looking(LENGTH - 1, hard=20.0)


def wrong_induction() -> Build:
    """A real one takes two layers."""
    return lambda: induction(D_VOCAB, N_CTX).model


def wrong_first() -> Build:
    """At the first token."""

    def build() -> Transformer:
        model = looking(1)
        head = model.layers[0].heads[0]
        back = Head(0 * head.W_Q, head.W_K, head.W_V, head.W_O)
        return Transformer(model.W_E, model.W_pos, [Layer([back], norm_attn=None)], None)

    return build


EXERCISE = Exercise(
    slug="looks-like-induction",
    title="It looks like induction",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
An induction head takes two layers. Write `no_induction()`, a machine of *one* layer with *one*
head, for {D_VOCAB} tokens in {N_CTX} places, whose `interp.induction_scores` are above {HIGH} in
texts of {LENGTH} tokens said twice (`length={LENGTH}`), and below {LOW} in texts of 5, 7 and 9.
""",
    hints=(
        "In a text of a fixed length that is said twice, how far back is what came after the "
        "present token?",
        "A head that looks a fixed number of places back needs positions alone: "
        "`gadgets.attend_back` makes one.",
    ),
    answer="""
Seven places back, always. In a text of eight tokens said twice that is where an induction head
would look, and the head never sees a token. Texts of one length cannot tell the two apart; so draw
several, or put something in between.
""",
    stub=STUB,
    judge=judge,
    code=(no_induction, looking),
)
