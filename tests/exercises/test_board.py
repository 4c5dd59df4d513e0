"""Leaderboards: their entries hold, their judges see what is wrong, their tables are in order."""

import os
import re
import shutil
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from exercises import check
from exercises.__main__ import BAD_INPUT, OK, main
from exercises.handing_in.boards import (
    BOARDS,
    KINDS,
    SEARCHED,
    STORED,
    digits_mod_10,
    every_carry,
    every_sum,
    given_table,
    keys_of_the_table,
    lists_of_numbers,
    matches,
    pieces_of_aab,
    products,
    settings_of,
    the_smallest,
)
from exercises.handing_in.certificates import ENTRIES
from exercises.handing_in.certificates import judged as graded_now
from exercises.handing_in.certificates import kept as certified
from exercises.handing_in.entries import FIRST, THIS_BOOK
from exercises.handing_in.format import Answer, Submission
from exercises.handing_in.grade import grade, graded
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.ranking import PROMISED, Ranking
from exercises.handing_in.ranking import ranking as verified
from exercises.handing_in.record import functions_asked, submission_bytes
from exercises.handing_in.similarity import made_from, same_but_for_factors
from exercises.judging.adapters import least_adapters
from exercises.judging.judge import Wrong
from exercises.judging.sums import each_pair_at_each_place
from exercises.judging.three_instructions import all_programs, traced
from exercises.progress_store import kept, my_folder
from taotp.constructions.digits import SYMBOLS
from taotp.figures import LiveFigure
from taotp.programs import printed
from taotp.programs.searching import search
from taotp.verify import domain
from taotp_core.arrays import Tokens
from taotp_core.decode import predictions
from taotp_core.edits import with_numbers
from taotp_core.inputs import model_of
from taotp_core.program import Program
from taotp_core.weights import LAYER_NORM, MLP, Transformer, mapped, named_arrays
from tests.exercises.conftest import Patch, Said
from tests.exercises.in_turn import boards_that_changed
from tests.exercises.laws import of_each
from tools.sampling import drawn

SIZES = {  # of each kind of machine, and of each way to count
    ("least-repeat-last", "This book"): 10 * 3 + 10 * 3,
    ("least-search", "History as a number"): 110 * 4 + 4 * 4 + 2 * 6 * 4,
    ("least-lookup", "On a line"): 15 * 3 + 2 * 3 + 39 * 7 + 3,
    ("least-minimum", "This book"): 3 * 110 + 3 + 3 + 6 + 6,
    ("least-adapter", "This book"): 3 + 1,
    ("least-sort", "This book"): 21 * 10 + 40 * 10 + 4 * 10 * 4,
    ("least-add-mod-10", "The source"): 12 * 4 + 4 * 4 * 4 + 9 * 3 * 19 + 4,
    ("least-add-3", "A loud column"): (12 + 11) * 4 + 2 * 4 * 4,
    ("least-aab", "Any word"): 7 * 11 + 2 * 11 * (5 + 2) + (2 * 11 * 3 + 3 + 11),
    ("least-arrow-length", "This book"): 6 * (2 + 1 + 2) + 2,
    ("least-onset-count", "This book"): (10 + 9) * 12 + 2 * 12 * 8 + 2 * 12,
    ("least-two-sentences", "This book"): 13 * 3 + 11 * 3 + 3 * 4,
    ("least-noun-phrases", "This book"): 3 * 21 * 18 + 8 * 18 + 828 + 92,
    ("least-three-instructions", "Nine columns"): (21 + 38) * 9 + 2 * (37 + 56) + 104 + 161,
    ("least-little-man", "Without idle numbers"): 232 - 9,
}

LONG = [  # boards that ask for seconds, all others in one
    *("least-add-3", "least-add-10", "least-little-man", "least-three-instructions"),
    *("longest-exact-run", "most-programs"),
]


def first_machine(slug: str) -> Any:
    """This book's entry for a board."""
    (make,) = (make for where, author, make in FIRST if (where, author) == (slug, THIS_BOOK))
    return make()


def judged(slug: str, make: Any) -> str:
    """What the judge of a board says."""
    judge = BOARDS[slug].exercise.judge
    assert judge
    return judge(make)


@pytest.fixture(autouse=True)
def my(tmp_path_factory: pytest.TempPathFactory, monkeypatch: Patch) -> None:
    """A folder of one's own, the same for all tests of all workers: entries are verified once."""
    folder = tmp_path_factory.getbasetemp()
    whole = folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder
    monkeypatch.setenv("TAOTP_MY", str(whole / "my"))


