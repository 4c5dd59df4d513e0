"""Machines as their sources print them: each says in one sentence where it differs from ours."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from taotp_core.encodings import circle, on_circle, padding
from taotp_core.gadgets import attend_back, hashed
from taotp_core.program import Program, Symbol
from taotp_core.programs import adding, searching, sorting
from taotp_core.programs.lookup import Progress, Table
from taotp_core.programs.lookup import lookup as our_lookup
from taotp_core.programs.minimum import minimum as our_minimum
from taotp_core.rewrites import uniform
from taotp_core.stream import parts, read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

HARD = 1e8  # bears 14,000 symbols of a search, a tenth of it 4,500, ten times more 40,000


def lookup(
    table: Table,
    n_ctx: int,
    *,
    vocabulary: Iterable[Symbol] = (),
    tied: bool = True,
    d_token: int | None = None,
    seed: int = 0,
    progress: Progress = iter,
) -> Program:
    """Section 3.6: every head is as wide as the stream, and an MLP without units follows.

    >>> lookup({"ab": "c", "ba": "a", "cc": "b"}, n_ctx=5).complete("cab")
    'c'
    """
    ours = our_lookup(
        table,
        n_ctx,
        vocabulary=vocabulary,
        tied=tied,
        d_token=d_token,
        seed=seed,
        progress=progress,
    )
    return replace(ours, model=square_heads(ours.model))


def square_heads(model: Transformer) -> Transformer:
    """The same machine of one layer with square heads, W_V the identity, and an idle bias."""
    d_model = model.d_model
    heads = [
        Head(
            W_Q=head.W_Q @ head.W_K.T * np.sqrt(d_model / head.W_K.shape[1]),
            W_K=head.W_K @ head.W_K.T,
            W_V=np.eye(d_model),
            W_O=head.W_V @ head.W_O,
            name=head.name,
        )
        for head in model.layers[0].heads
    ]
    return replace(model, layers=[Layer(heads, no_units(d_model))])


def search(
    vocabulary: int | Iterable[Symbol],
    n_ctx: int,
    n_match: int,
    *,
    hard: float = HARD,
) -> Program:
    """Chapter 4: padding in place of positions that stay, and of equal places no latest.

    So it can be wrong if the tokens occur at the start, and it mixes what
    followed two occurrences. `hard` multiplies the queries of every layer.

    >>> search("abcdr", n_ctx=10, n_match=2).complete("abracadab")
    'r'
    """
    symbols = searching.list_symbols(vocabulary)
    searching.check_n_match(n_match, n_ctx, least=2)
    model = searcher(len(symbols), n_ctx, n_match, hard)
    return Program(model, symbols, fault=searching.too_short(n_match), steps=1)


def searcher(
    d_vocab: int,
    n_ctx: int,
    n_match: int,
    hard: float,
) -> Transformer:
    """Of places with the same tokens before them, look at all.

    Padding, then the position, give way to the tokens gathered, and these
    to the answer. In the source's uniform heads all scores are divided by
    the root of 3 * n_match, where a head of 3 has `small` instead.
    """
    token, room = subspaces(token=3, room=3 * n_match)
    last = (token, *parts(room, n_match))
    pos, now, before = last[-1], last[:-1], last[1:]
    W_E = circle(d_vocab) @ write(token)
    W_E += padding(len(room) - 3) @ write(*last[1:-1])
    W_pos = circle(n_ctx) @ write(pos)

    small = hard / np.sqrt(n_match)
    clean = attend_back(0, pos, room, room, n=n_ctx, hard=small)
    gather = [replace(hashed(clean, -np.eye(len(room))), name="clears")]
    for k, put in enumerate(before, 1):
        gather.append(attend_back(k, pos, token, put, n=n_ctx, hard=small))
    find = [
        Head(hard * read(*now), read(*before), read(token), write(token), name="finds the same"),
        Head(hard * read(*now), read(*now), read(*now), -write(*now), name="clears the tokens"),
        Head(small * read(pos), read(pos), read(pos), -write(pos), name="clears the position"),
    ]
    empty = no_units(token.d_model)
    layers = [Layer(gather, empty), Layer(find, empty)]
    return uniform(Transformer(W_E, W_pos, layers))


def minimum(d_vocab: int, n_ctx: int, *, hard: float = 1e8, loud: float = 1e6) -> Program:
    """Section 5.1: `hard` and `loud` do not grow with d_vocab, and the head has idle columns.

    Its query and key point to points of the circle, which are the root of 3 long.

    >>> minimum(100, n_ctx=5).complete([42, 7, 99])
    [7]
    """
    ours = our_minimum(d_vocab, n_ctx, hard=hard, loud=loud)
    (narrow,) = ours.model.layers[0].heads
    point = np.sqrt(3) * np.eye(1, 3)
    head = replace(narrow, W_Q=narrow.W_Q @ point, W_K=narrow.W_K @ point)
    return replace(ours, model=replace(ours.model, layers=[Layer([head], no_units(3))]))


def sort(
    d_vocab: int = 28,
    n_ctx: int = 100,
    ratio: float = 2.0,
    *,
    aim: float = 0.25,
    hard: float = 1e20,
    loud: float = 1e20,
) -> Program:
    """Section 5.2: both points of a number stand on half a circle, where float64 has room for 28.

    0 is the delimiter, and it does not stop by itself. The index of the
    source's queries and keys is mended.

    >>> sort().complete([3, 1, 2], steps=3)
    [1, 2, 3]
    """
    sorting.check_powers(d_vocab, n_ctx, ratio, aim)
    powers = np.cumsum(np.append(0, ratio ** -np.arange(d_vocab - 1.0)))
    powers *= np.pi / powers[-1]
    aims = np.append((1 - aim) * powers[1:-1] + aim * powers[2:], [np.pi, 0])
    own, sought = subspaces(own=3, sought=3)
    both = read(own, sought)
    head = Head(
        W_Q=hard * read(sought) @ write(own),
        W_K=read(own) @ write(own),
        W_V=loud * both,
        W_O=both,
        name="finds the next larger",
    )
    W_E = on_circle(powers) @ write(own) + on_circle(aims) @ write(sought)
    layer = Layer([head], no_units(own.d_model))
    model = Transformer(W_E, np.zeros((n_ctx, own.d_model)), [layer])
    return Program(model, range(d_vocab), fault=sorting.unsortable(n_ctx), after=0)


def add_mod10(n_digits: int, *, scale: float = 100.0, loud: float = adding.LOUD) -> Program:
    """Section 6.7: a digit is read as itself however many there are, and both signs are a 0.

    >>> add_mod10(2).complete("12+33=")
    '5'
    """
    return zero_for_signs(adding.add_mod10(n_digits, scale=scale, loud=loud))


def add(
    n_digits: int,
    *,
    scale: float = 1.0,
    mark: Sequence[float] = (1.0, 0.0, 0.0),
    loud: float = adding.LOUD,
) -> Program:
    """Section 6.8: both signs are a 0.

    >>> add(2).complete("45+78=")
    '123'
    """
    return zero_for_signs(adding.add(n_digits, scale=scale, mark=mark, loud=loud))


def zero_for_signs(ours: Program) -> Program:
    """The same adder whose + and = have the row of 0, so that an answer of 0 is a tie."""
    W_E = np.concatenate([ours.model.W_E[:10], ours.model.W_E[[0, 0]]])
    return replace(ours, model=replace(ours.model, W_E=W_E))


def no_units(d_model: int) -> MLP:
    """The MLP that the source stores where it has none: its bias counts."""
    none = np.zeros((d_model, 0))
    return MLP(W_in=none, b_in=np.zeros(0), W_out=none.T, b_out=np.zeros(d_model))


# The two that chapter 8 prints as numbers

SYMBOLS = ["l", "H", " ", "r", "W", "!", "d", "o", "e", "<start>", "<stop>"]
TOK_EMB = [
    [1.2, -1.2, 0.0], [1.4, -0.6, -0.7], [1.1, 0.1, -1.2], [0.5, 0.8, -1.3], [-0.2, 1.3, -1.0],
    [-0.9, 1.3, -0.3], [-1.3, 0.9, 0.3], [-1.3, 0.2, 1.0], [-0.8, -0.5, 1.3], [-0.1, -1.1, 1.2],
    [0.6, -1.4, 0.7],
]  # fmt: skip
POS_EMB = [
    [1412611.7, -648030.1, -764581.5], [-874208.8, -525610.0, 1399818.9],
    [1224744.8, -1224744.8, 0.0], [1224744.8, -1224744.8, 0.0],
    [-1336432.9, 267641.6, 1068791.2], [1151984.3, 134429.5, -1286413.9],
    [-267641.6, 1336432.9, -1068791.2], [-1336432.9, 267641.6, 1068791.2],
    [525610.0, 874208.8, -1399818.9], [1224744.8, -1224744.8, 0.0],
    [-1374349.0, 975919.0, 398430.0], [-975919.0, 1374349.0, -398430.0],
    [648030.1, -1412611.7, 764581.5],
]  # fmt: skip
MYSTERY_Q = [[70710678.1], [70710678.1], [-141421356.2]]
MYSTERY_K = [[1.2], [-1.2], [0.0]]
MYSTERY_CONTEXT = 8


def greeting() -> Program:
    """Figure 8.2; its numbers have no names for the tokens, ours are here.

    >>> greeting().complete("")
    'Hello World!'
    """
    model = Transformer(np.array(TOK_EMB), np.array(POS_EMB))
    return Program(model, SYMBOLS, "<start>", "<stop>")


def mystery(toward: float = 1.0) -> Program:
    """Figure 8.3 without its empty MLP, its tokens with two decimals; `toward` multiplies K.

    Printed with one decimal, and cut off there, it cannot say all of its tokens.

    >>> mystery().complete([7, 3, 12])
    [3]
    """
    tokens = np.round(circle(42)[1:21], 2)
    Q, K = np.array(MYSTERY_Q), toward * np.array(MYSTERY_K)
    head = Head(Q / np.sqrt(3), K, np.eye(3), 1e6 * np.eye(3))  # as wide as printed, 3 columns
    model = Transformer(tokens, np.zeros((MYSTERY_CONTEXT, 3)), [Layer([head])])
    return Program(model, range(20), steps=1)


def aab(large: float = 1024.0) -> Program:
    """The essay's GPT-2 for "aab" said for ever: no norm and no MLP, but biases, all of them kept.

    A head as wide as the stream averages the last two tokens, a for 1 and
    b for -1, and writes b where both were a. `large` makes attention hard
    and drowns the token; 3 is the least whole number that will do.

    >>> aab().complete("aa")
    'baabaabaab'
    """
    pos, token, guess = subspaces(pos=5, token=2, guess=1)
    last_two = np.eye(5) + np.eye(5, k=-1)
    head = Head(
        W_Q=large * read(pos) @ last_two @ write(pos),
        W_K=read(pos) @ write(pos),
        W_V=read(token) @ [[1], [-1]] @ write(guess),
        W_O=large * read(guess) @ [[-1, 1]] @ write(token),
        b_Q=np.zeros(8),
        b_K=np.zeros(8),
        b_V=np.zeros(8),
        b_O=large * write(token)[0],
        name="averages the last two",
    )
    layer = Layer([head], norm_attn=None, norm_mlp=None)
    model = Transformer(write(token), write(pos), [layer], norm_final=None)
    return Program(model, "ab", steps=10, slide=True)
