"""Two programs that hear one prompt: what each says, framed where they differ."""

import html
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from taotp_core import measure
from taotp_core.figures.explorables import choice, figure_with, logarithmic, precision
from taotp_core.figures.explore import Layout, Table, explore, with_constant
from taotp_core.figures.figure import (
    Compared,
    Control,
    Line,
    Pair,
    Positions,
    Select,
    Speaker,
    WhichOne,
)
from taotp_core.figures.live import LiveFigure
from taotp_core.programs import Program

Prompt = str | list[Any]
Answer = str | list[str] | Table | None
SIDES = ("first", "second")
LETTERS = ("A", "B")  # what the two are called as long as their names are covered
OWN = ("off", "changed", "at")  # what a side has for itself, the second under this name and a 2


def compare(
    builds: Mapping[str, Callable[..., Program]],
    prompt: Prompt,
    *,
    answer: Answer = None,
    answers: Mapping[str, Answer] | None = None,
    sought: Mapping[str, int] | None = None,
    prompts: Mapping[str, Prompt] | None = None,
    subspaces: Mapping[str, Layout] | None = None,
    below: Sequence[str] = ("machine",),
    first: str = "",
    second: str = "",
    step: str | None = None,
    question: str = "",
    right: str = "",
    N: float | None = 1e6,
    constant: str = "N",
    least: float = 1,
    most: float = 1e8,
    show: Sequence[str] | None = None,
    id: str = "pair",
    title: str = "Two machines, one prompt",
    alt: str,
    **choices: Sequence[Any],
) -> LiveFigure:
    """Two programs of several by their names, which hear the same prompt with the same dials.

    `builds` makes each as `explore` does: of N, or without it where N is None, and of the further
    keywords. `answer` says what is right for all, as in `explore`, and `answers` for some by their
    names; `sought` has n_match of those that search, where it is not the same for all. `prompts`
    has what a program is asked that cannot take `prompt`, `subspaces` the parts of its stream.
    `below` names the panels under each. Where machines differ, a step or a place that one of them
    does not have is the nearest that it has; `step` is the one at which the figure starts.

    It starts with `first` and `second` ("": the first two). Where `question` asks which of the two
    it is, names and sizes are covered until the reader has said, and `right` is the name of that
    one. Raises ValueError for fewer than two programs, a name that is none of theirs, a step that
    none has, a prompt that a program cannot take, and as `explore` does.
    """
    names = [*builds]
    chosen = first_two(names, first, second)
    known(names, [*chosen, *(answers or {}), *(prompts or {})])
    if question:
        known(chosen, [right])

    def speaking(name: str, title: str) -> LiveFigure:
        return one_of_two(
            builds[name],
            (prompts or {}).get(name, prompt),
            answer=(answers or {}).get(name, answer),
            sought=(sought or {}).get(name),
            subspaces=(subspaces or {}).get(name),
            panels=below,
            title=title,
            N=N,
            constant=constant,
            least=least,
            most=most,
            **choices,
        )

    made = {name: speaking(name, name) for name in names}
    begin = {name: values[0] for name, values in choices.items()}
    compared = [
        Compared(
            name=name,
            speaker=speaker_of(made[name]),
            sizes=sizes(with_constant(builds[name], N, begin)(N or 1.0)),
        )
        for name in names
    ]
    chooses = [Select(name=side, label=f"{side} machine", values=names) for side in SIDES]
    controls: list[Control] = [
        *([WhichOne(name="guess", label=question)] if question else []),
        *(chooses if len(names) > 2 and not question else []),
        Line(name="text", label="prompt", cursor="row"),
        Positions(name="row", label="position"),
        *([] if N is None else [logarithmic(constant, least, most)]),
        *(choice(name, values) for name, values in choices.items() if len(values) > 1),
        precision(),
    ]
    speakers = sorted((each.speaker for each in compared), key=lambda each: each.title != chosen[0])
    state = start(speakers, chosen, prompt, begin) | ({"guess": ""} if question else {})
    if step:
        known({name: None for each in speakers for name in steps(each)}, [step], "step")
        state["step"] = step
    drawn = Pair(
        id=id,
        title=title,
        alt=alt,
        panels=["pair"],
        controls=controls,
        hidden=[*unseen(controls, state, chooses, speakers[0])],
        state=state,
        cursor="row",
        constant=constant,
        compared=compared,
        below=list(below),
        question=question,
        right=right,
    )
    parts = sorted({"pair", *(part for figure in made.values() for part in figure.parts)})

    def still() -> str:
        if not question:
            return "".join(made[name].still() for name in chosen)
        covered = zip(chosen, LETTERS, strict=True)
        return "".join(speaking(*each).still() for each in covered) + folded(
            question, f"{LETTERS[chosen.index(right)]}: {right}."
        )

    return figure_with(drawn, still, show, parts)


def first_two(names: Sequence[str], first: str, second: str) -> tuple[str, str]:
    """The names of the two that are shown at first; ValueError where there are not two."""
    if len(names) < 2:
        raise ValueError(f"programs to compare: {len(names)}; there must be two or more")
    one = first or next(name for name in names if name != second)
    return one, second or next(name for name in names if name != one)


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


def one_of_two(
    build: Callable[..., Program],
    prompt: Prompt,
    *,
    sought: int | None,
    title: str,
    **how: Any,
) -> LiveFigure:
    """One of the programs by itself, as `explore` makes it; `sought` is its own n_match, if any."""
    own: dict[str, Any] = {} if sought is None else {"n_match": [sought]}
    return explore(
        lambda *N, **chosen: build(*N, **{k: v for k, v in chosen.items() if k not in own}),
        prompt,
        title=title,
        alt=title,
        **how,
        **own,
    )


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
