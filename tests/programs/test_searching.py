"""Searching: every short prompt, near misses and repetitions, and the start that never was."""

import math
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from taotp.programs import printed, search
from taotp.reference import followers
from taotp_core import PRECISIONS, Transformer, forward, greedy
from taotp_core.encodings import circle
from taotp_core.measure import margin
from tests.laws import every
from tests.refused import refused


def expected(tokens: Sequence[int], n_match: int) -> int:
    """What followed the latest occurrence; -1 where there is none."""
    return [-1, *followers(tokens, n_match)][-1]


def every_prompt(d_vocab: int, longest: int, n_match: int) -> Iterator[NDArray[np.int64]]:
    """All prompts that can hold an occurrence, [n_prompts, n] for each length n."""
    for n in range(n_match + 1, longest + 1):
        yield np.array(list(product(range(d_vocab), repeat=n)))


def said(model: Transformer, prompts: object, **how: Any) -> tuple[Any, Any]:
    """The tokens that come next and, as a share of the largest logit, their lead."""
    logits = forward(model, np.array(prompts), keep=1, **how)[..., 0, :]
    return greedy(logits), margin(logits) / np.abs(logits).max(-1)


def neighbors_apart(d_vocab: int) -> float:
    """By what share of itself an arrow of the circle prefers itself to its neighbor."""
    return 1 - math.cos(2 * math.pi / d_vocab)


