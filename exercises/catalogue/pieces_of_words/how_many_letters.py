"""How many letters a piece has is written nowhere, unless somebody writes it."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.cutting import pieces_of_the_play
from exercises.judging.judge import fresh, right, standard
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp_core.encodings import circle
from taotp_core.weights import Transformer

MERGES, N, LONGEST = 100, 4, 2000
STUB = '''
def counter(pieces):
    """A Transformer that says how many letters the last piece has."""
    raise NotImplementedError
'''

Make = Callable[[list[str]], Transformer]


def judge(answer: object) -> str:
    """Right after every piece, whatever stands before it."""
    pieces = [*pieces_of_the_play(MERGES).tokens]
    n = len(pieces)
    model = sized_model(
        answer, pieces, where="in counter", least={"n_ctx": N}, d_vocab=n, d_model=3
    )
    standard(model)
    tokens = fresh(12).integers(n, size=(2 * n, N))
    tokens[:n, 0] = np.arange(n)
    tokens[n:, -1] = np.arange(n)
    lengths = np.array([len(piece) for piece in pieces])

    def show(prefix: Sequence[int]) -> str:
        """The last piece, and how many stand before it."""
        before = f" behind {len(prefix) - 1} others" if len(prefix) > N else ""
        return repr([pieces[token] for token in prefix[-N:]]) + before

    tally = right(model, tokens, lengths[tokens], show, str)
    rows = fresh(13).integers(n, size=(3, min(model.n_ctx, LONGEST)))  # wherever it has room
    tally += right(model, rows, lengths[rows], show, str)
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.2g}"


def counter(pieces: list[str]) -> Transformer:
    """Each piece stands where its number of letters stands on a circle."""
    lengths = [len(piece) for piece in pieces]
    points = circle(max(lengths) + 1)
    W_U = np.zeros((3, len(lengths)))
    W_U[:, 1 : len(points)] = points[1:].T
    return Transformer(points[lengths], np.zeros((4, 3)), W_U=W_U)


def accepted_circle() -> Make:
    """The hours of a clock."""
    return counter


def accepted_longer_context() -> Make:
    """With more room than is asked for, and louder."""

    def louder(pieces: list[str]) -> Transformer:
        model = counter(pieces)
        assert model.W_U is not None
        return Transformer(model.W_E, np.zeros((9, 3)), W_U=9 * model.W_U)

    return louder


def wrong_tied() -> Make:
    """Tied, a piece says itself, or one like it."""
    return lambda pieces: Transformer(counter(pieces).W_E, np.zeros((4, 3)))


def wrong_by_one() -> Make:
    """Letters counted from 0."""

    def shifted(pieces: list[str]) -> Transformer:
        model = counter(pieces)
        assert model.W_U is not None
        return Transformer(model.W_E, model.W_pos, W_U=np.roll(model.W_U, -1, axis=1))

    return shifted


def wrong_by_age() -> Make:
    """A younger piece is not always a longer one."""

    def by_age(pieces: list[str]) -> Transformer:
        n = len(pieces)
        longest = max(map(len, pieces))
        points = circle(longest + 1)
        guessed = np.minimum(1 + np.arange(n) * longest // n, longest)
        model = counter(pieces)
        return Transformer(points[guessed], model.W_pos, W_U=model.W_U)

    return by_age


EXERCISE = Exercise(
    slug="how-many-letters",
    title="How many letters?",
    kind="construct",
    statement=f"""
A machine over pieces does not see their letters. Tell it how many there are. `counter(pieces)` gets
a list of pieces (the letters of the play, and what its first {MERGES} merges make). It returns a
`Transformer` in three dimensions, with the plain LayerNorm and a context of at least {N}, that
after each piece says the token whose id is the number of its letters: 1 after *a*, 3 after *the*.
No layer is needed. Where is that number written?
""",
    hints=(
        "All pieces of two letters may stand on one point.",
        "The unembedding need not be tied: its column $k$ is the point for $k$ letters.",
        "Three dimensions leave a circle under layer norm; `circle` of the longest piece has room.",
    ),
    answer="""
In the table of embeddings, once for each piece: the row of a piece is the point of its number of
letters on a circle, and column k of the unembedding is point k. It is a table of all answers,
written by somebody who saw the letters. A trained model has to learn each of these rows from texts
that spell words, and for a rare piece there are few of them.
""",
    stub=STUB,
    judge=judge,
    code=(counter,),
)
