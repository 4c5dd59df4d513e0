"""The first entries of the leaderboards: the source's machines and ours, made by the library.

`python -m exercises.handing_in.entries` writes the files below exercises/submissions/ anew.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import numpy as np

from exercises.catalogue.a_small_change.smallest_to_largest import HEAD, smallest_to_largest
from exercises.catalogue.dial_tones.arrow_length import arrow_length
from exercises.catalogue.dial_tones.count_onsets import count_onsets
from exercises.catalogue.gpt2_by_hand.abb_in_27 import aab_for_ever
from exercises.catalogue.searching.thrifty_search import thrifty_search
from exercises.catalogue.what_comes_next.say_two_sentences import say_two_sentences
from exercises.handing_in.boards import BOARDS, given_table
from exercises.handing_in.certificates import ENTRIES
from exercises.handing_in.computer_entries import (
    for_long_texts,
    nineteen_programs,
    without_idle_numbers,
)
from exercises.handing_in.few_columns import (
    aab_by_one_average,
    add_mod_10,
    greeting_by_growing_rows,
    looked_up_on_a_line,
    repeat_last_in_corners,
    search_by_history,
    sentences_by_one_average,
    smallest_beside_a_loud_column,
    sorts_by_half_an_angle,
    sums_beside_a_loud_column,
    with_zeros,
)
from exercises.handing_in.format import Answer, Submission
from exercises.handing_in.grade import graded
from exercises.handing_in.language_entries import chapter_counts, counts_alone, phrases_by_semes
from exercises.handing_in.nine_columns import three_instructions_in_nine_columns
from exercises.handing_in.record import functions_asked, submission_bytes
from exercises.judging.arrows import arrow_length as evenly
from exercises.judging.judge import Wrong
from exercises.judging.little_man_runs import CELLS, ROOM
from exercises.judging.receivers import LONGEST
from exercises.judging.sentences import SENTENCES
from taotp.applications.computer.machine import computer
from taotp.applications.counts.machine import next_word
from taotp.applications.dialing.dialed import N_KEYS
from taotp.applications.dialing.machine import dial_tones
from taotp.constructions.hashes import fitted_hash
from taotp.files import write_whole
from taotp.programs import printed, small
from taotp.programs.adding import add_digits_mod10
from taotp.programs.hello_world import hello_world
from taotp.programs.lookup import lookup_machine
from taotp.programs.minimum import minimum
from taotp.programs.repeating import repeat_pattern
from taotp.programs.searching import search
from taotp.programs.sorting import sort
from taotp.programs.three_instructions import three_instructions
from taotp_core.edits import with_numbers
from taotp_core.encodings import EAST, NORTH, circle
from taotp_core.equivalences import patched, scramble
from taotp_core.program import END, Program
from taotp_core.weights import MLP, Head, Layer, Transformer, mapped, named_arrays

Make = Callable[[], Transformer | Program | MLP]
ROUNDED = 1e-12  # of the largest number of an array: less is what rounding left of 0
THE_SOURCE, THIS_BOOK = "The source", "This book"


def repeat_last() -> Transformer:
    """Three dimensions, so that layer norm keeps the circle."""
    return Transformer(circle(10), np.zeros((10, 3)))


def looked_up() -> Transformer:
    """The table of the board, in sums of 13 dimensions."""
    keys, answers = given_table()
    return lookup_machine(fitted_hash(keys, answers, 10, d_token=13), n_ctx=5)


def searched_in_triples() -> Transformer:
    """Two columns a token, turned so that places and symbols stand in three columns each.

    The directions of the exercise hold a little of every column. These are at right angles and sum
    to zero too: two in each of three triples, then what is left of eleven columns.
    """
    model = thrifty_search(10, 100, 3)
    d = model.d_model
    before = np.linalg.qr(np.eye(d) - 1 / d)[0].T[:-1]  # as the exercise has them
    pair = np.array([[1, -1, 0], [1, 1, -2]])
    in_triples, of_means = np.kron(np.eye(3), pair), np.kron(pair, np.ones(3))
    rest = [0 * in_triples[:1], of_means, np.full((1, 9), 2)]
    in_nine = np.vstack([in_triples[2:], *rest, in_triples[:2]])
    in_two = np.array([[0, 0]] * 4 + [[1, -1], [0, 0], [0, 0], [-9, -9], [0, 0], [0, 0]])
    after = np.hstack([in_nine, in_two])
    after = after / np.linalg.norm(after, axis=1, keepdims=True)
    M = before.T @ after + 1 / d  # keeps (1, ..., 1)
    return mapped(scramble(model, M), lambda _, W: W * (np.abs(W) > ROUNDED * np.abs(W).max()))


def two_sentences() -> Program:
    """The exercise's, in which every number is 0 that can be."""
    return without_idle(say_two_sentences(), "least-two-sentences")