def near_misses(d_vocab: int, n: int, n_match: int, seed: int) -> list[int]:
    """The occurrence first, then texts that differ in one token by one, up to the query.

    What follows those would pull the answer to the side the most.
    """
    rng = np.random.default_rng(seed)
    asked = rng.integers(d_vocab, size=n_match)
    answer = int(rng.integers(d_vocab))
    text = [*asked, answer]
    while len(text) + 2 * n_match + 1 <= n:
        missed = asked.copy()
        missed[rng.integers(n_match)] += rng.choice([-1, 1])
        text += [*(missed % d_vocab), (answer + d_vocab // 4) % d_vocab]
    return [int(token) for token in [*text, *asked]]


# The default is right wherever there is an answer


@every(
    "d_vocab, n_ctx, n_match",
    [(2, 10, 1), (2, 10, 2), (2, 9, 4), (3, 7, 1), (3, 7, 2), (4, 6, 2), (10, 5, 2)],
)
def test_every_short_prompt(d_vocab: int, n_ctx: int, n_match: int) -> None:
    model = search(d_vocab, n_ctx, n_match).model
    asked = 0
    for prompts in every_prompt(d_vocab, n_ctx, n_match):
        right = np.array([expected(prompt, n_match) for prompt in prompts.tolist()])
        there = right >= 0
        tokens, lead = said(model, prompts[there])
        assert (tokens == right[there]).all()
        assert (lead > 0.9 * neighbors_apart(d_vocab)).all()
        asked += int(there.sum())
    assert asked >= 200


@every(
    "d_vocab, n_ctx, n_match",
    [(10, 32, 3), (1000, 100, 10), (100_000, 200, 3), (5000, 3000, 1), (5000, 3000, 3)],
)
def test_near_misses(d_vocab: int, n_ctx: int, n_match: int) -> None:
    model = search(d_vocab, n_ctx, n_match).model
    far_back, seeds = 0, range(10 if n_ctx < 1000 else 2)
    for seed in seeds:
        text = near_misses(d_vocab, n_ctx, n_match, seed)
        token, lead = said(model, np.array(text))
        assert token == expected(text, n_match)
        assert lead > 0.9 * neighbors_apart(d_vocab)
        if d_vocab <= 1000:
            assert said(model, np.array(text), to=PRECISIONS["float32"])[0] == token
        far_back += followers(text, n_match) == [text[n_match]]
    assert far_back >= len(seeds) - 1


def similarity(tokens: Sequence[int], place: int, n_match: int, d_vocab: int) -> float:
    """How like the last tokens those before a place are; before the start stands the first."""
    found = 0.0
    for k in range(1, n_match + 1):
        apart = tokens[max(place - k, 0)] - tokens[-k]
        found += math.cos(2 * math.pi * apart / d_vocab)
    return found


def test_no_occurrence_gives_what_followed_the_most_similar() -> None:
    d_vocab, n_match = 12, 2
    model = search(d_vocab, 9, n_match).model
    rng = np.random.default_rng(2)
    tried = 0
    for _ in range(500):
        text = rng.integers(d_vocab, size=9).tolist()
        if followers(text, n_match):
            continue
        # At place 0 the only token that a head sees is its own.
        likes = [similarity(text, place, n_match, d_vocab) for place in range(9)]
        if sorted(likes)[-1] - sorted(likes)[-2] > neighbors_apart(d_vocab):
            assert said(model, np.array(text))[0] == text[likes.index(max(likes))]
            tried += 1
    assert tried > 100


# The source's


def source_heads(n_ctx: int, n_match: int) -> list[list[dict[str, NDArray[np.float64]]]]:
    """The matrices of Figure 4.2, number by number, with an exact rotation."""
    wide, room = 3 * n_match + 3, 3 * n_match

    def nothing() -> dict[str, NDArray[np.float64]]:
        shapes = {"W_Q": (wide, room), "W_K": (wide, room), "W_V": (wide, room)}
        return {name: np.zeros(shape) for name, shape in shapes.items()} | {
            "W_O": np.zeros((room, wide))
        }

    first = [nothing() for _ in range(n_match + 1)]
    for back, head in enumerate(first):
        points = circle(n_ctx)
        moved = points[(np.arange(n_ctx) - back) % n_ctx]
        rotation = np.linalg.lstsq(points, moved, rcond=None)[0] + 1 / 3  # it keeps (1, 1, 1)
        for i, j in product(range(3), repeat=2):
            head["W_Q"][room + i, j] = 1e8 * rotation[i, j]
        for i in range(3):
            head["W_K"][room + i, i] = 1
            if back:
                head["W_V"][i, i] = 1
                head["W_O"][i, 3 * back + i] = 1
        for i in range(room):
            if not back:
                head["W_V"][3 + i, i] = 1
                head["W_O"][i, 3 + i] = -1
    second = [nothing() for _ in range(n_match + 1)]
    for i in range(room):
        second[0]["W_Q"][i, i] = second[1]["W_Q"][i, i] = 1e8
        second[0]["W_K"][3 + i, i] = second[1]["W_K"][i, i] = second[1]["W_V"][i, i] = 1
        second[1]["W_O"][i, i] = -1
    for i in range(3):
        second[0]["W_V"][i, i] = second[0]["W_O"][i, i] = 1
        second[2]["W_Q"][room + i, i], second[2]["W_K"][room + i, i] = 1e8, 1
        second[2]["W_V"][room + i, i], second[2]["W_O"][i, room + i] = 1, -1
    return [first, second]


@every("d_vocab, n_ctx, n_match", [(10, 100, 3), (7, 20, 2), (1000, 50, 5)])
def test_as_printed_these_are_the_arrays(d_vocab: int, n_ctx: int, n_match: int) -> None:
    model = printed.search(d_vocab, n_ctx, n_match).model
    large = math.sqrt(3 * n_match - 4)
    pad = [large] + [-1 / large] * (3 * n_match - 4)
    assert np.allclose(model.W_E, [[*point, *pad, 0, 0, 0] for point in circle(d_vocab)])
    assert np.allclose(model.W_pos, [[0] * 3 * n_match + [*point] for point in circle(n_ctx)])
    source = source_heads(n_ctx, n_match)
    for layer, heads in zip(model.layers, source, strict=True):
        for head, matrices in zip(layer.heads, heads, strict=True):
            for name, matrix in matrices.items():
                np.testing.assert_allclose(getattr(head, name), matrix, rtol=1e-9, atol=1e-6)


@every("d_vocab, n_ctx, n_match", [(2, 9, 2), (2, 9, 4), (3, 6, 2), (4, 5, 2)])
def test_as_printed_the_start_alone_misleads(d_vocab: int, n_ctx: int, n_match: int) -> None:
    model = printed.search(d_vocab, n_ctx, n_match).model
    wrong = 0
    for prompts in every_prompt(d_vocab, n_ctx, n_match):
        tokens, _ = said(model, prompts)
        for prompt, token in zip(prompts.tolist(), tokens, strict=True):
            found = followers(prompt, n_match)
            if len(found) == 1 and token != found[0]:
                # They fit at the start once its first token is taken to stand before it.
                before = [prompt[0]] * n_match + prompt
                starts = [before[i : i + n_match] == prompt[-n_match:] for i in range(n_match)]
                assert any(starts)
                wrong += 1
    assert wrong > 1


def test_as_printed_two_occurrences_are_averaged() -> None:
    for first in (5, 4, 3):
        prompt = [9, 1, 2, first, 8, 1, 2, 10 - first, 8, 1, 2]
        assert printed.search(10, 32, 2).complete(prompt) == [5]
        assert search(10, 32, 2).complete(prompt) == [10 - first]


@every("hard, bears, too_many", [(1e7, 4_500, 5_000), (1e8, 14_000, 16_000), (1e9, 40_000, 50_000)])
def test_as_printed_so_many_symbols_are_told_apart(hard: float, bears: int, too_many: int) -> None:
    def right(d_vocab: int) -> bool:
        model = printed.search(d_vocab, 100, 2, hard=hard).model
        texts = [near_misses(d_vocab, 100, 2, seed) for seed in range(5)]
        return all(said(model, np.array(text))[0] == expected(text, 2) for text in texts)

    assert right(bears)
    assert not right(too_many)


def test_what_is_typed_and_what_cannot_be() -> None:
    words = ["a", "rose", "is", "a", "rose", "is", "a"]
    program = search(dict.fromkeys(words), n_ctx=20, n_match=2)
    assert program.complete(words, steps=4) == ["rose", "is", "a", "rose"]
    ten: Any = np.int64(10)
    assert search(ten, 32, 2).complete([1, 2, 5, 1, 2]) == [5]
    few = "it must be 2 symbols or more, or their number"
    room = "it must be from {} to n_ctx - 1 = 9"
    needs = "finding 2 of them earlier takes at least 3"
    refused(
        (lambda: search(1, 10, 2), f"^vocabulary is 1; {few}$"),
        (lambda: search("a", 10, 2), f"^vocabulary is 'a'; {few}$"),
        (lambda: search(5, 10, 0), f"^n_match is 0; {room.format(1)}$"),
        (lambda: search(5, 10, 10), f"^n_match is 10; {room.format(1)}$"),
        (lambda: printed.search(5, 10, 1), f"^n_match is 1; {room.format(2)}$"),
        (lambda: search("abc", 10, 2).complete("ab"), f"^the prompt has 2 symbols; {needs}$"),
    )
