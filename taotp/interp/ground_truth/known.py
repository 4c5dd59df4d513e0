"""All machines of which it is known what matters, for those who hold tools of their own to it."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from taotp.interp.ground_truth.cases import BOOK, Asked, Case, case_of, encoder_of
from taotp.interp.ground_truth.decoys import decoys
from taotp.interp.ground_truth.larger import ENCODERS, LARGER, SMALLER
from taotp.interp.ground_truth.matters import in_order, matters
from taotp.interp.ground_truth.otherwise import OTHERWISE
from taotp.interp.ground_truth.twins import TWINS
from taotp.interp.ground_truth.witnesses import WITNESSES
from taotp.interp.parts import Part
from taotp_core.arrays import Inputs
from taotp_core.weights import Transformer

Make = Callable[[], Case]


class Known(NamedTuple):
    """A machine, prompts [n_prompts, n], its parts, and those of them that matter.

    Where the model is an encoder, `case.speaker` says what comes of what it reads.
    """

    name: str
    model: Transformer
    prompts: Inputs
    parts: list[Part]
    truth: list[Part]
    case: Case


def asked(name: str, make: Callable[[], Asked], to: Callable[..., Case]) -> Case:
    """A program as a case, made when it is needed."""
    return to(name, *make())


MACHINES: dict[str, Make] = {
    **{name: partial(asked, name, make, case_of) for name, make in BOOK.items()},
    **WITNESSES,
    **{name: partial(asked, name, make, case_of) for name, make in (SMALLER | LARGER).items()},
    **{name: partial(asked, name, make, encoder_of) for name, make in ENCODERS.items()},
    **OTHERWISE,
    **TWINS,
}
HAVE_DECOYS = {*BOOK, *OTHERWISE}  # beside the first head, where there is room


def every_case() -> Iterator[Case]:
    """All machines; those of HAVE_DECOYS are followed by theirs."""
    for name, make in MACHINES.items():
        yield (case := make())
        if name in HAVE_DECOYS:
            yield from decoys(case).values()


def known() -> Iterator[Known]:
    """All machines and what matters in each, one after the other; some take a minute.

    >>> next(known()).truth
    [(0, 0)]
    """
    for case in every_case():
        yield Known(case.name, case.model, case.prompts, case.parts,
                    in_order(case, matters(case)), case)  # fmt: skip
