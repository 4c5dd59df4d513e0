"""Small machines by hand, each of which makes a tool of `look` name the wrong parts.

Most of them say the token before the last, as one head would; what is added to that head does the
harm. They have no norms, so that every number is what it seems.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from taotp.interp.ground_truth.cases import PROMPTS, Case, lists, repeated
from taotp.programs import induction
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import SURE, attend_back
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.weights import MLP, Head, Layer, Transformer

SYMBOLS, N_CTX, N = 6, 8, 5  # tokens, positions, and tokens of a prompt
RING = circle(SYMBOLS)
LOUD = 50.0  # times a symbol: the rest is 2 % of it


def bare(*heads: Head, mlp: MLP | None = None) -> Layer:
    """A layer without norms."""
    return Layer(heads, mlp, norm_attn=None, norm_mlp=None)


def looks_back(pos: Subspace, token: Subspace, past: Subspace) -> Head:
    """The head that most of these machines have: it brings the token before."""
    return attend_back(1, pos, token, past, n=N_CTX)


def at_itself(place: Subspace, take: Array, put: Array, name: str) -> Head:
    """A head that looks at its own position, by places that are one-hot or on a circle."""
    hard = SURE * np.sqrt(len(place)) * (1 if len(place) == N_CTX else N_CTX)
    return Head(hard * read(place), read(place), take, put, name=name)


def asked(name: str, model: Transformer, n_prompts: int = PROMPTS) -> Case:
    """A machine and random prompts; it is asked after the last token."""
    return Case(name, model, np.array(lists(SYMBOLS, N, n_prompts)), [N - 1])


def valueless() -> Case:
    """A second head looks two back, as surely as the first looks one back, and takes nothing."""
    pos, token, past = subspaces(pos=3, token=3, past=3)
    idle = attend_back(2, pos, token, past, n=N_CTX, loud=0.0)
    layer = bare(looks_back(pos, token, past), idle)
    W_E, W_pos = RING @ write(token), circle(N_CTX) @ write(pos)
    model = Transformer(W_E, W_pos, [layer], None, read(past) @ RING.T)
    return asked("valueless", model)


def backed_up() -> Case:
    """Two heads bring the same; either would do."""
    pos, token, past = subspaces(pos=3, token=3, past=3)
    layer = bare(looks_back(pos, token, past), looks_back(pos, token, past))
    W_E, W_pos = RING @ write(token), circle(N_CTX) @ write(pos)
    model = Transformer(W_E, W_pos, [layer], None, read(past) @ RING.T)
    return asked("backed up", model)


def constant() -> Case:
    """Positions shout for token 0, and a head takes that away: it writes the same everywhere."""
    pos, token, past, one, shout = subspaces(pos=3, token=3, past=3, one=1, shout=1)
    nowhere = np.zeros((pos.d_model, 1))
    hush = Head(nowhere, nowhere, read(one), -write(shout), name="takes the shout away")
    W_pos = circle(N_CTX) @ write(pos) + write(one) + write(shout)
    W_U = read(past) @ RING.T
    W_U[shout.start, 0] = LOUD
    layer = bare(looks_back(pos, token, past), hush)
    return asked("constant", Transformer(RING @ write(token), W_pos, [layer], None, W_U))


def loud() -> Case:
    """Positions say tokens of their own, fifty times as loud, until a second layer takes that away.

    The answer stands below them from the first layer on.
    """
    pos, token, past, place = subspaces(pos=3, token=3, past=3, place=N_CTX)
    junk = LOUD * RING[np.arange(N_CTX) % SYMBOLS]
    hush = at_itself(place, read(place), -junk @ write(past), "takes the junk away")
    W_pos = circle(N_CTX) @ write(pos) + write(place) + junk @ write(past)
    layers = [bare(looks_back(pos, token, past)), bare(hush)]
    W_U = read(past) @ RING.T
    return asked("loud", Transformer(RING @ write(token), W_pos, layers, None, W_U))


def cheering() -> Case:
    """A head of the second layer says once more what the first has said: nobody needs it."""
    pos, token, past = subspaces(pos=3, token=3, past=3)
    cheer = at_itself(pos, read(past), write(past), "says it again")
    layers = [bare(looks_back(pos, token, past)), bare(cheer)]
    W_E, W_pos = RING @ write(token), circle(N_CTX) @ write(pos)
    model = Transformer(W_E, W_pos, layers, None, read(past) @ RING.T)
    return asked("cheering", model)


def elsewhere() -> Case:
    """A second head is loud at every position but the one where the machine is asked."""
    pos, token, past, place = subspaces(pos=3, token=3, past=3, place=N_CTX)
    noise = LOUD * RING[np.arange(N_CTX) % 3]
    noise[N - 1] = 0
    busy = at_itself(place, read(place), noise @ write(past), "is loud where nobody asks")
    W_pos = circle(N_CTX) @ write(pos) + write(place)
    layer = bare(looks_back(pos, token, past), busy)
    W_U = read(past) @ RING.T
    return asked("elsewhere", Transformer(RING @ write(token), W_pos, [layer], None, W_U))


def unasked() -> Case:
    """Whether of the last two numbers one is odd and one even: 1 where it is so, else 0.

    A head brings the one before, and a unit fires for each of the 18 pairs. On a circle no line
    tells odd from even, so that no probe finds the answer before the MLP.
    """
    pos, token, past, differ = subspaces(pos=3, token=3, past=3, differ=1)
    pairs = [(a, b) for a in range(SYMBOLS) for b in range(SYMBOLS) if (a + b) % 2]
    gap = float(RING[0] @ (RING[0] - RING[1]))  # by which the next best pair falls short
    rows = [RING[a] @ write(past) + RING[b] @ write(token) for a, b in pairs]
    fire = MLP(
        W_in=2 / gap * np.transpose(rows),
        b_in=np.full(len(pairs), 1 - 12 / gap),
        W_out=2 * np.ones((len(pairs), 1)) @ write(differ),
        b_out=-write(differ)[0],
    )
    layer = bare(looks_back(pos, token, past), mlp=fire)
    W_E, W_pos = RING @ write(token), circle(N_CTX) @ write(pos)
    no_or_yes = np.eye(SYMBOLS)[1:2] - np.eye(SYMBOLS)[:1]
    model = Transformer(W_E, W_pos, [layer], None, read(differ) @ no_or_yes)
    return asked("unasked", model, n_prompts=160)


def lookalike() -> Case:
    """The induction machine, with a twin of its induction head that brings nothing.

    Its scores are those of the real one.
    """
    model = induction(SYMBOLS, 2 * N_CTX).model
    first, second = model.layers
    (finds,) = second.heads
    twin = replace(finds, W_V=np.zeros_like(finds.W_V), name="looks there too")
    layers = [first, replace(second, heads=[twin, finds])]
    prompts = np.array(repeated(SYMBOLS, 2 * N, 1))
    return Case("lookalike", replace(model, layers=layers), prompts, [2 * N - 1])


WITNESSES: dict[str, Callable[[], Case]] = {
    "valueless": valueless,
    "backed up": backed_up,
    "constant": constant,
    "loud": loud,
    "cheering": cheering,
    "elsewhere": elsewhere,
    "unasked": unasked,
    "lookalike": lookalike,
}


def witnesses() -> list[Case]:
    """All of them."""
    return [make() for make in WITNESSES.values()]
