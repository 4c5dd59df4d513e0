"""What the exercises about words said for ever share: what comes after which contexts."""

from collections.abc import Iterator

import numpy as np

from exercises.judging.asking import Shown
from exercises.judging.judge import MARGIN, Tally, right
from taotp.reference import repeated
from taotp_core.arrays import Tokens
from taotp_core.weights import Transformer

N_CTX = 5  # the context of the essay's machine


def known(word: str, longest: int = N_CTX) -> dict[str, str]:
    """Each context that fits one place of the repeated word, and the letter that comes next."""
    text = word * (2 + longest // len(word))
    contexts = (text[at : at + n] for n in range(1, longest + 1) for at in range(len(word)))
    return {context: said[0] for context in contexts if (said := repeated(context, word=word))}


def as_rows(asked: dict[str, str], letters: str) -> Iterator[tuple[Tokens, Tokens]]:
    """Contexts of one length and what comes next, at the last position: [n_rows, n] each."""
    for n in sorted({len(context) for context in asked}):
        some = [context for context in asked if len(context) == n]
        tokens = np.array([[letters.index(letter) for letter in context] for context in some])
        expected = np.full(tokens.shape, -1)
        expected[:, -1] = [letters.index(asked[context]) for context in some]
        yield tokens, expected


def says_next(
    model: Transformer, asked: dict[str, str], letters: str = "ab", margin: float = MARGIN
) -> Tally:
    """Run a model on contexts; raise Wrong with the first after which it says another letter."""
    show = Shown(letters, quoted=True)
    tally = Tally()
    for tokens, expected in as_rows(asked, letters):
        tally += right(model, tokens, expected, show, lambda i: repr(letters[i]), margin=margin)
    return tally
