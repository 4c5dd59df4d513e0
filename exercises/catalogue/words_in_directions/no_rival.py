"""Exercise: a sentence in which a head without a rival key grants what it should not."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.judge import Wrong, ask, items, kind_of
from exercises.statement import Exercise
from exercises.typed import Field, Json, Typed
from taotp.programs.printed_words import GRAMMATICAL, QUESTIONABLE, SEMES, WORDS, red_apple
from taotp_core.transformer import trace

LONGEST, LEAST = 7, 0.7
STUB = '''
def sentence():
    """A list of words, from SOS to EOS."""
    raise NotImplementedError
'''

Make = Callable[[], Sequence[str]]


def judge(answer: object) -> str:
    """What the head adds to the first red."""
    where = "in sentence"
    known = f"a list of words out of {' '.join(WORDS)}"
    given = items(ask(answer, where=where), None, known, where)
    if strange := [word for word in given if not isinstance(word, str) or word not in WORDS]:
        raise Wrong(f"{where} expected {known}, got {kind_of(strange[0])}")
    if len(given) > LONGEST:
        raise Wrong(f"{where} expected at most {LONGEST} words, got {len(given)}")
    if given[:1] != ["SOS"] or given[-1] != "EOS":
        raise Wrong(f"{where} expected SOS first and EOS last, got {' '.join(given)}")
    if "apple" in given or "red" not in given:
        raise Wrong(f"{where} expected red, and no apple, got {' '.join(given)}")
    ids = np.array([[*WORDS].index(word) for word in given])
    stream = trace(red_apple(), ids).stream
    share = float((stream["attention 0"] @ SEMES.row("licensed"))[given.index("red")])
    if not share >= LEAST:
        raise Wrong(f"{where} expected a license of at least {LEAST}, got {share:.3g}")
    return f"{len(given)} rows, {share:.3g} of a license"


def sentence() -> list[str]:
    """All that stands between the fillers moves a license."""
    return ["SOS", "saw", "saw", "saw", "saw", "red", "EOS"]


def accepted_saw() -> Make:
    """As the model answer has it."""
    return sentence


def accepted_red() -> Make:
    """Nothing but red."""
    return lambda: ["SOS", *["red"] * 5, "EOS"]


def wrong_apple() -> Make:
    """There is something to modify."""
    return lambda: list(GRAMMATICAL)


def wrong_printed() -> Make:
    """A third."""
    return lambda: list(QUESTIONABLE)


def wrong_short() -> Make:
    """The fillers have a share, and move nothing."""
    return lambda: ["SOS", "saw", "red", "EOS"]


def typed_data() -> Json:
    """How loud each word is to red, and how much of a license it moves."""
    model = red_apple()
    (head,) = model.layers[0].heads
    query = model.W_E[[*WORDS].index("red")] @ head.W_Q
    scores = model.W_E @ head.W_K @ query / np.sqrt(len(query))
    moved = model.W_E @ head.W_V @ head.W_O @ SEMES.row("licensed")
    return {
        "scores": dict(zip(WORDS, scores.tolist(), strict=True)),
        "moved": dict(zip(WORDS, moved.tolist(), strict=True)),
        "longest": LONGEST,
        "least": LEAST,
    }


EXERCISE = Exercise(
    slug="no-rival",
    title="Where the rival key is missing",
    kind="inspect",
    statement=f"""
The head H1a, as printed, gives *red* a third of a license in *She saw a red*. It can be worse.
Write `sentence()`, a list of at most {LONGEST} of its words, SOS first and EOS last, without
*apple*, whose first *red* gets at least {LEAST:.0%} of a license.
""",
    hints=(
        "With no noun, *red* looks at all words alike. Which of them move a license?",
        "The two fillers do not, and are always there: so the other words should be many.",
    ),
    answer="""
*Saw saw saw saw red*: five of seven words move a license, and *red* gets 71 percent of one, with
nothing to modify. In a longer text it would be nearly all. An average over everything is seldom
nothing, and a head that may find nothing needs somewhere to look.
""",
    stub=STUB,
    judge=judge,
    code=(sentence,),
    typed=Typed(
        (
            Field(
                "words",
                "the words, from SOS to EOS, with spaces between",
                "words",
                example="SOS she saw EOS",
            ),
        ),
        "license",
        typed_data,
        part="rules",
    ),
)
