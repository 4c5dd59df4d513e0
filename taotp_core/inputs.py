"""Input validation: what a model may be given to read, and the sentences for what it may not."""

from typing import Any, Protocol

import numpy as np

from taotp_core.arrays import Array, Inputs
from taotp_core.weights import Transformer


class HasModel(Protocol):
    """What has a model, such as a program."""

    @property
    def model(self) -> Transformer:
        """The model."""


Model = Transformer | HasModel  # what a function takes that asks for a model


def model_of(given: Model) -> Transformer:
    """A model as it is, or that of a program; TypeError for what is neither.

    >>> from taotp.programs.echo import echo
    >>> model_of(echo("abc", n_ctx=9)).d_vocab
    3
    """
    model: Any = given if isinstance(given, Transformer) else getattr(given, "model", given)
    check_model(model)
    found: Transformer = model
    return found


def are_frames(inputs: Inputs) -> bool:
    """Whether an input is rows of numbers [..., n, d_vocab] instead of ids [..., n].

    >>> are_frames(np.array([3, 1, 4])), are_frames(np.zeros((3, 2)))
    (False, True)
    """
    return inputs.dtype.kind == "f" and inputs.ndim > 1


def check_model(model: Transformer) -> None:
    """Raise TypeError for what is no model; `model_of` takes a program, too.

    >>> check_model(random_transformer(0))
    """
    if not isinstance(model, Transformer):
        raise TypeError(
            f"the model is a {type(model).__name__}; it must be a Transformer, "
            "such as the `model` of a program"
        )


def check_keep(keep: int | None) -> None:
    """Raise ValueError unless something is asked for.

    >>> check_keep(1)
    >>> check_keep(0)
    Traceback (most recent call last):
    ValueError: keep is 0; it must be at least 1, or None for all positions
    """
    if keep is not None and keep < 1:
        raise ValueError(f"keep is {keep}; it must be at least 1, or None for all positions")


def check_input(model: Transformer, inputs: Inputs, start: int = 0) -> None:
    """Raise ValueError unless ids, or frames, are valid and fit in after `start` positions.

    >>> check_input(random_transformer(0, d_vocab=10), np.array([3, 10]))
    Traceback (most recent call last):
    ValueError: token 10 is out of range; d_vocab is 10
    """
    if are_frames(inputs):
        check_frames(model, inputs)
        n, what = inputs.shape[-2], "frames"
    else:
        check_ids(inputs)
        n, what = inputs.shape[-1], "tokens"
    if n == 0 or start + n > model.n_ctx:
        total = start + n if n else 0
        raise ValueError(f"there are {total} {what}; n_ctx allows 1 to {model.n_ctx}")
    if what == "tokens" and inputs.size:
        for place in (inputs.argmin(), inputs.argmax()):  # sooner found than what stands there
            if not 0 <= (worst := int(inputs.flat[place])) < model.d_vocab:
                raise ValueError(f"token {worst} is out of range; d_vocab is {model.d_vocab}")


def check_ids(tokens: Inputs) -> None:
    """Raise ValueError unless these are integers with a last axis."""
    if tokens.ndim == 0 or (tokens.dtype.kind not in "iu" and tokens.shape[-1] > 0):
        raise ValueError(f"tokens are {tokens.dtype} of shape {tokens.shape}; give integers [n]")


def check_frames(model: Transformer, frames: Inputs) -> None:
    """Raise ValueError unless these are finite rows as long as W_E has."""
    if frames.shape[-1] != model.d_vocab:
        raise ValueError(
            f"a frame has {frames.shape[-1]} numbers; W_E turns {model.d_vocab} into a row"
        )
    if not np.isfinite(frames).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(frames))[0])
        raise ValueError(f"frames{list(place)} is {frames[place]}; frames must be finite")


def check_memory(model: Transformer, memory: Array | None, batch: tuple[int, ...]) -> None:
    """Raise ValueError unless there is a memory [n_source, d_model] that fits the model.

    >>> check_memory(random_transformer(0, d_model=6), np.zeros((4, 5)), ())
    Traceback (most recent call last):
    ValueError: the memory has shape (4, 5); it must be [n_source, 6]
    """
    if memory is None:
        number = next(i for i, layer in enumerate(model.layers) if layer.cross)
        raise ValueError(
            f"layer {number} has cross heads; give the memory that they look into, "
            "as encode returns it"
        )
    if memory.shape[-1:] != (model.d_model,) or memory.ndim < 2:
        raise ValueError(
            f"the memory has shape {memory.shape}; it must be [n_source, {model.d_model}]"
        )
    if memory.shape[:-2] not in ((), batch):
        raise ValueError(
            f"the memory has the batch {memory.shape[:-2]} and the input {batch}; "
            "they must be the same, or the memory must have none"
        )
