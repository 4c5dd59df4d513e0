"""The live figure of a text that writes itself, letter by letter, from counted shares."""

import html
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Literal

import numpy as np

from taotp.constructions.chance import number
from taotp.figures import sketches
from taotp.figures.explorables import FOLDED, figure_with
from taotp.figures.figure import ChoiceDial, CutDial, Dial, Figure, Fold, Line
from taotp.figures.live import LiveFigure
from taotp.figures.strokes import visible
from taotp.figures.tables import table_of
from taotp_core.arrays import Array
from taotp_core.decode import distribution

MOST_ORDER = 8
MOST_SAID = 400  # letters
MOST_SEED = 999
MOST_START = 1000  # letters; each is laid out, and all ways to go on read them
MOST_OWN = 1_000_000  # letters that are kept; panel.js counts fewer, and says so
MOST_BARS = 9
ASKED = ("order", "temperature")  # the controls of the question
SHOWN = 60  # letters of each text in a picture
USUAL = {"temperature": 0.7, "k": 5, "p": 0.9, "min_p": 0.1}
KS = (*range(1, 21), 25, 30, 40, 50, 0)
PS = (*(i / 100 for i in range(5, 100, 5)), 0.97, 0.99, 1)
MIN_PS = (0, 0.01, 0.02, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1)

Count = Callable[[str], Array]  # of each letter, how often it follows a context
Left = Callable[[Array], Array]  # the probabilities that are left of logits


@dataclass(frozen=True, kw_only=True)
class WritesItself(Figure):
    """A text whose letters are counted, which is called `name`.

    `usual` is what a way to choose is set to where its dial is off.
    """

    text: str
    name: str
    usual: Mapping[str, float]
    kind: Literal["writesItself"] = "writesItself"


def writes_itself(
    text: str,
    *,
    name: str,
    start: str = "Romeo",
    order: int = 3,
    said: int = 120,
    id: str = "written",
    title: str = "A text that writes itself",
    alt: str = "A text goes on letter by letter, each as often as it followed before.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """A text, which has a `name`, is counted, and `said` letters are written after a `start`.

    A reader sets how many letters back are counted, how the next one is chosen, and a seed; lets
    it write, one letter at a time or on and on; compares many draws with the shares, and all ways
    to choose; and pastes a text of their own. Raises ValueError for a text of fewer than two
    letters, and for an order or a number of letters that is out of range.
    """
    if len(text) < 2:
        raise ValueError(f"the text has {len(text)} letters; there must be at least 2 to count")
    for what, value, most in (("order", order, MOST_ORDER), ("said", said, MOST_SAID)):
        if not 0 <= value <= most:
            raise ValueError(f"{what} is {value}; it must be from 0 to {most}")

    def still() -> str:
        rows = {
            way.format(**USUAL): [shown(written(text, start, SHOWN, order, left))]
            for way, left in ways()
        }
        head = f"what it writes after {shown(start)}"
        return at_start(text, start, order, title) + table_of(rows, ["way to choose", head], title)

    drawn = WritesItself(
        id=id,
        title=title,
        alt=alt,
        panels=["writing", "falling", FOLDED, "next", "ways", "count"],
        folds={
            "ways": Fold(title="All ways to choose, side by side"),
            "count": Fold(title="Count a text of your own", opens=("own",)),
        },
        controls=[
            Line(name="start", label="begin with", most=MOST_START),
            Dial(name="order", label="letters back", least=0, most=MOST_ORDER),
            Dial(name="temperature", label="temperature", least=0, most=3, by=0.05),
            cut("k", "top k", KS, 0),
            cut("p", "top p", PS, 1),
            cut("min_p", "min p", MIN_PS, 0),
            Dial(name="seed", label="seed", least=0, most=MOST_SEED),
            ChoiceDial(name="draws", label="draws to compare", values=[0, 10, 100, 1000, 10_000]),
            Dial(name="beams", label="beams", least=1, most=8),
        ],
        hidden=[Dial(name="said", least=0, most=MOST_SAID), Line(name="own", most=MOST_OWN)],
        state={
            "start": start, "order": order, "temperature": 1, "k": 0, "p": 1, "min_p": 0, "seed": 0,
            "draws": 1000, "beams": 4, "said": said, "own": "",
        },
        text=text,
        name=name,
        usual=USUAL,
    )  # fmt: skip
    fold = [each.name for each in drawn.controls if each.name not in ASKED]
    return figure_with(drawn, still, show, ["letters"], fold)


def cut(name: str, label: str, values: Sequence[float], off: float) -> CutDial:
    """A dial of a rule that cuts letters."""
    return CutDial(
        name=name, label=label, values=values, off=off, least=min(values), most=max(values)
    )


def ways() -> list[tuple[str, Left]]:
    """Ways to choose one letter after another, each at its usual setting."""
    return [
        ("greedy", partial(distribution, temperature=0)),
        ("as counted", distribution),
        ("temperature {temperature:g}", partial(distribution, temperature=USUAL["temperature"])),
        ("top k, k = {k:g}", partial(distribution, top_k=int(USUAL["k"]))),
        ("top p, p = {p:g}", partial(distribution, top_p=USUAL["p"])),
        ("min p, p = {min_p:g}", partial(distribution, min_p=USUAL["min_p"])),
    ]


def followers_in(text: str) -> Count:
    """Counts, of each letter of a text in order, how often it follows a context in it.

    Where the text never has the context with a letter behind it, the longest end of it counts that
    it has.
    """
    alphabet = sorted(set(text))

    @cache
    def after(context: str) -> Array:
        first, rest = re.escape(context[:1]), re.escape(context[1:])
        found = Counter(re.findall(f"{first}(?={rest}(.))", text, re.DOTALL))
        if not found:
            return after(context[1:])
        return np.array([found[letter] for letter in alphabet], float)

    return after


def written(
    text: str, start: str, n: int, order: int, left: Left = distribution, seed: int = 0
) -> str:
    """The n letters that a seed writes after a start, as the page does.

    Each falls on what is `left` of the logarithms of the counts, by the next number of the seed.
    """
    alphabet, after, said = sorted(set(text)), followers_in(text), start
    for i in range(n):
        with np.errstate(divide="ignore"):
            logits = np.log(after(said[len(said) - min(order, len(said)) :]))
        sums = np.cumsum(left(logits))
        said += alphabet[int((sums > number(seed, i) * sums[-1]).argmax())]
    return said[len(start) :]


def at_start(text: str, start: str, order: int, title: str) -> str:
    """What it writes after a start, and how often each next letter followed, as a picture."""
    said = written(text, start, SHOWN, order)
    after = followers_in(text)(start[len(start) - min(order, len(start)) :])
    alphabet = sorted(set(text))
    best = np.argsort(-after, kind="stable")[:MOST_BARS]
    best = best[after[best] > 0]
    shares = after[best] / after.sum()
    names = [visible(alphabet[i]) for i in best]
    bars = sketches.bars(names, shares.tolist(), [f"{share:.0%}" for share in shares])
    heading = sketches.words(f"After {start}, as often as counted:")
    return sketches.still(title, sketches.words(" ".join((start + said).split())), heading, bars)


def shown(text: str) -> str:
    """A text on one line, as HTML."""
    return html.escape(text.replace("\n", "\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}"))
