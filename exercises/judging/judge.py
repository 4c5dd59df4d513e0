"""Verdicts: call an answer without harm, run the book's forward pass on it, say what is wrong."""

import re
from collections.abc import Callable, Iterator, Sequence
from contextvars import ContextVar
from dataclasses import asdict, dataclass, fields, replace
from itertools import count
from typing import Any, Literal

import numpy as np

from exercises.judging.asking import Shown, note, note_rows, unnoted
from exercises.judging.asking import in_short as in_short
from exercises.judging.tamper_check import replaced
from exercises.statement import Exercise
from exercises.typed import Family
from exercises.visible import visible
from taotp import listing
from taotp_core.arrays import Array, Rounding, Tokens, to_float64
from taotp_core.decode import TIE
from taotp_core.equivalences import norms_in_use
from taotp_core.measure import lead, parameters
from taotp_core.program import Program, Symbol
from taotp_core.stream import Subspace
from taotp_core.transformer import forward
from taotp_core.weights import (
    BIASES,
    LAYER_NORM,
    MLP,
    Head,
    Layer,
    Norm,
    Transformer,
    mapped,
    named_arrays,
)

MARGIN = 1e-6  # the lead that a winner needs, as a share of the largest logit of its row
LARGEST = 2_000_000  # how many numbers a model may hold: more would not be checked in a moment
MOST_BYTES = 512_000_000  # what one run of a model may take of the memory
PIECE_BYTES = MOST_BYTES // 8  # what a run takes that can be cut into pieces
MOST_WORK = 200_000_000_000  # operations for one verdict; all sums of three digits take a tenth
LONGEST, ENDING = 2000, 500  # characters of a verdict, and of its end where it is longer
AT_ONCE = 6  # copies of an array that rounding, norms and comparisons make, at most

Outcome = Literal["passed", "failed", "new", "self"]
SIGNS: dict[Outcome, str] = {"passed": "✓", "failed": "✗", "new": "·", "self": "○"}


class Wrong(Exception):
    """An answer is wrong; the message says on what input, what was expected, and what came.

    `prompt` is that input as one can type it into a figure, where there is one.
    """

    def __init__(self, message: str, prompt: str = "") -> None:
        super().__init__(message)
        self.prompt = prompt


class Beyond(Wrong):
    """What an answer asks for is more than is tried, so that nobody knows whether it is right."""


@dataclass(frozen=True)
class Conditions:
    """Under what an answer is judged: in a notebook always the same, for a file its own.

    `seed` joins those of random inputs; `to` rounds the forward pass. `whole` False leaves out
    what takes longer than a second.
    """

    seed: int | None = None
    to: Rounding = to_float64
    whole: bool = True


IN_A_NOTEBOOK = Conditions()


@dataclass
class Trial:
    """One judging of one answer: it is made for a verdict and gone when that is given.

    `rounded` says whether a forward pass was rounded as the conditions say, `work` how many
    operations were made, and `beyond` whether more were asked for than are tried. `score` is what
    a judge counts beside right and wrong, where it does.
    """

    conditions: Conditions = IN_A_NOTEBOOK
    rounded: bool = False
    work: int = 0
    beyond: bool = False
    score: int = 0


TRIAL: ContextVar[Trial] = ContextVar("TRIAL")  # what judges ask of it, functions below tell them
IN_THIS_SESSION: dict[str, object] = {}
# What a file, or else this session, hands to `check`, the last of each exercise.
CHECKED: ContextVar[dict[str, object]] = ContextVar("CHECKED", default=IN_THIS_SESSION)


def conditions() -> Conditions:
    """Under what the answer at hand is judged."""
    return TRIAL.get(Trial()).conditions


def fresh(seed: int) -> np.random.Generator:
    """Random inputs: the same in every run, but for a file drawn with a seed of its own."""
    own = conditions().seed
    return np.random.default_rng(seed if own is None else [seed, own])


def rounding_asked() -> Rounding:
    """What a forward pass is rounded by; the verdict then tells that it holds for this rounding."""
    trial = TRIAL.get(Trial())
    trial.rounded = True
    return trial.conditions.to


def scored(score: int) -> None:
    """Tell what a judge counts of the answer at hand: the more, the better."""
    TRIAL.get(Trial()).score = score


