"""What a program does, as lines of text: its tape, its stream, its heads, and its lens."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap

import numpy as np

from taotp.constructions.part_names import covering
from taotp.interp.lanes import Lanes, lanes_of
from taotp.interp.lanes.picture import rows
from taotp_core.arrays import Array, Rounding, to_float64
from taotp_core.measure import margin
from taotp_core.program import Program
from taotp_core.stream import Subspace
from taotp_core.transformer import Trace, encode, quiet, trace, unembed
from taotp_core.weights import Transformer

COLORS = {"position": "34", "token": "33", "result": "32", "title": "1"}
SHADES = ".:-=+*#%@"  # attention from none to all, in nine steps
MOST_WEIGHTS = 20_000_000  # of attention, with their scores, that a trace may keep
LISTED = 40  # how many positions are listed, of more those about the one looked at
TOLD = 200  # up to how many positions a machine is told in symbols
GRID = 30  # up to how many positions a head is drawn as a grid
NAME = 12  # how many characters of a symbol are shown
LONGEST = 30  # and at most of the name of a part of the stream


@dataclass(frozen=True)
class Screen:
    """How many columns there are, and whether they show colors."""

    width: int = 80
    color: bool = False


def paint(text: str, role: str, screen: Screen) -> str:
    """The text in the color of a role, where there are colors."""
    return f"\x1b[{COLORS[role]}m{text}\x1b[0m" if screen.color else text


def plain(text: str) -> str:
    """The text with control characters written out, so that none reaches a terminal."""
    return "".join(
        c if c.isprintable() or c in "\n\t" else c.encode("unicode_escape").decode() for c in text
    )


def short(symbol: object) -> str:
    """A symbol as it is shown: a string in quotes, a long one cut."""
    name = repr(symbol)
    return name if len(name) <= NAME else name[: NAME - 4] + "..." + name[-1]


def figure(x: float) -> str:
    """A number in at most nine characters."""
    return f"{x + 0.0:.3g}" if abs(x) >= 5e-10 or np.isnan(x) else "0"


def explain(
    program: Program,
    tokens: Sequence[int],
    at: int,
    screen: Screen,
    to: Rounding = to_float64,
    source: Sequence[int] = (),
) -> Iterator[str]:
    """What happens when a program reads tokens, looked at closely at position `at`.

    Lines of text: the tape, then the stream, the heads and the lens at that position. Without
    names the stream is shown as one. `source` is what an encoder reads first: of that, the
    stream and the heads at the row that a cross head looks at most. Raises ValueError for a
    position that is not there, and for more than a trace can keep.
    """
    if not 0 <= at < len(tokens):
        raise ValueError(f"position {at} is not there; the program read 0 to {len(tokens) - 1}")
    room = room_in(program.model)
    if at >= room:
        raise ValueError(f"position {at} is too far for a trace of this model; at most {room - 1}")
    tokens = tokens[:room]
    names = [short(symbol) for symbol in program.vocabulary]
    read = [names[token] for token in source]
    memory = None if program.model.encoder is None else encode(program.model, np.array(source), to)
    seen = trace(program.model, np.array(tokens), to, memory)
    if program.model.encoder is not None:
        row = asked_most(seen, at)
        yield from encoder(program.model.encoder, source, read, row, screen, to)
    yield from tape(seen.logits, tokens, names, at, screen)
    if np.isfinite(seen.logits).all() and max(len(tokens), len(source)) <= TOLD:
        yield from titled("In symbols", at, names[tokens[at]], screen)
        yield from symbols(lanes_of(program, tokens, source), at, screen)
    yield from titled("The stream", at, names[tokens[at]], screen)
    steps = {step: seen.stream[step][at] for step in steps_of(program.model)}
    yield from stream(steps, shown(program.model), screen)
    if seen.patterns or seen.cross_patterns:
        yield from titled("The heads", at, names[tokens[at]], screen)
        yield from heads(program.model, seen, [names[t] for t in tokens], read, at, screen)
    yield from titled("The lens: what it would say after each step", at, names[tokens[at]], screen)
    yield from lens(program.model, steps, names, to)


def symbols(told: Lanes, at: int, screen: Screen) -> Iterator[str]:
    """What parts of the stream hold at the positions that count and fit; then what heads do."""
    yield from (f"  {plain(line)}".rstrip() for line in rows(told, at, screen.width - 2))
    yield ""
    for said in told.sentences_at(at):
        yield from wrap(plain(said), screen.width, initial_indent="  ", subsequent_indent="    ")


def room_in(model: Transformer) -> int:
    """How many positions a trace of a stack can keep the attention of."""
    heads_in_all = sum(len(layer.heads) for layer in model.layers)
    return math.isqrt(MOST_WEIGHTS // max(1, 2 * heads_in_all))


def asked_most(seen: Trace, at: int) -> int:
    """The row of the memory that a cross head looks at most from a position, 0 for none."""
    rows = [weights[at] for layer in seen.cross_patterns.values() for weights in layer]
    largest = max(rows, key=lambda row: float(np.nan_to_num(row).max()), default=np.zeros(1))
    return int(np.nan_to_num(largest).argmax())


def encoder(
    model: Transformer,
    source: Sequence[int],
    read: Sequence[str],
    at: int,
    screen: Screen,
    to: Rounding,
) -> Iterator[str]:
    """What an encoder read, and its stream and its heads at one row; ends with an empty line."""
    if len(source) > room_in(model):
        raise ValueError(
            f"there are {len(source)} tokens to read; a trace of this encoder has room for "
            f"{room_in(model)}"
        )
    yield paint("The encoder read", "title", screen)
    first, last = max(0, at - LISTED // 2), at + LISTED // 2
    cells = [paint(name, "token", screen) for name in read[first:last]]
    yield "  " + ("... " if first else "") + " ".join(cells) + (" ..." if read[last:] else "")
    seen = trace(model, np.array(source), to)
    yield from titled("What it says, its row", at, read[at], screen)
    steps = {step: seen.stream[step][at] for step in steps_of(model)}
    yield from stream(steps, shown(model), screen)
    if seen.patterns:
        yield from titled("The heads of the encoder", at, read[at], screen)
        yield from heads(model, seen, read, read, at, screen)
    yield ""


def titled(title: str, at: int, token: str, screen: Screen) -> Iterator[str]:
    """An empty line and a heading."""
    yield ""
    yield paint(f"{title}, at position {at} ({token})", "title", screen)


def shown(model: Transformer) -> list[Subspace]:
    """The parts of the stream that are for readers, and those that no name is for."""
    rest = "" if model.subspaces else "stream"
    parts = covering(model.subspaces, model.d_model, rest)
    return [part for part in parts if not part.hidden]


def tape(
    logits: Array, tokens: Sequence[int], names: Sequence[str], at: int, screen: Screen
) -> Iterator[str]:
    """One line a position: what it holds, what it says, and by how much that leads."""
    yield paint("The tape", "title", screen)
    yield "  position  holds         says          lead"
    first = max(0, min(at - LISTED // 2, len(tokens) - LISTED))
    last = min(len(tokens), first + LISTED)
    if first:
        yield f"  ({first} more before)"
    leads = margin(logits) if logits.shape[-1] > 1 else np.zeros(len(tokens))
    for i in range(first, last):
        place = paint(f"{i:>8}", "position", screen)
        holds = paint(f"{names[tokens[i]]:<{NAME}}", "token", screen)
        says = paint(f"{said(logits[i], names):<{NAME}}", "result", screen)
        mark = "  <--" if i == at else ""
        yield f"  {place}  {holds}  {says}  {figure(float(leads[i]))}{mark}"
    if last < len(tokens):
        yield f"  ({len(tokens) - last} more behind)"


def said(logits: Array, names: Sequence[str]) -> str:
    """The name of the largest logit."""
    return "not a number" if np.isnan(logits).any() else names[int(logits.argmax())]


def steps_of(model: Transformer) -> Iterator[str]:
    """The steps of a trace that do something: a layer may lack heads or an MLP."""
    yield "embedding"
    after = model.norms == "after"
    for number, layer in enumerate(model.layers):
        if layer.heads or (after and layer.norm_attn):
            yield f"attention {number}"
        if layer.cross:
            yield f"cross {number}"
        if layer.mlp or (after and layer.norm_mlp):
            yield f"mlp {number}"


def stream(
    steps: Mapping[str, Array], subspaces: Sequence[Subspace], screen: Screen
) -> Iterator[str]:
    """The stream after each step: only the subspaces that it changed, from nothing on."""
    before: Array = np.zeros_like(steps["embedding"])
    wide = min(LONGEST, max([NAME, *(len(part.name) + 2 for part in subspaces)]))
    for step, now in steps.items():
        changed = [s for s in subspaces if differs(now, before, s)]
        yield f"  after {step}:" + ("" if changed else " no change")
        for subspace in changed:
            values = now[subspace.start : subspace.start + len(subspace)]
            yield from columns(subspace.name, [figure(x) for x in values.tolist()], screen, wide)
        before = now


def differs(now: Array, before: Array, subspace: Subspace) -> bool:
    """Whether a step changed what a subspace holds by more than rounding does."""
    part = slice(subspace.start, subspace.start + len(subspace))
    close = 1e-12 * max(1.0, float(np.abs(before).max()))
    return not bool((np.abs(now[part] - before[part]) <= close).all())


def columns(name: str, cells: Sequence[str], screen: Screen, wide: int = NAME) -> Iterator[str]:
    """A name, then its numbers in columns, on as many lines as they take."""
    per_line = max(1, (screen.width - wide - 4) // 10)
    for i in range(0, len(cells), per_line):
        label = plain(name)[:wide] if i == 0 else ""
        yield f"    {label:<{wide}}" + "".join(f"{cell:>10}" for cell in cells[i : i + per_line])


def heads(
    model: Transformer,
    seen: Trace,
    names: Sequence[str],
    read: Sequence[str],
    at: int,
    screen: Screen,
) -> Iterator[str]:
    """Where each head looks from a position, and from all of them where they are few.

    Own heads look at `names`, cross heads at what the encoder `read`.
    """
    few = max(len(names), len(read)) <= min(GRID, screen.width // 2 - 10)
    if few:
        yield f"  From each line to each column, {SHADES[0]} none to {SHADES[-1]} all."
    for number, layer in enumerate(model.layers):
        for own, kind, patterns, there, masked in (
            (layer.heads, "head", seen.patterns, names, model.causal),
            (layer.cross, "cross head", seen.cross_patterns, read, False),
        ):
            for h, (head, weights) in enumerate(zip(own, patterns.get(number, ()), strict=True)):
                called = f" ({head.name})" if head.name else ""
                yield f"  {kind} {h} of layer {number}{called} {look(weights[at], there)}"
                if few:
                    yield from grid(weights, at, screen, masked)


def look(weights: Array, names: Sequence[str]) -> str:
    """A sentence on one row of attention weights."""
    if np.isnan(weights).any():
        return "looks at what is not a number"
    best = [int(i) for i in np.argsort(-weights, kind="stable")[:3] if weights[i] >= 0.005]
    places = [f"{i} ({names[i]}) {weights[i]:.1%}" for i in best]
    more = int((weights >= 0.005).sum()) - len(best)
    return "looks at " + ", ".join(places) + (f" and {more} more" if more else "")


def grid(weights: Array, at: int, screen: Screen, masked: bool) -> Iterator[str]:
    """The attention pattern as characters, one line a query; later keys where none is masked."""
    weights = np.nan_to_num(weights)
    for i, row in enumerate(weights):
        levels = np.rint(row[: i + 1 if masked else None] * (len(SHADES) - 1)).astype(int)
        cells = " ".join(SHADES[level] for level in levels)
        yield f"    {paint(f'{i:>4}', 'position', screen)}  {cells}" + ("  <--" if i == at else "")


def lens(
    model: Transformer, steps: Mapping[str, Array], names: Sequence[str], to: Rounding
) -> Iterator[str]:
    """What the stream after each step would say, and the next best."""
    for step, now in steps.items():
        with quiet():
            logits = unembed(model, now, to)
        if np.isnan(logits).any():
            yield f"  after {step + ':':<13} not a number"
            continue
        best = np.argsort(-logits, kind="stable")[:3]
        words = [f"{names[i]} {figure(float(logits[i]))}" for i in best]
        yield f"  after {step + ':':<13} " + ", ".join(words)
