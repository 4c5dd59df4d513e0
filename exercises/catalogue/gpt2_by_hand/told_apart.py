"""Exercise: the essay's machine and the one for any word, told apart."""

from collections.abc import Callable
from itertools import product

import numpy as np

from exercises.judging.boxes import verdicts
from exercises.judging.judge import Wrong, ask, kind_of
from exercises.judging.repeated import N_CTX
from exercises.statement import Exercise
from exercises.typed import Field
from taotp.programs import printed, repeat_pattern
from taotp_core.decode import greedy
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

TEXT = "aab" * (1 + N_CTX)
STUB = '''
def telling():
    """A short context after which two machines differ."""
    raise NotImplementedError
'''

Make = Callable[[], object]


def said(model: Transformer, context: str) -> str:
    """The letter that a model says after a context."""
    tokens = np.array(["ab".index(letter) for letter in context])
    return "ab"[int(greedy(forward(model, tokens, keep=1)[-1]))]


def judge(answer: object) -> str:
    """Nowhere in the text, two answers, and no shorter one has two."""
    context = ask(answer, where="in the answer")
    if not isinstance(context, str):
        raise Wrong(f"in the answer expected a string, got {kind_of(context)}")
    if not 1 <= len(context) <= N_CTX or set(context) - set("ab"):
        raise Wrong(f"in the answer expected 1 to {N_CTX} letters a and b, got {context[:20]!r}")
    if context in TEXT:
        raise Wrong(f"on {context!r} expected a context that is nowhere in the text, got one of it")
    essay, any_word = printed.aab().model, repeat_pattern("aab", N_CTX).model
    ours, theirs = said(any_word, context), said(essay, context)
    if ours == theirs:
        raise Wrong(f"on {context!r} expected two letters, got {ours!r} from both", context)
    if len(context) > 2:
        raise Wrong(f"on {context!r} expected 2 letters, got {len(context)}: fewer are enough")
    return f"1 inputs, after which the essay's says {theirs!r} and the other {ours!r}"


def telling() -> str:
    """No place of the word fits two b's."""
    return "bb"


def accepted_two() -> Make:
    """The only one of two letters."""
    return telling


def wrong_right() -> Make:
    """Both are right on what is in the text."""
    return lambda: "aabaa"


def wrong_lone() -> Make:
    """The lone a is in the text."""
    return lambda: "a"


def wrong_agreed() -> Make:
    """Nonsense after which both say b."""
    return lambda: "aaa"


def wrong_long() -> Make:
    """Two b's after three other letters."""
    return lambda: "aabbb"


def wrong_number() -> Make:
    """Ids in place of letters."""
    return lambda: [1, 1]


def typed_answers() -> dict[str, str]:
    """All contexts that the machines can read."""
    lengths = range(1, N_CTX + 1)
    texts = ("".join(letters) for n in lengths for letters in product("ab", repeat=n))
    return {text: text for text in texts}


EXERCISE = Exercise(
    slug="told-apart",
    title="Told apart",
    kind="inspect",
    statement="""
`printed.aab()` and `repeat_pattern("aab", 5)` are both right wherever there is something to be
right about. Tell them apart: `telling()` returns a context, as short as can be, that is nowhere in
*aabaab...*, and after which the two *models* say different letters. (The program of the second
refuses such a context; its model does not.) Explain what each of them says there.
""",
    hints=(
        "After how many contexts of two letters that are nowhere in the text can you ask?",
        "What is left in the stream of the second where no unit wakes up?",
    ),
    answer="""
*bb*. The essay's machine takes the average, -1, and says *a* with twice its voice. In the other
every place has a vote against it, no unit wakes up, and a tied machine that has nothing to say
repeats the last letter: *b*. One falls back on a habit, the other on its input.
""",
    stub=STUB,
    judge=judge,
    code=(telling,),
    checklist=("It is explained why one says *a* and the other repeats.",),
    typed=verdicts(
        [Field("context", "a context of letters a and b", "words", example="aab")],
        judge,
        typed_answers,
        f"in the answer expected 1 to {N_CTX} letters a and b, got {{quoted}}",
    ),
)
