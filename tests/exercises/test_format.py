"""The parser of submissions: what it reads, and every way in which a file can be none."""

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema  # type: ignore[import-untyped]
import numpy as np
import pytest

import exercises
from exercises.catalogue.adding import weak_spike
from exercises.catalogue.hello_world import no_positions_hello, repeat_last
from exercises.handing_in.format import (
    LONGEST_CONTEXT,
    MOST_BYTES,
    Answer,
    Refused,
    Submission,
    parse,
)
from exercises.handing_in.grade import graded, what_is_compared
from exercises.handing_in.record import raw_model, submission_bytes
from exercises.judging.judge import LARGEST
from taotp.listing.language import LIMITS
from taotp_core.program import Program
from taotp_core.weights import (
    RMS_NORM,
    Head,
    Layer,
    Norm,
    Transformer,
    named_arrays,
    random_transformer,
)
from tests.examples import full_transformer
from tests.exercises.laws import of_each
from tools.sampling import at_night, lot

SCHEMA = Path(str(exercises.__file__)).with_name("submission.schema.json")
VALIDATOR = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text("utf-8")))


def submission(*returned: Any) -> Submission:
    """What somebody's function returned for 0, 1, 2 ..."""
    answers = tuple(Answer("f", (i,), each) for i, each in enumerate(returned))
    return Submission("repeat-last", "Ada", "a note", answers)


def file(**changes: Any) -> bytes:
    """A small valid submission with some keys exchanged."""
    whole = {"format": 1, "exercise": "repeat-last", "author": "Ada"}
    return json.dumps(whole | changes).encode()


def returning(raw: str) -> bytes:
    """A submission whose only function returned this text of JSON."""
    answer = f'{{"function": "f", "arguments": [], "returned": {raw}}}'
    return b'{"format":1,"exercise":"x","author":"Ada","answers":[' + answer.encode() + b"]}"


def model(**changes: str) -> bytes:
    """A model of two symbols whose parts are texts of JSON."""
    parts = {"W_E": "[[1, 2], [3, 4]]", "W_pos": "[[0, 0]]"} | changes
    inside = ", ".join(f'"{name}": {text}' for name, text in parts.items())
    return returning(f'{{"model": {{{inside}}}}}')


SMALL = '{"W_E": [[1, 2], [3, 4]], "W_pos": [[0, 0]]}'
HEAD = '{"W_Q": [[1], [2]], "W_K": [[1], [2]], "W_V": [[1], [2]], "W_O": [[1, 2]]}'
MLP_OF_ONE = '{"W_in": [[1], [2]], "b_in": [0], "W_out": [[1, 2]], "b_out": [0, 0]}'


def array(shape: str, entries: str = "[]") -> str:
    """An array by its entries that are not zero."""
    return f'{{"shape":{shape},"entries":{entries}}}'


def returning_array(shape: str, entries: str = "[]") -> bytes:
    """A submission whose only function returned that array."""
    return returning(f'{{"array":{array(shape, entries)}}}')


def in_layer(inside: str) -> bytes:
    """A model with one layer that holds this text of JSON."""
    return model(layers=f"[{{{inside}}}]")


def wide_head(d_head: int) -> str:
    """A head of zeros that brings nothing."""
    looks = f'{{"shape":[2,{d_head}],"entries":[]}}'
    brings = '"W_V":{"shape":[2,0],"entries":[]},"W_O":{"shape":[0,2],"entries":[]}'
    return f'{{"W_Q":{looks},"W_K":{looks},{brings}}}'


def same(one: Any, other: Any) -> bool:
    """Whether two returned things hold the same numbers."""
    return list(what_is_compared(one)) == list(what_is_compared(other))


def rich_models() -> Iterator[Transformer]:
    """Models with everything that a model may have."""
    yield repeat_last.repeat_last(5, 4)
    yield random_transformer(0, n_layers=2, tied=False, heads=[(2, 3), (0, 1)], d_model=5)
    norm = Norm(gamma=np.ones(4), beta=np.arange(4.0), eps=1e-5)
    model = random_transformer(1, n_layers=1, d_model=4, norm=norm)
    yield Transformer(model.W_E, model.W_pos, model.layers, RMS_NORM, norms="after")
    nothing = np.zeros((4, 0))
    head = Head(nothing, nothing, nothing, nothing.T)
    layer = Layer([head], norm_attn=None)
    yield Transformer(np.eye(4), np.zeros((2, 4)), [layer], norm_final=None)
    yield full_transformer()
    yield full_transformer(3, "after", d_model=3)


