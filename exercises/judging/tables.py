"""What the exercises about lookup tables share: prompts that end in keys, and a specification."""

from collections.abc import Callable, Sequence

import numpy as np

from exercises.judging.asking import Shown, unnoted
from exercises.judging.judge import Tally, Wrong, fresh, right
from exercises.judging.sizes import sized_model
from taotp.constructions.tables import random_keys
from taotp.reference import lookup
from taotp_core.arrays import Tokens
from taotp_core.measure import parameters
from taotp_core.weights import Transformer

Make = Callable[[Tokens, Tokens, int, int], Transformer]
Case = tuple[str, Tokens, Tokens, int]  # a name, the keys [n, length], the answers [n], d_vocab


def drawn_table(n: int, d_vocab: int, length: int, seed: int) -> tuple[Tokens, Tokens]:
    """Different keys [n, length] and any answers [n]."""
    rng = np.random.default_rng(seed)
    return random_keys(n, d_vocab, length, rng), rng.integers(d_vocab, size=n)


def near_table(n: int, d_vocab: int, length: int, seed: int) -> tuple[Tokens, Tokens]:
    """Keys [2 n, length]: to each of n a second one that differs in two places, all in turn."""
    rng = np.random.default_rng(seed)
    first = drawn_table(n, d_vocab, length, seed)[0]
    second, each = first.copy(), np.arange(n)
    for place in (each % length, (each + 1) % length):
        second[each, place] = (second[each, place] + 1) % d_vocab
    keys = np.concatenate([first, second])
    return keys, rng.integers(d_vocab, size=len(keys))


def specification(tokens: Tokens, keys: Tokens, answers: Tokens) -> Tokens:
    """The answer wherever a key has ended, else -1: [n_rows, n] as the tokens."""
    length = keys.shape[1]
    table = dict(zip(map(tuple, keys.tolist()), answers.tolist(), strict=True))
    out = np.full(tokens.shape, -1)
    for i, row in enumerate(tokens.tolist()):
        for end in range(length, len(row) + 1):
            if said := lookup(row[end - length : end], table=table):
                out[i, end - 1] = said[0]
    return out


def prompts(keys: Tokens, d_vocab: int, n_ctx: int, seed: int = 0) -> Tokens:
    """Every key at the end of a context of other keys, then behind random symbols: [2 n, n_ctx]."""
    rng = fresh(seed)
    n, length = keys.shape
    room = n_ctx - length
    others = keys[rng.integers(n, size=(n, room // length + 1))].reshape(n, -1)[:, -room:]
    junk = rng.integers(d_vocab, size=(n, room))
    return np.concatenate([np.concatenate([junk, keys], 1), np.concatenate([others, keys], 1)])


def in_words(case: Case, n_ctx: int) -> str:
    """What a reader is told of a small table: its entries, and the sizes of the machine."""
    _, keys, answers, d_vocab = case
    entries = (
        f"{' '.join(map(str, key))} \u2192 {said}"
        for key, said in zip(keys.tolist(), answers.tolist(), strict=True)
    )
    return f"the table {', '.join(entries)}, d_vocab {d_vocab} and n_ctx {n_ctx}"


def holds(
    make: object, cases: Sequence[Case], n_ctx: int, rules: Callable[[Transformer, str], None]
) -> tuple[Tally, int]:
    """Have a learner's function store each table; `rules` looks at each machine first.

    Returns how it went and the number of parameters of the last machine. Raises Wrong.
    """
    tally, total = Tally(), 0
    for name, keys, answers, d_vocab in cases:
        where = f"with {name}"
        given = keys.copy(), answers.copy(), d_vocab, n_ctx
        model = sized_model(make, *given, where=where, d_vocab=d_vocab, n_ctx=n_ctx)
        rules(model, where)
        tokens = prompts(keys, d_vocab, n_ctx)

        show = Shown(suffix=f" ({name})")

        def why(
            prefix: Sequence[int], expected: int, got: int,
            length: int = keys.shape[1], model: Transformer = model, show: Shown = show,
        ) -> str:  # fmt: skip
            alone = np.array([prefix[-length:]])
            asked = np.where(np.arange(length) < length - 1, -1, expected)[None]
            try:
                with unnoted():
                    right(model, alone, asked, show)
            except Wrong:
                return "the key alone goes wrong too"
            return "the key alone is right; do the heads look at the places before it?"

        tally += right(model, tokens, specification(tokens, keys, answers), show, why=why)
        total = parameters(model).total
    return tally, total
