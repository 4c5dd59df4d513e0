"""Measure how many of the digits that people say are heard right, and what else hears them.

python -m tools.experiments heard_people --outside recordings=FILE.zip     ten minutes on one core

The recordings are those of the Free Spoken Digit Dataset (`outside.py`), which are not
shipped. The classical and the trained listeners need scikit-learn, which is no requirement of the
project: where it is missing, those that are trained are left out.

Three of the collection's six people (SEEN) were heard while the machine was made; how it does with
the others nobody knew then. Each line has a share for each speaker, in the order of `speakers`.

Writes taotp/data/heard_people.json after each line; started again with the same speakers, it
goes on there, and with others it begins anew. At the end the lines by hand are printed.
"""

import importlib
import json
import zipfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np

from taotp.applications.spoken.machine import (
    BOWS,
    DIGITS,
    FEWEST,
    FEWEST_OF_ALL,
    PART_OF_ALL,
    PLACES,
    STEADY,
    Stream,
    frames_of,
    hearing,
    impressions,
    listener,
    votes,
)
from taotp.files import write_whole
from taotp.programs import Program, spoken_digits
from taotp.sound.ends import trimmed
from taotp.sound.wav import decoded
from taotp.verify.worker_pool import bar
from taotp_core.arrays import PRECISIONS, Array, Rounding, Tokens, to_float64
from taotp_core.stream import parts, read, write
from taotp_core.transformer import encode, feed_forward, forward, normalize
from taotp_core.weights import LAYER_NORM
from tools.experiments.outside import needed
from tools.experiments.spoken_digits import in_throats, sounds, voices

DATA = Path(__file__).resolve().parents[2] / "taotp/data"
RESULT = DATA / "heard_people.json"
DRAWS = 10  # how often the recordings of one's own voice are drawn
PAIRS = 5000  # of words that are compared at once
SEEN = ("george", "jackson", "lucas")  # who was heard while the machine was made
NOISES = 100  # of each kind
STRANGE = (  # words that were heard while bounds were chosen
    *("yes", "no", "left", "right", "stop", "go", "up", "down"),
    *("water", "paper", "window", "music", "garden", "doctor", "river", "hello"),
)
FRESH = (  # words that were heard once the bounds stood
    *("red", "green", "cat", "dog", "bread", "milk", "coffee", "letter"),
    *("summer", "winter", "monday", "friday", "question", "answer", "happy", "quiet"),
    *("kitchen", "bicycle", "station", "ticket", "doorbell", "pencil", "camera", "engine"),
    *("forest", "mountain", "island", "ocean", "thunder", "shadow", "silver", "candle"),
)
PARTS = (0.0, 0.2, 0.25, PART_OF_ALL, 1 / 3, 0.36, 0.4, 0.5)  # of all votes
FEWEST_TRIED = (1e-3, 2e-3, FEWEST, 4e-3, 7e-3, 1e-2, 2e-2)
NONE = len(DIGITS)  # what is said of what is no word


@dataclass(frozen=True)
class Recordings:
    """What people said: frames, digits [n], speakers [n], and what is heard [n, bows, size]."""

    frames: Sequence[Array]
    digits: Tokens
    speakers: Any
    heard: Array

    def __len__(self) -> int:
        return len(self.frames)

    def of(self, which: Tokens) -> "Recordings":
        """Some of them."""
        frames = [self.frames[int(i)] for i in which]
        return Recordings(frames, self.digits[which], self.speakers[which], self.heard[which])


Bound = tuple[float, float, float]  # fewest votes of a word, its part of all, and STEADY or 0
FOR_ONE: Bound = (FEWEST, 0.0, 0.0)
FOR_ALL: Bound = (FEWEST_OF_ALL, PART_OF_ALL, STEADY)

Hear = Callable[[Recordings, Recordings], Tokens]  # what the first are like -> digits of the second


