"""The same listener as a decoder alone: frames first, then a token that asks."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np

from exercises.judging.judge import Wrong, ask, own_decoder, rounding_asked
from exercises.statement import Exercise, Mark
from taotp.applications.spoken.machine import (
    CHANGE,
    N_FRAMES,
    SHARPER,
    WAVES,
    cosines,
    frames_of,
)
from taotp.applications.spoken.said import said_words
from taotp.programs import spoken_words
from taotp.sound.bands import BANDS
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.stream import Subspace, parts, read, subspaces, write
from taotp_core.transformer import forward, normalize
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer

PLACES, NEAR = 6, 3.0  # by the clock: evenly over the frames, each so many frames wide
LEVEL = 0.4  # how loud the first wave is, which is the loudness
BOWS = (0.0, 0.15, -0.15)
ALIKE, FEWEST = 0.4, 1e-9
VOICES = ("a woman again", "a woman, half as fast", "a man")
WORDS = ("directories", "files", "photos")
ASK = BANDS + len(WORDS)  # the column of a row that asks, and of silence in the logits
LOUD = 1e6  # beside which clocks and times are nothing
NEARLY = 0.05  # by how much a vote may differ
APART = 1e3  # what keeps the row that asks from being heard
STUB = '''
def one_stack():
    """A causal Transformer without an encoder, d_vocab 24."""
    raise NotImplementedError
'''

Make = Callable[[], Transformer]


def inputs(frames: Array) -> Array:
    """Frames in the first columns, and a last row that asks: [n + 1, ASK + 1]."""
    rows = np.zeros((len(frames) + 1, ASK + 1))
    rows[:-1, :BANDS] = frames
    rows[-1, ASK] = 1
    return rows


def emphasis() -> Array:
    """How loud each wave is."""
    loud = 1 + SHARPER * np.arange(WAVES)
    loud[0] = LEVEL
    return loud


def heard_by_clock(frames: Array, bow: float = 0.0) -> Array:
    """What the listener hears: waves less their mean, and slopes, at PLACES of a word: [156]."""
    waves = frames @ cosines(BANDS, WAVES)
    t = np.arange(len(waves))
    slopes = sum(
        step * waves[np.clip(t + step, 0, len(t) - 1)] for step in (-2, -1, 1, 2)
    ) / np.float64(10)
    shares = np.linspace(0, 1, PLACES)
    middles = (shares + bow * np.sin(np.pi * shares)).clip(0, 1) * t[-1]
    bells = np.exp(-((t - middles[:, None]) ** 2) / (2 * NEAR**2))
    bells /= bells.sum(axis=1, keepdims=True)
    rows = np.hstack([(waves - waves.mean(axis=0)) * emphasis(), CHANGE * slopes * emphasis()])
    row: Array = (bells @ rows).ravel()
    return row


def known() -> Array:
    """What layer norm makes of the words of the woman, in all bows: [9, 156]."""
    frames = [frames_of(said_words()["a woman"][name]) for name in WORDS]
    rows = np.array([heard_by_clock(each, bow) for bow in BOWS for each in frames])
    return normalize(rows, LAYER_NORM)


@cache
def expected() -> dict[tuple[str, str], Array]:
    """The votes of the listener for each sound, by its voice and word: [4], the last silence."""
    found = {}
    for voice in VOICES:
        for word, samples in said_words()[voice].items():
            row = normalize(heard_by_clock(frames_of(samples)), LAYER_NORM)
            units = np.maximum(known() @ row / len(row) - ALIKE, 0).reshape(len(BOWS), -1)
            found[voice, word] = np.append(units.mean(axis=0), FEWEST)
    return found


def judge(answer: object) -> str:
    """The same woman at other speeds, and a man, who is not heard."""
    model = own_decoder(ask(answer, where="in the answer"), "in the answer")
    if model.d_vocab != ASK + 1 or model.n_ctx <= N_FRAMES:
        sizes = f"d_vocab {ASK + 1} and n_ctx above {N_FRAMES}"
        got = f"{model.d_vocab} and {model.n_ctx}"
        raise Wrong(f"in the answer expected {sizes}, got {got}")
    names = [*WORDS, "silence"]
    for (voice, word), votes in expected().items():
        rows = inputs(frames_of(said_words()[voice][word]))
        heard = forward(model, rows, keep=1, to=rounding_asked())[-1, BANDS:]
        where = f"on {word!r} of {voice}"
        if heard.argmax() != votes.argmax():
            said, instead = names[int(votes.argmax())], names[int(heard.argmax())]
            raise Wrong(f"{where} expected {said!r}, got {instead!r}")
        far = np.abs(heard - votes)
        if not far.max() < NEARLY:
            most = int(far.argmax())
            vote = f"a vote of {votes[most]:.3f} for {names[most]!r}"
            raise Wrong(f"{where} expected {vote}, got {heard[most]:.3f}")
    return f"{len(expected())} inputs, votes within {NEARLY}"


def bell(
    share: float, late: int, time: Subspace, asks: Subspace, take: Subspace, put: Array
) -> Head:
    """A head that listens at a share of the word, some frames late, from the row that asks."""
    sharp = np.sqrt(3) / (2 * NEAR**2)
    t, one = read(time)[:, :1], read(asks)
    middle = share * t + (late - share) * one  # the row that asks stands at n
    W_Q = np.hstack([2 * sharp * middle, -sharp * one, -APART * one])
    return Head(W_Q, read(time, asks), read(take), put)


def one_stack() -> Transformer:
    """Slopes two frames late, means taken away at the end, and time drowned."""
    sizes = {"wave": WAVES, "change": WAVES, "clock": 3, "time": 2, "asks": 1}
    wave, change, clock, time, asks, heard, word = subspaces(
        **sizes, heard=PLACES * 2 * WAVES, word=len(WORDS) + 1
    )
    n = N_FRAMES + 1
    slopes = [
        attend_back(back, clock, wave, change, n=n + 4, loud=gain)
        for back, gain in ((0, 0.2), (1, 0.1), (3, -0.1), (4, -0.2))
    ]
    loud = LOUD * np.diag(emphasis())
    places = []
    less = np.zeros((WAVES, wave.d_model))
    for place, share in zip(parts(heard, PLACES), np.linspace(0, 1, PLACES), strict=True):
        of_wave, of_change = parts(place, 2)
        places.append(bell(share, 0, time, asks, wave, loud @ write(of_wave)))
        places.append(bell(share, 2, time, asks, change, CHANGE * loud @ write(of_change)))
        less -= loud @ write(of_wave)
    mean = Head(-APART * read(asks), read(asks), read(wave), less)
    ids = np.arange(n)
    return Transformer(
        W_E=np.vstack([
            cosines(BANDS, WAVES) @ write(wave), np.zeros((len(WORDS), wave.d_model)), write(asks)
        ]),
        W_pos=circle(n + 4)[:n] @ write(clock) + np.stack([ids, ids**2], 1) @ write(time),
        layers=[
            Layer(slopes, norm_attn=None),
            Layer([*places, mean], units(heard, word), norm_attn=None),
        ],
        norm_final=None,
        W_U=read(word) @ np.eye(ASK + 1)[BANDS:],
    )  # fmt: skip


def units(heard: Subspace, word: Subspace) -> MLP:
    """The listener's units, in the columns of this machine."""
    votes = np.tile(np.eye(len(WORDS), len(word)), (len(BOWS), 1)) / len(BOWS)
    return MLP(
        W_in=read(heard) @ known().T / len(heard) * np.sqrt(len(heard) / heard.d_model),
        b_in=np.full(len(votes), -ALIKE),
        W_out=votes @ write(word),
        b_out=FEWEST * write(word)[-1],
    )


