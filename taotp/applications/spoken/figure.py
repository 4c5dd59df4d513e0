"""The live figure in which a reader says words to a machine whose weights are his recordings."""

from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from taotp.applications.spoken import machine as spoken
from taotp.applications.spoken.said import said_words
from taotp.figures.explorables import figure_with
from taotp.figures.figure import Control, Dial, Figure, Json, Line, Select
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import RESULT, Picture
from taotp.figures.spec import Columns, encode_model, encode_tensor
from taotp.figures.stills import shades
from taotp.figures.strokes import MINUS, SIZE, WIDE, element, path, svg, write
from taotp.sound import bands
from taotp.sound.mu_law import MU
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import Transformer

WORDS = ("files", "directories", "photos")
SENTENCE = "show me my {} please"
VOICES = ("man", "woman")  # each says the words once for the weights, and once more to be heard
NAMES = ("first", "second", "third")  # of the entries of the state that hold what words are called
OWN = "own"  # what the reader says, in the place of a voice that comes with the figure
TIMES = "\N{MULTIPLICATION SIGN}"
BANDS_TALL = 120  # px


@dataclass(frozen=True, kw_only=True)
class Recordings(Control):
    """The words, each with its name and its recordings, which a reader can say."""

    kind: Literal["recordings"] = "recordings"


@dataclass(frozen=True, kw_only=True)
class SayOne(Control):
    """A sound to be heard, from the microphone or a file."""

    kind: Literal["sayOne"] = "sayOne"


@dataclass(frozen=True, kw_only=True)
class FrontEnd:
    """What is done to samples before the machine hears them; see `taotp.sound.bands`."""

    size: int
    hop: int
    floor: float
    quiet: float
    room: float
    above: float
    hardly: float
    silent: float
    most: int


@dataclass(frozen=True, kw_only=True)
class Words(Figure):
    """A machine that hears words, without recordings: those are a reader's, or of `sounds`.

    `names` are the entries of the state that hold what words are called, `words` what they are
    called at first, also in `sounds`: by voice, "once" for the weights and "again" to be heard, and
    word, base64 of mu-law. `own` stands for what the reader says, in the place of a voice.
    `sentence` has {} where a word comes. `models` hear it, one for each bow, all of them with the
    encoder of the first, which alone is sent; `bands` is data of a tensor; `alike`, `steepness` and
    `fewest` belong to the votes.
    """

    names: Sequence[str]
    words: Sequence[str]
    sentence: Sequence[str]
    sounds: Mapping[str, Mapping[str, Mapping[str, str]]]
    own: str
    models: Sequence[Json]
    columns: Sequence[Any]
    bands: Json
    front: FrontEnd
    alike: Sequence[float]
    steepness: Sequence[float]
    fewest: float
    kind: Literal["words"] = "words"


def sounds() -> dict[str, dict[str, dict[str, Array]]]:
    """The words that come with the figure, said once and again: samples by voice and word."""
    said = said_words()
    return {
        voice: {
            turn: {word: said[f"a {voice}{more}"][word] for word in WORDS}
            for turn, more in (("once", ""), ("again", " again"))
        }
        for voice in VOICES
    }


def coded() -> dict[str, dict[str, dict[str, str]]]:
    """The same as text."""
    return {
        voice: {turn: {word: mu_law(x) for word, x in own.items()} for turn, own in said.items()}
        for voice, said in sounds().items()
    }


def mu_law(samples: Array) -> str:
    """Samples in a byte each, as base64: the sign and the logarithm of the size (see `data`)."""
    curved = np.sign(samples) * np.log1p(MU * np.abs(samples)) / np.log1p(MU)
    return b64encode(np.rint(127 * curved).astype(np.int8).tobytes()).decode("ascii")