@dataclass(frozen=True, repr=False)
class Verdict:
    """One line on one answer.

    `rounded` tells whether it was found by forward passes that were rounded as the conditions say,
    `beyond` that the answer asks for more than is tried: nothing is said of whether it is right.
    `score` is what the judge counts beside, 0 where it does not.
    """

    number: str
    slug: str
    outcome: Outcome
    text: str
    prompt: str = ""
    rounded: bool = False
    beyond: bool = False
    score: int = 0

    @property
    def passed(self) -> bool:
        """Whether the machine found the answer right."""
        return self.outcome == "passed"

    def __repr__(self) -> str:
        return f"{SIGNS[self.outcome]}  {self.number} {self.slug}   {self.text}"


def verdict(exercise: Exercise, answer: object, conditions: Conditions = IN_A_NOTEBOOK) -> Verdict:
    """Judge an answer; whatever it does, the result is a line (an interrupt is passed on).

    No verdict is given once a function of numpy or of the library was replaced in place.
    """
    trial = Trial(conditions)
    before = TRIAL.set(trial)
    try:
        outcome, text, prompt = judged(exercise, answer)
    finally:
        TRIAL.reset(before)
    if outcome in ("passed", "failed") and (name := replaced()):
        outcome, prompt = "failed", ""
        text = f"{name} has been replaced; restart the kernel and check again"
    number, slug, beyond = exercise.number, exercise.slug, trial.beyond and outcome == "failed"
    text, prompt = short(visible(text)), short(visible(prompt))  # they hold symbols of an answer
    score = trial.score if outcome == "passed" else 0
    return Verdict(number, slug, outcome, text, prompt, trial.rounded, beyond, score)


def short(text: str) -> str:
    """A text of a verdict, in which the middle of a long one is left out."""
    left = len(text) - LONGEST
    if left <= 0:
        return text
    return f"{text[: LONGEST - ENDING]} [{left:,} characters more] {text[-ENDING:]}"


def judged(exercise: Exercise, answer: object) -> tuple[Outcome, str, str]:
    """The outcome, the words for it, and the prompt that went wrong."""
    if answer is None or answer is Ellipsis:
        return "new", "not attempted yet", ""
    if exercise.judge is None:
        return "self", f'not for a machine: exercise("{exercise.slug}") shows the checklist', ""
    family = exercise.typed and exercise.typed.family
    if family and isinstance(answer, str):
        answer = one_of(family, answer)
    try:
        with np.errstate(all="ignore"):
            return "passed", exercise.judge(answer), ""
    except NotImplementedError as stub:
        return "new", str(stub) or "not attempted yet", ""
    except Beyond as more:
        TRIAL.get().beyond = True
        return "failed", str(more), ""
    except MemoryError:
        TRIAL.get().beyond = True
        return "failed", "there is not enough memory to try it", ""
    except Wrong as wrong:
        return "failed", str(wrong), wrong.prompt
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # SystemExit too: an answer may do anything
        return "failed", describe(error), ""


def one_of(family: Family, text: str) -> Callable[..., object]:
    """A function for a judge of a family that makes one machine of a text, and then no more."""
    places = count()

    def made(*arguments: object) -> object:
        place = next(places)
        if place == family.at:
            return text
        if place > family.at:
            words = "right at this size: the whole answer is a function for every size"
            raise NotImplementedError(words)
        return ask(family.answer, *arguments, where="in the model answer")

    return made


