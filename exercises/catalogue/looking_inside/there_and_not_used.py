"""Exercise: a probe that finds what the machine does not use."""

from collections.abc import Callable

import numpy as np

from exercises.judging.hidden import (
    LONGEST,
    PAST,
    SAID,
    TOKEN,
    in_layers,
    looks_back,
    machine,
    says_the_one_before,
    texts,
)
from exercises.judging.judge import Wrong
from exercises.statement import Exercise
from taotp.interp import probe
from taotp_core.stream import read, write
from taotp_core.transformer import forward
from taotp_core.weights import Transformer

KNOWN, SAME = 0.99, 1e-9
STUB = '''
def there_and_not_used():
    """A Transformer that keeps what it does not use."""
    raise NotImplementedError
'''

Build = Callable[[], Transformer]


def judge(answer: object) -> str:
    """A probe for the token two before the last; and no logit that depends on it."""
    model = machine(answer, "in there_and_not_used")
    tally = says_the_one_before(model, "as it is")
    tokens = texts(LONGEST)
    last = f"mlp {len(model.layers) - 1}" if model.layers else "embedding"
    found = probe(model, tokens, tokens[:, -3].tolist(), last)
    if found.accuracy < KNOWN:
        raise Wrong(f"at the last row expected a probe that is right on {KNOWN:.0%}, "
                    f"got {found.accuracy:.0%}")  # fmt: skip
    logits = forward(model, tokens, keep=1)[:, 0]
    other = tokens.copy()
    other[:, -3] = (other[:, -3] + 1) % model.d_vocab
    moved = np.abs(forward(model, other, keep=1)[:, 0] - logits).max()
    if moved > SAME * np.abs(logits).max():
        raise Wrong(
            f"with another token there expected the same logits, got a change of {moved:.3g}"
        )
    return f"{tally.inputs} inputs; the probe is right on {found.accuracy:.0%}"


def there_and_not_used() -> Transformer:
    """A second head brings the token two back, into columns that nobody reads."""
    say = looks_back(1, read(TOKEN), write(PAST))
    keep = looks_back(2, read(TOKEN), write(SAID))
    return in_layers([say, keep])


def accepted_columns() -> Build:
    """In columns of its own."""
    return there_and_not_used


def accepted_next_layer() -> Build:
    """In a layer of its own."""

    def build() -> Transformer:
        say = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([say], [looks_back(2, read(TOKEN), write(SAID))])

    return build


def wrong_not_there() -> Build:
    """It says what it should, and nothing else is there."""
    return lambda: in_layers([looks_back(1, read(TOKEN), write(PAST))])


def wrong_murmur() -> Build:
    """It is there, and murmurs in the logits."""

    def build() -> Transformer:
        say = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([say, looks_back(2, read(TOKEN), write(SAID) + 0.1 * write(PAST))])

    return build


def wrong_three_back() -> Build:
    """One too far."""

    def build() -> Transformer:
        say = looks_back(1, read(TOKEN), write(PAST))
        return in_layers([say, looks_back(3, read(TOKEN), write(SAID))])

    return build


def wrong_two_back() -> Build:
    """It says the token that it should only keep."""
    return lambda: in_layers([looks_back(2, read(TOKEN), write(PAST))])


EXERCISE = Exercise(
    slug="there-and-not-used",
    title="There, and not used",
    kind="construct",
    statement="""
Write `there_and_not_used()`, a machine that says the token before the last, of 5 tokens and after
texts of 2 to 4 of them. After texts of four, `interp.probe` reads the token *two* before the last
off the last row of the stream after the last layer, right on 99 % of texts that it was not fitted
to. And no logit depends on that token: with another in its place they stay the same to 9 digits.
""",
    hints=(
        "The stream may have columns that the unembedding does not read.",
        "A norm before the unembedding divides by all columns. Must there be one?",
    ),
    answer="""
A second head brings it into three columns whose rows in the unembedding are zeros (and there is no
norm, by whose divisor it could be heard). The probe finds it in every text, and no answer needs it.
That a fact can be read off a model does not mean that the model reads it.
""",
    stub=STUB,
    judge=judge,
    code=(there_and_not_used,),
)
