"""Measure on how many sentences the machine of mood says what vaderSentiment says.

python -m tools.experiments mood_measured [--outside texts=FILE ...]     ten minutes on one core

The play and drawn sentences are always measured; the lines of each FILE are too, as a corpus of
its name. Needs vaderSentiment (tools/requirements/test.txt).

Writes taotp/data/mood_measured.json after each corpus; started again, it goes on there.
"""

import importlib
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

from taotp.applications.mood import vader
from taotp.applications.mood.machine import Sentiment, sentiment
from taotp.data import romeo_and_juliet
from taotp.files import write_whole
from taotp.verify.worker_pool import bar
from taotp_core.arrays import PRECISIONS
from tools.experiments.outside import outside

RESULT = Path(__file__).resolve().parents[2] / "taotp/data/mood_measured.json"
DRAWN = 10_000
LENGTHS = (1, 2, 3, 5, 8, 12, 20, 30, 60, 100)
PLAIN = "I you we movie was is a the and it that of in went Paris today 2012 n0t DON'T y'all'ven't"
TELLING = (
    "no or nor never so this without doubt least at very but kind sort of just enough the shit "
    "bomb bad ass bus stop yeah right beating heart kiss death to die for NO BUT Not LEAST OK: ok, "
    "no, ... !!! ?? ! don't CAN'T isn\u2019t \u201cnice\u201d #happy @angry http://t.co/love sooo"
)
ENDS = ("",) * 10 + ("!", "?", "!!", "???", "!?!", "...", ",", ".", "!!!!!!", "?????")
FACES = "\U0001f601\U0001f498\U0001f48b\U0001f621\u2764\ufe0f\U0001f51a\U0001f51b"
PHRASES = (
    *map(" ".join, [*vader.IDIOMS, *vader.TWO_WORD_DAMPENERS]),
    *("at least", "never so", "never this", "without doubt", "without a doubt"),
)
KINDS = (  # what a drawn word is, and how often
    (sorted(vader.rated()), 30),
    (vader.BOOSTERS + vader.DAMPENERS, 10),
    (vader.NEGATIONS, 8),
    (TELLING.split(" "), 17),
    (PHRASES, 5),
    (FACES, 1),
    (PLAIN.split(" "), 29),
)

Oracle = Callable[[str], float]


def oracle() -> Oracle:
    """What vaderSentiment says of a text whose apostrophes are straight."""
    analyzer = importlib.import_module("vaderSentiment.vaderSentiment")
    scores = analyzer.SentimentIntensityAnalyzer().polarity_scores
    return lambda text: float(scores(text.translate(vader.STRAIGHT))["compound"])


def drawn(n: int, seed: int = 0, lengths: tuple[int, ...] = LENGTHS) -> Iterator[str]:
    """Sentences in which every rule of VADER comes up, and most of them at once."""
    rng = random.Random(seed)
    kinds, often = zip(*KINDS, strict=True)
    for _ in range(n):
        chosen = rng.choices(kinds, often, k=rng.choice(lengths))
        text = " ".join(dressed(rng.choice(kind), rng) for kind in chosen)
        yield text.upper() if rng.random() < 0.03 else text


def dressed(word: str, rng: random.Random) -> str:
    """A word with a mark behind it, perhaps, and in capitals."""
    how = rng.random()
    word = word.upper() if how < 0.12 else word.capitalize() if how < 0.2 else word
    return word + rng.choice(ENDS)


def cause(text: str, said: float, right: float) -> str:
    """Why a score differs from the oracle's, "" where it does not."""
    if round(said, 4) == right:
        return ""
    intended = vader.compound(text)
    if round(intended, 4) != round(said, 4):
        return "rounding" if abs(intended - said) < 1e-6 else "other"
    if intended == 0:
        return "a sum of zero"  # as floats 1e-16, of which the package takes the sign
    return "but" if "but" in map(str.lower, vader.cut(text)) else "rounding"


def measured(texts: list[str], machine: Sentiment, right: Oracle, precision: str) -> dict[str, int]:
    """How many texts there are, how many are right to four decimals, and why the others are not."""
    to, causes = PRECISIONS[precision], Counter[str]()
    for text in bar(texts):
        causes[cause(text, machine.score(text, to=to), right(text))] += 1
    wrong = {name: n for name, n in sorted(causes.items()) if name}
    longest = max(len(vader.cut(text)) for text in texts)
    return {"sentences": len(texts), "longest": longest, "right": causes[""], **wrong}


def corpora(paths: list[Path]) -> dict[str, list[str]]:
    """What is measured, by name."""
    found = {
        "Romeo and Juliet, line by line": romeo_and_juliet().splitlines(),
        "drawn sentences": list(drawn(DRAWN)),
    }
    found |= {path.stem: path.read_text("utf-8").splitlines() for path in paths}
    return {name: [text for text in texts if text.strip()] for name, texts in found.items()}


def make() -> None:
    """Measure what is not in the file yet."""
    done = json.loads(RESULT.read_text("utf-8")) if RESULT.exists() else {"corpora": {}}
    done["vaderSentiment"], right, machine = version("vaderSentiment"), oracle(), sentiment()
    for name, texts in corpora(outside("texts")).items():
        for precision in ("float64", "float32"):
            known = done["corpora"].setdefault(name, {})
            if precision not in known:
                known[precision] = measured(texts, machine, right, precision)
                write_whole(RESULT, (json.dumps(done, indent=1) + "\n").encode())
