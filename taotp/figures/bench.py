"""A machine with blanks as a live figure: what is typed is judged on every input."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from taotp.figures.editor import EditedText, Editor, edit
from taotp.figures.figure import Json
from taotp.listing import read
from taotp.listing.skeleton import BLANK, so_far
from taotp.programs import Program

GIVEN = "as it was given"


@dataclass(frozen=True, kw_only=True)
class Blanks(EditedText):
    """A text with blanks, and what the machine is asked that it makes.

    `key` is a key of tasks by its name, with what is `known` to it; asked is every text of `every`
    (symbols, shortest, longest) and all of `more`. Where it is `named`, the machine says a name of
    its builder's, and is asked that. A machine says as many symbols as
    are `said` (None: until it stops).
    """

    slug: str
    key: str
    known: Json
    every: Sequence[Any]
    more: Sequence[str]
    named: bool
    said: int | None
    kind: Literal["bench"] = "bench"  # type: ignore[assignment]


class Workbench(Editor):
    """The figure of a bench, which says in the page which it is and how far its reader has come."""

    @property
    def program(self) -> Program:
        """What the text assembles to, without the lines in which a blank is left.

        Raises ListingError where the others have faults.
        """
        return read(so_far(self.text)).program

    def element(self, *attributes: str) -> str:
        """The figure as HTML."""
        return super().element(*attributes, f'data-bench="{self.id}"', 'data-verdict="blank"')


def workbench(
    slug: str,
    text: str,
    *,
    title: str,
    goal: str,
    key: str,
    known: Mapping[str, Any],
    every: Sequence[Any],
    more: Sequence[str],
    prompt: str,
    named: bool = False,
    said: int | None = None,
) -> Workbench:
    """A text with blanks that the reader fills in, with a verdict on every input below it.

    `goal` says in a sentence what its machine is to do, and is its caption.
    Until all are filled the machine is the one of the text without them. Raises ListingError where
    that has faults.
    """
    blanks = "1 blank" if text.count(BLANK) == 1 else f"{text.count(BLANK)} blanks"
    made = edit(
        so_far(text) + (f"\nsteps {said}\n" if said else ""),
        prompt,
        id=slug,
        title=title,
        name=GIVEN,
        alt=f"{goal} {blanks} to fill in.",
        rows=len(text.splitlines()) + 1,
        show=("listing", "text"),
    )
    of_text: Json = {each.name: getattr(made.figure, each.name) for each in fields(made.figure)}
    of_text["examples"] = {GIVEN: of_text["examples"][GIVEN] | {"text": text}}
    of_text["panels"] = ["bench", *of_text["panels"]]
    del of_text["kind"]
    asked: Json = {"key": key, "known": dict(known), "every": list(every), "more": list(more)}
    figure = Blanks(**of_text, **asked, slug=slug, named=named, said=said)
    examples = {GIVEN: replace(made.examples[GIVEN], text=text)}
    return Workbench(figure, made.still, (*made.parts, "bench"), examples)
