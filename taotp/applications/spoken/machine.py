"""Hear a word: an encoder listens, and a decoder says which recording the sound is like."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from taotp.files import data_of
from taotp.sound.bands import BANDS, log_mel
from taotp.sound.heard import Heard
from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.program import Program
from taotp_core.stream import Subspace, hidden, parts, read, subspaces, write
from taotp_core.transformer import encode, normalize, residual
from taotp_core.weights import LAYER_NORM, MLP, RMS_NORM, Head, Layer, Transformer

N_FRAMES = 250  # two seconds and a half, the longest word
REACH = 2  # frames, how far on either side a change is seen
WAVES = 13  # of the cosine transform; the first is how loud a frame is
SHAPES = WAVES - 1  # the others, which are compared
LOUDER = 0.1  # how much more a louder frame counts in the mean that is taken away
AWAY = 0.75  # of that mean is taken away: what is left of it is of the voice, and of the word too
SHARPER = 0.4  # by how much each wave counts more than the one before it
CHANGE = 2.5  # how much a change counts beside what changes

MINUTES = 16  # frames of an hour, in which sums are taken so far, and hours of the longest word
FAINTER = 1e3  # how much more a fainter frame counts where the faintest is looked for
MOVING = 0.02  # of what moves in a frame is the logarithm of how much more it weighs in a sum
REST = 0.075  # of the mean loudness goes to every frame, so that time does not stand still
EVEN = 0.01  # as well, so that it does not in a sound that is as loud all the time
SURE = 40.0  # what is not to be seen weighs e**-40
FAINT = 20.0  # what is summed weighs e**-20 of the first frame, so that a mean becomes a sum
LOUD = 1e6  # beside the arrow of time, when a norm makes it as long as others

PLACES = 12  # of a word, from its first sound to its last, at which it is compared
NEAR = 0.04  # of a word is heard around a place, as a standard deviation
EARLIER = 0.15  # of a word: how much sooner or later its middle may come
BOWS = (0.0, EARLIER, -EARLIER)  # each recording is heard so, in units of its own

ALIKE = (0.3, 0.45, 0.6)  # the cosines from which on the units of a recording vote
STEEPER = 5.0  # how much more the next of them says
FEWEST = 2.5e-3  # votes, where 1 is all; with less, silence is said
FEWEST_OF_ALL = 1e-4  # the same of the digits, which are said by voices that nobody has heard
PART_OF_ALL = 0.3  # of all votes the digit that is said must have more
STEADY = 0.02  # votes for silence beside those, of a sound that stays the same
SAME = 0.38  # the cosine with such a sound from which on it votes
SILENCE = ""  # begins what is said, and is all of it where nothing votes
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"  # in files, 0 to 63


class Stream(NamedTuple):
    """What the columns of the stream hold: the encoder's, and the decoder's beside them."""

    loudness: Subspace  # the first wave of the cosine transform of a frame
    wave: Subspace  # the others
    change: Subspace  # how fast they change
    clock: Subspace  # the frame's position on a circle
    hours: Subspace  # which hours of MINUTES frames have struck
    minutes: Subspace  # which minutes of this hour have
    start: Subspace  # 1 at the first frame
    busy: Subspace  # how loud a frame is above the faintest
    rest: Subspace  # what every frame has: a part of the mean of that
    sounds: Subspace  # as busy, and 0 at the first frame
    moves: Subspace  # how much all waves change, and 0 at the first frame
    still: Subspace  # the rest less what sounds, and 0 at the first frame
    passed: Subspace  # loudness times movement so far, less the half of all, and all
    time: Subspace  # the same as an arrow of length 1
    heard: Subspace  # the decoder's: waves and changes at PLACES, one after the other
    word: Subspace  # a column for each word, and for silence
    idle: Subspace  # where the encoder holds nothing

    @classmethod
    def of(cls, n_words: int) -> "Stream":
        """Lay the stream out; the two machines need no column at the same time."""
        heard = PLACES * 2 * SHAPES
        of_encoder = {
            "loudness": 1, "wave": SHAPES, "change": SHAPES, "clock": 3, "hours": MINUTES - 1,
            "minutes": MINUTES - 1, "start": 1, "busy": 1, "rest": 1, "sounds": 1, "moves": 1,
            "still": 1, "passed": 2, "time": 2,
        }  # fmt: skip
        *own, idle = subspaces(**of_encoder, idle=heard + n_words - sum(of_encoder.values()))
        return cls(*own, *subspaces(heard=heard, word=n_words), *[idle])

    @property
    def of_encoder(self) -> list[Subspace]:
        """The encoder's parts."""
        return [*self[: self._fields.index("heard")], *hidden(self.idle)]

    @property
    def of_decoder(self) -> list[Subspace]:
        """The decoder's."""
        names = [f"heard at {place + 1} of {PLACES}" for place in range(PLACES)]
        return [*parts(self.heard, PLACES, names), self.word]


