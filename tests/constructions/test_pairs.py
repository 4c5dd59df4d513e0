"""Machines in pairs of opposites say the same, through the other norm."""

import numpy as np
import pytest

from taotp.constructions.pairs import paired
from taotp_core import RMS_NORM, forward, random_transformer
from tests.examples import assert_same_logits
from tests.laws import every


@every("norm", [RMS_NORM, None])
def test_logits_are_the_same(norm: object) -> None:
    model = random_transformer(3, norm=norm, biased=True)  # type: ignore[arg-type]
    tokens = np.arange(10)
    assert_same_logits(forward(paired(model), tokens), forward(model, tokens))


def test_layer_norm_is_refused() -> None:
    with pytest.raises(ValueError, match="would not center"):
        paired(random_transformer(3))
