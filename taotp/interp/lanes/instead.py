"""What would be said instead, had something else stood where an answer comes from.

An intervention on the text: the machine itself is asked, for each of a few symbols.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from taotp.interp.lanes.causes import TEXT, Causes, Search
from taotp.interp.lanes.codebooks import Meaning, shown
from taotp.interp.lanes.picture import cell
from taotp.interp.lanes.stories import ALIKE, threads_to, told_of
from taotp_core.arrays import Tokens
from taotp_core.decode import greedy
from taotp_core.transformer import encode, forward

if TYPE_CHECKING:
    from taotp.interp.lanes.reading import Lanes

MOST = 13  # texts that are tried, or places
MOST_PAIRS = 9  # texts at several positions, where all there are are tried
WORK, LOOKS = 1e7, 20_000  # numbers that may be multiplied for them, about, and looks
T = TypeVar("T")


@dataclass(frozen=True)
class Instead:
    """What would be said, had other symbols stood at some positions.

    Where the place alone decides, `positions` are none, and `texts` the places, with what is said
    at each. `now` is the number of the text that stands there, or of the place. They are positions
    of what an encoder `read`, where there is one.
    """

    positions: Sequence[int]
    texts: Sequence[Sequence[Meaning]]
    says: Sequence[Meaning]
    now: int
    read: bool = False

    def __str__(self) -> str:
        where = " and ".join(map(str, self.positions))
        of = " of what is read" if self.read else ""
        first = f"Had something else stood at {where}{of}" if where else "At each position"
        says = (f"{''.join(map(cell, text))} → {cell(said)}" for text, said in self.pairs)
        return f"{first}: {', '.join(says)}."

    @property
    def pairs(self) -> list[tuple[Sequence[Meaning], Meaning]]:
        """Each text with what is said of it."""
        return [*zip(self.texts, self.says, strict=True)]


def instead(
    seen: "Lanes", at: int, causes: Causes, others: Iterable[Sequence[Meaning]] = ()
) -> Instead | None:
    """What would be said at a position, had others stood where it comes from.

    `others` are texts, all of one length, to be tried at its end, as the rows of a table are. None
    where nothing of the text decides that can be tried, and where all would say the same.
    """
    read = "encoder" if seen.read else ""
    own = sorted({x.at for x in causes.cells if x.lane == TEXT and x.stack == read})
    if isinstance(seen.read, range):  # frames
        return None
    if not read and causes.by_place and own == [at] and not threads_to(causes, at):
        return of_places(seen, at)
    tried = [tuple(text) for text in others]
    tried = [] if len(tried) > MOST else tried
    if tried and len(tried[0]) <= at + 1:
        positions: Sequence[int] = range(at + 1 - len(tried[0]), at + 1)
    else:
        positions, tried = tried_at(seen, at, own, causes)
    here = tuple(given(seen)[i] for i in positions)
    texts = tried if here in tried or not tried else [here, *tried]
    if not 2 <= len(texts) <= most_tried(seen, at):
        return None
    says = asked(seen, at, positions, texts)
    if len({*says}) < 2:
        return None
    return Instead(positions, texts, says, texts.index(here), bool(read))


def given(seen: "Lanes") -> Sequence[Meaning]:
    """What a reader typed: what an encoder reads, where there is one."""
    return seen.read or seen.tokens


def of_places(seen: "Lanes", at: int) -> Instead | None:
    """What is said at each place, where that alone decides."""
    places = window(range(len(seen.tokens)), at)
    says = [seen.lanes[-1].values[p] for p in places]
    return Instead((), [(p,) for p in places], says, places.index(at)) if len(says) > 1 else None


def tried_at(
    seen: "Lanes", at: int, own: Sequence[int], causes: Causes
) -> tuple[Sequence[int], list[tuple[Meaning, ...]]]:
    """Where other symbols are tried, and which: all at once where they are few, else at one place.

    That is where what the head brings that the story tells of comes from, of several the last.
    """
    typed = [seen.symbols[i] for i in seen.typed]
    if len(own) > 1 and len(typed) ** len(own) <= MOST_PAIRS:
        return own, [*product(typed, repeat=len(own))]
    head = told_of(seen, at, causes)
    threads = [x for x in threads_to(causes, at) if x.to in causes.said]
    threads = [x for x in threads if x.head is head] or threads
    strongest = max((x.weight for x in threads), default=0.0)
    last = max(
        (x for x in threads if x.weight >= (1 - ALIKE) * strongest),
        key=lambda x: x.source.at,
        default=None,
    )
    places = Search(seen, causes).text_of(last.source) if last else own
    if len(places) != 1 or given(seen)[places[0]] not in typed:
        return (), []
    here = given(seen)[places[0]]
    alike = [x for x in typed if (shown(x) is None) == (shown(here) is None)]
    return places, [(x,) for x in window(alike, alike.index(here))]


def window(some: Sequence[T], around: int) -> Sequence[T]:
    """At most MOST of some that follow each other, with one of them in the middle."""
    first = max(0, min(around - MOST // 2, len(some) - MOST))
    return some[first : first + MOST]


def most_tried(seen: "Lanes", at: int) -> float:
    """How many texts of that length may be read, for a page in which one moves a dial."""
    layers, long = seen.model.layers, at + 1 + len(seen.read)
    work = seen.model.d_model**2 * max(1, len(layers)) * long
    looks = sum(len(each.heads) + len(each.cross or ()) for each in layers) * long**2
    return min(WORK / work, LOOKS / max(1, looks))


def asked(
    seen: "Lanes", at: int, positions: Sequence[int], texts: Sequence[Sequence[Meaning]]
) -> list[Meaning]:
    """What the machine says at a position for each text at some positions."""
    places = {symbol: i for i, symbol in enumerate(seen.symbols)}
    until = at + 1 if seen.model.causal else len(seen.tokens)

    def tiled(symbols: Sequence[Meaning]) -> Tokens:
        return np.tile([places[x] for x in symbols], (len(texts), 1))

    ids, source = tiled(seen.tokens[:until]), tiled(seen.read)
    changed = source if seen.read else ids
    changed[:, [*positions]] = [[places[x] for x in text] for text in texts]
    memory = encode(seen.model, source) if seen.read else None
    logits = forward(seen.model, ids, memory=memory)[:, at]
    return [seen.symbols[int(i)] for i in greedy(logits)]
