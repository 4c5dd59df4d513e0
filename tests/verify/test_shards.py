"""Every input is tried, what is wrong is found, and certificates are held to what they say."""

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp import listing
from taotp.cli.commands import main
from taotp.cli.outcome import BAD_INPUT, DONE, INTERRUPTED, REFUSED
from taotp.programs import Program, minimum, small
from taotp.verify import (
    Certificate,
    checked,
    checking,
    machine,
    merged,
    read,
    verified,
    worker_pool,
    write,
)
from taotp.verify import shards as shards_module
from taotp.verify.checking import DRAWN, chance_missed
from taotp.verify.shards import Shard, tried
from taotp_core.measure import margin
from taotp_core.transformer import forward
from tests.cluster import Cluster
from tests.laws import every
from tests.verify.conftest import here


@pytest.fixture(autouse=True)
def patch() -> Iterator[pytest.MonkeyPatch]:
    """Shards of a hundred inputs."""
    with here(100) as found:
        yield found


def file_of(program: Program, folder: Path, name: str = "machine.taotp") -> str:
    """The path of a listing."""
    path = folder / name
    path.write_text(listing.write(program))
    return str(path)


def spoiled(program: Program, row: int, share: float = 1) -> Program:
    """A program that reads one symbol as another, or a share of it."""
    W_E = program.model.W_E.copy()
    W_E[row] += share * (W_E[row - 1] - W_E[row])
    return replace(program, model=replace(program.model, W_E=W_E))


RIGHT = {
    "small.add(2)": "sums(2)",
    "add(1)": "sums(1)",
    "small.multiply(1)": "products(1)",
    "minimum(6, 3)": "minimum(3, 6)",
    "maximum(7, n_ctx=3)": "maximum(3, 7)",
    "sort(9, 20)": "sort(4, 9)",
    "small.sort(9, 20)": "sort(3, 9)",
}


def test_the_book_s_machines_are_right_by_the_margin_of_their_logits() -> None:
    for name, domain in RIGHT.items():
        found = verified(machine(name), domain)
        assert found.whole
        assert (found.tried, found.wrong) == (found.inputs, 0)
        assert str(found).startswith(f"{name} on all {found.inputs:,} inputs of {found.domain}")
        if domain == "minimum(3, 6)":
            asked = np.array([*itertools.product(range(6), repeat=3)])
            by_hand = margin(forward(minimum(6, 3).model, asked, keep=1)[:, 0]).min()
            least = min(float(piece.margin) for piece in found.pieces)
            assert least == pytest.approx(by_hand, rel=5e-3)


@every("row", [1, 5, 9])
def test_what_is_wrong_is_counted_and_quoted(tmp_path: Path, row: int) -> None:
    program = spoiled(small.add(1), row)
    found = verified(machine(file_of(program, tmp_path)), "sums(1)")
    prompts = [f"{a}+{b}=" for a, b in itertools.product(range(10), repeat=2)]
    said = {prompt: program.complete(prompt) for prompt in prompts}
    wrong = [p for p in prompts if said[p] != f"{int(p[0]) + int(p[2]):02}"]
    assert found.wrong == len(wrong) > 0
    right = f"{int(wrong[0][0]) + int(wrong[0][2]):02}"
    quoted = f"on '{wrong[0]}' it says '{said[wrong[0]]}', not '{right}'"
    assert found.pieces[0].quoted[0] == quoted
    assert quoted in str(found)


def test_a_digest_is_of_what_is_said(tmp_path: Path) -> None:
    right, other = (machine("small.add(1)"), machine(file_of(spoiled(small.add(1), 5), tmp_path)))
    pieces = [tried(Shard(one, "sums(1)", "", "float64", 0, 50)) for one in (right, right, other)]
    assert pieces[0] == pieces[1]
    assert pieces[0].answers != pieces[2].answers
    alone = [tried(Shard(right, "sums(1)", "", "float64", i, i + 1)) for i in range(3)]
    assert len({piece.answers for piece in alone}) == 3


def test_a_program_that_says_too_much_or_too_little_is_wrong(tmp_path: Path) -> None:
    for program, steps, domain in (
        (small.add(1), 1, "sums(1)"),
        (minimum(5, 6), 2, "minimum(2, 5)"),
    ):
        found = verified(machine(file_of(replace(program, steps=steps), tmp_path)), domain)
        assert found.wrong == found.inputs > 20


