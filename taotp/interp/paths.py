"""Split what a part writes by who reads it: queries, keys and values of later heads, and others."""

from collections.abc import Callable, Iterable

import numpy as np

from taotp.interp.ablation import Prompt, stand_ins
from taotp.interp.parts import Part, in_layer, one_checked, run, written_by
from taotp.interp.patching import added
from taotp.interp.scores import SEED
from taotp_core.arrays import Array, Given, to_float64
from taotp_core.inputs import Model, model_of
from taotp_core.transformer import (
    Heads,
    by_head,
    feed_forward,
    forward,
    linear,
    normalize,
    scores_of,
    turned_rows,
)
from taotp_core.weights import Transformer

# Who reads: what a head makes of it, (1, 0, "keys"), an MLP (1, "mlp"), or "logits".
Reader = tuple[int, int | str, str] | tuple[int, str] | str

ASKS = ("queries", "keys", "values")
FORMS = "(layer, head, 'queries'), 'keys' or 'values', (layer, 'mlp'), or 'logits'"


def readers_of(model: Model, part: Part) -> list[Reader]:
    """Who can read what a part writes, in the order of their reading.

    Of a later head (1, 0) these are (1, 0, "queries"), "keys" and "values", of a cross head
    (1, "cross 0", "queries") alone, since its keys and values are of what an encoder said; MLPs are
    (1, "mlp"), and last come the "logits". Raises ValueError for a part that is not there.

    >>> from taotp_core import random_transformer
    >>> readers_of(random_transformer(0), (1, 1))
    [(1, 'mlp'), 'logits']
    """
    model = model_of(model)
    number, which = one_checked(model, part)
    kinds = ["head", "cross", "mlp"]
    found: list[Reader] = []
    for later in range(number, len(model.layers)):
        for other in in_layer(later, model.layers[later]):
            if later > number or kinds.index(kind_of(other[1])) > kinds.index(kind_of(which)):
                found += reading(other)
    return [*found, "logits"]


def kind_of(which: int | str) -> str:
    """What sub-layer a part is in."""
    return "head" if isinstance(which, int) else "mlp" if which == "mlp" else "cross"


def reading(part: Part) -> list[Reader]:
    """As whom a part reads."""
    number, which = part
    if which == "mlp":
        return [(number, "mlp")]
    return [(number, which, ask) for ask in (ASKS if isinstance(which, int) else ASKS[:1])]


def unread(
    model: Model,
    tokens: Given,
    part: Part,
    readers: Iterable[Reader],
    how: str = "mean",
    *,
    prompts: Iterable[Prompt] | None = None,
    seed: int = SEED,
    memory: Array | None = None,
) -> Array:
    """The logits [..., n, d_vocab] where some readers do not read what a part wrote.

    They read what stands in its place, as in `without`; all others read what it wrote, and what
    they and the readers make of it goes on through the machine. Where no reader is left out it is
    `without`. This is path patching of Goldowsky-Dill et al. 2023, for paths of one edge. Raises
    ValueError as `without` does, for a reader that does not read the part, and in Post-LN, where
    what a part wrote goes through a norm with the rest before anybody reads it.

    >>> from taotp.programs.induction import induction
    >>> program, text = induction("abcd", n_ctx=8), [0, 1, 2, 0]
    >>> blind = unread(program, text, (0, 0), [(1, 0, "keys")], "zero")
    >>> float(blind[-1].max() - blind[-1].min()) < 40
    True
    """
    model = model_of(model)
    part, chosen = one_checked(model, part), readers_checked(model, part, readers)
    if model.norms != "before":
        raise ValueError("norms are after the sum; what one part wrote cannot be told apart there")
    tokens = np.asarray(tokens)
    told = stand_ins(model, tokens, [part], how, prompts, seed, memory, written_by)
    loss = written_by(run(model, tokens, memory), part) - told[part]
    return forward(model, tokens, memory=memory, touch=Lost(model, loss, chosen, memory).touch)


def split(
    model: Model,
    tokens: Given,
    part: Part,
    measure: Callable[[Array], float],
    how: str = "mean",
    *,
    prompts: Iterable[Prompt] | None = None,
    seed: int = SEED,
    memory: Array | None = None,
) -> dict[Reader, float]:
    """What is measured of the logits where one reader alone does not read what a part wrote.

    `measure` takes logits [..., n, d_vocab]: bits by `surprise`, say, or a `logit_difference`. It
    is asked for each of `readers_of`, one at a time. Raises ValueError as `unread` does.

    >>> from taotp.programs import induction
    >>> model, text = induction(6, 12).model, np.array([4, 1, 2, 3, 1])
    >>> said = lambda logits: logits[-1].argmax()
    >>> found = split(model, text, (0, 0), said, "zero")
    >>> {reader: bool(token == 2) for reader, token in found.items()}
    {(1, 0, 'queries'): True, (1, 0, 'keys'): False, (1, 0, 'values'): True, 'logits': True}
    """
    asked = None if prompts is None else list(prompts)
    return {
        reader: measure(unread(model, tokens, part, [reader], how,
                               prompts=asked, seed=seed, memory=memory))
        for reader in readers_of(model, part)
    }  # fmt: skip


