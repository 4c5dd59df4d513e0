"""Controls for what has to be made anew in Python; they appear in a live notebook alone."""

import html
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any

from taotp_core.figures.figure import Json
from taotp_core.figures.live import LiveFigure, for_page, has_widgets, view_of

Choice = str | float | int | Sequence[Any]


@dataclass(frozen=True)
class Rebuilt:
    """A figure below the controls that build it again; `box` holds both."""

    figure: LiveFigure
    box: Any

    def _repr_mimebundle_(self, **_: object) -> Json:
        """The box for a notebook; the words and the HTML of the figure for everything else."""
        figure = self.figure._repr_mimebundle_()
        return figure | view_of(self.box) | {"text/plain": figure["text/plain"]}


def rebuild(figure_of: Callable[..., LiveFigure], **choices: Choice) -> LiveFigure | Rebuilt:
    """A live figure that is built again whenever one of its choices changes.

    Each keyword is an argument of `figure_of`: a string becomes a line of text, a float a
    logarithmic slider, an integer a box, a list a slider over its values (the first is the start).
    What `figure_of` refuses with a ValueError is shown as its sentence, above the figure that
    stood before. On a page, which has no kernel, the figure alone is returned.
    """
    start = {name: first_of(choice) for name, choice in choices.items()}
    if for_page() or not has_widgets() or find_spec("ipywidgets") is None:
        return figure_of(**start)
    first = figure_of(**start)
    return Rebuilt(first, with_controls(figure_of, choices, first))


def first_of(choice: Choice) -> Any:
    """What a choice starts with."""
    return choice[0] if isinstance(choice, (list, tuple, range)) else choice


def with_controls(
    figure_of: Callable[..., LiveFigure], choices: dict[str, Choice], first: LiveFigure
) -> Any:
    """A box of controls, a line for errors and the figure."""
    import ipywidgets

    controls = {name: control(name, choice) for name, choice in choices.items()}
    sentence = ipywidgets.HTML()
    view = first.widget

    def build_again(_: object) -> None:
        try:
            figure = figure_of(**{name: box.value for name, box in controls.items()})
        except ValueError as error:
            sentence.value = f"<p role='alert'>{html.escape(str(error))}</p>"
            return
        sentence.value = ""
        view.state = dict(figure.spec["state"])
        view.spec = figure.spec

    for box in controls.values():
        box.observe(build_again, "value")
    return ipywidgets.VBox([*controls.values(), sentence, view])


def control(name: str, choice: Choice) -> Any:
    """The widget for a choice; raises ValueError for a kind that has none."""
    import ipywidgets

    style: dict[str, Any] = {"description": name, "continuous_update": False}
    if isinstance(choice, str):
        return ipywidgets.Text(value=choice, **style)
    if isinstance(choice, float):
        return ipywidgets.FloatLogSlider(value=choice, min=-2, max=8, step=0.05, **style)
    if isinstance(choice, int):
        return ipywidgets.IntText(value=choice, **style)
    if isinstance(choice, (list, tuple, range)):
        return ipywidgets.SelectionSlider(options=list(choice), **style)
    raise ValueError(f"{name} is {choice!r}; a choice must be a string, a number or a list")