def unpacked(path: Path, cut: Callable[[Array], Array] = np.asarray) -> Recordings:
    """All recordings of an archive, sorted by their names, each cut."""
    with zipfile.ZipFile(path) as archive:
        names = sorted(name for name in archive.namelist() if name.endswith(".wav"))
        said = [frames_of(cut(decoded(archive.read(name)))) for name in names]
    named = [Path(name).stem.split("_") for name in names]
    digits = np.array([int(digit) for digit, _, _ in named])
    speakers = np.array([speaker for _, speaker, _ in named])
    return Recordings(said, digits, speakers, heard_in_bows(said))


def heard_in_bows(frames: Sequence[Array]) -> Array:
    """What the machine hears of frames, in all BOWS: [n, bows, size]."""
    return np.stack([impressions(frames, bow) for bow in BOWS], axis=1)


def logits(program: Program, recordings: Recordings, to: Rounding = to_float64) -> Array:
    """What a program would say of each recording: [n, d_vocab]; the last is silence."""
    start = np.array([program.vocabulary.index(program.start)])
    memories = (encode(program.model, to(frames), to=to) for frames in recordings.frames)
    return np.array([forward(program.model, start, memory=each, to=to)[-1] for each in memories])


def voted(heard: Array, labels: Sequence[int], asked: Array, bound: Bound) -> Array:
    """The votes of the book's machine whose units are what was heard: [n, digits and none].

    They are what its decoder says, of rows that were heard once and for all.
    """
    stream = Stream.of(NONE + 1)
    mlp = votes(stream, heard, labels, *bound)
    rows = normalize(asked @ write(stream.heard), LAYER_NORM)
    found: Array = feed_forward(rows, mlp) @ read(stream.word)
    return found


def by_hand(known: Recordings, asked: Recordings) -> Tokens:
    """The book's machine, whose weights are the known recordings."""
    said: Tokens = answers(known, asked, bound_of(known, asked)).argmax(axis=1)
    return said


def answers(known: Recordings, asked: Recordings, bound: Bound) -> Array:
    """What the book's machine says whose weights are the known recordings, as `voted` has it."""
    rows = np.concatenate(list(known.heard.swapaxes(0, 1)))
    return voted(rows, known.digits.tolist() * len(BOWS), asked.heard[:, 0], bound)


def one_unit(known: Recordings, asked: Recordings) -> Tokens:
    """The same with each recording as it is, and not bent."""
    own, labels = known.heard[:, 0], known.digits.tolist()
    said: Tokens = voted(own, labels, asked.heard[:, 0], bound_of(known, asked)).argmax(axis=1)
    return said


def bound_of(known: Recordings, asked: Recordings) -> Bound:
    """What a word must have, of known people and of strangers."""
    strangers = not set(asked.speakers) <= set(known.speakers)
    return FOR_ALL if strangers else FOR_ONE


# Others, who hear the same waves and slopes


def memories(recordings: Recordings) -> list[Array]:
    """What the encoder says of each recording, waves and changes as loud as heads write them."""
    stream = Stream.of(1)
    bare = listener(stream)
    (head, *_) = bare.layers[0].cross
    written = head.W_V @ head.W_O @ read(parts(stream.heard, PLACES)[0])
    return [(encode(bare, frames) @ written).astype(np.float32) for frames in recordings.frames]


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
    cost = np.full((y.shape[1] + 1, len(some), len(others)), np.inf, np.float32)
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
    shown = np.concatenate(list(known.heard.swapaxes(0, 1)))
    mean, spread = shown.mean(axis=0), shown.std(axis=0)
    machine = make().fit((shown - mean) / spread, np.tile(known.digits, len(BOWS)))
    said: Tokens = machine.predict((asked.heard[:, 0] - mean) / spread)
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
    "logistic regression, trained": partial(trained, logistic),
    "support vectors, trained": partial(trained, support),
    "nearest, time warped": warped,
}


# Who is heard, and from whom


@cache
def synthesized() -> Recordings:
    """The voices of which the weights of spoken_digits are made, in all their throats."""
    every = list(voices())
    said = [sounds(voice) for voice in bar(every, len(every), "voice")]
    frames = in_throats(said)
    digits = np.arange(len(frames)) % len(DIGITS)
    who = np.full(len(frames), "synthesized")
    return Recordings(frames, digits, who, heard_in_bows(frames))


