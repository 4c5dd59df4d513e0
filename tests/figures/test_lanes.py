"""Laws of the picture of lanes that stands on paper."""

import colorsys
import re
from collections import defaultdict
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree.ElementTree import Element

import numpy as np

from taotp.figures import explore
from taotp.figures.lanes import lanes
from taotp.figures.lanes.curves import curve, in_sight
from taotp.figures.lanes.layout import LABEL, SMALL, columns_of, rows_of, shortened, wrapped
from taotp.figures.lanes.seats import seat_name, width_of_cell
from taotp.figures.pictures import RESULT
from taotp.figures.rendering import segments
from taotp.figures.strokes import SIZE, WIDE, svg, width_of
from taotp.interp.lanes import Cell, Lanes
from taotp.interp.lanes import lanes as read
from taotp.interp.lanes.causes import TEXT
from taotp.interp.lanes.codebooks import Meaning
from taotp.page import bundle
from taotp.programs import Program, maximum, minimum, search, small, sort, weird_words
from tests.figures import asking
from tests.interp.lanes.machines import MACHINES, drawn, machine
from tests.laws import every

DRAWN = 3  # prompts of each machine
FAR = 60  # pixels, from which on there is a row between two
LEAST_LETTER = 10.99  # of names, to which a picture is made smaller
AIR = 2  # pixels that two texts of a row are apart, at least


class Drawn(NamedTuple):
    """Lanes, the position that is told, how high the picture of them is, and what is in it."""

    seen: Lanes
    at: int
    high: float
    nodes: list[Element]

    def named(self, tag: str) -> list[Element]:
        """The elements of a kind."""
        return [node for node in self.nodes if node.tag.endswith(tag)]

    @property
    def whole(self) -> Element:
        """What all of the picture stands in."""
        (found,) = (node for node in self.nodes if node.get("data-of"))
        return found

    @property
    def share(self) -> float:
        """How much of its size the picture has."""
        return float(self.whole.get("transform", "scale(1)")[6:-1])


def picture_of(seen: Lanes, at: int = -1) -> Drawn:
    """The picture of lanes where a position is told, the last unless another is named."""
    at = range(len(seen.tokens))[at]
    high, ink = lanes(seen, at)
    return Drawn(seen, at, high, [*asking.nodes(svg(WIDE, high, ink))])


