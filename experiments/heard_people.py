"""Measure how many of the digits that people say are heard right, and what else hears them.

python -m experiments heard_people --outside recordings=FILE.zip     ten minutes on one core

The recordings are those of the Free Spoken Digit Dataset (`experiments/outside.py`), which are not
shipped. The classical and the trained listeners need scikit-learn, which is no requirement of
the project: where it is missing, those that are trained are left out.

Three of the collection's six people (SEEN) were heard while the machine was made; how it does with
the others nobody knew then. Each line has a share for each speaker, in the order of `speakers`.

Writes taotp_core/data/heard_people.json after each line; started again with the same speakers, it
goes on there, and with others it begins anew. At the end the lines by hand are printed.
"""

import importlib
import json
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from experiments.outside import needed
from experiments.spoken_digits import heard_of, sounds, voices
from taotp_core.arrays import PRECISIONS, Array, Rounding, Tokens, to_float64
from taotp_core.files import write_whole
from taotp_core.programs import Program, spoken_digits, spoken_words
from taotp_core.sound.wav import decoded
from taotp_core.stream import parts, read, write
from taotp_core.topics.spoken.machine import (
    BOWS,
    DIGITS,
    FEWEST,
    FEWEST_OF_ALL,
    PLACES,
    Stream,
    frames_of,
    impressions,
    listener,
    votes,
)
from taotp_core.transformer import encode, feed_forward, forward, normalize
from taotp_core.weights import LAYER_NORM
from taotp_core.verify.work import bar

DATA = Path(__file__).resolve().parent.parent / "taotp_core/data"
RESULT = DATA / "heard_people.json"
DRAWS = 10  # how often the recordings of one's own voice are drawn
PAIRS = 5000  # of words that are compared at once
SEEN = ("george", "jackson", "lucas")  # who was heard while the machine was made
NONE = len(DIGITS)  # what is said of what is no word


@dataclass(frozen=True)
class Recordings:
    """What people said: samples, digits [n], speakers [n], and what is heard of each.

    `heard` is [n, bows, size of `heard`].
    """

    sounds: Sequence[Array]
    digits: Tokens
    speakers: Any
    heard: Array

    def __len__(self) -> int:
        return len(self.sounds)

    def of(self, which: Tokens) -> "Recordings":
        """Some of them."""
        sounds = [self.sounds[int(i)] for i in which]
        return Recordings(sounds, self.digits[which], self.speakers[which], self.heard[which])


Hear = Callable[[Recordings, Recordings], Tokens]  # what the first are like -> digits of the second


def unpacked(path: Path) -> Recordings:
    """All recordings of an archive, sorted by their names."""
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".wav"))
        said = [decoded(archive.read(name)) for name in names]
    named = [Path(name).stem.split("_") for name in names]
    digits = np.array([int(digit) for digit, _, _ in named])
    speakers = np.array([speaker for _, speaker, _ in named])
    return Recordings(said, digits, speakers, heard_in_bows(said))


def heard_in_bows(sounds: Sequence[Array]) -> Array:
    """What the machine hears of sounds, in all BOWS: [n, bows, size]."""
    frames = [frames_of(x) for x in sounds]
    return np.stack([impressions(frames, bow) for bow in BOWS], axis=1)


def logits(program: Program, sounds: Iterable[Array], to: Rounding = to_float64) -> Array:
    """What a program would say of each sound: [n, d_vocab]; the last is silence."""
    start = np.array([program.vocabulary.index(program.start)])
    said = [forward(program.model, start, memory=program.memory(x, to), to=to)[-1] for x in sounds]
    return np.array(said)


def voted(heard: Array, labels: Sequence[int], asked: Array, fewest: float = FEWEST) -> Array:
    """The votes of the book's machine whose units are what was heard: [n, digits and none].

    They are what its decoder says, of rows that were heard once and for all.
    """
    stream = Stream.of(NONE + 1)
    mlp = votes(stream, heard, labels, fewest)
    rows = normalize(asked @ write(stream.heard), LAYER_NORM)
    found: Array = feed_forward(rows, mlp) @ read(stream.word)
    return found


def by_hand(known: Recordings, asked: Recordings) -> Tokens:
    """The book's machine, whose weights are the known recordings."""
    rows = np.concatenate([known.heard[:, i] for i in range(len(BOWS))])
    fewest = FEWEST if len(rows) < MANY else FEWEST_OF_ALL
    labels = known.digits.tolist() * len(BOWS)
    said: Tokens = voted(rows, labels, asked.heard[:, 0], fewest).argmax(axis=1)
    return said


