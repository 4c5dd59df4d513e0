"""Two programs that hear one prompt: what each says, framed where they differ."""

import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from taotp.figures.explorables import FOLDED, figure_with, precision
from taotp.figures.explore import explore
from taotp.figures.figure import Control, Figure, Json, Line, Positions, Select, Speaker
from taotp.figures.live import LiveFigure
from taotp.figures.options import (
    SHOWN,
    Answer,
    Dials,
    Layout,
    Panels,
    Prompt,
    Turned,
)
from taotp.programs import Program
from taotp_core import measure

SIDES = ("first", "second")
ASKED = 1  # dials of a comparison, which has a position beside its prompt
LETTERS = ("A", "B")  # what the two are called as long as their names are covered
OWN = ("off", "changed", "at")  # what a side has for itself, the second under this name and a 2


@dataclass(frozen=True, kw_only=True)
class WhichOne(Control):
    """A question with a button for each side; it sets `name` to the name of a program."""

    kind: Literal["which"] = "which"


@dataclass(frozen=True, kw_only=True)
class Compared:
    """A program of a comparison: its name, how it speaks, and its sizes by their names."""

    name: str
    speaker: Speaker
    sizes: Mapping[str, int]


@dataclass(frozen=True, kw_only=True)
class Pair(Figure):
    """Two programs of several that hear one prompt, and the panels that each of them has.

    Where `question` asks which of them it is, names and sizes are covered until a reader has said;
    `right` is the name of that one.
    """

    cursor: str
    constant: str
    compared: Sequence[Compared]
    below: Sequence[str]
    question: str = ""
    right: str = ""
    kind: Literal["pair"] = "pair"


@dataclass(frozen=True)
class Candidate:
    """A program to compare, with what it alone has (None: what all have).

    It is asked `prompt`, `answer` says what is right as in `explore` ("search" by its own
    `n_match`), and `subspaces` are the parts of its stream (None: its own names).
    """

    build: Callable[..., Program]
    prompt: Prompt | None = None
    answer: Answer = None
    n_match: int | None = None
    subspaces: Layout | None = None

    @classmethod
    def of(cls, build: "Callable[..., Program] | Candidate") -> "Candidate":
        """The candidate, be it a program that has nothing of its own."""
        return build if isinstance(build, Candidate) else cls(build)


@dataclass(frozen=True)
class Opening:
    """How a comparison opens: with which two ("": the first there are), and with what question.

    Where `question` asks which of the two it is, names and sizes are covered until the reader has
    said, and `right` is the name of that one.
    """

    first: str = ""
    second: str = ""
    question: str = ""
    right: str = ""

    def of(self, names: Sequence[str]) -> tuple[str, str]:
        """The names of the two that are shown at first.

        Raises ValueError where there are not two, and for a name that is none of those.
        """
        if len(names) < 2:
            raise ValueError(f"programs to compare: {len(names)}; there must be two or more")
        one = self.first or next(name for name in names if name != self.second)
        two = self.second or next(name for name in names if name != one)
        known(names, [one, two])
        if self.question:
            known([one, two], [self.right])
        return one, two

    def answer(self, chosen: Sequence[str]) -> str:
        """What is asked of the two, its answer folded, as HTML."""
        letter = LETTERS[chosen.index(self.right)]
        return folded(self.question, f"{letter}: {self.right}.")


FIRST_TWO = Opening()


@dataclass(frozen=True)
class Asked:
    """What all programs of a comparison have: the prompt, the dials, what is right and is drawn."""

    prompt: Prompt
    dials: Dials
    answer: Answer
    panels: Panels

    def speaking(self, candidate: Candidate, title: str) -> LiveFigure:
        """One of the programs by itself, as `explore` makes it."""
        own: Dials = {} if candidate.n_match is None else {"n_match": [candidate.n_match]}
        panels = self.panels
        return explore(
            lambda *N, **chosen: candidate.build(
                *N, **{name: value for name, value in chosen.items() if name not in own}
            ),
            self.prompt if candidate.prompt is None else candidate.prompt,
            dials={**self.dials, **own},
            answer=self.answer if candidate.answer is None else candidate.answer,
            panels=Panels(panels.names, subspaces=candidate.subspaces or panels.subspaces),
            title=title,
            alt=title,
        )


