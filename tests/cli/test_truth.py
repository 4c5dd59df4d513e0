"""`taotp truth`: a folder, or a sentence and no folder."""

import json
from pathlib import Path

import pytest

from taotp.cli.commands import main
from taotp.cli.outcome import BAD_INPUT, DONE


def test_export_writes_a_folder_and_says_what_to_do_with_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["truth", "export", "new/a folder", "--only", "echo", "backed up"]) == DONE
    out, err = capsys.readouterr()
    assert out == ("new/a folder is written; try: python 'new/a folder/score.py' "
                   "'new/a folder/claims.example.json'\n")  # fmt: skip
    assert err == ""
    truth = json.loads(Path("new/a folder/truth.json").read_text("utf-8"))
    assert list(truth["machines"]) == ["echo", "backed up"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["."], ". is not empty; name a new folder"),
        (["nothing.txt"], "nothing.txt is there already, and no folder; name a new one"),
        (["nothing.txt/below"], "nothing.txt is no folder, so nothing can be in it"),
        (["new", "--only", "ecko"], "no machine is called 'ecko'; there are before_last, echo"),
    ],
)
def test_what_cannot_be_written_gets_a_sentence(
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("nothing.txt").write_text("")
    assert main(["truth", "export", *arguments]) == BAD_INPUT
    out, err = capsys.readouterr()

    assert out == "" and err.startswith(sentence)
    assert [path.name for path in tmp_path.iterdir()] == ["nothing.txt"]
