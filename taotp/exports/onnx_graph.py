"""Any machine as an ONNX file: ids in, logits out, read by every runtime of that format."""

import json
import math
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from taotp.exports.engine import engine
from taotp.exports.given import Exported, model_of
from taotp.exports.part_rows import rows_of
from taotp.files import write_whole
from taotp_core.program import Program
from taotp_core.weights import MLP, Head, Norm, Transformer, bias, far_of, named_arrays, padded

OPSET, IR_VERSION = 18, 8  # of December 2022, the first that takes axes of sums as inputs


class Graph:
    """Nodes and weights of a file that is being written; a value is known by its name."""

    def __init__(self, dtype: Any) -> None:
        self.onnx, self.dtype = engine("onnx"), dtype
        self.nodes: list[Any] = []
        self.weights: dict[str, Any] = {}
        self.ids = self.onnx.TensorProto.INT64
        self.floats = self.onnx.helper.np_dtype_to_tensor_dtype(dtype)

    def weight(self, name: str, array: Any) -> str:
        """Store an array under a name."""
        array = np.asarray(array)
        if array.dtype.kind == "f":
            array = array.astype(self.dtype)
        self.weights[name] = self.onnx.numpy_helper.from_array(array, name)
        return name

    def number(self, value: float) -> str:
        """Store a number of the kind that the weights are."""
        return self.weight(f"number {value!r}", np.array(value))

    def integers(self, *values: int) -> str:
        """Store axes or a part of a shape."""
        return self.weight(f"integers {values}", np.array(values, np.int64))

    def add(self, operator: str, *inputs: str, name: str = "", **how: Any) -> str:
        """Append a node; return the name of what it computes."""
        name = name or f"{operator} {len(self.nodes)}"
        self.nodes.append(self.onnx.helper.make_node(operator, inputs, [name], **how))
        return name

    def file(self, inputs: list[Any], output: Any, metadata: dict[str, str]) -> bytes:
        """All of it as the bytes of a file."""
        helper, weights = self.onnx.helper, list(self.weights.values())
        made = helper.make_graph(self.nodes, "transformer", inputs, [output], weights)
        opset = helper.make_opsetid("", OPSET)
        model = helper.make_model(made, opset_imports=[opset], ir_version=IR_VERSION)
        helper.set_model_props(model, metadata)
        data: bytes = model.SerializeToString()
        return data


def to_onnx(
    given: Exported,
    path: str | Path,
    batch: Sequence[str] | None = ("batch",),
    frames: bool | None = None,
) -> Path:
    """Write a program, or a model, as an ONNX file that the checker of the onnx package takes.

    The input "tokens" is int64 [*batch, n], up to n_ctx, and the output "logits" [*batch, n,
    d_vocab], as precise as the weights are. `batch` names the axes before n: () is one prompt
    alone, and None leaves open how many there are, which onnxruntime takes and the checker does
    not. What an encoder reads is a second input, "source": ids [*batch, n_source]; if it hears
    sounds it is "frames": floats [*batch, n_source, size]. `frames` says whether the encoder, or a
    model without one, reads these (None: where a program makes them of sounds). Cross heads without
    an encoder look into a "memory" [batch, n_source, d_model]. Epsilon stays where the norms have
    it. Metadata, each as JSON, are the names of the stream ("subspaces") and of a program its
    "vocabulary", in the order of ids, with the ids of its "start", "stop", "after" and "opening"
    where it has them. The file is of opset 18 and IR version 8. Returns the path. Raises
    ImportError without onnx, TypeError for what is neither program nor model, and OSError where
    nothing can be written.
    """
    model = model_of(given)
    graph = Graph(np.result_type(*named_arrays(model).values()))
    axes = None if batch is None else list(batch)
    heard = makes_frames(given) if frames is None else frames
    alone = heard and model.encoder is None
    others, memory = remembered(graph, model, axes, heard)
    own = "frames" if alone else "tokens"
    x = stream(graph, model, own, "", memory, alone)
    logits = graph.add("MatMul", x, graph.weight("unembedding", model.unembedding))
    before = graph.add("Shape", own, end=-1) if alone else graph.add("Shape", own)
    shape = graph.add("Concat", before, graph.integers(model.d_vocab), axis=0)
    graph.add("Reshape", logits, shape, name="logits")
    inputs = [reading(graph, own, axes, "n", model, alone), *others]
    said = value(graph, "logits", graph.floats, axes, "n", model.d_vocab)
    write_whole(Path(path), graph.file(inputs, said, names_of(model) | words_of(given)))
    return Path(path)