def compare(
    builds: Mapping[str, Callable[..., Program] | Candidate],
    prompt: Prompt,
    *,
    dials: Dials | None = None,
    answer: Answer = None,
    panels: Sequence[str] | Panels = SHOWN,
    opening: Opening = FIRST_TWO,
    id: str = "pair",
    title: str = "Two machines, one prompt",
    alt: str,
) -> LiveFigure:
    """Two programs of several by their names, which hear the same prompt with the same dials.

    `builds` makes each as `explore` does, from what `dials` name; a `Candidate` says what it alone
    has. `answer` says what is right, as in `explore`. `panels` are those under each. Where machines
    differ, a step or a place that one of them does not have is the nearest that it has. `opening`
    says which two are shown at first, and what is asked of them. Raises ValueError for fewer than
    two programs, a name that is none of theirs, a step that none has, a prompt that a program
    cannot take, panels that are to be folded, and as `explore` does.
    """
    candidates = {name: Candidate.of(build) for name, build in builds.items()}
    chosen = opening.of([*candidates])
    shown, turned = Panels.of(panels), Turned.of(dials)
    if shown.folded:
        raise ValueError("panels are folded; those of a comparison stand open")
    asked = Asked(prompt, dials or {}, answer, shown)
    made = {name: asked.speaking(each, name) for name, each in candidates.items()}
    speakers = sorted(map(speaker_of, made.values()), key=lambda each: each.title != chosen[0])
    chooses = [Select(name=side, label=f"{side} machine", values=[*candidates]) for side in SIDES]
    controls = controls_of(turned, chooses, opening.question)
    state = start(speakers, chosen, prompt, turned.first) | starting(speakers, opening, shown)
    pair = Pair(
        id=id,
        title=title,
        alt=alt,
        panels=["pair", FOLDED],
        controls=controls,
        hidden=[*unseen(controls, state, chooses, speakers[0])],
        state=state,
        cursor="row",
        constant=turned.name,
        compared=[
            Compared(
                name=name,
                speaker=speaker_of(made[name]),
                sizes=sizes(turned.of_constant(each.build, turned.first)(turned.value)),
            )
            for name, each in candidates.items()
        ],
        below=list(shown.names),
        question=opening.question,
        right=opening.right,
    )
    parts = sorted({"pair", *(part for figure in made.values() for part in figure.parts)})

    def still() -> str:
        if not opening.question:
            return "".join(made[name].still() for name in chosen)
        covered = zip(chosen, LETTERS, strict=True)
        stills = [
            asked.speaking(candidates[name], f"{title}: {letter}").still()
            for name, letter in covered
        ]
        return "".join(stills) + opening.answer(chosen)

    return figure_with(pair, still, shown.controls, parts, shown.folds(turned, ASKED))


def controls_of(dials: Turned, chooses: Sequence[Select], question: str) -> list[Control]:
    """What a reader sees above two programs: a question covers which they are."""
    several = len(chooses[0].values) > 2 and not question
    return [
        *([WhichOne(name="guess", label=question)] if question else []),
        *(chooses if several else []),
        Line(name="text", label="text", cursor="row"),
        Positions(name="row", label="position"),
        *dials.controls(),
        precision(),
    ]


def starting(speakers: Sequence[Speaker], opening: Opening, shown: Panels) -> Json:
    """What an opening and the panels add to a state: a guess that is open, and a step.

    Raises ValueError for a step that no program has.
    """
    added: Json = {"guess": ""} if opening.question else {}
    if shown.step:
        known({name: None for each in speakers for name in steps(each)}, [shown.step], "step")
        added["step"] = shown.step
    return added


def known(names: Iterable[str], asked: Sequence[str], what: str = "program") -> None:
    """Raise ValueError for a name that is none of those."""
    among = list(names)
    for name in asked:
        if name not in among:
            raise ValueError(f"{what} {name!r} is unknown; it must be one of {', '.join(among)}")


def steps(speaker: Speaker) -> list[Any]:
    """The steps of a program."""
    (control,) = (each for each in speaker.hidden if each.name == "step")
    assert isinstance(control, Select)
    return [*control.values]


def speaker_of(figure: LiveFigure) -> Speaker:
    """What the page is told of a program that speaks."""
    assert isinstance(figure.figure, Speaker)
    return figure.figure


def sizes(program: Program) -> dict[str, int]:
    """What a machine has, by the names that a reader sees."""
    model = program.model
    size = measure.parameters(model)
    return {
        "numbers": size.total,
        "not zero": size.nonzero,
        "layers": len(model.layers),
        "heads": sum(len(layer.heads) for layer in model.layers),
        "wide": model.d_model,
    }


def start(
    speakers: Sequence[Speaker],
    chosen: tuple[str, str],
    prompt: Prompt,
    begin: Mapping[str, Any],
) -> dict[str, Any]:
    """The state in which the figure starts: what all programs have, and twice what each has."""
    own = {axis.name for speaker in speakers for axis in speaker.choices} - {*begin}
    shared = {
        key: value
        for key, value in speakers[0].state.items()
        if key not in own and all(key in speaker.state for speaker in speakers)
    }
    joint = "" if isinstance(prompt, str) else " "
    twice = {f"{key}2": shared[key] for key in OWN if key in shared}
    heard = {"text": joint.join(map(str, prompt)), "row": -1}
    return shared | twice | heard | dict(zip(SIDES, chosen, strict=True))


def unseen(
    shown: Sequence[Control], state: Mapping[str, Any], chooses: Sequence[Select], speaker: Speaker
) -> Iterator[Control]:
    """What an address alone can set: what there is besides the controls that are shown."""
    names = [control.name for control in shown]
    if "guess" in state:
        yield Line(name="guess")
    for control in (*chooses, *speaker.controls, *speaker.hidden):
        if control.name in state and control.name not in names:
            yield control
        if f"{control.name}2" in state:
            yield replace(control, name=f"{control.name}2")


def folded(question: str, answer: str) -> str:
    """A question whose answer is folded, as HTML."""
    summary, said = html.escape(question), html.escape(answer)
    return f"<details><summary>{summary}</summary><p>{said}</p></details>"