def spoken_words(recordings: Mapping[str, Sequence[Array]]) -> Program:
    """A program that hears a word and says it: its weights are recordings.

    For each word at least one sound, samples [n] as `taotp.sound` has
    them; `complete` takes such samples too. It says nothing where what it
    hears is like no recording. Raises ValueError for fewer than two words,
    a word without a sound, and a sound that cannot be heard.

    >>> t = np.arange(3200) / 8000
    >>> up, down = (0.5 * np.sin(f * t + s * t * t) for f, s in ((2000, 9000), (9000, -9000)))
    >>> spoken_words({"up": [up], "down": [down]}).complete(down)
    'down'
    """
    return hearing(list(recordings), *remembered(recordings))


def spoken_digits() -> Program:
    """A program that hears the digits "zero" to "nine", in whosever voice.

    Its recordings are synthesized voices, made and stored by
    `python -m tools.experiments spoken_digits`; see `taotp/data/README.md`.

    >>> program = spoken_digits()
    >>> program.vocabulary[:3]
    ('zero', 'one', 'two')
    >>> program.complete(np.sin(np.arange(4000) / 3))
    ''
    """
    texts = data_of("taotp.data", "spoken_digits.json")["heard"]
    heard = np.array([[LETTERS.index(letter) for letter in text] for text, _ in texts]) - 31.5
    labels = [label for _, label in texts]
    bound = {"fewest": FEWEST_OF_ALL, "part": PART_OF_ALL, "steady": STEADY}
    return hearing(DIGITS, heard, labels, **bound)


def hearing(
    words: Sequence[str],
    heard: Array,
    labels: Sequence[int],
    *,
    fewest: float = FEWEST,
    part: float = 0.0,
    steady: float = 0.0,
) -> Program:
    """The program that compares with what was heard [n, size]; each votes for a label's word.

    Silence is said unless a word has more votes than `fewest` and this part of all together, and
    those for silence of a sound that stays the same, `steady` of 1 each.
    """
    stream = Stream.of(len(words) + 1)
    model = with_votes(listener(stream), votes(stream, heard, labels, fewest, part, steady))
    return Program(
        model, [*words, SILENCE], start=SILENCE, stop=SILENCE, steps=1, source=frames_of,
        pieces=Heard((*words,)),
    )  # fmt: skip


def with_votes(bare: Transformer, mlp: MLP) -> Transformer:
    """A listener that compares what it has heard."""
    *before, last = bare.layers
    return replace(bare, layers=[*before, replace(last, mlp=mlp)])


def remembered(recordings: Mapping[str, Sequence[Array]]) -> tuple[Array, list[int]]:
    """What is heard of recordings in all BOWS, and the number of the word of each."""
    check_recordings(recordings)
    sounds = [frames_of(samples) for own in recordings.values() for samples in own]
    labels = [i for i, own in enumerate(recordings.values()) for _ in own]
    return np.concatenate([impressions(sounds, bow) for bow in BOWS]), labels * len(BOWS)


def impressions(sounds: Sequence[Array], bow: float = 0.0) -> Array:
    """What the heads write who hear the places of each word: [n_sounds, size of `heard`]."""
    stream = Stream.of(1)
    bare = listener(stream, bow)
    start = np.array([0])
    rows = [residual(bare, start, memory=encode(bare, frames))[0] for frames in sounds]
    return np.array(rows) @ read(stream.heard)


