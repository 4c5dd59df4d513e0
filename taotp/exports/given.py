"""What an export is given: a program, or a model alone."""

from typing import TypeAlias

from taotp_core.program import Program
from taotp_core.weights import Transformer

Exported: TypeAlias = Program | Transformer


def model_of(given: Exported) -> Transformer:
    """The model of a program, or the model itself; TypeError for what is neither."""
    model = given.model if isinstance(given, Program) else given
    if not isinstance(model, Transformer):
        raise TypeError(
            f"what is exported is a {type(given).__name__}; it must be a Program or a Transformer"
        )
    return model