def one_unit(known: Recordings, asked: Recordings) -> Tokens:
    """The same with each recording as it is, and not bent."""
    said: Tokens = voted(known.heard[:, 0], known.digits.tolist(), asked.heard[:, 0]).argmax(axis=1)
    return said


# Others, who hear the same waves and slopes


def memories(recordings: Recordings) -> list[Array]:
    """What the encoder says of each recording, waves and changes as loud as heads write them."""
    stream = Stream.of(1)
    bare = listener(stream)
    head = bare.layers[1].cross[0]
    written = head.W_V @ head.W_O @ read(parts(stream.heard, PLACES)[0])
    return [encode(bare, frames_of(x)) @ written for x in recordings.sounds]


def warped(heard: Recordings, asked: Recordings) -> Tokens:
    """The nearest neighbor with dynamic time warping (Sakoe and Chiba 1978), by mean distance."""
    known = sorted(zip(memories(heard), heard.digits, strict=True), key=lambda pair: len(pair[0]))
    templates = [memory for memory, _ in known]
    questions = memories(asked)
    step = max(1, PAIRS // len(known))
    nearest = [
        apart(questions[i : i + step], templates).argmin(axis=1)
        for i in range(0, len(questions), step)
    ]
    said: Tokens = np.array([digit for _, digit in known])[np.concatenate(nearest)]
    return said


def apart(some: Sequence[Array], others: Sequence[Array]) -> Array:
    """The distance of words [n_some, n_others] along the best path, by the length of both."""
    x, y = padded(some), padded(others)
    cost = np.full((y.shape[1] + 1, len(some), len(others)), np.inf)
    cost[0] = 0
    found = np.empty(cost.shape[1:])
    ends = np.array([len(word) for word in others])
    for t in range(x.shape[1]):
        squares = (x[:, t] ** 2).sum(axis=1)[:, None, None] + (y**2).sum(axis=2)
        here = np.sqrt(np.maximum(squares - 2 * np.tensordot(x[:, t], y, axes=(1, 2)), 0))
        new = np.full_like(cost, np.inf)
        for s, column in enumerate(np.moveaxis(here, 2, 0)):
            new[s + 1] = np.minimum(np.minimum(cost[s], cost[s + 1]), new[s]) + column
        cost = new
        for i, word in enumerate(some):
            if len(word) == t + 1:
                found[i] = cost[ends, i, np.arange(len(ends))] / (ends + t + 1)
    return found


def padded(words: Sequence[Array]) -> Array:
    """Words [n, longest, size] with zeros behind them."""
    longest = max(map(len, words))
    return np.stack([np.pad(word, [(0, longest - len(word)), (0, 0)]) for word in words])


def trained(make: Callable[[], Any], known: Recordings, asked: Recordings) -> Tokens:
    """What a trained machine says that is shown what our heads write, with all bows."""
    sounds = [frames_of(x) for x in known.sounds]
    shown = np.concatenate([impressions(sounds, bow) for bow in BOWS])
    mean, spread = shown.mean(axis=0), shown.std(axis=0)
    machine = make().fit((shown - mean) / spread, np.tile(known.digits, len(BOWS)))
    heard = impressions([frames_of(x) for x in asked.sounds])
    said: Tokens = machine.predict((heard - mean) / spread)
    return said


def logistic() -> Any:
    """Logistic regression as scikit-learn has it."""
    return importlib.import_module("sklearn.linear_model").LogisticRegression(max_iter=2000)


def support() -> Any:
    """A support vector machine with radial functions as scikit-learn has it."""
    return importlib.import_module("sklearn.svm").SVC(C=10)


LISTENERS: dict[str, Hear] = {
    "by hand": by_hand,
    "by hand, one unit each": one_unit,
    "nearest, time warped": warped,
    "logistic regression, trained": partial(trained, logistic),
    "support vectors, trained": partial(trained, support),
}


# Who is heard, and from whom


def synthesized() -> Recordings:
    """The voices of which the weights of spoken_digits are made."""
    said = [sounds(voice) for voice in bar(voices(), 20, "voice")]
    every = [sound for digits in said for sound in digits]
    return Recordings(every, np.tile(np.arange(10), len(said)), np.full(len(every), "synthesized"))


def from_synthesized(people: Recordings, hear: Hear) -> list[float]:
    """The share of right answers for each speaker, who is heard for the first time."""
    right = hear(synthesized(), people) == people.digits
    return by_speaker(right, people)


def from_others(people: Recordings, hear: Hear) -> list[float]:
    """The same where the weights are all recordings of the other speakers."""
    shares = []
    for speaker in np.unique(people.speakers):
        asked = people.of(np.flatnonzero(people.speakers == speaker))
        others = people.of(np.flatnonzero(people.speakers != speaker))
        shares.append(float((hear(others, asked) == asked.digits).mean()))
    return shares


def from_known(people: Recordings, hear: Hear) -> list[float]:
    """The same where the weights are every other recording of all speakers."""
    odd = np.arange(len(people)) % 2 == 1
    asked = people.of(np.flatnonzero(~odd))
    return by_speaker(hear(people.of(np.flatnonzero(odd)), asked) == asked.digits, asked)


def from_own(n: int, people: Recordings, hear: Hear) -> list[float]:
    """The same where a speaker said each digit n times before; a mean over draws."""
    shares = []
    for own, known, asked in draws(n, people):
        shares.append((own, float((hear(known, asked) == asked.digits).mean())))
    return [float(np.mean([x for who, x in shares if who == one])) for one in speakers(people)]


def draws(n: int, people: Recordings) -> Iterable[tuple[str, Recordings, Recordings]]:
    """Speakers with n recordings of each digit, drawn at random, and all their others."""
    for speaker in speakers(people):
        own = people.of(np.flatnonzero(people.speakers == speaker))
        for seed in range(DRAWS):
            order = np.random.default_rng(seed).permutation(len(own))
            known = [i for digit in range(10) for i in order[own.digits[order] == digit][:n]]
            rest = np.setdiff1d(order, known)
            yield speaker, own.of(np.array(known)), own.of(rest)


def speakers(people: Recordings) -> list[str]:
    """Who speaks, sorted."""
    return [str(name) for name in np.unique(people.speakers)]


def by_speaker(right: Any, people: Recordings) -> list[float]:
    """The share of right answers of each speaker."""
    return [float(right[people.speakers == one].mean()) for one in speakers(people)]


def of_three(n: int, people: Recordings, _: Hear) -> list[float]:
    """The share of right answers where any three digits are the words, by hand."""
    shares: dict[str, list[float]] = {one: [] for one in speakers(people)}
    for speaker, known, asked in draws(n, people):
        said = logits(program_of(known), asked.sounds)
        for three in combinations(range(10), 3):
            mine = np.isin(asked.digits, three)
            choice = np.array(three)[said[mine][:, list(three)].argmax(axis=1)]
            shares[speaker].append(float((choice == asked.digits[mine]).mean()))
    return [float(np.mean(found)) for found in shares.values()]


LINES: dict[str, Callable[[Recordings, Hear], list[float]]] = {
    "synthesized voices": from_synthesized,
    "other people": from_others,
    "known people": from_known,
    "own voice, once": partial(from_own, 1),
    "own voice, three times": partial(from_own, 3),
    "own voice, five times": partial(from_own, 5),
}
THREE = {"own voice, once": 1, "own voice, three times": 3}


def confusions(people: Recordings, to: Rounding) -> list[list[int]]:
    """How often each digit [10] is heard as each [10], or as nothing, by spoken_digits."""
    votes = logits(spoken_digits(), people.sounds, to)
    said = np.where(np.isnan(votes).any(axis=1), len(DIGITS), votes.argmax(axis=1))
    counts = np.zeros((10, 11), int)
    np.add.at(counts, (people.digits, said), 1)
    found: list[list[int]] = counts.tolist()
    return found


def make() -> None:
    """Measure what is missing, and keep each result."""
    people = unpacked(needed("recordings"))
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    kept |= {"made_by": "python -m experiments heard_people", "speakers": speakers(people)}
    tasks: dict[str, Callable[[], Any]] = {
        f"{line}; {name}": partial(measure, people, hear)
        for line, measure in LINES.items()
        for name, hear in LISTENERS.items()
    }
    for line, n in THREE.items():
        tasks[f"{line}; any three digits"] = partial(of_three, n, people, by_hand)
    for name, to in PRECISIONS.items():
        tasks[f"confusions; {name}"] = partial(confusions, people, to)
    for name, task in bar(tasks.items(), len(tasks), "line"):
        if name not in kept:
            kept[name] = task()
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(x)}" for key, x in kept.items())
            write_whole(RESULT, f"{{\n{lines}\n}}\n".encode())
