"""Hear a word: an encoder listens, and a decoder says which recording the sound is like."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import NamedTuple

import numpy as np

from taotp_core.arrays import Array
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back
from taotp_core.program import Program
from taotp_core.sound.bands import BANDS, log_mel
from taotp_core.sound.heard import Heard
from taotp_core.stream import Subspace, parts, read, subspaces, write
from taotp_core.transformer import encode, normalize, residual
from taotp_core.weights import LAYER_NORM, MLP, Head, Layer, Transformer

N_FRAMES = 250  # two seconds and a half, the longest word
REACH = 2  # frames, how far on either side a change is seen
WAVES = 13  # of the cosine transform
PLACES = 6  # of a word, from its first frame to its last, at which it is compared
NEAR = 3.0  # frames around a place that are heard, as a standard deviation
CHANGE = 2.5  # how much a change counts beside what changes
LEVEL = 0.4  # how much the first wave, which is the loudness, counts beside the second
SHARPER = 0.4  # by how much each wave counts more than the one before it
EARLIER = 0.15  # of a word: how much sooner or later its middle may come
BOWS = (0.0, EARLIER, -EARLIER)  # each recording is heard so, in a unit of its own
ALIKE = 0.4  # the cosine from which on a unit votes
FEWEST = 1e-9  # votes; with less, silence is said
SILENCE = ""  # begins what is said, and is all of it where nothing votes
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"  # in files, 0 to 63


class Stream(NamedTuple):
    """What the columns of the stream hold: the encoder's, and the decoder's beside them."""

    wave: Subspace  # the cosine transform of a frame
    change: Subspace  # how fast it changes
    clock: Subspace  # the frame's position on a circle
    time: Subspace  # its position as a number, and squared
    heard: Subspace  # the decoder's: waves and changes at PLACES, one after the other
    length: Subspace  # half of the last position
    word: Subspace  # a column for each word, and for silence

    @classmethod
    def of(cls, n_words: int) -> "Stream":
        """Lay the stream out; the two machines need no column at the same time."""
        heard = PLACES * 2 * WAVES
        of_encoder = {"wave": WAVES, "change": WAVES, "clock": 3, "time": 2}
        rest = heard + 1 + n_words - sum(of_encoder.values())
        wave, change, clock, time, _ = subspaces(**of_encoder, idle=rest)
        return cls(wave, change, clock, time, *subspaces(heard=heard, length=1, word=n_words))


def spoken_words(recordings: Mapping[str, Sequence[Array]]) -> Program:
    """A program that hears a word and says it: its weights are recordings.

    For each word at least one sound, samples [n] as `taotp_core.sound` has
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
    `python -m experiments spoken_digits`; see `taotp_core/data/README.md`.

    >>> program = spoken_digits()
    >>> program.vocabulary[:3]
    ('zero', 'one', 'two')
    >>> program.complete(np.sin(np.arange(4000) / 3))
    ''
    """
    path = files("taotp_core").joinpath("data", "spoken_digits.json")
    texts = json.loads(path.read_text("utf-8"))["heard"]
    heard = np.array([[LETTERS.index(letter) for letter in text] for text, _ in texts]) - 31.5
    return hearing(DIGITS, heard, [label for _, label in texts])


def hearing(words: Sequence[str], heard: Array, labels: Sequence[int]) -> Program:
    """The program that compares with what was heard [n, size]; each votes for a label's word."""
    stream = Stream.of(len(words) + 1)
    model = with_votes(listener(stream), votes(stream, heard, labels))
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
    first = mean("hears how long it is", stream.time, stream.length)
    heads = [hear(stream, place, share) for place, share in enumerate(shares)]
    heads.append(mean("takes the length away", stream.time, stream.length, gain=-1))
    return Transformer(
        W_E=nothing,
        W_pos=nothing[:1],
        layers=[Layer(cross=[first], norm_cross=None), Layer(cross=heads, norm_cross=None)],
        norm_final=None,
        W_U=read(stream.word),
        encoder=encoder(stream),
    )