def names_of(model: Transformer) -> dict[str, str]:
    """The names of the stream as metadata of a file, none where there are none."""
    stacks = {"subspaces": model} | ({"encoder.subspaces": model.encoder} if model.encoder else {})
    return {
        key: json.dumps(rows_of(stack.subspaces))
        for key, stack in stacks.items()
        if stack.subspaces
    }


def words_of(given: Exported) -> dict[str, str]:
    """The vocabulary of a program and the ids of its sentinels, as metadata of a file."""
    if not isinstance(given, Program):
        return {}
    symbols = [x if isinstance(x, str | int) else str(x) for x in given.vocabulary]
    sentinels = {name: getattr(given, name) for name in ("start", "stop", "after", "opening")}
    ids = {name: given.vocabulary.index(x) for name, x in sentinels.items() if x is not None}
    return {name: json.dumps(said) for name, said in ({"vocabulary": symbols} | ids).items()}


def makes_frames(given: Exported) -> bool:
    """Whether it is a program that makes frames of sounds, for its encoder to hear."""
    return isinstance(given, Program) and given.source is not None


def remembered(
    graph: Graph, model: Transformer, axes: list[str] | None, frames: bool
) -> tuple[list[Any], str | None]:
    """The inputs beside the model's own, and what cross heads look into, if there is anything."""
    if model.encoder is not None:
        name = "frames" if frames else "source"
        source = reading(graph, name, axes, "n_source", model.encoder, frames)
        return [source], stream(graph, model.encoder, name, "encoder.", frames=frames)
    if not model.looks_across:
        return [], None
    return [value(graph, "memory", graph.floats, ["any"], "n_source", model.d_model)], "memory"


def reading(
    graph: Graph, name: str, axes: list[str] | None, n: str, model: Transformer, frames: bool
) -> Any:
    """Declare an input of n ids, or of n frames as long as W_E has rows."""
    if frames:
        return value(graph, name, graph.floats, axes, n, model.d_vocab)
    return value(graph, name, graph.ids, axes, n)


def value(graph: Graph, name: str, kind: int, batch: list[str] | None, *axes: str | int) -> Any:
    """Declare an input or an output; an axis that is a name may have any size."""
    shape = None if batch is None else [*batch, *axes]
    return graph.onnx.helper.make_tensor_value_info(name, kind, shape)


def embedded(graph: Graph, W_E: str, source: str, frames: bool) -> tuple[str, str]:
    """Ids, or frames, as rows [batch, n, d_model], and how many there are [1]."""
    last = graph.add("Shape", source, start=-2 if frames else -1)
    flat = graph.add("Reshape", source, graph.add("Concat", graph.integers(-1), last, axis=0))
    if not frames:
        return graph.add("Gather", W_E, flat), last
    return graph.add("MatMul", flat, W_E), graph.add("Shape", source, start=-2, end=-1)