def describe(error: BaseException) -> str:
    """The type and message of an exception on one line, without memory addresses."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        words = ""
    words = re.sub(r" at 0x[0-9a-fA-F]+", "", words)
    words = words if len(words) <= 200 else words[:197] + "..."
    return f"{type(error).__name__}: {words}" if words else type(error).__name__


def kind_of(thing: object) -> str:
    """The type of a thing in words: 'a dict', 'an int', 'None'."""
    name = type(thing).__name__
    return "None" if thing is None else f"{'an' if name[0] in 'aeiouAEIOU' else 'a'} {name}"


def ask(function: object, *arguments: Any, where: str) -> Any:
    """Call a learner's function; what it raises becomes a Wrong that says where.

    Where there is nothing to tell it, what it would return may be given in its place.
    """
    if not callable(function):
        if arguments:
            raise Wrong(f"{where} expected a function, got {kind_of(function)}")
        return function
    try:
        return function(*arguments)
    except (KeyboardInterrupt, NotImplementedError, MemoryError, Wrong):
        raise
    except BaseException as error:
        raise Wrong(f"{where} raised {describe(error)}") from None


def numbers(thing: object, shape: tuple[int, ...], where: str) -> Array:
    """A float64 copy of what a learner's function returned, all of it finite, or Wrong.

    It would drop imaginary parts, and read texts of numbers.
    """
    try:
        given = np.array(thing)
        array = np.array(real(given, where), dtype=np.float64)
    except Wrong:
        raise
    except Exception:
        raise Wrong(f"{where} expected numbers of shape {shape}, got {kind_of(thing)}") from None
    if array.shape != shape:
        raise Wrong(f"{where} expected numbers of shape {shape}, got shape {array.shape}")
    if not np.isfinite(array).all():
        raise Wrong(f"{where} expected finite numbers, got {array[~np.isfinite(array)][0]}")
    return array


def real(given: np.ndarray, where: str) -> np.ndarray:
    """The same without imaginary parts that are 0; Wrong for others, and for texts."""
    if given.dtype.kind in "USOT":
        for each in given.flat:
            if isinstance(each, str | bytes):
                raise Wrong(f"{where} expected numbers, got the text {repr(each)[:40]}")
        if any(isinstance(each, complex | np.complexfloating) for each in given.flat):
            given = given.astype(complex)
    if given.dtype.kind != "c":
        return given
    if given.imag.any():  # also what is not a number
        raise Wrong(f"{where} expected real numbers, got {given[given.imag != 0][0]}")
    return given.real


def whole(thing: object, where: str) -> int:
    """A whole number that a learner gave, of whatever type: 4, 4.0, np.int64(4), an array of one.

    Wrong for a number between two whole ones, for True and False, and for what is no number.
    """
    got = kind_of(thing)
    try:
        one = np.asarray(thing).item()
        if not isinstance(one, bool | str | bytes):
            got = str(one)[:40] if isinstance(one, float) else got
            if (number := int(one)) == one:
                return number
    except Exception:  # no number, not a number, infinite
        pass
    raise Wrong(f"{where} expected a whole number, got {got}")


LONGEST_TEXT = 1000  # letters of a text that is cut into words


def brief(text: str, where: str) -> str:
    """The same text; Wrong where it is longer than any sentence whose words are counted.

    A part of it would be another text.
    """
    if len(text) > LONGEST_TEXT:
        raise Wrong(f"{where} expected at most {LONGEST_TEXT:,} letters, got {len(text):,}")
    return text


def items(thing: object, count: int | None, what: str, where: str) -> list[Any]:
    """What a list, a tuple or an array holds, in a list; Wrong for others, and for another count.

    `what` says in a message what is expected.
    """
    if isinstance(thing, np.ndarray) and thing.ndim:
        thing = thing.tolist()
    if not isinstance(thing, list | tuple):
        raise Wrong(f"{where} expected {what}, got {kind_of(thing)}")
    if count is not None and len(thing) != count:
        raise Wrong(f"{where} expected {what}, got {len(thing)}")
    return list(thing)


# A model of our own, made of the numbers of theirs


def program_of_text(text: str) -> Program:
    """The program of a text in the language; Wrong with its first fault."""
    try:
        return listing.read(text).program
    except listing.ListingError as error:
        first = error.faults[0]
        at = f"at line {first.line}, column {first.column}"
        raise Wrong(f"{at}: {first.message}") from None


def own_model(model: object, where: str) -> Transformer:
    """Rebuild a learner's Transformer, or that of a text, from float64 copies of its arrays."""
    if isinstance(model, str):
        model = program_of_text(model).model
    if not isinstance(model, Transformer):
        raise Wrong(f"{where} expected a Transformer, got {kind_of(model)}")
    if (size := parameters(model).total) > LARGEST:
        raise Wrong(f"{where} expected at most {LARGEST} numbers, got {size}")
    own = mapped(model, lambda _, array: np.array(array, dtype=np.float64))
    if not_ours := next(strangers(own), None):
        raise Wrong(f"{where} expected plain parts and values, got something else at {not_ours}")
    return own


OWN = (Transformer, Layer, Head, MLP, Norm, Subspace)
PLAIN = (np.ndarray, str, float, int, bool, type(None))


