"""`taotp truth`: a folder, or a sentence and no folder."""

import json
from pathlib import Path

import pytest

from taotp.cli.outcome import BAD_INPUT, DONE
from tests.cli.conftest import Say
from tests.laws import every


def test_export_writes_a_folder_and_says_what_to_do_with_it(say: Say) -> None:
    said = ("new/a folder is written; try: python 'new/a folder/score.py' "
            "'new/a folder/claims.example.json'\n")  # fmt: skip
    export = "truth", "export", "new/a folder", "--only", "echo", "backed up"
    assert say(*export) == (DONE, said, "")
    truth = json.loads(Path("new/a folder/truth.json").read_text("utf-8"))
    assert list(truth["machines"]) == ["echo", "backed up"]


def test_names_may_be_joined_by_commas_and_hold_some(say: Say) -> None:
    assert say("truth", "export", "new", "--only", "backed up,echo, unread", "loud,")[0] == DONE
    truth = json.loads(Path("new/truth.json").read_text("utf-8"))
    assert {*truth["machines"]} == {"backed up", "echo, unread", "loud"}


def test_who_waits_is_told_how_far_it_is(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where no bar can be seen; and before the first of many how long all take."""
    monkeypatch.setattr("taotp.cli.truth.EVERY", 1)
    err = say("truth", "export", "new", "--only", "echo", "echo", "loud")[2]
    first, *rest = err.splitlines()
    assert first.startswith("2 machines; all there are take up to ")
    assert rest == ["1 of 2 machines are done"]


@every(
    "arguments, sentence",
    [
        (["."], ". is not empty; name a new folder"),
        (["nothing.txt"], "nothing.txt is there already, and no folder; name a new one"),
        (["nothing.txt/below"], "nothing.txt is not a folder, so nothing can be in it"),
        (["new", "--only", "ecko"], "no machine is called 'ecko'; did you mean 'echo'? There are"),
    ],
)
def test_what_cannot_be_written_gets_a_sentence(
    say: Say, arguments: list[str], sentence: str
) -> None:
    Path("nothing.txt").write_text("")
    code, out, err = say("truth", "export", *arguments)
    assert (code, out) == (BAD_INPUT, "") and err.startswith(sentence)
    assert [path.name for path in Path().iterdir()] == ["nothing.txt"]
