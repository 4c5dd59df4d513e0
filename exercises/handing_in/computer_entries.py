"""The first entries of the boards of computers: for few numbers, long texts, and many tasks."""

from dataclasses import replace

import numpy as np

from exercises.handing_in.few_columns import add_mod_10, with_zeros
from exercises.judging.little_man_runs import CELLS, ROOM
from exercises.judging.many_tasks import FEW, LETTERS, TABLE
from exercises.judging.sentences import SENTENCES
from taotp.applications.brackets.machine import brackets
from taotp.applications.computer.machine import computer
from taotp.applications.counts.machine import next_word
from taotp.constructions.choosing import Voices
from taotp.programs import printed, small
from taotp.programs.before_last import before_last
from taotp.programs.choosing import choose
from taotp.programs.echo import echo
from taotp.programs.eight_signs import eight_signs
from taotp.programs.hello_world import hello_world
from taotp.programs.induction import induction
from taotp.programs.minimum import maximum, minimum
from taotp.programs.rule_110 import rule110
from taotp.programs.searching import search
from taotp.programs.sorting import sort
from taotp.programs.three_instructions import three_instructions
from taotp_core.arrays import Array
from taotp_core.edits import with_numbers
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Transformer, bias

IDLE = (  # what ends an operation need not: nothing hears how far below 0 one is that is off
    *("layers.0.mlp.W_out:1.19", "layers.1.mlp.W_in:20.7", "layers.1.mlp.b_in:7.0"),
    *("layers.1.mlp.W_out:7.26", "layers.1.mlp.W_out:11.27", "layers.1.mlp.W_out:17.30"),
    *("layers.1.mlp.W_in:20.23", "layers.1.mlp.b_in:23.0", "layers.1.mlp.W_out:23.31"),
)
LONGEST = 2048  # tokens; for twice as many, float32 is too coarse
ROWS = 65  # of positions that are handed in: they are a line
VOICES = Voices(loud=2.0**24, whisper=2.0**-28, huge=2.0**98)  # a file holds no larger numbers


def without_idle_numbers() -> Program:
    """The chapter's, in which a number is 0 where it can be, tried one after the other.

    What no longer ends an operation grows to a thousand: norms must hear nothing of that either.
    """
    program = computer(CELLS, ROOM, loud=1e7)
    return replace(program, model=with_numbers(program.model, dict.fromkeys(IDLE, 0.0)))


def for_long_texts() -> Program:
    """The chapter's, made for texts of LONGEST tokens in float32."""
    program = computer(CELLS, LONGEST, loud=1e5, hard=32.0)
    model = program.model
    return replace(program, model=replace(model, W_pos=model.W_pos[:ROWS]))


def nineteen_programs() -> Program:
    """Nineteen machines of the book side by side: all tasks but the Little Man of 100 cells."""
    one = choose(
        {
            "hello:": hello_world(),
            "add:": small.add(3),
            "digit:": Program(with_zeros(add_mod_10()), "0123456789"),
            "times:": small.multiply(2),
            "least:": minimum(50, 20),
            "most:": maximum(50, 20),
            "sort:": sort(28, n_ctx=56),
            "search:": search(LETTERS, 40, 2),
            "back:": before_last(FEW, 29),
            "echo:": echo(FEW, 29),
            "again:": induction(FEW, 30),
            "aab:": printed.aab(),
            "table:": small.table(TABLE, 10),
            "sentence:": next_word(dict.fromkeys(map(tuple, SENTENCES), 1)),
            "brackets:": brackets(),
            "rows:": rule110(8, 23),
            "three:": three_instructions(4, 38),
            "eight:": eight_signs(3, 8, 20, 3, 60),
            "ten cells:": computer(10, 81, loud=1e6),
        },
        voices=VOICES,
    )
    return Program(balanced(one.model), one.vocabulary)


def balanced(model: Transformer) -> Transformer:
    """The same machine, in which what is multiplied is about as large: by powers of two alone."""
    layers = [
        replace(
            layer, heads=[*map(even_head, layer.heads)], mlp=layer.mlp and even_units(layer.mlp)
        )
        for layer in model.layers
    ]
    return replace(model, layers=layers)


def even_head(head: Head) -> Head:
    """A head whose queries are about as large as its keys, and what it takes as what it puts."""
    b_Q, b_K = bias(head, "b_Q"), bias(head, "b_K")
    looks = shares(np.vstack([head.W_Q, b_Q]), np.vstack([head.W_K, b_K]))
    takes = shares(head.W_V, head.W_O.T)
    return replace(
        head,
        W_Q=head.W_Q / looks,
        b_Q=b_Q / looks if b_Q.any() else None,
        W_K=head.W_K * looks,
        b_K=b_K * looks if b_K.any() else None,
        W_V=head.W_V / takes,
        W_O=head.W_O * takes[:, None],
    )


def even_units(mlp: MLP) -> MLP:
    """Units that read about as loudly as they say."""
    by = shares(np.vstack([mlp.W_in, mlp.b_in]), mlp.W_out.T)
    return replace(mlp, W_in=mlp.W_in / by, b_in=mlp.b_in / by, W_out=mlp.W_out * by[:, None])


def shares(left: Array, right: Array) -> Array:
    """For each column the power of two that makes two arrays about as large there."""
    sizes = [np.abs(W).max(axis=0, initial=0) for W in (left, right)]
    both = (sizes[0] > 0) & (sizes[1] > 0)
    a, b = (np.log2(np.where(both, size, 1)) for size in sizes)
    powers: Array = 2.0 ** np.round((a - b) / 2)
    return powers
