"""What takes a model takes a program; what rounds takes a name; and signatures can be read."""

import inspect
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import taotp
import taotp_core
from taotp import interp, programs
from taotp.costs.multiplications import counted, counted_encoding, encoding_multiplications
from taotp.costs.multiplications import multiplications as multiplied
from taotp.costs.speculative_decoding import speculate
from taotp.figures import cases
from taotp.programs import printed
from taotp.reference import compare
from taotp_core import equivalences, post_ln
from taotp_core.arrays import Shaped
from taotp_core.edits import with_numbers
from taotp_core.inputs import Model, model_of
from taotp_core.measure import cross_entropy, parameters
from taotp_core.program import Program
from taotp_core.weights import named_arrays
from tests.laws import every
from tests.platform.test_argument_names import functions

ROOT = Path(__file__).resolve().parent.parent
# exporters say themselves what they take; others are about data
UNASKED = "save to_gpt2 to_llama to_onnx to_torch Case.logits_of Case.changed_by"
UNASKED += " random_transformer write machine markers_of"
TEXT, OTHER = [4, 1, 2, 3, 1], [4, 1, 3, 2, 1]
HEAD = (0, 0)
ANSWERS = (2, 3)


lead = cache(lambda: programs.induction(6, 12))
smallest = cache(lambda: programs.minimum(6, n_ctx=4))
largest = cache(lambda: programs.maximum(6, n_ctx=4))
greeting = cache(lambda: programs.hello_world("Hi!", loud=10))
reads = cache(lambda: programs.two_stacks.copy("abc", 4))
table = cache(lambda: printed.lookup({"ab": "b", "ba": "a"}, 4))


def hearing() -> Any:
    program = greeting()
    return cases.every_input(program, [*"Hi!", program.stop])


CALLS: dict[str, tuple[Callable[[], Program], Callable[[Any], Any]]] = {
    "forward": (lead, lambda m: taotp_core.forward(m, TEXT)),
    "trace": (lead, lambda m: taotp_core.trace(m, TEXT).logits),
    "encode": (reads, lambda m: taotp_core.encode(m, [0, 1])),
    "generate": (lead, lambda m: taotp_core.generate(m, TEXT, 2)),
    "beam": (lead, lambda m: taotp_core.beam(m, TEXT, 2, 2)[0].tokens),
    "predictions": (lead, lambda m: taotp_core.predictions(m, TEXT)),
    "speculate": (lead, lambda m: speculate(m, m, TEXT, 2).tokens),
    "parameters": (lead, lambda m: [parameters(m), parameters(m, uniform=True)]),
    "counted": (lead, lambda m: counted(m, TEXT)),
    "counted_encoding": (reads, lambda m: counted_encoding(m, [0, 1])),
    "multiplications": (lead, lambda m: multiplied(m, 5)),
    "encoding_multiplications": (reads, lambda m: encoding_multiplications(m, 2)),
    "tie": (smallest, equivalences.tie),
    "untied": (smallest, equivalences.untied),
    "scramble": (greeting, lambda m: equivalences.scramble(m, np.eye(3)[[1, 2, 0]])),
    "uniform": (lead, lambda m: equivalences.uniform(m, n_heads=2)),
    "post_norm": (smallest, post_ln.post_norm),
    "patched": (greeting, lambda m: equivalences.patched(m, one_rank(m))),
    "taken_out": (greeting, lambda m: equivalences.taken_out(m, one_rank(m))),
    "difference": (smallest, lambda m: equivalences.difference(m, largest())),
    "singular_values": (smallest, lambda m: equivalences.singular_values(m, largest())),
    "with_numbers": (lead, lambda m: with_numbers(m, {"W_E:0.1": 5.0})),
    "verdict": (greeting, lambda m: cases.verdict(m, hearing(), to="float16")),
    "how_far": (greeting, lambda m: cases.how_far(m, hearing(), "W_E:0.0")),
    "square_heads": (table, printed.square_heads),
    "lens": (lead, lambda m: interp.lens(m, TEXT)["attention 1"]),
    "attribution": (lead, lambda m: interp.attribution(m, TEXT)),
    "written": (lead, lambda m: interp.written(m, TEXT)[HEAD]),
    "parts_of": (lead, interp.parts_of),
    "named": (lead, lambda m: interp.named(m, HEAD)),
    "previous_token_scores": (lead, lambda m: interp.previous_token_scores(m, draws=2)),
    "induction_scores": (lead, lambda m: interp.induction_scores(m, draws=2)),
    "copying_scores": (lead, lambda m: interp.copying_scores(m, draws=2)),
    "in_context_loss": (lead, lambda m: interp.in_context_loss(m, draws=2)),
    "said_twice": (lead, lambda m: interp.said_twice(m, draws=2).tokens),
    "without": (lead, lambda m: interp.without(m, TEXT, [HEAD])),
    "ablated": (lead, lambda m: interp.ablated(m, [HEAD])),
    "patched_from": (lead, lambda m: interp.patched_from(m, TEXT, OTHER, [HEAD])),
    "patch_scores": (lead, lambda m: interp.patch_scores(m, TEXT, OTHER, answers=ANSWERS)),
    "patch_map": (lead, lambda m: interp.patch_map(m, TEXT, OTHER, answers=ANSWERS)),
    "attending": (lead, lambda m: interp.attending(m, TEXT, {HEAD: np.eye(5)})),
    "unread": (lead, lambda m: interp.unread(m, TEXT, HEAD, ["logits"])),
    "split": (lead, lambda m: interp.split(m, TEXT, HEAD, lambda logits: float(logits[-1, 2]))),
    "readers_of": (lead, lambda m: interp.readers_of(m, HEAD)),
    "probe": (lead, lambda m: interp.probe(m, [TEXT, OTHER] * 3, "abcabc", "attention 0").W),
}


