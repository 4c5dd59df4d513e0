"""How sure a chain must be to overrule what was heard."""

from collections.abc import Callable
from functools import cache

import numpy as np

from exercises.judging.boxes import stretch, told
from exercises.judging.judge import Wrong, ask, numbers
from exercises.statement import Exercise
from exercises.typed import Field, Json
from taotp.applications.spoken.said import said_words
from taotp.applications.spoken.sentence import SOUND
from taotp.programs import Program, spoken_sentence, spoken_words
from taotp_core.transformer import forward

STUB = '''
def surer():
    """The logarithm of how often photos are asked for, to files."""
    raise NotImplementedError
'''
FILES, PHOTOS = (f"show me my {word} please" for word in ("files", "photos"))

Make = Callable[[], float]


def program(log_odds: float) -> Program:
    """The machine of two sentences, of which the second is so much likelier."""
    recordings = {word: [said_words()["a woman"][word]] for word in ("files", "photos")}
    return spoken_sentence({FILES: 1.0, PHOTOS: float(np.exp(log_odds))}, recordings)


@cache
def lead() -> float:
    """By how much files leads at the fork where both are as likely."""
    even = program(0.0)
    words = [even.vocabulary.index(word) for word in ("", "show", "me", "my")]
    heard = even.memory(said_words()["a woman again"]["files"])
    logits = forward(even.model, np.array(words), keep=1, memory=heard)[-1]
    return float(logits[even.vocabulary.index("files")] - logits[even.vocabulary.index("photos")])


def judge(answer: object) -> str:
    """One percent more must overrule the sound, one percent less must not."""
    found = float(numbers(ask(answer, where="in the answer"), (), "in the answer"))
    for share, expected in ((0.99, FILES), (1.01, PHOTOS)):
        said = FILES if share * found < lead() else PHOTOS
        if said != expected:
            raise Wrong(f"with {share * found:.4g} expected {expected!r}, got {said!r}")
    return f"2 inputs, overruled from {found:.4g} on"


def surer() -> float:
    """What the sound says for files, a hundred votes of it."""
    return lead()


def accepted_lead() -> Make:
    """The lead at the fork."""
    return surer


def accepted_votes() -> Make:
    """A hundred times the votes of the machine without a chain."""

    def counted() -> float:
        recordings = {word: [said_words()["a woman"][word]] for word in ("files", "photos")}
        words = spoken_words(recordings)
        heard = words.memory(said_words()["a woman again"]["files"])
        votes = forward(words.model, np.array([2]), memory=heard)[0]
        return float(SOUND * (votes[0] - votes[1]))

    return counted


def wrong_even() -> Make:
    """As if half a vote were enough."""
    return lambda: lead() / 2


def wrong_times() -> Make:
    """How many times, without the logarithm."""
    return lambda: 499.0


def wrong_nothing() -> Make:
    """Equal shares."""
    return lambda: 0.0


def typed_items() -> list[Json]:
    """Up to where the sound is believed."""
    faint = f"with {{more:.4g}} expected {PHOTOS!r}, got {FILES!r}"
    loud = f"with {{less:.4g}} expected {FILES!r}, got {PHOTOS!r}"
    low, high = (float(np.nextafter(lead() / share, lead())) for share in (1.01, 0.99))
    ends = [stretch(None, low, faint), stretch(low, high), stretch(None, None, loud)]
    return [{"stretches": ends}]


EXERCISE = Exercise(
    slug="surer-chain",
    title="A surer chain",
    kind="value",
    statement="""
A machine knows two sentences, *show me my files please* and the same with *photos*, and the
words of `a woman`. She says *files* as in `a woman again`, and it writes that. But if photos are
asked for often enough, it will not believe her. How often? `surer()` returns the *natural
logarithm* of how many times as often as files, to one percent. Is the machine a good judge of what
it hears?
""",
    hints=(
        "At the fork a logit is the logarithm of a share plus a hundred times a vote.",
        "Where both sentences have the share 1/2, by how much does *files* lead?",
    ),
    answer="""
The lead of *files* at the fork where the shares are equal: a hundred times the difference of two
votes, a number of some dozens. So photos would have to be asked for more often by a factor with
eighteen digits. That is far too sure: the hundred was chosen so that the sound decides, and
not measured. Were it measured, a vote would be worth as much as it has been right, and noise
would make the machine fall back on what is usual, as people do.
""",
    stub=STUB,
    judge=judge,
    code=(program, lead, surer),
    checklist=("It is said what the factor of 100 would have to be for the shares to be right.",),
    typed=told(
        (Field("found", "the natural logarithm of how many times as often", "number"),),
        typed_items,
        "2 inputs, overruled from {said:.4g} on",
        finite="in the answer",
        words={"less": "0.99 * said", "more": "1.01 * said"},
    ),
)
