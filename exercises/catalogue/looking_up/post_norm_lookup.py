"""The same table in a machine that norms after each part."""

from dataclasses import replace

import numpy as np

from exercises.judging.judge import hold, plain_parts
from exercises.judging.machine import machine
from exercises.judging.tables import Case, Make, drawn_table, holds, in_words, near_table
from exercises.statement import Exercise
from taotp.constructions.hashes import fitted_hash
from taotp.programs.lookup import lookup_machine
from taotp_core.arrays import Tokens
from taotp_core.weights import LAYER_NORM, Transformer

N_CTX = 16
CASES: tuple[Case, ...] = tuple(
    (f"{n} entries, V={d_vocab}", *drawn_table(n, d_vocab, length, seed), d_vocab)
    for seed, (n, d_vocab, length) in enumerate([(2, 2, 1), (10, 10, 3), (30, 10, 4)])
) + (("20 entries, each near another, V=30", *near_table(10, 30, 5, 9), 30),)
STUB = '''
def post_norm_lookup(keys, answers, d_vocab, n_ctx):
    """A Transformer with norms="after" that stores a table.

    keys is [n, length] and answers is [n], both of token ids.
    """
    raise NotImplementedError
'''


def rules(model: Transformer, where: str) -> None:
    """Post-LN: a plain norm after each part, tied, and at most one more at the end."""
    plain_parts(model)
    hold(model, f"{where} expected norms 'after', got '{{norms}}'", norms="after")
    hold(model, f"{where} expected a tied unembedding, got one of its own", tied=True)
    heads = f"{where} expected layers with heads, got none"
    hold(model, heads, some_layers=True, without_heads=0)
    hold(model, f"{where} expected the plain LayerNorm after each part, got others", plain=True)


def judge(answer: object) -> str:
    """Three random tables, behind two kinds of prefixes."""
    tally, total = holds(answer, CASES, N_CTX, rules)
    return f"{tally.inputs} inputs, {total} parameters, smallest margin {tally.margin:.3g}"


def post_norm_lookup(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
    """The chapter's weights: what enters the layer is already what a norm would leave alone."""
    model = lookup_machine(fitted_hash(keys, answers, d_vocab, d_token=10), n_ctx)
    return replace(model, norms="after", norm_final=None)


def accepted_same_weights() -> Make:
    """Nothing changes but the flag."""
    return post_norm_lookup


def accepted_with_a_final_norm() -> Make:
    """A norm more at the end does nothing."""

    def more(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        return replace(post_norm_lookup(keys, answers, d_vocab, n_ctx), norm_final=LAYER_NORM)

    return more


def wrong_last_three() -> Make:
    """It reads the last three symbols of a key, which tell drawn keys apart."""

    def short(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        _, kept = np.unique(keys[:, -3:], axis=0, return_index=True)
        return post_norm_lookup(keys[kept][:, -3:], answers[kept], d_vocab, n_ctx)

    return short


def wrong_before() -> Make:
    """The chapter's machine as it is."""
    return lambda keys, answers, d_vocab, n_ctx: lookup_machine(
        fitted_hash(keys, answers, d_vocab, d_token=10), n_ctx
    )


def wrong_no_norm() -> Make:
    """After, and switched off."""

    def without(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        model = post_norm_lookup(keys, answers, d_vocab, n_ctx)
        layers = [replace(layer, norm_attn=None, norm_mlp=None) for layer in model.layers]
        return replace(model, layers=layers)

    return without


def wrong_half_clean() -> Make:
    """A cleanup that leaves half of what was there."""

    def half(keys: Tokens, answers: Tokens, d_vocab: int, n_ctx: int) -> Transformer:
        model = post_norm_lookup(keys, answers, d_vocab, n_ctx)
        first, *rest = model.layers[0].heads
        dirty = replace(first, W_O=first.W_O + 0.5 * np.eye(model.d_model))
        return replace(model, layers=[replace(model.layers[0], heads=[dirty, *rest])])

    return half


EXERCISE = Exercise(
    slug="post-norm-lookup",
    source="3.7",
    title="The norm afterwards",
    kind="construct",
    statement="""
The first transformers put layer norm *after* each part, around the sum with the stream. Store a
table in such a machine: `post_norm_lookup(keys, answers, d_vocab, n_ctx)` makes a tied
`Transformer` with `norms="after"`, plain LayerNorms, and as many layers as you like. You may use
`fitted_hash` and everything else of the library.
""",
    hints=(
        "In `taotp_core.transformer`, `residual` shows both orders. What reads the stream before "
        "any norm has touched it?",
        "The embedding of the chapter's machine is left alone by layer norm. What then is the "
        "difference between a norm before attention and none?",
        "What does layer norm do to a row that it made itself?",
    ),
    answer="""
The same weights do. The embedding enters the layer without a norm, but it is one that a norm would
not change. The norm after attention does what the final norm did, and the one after the missing MLP
finds nothing left to do. A row that layer norm leaves alone stays as it is wherever the norm
stands.
""",
    stub=STUB,
    judge=judge,
    code=(post_norm_lookup,),
    typed=machine(judge, post_norm_lookup, at=1, size=in_words(CASES[1], N_CTX)),
)
