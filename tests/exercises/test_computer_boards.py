"""Boards of computers: wrong machines are told by their first wrong step, bad input in a sentence.

Each wrong machine is right in what it was not broken in, so that a judge that asked less would
believe it.
"""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from exercises import check
from exercises.handing_in.boards import BOARDS, in_parts, nonzero_first
from exercises.handing_in.computer_entries import LONGEST as N_LONGEST
from exercises.handing_in.computer_entries import for_long_texts
from exercises.handing_in.format import Answer, Submission
from exercises.handing_in.ledger import Ledger
from exercises.handing_in.ranking import ranking
from exercises.handing_in.record import functions_asked, submission_bytes
from exercises.judging import far_places, little_man_runs, many_tasks
from exercises.judging.judge import Wrong, verdict
from exercises.judging.little_man_runs import CELLS, PLACES, ROOM, WORDS
from taotp.applications.computer.machine import Address
from taotp.constructions.choosing import Voices
from taotp.little_man import steps
from taotp.programs import choose, computer, maximum, minimum, search, small
from taotp_core.arrays import Array
from taotp_core.edits import with_numbers
from taotp_core.program import Program
from taotp_core.weights import MLP, Transformer
from tests.exercises.changing import put, with_layer
from tests.exercises.in_turn import is_due
from tests.exercises.laws import of_each

Change = Callable[[Transformer], Transformer]
LITTLE_MAN, LONGEST, MOST = "least-little-man", "longest-exact-run", "most-programs"


@cache
def machine() -> Program:
    """The machine of the chapter, with as many positions as its board asks for."""
    return computer(CELLS, ROOM)


def changed(program: Program, change: Change) -> Program:
    return replace(program, model=change(program.model))


def said_of(slug: str, answer: object) -> str:
    """What a judge says, of a wrong one too."""
    return verdict(BOARDS[slug].exercise, answer).text


def rows(word: str, other: str) -> Change:
    """The token of a word has the row of another."""
    return lambda of: replace(of, W_E=put(of.W_E, PLACES[word], of.W_E[PLACES[other]]))


def position(place: int | slice, other: int, by: float = 1.0) -> Change:
    """Some positions have the row of another, times a factor."""
    return lambda of: replace(of, W_pos=put(of.W_pos, place, by * of.W_pos[other]))


def units(layer: int, of: Callable[[MLP], MLP]) -> Change:
    """The MLP of a layer is another."""

    def change(model: Transformer) -> Transformer:
        mlp = model.layers[layer].mlp
        assert mlp
        return with_layer(model, layer, mlp=of(mlp))

    return change


def without(layer: int, *silent: int) -> Change:
    """Units of a layer say nothing."""
    return units(layer, lambda mlp: replace(mlp, W_out=put(mlp.W_out, [*silent], 0)))


def forgets_zero(model: Transformer) -> Transformer:
    """No number stands for what was never stored."""
    number = model.W_E[PLACES["100"]] == 0
    return replace(model, W_E=put(model.W_E, (PLACES["000"], number), 0))


def no_better_than_a_neighbor(model: Transformer) -> Transformer:
    """A cell that was never stored is looked for where its neighbors were."""
    return with_numbers(model, {"layers.2.heads.0.W_K:10.2": 0.0})


# --- Little Man

RUN_ON = len(machine().model.layers[2].mlp.b_in) - 2  # type: ignore[union-attr]
FAR_BACK = "a position far back"  # which long runs alone tell, and they are asked last
WRONG: dict[str, tuple[Change, str]] = {
    FAR_BACK: (position(940, 3), r"characters more\] .* it says \S+;"),
    "cell 99": (rows(">99", ">98"), r"after 000 .*>99 .* it says"),
    "a negative number": (
        rows("-999", "-998"),
        r"it says -998; it should say -999|-999 .* it says",
    ),
    "a sum of four digits": (
        without(2, 1, 2),
        r"after 000 \S+ >\d\d 1\d\d >\d\d \S+ @\d\d it says",
    ),
    "a difference below": (without(2, 8, 9), r"after 000 \S+ >\d\d 2\d\d >\d\d \S+ @\d\d it says"),
    "what was never stored": (forgets_zero, "it should say"),
    "what stands beside it": (
        no_better_than_a_neighbor,
        "after 000 .* it says .*; it should say 003",
    ),
    "what lies behind": (without(2, RUN_ON, RUN_ON + 1), r"it should say \."),
    "a letter": (without(1, 21, 22, 23), r"922 >\d\d \S+ @\d\d it says"),
    "a jump back": (rows("@00", "@01"), "it should say"),
}


@of_each(lambda: [name for name in WRONG if name != FAR_BACK or is_due(FAR_BACK)])
def test_a_wrong_machine_is_told_its_first_wrong_step(name: str) -> None:
    change, words = WRONG[name]
    found = check(LITTLE_MAN, changed(machine(), change))
    assert found.outcome == "failed"
    assert re.search(words, found.text), found.text


