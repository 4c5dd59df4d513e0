"""Exercise: prompts between which patching sees a head, and others between which it does not."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import Wrong, ask, items
from exercises.statement import Exercise
from taotp.interp import patch_scores
from taotp.programs import induction

LETTERS, LONGEST, NEAR = "abcdefgh", 12, 1e-6
PROGRAM = induction(LETTERS, LONGEST + 2)
STUB = '''
def seen_and_unseen():
    """Four texts: in two of them the first head is seen, in two not."""
    raise NotImplementedError
'''

Texts = tuple[str, str, str, str]


def judge(answer: object) -> str:
    """What each head moves, in both pairs."""
    where = "in seen_and_unseen"
    found = items(ask(answer, where=where), 4, "four texts", where)
    for pair, wanted, what in ((found[:2], 1, "seen"), (found[2:], 0, "not seen")):
        check(pair[0], pair[1], wanted, what)
    return "2 pairs of texts"


def check(text: object, other: object, wanted: float, what: str) -> None:
    """Raise Wrong unless two texts differ in a letter, and the first head moves as much."""
    for one in (text, other):
        if not isinstance(one, str) or not 2 <= len(one) <= LONGEST or set(one) - set(LETTERS):
            raise Wrong(
                f"in the pair that is {what} expected 2 to {LONGEST} letters a to h, got another"
            )
    assert isinstance(text, str) and isinstance(other, str)
    where = f"on {text} and {other}"
    if len(text) != len(other) or sum(a != b for a, b in zip(text, other, strict=True)) != 1:
        raise Wrong(f"{where} expected one letter to be another, got more or none")
    for one in (text, other):
        if one[-1] not in one[:-1]:
            raise Wrong(f"{where} expected the last letter of {one} before, got it once")
    if says(text) == says(other):
        raise Wrong(f"{where} expected two answers, got {says(text)} twice")
    ids = [np.array(PROGRAM.ids(one)) for one in (text, other)]
    moved = patch_scores(PROGRAM.model, *ids)
    if not max(abs(moved[1, 0] - 1), abs(moved[0, 0] - wanted)) <= NEAR:
        raise Wrong(f"{where} expected the first head to move {wanted}, got {moved[0, 0]:.3f}")


def says(text: str) -> str:
    """What followed the last letter when it was said last."""
    return text[text.rindex(text[-1], 0, -1) + 1]


def seen_and_unseen() -> Texts:
    """A letter becomes an a, so that another place has it before; or only the answer is another."""
    return "abca", "abaa", "abca", "adca"


def accepted_pairs() -> Callable[[], Texts]:
    """As the model answer has it."""
    return seen_and_unseen


def accepted_others() -> Callable[[], Texts]:
    """Longer ones."""
    return lambda: ("hcabda", "hcabaa", "habcdefah", "hcbcdefah")


def wrong_exchanged() -> Callable[[], Texts]:
    """The pairs the wrong way round."""
    return lambda: ("abca", "adca", "abca", "abaa")


def wrong_unseen() -> Callable[[], Texts]:
    """Not seen in either."""
    return lambda: ("abca", "adca", "abca", "adca")


def wrong_same_answer() -> Callable[[], Texts]:
    """Both texts have the same answer."""
    return lambda: ("abca", "abda", "abca", "adca")


def wrong_nothing_back() -> Callable[[], Texts]:
    """In one of them nothing has come back."""
    return lambda: ("abca", "bbca", "abca", "adca")


def wrong_half_seen() -> Callable[[], Texts]:
    """The head moves it, but elsewhere: another letter stands where its note points."""
    return lambda: ("aaaca", "aabca", "abca", "adca")


EXERCISE = Exercise(
    slug="seen-and-unseen",
    title="Seen and unseen",
    kind="inspect",
    statement=f"""
The machine is `induction("{LETTERS}", {LONGEST + 2})`, and patching is `interp.patch_scores`. Find
two texts that differ in *one* letter and have different answers, between which its first head, (0,
0), moves the answer all the way, by 1; and two more between which it moves nothing. In both pairs
the second head moves it by 1, as always, and in all four texts the last letter was there before.
`seen_and_unseen()` returns the four, as (from, to, from, to).
""",
    hints=(
        "The first head tells each place which letter stands before it. When do these notes lead "
        "elsewhere, and when do they lead to the same place, where another letter stands?",
        "It moves all the way only if the other answer also stands, in the first text, where the "
        "notes of the other text lead to.",
    ),
    answer="""
From *abca* to *adca* the place is the same and its letter is another: the note has nothing to tell
that is new, and is not seen. From *abca* to *abaa* the third letter becomes an *a*, so that the
last place has an *a* before it, and in both texts there stands an *a*, which is the answer to the
other. One machine, one head, one letter changed: what patching says of it is about a pair of texts.
""",
    stub=STUB,
    judge=judge,
    code=(seen_and_unseen,),
)
