"""Folders of the benchmark, each written once for the tests of this process."""

from pathlib import Path

import pytest

from taotp.data import parts_that_matter
from taotp.interp.benchmark import export
from tools.sampling import drawn

IN_TURN = 8  # machines
FEW = (  # of each form and each kind
    *("echo", "echo, looks alike", "echo, either", "search 1", "search 1, other texts"),
    *("induction", "add", "add_mod10", "small.sort", "next_word"),
    *("two_stacks.which", "two_stacks.which, either", "minimum, unread"),
    "two_stacks.reverse, read",
    *("backed up", "valueless", "aab", "mystery", "dial tones, heard"),
    *("minimum by units", "echo trained"),
)


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A benchmark of a few machines."""
    return export(tmp_path_factory.mktemp("truth") / "few", FEW)


@pytest.fixture(scope="session")
def in_turn() -> list[str]:
    """The machines of the benchmark whose turn it is: all at night."""
    return drawn([*parts_that_matter()], IN_TURN, "machines of the benchmark")


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory, in_turn: list[str]) -> Path:
    """The benchmark as it is exported, of the machines in turn: of all it takes twenty seconds."""
    return export(tmp_path_factory.mktemp("truth") / "whole", in_turn)
