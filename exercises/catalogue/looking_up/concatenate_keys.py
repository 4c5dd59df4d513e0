"""A key side by side, without hashing."""

from collections.abc import Sequence

import numpy as np

from exercises.judging.judge import hold, standard
from exercises.judging.machine import machine
from exercises.judging.tables import Case, Make, drawn_table, holds, in_words, near_table
from exercises.statement import Exercise
from taotp_core.arrays import Tokens
from taotp_core.encodings import circle
from taotp_core.gadgets import attend_back, clear
from taotp_core.stream import subspaces, write
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM, Layer, Transformer

N_CTX = 17
CASES: tuple[Case, ...] = tuple(
    (f"{n} entries, V={d_vocab}", *drawn_table(n, d_vocab, length, seed), d_vocab)
    for seed, (n, d_vocab, length) in enumerate([(1, 2, 1), (10, 30, 2), (40, 60, 3), (80, 100, 5)])
) + (("20 entries, each near another, V=30", *near_table(10, 30, 5, 9), 30),)
STUB = '''
def side_by_side(keys, answers, d_vocab, n_ctx):
    """An untied Transformer that stores a table, its keys side by side.

    keys is [n, length] and answers is [n], both of token ids.
    """
    raise NotImplementedError
'''


def rules(model: Transformer, where: str) -> None:
    """One layer of attention, the plain norms, a table of its own at each end."""
    standard(model)
    one = f"{where} expected one layer without an MLP, got another machine"
    hold(model, one, layers=1, mlps=0)
    hold(model, f"{where} expected an unembedding of its own, got a tied one", tied=False)


def judge(answer: object) -> str:
    """Four random tables, behind two kinds of prefixes."""
    tally, total = holds(answer, CASES, N_CTX, rules)
    return f"{tally.inputs} inputs, {total} parameters, smallest margin {tally.margin:.3g}"


def side_by_side(
    keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int, d_token: int = 30
) -> Transformer:
    """Copy each of the last tokens to a place of its own; compare with the sum of the keys."""
    length = keys.shape[1]
    names = [f"back_{back}" for back in range(length)]
    *past, pos = subspaces(**dict.fromkeys(names, d_token), pos=3)
    rng = np.random.default_rng(0)
    vectors = normalize(rng.normal(size=(d_vocab, d_token)), LAYER_NORM)
    rows = np.zeros((d_vocab, pos.d_model))
    for back, place in enumerate(past):
        np.add.at(rows, answers, vectors[keys[:, -1 - back]] @ write(place))
    heads = [attend_back(back, pos, past[0], past[back], n=n_ctx) for back in range(1, length)]
    heads.append(clear(pos, pos, n=n_ctx))
    return Transformer(
        vectors @ write(past[0]), circle(n_ctx) @ write(pos), [Layer(heads)], W_U=rows.T
    )


def accepted_random_vectors() -> Make:
    """Thirty random numbers a token."""
    return side_by_side


def accepted_one_hot() -> Make:
    """A coordinate for each token: products of keys count the places where they agree."""

    def one_hot(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        length = keys.shape[1]
        names = [f"back_{back}" for back in range(length)]
        *past, pos = subspaces(**dict.fromkeys(names, d_vocab), pos=3)
        rows = np.zeros((d_vocab, pos.d_model))
        for back, place in enumerate(past):
            np.add.at(rows, answers, np.eye(d_vocab)[keys[:, -1 - back]] @ write(place))
        heads = [attend_back(back, pos, past[0], past[back], n=n_ctx) for back in range(1, length)]
        W_E, W_pos = np.eye(d_vocab) @ write(past[0]), circle(n_ctx) @ write(pos)
        return Transformer(W_E, 10 * W_pos, [Layer(heads)], W_U=rows.T)

    return one_hot


def changed(order: Sequence[int] | None = None, d_token: int = 30) -> Make:
    """The model answer with its places permuted or its vectors shortened."""

    def make(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        return side_by_side(
            keys if order is None else keys[:, ::-1], answers, d_vocab, n_ctx, d_token
        )

    return make


def wrong_last_three() -> Make:
    """It reads the last three symbols of a key, which tell drawn keys apart."""

    def short(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        _, kept = np.unique(keys[:, -3:], axis=0, return_index=True)
        return side_by_side(keys[kept][:, -3:], answers[kept], d_vocab, n_ctx)

    return short


def wrong_backwards() -> Make:
    """The key is read from its end, the table from its beginning."""
    return changed(order=(-1,))


def wrong_too_narrow() -> Make:
    """Four numbers a token: keys are too much alike."""
    return changed(d_token=4)


def wrong_at_the_front() -> Make:
    """Heads that look at fixed positions: right as long as nothing comes before the key."""

    def fixed(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        model = side_by_side(keys, answers, d_vocab, keys.shape[1])
        W_pos = np.concatenate([model.W_pos] * n_ctx)[:n_ctx]
        return Transformer(model.W_E, W_pos, model.layers, W_U=model.W_U)

    return fixed


def wrong_tied() -> Make:
    """The chapter's own machine."""

    def tied(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        from taotp.constructions.hashes import fitted_hash
        from taotp.programs.lookup import lookup_machine

        return lookup_machine(fitted_hash(keys, answers, d_vocab, 10), n_ctx)

    return tied


EXERCISE = Exercise(
    slug="concatenate-keys",
    source="3.2",
    title="Side by side",
    kind="construct",
    statement="""
A hash saves room. Do without: build the untied machine so that the tokens of a key come to lie
*side by side* in the stream, each in a subspace of its own, and no matrix mixes them. Write
`side_by_side(keys, answers, d_vocab, n_ctx)` with `keys` an array of ids $[n, l]$ and `answers`
of ids $[n]$. One layer of attention, no MLP, the plain LayerNorm, and random tables of up to 80
entries with keys of up to 5 of 100 symbols.
""",
    hints=(
        "With `subspaces(back_0=d, back_1=d, ..., pos=3)` the head that looks `k` back is "
        "`attend_back(k, pos, back_0, back_k, n=n_ctx)`. Which token needs no head?",
        "For an answer, add up the keys that lead to it, laid out as the stream lays them out.",
        "The empty subspaces are zeros before the layer, so that layer norm makes the rest "
        "longer. Does that change where a hard head looks? Does it change what it brings?",
    ),
    answer="""
The token itself stands where it belongs, the other $l-1$ are copied, and one head clears the
position. A row of the unembedding is the sum of its keys, laid out in the same way. With $d$
numbers a token the stream has $l\\,d + 3$ dimensions where the hash needs $d + 3$; thirty are
enough here. Layer norm makes what the heads bring longer by a constant factor than the token that
was there from the start. That weighs the places unequally, which a sum of lucky products forgives.
""",
    stub=STUB,
    judge=judge,
    code=(side_by_side,),
    typed=machine(judge, side_by_side, at=1, size=in_words(CASES[1], N_CTX)),
)
