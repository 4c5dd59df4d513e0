"""Search over the play with words as a circle, as random rows, and as trained ones.

The trained rows are those of a lookup fitted to all pieces of six words, the random ones those from
which the fit began. For windows of several lengths the machine says the next word at many places
of the play, which are counted apart: those whose last two words are there once before, and those
whose last two words are not there.
"""

from collections.abc import Iterator
from functools import cache

import numpy as np

from taotp.constructions.hashes import fitted_hash, random_hash
from taotp.reference import followers
from taotp_core.arrays import Array, Tokens
from taotp_core.encodings import circle, turn
from taotp_core.gadgets import SURE, attend_back, hard_enough, overwrite_by_scale
from taotp_core.stream import read, subspaces, write
from taotp_core.transformer import forward
from taotp_core.weights import Head, Layer, Transformer
from tools.experiments.more_text import D_TOKEN, SEED, different, pieces, play

WINDOWS = (50, 100, 200, 400, 800)
N_PLACES, AT_ONCE = 2000, 20
N_MATCH = 2
ROWS = ("circle", "random", "trained")
FAMOUS = ("wherefore", "art", "thou")
BEFORE, BEHIND = 60, 40  # the passage of the chapter, around FAMOUS
SAID = 40  # words that go on from there
POINTS = [{"rows": rows, "window": window} for rows in ROWS for window in WINDOWS]
WORDS = (
    f"next words right at {N_PLACES} places of the play: whose last {N_MATCH} words occur once "
    f"in the window (once), and do not occur (new); the fit has d_token {D_TOKEN}, seed {SEED}; "
    f"in the window of 100 also what is said after the chapter's passage"
)


def search_by_rows(rows: Array, n_ctx: int, n_match: int = N_MATCH) -> Transformer:
    """The program of the chapter, with one of these rows [d_vocab, d] for each token.

    Layer norm has to leave the rows alone. A wrong token costs at least the least distance of two
    rows, and the answer is as loud as it takes for the two nearest not to be confused.
    """
    d = rows.shape[1]
    sizes = {f"past{k}": d for k in range(1, n_match + 1)}
    token, *past, pos = subspaces(token=d, **sizes, pos=3)
    last = (token, *past)
    arc = 4 * n_ctx
    places = circle(arc)[:n_ctx]
    hard = hard_enough(arc)
    shrink = np.sqrt((d + 3) / token.d_model)  # layer norm stretches at first
    gather = [
        attend_back(k, pos, token, put, n=arc, hard=hard, loud=shrink)
        for k, put in enumerate(past, 1)
    ]
    ahead = turn(n_ctx / 2, arc)
    liking = places[-1] @ ahead @ places.T
    later = SURE / np.diff(liking).min()
    match = (SURE + later * np.ptp(liking)) / apart(rows)
    question = (match * read(*last[:-1]), later * read(pos) @ ahead)
    find = Head(
        W_Q=np.sqrt(d * n_match + 3) * np.concatenate(question, axis=1),
        W_K=read(*last[1:], pos),
        W_V=read(token),
        W_O=write(token),
    )
    layers = [
        Layer(gather),
        Layer([overwrite_by_scale(find, loud=100 * token.d_model / apart(rows))]),
    ]
    return Transformer(rows @ write(token), places @ write(pos), layers)


def apart(rows: Array) -> float:
    """By how much a row leads the nearest other in a product with itself, at least."""
    products = rows @ rows.T
    own = products.diagonal().copy()
    np.fill_diagonal(products, -np.inf)
    return float((own - products.max(axis=1)).min())


@cache
def rows_of(name: str) -> Array:
    """Rows [d_vocab, d] that layer norm leaves alone, a word each."""
    ids, known = play()
    if name == "circle":
        return circle(len(known))
    keys, answers = different(*pieces(ids, 6, 6))
    if name == "random":
        return random_hash(keys.shape[1], len(known), D_TOKEN, SEED).tokens
    return fitted_hash(keys, answers, len(known), D_TOKEN, SEED).tokens


def occurrences(window: Tokens) -> int:
    """How often the last N_MATCH tokens of a window occur in it before, with one behind them."""
    return len(followers(window.tolist(), N_MATCH))


def passage() -> tuple[Tokens, list[str]]:
    """The hundred words of the chapter around FAMOUS, as ids, and the words by id."""
    ids, known = play()
    famous = [known.index(word) for word in FAMOUS]
    runs = np.lib.stride_tricks.sliding_window_view(ids, len(famous))
    at = int((runs == famous).all(axis=1).argmax())
    return ids[at - BEFORE : at + BEHIND], known


def goes_on(model: Transformer) -> str:
    """What comes after the passage, in a window that slides along."""
    ids, known = passage()
    text = ids.tolist()
    for _ in range(SAID):
        logits = forward(model, np.array(text[-model.n_ctx :]), keep=1)[0]
        text.append(int(logits.argmax()))
    return " ".join(known[i] for i in text[len(ids) :])


def measure(rows: str, window: int) -> Iterator[dict[str, object]]:
    """How many next words are right, of how many places of each kind."""
    ids, _ = play()
    starts = np.linspace(0, len(ids) - max(WINDOWS) - 1, N_PLACES).astype(int) + max(WINDOWS)
    windows = ids[starts[:, None] + np.arange(-window, 0)]
    model = search_by_rows(rows_of(rows), window)
    said = np.concatenate([
        forward(model, windows[i : i + AT_ONCE], keep=1)[:, 0].argmax(axis=1)
        for i in range(0, N_PLACES, AT_ONCE)
    ])  # fmt: skip
    seen = np.array([occurrences(w) for w in windows])
    found: dict[str, object] = {"exact": exact(windows, said, seen)}
    for kind, count in (("once", 1), ("new", 0)):
        there = seen == count
        found[kind] = int(there.sum())
        found[f"{kind}_right"] = int((said == ids[starts])[there].sum())
    yield {**found, "says": goes_on(model) if window == 100 else ""}


def exact(windows: Tokens, said: Tokens, seen: Tokens) -> int:
    """How many of the windows with one occurrence are answered by what followed there."""
    right = 0
    for window, answer in zip(windows[seen == 1], said[seen == 1], strict=True):
        right += followers(window.tolist(), N_MATCH) == [answer]
    return right