RETURNED: tuple[Any, ...] = (
    1, -2.5, 1e-30, "text", None, [1, [2, "three"]], (1.5, 2), {("a", 1): 2, "b": [3]},
    np.arange(3.0), np.array([[0.0, 0.0], [0.0, 7.0]]), np.zeros((0, 3)),
)  # fmt: skip


@of_each(RETURNED)
def test_plain_things_come_back(thing: Any) -> None:
    (answer,) = parse(submission_bytes(submission(thing))).answers
    if isinstance(thing, np.ndarray):
        assert np.array_equal(answer.returned, thing)
        assert answer.returned.shape == thing.shape
    else:
        assert answer.returned == thing
        assert type(answer.returned) is type(thing)


@of_each(rich_models)
def test_models_come_back(model: Transformer) -> None:
    data = submission_bytes(submission(model))
    VALIDATOR.validate(json.loads(data))
    (answer,) = parse(data).answers
    assert same(answer.returned, model)
    assert raw_model(answer.returned) == raw_model(model)
    assert answer.returned.norms == model.norms


def test_what_came_later_is_written_only_where_it_is_used() -> None:
    whole = raw_model(repeat_last.repeat_last(3, 2))
    assert list(whole) == ["W_E", "W_pos", "layers", "norm_final", "W_U", "norms"]
    layer, *_ = raw_model(random_transformer(0))["layers"]
    assert list(layer) == ["heads", "mlp", "norm_attn", "norm_mlp"]
    assert list(layer["heads"][0]) == ["W_Q", "W_K", "W_V", "W_O"]
    assert list(layer["mlp"]) == ["W_in", "b_in", "W_out", "b_out"]
    assert layer["norm_attn"] == "LayerNorm"


def test_programs_and_parts_come_back() -> None:
    program = replace(no_positions_hello.hello_without_positions(), slide=True)
    mlp = weak_spike.weak_spike()
    data = submission_bytes(submission(program, mlp))
    VALIDATOR.validate(json.loads(data))
    first, second = (answer.returned for answer in parse(data).answers)
    assert same(first, program) and same(second, mlp)
    for name in ("vocabulary", "start", "stop", "slide"):
        assert getattr(first, name) == getattr(program, name), name


def test_arguments_and_names_come_back() -> None:
    answer = Answer("f", (2, "b", (3, 4), {"k": 1}), 0)
    given = Submission("repeat-last", "Åsa O'Neill-3", "two\nlines <b>", (answer,))
    assert parse(submission_bytes(given)) == given


# Every way in which a file can be none

