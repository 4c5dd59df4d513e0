"""Say more than fits."""

from collections.abc import Iterator

import numpy as np

from exercises.judging.agreement import without
from exercises.judging.cases import asked
from exercises.judging.judge import Wrong, ask, in_short, numbers
from exercises.statement import Exercise, Mark
from taotp_core.arrays import Tokens
from taotp_core.transformer import forward
from taotp_core.weights import Transformer, random_transformer

STUB = '''
def sliding_decode(tokens, model, steps):
    """The tokens and `steps` more; the model reads the last n_ctx of them."""
    raise NotImplementedError
'''


def cases() -> Iterator[tuple[int, int, int, int]]:
    """Seed, n_ctx, length of the prompt and steps: below, at and beyond the window, and drawn."""
    for seed in range(6):
        yield seed, 5, 2, 3
        yield seed, 5, 3, 12
        yield seed, 5, 5, 9
        yield seed, 5, 9, 9
        yield seed, 1, 1, 6
        yield seed, 4, 6, 0
    for seed, n_ctx, n, steps in asked((), (0, 99), (1, 7), (1, 12), (1, 12)):
        yield seed, n_ctx, n, steps


def judge(answer: object) -> str:
    """Each new token is the greedy one after the last n_ctx tokens; beyond n_ctx too."""
    count = 0
    for seed, n_ctx, n, steps in cases():
        model, mine = (random_transformer(seed, n_ctx=n_ctx) for _ in range(2))
        tokens = np.random.default_rng(seed + 1).integers(0, 10, n)
        where = f"on {in_short([int(t) for t in tokens])}, {steps} steps, n_ctx {n_ctx},"
        said = ask(answer, tokens.copy(), mine, steps, where=where)
        got = numbers(said, (n + steps,), where)
        expected = [int(t) for t in sliding_decode(tokens, model, steps)]
        for i, (want, have) in enumerate(zip(expected, got, strict=True)):
            if want != have:
                before = in_short(expected[:i])
                raise Wrong(f"{where} after {before} expected {want}, got {have:.6g}")
        count += 1
    without(answer, ("generate",))
    return f"{count} inputs, up to 23 tokens past the window"


def sliding_decode(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
    """Forget all but the last n_ctx tokens each time the model reads."""
    for _ in range(steps):
        seen = tokens[-model.n_ctx :]
        tokens = np.append(tokens, forward(model, seen)[-1].argmax())
    return tokens


def accepted_last_tokens() -> object:
    """One slice."""
    return sliding_decode


def wrong_no_window() -> object:
    """The chapter's decode: it stops with an error where the positions end."""

    def plain(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        for _ in range(steps):
            tokens = np.append(tokens, forward(model, tokens)[-1].argmax())
        return tokens

    return plain


def wrong_first_tokens() -> object:
    """The window stays at the beginning."""

    def first(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        for _ in range(steps):
            tokens = np.append(tokens, forward(model, tokens[: model.n_ctx])[-1].argmax())
        return tokens

    return first


def wrong_one_too_few() -> object:
    """A window that is one token narrower than it could be."""

    def narrow(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        for _ in range(steps):
            seen = tokens[-max(1, model.n_ctx - 1) :]
            tokens = np.append(tokens, forward(model, seen)[-1].argmax())
        return tokens

    return narrow


def wrong_forgets() -> object:
    """What leaves the window leaves the answer."""

    def forgets(tokens: Tokens, model: Transformer, steps: int) -> Tokens:
        return sliding_decode(tokens, model, steps)[-model.n_ctx :]

    return forgets


EXERCISE = Exercise(
    slug="sliding-window",
    source="1.7",
    title="More than fits",
    kind="code",
    marks=(Mark.VERY_EASY,),
    statement="""
A model has `n_ctx` positions, and `decode` fails when it needs one more. Write
`sliding_decode(tokens, model, steps)`, which can go on for ever: while everything fits it is
greedy decoding, and from then on the model reads only the last `n_ctx` tokens. All tokens are
returned, also those that the model no longer sees, and the prompt may be longer than the window.
""",
    hints=(
        "The model takes the tokens of the window as if they were the whole text, from position "
        "0 on.",
        "What does `tokens[-5:]` give when there are only three tokens?",
    ),
    answer="""
One slice. A negative index that reaches before the beginning stops there, so the same line serves
short and long texts. Note the price: once the window moves, every token has a new position, so
that a cache of keys and values is worth nothing.
""",
    stub=STUB,
    judge=judge,
    code=(sliding_decode,),
)
