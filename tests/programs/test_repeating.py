"""A word for ever: from every context that says where in it we are, and from no other."""

from collections.abc import Iterator
from functools import partial
from itertools import count, product
from typing import Any

import numpy as np
import pytest

from taotp.programs import repeat_pattern
from taotp.reference import places_after, repeated
from taotp_core import forward, greedy
from taotp_core.arrays import Rounding, to_float64
from taotp_core.measure import margin
from tests.laws import every
from tests.refused import refused


def repeats(word: str) -> bool:
    """Whether a word is a shorter one several times over."""
    return any(word[:n] * (len(word) // n) == word for n in range(1, len(word)))


def words(letters: str, longest: int) -> Iterator[str]:
    """Every word of so many letters that is no repetition."""
    for n in range(1, longest + 1):
        yield from (w for w in map("".join, product(letters, repeat=n)) if not repeats(w))


def ends(word: str, context: str) -> list[int]:
    """Where in a long text of the word the context ends, as places of the word."""
    return sorted((place - 1) % len(word) for place in places_after(word, context))


def told_apart(word: str) -> int:
    """The fewest letters of which no two places of the word have the same before them."""

    def contexts(n: int) -> set[str]:
        return {(word * (n + 1))[p : p + n] for p in range(len(word))}

    return next(n for n in count(1) if len(contexts(n)) == len(word))


def known(word: str, n: int) -> list[tuple[str, str]]:
    """Each context of n letters with one end in the word, and the letter that comes next."""
    contexts = sorted({(word * (n + 1))[p : p + n] for p in range(len(word))})
    return [(each, said[0]) for each in contexts if (said := repeated(each, word=word))]


def leads(word: str, n_ctx: int, to: Rounding = to_float64) -> Iterator[float]:
    """The lead of the right letter after every context, as a share of the largest logit."""
    program = repeat_pattern(word, n_ctx)
    for n in range(1, n_ctx + 1):
        if pairs := known(word, n):
            tokens = np.array([program.encode(context) for context, _ in pairs])
            logits = forward(program.model, tokens, keep=1, to=to)[:, 0]
            right = [program.vocabulary.index(letter) for _, letter in pairs]
            assert greedy(logits).tolist() == right, (word, n_ctx, n)
            if len(program.vocabulary) > 1:
                yield from margin(logits) / np.abs(logits).max(-1)


@every("letters, longest", [("ab", 6), ("abc", 4), ("abcd", 3)])
def test_every_short_word_from_every_context(letters: str, longest: int) -> None:
    """In the shortest context, in one letter more, and where the word fits in it twice."""
    checked = 0
    for word in words(letters, longest):
        for n_ctx in {told_apart(word), told_apart(word) + 1, 2 * len(word) + 1}:
            found = list(leads(word, n_ctx))
            assert min(found, default=1) > 0.9
            checked += len(found)
    assert checked > 600


@every("word", ["aab", "banana"])
def test_for_ever(word: str) -> None:
    n_ctx, text = told_apart(word), word * 12
    program = repeat_pattern(word, n_ctx)
    for end in range(n_ctx, n_ctx + len(word) + 1):
        assert (
            program.complete(text[:end], steps=3 * len(word)) == (text[end : end + 3 * len(word)])
        )
    # What left the context is forgotten.
    assert program.complete(word[0] * 40 + text[:n_ctx], steps=1) == text[n_ctx]


def test_sure_is_large_enough_and_was_needed() -> None:
    assert min(leads("a" * 29 + "b", 40)) > 0.5
    word = "".join(np.random.default_rng(4).choice(["a", "b"], 30))
    texts = [(word * 3)[end - 29 : end + 1] for end in range(29, 59)]
    for hard, right in ((None, True), (4, False)):
        program = repeat_pattern(word, 29, **({} if hard is None else {"hard": hard}))
        assert all(program.complete(text[:-1], steps=1) == text[-1] for text in texts) == right


def test_what_is_said_unasked_and_words_without_a_place() -> None:
    assert repeat_pattern([3, 1, 4], 2).complete([1]) == [4, 3, 1, 4, 3, 1]
    assert repeat_pattern("a", 1).complete("a") == "aa"
    cases: list[tuple[Any, int, str]] = [
        ("", 3, "the word is empty; it must have at least 1 symbol$"),
        ("abab", 9, "the word 'abab' repeats 'ab', so that places 0 and 2 look alike"),
        ("aaa", 9, "the word 'aaa' repeats 'a', so that places 0 and 1 look alike"),
        ("aab", 1, "n_ctx is 1; 'aab' needs 2, as places 0 and 1 look alike after 'a'$"),
        ("aaab", 2, "n_ctx is 2; 'aaab' needs 3, as places 1 and 2 look alike after 'aa'$"),
        ([1, 1, 2], 1, r"n_ctx is 1; \[1, 1, 2\] needs 2, as .* look alike after \[1\]$"),
        ("ab", 0, "n_ctx is 0; 'ab' needs 1$"),
    ]
    refused(*((partial(repeat_pattern, word, n_ctx), said) for word, n_ctx, said in cases))


def test_every_context_that_says_too_little_is_refused() -> None:
    """All contexts of two letters: with one end in the word they are answered, else refused."""
    for word in ("aab", "abb", "aabab", "aaabb"):
        program = repeat_pattern(word, 5)
        for n in range(1, 6):
            for context in map("".join, product("ab", repeat=n)):
                found = ends(word, context)
                if len(found) == 1:
                    assert program.complete(context, steps=1) == word[(found[0] + 1) % len(word)]
                    continue
                alike = f"places {found[0]} and {found[1]} of" if found else "which is nowhere in"
                with pytest.raises(ValueError, match=f"{context!r}.*{alike} '{word}'"):
                    program.complete(context)