def test_a_lead_that_is_too_small_is_wrong_where_the_text_is_long() -> None:
    found = said_of(LITTLE_MAN, computer(CELLS, ROOM, hard=2.5))
    assert re.search(r"^after .* it says \S+; it should say \S+$", found)


def test_traces_are_those_of_the_computer() -> None:
    """Each run begins and goes on as the interpreter says, and its ? are asked for."""
    asked = [*islice(little_man_runs.all_runs(), None, None, 50)]
    assert len(asked) > 300
    for run in asked:
        words = [WORDS[i] for i in run.tokens]
        prompt, trace = words[: len(run.prompt)], words[len(run.prompt) :]
        wanted = [WORDS[i] for i in run.wanted]
        given = [int(s) for s, right in zip(trace, wanted, strict=True) if right == "?" != s]
        if "?" not in wanted or given:
            assert [*islice(steps(prompt, given or None), len(trace))] == trace


def test_what_is_asked_covers_the_computer() -> None:
    """Every token is read and said, every place is asked, and no text is longer than the room."""
    runs = [*little_man_runs.all_runs()]
    read = {i for run in runs for i in run.tokens[:-1]}
    assert {WORDS[i] for i in range(len(WORDS)) if i not in read} <= {"."}
    assert {i for run in runs for i in run.wanted} == set(range(len(WORDS)))
    places = {len(run.prompt) - 1 + i for run in runs for i in range(len(run.wanted))}
    assert places >= set(range(8, ROOM)) and max(places) == ROOM - 1


def test_numbers_inside_are_those_of_the_chapter() -> None:
    assert in_parts(machine().model) == (232, 8607 + ROOM - 1 + 232)


# --- the longest exact run


def bent_at_whole_numbers(mlp: MLP) -> MLP:
    """Units that cut a sum less steep than they are, and from a whole number to the next."""
    W_in, b_in, N = mlp.W_in.copy(), mlp.b_in.copy(), 10 * CELLS
    s = Address(CELLS, CELLS, ROOM).layout()
    for first in (0, 5):  # units that add, and those that take away
        cutting = slice(first + 1, first + 5)
        W_in[[s["acc"].start, s["m"].start], cutting] /= 1.25
        b_in[cutting] = np.array([1 - N, -N, 1 - N, -N]) - 8 * N
    return replace(mlp, W_in=W_in, b_in=b_in)


def cut(program: Program, n: int = 65) -> Program:
    return changed(program, lambda model: replace(model, W_pos=model.W_pos[:n]))


FAR: dict[str, tuple[Callable[[], Program], str]] = {
    "a place off the line": (lambda: changed(for_long_texts(), position(40, 40, 1.01)),
                             r"^at W_pos\[40, \d+\] expected a line or a parabola of the place"),
    "two rows": (lambda: cut(for_long_texts(), 2), "expected 3 positions or more, got 2"),
    "two digits": (lambda: cut(computer(CELLS, 4096, digits=True)),
                   "expected at most 300 numbers that are not zero in heads and MLPs, got 320"),
    "a little lead": (lambda: cut(computer(CELLS, 4096, loud=1e5, hard=1.0)),
                      "^in a text of 512 tokens, after .* it should say"),
    "no recency": (lambda: changed(for_long_texts(), lambda model: replace(
        model, W_pos=0 * model.W_pos)), "^in a text of 512 tokens, after .* it should say"),
    "cell 99": (lambda: changed(for_long_texts(), rows(">99", ">98")), "^in a text of 512 tokens"),
    "units that bend at whole numbers lose a sum at the edge": (
        lambda: changed(for_long_texts(), units(2, bent_at_whole_numbers)),
        "^in a text of 512 tokens, after 000 .*should say -999"),
    "right wherever it stood in twice as long a text, but for some of eight shifts": (
        lambda: cut(computer(CELLS, 2 * N_LONGEST, loud=1e5, hard=32.0)),
        "^in a text of 512 tokens, after 000 .* it should"),
    "fewer cells": (lambda: cut(computer(20, 4096)), "at the vocabulary expected numbers, stores"),
}  # fmt: skip


@of_each(FAR)
def test_a_machine_that_is_not_right_far_away_is_refused(name: str) -> None:
    make, words = FAR[name]
    assert re.search(words, said_of(LONGEST, make()))


@pytest.mark.slow
def test_how_far_it_is_right_is_told_with_the_first_step_beyond() -> None:
    """In turn; its entry's certificate says the same."""
    if not is_due("how far it is right"):
        return
    found = verdict(BOARDS[LONGEST].exercise, for_long_texts())
    assert found.passed and found.score == 2048
    assert found.text.startswith("right in texts of 2,048 tokens in float32, 232 numbers; at 4,096")
    assert "it should say" in found.text


