"""`taotp`: answers, traces, faults, exit codes, and no traceback for any input."""

import errno
import os
import subprocess
import sys
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp import listing
from taotp.cli.commands import main
from taotp.cli.terminal import Screen, explain, plain, room_in
from taotp.files import FULL
from taotp.listing import skeleton
from taotp.programs import Program, hello_world, minimum, search, sentiment, two_stacks
from taotp.programs.printed import POS_EMB, TOK_EMB
from taotp.reference import before_last, compare
from taotp_core.weights import Layer, Transformer, random_transformer
from tests.cli.conftest import Say, Send
from tests.examples import full_transformer
from tests.laws import every
from tests.listing.mutants import mutants

ROOT = Path(__file__).resolve().parents[2]
GREETING = str({"tok_emb": TOK_EMB, "pos_emb": POS_EMB, "layers": [],
                "lnf": {"gamma": 1.0, "beta": 0.0}})  # fmt: skip
IDS = "1 8 0 0 7 2 4 7 3 0 6 5 10\n"  # l=0 H=1 space=2 r=3 W=4 !=5 d=6 o=7 e=8 stop=10
NAMES = ("run", "greeting.taotp", "--symbols", "lH rW!doe^$")
MAJORITY = """
{
    "vocabulary": "ab", "steps": 1, "block_size": 9,  # a vote
    "tok_emb": [[1, -1], [-1, 1]],
    "layers": [{"Q": [[[0], [0]]], "K": [[[0], [0]]], "V": [[[1], [0]]], "P": [[[50], [-50]]],
        "names": ["looks at all alike"]}],
}
"""
DAYS = """
{"vocabulary": ["Mo", "Tu day", "We"], "steps": 1, "block_size": 4,
 "tok_emb": [[2,-1,-1],[-1,2,-1],[-1,-1,2]], "out_emb": [[-1,-1,2],[2,-1,-1],[-1,2,-1]]}
"""
VOTE = ("run", "vote.taotp")


@pytest.fixture(autouse=True)
def listings(in_a_folder: None) -> None:
    """One whose symbols have no names, and one with comments."""
    Path("greeting.taotp").write_text(GREETING)
    Path("vote.taotp").write_text(MAJORITY)


def python_m(
    *arguments: str | bytes, send: bytes = b"", stdout: int = subprocess.PIPE
) -> tuple[int, bytes, bytes]:
    """Run the command as a user does: its status, and what it prints and complains about."""
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    command: list[str | bytes] = [sys.executable, "-m", "taotp", *arguments]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=stdout, stderr=subprocess.PIPE, env=environment
    ) as running:
        out, err = running.communicate(send)
    return running.returncode, out or b"", err


def full(*arguments: object) -> None:
    """What writes on a disk that is full."""
    raise OSError(errno.ENOSPC, "No space left on device")


# run


def test_a_text_outside_the_fragment_is_said_and_told_apart(say: Say, send: Send) -> None:
    french = "run", "english_french"
    assert say(*french, "We don't have to eat.") == (0, "nous n'avons pas à manger\n", "")
    code, out, err = say(*french, "cat the sees")
    assert (code, out) == (1, "chat le voit\n")
    told = "no rule goes on with 'cat', so that it is outside the fragment; it must be"
    assert told in err and err.count("\n") == 1
    send(b"the cat\ncat the sees\nthe dog\n")
    code, out, err = say(*french)
    assert (code, out) == (1, "le chat\nchat le voit\nle chien\n")
    assert err.count("\n") == 1 and "line 2: " in err


