"""What the exercises about searching share: texts, and whether a model finds what it should."""

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import Tally, fresh, right
from exercises.judging.sizes import sized_model
from taotp.reference import followers
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer

PLANTED = 60  # texts a size: with fewer, some symbols are never asked for


class Size(NamedTuple):
    """A vocabulary, a context, how many tokens to match; and how long are texts that are tried."""

    d_vocab: int
    n_ctx: int
    n_match: int
    longest: int = 0  # every text up to this length; beyond, some of length n_ctx

    @property
    def words(self) -> str:
        """What a reader is told of it."""
        return f"d_vocab {self.d_vocab}, n_ctx {self.n_ctx} and n_match {self.n_match}"


Rule = Callable[[Transformer, Size, str, str], None]


def starts_with_a_phantom(text: Sequence[int], n_match: int) -> bool:
    """Whether the last tokens occur once the first is taken to stand before the text as well."""
    before = [text[0]] * n_match + list(text)
    return any(before[i : i + n_match] == before[-n_match:] for i in range(n_match))


def planted(size: Size, seed: int) -> Iterator[list[int]]:
    """Random texts in which the last tokens occurred before, and near misses of them.

    The near misses are off by one symbol in either direction, at each place and each symbol in
    turn, or have two neighbors in each other's place, as those who do not know their order hear.
    """
    rng = fresh(seed)
    d_vocab, n_ctx, n_match, _ = size
    for i in range(PLANTED):
        text = rng.integers(d_vocab, size=n_ctx)
        place = i % n_match
        text[place - n_match] = i // n_match % d_vocab
        spots = rng.permutation(n_ctx // (n_match + 1) - 1)[:4] * (n_match + 1)
        either = (-1, 1) if i % 2 else (1, -1)
        for missed, spot in zip((0, None, *either), spots, strict=False):
            text[spot : spot + n_match] = text[-n_match:]
            if missed is None:
                missed = exchange(text[spot : spot + n_match], place)
            text[spot + place] = (text[spot + place] + missed) % d_vocab
        yield text.tolist()


def exchange(window: Tokens, place: int) -> int:
    """Put two neighbors in each other's place; 1 where that changes nothing, to miss it otherwise.

    Of one token there are no neighbors.
    """
    other = place - 1 if place else 1
    if len(window) < 2 or window[place] == window[other]:
        return 1
    window[[place, other]] = window[[other, place]]
    return 0


def texts(size: Size, phantoms: bool) -> Iterator[tuple[Tokens, Tokens]]:
    """Texts [n_texts, n] and what is expected after each prefix; -1 where nothing is asked.

    Asked is after the whole text where the last tokens occur exactly once before. With
    `phantoms` the first token may be such that a head that looks before the start is misled.
    """
    d_vocab, _, n_match, longest = size
    by_length: list[Iterator[list[int]]] = [
        map(list, product(range(d_vocab), repeat=n)) for n in range(n_match + 1, longest + 1)
    ]
    for each in [*by_length, planted(size, seed=d_vocab)]:
        fair = [
            text
            for text in each
            if len(followers(text, n_match)) == 1
            and (phantoms or not starts_with_a_phantom(text, n_match))
        ]
        if fair:
            expected = np.full((len(fair), len(fair[0])), -1)
            expected[:, -1] = [followers(text, n_match)[0] for text in fair]
            yield np.array(fair), expected


def finds(answer: object, sizes: Sequence[Size], rule: Rule, *, phantoms: bool = True) -> Tally:
    """Run an answer at all sizes; `rule` looks at each model that came out right."""
    total = Tally()
    for size in sizes:
        d_vocab, n_ctx, n_match, _ = size
        named = f"V={d_vocab}, n_ctx={n_ctx}, n_match={n_match}"
        where = f"with {named}"
        model = sized_model(answer, d_vocab, n_ctx, n_match, where=where, d_vocab=d_vocab,
                            n_ctx=n_ctx)  # fmt: skip

        show = Shown(suffix=f" (V={size.d_vocab}, n_match={size.n_match})")

        def why(tokens: Sequence[int], expected: int, got: int, size: Size = size) -> str:
            if starts_with_a_phantom(tokens, size.n_match):
                return "do your heads look before the start of the text?"
            return "that is the last token again" if got == tokens[-1] else ""

        tally = Tally()
        for tokens, expected in texts(size, phantoms):
            tally += right(model, tokens, expected, show, why=why)
        rule(model, size, f"{tally.inputs} inputs", named)
        total += tally
    return total
