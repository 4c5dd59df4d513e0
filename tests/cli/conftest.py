"""What the tests of commands share: a command that is called, and what is in its pipe."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from taotp.cli.commands import main

Say = Callable[..., tuple[int, str, str]]  # the exit code, what is printed, what complained about
Send = Callable[[bytes], None]


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files and folders are named as a user would name them."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def say(capsys: pytest.CaptureFixture[str]) -> Say:
    """Call a command in this process."""

    def called(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        return code, *capsys.readouterr()

    return called


@pytest.fixture
def send(monkeypatch: pytest.MonkeyPatch) -> Iterator[Send]:
    """Put bytes into a pipe that the next command reads; at most as many as a pipe holds."""
    with ExitStack() as opened:

        def sent(data: bytes) -> None:
            read, write = os.pipe()
            os.write(write, data)
            os.close(write)
            file = opened.enter_context(open(read, encoding="utf-8"))
            monkeypatch.setattr("sys.stdin", file)

        yield sent