def stream(
    graph: Graph,
    model: Transformer,
    source: str,
    path: str,
    memory: str | None = None,
    frames: bool = False,
) -> str:
    """The residual stream [batch, n, d_model] after the last norm; `path` begins its names."""
    x, n = embedded(graph, graph.weight(f"{path}W_E", model.W_E), source, frames)
    zero, one = (graph.weight(f"index {i}", np.array(i)) for i in (0, 1))
    places = graph.add("Range", zero, graph.add("Squeeze", n), one)
    x = graph.add("Add", x, graph.add("Gather", graph.weight(f"{path}W_pos", model.W_pos), places))
    query = graph.add("Unsqueeze", places, graph.integers(1))
    later = graph.add("Greater", places, query) if model.causal else None
    far = any(head.by_distance is not None for layer in model.layers for head in layer.heads)
    apart = graph.add("Abs", graph.add("Sub", query, places)) if far else ""

    def step(x: str, norm: Norm | None, where: str, says: Callable[[str], str] | None) -> str:
        """Add what a sub-layer says, with its norm before it or after the sum."""
        if model.norms == "before":
            return graph.add("Add", x, says(normalized(graph, x, norm, where))) if says else x
        return normalized(graph, graph.add("Add", x, says(x)) if says else x, norm, where)

    for number, layer in enumerate(model.layers):
        where = f"{path}layers.{number}."
        turned = rotation(graph, model, query, layer.heads, path)
        look = partial(attended, graph, layer.heads, f"{where}heads.", None, later, turned, apart)
        x = step(x, layer.norm_attn, f"{where}norm_attn.", look if layer.heads else None)
        if layer.cross:
            look = partial(attended, graph, layer.cross, f"{where}cross.", memory, None, None, "")
            x = step(x, layer.norm_cross, f"{where}norm_cross.", look)
        think = partial(fed_forward, graph, layer.mlp, f"{where}mlp.") if layer.mlp else None
        x = step(x, layer.norm_mlp, f"{where}norm_mlp.", think)
    return normalized(graph, x, model.norm_final, f"{path}norm_final.")


def normalized(graph: Graph, x: str, norm: Norm | None, path: str) -> str:
    """A norm, from its parts: no operator of ONNX adds epsilon outside the root."""
    if norm is None:
        return x
    last, eps = graph.integers(-1), graph.number(norm.eps)
    if norm.centered:
        x = graph.add("Sub", x, graph.add("ReduceMean", x, last))
    square = graph.add("ReduceMean", graph.add("Mul", x, x), last)
    if norm.inside:
        spread = graph.add("Sqrt", graph.add("Add", square, eps))
    else:
        spread = graph.add("Add", graph.add("Sqrt", square), eps)
    x = graph.add("Div", x, spread)
    if norm.gamma is not None:
        x = graph.add("Mul", x, graph.weight(f"{path}gamma", norm.gamma))
    return x if norm.beta is None else graph.add("Add", x, graph.weight(f"{path}beta", norm.beta))


def widest_of(heads: Sequence[Head], *, paired: bool) -> int:
    """How wide all matrices of heads are made: of pairs, an even number."""
    widest = max(max(head.sizes["d_head"], head.sizes["d_value"], 1) for head in heads)
    return widest + widest % 2 if paired else widest


Turn = Callable[[str], str]