def strangers(thing: object, path: str = "") -> Iterator[str]:
    """The paths of what is no part of the library's, no copy of ours and no plain value."""
    if type(thing) in OWN:
        for field in fields(thing):  # type: ignore[arg-type]
            yield from strangers(getattr(thing, field.name), f"{path}.{field.name}".lstrip("."))
    elif type(thing) is tuple:
        for i, each in enumerate(thing):
            yield from strangers(each, f"{path}.{i}")
    elif type(thing) not in PLAIN:
        yield path


def own_decoder(model: object, where: str) -> Transformer:
    """Rebuild a learner's Transformer, which must look back at its own tokens and nowhere else."""
    note("decoder", where=where)
    own = own_model(model, where)
    if not own.causal:
        raise Wrong(f"{where} expected a causal model, got one that sees what comes later")
    for number, layer in enumerate(own.layers):
        if count := len(layer.cross):
            raise Wrong(f"{where} expected no cross heads, got {count} in layer {number}")
    if own.encoder:
        raise Wrong(f"{where} expected a model alone, got one with an encoder")
    return own


def program_of(answer: object, where: str) -> Program:
    """The Program that a learner gives, as a text too, or that their function makes."""
    program = ask(answer, where=where)
    if isinstance(program, str):
        program = program_of_text(program)
    if not isinstance(program, Program):
        raise Wrong(f"{where} expected a Program, got {kind_of(program)}")
    return program


def own_program(answer: object, where: str) -> Program:
    """Rebuild the Program that a learner gives, or that their function of no arguments makes."""
    program = program_of(answer, where)
    note("program", names=[*map(str, program.vocabulary)], bare=program.encode([]) == [])
    model = own_decoder(program.model, where)
    return replace(program, model=model, fault=None)


# Rules of the game


def standard(model: Transformer, norm: Norm = LAYER_NORM, *, masked: bool = True) -> None:
    """Raise Wrong unless a model is the book's machine, with the given norm before each part.

    Where it is not `masked`, it is not asked whether it has a mask.
    """
    note("standard", centered=norm.centered, masked=masked)
    with unnoted():
        plain_parts(model if masked else replace(model, causal=True))
    name = "LayerNorm" if norm.centered else "RMSNorm"
    if model.norms != "before":
        raise Wrong(f"at norms expected 'before', got {model.norms!r}")
    *of_layers, last = norms_in_use(model)
    for place, found in (last, *of_layers):
        if found is None or found.centered != norm.centered:
            other = "no norm" if found is None else "LayerNorm" if found.centered else "RMSNorm"
            raise Wrong(f"at {place} expected {name}, got {other}")
        if found.inside:
            raise Wrong(f"at {place} expected eps beside the root, got it inside")
        if not plainly(found) or found.eps != norm.eps:
            raise Wrong(f"at {place} expected gamma 1, beta 0 and eps {norm.eps}, got others")


def is_plain(norm: Norm | None) -> bool:
    """Whether a norm is a LayerNorm that neither scales nor shifts, its eps beside the root."""
    if norm is None or not norm.centered or norm.inside:
        return False
    return plainly(norm)


def plainly(norm: Norm) -> bool:
    """Whether a norm neither scales nor shifts, said or unsaid."""
    scales = norm.gamma is not None and bool((norm.gamma != 1).any())
    return not scales and not (norm.beta is not None and bool(norm.beta.any()))


def plain_parts(model: Transformer) -> None:
    """Raise Wrong where a model has what the book's machine lacks, its norms left aside."""
    note("plain_parts")
    for place, expected, got in beyond(model):
        raise Wrong(f"at {place} expected {expected}, got {got}")


def beyond(model: Transformer) -> Iterator[tuple[str, str, str]]:
    """What the book's machine lacks: where it is, what was expected there, and what is there."""
    if not model.causal:
        yield "causal", "True", "False"
    if model.encoder:
        yield "encoder", "None", "a Transformer"
    if model.rotary is not None:
        yield "rotary", "None", "angles"
    if model.shared_keys != 1:
        yield "shared_keys", "1", str(model.shared_keys)
    for number, layer in enumerate(model.layers):
        if layer.cross:
            yield f"layer {number}", "no cross heads", str(len(layer.cross))
        for h, head in enumerate(layer.heads):
            for name in BIASES:
                if getattr(head, name) is not None:
                    yield f"{name} of head {h} in layer {number}", "None", "a bias"
            if head.by_distance is not None:
                yield f"by_distance of head {h} in layer {number}", "None", "a bias"
        if layer.mlp and layer.mlp.act != "relu":
            yield f"act of the MLP in layer {number}", "relu", layer.mlp.act
        if layer.mlp and layer.mlp.W_gate is not None:
            yield f"W_gate of the MLP in layer {number}", "None", "a gate"