@every(
    "arguments, said",
    [
        (("agreement", "The keys is red."), "1: “is” does not go with “keys”, but “are” would"),
        (("agreement", "The keys are red."), "0: all words go together"),
        (("greeting.taotp",), IDS[:-1]),
        (("greeting.taotp", "9 1 8", "--steps", "2"), "0 0"),
        (("greeting.taotp", "--precision", "float32"), IDS[:-1]),
        (NAMES[1:], "Hello World!$"),
        ((*NAMES[1:], "^Hel", "--stop", "$"), "lo World!"),
        (
            ("greeting.taotp", "--symbols", "l H _ r W ! d o e bos eos", "--stop", "eos"),
            "H e l l o _ W o r l d !",
        ),
        (("minimum.taotp", "7 3 9"), "3"),  # examples, by their names
        (("mended_mystery.taotp", "12 5 16", "--steps", "1"), "5"),
        (("one_weird_word", "The keys to the cabinet is red."), "1"),
        (("small.add(2)", "45+78="), "123"),
        (("sort",), "Hi!"),  # a file of that name comes before a program
        (("vote.taotp", "abbab"), "b"),
        (("days.taotp", 'We "Tu day"'), "We"),
        (("back.taotp", "abbc"), "cbba"),
        (("back.taotp",), ""),
    ],
)
def test_an_answer(say: Say, arguments: tuple[str, ...], said: str) -> None:
    Path("sort").write_text(listing.write(hello_world("Hi!")))
    Path("days.taotp").write_text(DAYS)
    Path("back.taotp").write_text(listing.write(two_stacks.reverse("abc", 4)))
    assert say("run", *arguments) == (0, said + "\n", "")


def test_a_file_comes_before_an_example_and_that_before_a_program(say: Say) -> None:
    assert "must be given" in say("run", "search")[2]
    Path("search.taotp").write_text("symbols a b")
    assert say("check", "search.taotp")[0] == 2
    assert say("run", "one_odd_word")[2].startswith("one_odd_word: ")


def test_the_examples_are_listed(say: Say) -> None:
    code, out, _ = say("examples")
    folder, *lines = out.splitlines()
    found = {line.split()[0]: line.split(maxsplit=1)[1] for line in lines}
    assert (code, set(found)) == (0, {path.stem for path in Path(folder).glob("*.taotp")})
    assert found["vote"].startswith("Say which of a and b occurs more often")


def test_every_command_takes_a_program_by_its_name(say: Say) -> None:
    text = "Those keys to the cabinet is red."
    Path("words.taotp").write_text(say("format", "weird_words")[1])
    assert say("run", "words.taotp", text) == (0, "1\n", "")
    assert say("show", "weird_words")[1].startswith("32 tokens, 12 positions, 2 layers")
    assert say("check", "hello_world")[1].startswith("hello_world: 0 layers")
    assert "   0  '<s>'  " in say("run", "weird_words", text, "--trace")[1]
    assert say("check", "english_french", "agreement", "sentiment", "brackets")[0] == 0


