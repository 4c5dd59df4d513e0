"""An interpreter that fills in what a short text leaves out."""

import ast
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from exercises.judging.agreement import without
from exercises.judging.judge import Wrong, ask, kind_of, numbers
from exercises.statement import Exercise, Mark
from taotp.programs.printed import MYSTERY_K, MYSTERY_Q, POS_EMB, TOK_EMB
from taotp_core.arrays import Array

STUB = '''
def compile_compact(text):
    """Every array of a program, also of those that the text leaves out."""
    raise NotImplementedError
'''

Params = dict[str, Any]
PLAIN = {"gamma": 1.0, "beta": 0.0}
HEADS, UNITS = "QKVP", ("M1", "b1", "M2", "b2")


def texts() -> Iterator[tuple[str, str, Params]]:
    """Names, texts, and the arrays that they stand for: the long form, and what may be missing."""
    tokens, positions = np.array(TOK_EMB), np.array(POS_EMB)
    greeting: Params = {"tok_emb": TOK_EMB, "pos_emb": POS_EMB, "layers": [], "lnf": PLAIN}
    whole = whole_of(tokens, positions)
    yield "the greeting as printed", str(greeting), whole
    yield "the greeting without lnf", str(leave_out(greeting, "lnf")), whole
    yield "the greeting without layers and lnf", str(leave_out(greeting, "lnf", "layers")), whole

    eye = np.eye(3)
    head = {"Q": [wide(MYSTERY_Q)], "K": [wide(MYSTERY_K)], "V": [eye.tolist()],
            "P": [(1e6 * eye).tolist()]}  # fmt: skip
    empty = {"M1": [[], [], []], "b1": [], "M2": [], "b2": [0.0, 0.0, 0.0]}
    layer = layer_of(3, **{key: np.array(value) for key, value in head.items()})
    mystery = whole_of(tokens, np.zeros((8, 3)), [layer])
    printed = {"tok_emb": TOK_EMB, "pos_emb": np.zeros((8, 3)).tolist(),
               "layers": [{**head, **empty, "ln1": PLAIN, "ln2": PLAIN}], "lnf": PLAIN}  # fmt: skip
    yield "a layer with an empty MLP as printed", str(printed), mystery
    short = {"tok_emb": TOK_EMB, "block_size": 8, "layers": [head]}
    yield "a layer of a head alone, and a block_size", str(short), mystery
    both = {"tok_emb": TOK_EMB, "pos_emb": POS_EMB, "layers": [{}]}
    yield "a layer of nothing", str(both), whole_of(tokens, positions, [layer_of(3)])

    mlp = {"M1": [[1.0, 2.0], [0.0, 1.0], [-1.0, 0.5]], "b1": [0.5, -0.5],
           "M2": [[1.0, 0.0, -1.0], [0.0, 2.0, 0.0]]}  # fmt: skip
    own: Params = {"tok_emb": TOK_EMB, "block_size": 4, "out_emb": POS_EMB[:11],
                   "layers": [{**mlp, "ln2": {"gamma": 2.0}}], "lnf": {"beta": 0.25}}  # fmt: skip
    arrays = {key: np.array(value) for key, value in mlp.items()}
    filled = layer_of(3, **arrays, b2=np.zeros(3), ln2={"gamma": 2.0, "beta": 0.0})
    expected = whole_of(tokens, np.zeros((4, 3)), [filled], np.array(POS_EMB[:11]))
    expected["lnf"] = {"gamma": 1.0, "beta": 0.25}
    yield "an MLP alone, its own out_emb, and norms in part", str(own), expected
    shifts = {"b2": [1.0, -2.0, 0.5], "ln1": {"beta": 0.5}}
    other: Params = {"tok_emb": TOK_EMB, "block_size": 1, "layers": [{}, shifts],
                     "lnf": {"gamma": 3.0}}  # fmt: skip
    second = layer_of(3, b2=np.array(shifts["b2"]), ln1={"gamma": 1.0, "beta": 0.5})
    expected = whole_of(tokens, np.zeros((1, 3)), [layer_of(3), second])
    expected["lnf"] = {"gamma": 3.0, "beta": 0.0}
    yield "two layers, a b2 alone, and the other norms in part", str(other), expected


def wide(column: list[list[float]]) -> list[list[float]]:
    """A column with two of zeros beside it, as it was printed."""
    return [[row[0], 0.0, 0.0] for row in column]


