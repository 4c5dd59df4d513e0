"""The live figure of dial tones: keys, the sound they make, and what a machine hears in it."""

import html
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from taotp.applications.dialing import machine as made
from taotp.applications.dialing.dialed import FAR, LEVELS, NEAR, TWISTS
from taotp.applications.dialing.tones import dial
from taotp.data import experiment
from taotp.figures import sketches
from taotp.figures.explorables import FOLDED, figure_with
from taotp.figures.figure import (
    Control,
    Dial,
    Figure,
    Fold,
    Json,
    Line,
    LogDial,
    NoiseDial,
    Positions,
    Select,
)
from taotp.figures.live import LiveFigure
from taotp.figures.pictures import POSITION
from taotp.figures.spec import CHECKED_AT, FITTED_AT, as_matrix, describe, fit, gaps
from taotp.figures.stills import shades
from taotp.figures.strokes import WIDE, element, write
from taotp.figures.tables import table_of
from taotp.programs import dial_tones
from taotp.sound.wav import RATE
from taotp_core.arrays import Array
from taotp_core.weights import named_arrays

HOURS, PRESSES, LEAD, WHISPER, GAIN, PHASES = 9, 40, 60.0, 1e-8, 1e6, 7  # of the machine
NO_NOISE = 99.0  # dB below the tones
NOISES = (NO_NOISE, *range(40, -11, -1))
SHORT, GAP, SNR = 40.0, 10.0, 15.0  # ms, ms, dB: what the standard asks for
TOO_SHORT, TOO_SOFT = 23.0, -55.0  # ms, dBm0
PARTS = ("wider", "dialing")  # of the script
ASKED = ("dial", "deviation")  # the controls of the question
N_RINGING = PHASES * len(made.FORKS)  # units of the first layer, of which the page makes its own

STATE: Json = {
    "level": -10, "deviation": 0, "twist": 0, "on": 50, "off": 50, "gap": 0, "lead": 50,
    "noise": NO_NOISE, "seed": 0, "press": 1,
    "guards": "on", "zeros": "on", "phases": PHASES, "gain": GAIN, "whisper": WHISPER,
}  # fmt: skip
TRIES: list[Json] = [
    {"name": name, "set": settings, "why": why}
    for name, settings, why in (
        ("well dialed", {}, "Two forks ring at once, a row and a column: that is a key. It is held "
         "long enough, it begins, it gets a number, and the decoder asks for that number."),
        ("a bit off", {"deviation": NEAR}, "The guard on one side of a tone hears more of it than "
         "the other; not by enough to turn it down."),
        ("far off", {"deviation": FAR[0]}, "One guard is much louder than the other, so the tone "
         "is turned down: no key sounds."),
        ("far off, no guards", {"deviation": FAR[0], "guards": "off"}, "A fork alone rings for "
         "what is only near: without guards wrong numbers would be dialed."),
        ("half a press", {"on": TOO_SHORT}, "Keys sound, but the stopwatch, a head that averages "
         "the frames around, never hears enough of them."),
        ("a gap inside", {"gap": GAP}, "The stopwatch averages the gap away: one press, not two."),
        ("noise", {"noise": 3}, "All forks ring a little; two ring much louder."),
        ("nearly silent", {"level": -50}, "The wave cannot be seen, but the norm divides each "
         "frame by its own loudness: the forks ring as ever."),
        ("too soft", {"level": -56}, "The forks ring as ever, but each frame is below the floor, "
         "so that its rows are taken away: no key sounds."),
        ("no silence before", {"lead": 0, "zeros": "off"}, "The first press begins nowhere: before "
         "it nothing is silent, so it gets no number. The machine adds 60 ms of silence."),
        ("gain too low", {"gain": 30}, "A press that is only partly one is counted in part: its "
         "number is none that the decoder asks for."),
        ("positions too loud", {"whisper": 30, "level": -20}, "Frames and positions share one "
         "norm: what tells the time drowns the sound."),
    )
]  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Fork:
    """A tuning fork of a machine that listens: its frequency, and how it is called beside it."""

    hertz: float
    label: str


