"""From a learner's functions to a submission, and back: what they returned, recorded and replayed.

A judge calls the functions of an answer. On the learner's machine a recorder stands between and
notes what came back for which arguments. The grader gives the same judge stand-ins that know these
notes alone, so that every judge works on files and nothing that was handed in is executed.
"""

import json
import re
from collections.abc import Callable, Iterable
from copy import deepcopy
from typing import Any, TypeVar

import numpy as np

from exercises.catalogue import EXERCISES
from exercises.handing_in.format import FORMAT, MOST_BYTES, Answer, Refused, Submission, parse
from exercises.judging.judge import Verdict, Wrong, verdict
from exercises.statement import Exercise
from taotp_core.arrays import Array
from taotp_core.program import Program
from taotp_core.weights import (
    LAYER_NORM,
    MLP,
    RMS_NORM,
    Head,
    Layer,
    Norm,
    Transformer,
    named_arrays,
)

Function = Callable[..., Any]
T = TypeVar("T")
CERTIFIED = ("table-as-text",)  # code, but what it returns is tried rather than compared
TOO_LARGE = ("minimum-of-millions",)  # a table of half a million rows has no place in a file
SHORT = 60  # characters of a call that a message repeats


def functions_asked(exercise: Exercise) -> tuple[str, ...]:
    """The functions that an exercise asks for."""
    return tuple(re.findall(r"^def (\w+)", exercise.stub, re.MULTILINE))


def as_answer(functions: Iterable[Function]) -> object:
    """What a judge is given: the function, or all of them."""
    found = tuple(functions)
    return found[0] if len(found) == 1 else found


def by_word(exercise: Exercise) -> bool:
    """Whether a file can hold no more than the solver's word.

    That a function is right on any input cannot be seen from what it once returned; and what it
    returned may be too large for a file.
    """
    functions = exercise.kind in ("code", "open", "proof") and exercise.slug not in CERTIFIED
    return exercise.judge is None or functions or exercise.slug in TOO_LARGE


# The learner's machine


def record(exercise: Exercise, functions: dict[str, Function]) -> tuple[Verdict, list[Answer]]:
    """Judge functions, and note what they return on the way."""
    answers: dict[str, Answer] = {}

    def recorder(name: str) -> Function:
        def recording(*arguments: Any) -> Any:
            asked, before = key(name, arguments), copied(arguments)
            returned = functions[name](*arguments)
            answers[asked] = Answer(name, before, copied(returned))
            return returned

        return recording

    result = verdict(exercise, as_answer(recorder(name) for name in functions_asked(exercise)))
    return result, list(answers.values())


def copied(thing: T) -> T:
    """A copy that stays as it is, whatever becomes of the thing; of strange things themselves."""
    try:
        return deepcopy(thing)
    except Exception:
        return thing


def submission_bytes(submission: Submission) -> bytes:
    """The bytes of a submission; raises Refused for what is no data, or too large."""
    whole = {
        "format": FORMAT,
        "exercise": submission.exercise,
        "author": submission.author,
        "note": submission.note,
        "answers": [
            {
                "function": answer.function,
                "arguments": [raw_argument(one) for one in answer.arguments],
                "returned": raw(answer.returned),
            }
            for answer in submission.answers
        ],
    }
    data = (json.dumps(whole, separators=(",", ":")) + "\n").encode()
    if len(data) > MOST_BYTES:
        raise Refused(
            f"the answer takes {len(data):,} bytes; a file may have {MOST_BYTES:,}. "
            "Numbers with fewer digits, and zeros, take less"
        )
    parse(data)  # refuses here what would be refused later
    return data


def raw(thing: Any) -> Any:
    """A thing as JSON; raises Refused for what is no data."""
    if isinstance(thing, bool | np.bool_):
        raise Refused(f"an answer holds {thing}; write 1 or 0")
    if isinstance(thing, np.integer | np.floating):
        return thing.item()
    if thing is None or isinstance(thing, int | float | str):
        return thing
    if isinstance(thing, list):
        return [raw(one) for one in thing]
    if isinstance(thing, tuple):
        return {"tuple": [raw(one) for one in thing]}
    if isinstance(thing, dict):
        return {"table": [[raw(name), raw(said)] for name, said in thing.items()]}
    if isinstance(thing, np.ndarray):
        return {"array": raw_array(thing)}
    if isinstance(thing, Transformer):
        return {"model": raw_model(thing)}
    if isinstance(thing, Program):
        return {"program": raw_program(thing)}
    if isinstance(thing, Head | MLP):
        return {type(thing).__name__.lower(): raw_part(thing)}
    raise Refused(f"an answer holds {type(thing).__name__} {thing!r:.40}; a file holds data alone")


def raw_array(array: Array) -> Any:
    """Nested lists, or the entries that are not zero where that is shorter."""
    places = np.argwhere(array)
    if array.size and 2 * len(places) > array.size:
        return array.tolist()
    entries = [[*place, array[tuple(place)].item()] for place in places.tolist()]
    return {"shape": list(array.shape), "entries": entries}