def from_synthesized(people: Recordings, hear: Hear) -> list[float]:
    """The share of right answers for each speaker, who is heard for the first time."""
    right = hear(synthesized(), people) == people.digits
    return by_speaker(right, people)


def from_synthesized_cut() -> list[float]:
    """The same as a page and `taotp hear --words` hear them: what is around a word is cut away."""
    return from_synthesized(unpacked(needed("recordings"), trimmed), by_hand)


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
        said = answers(known, asked, FOR_ONE)
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
MANY = ("other people", "known people")  # recordings: to warp time for each pair takes an hour
THREE = {"own voice, once": 1, "own voice, three times": 3}


def confusions(people: Recordings, to: Rounding) -> list[list[int]]:
    """How often each digit [10] is heard as each [10], or as nothing, by spoken_digits."""
    found = logits(spoken_digits(), people, to)
    said = np.where(np.isnan(found).any(axis=1), NONE, found.argmax(axis=1))
    counts = np.zeros((10, 11), int)
    np.add.at(counts, (people.digits, said), 1)
    table: list[list[int]] = counts.tolist()
    return table


# What is no word that is known


def of_five(n: int, people: Recordings) -> list[list[float]]:
    """Five digits are known, said n times, and all ten are asked; for each speaker three shares.

    Of known digits those heard right and those refused, and of strange ones those refused.
    """
    found: dict[str, list[list[float]]] = {one: [] for one in speakers(people)}
    for seed, (speaker, known, asked) in enumerate(draws(n, people)):
        five = np.random.default_rng(seed).permutation(10)[:5]
        own = known.of(np.flatnonzero(np.isin(known.digits, five)))
        said, mine = by_hand(own, asked), np.isin(asked.digits, five)
        right, refused = said == asked.digits, said == NONE
        found[speaker].append([float(x.mean()) for x in (right[mine], refused[mine],
                                                         refused[~mine])])  # fmt: skip
    return [np.mean(shares, axis=0).tolist() for shares in found.values()]


@cache
def strange(texts: tuple[str, ...]) -> Recordings:
    """Words that are no digits, in the voices of the weights that speak English."""
    own = [replace(voice, texts=texts) for voice in voices() if voice.texts is DIGITS]
    frames = [frames_of(sound) for voice in own for sound in sounds(voice)]
    which, who = np.full(len(frames), NONE), np.full(len(frames), "synthesized")
    return Recordings(frames, which, who, heard_in_bows(frames))


def for_all(people: Recordings) -> list[list[float]]:
    """How the listener for everybody would do with each of PARTS, in five shares.

    Digits heard right; right ones that a bound refuses; refused of STRANGE words, of FRESH words,
    and of people's digits where the digit itself is not among those that it knows.
    """
    known, bare = synthesized(), (FEWEST_OF_ALL, 0.0, STEADY)
    digits, *others = (answers(known, each, bare) for each in (
        people, strange(STRANGE), strange(FRESH)))  # fmt: skip
    unknown = digits.copy()
    unknown[np.arange(len(people)), people.digits] = 0.0
    right = digits.argmax(axis=1) == people.digits
    found = []
    for part in PARTS:
        refuses = [said[:, NONE] + part * said[:, :NONE].sum(axis=1) >= said[:, :NONE].max(axis=1)
                   for said in (digits, *others, unknown)]  # fmt: skip
        shares = [(right & ~refuses[0]).mean(), refuses[0][right].mean(),
                  *(each.mean() for each in refuses[1:])]  # fmt: skip
        found.append([part, *map(float, shares)])
    return found


