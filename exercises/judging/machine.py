"""An answer that is a machine, typed into a page: what its judge asks is the data of the page."""

from collections.abc import Callable
from functools import cache
from typing import Any

from exercises.judging.asking import MOST, for_page, recorded
from exercises.typed import Family, Field, Json, Typed

HOW = "in sentences of the language, or as numbers"
EXAMPLE = """symbols ...
context ...
stream ...
embed ...
layer
...
or numbers: {"tok_emb": [[...], ...], "pos_emb": [[...], ...], ...}"""


def machine(
    judge: Callable[[Any], str],
    answer: object,
    *,
    at: int | None = None,
    size: str = "",
    label: str = "",
    partly: str = "",
    most: int = MOST,
) -> Typed:
    """A machine as a text, asked in the page what `judge` asks of the model answer.

    Of a family a text is one machine: that which its judge asks for at place `at`, for a `size` in
    words. `partly` begins what is said of a right one that is not all of the answer. The page asks
    prompts of so many tokens at `most`.
    """
    whose = label or (f"the machine for {size}, {HOW}" if size else f"the machine, {HOW}")
    field = Field("listing", whose, "listing", example=EXAMPLE)

    @cache
    def data() -> Json:
        steps = for_page(recorded(judge, answer, at), most)
        return {"steps": steps, "size": size, "partly": partly}

    family = None if at is None else Family(answer, at, size)
    return Typed((field,), "machine", data, part="listed", family=family)
