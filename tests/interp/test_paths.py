"""What a part writes, split by who reads it."""

from dataclasses import replace
from typing import Any

import numpy as np

from taotp.interp import Part, parts_of, readers_of, said_twice, split, surprise, unread, without
from taotp.interp.paths import Reader
from taotp.programs import induction
from taotp_core import Head, Transformer, encode, forward, random_transformer
from taotp_core.arrays import Array
from taotp_core.weights import mapped
from tests.examples import full_transformer
from tests.laws import every

TOKENS = np.array([1, 2, 3, 4, 5])
BATCH = np.array([[1, 2, 3, 4], [5, 6, 0, 2], [4, 4, 1, 3]])


def without_norms(seed: int) -> Transformer:
    """A random machine whose parts read the stream as it is."""
    model = random_transformer(seed, biased=True)
    layers = [
        replace(layer, norm_attn=None, norm_mlp=None, heads=[faint(head) for head in layer.heads])
        for layer in model.layers
    ]
    return replace(model, layers=layers, norm_final=None, W_U=model.unembedding)


def faint(head: Head) -> Head:
    """A head that asks so faintly that it looks at many places."""
    assert head.b_Q is not None
    return replace(head, W_Q=head.W_Q / 1000, b_Q=head.b_Q / 1000)


READ = {"W_Q": "queries", "W_K": "keys", "W_V": "values", "W_in": "", "W_U": ""}


def part_at(path: str) -> Any:
    """The part that a path leads to, nothing where it is none."""
    match path.split("."):
        case ["layers", number, "heads", h]:
            return int(number), int(h)
        case ["layers", number, "mlp"]:
            return int(number), "mlp"
    return ()


def twofold(model: Transformer, part: Part, readers: set[Reader]) -> Transformer:
    """The same machine over two streams, of which only the first has what a part writes.

    Some readers read the second one, all others the first: by weights alone, without a hook.
    """

    def change(path: str, W: Array) -> Array:
        at, _, name = path.rpartition(".")
        own = part_at(at)
        if name in READ:
            reader = (*own, READ[name]) if READ[name] else own or "logits"
            return np.vstack([0 * W, W] if reader in readers else [W, 0 * W])
        if name in ("W_E", "W_pos", "W_O", "b_O", "W_out", "b_out"):
            return np.concatenate([W, 0 * W if own == part else W], -1)
        return W

    return mapped(model, change)


@every("part", parts_of(without_norms(0)))
def test_each_reader_reads_as_in_a_machine_of_two_streams(part: Part) -> None:
    model = without_norms(3)
    readers = readers_of(model, part)
    several: list[set[Reader]] = [{reader} for reader in readers]
    for lost in [*several, set(readers[::2]), set(readers)]:
        found = unread(model, TOKENS, part, lost, "zero")
        here = forward(twofold(model, part, lost), TOKENS)
        assert np.allclose(found, here, rtol=0, atol=1e-10), lost
        assert not np.allclose(found, forward(model, TOKENS))


@every("how", ["zero", "mean", "resample", "everywhere"])
def test_read_by_nobody_is_not_there(how: str) -> None:
    """Cross heads read by their queries."""
    full = full_transformer()
    for model, memory in (
        (random_transformer(7, biased=True), None),
        (full, encode(full, np.array([0, 4, 2]))),
    ):
        for part in parts_of(model):
            readers = readers_of(model, part)
            asks = [reader[2:] for reader in readers if reader[:2] == (0, "cross 0")]
            heard = memory is not None and part[0] == 0 and isinstance(part[1], int)
            assert asks == [("queries",)] * heard
            found = unread(model, BATCH, part, readers, how, memory=memory)
            gone = without(model, BATCH, [part], how, memory=memory)
            assert np.allclose(found, gone, rtol=0, atol=1e-10)


def test_what_the_head_that_looks_back_writes_is_read_by_keys_alone() -> None:
    model = induction("abcdefgh", 16).model
    texts = said_twice(model).tokens

    def bits(logits: Array) -> float:
        return float(surprise(logits, texts)[:, 8:].mean())

    found = split(model, texts, (0, 0), bits, "resample")
    assert found.pop((1, 0, "keys")) > 2.99
    assert list(found) == [(1, 0, "queries"), (1, 0, "values"), "logits"]
    assert max(found.values()) < 1e-9
