"""What the printed machine says where it should not be asked."""

from collections.abc import Callable

import numpy as np

from exercises.judging.judge import MARGIN, Wrong, ask, items, whole
from exercises.judging.occurrences import starts_with_a_phantom
from exercises.statement import Exercise, Mark
from exercises.typed import Field, Json, Typed
from taotp.programs import printed
from taotp.reference import followers
from taotp_core.decode import greedy
from taotp_core.measure import margin
from taotp_core.transformer import forward

STUB = '''
def confusing(digit):
    """A text of digits after which the printed machine says this digit."""
    raise NotImplementedError
'''

Make = Callable[[int], list[int]]


def judge(answer: object) -> str:
    """For every digit a text that makes the machine say it, though it never followed."""
    model = printed.search(10, 32, 2).model
    least = np.inf
    for digit in range(10):
        where = f"with the digit {digit}"
        text = checked(ask(answer, digit, where=where), where)
        found = followers(text, 2)
        if len(found) < 2:
            times = "once" if found else "never"
            raise Wrong(f"{where}, in {text} expected two occurrences, got them {times}")
        if digit in found:
            raise Wrong(f"{where}, in {text} expected it never to follow, got it among {found}")
        if starts_with_a_phantom(text, 2):
            raise Wrong(f"{where}, in {text} expected no phantom at the start, got one")
        logits = forward(model, np.array(text), keep=1)[-1]
        said = int(greedy(logits))
        if said != digit:
            raise Wrong(f"{where}, on {text} expected {digit}, got {said}")
        lead = float(margin(logits) / np.abs(logits).max())
        if not lead > MARGIN:
            raise Wrong(f"{where}, on {text} expected a winner, got a tie")
        least = min(least, lead)
    return f"10 inputs, smallest lead {least:.3g} of the largest logit"


def checked(text: object, where: str) -> list[int]:
    """A list of digits that fits into the machine, or Wrong."""
    digits = [whole(token, where) for token in items(text, None, "a list of digits", where)]
    if strange := [token for token in digits if not 0 <= token < 10]:
        raise Wrong(f"{where} expected digits from 0 to 9, got {strange[0]}")
    if not 3 <= len(digits) <= 32:
        raise Wrong(f"{where} expected 3 to 32 digits, got {len(digits)}")
    return digits


def confusing(digit: int) -> list[int]:
    """The digit before it and the one after it follow; half of each lies between them."""
    below, above, other = (digit - 1) % 10, (digit + 1) % 10, (digit + 5) % 10
    asked = [other, (digit + 4) % 10]
    return [digit, *asked, below, *asked, above, *asked]


def accepted_neighbors() -> Make:
    """One step below and one above."""
    return confusing


def accepted_wide() -> Make:
    """Two steps below and two above, the occurrences the other way round."""

    def wide(digit: int) -> list[int]:
        asked = [(digit + 5) % 10, (digit + 4) % 10]
        return [digit, *asked, (digit + 2) % 10, digit, *asked, (digit - 2) % 10, *asked]

    return wide


def wrong_it_followed() -> Make:
    """The digit itself is one of those that followed."""

    def followed(digit: int) -> list[int]:
        asked = [(digit + 5) % 10, (digit + 4) % 10]
        return [digit, *asked, digit, *asked, digit, *asked]

    return followed


def wrong_opposite() -> Make:
    """Two opposite digits cancel, and what is left is anybody's guess."""

    def opposite(digit: int) -> list[int]:
        asked = [(digit + 4) % 10, (digit + 4) % 10]
        left, right = (digit + 2) % 10, (digit + 7) % 10
        return [digit, *asked, left, *asked, right, *asked]

    return opposite


def wrong_one_occurrence() -> Make:
    """Once is not twice."""
    return lambda digit: [digit, 1, 2, (digit + 1) % 10, 1, 2]


def wrong_phantom() -> Make:
    """A start that takes part in the mixture."""

    def started(digit: int) -> list[int]:
        asked = [(digit + 5) % 10] * 2
        return [*asked, (digit - 1) % 10, *asked, (digit + 1) % 10, *asked]

    return started


def typed_data() -> Json:
    """The sizes of the printed machine."""
    return {"size": 10, "n_ctx": 32, "n_match": 2}


EXERCISE = Exercise(
    slug="neither-of-two",
    source="4.6",
    title="Neither of two",
    kind="inspect",
    marks=(Mark.RECOMMENDED, Mark.OPEN_ENDED),
    statement="""
Leviathan leaves two cases open and asks whether his machine behaves sensibly there.

1. The last tokens occurred twice. Write `confusing(digit)`, which returns a text for
   `printed.search(10, 32, 2)` after which it says that digit, although it followed none of two or
   more occurrences. Phantoms at the start do not count.
2. The last tokens did not occur, but something near them did. Space the symbols unevenly, some of
   them close to each other, and ask for a text that is close to one that is there. What comes out,
   and from where does it come if two are equally close?

Is that sensible? Say for which texts you would call it so, and for which not.
""",
    hints=(
        "Two equal scores share the attention. What stands between 4 and 6 on the circle of ten?",
        "Choose the tokens to be matched far from the digit, and none of them at the start.",
        "For the second part, put other rows into `W_E` of the model, on the same circle but at "
        "angles of your own, so that layer norm still leaves them alone.",
    ),
    answer="""
1. The average of two arrows points between them, and layer norm makes it as long as any other. So
   let the neighbors below and above follow: the machine says the digit, with the lead of a clear
   winner. If opposite digits follow, they cancel, and the answer is a rounding error.
2. The highest score belongs to the stretch of text with the largest sum of cosines. If a token is
   replaced by a close one that sum is hardly lower, while all other places are far below, so what
   followed the near stretch comes out. Two that are equally near are averaged.

The second answer is sensible where closeness means something, as for temperatures or trained words.
The first answer is sensible where averages mean something, which they do not for names.
""",
    stub=STUB,
    judge=judge,
    code=(confusing,),
    checklist=(
        "The second part was run, with symbols that are unevenly spaced.",
        "The answer says for which kinds of symbols the behavior is sensible.",
    ),
    typed=Typed(
        (
            Field(
                "text",
                "confusing(digit): formulas in digit, with commas; the page takes them modulo 10",
                "list",
                ("digit",),
                example="digit, digit + 1, ...",
            ),
        ),
        "confusing",
        typed_data,
        lambda: printed.search(10, 32, 2).model,
    ),
)
