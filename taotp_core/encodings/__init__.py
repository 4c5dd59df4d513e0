"""Ways to write a number into a few coordinates, and measures of what each of them is good for.

Rows are positions, and a matrix acts from the right: `circle(n) @ turn(1, n)`.
"""

from taotp_core.encodings.circles import EAST, NORTH, circle, number, on_circle, padding, turn
from taotp_core.encodings.codes import balanced_hamming, hamming, random_normal, random_signs
from taotp_core.encodings.looking import few_angles, look_evenly
from taotp_core.encodings.measures import (
    PaddingBounds,
    best_shift,
    diagonal,
    distinguishability,
    length_spread,
    lengths,
    norm_moves,
    norm_turns,
    padding_columns,
    padding_columns_euclidean,
    padding_dimension,
    shift_error,
    shift_residual,
)
from taotp_core.encodings.rotations import (
    complex_rotations,
    even_angles,
    original_angles,
    random_angles,
    reversed_rotations,
    reversed_shift,
    rotations,
    shift,
    sinusoids,
)

__all__ = [
    "EAST",
    "NORTH",
    "PaddingBounds",
    "balanced_hamming",
    "best_shift",
    "circle",
    "complex_rotations",
    "diagonal",
    "distinguishability",
    "even_angles",
    "few_angles",
    "hamming",
    "length_spread",
    "lengths",
    "look_evenly",
    "norm_moves",
    "norm_turns",
    "number",
    "on_circle",
    "original_angles",
    "padding",
    "padding_columns",
    "padding_columns_euclidean",
    "padding_dimension",
    "random_angles",
    "random_normal",
    "random_signs",
    "reversed_rotations",
    "reversed_shift",
    "rotations",
    "shift",
    "shift_error",
    "shift_residual",
    "sinusoids",
    "turn",
]