@cache
def pictures(name: str) -> list[Drawn]:
    """Pictures of a machine: of drawn prompts, at the first position, the last, and one between."""
    rng = np.random.default_rng(3)
    runs = [read(machine(name), drawn(name, rng)) for _ in range(DRAWN)]
    return [picture_of(seen, at) for seen in runs
            for at in {0, len(seen.tokens) // 2, len(seen.tokens) - 1}]  # fmt: skip


def held(seen: Lanes) -> dict[str, Meaning]:
    """What each cell holds, by its name."""
    found = {seat_name(Cell(TEXT, i)): token for i, token in enumerate(seen.tokens)}
    found |= {seat_name(Cell(TEXT, i, "encoder")): token for i, token in enumerate(seen.read)}
    away = [x.lane for head in seen.heads for x in head.carried if x.verb == "takes away"]
    for lane in seen.lanes:
        minus = "\N{MINUS SIGN}" if lane in away else ""
        for i, x in enumerate(lane.shown):
            found[seat_name(Cell(lane.name, i, lane.stack))] = f"{minus}{x}" if minus else x
    return found


def extent(text: Element) -> tuple[float, float]:
    """Where a text begins and ends."""
    wide = width_of(text.text or "", float(text.get("font-size", SIZE)))
    share = {"middle": 0.5, "end": 1.0}.get(text.get("text-anchor", ""), 0.0)
    start = float(text.get("x", 0)) - share * wide
    return start, start + wide


@every("name", MACHINES)
def test_each_symbol_is_that_of_its_lane(name: str) -> None:
    """Of tags some are shown, those that play a part before others, and the rest is counted."""
    for each in pictures(name):
        known, said = held(each.seen), defaultdict(list)
        for text in each.named("text"):
            if cell := text.get("data-cell"):
                said[cell].append(text.text or "")
        first = {seat_name(cell): tags for cell, tags in each.seen.causes(each.at).tags.items()}
        for cell, lines in said.items():
            value = known[cell]
            if not isinstance(value, tuple):
                assert stands_for("".join(lines), value), (lines, value)
            elif not re.fullmatch(r"\d+ of \d+", lines[0]):
                assert_are_tags(lines, value, [*first.get(cell, ())])
        assert said[seat_name(Cell("answer", each.at))], "the answer is drawn"


def assert_are_tags(lines: list[str], value: tuple[Meaning, ...], first: list[str]) -> None:
    """All tags, or those that come first, at most three, and how many more there are."""
    rest = re.fullmatch(r"(\d+) more", lines[-1])
    shown = [next(str(tag) for tag in value if stands_for(line, tag))
             for line in lines[: len(lines) - bool(rest)]]  # fmt: skip
    assert len(shown) + (int(rest[1]) if rest else 0) == len(value)
    assert not rest or len(shown) == min(3, sum(tag in first for tag in map(plain, value)) or 3)
    ranks = [first.index(tag) if tag in first else len(first) for tag in shown]
    assert ranks == sorted(ranks)
    assert {*first} & {*map(str, value)} <= {*shown} or max(ranks) < len(first)


def plain(tag: Meaning) -> str:
    """A tag without how much of it there is."""
    return re.sub(r"^not | -?[\d.]+$", "", str(tag))


def stands_for(line: str, value: Meaning) -> bool:
    """Whether a line is what a value is, or its beginning."""
    if isinstance(value, float | int) and not isinstance(value, bool):
        return bool(np.isclose(float(line), value, rtol=1e-2))
    if line.endswith("\N{HORIZONTAL ELLIPSIS}"):
        return str(value).startswith(line[:-1].rstrip())
    return line in (str(value), "\N{OPEN BOX}", "on")


@every("name", MACHINES)
def test_each_thread_is_a_cause(name: str) -> None:
    """So is each cell that stands out; of the text all that play a part are drawn that fit.

    What the answer is made of is joined to it. A thread past other rows goes around their cells, in
    one piece: where it went behind a cell it would be in two.
    """
    for each in pictures(name):
        found = each.seen.causes(each.at)
        causes = {(seat_name(x.source), seat_name(x.to)) for x in found.threads}
        threads = [(x.get("data-from"), x.get("data-to")) for x in each.named("path")]
        assert {pair for pair in threads if pair[0]} <= causes
        strong = {text.get("data-cell") for text in each.named("text")
                  if text.get("data-cell") and not text.get("opacity")}  # fmt: skip
        cells = {seat_name(cell) for cell in found.cells}
        assert strong <= cells
        place = {Cell(TEXT, each.at)} if found.by_place else set()  # its number stands out
        texts = {cell for cell in found.cells if cell.lane == TEXT} - place
        assert {*map(seat_name, texts)} <= strong or each.share < 1, "there is no room for more"
        said = {*map(seat_name, found.said)}
        stems = [x for x in each.named("path") if x.get("stroke-width") == "2.5"
                 and x.get("stroke") == RESULT and x.get("opacity")]  # fmt: skip
        assert bool(said & {x.get("data-cell") for x in each.named("text")}) == bool(stems), said
        for thread in each.named("path"):
            if thread.get("data-from") and "V" not in (d := thread.get("d", "")):
                ends = re.findall(r"[\d.]+ ([\d.]+)", d)
                if float(ends[-1]) - float(ends[0]) > FAR and not each.seen.read:
                    assert d.count("M") == 1 or found.ranked, (thread.get("data-from"), d)


@every("name", MACHINES)
def test_nothing_runs_into_anything(name: str) -> None:
    """Texts of a line stand apart, lines of one column, and cells of neighboring ones."""
    for each in pictures(name):
        lines, columns = defaultdict(list), defaultdict(list)
        for text in each.named("text"):
            lines[text.get("y")].append((*extent(text), text.text))
            columns[text.get("x"), text.get("text-anchor")].append(float(text.get("y", 0)))
        for line in lines.values():
            for (_, end, one), (start, _, other) in pairwise(sorted(line)):
                assert end + AIR <= start, (one, other)
        for column in columns.values():
            for above, below in pairwise(sorted(column)):
                assert above + 11 <= below, columns
        found = each.seen.causes(each.at)
        rows = rows_of(each.seen, found)
        places = columns_of(rows, found, "", each.at, WIDE - LABEL).places
        for row in (row for row in rows if not row.stack):
            for p, (start, end) in places.items():
                wide = width_of_cell(row, p) if row.lines(p) else 0
                assert wide + AIR <= end - start, (row.name, p)


@every("name", MACHINES)
def test_a_picture_is_as_wide_as_it_may_be(name: str) -> None:
    """All that is written stands in it, and columns that are left out are counted."""
    for each in pictures(name):
        for text in each.named("text"):
            start, end = extent(text)
            assert start >= 0, text.text
            assert end * each.share <= WIDE + 1, text.text
            assert 0 < float(text.get("y", 0)) * each.share < each.high
        left_out = [int(n) for node in each.named("text")
                    if (n := (node.text or "").removesuffix(" more")) != node.text
                    and n.isdigit() and not node.get("data-cell")]  # fmt: skip
        assert int(each.whole.get("data-of", 0)) == len(each.seen.tokens)
        shown = {x.get("data-cell") for x in each.named("text")} & {
            *(seat_name(Cell(TEXT, i)) for i in range(len(each.seen.tokens)))
        }
        assert int(each.whole.get("data-rows", 0)) == len(shown)
        if not each.seen.read:
            assert len(shown) + sum(left_out) == len(each.seen.tokens)


@every("name", MACHINES)
def test_every_line_can_be_drawn_on_a_card(name: str) -> None:
    """No other test draws more than a few: the head of an arrow ended the building of the book."""
    still = explore(lambda: machine(name), drawn(name, np.random.default_rng(1))).still()
    for d in re.findall(r' d="([^"]*)"', still):
        assert [*segments(d)]
    for each in pictures(name):
        for path in each.named("path"):
            assert not path.get("d") or [*segments(path.attrib["d"])]


def test_of_a_look_of_two_strengths_the_sum_is_drawn() -> None:
    """And no other cell of its lane, where each symbol is what a mixture happens to be nearest to.

    No machine of the list looks so at numbers: a mutant drew 7 for 10 times 4 + 7, and 5 + 8.
    """
    found = []
    for one, other in [(45, 78), (90, 17), (38, 81), (12, 50)]:
        nodes = picture_of(read(small.add(2), f"{one}+{other}=")).nodes
        drawn = [x.text for x in nodes if x.get("data-cell", "").startswith("adds both numbers")]
        assert drawn in ([], [str(one + other)])
        found += drawn
    assert len(found) > 1, "it plays a part in some"


def test_rivals_of_what_is_found_stand_earlier() -> None:
    """Each place behind the same two: a mutant marked what stands before the place that is found.

    No other test asks which others would do.
    """
    rng, program = np.random.default_rng(6), search(3, 24, 2)
    for _ in range(6):
        seen = read(program, rng.integers(3, size=20).tolist())
        tokens, at = [*seen.tokens], len(seen.tokens) - 1
        would = [p for p in range(2, at + 1) if tokens[p - 2 : p] == tokens[at - 1 : at + 1]]
        passed = {cell.at: told for cell, told in seen.causes(at).passed.items()}
        assert passed == dict.fromkeys(would[:-1], "earlier")


def test_columns_that_play_no_part_fold_and_letters_stay_large() -> None:
    """Of many positions those that play a part are drawn; of all, what was found last is not."""
    few = picture_of(read(search(10, 64, 2), [*range(10)] * 6))
    assert 6 <= int(few.whole.get("data-rows", 0)) < 15 and few.share == 1
    shares = [each.share for name in MACHINES for each in pictures(name)]
    long = "these dogs that the dogs that the dog sees see sleep"
    shares.append(picture_of(read(machine("brackets"), long)).share)
    assert LEAST_LETTER / SIZE <= min(shares) < 1


def test_a_still_tells_its_story_in_words_too() -> None:
    """Above the picture, and to readers who listen."""
    still = explore(lambda: search(10, 32, 2), [1, 2, 5, 1, 2], panels=("machine",)).still()
    story = read(search(10, 32, 2), [1, 2, 5, 1, 2]).story()
    (label,) = re.findall(r'aria-label="([^"]*)"', still)
    assert label.endswith(story)
    (drawing,) = re.findall(r"<svg.*?</svg>", still, re.DOTALL)
    assert story in " ".join(asking.texts(drawing))


@every("text, room, lines", [
    ("finds the latest number", 400, ["finds the latest number"]),
    ("finds the latest number", 90, ["finds the", "latest\N{HORIZONTAL ELLIPSIS}"]),
    ("unbelievable", 60, ["unbelie\N{HORIZONTAL ELLIPSIS}"]),
])  # fmt: skip
def test_no_word_is_cut_that_has_room(text: str, room: float, lines: list[str]) -> None:
    assert wrapped(text, room, 2) == lines
    for word in shortened(text, room).removesuffix("\N{HORIZONTAL ELLIPSIS}").split():
        assert word in text.split() or len(text.split()) == 1


def test_a_line_is_drawn_up_to_what_hides_it_and_on_from_there() -> None:
    """To a hundredth of its way; nothing is drawn where all is hidden."""
    before, behind = in_sight(
        curve((0, 0), (100, 50)), lambda at: (at[:, 0] > 40) & (at[:, 0] < 60)
    )
    assert np.allclose(before[[0, 3]], [(0, 0), (40, 20)], atol=1)
    assert np.allclose(behind[[0, 3]], [(60, 30), (100, 50)], atol=1)
    assert [*in_sight(curve((0, 0), (100, 50)), lambda at: at[:, 0] < 200)] == []


def test_who_counts_has_a_count_in_its_cell() -> None:
    """The words that do not agree, of all that are heard: what the machine says."""
    program = machine("weird_words")
    for text in ("a cabinet near the keys are old", "these key sleeps", "the dogs sleep"):
        seen = read(program, text)
        last = len(seen.tokens) - 1
        cell = seat_name(Cell("counts what is weird", last))
        counted = [x.text for x in picture_of(seen).nodes if x.get("data-cell") == cell]
        said = seen["answer"].values[-1]
        assert counted == [f"{said} of {last + 1}"], text


@every("program, prompt, rule, at", [
    (minimum(20, 8), [14, 9, 17, 6, 11], "smallest: 6", 3),
    (maximum(20, 8), [14, 9, 17, 6, 11], "largest: 17", 2),
    (sort(10, 12), [3, 8, 5], "smallest: 3", 0),
    (weird_words(), "a cabinet near the keys are old", "first noun", 2),
])  # fmt: skip
def test_a_rule_of_choice_stands_where_a_head_looks(
    program: Program, prompt: Any, rule: str, at: int
) -> None:
    """In its column: of several that would do a reader sees why that one."""
    texts = picture_of(read(program, prompt)).named("text")
    (told,) = (x for x in texts if x.text == rule)
    number = next(x for x in texts if x.text == str(at) and not x.get("data-cell"))
    half, beside = width_of(rule, SMALL) / 2, rule[-1].isdigit()  # to the left of what is carried
    assert 0 <= float(number.get("x", 0)) - float(told.get("x", 0)) <= half * beside


def test_a_rule_is_told_of_what_it_chose_among() -> None:
    """Of the latest time that the same stood there, not of what came next then.

    Only here a rule above what is brought, which was not chosen among anything, is found.
    """
    seen = read(search(10, 24, 2), [2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 1, 8])
    texts = [x.text for x in picture_of(seen).nodes]
    assert "the same, latest" in texts
    assert "latest" not in texts


def test_what_was_checked_and_is_right_is_seen_to_have_been_checked() -> None:
    """A verb that agrees has a mark where one that does not is named."""
    program = machine("weird_words")
    for text, checked, wrong in (
        ("a cabinet near the keys is old", {1, 6}, set()),
        ("a cabinet near the keys are old", {1}, {6}),
        ("the dogs sleep", {3}, set()),
    ):
        seen = read(program, text)
        marked = {cell.at for cell in seen.causes().checked}
        assert marked == checked
        named = {p for lane in seen.lanes if lane.by == "mlp"
                 for p, value in enumerate(lane.values)
                 if isinstance(value, tuple) and "does not agree" in value}  # fmt: skip
        assert named == wrong


def test_no_symbol_is_as_green_or_red_as_right_and_wrong() -> None:
    """Of both modes: two of eight colors were those of verdicts, whatever they stood for."""
    page = Path(bundle.__file__).parent
    sheets = [(page / at).read_text("utf-8") for at in ("kit/view.css", "machine/lanes/lanes.css")]
    for mode in (":host {", ':host([data-mode="dark"]) {'):
        colors: dict[str, str] = {}
        for sheet in sheets:
            rules = sheet.split(mode, 1)[1].split("}")[0]
            colors |= dict(re.findall(r"--(\w+): (#\w{6})", rules))
        hues = {name: hue(color) for name, color in colors.items()}
        symbols = [name for name in hues if re.fullmatch(r"h\d", name)]
        assert len(symbols) == 8
        for name in symbols:
            for verdict in ("result", "wrong"):
                apart = abs(hues[name][0] - hues[verdict][0])
                assert hues[name][1] < 0.3 or min(apart, 1 - apart) > 0.05, (mode, name, verdict)


def hue(color: str) -> tuple[float, float]:
    """The hue of a color, as a share of the circle, and how far it is from gray."""
    of_hue, _, far = colorsys.rgb_to_hls(*(int(color[k : k + 2], 16) / 255 for k in (1, 3, 5)))
    return of_hue, far
