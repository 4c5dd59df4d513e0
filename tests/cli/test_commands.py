"""`taotp`: answers, traces, faults, exit codes, and no traceback for any input."""

import errno
import io
import os
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from taotp import listing
from taotp.cli.commands import main
from taotp.cli.terminal import Screen, explain, plain
from taotp.files import FULL
from taotp.listing import skeleton
from taotp.programs import Program, hello_world, minimum, search, two_stacks
from taotp.programs.printed import POS_EMB, TOK_EMB
from taotp.reference import before_last, compare
from taotp_core.stream import parts, subspaces
from taotp_core.weights import Layer, Transformer, random_transformer
from tests.examples import full_transformer
from tests.laws import every

ROOT = Path(__file__).resolve().parents[2]
GREETING = str({"tok_emb": TOK_EMB, "pos_emb": POS_EMB, "layers": [],
                "lnf": {"gamma": 1.0, "beta": 0.0}})  # fmt: skip
IDS = "1 8 0 0 7 2 4 7 3 0 6 5 10"  # l=0 H=1 space=2 r=3 W=4 !=5 d=6 o=7 e=8 stop=10
NAMES = "lH rW!doe^$"
MAJORITY = """
{
    "vocabulary": "ab", "steps": 1, "block_size": 9,  # a vote
    "tok_emb": [[1, -1], [-1, 1]],
    "layers": [{"Q": [[[0], [0]]], "K": [[[0], [0]]], "V": [[[1], [0]]], "P": [[[50], [-50]]],
        "names": ["averages all"]}],
}
"""


@pytest.fixture(autouse=True)
def in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files are named as a user would name them."""
    monkeypatch.chdir(tmp_path)
    Path("greeting.taotp").write_text(GREETING)
    Path("vote.taotp").write_text(MAJORITY)


def python_m(
    *arguments: str | bytes, send: bytes | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """Run the command as a user does, with something in its pipe or with none."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "taotp", *arguments]
    if send is None:
        return subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, env=environment, check=False
        )
    return subprocess.run(command, input=send, capture_output=True, env=environment, check=False)


