"""The exercises, in the order of the book."""

from types import ModuleType

from exercises.catalogue import (
    better_machine,
    cached_decode,
    compact_attention,
    few_nonzeros,
    fewer_lines,
    guesses,
    integers,
    no_einsum,
    no_positions,
    no_positions_hello,
    other_language,
    positive,
    repeat_last,
    rms_norm,
    scramble,
    sliding_window,
    temperature,
    train_hello_world,
)
from exercises.statement import Exercise

MODULES: tuple[ModuleType, ...] = (
    fewer_lines,
    compact_attention,
    cached_decode,
    no_einsum,
    other_language,
    temperature,
    sliding_window,
    scramble,
    guesses,
    better_machine,
    repeat_last,
    few_nonzeros,
    train_hello_world,
    no_positions,
    no_positions_hello,
    rms_norm,
    integers,
    positive,
)
EXERCISES: dict[str, Exercise] = {module.EXERCISE.slug: module.EXERCISE for module in MODULES}
