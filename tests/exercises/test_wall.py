"""A class's machines on one page: from links, files and texts, whatever else lies beside them."""

import json
from dataclasses import asdict
from pathlib import Path

import pytest

from exercises.__main__ import main
from exercises.catalogue import BENCHES
from exercises.handing_in.format import Refused
from exercises.handing_in.links import Sent, sent_in
from exercises.wall import letters_of
from tests.exercises.test_report import Page
from tests.in_node import in_node

PACK = Path(__file__).parents[1] / "figures" / "pack.mjs"
BACK = BENCHES["build-back"].filled
EVIL = "<img src=x onerror=alert(1)>"


def test_a_link_of_the_page_is_read_and_one_of_ours_by_the_page(node: str) -> None:
    """Both forms, bit by bit: a mutant of either coder is found here alone."""
    sent = [Sent(slug, f"Ünit {slug}", "Ada", of.filled) for slug, of in [*BENCHES.items()][:4]]
    texts = [json.dumps(asdict(each), ensure_ascii=False) for each in sent]
    ours = [letters_of(each) for each in sent]
    page = in_node(node, PACK, {"texts": texts, "letters": ours})
    assert [sent_in(f"machine.html#m={each}") for each in page["packed"]] == sent
    assert all(each.startswith(".") for each in page["packed"])
    assert [Sent(**json.loads(each)) for each in page["unpacked"]] == sent
    assert [sent_in(f"#m={each}") for each in ours] == sent
    for letters in (*page["packed"], *ours):
        with pytest.raises(Refused, match="damaged"):
            sent_in(f"#m={letters[: len(letters) // 2]}")


def test_a_wall_has_every_machine_once_with_its_name_and_what_it_is_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No other test reads a stranger's name into a page that Python writes."""
    inbox, wall = tmp_path / "in", tmp_path / "wall.html"
    inbox.mkdir()
    good = Sent("build-back", EVIL, "Ada", BACK)
    wrong = Sent("build-back", "Looker", "Bo", BACK.replace("1 back", "2 back"))
    links = [f"https://a.example/machine.html#m={letters_of(each)}" for each in (good, wrong, good)]
    (inbox / "mail.txt").write_text("Hi!\n" + "\nand ".join(links), encoding="utf-8")
    (inbox / "build-vote Cy.taotp").write_text(BENCHES["build-vote"].filled, encoding="utf-8")
    assert main(["wall", str(inbox), "--to", str(wall), "--book", "https://b.example/"]) == 0
    found = Page(wall.read_text(encoding="utf-8"))
    assert found.tags.count("li") == 3
    assert not {"img", "script", "link"} & {*found.tags}
    for said in (EVIL, "built by Ada", "Looker", "built by Cy", "2 of 3 are right", "should say"):
        assert said in found.said
    assert "3 machines, 2 of them right." in capsys.readouterr().out

    (inbox / "notes.txt").write_text("nothing", encoding="utf-8")
    (inbox / "mine.taotp").write_text(BACK, encoding="utf-8")
    (inbox / "cut.txt").write_text(links[0][:-30], encoding="utf-8")
    assert main(["wall", str(inbox), "--to", str(wall)]) == 1
    told = capsys.readouterr().err.splitlines()
    assert len(told) == 3
    assert all(line.endswith(".") for line in told)
    for name, why in (("notes", "no link"), ("mine", "begins with no bench"), ("cut", "damaged")):
        assert any(f"{name}." in line and why in line for line in told), name
    other = tmp_path / "other.html"
    other.write_text("my own", encoding="utf-8")
    assert main(["wall", str(inbox), "--to", str(other)]) == 2
    assert other.read_text(encoding="utf-8") == "my own"
    (tmp_path / "none").mkdir()
    assert main(["wall", str(tmp_path / "none"), "--to", str(wall)]) == 2
    assert "no machine is below" in capsys.readouterr().err
