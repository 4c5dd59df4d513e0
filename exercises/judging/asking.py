"""What a judge asks of a machine, noted while it judges: with that a page asks the same.

Each step is what one function of a judge held a machine to, in the order in which it did. The page
has a function of the same name for each (`page/exercises/asked/`), and goes through them one by
one.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import asdict, dataclass
from string import ascii_letters, digits
from typing import Any

import numpy as np

from taotp_core.arrays import Tokens

Step = dict[str, Any]
MADE = "made"  # the step that begins another machine of a family
MOST = 9_000  # tokens that are sent to a page: beyond, it asks a part of the prompts
FEW = 100  # of texts with one answer, of which all are sent
LETTERS = ascii_letters + digits  # of symbols in what is sent
STEPS: ContextVar[list[Step] | None] = ContextVar("STEPS", default=None)


def note(kind: str, **what: Any) -> None:
    """Note what a machine is held to, where somebody listens."""
    if (steps := STEPS.get()) is not None:
        steps.append({"kind": kind, **what})


@contextmanager
def unnoted() -> Iterator[None]:
    """Note nothing of what is asked in here."""
    before = STEPS.set(None)
    try:
        yield
    finally:
        STEPS.reset(before)


def in_short(tokens: Sequence[int]) -> str:
    """Write a list of tokens, a long one by its ends."""
    if len(tokens) <= 12:
        return str(list(tokens))
    ends = ", ".join(map(str, tokens[:3])), ", ".join(map(str, tokens[-3:]))
    return f"[{ends[0]}, ..., {ends[1]}] ({len(tokens)} tokens)"


@dataclass(frozen=True)
class Shown:
    """How a verdict writes a prompt, without its first `skip` tokens.

    `names` of tokens stand side by side, with a `joint` between them, in quotes where it is
    `quoted`; without names it is a list of numbers, a long one in short. A `suffix` ends it.
    """

    names: Sequence[str] | None = None
    joint: str = ""
    skip: int = 0
    quoted: bool = False
    suffix: str = ""

    def __call__(self, tokens: Sequence[int]) -> str:
        """The prompt of some ids."""
        tokens = list(tokens)[self.skip :]
        if self.names is None:
            return in_short(tokens) + self.suffix
        text = self.joint.join(self.names[i] for i in tokens)
        return (repr(text) if self.quoted else text) + self.suffix

    def as_data(self) -> dict[str, Any]:
        """The same for a page."""
        return asdict(self) | {"names": None if self.names is None else list(self.names)}


def note_rows(
    tokens: Tokens, expected: Tokens, show: Callable[..., str], name: Callable[[int], str],
    d_vocab: int, margin: float, symbols: Sequence[str] | None = None,
) -> None:  # fmt: skip
    """Note prompts [n_rows, n] and what is expected after each of their places, -1 for nothing."""
    if STEPS.get() is None:
        return
    if not isinstance(show, Shown):
        raise TypeError("a page can only show prompts as Shown does")
    names = None if name is str else [name(i) for i in range(d_vocab)]
    note("right", tokens=tokens, expected=expected, shown=show.as_data(), names=names,
         margin=margin, symbols=symbols)  # fmt: skip


def recorded(judge: Callable[[Any], str], answer: object, at: int | None = None) -> list[Step]:
    """The steps of a judge, of a family those for its machine `at`; raises Wrong as the judge."""
    steps: list[Step] = []
    before = STEPS.set(steps)
    try:
        judge(answer)
    finally:
        STEPS.reset(before)
    if at is None:
        return [step for step in steps if step["kind"] != MADE]
    begins = [i for i, step in enumerate(steps) if step["kind"] == MADE]
    end = begins[at + 1] if at + 1 < len(begins) else len(steps)
    return steps[begins[at] + 1 : end]


def for_page(steps: Sequence[Step], most: int = MOST) -> list[Step]:
    """Steps as a page is told of them, with as many of their prompts as may be sent."""
    sizes = [len(step["tokens"]) and step["tokens"].size for step in steps if "tokens" in step]
    sizes += [sum(map(len, step["texts"])) for step in steps if "texts" in step]
    share = min(1.0, most / max(1, sum(sizes)))
    whole = any(step["kind"] == "unmasked" for step in steps)  # what comes later is heard as well
    return [as_sent(step, share, whole) for step in steps]


def as_sent(step: Step, share: float, whole: bool) -> Step:
    """A step as a page is told of it, with a share of its prompts, to their ends where `whole`."""
    if "tokens" in step:
        return in_rows(step, share, whole)
    return in_texts(step, share) if "texts" in step else step


def evenly(n: int, share: float) -> list[int]:
    """The places of a share of n things, evenly chosen, the first and the last among them."""
    found: list[int] = np.unique(np.linspace(0, n - 1, max(1, round(share * n))).round()).tolist()
    return [int(i) for i in found]


def of_each_answer(said: Sequence[object], share: float) -> Iterator[int]:
    """The places of a share of texts, evenly chosen of those with the same answer."""
    alike: dict[object, list[int]] = {}
    for i, answer in enumerate(said):
        alike.setdefault(answer, []).append(i)
    for places in alike.values():
        yield from (places[i] for i in evenly(len(places), max(share, min(1, FEW / len(places)))))


def in_texts(step: Step, share: float) -> Step:
    """A step with a share of its texts and answers: the shortest, and evenly of each answer.

    A text is a string with a letter for each symbol.
    """
    n = len(step["texts"])
    chosen = sorted({*range(round(share * n / 2)), *of_each_answer(step["said"], share / 2)})
    chosen = chosen if share < 1 else list(range(n))
    texts, said = ([step[key][i] for i in chosen] for key in ("texts", "said"))
    symbols = list(dict.fromkeys(symbol for text in (*texts, *said) for symbol in text))
    letters = dict(zip(symbols, LETTERS, strict=False))
    rows = [
        ["".join(letters[symbol] for symbol in text) for text in both] for both in (texts, said)
    ]
    return {"kind": step["kind"], "symbols": {letters[each]: each for each in symbols},
            "texts": rows[0], "said": rows[1], "inputs": n}  # fmt: skip


def in_rows(step: Step, share: float, whole: bool) -> Step:
    """A step with a share of its rows, evenly chosen: tokens, and what is asked at their ends."""
    tokens, expected = step["tokens"], step["expected"]
    asked = np.flatnonzero((expected >= 0).any(axis=1))
    chosen = asked[evenly(len(asked), share)]
    rows, wanted = [], []
    for i in chosen:
        (places,) = np.nonzero(expected[i] >= 0)
        end = None if whole else places[-1] + 1
        rows.append(tokens[i, :end].tolist())
        wanted.append(expected[i, places[0] : end].tolist())
    inputs = int((expected >= 0).sum())
    left = {key: value for key, value in step.items() if key not in ("tokens", "expected")}
    return left | {"rows": rows, "wanted": wanted, "inputs": inputs}
