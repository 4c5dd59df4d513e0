"""Which contexts say where in a repeated word one is."""

from collections.abc import Callable, Sequence
from functools import partial

from taotp_core.program import Symbol


def before(word: Sequence[Symbol], place: int, n: int) -> Sequence[Symbol]:
    """The last n symbols that were said where a place of the repeated word is reached."""
    found = [word[(place - n + 1 + i) % len(word)] for i in range(n)]
    return "".join(map(str, found)) if isinstance(word, str) else found


def alike(word: Sequence[Symbol], n: int) -> tuple[int, int] | None:
    """Two places of a word that n symbols do not tell apart, None where they tell all."""
    seen: dict[tuple[Symbol, ...], int] = {}
    for place in range(len(word)):
        context = tuple(before(word, place, n))
        if context in seen:
            return seen[context], place
        seen[context] = place
    return None


def needs(word: Sequence[Symbol]) -> int:
    """How many symbols tell all places of a word apart, at most one less than it has.

    Raises ValueError for an empty word, and for a repetition, which no number of them tells apart.
    """
    if not len(word):
        raise ValueError("the word is empty; it must have at least 1 symbol")
    n = next((n for n in range(1, len(word) + 1) if not alike(word, n)), None)
    if n is None:
        _, length = alike(word, len(word)) or (0, 0)
        raise ValueError(
            f"the word {shown(word)} repeats {shown(word[:length])}, so that places 0 and {length} "
            "look alike after anything; give what it repeats"
        )
    return n


def check_n_ctx(word: Sequence[Symbol], n_ctx: int, reach: int) -> None:
    """Raise ValueError for a context that is shorter than `reach`, which the word needs."""
    if n_ctx < 1:
        raise ValueError(f"n_ctx is {n_ctx}; {shown(word)} needs {reach}")
    if pair := alike(word, n_ctx):
        raise ValueError(
            f"n_ctx is {n_ctx}; {shown(word)} needs {reach}, as places {pair[0]} and {pair[1]} "
            f"look alike after {shown(before(word, pair[0], n_ctx))}"
        )


def astray(word: Sequence[Symbol], n_ctx: int) -> Callable[[Sequence[Symbol]], str]:
    """What is wrong with a prompt that does not say where in the word it is."""
    return partial(not_in_word, word, n_ctx)


def not_in_word(word: Sequence[Symbol], n_ctx: int, prompt: Sequence[Symbol]) -> str:
    """What is wrong with a prompt that leaves open where in a word it is, or nothing."""
    heard = list(prompt)[-n_ctx:]
    fits = [p for p in range(len(word)) if heard == list(before(word, p, len(heard)))]
    if len(fits) == 1 or not heard:
        return ""
    said = shown("".join(map(str, heard)) if isinstance(prompt, str) else heard)
    if not fits:
        return f"the prompt ends in {said}, which is nowhere in {shown(word)} said for ever"
    p, q = fits[:2]
    return f"the prompt is {said}; places {p} and {q} of {shown(word)} look alike after it"


def shown(symbols: Sequence[Symbol]) -> str:
    """Symbols as a message says them."""
    return repr(symbols if isinstance(symbols, str) else list(symbols))