def test_rows_of_places_go_on_with_a_parabola() -> None:
    """And layouts stand in the text where they say."""
    p = np.arange(50.0)[:, None]
    table: Array = np.hstack([3 - p / 7, p**2 / 1e6, 0 * p + 5])
    far = far_places.rows_of_places(table, "in it")(np.array([0.0, 49, 2.0**20]))
    wanted = [[3 - x / 7, x**2 / 1e6, 5] for x in (0, 49, 2.0**20)]
    assert np.allclose(far, wanted, rtol=1e-9)
    with pytest.raises(Wrong, match="off it"):
        far_places.rows_of_places(p**3, "in it")
    assert far_places.at_the_end(3, 2, 512, 1).tolist() == [508, 509, 510]
    assert far_places.loaded_long_ago(6, 4, 512, 2).tolist() == [2, 3, 4, 509, 510, 511]
    assert far_places.at_the_beginning(3, 2, 512, 2).tolist() == [2, 3, 4]
    assert far_places.in_the_middle(3, 2, 512, 2).tolist() == [258, 259, 260]


def test_a_score_ranks_before_size(tmp_path: Path) -> None:
    """Two tasks in more numbers stand above one in fewer."""
    one, two = of_names("least:"), of_names("least:", "most:")
    assert nonzero_first(one.model) < nonzero_first(two.model)
    (tmp_path / MOST).mkdir()
    (name,) = functions_asked(BOARDS[MOST].exercise)
    for author, program in (("Ada", one), ("Bo", two)):
        entry = Submission(MOST, author, "", (Answer(name, (), program),))
        (tmp_path / MOST / f"{author}.json").write_bytes(submission_bytes(entry))
    found = ranking(MOST, tmp_path, Ledger(None))
    assert [(row.author, row.score) for row in found.rows] == [("Bo", 2), ("Ada", 1)]
    table = found._repr_markdown_()
    assert "| rank | entry | programs | not 0 | size | also in |" in table
    assert "| 1 | Bo | 2 | " in table and "| 2 | Ada | 1 | " in table
    assert "       2 programs" in repr(found)


# --- most programs


def of_names(*names: str, **others: Program) -> Program:
    """Some machines side by side, as they are handed in."""
    usual = {"least:": minimum(50, 20), "most:": maximum(50, 20)}
    made = {name: usual[name] for name in names} | {f"{k}:": p for k, p in others.items()}
    one = choose(made, voices=Voices(2.0**24, 2.0**-28, 2.0**98))
    return Program(one.model, one.vocabulary)


def renamed(program: Program, **names: str) -> Program:
    words = [names.get(str(s).rstrip(":"), s) for s in program.vocabulary]
    return replace(program, vocabulary=words)


MANY: dict[str, tuple[Callable[[], Program], str]] = {
    "the other task": (lambda: renamed(of_names("least:"), least="most:"),
                       r"^after most: .* it says \d+; it should say \d+$"),
    "one of two": (lambda: of_names("most:", least=maximum(50, 20)), r"^after least: .* it says"),
    "long texts alone": (lambda: of_names("least:", search=changed(
        search("abcdefgh", 40, 2), position(slice(30, None), 30))),
                         r"^after search:( [a-h]){31,} it says '[a-h]'; it should say '[a-h]'$"),
    "too few positions": (lambda: of_names(search=search("abcdefgh", 20, 2)),
                          "at n_ctx expected 41 or more for search:, got 21"),
    "too few symbols": (lambda: of_names(least=minimum(49, 20)),
                        "expected the symbols of least:, got no 49"),
    "no name": (lambda: renamed(of_names("least:"), least="smallest:"),
                "expected a name such as hello:, add:, digit:, got none of the names"),
    "too large": (lambda: changed(of_names("least:"), lambda model: replace(
        model, W_pos=np.vstack([model.W_pos, np.ones((1300, model.d_model))]))),
        "expected at most 20,000 numbers that are not zero, got 2"),
    "a sum": (lambda: of_names("least:", add=small.add(2)), "at n_ctx|after add:"),
}  # fmt: skip


@of_each(MANY)
def test_a_machine_of_many_tasks_is_told_which_one_is_wrong(name: str) -> None:
    make, words = MANY[name]
    found = check(MOST, make())
    assert found.outcome == "failed" and re.search(words, found.text), found.text


def test_what_is_asked_of_each_task_has_answers_of_every_kind() -> None:
    """Keys say what is right, and no task is so easy that one answer is always right."""
    for name in many_tasks.TASKS:
        said = [tuple(map(str, answer)) for _, answer in many_tasks.cases_of(name)]
        assert all(said)
        assert len(set(said)) > 1 or name == "hello:"


def test_bad_input_is_answered_with_a_sentence() -> None:
    for answer, words in (
        (minimum(5, 6).model, "expected a Program, got a Transformer"),
        (minimum(5, 6), "at the vocabulary expected"),
        ("no sentence", "at line 1, column 1: "),
    ):
        for slug in (LITTLE_MAN, LONGEST, MOST):
            assert words in said_of(slug, answer), slug
    short = said_of(LITTLE_MAN, computer(CELLS, ROOM - 1))
    assert short == f"at n_ctx expected {ROOM} or more, got {ROOM - 1}"