def without_gate(mlp: MLP, where: str) -> None:
    """Raise Wrong for an MLP alone that has a gate: between kinks it is bent, and nobody asks."""
    if mlp.W_gate is not None:
        raise Wrong(f"{where} expected no W_gate, got a gate")


def every(array: Array, fits: Callable[[Array], Any], name: str, what: str) -> None:
    """Raise Wrong with the first entry of an array that does not fit."""
    if (misfits := np.argwhere(~fits(array))).size:
        place = tuple(misfits[0])
        raise Wrong(f"at {name}{[int(i) for i in place]} expected {what}, got {array[place]:.10g}")


def every_weight(model: Transformer, fits: Callable[[Array], Any], what: str) -> None:
    """Raise Wrong with the first weight of a model that does not fit."""
    note("every_weight", what=what)
    for path, array in named_arrays(model).items():
        if "norm_" not in path:
            every(np.atleast_2d(array), fits, path, what)


def no_positions(model: Transformer) -> None:
    """Raise Wrong with the first number of the table of positions that is not 0."""
    note("no_positions")
    every(model.W_pos, lambda W: W == 0, "W_pos", "0")


@dataclass(frozen=True)
class Most:
    """At most so many."""

    most: int


@dataclass(frozen=True)
class Least:
    """At least so many."""

    least: int


MEASURES: dict[str, Callable[[Transformer], Any]] = {
    "layers": lambda model: len(model.layers),
    "heads": lambda model: [len(layer.heads) for layer in model.layers],
    "some_layers": lambda model: bool(model.layers),
    "without_heads": lambda model: sum(not layer.heads for layer in model.layers),
    "plain": lambda model: (
        all(is_plain(layer.norm_attn) and is_plain(layer.norm_mlp) for layer in model.layers)
        and (model.norm_final is None or is_plain(model.norm_final))
    ),
    "first_heads": lambda model: len(model.layers[0].heads),
    "mlps": lambda model: sum(layer.mlp is not None for layer in model.layers),
    "tied": lambda model: model.tied,
    "norms": lambda model: model.norms,
    "d_vocab": lambda model: model.d_vocab,
    "n_ctx": lambda model: model.n_ctx,
    "d_model": lambda model: model.d_model,
    "total": lambda model: parameters(model).total,
    "nonzero": lambda model: parameters(model).nonzero,
    "read_by": lambda model: len(model.encoder.layers) if model.encoder else 0,
    "first_entry": lambda model: float(model.W_E[0, 0]),
    "rows": lambda model: model.d_vocab + model.n_ctx,
    "largest": lambda model: max(
        float(np.abs(W).max()) for W in (model.W_E, model.W_pos, model.unembedding)
    ),
    "beside": lambda model: parameters(model).total - model.W_pos.size,  # positions left aside
}


def hold(model: Transformer, words: str, **limits: object) -> None:
    """Raise Wrong with these words unless each of MEASURES is what it should be, or at most that.

    The words may name measures in braces.
    """
    note("hold", words=words, limits={
        name: asdict(limit) if isinstance(limit, Most | Least) else {"is": limit}
        for name, limit in limits.items()
    })  # fmt: skip
    for name, limit in limits.items():
        if not within(MEASURES[name](model), limit):
            raise Wrong(filled(words, model))


def within(got: Any, limit: object) -> bool:
    """Whether what was measured is within a limit, or what it should be."""
    if isinstance(limit, Most):
        return bool(got <= limit.most)
    return bool(got >= limit.least) if isinstance(limit, Least) else got == limit


def plain_norms(model: Transformer) -> None:
    """Raise Wrong where a norm of a layer is not the plain LayerNorm."""
    note("plain_norms")
    for number, layer in enumerate(model.layers):
        for name in ("norm_attn", "norm_mlp"):
            if not is_plain(getattr(layer, name)):
                raise Wrong(f"at {name} of layer {number} expected a plain LayerNorm, got another")


