"""The live figure of what a cache spares: rows and pairs as cells, and multiplications."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from taotp.costs.multiplications import multiplications
from taotp.costs.published import configuration
from taotp.figures import sketches
from taotp.figures.explorables import FOLDED, figure_with
from taotp.figures.figure import ChoiceDial, Dial, Figure, Select
from taotp.figures.live import LiveFigure
from taotp.figures.stills import shades
from taotp.figures.strokes import SIZE, element, write
from taotp.figures.tables import table_of
from taotp_core.weights import MLP, Head, Layer, Transformer

Sizes = Mapping[str, int]

ASKED = ("n", "typed")  # the controls of the question
MOST = 64  # tokens: the longest text that cells are drawn of
# What the dials offer; sizes that a caller gives come on top.
DIALS: Mapping[str, tuple[str, Sequence[int]]] = {
    "layers": ("layers", (1, 2, 3, 4, 6, 8, 12, 18, 24, 32, 48, 64, 96)),
    "heads": ("heads in each", (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 96)),
    "d_head": ("d_head", (2, 3, 4, 6, 8, 12, 16, 24, 32, 64, 128)),
    "d_model": ("d_model", (4, 8, 16, 32, 64, 128, 256, 512, 768, 1024, 4096, 12_288)),
    "d_mlp": ("d_mlp", (0, 16, 32, 64, 128, 256, 1024, 3072, 4096, 16_384, 49_152)),
    "d_vocab": ("d_vocab", (2, 11, 32, 69, 256, 1000, 10_000, 50_257)),
}
SMALL: Sizes = {
    "layers": 2, "heads": 2, "d_head": 16, "d_model": 32, "d_mlp": 128, "d_vocab": 69,
}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class CacheCost(Figure):
    """What tokens up to the one with the number `most` cost; `machines` are sizes by a name."""

    machines: Mapping[str, Mapping[str, int]]
    most: int
    kind: Literal["cacheCost"] = "cacheCost"


def sizes_of(name: str) -> Sizes:
    """The sizes of a published model; ValueError for one whose heads share keys, or unknown."""
    of = configuration(name)
    if of.n_kv_heads != of.n_heads or of.gated:
        raise ValueError(f"{name} shares keys or has gated MLPs, which the figure does not count")
    sizes = (of.n_layers, of.n_heads, of.d_head, of.d_model, of.d_mlp, of.d_vocab)
    return dict(zip(DIALS, sizes, strict=True))


def cache(
    sizes: Sizes = SMALL,
    *,
    typed: int = 6,
    n: int = 10,
    most: int = 16,
    machines: Mapping[str, Sizes] | None = None,
    id: str = "cache",
    title: str = "What is computed again",
    alt: str = "Without a cache each token computes all rows again; with one it computes its own.",
    show: Sequence[str] | None = None,
) -> LiveFigure:
    """Rows and pairs that the n-th token takes, without a cache and with one, of at most `most`.

    The first `typed` tokens are read at once. `sizes` are those of a machine: layers, heads in
    each, d_head, d_model, d_mlp (0: no MLP) and d_vocab; `machines` are others that a press sets
    (None: this one, GPT-2 and GPT-3). Counted is what `cost.multiplications` counts. Raises
    ValueError for sizes that are missing or too small, and lengths that are out of order.
    """
    if not 1 <= typed <= n <= most <= MOST:
        raise ValueError(
            f"typed, n and most are {typed}, {n} and {most}; "
            f"each must be at least the one before it, from 1 to {MOST}"
        )
    others = machines if machines is not None else {
        "this machine": sizes, "GPT-2": sizes_of("gpt2"), "GPT-3": sizes_of("gpt3")
    }  # fmt: skip
    for each in (sizes, *others.values()):
        check_sizes(each)

    def still() -> str:
        model = with_sizes(sizes, most)
        rows = {}
        for i in sorted({typed, n, most}):
            without = multiplications(model, i, keep=1)
            kept = multiplications(model, i, cached=i - 1) if i > typed else without
            rows[f"token {i}"] = [f"{sum(parts.values()):,}" for parts in (without, kept)]
        heads = ["multiplications of", "without a cache", "with a cache"]
        return pairs_of(typed, n, title) + table_of(rows, heads, title)

    drawn = CacheCost(
        id=id,
        title=title,
        alt=alt,
        panels=["machines", "again", "kept", FOLDED, "parts", "growth"],
        controls=[
            Dial(name="n", label="token", least=1, most=most),
            Dial(name="typed", label="tokens typed at once", least=1, most=most),
            *(
                ChoiceDial(
                    name=name, label=label, values=values_of(name, [sizes, *others.values()])
                )
                for name, (label, _) in DIALS.items()
            ),
            Select(name="layer", label="layer shown", values=["first", "last"]),
        ],
        state={"n": n, "typed": typed, "layer": "first", **sizes},
        machines=others,
        most=most,
    )
    fold = [each.name for each in drawn.controls if each.name not in ASKED]
    return figure_with(drawn, still, show, ["cache"], fold)


SIDE, APART = 200.0, 320.0  # of a triangle of pairs, and from one to the next


def pairs_of(typed: int, n: int, title: str) -> str:
    """The pairs that each token looks at, and which of them the n-th computes, as a picture."""
    seen = np.tril(np.ones((n, n)))
    own = np.zeros((n, n))
    own[n - 1 if n > typed else 0 :] = 1
    ink = ""
    for k, (name, table) in enumerate(
        {"without a cache: all again": seen, "with a cache: its own row": seen * own}.items()
    ):
        says = f"{int(table.sum())} pairs for token {n}, {name}"
        inside = write(0, SIZE, says, font_size=11)
        shown = "".join(shades(np.where(table > 0, 1, 0.15 * seen), SIDE, SIDE))
        inside += element("g", shown, transform="translate(0 20)")
        ink += element("g", inside, transform=f"translate({k * APART:g} 0)")
    return sketches.still(title, (SIDE + 24, ink))


def values_of(name: str, machines: Sequence[Sizes]) -> list[int]:
    """What a dial of sizes offers, those of some machines included."""
    return sorted({*DIALS[name][1], *(sizes[name] for sizes in machines)})


def check_sizes(sizes: Sizes) -> None:
    """Raise ValueError for sizes that are missing, unknown or too small."""
    if set(sizes) != set(DIALS):
        raise ValueError(f"the sizes are {', '.join(sizes)}; they must be {', '.join(DIALS)}")
    for name, size in sizes.items():
        if size < (name != "d_mlp"):
            raise ValueError(f"{name} is {size}; it must be at least {int(name != 'd_mlp')}")


def with_sizes(sizes: Sizes, n_ctx: int) -> Transformer:
    """A transformer of these sizes, all of whose numbers are 0."""
    d, d_head, d_mlp = (sizes[name] for name in ("d_model", "d_head", "d_mlp"))
    inward = np.zeros((d, d_head))
    head = Head(inward, inward, inward, np.zeros((d_head, d)))
    mlp = MLP(np.zeros((d, d_mlp)), np.zeros(d_mlp), np.zeros((d_mlp, d)), np.zeros(d))
    layer = Layer([head] * sizes["heads"], mlp if d_mlp else None)
    W_E, W_pos = np.zeros((sizes["d_vocab"], d)), np.zeros((n_ctx, d))
    return Transformer(W_E, W_pos, [layer] * sizes["layers"])
