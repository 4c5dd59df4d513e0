"""Whether a trained machine does its task as the one by hand does: measured, not looked at."""

from typing import Literal

import numpy as np

from taotp.applications.trained.lessons import Lesson, right
from taotp_core.arrays import Array, Tokens
from taotp_core.transformer import forward, trace
from taotp_core.weights import Transformer, mapped

Found = Literal["ours", "another", "none"]


def seen(lesson: Lesson, model: Transformer) -> Array:
    """Where the heads look in every prompt: [n_prompts, n_heads, n, n]."""
    return trace(model, lesson.tokens).patterns[0]


def alike(lesson: Lesson, model: Transformer) -> Array:
    """The share of each pattern by hand that is in each pattern of a model: [by hand, its own].

    It is 1 where a head looks at the same places with the same weights wherever an answer is asked
    for, 0 where it never looks where ours does.
    """
    asked = lesson.answers >= 0
    ours, theirs = (
        x.swapaxes(1, 2)[asked] for x in (seen(lesson, lesson.by_hand.model), seen(lesson, model))
    )
    shared: Array = np.minimum(ours[:, :, None], theirs[:, None]).sum(-1).mean(0)
    return shared


def with_our_patterns(lesson: Lesson, model: Transformer) -> int:
    """At how many places a model is right if its heads look where ours do.

    Each looks where that head by hand does which it is most alike.
    """
    most = alike(lesson, model).argmax(0)
    ours = seen(lesson, lesson.by_hand.model)[:, most]

    def put(what: str, layer: int, x: Array) -> Array:
        return ours if what == "pattern" else x

    said = forward(model, lesson.tokens, touch=put).argmax(-1)
    return int((said == lesson.answers).sum())


def without_a_head(lesson: Lesson, model: Transformer) -> list[int]:
    """At how many places a model is right without each of its heads."""
    heads = range(len(model.layers[0].heads))
    paths = [f"layers.0.heads.{h}.W_O" for h in heads]

    def lacking(off: str) -> Transformer:
        return mapped(model, lambda path, W: 0 * W if path == off else W)

    return [right(lesson, lacking(off)) for off in paths]


def whatever_is_heard(lesson: Lesson, model: Transformer) -> int:
    """At how many places a machine without heads is right whatever token stands there.

    Of a lesson of one prompt, each token of the vocabulary is put at each place.
    """
    tokens = np.repeat(np.arange(model.d_vocab)[:, None], lesson.tokens.shape[1], axis=1)
    said: Tokens = forward(model, tokens).argmax(-1)
    return int((said == lesson.answers).sum())


def found(lesson: Lesson, model: Transformer) -> Found:
    """Whether a model found our way, another, or none that is right everywhere.

    It is ours if nothing goes wrong when its heads look where ours do; of a machine without heads,
    if each place says its symbol whatever is heard there.
    """
    asked = int((lesson.answers >= 0).sum())
    if right(lesson, model) < asked:
        return "none"
    if model.layers:
        return "ours" if with_our_patterns(lesson, model) == asked else "another"
    return "ours" if whatever_is_heard(lesson, model) == asked * model.d_vocab else "another"