def rotation(
    graph: Graph, model: Transformer, query: str, heads: Sequence[Head], path: str
) -> Turn | None:
    """How queries and keys [batch, n_heads, n, d_head] are turned by their places [n, 1].

    Each number times a cosine, and its partner, which a matrix brings, times a sine.
    """
    if model.rotary is None or not heads:
        return None
    d = widest_of(heads, paired=True)
    m = min(len(model.rotary), d // 2)
    angles = graph.weight(f"{path}rotary", model.rotary)
    first = graph.add("Slice", angles, graph.integers(0), graph.integers(m))
    turns = graph.add("Expand", graph.add("Unsqueeze", first, graph.integers(1)),
                      graph.integers(m, 2))  # fmt: skip
    each = graph.add("Pad", graph.add("Reshape", turns, graph.integers(2 * m)),
                     graph.integers(0, d - 2 * m))  # fmt: skip
    at = graph.add("Mul", graph.add("Cast", query, to=graph.floats), each)
    cos, sin = graph.add("Cos", at), graph.add("Sin", at)
    swap = np.kron(np.eye(d // 2), [[0.0, 1.0], [-1.0, 0.0]])[:, :d]
    partner = graph.weight(f"partners {d}", swap)

    def turned(x: str) -> str:
        return graph.add("Add", graph.add("Mul", x, cos),
                         graph.add("Mul", graph.add("MatMul", x, partner), sin))  # fmt: skip

    return turned


def attended(
    graph: Graph,
    heads: Sequence[Head],
    path: str,
    memory: str | None,
    later: str | None,
    turned: Turn | None,
    apart: str,
    x: str,
) -> str:
    """What heads add to the stream; their matrices are stacked, [n_heads, d_model, d_head]."""
    widest = widest_of(heads, paired=turned is not None)
    same = [padded(head, widest, widest) for head in heads]

    def times(rows: str, W: str, b: str) -> str:
        matrices = graph.weight(path + W, np.stack([getattr(head, W) for head in same]))
        product = graph.add("MatMul", rows, matrices)
        if all(getattr(head, b) is None for head in same):
            return product
        row = np.stack([bias(head, b)[None] for head in same])
        return graph.add("Add", product, graph.weight(path + b, row))

    each = graph.integers(-3)
    asks = graph.add("Unsqueeze", x, each)
    looks = asks if memory is None else graph.add("Unsqueeze", memory, each)
    q, k, v = times(asks, "W_Q", "b_Q"), times(looks, "W_K", "b_K"), times(looks, "W_V", "b_V")
    root = np.full(widest, math.sqrt(widest))  # a row: onnxruntime makes of a number a float32
    q = graph.add("Div", q, graph.weight(f"root of {widest}", root))
    if turned is not None:
        q, k = turned(q), turned(k)
    scores = graph.add("MatMul", q, graph.add("Transpose", k, perm=[0, 1, 3, 2]))
    if (far := far_of(same)) is not None:
        last = graph.weight(f"last of {far.shape[1]}", np.array(far.shape[1] - 1))
        rows = graph.weight(f"{path}by_distance", far)
        scores = graph.add("Add", scores, graph.add("Gather", rows, graph.add("Min", apart, last),
                                                    axis=1))  # fmt: skip
    if later is not None:
        scores = graph.add("Where", later, graph.number(-math.inf), scores)
    mixed = graph.add("MatMul", graph.add("Softmax", scores, axis=-1), v)
    return graph.add("ReduceSum", times(mixed, "W_O", "b_O"), each, keepdims=0)


def fed_forward(graph: Graph, mlp: MLP, path: str, x: str) -> str:
    """What an MLP adds to the stream."""
    W_in, b_in, W_out, b_out = (
        graph.weight(path + name, getattr(mlp, name)) for name in ("W_in", "b_in", "W_out", "b_out")
    )
    hidden = graph.add("Add", graph.add("MatMul", x, W_in), b_in)
    hidden = ACTS[mlp.act](graph, hidden)
    if mlp.W_gate is not None:
        gate = graph.add("MatMul", x, graph.weight(f"{path}W_gate", mlp.W_gate))
        if mlp.b_gate is not None:
            gate = graph.add("Add", gate, graph.weight(f"{path}b_gate", mlp.b_gate))
        hidden = graph.add("Mul", hidden, gate)
    return graph.add("Add", graph.add("MatMul", hidden, W_out), b_out)


def gelu(graph: Graph, x: str) -> str:
    """GELU with tanh, from its parts: onnxruntime's own knows its constants to 9 digits."""

    def times(a: str, b: str | float) -> str:
        return graph.add("Mul", a, b if isinstance(b, str) else graph.number(b))

    def plus_one(a: str) -> str:
        return graph.add("Add", a, graph.number(1.0))

    inner = times(times(x, plus_one(times(times(x, x), 0.044715))), math.sqrt(2 / math.pi))
    return times(times(x, plus_one(graph.add("Tanh", inner))), 0.5)


def silu(graph: Graph, x: str) -> str:
    """SiLU, with tanh as the engine has it."""
    half = graph.add("Mul", x, graph.number(0.5))
    return graph.add("Add", half, graph.add("Mul", half, graph.add("Tanh", half)))


ACTS: dict[str, Callable[[Graph, str], str]] = {
    "relu": lambda graph, x: graph.add("Relu", x),
    "gelu": gelu,
    "silu": silu,
}