def one_average() -> Program:
    """Twelve words around a circle and one average, in which every number is 0 that can be."""
    return without_idle(sentences_by_one_average(), "least-two-sentences")


def without_idle(program: Program, slug: str) -> Program:
    """A machine of a board in which a number is 0 where it can be, tried one after the other."""
    right = BOARDS[slug].exercise.judge
    assert right is not None
    before = None
    while program is not before:  # what was needed may not be any more
        before = program
        for path, W in named_arrays(program.model).items():
            for row, column in np.argwhere(W).tolist():
                less = with_numbers(program.model, {f"{path}:{row}.{column}": 0.0})
                with suppress(Wrong):
                    right(replace(program, model=less))
                    program = replace(program, model=less)
    return program


def two_sentences_with_shares() -> Program:
    """The chapter's, which says how likely each word is."""
    return next_word(dict.fromkeys(map(tuple, SENTENCES), 1))


def smallest() -> Transformer:
    """The chapter's head, which brings two columns of three: rows add up to 0."""
    model = minimum(100, 10).model
    (head,) = model.layers[0].heads
    plane = np.stack([EAST, NORTH])
    two = replace(head, W_V=head.W_V @ plane.T, W_O=plane @ head.W_O)
    return replace(model, layers=[Layer([two])])


def keys_turned() -> Transformer:
    """Keys that read the east now read the west."""
    return patched(minimum(100, 10).model, {HEAD + "W_K": (-2 * EAST[:, None], np.eye(1))})


def question_turned() -> Transformer:
    """The third number of the query points south, and nowhere else."""
    return patched(minimum(100, 10).model, smallest_to_largest(100))


def printed_sorter() -> Program:
    """The source's, with room for the numbers of the board."""
    return printed.sort(21, n_ctx=40)


def smaller_sorter() -> Program:
    """The same without what is idle: half of each score, and a bias of zeros."""
    program = printed_sorter()
    (head,) = program.model.layers[0].heads
    own, sought = head.W_K[:3, :3], head.W_Q[3:, :3]  # [3, 3] each, the rest is 0
    nothing = np.zeros((3, 3))
    narrow = replace(
        head,
        W_Q=np.concatenate([nothing, sought]) / np.sqrt(2),
        W_K=np.concatenate([own, nothing]),
    )
    return replace(program, model=replace(program.model, layers=[Layer([narrow])]))


def chapter_sorter() -> Program:
    """The chapter's, with its first number called 1."""
    return replace(sort(20, n_ctx=40), vocabulary=[*range(1, 21), END])


def spared(slug: str) -> Transformer:
    """A machine with as many zeros as its norms allow, and then without its idle numbers."""
    make, idle = SPARED[slug]
    return with_numbers(make(), dict.fromkeys(idle, 0.0))


def half_an_angle() -> Program:
    """The smallest sorter, with as many zeros as its norms allow."""
    program = sorts_by_half_an_angle()
    return replace(program, model=with_zeros(program.model))


def aab_in_two_columns() -> Transformer:
    """Three averages: in two columns layer norm leaves the sign of what the first one holds.

    The stream keeps the number itself, so that each layer asks how many signs were positive so far
    and moves it accordingly. Found by a search over such machines, then made of whole numbers.
    """
    W_E = np.array([[-5.0, 0], [-9, 0]])
    W_pos = np.array([[-10.0, 0], [3, 0], [5, 0], [6, 0], [7, 0]])
    nothing, first = np.zeros((2, 0)), np.array([[1.0], [0]])
    layers = [
        Layer([Head(nothing, nothing, first, np.array([[move, 0.0]]))]) for move in (-3, -15, -2)
    ]
    return Transformer(W_E, W_pos, layers)


def short_calls() -> Transformer:
    """The chapter's machine for eight keys, with three forks a tone and no more time than asked."""
    model = dial_tones(presses=N_KEYS, phases=3, floor=None).model
    assert model.encoder is not None
    return replace(model, encoder=replace(model.encoder, W_pos=model.encoder.W_pos[:LONGEST]))


