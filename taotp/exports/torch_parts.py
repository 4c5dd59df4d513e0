"""A machine as modules of PyTorch: its arrays by the names of fields, hooks where they are passed.

Like `plain.py` this is the machine again, one head after another, and held to it by tests.
"""

from dataclasses import fields
from functools import partial
from typing import Any

import numpy as np

from taotp.exports.engine import engine
from taotp_core.arrays import Shaped
from taotp_core.inputs import check_input, check_memory
from taotp_core.weights import Layer, Norm, Transformer, own_type

torch: Any = engine("torch")
functional, ModuleList = torch.nn.functional, torch.nn.ModuleList

ACTS = {
    "relu": functional.relu,
    "gelu": partial(functional.gelu, approximate="tanh"),
    "silu": functional.silu,
}
OF_A_GROUP = ("W_K", "W_V", "b_K", "b_V")  # what heads share with the first of their group


class Part(torch.nn.Module):  # type: ignore[misc]
    """What a part of a model has, by the same names: arrays are parameters, parts are modules."""

    def __init__(self, part: Shaped, dtype: Any) -> None:
        super().__init__()
        for slot in fields(own_type(part)):
            value = getattr(part, slot.name)
            names = slot.name == "subspaces"  # which are no parts of the machine
            setattr(self, slot.name, value if names else held(value, dtype))


def held(value: Any, dtype: Any) -> Any:
    """A field of a model as a module has it."""
    if isinstance(value, np.ndarray):
        return torch.nn.Parameter(torch.tensor(value, dtype=dtype))
    if isinstance(value, tuple):
        return ModuleList([held(each, dtype) for each in value])
    if isinstance(value, Transformer):
        return Machine(value, dtype)
    return Part(value, dtype) if isinstance(value, Shaped) else value


class Hooks(torch.nn.Module):  # type: ignore[misc]
    """Places that a value passes by name; each may be watched, and what passes may be changed."""

    def __init__(self, *names: str) -> None:
        super().__init__()
        for name in names:
            setattr(self, name, torch.nn.Identity())


def linear(x: Any, W: Any, b: Any) -> Any:
    """The product x @ W, plus a bias where there is one."""
    return x @ W if b is None else x @ W + b


def root(x: Any) -> Any:
    """The square root, whose slope at 0 is taken for 0.

    It is infinite there, and its product with the 0 that comes next is not a number. For a norm 0
    is right: a row without spread is divided by epsilon alone, and so is what it would change by.
    """
    some = x > 0
    return torch.where(some, torch.where(some, x, 1.0).sqrt(), 0.0 * x)  # 0, or NaN for NaN


def normalized(x: Any, norm: Any, hooks: Any) -> Any:
    """Each row over its spread, scaled and shifted; x itself where there is no norm."""
    if norm is None:
        return x
    x = x - x.mean(-1, keepdim=True) if norm.centered else x
    square = (x * x).mean(-1, keepdim=True)
    x = x / hooks.hook_scale(root(square + norm.eps) if norm.inside else root(square) + norm.eps)
    x = hooks.hook_normalized(x)
    x = x if norm.gamma is None else x * norm.gamma
    return x if norm.beta is None else x + norm.beta


