"""Adding."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from exercises.catalogue.adding.analog_pair import changed
from exercises.catalogue.adding.any_prefix import any_prefix
from exercises.catalogue.adding.no_cleanup_head import no_cleanup_head
from exercises.catalogue.adding.no_padding import add_as_written
from exercises.catalogue.adding.proper_cleanup import proper_cleanup
from exercises.catalogue.adding.shared_heads import shared_heads
from exercises.catalogue.adding.shared_places import add_by_pairs, shared_places
from exercises.catalogue.adding.tens_digit import table_says
from exercises.catalogue.adding.three_dimensions import table_on_circle
from exercises.catalogue.adding.wide_apart import wide_apart
from taotp.programs import small
from taotp.programs.adding import add_mod10
from taotp_core.encodings import on_circle
from taotp_core.weights import MLP, Head, Transformer
from tests.exercises.changing import other_order


def with_heads(model: Transformer, change: Callable[[list[Head]], list[Head]]) -> Transformer:
    """The heads of each layer changed."""
    layers = [replace(layer, heads=change([*layer.heads])) for layer in model.layers]
    return replace(model, layers=layers)


def spike(left: float, right: float) -> Callable[[], MLP]:
    """One at 0, and straight down to both sides, less a number for each step."""
    slopes = np.array([[-right], [-left]])
    return lambda: MLP(np.array([[1.0, -1.0]]), np.zeros(2), slopes, np.ones(1))


def on_half(begin: float, parts: int) -> Transformer:
    """Digits on a half circle of so many parts, and the table of their sums."""
    W_E, sums = on_circle(np.pi * (np.arange(10) + begin) / parts), np.arange(19)
    return table_on_circle(W_E, np.stack([sums // 2, (sums + 1) // 2], axis=1), sums % 10)


def one_head_more(model: Transformer) -> Transformer:
    """A head that does nothing, which counts."""
    return with_heads(model, lambda heads: [*heads, replace(heads[0], W_O=0 * heads[0].W_O)])


def nearly_alike(n_digits: int) -> Transformer:
    """Positions that differ by less than is asked."""
    later = np.arange(3 * n_digits + 2) > n_digits
    return add_by_pairs(n_digits, apart=1e-4 * np.where(later, 1, -1)[:, None] * [1.0, -1.0])


def tens(n_digits: int, digit: Callable[[np.ndarray], np.ndarray]) -> Transformer:
    """The machine of the last digit with another digit in its table."""
    sums = np.arange(2 * 10**n_digits - 1)
    return table_says(add_mod10(n_digits).model, digit(sums))


INVITED: dict[str, dict[str, object]] = {
    "weak-spike": {
        "wrong: steep to one side, slow to the other": spike(0.9, 3.0),
        "right: steeper to one side": spike(1.0, 30.0),
    },
    "other-base": {
        "wrong: a head three numbers wide": lambda b: 58 * b + 33,
        "right: a whole number of numpy's": lambda b: np.polyval(np.array([58, 49]), b),
    },
    "analog-pair": {
        "wrong: the last token is heard a little": changed(lambda W_V: W_V, 1e-4),
        "right: two signs that cancel": changed(lambda W_V: -W_V, -3.0),
    },
    "three-dimensions": {
        "wrong: 0 and 9 stand opposite": lambda: on_half(0, 9),
        "right: digits nearer to each other": lambda: on_half(2, 16),
    },
    "proper-cleanup": {
        "wrong: half of the last digit is left": lambda: with_heads(
            proper_cleanup(), lambda heads: [heads[0], replace(heads[1], W_O=heads[1].W_O / 2)]
        ),
        "right: reads louder and writes fainter": lambda: with_heads(
            proper_cleanup(),
            lambda heads: [replace(h, W_V=1e4 * h.W_V, W_O=1e-4 * h.W_O) for h in heads],
        ),
    },
    "shared-places": {
        "wrong: a head that does nothing": lambda n: one_head_more(shared_places(n)),
        "right: heads in another order": lambda n: other_order(shared_places(n)),
    },
    "shared-heads": {
        "wrong": [nearly_alike],
        "right: heads in another order": lambda n: other_order(shared_heads(n)),
    },
    "no-cleanup-head": {
        "wrong: heads that bring twice as much": lambda n: with_heads(
            no_cleanup_head(n), lambda heads: [replace(h, W_O=2 * h.W_O) for h in heads]
        ),
        "right: heads in another order": lambda n: other_order(no_cleanup_head(n)),
    },
    "tens-digit": {
        "wrong: the tens of one more": lambda n: tens(n, lambda sums: (sums + 1) // 10 % 10),
        "right: the hundreds taken off first": lambda n: tens(n, lambda sums: sums % 100 // 10),
    },
    "wide-apart": {
        "wrong: a head more, and so more parameters": lambda n: one_head_more(wide_apart(n)),
        "right: a little narrower than the model answer": lambda n: wide_apart(n, 1.4),
    },
    "any-prefix": {
        "wrong: later is hardly preferred": lambda n, n_ctx: any_prefix(n, n_ctx, prefer=0.1),
        "right: heads in another order": lambda n, n_ctx: other_order(any_prefix(n, n_ctx)),
    },
    "two-multipliers": {
        "wrong: the mark as it was": (0.025, 1.0),
        "right: a mark below 0, in an array": np.array([0.025, -1.12]),
    },
    "no-padding": {
        "wrong: sinks too light for three digits": lambda n: add_as_written(n, heavy=1),
        "right: heads in another order": lambda n: other_order(add_as_written(n)),
    },
    "multiplication": {
        "wrong: a zero weighs a tenth": lambda n: small.multiply(n, faint=-2.0).model,
        "right: heads in another order": lambda n: other_order(small.multiply(n).model),
    },
    "drop-the-carry": {
        "wrong: the equals sign is not drowned": "W_E:11.0=1e3",
        "right: a number of the equals sign": {"W_E:11.4": np.float64(1.5)},
    },
}