def accepted_late() -> Make:
    """What looks ahead is said later."""
    return one_stack


def wrong_mean_kept() -> Make:
    """The voice and the microphone are still there."""

    def kept() -> Transformer:
        model = one_stack()
        first, second = model.layers
        return replace(model, layers=[first, replace(second, heads=second.heads[:-1])])

    return kept


def wrong_no_slopes() -> Make:
    """Waves alone."""

    def still() -> Transformer:
        model = one_stack()
        _, second = model.layers
        return replace(model, layers=[second])

    return still


def wrong_quiet() -> Make:
    """Times and clocks are louder than the word."""

    def quiet() -> Transformer:
        model = one_stack()
        first, second = model.layers
        heads = [replace(head, W_O=head.W_O / LOUD) for head in second.heads]
        return replace(model, layers=[first, replace(second, heads=heads)])

    return quiet


def wrong_two_stacks() -> Make:
    """The chapter's own."""
    sounds = {word: [said_words()["a woman"][word]] for word in WORDS}
    return lambda: spoken_words(sounds).model


EXERCISE = Exercise(
    slug="one-stack",
    title="One stack",
    kind="construct",
    marks=(Mark.RECOMMENDED,),
    statement=f"""
Most voice models of today have no encoder. The frames of a sound stand before the words, in one
causal stack, as a prompt. Build a listener so, a simpler one than the chapter's, whose time is the
clock's: it compares waves less their plain mean, and slopes, at {PLACES} places evenly from the
first frame to the last, each {NEAR:g} frames wide. `heard_by_clock(frames, bow)` below is what it
hears, in plain numpy. It has a unit for each recording in each of three bows, which votes by how
much the cosine is above {ALIKE}; a word has the mean of its units.

`one_stack()` returns a `Transformer` without an encoder or cross heads whose input is rows of
{ASK + 1} numbers. A frame fills the first {BANDS} columns; after the frames comes one row that is 1
in the last column and 0 elsewhere, and asks. There the last four logits are for *directories*,
*files*, *photos* and silence. It knows the words of `a woman`, and must give `a woman again`, her
`half as fast` and `a man` the votes of that listener, within {NEARLY}.

Two things that an encoder may do are not allowed any more. Which, and when can they be done
instead?
""",
    hints=(
        "A frame sees no later one: it knows neither the mean of the word nor what comes next.",
        "A head brings a sum. So a mean that was not taken away from the frames can be "
        "taken away from what was heard of them.",
        "Two frames later the slope around a frame is known. Say it there, and listen there.",
        "The row that asks stands at position $n$, so that no row has to count. Keep it from "
        "hearing itself.",
        "Layer norm takes the whole row. Make the word louder than all else in it.",
    ),
    answer="""
The mean and the look ahead. The row that asks sees everything, so the mean is taken away there,
from all six places at once; slopes are written two frames late, and the heads listen for them two
frames later, so that only the last frames of a word are heard a little differently. The row
that asks stands at $n$, from which it takes the places without a mean of positions: a decoder
knows by its place how long the prompt is. On the other hand its own row is full of clocks and
times, which have to be drowned before layer norm.
""",
    stub=STUB,
    judge=judge,
    code=(inputs, emphasis, heard_by_clock, known, bell, one_stack, units),
    checklist=("Both things are named that the mask forbids, and where they are done instead.",),
)
