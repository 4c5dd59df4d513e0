"""The certificates that are stored: whole, right, and tried again.

They are tried again as `verify check` does it, with a whole shard. Where that takes long it is done
at night; by day inputs are drawn, and shards in turn are held to the digest of right answers.
"""

from collections.abc import Callable
from pathlib import Path

import pytest

from taotp import data, programs
from taotp.verify import Certificate, checked, machine, read
from taotp.verify.checking import DRAWN, Drawn, hold_drawn, hold_right, of_drawn
from taotp.verify.machines import Machine
from taotp.verify.shards import Shard, right
from taotp_core.program import Program
from taotp_core.weights import named_arrays
from tests.laws import every
from tests.verify.conftest import here
from tools.sampling import at_night, drawn, lot

FOLDER = Path(str(data.__file__)).parent / "certificates"
STORED: dict[str, tuple[str, int, Callable[[], Program]]] = {  # all inputs of what, by whom
    "sums_3": ("sums(3)", 100**3, lambda: programs.small.add(3)),
    "sums_4": ("sums(4)", 100**4, lambda: programs.small.add(4)),
    "little_man_3": ("little_man(3, 24)", 59**3, lambda: programs.computer(3, 31, steps=24)),
    "three_instructions_4": (
        "three_instructions(4, 30)", 12**4, lambda: programs.three_instructions(4, 39, steps=30)
    ),
}  # fmt: skip
LONG = ("sums_4", "little_man_3")  # of which some are tried by day
IN_TURN = 3  # shards of them


@every("path", sorted(FOLDER.glob("*.json")))
def test_a_stored_certificate_holds(path: Path) -> None:
    found = read(path)
    domain, inputs, made = STORED[path.stem]
    assert (found.domain, found.inputs, found.wrong) == (domain, inputs, 0)
    assert found.whole
    listed = machine(str(FOLDER / Path(found.machine).name))
    if path.stem not in LONG or at_night():
        with here():
            again = checked(found, listed, shards=1, seed=0)
        size = found.pieces[0].end
        assert again.whole == 1 and DRAWN // 2 < again.inputs <= size + DRAWN
        assert again.missed <= 0.01
    else:
        hold_some(found, listed)
    ours, stored = (named_arrays(program.model) for program in (made(), listed.program))
    for where, array in ours.items():  # last bits differ from one kind of computer to another
        assert array == pytest.approx(stored[where], rel=1e-9, abs=1e-12)


def hold_some(certificate: Certificate, listed: Machine) -> None:
    """ValueError where inputs that are drawn are not as certified, or the digest of a shard."""

    def asked(first: int, end: int) -> tuple[Machine, str, str, str, int, int]:
        return listed, certificate.domain, "", certificate.precision, first, end

    numbers = tuple(sorted({lot(f"input {i}") % certificate.inputs for i in range(DRAWN)}))
    some = Drawn(*asked(numbers[0], numbers[-1] + 1), numbers)
    hold_drawn(certificate, some, of_drawn(some))
    for piece in drawn(certificate.pieces, IN_TURN, certificate.domain):
        shard = Shard(*asked(piece.first, piece.end))
        hold_right(certificate, shard, right(shard))
