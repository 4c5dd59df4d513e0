"""Search with two dimensions a token."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import small_enough, standard
from exercises.judging.machine import machine
from exercises.judging.occurrences import Size, finds
from exercises.statement import Example, Exercise, Mark
from taotp.programs import printed
from taotp.programs.searching import search
from taotp_core.arrays import Array
from taotp_core.measure import parameters
from taotp_core.weights import Head, Layer, Transformer

SIZES = (Size(2, 12, 3, longest=10), Size(4, 20, 3, longest=5), Size(10, 40, 5))
STUB = '''
def thrifty_search(d_vocab, n_ctx, n_match):
    """A Transformer that searches in fewer than 3 * (n_match + 1) columns."""
    raise NotImplementedError
'''

Make = Callable[[int, int, int], Transformer]


def judge(answer: object) -> str:
    """Right at all SIZES, in fewer than three dimensions for each token that is held."""

    def thrifty(model: Transformer, size: Size, done: str, where: str) -> None:
        standard(model)
        most = 3 * (size.n_match + 1) - 1
        small_enough(done, model, "d_model", "dimensions", where, most)
        total.append(parameters(model).total)

    total: list[int] = []
    tally = finds(answer, SIZES, thrifty)
    return f"{tally.inputs} inputs, {sum(total)} parameters, smallest margin {tally.margin:.3g}"


def thrifty_search(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
    """Circles of the plane, side by side in the directions that sum to zero."""
    d_model = 2 * (n_match + 2) + 1
    centered = np.eye(d_model) - 1 / d_model
    directions = np.linalg.qr(centered)[0].T[:-1]  # at right angles, each of sum 0
    *last, pos = directions.reshape(n_match + 2, 2, d_model)

    arc = 4 * n_ctx
    symbols, places = plane(d_vocab), plane(arc)[:n_ctx]
    hard = 100 / (1 - places[0] @ places[1])
    shrink = np.sqrt(2 / d_model)  # layer norm's stretch, undone
    gather = [
        Head(hard * pos.T @ rotation(-k, arc), pos.T, shrink * last[0].T, last[k])
        for k in range(1, n_match + 1)
    ]

    ahead = rotation(n_ctx / 2, arc)
    liking = places[-1] @ ahead @ places.T
    later = 100 / np.diff(liking).min()
    match = (100 + later * np.ptp(liking)) / (1 - symbols[0] @ symbols[1])
    question = [*(match * slot.T for slot in last[:-1]), later * pos.T @ ahead]
    key = [slot.T for slot in (*last[1:], pos)]
    find = Head(
        W_Q=np.sqrt(2 * n_match + 2) * np.concatenate(question, axis=1),
        W_K=np.concatenate(key, axis=1),
        W_V=last[0].T,
        W_O=10 * d_vocab * last[0],
    )
    return Transformer(symbols @ last[0], places @ pos, [Layer(gather), Layer([find])])


def plane(n: int) -> Array:
    """So many points on the circle of the plane: [n, 2]."""
    angle = 2 * np.pi * np.arange(n) / n
    points: Array = np.stack([np.cos(angle), np.sin(angle)], axis=1)
    return points


def rotation(steps: float, n: int) -> Array:
    """What turns point i of plane(n) to point i + steps."""
    angle = 2 * np.pi * steps / n
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, s], [-s, c]])


def accepted_planes() -> Make:
    """Two dimensions a token, two for the position, one that layer norm takes away."""
    return thrifty_search


def accepted_louder() -> Make:
    """Tokens and positions seven times as long, which the first norm takes away."""

    def louder(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = thrifty_search(d_vocab, n_ctx, n_match)
        layers = model.layers
        gather = [Head(h.W_Q, h.W_K, 7 * h.W_V, h.W_O) for h in layers[0].heads]
        find = [Head(h.W_Q, h.W_K, h.W_V, 7 * h.W_O) for h in layers[1].heads]
        return Transformer(7 * model.W_E, 7 * model.W_pos, [Layer(gather), Layer(find)])

    return louder


def wrong_three() -> Make:
    """The chapter's, which is right in more dimensions."""
    return lambda d_vocab, n_ctx, n_match: search(d_vocab, n_ctx, n_match).model


def wrong_phantom() -> Make:
    """Leviathan's is misled by the start."""
    return lambda d_vocab, n_ctx, n_match: printed.search(d_vocab, n_ctx, n_match).model


def wrong_not_centered() -> Make:
    """Circles of the plane in plain columns: layer norm moves them."""

    def plain(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = thrifty_search(d_vocab, n_ctx, n_match)
        d_model = model.d_model
        directions = np.linalg.qr(np.eye(d_model) - 1 / d_model)[0].T[:-1]
        back = directions.T @ np.eye(d_model)[:-1]  # from those that sum to 0 to plain columns

        def moved(head: Head) -> Head:
            return Head(back.T @ head.W_Q, back.T @ head.W_K, back.T @ head.W_V, head.W_O @ back)

        layers = [Layer([moved(head) for head in layer.heads]) for layer in model.layers]
        return Transformer(model.W_E @ back, model.W_pos @ back, layers)

    return plain


def wrong_one_too_few() -> Make:
    """Matches all tokens but the oldest."""

    def fewer(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        return thrifty_search(d_vocab, n_ctx, n_match - 1)

    return fewer


EXERCISE = Exercise(
    slug="thrifty-search",
    source="4.4",
    title="Two dimensions a token",
    kind="budget",
    marks=(Mark.VERY_HARD,),
    statement="""
Three numbers for a token are one more than a circle needs: the third is there because layer norm
takes away the direction $(1, 1, 1)$. But it takes away one direction of the *row*, not one for
each token in it. Write `thrifty_search(d_vocab, n_ctx, n_match)` in fewer than
$3\\,(n_{match} + 1)$ dimensions. It has to be right on every text that holds the last tokens
exactly once before, at the start or not. The norms are the plain LayerNorm, before each part.

How many parameters do you need for 1,000 symbols, 100 positions and 10 tokens?
""",
    hints=(
        "Where a row's numbers sum to zero, layer norm only changes its length. How many "
        "dimensions does that leave, of $d$?",
        "Find $d - 1$ directions at right angles whose numbers sum to zero (QR of the identity "
        "minus its mean gives some). Pair them: each pair is a plane for a circle.",
        "In the chapter's program `read` and `write` name columns. Here a subspace is a pair of "
        "those directions: `write` is the pair, `read` its transpose.",
    ),
    answer="""
Layer norm takes away one direction of the row, so $2 n_{match} + 5$ dimensions hold $n_{match} + 2$
planes: one for each token held and one for the position. All rows are equally long, so layer norm
multiplies by a known number, as in the chapter. For 1,000 symbols, 100 positions and 10 tokens
that makes 30,700 parameters, a quarter of what Leviathan needs. None of them is zero: what is
saved in storage is paid for in legibility.
""",
    stub=STUB,
    judge=judge,
    example=Example(
        "Leviathan's machine works, and is too wide:",
        """
from taotp.programs import printed


def printed_model(*sizes):
    return printed.search(*sizes).model

check("thrifty-search", printed_model)
""",
    ),
    code=(thrifty_search, plane, rotation),
    typed=machine(judge, thrifty_search, at=0, size=SIZES[0].words),
)