def filled(words: str, model: Transformer, **more: object) -> str:
    """Words in which measures of a model stand in for their names in braces."""
    asked = re.findall(r"\{(\w+)", words)
    found = {name: of(model) for name, of in MEASURES.items() if name in asked}
    return words.format(**found, **more)


def praised(words: str, model: Transformer, tally: "Tally", **more: object) -> str:
    """What is said of a right model, in words that may name MEASURES, `inputs` and `margin`."""
    note("praise", words=words)
    return filled(words, model, inputs=tally.inputs, margin=tally.margin, **more)


def small_enough(
    right: str, model: Transformer, measure: str, what: str, where: str, most: int | str
) -> None:
    """Raise Wrong where a right model has more of a measure than is allowed, or than of another.

    `where` may name measures in braces.
    """
    note("small", right=right, measure=measure, what=what, where=where, most=most)
    allowed = most if isinstance(most, int) else MEASURES[most](model)
    budget(right, MEASURES[measure](model), what, filled(where, model), allowed)


def knows(program: Program, symbols: Sequence[Symbol], where: str, room: int) -> None:
    """Raise Wrong for a program that lacks one of these symbols, or room behind its own."""
    note("knows", symbols=[*map(str, symbols)], where=where, room=room)
    if missing := next((symbol for symbol in symbols if symbol not in program.vocabulary), None):
        raise Wrong(f"at the vocabulary expected {where}, got no {missing!r}")
    need = room + len(program.encode([]))
    if program.model.n_ctx < need:
        raise Wrong(f"at n_ctx expected {need} or more, got {program.model.n_ctx}")


def budget(right: str, count: int, what: str, where: str, most: int) -> None:
    """Raise Wrong where a right answer is larger than allowed."""
    if count > most:
        raise Wrong(f"right on {right}, but {count} {what} for {where}, at most {most} allowed")


# What a run of a model takes, known before it is run


def pay(model: Transformer, n_rows: int, n: int, *, kept: int | None = None) -> None:
    """Count the work of a run on so many prompts of n tokens; Beyond where it takes too much.

    `kept` are the positions of each prompt of which rows are kept at the end (None: all).
    """
    rows = n_rows * (n if kept is None else kept)
    needed = 8 * (AT_ONCE * rows * model.d_model + numbers_of_a_prompt(model, n))
    where = f"on {n_rows} inputs of {n} tokens"
    if needed > MOST_BYTES:
        raise Beyond(
            f"{where} expected a model that takes at most {MOST_BYTES // 10**6} MB, "
            f"got one that takes {needed // 10**6}"
        )
    spend(n_rows * work_of_a_prompt(model, n), where)


def spend(work: int, where: str) -> None:
    """Count operations of this verdict; Beyond where they become too many."""
    trial = TRIAL.get(Trial())
    trial.work += work
    if trial.work > MOST_WORK:
        raise Beyond(
            f"{where} expected at most {MOST_WORK:.0e} operations in all, got {trial.work:.2g}: "
            "is something in it idle?"
        )


def numbers_of_a_prompt(model: Transformer, n: int) -> int:
    """How many numbers are there at once while a model reads n tokens, generously."""
    widest = max((layer.folded.W_QKV.shape[1] for layer in model.layers if layer.heads), default=0)
    heads = max((len(layer.heads) for layer in model.layers), default=0)
    scores = heads * n * min(n, 16)  # a few queries at a time
    return AT_ONCE * (n * (model.d_model + widest + model.d_vocab) + scores)


def work_of_a_prompt(model: Transformer, n: int) -> int:
    """How many operations a model makes of n tokens: products, and what is made of each number."""
    work = n * model.unembedding.size
    for layer in model.layers:
        if layer.heads:
            of = layer.folded
            work += n * (of.W_QKV.size + of.W_O.size) + n * n * of.n_heads * (
                of.d_head + of.d_value
            )
        if layer.mlp:
            gate = 0 if layer.mlp.W_gate is None else layer.mlp.W_gate.size
            work += n * (layer.mlp.W_in.size + layer.mlp.W_out.size + gate)
        work += AT_ONCE * n * (model.d_model + len(layer.heads) * n)
    return work + AT_ONCE * n * (model.d_model + model.d_vocab)


