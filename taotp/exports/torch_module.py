"""Any machine as a module of PyTorch, with its arrays and hooks by name, and their gradients."""

from importlib import import_module
from typing import Any

from taotp.exports.engine import engine
from taotp.exports.given import Exported, model_of

DTYPES = ("float64", "float32", "float16", "bfloat16")


def to_torch(machine: Exported, dtype: Any = "float64") -> Any:
    """Any machine as a torch.nn.Module that has the same logits, in float64 unless told otherwise.

    Its `forward(inputs, source=None, memory=None)` takes ids [..., n], or frames of numbers
    [..., n, d_vocab] that multiply W_E, as one-hot rows do, and returns logits [..., n, d_vocab].
    `source` is what the encoder reads, `memory` what `encode(source)` has made of it.

    Parameters are named as `named_arrays` names arrays, dots and all: "layers.0.heads.1.W_Q" is
    `machine.layers[0].heads[1].W_Q`. What heads share stands there once, as that of the first.

    Hooks have the names of TransformerLens. Each is a module through which what it names passes; a
    function given to `get_submodule(name).register_forward_hook` sees it, and may return another:

    - `hook_embed`, `hook_pos_embed`: rows of W_E [..., n, d_model], and of W_pos
    - `blocks.0.hook_resid_pre`, `hook_resid_post`: the stream before a layer and behind it
    - `blocks.0.hook_resid_mid`: the stream between attention and MLP
    - `blocks.0.hook_attn_out`, `hook_mlp_out`: what these add
    - `blocks.0.attn.hook_q`, `hook_k`, `hook_v`: [..., n, n_heads, size], keys once for a group
    - `blocks.0.attn.hook_rot_q`, `hook_rot_k`: the same turned by rotary angles
    - `blocks.0.attn.hook_attn_scores`: [..., n_heads, n, n], -inf for what is not seen
    - `blocks.0.attn.hook_pattern`: their softmax
    - `blocks.0.attn.hook_z`, `hook_result`: what a head mixes, and what it makes of that
    - `blocks.0.mlp.hook_pre`, `hook_post`: before the activation, and what W_out reads
    - `blocks.0.mlp.hook_pre_linear`: what a gate says
    - `blocks.0.ln1.hook_scale`, `hook_normalized`: what a norm divides by, and the quotient
    - `blocks.0.ln2`, `ln_final`: the same of the MLP's norm, and of the last
    - `blocks.0.cross_attn`, `hook_cross_attn_out`: cross heads; their norm is ln2, the MLP's ln3
    - `blocks.0.hook_resid_mid2`: the stream behind them
    - `encoder.blocks.0` ...: the same of an encoder

    Only hooks that something passes are there. Heads of different sizes have zeros at the end of
    rows. Where norms come after the sum (Post-LN), the stream is that after the norm. Gradients are
    finite where logits are, also at rows without spread. What was learned comes back by
    `mapped(model, lambda name, W: machine.get_parameter(name).detach().numpy())`.

    `torch.export.export(machine, (ids,), dynamic_shapes=({0: Dim("batch"), 1: Dim("n",
    max=machine.n_ctx)},))` takes it down as a graph that reads texts of any size; that graph
    refuses nothing by a sentence.

    Raises TypeError for what is no machine, ValueError for another dtype, and ImportError without
    torch.
    """
    model = model_of(machine)
    torch = engine("torch")
    kinds = {name: getattr(torch, name) for name in DTYPES}
    if dtype not in kinds and dtype not in kinds.values():
        raise ValueError(f"dtype is {dtype!r}; it must be one of {', '.join(DTYPES)}")
    parts = import_module("taotp.exports.torch_parts")
    return parts.Machine(model, kinds.get(dtype, dtype))