class Believing(Ledger):
    """A ledger that by day believes the certificates of boards that ask for long, but for one."""

    def get(self, name: str) -> dict[str, Any] | None:
        """The grade that was given in this run, or the one that is believed."""
        return super().get(name) or (dict(certified()[name]) if name in believed() else None)


@cache
def believed() -> set[str]:
    """The certificates that are believed in this run, of boards that did not change."""
    boards = {*LONG} - boards_that_changed(LONG)
    names = [name for name, each in certified().items() if each["exercise"] in boards]
    return {*names} - {*drawn(names, 1, "entries")}


def ledger() -> Ledger:
    """What was verified before, in a folder of all workers."""
    return Believing(my_folder() / "ledger.sqlite")


def ranking(slug: str, folder: Path = ENTRIES) -> Ranking:
    """A table, with what was verified before."""
    return verified(slug, folder, ledger())


@pytest.mark.parametrize("slug", BOARDS)
def test_every_entry_holds(slug: str) -> None:
    found = ranking(slug)
    assert found.rows and not found.unverified
    assert len(found.rows) == len(list((ENTRIES / slug).iterdir()))
    ranks = [row.rank for row in found.rows]
    assert ranks == sorted(ranks)


def test_a_board_is_checked_by_its_name_and_kept_as_no_exercise() -> None:
    machine = verified("least-aab").rows[0].machine
    assert isinstance(machine, Transformer)
    before = kept()
    found = check("least-aab", machine)
    assert found.passed
    assert "18 parameters" in found.text
    deaf = replace(machine, W_E=0 * machine.W_E)
    assert re.match(
        "after [ab]+ it scores a and b the same; it should", check("least-aab", deaf).text
    )
    assert kept() == before


def test_certificates_are_what_judging_says() -> None:
    """Pages believe them. Margins, in their words, may differ in a last digit."""
    found = dict(graded_now(ENTRIES, ledger()))
    assert all(grade["credit"] == "verified" for grade in found.values())
    assert [grade | {"words": ""} for grade in found.values()] == [
        certified()[name] | {"words": ""} for name in found
    ]
    assert set(certified()) == set(found), "python -m exercises.handing_in.certificates"
    assert {path.name for path in ENTRIES.iterdir()} == set(BOARDS)


def test_a_table_believes_certificates_of_the_same_bytes_alone(
    tmp_path: Path, monkeypatch: Patch
) -> None:
    monkeypatch.setattr("exercises.handing_in.grade.graded", lambda *_: pytest.fail("judged"))
    slug = "least-add-mod-10"
    assert verified(slug).rows
    (tmp_path / slug).mkdir()
    path = tmp_path / slug / "This-book.json"
    path.write_bytes((ENTRIES / slug / path.name).read_bytes() + b" ")
    with pytest.raises(pytest.fail.Exception, match="judged"):
        verified(slug, tmp_path)


@of_each(FIRST)
def test_sizes_are_those_by_hand_and_of_what_the_library_makes(
    slug: str, author: str, make: Any
) -> None:
    (row,) = (row for row in ranking(slug).rows if row.author == author)
    assert row.total == SIZES.get((slug, author), row.total) == BOARDS[slug].size(make())[0]
    assert row.nonzero <= row.total or BOARDS[slug].counted is not STORED


def entry(slug: str, machine: Any, author: str = "Eve") -> bytes:
    """An entry for a board."""
    (name,) = functions_asked(BOARDS[slug].exercise)
    return submission_bytes(Submission(slug, author, "", (Answer(name, (), machine),)))


def test_a_search_is_asked_at_every_place_and_every_length() -> None:
    n_match, n_ctx = SEARCHED.n_match, SEARCHED.n_ctx
    lengths: set[int] = set()
    places: set[int] = set()
    digits: set[tuple[int, int]] = set()
    for tokens, expected in (matches(n) for n in range(2 * n_match, n_ctx + 1)):
        for text, after in zip(tokens.tolist(), expected[:, -1].tolist(), strict=True):
            lengths.add(len(text))
            windows = [text[i : i + n_match] for i in range(len(text) - n_match)]
            place = windows.index(text[-n_match:])
            assert windows.count(text[-n_match:]) == 1
            assert text[place + n_match] == after
            digits |= {(i, digit) for i, digit in enumerate([*text[-n_match:], after])}
            if len(text) == n_ctx:
                places.add(place)
    assert lengths == set(range(2 * n_match, n_ctx + 1))
    assert len(places) >= 0.95 * (n_ctx - 2 * n_match + 1)  # the rest have a second match by chance
    assert digits == set(product(range(n_match + 1), range(SEARCHED.d_vocab)))