def listener(stream: Stream, bow: float = 0.0) -> Transformer:
    """The machine up to where it has heard a word, without a recording to compare it with.

    With a bow it hears the middle of a word so much later, as a share of the word.
    """
    nothing = np.zeros((len(stream.word), stream.word.d_model))
    shares = np.linspace(0, 1, PLACES)
    shares = (shares + bow * np.sin(np.pi * shares)).clip(0, 1)
    heads = [hear(stream, place, share) for place, share in enumerate(shares)]
    return Transformer(
        W_E=nothing,
        W_pos=nothing[:1],
        layers=[Layer(cross=heads, norm_cross=None)],
        norm_final=None,
        W_U=read(stream.word),
        encoder=encoder(stream),
        subspaces=stream.of_decoder,
    )


def hear(stream: Stream, place: int, share: float) -> Head:
    """A head that hears what is near one of PLACES, which is at a share of the word.

    Its question is the arrow of that time. The cosine of a small angle a is 1 - a^2 / 2, so that
    the weights are a bell of NEAR around it.
    """
    loud = np.diag(np.concatenate([emphasis(), CHANGE * emphasis()]))
    return Head(
        W_Q=np.zeros((stream.time.d_model, 2)),
        W_K=read(stream.time),
        W_V=read(stream.wave, stream.change),
        W_O=loud @ write(parts(stream.heard, PLACES)[place]),
        b_Q=np.sqrt(2) / NEAR**2 * arrow(share),
        name=f"hears place {place + 1} of {PLACES}",
    )


def emphasis() -> Array:
    """How much each wave counts: finer ones are fainter by nature."""
    by_wave: Array = 1 + SHARPER * np.arange(1, WAVES)
    return by_wave


def arrow(share: float) -> Array:
    """The time at a share of a word, as the encoder writes it: an arrow of length 1."""
    ends = np.array([share - 0.5, 1.0])
    pointing: Array = ends / np.linalg.norm(ends)
    return pointing


# The encoder