def say_a_word(
    *,
    id: str = "three-words",
    title: str = "Say three words, then one",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """A machine that hears one of three words: its weights are recordings, the reader's or ours.

    It starts with words that synthesized voices say. A reader may say others, take WAV files, and
    change the speed, the level and the noise of what is heard. Nothing of it leaves the page.
    """
    alt = (
        "Three recordings are the weights; what is said next is compared with each, and the word "
        "that is most alike ends the sentence. A voice that is not alike is answered by silence."
    )
    heard = [f"{voice} {word}" for voice in VOICES for word in WORDS]
    drawn = Words(
        id=id,
        title=title,
        alt=alt,
        panels=["sentence", "votes", "heardWord"],
        controls=[
            Recordings(name="recordings"),
            SayOne(name="say"),
            Dial(name="speed", label="speed", least=0.5, most=2, by=0.05, unit=TIMES),
            Dial(name="level", label="level", least=-80, most=0, by=2, unit=" dB"),
            Dial(name="noise", label="noise", least=0, most=100, by=5, unit=" %"),
        ],
        hidden=[
            Select(name="heard", label="or hear", values=[*heard, OWN],
                   names=[*map(name_of, heard), "what you said"]),
            *(Line(name=name) for name in NAMES),
            Select(name="weights", label="by", values=[*VOICES, OWN],
                   names=[*(f"a {voice}" for voice in VOICES), "you"]),
        ],
        state={
            **dict(zip(NAMES, WORDS, strict=True)),
            "weights": VOICES[0], "heard": heard[0], "speed": 1, "level": 0, "noise": 0,
        },
        names=NAMES,
        words=WORDS,
        sentence=SENTENCE.split(" "),
        sounds=coded(),
        own=OWN,
        **machine(),
    )  # fmt: skip
    return figure_with(drawn, lambda: at_start(title, alt), show, ["spoken", "wider"])


def name_of(heard: str) -> str:
    """A sound to be heard, as a list shows it: the word first."""
    voice, word = heard.split()
    return f"{word}, by a {voice}"


def machine() -> Json:
    """The machine without recordings, in all its bows, and the bands that it hears, as data."""
    columns = Columns()
    stream = spoken.Stream.of(len(WORDS) + 1)
    bare, *bent = (spoken.listener(stream, bow) for bow in spoken.BOWS)

    def data_of(model: Transformer) -> Json:
        return encode_model(lambda _: model, columns)

    return {
        "models": [data_of(bare), *(data_of(replace(model, encoder=None)) for model in bent)],
        "bands": encode_tensor([(0, bands.bands())], "N", columns),
        "columns": columns.stored,
        "front": FrontEnd(
            size=bands.SIZE, hop=bands.HOP, floor=bands.FLOOR, quiet=bands.QUIET,
            room=bands.ROOM, above=bands.ABOVE, hardly=bands.HARDLY, silent=bands.SILENT,
            most=spoken.N_FRAMES,
        ),
        "alike": spoken.ALIKE,
        "steepness": spoken.steepness().tolist(),
        "fewest": spoken.FEWEST,
    }  # fmt: skip


def at_start(title: str, alt: str) -> str:
    """What the figure shows before a reader touches it, as a picture without a script."""
    said = sounds()[VOICES[0]]
    program = spoken.spoken_words({word: [samples] for word, samples in said["once"].items()})
    samples = said["again"][WORDS[0]]
    answer = program.complete(samples)
    heard = spoken.frames_of(samples)
    ink = write(0, SIZE, title, font_weight="bold")
    ink += write(0, 40, f"Heard is {name_of(f'{VOICES[0]} {WORDS[0]}')}; how much it is like each:")
    for i, (word, cosine) in enumerate(zip(WORDS, cosines(program, samples), strict=True)):
        y = 52 + 22 * i
        ink += write(76, y + 12, word, text_anchor="end")
        ink += element("rect", x=84, y=y, width=300 * max(0.0, float(cosine)), height=16,
                       fill=RESULT if word == answer else "currentColor",
                       fill_opacity=0.85 if word == answer else 0.35)  # fmt: skip
        ink += write(392, y + 12, f"{cosine:.2f}".replace("-", MINUS))
    at = 84 + 300 * spoken.ALIKE[0]
    ink += path(f"M{at:g} 48V{52 + 22 * len(WORDS):g}", stroke_dasharray="4 3")
    ink += write(0, 140, "The bands of what was heard, low ones below, frame by frame:")
    shares = 1 - heard.T[::-1] / np.log(bands.FLOOR)
    ink += element("g", "".join(shades(shares, WIDE, BANDS_TALL)), transform="translate(0 150)")
    ink += write(0, 180 + BANDS_TALL, f"It says: {SENTENCE.format(answer)}", font_weight="bold")
    return Picture(title, alt, svg(WIDE, 190 + BANDS_TALL, ink)).still()


def cosines(program: Program, samples: Array) -> Array:
    """How much a sound is like each recording of a program of spoken words: [n_recordings].

    Each recording has units for each bow, of which the best counts.
    """
    votes = program.model.layers[-1].mlp
    assert votes is not None
    heard = spoken.impressions([spoken.frames_of(samples)])
    own = spoken.votes(spoken.Stream.of(len(program.vocabulary)), heard, [0]).W_in
    alike = own[:, 0] @ votes.W_in * len(own)
    best: Array = alike.reshape(len(spoken.ALIKE) * len(spoken.BOWS), -1).max(axis=0)
    return best