def readers_checked(model: Transformer, part: Part, readers: Iterable[Reader]) -> frozenset[Reader]:
    """The readers; ValueError for none, and for one that does not read the part."""
    known = readers_of(model, part)
    if isinstance(readers, str) or not isinstance(readers, Iterable):
        raise ValueError(f"readers is {readers!r}; it must be a list of {FORMS}")
    found = list(readers)
    for reader in found:
        if reader not in known:
            raise ValueError(f"{reader!r} does not read {part!r}; who does are {known}")
    if not found:
        raise ValueError("there is no reader; give at least 1")
    return frozenset(found)


class Lost:
    """A hook by which some readers read the stream less some rows [..., n, d_model]."""

    def __init__(
        self, model: Transformer, rows: Array, readers: frozenset[Reader], memory: Array | None
    ) -> None:
        self.model, self.rows, self.readers, self.memory = model, rows, readers, memory
        self.x = self.pattern = rows

    def touch(self, what: str, number: int, x: Array) -> Array:
        """What goes on in place of x."""
        kind = "cross" if what.startswith("cross ") else ""
        step = what.removeprefix("cross ")
        if step == "scores":
            return self.heads(number, kind, ASKS[:2], x)
        if step == "mixed":
            return self.heads(number, kind, ASKS[2:], x)
        if step == "pattern":
            self.pattern = x
            return x
        if step == "mlp" and (number, "mlp") in self.readers:
            x = self.after_mlp(number)
        if step == "mlp" and number == len(self.model.layers) - 1 and "logits" in self.readers:
            return x - self.rows
        self.x = x
        return x

    def after_mlp(self, number: int) -> Array:
        """The stream after an MLP that reads less."""
        layer = self.model.layers[number]
        assert layer.mlp is not None
        said = feed_forward(normalize(self.x - self.rows, layer.norm_mlp), layer.mlp)
        return added(self.model, number, self.x, said)

    def heads(self, number: int, kind: str, asks: Iterable[str], x: Array) -> Array:
        """Scores, or what was mixed, of heads whose queries, keys or values read less."""
        wanted = {h: {ask for ask in asks
                      if (number, f"cross {h}" if kind else h, ask) in self.readers}
                  for h in range(x.shape[-3])}  # fmt: skip
        if not any(wanted.values()):
            return x
        layer, x = self.model.layers[number], x.copy()
        rich, poor = (read_by(self.model, number, kind, rows, self.memory)
                      for rows in (self.x, self.x - self.rows))  # fmt: skip
        q, k, v = (
            np.stack([(poor if ask in wanted[h] else rich)[i][..., h, :, :] for h in wanted], -3)
            for i, ask in enumerate(ASKS)
        )
        changed = [h for h, lost in wanted.items() if lost]
        if "values" in asks:
            new: Array = self.pattern @ v
        else:
            of = layer.folded_cross if kind else self.model.folds[number]
            assert of is not None
            new = scores_of(q, k, to_float64, self.model.causal and not kind, of.far)
        x[..., changed, :, :] = new[..., changed, :, :]
        return x


def read_by(model: Transformer, number: int, kind: str, x: Array, memory: Array | None) -> Heads:
    """The queries, keys and values that heads make of a stream, or cross heads of a memory too."""
    if not kind:
        of = model.folds[number]
        assert of is not None
        y = linear(normalize(x, model.layers[number].norm_attn), of.W_QKV, of.b_QKV, to_float64)
        if model.rotary is not None:
            y = turned_rows(y, of, model.rotary, 0, to_float64)
        q, k, v = by_head(y, of)
        return q, np.repeat(k, of.shared, axis=-3), np.repeat(v, of.shared, axis=-3)
    assert memory is not None
    layer = model.layers[number]
    y, of = normalize(x, layer.norm_cross), layer.folded_cross
    own = by_head(linear(y, of.W_QKV, of.b_QKV, to_float64), of)
    _, keys, values = by_head(linear(memory, of.W_QKV, of.b_QKV, to_float64), of)
    return own[0], keys, values