def encoder(stream: Stream) -> Transformer:
    """Frames in bands -> waves over the bands, how fast they change, and what time it is."""
    t = np.arange(N_FRAMES)
    strokes = np.arange(1, MINUTES)
    waves = cosines(BANDS, WAVES)
    return Transformer(
        W_E=waves @ write(stream.loudness, stream.wave) + waves[:, :1] @ write(stream.busy),
        W_pos=circle(N_FRAMES + 2 * REACH)[:N_FRAMES] @ write(stream.clock)
        + (t[:, None] // MINUTES >= strokes) @ write(stream.hours)
        + (t[:, None] % MINUTES >= strokes) @ write(stream.minutes)
        + (t[:, None] == 0) @ write(stream.start)
        + EVEN * np.ones((N_FRAMES, 1)) @ write(stream.rest),
        layers=[
            Layer([*shapes(stream), *rises(stream)], sounding(stream), None, None),
            Layer(so_far(stream), pointing(stream), None, RMS_NORM),
        ],
        norm_final=None,
        causal=False,
        subspaces=stream.of_encoder,
    )


def cosines(n_bands: int, n_waves: int) -> Array:
    """The cosine transform: waves of 0, 1/2, 1, 3/2 ... turns over the bands [n_bands, n_waves]."""
    middles = (np.arange(n_bands) + 0.5) / n_bands
    waves: Array = np.cos(np.pi * np.outer(middles, np.arange(n_waves)))
    waves *= np.sqrt(2 / n_bands)
    return waves


def weighed(name: str, by: float, stream: Stream, take: Subspace, put: Array) -> Head:
    """A head that brings a mean of all frames: the logarithm of a weight is `by` times loudness."""
    return Head(
        W_Q=np.zeros((take.d_model, 1)),
        W_K=by * read(stream.loudness),
        W_V=read(take),
        W_O=put,
        b_Q=np.ones(1),
        name=name,
    )


def shapes(stream: Stream) -> list[Head]:
    """Heads that take most of the louder frames' mean away, and bring how fast waves change."""
    mean = -AWAY * write(stream.wave)
    heads = [weighed("takes the mean away", LOUDER, stream, stream.wave, mean)]
    for steps in (-2, -1, 1, 2):
        head = attend_back(
            steps, stream.clock, stream.wave, stream.change, n=N_FRAMES + 2 * REACH,
            loud=-steps / sum(step**2 for step in (-2, -1, 1, 2)),
        )  # fmt: skip
        heads.append(replace(head, name=f"looks {abs(steps)} {'back' if steps > 0 else 'ahead'}"))
    return heads


def rises(stream: Stream) -> list[Head]:
    """Heads that find how far a frame's loudness is above the faintest, and a part of the mean."""
    loudness, busy, rest = stream.loudness, write(stream.busy), REST * write(stream.rest)
    return [
        weighed("finds the faintest", -FAINTER, stream, loudness, -busy - rest),
        weighed("finds the mean loudness", 0.0, stream, loudness, rest),
    ]


def sounding(stream: Stream) -> MLP:
    """Units: how busy a frame is, how much it moves, and what it has at rest.

    How much it moves is the sum of how fast each wave changes, up or down. All of them are 0 at the
    first frame, beside which the next heads sum.
    """
    changes = read(stream.change) * emphasis()
    asks = np.hstack([read(stream.busy), read(stream.rest), changes, -changes])
    sounds, moves, still = write(stream.sounds), write(stream.moves), write(stream.still)
    return MLP(
        W_in=asks - LOUD * read(stream.start),
        b_in=np.zeros(asks.shape[1]),
        W_out=np.vstack([sounds - still, still, *[moves] * 2 * SHAPES]),
        b_out=np.zeros(stream.sounds.d_model),
    )


def so_far(stream: Stream) -> list[Head]:
    """Three pairs of heads without a mask: they sum earlier hours, this one so far, and all.

    A frame counts in an earlier hour unless an hour has struck there whose next has not struck
    here; in this hour unless a minute has struck there and not here. Either costs SURE.
    """
    nothing = np.zeros((stream.start.d_model, 1))
    start, hours, minutes = read(stream.start), read(stream.hours), read(stream.minutes)
    first = np.eye(MINUTES)[0]
    hour = -np.diff(np.hstack([nothing, hours, nothing]), axis=1)
    passed, whole = np.eye(2) @ write(stream.passed)
    not_start = np.hstack([-start, hours])
    this = np.hstack([hour, minutes])
    at_this = np.concatenate([first, np.zeros(MINUTES - 1)])
    earlier = pair(
        "earlier hours", stream, passed,
        asks=(SURE * np.hstack([hours, nothing]), np.full(MINUTES, -SURE)),
        tells=(not_start, first),
    )  # fmt: skip
    now = pair(
        "this hour", stream, passed,
        asks=(SURE * this, SURE * np.concatenate([first, np.full(MINUTES - 1, -1.0)])),
        tells=(this - start * at_this, at_this),
        same=SURE,
    )  # fmt: skip
    none = (nothing, np.zeros(1))
    return [*earlier, *now, *pair("all", stream, whole - passed / 2, asks=none, tells=none)]


def pair(
    what: str,
    stream: Stream,
    put: Array,
    *,
    asks: tuple[Array, Array],
    tells: tuple[Array, Array],
    same: float = 0.0,
) -> list[Head]:
    """Two heads that sum loudness times movement: no head makes a product, but a difference does.

    Both sum how loud frames are, one of them e**(MOVING times movement) of each; less the sum of
    the other, that is nearly MOVING times the product. The first frame, much heavier than all,
    makes of an average a sum. `asks` and `tells` are a matrix and a bias each; what has a score of
    `same` weighs e**-FAINT, more where it moves.
    """
    root = np.sqrt(len(asks[1]) + 1)
    heavy = (same + FAINT) * read(stream.start)
    still = Head(
        W_Q=root * np.pad(asks[0], [(0, 0), (0, 1)]),
        W_K=np.hstack([tells[0], heavy]),
        W_V=read(stream.still),
        W_O=LOUD * np.exp(FAINT) * put[None],
        b_Q=root * np.append(asks[1], 1.0),
        b_K=np.append(tells[1], 0.0),
        name=f"sums {what}, less loudness",
    )
    keys = np.hstack([tells[0], heavy + MOVING * read(stream.moves)])
    moving = replace(
        still, W_K=keys, W_V=read(stream.sounds), name=f"sums {what}, more where it moves"
    )
    return [moving, still]


def pointing(stream: Stream) -> MLP:
    """Four units that write what has passed as an arrow: the norm has made it as long as others."""
    both = np.hstack([read(stream.passed), -read(stream.passed)]) / np.sqrt(stream.time.d_model)
    arrows = write(stream.time)
    return MLP(both, np.zeros(4), np.vstack([arrows, -arrows]), np.zeros(stream.time.d_model))


# The votes


def votes(
    stream: Stream,
    heard: Array,
    labels: Sequence[int],
    fewest: float = FEWEST,
    part: float = 0.0,
    steady: float = 0.0,
) -> MLP:
    """Units for each of what was heard: by how much more than each of ALIKE the sound is like it.

    What layer norm makes of a row has mean 0 and mean square 1, so that the mean product of two is
    a cosine. The units of a word share its vote, which is 1 where all are the sound itself. Silence
    has `fewest` votes, a part of each that a word is given, and `steady` times what a sound is more
    like one of those that stay the same than SAME.
    """
    rows = normalize(heard @ write(stream.heard), LAYER_NORM)
    of_word = np.eye(len(stream.word))[list(labels)]
    shares = of_word / of_word.sum(axis=0).clip(1)
    shares[:, -1] += part * shares.sum(axis=1)
    silence = write(stream.word)[-1]
    still = normalize(steady_sounds() @ write(stream.heard), LAYER_NORM) if steady else rows[:0]
    return MLP(
        W_in=np.hstack([*[rows.T] * len(ALIKE), still.T]) / stream.word.d_model,
        b_in=-np.concatenate([np.repeat(ALIKE, len(rows)), np.full(len(still), SAME)]),
        W_out=np.vstack(
            [
                np.kron(steepness()[:, None], shares @ write(stream.word)),
                *[steady * silence] * len(still),
            ]
        ),
        b_out=fewest * silence,
    )


def steady_sounds() -> Array:
    """What would be heard of sounds that stay the same, [n, size]: one wave at all places.

    Of each wave two, up and down. Most of the mean is taken away, and what is left of a hum or of a
    hiss is the rest of it, as if nothing else had been there.
    """
    waves = np.tile(np.hstack([np.eye(SHAPES), np.zeros((SHAPES, SHAPES))]), PLACES)
    return np.vstack([waves, -waves])


def steepness() -> Array:
    """How much each unit of a recording says; together 1 of the recording itself."""
    steep = STEEPER ** np.arange(len(ALIKE))
    found: Array = steep / (steep @ (1 - np.array(ALIKE)))
    return found


# Sounds


def frames_of(samples: Array) -> Array:
    """A word as the encoder reads it, [n, BANDS]; ValueError for what is no word."""
    frames = log_mel(samples)
    if len(frames) > N_FRAMES:
        raise ValueError(
            f"the sound has {len(frames)} frames between its first and its last loud one; "
            f"a word has at most {N_FRAMES}, which is two seconds and a half"
        )
    return frames


def check_recordings(recordings: Mapping[str, Sequence[Array]]) -> None:
    """Raise ValueError unless there are sounds for two words at least."""
    if not isinstance(recordings, Mapping):
        raise ValueError(
            f"the recordings are a {type(recordings).__name__}; give a list of sounds for each word"
        )
    if len(recordings) < 2:
        raise ValueError(f"there are recordings of {len(recordings)} words; give 2 at least")
    for word, sounds in recordings.items():
        if not isinstance(word, str) or not word.strip():
            raise ValueError(f"{word!r} is not a word; give a string that is not empty")
        if isinstance(sounds, np.ndarray) or not isinstance(sounds, Sequence):
            raise ValueError(f"the recordings of {word!r} must be a list of sounds")
        if not sounds:
            raise ValueError(f"there is no recording of {word!r}; give 1 at least")
        for i, samples in enumerate(sounds):
            try:
                frames_of(samples)
            except ValueError as error:
                raise ValueError(f"recording {i} of {word!r}: {error}") from None
