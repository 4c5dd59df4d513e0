"""Films of machines in symbols: each frame is the still of its step, with its sentence."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import groupby
from xml.etree.ElementTree import Element, fromstring

from taotp.figures.lanes import film as films
from taotp.figures.lanes import lanes
from taotp.figures.lanes.seats import FAINT
from taotp.figures.stills import name_of
from taotp.interp.lanes import lanes_of, written
from tests.laws import every
from tools.films import FILMS, IN_README, MOST, ROOT, made

README = ROOT / "README.md"


@cache
def frames(name: str) -> list[films.Frame]:
    """The frames of a film, as they are told."""
    _, build, prompt = FILMS[name]
    return [*films.frames(build(), prompt)]


def drawn(svg: str) -> list[Element]:
    """The frames of a file."""
    return [node for node in fromstring(svg).iter() if node.get("class") == "f"]


def cells(of: Element, faint: bool = False) -> Iterator[tuple[str, str, bool]]:
    """What is written in cells: where, what, and whether it is faint."""
    faint = faint or of.get("opacity") == str(FAINT)
    if name := of.get("data-cell"):
        yield name, of.text or "", faint
    for node in of:
        yield from cells(node, faint)


def words(of: Element) -> str:
    """All that is written, line by line."""
    return " ".join(node.text or "" for node in of.iter() if node.tag.endswith("text"))


@every("name", FILMS)
def test_a_frame_is_the_still_of_its_step(name: str) -> None:
    """With its sentence, and faint where the machine has not come to yet; at last nothing is."""
    for frame, node in zip(frames(name), drawn(made(name)), strict=True):
        assert (node.get("data-at"), node.get("data-step")) == (str(frame.at), frame.step.name)
        assert words(node).startswith(frame.sentence)
        still = fromstring(f"<svg>{lanes(frame.seen, frame.at)[1]}</svg>")
        assert [each[:2] for each in cells(node)] == [each[:2] for each in cells(still)]
        late = {lane.name for lane in frame.seen.lanes if written(lane) > frame.step.when}
        for cell, text, faint in cells(node):
            assert faint == (re.sub(r"^encoder | \d+$", "", cell) in late), (cell, text)
        if frame.step.kind == "say":
            assert not any(faint for *_, faint in cells(node))


@every("name", FILMS)
def test_a_film_tells_the_whole_of_what_is_said(name: str) -> None:
    """Each place has each step that is told, in its order, and what is said is heard next."""
    _, build, prompt = FILMS[name]
    program, shown = build(), frames(name)
    said = [*program.complete(prompt)]
    places = [place for place, _ in groupby(frame.at for frame in shown)]
    assert places == [*range(places[0], places[0] + len(said) + (program.stop is not None))]
    for frame in shown:
        assert len(frame.seen.tokens) == frame.at + 1, "nothing later is there"
    order = [frame.step.when for frame in shown if frame.at == places[0]]
    assert order == sorted(order)
    answers = [frame.seen["answer"].values[frame.at] for frame in shown if frame.step.kind == "say"]
    names = [name_of(program, token) for token in range(len(program.vocabulary))]
    wanted = [lanes_of(program, [program.places[x]], called=names).tokens[0] for x in said]
    assert [*map(str, answers)][: len(said)] == [*map(str, wanted)]


@every("name", FILMS)
def test_a_film_is_small_is_one_file_and_comes_out_the_same(name: str) -> None:
    svg = made(name)
    assert svg == made(name)
    assert len(svg.encode()) <= MOST
    assert not re.search(r"<script|href|url\(|@import|<foreignObject", svg)
    label, first = fromstring(svg).get("aria-label") or "", fromstring(svg)[0].text
    assert label == first and label.startswith(FILMS[name][0])
    assert "prefers-reduced-motion" in svg


def test_the_film_of_the_readme_is_what_the_command_writes() -> None:
    """If not to each hundredth of a pixel; it stands there with words, and as a still."""
    name, path = IN_README
    kept, fresh = drawn(path.read_text("utf-8")), drawn(made(name))
    assert [words(each) for each in kept] == [words(each) for each in fresh]
    assert [[*cells(each)] for each in kept] == [[*cells(each)] for each in fresh]
    place = path.relative_to(ROOT).as_posix()
    text = README.read_text("utf-8")
    assert f'media="(prefers-reduced-motion: reduce)" srcset="{place}#still"' in text
    (alt,) = re.findall(rf'<img src="{re.escape(place)}" alt="([^"]+)"', text)
    assert frames(name)[-1].sentence in alt
