"""Looking inside."""

from dataclasses import replace

import numpy as np

from exercises.catalogue.looking_inside.looks_like_induction import (
    D_VOCAB,
    N_CTX,
    no_induction,
)
from exercises.catalogue.looking_inside.right_at_the_end import early
from exercises.catalogue.looking_inside.shares_by_hand import shares
from exercises.catalogue.looking_inside.there_and_not_used import there_and_not_used
from exercises.judging.hidden import PAST, RING, SAID, TOKEN, in_layers, looks_back
from exercises.judging.scrambled import places
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.stream import read, subspaces, write
from taotp_core.weights import LAYER_NORM, Head, Layer, Transformer
from tests.exercises.changing import with_head


def one_fewer(written: Array, column: Array) -> Array:
    """The spread by one less than there are columns."""
    d = written.shape[1]
    return np.asarray(shares(written, column) * np.sqrt((d - 1) / d))


def brings_nothing() -> Transformer:
    """Its values are zeros: a score watches where a head looks, not what it brings."""
    model = no_induction()
    return with_head(model, W_V=0 * model.layers[0].heads[0].W_V)


def hasty() -> Transformer:
    """After the first layer the last token is said, which often is the one before too."""
    note = looks_back(1, read(TOKEN), write(PAST))
    tell = looks_back(0, read(PAST), 3 * write(SAID))
    return in_layers([note], [tell], by=read(SAID) + read(TOKEN))


def wrong_by_one() -> Transformer:
    """After the first layer the token after the right one is said, and then it is taken back."""
    turn = np.linalg.pinv(RING) @ np.roll(RING, -1, axis=0)
    note = looks_back(1, read(TOKEN), write(PAST) + turn @ write(SAID))
    tell = looks_back(0, read(PAST), 2 * write(SAID) - turn @ write(SAID))
    return in_layers([note], [tell], by=read(SAID))


def the_opposite() -> Transformer:
    """The second takes back half of what the first says: without the first it says the opposite."""
    first = looks_back(1, read(TOKEN), write(PAST))
    return in_layers([first], [looks_back(1, read(TOKEN), -write(PAST) / 2)])


def by_the_row_before() -> Transformer:
    """The second may read what the first wrote too: what that says is drowned by its own look."""
    first = looks_back(1, read(TOKEN), -write(PAST))
    second = looks_back(1, -8 * read(TOKEN) + read(PAST), write(PAST))
    return in_layers([first], [second], by=-read(PAST))


def in_the_norm() -> Transformer:
    """Not read, but so much louder for some tokens that the norm at the end divides by it."""
    say = looks_back(1, read(TOKEN), write(PAST))
    uneven = np.diag([1.0, 4, 9]) @ write(SAID)
    model = in_layers([say, looks_back(2, read(TOKEN), uneven)])
    return replace(model, norm_final=LAYER_NORM)


def by_token() -> Transformer:
    """At the same token: where it stood, not what came after it."""
    pos, token = subspaces(pos=3, token=3)
    ring = circle(D_VOCAB) @ write(token)
    same = Head(99 * read(token), read(token), read(token), write(token))
    W_pos = circle(2 * N_CTX)[:N_CTX] @ write(pos)
    return Transformer(ring, W_pos, [Layer([same], norm_attn=None)], None)


INVITED: dict[str, dict[str, object]] = {
    "shares-by-hand": {
        "wrong": [one_fewer],
        "right: lists": lambda *given: shares(*given).tolist(),
    },
    "surprise-by-hand": {
        "wrong: as if a text were always said again": lambda V, n, times, p: float(
            (n + 1) * np.log2(V) - (n * (times - 1) - 1) * np.log2(p)
        ),
        "right: Places counted, in an array of one number": lambda V, n, times, p: np.array(
            (chance := n + (times > 1)) * np.log2(V) - (n * times - chance) * np.log2(p)
        ),
    },
    "seen-and-unseen": {
        "wrong: a letter that the machine does not know": lambda: ("abca", "abaa", "abca", "aica"),
        "right: longer, in an array": lambda: np.array(["bebce", "beece", "aceebace", "aceeaace"]),
    },
    "looks-like-induction": {
        "wrong": [by_token],
        "right": [brings_nothing],
    },
    "right-at-the-end": {
        "wrong: the last token": (hasty, early),
        "right: the next one": (wrong_by_one, early),
    },
    "hide-each-other": {"wrong": [the_opposite], "right": [by_the_row_before]},
    "there-and-not-used": {
        "wrong": [in_the_norm],
        "right: a norm at the end": lambda: replace(there_and_not_used(), norm_final=LAYER_NORM),
    },
    "find-the-two": {
        "wrong: the later layer first": lambda: ("Hypatia", *places("Hypatia")[::-1]),
        "right: out of arrays, in a list": lambda: ["Ida Rhodes", *np.array(places("Ida Rhodes"))],
    },
}