def test_what_a_specification_leaves_open_is_not_tried() -> None:
    source = "def specification(p): return None if len(set(p)) == 1 else sorted(p)[0]"
    found = verified(machine("minimum(3, 4)"), "prompts(4, [0, 1, 2])", specification=source)
    assert (found.tried, found.wrong) == (81 - 3, 0)
    assert "78 right, 3 left open" in str(found)


def test_another_precision() -> None:
    found = verified(
        machine("small.add(2)"), "sums(2)", precision="bfloat16", part=(1, 100), workers=1
    )
    assert found.wrong > 0
    assert found.precision == "bfloat16"
    with pytest.raises(ValueError, match="part 1/101 is empty: there are 100 shards"):
        verified(machine("small.add(2)"), "sums(2)", part=(1, 101))


@every(
    "name, domain, words",
    [
        ("small.add(2)", "minimum(2, 5)", "the symbol 0, which the machine lacks"),
        ("minimum(5, 2)", "minimum(3, 5)", "room for 1 to 2"),
        *((name, "sums(1)", r"neither a file|no program|arguments|must be|missing") for name in (
            "nothing(1)", "small", "small.add", "small.add(0)", "small.np.zeros(3)", "add(x)",
            "__doc__",
        )),
    ])  # fmt: skip
def test_a_machine_that_cannot_be_asked(name: str, domain: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        verified(machine(name), domain)


@every(
    "name",
    [
        "minimum(2000000, 2)", "minimum(10**9, 2)", "search(5000, 5000, 4999)",
        "small.minimum(d_vocab=1000000, n_ctx=2)", "small.add(10000000)",
    ],
)  # fmt: skip
def test_what_would_be_large_is_not_built(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of a stranger's named one: it took a gigabyte before it was refused."""
    monkeypatch.setattr("numpy.zeros", lambda *_, **__: pytest.fail("it is built"))
    with pytest.raises(
        ValueError, match="is too large to be built here|is not a name with arguments"
    ):
        machine(name)


def test_a_listing_and_a_call_are_the_same_machine(tmp_path: Path) -> None:
    one, other = machine("small.add(2)"), machine(file_of(small.add(2), tmp_path))
    assert one.fingerprint == other.fingerprint != machine("small.add(3)").fingerprint
    changed = replace(small.add(2), vocabulary="9876543210+=")
    for program in (changed, spoiled(small.add(2), 3)):
        assert machine(file_of(program, tmp_path)).fingerprint != one.fingerprint
    for name in ("sort(28, 100)", "search(10, 30, 2)"):  # which are not too large to be built
        assert machine(name).program.model.d_vocab


# Certificates


@pytest.fixture(scope="module")
def all_of_two_digits() -> Certificate:
    """All sums of two digits, in a hundred shards."""
    with here(100):
        return verified(machine("small.add(2)"), "sums(2)")


@pytest.fixture
def certificate(all_of_two_digits: Certificate, tmp_path: Path) -> Certificate:
    """The same, and its file whole.json."""
    write(all_of_two_digits, tmp_path / "whole.json")
    return all_of_two_digits


def test_a_certificate_is_what_was_written(certificate: Certificate, tmp_path: Path) -> None:
    assert read(tmp_path / "whole.json") == certificate
    assert len(certificate.pieces) == 100
    alone = replace(certificate, pieces=(replace(certificate.pieces[0], margin="inf"),))
    write(alone, tmp_path / "alone.json")
    assert read(tmp_path / "alone.json") == alone


def test_parts_make_the_whole(certificate: Certificate, tmp_path: Path) -> None:
    parts = [verified(machine("small.add(2)"), "sums(2)", part=(i + 1, 3)) for i in range(3)]
    names = [str(tmp_path / f"{i}.json") for i in range(3)]
    for part, name in zip(parts, names, strict=True):
        assert not part.whole
        write(part, Path(name))
    assert merged(parts) == certificate == merged(parts[::-1])
    to = ["--to", str(tmp_path / "merged.json")]
    assert main(["verify", "merge", *names, *to]) == DONE
    assert read(tmp_path / "merged.json") == certificate
    assert main(["verify", "merge", *names, names[0], *to]) == BAD_INPUT


def test_what_is_missing_is_refused(
    tmp_path: Path, certificate: Certificate, capsys: pytest.CaptureFixture[str]
) -> None:
    pieces = certificate.pieces
    holed = replace(certificate, pieces=(*pieces[:7], *pieces[9:]))
    write(holed, tmp_path / "holed.json")
    to = ["--to", str(tmp_path / "merged.json")]
    assert str(holed).startswith("small.add(2) on 9,800 of the 10,000 inputs of sums(2)")
    for command, more, status in (("merge", to, BAD_INPUT), ("check", [], REFUSED)):
        assert main(["verify", command, str(tmp_path / "holed.json"), *more]) == status
        assert "nobody has tried the inputs from 700 to 899" in capsys.readouterr().err
    assert not (tmp_path / "merged.json").exists()


@every(
    "more, code, words",
    [
        ({"answers": "0" * 64}, REFUSED, "give 0 wrong of 100"),
        ({"wrong": 1, "quoted": ["no"]}, REFUSED, "says 1 of 100"),
        ({"wrong": 1}, BAD_INPUT, "it must quote 1 of them"),
        ({"wrong": 1, "quoted": [1]}, BAD_INPUT, "it must quote 1 of them"),
        ({"wrong": -1}, BAD_INPUT, "-1 wrong of 100"),
        ({"tried": 101}, BAD_INPUT, "0 wrong of 101 inputs tried; it has 100 inputs"),
        ({"tried": 99}, REFUSED, "the certificate says 0 of 99"),
        ({"margin": "9e9"}, BAD_INPUT, "has the margin '9e9'; it must be a number"),
        ({"margin": "1" * 1_000_000}, BAD_INPUT, "has the margin '1111"),
        ({"margin": "9e+09"}, REFUSED, "the certificate says 9e+09"),
        ({"margin": "inf"}, REFUSED, "the certificate says inf"),
        ({"margin": "1e-09"}, REFUSED, "the certificate says 1e-09"),
        ({"margin": "abc\x1b[31m"}, BAD_INPUT, r"has the margin 'abc\x1b[31m'"),
        ({"end": 401}, BAD_INPUT, "input 400 is in two pieces"),
        ({"end": 399}, BAD_INPUT, "0 wrong of 100 inputs tried; it has 99 inputs"),
        ({"end": 399, "tried": 99}, REFUSED, "from 399 to 399"),
        ({"end": 10_001}, BAD_INPUT, "none of 10,000 inputs"),
        ({"end": True}, BAD_INPUT, "not a certificate"),
    ],
)
def test_a_certificate_that_lies_is_refused(
    certificate: Certificate, tmp_path: Path, more: dict[str, Any], code: int, words: str,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    whole = json.loads((tmp_path / "whole.json").read_bytes())
    whole["pieces"][3] |= more
    (tmp_path / "lie.json").write_text(json.dumps(whole))
    check = ["verify", "check", str(tmp_path / "lie.json"), "--shards", "100"]
    assert main(check) == code
    err = capsys.readouterr().err
    assert words in err
    assert "\x1b" not in err


def with_piece(whole: Certificate, number: int, **more: Any) -> Certificate:
    """A certificate of which a piece says something else."""
    pieces = list(whole.pieces)
    pieces[number] = replace(pieces[number], **more)
    return replace(whole, pieces=tuple(pieces))


@every("more", [{"answers": "0" * 64}, {"tried": 99}, {"margin": "9e+09"}])
@every("seed", [1, 2, 3])
def test_a_lie_about_a_piece_is_found_whatever_is_drawn(
    certificate: Certificate, more: dict[str, Any], seed: int
) -> None:
    lie = with_piece(certificate, 50, **more)
    with pytest.raises(ValueError, match="the certificate says"):
        checked(lie, machine("small.add(2)"), shards=0, seed=seed)


@pytest.fixture(scope="module")
def wrong_sums(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Certificate]:
    """A machine that hears a little of 8 in 9, which is wrong in nine of a hundred sums."""
    path = file_of(spoiled(small.add(2), 9, 0.05), tmp_path_factory.mktemp("wrong"))
    with here(100):
        return path, verified(machine(path), "sums(2)")


def test_a_wrong_machine_is_found_whatever_its_pieces(
    certificate: Certificate, wrong_sums: tuple[str, Certificate], tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    _, honest = wrong_sums
    assert honest.wrong > 10
    lie = replace(honest, pieces=certificate.pieces)  # what is so of a right machine
    write(lie, tmp_path / "lie.json")
    assert main(["verify", "check", str(tmp_path / "lie.json"), "--shards", "0"]) == REFUSED
    err = capsys.readouterr().err  # of a wrong input that is drawn, or of one that leads by nothing
    assert "is wrong: on '" in err or "leads by " in err
    good = [replace(piece, first=i, end=i + 1, tried=1)
            for piece in lie.pieces[:1] for i in range(100)]  # fmt: skip
    one = replace(lie.pieces[0], first=100, end=10_000, tried=9_900)
    write(replace(lie, pieces=(*good, one)), tmp_path / "own.json")
    assert main(["verify", "check", str(tmp_path / "own.json")]) == REFUSED
    err = capsys.readouterr().err
    assert "a piece goes from input 0 to 0; pieces of 10,000 inputs have 100" in err


def test_as_many_lies_are_missed_as_is_stated() -> None:
    n, drawn, lies = 20_000, 1500, 20
    exactly = np.prod([(n - lies - i) / (n - i) for i in range(drawn)])
    assert chance_missed(n, drawn) == pytest.approx(exactly)
    assert DRAWN == 4603
    for n in (10_000, 10**6, 10**10):
        assert chance_missed(n, DRAWN) <= 0.01
    assert chance_missed(500, 500) == chance_missed(2000, 1999) == 0
    assert chance_missed(500, 0) == 1


def test_what_was_tried_is_printed(
    certificate: Certificate, wrong_sums: tuple[str, Certificate]
) -> None:
    add = machine("small.add(2)")
    some = checked(certificate, add, shards=5, inputs=0, seed=1)
    assert (some.inputs, some.drawn, some.whole, some.pieces) == (500, 0, 5, 100)
    assert some.missed == 1
    both = checked(certificate, add, shards=5, seed=1)
    assert 500 + 4_000 < both.inputs == 500 + both.drawn < 500 + DRAWN
    assert both.missed == chance_missed(10_000, DRAWN)
    text = str(both)
    assert f"{both.inputs:,} of 10,000 inputs ({both.inputs / 10_000:.2%}) were tried" in text
    assert f"missed with a chance of at most {both.missed:.2%}" in text
    whole = checked(certificate, add, shards=100, seed=1)
    assert (whole.inputs, whole.drawn, whole.missed) == (10_000, 0, 0)
    path, honest = wrong_sums
    told = checked(honest, machine(path), shards=5, seed=1)
    assert told.missed == 0.95  # which answers were wrong is seen in whole pieces alone
    assert checked(honest, machine(path), shards=100, seed=1).missed == 0


def test_other_wrong_answers_than_were_named_are_found(wrong_sums: tuple[str, Certificate]) -> None:
    path, honest = wrong_sums
    fewer: dict[str, Any] = {"wrong": 1, "quoted": ("on '00+00=' it says '999', not '000'",)}
    others: dict[str, Any] = {"quoted": ("a", "b", "c")}
    for lie, shards in ((fewer, 0), (others, 100)):
        with pytest.raises(ValueError, match="the certificate says"):
            checked(
                with_piece(honest, 0, **lie), machine(path), shards=shards, inputs=10_000, seed=1
            )


@every("name", ["machine", "domain", "fingerprint", "precision", "library"])
def test_names_do_not_steer_a_terminal(
    certificate: Certificate, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    steering = "small.add(2)\x1b]0;mine\x07\n\u202ebent" + "x" * 100_000
    changes: dict[str, Any] = {name: steering}
    path = tmp_path / "spoiled.json"
    write(replace(certificate, **changes), path)
    named = ["--machine", "small.add(2)", "--shards", "1"] if name == "machine" else []
    to = ["--to", str(tmp_path / "to.json")]
    for command in (["check", str(path), *named], ["merge", str(path), *to]):
        main(["verify", *command])
        said = capsys.readouterr()
        text = said.out + said.err
        assert not {"\x1b", "\x07", "\u202e"} & {*text}
        assert len(text) < 2_000
        assert "should not have happened" not in text
        assert name not in ("machine", "domain") or f"its {name} has 100,0" in text


def test_another_machine_is_refused(
    certificate: Certificate, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = str(tmp_path / "whole.json")
    assert main(["verify", "check", path, "--shards", "2"]) == DONE
    out = capsys.readouterr().out
    assert "were tried again, drawn with --seed " in out
    assert "2 of 100 pieces" in out
    other = file_of(spoiled(small.add(2), 9, 0.05), tmp_path)
    assert main(["verify", "check", path, "--machine", other]) == REFUSED
    assert "the fingerprint is" in capsys.readouterr().err
    one = verified(machine(other), "sums(2)", part=(1, 2))
    with pytest.raises(ValueError, match="the fingerprint is"):
        merged([certificate, one])
    with pytest.raises(ValueError, match="the precision is"):
        merged([certificate, replace(certificate, precision="float32", pieces=())])


def test_drawn_shards_are_those_of_the_seed(certificate: Certificate) -> None:
    def of_seed(seed: int) -> list[int]:
        done: list[Any] = []

        def bar(pieces: Iterator[Any], total: int) -> list[Any]:
            done.extend(pieces)
            return done

        checked(certificate, machine("small.add(2)"), shards=5, seed=seed, bar=bar)
        return sorted(task.shard.first for task, _ in done)

    assert of_seed(1) == of_seed(1) != of_seed(2)


# Resumable, and by many


def test_an_interrupted_run_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, certificate: Certificate,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    to, asked = tmp_path / "some.json", []

    def some(do: Any, shards: list[Shard], *who: Any) -> Iterator[Any]:
        for i, shard in enumerate(shards):
            if i == 30:
                raise KeyboardInterrupt
            asked.append(shard.first)
            yield shard, do(shard)

    monkeypatch.setattr("taotp.verify.shards.run", some)
    command = ["verify", "all", "small.add(2)", "sums(2)", "--to", str(to)]
    for _ in range(3):
        assert main(command) == INTERRUPTED
        assert "goes on after what" in capsys.readouterr().err
    assert main(command) == DONE
    assert asked == [*range(0, 10_000, 100)]
    assert read(to) == certificate


def test_a_file_that_is_something_else_stays(tmp_path: Path, certificate: Certificate) -> None:
    other = tmp_path / "notes.txt"
    other.write_text("mine")
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "nowhere.json")
    whole = str(tmp_path / "whole.json")
    for path in (other, link, tmp_path):
        for command in (["all", "small.add(2)", "sums(2)"], ["merge", whole]):
            assert main(["verify", *command, "--to", str(path)]) == BAD_INPUT
    assert other.read_text() == "mine"
    assert main(["verify", "all", "small.add(1)", "sums(1)", "--to", whole]) == BAD_INPUT
    assert read(tmp_path / "whole.json") == certificate


@pytest.mark.slow
def test_many_processes_and_a_cluster_say_the_same(
    certificate: Certificate, two: Cluster, patch: pytest.MonkeyPatch
) -> None:
    for module in (shards_module, checking):
        patch.setattr(module, "run", worker_pool.run)  # which `here` has put aside
    add = machine("small.add(2)")
    for who in ({"workers": 3}, {"dask": two.address}):
        assert verified(add, "sums(2)", **who) == certificate
        assert checked(certificate, add, shards=1, inputs=0, seed=1, **who).inputs == 100


def test_bad_options_get_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    for wrong in ("0/2", "3/2", "x", "1/"):
        with pytest.raises(SystemExit):
            main(["verify", "all", "small.add(1)", "sums(1)", "--part", wrong])
        assert "is not a part, such as 2/4" in capsys.readouterr().err
    for others in (["sums(x)"], ["prompts(1, 'a')"], ["prompts(1, 'a')", "--spec", "/none"]):
        assert main(["verify", "all", "small.add(1)", *others]) == BAD_INPUT
    assert main(["verify", "check", "/none"]) == BAD_INPUT


def test_shards_cover_a_domain_once() -> None:
    for gaps, size in (([(0, 1000)], 300), ([(5, 7), (299, 301), (900, 1000)], 100)):
        found = shards_module.cut(gaps, size)
        every = [[*itertools.starmap(range, ranges)] for ranges in (found, gaps)]
        assert [*itertools.chain(*every[0])] == [*itertools.chain(*every[1])]
        assert all(b - a <= size for a, b in found)
    assert shards_module.shard_size(10**8) == 500_000
    assert shards_module.shard_size(10**10) == 10**7


def test_a_machine_of_two_stacks(tmp_path: Path) -> None:
    path = tmp_path / "spec.py"
    path.write_text("def specification(prompt): return prompt[::-1]")
    domain = "prompts(4, 'abc')"
    for name, code in (("reverse", DONE), ("copy", REFUSED)):
        command = ["verify", "all", f"two_stacks.{name}('abc', 4)", domain]
        assert main([*command, "--spec", str(path), "--to", str(tmp_path / name)]) == code