BAD: dict[str, tuple[bytes, str]] = {
    "text": (b"hello", "the file is not JSON: Expecting value at line 1, column 1"),
    "pickle": (b"\x80\x04\x95\x0b\x00\x00\x00", "not UTF-8"),
    "a list": (b"[]", "the file is a list; it must be an object"),
    "nesting": (b"[" * 400_000, "lists in lists without end"),
    "too many bytes": (b" " * (MOST_BYTES + 1), f"bytes; at most {MOST_BYTES:,}"),
    "NaN": (model(W_E="[[NaN, 1]]"), "the file holds NaN; numbers must be finite"),
    "1e999": (model(W_E="[[1e999, 1], [1, 1]]"), r"W_E\[0, 0\] is infinite; numbers must be 0 or"),
    "10^400 in an array": (model(W_E=f"[[1{'0' * 400}, 1]]"), "an integer out of range"),
    "10^400": (returning("1" + "0" * 400), "returned is 1000.*; numbers must be 0 or"),
    "10^5000": (returning("1" + "0" * 5000), "an integer of more than 4,000 digits"),
    "too large": (model(W_E="[[1e31, 1], [1, 1]]"), r"W_E\[0, 0\] is 1e\+31; numbers must be 0"),
    "too small": (model(W_E="[[1, 1], [1, -1e-31]]"), r"W_E\[1, 1\] is -1e-31"),
    "two keys": (b'{"format":1,"format":1,"exercise":"x","author":"A"}', "'format' stands twice"),
    "unknown key": (file(score=100), "the file has the unknown key 'score'"),
    "unknown key inside": (model(parameters="3"), "has the unknown key 'parameters'"),
    "no author": (b'{"format":1,"exercise":"x"}', "lacks the key 'author'"),
    "format 2": (file(format=2), "format is 2; this grader reads format 1"),
    "format true": (file(format=True), "format is True"),
    "boolean": (returning("true"), "returned is True; it must be"),
    "boolean in an array": (model(W_E="[[true, 1]]"), r"W_E\[0\]\[0\] is True; it must be a num"),
    "string for a number": (model(W_E='[["1", 1]]'), r"W_E\[0\]\[0\] is '1'; it must be a number"),
    "ragged": (model(W_E="[[1, 2], [3]]"), r"W_E\[1\] has 1 numbers; the rows before have 2"),
    "[[]]": (model(W_E="[[]]"), "is empty; write an array without numbers by its shape"),
    "[[1], 2]": (model(W_E="[[1], 2]"), r"W_E\[1\] is 2; it must be a row"),
    "3-d": (model(W_E="[[[1, 2]]]"), r"W_E\[0\]\[0\] is a list; it must be a number"),
    "1-d": (model(W_E="[1, 2]"), r"W_E has shape \(2,\); it must be \[d_vocab, d_model\]"),
    "number for an array": (model(W_E="1"), "W_E is 1; it must be an object"),
    "axes that disagree": (model(W_pos="[[1, 2, 3]]"), "d_model is 2 in W_E but 3 in W_pos"),
    "too many axes": (returning_array("[1,1,1]"), "has 3 axes"),
    "no axes": (returning_array("[]"), "has 0 axes"),
    "size true": (returning_array("[true]"), "shape has True"),
    "negative size": (returning_array("[-1]"), "shape has -1"),
    "large size": (returning_array("[1000001]"), "shape has 1000001"),
    "declares too much": (returning_array("[1000000,1000000]"), "exceeds the 1,000,000 numbers"),
    "index too large": (returning_array("[2,2]", "[[0,2,1]]"), "the index 2; it must be below"),
    "negative index": (returning_array("[2]", "[[-1,1]]"), "the index -1; it must be below 2"),
    "index 0.0": (returning_array("[2]", "[[0.0,1]]"), "the index 0.0"),
    "entry too short": (returning_array("[2]", "[[0]]"), "must hold 1 indic"),
    "entry twice": (returning_array("[2]", "[[0,1],[0,2]]"), "names one place twice"),
    "wide heads": (
        in_layer('"heads":[' + ",".join(wide_head(n) for n in [40_000] + [0] * 20) + "]"),
        "has columns of zeros, with which a file may have 100,000 numbers; leave them out",
    ),
    "many heads": (
        in_layer('"heads":[' + ",".join([HEAD] * (LIMITS["heads"] + 1)) + "]"),
        f"has .*; a machine may have at most {LIMITS['heads']:,}",
    ),
    "long context": (model(W_pos=array("[4097,2]")), "W_pos has 4097 positions; at most 4096"),
    "bias of another length": (
        in_layer(f'"heads":[{HEAD[:-1]},"b_Q":[1,2]}}]'), "d_head is 1 in W_Q but 2"
    ),
    "unknown bias": (in_layer(f'"heads":[{HEAD[:-1]},"b_X":[1]}}]'), "unknown key 'b_X'"),
    "unknown activation": (
        in_layer(f'"mlp":{MLP_OF_ONE[:-1]},"act":"tanh"}}'), "act is 'tanh'; it must be one of relu"
    ),
    "cross that is an object": (in_layer('"cross":{}'), "cross is an object; it must be a list"),
    "inside that is 1": (
        model(norm_final='{"kind":"LayerNorm","inside":1}'), "inside is 1; it must be true or false"
    ),
    "causal that is a text": (model(causal='"no"'), "causal is 'no'; it must be true or false"),
    "encoder that is a list": (model(encoder="[]"), "encoder is a list; it must be an object"),
    "encoder in an encoder": (
        model(encoder=f'{SMALL[:-1]},"encoder":{SMALL}}}'),
        "encoder has an encoder; it must have none of its own",
    ),
    "encoders without end": (
        model(encoder='{"encoder":' * 300 + "1" + "}" * 300), "encoder has an encoder"
    ),
    "encoder that looks elsewhere": (
        model(encoder=f'{SMALL[:-1]},"layers":[{{"cross":[{HEAD}]}}]}}'), "encoder or cross heads"
    ),
    "long encoder": (
        model(encoder='{"W_E":[[1,2]],"W_pos":{"shape":[4097,2],"entries":[]}}'),
        "encoder.W_pos has 4097 positions; at most 4096",
    ),
    "wide cross heads": (
        in_layer('"cross":[' + ",".join(wide_head(n) for n in [40_000] + [0] * 20) + "]"),
        "has columns of zeros, with which a file may have 100,000 numbers; leave them out",
    ),
    "unknown norm": (model(norm_final='"BatchNorm"'), "is 'BatchNorm'; it must be LayerNorm"),
    "eps": (model(norm_final='{"kind":"LayerNorm","eps":-1}'), "eps is -1; it must be from 0 to 1"),
    "norms": (model(norms='"sideways"'), "it must be 'before' or 'after'"),
    "program without symbols": (
        returning('{"program":{"model":{"W_E":[[1]],"W_pos":[[1]]},"vocabulary":[]}}'),
        "has 0 different symbols",
    ),
    "symbol that is a list": (
        returning('{"program":{"model":{"W_E":[[1]],"W_pos":[[1]]},"vocabulary":[[]]}}'),
        r"vocabulary\[0\] is a list; it must be a string",
    ),
    "unknown kind": (returning('{"code":"print(1)"}'), "returned is an object; it must be"),
    "deep": (returning("[" * 7 + "]" * 7), "is more than 5 lists deep"),
    "key that is a list": (returning('{"table":[[[1],2]]}'), "has a key that is a list"),
    "table with one key twice": (returning('{"table":[[1,2],[1,3]]}'), "has one key twice"),
    "table of no pairs": (returning('{"table":[[1]]}'), "must hold pairs"),
    "lone surrogate": (file(note="\ud800"), r"note holds '\\ud800', which is not text"),
    "control character": (file(note="\x1b[2J"), r"note holds '\\x1b', which is not text"),
    "exercise that is a path": (file(exercise="../x"), "exercise is '../x'; it must be a name"),
    "exercise that is a number": (file(exercise=2.1), "exercise is 2.1; it must be a string"),
    "answers that are an object": (file(answers={}), "answers is an object; it must be a list"),
}  # fmt: skip

