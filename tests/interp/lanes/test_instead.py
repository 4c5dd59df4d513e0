"""Laws of what would be said instead: it is what the machine itself says of such a text."""

import numpy as np

from taotp.interp.lanes import lanes
from taotp.programs import hello_world, minimum, search
from taotp.programs.printed import aab
from taotp_core.transformer import encode, forward
from tests.interp.lanes.machines import MACHINES, drawn, machine
from tests.laws import every


@every("name", MACHINES)
def test_it_is_what_the_machine_says_of_that_text(name: str) -> None:
    program = machine(name)
    seen = lanes(program, drawn(name, np.random.default_rng(3)))
    for at in range(len(seen.tokens)):
        if (found := seen.instead(at)) is None or not found.positions:
            continue
        assert found.says[found.now] == seen.lanes[-1].values[at]
        assert len({*map(str, found.says)}) > 1, "else nothing is shown"
        for text, said in found.pairs:
            ids, source = ([program.places[x] for x in some] for some in (seen.tokens, seen.read))
            for p, symbol in zip(found.positions, text, strict=True):
                (source if found.read else ids)[p] = program.places[symbol]
            until = at + 1 if program.model.causal else None
            memory = encode(program.model, np.array(source)) if source else None
            logits = forward(program.model, np.array(ids[:until]), memory=memory)[at]
            assert logits[program.places[said]] >= logits.max() - 1e-9 * abs(logits).max()


def test_a_rule_can_be_read_from_it() -> None:
    """Each shows what its program is about: the place, the smallest, a copy, a key, a pair."""
    program = hello_world()
    seen = lanes(program, "Hello")
    places = seen.instead(4)
    assert places and "".join(map(str, places.says)).startswith("Hello")
    smallest = lanes(minimum(13, 8), [6, 2, 0, 12]).instead()
    assert smallest and [*smallest.says[:4]] == [0, 1, 2, 2]
    copied = lanes(search(10, 24, 2), [1, 2, 3, 8, 7, 1, 3, 8]).instead()
    assert copied and [*copied.says] == [text[0] for text in copied.texts]
    rows = [("0", "1"), ("2", "0")]
    given = lanes(machine("lookup"), "x01").instead(-1, rows)
    assert given and given.positions == range(1, 3) and {*rows} <= {*given.texts}
    pair = lanes(aab(), "aabaa").instead()
    cases = {"".join(map(str, text)): said for text, said in (pair.pairs if pair else ())}
    assert cases == {"aa": "b", "ab": "a", "ba": "a", "bb": "a"}