def encoder(stream: Stream) -> Transformer:
    """Frames in bands -> waves over the bands, less their mean, and how fast they change."""
    n_clock = N_FRAMES + 2 * REACH  # so that the last frame is not beside the first
    time = np.arange(N_FRAMES)
    clocks = circle(n_clock)[:N_FRAMES] @ write(stream.clock)
    heads = [mean("takes the mean away", stream.wave, stream.wave, gain=-1)]
    for steps in (-2, -1, 1, 2):
        head = attend_back(
            steps, stream.clock, stream.wave, stream.change, n=n_clock,
            gain=-steps / sum(step**2 for step in (-2, -1, 1, 2)),
        )  # fmt: skip
        heads.append(replace(head, name=f"looks {abs(steps)} {'back' if steps > 0 else 'ahead'}"))
    return Transformer(
        W_E=cosines(BANDS, WAVES) @ write(stream.wave),
        W_pos=clocks + np.stack([time, time**2], axis=1) @ write(stream.time),
        layers=[Layer(heads, norm_attn=None)],
        norm_final=None,
        causal=False,
    )


def cosines(n_bands: int, n_waves: int) -> Array:
    """The cosine transform: waves of 0, 1/2, 1, 3/2 ... turns over the bands [n_bands, n_waves]."""
    middles = (np.arange(n_bands) + 0.5) / n_bands
    waves: Array = np.cos(np.pi * np.outer(middles, np.arange(n_waves)))
    waves *= np.sqrt(2 / n_bands)
    return waves


def mean(name: str, take: Subspace, put: Subspace, gain: float = 1.0) -> Head:
    """A head that asks nothing, so that all frames count alike: it brings their mean."""
    nothing = np.zeros((take.d_model, 1))
    return Head(nothing, nothing, read(take)[:, : len(put)], gain * write(put), name=name)


def hear(stream: Stream, place: int, share: float) -> Head:
    """A head that hears what is near one of PLACES, which is at a share of the word.

    Its score for frame t is -(t - m)^2 / (2 NEAR^2) without what all frames share. The middle m is
    a share of the last position, so that attention makes the product of that length and of t.
    """
    sharp = np.sqrt(2) / (2 * NEAR**2)  # scores are divided by the root of d_head, which is 2
    emphasis = 1 + SHARPER * np.arange(WAVES)
    emphasis[0] = LEVEL
    loud = np.diag(np.concatenate([emphasis, CHANGE * emphasis]))
    return Head(
        W_Q=4 * sharp * share * read(stream.length) @ np.array([[1.0, 0.0]]),
        W_K=read(stream.time),
        W_V=read(stream.wave, stream.change),
        W_O=loud @ write(parts(stream.heard, PLACES)[place]),
        b_Q=np.array([0.0, -sharp]),
        name=f"hears place {place + 1} of {PLACES}",
    )


def votes(stream: Stream, heard: Array, labels: Sequence[int]) -> MLP:
    """One unit for each of what was heard: by how much more than ALIKE the sound is like it.

    What layer norm makes of a row has mean 0 and mean square 1, so that the mean product of two is
    a cosine. The units of a word share its vote.
    """
    rows = normalize(heard @ write(stream.heard), LAYER_NORM)
    of_word = np.eye(len(stream.word))[list(labels)]
    return MLP(
        W_in=rows.T / stream.word.d_model,
        b_in=np.full(len(rows), -ALIKE),
        W_out=of_word / of_word.sum(axis=0).clip(1) @ write(stream.word),
        b_out=FEWEST * write(stream.word)[-1],
    )


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
            raise ValueError(f"{word!r} is no word; give a string that is not empty")
        if isinstance(sounds, np.ndarray) or not isinstance(sounds, Sequence):
            raise ValueError(f"the recordings of {word!r} must be a list of sounds")
        if not sounds:
            raise ValueError(f"there is no recording of {word!r}; give 1 at least")
        for i, samples in enumerate(sounds):
            try:
                frames_of(samples)
            except ValueError as error:
                raise ValueError(f"recording {i} of {word!r}: {error}") from None
