"""A file is written as a whole or not at all."""

import errno
import os
import shlex
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from exercises.handing_in.format import Submission
from exercises.handing_in.record import submission_bytes
from taotp.files import FULL, write_new, write_whole
from tests.laws import every

ROOT = Path(__file__).resolve().parent.parent


def one_there(folder: Path) -> Path:
    """A file that holds "one"."""
    write_whole(folder / "y.json", b"one")
    return folder / "y.json"


def assert_as_it_was(path: Path) -> None:
    """Nothing is written, and nothing left beside it."""
    assert path.read_bytes() == b"one" and [*path.parent.iterdir()] == [path]


ASKED = {
    "taotp": ["taotp", "run", "nothing_of_that_name"],
    "taotp show": ["taotp", "show", "echo.taotp"],
    "grade": ["exercises", "grade", "inbox", "--csv", "marks.csv"],
}
CLOSED = {"input": "<&-", "output": ">&-", "complaints": "2>&-", "all": "<&- >&- 2>&-"}


@pytest.mark.skipif(os.name == "nt", reason="a shell of POSIX")
@every("what", ASKED)
def test_a_command_without_input_or_output_ends_as_it_would(what: str, tmp_path: Path) -> None:
    """As services and cron start some; no file that it writes has the number of what is closed."""
    usual = ended(what, "", tmp_path).returncode
    for how in CLOSED:
        closed = ended(what, how, tmp_path)
        assert closed.returncode == usual, how
        assert b"should not have happened" not in closed.stderr + closed.stdout, how
        assert b"Traceback" not in closed.stderr, how


def ended(what: str, how: str, folder: Path) -> "subprocess.CompletedProcess[bytes]":
    """What a command says that was started so, in a folder of its own; it writes what it should."""
    own = folder / what.replace(" ", "-") / how
    (own / "inbox").mkdir(parents=True)
    data = submission_bytes(Submission("norm-keeps-sums", "Ada", "It has mean zero."))
    (own / "inbox" / "a.json").write_bytes(data)
    command = shlex.join([sys.executable, "-m", *ASKED[what]])
    environment = os.environ | {"PYTHONPATH": str(ROOT), "TAOTP_MY": str(own / "my")}
    found = subprocess.run(
        ["sh", "-c", f"{command} {CLOSED.get(how, '')}"], cwd=own, env=environment,
        capture_output=True, check=False,
    )  # fmt: skip
    if what == "grade":
        assert (own / "marks.csv").read_bytes().startswith(b"\xef\xbb\xbffile,author"), how
    return found


ENDED = """
import os, signal, sys, time
from pathlib import Path
from taotp.exports.folder import new_folder
from taotp.files import ended_in_order
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it,
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # and nohup this; who begins ignoring goes on
with ended_in_order(), new_folder(Path(sys.argv[1]) / "new") as folder:
    (folder / "half.txt").write_text("half")
    os.kill(os.getpid(), getattr(signal, sys.argv[2]))
    for _ in range(10_000):  # another thread may have got it, and then a pause would never end
        time.sleep(0.01)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals of POSIX")
@every("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_what_is_told_to_end_leaves_nothing_half_written(name: str, tmp_path: Path) -> None:
    folder = tmp_path / name
    folder.mkdir()
    done = subprocess.run(
        [sys.executable, "-c", ENDED, str(folder), name], capture_output=True, check=False
    )
    number = getattr(signal, name)
    assert done.returncode in (128 + number, -number)
    assert [*folder.iterdir()] == []


def test_folders_are_made_and_a_name_may_be_long(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / ("c" * 240 + ".txt")
    write_whole(path, b"one")
    path.chmod(0o640)
    beside = path.with_name(f".{path.name[:20]}.{os.getpid()}.new")
    beside.write_bytes(b"of a process of that number that was killed")
    write_whole(path, b"two")
    assert path.read_bytes() == b"two" and [*path.parent.iterdir()] == [path]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640  # permissions stay


def test_a_new_file_replaces_none_and_what_is_no_data_is_not_written(tmp_path: Path) -> None:
    path = one_there(tmp_path)
    with pytest.raises(FileExistsError):
        write_new(path, b"two")
    with pytest.raises(TypeError):
        write_whole(path, "text")  # type: ignore[arg-type]
    assert_as_it_was(path)


@pytest.mark.parametrize("name", ["fsync", "replace"])
@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(errno.ENOSPC, "No space left")])
def test_an_interruption_or_a_full_disk_leaves_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, error: BaseException
) -> None:
    """A full disk is said of the file that was meant, not of the one beside it, nor of none."""

    def fails(*arguments: object) -> None:
        raise error

    path = one_there(tmp_path)
    monkeypatch.setattr(os, name, fails)
    with pytest.raises(type(error)) as caught:
        write_whole(path, b"two")
    if isinstance(caught.value, OSError):
        assert caught.value.filename == str(path) and FULL in str(caught.value)
    assert_as_it_was(path)
