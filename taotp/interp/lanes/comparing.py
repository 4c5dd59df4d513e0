"""What a head compares in a run: relations of origins, and whether they tell where it looks."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from taotp.interp.lanes.names import Group
from taotp.interp.lanes.origins import Normed, Origin, Rows
from taotp.interp.lanes.relations import PULL, Relation, relation
from taotp_core.arrays import Array, to_float64
from taotp_core.transformer import scores_of
from taotp_core.weights import Head

MOST = 4  # relations that are told of a head, the strongest, beside its tags
MOST_TAGS = 12
LIKED = 0.4  # of what the best tag scores
FOUND = 0.5  # of the largest weight, that the key which is told must have


@dataclass(frozen=True, eq=False)
class Compared:
    """A relation, and what it adds to the scores of the run [n, n_keys]."""

    told: Relation
    scores: Array


@dataclass(frozen=True, eq=False)
class Question:
    """A head in a run: what stands where it asks and where it looks, and where it looked.

    `tags` are the columns that are told by name, None where there are none; `causal` is whether
    later keys are hidden.
    """

    head: Head
    asks: Normed
    origins: Sequence[Origin]
    answers: Normed
    keys: Sequence[Origin]
    weights: Array
    causal: bool
    tags: Group | None = None

    @property
    def root(self) -> float:
        """What scores are divided by."""
        return float(np.sqrt(self.head.W_Q.shape[1]))

    @cached_property
    def queries(self) -> Array:
        """What the head asks from each position: [n, d_head]."""
        q = self.asks.stream @ self.head.W_Q
        return q if self.head.b_Q is None else q + self.head.b_Q

    @cached_property
    def scores(self) -> Array:
        """The scores of the run [n, n_keys], but for what angles turn; -inf of hidden keys."""
        k = self.answers.stream @ self.head.W_K
        k = k if self.head.b_K is None else k + self.head.b_K
        far = None if self.head.by_distance is None else self.head.by_distance[None]
        found: Array = scores_of(self.queries[None], k[None], to_float64, self.causal, far)[0]
        return found

    @cached_property
    def given(self) -> Array:
        """The value of each key: [n_keys, d_value]."""
        v = self.answers.stream @ self.head.W_V
        return v if self.head.b_V is None else v + self.head.b_V

    def compared(self) -> list[Compared] | None:
        """What is compared, the strongest first; None where it does not tell where the head looks.

        Of tags so many are named as it takes, those that tell keys apart most first.
        """
        found = [each for each in self.by_origins() if each.told.pull > PULL]
        found += [each for each in self.by_distance() if each.told.pull > PULL]
        strong = sorted(found, key=lambda each: -each.told.pull)[:MOST]
        for tags in self.more_and_more_tags():
            compared = [*strong, *tags]
            if self.explained(compared) and not contradicts(compared):
                return sorted(compared, key=lambda each: -each.told.pull)
        return None

    def explained(self, compared: Sequence[Compared]) -> bool:
        """Whether comparisons alone tell the key that each position looks at most.

        Of none that is all keys: it looks at them alike.
        """
        total = np.zeros(self.weights.shape) + sum(each.scores for each in compared)
        for i, row in enumerate(self.weights):
            seen = total[i, : i + 1] if self.causal else total[i]
            least = row[: len(seen)].min() if not compared else row[int(seen.argmax())]
            if least < FOUND * row.max():
                return False
        return True

    def by_origins(self) -> Iterator[Compared]:
        """Each thing that asks against each that answers; where tags do, places alone answer."""
        keys = [k for k in self.keys if self.tags is None or k.can.kind == "place"]
        for rows, own in self.asking():
            for k in keys:
                some = k.some()
                table = rows.rows @ (self.answers.rows(k.can.rows[some]) @ self.head.W_K).T
                if np.ptp(table, axis=1).max(initial=0) > PULL * self.root:
                    told = relation(table / self.root, rows, k.can.only(some), self.causal)
                    yield Compared(
                        told, own @ (self.answers.placed(k) @ self.head.W_K).T / self.root
                    )

    def asking(self) -> Iterator[tuple[Rows, Array]]:
        """What may ask: the queries of its rows, and the query of each position."""
        for o in self.origins:
            few = o.can.only(o.some())
            queries = Rows(
                few.name, few.kind, few.meanings, self.asks.rows(few.rows) @ self.head.W_Q
            )
            yield queries, self.asks.placed(o) @ self.head.W_Q
        if self.head.b_Q is not None:
            n = len(self.weights)
            bias = np.atleast_2d(self.head.b_Q)
            yield Rows("", "symbol", ("",), bias), np.repeat(bias, n, 0)

    def tag_scores(self) -> Array:
        """What each tag of each key adds to its score for each position: [n, n_keys, n_tags]."""
        assert self.tags is not None
        return self.scores_by(self.tags.columns)

    def scores_by(self, some: Sequence[int]) -> Array:
        """What each of some columns adds to the score of each key: [n, n_keys, n_columns]."""
        columns = list(some)
        asked = self.queries @ self.head.W_K[columns].T
        each: Array = asked[:, None] * self.answers.stream[None][..., columns]
        return each / self.root

    def more_and_more_tags(self) -> Iterator[list[Compared]]:
        """All tags that some key could be told apart by, then one more, and so on."""
        if self.tags is None:
            yield []
            return
        scores, beside, could = self.tag_scores(), self.scores_beside(), self.could_count()
        order = [int(t) for t in np.argsort(-could, kind="stable") if could[t] > PULL]
        most = float(could.max(initial=0.0))
        least = int(np.count_nonzero(could > max(PULL, LIKED * most)))
        if not order:
            yield []
        for n in range(max(1, least), min(len(order), max(MOST_TAGS, least)) + 1):
            kept = sorted(order[:n])
            total = scores[..., kept].sum(-1) + beside
            names = tuple(self.tags.tags[t] for t in kept)
            pull = max(float(could[t]) for t in kept)
            yield [Compared(Relation("tags", "", self.tags.name, pull, among=names), total)]

    def could_count(self) -> Array:
        """By how much each tag would raise the score of a key that has it as much as any token."""
        assert self.tags is not None
        columns = list(self.tags.columns)
        asked = np.abs(self.queries @ self.head.W_K[columns].T).max(0) / self.root
        tokens = [k.can.largest[columns] for k in self.keys if k.can.kind == "symbol"]
        of_tokens = [largest * self.answers.middle for largest in tokens]
        held = np.max([np.abs(self.answers.stream[:, columns]).max(0), *of_tokens], axis=0)
        found: Array = asked * held
        return found

    def scores_beside(self) -> Array:
        """What columns that readers are not shown, and no place writes to, add to scores."""
        assert self.tags is not None
        places = [k.can.rows.any(0) for k in self.keys if k.can.kind == "place"]
        of_places = np.any(places, axis=0) if places else np.zeros(self.head.W_K.shape[0], bool)
        found: Array = self.scores_by([i for i in self.tags.beside if not of_places[i]]).sum(-1)
        return found

    def liked(self, named: Sequence[str]) -> list[tuple[str, ...]]:
        """Of the tags that are named, those for which each position looks where it does.

        They score there, over the key in the middle, at least LIKED times what the best does.
        """
        if self.tags is None or not named:
            return []
        which = [self.tags.tags.index(name) for name in named]
        found = []
        for i, row in enumerate(self.tag_scores()[..., which]):
            seen = row[: i + 1] if self.causal else row
            lead = row[self.weights[i].argmax()] - np.median(seen, 0)
            on = lead > max(LIKED * lead.max(initial=0.0), PULL)
            found.append(tuple(name for name, is_on in zip(named, on, strict=True) if is_on))
        return found

    def by_distance(self) -> Iterator[Compared]:
        """What distances add to scores by themselves."""
        far = self.head.by_distance
        if far is not None:
            n, m = self.weights.shape
            back = np.clip(np.arange(n)[:, None] - np.arange(m)[None], 0, len(far) - 1)
            falls, rises = (np.diff(far) <= 0).all(), (np.diff(far) >= 0).all()
            pull, by = float(np.ptp(far)), int(far.argmax())
            told = Relation(
                "latest" if falls else "first" if rises else "back", "", "place", pull, by
            )
            yield Compared(told, far[back])


def contradicts(compared: Sequence[Compared]) -> bool:
    """Whether of one thing the latest is liked and the first too: then no words tell which."""
    told = {(each.told.how, each.told.key) for each in compared}
    pairs = (("latest", "first"), ("smallest", "largest"))
    return any((a, key) in told and (b, key) in told for _, key in told for a, b in pairs)
