"""Any program as a live figure: type a prompt, move its constants, look inside, break it."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from inspect import Parameter, signature
from typing import Any

from taotp.constructions.part_names import covering
from taotp.figures.cases import Tried
from taotp.figures.explorables import (
    FOLDED,
    TILT,
    axes,
    figure_with,
    parts_of,
    precision,
    table_of_decoding,
)
from taotp.figures.figure import (
    Cases,
    Control,
    Fold,
    Json,
    Line,
    Positions,
    Reading,
    Select,
    Speaker,
)
from taotp.figures.live import LiveFigure
from taotp.figures.options import SHOWN, Answer, Dials, Panels, Promise, Prompt, Turned
from taotp.figures.spec import Columns, encode_program, words_of
from taotp.figures.steps import FINISHED, steps_of
from taotp.programs import Program
from taotp.reference import KEYS, OF_BENCHES
from taotp.words.cutting import Words
from taotp_core.stream import Subspace
from taotp_core.weights import Transformer

NUMBERS = {"numbers": Fold(title="Change one number", opens=("changed", "cell", "far"))}
# A lookup is known by its table, and what benches ask is not in every page.
ANSWERS = tuple(name for name in KEYS if name not in ("lookup", *OF_BENCHES))
NEEDED = {
    "search": "n_match, as a list of one number or more",
    "first_said": "names, as a list",
    "retold": "task, as a list of copy, reverse, sort and which",
}


def explore(
    build: Program | Callable[..., Program],
    prompt: Prompt | None = None,
    *,
    dials: Dials | None = None,
    answer: Answer | Promise = None,
    panels: Sequence[str] | Panels = SHOWN,
    row: int = -1,
    id: str = "explore",
    title: str = "The machine, in steps",
    alt: str | None = None,
) -> LiveFigure:
    """A program that reads what is typed in the page, and what happens in it on the way.

    `build` is the program, or makes it: `build()`. What `dials` name is given to `build` and can be
    turned: a number, or a `Constant`, stays open and comes first, as in `build(N)`; a list, as in
    {"n_match": [2, 3]}, comes by its name and is a dial, or a choice where its values are names
    (one with a single value is neither). `answer` says what is right: a name from ANSWERS ("search"
    needs the dial n_match, "first_said" needs names, each value a string of them with spaces
    between, and "retold" needs task, which is copy, reverse, sort or which), the table of a lookup,
    all that it says where nothing is typed, nothing, or a `Promise` with more. `panels` are names
    from PANELS, or `Panels` with how they are drawn; "numbers" lets a reader change weights and
    says how many cases stay right.
    `row` is the place that is shown first (-1: the last that is typed). Where the program has an
    encoder, what is typed is what that reads. A program of words is given
    a text, as prompt="The dog sleeps.", which the page cuts as it does. Raises ValueError where
    there is no prompt or build needs what no dial gives, for a program whose words the page does
    not cut, for an unknown panel, step, answer or control, for a panel "circle" without a subspace
    of size 3, for a panel "numbers" of an encoder, and where the weights are not sums of powers of
    the constant.

    >>> from taotp.programs import search
    >>> explore(search("abcd", 12, 2), "abcab")
    LiveFigure(parts=('machine', 'folded'), dock=False)
    """
    shown, known = Panels.of(panels), Turned.of(dials)
    right = Promise.of(answer)
    builder = builder_of(build, dials)
    if prompt is None:
        if not dials:
            words_of(builder())  # a program of other words is refused with what draws it
        raise ValueError(
            "there is no prompt; give what the program reads first, as in "
            "explore(search('abcd', 12, 2), 'abcab') or explore(agreement(), 'the dog sleeps')"
        )
    variants = variants_of(builder, prompt, known, shown, right)
    begun = beginning(variants.programs[0], prompt, str(variants.options[0]["joint"]))
    if begun.source and "numbers" in shown.names:
        raise ValueError("panel 'numbers' does not try programs with an encoder; leave it out")
    steps = steps_of_all(variants.programs)
    start = starting(begun, known, shown.step) | {"row": row}
    if start["step"] not in steps:
        raise ValueError(f"step {shown.step!r} is unknown; it must be one of {', '.join(steps)}")
    speaker = Speaker(
        id=id,
        title=title,
        alt=alt or begun.sentence,
        panels=["disc" if panel == "circle" else panel for panel in (*shown.names, FOLDED)],
        folds=NUMBERS if shown.folded else {},
        controls=controls_of(known, shown.names, "what the encoder reads" if begun.source else ""),
        hidden=hidden_controls(shown.names, steps),
        state=start | known.first,
        cursor="row",
        constant=known.name,
        choices=axes(known.choices),
        circle=circle_of(variants.options[0], shown.names),
        cases=variants.cases,
        options=variants.options,
        columns=variants.columns,
        **variants.answer,
    )
    parts = [*parts_of(shown.names), *needs(variants.programs)]
    table = [text.split(" ") for text in variants.answer.get("table") or ()]
    still = Still(begun, title, shown.names, shown.layout(known.first), row, table)
    return figure_with(speaker, still, shown.controls, parts, shown.folds(known))


def builder_of(build: object, dials: Dials | None) -> Callable[..., Program]:
    """What makes the program of a figure; ValueError for a program whose numbers are to turn."""
    if isinstance(build, Program):
        if dials:
            raise ValueError(
                f"{' and '.join(dials)} can only turn where build is a function of it, as in "
                "explore(lambda N: ..., prompt, dials={'N': 4}); it is a program"
            )
        return lambda: build
    if not callable(build):
        raise ValueError(
            f"build is of type {type(build).__name__}; it must be a program, or make one"
        )
    if not dials and (needed := required(build)):
        name, given = getattr(build, "__name__", "it"), ", ".join(needed)
        raise ValueError(
            f"{name} makes a program of {given}; give the program, as in "
            f"explore({name}({given}), prompt)"
        )
    return build


def required(build: Callable[..., object]) -> list[str]:
    """The names of what a function cannot do without; none where nobody can tell."""
    try:
        asked = signature(build).parameters.values()
    except (TypeError, ValueError):
        return []
    return [each.name for each in asked if each.default is each.empty and each.kind not in REST]


REST = (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD)


@dataclass(frozen=True)
class Variants:
    """A program for each value of each choice, as it is and as the page has it."""

    programs: Sequence[Program]
    options: Sequence[Json]
    columns: Sequence[Any]
    cases: Sequence[Cases]
    answer: Json


def variants_of(
    build: Callable[..., Program], prompt: Prompt, dials: Turned, shown: Panels, right: Promise
) -> Variants:
    """Every variant of a program, with the parts of its stream and what it is tried on."""
    known = answer_by_name(right.answer, dials.choices)
    columns, cases = Columns(), Tried()
    programs, options = [], []
    for chosen in dials.variants():
        of_constant = dials.of_constant(build, chosen)
        program = of_constant(dials.value)
        option = encode_program(of_constant, columns, dials.name, sample=prompt)
        own, shows = program.model.subspaces, shown.layout(chosen)
        option |= {"subspaces": layout(shows or own, program.model.d_model)}
        if shows and own:  # its lanes have the machine's own words
            option |= {"named": layout(own, program.model.d_model)}
        if (of := program.model.encoder) is not None:
            option |= {"reads": layout(of.subspaces, of.d_model)}
        if "numbers" in shown.names and (right.answer or right.right):
            rule = right.right and partial(right.right, **chosen)
            how = known | chosen | {"prompts": right.tried}
            option["cases"] = cases.add(program, prompt, rule, how)
        programs.append(program)
        options.append(option)
    return Variants(programs, options, columns.stored, cases.found, known)


@dataclass(frozen=True)
class Beginning:
    """What a program is told at first, and what it says then."""

    program: Program
    text: str  # as it is typed
    told: Sequence[int]
    heard: Sequence[int]  # what was told and what it says, as far as it hears that itself
    source: Sequence[int]  # what an encoder reads
    said: str

    @property
    def sentence(self) -> str:
        """What it says, for readers who do not see it."""
        return f"After {self.text!r} the program says {self.said!r}."


def beginning(program: Program, prompt: Prompt, joint: str) -> Beginning:
    """What a program says after a prompt; `joint` stands between its symbols."""
    of_words = isinstance(program.pieces, Words)
    symbols = program.cut(prompt) if of_words else prompt
    told, says = program.encode(symbols), program.complete(list(symbols))
    return Beginning(
        program,
        text=prompt if isinstance(prompt, str) else joint.join(map(str, prompt)),
        told=told,
        heard=told + heard_again(program, [program.places[each] for each in says]),
        source=[] if program.model.encoder is None else program.read(symbols),
        said=program.joined(says) if of_words else joint.join(map(str, says)),
    )


def starting(begun: Beginning, dials: Turned, step: str | None) -> Json:
    """What each control says at first, but for those of choices."""
    start = {"text": begun.text, "row": -1, dials.name: dials.value, "precision": "float64"}
    start |= {"off": "", "changed": "", "cell": "", "far": "", "tilt": 0}
    return start | {"step": step or FINISHED, "at": "", "view": "lanes"}


def steps_of_all(programs: Iterable[Program]) -> list[str]:
    """The steps of some programs, each once."""
    return [*dict.fromkeys(name for each in programs for name in steps_of(each.model))]


ROW = Positions(name="row", label="position")
VIEW = Select(name="view", values=["lanes", "numbers"])
PLAY = Select(name="play", values=["", "on"])  # asked by an address, and then forgotten


def controls_of(dials: Turned, panels: Sequence[str], reads: str) -> list[Control]:
    """What a reader sees above the panels; `reads` is what the prompt is called ("": prompt)."""
    return [
        Line(name="text", label=reads or "text", cursor="row"),
        *([] if "machine" in panels else [ROW]),
        *dials.controls(),
        precision(),
        *([TILT] if "circle" in panels else []),
    ]


def hidden_controls(panels: Sequence[str], steps: Sequence[str]) -> list[Control]:
    """What an address or a panel sets."""
    return [
        *([ROW] if "machine" in panels else []),
        *(Line(name=name) for name in ("off", "changed", "cell", "far", "at")),
        Select(name="step", values=steps),
        *([VIEW, PLAY] if "machine" in panels else []),
    ]


@dataclass(frozen=True)
class Still:
    """What stands for a program on paper: a picture of its panels, and a table of what it says."""

    begun: Beginning
    title: str
    panels: Sequence[str]
    named: Sequence[Subspace] | None
    row: int = -1
    table: Sequence[Sequence[str]] = ()
    reading: Reading | None = None  # of a sentence, whose arcs are drawn

    def __call__(self) -> str:
        """It as HTML."""
        from taotp.figures.stills import at_start  # where no page is alive

        begun = self.begun
        program, heard, n, source = begun.program, begun.heard, len(begun.told), begun.source
        image = at_start(
            *(program, heard, n, self.panels),
            title=self.title,
            subspaces=self.named or (),
            source=source,
            row=self.row,
            table=self.table,
            reading=self.reading,
        )
        return image + table_of_decoding(program, heard, self.title, n, source)


def needs(programs: Iterable[Program]) -> list[str]:
    """The parts of the script that wider machines need, and programs of words."""
    found = []
    for program in programs:
        model = program.model
        if isinstance(program.pieces, Words):
            found.append("cutting")
        if is_wide(model):
            found.append("wider")
    return sorted({*found})


def is_wide(model: Transformer) -> bool:
    """Whether the common script needs help: smooth units or gates, an encoder, turned or shared."""
    if model.encoder or model.rotary is not None or model.shared_keys > 1:
        return True
    mlps = [layer.mlp for layer in model.layers if layer.mlp]
    heads = [head for layer in model.layers for head in layer.heads]
    return any(mlp.act != "relu" or mlp.W_gate is not None for mlp in mlps) or any(
        head.by_distance is not None for head in heads
    )


def heard_again(program: Program, said: list[int]) -> list[int]:
    """What a program says that it hears itself: all but what it ends with."""
    return said if program.stop is not None else said[:-1]


def layout(named: Sequence[Subspace], d_model: int) -> list[Json]:
    """Names of neighboring coordinates, from the first to the last: x where there are none."""
    parts = covering(named, d_model)
    return [
        {"name": part.name, "at": part.start, "size": part.size}
        | ({"hidden": True} if part.hidden else {})
        for part in parts
    ]


def circle_of(option: Json, panels: Sequence[str]) -> int | None:
    """Where the first subspace of size 3 starts, for panels that draw it.

    Raises ValueError where there is none.
    """
    if not {"circle", "compass"} & {*panels}:
        return None
    for group in option["subspaces"]:
        if group["size"] == 3:
            return int(group["at"])
    raise ValueError("panel 'circle' needs a subspace of size 3; name one in subspaces")


def answer_by_name(answer: Answer, choices: Mapping[str, Any]) -> Json:
    """What is right, as the page knows it; raises ValueError for what it does not know."""
    if isinstance(answer, Mapping):
        table = {" ".join(map(str, key)): str(value) for key, value in answer.items()}
        return {"answer": "lookup", "table": table, "length": len(next(iter(answer)))}
    if isinstance(answer, list):
        return {"answer": [str(symbol) for symbol in answer]}
    if answer is not None and answer not in ANSWERS:
        known = ", ".join(ANSWERS)
        raise ValueError(f"answer {answer!r} is unknown; it must be a table or one of {known}")
    keyword, _, form = NEEDED.get(str(answer), "").partition(",")
    if keyword and keyword not in choices:
        raise ValueError(f"answer {answer!r} needs {keyword},{form}")
    return {"answer": answer}
