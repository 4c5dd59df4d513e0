"""Exercise: any word, with heads that are narrow."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.judge import LARGEST, Tally, small_enough, standard
from exercises.judging.machine import machine
from exercises.judging.repeated import known, says_next
from exercises.judging.sizes import sized_model
from exercises.statement import Exercise
from taotp.constructions.contexts import needs
from taotp.programs import repeat_pattern
from taotp.programs.repeating import against, unshifted
from taotp_core.arrays import Array
from taotp_core.measure import parameters
from taotp_core.stream import subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

ASKED = (("aab", 5, 250), ("banana", 6, 850), ("aaaaaaaaab", 12, 3000))  # at most so many numbers
OTHERS = (  # to be right for: a pair, all different, beginnings that are alike, and drawn ones
    ("ab", 2), ("abcdef", 6), ("abcabd", 7), ("abbbbb", 9),
    ("caa", 6), ("bddbc", 7), ("cbad", 5), ("aacbac", 6), ("dcdcda", 8), ("bbaabab", 9),
)  # fmt: skip
STUB = '''
def cheap_pattern(word, n_ctx):
    """A Transformer of few numbers that says a word for ever."""
    raise NotImplementedError
'''

Make = Callable[[str, int], Transformer]


def judge(answer: object) -> str:
    """Right for many words from every context that fits one place, for three in few numbers."""
    tally, totals = Tally(), list[int]()
    for word, n_ctx, most in (*ASKED, *((word, n_ctx, LARGEST) for word, n_ctx in OTHERS)):
        letters, where = "".join(dict.fromkeys(word)), f"for {word!r}, at n_ctx {n_ctx},"
        model = sized_model(answer, word, n_ctx, where=where, n_ctx=n_ctx, d_vocab=len(letters))
        standard(model)
        found = says_next(model, known(word, n_ctx), letters)
        total = parameters(model).total
        small_enough(f"{found.inputs} inputs", model, "total", "parameters", repr(word), most)
        tally, totals = tally + found, [*totals, total]
    return f"{tally.inputs} inputs, {sum(totals)} parameters, smallest margin {tally.margin:.3g}"


def cheap_pattern(word: str, n_ctx: int) -> Transformer:
    """The chapter's machine, whose heads find a place on a circle, in two numbers, not n_ctx."""
    letters = list(dict.fromkeys(word))
    ids = [letters.index(letter) for letter in word]
    n, reach, d_vocab = len(word), needs(word), len(letters)
    pos, token, place, idle = subspaces(pos=n_ctx, token=d_vocab, place=n, idle=1)
    here, share = np.arange(n_ctx), 2 / token.d_model
    shrink = np.sqrt(share - share**2)
    ring = around(n_ctx)
    hard = 64 * np.sqrt(2) * shrink**2 / (1 - ring[0] @ ring[1])
    heads, room = [], np.ones((n_ctx, n))
    for back in range(1, reach):
        there = np.where(here < back, here, here - back)
        votes = against(ids, back)
        head = Head(
            W_Q=hard * unshifted(pos, idle) @ ring[there],
            W_K=unshifted(pos, idle) @ ring,
            W_V=shrink * unshifted(token, idle),
            W_O=-votes @ write(place),
        )
        heads.append(head)
        room[:back] += votes[ids, np.arange(n)]
    own = reach * unshifted(token, idle) @ against(ids, 0)
    mlp = MLP(
        W_in=unshifted(pos, idle) @ room + unshifted(place, idle) - own,
        b_in=np.zeros(n),
        W_out=8 * reach * np.eye(d_vocab)[np.roll(ids, -1)] @ write(token),
        b_out=np.zeros(token.d_model),
    )
    return Transformer(write(token), write(pos), [Layer(heads, mlp)])


def around(n: int) -> Array:
    """So many points of a circle in the plane: [n, 2]."""
    angle = 2 * np.pi * np.arange(n) / n
    return np.stack([np.cos(angle), np.sin(angle)], axis=1)


