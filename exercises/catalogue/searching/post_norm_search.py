"""Search where the norms come after."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.judging.judge import hold, plain_norms, plain_parts
from exercises.judging.machine import machine
from exercises.judging.occurrences import Size, finds
from exercises.statement import Exercise
from taotp.programs import printed
from taotp.programs.searching import search
from taotp_core.weights import Layer, Transformer

SIZES = (Size(4, 8, 2, longest=5), Size(2, 12, 3, longest=7), Size(10, 40, 4))
STUB = '''
def post_norm_search(d_vocab, n_ctx, n_match):
    """A Transformer with norms="after" that says what followed before."""
    raise NotImplementedError
'''

Make = Callable[[int, int, int], Transformer]


def judge(answer: object) -> str:
    """Right at all SIZES, with a plain LayerNorm after each sub-layer."""
    tally = finds(answer, SIZES, norms_after)
    return f"{tally.inputs} inputs, smallest margin {tally.margin:.3g}"


def norms_after(model: Transformer, size: Size, done: str, where: str) -> None:
    """Raise Wrong unless the norms come after, and are the plain ones."""
    plain_parts(model)
    hold(model, "at norms expected 'after', got '{norms}'", norms="after")
    plain_norms(model)


def post_norm_search(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
    """The chapter's: only the stretch of the first norm, which is gone, need not be undone."""
    model = search(d_vocab, n_ctx, n_match).model
    gather, find = model.layers
    stretch = np.sqrt(model.d_model / 6)
    heads = [replace(head, W_V=stretch * head.W_V) for head in gather.heads]
    return replace(model, layers=[Layer(heads), find], norm_final=None, norms="after")


def accepted_no_stretch() -> Make:
    """The chapter's weights but for one factor."""
    return post_norm_search


def accepted_with_a_final_norm() -> Make:
    """One norm more at the end changes nothing."""

    def twice(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = post_norm_search(d_vocab, n_ctx, n_match)
        return replace(model, norm_final=model.layers[0].norm_attn)

    return twice


def wrong_before() -> Make:
    """The chapter's, as it is."""
    return lambda d_vocab, n_ctx, n_match: search(d_vocab, n_ctx, n_match).model


def wrong_printed() -> Make:
    """Leviathan's arrays with another word for the norms: the start still misleads."""

    def renamed(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = printed.search(d_vocab, n_ctx, n_match).model
        return replace(model, norms="after")

    return renamed


def wrong_no_norms() -> Make:
    """No norms at all come neither before nor after."""

    def bare(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = post_norm_search(d_vocab, n_ctx, n_match)
        layers = [replace(layer, norm_attn=None, norm_mlp=None) for layer in model.layers]
        return replace(model, layers=layers)

    return bare


def wrong_soft() -> Make:
    """Heads that are not hard enough bring mixtures."""

    def soft(d_vocab: int, n_ctx: int, n_match: int) -> Transformer:
        model = post_norm_search(d_vocab, n_ctx, n_match)
        layers = [
            replace(layer, heads=[replace(head, W_Q=head.W_Q / 100) for head in layer.heads])
            for layer in model.layers
        ]
        return replace(model, layers=layers)

    return soft


EXERCISE = Exercise(
    slug="post-norm-search",
    source="4.2",
    title="The norms come after",
    kind="construct",
    statement="""
The first transformers added what a sub-layer said to the stream and normed the *sum*. Build search
for that machine: `post_norm_search(d_vocab, n_ctx, n_match)` makes a `Transformer` with
`norms="after"` whose layers keep their plain LayerNorm, and which is right on every text that holds
the last tokens exactly once before, at the start or not. A final norm is yours to keep or to drop.
""",
    hints=(
        "Write down the stream after each step, for both machines. At which steps does layer norm "
        "change anything at all?",
        "In the chapter's machine it does at two places: before the first layer, whose rows are "
        "half empty, and at the end.",
        "The heads that gather undo the stretch of the first norm. Where is it now?",
    ),
    answer="""
The first layer now reads the embedding as it is, so the heads that gather need not undo any
stretch: their gain is 1. The sum has the length that layer norm asks for, so the norm after it
leaves it alone, and the second layer sees what it saw before. The answer is as loud as ever, and
the last norm makes the row short again. With padding, as in Leviathan, not even that factor
would change.
""",
    stub=STUB,
    judge=judge,
    code=(post_norm_search,),
    typed=machine(judge, post_norm_search, at=0, size=SIZES[0].words),
)
