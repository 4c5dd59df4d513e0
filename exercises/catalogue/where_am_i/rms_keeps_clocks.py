"""Under RMSNorm the original encoding still looks back."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.agreement import compare
from exercises.judging.asking import Shown
from exercises.judging.judge import Tally, Wrong, fresh, right, standard
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.encodings import original_angles, reversed_shift, rotations, sinusoids
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import LAYER_NORM, RMS_NORM, Head, Layer, Transformer

DELTAS = (1, 2, 7, 20, 39)
D_VOCAB, N_CTX, WIDTH, PROMPTS = 5, 40, 16, 4
STUB = '''
def says_what_was(delta):
    """A Transformer with RMSNorm that says the token delta places back."""
    raise NotImplementedError
'''

Make = Callable[[int], Transformer]


def judge(answer: object) -> str:
    """Random prompts at all DELTAS; the position table is the original one."""
    tally = Tally()
    for delta in DELTAS:
        where = f"with delta={delta}"
        model = sized_model(answer, delta, where=where, d_vocab=D_VOCAB, n_ctx=N_CTX,
                            least={"d_model": WIDTH})  # fmt: skip
        standard(model, RMS_NORM)
        positions = np.zeros((N_CTX, model.d_model))
        positions[:, :WIDTH] = sinusoids(N_CTX, WIDTH)
        compare(model.W_pos, positions, where, "W_pos")
        if model.W_E[:, :WIDTH].any():
            raise Wrong(f"{where} expected W_E to leave columns 0 to {WIDTH - 1} to the "
                        "positions, got other numbers than 0 there")  # fmt: skip
        tokens = fresh(76).integers(0, D_VOCAB, (PROMPTS, N_CTX))
        expected = np.full(tokens.shape, -1)
        expected[:, delta:] = tokens[:, :-delta]
        tally += right(model, tokens, expected, Shown(suffix=f" {where}"))
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.3g}"


def says_what_was(delta: int) -> Transformer:
    """Tokens of one length beside positions of one length: RMSNorm scales every row alike."""
    pos, token, past = subspaces(pos=WIDTH, token=D_VOCAB, past=D_VOCAB)
    back = reversed_shift(-delta, original_angles(WIDTH))
    head = Head(
        W_Q=1000 * read(pos) @ back,
        W_K=read(pos),
        W_V=read(token),
        W_O=write(past),
    )
    return Transformer(
        W_E=write(token),
        W_pos=sinusoids(N_CTX, WIDTH) @ write(pos),
        layers=[Layer([head], norm_attn=RMS_NORM)],
        norm_final=RMS_NORM,
        W_U=read(past),
    )


def with_query(change: Callable[[Array], Array]) -> Make:
    """The answer with another W_Q."""

    def other(delta: int) -> Transformer:
        model = says_what_was(delta)
        (layer,) = model.layers
        head = replace(layer.heads[0], W_Q=change(layer.heads[0].W_Q))
        return replace(model, layers=[replace(layer, heads=[head])])

    return other


def accepted_shift() -> Make:
    """One head that turns its queries back."""
    return says_what_was


def accepted_keys_forward() -> Make:
    """The same with the keys turned forward, and tokens twice as loud."""

    def forward(delta: int) -> Transformer:
        model = says_what_was(delta)
        (layer,) = model.layers
        (head,) = layer.heads
        keys = head.W_K @ reversed_shift(delta, original_angles(WIDTH))
        turned = replace(head, W_Q=2000 * head.W_K, W_K=keys)
        return replace(model, W_E=2 * model.W_E, layers=[replace(layer, heads=[turned])])

    return forward


def wrong_layer_norm() -> Make:
    """The norm of the rest of the book."""

    def centered(delta: int) -> Transformer:
        model = says_what_was(delta)
        layers = [replace(layer, norm_attn=LAYER_NORM) for layer in model.layers]
        return replace(model, layers=layers, norm_final=LAYER_NORM)

    return centered


def wrong_soft() -> Make:
    """Queries that are not loud enough."""
    return with_query(lambda W_Q: W_Q / 1000)


def wrong_forward() -> Make:
    """Turned the wrong way: the place asked for has not come yet."""

    def ahead(delta: int) -> Transformer:
        model = says_what_was(delta)
        (layer,) = model.layers
        head = replace(layer.heads[0], W_Q=says_what_was(-delta).layers[0].heads[0].W_Q)
        return replace(model, layers=[replace(layer, heads=[head])])

    return ahead


def wrong_positions() -> Make:
    """Cosines first: a fine encoding, but not the original."""

    def other(delta: int) -> Transformer:
        model = says_what_was(delta)
        W_pos = np.zeros_like(model.W_pos)
        W_pos[:, :WIDTH] = rotations(N_CTX, original_angles(WIDTH))
        return replace(model, W_pos=W_pos)

    return other


EXERCISE = Exercise(
    slug="rms-keeps-clocks",
    source="7.6",
    title="RMSNorm keeps the clocks",
    kind="family",
    statement="""
What does RMSNorm do to a row of the original encoding? Use it: `says_what_was(delta)` makes a
`Transformer` over 5 tokens and 40 positions that says the token `delta` places back, wherever
there is one. Its norms are all `RMS_NORM`, before their part; columns 0 to 15 of `W_pos` are
`sinusoids(40, 16)` and its other columns 0; `W_E` is 0 in columns 0 to 15. The rest is yours.
How would you do it with the plain LayerNorm?
""",
    hints=(
        "How long is a row of the sinusoids, and what does RMSNorm divide it by?",
        "If tokens are in columns of their own and are all of one length, how long is a row of "
        "tokens and positions together?",
        "A query that is turned back by $\\delta$ is the key of $\\delta$ places back. To be heard "
        "alone it must be loud; its neighbor's score is lower by a sixteenth.",
    ),
    answer="""
A row of $d$ columns has $d/2$ pairs of length 1, so its length is $\\sqrt{d/2}$ and the root of the
mean of its squares is $\\sqrt{1/2}$, at every position. RMSNorm multiplies all rows by $\\sqrt 2$:
the hands point where they pointed, and the same matrix shifts them. With one-hot tokens in other
columns the factor is another, and still one for all rows. So one head with queries turned back does
it. With LayerNorm the mean, which differs from row to row, is subtracted first. One would have to
take positions that it leaves alone, as the circles of this book; or to apply the norm after the sum
(Post-LN), as the original transformer did, so that at least the first attention sees the rows as
they are. Or write each hand twice, as $(c, s, -c, -s)$: then the mean is 0.
""",
    stub=STUB,
    judge=judge,
    code=(says_what_was,),
    checklist=("One sentence says where a factor of $\\sqrt 2$ comes from.",),
)