def for_one(n: int, people: Recordings) -> list[list[float]]:
    """How the machine of one's own voice would do with each of FEWEST_TRIED, in two shares.

    Ten digits are known, said n times: those heard right. Five are: those of the others refused.
    """
    found: dict[float, list[tuple[float, float]]] = {few: [] for few in FEWEST_TRIED}
    for seed, (_, known, asked) in enumerate(draws(n, people)):
        said = answers(known, asked, FOR_ONE)[:, :NONE]
        five = np.random.default_rng(seed).permutation(NONE)[: NONE // 2]
        strangers = said[~np.isin(asked.digits, five)][:, five]  # no word's votes depend on others
        right = said.argmax(axis=1) == asked.digits
        for few, shares in found.items():
            kept, refused = right & (said.max(axis=1) > few), strangers.max(axis=1) <= few
            shares.append((float(kept.mean()), float(refused.mean())))
    return [[few, *np.mean(shares, axis=0).tolist()] for few, shares in found.items()]


def noises(program: Program) -> dict[str, float]:
    """The share of noises that a program refuses, by their kinds: NOISES of each."""
    rng = np.random.default_rng(0)
    found: dict[str, list[Array]] = {"white": [], "colored": [], "bursts": [], "tones": []}
    for n in rng.integers(2000, 8000, NOISES):
        white = rng.normal(size=n) / 10
        smooth = np.exp(-np.arange(50) / rng.uniform(1, 20))
        found["white"].append(white)
        found["colored"].append(np.convolve(white, smooth / np.linalg.norm(smooth)))
        found["bursts"].append(white * np.hanning(n))
        found["tones"].append(np.sin(np.arange(n) * rng.uniform(0.1, 2.5)) / 2)
    return {kind: refused(program, sounds) for kind, sounds in found.items()}


def refused(program: Program, sounds: Sequence[Array]) -> float:
    """The share of sounds of which a program says nothing."""
    return float(np.mean([program.complete(sound.clip(-1, 1)) == "" for sound in sounds]))


def noises_to_people(people: Recordings) -> dict[str, float]:
    """The same of the first speaker's machine, who said each digit once."""
    _, known, _ = next(iter(draws(1, people)))
    rows = np.concatenate(list(known.heard.swapaxes(0, 1)))
    return noises(hearing(DIGITS, rows, known.digits.tolist() * len(BOWS)))


def make() -> None:
    """Measure what is missing, and keep each result."""
    people = unpacked(needed("recordings"))
    kept = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {}
    if kept.get("speakers") != speakers(people):
        kept = {}
    kept |= {"made_by": "python -m tools.experiments heard_people", "speakers": speakers(people)}
    kept["seen"] = [one for one in SEEN if one in kept["speakers"]]
    tasks: dict[str, Callable[[], Any]] = {}
    for line, n in THREE.items():
        tasks[f"{line}; any three digits"] = partial(of_three, n, people, by_hand)
        tasks[f"{line}; five of ten"] = partial(of_five, n, people)
        tasks[f"{line}; with fewest votes"] = partial(for_one, n, people)
    for name, to in PRECISIONS.items():
        tasks[f"confusions; {name}"] = partial(confusions, people, to)
    tasks["synthesized voices; with a part of all"] = partial(for_all, people)
    tasks["synthesized voices; by hand, cut as a page does"] = from_synthesized_cut
    tasks["noises refused"] = lambda: noises(spoken_digits())
    tasks["noises refused; own voice"] = partial(noises_to_people, people)
    for name, hear in LISTENERS.items():
        for line, measure in LINES.items():
            if hear is not warped or line not in MANY:
                tasks[f"{line}; {name}"] = partial(measure, people, hear)
    for name, task in bar(tasks.items(), len(tasks), "line"):
        if name not in kept:
            kept[name] = task()
            lines = ",\n".join(f"{json.dumps(key)}: {json.dumps(x)}" for key, x in kept.items())
            write_whole(RESULT, f"{{\n{lines}\n}}\n".encode())
    print(table(kept))


def table(kept: dict[str, Any]) -> str:
    """What the machine by hand hears right of each speaker, in percent."""
    mark = {one: f"{one}{'' if one in kept['seen'] else '*'}" for one in kept["speakers"]}
    lines = [f"{'':24}" + "".join(f"{mark[one]:>12}" for one in kept["speakers"])]
    for line in LINES:
        shares = "".join(f"{100 * x:12.1f}" for x in kept[f"{line}; by hand"])
        lines.append(f"{line:24}{shares}")
    return "\n".join([*lines, "* whom nobody had heard when the machine was made"])
