"""Controls for what has to be made anew in Python; they appear in a live notebook alone."""

import html
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import Any, Generic, TypeVar

from taotp.figures.figure import Json
from taotp.figures.live import for_page

WIDGET = "application/vnd.jupyter.widget-view+json"

Choice = str | float | int | Sequence[Any]
Shown = TypeVar("Shown")


@dataclass
class Rebuilt(Generic[Shown]):
    """Controls above what they build again: a figure, or what a program says.

    The two are outputs of their own: where the controls cannot be, in a notebook that was opened
    again, the figure stays.
    """

    figure_of: Callable[..., Shown]
    controls: Json
    figure: Shown
    sentence: Any
    place: Any = field(default=None, repr=False)  # where a notebook shows the figure

    def __post_init__(self) -> None:
        """Listen to the controls."""
        for each in self.controls.values():
            each.observe(self.build_again, "value")

    def build_again(self, _: object = None) -> None:
        """Build the figure from what the controls say, and say so; or say what is refused."""
        chosen = {name: control.value for name, control in self.controls.items()}
        try:
            self.figure = self.figure_of(**chosen)
        except ValueError as error:
            self.sentence.value = f"<p role='alert'>{html.escape(str(error))}</p>"
            return
        words = ", ".join(f"{name} {value}" for name, value in chosen.items())
        self.sentence.value = f"<p role='status'>Built with {html.escape(words)}.</p>"
        if self.place is not None:
            self.place.update(self.figure)

    def _ipython_display_(self) -> None:
        """Show the controls, and the figure in a place that can be written again."""
        import ipywidgets
        from IPython import display

        box = ipywidgets.VBox([*self.controls.values(), self.sentence])
        words = f"<controls: {', '.join(self.controls)}>"
        display.display({"text/plain": words, WIDGET: view_of(box)}, raw=True)
        self.place = display.display(self.figure, display_id=True)


def view_of(widget: Any) -> Json:
    """What a notebook needs to show a widget: the same in ipywidgets 7, as Colab has it, and 8."""
    return {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}


def rebuild(figure_of: Callable[..., Shown], **choices: Choice) -> Shown | Rebuilt[Shown]:
    """A figure, or whatever else a cell may end in, built again whenever a choice changes.

    Each keyword is an argument of `figure_of`: a string becomes a line of text, a float a
    logarithmic slider, an integer a box, a list a slider over its values (the first is the start,
    numbers go from the least to the most). What `figure_of` refuses with a ValueError is shown as
    its sentence, above the figure that stood before. On a page, which has no kernel, the figure
    alone is returned.
    """
    start = {name: first_of(choice) for name, choice in choices.items()}
    first = figure_of(**start)
    if for_page() or find_spec("ipywidgets") is None:
        return first
    import ipywidgets

    controls = {name: control(name, choice) for name, choice in choices.items()}
    return Rebuilt(figure_of, controls, first, ipywidgets.HTML())


def first_of(choice: Choice) -> Any:
    """What a choice starts with."""
    return choice[0] if isinstance(choice, (list, tuple, range)) else choice


def in_order(values: Sequence[Any]) -> list[Any]:
    """Numbers from the least to the most; anything else as it is given."""
    numbers = all(isinstance(value, int | float) for value in values)
    return sorted(values) if numbers else list(values)


def control(name: str, choice: Choice) -> Any:
    """The widget for a choice; raises ValueError for a kind that has none."""
    import ipywidgets

    style: dict[str, Any] = {"description": name, "continuous_update": False}
    if isinstance(choice, str):
        return ipywidgets.Text(value=choice, **style)
    if isinstance(choice, float):
        least, most = decades(name, choice)
        return ipywidgets.FloatLogSlider(value=choice, min=least, max=most, step=0.05, **style)
    if isinstance(choice, int):
        return ipywidgets.IntText(value=choice, **style)
    if isinstance(choice, (list, tuple, range)):
        return ipywidgets.SelectionSlider(options=in_order(choice), value=choice[0], **style)
    raise ValueError(f"{name} is {choice!r}; a choice must be a string, a number or a list")


def decades(name: str, value: float) -> tuple[int, int]:
    """The powers of ten that a slider goes from and to, around the value that it starts with."""
    if not 0 < value < math.inf:
        raise ValueError(f"{name} is {value}; a slider over powers of ten starts above 0")
    return min(-2, math.floor(math.log10(value))), max(8, math.ceil(math.log10(value)) + 1)
