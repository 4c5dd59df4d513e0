"""`taotp compute`: a line an output, a sentence for each fault, and Ctrl-C."""

import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from taotp import little_man
from taotp.cli.commands import main
from tests.cli.conftest import Say
from tests.laws import every

ROOT = Path(__file__).resolve().parents[2]
FOR_EVER = "loop OUT\nADD one\nBRA loop\none DAT 1\n"


@pytest.fixture(autouse=True)
def programs(in_a_folder: None) -> None:
    """One that asks for a number, and one without an end."""
    Path("double.lmc").write_text("\ufeffINP // asks\nSTA 9\nADD 9\nOUT\nHLT\n", encoding="utf-8")
    Path("ever.lmc").write_text(FOR_EVER)


def test_a_line_for_each_output(say: Say) -> None:
    in_float32 = "--precision", "float32", "--positions", "1024"
    assert say("compute", "gcd", "--input", "12", "18", *in_float32) == (0, "6\n", "")
    more = say("compute", "double.lmc", "--input", "-21", "2", "3")
    assert more == (0, "-42\n", "2 of 3 inputs were not asked for\n")
    Path("hello").write_text("OUT\nHLT\n")  # a file comes before a program of the library
    assert say("compute", "hello") == (0, "0\n", "")
    assert say("compute", "guess", "--input", "5", "9", "5") == (0, "<=\n2\n", "")


def test_its_text_is_printed(say: Say) -> None:
    code, out, _ = say("compute", "double.lmc", "--input", "-2", "--trace")
    assert code == 0
    said, prompt, trace = out.split("\n\n")
    assert said == "-4"
    assert prompt.split() == little_man.assemble(Path("double.lmc").read_text("utf-8-sig"))
    assert trace.split() == ["-002", ">09", "-004", "!", "."]


@every(
    "arguments, sentence",
    [
        (["none.lmc"], "none.lmc: there is no such file, and no such program of the library, "
         "which has add, binary, bottles"),
        (["bad.lmc"], "bad.lmc: line 2: 'LDS' is not an instruction; did you mean LDA?"),
        (["double.lmc"], "the program asks for input 1; there are 0"),
        (["double.lmc", "--input", "1000"], "input 1 is 1000; it must be from -999 to 999"),
        (["ever.lmc", "--positions", "20"], "the text is full: the machine has 20 positions, 10 "
         "of them for the program; --positions N gives it more"),
        (["ever.lmc", "--positions", "9"], "ever.lmc needs 10 positions and has 9; --positions"),
        (["latin.lmc"], "latin.lmc is not UTF-8 text"),
        (["large.lmc"], "large.lmc is larger than 1,000,000 bytes, the most of a program"),
    ])  # fmt: skip
def test_a_fault_is_a_sentence(say: Say, arguments: list[str], sentence: str) -> None:
    Path("bad.lmc").write_text("INP\nLDS 4\n")
    Path("latin.lmc").write_bytes("// für\nHLT".encode("latin-1"))
    Path("large.lmc").write_bytes(b"//" + b" " * 1_000_000)
    code, _, err = say("compute", *arguments)
    assert code == 2
    assert err.startswith(sentence) and err.count("\n") == 1


@every("some", ["0", "-5", "x", "10000001"])
def test_positions_that_are_none(capsys: pytest.CaptureFixture[str], some: str) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["compute", "hello", "--positions", some])
    assert ended.value.code == 2
    assert "is not a number from 1 to 10,000,000" in capsys.readouterr().err


EVER = """
import signal, sys
from taotp.cli.commands import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
sys.exit(main(["compute", "ever.lmc"]))
"""


@pytest.mark.slow
def test_a_program_without_an_end_is_interrupted() -> None:
    """What it said is there at once, on a terminal whose bar is taken away, and no traceback."""
    own, terminal = pty.openpty()
    command = [sys.executable, "-c", EVER]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=terminal, env=environment
    ) as running:
        assert running.stdout is not None
        assert [running.stdout.readline() for _ in range(3)] == [b"0\n", b"1\n", b"2\n"]
        running.send_signal(signal.SIGINT)
        running.stdout.read()
    os.close(terminal)
    complaints = b""
    try:
        while more := os.read(own, 1000):
            complaints += more
    except OSError:  # nobody has the other end any more
        pass
    os.close(own)
    assert running.returncode == 130
    assert b"Traceback" not in complaints and b"Error" not in complaints