AUTHORS: tuple[object, ...] = (
    "", " ", "../../etc/passwd", "a\\b", ".", "..", ".hidden", "C:", "con", "LPT1",
    "<b>Ada</b>", "Ada & Bob", "a`b", "[x](y)", "a|b", "*a*", "a_b",
    "Ada ", " Ada", "Ada  Bob", "a\tb", "a\nb", "=1+1", "+1", "-1", "@a", "'a", "a\u202eb",
    "a@b", "@b.de", "a@b..de", "a..b@c.de", "=a@b.de", "a b@c.de", "a@b.de\n", "a@b@c.de",
    "a\u200bb", "\U0001f600", "x" * 61, "a\0b", "{{7*7}}", "${x}", "%s", "a;b", '"',
    7, None, [], {}, True,
)  # fmt: skip


@of_each(BAD)
def test_refused_with_a_sentence(name: str) -> None:
    data, sentence = BAD[name]
    with pytest.raises(Refused, match=sentence) as refused:
        parse(data)
    words = str(refused.value)
    assert len(words) < 400 and words.isprintable() and words.isascii()
    assert graded(data).credit == "refused"


@of_each(AUTHORS)
def test_authors_refused(author: object) -> None:
    with pytest.raises(Refused, match="^author ") as refused:
        parse(file(author=author))
    assert str(refused.value).isprintable()


def test_a_name_is_refused_as_it_is_written() -> None:
    with pytest.raises(Refused, match="^author is 'Müller_3'; it must be words of letters"):
        parse(file(author="Müller_3"))


def test_a_surname_first_is_turned_round() -> None:
    """As the lists of schools have it."""
    assert parse(file(author="Lovelace, Ada")).author == "Ada Lovelace"
    for odd in ("Lovelace,", ", Ada", "a, b, c"):
        with pytest.raises(Refused, match="^author is"):
            parse(file(author=odd))


@of_each(
    ["Ada", "Ada Lovelace", "Åsa", "O'Neill", "李", "Anne-Marie 3", "राम", "กิตติ", "O’Brien",
     "J. R. Smith", "Martin L. King Jr.", "Strauß", "ada@school.example", "a.b-c+d_e@x-y.z.museum"]
)  # fmt: skip
def test_authors_taken(author: str) -> None:
    assert parse(file(author=author)).author == author


def test_purse_is_one_for_the_whole_file() -> None:
    half = {"array": {"shape": [600_000], "entries": []}}
    answers = [{"function": "f", "arguments": [i], "returned": half} for i in range(2)]
    assert len(parse(file(answers=answers[:1])).answers) == 1
    with pytest.raises(Refused, match=r"answers\[1\].returned.array exceeds the 1,000,000 num"):
        parse(file(answers=answers))


# Fuzzing: only Refused escapes, and what is taken is what it should be

