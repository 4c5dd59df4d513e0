"""Sentences about a layer, its norms and the units of its MLP, and what they come to."""

from dataclasses import replace

import numpy as np

from taotp.listing.faults import Misread
from taotp.listing.language import LANGUAGE
from taotp.listing.lookups import keep_mlp
from taotp.listing.machine import (
    KINDS,
    Draft,
    Machine,
    Table,
    attempt,
    layer_of,
    read_clauses,
    read_vector,
    sound,
)
from taotp.listing.sentences import Sentence
from taotp_core.gadgets import beside
from taotp_core.weights import MLP, Layer


def begin_layer(made: Machine, line: Sentence) -> None:
    """`layer`."""
    line.ends("'layer'; what is in it stands in the lines below")
    made.layers.append(Draft(line))
    made.table = None


def say_norm(made: Machine, line: Sentence) -> None:
    """`norm attention, mlp or final KIND, gamma [...], beta [...], eps NUMBER`."""
    where = line.one_of("which norm it is", LANGUAGE["normed"])
    kind = KINDS[line.one_of("a norm", KINDS)]
    got, _ = read_clauses(made, line, "norm" if kind else "norm none")
    norms = made.norm_final if where == "final" else layer_of(made, line).norms
    if where in norms:
        word = line.words[1]
        raise Misread(word.start, word.end, f"the norm {where} is given twice")
    norms[where] = kind and replace(kind, **got)


def add_unit(made: Machine, line: Sentence) -> None:
    """`unit read EXPRESSION, write EXPRESSION, act KIND`: a ReLU, or so, for each column."""
    draft = layer_of(made, line)
    got, where = read_clauses(made, line, "unit")
    draft.take_act(made.text, got["act"], line)
    read, W_out = got["read"], got["write"].T
    if len(read.constant) != len(W_out):
        sizes = f"{len(read.constant)}, and where it is written {len(W_out)}"
        message = f"what is read has size {sizes}; they must be equal"
        raise Misread(where["write"].start, where["write"].end, message)
    b_out = np.zeros(made.d_model)
    draft.units.append(MLP(read.matrix, read.constant, W_out, b_out))


def add_bias(made: Machine, line: Sentence) -> None:
    """`bias EXPRESSION`."""
    draft = layer_of(made, line)
    b_out = read_vector(made, line, "bias")
    line.ends("the bias")
    none = np.zeros((made.d_model, 0))
    draft.units.append(MLP(none, np.zeros(0), none.T, b_out))


def make_layer(made: Machine, draft: Draft) -> Layer:
    """A layer of what its lines have made; one that has a fault, which is noted, is empty."""
    norm_attn = draft.norms.get("attention", made.norm)
    norm_mlp = draft.norms.get("mlp", made.norm)
    act = draft.act[0] if draft.act else "relu"
    units: list[MLP] = []
    for each in draft.units:
        if not isinstance(each, Table):
            units.append(replace(each, act=act))
        elif not each.broken:
            norm = None if made.after else norm_mlp
            attempt(made, each.sentence, keep_mlp, each, norm, units)
    layers = [Layer(draft.heads, None, norm_attn, norm_mlp)]
    if units:
        attempt(made, draft.sentence, keep_units, units, layers)
    return layers[-1]


def keep_units(made: Machine, line: Sentence, units: list[MLP], into: list[Layer]) -> None:
    """Give the last layer an MLP of units side by side."""
    mlp = units[0] if len(units) == 1 else sound(line, lambda: beside(*units))
    into.append(replace(into[-1], mlp=mlp))