def turned(x: Any, angles: Any) -> Any:
    """Rows [..., n, n_heads, d] of which each pair is turned by its angle for every position."""
    n, _, d = x.shape[-3:]
    angle = functional.pad(angles, (0, d))[: d // 2]
    at = (torch.arange(n, dtype=x.dtype, device=x.device)[:, None] * angle)[:, None]
    cos, sin, a, b = at.cos(), at.sin(), x[..., ::2], x[..., 1::2]
    return torch.stack((a * cos - b * sin, a * sin + b * cos), -1).flatten(-2)


def side_by_side(x: Any, heads: Any, W: str, b: str) -> Any:
    """What each head makes of x, [..., n, n_heads, size], zeros behind what a shorter one makes."""
    rows = [linear(x, getattr(head, W), getattr(head, b)) for head in heads]
    widest = max(row.shape[-1] for row in rows)
    return torch.stack([functional.pad(row, (0, widest - row.shape[-1])) for row in rows], -2)


def by_distance(heads: Any, n: int, like: Any) -> Any:
    """What is added to the scores of heads, [n_heads, n, n]."""
    place = torch.arange(n, device=like.device)
    apart = (place[:, None] - place).abs()
    none = like.new_zeros(1)
    rows = [none if head.by_distance is None else head.by_distance for head in heads]
    return torch.stack([row[apart.clamp(max=len(row) - 1)] for row in rows])


class Attention(Hooks):
    """Where the heads of a layer look and what they bring; `groups` are those of `shared` heads."""

    def __init__(self, shared: int = 1, rotary: bool = False, causal: bool = False) -> None:
        names = ("q", "k", "v", "attn_scores", "pattern", "z", "result")
        turns = ("rot_q", "rot_k") if rotary else ()
        super().__init__(*(f"hook_{name}" for name in (*names, *turns)))
        self.shared, self.causal = shared, causal

    def forward(self, x: Any, memory: Any, heads: Any, rotary: Any = None) -> Any:
        """What heads [n_heads] add to each row of x, from the rows of a memory."""
        first = list(heads)[:: self.shared]
        q = self.hook_q(side_by_side(x, heads, "W_Q", "b_Q"))
        k = self.hook_k(side_by_side(memory, first, "W_K", "b_K"))
        v = self.hook_v(side_by_side(memory, first, "W_V", "b_V"))
        if rotary is not None:
            q, k = self.hook_rot_q(turned(q, rotary)), self.hook_rot_k(turned(k, rotary))
        k, v = (each.repeat_interleave(self.shared, -2) for each in (k, v))
        pattern = self.hook_pattern(self.scores(q, k, heads).softmax(-1))
        z = self.hook_z(torch.einsum("...hqk,...khd->...qhd", pattern, v))
        said = [
            linear(z[..., h, : len(head.W_O)], head.W_O, head.b_O) for h, head in enumerate(heads)
        ]
        return self.hook_result(torch.stack(said, -2)).sum(-2)

    def scores(self, q: Any, k: Any, heads: Any) -> Any:
        """The scores [..., n_heads, n_queries, n_keys], -inf where a head may not look."""
        sizes = [max(1, head.W_Q.shape[1]) for head in heads]
        scale = q.new_tensor(sizes).sqrt()[:, None, None]
        scores = torch.einsum("...qhd,...khd->...hqk", q, k) / scale
        n = scores.shape[-1]
        if any(head.by_distance is not None for head in heads):
            scores = scores + by_distance(heads, n, scores)
        if self.causal:
            later = torch.ones(n, n, dtype=torch.bool, device=scores.device).triu(1)
            scores = scores.masked_fill(later, -torch.inf)
        return self.hook_attn_scores(scores)


class Block(Hooks):
    """The hooks of a layer, of which none is there that nothing passes, and how it goes on."""

    def __init__(self, layer: Layer, model: Transformer) -> None:
        super().__init__("hook_resid_pre", "hook_resid_mid", "hook_resid_post")
        self.pre, last = model.norms == "before", "ln3" if layer.cross else "ln2"
        self.last = last
        self.with_norm("ln1", layer.norm_attn if layer.heads or not self.pre else None)
        self.with_norm("ln2", layer.norm_cross if layer.cross else None)
        self.with_norm(last, layer.norm_mlp if layer.mlp or not self.pre else None)
        if layer.heads:
            self.attn = Attention(model.shared_keys, model.rotary is not None, model.causal)
            self.hook_attn_out = torch.nn.Identity()
        if layer.cross:
            self.cross_attn = Attention()
            self.hook_cross_attn_out, self.hook_resid_mid2 = (torch.nn.Identity() for _ in "ab")
        if layer.mlp:
            gate = () if layer.mlp.W_gate is None else ("hook_pre_linear",)
            self.mlp, self.hook_mlp_out = Hooks("hook_pre", *gate, "hook_post"), torch.nn.Identity()

    def with_norm(self, name: str, norm: Norm | None) -> None:
        """Add the hooks of a norm that is used."""
        if norm is not None:
            setattr(self, name, Hooks("hook_scale", "hook_normalized"))

    def forward(self, x: Any, layer: Any, memory: Any, rotary: Any) -> Any:
        """The stream after a layer, from the stream before it and what an encoder said."""

        def looks(y: Any) -> Any:
            return self.hook_attn_out(self.attn(y, y, layer.heads, rotary))

        def looks_across(y: Any) -> Any:
            return self.hook_cross_attn_out(self.cross_attn(y, memory, layer.cross))

        def thinks(y: Any) -> Any:
            return self.hook_mlp_out(fed_forward(y, layer.mlp, self.mlp))

        x = self.step(self.hook_resid_pre(x), layer.norm_attn, "ln1", layer.heads and looks)
        x = self.hook_resid_mid(x)
        if layer.cross:
            x = self.hook_resid_mid2(self.step(x, layer.norm_cross, "ln2", looks_across))
        return self.hook_resid_post(self.step(x, layer.norm_mlp, self.last, layer.mlp and thinks))

    def step(self, x: Any, norm: Any, name: str, says: Any) -> Any:
        """Add what a sub-layer says, with its norm before it or after the sum."""
        hooks = getattr(self, name, None)
        if self.pre:
            return x + says(normalized(x, norm, hooks)) if says else x
        return normalized(x + says(x) if says else x, norm, hooks)


def fed_forward(x: Any, mlp: Any, hooks: Any) -> Any:
    """What the units of an MLP add to each row."""
    hidden = ACTS[mlp.act](hooks.hook_pre(linear(x, mlp.W_in, mlp.b_in)))
    if mlp.W_gate is not None:
        hidden = hidden * hooks.hook_pre_linear(linear(x, mlp.W_gate, mlp.b_gate))
    return linear(hooks.hook_post(hidden), mlp.W_out, mlp.b_out)


class Machine(Part):
    """A transformer as a module of PyTorch: see `taotp.exports.to_torch`.

    >>> from taotp.programs import hello_world
    >>> program = hello_world()
    >>> machine = Machine(program.model, torch.float64)
    >>> logits = machine(program.encode("Hell"))
    >>> program.vocabulary[int(logits[-1].argmax())]
    'o'
    >>> logits[-1].max().backward()
    >>> sorted(name for name, weight in machine.named_parameters() if weight.grad is not None)
    ['W_E', 'W_pos']
    """

    def __init__(self, model: Transformer, dtype: Any) -> None:
        super().__init__(model, dtype)
        for layer in self.layers:
            for h, head in enumerate(layer.heads):
                for name in OF_A_GROUP if h % model.shared_keys else ():
                    setattr(head, name, None)  # those of the first of its group serve
        self.hook_embed, self.hook_pos_embed = torch.nn.Identity(), torch.nn.Identity()
        self.blocks = ModuleList([Block(layer, model) for layer in model.layers])
        self.ln_final = None if model.norm_final is None else Hooks("hook_scale", "hook_normalized")

    @property
    def d_vocab(self) -> int:
        """How many tokens there are, or numbers in a frame."""
        return int(self.W_E.shape[0])

    @property
    def d_model(self) -> int:
        """How many numbers the residual stream holds at a position."""
        return int(self.W_E.shape[1])

    @property
    def n_ctx(self) -> int:
        """How many positions there are."""
        return int(self.W_pos.shape[0])

    def forward(self, inputs: Any, source: Any = None, memory: Any = None) -> Any:
        """The logits [..., n, d_vocab] for ids [..., n] or frames [..., n, d_vocab].

        `source` is ids or frames that the encoder reads, `memory` what `encode` has made of them.
        Raises ValueError for what does not fit, and for both of them.
        """
        if source is not None and memory is not None:
            raise ValueError("there are a source and a memory; give one of them")
        x = checked(inputs, self)
        memory = tensor(memory, self) if source is None else self.encode(source)
        asked = memory is not None or any(layer.cross for layer in self.layers)
        if asked and not torch.compiler.is_compiling():
            check_memory(self, memory, tuple(x.shape[: -2 if x.is_floating_point() else -1]))
        x = self.stream(x, memory)
        return x @ (self.W_E.T if self.W_U is None else self.W_U)

    def encode(self, source: Any) -> Any:
        """What the encoder says of a source, [..., n_source, d_model]; ValueError without one."""
        if self.encoder is None:
            raise ValueError("the machine has no encoder; it reads its own tokens alone")
        return self.encoder.stream(checked(source, self.encoder), None)

    def stream(self, inputs: Any, memory: Any) -> Any:
        """The residual stream [..., n, d_model] after the last norm."""
        if inputs.is_floating_point():
            x = inputs.to(self.W_E.dtype) @ self.W_E
        else:
            x = functional.embedding(inputs.long(), self.W_E)
        x = self.hook_embed(x)
        x = x + self.hook_pos_embed(self.W_pos[: x.shape[-2]])
        for block, layer in zip(self.blocks, self.layers, strict=True):
            x = block(x, layer, memory, self.rotary)
        return normalized(x, self.norm_final, self.ln_final)


def checked(given: Any, machine: Machine) -> Any:
    """An input as a tensor; ValueError for what the machine cannot read.

    Where torch only takes down what is computed (`torch.export`, `torch.compile`) there is nothing
    to read yet, and to ask for its sizes in numpy would make them fixed ones.
    """
    if not torch.compiler.is_compiling():
        check_input(machine, shown(given) if isinstance(given, torch.Tensor) else np.asarray(given))
    return tensor(given, machine)


def tensor(given: Any, machine: Machine) -> Any:
    """A list, an array or a tensor as a tensor where the machine is; None stays None."""
    if given is None:
        return None
    given = given if isinstance(given, torch.Tensor) else np.array(given)  # one that can be written
    return torch.as_tensor(given, device=machine.W_E.device)


def shown(x: Any) -> Any:
    """An input as numpy has it; of frames, and where functions are transformed, its shape alone."""
    if x.is_floating_point():
        return np.broadcast_to(0.0, tuple(x.shape))
    try:
        return x.cpu().numpy()
    except RuntimeError:  # a batch of torch.vmap has no numbers yet
        return np.zeros(tuple(x.shape), int)