def say(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, what was printed, and what was complained about."""
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


# run


def test_a_text_outside_the_fragment_is_said_and_told_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert say(capsys, "run", "english_french", "We don't have to eat.") == (
        0, "nous n'avons pas à manger\n", "",
    )  # fmt: skip
    code, out, err = say(capsys, "run", "english_french", "cat the sees")
    assert (code, out) == (1, "chat le voit\n")
    assert "'cat the sees' is outside the fragment; it must be" in err and err.count("\n") == 1
    done = python_m("run", "english_french", send=b"the cat\ncat the sees\nthe dog\n")
    assert done.returncode == 1 and done.stdout == b"le chat\nchat le voit\nle chien\n"
    assert done.stderr.count(b"\n") == 1 and b"line 2: " in done.stderr


def test_agreement_says_which_word_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    said = "1: “is” does not go with “keys”, but “are” would\n"
    assert say(capsys, "run", "agreement", "The keys is red.") == (0, said, "")
    assert say(capsys, "run", "agreement", "The keys are red.") == (
        0,
        "0: all words go together\n",
        "",
    )


def test_the_printed_greeting_as_ids_and_by_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert say(capsys, "run", "greeting.taotp") == (0, IDS + "\n", "")
    assert say(capsys, "run", "greeting.taotp", "9") == (0, IDS + "\n", "")
    assert say(capsys, "run", "greeting.taotp", "9 1 8", "--steps", "2") == (0, "0 0\n", "")
    named = ("run", "greeting.taotp", "--symbols", NAMES)
    assert say(capsys, *named) == (0, "Hello World!$\n", "")
    assert say(capsys, *named, "--stop", "$") == (0, "Hello World!\n", "")
    assert say(capsys, *named, "^Hel", "--stop", "$") == (0, "lo World!\n", "")
    words = "l H _ r W ! d o e bos eos"
    spelled = "H e l l o _ W o r l d !\n"
    assert say(
        capsys, "run", "greeting.taotp", "--symbols", words, "--stop", "eos"
    ) == (0, spelled, "")  # fmt: skip


def test_the_examples_of_the_repository(capsys: pytest.CaptureFixture[str]) -> None:
    for name, prompt, says in (
        ("source_hello_world", [], "Hello World!"), ("hello_world", [], "Hello World!"),
        ("minimum", ["7 3 9"], "3"), ("mended_mystery", ["12 5 16", "--steps", "1"], "5"),
        ("reverse", ["cab"], "bac"),
        ("search", ["1 2 3 4 9 1 2 3"], "4"), ("add_digit", ["78", "--steps", "1"], "5"),
        ("add_two_digits", ["45+78="], "123"),
        ("one_weird_word", ["The keys to the cabinet is red."], "1"),
    ):  # fmt: skip
        path = str(ROOT / "taotp" / "examples" / f"{name}.taotp")
        assert say(capsys, "run", path, *prompt) == (0, says + "\n", "")


def test_an_example_is_found_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    """A file of that name comes first, then a program of the library."""
    text = "The keys to the cabinet is red."
    assert say(capsys, "run", "one_weird_word", text) == (0, "1\n", "")
    assert say(capsys, "run", "search.taotp", "1 2 3 4 9 1 2 3") == (0, "4\n", "")
    assert "must be given" in say(capsys, "run", "search")[2]
    Path("search.taotp").write_text("symbols a b")
    assert say(capsys, "check", "search.taotp")[0] == 2
    assert say(capsys, "run", "one_odd_word")[2].startswith("one_odd_word: ")


def test_the_examples_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = say(capsys, "examples")
    folder, *lines = out.splitlines()
    found = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert (code, set(found)) == (0, {path.stem for path in Path(folder).glob("*.taotp")})
    assert found["vote"].startswith("Say which of a and b occurs more often")


def test_programs_of_the_library_have_names(capsys: pytest.CaptureFixture[str]) -> None:
    text = "Those keys to the cabinet is red."
    assert say(capsys, "run", "weird_words", text) == (0, "1\n", "")
    assert say(capsys, "run", "small.add(2)", "45+78=") == (0, "123\n", "")
    code, out, _ = say(capsys, "format", "weird_words")
    Path("words.taotp").write_text(out)
    assert say(capsys, "run", "words.taotp", text) == (code, "1\n", "")
    assert say(capsys, "show", "weird_words")[1].startswith("32 tokens, 12 positions, 2 layers")
    assert say(capsys, "check", "hello_world")[1].startswith("hello_world: 0 layers")
    assert "   0  '<s>'  " in say(capsys, "run", "weird_words", text, "--trace")[1]
    Path("sort").write_text(listing.write(hello_world("Hi!")))
    assert say(capsys, "run", "sort") == (0, "Hi!\n", "")  # a file of that name comes first


@every(
    "arguments, message",
    [
        (("weird_words", "the kees is"), "'kees' is none of the 26 words; near ones are 'sees'"),
        (("weird_words", "the " * 12), "the prompt has 13 tokens; the context has room for 1 to"),
        (("lookup", "a"), "lookup is made of "),
        (("weird_word", "a"), "weird_word: No such file or directory"),
        (("weird_words(0)", "a"), "n_ctx is 0"),
    ],
)
def test_a_name_with_a_wrong_text_is_told(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, err = say(capsys, "run", *arguments)
    assert (code, out) == (2, "") and err.startswith(message)


def test_prompts_of_characters_and_of_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert say(capsys, "run", "vote.taotp", "abbab") == (0, "b\n", "")
    assert say(capsys, "run", "vote.taotp", "ba") == (0, "a\n", "")
    Path("days.taotp").write_text(
        '{"vocabulary": ["Mo", "Tu day", "We"], "steps": 1, "block_size": 4,'
        '"tok_emb": [[2,-1,-1],[-1,2,-1],[-1,-1,2]], "out_emb": [[-1,-1,2],[2,-1,-1],[-1,2,-1]]}'
    )
    assert say(capsys, "run", "days.taotp", "Mo") == (0, "Tu day\n", "")
    assert say(capsys, "run", "days.taotp", 'We "Tu day"') == (0, "We\n", "")
    assert say(capsys, "run", "days.taotp", 'We "Tu') == (
        2, "", "the prompt 'We \"Tu' cannot be split into words: No closing quotation\n",
    )  # fmt: skip
    Path("least.taotp").write_text(listing.write(minimum(20, 8)))
    assert say(capsys, "run", "least.taotp", "7 3 12") == (0, "3\n", "")
    Path("hello.taotp").write_text(listing.write(hello_world("Hi!")))
    assert say(capsys, "run", "hello.taotp") == (0, "Hi!\n", "")


@every(
    "arguments, message",
    [
        (("vote.taotp", "abc"), "'c' is not in the vocabulary; it has 'a' 'b'"),
        (("vote.taotp", ""), "the prompt has 0 tokens; the context has room for 1 to 9"),
        (("vote.taotp", "a" * 10), "the prompt has 10 tokens; the context has room for 1 to 9"),
        (("greeting.taotp", "11"), "'11' is not in the vocabulary; it has 0 1 2 3 4 5 6 7 8 9 10"),
        (("greeting.taotp", "one"), "'one' is not in the vocabulary; it has 0 1 2 3"),
        (("none.taotp",), "none.taotp: No such file or directory"),
        ((".",), ".: Is a directory"),
        (("a\0b",), "'a\\x00b' is no name of a file"),
        (("vote.taotp", "--symbols", "xy"), "vote.taotp names its symbols; leave out --symbols"),
        (
            ("greeting.taotp", "--symbols", "xy"),
            "--symbols has 2 characters and 1 words; the model has 11 tokens",
        ),
        (("greeting.taotp", "--symbols", "lH rW!dol^$"), "--symbols has 'l' twice; each token"),
        (("greeting.taotp", "--stop", "x"), "--stop is 'x', which is none of the symbols"),
        (("vote.taotp", "ab", "--trace", "--at", "9"), "position 9 is not there; the program read"),
        (("vote.taotp", "ab", "--check", "no.py"), "no.py: there is no such file; --check takes"),
    ],
)
def test_bad_input_gets_a_sentence_and_2(
    arguments: tuple[str, ...], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = say(capsys, "run", *arguments)
    assert code == 2
    assert err.startswith(message)
    assert err.count("\n") == 1


@every(
    "arguments",
    [
        (), ("fly", "vote.taotp"), ("run",), ("run", "vote.taotp", "--steps", "-1"),
        ("run", "vote.taotp", "--steps", "many"), ("run", "vote.taotp", "--precision", "int8"),
        ("run", "vote.taotp", "--seconds", "nan"), ("format", "vote.taotp", "--digits", "1e9"),
    ])  # fmt: skip
def test_what_is_no_command_gets_the_usage_and_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: taotp")


def test_an_answer_that_is_no_number_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    half = ("run", "greeting.taotp", "--precision", "float16")
    assert say(capsys, *half) == (
        1, "", "a logit is not a number; the weights must not overflow\n",
    )  # fmt: skip
    single = ("run", "greeting.taotp", "--precision", "float32")
    assert say(capsys, *single) == (0, IDS + "\n", "")


def test_faults_are_shown_in_their_line(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.taotp").write_text('{\n  "tok_emb": [[1, 2], [3]],\n  "block_size": 4\n}\n')
    code, out, err = say(capsys, "run", "bad.taotp")
    assert (code, out) == (2, "")
    place, line, caret = err.splitlines()
    assert place.startswith("bad.taotp:2:23: tok_emb[1] has 1 number")
    assert line == '   2 |   "tok_emb": [[1, 2], [3]],'
    assert caret == "     |                       ^^^"


def test_a_listing_from_the_pipe_and_prompts_from_the_pipe() -> None:
    done = python_m("run", "-", send=GREETING.encode())
    assert (done.returncode, done.stdout, done.stderr) == (0, IDS.encode() + b"\n", b"")
    done = python_m("run", "vote.taotp", send=b"aab\nabb\n\nabx\nb\r\na")
    assert done.stdout == b"a\nb\n\n\nb\na\n"
    assert done.stderr == (
        b"line 3: the prompt has 0 tokens; the context has room for 1 to 9\n"
        b"line 4: 'x' is not in the vocabulary; it has 'a' 'b'\n"
    )
    assert done.returncode == 2
    done = python_m("run", "greeting.taotp", send=b"")
    assert (done.returncode, done.stdout) == (0, IDS.encode() + b"\n")
    done = python_m("run", "greeting.taotp")
    assert (done.returncode, done.stdout) == (0, IDS.encode() + b"\n")
    done = python_m("run", "-", send=b"\xff\xfe{")
    assert done.returncode == 2
    assert done.stderr.startswith(b"standard input:1:1: the byte 0xff is not UTF-8")


def test_a_reader_that_leaves_and_an_interrupt_are_quiet(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "taotp", "run", "vote.taotp"]
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        command, input=b"ab\n" * 10, stdout=write, stderr=subprocess.PIPE, env=environment,
        check=False,
    )  # fmt: skip
    os.close(write)
    assert (done.returncode, done.stderr) == (141, b"")

    def interrupted(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("taotp.cli.commands.opened", interrupted)
    assert say(capsys, "run", "vote.taotp") == (130, "", "")


def test_names_of_files_and_symbols_that_are_no_text() -> None:
    done = python_m(b"check", b"\xff.taotp")
    assert done.returncode == 2
    assert done.stderr == b"\\udcff.taotp: No such file or directory\n"
    Path("odd.taotp").write_text(
        '{"vocabulary": ["\\u001b[31m", "b"], "block_size": 3, "tok_emb": [[1, -1], [-1, 1]]}'
    )
    done = python_m("run", "odd.taotp", "--trace")
    assert done.returncode == 0
    assert b"\x1b" not in done.stdout.rsplit(b"\n", 2)[0]


# run --trace


def test_a_trace_shows_tape_stream_heads_and_lens(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = say(capsys, "run", "vote.taotp", "abb", "--trace")
    assert (code, err) == (0, "")
    assert out == (
        "The tape\n"
        "  position  holds         says          lead\n"
        "         0  'a'           'a'           4\n"
        "         1  'b'           'b'           4\n"
        "         2  'b'           'b'           4  <--\n"
        "         3  'b'           'b'           4\n"
        "\n"
        "The stream, at position 2 ('b')\n"
        "  after embedding:\n"
        "    stream              -1         1\n"
        "  after attention 0:\n"
        "    stream           -17.7      17.7\n"
        "\n"
        "The heads, at position 2 ('b')\n"
        "  From each line to each column, . none to @ all.\n"
        "  head 0 of layer 0 (averages all) looks at 0 ('a') 33.3%, 1 ('b') 33.3%, 2 ('b') 33.3%\n"
        "       0  @\n"
        "       1  + +\n"
        "       2  = = =  <--\n"
        "       3  - - - -\n"
        "\n"
        "The lens: what it would say after each step, at position 2 ('b')\n"
        "  after embedding:    'b' 2, 'a' -2\n"
        "  after attention 0:  'b' 2, 'a' -2\n"
        "\n"
        "b\n"
    )
    code, out, _ = say(capsys, "run", "vote.taotp", "abb", "--trace", "--at", "0")
    assert "looks at 0 ('a') 100.0%\n" in out


def test_a_long_tape_is_cut_and_wide_streams_are_wrapped() -> None:
    model = random_transformer(0, d_vocab=3, n_ctx=100, d_model=20, norms="after")
    program = minimum(3, 100)
    lines = list(explain(program, [0, 1, 2] * 33, (), 60, Screen(60)))
    assert "  (40 more before)" in lines
    assert "  (19 more behind)" in lines
    assert not any("From each line" in line for line in lines)
    wide = list(explain(Program(model, "abc"), [0, 1, 2], (), 2, Screen(60)))
    assert max(map(len, wide)) <= 72
    assert [line for line in wide if line.startswith("  after ")][:5] == [
        "  after embedding:", "  after attention 0:", "  after mlp 0:", "  after attention 1:",
        "  after mlp 1:",
    ]  # fmt: skip


def test_a_trace_takes_little_memory(capsys: pytest.CaptureFixture[str]) -> None:
    text = MAJORITY.replace('"block_size": 9', '"block_size": 20000')
    Path("long.taotp").write_text(text)
    code, out, _ = say(capsys, "run", "long.taotp", "ab" * 9000, "--at", "3161")
    assert code == 0
    assert "  (20 more behind)" not in out
    assert "    3161  'b'" in out
    assert say(capsys, "run", "long.taotp", "ab" * 9000, "--trace") == (
        2, "", "position 17999 is too far for a trace of this model; at most 3161\n",
    )  # fmt: skip


def test_only_steps_that_there_are_and_subspaces_that_change() -> None:
    program = search("abc", 8, 2)
    token, past, pos = names = subspaces(token=3, past=6, pos=3)
    lines = list(explain(program, program.encode("abcab"), (*names, *parts(past, 2)), 4, Screen()))
    start = lines.index("The stream, at position 4 ('b')")
    end = lines.index("The heads, at position 4 ('b')")
    shown = [line.split()[0] if line[2] == " " else line for line in lines[start + 1 : end - 1]]
    assert shown == [
        "  after embedding:", "token", "pos", "past.1", "past.2",
        "  after attention 0:", "past.1", "past.2",
        "  after attention 1:", "token",
    ]  # fmt: skip


def test_colors_only_where_there_are_some() -> None:
    program = hello_world("Hi")
    bare = list(explain(program, [0, 1], (), 0, Screen(80, color=False)))
    colored = list(explain(program, [0, 1], (), 0, Screen(80, color=True)))
    assert not any("\x1b" in line for line in bare)
    for line, other in zip(bare, colored, strict=True):
        for code in ("34", "33", "32", "1", "0"):
            other = other.replace(f"\x1b[{code}m", "")
        assert other == line
    assert sum("\x1b" in line for line in colored) >= 4


def test_logits_that_are_no_numbers_are_named() -> None:
    W_E = np.array([[1e308, 1e308], [1e308, -1e308]])
    program = Program(Transformer(W_E, np.zeros((2, 2)), [Layer()]), "ab")
    lines = list(explain(program, [0], (), 0, Screen()))
    assert "  after embedding:    not a number" in lines
    assert any("not a number" in line for line in lines if "<--" in line)


def test_control_characters_are_written_out() -> None:
    assert plain("a\x1b[31m\r\x00\ttab\nline ü") == "a\\x1b[31m\\r\\x00\ttab\nline ü"


# run --check


SPECIFICATION = """
def specification(prompt):
    a, b = prompt.count("a"), prompt.count("b")
    return prompt[-1] if a == b else "a" if a > b else "b"
"""


def test_checked_against_a_specification(capsys: pytest.CaptureFixture[str]) -> None:
    Path("spec.py").write_text(SPECIFICATION)
    check = ("run", "vote.taotp", "--check", "spec.py")
    assert say(capsys, *check) == (
        0, "right on 1,022 prompts: all of 1 to 9 symbols; the smallest margin is 4\n", "",
    )  # fmt: skip
    Path("spec.py").write_text(SPECIFICATION.replace("prompt[-1]", "prompt[0]"))
    assert say(capsys, *check) == (
        1, "wrong on 'ab': it says 'b', the specification 'a' (4 prompts tried)\n", "",
    )  # fmt: skip
    Path("spec.py").write_text(SPECIFICATION + "\ndef prompts():\n    yield 'aab'\n")
    assert say(capsys, *check)[1] == (
        "right on 1 prompt: all that spec.py lists; the smallest margin is 4\n"
    )
    Path("spec.py").write_text(SPECIFICATION + "\nprompts = ['ab', 'b'] * 1000\n")
    assert say(capsys, *check, "--seconds", "1e-9")[1] == (
        "right on 500 prompts: the first that spec.py lists; the smallest margin is 4\n"
    )
    Path("spec.py").write_text("def specification(prompt):\n    return None\n")
    code, _, err = say(capsys, *check)
    assert (code, err) == (2, "spec.py: the specification leaves every prompt open\n")


@every(
    "source, message",
    [
        ("x = 1\n", "spec.py must define specification(prompt)"),
        ("def specification(prompt)\n", "spec.py:1: SyntaxError: expected ':'"),
        ("\n1 / 0\n", "spec.py:2: ZeroDivisionError: division by zero"),
        ("raise SystemExit(3)\n", "spec.py:1: SystemExit: 3"),
        ("def specification(p):\n    return p[7]\n", "spec.py:2: IndexError: string index out of"),
        ("def specification(p):\n    return 'z'\n", "spec.py: for 'a' the specification says 'z'"),
        ("def specification(p):\n    return 'a'\nprompts = 5\n", "spec.py: TypeError: "),
        ("def specification(p):\n    raise ValueError('no')\n", "spec.py:2: ValueError: no"),
        ("def specification(p):\n    return 'a'\nprompts = ['c']\n", "spec.py: 'c' is not in the"),
    ],
)
def test_a_specification_that_fails_gets_a_sentence(
    source: str, message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("spec.py").write_text(source)
    code, out, err = say(capsys, "run", "vote.taotp", "--check", "spec.py")
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert "Traceback" not in err


# check, show, format, new


def test_facts_and_faults_of_several_files(capsys: pytest.CaptureFixture[str]) -> None:
    Path("bad.taotp").write_text("{")
    code, out, err = say(capsys, "check", "vote.taotp", "bad.taotp", "none", "greeting.taotp")
    assert code == 2
    assert out == (
        "vote.taotp: 1 layer, 1 head, 0 hidden units; d_vocab 2, n_ctx 9, d_model 2; "
        "30 parameters, 7 not zero\n"
        "greeting.taotp: 0 layers, 0 heads, 0 hidden units; d_vocab 11, n_ctx 13, d_model 3; "
        "72 parameters, 68 not zero\n"
    )
    assert err.startswith("bad.taotp:1:")
    assert err.endswith("none: No such file or directory\n")
    assert say(capsys, "check", "vote.taotp")[0] == 0


def test_format_writes_the_same_program_and_loses_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = say(capsys, "format", "greeting.taotp")
    assert code == 0
    model = listing.read(out).program.model
    assert np.array_equal(model.W_E, TOK_EMB)
    assert np.array_equal(model.W_pos, POS_EMB)
    Path("greeting.taotp").chmod(0o640)
    assert say(capsys, "format", "greeting.taotp", "--write") == (0, "", "")
    assert Path("greeting.taotp").read_text() == out
    assert Path("greeting.taotp").stat().st_mode & 0o777 == 0o640
    code, _, err = say(capsys, "format", "vote.taotp", "--write")
    assert (code, err.split(",")[0]) == (2, "vote.taotp has comments")
    assert Path("vote.taotp").read_text() == MAJORITY
    assert say(capsys, "format", "-", "--write")[0] == 2
    assert sorted(path.name for path in Path().iterdir()) == ["greeting.taotp", "vote.taotp"]


def test_what_run_cannot_feed_is_told_and_the_rest_works(
    capsys: pytest.CaptureFixture[str],
) -> None:
    model = full_transformer()
    assert model.encoder is not None
    smaller = replace(model.encoder, W_E=model.encoder.W_E[1:], W_U=None)
    wider = np.vstack([model.encoder.W_E] * 2)[: model.d_vocab]
    alike = replace(model, encoder=replace(model.encoder, W_E=wider, W_U=None))
    for unfed, sentence in (
        (replace(model, encoder=None), "has cross heads and no encoder for them to look into"),
        (replace(model, encoder=smaller), "has an encoder of 4 symbols and a decoder of 7; to be"),
        (alike, "has an encoder, which reads the prompt, and no start symbol for the answer"),
    ):
        Path("full.taotp").write_text(listing.write(unfed))
        for options in ((), ("--trace",), ("--check", "no.py")):
            code, out, err = say(capsys, "run", "full.taotp", "1 2", *options)
            assert (code, out) == (2, "")
            assert err.startswith(f"full.taotp {sentence}")
    Path("full.taotp").write_text(listing.write(model))
    code, out, _ = say(capsys, "check", "full.taotp")
    assert code == 0
    assert "8 heads, 16 hidden units, 6 cross heads, an encoder of 2 layers; d_vocab 7" in out
    assert say(capsys, "show", "full.taotp")[0] == 0
    code, out, _ = say(capsys, "format", "full.taotp")
    assert (code, out) == (0, listing.write(model))


def test_an_encoder_reads_the_prompt(capsys: pytest.CaptureFixture[str]) -> None:
    Path("back.taotp").write_text(listing.write(two_stacks.reverse("abc", 4)))
    assert say(capsys, "run", "back.taotp", "abbc") == (0, "cbba\n", "")
    assert say(capsys, "run", "back.taotp") == (0, "\n", "")
    sentence = "the prompt has 6 tokens; the encoder has room for 1 to 5\n"
    assert say(capsys, "run", "back.taotp", "abcab") == (2, "", sentence)
    Path("spec.py").write_text("def specification(prompt): return prompt[::-1]")
    code, out, _ = say(capsys, "run", "back.taotp", "--check", "spec.py")
    assert (code, out[:51]) == (0, "right on 121 prompts: all of 0 to 4 symbols; the sm")
    Path("spec.py").write_text("def specification(prompt): return prompt")
    code, out, _ = say(capsys, "run", "back.taotp", "--check", "spec.py")
    assert (code, "'ba'" in out) == (1, True)


def test_a_trace_shows_both_stacks(capsys: pytest.CaptureFixture[str]) -> None:
    Path("back.taotp").write_text(listing.write(two_stacks.reverse("abc", 4)))
    code, out, _ = say(capsys, "run", "back.taotp", "abc", "--trace", "--at", "1")
    assert code == 0
    for line in (
        "  'a' 'b' 'c' '<end>'",
        "What it says, its row, at position 1 ('b')",
        "  head 0 of layer 0 (looks at the end) looks at 3 ('<end>') 100.0%",
        "  cross head 0 of layer 0 (asks for its place) looks at 1 ('b') 100.0%",
        "  after cross 0:      'b' 1, 'a' 0, 'c' 0",
    ):
        assert line in out.splitlines()
    assert out.splitlines()[-1] == "cba"
    long = two_stacks.reverse("abc", 4_000)
    Path("long.taotp").write_text(listing.write(long))
    sentence = "there are 3001 tokens to read; a trace of this encoder has room for 2236\n"
    assert say(capsys, "run", "long.taotp", "a" * 3_000, "--trace") == (2, "", sentence)


def test_a_trace_of_what_is_not_causal_shows_all_keys(capsys: pytest.CaptureFixture[str]) -> None:
    model = replace(full_transformer(), encoder=None, causal=False)
    model = replace(model, layers=[replace(layer, cross=()) for layer in model.layers])
    Path("both.taotp").write_text(listing.write(model))
    code, out, _ = say(capsys, "run", "both.taotp", "1 2 3", "--trace", "--steps", "1")
    assert code == 0
    lines = out.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("  head 0 of layer 0"))
    assert len(lines[first + 1].split()) == 4  # a number, and the three positions of what is read


def test_show_says_what_the_weights_do(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = say(capsys, "show", "vote.taotp")
    assert (code, err) == (0, "")
    assert out.startswith("2 tokens, 9 positions, 1 layer, tied")
    assert "token 'a' is " in out
    assert "head 0 (averages all) looks everywhere alike" in out


def test_rounded_text_on_one_stream_and_what_it_breaks_on_the_other(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = say(capsys, "format", "greeting.taotp", "--digits", "0")
    assert code == 0
    assert np.array_equal(listing.read(out).program.model.W_E, np.round(TOK_EMB) + 0.0)
    assert "numbers change" in err
    assert "get another answer" in err
    code, out, err = say(capsys, "format", "greeting.taotp", "--digits", "1")
    assert np.array_equal(listing.read(out).program.model.W_pos, POS_EMB)


def test_a_hash_in_a_string_is_no_comment(capsys: pytest.CaptureFixture[str]) -> None:
    text = '{"vocabulary": "#\'", "block_size": 2, "tok_emb": [[1, -1], [-1, 1]]}'
    Path("hash.taotp").write_text(text)
    assert say(capsys, "format", "hash.taotp", "--write")[0] == 0
    assert listing.read(Path("hash.taotp").read_text()).program.vocabulary == ("#", "'")


def test_a_write_that_fails_leaves_the_file(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    code, _, err = say(capsys, "format", "greeting.taotp", "--write")
    assert (code, err) == (2, f"{Path.cwd() / 'greeting.taotp'}: {FULL}\n")
    assert Path("greeting.taotp").read_text() == GREETING
    assert sorted(path.name for path in Path().iterdir()) == ["greeting.taotp", "vote.taotp"]


def test_a_new_file_on_a_full_disk_is_not_there(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of it would be refused as there already, once the disk has room again."""

    def full(*arguments: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        assert say(capsys, "new", "fresh.taotp") == (2, "", f"fresh.taotp: {FULL}\n")
    assert say(capsys, "new", "fresh.taotp")[0] == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_an_output_that_is_full_gets_one_sentence() -> None:
    with open("/dev/full", "w") as disk:
        done = subprocess.run(
            [sys.executable, "-m", "taotp", "show", "echo.taotp"],
            cwd=ROOT, stdout=disk, stderr=subprocess.PIPE, text=True, check=False,
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (2, "input or output: No space left on device\n")


def test_a_larger_file_than_a_listing_may_be_is_not_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taotp.cli.commands.LARGEST_FILE", 100)
    Path("large.taotp").write_text("#" * 101)
    sentence = "large.taotp is larger than 100 bytes, the most of a listing\n"
    assert say(capsys, "check", "large.taotp") == (2, "", sentence)


@every("how, says", [((), "a"), (("--numbers",), "b")])
def test_what_is_begun_runs_and_is_not_overwritten(
    how: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("mine.taotp").unlink(missing_ok=True)
    code, out, _ = say(capsys, "new", "mine.taotp", *how)
    assert code == 0
    assert out == "mine.taotp is written; try: taotp run mine.taotp abbab\n"
    written = Path("mine.taotp").read_text()
    assert written.startswith("# ")
    assert say(capsys, "run", "mine.taotp")[0] == 0
    assert say(capsys, "run", "mine.taotp", "abbab")[:2] == (0, says + "\n")
    assert say(capsys, "check", "mine.taotp")[0] == 0
    assert say(capsys, "new", "mine.taotp") == (
        2, "", "mine.taotp is there already; name a new file\n",
    )  # fmt: skip
    assert Path("mine.taotp").read_text() == written
    assert say(capsys, "new", "no/such/folder/mine.taotp")[0] == 2


def test_what_is_begun_does_what_it_says_of_itself() -> None:
    before = listing.read(skeleton.SENTENCES).program
    asked = [p for n in range(2, 7) for p in product("abc", repeat=n)]
    found = compare(before, before_last, asked)
    assert (found.wrong, found.tried) == (None, 9 + 27 + 81 + 243 + 729)
    vote = listing.read(skeleton.NUMBERS).program
    space: dict[str, Any] = {}
    exec(SPECIFICATION, space)
    assert compare(vote, space["specification"], seconds=1).wrong is None
    full = [("a" if i % 2 else "b") * i + "ab" * 40 for i in range(1, 20)]
    assert compare(vote, space["specification"], full).tried == 19


@settings(
    max_examples=150, deadline=None, derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)  # fmt: skip
@given(
    data=st.binary(max_size=200)
    | st.text(alphabet="{}[]\"'#:,.-+e0123456789 \ntok_embpsirayl", max_size=200).map(str.encode)
    | st.integers(0, len(GREETING) - 1).map(lambda i: GREETING[:i].encode())
    | st.tuples(st.integers(0, len(GREETING) - 1), st.sampled_from('[]{},-e"9\x00#')).map(
        lambda at: (GREETING[: at[0]] + at[1] + GREETING[at[0] + 1 :]).encode()
    ),
    command=st.sampled_from(["run", "check", "show", "format"]),
)
def test_any_bytes_give_an_answer_or_a_sentence(data: bytes, command: str) -> None:
    Path("any.taotp").write_bytes(data)
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        code = main([command, "any.taotp"])
    assert code in (0, 1, 2)
    assert bool(err.getvalue()) == (code != 0)
    assert "Traceback" not in err.getvalue()
    assert "this should not have happened" not in err.getvalue()


# What would wait, end without a word, or take all memory


@every(
    "name, words",
    [
        ("small.add(99999)", "n_digits is 99999; float64 has room for 300"),
        ("add(3000)", "add(3000) is too large to be built here; ask for less"),
    ],
)
def test_a_program_that_is_too_large(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["run", name, "1+1="]) == 2
    err = capsys.readouterr().err
    assert words in err
    assert "should not have happened" not in err


def test_digits_that_no_number_has(capsys: pytest.CaptureFixture[str]) -> None:
    for write in ([], ["--write"]):
        assert main(["format", "vote.taotp", "--digits", "999999999", *write]) == 2
        assert "--digits is 999999999; it may be at most 100" in capsys.readouterr().err
    assert main(["format", "vote.taotp", "--digits", "100"]) == 0
    with pytest.raises(ValueError, match="digits is 101; it must be from 0 to 100"):
        listing.write(listing.read(MAJORITY).program, digits=101)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_without_an_end_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("pipe")
    for command in (
        *(["run", "pipe", "a"], ["check", "pipe"], ["show", "pipe"], ["format", "pipe"]),
        *(["hear", "pipe"], ["verify", "check", "pipe"], ["verify", "merge", "pipe", "--to", "x"]),
        ["verify", "all", "small.add(1)", "prompts(1, '1')", "--spec", "pipe"],
        ["verify", "all", "pipe", "sums(1)"],
        ["run", "vote.taotp", "a", "--check", "pipe"],
    ):
        assert main(command) == 2, command
        assert capsys.readouterr().err.count("\n") == 1


ENDS = ["import sys; sys.exit(3)", "import os; os._exit(3)", "raise SystemExit", "exit(0)"]


def ending(ends: str, when: str) -> None:
    """Write a specification that ends its process at once, or when it is asked."""
    inside = f"def specification(prompt):\n    {ends}\n"
    Path("spec.py").write_text(f"{ends}\n{inside}" if when == "at once" else inside)


@every("ends", ENDS)
@every("when", ["at once", "when asked"])
def test_a_specification_that_ends_is_said_to(
    ends: str, when: str, capsys: pytest.CaptureFixture[str]
) -> None:
    ending(ends, when)
    assert main(["run", "vote.taotp", "a", "--check", "spec.py"]) == 2
    out, err = capsys.readouterr()
    assert out == "" and "spec.py:" in err and "SystemExit" in err


@every("ends, when", zip(ENDS, ["at once", "when asked"] * 2, strict=True))
def test_a_specification_that_ends_a_worker_is_said_to(ends: str, when: str) -> None:
    ending(ends, when)
    tried = ["verify", "all", "vote.taotp", "prompts(2, 'ab')", "--spec", "spec.py"]
    done = python_m(*tried, "--workers", "1")
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"the specification cannot be" in done.stderr
    assert b"SystemExit" in done.stderr


def test_applications_run_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    for name, prompt in (("agreement", "the keys is"), ("brackets", "([])")):
        assert main(["run", name, prompt]) in (0, 2)
        assert "No such file" not in capsys.readouterr().err
    assert main(["check", "english_french", "agreement", "sentiment", "brackets"]) == 0