SEEDS: tuple[bytes, ...] = (
    submission_bytes(submission(repeat_last.repeat_last(3, 2))),
    submission_bytes(
        submission(random_transformer(0, d_vocab=2, n_ctx=2, d_model=2, heads=[(1, 1)]))
    ),
    submission_bytes(submission(weak_spike.weak_spike(), (1, 2.5), {("a",): [1]}, np.eye(2))),
    submission_bytes(submission(full_transformer(d_model=2))),
    submission_bytes(Submission("no-positions", "Ada", "", (
        Answer("f", (), Program(repeat_last.repeat_last(2, 2), "ab", "a", "b")),
    ))),
)  # fmt: skip
TOKENS = (
    b"NaN", b"1e999", b"-0", b"1e-400", b"true", b"null", b"[]", b"{}", b"[[]]", b'""',
    b'"\\ud800"', b"1" * 400, b"[", b"]", b"{", b"}", b",", b":", b'"', b"\\",
    b"\xff", b"\0", b"\xef\xbb\xbf",
    b'"shape"', b'"entries"', b'"model"', b'"tuple"', b'"table"', b"-1", b"1000001", b"1e30", b"2",
)  # fmt: skip

STRANGE: tuple[Any, ...] = (None, True, -1, 0, 2, 1e31, "x", [], {}, [[]], [[1]], 10**400)


def mutant(data: bytes, chance: random.Random) -> bytes:
    """A submission with a few bytes, tokens or stretches changed."""
    out = bytearray(data)
    for _ in range(chance.choice((1, 1, 2, 5))):
        at = chance.randrange(len(out) + 1)
        to = min(len(out), at + chance.choice((0, 1, 1, 2, 8, 60)))
        new: Callable[[], bytes] = chance.choice((
            lambda: b"",
            lambda: bytes([chance.randrange(256)]),
            lambda: chance.choice(TOKENS),
            lambda: bytes(out[chance.randrange(len(out) + 1) :][: chance.randrange(80)]),
        ))  # fmt: skip
        out[at:to] = new()
    return bytes(out)


def structural_mutant(data: bytes, chance: random.Random) -> bytes:
    """A submission that is still JSON, with one of its values exchanged or its key renamed."""
    whole = place = json.loads(data)
    while inside := [*place] if isinstance(place, dict) else range(len(place)):
        name = chance.choice(inside)
        if isinstance(place[name], list | dict) and chance.random() < 0.85:
            place = place[name]
            continue
        strange: Any = chance.choice(STRANGE)
        what = chance.randrange(3)
        if what == 0:
            place[name] = strange
        elif isinstance(place, dict):
            other = chance.choice(("x", "W_U", "eps", "encoder", "b_Q", "act", name + "_"))
            place[other] = place.pop(name)
        elif what == 1:
            place.append(strange)
        else:
            del place[name]
        break
    return json.dumps(whole).encode()


def is_within_bounds(model: Transformer) -> bool:
    """Whether a model is no larger than allowed, and every number is 0 or of such a size."""
    arrays = list(named_arrays(model).values())
    sizes = np.abs(np.concatenate([W[W != 0] for W in arrays]))
    encoder = model.encoder
    contexts = [model.n_ctx, encoder.n_ctx if encoder else 0]
    return (
        bool(((sizes >= 1e-30) & (sizes <= 1e30)).all())
        and sum(W.size for W in arrays) <= LARGEST
        and max(contexts) <= LONGEST_CONTEXT
        and not (encoder and encoder.encoder)
    )


def test_fuzzed_files_are_refused_or_right() -> None:
    chance, taken, refused = random.Random(lot("fuzz")), 0, 0
    count = 22_000 if at_night() else 2_500
    for i in range(count):
        make = mutant if i % 2 else structural_mutant
        data = make(SEEDS[i // 2 % len(SEEDS)], chance)
        try:
            found = parse(data)
        except Refused:
            refused += 1
            continue
        taken += 1
        returned = (answer.returned for answer in found.answers)
        models = [each.model if isinstance(each, Program) else each for each in returned]
        assert all(is_within_bounds(m) for m in models if isinstance(m, Transformer)), data
        if i % 20 == 0:
            assert graded(data).words
    assert taken > count / 50  # or the mutants test nothing but the reader of JSON
    assert refused > count / 2


# The schema says the same to other programs


def test_schema_takes_what_is_written() -> None:
    VALIDATOR.check_schema(VALIDATOR.schema)
    for data in SEEDS:
        VALIDATOR.validate(json.loads(data))


@of_each(
    ["unknown key", "unknown key inside", "format 2", "boolean", "string for a number", "[[]]",
     "3-d", "negative size", "no author", "unknown norm", "exercise that is a path", "unknown kind",
     "too large", "long context", "unknown bias", "unknown activation", "inside that is 1",
     "causal that is a text", "encoder in an encoder", "encoder that is a list", "long encoder"]
)  # fmt: skip
def test_schema_refuses_too(name: str) -> None:
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate(json.loads(BAD[name][0]))
