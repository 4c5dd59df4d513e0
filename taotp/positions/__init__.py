"""Positions as clocks and as codes, and measures of what each of them is good for."""

from typing import TYPE_CHECKING

from taotp.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from taotp.positions.codes import balanced_hamming, hamming, random_normal, random_signs
    from taotp.positions.looking import few_angles, look_evenly
    from taotp.positions.measures import (
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
lazy_exports(__name__)

__all__ = [
    "PaddingBounds",
    "balanced_hamming",
    "best_shift",
    "diagonal",
    "distinguishability",
    "few_angles",
    "hamming",
    "length_spread",
    "lengths",
    "look_evenly",
    "norm_moves",
    "norm_turns",
    "padding_columns",
    "padding_columns_euclidean",
    "padding_dimension",
    "random_normal",
    "random_signs",
    "shift_error",
    "shift_residual",
]
