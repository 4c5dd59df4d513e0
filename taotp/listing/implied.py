"""Say what a machine of semes is: what is implied, and its words, heads and units in semes."""

from collections.abc import Iterator

from taotp.listing.stacks import DEFAULTS, SaidLayer, Stack, Stacks, terms_of
from taotp.listing.vectors import shown
from taotp_core.program import Symbol


def implied(made: Stacks) -> Iterator[str]:
    """A line for each thing that no sentence says."""
    loud, start = f"{made.loud:g}", repr(made.sentinels["start"])
    yield "What is implied:"
    yield "  balance holds minus the sum of all else in a row, so that centering changes nothing"
    yield f"  loud and -loud hold {loud} and -{loud} in every row: that sets what a norm divides"
    yield "    by, and 'one' is read from them; nothing writes it"
    yield f"  start is 1 in the row of {start}, which stands before all that is read; a head finds"
    yield "    it where nothing is that it looks for, as it scores 1/2 less than that would"
    layout = made.layout
    if layout is not None and layout.waves:
        circles = "1 circle" if layout.waves == 1 else f"{layout.waves} circles"
        yield f"  place and waves tell {made.n_ctx} positions, by {circles}; position 0 has none"
    if made.size is not None:
        n = len(made.semes)
        yield f"  {n} semes are unit vectors in {made.size} numbers that meet a little"
    if made.says:
        yield f"  what no 'say' names is said for -{DEFAULTS['unsaid']} one"


def words_in(made: Stacks, stack: Stack, vocabulary: tuple[Symbol, ...]) -> Iterator[str]:
    """A sentence for each symbol that means something in a stack."""
    for symbol in vocabulary:
        if terms := terms_of(made, stack, symbol):
            yield f"token {symbol!r} is {shown(terms)}"


def said_for(made: Stacks, vocabulary: tuple[Symbol, ...]) -> Iterator[str]:
    """A sentence for each symbol that is said for something."""
    for symbol in vocabulary:
        if terms := made.says.get(symbol):
            yield f"token {symbol!r} is said for {shown(terms)}"


def layer_in_semes(number: int, layer: SaidLayer) -> Iterator[str]:
    """A sentence for each head and each unit of a layer."""
    where = f"layer {number}"
    for n, head in enumerate(layer.heads):
        sought = f", for {shown(head.look)}," if head.look else ""
        name = f" ({head.name})" if head.named else ""
        place = "into the memory" if head.where == "memory" else head.where
        yield f"{where}, head {n}{name} looks {place}{sought} and moves {shown(head.move)}"
    for n, unit in enumerate(layer.units):
        does = f"reads {shown(unit.reads)} and writes" if unit.reads else "writes"
        when = unit.holds and f" when {unit.holds}"
        yield f"{where}, unit {n} {does} {shown(unit.writes)}{when}"
