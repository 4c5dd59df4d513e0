"""The page of results: every figure is found, every command is there, the file says the same."""

import json
import re
from pathlib import Path

import pytest
import yaml

from exercises.handing_in.boards import BOARDS
from exercises.handing_in.ranking import ranking
from exercises.results import PARTS, RESULTS, Result, as_json
from exercises.results_page import BARS, CITED, WORKS, citation, compared, results
from taotp_core import __version__
from tests.exercises.laws import of_each
from tools import experiments
from tools.markdown import Plain

ROOT = Path(__file__).parents[2]
NAMES = [each.name for each in RESULTS]
FIGURE = re.compile(r"\{(\w+)(?::[^}]*)?\}")


def texts(of: Result) -> str:
    """What is said of a result, with the names of its figures."""
    return " ".join((of.says, of.beside, of.checked))


@of_each(RESULTS)
def test_all_of_its_figures_are_said(each: Result) -> None:
    """None is missing, and none that was published elsewhere stands in the file alone."""
    named = set(FIGURE.findall(texts(each)))
    assert named <= set(each.figures)
    assert set(each.others) <= named
    assert (ROOT / "book" / f"{each.page}.ipynb").is_file()


@of_each(RESULTS)
def test_its_command_is_there(each: Result) -> None:
    first, *words = each.command.split()
    if first == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    elif first == "python":
        assert words[:2] == ["-m", "tools.experiments"]
        assert (Path(experiments.__file__).parent / f"{words[2]}.py").is_file()
    elif first == "taotp":
        assert words[:2] == ["verify", "check"] and (ROOT / words[2]).is_file()
    else:
        assert (first, words[0]) == ("taotp-exercises", "board") and words[1] in BOARDS


def test_the_least_of_each_board_is_the_one_that_is_said() -> None:
    """And no bar is longer than the one before."""
    for each in RESULTS:
        if each.part == PARTS[0]:
            first = ranking(each.name).rows[0]
            assert f"**{first.total:,}**" in each.told(each.says)
    found = list(compared())
    assert len(found) == len(BARS)
    assert all(now < before for _, before, now in found)


def test_the_file_has_every_figure_and_the_sentence_with_it() -> None:
    found = json.loads(as_json())
    assert [row["name"] for row in found["results"]] == NAMES
    for row, each in zip(found["results"], RESULTS, strict=True):
        assert {**row["figures"], **row["of others"]} == each.figures
        assert not re.search(r"[{}*]", row["says"] + row["beside"] + row["checked"])


def test_works_are_called_as_the_references_call_them() -> None:
    prose = Plain("results.ipynb", ROOT / "book")
    assert {key for each in RESULTS for key in CITED.findall(texts(each))} == set(WORKS)
    for key, name in WORKS.items():
        written = prose.write(f"{{cite:t}}`{key}`")
        assert written.startswith(f"[{name}](") and f"references.bib#{key}" in written


def test_it_is_cited_as_the_file_for_machines_says() -> None:
    cff = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    said = citation()
    assert cff["version"] == __version__ == json.loads(as_json())["version"]
    for words in (cff["title"], cff["authors"][0]["name"], f"Version {__version__}"):
        assert words in said
    assert f"{{{cff['date-released'].year}}}" in said


def test_a_part_that_there_is_not_gets_a_sentence() -> None:
    with pytest.raises(ValueError, match="no part 'Large machines'; there are Small machines, A"):
        results("Large machines")