def test_the_smallest_is_asked_for_at_every_place() -> None:
    asked = {
        (int(x), place)
        for tokens, _ in lists_of_numbers()
        if tokens.shape[1] == 10
        for row in tokens
        for place, x in enumerate(row)
        if (np.delete(row, place) > x).all()
    }
    assert asked >= set(product(range(99), range(10)))


def test_each_pair_of_digits_is_added_at_each_place() -> None:
    for n_digits in (3, 10):
        a, b = each_pair_at_each_place(n_digits)
        for place in 10 ** np.arange(n_digits):
            pairs = set(zip((a // place % 10).tolist(), (b // place % 10).tolist(), strict=True))
            assert pairs == set(product(range(10), range(10)))


def test_a_machine_that_is_wrong_at_one_place_fails() -> None:
    """A search in the middle of a long text, which drawn texts may miss; a list at a number."""
    model, program = first_machine("least-search"), first_machine("least-sort")
    deaf, wrong = model.W_pos.copy(), program.model.W_pos.copy()
    deaf[53] = deaf[3]
    wrong[11] = 1e3 * (program.model.W_E[3] - program.model.W_E[4])
    unsorted = replace(program, model=replace(program.model, W_pos=wrong))
    for slug, bad in (("least-search", replace(model, W_pos=deaf)), ("least-sort", unsorted)):
        with pytest.raises(Wrong, match="should say"):
            judged(slug, lambda bad=bad: bad)


LITTLE = {  # where rows of symbols say little, or may be a little off
    *("least-search", "least-aab", "least-dial-tones", "least-agreement", "least-noun-phrases"),
}


def spoiled(model: Transformer, slug: str) -> Transformer:
    """Two symbols have changed their rows, or each is said for the one before."""
    if slug in LITTLE:
        return replace(model, W_U=np.roll(model.unembedding, 1, axis=1))
    W_E = model.W_E.copy()
    W_E[[1, 2]] = W_E[[2, 1]]
    if model.W_U is None and not model.layers:  # tied, so that both are only renamed
        W_E[1] = W_E[2]
    return replace(model, W_E=W_E)


def with_model(machine: Any, model: Transformer) -> Any:
    """A machine of the same kind, with another model."""
    return replace(machine, model=model) if isinstance(machine, Program) else model


@of_each(FIRST)
def test_a_spoiled_machine_fails(slug: str, author: str, make: Any) -> None:
    bad = make()
    if isinstance(bad, MLP):
        bad = replace(bad, W_in=np.vstack([bad.W_in[:1], -bad.W_in[:1]]))
    else:
        bad = with_model(bad, spoiled(model_of(bad), slug))
    found = graded(entry(slug, bad))
    assert found.credit == "tried", found
    assert "should say" in found.words or "expected" in found.words


def test_the_search_as_printed_is_misled_by_a_phantom() -> None:
    found = graded(entry("least-search", printed.search(10, 100, 3).model))
    assert found.words.startswith("after [0, 0, 0, 1, 0, 0, 0] it says 0; it should say 1")


# What is asked


def test_given_table() -> None:
    keys, answers = given_table()
    assert keys[:2].tolist() == [[1, 2, 3, 4, 5], [2, 0, 2, 6, 4]]
    assert len({tuple(key) for key in keys.tolist()}) == 100
    assert answers[:6].tolist() == [0, 0, 2, 4, 8, 3]  # 7 i**2 over 13: 0, 0, 2, 4, 8, 13


def spelled(tokens: Tokens, expected: Tokens) -> list[tuple[str, str]]:
    """Prompts up to the equals sign, and the answers that are asked."""
    out = []
    for row, wanted in zip(tokens.tolist(), expected.tolist(), strict=True):
        text = "".join(SYMBOLS[token] for token in row)
        out.append((text[: text.index("=") + 1], "".join(str(w) for w in wanted if w >= 0)))
    return out


def test_every_sum_and_product_is_asked() -> None:
    asked = [pair for piece in every_sum(2) for pair in spelled(*piece)]
    both = list(product(range(100), repeat=2))
    assert sorted(asked) == [(f"{a:02}+{b:02}=", f"{a + b:03}") for a, b in both]
    ((tokens, expected),) = products()
    rows = np.hstack([tokens, expected[:, -1:]]).tolist()
    said = {"".join("0123456789*="[token] for token in row) for row in rows}
    assert said == {f"{a:02}*{b:02}={a * b:04}" for a, b in both}
    assert (expected[:, :5] == -1).all()
    assert (expected[:, 5:-1] == tokens[:, 6:]).all()


def kind(a: int, b: int, place: int) -> int:
    """Which of KINDS two digits are."""
    total = a // 10**place % 10 + b // 10**place % 10
    return next(i for i, (low, high) in enumerate(KINDS) if low <= total < high)


def test_every_pattern_of_carries_is_asked() -> None:
    found = set()
    for prompt, answer in (pair for piece in every_carry(4) for pair in spelled(*piece)):
        a, b = map(int, prompt[:-1].split("+"))
        assert answer == f"{a + b:05}"
        found.add(tuple(kind(a, b, place) for place in range(4)))
    assert found == set(product(range(3), repeat=4))


# Tables


def test_copies_are_named_and_ranked_alike(tmp_path: Path) -> None:
    slug = "least-repeat-last"
    folder = tmp_path / slug
    shutil.copytree(ENTRIES / slug, folder)
    copy = (folder / "This-book.json").read_bytes().replace(b"This book", b"Zoe")
    larger = Transformer(np.eye(10), np.zeros((10, 10)))
    for name, data in (("zoe", copy), ("larger", entry(slug, larger, "Max")), ("other", b"{}")):
        (folder / f"{name}.json").write_bytes(data)
    found = ranking(slug, tmp_path)
    same = [(row.total, row.same) for row in found.rows]
    assert same == [(60, ""), (60, "Zoe"), (60, "This book"), (200, "")]
    first = [" ".join(cells[:2]) for cells in found.cells()]
    assert first == [
        "1 Corners",
        "2 This book (the same arrays as Zoe)",
        "2 Zoe (the same arrays as This book)",
        "4 Max",
    ]
    assert found.unverified == ("-  other.json: not a submission: the file lacks the key 'format'",)
    link = '<a href="#least-repeat-last?second=Max">Max</a>'
    assert f"| 4 | {link} | 200 | 10 | float32, bfloat16, float16 |" in found._repr_markdown_()


@of_each(
    [
        ("least-add-3", lambda: every_sum(3), "sums(3)"),
        ("least-multiply-2", products, "products(2)"),
        ("least-add-mod-10", digits_mod_10, ""),
        ("least-lookup", keys_of_the_table, ""),
        ("least-aab", pieces_of_aab, ""),
        ("least-three-instructions", lambda: traced(all_programs()), "three_instructions(4, 30)"),
    ]
)
def test_a_board_that_asks_all_says_so(slug: str, inputs: Any, domain_of: str) -> None:
    number = BOARDS[slug].every
    assert number == len({row.tobytes() for tokens, _ in inputs() for row in tokens})
    assert not domain_of or number == domain(domain_of).size
    assert f"Asked: all {number:,} inputs." in ranking(slug)._repr_markdown_()


def test_a_board_that_draws_says_so() -> None:
    for slug in ("least-minimum", "least-arrow-length"):
        assert BOARDS[slug].every is None
        said = ranking(slug)._repr_markdown_()
        assert "every direction, exactly" in said or "drawn where there are too many" in said


def test_an_entry_of_another_board_is_not_ranked(tmp_path: Path) -> None:
    (tmp_path / "least-sort").mkdir()
    shutil.copy(ENTRIES / "least-hello-world" / "The-source.json", tmp_path / "least-sort")
    found = ranking("least-sort", tmp_path)
    assert not found.rows and len(found.unverified) == 1
    assert "no machine to look at yet" in repr(found.live())


def test_the_machine_of_somebody() -> None:
    machine = ranking("least-add-mod-10").machine("This book")
    assert isinstance(machine, Transformer)
    assert predictions(machine, np.array([7, 8]))[-1] == 5
    with pytest.raises(ValueError, match="no entry by 'Ada'; there is This book, The source"):
        ranking("least-add-mod-10").machine("Ada")
    with pytest.raises(ValueError, match="there is no board 'x'; there is least-repeat-last"):
        verified("x")


def test_command(capsys: Said, tmp_path: Path) -> None:
    assert main(["board", "least-add-mod-10"]) == OK
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "One digit, modulo 10 [least-add-mod-10]"
    assert lines[1].split()[:5] == ["1", "This", "book", "59", "parameters,"]
    assert main(["board", "least-known"]) == BAD_INPUT
    assert "there is no board 'least-known'; there are least-repeat-last" in capsys.readouterr().err
    assert main(["board", "--folder", str(tmp_path)]) == OK
    assert capsys.readouterr().out.count("no entry yet") == len(BOARDS)


def test_a_board_is_entered_like_an_exercise(tmp_path: Path, monkeypatch: Patch) -> None:
    monkeypatch.setenv("TAOTP_MY", str(tmp_path))
    path = tmp_path / "mine.py"
    path.write_text(
        "from taotp.programs import hello_world\n"
        "def least_hello_world():\n    return hello_world()\n"
    )
    command = ["submit", str(path), "least-hello-world", "--author", "Ada"]
    assert main(command) == OK
    (row,) = ranking("least-hello-world", tmp_path / "submissions").rows
    assert (row.author, row.total) == ("Ada", 72)


RUN = [slug for slug, board in BOARDS.items() if board.prompt is not None]


@of_each(BOARDS)
def test_every_machine_of_a_table_runs_in_its_figure(slug: str) -> None:
    """What cannot be run has no figure and no links."""
    table = ranking(slug)
    figure, text = table.live(), table._repr_markdown_()
    if slug not in RUN:
        assert repr(figure) == "There is no machine to look at." and "<a " not in text
        return
    assert isinstance(figure, LiveFigure)
    rows, promised = table.pictured, PROMISED.get(slug)
    several = len(rows) > 1
    speakers = [each["speaker"] for each in figure.spec["compared"]] if several else [figure.spec]
    assert len(speakers) == len(rows)
    for speaker in speakers:
        if isinstance(promised, Mapping):
            assert speaker["answer"] == "lookup" and len(speaker["table"]) == len(promised)
        else:
            assert speaker["answer"] == promised
    authors = [row.author for row in rows]
    if several:
        assert [figure.spec["state"][side] for side in ("first", "second")] == authors[:2]
    for i, author in enumerate(authors):
        key = ("second" if i else "first") if several else "entry"
        assert f'<a href="#{figure.id}?{key}={author.replace(" ", "+")}">{author}</a>' in text


@of_each(
    [
        ("least-hello-world", "Hello World!"),
        ("least-search", [7]),
        ("least-add-10", f"{123456789 + 9876543211:011}"),
    ]
)
def test_what_the_figure_asks_first(slug: str, said: object) -> None:
    table = ranking(slug)
    prompt = table.board.prompt
    asked: Any = prompt if isinstance(prompt, str) else list(prompt or ())
    for row in table.rows:
        assert not isinstance(row.machine, MLP)
        assert table.board.program(row.machine).complete(asked) == said


@of_each(
    [("least-add-3", 4 * 1000, 4 * 10**6), ("least-three-instructions", 30 * 1000, 30 * 12**4)]
)
def test_a_folder_asks_for_less_than_a_table(slug: str, part: int, of_all: int) -> None:
    path = ENTRIES / slug / "This-book.json"
    few, every = grade(path, path.name, whole=False), grade(path, path.name, ledger())
    assert few.credit == every.credit == "verified"
    assert few.words.endswith("; its table asks for all")
    asked = [int(found.words.split()[0]) for found in (few, every)]
    assert part < asked[0] < of_all <= asked[1]


def test_what_was_made_by_deleting_is_called_so() -> None:
    """Whatever was left out or made zero, and whichever array has another factor."""
    found = ranking("least-sort")
    (row,) = (row for row in found.rows if row.author.endswith("idle numbers"))
    assert row.source == "The source"
    assert "idle numbers</a> (made from The source) |" in found._repr_markdown_()
    model = search(10, 100, 3).model
    layers = [
        replace(layer, heads=[replace(h, W_V=h.W_V / 2, W_O=h.W_O * 2) for h in layer.heads])
        for layer in model.layers
    ]
    assert made_from(Transformer(model.W_E[:, 1:], model.W_pos[:, 1:]), model)
    W_pos, places = model.W_pos.copy(), list(map(tuple, np.argwhere(model.W_pos)))
    W_pos[places[-1]] = 0
    copy = replace(model, layers=layers, W_pos=W_pos)
    assert made_from(copy, model)
    assert not made_from(model, copy)
    assert not made_from(replace(copy, W_E=model.W_E + 1e-3), model)
    off, twice = W_pos.copy(), W_pos.copy()
    off[places[0]] *= 1.001  # one number, in its fourth digit
    twice[twice != 0] = W_pos[places[5]]  # a number that is there, but less often
    for other in (off, twice):
        assert not made_from(replace(copy, W_pos=other), model)
    rng = np.random.default_rng(0)
    uneven = replace(copy, W_pos=W_pos * rng.uniform(0.9, 1.1, (len(W_pos), 1)))
    assert made_from(uneven, model) and not made_from(model, uneven)
    across = replace(copy, W_E=model.W_E * rng.uniform(0.9, 1.1, (1, model.d_model)))
    assert made_from(across, model) and not same_but_for_factors(across, model)
    whole = replace(model, W_pos=model.W_pos * rng.uniform(0.9, 1.1, (len(W_pos), 1)))
    assert same_but_for_factors(whole, model) and same_but_for_factors(model, whole)
    turned = replace(
        uneven, W_pos=uneven.W_pos * np.where(np.arange(len(W_pos)) == 3, -1, 1)[:, None]
    )
    each = replace(copy, W_pos=W_pos * rng.uniform(0.9, 1.1, W_pos.shape))
    for wrong in (turned, each):
        assert not made_from(wrong, model) and not same_but_for_factors(wrong, model)
    few = Transformer(np.eye(3), np.zeros((2, 3)))  # round numbers, which are nobody's
    assert not made_from(few, Transformer(np.eye(4), np.zeros((4, 4))))


@of_each(
    [
        *("least-agreement", "least-noun-phrases", "least-dial-tones", "least-three-instructions"),
        *("least-little-man", "longest-exact-run", "most-programs"),
    ]
)
def test_what_is_set_otherwise_is_counted_and_said(slug: str) -> None:
    board, row = BOARDS[slug], ranking(slug).rows[0]
    assert "count as a number each" in board.exercise.statement
    assert not isinstance(row.machine, MLP)
    model = model_of(row.machine)
    assert settings_of(model) == 0
    final = replace(model.norm_final or LAYER_NORM, eps=0.5, inside=True)
    other = replace(model, norm_final=final, norms="after")
    assert settings_of(other) == 3
    assert board.size(other) == (row.total + 3, row.nonzero + 3)
    inner = model.encoder or model
    layers = [replace(each, mlp=each.mlp and replace(each.mlp, act="gelu"))
              for each in inner.layers]  # fmt: skip
    louder = replace(inner, layers=layers)
    units = sum(layer.mlp is not None for layer in layers)
    assert settings_of(replace(model, encoder=louder) if model.encoder else louder) == units > 0


@of_each(
    [
        ("least-two-sentences", THIS_BOOK),
        ("least-two-sentences", "One average"),
        ("least-aab", "One average"),
        ("least-hello-world", "Growing rows"),
        ("least-repeat-last", "Corners"),
        ("least-add-mod-10", THIS_BOOK),
    ]
)
def test_no_number_of_a_first_machine_is_idle(slug: str, author: str) -> None:
    """Or it would be first with a 0 there; of larger boards this was asked when they were made."""
    (row,) = (row for row in ranking(slug).rows if row.author == author)
    assert not isinstance(row.machine, MLP)
    model = model_of(row.machine)
    places = [f"{path}:{'.'.join(map(str, (*where, 0)[:2]))}"
              for path, W in named_arrays(model).items()
              for where in np.argwhere(W).tolist()]  # fmt: skip
    assert len(places) == row.nonzero
    for place in places:
        with pytest.raises(Wrong):
            judged(slug, with_model(row.machine, with_numbers(model, {place: 0.0})))


def test_a_change_is_counted_alike_on_a_machine_that_rounds_otherwise() -> None:
    """By equal numbers alone, one whose cosines differ in their last places changes 313."""
    frozen = the_smallest()
    changed = mapped(frozen, lambda path, W: 2 * W if path == "layers.0.heads.0.W_Q" else W)
    elsewhere = mapped(changed, lambda path, W: W * (1 + np.finfo(np.float64).eps))
    other = mapped(changed, lambda path, W: W * (1 + 1e-9))
    found = least_adapters(frozen, changed, "")
    assert least_adapters(frozen, elsewhere, "") == found
    assert least_adapters(frozen, other, "") > found
