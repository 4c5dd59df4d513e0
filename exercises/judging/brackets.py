"""Sentences with brackets: a recognizer with a stack, all sentences of a depth, and the grammar."""

from collections.abc import Iterator, Sequence
from itertools import product

PHRASES = (("the", "dog"), ("the", "dogs"), ("a", "dog"), ("these", "dogs"))
WORDS = ("the", "a", "these", "dog", "dogs", "that", "sleeps", "sleep", "sees", "see")
SEES = {"dog": "sees", "dogs": "see"}
SLEEPS = {"dog": "sleeps", "dogs": "sleep"}
GRAMMAR = """
    S -> NPS 'sleeps' | NPP 'sleep'
    NPS -> NS | NS 'that' NPS 'sees' | NS 'that' NPP 'see'
    NPP -> NP | NP 'that' NPS 'sees' | NP 'that' NPP 'see'
    NS -> 'the' 'dog' | 'a' 'dog'
    NP -> 'the' 'dogs' | 'these' 'dogs'
"""


def is_sentence(words: Sequence[str]) -> bool:
    """Whether a string is a sentence, of whatever depth, by reading it once with a stack."""
    stack, left = [], list(words)
    while tuple(left[:2]) in PHRASES:
        stack.append(left[1])
        left = left[2:]
        if left[:1] != ["that"]:
            break
        left = left[1:]
    else:
        return False  # what is read next is no phrase, though there has to be one
    while len(stack) > 1 and left[:1] == [SEES[stack[-1]]]:
        stack.pop()
        left = left[1:]
    return len(stack) == 1 and left == [SLEEPS[stack[0]]]


def sentences(depth: int) -> Iterator[tuple[str, ...]]:
    """All sentences with so many relative clauses, each in the one before it."""
    for phrases in product(PHRASES, repeat=depth + 1):
        nouns = [noun for _, noun in phrases]
        opened = " that ".join(" ".join(phrase) for phrase in phrases)
        closed = [SEES[noun] for noun in reversed(nouns[1:])]
        yield (*opened.split(), *closed, SLEEPS[nouns[0]])


def damaged(sentence: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """A sentence with one word changed, left out or added, or two exchanged."""
    words = tuple(sentence)
    for i in range(len(words)):
        yield words[:i] + words[i + 1 :]
        yield words[:i] + words[i + 1 : i + 2] + words[i : i + 1] + words[i + 2 :]
        for word in WORDS:
            yield (*words[:i], word, *words[i + 1 :])
            yield (*words[:i], word, *words[i:])
