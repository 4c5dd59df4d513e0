"""What should be said after a text: what followed, what was before, what a table has."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from taotp.reference.kinds import S


def before_last(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The symbol before the last, where there are two.

    >>> before_last("abc")
    ['b']
    """
    return [prompt[-2]] if len(prompt) > 1 else None


def ago(prompt: Sequence[S], *, back: int, **_: object) -> list[S] | None:
    """The symbol so many from the end, 1 for the last, where there are so many.

    >>> ago("eeabc", back=3)
    ['a']
    """
    return [prompt[-back]] if len(prompt) >= back else None


def first(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The symbol that a text begins with.

    >>> first("cab")
    ['c']
    """
    return [*prompt[:1]] or None


def always(prompt: Sequence[S], *, word: S, **_: object) -> list[S]:
    """One and the same symbol after everything, and after nothing.

    >>> always("ca", word="b"), always("", word="b")
    (['b'], ['b'])
    """
    return [word]


def next_one(prompt: Sequence[S], *, vocabulary: Sequence[S], **_: object) -> list[S] | None:
    """What comes after the last symbol in the vocabulary, and after its end its beginning.

    >>> next_one("ba", vocabulary="abc"), next_one("c", vocabulary="abc")
    (['b'], ['a'])
    """
    places = [place for place, symbol in enumerate(vocabulary) if symbol in prompt[-1:]]
    return [vocabulary[(place + 1) % len(vocabulary)] for place in places] or None


def majority(prompt: Sequence[S], **_: object) -> list[S] | None:
    """The symbol that there is most of, where it is one.

    >>> majority("abb"), majority("ab")
    (['b'], None)
    """
    counts = Counter(prompt).most_common(2)
    tie = len(counts) == 2 and counts[0][1] == counts[1][1]
    return [counts[0][0]] if counts and not tie else None


def echo(prompt: Sequence[S], *, length: int, **_: object) -> list[S] | None:
    """The last so many symbols once more, where there are so many.

    >>> echo("eeabc", length=3)
    ['a', 'b', 'c']
    """
    return [*prompt[-length:]] if len(prompt) >= length else None


def after(text: Sequence[S], context: Sequence[S]) -> list[S]:
    """What follows each occurrence of a context in a text of its kind, in the order of the text.

    >>> after("abracadabra", "a")
    ['b', 'c', 'd', 'b']
    """
    n = len(context)
    return [text[end] for end in range(n, len(text)) if text[end - n : end] == context]


def followers(text: Sequence[S], n_match: int) -> list[S]:
    """What followed each earlier occurrence of the last n_match symbols, in the order of the text.

    >>> followers([1, 2, 5, 1, 2, 7, 1, 2], n_match=2)
    [5, 7]
    """
    return after(text, text[-n_match:])


def nearest_agreeing(
    prompt: Sequence[S], *, agrees: Mapping[S, Collection[S]], nobody: S, **_: object
) -> list[S]:
    """The nearest noun before the last word among those that agree with it, or else nobody.

    >>> nearest_agreeing("ab?", agrees={"?": "a"}, nobody="-")
    ['a']
    """
    fits = [word for word in prompt[:-1] if word in agrees.get(prompt[-1], ())]
    return [fits[-1] if fits else nobody]


def search(prompt: Sequence[S], *, n_match: int, **_: object) -> list[S] | None:
    """What followed the last n_match symbols, the latest time before, where there was one.

    >>> search([1, 2, 5, 1, 2, 7, 1, 2], n_match=2)
    [7]
    """
    return followers(prompt, n_match)[-1:] or None


def places_after(word: Sequence[S], context: Sequence[S]) -> list[int]:
    """The places of a word said for ever at which it may go on after a context of its kind.

    >>> places_after("aab", "a")
    [1, 2]
    """
    times = 1 + math.ceil(len(context) / len(word))
    text, n = list(word) * times, len(word)
    ends = range((times - 1) * n, times * n)
    return [end % n for end in ends if text[end - len(context) : end] == list(context)]


def repeated(prompt: Sequence[S], *, word: Sequence[S], **_: object) -> list[S] | None:
    """What comes next in a word said for ever, where the prompt says at which of its places.

    >>> repeated("ba", word="aab")
    ['a']
    """
    places = places_after(word, prompt)
    return [word[places[0]]] if len(places) == 1 else None


def balanced(prompt: Sequence[S], **_: object) -> list[str]:
    """Whether each bracket of a text is closed, and none before it was opened: y or n.

    >>> balanced("(())()"), balanced("())(")
    (['y'], ['n'])
    """
    depth = 0
    for symbol in prompt:
        depth += (symbol == "(") - (symbol == ")")
        if depth < 0:
            break
    return ["n" if depth else "y"]


def mood(prompt: Sequence[S], **_: object) -> list[str] | None:
    """Which there are more of, good words (g) or bad ones (b), where n turns the next word around.

    Left open are as many of both, and two n together.

    >>> mood("gbng"), mood("gb")
    (['b'], None)
    """
    told, before = 0, ""
    for symbol in map(str, prompt):
        if symbol == before == "n":
            return None
        told += ((symbol == "g") - (symbol == "b")) * (-1 if before == "n" else 1)
        before = symbol
    return ["g" if told > 0 else "b"] if told else None


def mirrored(prompt: Sequence[S], *, length: int, mark: S, **_: object) -> list[S] | None:
    """What comes next where so many symbols are said backward behind a mark; None for other texts.

    >>> mirrored("cab=ba", length=3, mark="="), mirrored("cab=bb", length=3, mark="=")
    (['c'], None)
    """
    text, said = list(prompt[:length]), list(prompt[length + 1 :])
    back = text[::-1]
    begun = len(said) < len(text) == length and list(prompt[length : length + 1]) == [mark]
    return [back[len(said)]] if begun and mark not in text and back[: len(said)] == said else None


def lookup(prompt: Sequence[S], *, table: Mapping[tuple[S, ...], S], **_: object) -> list[S] | None:
    """What a table has for the last symbols, where they are one of its keys, all of one length.

    >>> lookup("xab", table={("a", "b"): "c"})
    ['c']
    """
    key = tuple(prompt[-len(next(iter(table))) :])
    return [table[key]] if key in table else None