def pieces(model: Transformer, n_rows: int, n: int, *, kept: int | None = None) -> Iterator[slice]:
    """Cut so many prompts of n tokens into pieces of about PIECE_BYTES, each paid for."""
    of_a_row = numbers_of_a_prompt(model, n if kept is None else kept)
    step = max(1, PIECE_BYTES // (8 * of_a_row))
    for start in range(0, n_rows, step):
        some = slice(start, min(start + step, n_rows))
        pay(model, some.stop - start, n, kept=kept)
        yield some


# Properties


@dataclass(frozen=True)
class Tally:
    """How many inputs came out right, and the smallest lead among them."""

    inputs: int = 0
    margin: float = np.inf

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.inputs + other.inputs, min(self.margin, other.margin))


def right(
    model: Transformer,
    tokens: Tokens,
    expected: Tokens,
    show: Callable[[Sequence[int]], str] = Shown(),  # noqa: B008
    name: Callable[[int], str] = str,
    why: Callable[[Sequence[int], int, int], str] = lambda tokens, expected, got: "",
    typed: Callable[[Sequence[int]], str] = lambda tokens: " ".join(map(str, tokens)),
    margin: float = MARGIN,
) -> Tally:
    """Compare what follows each prefix of the tokens [n_rows, n] with `expected` [n_rows, n].

    Where `expected` is -1 nothing is asked. Raises Wrong on the first prefix where the expected
    token does not lead by the margin; `show` writes the prefix, `name` a token, `why` a suggestion;
    `typed` is the prefix as one types it, where tokens have no names.
    """
    note_rows(tokens, expected, show, name, model.d_vocab, margin)
    inputs, smallest = 0, np.inf
    for some in pieces(model, *tokens.shape):
        asked = expected[some] >= 0
        logits = forward(model, tokens[some], to=rounding_asked())[asked]
        wanted = expected[some][asked]
        led = lead(logits, wanted)
        i = first_behind(led, logits, margin)
        if i is not None:
            break
        inputs, smallest = inputs + len(wanted), min(smallest, float(led.min(initial=np.inf)))
    else:
        return Tally(inputs, smallest)
    row, place = np.argwhere(asked)[i]
    prefix = [int(t) for t in tokens[some][row, : place + 1]]
    best, rival = int(wanted[i]), runner_up(logits[i], wanted[i])
    came = what_came(logits[i], led[i], name(rival))
    reason = why(prefix, best, rival) if came == name(rival) else ""
    prompt = typed(prefix) if name is str else ""
    raise Wrong(f"after {show(prefix)} {instead(name(best), came, reason)}", prompt)


def first_behind(led: Array, logits: Array, margin: float = MARGIN) -> int | None:
    """The first row of logits [n, d_vocab] whose right token does not lead [n] by the margin."""
    behind = ~(led > margin * np.abs(logits).max(-1))  # True where a logit is not a number
    return int(behind.argmax()) if behind.any() else None


def runner_up(logits: Array, wanted: int) -> int:
    """The best of the other tokens in a row [d_vocab]."""
    others = logits.copy()
    others[wanted] = -np.inf
    return int(others.argmax())


NO_NUMBERS = "logits that are not numbers"
TIED = "a tie with "
BARELY = "a lead of only "


def what_came(logits: Array, led: float, rival: str) -> str:
    """What to say of a row [d_vocab] where a rival wins, or nearly."""
    if np.isnan(logits).any():
        return NO_NUMBERS
    scale = np.abs(logits).max()
    if abs(led) <= TIE * scale:
        return f"{TIED}{rival}"
    return f"{BARELY}{led / scale:.1g} of the largest logit" if led > 0 else rival


def instead(wanted: str, came: str, reason: str = "") -> str:
    """What a machine says where it should say something else, and a reason why it does."""
    if came == NO_NUMBERS:
        does = f"it has {came}, because its weights overflow"
    elif (rival := came.removeprefix(TIED)) != came:
        does = f"it scores {wanted} and {rival} the same"
    else:
        does = f"it gives {wanted} {came}" if came.startswith(BARELY) else f"it says {came}"
    return f"{does}{f' ({reason})' if reason else ''}; it should say {wanted}"
