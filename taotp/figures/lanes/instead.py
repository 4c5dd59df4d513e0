"""Two rows below a picture of lanes: what might have stood in the text, and what would be said."""

from collections.abc import Iterable, Iterator

from taotp.figures.lanes.layout import LABEL, Columns
from taotp.figures.pictures import RESULT
from taotp.figures.strokes import BOLD, SIZE, WIDE, Block, element, path, width_of, write
from taotp.interp.lanes import Instead
from taotp.interp.lanes.codebooks import Meaning
from taotp.interp.lanes.picture import cell

ROW, TOP, AIR = 25, 12, 10  # how high a row is, the room above both, and that in a column
LEAST, MOST = 24.0, 44.0  # how wide a column is


def instead(found: Instead, above: Columns) -> Block:
    """What would be said, had others stood there: a column for each, that of what stands marked.

    Places stand below their own columns, where all of them are drawn.
    """
    texts = [written(text) for text in found.texts]
    says = [cell(said) for said in found.says]
    longest = max(width_of(text, SIZE) * BOLD for text in (*texts, *says))
    wide = max(LEAST, longest + AIR)
    most = max(1, int((WIDE - LABEL) / wide))
    first = max(0, min(found.now - most // 2, len(texts) - most))
    some = range(len(texts))[first : first + most]
    wide = max(wide, min(MOST, (WIDE - LABEL) / len(some)))
    middles = {n: LABEL + wide * (k + 0.5) for k, n in enumerate(some)}
    if not found.positions and above.end <= WIDE + 1 and not above.folds:
        middles = {n: above.middle(int(str(text[0]))) for n, text in enumerate(found.texts)}
    return TOP + 2 * ROW, "".join(drawn(found, texts, says, middles, wide))


def drawn(
    found: Instead, texts: list[str], says: list[str], middles: dict[int, float], wide: float
) -> Iterator[str]:
    """A line above, the names of both rows, and their columns."""
    yield path(f"M0 0H{WIDE}", "currentColor", stroke_width=1, opacity=0.3,
               stroke_dasharray="2 4")  # fmt: skip
    for k, name in enumerate(names(found)):
        yield write(LABEL - 12, TOP + 16 + k * ROW, name, text_anchor="end", font_weight="bold")
    for n, x in middles.items():
        if n == found.now:
            yield element("rect", x=x - wide / 2 + 1, y=TOP - 2, width=wide - 2, height=2 * ROW,
                          rx=7, fill="currentColor", fill_opacity=0.07)  # fmt: skip
        yield write(x, TOP + 16, texts[n], text_anchor="middle", opacity=0.8)
        yield write(x, TOP + 16 + ROW, says[n], text_anchor="middle", font_weight="bold",
                    color=RESULT)  # fmt: skip


def names(found: Instead) -> tuple[str, str]:
    """What both rows are called."""
    if not found.positions:
        return "at position", "it says"
    first, last = found.positions[0], found.positions[-1]
    some = f"{first} to {last}" if len(found.positions) > 2 else " and ".join(
        map(str, found.positions)
    )  # fmt: skip
    where = some if len(found.positions) > 1 else f"position {some}"
    return f"if read at {some}" if found.read else f"if {where} held", "it would say"


def written(text: Iterable[Meaning]) -> str:
    """The symbols of a text, apart where they are longer than a letter."""
    symbols = [cell(symbol) for symbol in text]
    return ("" if all(len(symbol) == 1 for symbol in symbols) else " ").join(symbols)
