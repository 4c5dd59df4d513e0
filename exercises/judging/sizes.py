"""The sizes of a model that an exercise asks for: asked, rebuilt, and compared in one sentence."""

from collections.abc import Mapping, Sequence
from typing import Any

from exercises.judging.asking import MADE, note
from exercises.judging.judge import Wrong, ask, hold, own_decoder, standard
from taotp_core.weights import Transformer

ANY: Mapping[str, int] = {}


def sized_model(
    answer: object, *arguments: Any, where: str, least: Mapping[str, int] = ANY, **sizes: int
) -> Transformer:
    """A learner's model for some arguments, made of our own arrays, if it has the sizes asked for.

    `sizes` are n_ctx, d_vocab or d_model; those in `least` may be larger. Raises Wrong.
    """
    if arguments:
        note(MADE, where=where)
    model = own_decoder(ask(answer, *arguments, where=where), where)
    note("sizes", where=where, sizes=sizes, least=dict(least))
    got = {name: int(getattr(model, name)) for name in (*sizes, *least)}
    right = all(got[name] == size for name, size in sizes.items())
    if not right or any(got[name] < size for name, size in least.items()):
        asked = [f"{name} {size}" for name, size in sizes.items()]
        asked += [f"{name} {size} or more" for name, size in least.items()]
        found = [str(size) for size in got.values()]
        raise Wrong(f"{where} expected {in_words(asked)}, got {in_words(found)}")
    return model


def in_words(words: Sequence[str]) -> str:
    """Words with commas between them, and an and before the last."""
    *before, last = words
    return f"{', '.join(before)} and {last}" if before else last


def one_layer(model: Transformer, where: str) -> None:
    """Raise Wrong unless a model has one layer, with plain norms."""
    hold(model, f"{where} expected 1 layer, got {{layers}}", layers=1)
    standard(model)