def one_rank(of: Model) -> dict[str, tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]]:
    """Adapters of its embedding."""
    n, d = model_of(of).W_E.shape
    return {"W_E": (np.ones((n, 1)), np.ones((1, d)))}


def plain(value: Any) -> Any:
    """Something that can be compared."""
    if isinstance(value, Shaped):
        return {path: W.tolist() for path, W in named_arrays(value).items()}
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, tuple) and all(isinstance(each, np.ndarray) for each in value):
        return [each.tolist() for each in value]
    return value


def test_every_public_function_that_asks_for_a_model_is_tried() -> None:
    asking = set()
    for place, function in functions(ROOT).items():
        shown = inspect.signature(function)
        assert "numpy.dtype" not in str(shown), f"{place}{shown}"  # types have names in help
        if any("weights.Transformer" in str(each.annotation) for each in shown.parameters.values()):
            asking.add(function.__qualname__)
    assert asking - {*UNASKED.split()} == CALLS.keys()
    shown_of_forward = str(inspect.signature(taotp_core.forward))
    assert "to: str | Rounding = 'float64'" in shown_of_forward


@every("name", CALLS)
def test_a_program_is_taken_for_its_model(name: str) -> None:
    make, call = CALLS[name]
    program = make()
    assert plain(call(program)) == plain(call(program.model))


# Precisions by name

ROUNDED: dict[str, Callable[[Any], Any]] = {
    "forward": lambda to: taotp_core.forward(lead(), TEXT, to=to),
    "trace": lambda to: taotp_core.trace(lead(), TEXT, to=to).stream["mlp 0"],
    "encode": lambda to: taotp_core.encode(reads(), [0, 1], to=to),
    "generate": lambda to: taotp_core.generate(lead(), TEXT, 2, to=to),
    "predictions": lambda to: taotp_core.predictions(lead(), TEXT, to=to),
    "beam": lambda to: taotp_core.beam(lead(), TEXT, 2, 2, to=to)[1].log_probability,
    "complete": lambda to: programs.sort(9, 9).complete([3, 1, 2], to=to),
    "cross_entropy": lambda to: cross_entropy(programs.induction("abc", 9), "abcab", to=to),
    "compare": lambda to: compare(programs.minimum(4, 3), min, to=to),
    "counts": lambda to: programs.agreement().counts(["the dog sleep"], to=to),
    "accepts": lambda to: programs.brackets(1).accepts("the dog sleeps", to=to),
    "score": lambda to: programs.sentiment().score("not good", to=to),
}


@every("name", ROUNDED)
def test_a_precision_has_a_name(name: str) -> None:
    ask = ROUNDED[name]
    assert plain(ask("bfloat16")) == plain(ask(taotp_core.rounding("bfloat16")))
    with pytest.raises(ValueError, match="precision is 'float61'; it must be one of float64, fl"):
        ask("float61")


def test_a_dtype_says_its_name() -> None:
    assert taotp_core.rounding(np.dtype("float16")) is taotp_core.rounding("float16")  # type: ignore[arg-type]


def test_help_names_the_wings() -> None:
    for package, some in ((taotp, {"programs", "interp", "listing"}), (taotp_core, {"gadgets"})):
        lines = (package.__doc__ or "").splitlines()
        named = {each for line in lines if "  " in line for each in line.split("  ")[0].split(", ")}
        assert some <= named
        for name in named:
            assert inspect.ismodule(getattr(package, name)), name


FRESH = """
import sys, taotp_core
print(*(name for name in sys.modules if name.startswith("taotp")))
import taotp
assert {"exports", "load", "figures", "programs"} <= {*dir(taotp)}
assert {"search", "induction", "printed"} <= {*dir(taotp.programs)}
assert taotp.interp.parts_of and taotp.exports
import taotp.programs.induction, taotp.programs.echo
assert callable(taotp.programs.induction) and callable(taotp.programs.echo)
"""


def test_the_package_alone_loads_no_wing_and_each_is_there_when_it_is_asked_for() -> None:
    """In a fresh process; a module does not hide the function that is called as it is."""
    done = subprocess.run([sys.executable, "-c", FRESH], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    own = ("arrays", "stream", "weights", "inputs", "fast", "transformer", "decode", "deprecated")
    assert {*done.stdout.split()} == {"taotp_core", *(f"taotp_core.{name}" for name in own)}
    for package in (taotp, programs):
        with pytest.raises(
            AttributeError, match=f"'{package.__name__}' has no attribute 'engines'"
        ):
            _ = package.engines
