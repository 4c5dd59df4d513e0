"""Greetings and a mystery number by number, and a GPT-2 for (aab)*, as their sources print them."""

import numpy as np

from taotp_core.encodings import circle
from taotp_core.program import Program
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import Head, Layer, Transformer

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
    named = subspaces(token=3)
    model = Transformer(np.array(TOK_EMB), np.array(POS_EMB), subspaces=named)
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
    W_pos, named = np.zeros((MYSTERY_CONTEXT, 3)), subspaces(token=3)
    model = Transformer(tokens, W_pos, [Layer([head])], subspaces=named)
    return Program(model, range(20), steps=1)


def aab(large: float = 1024.0) -> Program:
    """The essay's GPT-2 for "aab" said for ever: no norm and no MLP, but biases, all of them kept.

    A head as wide as the stream averages the last two tokens, a for 1 and
    b for -1, and writes b where both were a. `large` makes attention hard
    and drowns the token; 3 is the least whole number that will do.

    >>> aab().complete("aa")
    'baabaabaab'
    """
    named = pos, token, guess = subspaces(place=5, token=2, guess=1)
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
    model = Transformer(write(token), write(pos), [layer], norm_final=None, subspaces=named)
    return Program(model, "ab", steps=10, slide=True)