def accepted_circle() -> Make:
    """Keys and queries of two numbers."""
    return cheap_pattern


def accepted_longer_keys() -> Make:
    """The same with keys three times as long and queries a third."""

    def longer(word: str, n_ctx: int) -> Transformer:
        model = cheap_pattern(word, n_ctx)
        (layer,) = model.layers
        heads = [Head(h.W_Q / 3, 3 * h.W_K, h.W_V, h.W_O) for h in layer.heads]
        return Transformer(model.W_E, model.W_pos, [Layer(heads, layer.mlp)])

    return longer


def wrong_chapter() -> Make:
    """The chapter's: right, and three heads of it hold a thousand numbers."""
    return lambda word, n_ctx: repeat_pattern(word, n_ctx).model


def wrong_fewer_heads() -> Make:
    """Without the head that looks back farthest."""

    def fewer(word: str, n_ctx: int) -> Transformer:
        model = cheap_pattern(word, n_ctx)
        (layer,) = model.layers
        return Transformer(model.W_E, model.W_pos, [Layer(layer.heads[:-1], layer.mlp)])

    return fewer


def wrong_nearest() -> Make:
    """Where no token is so far back, a head looks at the nearest on the circle instead."""

    def nearest(word: str, n_ctx: int) -> Transformer:
        model = cheap_pattern(word, n_ctx)
        (layer,) = model.layers
        heads: Sequence[Head] = [
            Head(np.roll(h.W_K, back, axis=0) * 0 + turned(h, back, n_ctx), h.W_K, h.W_V, h.W_O)
            for back, h in enumerate(layer.heads, 1)
        ]
        return Transformer(model.W_E, model.W_pos, [Layer(heads, layer.mlp)])

    def turned(head: Head, back: int, n_ctx: int) -> Array:
        W_Q = head.W_Q.copy()
        full = np.linalg.norm(W_Q[n_ctx - 1] - W_Q[-1])
        W_Q[:n_ctx] = full * np.roll(around(n_ctx), back, axis=0)
        W_Q[-1] = -W_Q[:-1].sum(axis=0)
        return W_Q

    return nearest


def wrong_soft() -> Make:
    """Queries so soft that neighbors share attention."""

    def soft(word: str, n_ctx: int) -> Transformer:
        model = cheap_pattern(word, n_ctx)
        (layer,) = model.layers
        heads = [Head(h.W_Q / 100, h.W_K, h.W_V, h.W_O) for h in layer.heads]
        return Transformer(model.W_E, model.W_pos, [Layer(heads, layer.mlp)])

    return soft


EXERCISE = Exercise(
    slug="cheap-pattern",
    title="Any word, cheaper",
    kind="family",
    statement="""
`repeat_pattern` costs as many numbers as the cube of the word's length, since each head has a
matrix of all places by all places. Write `cheap_pattern(word, n_ctx)`, a `Transformer` with the
plain LayerNorm that says the word for ever from every context that fits one place of it, in at most
250 numbers for *aab* with a context of 5, 850 for *banana* with 6, and 3,000 for nine *a* and a *b*
with 12. Letters are numbered as they first occur in the word. (`against`, `unshifted` and
`needs` can be had from `taotp.programs.repeating`.)
""",
    hints=(
        "What do queries and keys of `n_ctx` numbers each achieve? How many does a circle need?",
        "One-hot positions may stay in the stream: `W_K` takes them to points of a circle, and "
        "`W_Q` takes each to the point that it looks for, itself where there is none so far back.",
        "How much larger must the queries be, where the next point of the circle scores "
        "$\\cos(2\\pi/n)$ and not 0?",
    ),
    answer="""
A head needs two numbers to find a place, not `n_ctx`. One-hot positions are read through a table of
points on a circle, and since that table may be any, a position whose head would have to look before
the start is given its own point. Then a head costs as much as the word is long, and the whole as
much as its square.
""",
    stub=STUB,
    judge=judge,
    code=(cheap_pattern, around),
    typed=machine(judge, cheap_pattern, at=0, size='the word "aab" and n_ctx 5'),
)