@every(
    "arguments, message",
    [
        (("weird_words", "the kees is"), "'kees' is none of the 26 words; near ones are 'sees'"),
        (("lookup", "a"), "lookup is made of "),
        (("weird_word", "a"), "weird_word: No such file or directory"),
        (("vote.taotp", "abc"), "'c' is not in the vocabulary; it has 'a' 'b'"),
        (("vote.taotp", ""), "the prompt has 0 tokens; the context has room for 1 to 9"),
        (("vote.taotp", "a" * 10), "the prompt has 10 tokens; the context has room for 1 to 9"),
        (("greeting.taotp", "11"), "'11' is not in the vocabulary; it has 0 1 2 3 4 5 6 7 8 9 10"),
        ((".",), ".: Is a directory"),
        (("a\0b",), "'a\\x00b' is not a file name"),
        (("vote.taotp", "--symbols", "xy"), "vote.taotp names its symbols; leave out --symbols"),
        (
            ("greeting.taotp", "--symbols", "xy"),
            "--symbols has 2 characters and 1 words; the model has 11 tokens",
        ),
        (("greeting.taotp", "--symbols", "lH rW!dol^$"), "--symbols has 'l' twice; each token"),
        (("greeting.taotp", "--stop", "x"), "--stop is 'x', which is none of the symbols"),
        (("vote.taotp", "ab", "--trace", "--at", "9"), "position 9 is not there; the program read"),
        (("vote.taotp", "ab", "--check", "no.py"), "no.py: there is no such file; --check takes"),
        (("days.taotp", 'We "Tu'), "the prompt 'We \"Tu' cannot be split into words: No closing"),
        (("back.taotp", "abcab"), "the prompt has 6 tokens; the encoder has room for 1 to 5"),
        (("add(3000)", "1+1="), "add(3000) is too large to be built here; ask for less"),
        (("large.taotp",), "large.taotp is larger than 100,000 bytes, the most of a listing"),
        (("dial_tones", "1"), "dial_tones hears sounds, which cannot be typed; taotp hear FILE"),
        (
            ("spoken_digits", "1"),
            "spoken_digits hears sounds, which cannot be typed; taotp hear --w",
        ),
        (("next_word", "1"), "next_word is made of sentences, which must be given"),
        (("spoken_words", "1"), "spoken_words is made of recordings"),
    ],
)
def test_bad_input_gets_a_sentence_and_2(
    say: Say, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], message: str
) -> None:
    monkeypatch.setattr("taotp.cli.commands.LARGEST_FILE", 100_000)
    Path("days.taotp").write_text(DAYS)
    Path("back.taotp").write_text(listing.write(two_stacks.reverse("abc", 4)))
    Path("large.taotp").write_text("#" * 100_001)
    code, out, err = say("run", *arguments)
    assert code == 2 and out in ("", "\n")
    assert err.startswith(message) and err.count("\n") == 1


@every(
    "arguments",
    [
        (), ("fly", "vote.taotp"), (*VOTE, "--steps", "-1"), (*VOTE, "--precision", "int8"),
        (*VOTE, "--seconds", "nan"),
    ])  # fmt: skip