def raw_part(part: Head | MLP) -> dict[str, Any]:
    """A Head or an MLP, with what is not as usual."""
    arrays = {name: raw_array(W) for name, W in named_arrays(part).items()}
    if isinstance(part, Head):
        return arrays | {"name": part.name} if part.name else arrays
    return arrays if part.act == "relu" else arrays | {"act": part.act}


def raw_norm(norm: Norm | None) -> Any:
    """A norm by its name, with what is not as usual."""
    if norm is None:
        return None
    kind = "LayerNorm" if norm.centered else "RMSNorm"
    usual = LAYER_NORM if norm.centered else RMS_NORM
    more: dict[str, Any] = {} if norm.eps == usual.eps else {"eps": float(norm.eps)}
    more |= {name: raw_array(W) for name, W in named_arrays(norm).items()}
    more |= {"inside": True} if norm.inside else {}
    return {"kind": kind} | more if more else kind


def raw_layer(layer: Layer) -> dict[str, Any]:
    """A layer; that it looks into an encoder only where it does."""
    norm_cross = raw_norm(layer.norm_cross)
    return {
        "heads": [raw_part(head) for head in layer.heads],
        "mlp": None if layer.mlp is None else raw_part(layer.mlp),
        "norm_attn": raw_norm(layer.norm_attn),
        "norm_mlp": raw_norm(layer.norm_mlp),
        **({"cross": [raw_part(head) for head in layer.cross]} if layer.cross else {}),
        **({} if norm_cross == "LayerNorm" else {"norm_cross": norm_cross}),
    }


def raw_model(model: Transformer) -> dict[str, Any]:
    """A model, every part of it; what came later to the format only where it is used."""
    return {
        "W_E": raw_array(model.W_E),
        "W_pos": raw_array(model.W_pos),
        "layers": [raw_layer(layer) for layer in model.layers],
        "norm_final": raw_norm(model.norm_final),
        "W_U": None if model.W_U is None else raw_array(model.W_U),
        "norms": model.norms,
        **({} if model.causal else {"causal": False}),
        **({} if model.encoder is None else {"encoder": raw_model(model.encoder)}),
        **({} if model.rotary is None else {"rotary": raw_array(model.rotary)}),
        **({} if model.shared_keys == 1 else {"shared_keys": model.shared_keys}),
    }


def raw_program(program: Program) -> dict[str, Any]:
    """A program without its `fault`, which is a function."""
    ends = {name: getattr(program, name) for name in ("start", "stop", "after", "steps")}
    more: dict[str, Any] = {"slide": True} if program.slide else {}
    return (
        {
            "model": raw_model(program.model),
            "vocabulary": [raw(symbol) for symbol in program.vocabulary],
        }
        | {name: raw(end) for name, end in ends.items() if end is not None}
        | more
    )


# The grader


def key(function: str, arguments: tuple[Any, ...]) -> str:
    """The same text for the same call, whether its arguments come from a judge or from a file."""
    return json.dumps([function, [raw_argument(one) for one in arguments]])


def raw_argument(thing: Any) -> Any:
    """An argument as JSON; what no file can hold is told apart by its type alone."""
    if isinstance(thing, np.ndarray) and thing.dtype.kind == "c":
        return {"tuple": [thing.real.tolist(), thing.imag.tolist()]}
    if isinstance(thing, np.ndarray) and thing.dtype.kind in "iuf":
        return thing.tolist()
    try:
        return raw(thing)
    except Refused:
        return {"kind": type(thing).__name__}


def replay(exercise: Exercise, submission: Submission, lacking: list[str]) -> object:
    """Stand-ins for the functions of an exercise, which return what the submission holds.

    Calls that it does not hold are added to `lacking`. Raises Refused where it answers one call
    twice, for functions that are not asked for, and for a board where it holds two machines.
    """
    wanted = functions_asked(exercise)
    known: dict[str, Any] = {}
    for answer in submission.answers:
        if answer.function not in wanted:
            raise Refused(f"{exercise.slug} asks for {' and '.join(wanted)}, nothing else")
        asked = key(answer.function, answer.arguments)
        if asked in known:
            raise Refused(f"{answer.function} is answered twice for the same arguments")
        known[asked] = answer.returned
    if exercise.slug not in EXERCISES and len(known) > 1:
        raise Refused(f"{exercise.slug} takes one machine; the file holds {len(known)} answers")

    def stand_in(name: str) -> Function:
        def said(*arguments: Any) -> Any:
            asked = key(name, arguments)
            if asked not in known:
                lacking.append(asked)
                call = asked.partition(", ")[2][1:-2]
                call = call if len(call) <= SHORT else call[:SHORT] + "..."
                raise Wrong(f"for {name}({call}) expected an answer in the file, got none")
            return known[asked]

        return said

    return as_answer(stand_in(name) for name in wanted)
