"""Search for a hash."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.catalogue.searching.thrifty_search import thrifty_search
from exercises.judging.judge import small_enough, standard
from exercises.judging.machine import machine
from exercises.judging.occurrences import Size, finds
from exercises.statement import Exercise, Mark
from taotp.programs.searching import search
from taotp_core.encodings import circle, turn
from taotp_core.equivalences import turned
from taotp_core.gadgets import attend_back
from taotp_core.measure import parameters
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

SIZES = (Size(10, 40, 2), Size(10, 40, 4), Size(30, 60, 8), Size(30, 60, 12))
MOST = 24  # dimensions: the twelve tokens side by side take that many for themselves alone
STUB = '''
def hashed_search(d_vocab, n_ctx, n_match):
    """A Transformer that searches, equally wide for any n_match."""
    raise NotImplementedError
'''

Make = Callable[[int, int, int], Transformer]


def judge(answer: object) -> str:
    """Right at all SIZES, in as many dimensions as for the fewest tokens, and at most MOST."""

    def constant(model: Transformer, size: Size, done: str, where: str) -> None:
        standard(model)
        widths.append(model.d_model)
        most = min(MOST, widths[0]) if len(widths) > 1 else MOST
        small_enough(done, model, "d_model", "dimensions", where, most)
        total.append(parameters(model).total)

    widths: list[int] = []
    total: list[int] = []
    tally = finds(answer, SIZES, constant, phantoms=False)
    return f"{tally.inputs} inputs, {widths[0]} dimensions, {sum(total)} parameters"


def hashed_search(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
    """Tokens turned and stretched at random add up to an arrow; its direction is the hash."""
    token, pos, own, key = subspaces(token=3, pos=3, own=3, key=3)
    loud = 1e7
    drawn = np.random.default_rng(1).random((n_match, 2))
    turns = [(0.5 + size) * turn(part, n=1) for size, part in drawn]
    gather = []
    for k in range(n_match + 1):
        W_O = np.zeros((3, token.d_model))
        if k < n_match:
            W_O += turns[k] @ write(own)  # of the tokens up to this one
        if k > 0:
            W_O += turns[k - 1] @ write(key)  # of those before it
        head = attend_back(k, pos, token, own, n=n_ctx)
        gather.append(Head(head.W_Q, head.W_K, head.W_V, W_O))

    # The key drowns the row, so that the next norm makes all keys equally long.
    both_signs = np.concatenate([read(key), -read(key)], axis=1)
    back = np.concatenate([write(key), -write(key)])
    shout = MLP(both_signs, np.zeros(6), loud * back, np.zeros(token.d_model))
    find = Head(
        W_Q=1e12 * loud * read(own),
        W_K=read(key),
        W_V=read(token),
        W_O=1e6 * loud * d_vocab * write(token),
    )
    layers = [Layer(gather, shout), Layer([find])]
    return Transformer(circle(d_vocab) @ write(token), circle(n_ctx) @ write(pos), layers)


def accepted_angle() -> Make:
    """Twelve dimensions, whatever is asked."""
    return hashed_search


def accepted_turned() -> Make:
    """The same with the symbols in another place on the circle."""

    def turned(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = hashed_search(d_vocab, n_ctx, n_match)
        token, *_ = subspaces(token=3, rest=9)
        around = read(token) @ turn(1, n=7) @ write(token)
        return Transformer(model.W_E @ around, model.W_pos, model.layers)

    return turned


def wrong_older_ones_in_any_order() -> Make:
    """Of what is older than the last two tokens it knows which there are, and not their order."""

    def counted(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = hashed_search(d_vocab, n_ctx, n_match)
        _, _, own, key = subspaces(token=3, pos=3, own=3, key=3)
        heads = list(model.layers[0].heads)
        for k, head in enumerate(heads):
            W_O = head.W_O.copy()
            for to, first, end in ((own, 2, n_match), (key, 3, n_match + 1)):
                if first < k < end:
                    W_O += (heads[first].W_O - head.W_O) @ read(to) @ write(to)
            heads[k] = replace(head, W_O=W_O)
        return replace(model, layers=[replace(model.layers[0], heads=heads), model.layers[1]])

    return counted


def wrong_side_by_side() -> Make:
    """The chapter's: three more dimensions for each token."""
    return lambda d_vocab, n_ctx, n_match: search(d_vocab, n_ctx, n_match).model


def wrong_room_for_the_most() -> Make:
    """As wide for two tokens as for twelve: no hash, and room that is left empty."""

    def padded(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = search(d_vocab, n_ctx, n_match).model
        return turned(model, np.eye(model.d_model, 42))

    return padded


def wrong_planes() -> Make:
    """Two more for each."""
    return thrifty_search


def wrong_keys_of_any_length() -> Make:
    """Without the shout, long keys win against the right ones."""

    def uneven(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = hashed_search(d_vocab, n_ctx, n_match)
        layers = [Layer(model.layers[0].heads), model.layers[1]]
        return Transformer(model.W_E, model.W_pos, layers)

    return uneven


def wrong_order_forgotten() -> Make:
    """All tokens turned alike: any order has the same hash."""

    def bag(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = hashed_search(d_vocab, n_ctx, n_match)
        token, pos, own, key = subspaces(token=3, pos=3, own=3, key=3)
        heads = []
        for k, head in enumerate(model.layers[0].heads):
            W_O = write(own) * (k < n_match) + write(key) * (k > 0)
            heads.append(Head(head.W_Q, head.W_K, head.W_V, W_O))
        layers = [Layer(heads, model.layers[0].mlp), model.layers[1]]
        return Transformer(model.W_E, model.W_pos, layers)

    return bag


EXERCISE = Exercise(
    slug="hashed-search",
    source="4.5",
    title="Search for a hash",
    kind="family",
    marks=(Mark.VERY_HARD,),
    statement="""
To remember ten tokens one does not need room for ten tokens, if all one wants to know is whether
two tens are the same. Write `hashed_search(d_vocab, n_ctx, n_match)` in a stream whose width does
not depend on `n_match`, and has at most 24 dimensions: too few for the twelve tokens of the longest
match side by side. It is asked random texts that hold the last tokens exactly once before,
with near misses, but without a phantom at the start. The norms are the plain LayerNorm, before
each part; an MLP is allowed.
""",
    hints=(
        "Two hashes are needed at each position: one of the last tokens up to and including its "
        "own, which asks, and one of those before it, which answers. Which heads can fill both?",
        "A sum of random vectors may be long or short, and a long key has large dot products with "
        "everything. Keys must be equally long when they are compared. What makes a row of the "
        "stream as long as another?",
        "Layer norm does, for the whole row. If the key is ten million times as loud as the rest, "
        "the whole row *is* the key, and the rest is small but not gone.",
    ),
    answer="""
Turn the token $k$ back by an angle, stretch it by a factor, both drawn once for each $k$, and add.
On a circle the sum is an arrow in a plane, and its direction is the hash: one number. (Without the
factors, two tokens would have the direction halfway between them, and others share it.) Each head
adds its token to two sums, as the $k$-th for the question and as the $(k-1)$-th for the key. An MLP
without any use of its bend (a part and its negative) makes the key ten million times louder, so
that layer norm gives all keys one length; the question is as many times weaker than the key then,
which the query makes good. Twelve dimensions, for any number of tokens: 15,090 parameters where the
source has 123,486.

Nothing is proven. Two different tens may point in nearly the same direction, and among many
positions some will.
""",
    stub=STUB,
    judge=judge,
    code=(hashed_search,),
    typed=machine(judge, hashed_search, at=0, size=SIZES[0].words),
)
