"""Hear which keys of a telephone are pressed: an encoder listens, a decoder asks and writes.

The encoder reads frames of 205 samples, one every 5 ms, and knows the time in frames. Columns hold
what their names say, 1 for yes; loudness is in units of a frame's own root mean square.
"""

from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from taotp.applications.dialing.tones import COLUMNS, KEYS, ROWS, amplitude
from taotp.constructions.part_names import called
from taotp.sound.heard import Heard
from taotp.sound.wav import RATE, check_samples, frames
from taotp_core.arrays import Array, Inputs
from taotp_core.deprecated import renamed
from taotp_core.gadgets import beside
from taotp_core.program import Program
from taotp_core.stream import Subspace, read, subspaces, write
from taotp_core.weights import MLP, RMS_NORM, Head, Layer, Transformer

SIZE, HOP = 205, 40  # samples of a frame, and from one frame to the next
MINUTE, HOUR = 8, 64  # frames: 40 and 320 ms

GUARD = np.sqrt(21 / 19)  # from a tone half way to the next, as a ratio
FORKS = np.concatenate(  # Hz: a guard, a tone, a guard, a tone ... a guard; rows, then columns
    [np.array(tones)[0] / GUARD * GUARD ** np.arange(9) for tones in (ROWS, COLUMNS)]
)
FORKS[1:8:2], FORKS[10:17:2] = ROWS, COLUMNS  # which are only nearly so far apart
TONES = [1, 3, 5, 7, 10, 12, 14, 16]  # which forks are the tones of rows and columns

FLOOR = -52.0  # dBm0: tones below are not heard, all from -50 on are, none up to -55
MARK = 1 / 128  # of a frame at the floor; it stands beside the sound, to be compared with it
FAINTER = 9 / 8  # 1 dB below the floor, where the mark is so much more, a frame is faint altogether

TAPER = 3  # the power of half a sine under which a fork rings
SLACK = 0.0187  # by how much of its frequency a tone may be off: 1.75 % passes, 2 % does not
STRICT = 40.0  # what is off by a fortieth more of its own loudness loses all of it
EVEN = 1.07  # more of one tone than this counts no more, so that it cannot stand for the other
RIVALS = 3.0  # of a row's loudness others may have together, and so with columns
BOTH = 1.22  # what the tones of a key must have together
STOPWATCH = 4.0  # frames to either side that the stopwatch hears: the spread of a bell
LONG_ENOUGH = 0.53015  # of what the stopwatch hears: 23 ms fill 0.48, with a gap 50 ms 0.55
# Clean presses read the same few shares again and again; the last digits keep it off all of them.
SURE = 40.0  # what is refused weighs e**-40
FAINT = 12.0  # one press weighs e**-12 of the start, so that shares add up as presses do


READ_AS = {
    "sound": "sound", "forks": "tuning forks", "hand": "hand of a clock", "hours": "hours so far",
    "minutes": "minutes so far", "sounds": "keys that sound", "lately": "keys that sounded lately",
    "others": "loudness of others", "pressed": "is pressed", "before": "was pressed before",
    "begins": "a press begins", "so_far": "presses so far", "number": "number of the press",
    "more": "faint, or more to come",
}  # fmt: skip


class Stream(NamedTuple):
    """What the columns of both stacks are for."""

    sound: Subspace
    forks: Subspace
    one: Subspace
    clock: Subspace
    hand: Subspace
    hours: Subspace
    minute: Subspace
    minutes: Subspace
    start: Subspace
    sounds: Subspace
    lately: Subspace
    others: Subspace
    keys: Subspace
    pressed: Subspace
    before: Subspace
    begins: Subspace
    so_far: Subspace
    number: Subspace
    more: Subspace

    @property
    def faint(self) -> Subspace:
        """The encoder's: the mark, and 1 more in a frame below the floor."""
        return self.more  # which only the decoder needs

    @property
    def named(self) -> tuple[Subspace, ...]:
        """The parts in words; what sets the loudness is not for readers."""
        return called(self._asdict(), READ_AS, "one start")

    @property
    def d_model(self) -> int:
        """How wide the stream is."""
        return self.one.d_model


