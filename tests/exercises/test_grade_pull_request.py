"""A pull request hands in one file; whatever else it holds is neither read nor run."""

import os
import subprocess
from pathlib import Path

import pytest
import yaml

from exercises.catalogue.hello_world import repeat_last
from exercises.handing_in.format import MOST_BYTES
from tests.exercises.conftest import Patch, Said
from tests.exercises.test_submit import changed, repeat_last_file
from tools.handed_in import main

WORKFLOW = Path(__file__).parents[2] / ".github" / "workflows" / "submissions.yml"
RIGHT = repeat_last_file(repeat_last.repeat_last)
PLACE = "exercises/submissions/repeat-last/Ada.json"


def git(*command: str) -> str:
    """Run git in the current folder, with no settings of anybody's."""
    names = {f"GIT_{role}_{what}": "a@b.invalid" for role in ("AUTHOR", "COMMITTER")
             for what in ("NAME", "EMAIL")}  # fmt: skip
    nobody = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
    own = os.environ | names | nobody
    done = subprocess.run(["git", *command], check=True, capture_output=True, text=True, env=own)
    return done.stdout.strip()


@pytest.fixture(autouse=True)
def repository(tmp_path: Path, monkeypatch: Patch) -> Path:
    """A repository with one commit on main, and a branch of somebody's."""
    monkeypatch.chdir(tmp_path)
    git("init", "--quiet", "--initial-branch=main")
    put("README.md", b"a book")
    commit()
    git("checkout", "--quiet", "-b", "theirs")
    return tmp_path


def put(path: str, data: bytes) -> None:
    """Write a file."""
    Path(path).parent.mkdir(parents=True, exist_ok=True)
    Path(path).write_bytes(data)


def commit() -> None:
    """Commit everything."""
    git("add", "--all", "--force")
    git("commit", "--quiet", "--message", "x")


def hand_in() -> int:
    """Take what the branch hands in, from main, where nothing of it is checked out."""
    commit()
    git("checkout", "--quiet", "main")
    put("other.md", b"main went on" + os.urandom(8))
    commit()
    return main(["main", "theirs", "inbox"])


def test_one_file_is_taken() -> None:
    put(PLACE, RIGHT)
    assert hand_in() == 0
    assert Path("inbox/Ada.json").read_bytes() == RIGHT
    assert not Path(PLACE).exists()


def refused(capsys: Said, sentence: str) -> None:
    """What is handed in is refused with a sentence, and nothing is written."""
    assert hand_in() == 1
    assert sentence in capsys.readouterr().err
    assert not Path("inbox").exists()


OTHERS = {
    "exercises/judging/judge.py": (RIGHT, "add exercises/submissions/EXERCISE/AUTHOR.json"),
    "exercises/submissions/Ada.json": (RIGHT, "is not a submission; add "),
    ".github/workflows/x.yml": (RIGHT, "is not a submission; add "),
    "exercises/submissions/repeat-last/x/Ada.json": (RIGHT, "is not a submission; add "),
    "exercises/submissions/repeat-last/Ada.py": (RIGHT, "is not a submission; add "),
    "exercises/submissions/repeat-last/Bo.json": (
        changed(RIGHT, lambda whole: whole.update(author="Bo B")),
        "must be called repeat-last/Bo-B.json, by what it holds",
    ),
    "exercises/submissions/repeat-last/Cy.json": (b"not JSON", "the file is not JSON"),
    PLACE: (b" " * (MOST_BYTES + 1), f"bytes; at most {MOST_BYTES:,} are read"),
}


def test_other_places_and_other_files_are_refused(capsys: Said) -> None:
    for path, (data, sentence) in OTHERS.items():
        git("checkout", "--quiet", "-B", "theirs", "main")
        put(path, data)
        refused(capsys, sentence)


def test_links_programs_and_code_beside_it_are_refused(capsys: Said) -> None:
    path = Path(PLACE)
    put(PLACE, RIGHT)
    put("exercises/judging/judge.py", b"raise SystemExit(0)")
    refused(capsys, "changes 2 files; hand in one at a time")
    git("checkout", "--quiet", "-B", "theirs", "main")
    put(PLACE, RIGHT)
    path.chmod(0o755)
    refused(capsys, "(A, mode 100755) is not a submission")
    git("checkout", "--quiet", "-B", "theirs", "main")
    path.parent.mkdir(parents=True)
    path.symlink_to("/etc/passwd")
    refused(capsys, "(A, mode 120000) is not a submission")


def test_a_file_taken_away_is_refused(capsys: Said) -> None:
    Path("README.md").unlink()
    refused(capsys, "README.md (D, mode 000000) is not a submission")


def test_an_entry_of_somebody_is_not_written_over(capsys: Said) -> None:
    git("checkout", "--quiet", "main")
    put(PLACE, RIGHT)
    commit()
    git("checkout", "--quiet", "-B", "theirs")
    put(PLACE, RIGHT + b" ")
    refused(capsys, "Ada.json is there already")


def test_unknown_commits(capsys: Said) -> None:
    assert main(["main", "nowhere", "inbox"]) == 2
    assert capsys.readouterr().err.startswith("git: fatal")


def test_workflow_runs_the_base_and_has_no_rights() -> None:
    whole = yaml.safe_load(WORKFLOW.read_text("utf-8"))
    assert list(whole[True]) == ["pull_request"]  # YAML reads the key `on` as true
    assert whole["permissions"] == {"contents": "read"}
    (job,) = whole["jobs"].values()
    checkout, *_ = job["steps"]
    assert checkout["with"]["ref"] == "${{ github.event.pull_request.base.sha }}"
    text = WORKFLOW.read_text("utf-8")
    assert "secrets." not in text
    for step in job["steps"]:
        assert "${{" not in step.get("run", "")  # nothing of a pull request becomes a command
