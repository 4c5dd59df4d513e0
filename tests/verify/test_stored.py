"""The certificates that are stored: whole, right, and some shards of them tried again."""

from pathlib import Path

import pytest

from taotp_core import data
from taotp_core.programs import small
from taotp_core.verify import checked, machine, read
from taotp_core.verify.checking import DRAWN
from taotp_core.weights import named_arrays

FOLDER = Path(str(data.__file__)).parent / "certificates"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: path.stem)
def test_a_stored_certificate_holds(path: Path) -> None:
    found = read(path)
    n = int(path.stem.removeprefix("sums_"))
    assert (found.domain, found.inputs, found.wrong) == (f"sums({n})", 100**n, 0)
    assert found.whole
    listed = machine(str(FOLDER / Path(found.machine).name))
    size = found.pieces[0].end
    again = checked(found, listed, shards=1, seed=0, workers=1)
    assert size < again.inputs <= size + DRAWN
    assert again.missed <= 0.01
    here, there = (named_arrays(program.model) for program in (small.add(n), listed.program))
    for where, array in here.items():  # last bits differ from one kind of computer to another
        assert array == pytest.approx(there[where], rel=1e-9, abs=1e-12)