def stream(hours: int) -> Stream:
    """Lay out the columns of a machine that hears so many hours."""
    n = len(KEYS)
    return Stream(
        *subspaces(
            sound=SIZE, forks=len(FORKS), one=1, clock=1, hand=2, hours=hours - 1, minute=1,
            minutes=HOUR // MINUTE - 1, start=1, sounds=n, lately=n, others=1, keys=n, pressed=1,
            before=1, begins=1, so_far=1, number=1, more=1,
        )
    )  # fmt: skip


class Loudness(NamedTuple):
    """What the loudest columns hold, layer by layer: it sets what the norm divides by.

    While the hand is the loudest, a row of it lies on a circle once it is normalized.
    """

    one: float
    hand: float
    late: float  # of `one` when the hand has done its work
    last: float  # of `one` at the end

    @property
    def middle(self) -> float:
        """The length of a row whose hand counts."""
        return float(np.hypot(self.one, self.hand))


@renamed(gain="hard", hours=("n_ctx", HOUR.__mul__))
def dial_tones(
    *,
    n_ctx: int = 9 * HOUR,
    presses: int = 40,
    phases: int = 7,
    loud: float = 1e4,
    whisper: float = 1e-8,
    hard: float = 1e6,
    alone: float = 0.6,
    lead: float = 60.0,
    floor: float | None = FLOOR,
) -> Program:
    """The keys that are heard in samples at 8 kHz, by the tolerances of ITU-T Q.24.

    An encoder of six layers tells each press from the next and numbers them; a decoder of one asks
    for press after press and says "…" where there are more than `presses`. It hears `n_ctx` frames
    of 5 ms, filled up to hours of 64. Arrows are measured along so many `phases`; `loud` is the
    constant that norms divide by and `whisper` the last position, which must drown no sound; `hard`
    makes a press whole, `alone` is how much other keys count against one, and `lead` the ms of
    silence put around what is heard.
    Tones below `floor`, in dBm0, are not heard; with None all are, however soft.
    Raises ValueError for fewer than 128 frames, 1 press or 3 phases.

    >>> from taotp.applications.dialing.tones import dial
    >>> dial_tones(n_ctx=128).complete(dial("4#"))
    '4#'
    """
    asked = (("n_ctx", n_ctx, 2 * HOUR), ("presses", presses, 1), ("phases", phases, 3))
    for name, value, least in asked:
        if value < least:
            raise ValueError(f"{name} is {value}; it must be at least {least}")
    hours = -(-n_ctx // HOUR)
    s = stream(hours)
    loudness = Loudness(loud, 30 * loud, 3e4 * loud, 3e8 * loud)
    encoder = Transformer(
        W_E=write(s.sound),
        W_pos=np.linspace(0, whisper, hours * HOUR)[:, None] * write(s.clock),
        layers=[
            listen(s, phases, loudness, floor),
            tune_and_tell_time(s, hours, whisper, loudness, floor),
            pair_up(s, loudness),
            time_presses(s, hours, hard, alone, loudness),
            find_beginnings(s, hours, loudness),
            number_presses(s, presses, loudness),
        ],
        norm_final=RMS_NORM,
        causal=False,
        subspaces=s.named,
    )
    return Program(
        decoder(s, presses, loudness, encoder),
        [*KEYS, "start", "stop", "…"],
        start="start",
        stop="stop",
        source=Listening(hours * HOUR, lead),
        pieces=Heard((*KEYS, "…"), joint=""),
    )


@dataclass(frozen=True)
class Listening:
    """What cuts samples, with `lead` ms of silence around them, into at most n_ctx frames."""

    n_ctx: int
    lead: float

    @property
    def quiet(self) -> Array:
        """The silence, as samples."""
        return np.zeros(round(self.lead * RATE / 1000))

    @property
    def longest(self) -> int:
        """How many samples it takes at once."""
        return (self.n_ctx - 1) * HOP + SIZE - 2 * len(self.quiet)

    def __call__(self, samples: Any) -> Inputs:
        """The frames of samples; ValueError for what are none, and for too many."""
        check_samples(samples)
        if len(samples) > self.longest:
            raise ValueError(
                f"the sound takes {len(samples) / RATE:.2f} s; the machine hears up to "
                f"{self.longest / RATE:.2f} s at once, one built with a larger n_ctx hears more"
            )
        quiet = self.quiet
        return frames(np.concatenate([quiet, samples - samples.mean(), quiet]), SIZE, HOP)


# Two kinds of units


def ramps(look: Array, at: Array, put: Array) -> MLP:
    """Units that rise from where x @ look [d_model, n] is above `at` [n], written by `put`."""
    return MLP(look, -at, put, np.zeros(put.shape[1]))


def switches(look: Array, at: Array, put: Array, sharp: float) -> MLP:
    """Pairs of units that go from 0 to 1 where x @ look goes from `at` to `at` + 1 / sharp."""
    rise = ramps(sharp * look, sharp * at, put)
    return beside(rise, ramps(sharp * look, sharp * at + 1, -put))


def steady(mlp: MLP, row: Array) -> MLP:
    """The same MLP, which adds a row everywhere."""
    return replace(mlp, b_out=mlp.b_out + row)


def unscaled(length: float, *where: Subspace) -> Array:
    """What reads subspaces as they are in the stream, where a row is so long before its norm."""
    matrix: Array = read(*where) * length / np.sqrt(where[0].d_model)
    return matrix


# Six layers that listen


def ringing(phases: int) -> Array:
    """Forks as columns [SIZE, 18, phases]: a tone of amplitude 1 moves them by at most 1."""
    time = np.arange(SIZE)[:, None, None]
    window = np.sin(np.pi * (time + 0.5) / SIZE) ** TAPER
    phase = 2 * np.pi * np.arange(phases) / phases
    wave = np.cos(2 * np.pi * FORKS[:, None] * time / RATE + phase)
    forks: Array = 2 * window / window.sum() * wave
    return forks


def listen(s: Stream, phases: int, loudness: Loudness, floor: float | None) -> Layer:
    """Forks ring; what they say in all phases together is how long their arrow is.

    The norm in front divides each frame by its own loudness.
    """
    look = read(s.sound) @ ringing(phases).reshape(SIZE, -1)
    louder = np.sqrt(SIZE / s.sound.d_model)  # the norm's mean is over all columns, not the sound's
    length = np.pi / phases * louder * np.repeat(write(s.forks), phases, axis=0)
    rung = ramps(look, np.zeros(look.shape[1]), length)
    told = steady(rung, loudness.one * write(s.one)[0])
    if floor is None:
        return Layer((), told)
    return Layer([mark(s, floor)], beside(told, find_faint(s)))


def mark(s: Stream, floor: float) -> Head:
    """A head that looks at nothing and brings the same to each frame.

    Two tones of an amplitude have it as their root mean square.
    """
    nothing = np.zeros((s.d_model, 1))
    size = MARK * amplitude(floor) * np.sqrt(SIZE / s.d_model)
    return Head(nothing, nothing, nothing, nothing.T, b_O=size * write(s.faint)[0], name="marks")


def find_faint(s: Stream) -> MLP:
    """A frame is faint where its mark is more than MARK, once a norm has divided both.

    A column in which nothing stands yet holds what the norm takes away from all.
    """
    look = read(s.faint) - read(s.before)
    sharp = 1 / (FAINTER * MARK - MARK)
    return switches(look, np.array([MARK]), write(s.faint), sharp)


def tune_and_tell_time(
    s: Stream, hours: int, whisper: float, loudness: Loudness, floor: float | None
) -> Layer:
    """Tones that are out of tune, too loud or faint are turned down; the clock gets its hands."""
    forks = unscaled(loudness.one, s.forks)
    clock = unscaled(loudness.one, s.clock) * (hours * HOUR - 1) / whisper
    parts = [turn_down(s, forks), draw_hand(s, hours, clock, loudness), strike(s, hours, clock)]
    if floor is not None:
        faint, rows = unscaled(loudness.one, s.faint), write(s.forks)[TONES[: len(ROWS)]]
        parts.append(ramps(faint, np.array([0.5]), -STRICT * rows.sum(axis=0, keepdims=True)))
    return Layer((), beside(*parts), norm_mlp=RMS_NORM)


def turn_down(s: Stream, forks: Array) -> MLP:
    """Take from a tone's loudness where one of its guards is much louder than the other.

    Or where other rows, or columns, are louder. What it has above EVEN is taken too.
    """
    tone, below, above = (forks[:, np.add(TONES, i)] for i in (0, -1, 1))
    at, put = np.zeros(len(TONES)), write(s.forks)[TONES]
    others = np.kron(
        np.eye(2), 1 - np.eye(4)
    )  # of a tone: the three that are rows, or columns, too
    return beside(
        ramps(above - below - tone * leans(1 + SLACK), at, -STRICT * put),
        ramps(below - above + tone * leans(1 - SLACK), at, -STRICT * put),
        ramps(tone, at + EVEN, -put),
        ramps(tone @ (others - RIVALS * np.eye(len(TONES))), at, -STRICT * put),
    )


def leans(ratio: float) -> Array:
    """The upper guard's loudness less the lower's, for tones times a ratio, of the tone's: [8]."""
    quarters = ringing(4)
    sound = np.exp(2j * np.pi * ratio * np.outer(FORKS[TONES], np.arange(SIZE)) / RATE)
    arrows = np.abs(np.tensordot(sound, quarters[..., 0] + 1j * quarters[..., 1], 1))
    tone, below, above = (arrows[np.arange(len(TONES)), np.add(TONES, i)] for i in (0, -1, 1))
    found: Array = (above - below) / tone
    return found


def draw_hand(s: Stream, hours: int, clock: Array, loudness: Loudness) -> MLP:
    """A hand that goes half way round once: straight from hour to hour, round once normalized."""
    turn = np.pi * np.arange(hours + 1) / hours
    radius = loudness.hand / np.sqrt(np.cos(turn[1] / 2))  # it is shorter between hours
    ends = radius * np.stack([np.cos(turn), np.sin(turn)], axis=1)
    pace = np.diff(ends, axis=0) / HOUR
    bend = np.diff(pace, axis=0, prepend=np.zeros((1, 2)))
    at = HOUR * np.arange(hours, dtype=float)
    drawn = ramps(np.repeat(clock, hours, axis=1), at, bend @ write(s.hand))
    return steady(drawn, ends[0] @ write(s.hand))


def strike(s: Stream, hours: int, clock: Array) -> MLP:
    """Which hours have struck, how many frames ago the last did, and whether this is the start."""
    struck = HOUR * np.arange(1, hours) - 0.75
    passed = write(s.hours) - HOUR * write(s.minute)
    return beside(
        switches(np.repeat(clock, hours - 1, axis=1), struck, passed, sharp=2.0),
        ramps(clock, np.zeros(1), write(s.minute)),
        ramps(-2 * clock, np.array([-1.0]), write(s.start)),
    )


def pair_up(s: Stream, loudness: Loudness) -> Layer:
    """A key sounds now where its row AND its column do; and minutes strike like hours."""
    tones = unscaled(loudness.middle, s.forks)[:, TONES]
    pairs = np.repeat(tones[:, :4], 4, axis=1) + np.tile(tones[:, 4:], 4)
    struck = np.arange(MINUTE, HOUR, MINUTE) - 0.75
    minute, one = unscaled(loudness.middle, s.minute), unscaled(loudness.middle, s.one)
    late = minute - struck * one / loudness.one  # of 63 frames the norm is not exact enough
    parts = [
        switches(pairs, np.full(len(KEYS), BOTH), write(s.sounds), sharp=10.0),
        switches(late, np.zeros(len(struck)), write(s.minutes), sharp=2.0),
    ]
    return Layer((), beside(*parts), norm_mlp=RMS_NORM)


def time_presses(s: Stream, hours: int, gain: float, alone: float, loudness: Loudness) -> Layer:
    """A stopwatch: a key is pressed where it sounds in most of the frames around, and no other."""
    sounds = unscaled(loudness.middle, s.sounds)
    every = sounds.sum(axis=1, keepdims=True)
    stopwatch = near(s, hours, STOPWATCH, 0, np.hstack([sounds, every]), write(s.lately, s.others))
    lately, others = (unscaled(loudness.middle, w) for w in (s.lately, s.others))
    look = (1 + alone) * lately - alone * others  # `others` counts the key itself too
    at = np.full(len(KEYS), LONG_ENOUGH)
    put = write(s.keys) + write(s.pressed)
    pressed = switches(look, at, put, sharp=gain)
    return Layer([replace(stopwatch, name="stopwatch")], pressed, RMS_NORM, RMS_NORM)


def near(s: Stream, hours: int, spread: float, back: int, take: Array, put: Array) -> Head:
    """A head that averages frames around the one `back` frames ago, with a bell of that spread."""
    step = np.pi / (hours * HOUR)
    c, d = np.cos(back * step), np.sin(back * step)
    hard = np.sqrt(len(s.hand)) / s.hand.d_model / (spread * step) ** 2
    turned = read(s.hand) @ np.array([[c, -d], [d, c]])
    return Head(hard * turned, read(s.hand), take, put)


def find_beginnings(s: Stream, hours: int, loudness: Loudness) -> Layer:
    """A press begins where something is pressed and just before nothing was."""
    pressed, before = (unscaled(loudness.middle, w) for w in (s.pressed, s.before))
    look = near(s, hours, 1 / np.sqrt(60), 1, pressed, write(s.before))
    begins = switches(pressed - before, np.array([0.45]), write(s.begins), sharp=10.0)
    begins = steady(begins, loudness.late * write(s.one)[0])
    return Layer([replace(look, name="looks 1 back")], begins, RMS_NORM, RMS_NORM)


def number_presses(s: Stream, presses: int, loudness: Loudness) -> Layer:
    """Which press is it? As many as have begun so far, counted without a mask."""
    late = loudness.one + loudness.late
    count, begins = (unscaled(late, w) for w in (s.so_far, s.begins))
    unit = loudness.last / middle_press(presses)
    most = 2 * presses * unit
    look = np.exp(FAINT) * unit * count + most * begins  # below `most` where nothing begins
    numbered = ramps(look, np.array([most]), write(s.number))
    heads = [in_earlier_hours(s, late), in_this_hour(s, late)]
    return Layer(heads, steady(numbered, loudness.last * write(s.one)[0]), RMS_NORM, RMS_NORM)


def middle_press(presses: int) -> float:
    """The press whose number is as loud as the one beside it: its arrow points to 45 degrees."""
    return presses / 2


def in_earlier_hours(s: Stream, late: float) -> Head:
    """A head that sums what began in earlier hours.

    Each hour that has struck there and whose next has not struck here costs SURE.
    """
    start, hours = unscaled(late, s.start), unscaled(late, s.hours)
    nothing = np.zeros((s.one.d_model, 1))
    return summing(
        s,
        late,
        asks=(np.hstack([SURE * hours, nothing]), np.full(len(s.hours) + 1, -SURE)),
        tells=(np.hstack([-start, hours]), np.eye(len(s.hours) + 1)[0]),
        start=0.0,
        name="counts earlier hours",
    )


def in_this_hour(s: Stream, late: float) -> Head:
    """A head that sums what began in this hour, up to this minute.

    The same hour gains SURE; each minute that has struck there and not here costs as much.
    """
    nothing = np.zeros((s.one.d_model, 1))
    hour = -np.diff(np.hstack([nothing, unscaled(late, s.hours), nothing]), axis=1)
    first, later = np.eye(len(s.hours) + 1)[0], np.zeros(len(s.minutes))
    minutes, not_start = unscaled(late, s.minutes), hour.copy()
    not_start[:, :1] -= unscaled(late, s.start)
    return summing(
        s,
        late,
        asks=(SURE * np.hstack([hour, minutes]), SURE * np.concatenate([first, later - 1])),
        tells=(np.hstack([not_start, minutes]), np.concatenate([first, later])),
        start=SURE,
        name="counts this hour",
    )


def summing(
    s: Stream,
    late: float,
    asks: tuple[Array, Array],
    tells: tuple[Array, Array],
    start: float,
    name: str,
) -> Head:
    """A head that sums over beginnings: the start, much heavier than all, makes it no average.

    `asks` and `tells` are a matrix and a bias each; a beginning whose score of these is `start`
    counts e**-FAINT, one whose score is SURE less counts nothing.
    """
    begins, at_start = unscaled(late, s.begins), unscaled(late, s.start)
    only = 3 * SURE * begins + (3 * SURE + start + FAINT) * at_start
    root = np.sqrt(len(asks[1]) + 1)
    return Head(
        W_Q=root * np.pad(asks[0], [(0, 0), (0, 1)]),
        W_K=np.hstack([tells[0], only]),
        W_V=begins,
        W_O=write(s.so_far),
        b_Q=root * np.append(asks[1], 1.0),
        b_K=np.append(tells[1], 0.0),
        name=name,
    )


# One layer that asks


def decoder(s: Stream, presses: int, loudness: Loudness, encoder: Transformer) -> Transformer:
    """At its place t it asks for press t + 1 and says the key; at the last, that there are more."""
    asked = np.arange(1, presses + 2) / middle_press(presses)
    W_pos = asked[:, None] * write(s.number)
    W_pos[-1] += TINY * write(s.more)[0]
    spoken = np.append(np.ones(len(KEYS) + 1), [0.0, 0.0])  # of these it may read the last word
    return Transformer(
        W_E=spoken[:, None] * write(s.one),
        W_pos=W_pos,
        layers=[Layer((), cross=[ask(s, asked, loudness)], norm_cross=RMS_NORM)],
        norm_final=RMS_NORM,
        W_U=np.hstack(
            [
                read(s.keys),
                np.zeros((s.one.d_model, 1)),
                2 * read(s.start),
                1.5 / TINY * read(s.more),
            ]
        ),
        encoder=encoder,
        subspaces=s.named,
    )


TINY = 1e-6  # so loud is the last place, beside the number that it asks for


def ask(s: Stream, asked: Array, loudness: Loudness) -> Head:
    """A head that looks at the press of a number, or at the start where there is none.

    A number beside a one is an arrow once it is normalized; it points in the right direction at one
    press alone, and any other turns away from it by more than the start's score is less.
    """
    length = loudness.one + loudness.late + loudness.last
    arrow, start = read(s.number, s.one), unscaled(length, s.start)
    hard = SURE / (1 - np.cos(np.diff(np.arctan(asked)).min()))
    d_model = s.one.d_model
    pointing = arrow - np.sqrt(d_model) * start * [0.0, 1.0]  # the start has no arrow
    return Head(
        W_Q=np.pad(np.sqrt(3) * hard / d_model * arrow, [(0, 0), (0, 1)]),
        W_K=np.hstack([pointing, (hard - SURE / 2) * start]),
        W_V=unscaled(length, s.keys, s.start),
        W_O=write(s.keys, s.start),
        b_Q=np.sqrt(3) * np.array([0.0, 0.0, 1.0]),
        name="asks for a press",
    )
