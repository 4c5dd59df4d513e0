"""Where am I? Clocks and other tables of positions."""

from math import exp

import numpy as np

from exercises.catalogue.where_am_i.after_layer_norm import broken_dependence
from exercises.catalogue.where_am_i.angles_of_the_original import clocks_of_the_original
from exercises.catalogue.where_am_i.evenly_back import look_at_last
from exercises.catalogue.where_am_i.free_dimensions import free_directions
from exercises.catalogue.where_am_i.real_from_complex import real_matrix
from exercises.catalogue.where_am_i.rms_keeps_clocks import says_what_was, with_query
from exercises.catalogue.where_am_i.shift_sinusoids import shift_sinusoids
from taotp.positions import distinguishability
from taotp_core.arrays import Array
from taotp_core.encodings import even_angles, rotations, sinusoids
from taotp_core.transformer import normalize
from taotp_core.weights import LAYER_NORM


def cancels_later_too(d_model: int) -> Array:
    """Weights that cancel the rows and those after them."""
    rows = normalize(sinusoids(61, d_model), LAYER_NORM)
    both = np.hstack([rows[:-1], rows[1:]])
    return np.array(np.linalg.svd(both, full_matrices=True)[0][:, -1])


def one_less(codes: Array, eps: float) -> tuple[Array, Array]:
    """The calmest directions but one."""
    basis, point = free_directions(codes, eps)
    return (basis[:, :-1], point[:-1]) if len(point) else (basis, point)


def turned(codes: Array, eps: float) -> list[Array]:
    """Another basis of the same directions, in a list."""
    basis, point = free_directions(codes, eps)
    if not len(point):
        return [basis, point]
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(len(point), len(point))))[0]
    return [basis @ turn, point @ turn]


INVITED: dict[str, dict[str, object]] = {
    "real-from-complex": {
        "wrong: sizes and no angles": lambda T: np.kron(np.abs(T), np.eye(2)),
        "right: lists": lambda T: real_matrix(T).tolist(),
    },
    "shift-sinusoids": {
        "wrong: as far whatever the sign": lambda delta, d: shift_sinusoids(abs(delta), d),
        "right: One step to its power, which may be below zero": lambda delta, d_model: (
            np.linalg.matrix_power(shift_sinusoids(1, d_model), delta)
        ),
    },
    "angles-of-the-original": {
        "wrong: down to a ten-thousandth": lambda d: (np.logspace(0, -4, d // 2), "sin"),
        "right: a list of lists": lambda d: [clocks_of_the_original(d)[0].tolist(), "sin"],
    },
    "after-layer-norm": {
        "wrong": [cancels_later_too],
        "right: a list, much louder": lambda d: (1e9 * broken_dependence(d)).tolist(),
    },
    "rms-keeps-clocks": {
        "wrong: no farther back than eight": lambda delta: says_what_was(min(delta, 8)),
        "right: queries louder by a thousand": with_query(lambda W_Q: 1000 * W_Q),
    },
    "evenly-back": {
        "wrong: the last eight": lambda k, n, angles: look_at_last(min(k, 8), n, angles),
        "right: nested lists": lambda k, n, angles: look_at_last(k, n, angles).tolist(),
    },
    "even-angles": {
        "wrong: broken rounds": lambda n, d: 1 / (2 * n / d + (n - 2 * n / d) * exp(-d / 2)),
        "right: by its definition": lambda n, d: distinguishability(rotations(n, even_angles(d))),
    },
    "which-is-which": {
        "wrong: A and D exchanged": {"A": "random", "B": "original", "C": "even", "D": "sorted"},
        "right: backwards": {"D": "random", "C": "even", "B": "original", "A": np.str_("sorted")},
    },
    "free-dimensions": {"wrong": [one_less], "right": [turned]},
    "mend-by-one": {
        "wrong: no sine at all": "W_pos:6.0=-1",
        "right: the cosine, as a number of numpy's": {"W_pos:6.1": np.float64(3)},
    },
}