def leave_out(program: Params, *keys: str) -> Params:
    """The same without some keys."""
    return {key: value for key, value in program.items() if key not in keys}


def whole_of(tokens: Array, positions: Array, layers: Any = (), out: Array | None = None) -> Params:
    """All keys of a program."""
    return {"tok_emb": tokens, "pos_emb": positions, "out_emb": tokens if out is None else out,
            "layers": list(layers), "lnf": PLAIN}  # fmt: skip


def layer_of(d: int, **given: Any) -> Params:
    """All keys of a layer: no heads, an empty MLP and plain norms where nothing is given."""
    none = {key: np.zeros((0, d, 0)) for key in HEADS}
    mlp = {"M1": np.zeros((d, 0)), "b1": np.zeros(0), "M2": np.zeros((0, d)), "b2": np.zeros(d)}
    return {**none, **mlp, "ln1": PLAIN, "ln2": PLAIN, **given}


def judge(answer: object) -> str:
    """The same arrays for every text, of the same shapes."""
    without(answer, ("eval", "exec", "listing"))
    count = 0
    for name, text, expected in texts():
        where = f"on {name}"
        compare(ask(answer, text, where=where), expected, where)
        count += 1
    for name, text in hostile():
        refused(answer, name, text)
    return f"{count} inputs, every array as in the long form"


def compare(got: object, expected: Params, where: str) -> None:
    """Wrong at the first key that is missing or whose array is another."""
    for key, array in expected.items():
        at = f"{where} at {key}"
        if not isinstance(got, Mapping) or key not in got:
            raise Wrong(f"{where} expected a dict with {key}, got {keys_of(got)}")
        if key == "layers":
            layers = got[key]
            if not isinstance(layers, list | tuple) or len(layers) != len(array):
                raise Wrong(f"{at} expected a list of {len(array)}, got another")
            for i, (theirs, ours) in enumerate(zip(layers, array, strict=True)):
                compare(theirs, ours, f"{where} in layer {i}")
        elif isinstance(array, dict):
            compare(got[key], {name: np.array(x) for name, x in array.items()}, at)
        elif key in HEADS and not array.size:
            if np.size(got[key]):
                raise Wrong(f"{at} expected no head, got one")
        else:
            same(numbers(got[key], array.shape, at), array, at)


def keys_of(thing: object) -> str:
    """The keys of a dict, or what kind of thing it is."""
    return f"the keys {sorted(map(str, thing))}" if isinstance(thing, Mapping) else kind_of(thing)


def same(got: Array, expected: Array, at: str) -> None:
    """Wrong at the first number that is another."""
    off = got != expected
    if off.any():  # gamma and beta are single numbers, whose place is ()
        place = tuple(int(i) for i in np.argwhere(off)[0])
        where = f"{at}{list(place)}" if place else at
        raise Wrong(f"{where} expected {expected[place]:g}, got {got[place]:g}")


def hostile() -> Iterator[tuple[str, str]]:
    """Texts that are programs of Python, and no data."""
    yield "a text that calls a function", "{'tok_emb': print}"
    yield "a text that computes", "{'tok_emb': [[1.0] * 3], 'block_size': 2}"


def refused(answer: Any, name: str, text: str) -> None:
    """Wrong unless a text is refused with an exception."""
    try:
        made = answer(text)
    except Exception:
        return
    raise Wrong(f"on {name} expected an exception, got {kind_of(made)}")


def compile_compact(text: str) -> Params:
    """Defaults first; Leviathan's own three lines do the rest."""
    given = ast.literal_eval(text)
    tokens = np.array(given["tok_emb"], dtype=float)
    d = tokens.shape[1]
    params = {"layers": [], "out_emb": tokens, **given, "tok_emb": tokens}
    if "pos_emb" not in given:
        params["pos_emb"] = np.zeros((given["block_size"], d))
    for name in ("pos_emb", "out_emb"):
        params[name] = np.array(params[name], dtype=float)
    params["lnf"] = {**PLAIN, **given.get("lnf", {})}
    params["layers"] = [filled_in(layer, d) for layer in params["layers"]]
    return params


