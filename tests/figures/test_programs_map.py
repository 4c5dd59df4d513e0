"""The map of programs leads to their chapters, whose figures have sentences below them."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

from taotp import programs
from taotp.figures import map_of_programs
from taotp.figures.live import FOR_PAGE
from taotp.figures.programs_map import HEADS, NAMES, PROGRAMS, SIZE, TOOLS, imported, used
from taotp.figures.strokes import width_of
from tests.laws import every
from tools.notebooks import read_notebook

BOOK = Path(__file__).resolve().parents[2] / "book"
SHOWN_AS = {  # where a page names it otherwise
    "counts": "next_word", "searching": "search", "sorting": "sort", "sentence": "spoken_sentence",
    "adding": "add", "repeating": "repeat_pattern", "dialing": "dial_tones", "mood": "sentiment",
    "spoken": "spoken_words", "french": "english_french", "rule_110": "rule110",
    "choosing": "choose",
}  # fmt: skip
APART = {"Program", "printed", "small"}  # no program, and rooms of programs


def pages() -> list[str]:
    """The pages of the book in its order."""
    listed = yaml.safe_load((BOOK / "_toc.yml").read_text("utf-8"))
    chapters = [chapter for part in listed["parts"] for chapter in part["chapters"]]
    return [each["file"] for one in chapters for each in (one, *one.get("sections", ()))]


def test_every_program_is_on_the_map() -> None:
    """A new program of the library has a place on it."""
    doors = Path(programs.__file__).read_text("utf-8")
    modules = dict(re.findall(r"^    from taotp\.([\w.]+) import ([\w, ]+)$", doors, re.M))
    wanted = {module for module, names in modules.items() if not {*names.split(", ")} & APART}
    mapped = {each.module for each in PROGRAMS}
    assert len(wanted) > 15
    assert wanted | {"programs.two_stacks"} <= mapped


def test_programs_stand_in_the_order_of_the_book_and_their_pages_show_them() -> None:
    order = [pages().index(each.page) for each in PROGRAMS]
    assert order == sorted(order)
    for each in PROGRAMS:
        name = each.module.removesuffix(".machine").split(".")[-1]
        cells = read_notebook(BOOK / f"{each.page}.ipynb").cells
        code = "\n".join(cell.source for cell in cells if cell.cell_type == "code")
        assert re.search(rf"\b{SHOWN_AS.get(name, name)}\b", code), each


def test_a_tool_is_what_a_program_imports() -> None:
    assert "gadgets.attend_back" in imported("programs.echo")
    assert "gadgets.attend_back" not in imported("programs.hello_world")
    assert "words.rules.Rule" in imported("applications.agreement.machine"), "by its own rules.py"
    lines = used()
    circle = lines["points on a circle"]
    assert [PROGRAMS[i].name for i in circle[:2]] == ["the last but one", "Hello World"]
    assert all(len(at) > 1 for at in lines.values())
    assert [*lines.values()] == sorted(lines.values(), key=lambda at: (at[0], -at[-1]))
    assert {name for names in TOOLS.values() for name in names} <= {
        name for each in PROGRAMS for name in imported(each.module)
    }, "a name that nothing imports is no tool"


def test_names_are_links_and_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    assert max(width_of(each.name, SIZE) for each in PROGRAMS) <= NAMES
    assert max(width_of(tool, SIZE) for tool in used()) <= HEADS * 1.2
    monkeypatch.delenv(FOR_PAGE, raising=False)
    assert 'href="hello_world.ipynb"' in map_of_programs().svg
    monkeypatch.setenv(FOR_PAGE, "1")
    drawn = map_of_programs()
    assert drawn.svg.count("<a href=") == len(PROGRAMS)
    assert "hello_world.html" in drawn.svg
    assert f"in {len(used()['points on a circle'])} of {len(PROGRAMS)}." in drawn.alt


def claims(source: str) -> Iterator[str]:
    """What each figure of a cell says in plain words."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("figures."):
            for given in node.keywords:
                if given.arg == "alt" and isinstance(given.value, ast.Constant):
                    yield str(given.value.value)


@every("path", sorted(BOOK.glob("*.ipynb")))
def test_a_claim_is_a_sentence(path: Path) -> None:
    cells = [cell.source for cell in read_notebook(path).cells if cell.cell_type == "code"]
    for claim in (claim for source in cells if "figures." in source for claim in claims(source)):
        assert not claim[0].islower() and claim[-1] in ".?" and len(claim.split()) >= 5, claim