def test_what_is_no_command_gets_the_usage_and_2(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert capsys.readouterr().err.startswith("usage: taotp")


def test_an_answer_that_is_no_number_is_refused(say: Say) -> None:
    said = "a logit is not a number; the weights must not overflow\n"
    assert say("run", "greeting.taotp", "--precision", "float16") == (1, "", said)


def test_faults_are_shown_in_their_line(say: Say) -> None:
    Path("bad.taotp").write_text('{\n  "tok_emb": [[1, 2], [3]],\n  "block_size": 4\n}\n')
    code, out, err = say("run", "bad.taotp")
    assert (code, out) == (2, "")
    place, line, caret = err.splitlines()
    assert place.startswith("bad.taotp:2:23: tok_emb[1] has 1 number")
    assert line == '   2 |   "tok_emb": [[1, 2], [3]],'
    assert caret == "     |                       ^^^"


def test_a_mark_of_utf_8_is_no_part_of_a_prompt_and_a_mood_has_four_decimals(
    say: Say, send: Send
) -> None:
    """And no score is -0."""
    send("\ufeffgood\nthe table\n".encode())
    assert say("run", "sentiment") == (0, f"{sentiment().score('good'):+.4f}\n+0.0000\n", "")


def test_a_listing_from_the_pipe_and_prompts_from_the_pipe(say: Say, send: Send) -> None:
    code, said, complaints = python_m(*VOTE, send=b"aab\nabb\n\nabx\nb\r\na")
    assert (code, said) == (2, b"a\nb\n\n\nb\na\n")
    assert complaints == (
        b"line 3: the prompt has 0 tokens; the context has room for 1 to 9\n"
        b"line 4: 'x' is not in the vocabulary; it has 'a' 'b'\n"
    )
    send(GREETING.encode())
    assert say("run", "-") == (0, IDS, "")
    send(b"")
    assert say("run", "greeting.taotp") == (0, IDS, "")
    send(b"\xff\xfe{")
    code, _, err = say("run", "-")
    assert code == 2 and err.startswith("standard input:1:1: the byte 0xff is not UTF-8")


def test_a_line_without_an_end_is_not_read_to_it(
    say: Say, send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("taotp.cli.commands.LARGEST_PROMPT", 4)
    send(b"abb\nabba")
    assert say(*VOTE) == (0, "b\na\n", "")
    send(b"abb\nabbab")
    assert say(*VOTE) == (2, "b\n", "line 2 of the input is longer than 4 bytes\n")


def test_a_reader_that_leaves_and_an_interrupt_are_quiet(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    read, write = os.pipe()
    os.close(read)
    code, _, complaints = python_m(*VOTE, send=b"ab\n" * 10, stdout=write)
    os.close(write)
    assert (code, complaints) == (141, b"")

    def interrupted(*arguments: object, **named: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("taotp.cli.commands.opened", interrupted)
    assert say(*VOTE) == (130, "", "")


def test_names_of_files_and_symbols_that_are_no_text(say: Say) -> None:
    said = b"\\udcff.taotp: No such file or directory\n"
    assert python_m(b"check", b"\xff.taotp") == (2, b"", said)
    Path("odd.taotp").write_text(
        '{"vocabulary": ["\\u001b[31m", "b"], "block_size": 3, "tok_emb": [[1, -1], [-1, 1]]}'
    )
    code, out, _ = say("run", "odd.taotp", "--trace")
    assert code == 0 and "\x1b" not in out.rsplit("\n", 2)[0]
    assert plain("a\x1b[31m\r\x00\ttab\nline ü") == "a\\x1b[31m\\r\\x00\ttab\nline ü"


# run --trace


def test_a_trace_shows_tape_stream_heads_and_lens(say: Say) -> None:
    assert say(*VOTE, "abb", "--trace") == (
        0,
        "The tape\n"
        "  position  holds         says          lead\n"
        "         0  'a'           'a'           4\n"
        "         1  'b'           'b'           4\n"
        "         2  'b'           'b'           4  <--\n"
        "         3  'b'           'b'           4\n"
        "\n"
        "In symbols, at position 2 ('b')\n"
        "                      0 1 2\n"
        "  token               a b b\n"
        "  looks at all alike  a · b\n"
        "  token in all        a b b\n"
        "  answer              a b b\n"
        "\n"
        "  looks at all alike: position 2 looks at all alike; it brings letter b.\n"
        "  So it says b.\n"
        "\n"
        "The stream, at position 2 ('b')\n"
        "  after embedding:\n"
        "    stream              -1         1\n"
        "  after attention 0:\n"
        "    stream           -17.7      17.7\n"
        "\n"
        "The heads, at position 2 ('b')\n"
        "  From each line to each column, . none to @ all.\n"
        "  head 0 of layer 0 (looks at all alike) looks at "
        "0 ('a') 33.3%, 1 ('b') 33.3%, 2 ('b') 33.3%\n"
        "       0  @\n"
        "       1  + +\n"
        "       2  = = =  <--\n"
        "       3  - - - -\n"
        "\n"
        "The lens: what it would say after each step, at position 2 ('b')\n"
        "  after embedding:    'b' 2, 'a' -2\n"
        "  after attention 0:  'b' 2, 'a' -2\n"
        "\n"
        "b\n",
        "",
    )
    assert "looks at 0 ('a') 100.0%\n" in say(*VOTE, "abb", "--trace", "--at", "0")[1]


def test_a_long_tape_is_cut_and_wide_streams_are_wrapped() -> None:
    model = random_transformer(0, d_vocab=3, n_ctx=100, d_model=20, norms="after")
    lines = list(explain(minimum(3, 100), [0, 1, 2] * 33, 60, Screen(60)))
    assert {"  (40 more before)", "  (19 more behind)"} <= {*lines}
    assert not any("From each line" in line for line in lines)
    wide = list(explain(Program(model, "abc"), [0, 1, 2], 2, Screen(60)))
    assert max(map(len, wide)) <= 72
    steps = ["embedding", "attention 0", "mlp 0", "attention 1", "mlp 1"]
    assert [line for line in wide if line.startswith("  after ")][:5] == [
        f"  after {step}:" for step in steps
    ]


def test_a_trace_takes_little_memory(say: Say) -> None:
    Path("long.taotp").write_text(MAJORITY.replace('"block_size": 9', '"block_size": 20000'))
    asked = "run", "long.taotp", "ab" * 9000
    code, out, _ = say(*asked, "--at", "3161")
    assert code == 0
    assert "  (20 more behind)" not in out
    assert "    3161  'b'" in out
    said = "position 17999 is too far for a trace of this model; at most 3161\n"
    assert say(*asked, "--trace") == (2, "", said)


def test_only_steps_that_there_are_and_subspaces_that_change() -> None:
    program = search("abc", 8, 2)
    lines = list(explain(program, program.encode("abcab"), 4, Screen()))
    start = lines.index("The stream, at position 4 ('b')")
    end = lines.index("The heads, at position 4 ('b')")
    shown = [line.split("  ")[2] if line[2] == " " else line for line in lines[start + 1 : end - 1]]
    assert shown == [
        "  after embedding:", "token", "place",
        "  after attention 0:", "one before", "two before",
        "  after attention 1:", "token",
    ]  # fmt: skip


def test_colors_only_where_there_are_some() -> None:
    program = hello_world("Hi")
    bare, colored = (
        list(explain(program, [0, 1], 0, Screen(80, color=color))) for color in (False, True)
    )
    assert not any("\x1b" in line for line in bare)
    for line, other in zip(bare, colored, strict=True):
        for code in ("34", "33", "32", "1", "0"):
            other = other.replace(f"\x1b[{code}m", "")
        assert other == line
    assert sum("\x1b" in line for line in colored) >= 4


def test_logits_that_are_no_numbers_are_named() -> None:
    W_E = np.array([[1e308, 1e308], [1e308, -1e308]])
    program = Program(Transformer(W_E, np.zeros((2, 2)), [Layer()]), "ab")
    lines = list(explain(program, [0], 0, Screen()))
    assert "  after embedding:    not a number" in lines
    assert any("not a number" in line for line in lines if "<--" in line)


# run --check

CHECK = (*VOTE, "--check", "spec.py")
SPECIFICATION = """
def specification(prompt):
    a, b = prompt.count("a"), prompt.count("b")
    return prompt[-1] if a == b else "a" if a > b else "b"
"""


@every(
    "more, options, said",
    [
        ("", (), "right on 1,022 prompts: all of 1 to 9 symbols; the smallest margin is 4\n"),
        (
            "\ndef prompts():\n    yield 'aab'\n", (),
            "right on 1 prompt: all that spec.py lists; the smallest margin is 4\n",
        ),
        (
            "\nprompts = ['ab', 'b'] * 1000\n", ("--seconds", "1e-9"),
            "right on 500 prompts: the first that spec.py lists; the smallest margin is 4\n",
        ),
    ])  # fmt: skip
def test_checked_against_a_specification(
    say: Say, more: str, options: tuple[str, ...], said: str
) -> None:
    Path("spec.py").write_text(SPECIFICATION + more)
    assert say(*CHECK, *options) == (0, said, "")


def test_a_wrong_answer_is_shown(say: Say) -> None:
    Path("spec.py").write_text(SPECIFICATION.replace("prompt[-1]", "prompt[0]"))
    said = "wrong on 'ab': it says 'b', the specification 'a' (4 prompts tried)\n"
    assert say(*CHECK) == (1, said, "")


ENDS = ["import sys; sys.exit(3)", "import os; os._exit(3)", "raise SystemExit", "exit(0)"]
INSIDE = "def specification(p):\n    "
OPEN = "spec.py: the specification leaves every prompt open\n"


@every(
    "source, message",
    [
        ("x = 1\n", "spec.py must define specification(prompt)"),
        ("def specification(prompt)\n", "spec.py:1: SyntaxError: expected ':'"),
        ("\n1 / 0\n", "spec.py:2: ZeroDivisionError: division by zero"),
        (f"{INSIDE}return p[7]\n", "spec.py:2: IndexError: string index out of"),
        (f"{INSIDE}return 'z'\n", "spec.py: for 'a' the specification says 'z'"),
        (f"{INSIDE}return 'a'\nprompts = 5\n", "spec.py: TypeError: "),
        (f"{INSIDE}raise ValueError('no')\n", "spec.py:2: ValueError: no"),
        (f"{INSIDE}return 'a'\nprompts = ['c']\n", "spec.py: 'c' is not in the"),
        (f"{INSIDE}return None\n", OPEN),
        *((source, "spec.py:1: SystemExit") for source in ENDS),
        *((f"{INSIDE}{source}", "spec.py:2: SystemExit") for source in ENDS),
    ],
)
def test_a_specification_that_fails_gets_a_sentence(say: Say, source: str, message: str) -> None:
    Path("spec.py").write_text(source)
    code, out, err = say(*CHECK)
    assert (code, out) == (2, "")
    assert err.startswith(message)
    assert "Traceback" not in err


@every("source", [ENDS[1], f"{INSIDE}{ENDS[1]}", f"{INSIDE}{ENDS[0]}"])
def test_a_specification_that_ends_a_worker_is_said_to(say: Say, source: str) -> None:
    Path("spec.py").write_text(source if source in ENDS else f"{source}\n")
    tried = "verify", "all", "vote.taotp", "prompts(2, 'ab')", "--spec", "spec.py"
    code, out, err = say(*tried, "--workers", "1")
    assert (code, out) == (2, "")
    assert "the specification cannot be" in err and "SystemExit" in err


# check, show, format, new


def test_facts_and_faults_of_several_files(say: Say) -> None:
    Path("bad.taotp").write_text("{")
    code, out, err = say("check", "vote.taotp", "bad.taotp", "none", "greeting.taotp")
    assert code == 2
    assert out == (
        "vote.taotp: 1 layer, 1 head, 0 hidden units; d_vocab 2, n_ctx 9, d_model 2; "
        "30 parameters, 7 not zero\n"
        "greeting.taotp: 0 layers, 0 heads, 0 hidden units; d_vocab 11, n_ctx 13, d_model 3; "
        "72 parameters, 68 not zero\n"
    )
    assert err.startswith("bad.taotp:1:")
    assert err.endswith("none: No such file or directory\n")
    assert say("check", "vote.taotp")[0] == 0


def test_format_writes_the_same_program_and_loses_nothing(say: Say) -> None:
    code, out, _ = say("format", "greeting.taotp")
    assert code == 0
    model = listing.read(out).program.model
    assert np.array_equal(model.W_E, TOK_EMB)
    assert np.array_equal(model.W_pos, POS_EMB)
    Path("greeting.taotp").chmod(0o640)
    assert say("format", "greeting.taotp", "--write") == (0, "", "")
    assert Path("greeting.taotp").read_text() == out
    assert Path("greeting.taotp").stat().st_mode & 0o777 == 0o640
    code, _, err = say("format", "vote.taotp", "--write")
    assert (code, err.split(",")[0]) == (2, "vote.taotp has comments")
    assert Path("vote.taotp").read_text() == MAJORITY
    assert say("format", "-", "--write")[0] == 2
    assert sorted(path.name for path in Path().iterdir()) == ["greeting.taotp", "vote.taotp"]
    text = '{"vocabulary": "#\'", "block_size": 2, "tok_emb": [[1, -1], [-1, 1]]}'
    Path("hash.taotp").write_text(text)  # a hash in a string is no comment
    assert say("format", "hash.taotp", "--write")[0] == 0
    assert listing.read(Path("hash.taotp").read_text()).program.vocabulary == ("#", "'")


def test_what_run_cannot_feed_is_told_and_the_rest_works(say: Say) -> None:
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
            code, out, err = say("run", "full.taotp", "1 2", *options)
            assert (code, out) == (2, "")
            assert err.startswith(f"full.taotp {sentence}")
    Path("full.taotp").write_text(listing.write(model))
    code, out, _ = say("check", "full.taotp")
    assert code == 0
    assert "8 heads, 16 hidden units, 6 cross heads, an encoder of 2 layers; d_vocab 7" in out
    assert say("show", "full.taotp")[0] == 0
    assert say("format", "full.taotp")[:2] == (0, listing.write(model))


def test_a_trace_and_a_check_of_both_stacks(say: Say) -> None:
    Path("back.taotp").write_text(listing.write(two_stacks.reverse("abc", 4)))
    back = "run", "back.taotp", "abc"
    code, out, _ = say(*back, "--trace", "--at", "1")
    assert code == 0
    assert {
        "  'a' 'b' 'c' '<end>'",
        "What it says, its row, at position 1 ('b')",
        "  head 0 of layer 0 (looks at the end) looks at 3 ('<end>') 100.0%",
        "  cross head 0 of layer 0 (asks for its place) looks at 1 ('b') 100.0%",
        "  after cross 0:      'b' 1, 'a' 0, 'c' 0",
    } <= {*out.splitlines()}
    assert out.endswith("\ncba\n")
    Path("spec.py").write_text("def specification(prompt): return prompt[::-1]")
    code, out, _ = say(*back[:2], "--check", "spec.py")
    assert (code, out[:51]) == (0, "right on 121 prompts: all of 0 to 4 symbols; the sm")
    Path("spec.py").write_text("def specification(prompt): return prompt")
    code, out, _ = say(*back[:2], "--check", "spec.py")
    assert (code, "'ba'" in out) == (1, True)


def test_a_trace_of_an_encoder_has_room_for_so_many(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = two_stacks.reverse("abc", 4)
    Path("back.taotp").write_text(listing.write(program))
    assert program.model.encoder and room_in(program.model.encoder) == 2236
    monkeypatch.setattr("taotp.cli.terminal.room_in", lambda model: 4)
    assert say("run", "back.taotp", "abc", "--trace")[0] == 0
    sentence = "there are 5 tokens to read; a trace of this encoder has room for 4\n"
    assert say("run", "back.taotp", "abca", "--trace") == (2, "", sentence)


def test_a_trace_of_what_is_not_causal_shows_all_keys(say: Say) -> None:
    model = replace(full_transformer(), encoder=None, causal=False)
    model = replace(model, layers=[replace(layer, cross=()) for layer in model.layers])
    Path("both.taotp").write_text(listing.write(model))
    code, out, _ = say("run", "both.taotp", "1 2 3", "--trace", "--steps", "1")
    lines = out.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("  head 0 of layer 0"))
    # a number, and the three positions of what is read
    assert (code, len(lines[first + 1].split())) == (0, 4)


def test_rounded_text_on_one_stream_and_what_it_breaks_on_the_other(say: Say) -> None:
    code, out, err = say("format", "greeting.taotp", "--digits", "0")
    assert code == 0
    assert np.array_equal(listing.read(out).program.model.W_E, np.round(TOK_EMB) + 0.0)
    assert "numbers change" in err and "get another answer" in err
    out = say("format", "greeting.taotp", "--digits", "1")[1]
    assert np.array_equal(listing.read(out).program.model.W_pos, POS_EMB)


def test_digits_that_no_number_has(say: Say) -> None:
    digits = "format", "vote.taotp", "--digits"
    for write in ([], ["--write"]):
        said = "--digits is 999999999; it may be at most 100\n"
        assert say(*digits, "999999999", *write) == (2, "", said)
    assert say(*digits, "100")[0] == 0


def test_a_full_disk_leaves_what_was_there_and_nothing_half_written(
    say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is left of a new file would be refused as there already, once there is room again."""
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        place = Path.cwd() / "greeting.taotp"
        assert say("format", "greeting.taotp", "--write") == (2, "", f"{place}: {FULL}\n")
        assert say("new", "fresh.taotp") == (2, "", f"fresh.taotp: {FULL}\n")
    assert Path("greeting.taotp").read_text() == GREETING
    assert sorted(path.name for path in Path().iterdir()) == ["greeting.taotp", "vote.taotp"]
    assert say("new", "fresh.taotp")[0] == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_an_output_that_is_full_gets_one_sentence() -> None:
    with open("/dev/full", "w") as disk:
        code, _, complaints = python_m("show", "echo.taotp", stdout=disk.fileno())
    assert (code, complaints) == (2, b"input or output: No space left on device\n")


@every("how, says", [((), "a"), (("--numbers",), "b")])
def test_what_is_begun_runs_and_is_not_overwritten(
    say: Say, how: tuple[str, ...], says: str
) -> None:
    Path("mine.taotp").unlink(missing_ok=True)
    said = "mine.taotp is written; try: taotp run mine.taotp abbab\n"
    assert say("new", "mine.taotp", *how)[:2] == (0, said)
    written = Path("mine.taotp").read_text()
    assert written.startswith("# ")
    assert say("run", "mine.taotp")[0] == 0
    assert say("run", "mine.taotp", "abbab")[:2] == (0, says + "\n")
    assert say("check", "mine.taotp")[0] == 0
    said = "mine.taotp is there already; name a new file\n"
    assert say("new", "mine.taotp") == (2, "", said)
    assert Path("mine.taotp").read_text() == written
    assert say("new", "no/such/folder/mine.taotp")[0] == 2


def test_what_is_begun_does_what_it_says_of_itself() -> None:
    before = listing.read(skeleton.SENTENCES).program
    asked = [p for n in range(2, 7) for p in product("abc", repeat=n)]
    found = compare(before, before_last, asked)
    assert (found.wrong, found.tried) == (None, 9 + 27 + 81 + 243 + 729)
    vote = listing.read(skeleton.NUMBERS).program
    space: dict[str, Any] = {}
    exec(SPECIFICATION, space)
    short = [p for n in range(1, 9) for p in product("ab", repeat=n)]
    long = [("a" if i % 2 else "b") * i + "ab" * 40 for i in range(1, 20)]
    found = compare(vote, space["specification"], [*short, *long])
    assert (found.wrong, found.tried) == (None, 2**9 - 2 + 19)


# What would wait, end without a word, or take all memory


@every("number, data", lambda: enumerate(mutants(seed=1, n=100)))
def test_any_bytes_give_an_answer_or_a_sentence(say: Say, number: int, data: bytes) -> None:
    Path("any.taotp").write_bytes(data)
    code, _, err = say(("run", "check", "show", "format")[number % 4], "any.taotp")
    assert code in (0, 1, 2)
    assert bool(err) == (code != 0)
    assert "Traceback" not in err
    assert "this should not have happened" not in err


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_a_pipe_without_an_end_is_not_waited_for(say: Say) -> None:
    os.mkfifo("pipe")
    for command in (
        *("run pipe a", "check pipe", "show pipe", "format pipe", "hear pipe", "verify check pipe"),
        *("verify merge pipe --to x", "verify all small.add(1) prompts(1,'1') --spec pipe"),
        *("verify all pipe sums(1)", "run vote.taotp a --check pipe"),
    ):
        code, _, err = say(*command.split())
        assert (code, err.count("\n")) == (2, 1), command


def test_a_long_text_is_told_in_symbols_in_eighty_columns() -> None:
    program = search(10, 128, 2)
    tokens = program.encode([i * i % 7 for i in range(100)])
    lines = [*explain(program, tokens, 99, Screen())]
    start = lines.index("In symbols, at position 99 (1)")
    told = lines[start : lines.index("The stream, at position 99 (1)")]
    assert max(map(len, told)) <= 80
    assert {"99", "92"} <= {*told[1].split()}, "where it stands, and what it finds"