def filled_in(layer: Params, d: int) -> Params:
    """A layer with no heads, an empty MLP and plain norms, where it says nothing else."""
    units = len(layer.get("b1", ()))
    shapes = {"M1": (d, units), "b1": (units,), "M2": (units, d), "b2": (d,)}
    shapes |= dict.fromkeys("QKVP", (0, d, 0))
    full: Params = {name: np.zeros(shape) for name, shape in shapes.items()}
    for name in shapes.keys() & layer.keys():
        array = np.array(layer[name], dtype=float)
        full[name] = array.reshape(shapes[name]) if array.size == 0 else array
    norms = {name: {**PLAIN, **layer.get(name, {})} for name in ("ln1", "ln2")}
    return {**full, **norms}


def accepted_defaults() -> object:
    """As the solution."""
    return compile_compact


def accepted_lists() -> object:
    """Nested lists will do, and tuples of layers."""

    def as_lists(text: str) -> Params:
        params = compile_compact(text)
        params["tok_emb"] = params["tok_emb"].tolist()
        params["layers"] = tuple(params["layers"])
        return params

    return as_lists


def wrong_as_printed() -> object:
    """Leviathan's interpreter: it knows no defaults but the tied table."""

    def compile_TAOTP(text: str) -> Params:
        params = ast.literal_eval(text)
        if "out_emb" not in params:
            params["out_emb"] = params["tok_emb"]
        for name in ("tok_emb", "pos_emb", "out_emb"):
            params[name] = np.array(params[name])
        return dict(params)

    return compile_TAOTP


def wrong_shape() -> object:
    """An empty list, and nobody says how wide its rows are."""

    def flat(text: str) -> Params:
        params = compile_compact(text)
        for layer in params["layers"]:
            layer["M2"] = np.array(layer["M2"].tolist())
        return params

    return flat


def wrong_norms() -> object:
    """A norm that is given in part stays so."""

    def partly(text: str) -> Params:
        return {**compile_compact(text), **{k: v for k, v in ast.literal_eval(text).items()
                                            if k == "lnf"}}  # fmt: skip

    return partly


def wrong_plain_norms() -> object:
    """Every norm is the plain one, whatever the text says."""

    def plain(text: str) -> Params:
        params = compile_compact(text)
        for layer in params["layers"]:
            layer |= {"ln1": PLAIN, "ln2": PLAIN}
        return params | {"lnf": PLAIN}

    return plain


def wrong_positions() -> object:
    """One position too few."""

    def short(text: str) -> Params:
        params = compile_compact(text)
        if "block_size" in params:
            params["pos_emb"] = params["pos_emb"][:-1]
        return params

    return short


def wrong_eval() -> object:
    """Python would run anything that a stranger wrote."""

    def run_anything(text: str) -> Params:
        return compile_compact(str(eval(text)))

    return run_anything


EXERCISE = Exercise(
    slug="compact-text",
    source="8.4",
    title="Say less",
    kind="code",
    marks=(Mark.OPEN_ENDED,),
    statement="""
The interpreter that Leviathan prints needs every array spelled out. Write a better one:
`compile_compact(text)` returns a dict with *all* of `tok_emb`, `pos_emb`, `out_emb`, `layers` and
`lnf`, and in each layer all of `Q K V P M1 b1 M2 b2 ln1 ln2`, as arrays of numbers (norms as dicts
of `gamma` and `beta`), where the text may leave out

- `lnf`, `ln1`, `ln2`, or one of their two entries: `gamma` is 1, `beta` is 0;
- `layers`: there are none; in a layer `Q K V P`: no heads; `M1 b1 M2`: no hidden units; `b2`:
  zeros;
- `pos_emb`, if `block_size` says how many rows of zeros it has;
- `out_emb`, which is `tok_emb` then.

Both printed programs must come out as before, but that the second's `M2` has the shape $(0, 3)$. A
text with Python in it that is not data raises an exception: no `eval`, no `exec`. Our own reader
may not be used.
""",
    hints=(
        "`ast.literal_eval` reads lists, dicts and numbers, and nothing that acts.",
        "Make the defaults first, then write what was given over them: `{**defaults, **given}`.",
        "How wide is an empty list? Ask an array that is not empty: the table of tokens.",
    ),
    answer="""
A dict of defaults under the dict that was given. Shapes come from the token table (`d_model`) and
from `b1` (how many units). An empty list is reshaped to what it must be, which only the reader of
the whole text can know.
""",
    stub=STUB,
    judge=judge,
    code=(compile_compact, filled_in),
    checklist=(
        "What else would make a text shorter, or safer? Say what you added, and what it cost.",
    ),
)
