"""The machine in PyTorch, as its users write it: linear, layer_norm, fused attention."""

import importlib
import importlib.util
import warnings
from collections.abc import Sequence
from typing import Any

from taotp_core import Array, Head, Layer, Tokens, Transformer
from taotp_core.weights import folded

Kept = list[tuple[Any, Any, Any, Any]]  # keys and values of a layer, and those of its cross heads


def one_thread() -> Any:
    """PyTorch on one thread, or None where it is not installed."""
    if importlib.util.find_spec("torch") is None:
        return None
    torch: Any = importlib.import_module("torch")
    torch.set_num_threads(1)
    return torch


def share(x: Array | None) -> Any:
    """A tensor over the same numbers."""
    with warnings.catch_warnings(action="ignore"):  # the weights are read-only; so is this use
        return None if x is None else importlib.import_module("torch").from_numpy(x)


class Heads:
    """Heads side by side, as two linear maps."""

    def __init__(self, heads: Sequence[Head]) -> None:
        W_QKV, W_O, self.n, self.size, d_value, b_QKV, b_O, *_ = folded(heads)
        assert self.size == d_value
        self.read = share(W_QKV).T.contiguous(), share(b_QKV)
        self.write = share(W_O).T.contiguous(), share(b_O)

    def split(self, rows: Any) -> Any:
        """See rows [..., n, parts * n_heads * size] as parts of [..., n_heads, n, size]."""
        parts = rows.shape[-1] // (self.n * self.size)
        by_head = rows.view(*rows.shape[:-1], parts, self.n, self.size)
        return by_head.movedim(-3, 0).transpose(-2, -3)


class Eager:
    """A model in PyTorch. As in the library, the last layer answers only where it is kept."""

    def __init__(self, torch: Any, model: Transformer) -> None:
        self.torch, self.model, self.F = torch, model, torch.nn.functional
        self.W_E, self.W_pos = share(model.W_E), share(model.W_pos)
        self.heads = [Heads(layer.heads) for layer in model.layers]
        self.cross = [Heads(layer.cross) if layer.cross else None for layer in model.layers]
        self.mlps = [self.transposed(layer) for layer in model.layers]

    def transposed(self, layer: Layer) -> tuple[Any, ...]:
        """The two linear maps of an MLP."""
        assert layer.mlp is not None
        W_in, W_out = (share(W).T.contiguous() for W in (layer.mlp.W_in, layer.mlp.W_out))
        return W_in, share(layer.mlp.b_in), W_out, share(layer.mlp.b_out)

    def __call__(self, tokens: Tokens, keep: int | None) -> Array:
        """The logits at the last position, or at all."""
        with self.torch.inference_mode():
            logits: Array = self.F.linear(self.stream(tokens, keep), self.W_E).numpy()
            return logits

    def stream(self, tokens: Tokens, keep: int | None = None) -> Any:
        """The stream after the last norm."""
        with self.torch.inference_mode():
            x = self.W_E[self.torch.from_numpy(tokens)] + self.W_pos[: tokens.shape[-1]]
            for number, heads in enumerate(self.heads):
                y = self.normalized(x, self.model.layers[number].norm_attn)
                q, k, v = heads.split(self.F.linear(y, *heads.read))
                if keep == 1 and heads is self.heads[-1]:
                    x, q = x[..., -1:, :], q[..., -1:, :]
                several = self.model.causal and q.shape[-2] > 1
                x = x + self.attended(heads, q, k, v, several)
                x = x + self.thought(number, x)
            return self.normalized(x, self.model.norm_final)

    def normalized(self, x: Any, norm: Any) -> Any:
        """Layer norm; PyTorch has no epsilon outside the root, so that it is left out."""
        size, eps = (self.model.d_model,), norm.eps if norm.inside else 0.0
        return self.F.layer_norm(x, size, share(norm.gamma), share(norm.beta), eps)

    def attended(self, heads: Heads, q: Any, k: Any, v: Any, causal: bool) -> Any:
        """What heads add to the stream."""
        mixed = self.F.scaled_dot_product_attention(q, k, v, is_causal=causal)
        return self.F.linear(mixed.transpose(-2, -3).flatten(-2), *heads.write)

    def thought(self, number: int, x: Any) -> Any:
        """What an MLP adds to the stream."""
        layer = self.model.layers[number]
        W_in, b_in, W_out, b_out = self.mlps[number]
        hidden = self.F.linear(self.normalized(x, layer.norm_mlp), W_in, b_in)
        relu = layer.mlp is not None and layer.mlp.act == "relu"
        hidden = self.torch.relu(hidden) if relu else self.F.gelu(hidden, approximate="tanh")
        return self.F.linear(hidden, W_out, b_out)

    def kept(self, tokens: Tokens, memory: Any) -> Kept:
        """Keys and values of tokens that were read and of a memory, layer by layer."""
        found: Kept = []
        with self.torch.inference_mode():
            x = self.W_E[self.torch.from_numpy(tokens)] + self.W_pos[: len(tokens)]
            for number, (heads, cross) in enumerate(zip(self.heads, self.cross, strict=True)):
                assert cross is not None
                y = self.normalized(x, self.model.layers[number].norm_attn)
                q, k, v = heads.split(self.F.linear(y, *heads.read))
                _, *there = cross.split(self.F.linear(memory, *cross.read))
                found.append((k, v, there[0], there[1]))
                x = x + self.attended(heads, q, k, v, causal=True)
                x = self.looked(number, x, found[-1])
                x = x + self.thought(number, x)
        return found

    def looked(self, number: int, x: Any, kept: tuple[Any, ...]) -> Any:
        """The stream after cross-attention."""
        cross = self.cross[number]
        assert cross is not None
        W_Q, b_Q = (part[: cross.n * cross.size] for part in cross.read)
        y = self.normalized(x, self.model.layers[number].norm_cross)
        (q,) = cross.split(self.F.linear(y, W_Q, b_Q))
        return x + self.attended(cross, q, kept[2], kept[3], causal=False)

    def step(self, token: Tokens, at: int, kept: Kept) -> Array:
        """The logits after one more token [1], at a position."""
        with self.torch.inference_mode():
            x = self.W_E[self.torch.from_numpy(token)] + self.W_pos[at : at + 1]
            for number, heads in enumerate(self.heads):
                y = self.normalized(x, self.model.layers[number].norm_attn)
                q, k, v = heads.split(self.F.linear(y, *heads.read))
                k, v = (
                    self.torch.cat([old, new], -2)
                    for old, new in zip(kept[number][:2], (k, v), strict=True)
                )
                x = x + self.attended(heads, q, k, v, causal=False)
                x = self.looked(number, x, kept[number])
                x = x + self.thought(number, x)
            logits: Array = self.F.linear(
                self.normalized(x, self.model.norm_final), self.W_E
            ).numpy()
            return logits
