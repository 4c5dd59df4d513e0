"""Two live figures of counted words: shares as logarithms, and votes that a mask hides."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.applications.counts.machine import NEVER
from taotp.figures import sketches
from taotp.figures.explorables import figure_with
from taotp.figures.figure import Dial, Figure, Line, Select
from taotp.figures.live import LiveFigure
from taotp.figures.tables import table_of

Ballots = Mapping[str, Mapping[str, float]]


@dataclass(frozen=True, kw_only=True)
class Shares(Figure):
    """Words with a dial each; the logarithm of a share of 0 is -`never`."""

    words: Sequence[str]
    never: float
    kind: Literal["shares"] = "shares"


@dataclass(frozen=True, kw_only=True)
class Votes(Figure):
    """Words that vote on which of `names` follows `last`; a mask leaves those that are `shown`."""

    ballots: Mapping[str, Sequence[float]]
    names: Sequence[str]
    last: str
    shown: Sequence[str]
    kind: Literal["votes"] = "votes"


def shares(
    of: Mapping[str, float],
    *,
    id: str = "shares",
    title: str = "Shares and their logarithms",
    alt: str = "A dial for each word; its logarithm is a weight, and softmax gives the share back.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """A dial for each word, the logarithms of their shares, and what softmax makes of these.

    `of` has the parts in a hundred to begin with. Raises ValueError for fewer than two words, and
    for parts that are not from 0 to 100 or that sum to nothing.
    """
    if len(of) < 2:
        raise ValueError(f"there are {len(of)} words; shares are of at least 2")
    for word, part in of.items():
        if not 0 <= part <= 100:
            raise ValueError(f"the part of {word!r} is {part}; it must be from 0 to 100")
    if not any(of.values()):
        raise ValueError("the parts sum to nothing; at least one must be above 0")

    def still() -> str:
        total = sum(of.values())
        parts = {word: part / total for word, part in of.items()}
        rows = {
            word: [f"{share:.0%}", f"{np.log(share) if share else -NEVER:.2f}"]
            for word, share in parts.items()
        }
        says = [f"{share}, weight {weight}" for share, weight in rows.values()]
        image = sketches.still(title, sketches.bars([*parts], [*parts.values()], says))
        return image + table_of(rows, ["word", "share", "weight"], title)

    drawn = Shares(
        id=id,
        title=title,
        alt=alt,
        panels=["shares"],
        controls=[Dial(name=word, label=word, least=0, most=100) for word in of],
        hidden=[],
        state=dict(of),
        words=[*of],
        never=NEVER,
    )
    return figure_with(drawn, still, show, ["counts"])


def votes(
    ballots: Ballots,
    last: str,
    mask: Sequence[str],
    text: str,
    *,
    id: str = "votes",
    title: str = "Votes, and a mask",
    alt: str = "Earlier words vote on the next one; with a mask only those vote that decide.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """What each word before `last` votes for, and the sums, of all votes or of those in a mask.

    `ballots` has the vote of each earlier word for each word that may follow. A reader types
    another text and switches the mask. Raises ValueError where there are no ballots, where they are
    on different words, and for a word of the mask that has none.
    """
    if not ballots:
        raise ValueError("there are no ballots; at least one word must vote")
    (names, *others) = ([*own] for own in ballots.values())
    if any(other != names for other in others):
        raise ValueError(f"the ballots are on different words; all must be on {', '.join(names)}")
    for word in mask:
        if word not in ballots:
            raise ValueError(f"the mask shows {word!r}, which has no ballot")

    def still() -> str:
        rows = {word: [f"{vote:g}" for vote in own.values()] for word, own in ballots.items()}
        voters = [word for word in ballots if word in text.split()] or [*ballots]
        table = np.array([[*ballots[word].values()] for word in voters], float)
        sums = np.vstack([table, table.sum(axis=0)])
        scaled = sums / (abs(sums).max() or 1)
        says = [[f"{vote:g}" for vote in row] for row in sums]
        wins = names[int(sums[-1].argmax())]
        heard = f"The text: {text} ... Each word votes on what follows; {wins} gets most."
        image = sketches.still(
            title, sketches.words(heard), sketches.grid([*voters, "sum"], names, scaled, says)
        )
        return image + table_of(rows, ["earlier word", *names], title)

    drawn = Votes(
        id=id,
        title=title,
        alt=alt,
        panels=["votes"],
        controls=[
            Line(name="text", label=f"what is said, up to {last}"),
            Select(name="mask", label="mask", values=["off", "on"]),
        ],
        hidden=[],
        state={"text": text, "mask": "off"},
        ballots={word: [*own.values()] for word, own in ballots.items()},
        names=names,
        last=last,
        shown=[*mask],
    )
    return figure_with(drawn, still, show, ["counts"])