SPARED: Mapping[str, tuple[Callable[[], Transformer], Sequence[str]]] = {
    "least-search": (
        lambda: with_zeros(search_by_history()),
        ("W_pos:0.2", "layers.1.heads.0.W_K:3.0"),
    ),
    "least-lookup": (lambda: with_zeros(looked_up_on_a_line()), ()),
    "least-add-mod-10": (lambda: with_zeros(add_mod_10()), ("layers.0.mlp.b_out:1.0",)),
    "least-multiply-2": (
        lambda: small.multiply(2).model,
        [f"layers.1.heads.1.W_V:{row}.0" for row in range(4, 9)],
    ),
    "least-onset-count": (
        count_onsets,
        [
            f"layers.0.heads.0.W_K:{place}"
            for place in ("0.0", "1.0", "2.0", "2.1", "2.2", "2.5", "2.6", "2.7", "3.0")
        ],
    ),
    "least-add-10": (lambda: sums_beside_a_loud_column(10), ("W_E:10.0", "W_E:11.0")),
}
FIRST: tuple[tuple[str, str, Make], ...] = (
    ("least-repeat-last", THIS_BOOK, repeat_last),
    ("least-repeat-last", "Corners", repeat_last_in_corners),
    ("least-hello-world", THE_SOURCE, hello_world),
    ("least-hello-world", "Growing rows", greeting_by_growing_rows),
    ("least-search", THIS_BOOK, lambda: search(10, 100, 3).model),
    ("least-search", "Two columns a token", searched_in_triples),
    ("least-search", "History as a number", lambda: spared("least-search")),
    ("least-lookup", THE_SOURCE, lambda: printed.square_heads(looked_up())),
    ("least-lookup", THIS_BOOK, looked_up),
    ("least-lookup", "On a line", lambda: spared("least-lookup")),
    ("least-minimum", THE_SOURCE, lambda: printed.minimum(100, 10).model),
    ("least-minimum", THIS_BOOK, smallest),
    ("least-minimum", "A loud column", smallest_beside_a_loud_column),
    ("least-adapter", "The keys turned", keys_turned),
    ("least-adapter", THIS_BOOK, question_turned),
    ("least-sort", THE_SOURCE, printed_sorter),
    ("least-sort", "The source without idle numbers", smaller_sorter),
    ("least-sort", THIS_BOOK, chapter_sorter),
    ("least-sort", "Half an angle", half_an_angle),
    ("least-add-mod-10", THE_SOURCE, lambda: add_digits_mod10().model),
    ("least-add-mod-10", THIS_BOOK, lambda: spared("least-add-mod-10")),
    ("least-add-3", THIS_BOOK, lambda: small.add(3).model),
    ("least-add-3", "A loud column", lambda: sums_beside_a_loud_column(3)),
    ("least-add-10", THIS_BOOK, lambda: small.add(10).model),
    ("least-add-10", "A loud column", lambda: spared("least-add-10")),
    ("least-multiply-2", THIS_BOOK, lambda: spared("least-multiply-2")),
    ("least-aab", "Any word", lambda: repeat_pattern("aab", 5).model),
    ("least-aab", THIS_BOOK, aab_for_ever),
    ("least-aab", "Two columns", aab_in_two_columns),
    ("least-aab", "One average", aab_by_one_average),
    ("least-arrow-length", "Seven evenly around", arrow_length),
    ("least-arrow-length", THIS_BOOK, lambda: evenly(6)),
    ("least-onset-count", THIS_BOOK, lambda: spared("least-onset-count")),
    ("least-dial-tones", THIS_BOOK, short_calls),
    ("least-two-sentences", "Shares too", two_sentences_with_shares),
    ("least-two-sentences", THIS_BOOK, two_sentences),
    ("least-two-sentences", "One average", one_average),
    ("least-agreement", "Words in directions", chapter_counts),
    ("least-agreement", THIS_BOOK, counts_alone),
    ("least-noun-phrases", THIS_BOOK, phrases_by_semes),
    ("least-three-instructions", THIS_BOOK, lambda: three_instructions(4, 38, steps=30)),
    ("least-three-instructions", "Nine columns", three_instructions_in_nine_columns),
    ("least-little-man", THIS_BOOK, lambda: computer(CELLS, ROOM)),
    ("least-little-man", "Without idle numbers", without_idle_numbers),
    ("longest-exact-run", THIS_BOOK, for_long_texts),
    ("most-programs", THIS_BOOK, nineteen_programs),
)


def main() -> None:
    """Write every file, and say what its grade is."""
    for slug, author, make in FIRST:
        (name,) = functions_asked(BOARDS[slug].exercise)
        data = submission_bytes(Submission(slug, author, "", (Answer(name, (), make()),)))
        path: Path = ENTRIES / slug / f"{author.replace(' ', '-')}.json"
        write_whole(path, data)
        print(replace(graded(data), file=path.name))


if __name__ == "__main__":
    main()