@dataclass(frozen=True, kw_only=True)
class Limits:
    """The share of n presses that is heard, by rows of percent and columns of ms.

    Tones are so many percent off; a press lasts so many ms.
    """

    rows: Sequence[float]
    columns: Sequence[float]
    right: Sequence[Sequence[float]]
    n: int


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What a standard asks of a receiver, by the names of the settings.

    A press must be `heard` whose settings are all from the least to the most (None: no limit), and
    must be `silent` where one of them is in such a range.
    """

    heard: Mapping[str, Sequence[float | None]]
    silent: Mapping[str, Sequence[Sequence[float | None]]]


@dataclass(frozen=True, kw_only=True)
class Listener:
    """A machine that hears keys, without what a formula says: its forks, and the time.

    The first MLP of `model` is without the units of forks, which stand before all others.

    Of `model`, each array is its rows and columns, and `terms`: a power of the gain, and gaps
    between the entries that are not zero, each followed by the place of its value in `values`.
    `reads` says where in the stream stands what the figure shows.
    """

    model: Json
    values: Sequence[float]
    vocabulary: Sequence[str]
    start: int
    stop: int
    steps: int
    size: int
    hop: int
    lead: float
    taper: float
    length: float
    whisper: float
    guards: int
    middle: float
    reads: Mapping[str, Sequence[int]]


@dataclass(frozen=True, kw_only=True)
class Dialing(Figure):
    """Keys that are dialed, the sound, and what a machine hears in it.

    `tries` are settings, each with a name and why it is heard or not.
    """

    forks: Sequence[Fork]
    tries: Sequence[Json]
    standard: Asked
    limits: Limits
    machine: Listener
    kind: Literal["dialing"] = "dialing"


def dialing(
    keys: str = "159D",
    *,
    id: str = "dialing",
    title: str = "Dial, and it listens",
    alt: str = "What is dialed and what is heard, on one axis of time; nothing was trained.",
) -> LiveFigure:
    """A telephone's keys, dialed well or badly, and what `dial_tones()` hears in the sound.

    Controls say how it is dialed, others change numbers of the machine. A sound may come from a
    file or the microphone instead; it stays in the page.
    """

    def knob(name: str, label: str, least: float, most: float, unit: str, by: float = 1) -> Dial:
        return Dial(name=name, label=label, least=least, most=most, by=by, unit=f" {unit}")

    controls: list[Control] = [
        Line(name="dial", label="keys to dial", cursor="press"),
        knob("level", "level", -60, 0, "dBm0"),
        knob("deviation", "out of tune", -6, 6, "%", 0.25),
        knob("twist", "column over row", -20, 20, "dB"),
        knob("on", "a press lasts", 10, 120, "ms"),
        knob("off", "a pause lasts", 0, 120, "ms"),
        knob("gap", "a gap in it", 0, 40, "ms"),
        NoiseDial(name="noise", label="noise", values=NOISES, least=min(NOISES), most=NO_NOISE),
        knob("lead", "silence before", 0, 100, "ms"),
        Dial(name="seed", label="another draw", least=0, most=99),
        Select(name="guards", label="guards between forks", values=["on", "off"]),
        Select(
            name="zeros", label="silence it adds", values=["on", "off"],
            names=[f"{LEAD:g} ms", "none"],
        ),
        Select(name="phases", label="phases of a fork", values=[3, 4, 5, 6, 7, 8, 12]),
        LogDial(name="gain", label="N, gain of a press", least=1, most=1e7),
        LogDial(name="whisper", label="loudness of positions", least=1e-9, most=100),
    ]  # fmt: skip
    drawn = Dialing(
        id=id,
        title=title,
        alt=alt,
        panels=["telephone", "score", "tries", FOLDED, "limits"],
        folds={"limits": Fold(title="Where it stops hearing: out of tune, and short")},
        controls=controls,
        hidden=[Positions(name="press")],
        state={"dial": keys, **STATE},
        forks=forks(),
        tries=TRIES,
        standard=standard(),
        limits=limits(),
        machine=listener(),
    )
    return figure_with(
        drawn, lambda: still_of(keys, title), None, PARTS,
        fold=[each.name for each in controls if each.name not in ASKED],
    )  # fmt: skip


def telephone(
    keys: str = "159D",
    *,
    id: str = "telephone",
    title: str = "Dial, and it listens",
    alt: str = "The machine hears the keys in the sound that they make, and writes them down.",
) -> LiveFigure:
    """A telephone's keys, and what `dial_tones()` hears in the sound that they make.

    It is `dialing` without what a reader may change of the sound and of the machine, which an
    address can still set.
    """
    whole = dialing(keys, id=id, title=title, alt=alt)
    drawn = whole.figure
    assert isinstance(drawn, Dialing)
    hidden = [*drawn.controls, *drawn.hidden]
    alone = replace(drawn, panels=["telephone"], folds={}, controls=[], hidden=hidden, folded=[])
    return replace(whole, figure=alone, parts=PARTS)


def forks() -> list[Fork]:
    """The forks of the machine; guards have no label."""
    return [
        Fork(hertz=float(hertz), label=f"{hertz:g}" if i in made.TONES else "")
        for i, hertz in enumerate(made.FORKS)
    ]


def standard() -> Asked:
    """What Q.24 asks for, setting by setting; see taotp.applications.dialing."""
    return Asked(
        heard={
            "deviation": [-NEAR, NEAR],
            "on": [SHORT, None],
            "off": [SHORT, None],
            "gap": [None, GAP],
            "level": list(LEVELS),
            "twist": list(TWISTS),
            "noise": [SNR, None],
        },
        silent={
            "deviation": [[None, -FAR[0]], [FAR[0], None]],
            "on": [[None, TOO_SHORT]],
            "level": [[None, TOO_SOFT]],
        },
    )


def limits() -> Limits:
    """The map that `python -m tools.experiments dial_tones_map` measured."""
    cells = experiment("dial_tones_map")
    rows = sorted({cell["deviation"] for cell in cells}, reverse=True)
    columns = sorted({cell["on"] for cell in cells})
    share = {(cell["deviation"], cell["on"]): cell["heard"] / cell["presses"] for cell in cells}
    return Limits(
        rows=rows,
        columns=columns,
        right=[[share[percent, ms] for ms in columns] for percent in rows],
        n=cells[0]["presses"],
    )


# The machine as data


def listener() -> Listener:
    """The machine, of which the page makes forks and time by formula."""
    built = {
        value: dial_tones(
            n_ctx=HOURS * made.HOUR,
            presses=PRESSES,
            phases=PHASES,
            whisper=WHISPER,
            hard=value,
            lead=LEAD,
        )
        for value in (*FITTED_AT, *CHECKED_AT)
    }
    arrays = {value: named_arrays(program.model) for value, program in built.items()}
    values: dict[float, int] = {}

    def put(name: str, first: Array) -> Json:
        shape = as_matrix(without_formulas(name, first)).shape
        found = fit(name, "gain", {
            value: without_formulas(name, known[name]) for value, known in arrays.items()
        })  # fmt: skip
        terms = [
            {"power": power, "data": gaps(as_matrix(part), values)}
            for power, part in found
            if part.any()
        ]
        return {"rows": shape[0], "columns": shape[1], "terms": terms}

    program = built[FITTED_AT[0]]
    model = describe(program.model, put)
    s = made.stream(HOURS)
    symbols = list(map(str, program.vocabulary))
    shown = ("sound", "forks", "clock", "sounds", "keys", "pressed", "begins", "number", "one")
    ringing = arrays[FITTED_AT[0]]["encoder.layers.0.mlp.W_out"][:N_RINGING]
    return Listener(
        model=model,
        values=list(values),
        vocabulary=symbols,
        start=symbols.index(str(program.start)),
        stop=symbols.index(str(program.stop)),
        steps=PRESSES + 1,
        size=made.SIZE,
        hop=made.HOP,
        lead=LEAD,
        taper=made.TAPER,
        length=float(ringing.max()) * PHASES,
        whisper=WHISPER,
        guards=2 * len(made.TONES),
        middle=made.middle_press(PRESSES),
        reads={name: [(at := getattr(s, name)).start, len(at)] for name in shown},
    )


def without_formulas(name: str, array: Array) -> Array:
    """An array of the machine without what the page makes by formula: zeros, or fewer units."""
    if name == "encoder.W_pos":
        return 0 * array
    if name in ("encoder.layers.0.mlp.W_in", "encoder.layers.0.mlp.b_in"):
        return array[..., N_RINGING:]
    return array[N_RINGING:] if name == "encoder.layers.0.mlp.W_out" else array


# What stands for it where no script runs


KEYPAD = ("123A", "456B", "789C", "*0#D")
KEY, HIGH, FRAME = 34.0, 120.0, 80  # of a key, of the score, and samples of a column of it


def still_of(keys: str, title: str) -> str:
    """The keypad, what the dialed sound rings, and what is heard, as a picture and a table."""
    sound = sound_of(keys, STATE)
    heard = dial_tones().complete(sound)
    left = element("g", keypad(keys), transform="translate(0 6)")
    right = element("g", score(sound), transform=f"translate({4 * KEY + 60:g} 6)")
    says = sketches.words(f"Dialed is {keys}. The machine heard {heard or 'nothing'}.")
    image = sketches.still(title, (4 * KEY + 24, left + right), says)
    return image + table_of_tries(keys, title)


def keypad(keys: str) -> str:
    """Sixteen keys, those dialed in color."""
    ink = ""
    for i, row in enumerate(KEYPAD):
        for j, key in enumerate(row):
            ink += element("rect", x=j * KEY, y=i * KEY, width=KEY - 4, height=KEY - 4, rx=6,
                           fill=POSITION, fill_opacity=0.4 if key in keys else 0,
                           stroke="currentColor", stroke_opacity=0.4)  # fmt: skip
            ink += write((j + 0.5) * KEY - 2, i * KEY + 20, key, text_anchor="middle",
                         font_weight="bold")  # fmt: skip
    return ink


def score(sound: Array) -> str:
    """How loud each of the eight tones is, frame by frame, the high ones above."""
    hertz = np.array([float(made.FORKS[i]) for i in made.TONES])[::-1]
    frames = sound[: len(sound) // FRAME * FRAME].reshape(-1, FRAME)
    turns = 2j * np.pi * hertz[:, None] * np.arange(FRAME) / RATE
    loud = np.abs(frames @ np.exp(turns).T).T
    wide = WIDE - 4 * KEY - 60
    inside = "".join(shades(loud / (loud.max() or 1), wide - 60, HIGH))
    tall = HIGH / len(hertz)
    names = "".join(
        write(52, (i + 0.5) * tall + 4, f"{each:g}", text_anchor="end", font_size=11)
        for i, each in enumerate(hertz)
    )
    times = write(60, HIGH + 16, f"{len(sound) / RATE * 1000:.0f} ms, in Hz", font_size=11)
    return names + element("g", inside, transform="translate(60 0)") + times


def table_of_tries(keys: str, title: str) -> str:
    """What is heard in each of the settings that change no number of the machine."""
    program = dial_tones()
    rows = {}
    for each in TRIES:
        settings = STATE | each["set"]
        if not {"guards", "zeros", "gain", "whisper"} & set(each["set"]):
            heard = program.complete(sound_of(keys, settings))
            rows[each["name"]] = [html.escape(heard) or "nothing"]
    return table_of(rows, ["dialed", "heard"], f"{title}: {keys}")


def sound_of(keys: str, settings: Mapping[str, float]) -> Array:
    """The samples of keys in such settings."""
    level, twist, on, off, gap, lead = (
        settings[name] for name in ("level", "twist", "on", "off", "gap", "lead")
    )
    noise = settings["noise"]
    return dial(
        keys, level=level, twist=twist, on=on, off=off, gap=gap, lead=lead,
        deviation=(settings["deviation"],) * 2, snr=None if noise == NO_NOISE else noise,
        seed=int(settings["seed"]),
    )  # fmt: skip
