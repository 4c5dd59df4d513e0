"""A program as a Llama of the transformers library, and any Llama of it as a Transformer.

Llama has rotary positions, RMSNorm, groups of heads that share keys and values, and gates. It keeps
the halves of a head's pairs apart, number m beside number m + d_head / 2; ours stand side by side.
"""

import math
from dataclasses import replace
from typing import Any

import numpy as np

from taotp.exports.engine import engine
from taotp.exports.given import Exported, model_of
from taotp.exports.gpt2 import (
    OURS,
    THEIRS,
    array,
    check_alike,
    check_reads_alone,
    idle,
    inner_eps,
    mlp_of,
    most_units,
    norm_of,
)
from taotp.exports.part_rows import among, parts_of, rows_of
from taotp.exports.text import ending
from taotp_core.arrays import Array, Tokens
from taotp_core.equivalences import READS, WRITES, norms_in_use, uniform
from taotp_core.weights import (
    MLP,
    RMS_NORM,
    Folded,
    Head,
    Layer,
    Norm,
    Transformer,
    longer,
    mapped,
)

USUAL_BASE = 10_000.0  # where a head has one pair, whose angle is 1 for any base
KNOWN_ROPES = ("default", "linear", "llama3")  # whose angles do not change with the text


def to_llama(given: Exported) -> Any:
    """A program, or a model, as a transformers.LlamaForCausalLM, in the precision of its weights.

    Logits are the same but for rounding: Llama takes norms, angles and softmax in float32, whatever
    its weights are. Heads get one size, layers as many heads and units, an MLP without a gate one
    that is 1, and eps**2 stands in for an eps outside the root. Raises ValueError for what Llama
    lacks, see `check`, TypeError for what is neither program nor model, and ImportError without
    torch and transformers.
    """
    torch, transformers = engine("torch"), engine("transformers")
    model, how = model_of(given), ending(given)
    check(model)
    model = fitted(model)
    assert model.rotary is not None
    mlps, heads = [mlp_of(layer) for layer in model.layers], model.layers[0].heads
    config = transformers.LlamaConfig(
        vocab_size=model.d_vocab,
        max_position_embeddings=model.n_ctx,
        hidden_size=model.d_model,
        num_hidden_layers=len(model.layers),
        num_attention_heads=len(heads),
        num_key_value_heads=len(heads) // model.shared_keys,
        head_dim=heads[0].sizes["d_head"],
        intermediate_size=mlps[0].sizes["d_mlp"],
        hidden_act=THEIRS[mlps[0].act],
        rms_norm_eps=norm_of(model.norm_final).eps,
        rope_parameters={"rope_type": "default", "rope_theta": base_of(model)},
        attention_bias=any(of.b_QKV is not None for of in model.folds if of),
        mlp_bias=any(mlp.b_in.any() or mlp.b_out.any() or mlp.b_gate is not None for mlp in mlps),
        tie_word_embeddings=model.tied,
        bos_token_id=how.get("bos_token_id"),
        eos_token_id=how.get("eos_token_id"),
        attn_implementation="eager",
        subspaces=rows_of(model.subspaces),
    )
    dtype = getattr(torch, model.W_E.dtype.name)
    network = transformers.LlamaForCausalLM(config).to(dtype).eval()
    state = {name: torch.tensor(each) for name, each in state_of(model, config).items()}
    network.load_state_dict(state)
    network.model.rotary_emb.inv_freq = torch.tensor(model.rotary)  # theirs are rounded to float32
    network.generation_config = transformers.GenerationConfig(**how)
    return network


def check(model: Transformer) -> None:
    """Raise ValueError for what Llama lacks, naming it."""
    if model.norms == "after":
        raise ValueError("norms is 'after'; Llama has a norm before each sub-layer")
    check_reads_alone(model, "Llama")
    if model.rotary is None:
        raise ValueError("rotary is None; Llama turns every query and key, see to_gpt2")
    if model.W_pos.any():
        raise ValueError("W_pos has rows that are not 0; Llama has no rows of positions")
    if any(head.by_distance is not None for layer in model.layers for head in layer.heads):
        raise ValueError("a head has by_distance; Llama adds nothing to scores by distance")
    for where, norm in norms_in_use(model):
        if norm is None or norm.centered or norm.beta is not None:
            found = "None" if norm is None else "LayerNorm" if norm.centered else "one with a beta"
            raise ValueError(f"{where} is {found}; Llama has RMSNorm, without a beta")
    check_alike(model, "Llama")


def fitted(model: Transformer) -> Transformer:
    """The same program with all that Llama has, in its sizes, and an angle for every pair."""
    model = uniform(replace(model, layers=model.layers or [Layer()]))
    if not model.layers[0].heads:
        model = uniform(model, model.shared_keys, 2)
    d_head = model.layers[0].heads[0].sizes["d_head"]
    d_mlp, no_units = most_units(model), idle(model, "silu")
    eps = inner_eps(norm_of(model.norm_final))
    layers = [
        replace(
            layer,
            mlp=with_gate(layer.mlp or no_units, d_mlp),
            norm_attn=stored(layer.norm_attn if layer.heads else None, model, eps),
            norm_mlp=stored(layer.norm_mlp if layer.mlp else None, model, eps),
        )
        for layer in model.layers
    ]
    model = replace(model, layers=layers, norm_final=stored(model.norm_final, model, eps))
    angles = base_of(model) ** (-2 * np.arange(d_head // 2) / d_head)
    n_heads = len(layers[0].heads)
    return widened(replace(model, rotary=angles), -(-model.d_model // n_heads) * n_heads)


def widened(model: Transformer, d_model: int) -> Transformer:
    """Append columns of zeros to the stream, as Llama's width is a multiple of its heads.

    The rest of a row comes out of a norm larger by the root of the ratio of the widths, which gamma
    takes back.
    """
    share = model.d_model / d_model
    if share == 1:
        return model

    def wider(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        if name == "gamma":
            return longer(math.sqrt(share) * W, d_model, axis=0)
        axis = W.ndim - 1 if name in WRITES else 0
        return longer(W, d_model, axis) if name in WRITES | READS else W

    def smaller(norm: Norm | None) -> Norm:
        return replace(norm_of(norm), eps=norm_of(norm).eps * share)

    layers = [
        replace(x, norm_attn=smaller(x.norm_attn), norm_mlp=smaller(x.norm_mlp))
        for x in model.layers
    ]
    same = replace(model, layers=layers, norm_final=smaller(model.norm_final))
    return replace(mapped(same, wider), subspaces=among(model.subspaces, d_model))


def stored(norm: Norm | None, model: Transformer, eps: float) -> Norm:
    """A norm as Llama stores it; that of a sub-layer that says nothing may be any."""
    usable = norm is not None and not norm.centered and norm.gamma is not None
    gamma = norm_of(norm).gamma if usable else np.ones(model.d_model, model.W_E.dtype)
    return replace(RMS_NORM, gamma=gamma, eps=eps, inside=True)


def with_gate(mlp: MLP, d_mlp: int) -> MLP:
    """An MLP of so many units with gates, which are 1 where it had none."""
    W, b = mlp.W_gate, mlp.b_gate
    if W is None:
        W, b = np.zeros(mlp.W_in.shape, mlp.W_in.dtype), np.ones(len(mlp.b_in), mlp.W_in.dtype)
    return replace(
        mlp,
        W_in=longer(mlp.W_in, d_mlp, axis=1),
        b_in=longer(mlp.b_in, d_mlp, axis=0),
        W_out=longer(mlp.W_out, d_mlp, axis=0),
        W_gate=longer(W, d_mlp, axis=1),
        b_gate=None if b is None else longer(b, d_mlp, axis=0),
    )


def base_of(model: Transformer) -> float:
    """The base of which pair m is turned by base ** (-2 m / d_head).

    Raises ValueError where the angles are no such powers, and where a pair has none and is used.
    """
    assert model.rotary is not None
    heads = [head for layer in model.layers for head in layer.heads]
    d_head = heads[0].sizes["d_head"]
    angles = model.rotary[: d_head // 2]
    n = len(angles)
    base = float(angles[1] ** (-d_head / 2)) if n > 1 and angles[1] > 0 else USUAL_BASE
    powers = base ** (-2 * np.arange(n) / d_head)
    near = 1_000 * float(np.finfo(angles.dtype).eps)
    if not n or not np.allclose(angles, powers, rtol=near, atol=0):
        raise ValueError(
            f"rotary is {model.rotary.tolist()}; Llama turns pair m by base ** (-2 m / {d_head})"
        )
    if any(head.W_Q[:, 2 * n :].any() for head in heads) or any(
        head.b_Q is not None and head.b_Q[2 * n :].any() for head in heads
    ):
        raise ValueError(f"rotary has {n} angles for {d_head // 2} pairs; Llama turns every pair")
    return base


def order(d_head: int) -> Tokens:
    """Which of our numbers of a head stands at each place of theirs: the first of pairs first."""
    return np.arange(d_head).reshape(-1, 2).T.ravel()


def state_of(model: Transformer, config: Any) -> dict[str, Array]:
    """The arrays of a fitted model by their names in Llama."""
    state = {
        "model.embed_tokens.weight": model.W_E,
        "model.norm.weight": gamma_of(model.norm_final),
        "lm_head.weight": model.unembedding.T,
    }
    for number, layer in enumerate(model.layers):
        where, of, mlp = f"model.layers.{number}", model.folds[number], mlp_of(layer)
        assert of is not None and mlp.W_gate is not None
        state[f"{where}.input_layernorm.weight"] = gamma_of(layer.norm_attn)
        state[f"{where}.post_attention_layernorm.weight"] = gamma_of(layer.norm_mlp)
        state |= {f"{where}.self_attn.{name}": W for name, W in attention_of(of, config).items()}
        gate = np.zeros(len(mlp.b_in), model.W_E.dtype) if mlp.b_gate is None else mlp.b_gate
        for name, W, b in (
            ("gate_proj", mlp.W_in, mlp.b_in),
            ("up_proj", mlp.W_gate, gate),
            ("down_proj", mlp.W_out, mlp.b_out),
        ):
            state[f"{where}.mlp.{name}.weight"] = W.T
            state |= {f"{where}.mlp.{name}.bias": b} if config.mlp_bias else {}
    return state


def gamma_of(norm: Norm | None) -> Array:
    """The gamma of a norm that is stored."""
    gamma = norm_of(norm).gamma
    assert gamma is not None
    return gamma


def attention_of(of: Folded, config: Any) -> dict[str, Array]:
    """The projections of folded heads by their names in Llama."""
    queries, groups = of.n_heads * of.d_head, of.n_heads // of.shared
    ends = np.cumsum([queries, groups * of.d_head])
    place = order(of.d_head)

    def halves(rows: Array) -> Array:
        apart = rows.reshape(*rows.shape[:-1], -1, of.d_head)[..., place]
        return apart.reshape(rows.shape)

    q, k, v = np.split(of.W_QKV, ends, axis=1)
    found = {"q_proj.weight": halves(q).T, "k_proj.weight": halves(k).T, "v_proj.weight": v.T}
    found["o_proj.weight"] = of.W_O.T
    if config.attention_bias:
        bias = np.zeros(of.W_QKV.shape[1], q.dtype) if of.b_QKV is None else of.b_QKV
        b_q, b_k, b_v = np.split(bias, ends)
        found |= {"q_proj.bias": halves(b_q), "k_proj.bias": halves(b_k), "v_proj.bias": b_v}
        found["o_proj.bias"] = np.zeros(of.W_O.shape[1], q.dtype) if of.b_O is None else of.b_O
    return found


def from_llama(network: Any, n_ctx: int | None = None) -> Transformer:
    """A transformers.LlamaForCausalLM as a Transformer: the same logits but for rounding.

    It has n_ctx positions, None for as many as Llama has; W_pos is rows of zeros. Weights stay
    float32 or float64; smaller floats become float32. Raises ValueError for another kind of
    network, an activation that is not in OURS, and angles that change with the text or scale.
    """
    if type(network).__name__ != "LlamaForCausalLM":
        raise ValueError(
            f"the network is a {type(network).__name__}; it must be a LlamaForCausalLM"
        )
    config, body = network.config, network.model
    if config.hidden_act not in OURS:
        raise ValueError(
            f"hidden_act is {config.hidden_act!r}; it must be one of {', '.join(OURS)}"
        )
    turns = body.rotary_emb
    if turns.rope_type not in KNOWN_ROPES or turns.attention_scaling != 1:
        raise ValueError(
            f"rope_type is {turns.rope_type!r}; it must be one of {', '.join(KNOWN_ROPES)}, "
            "whose angles are the same for every text"
        )
    shared = config.num_attention_heads // config.num_key_value_heads
    layers = [
        Layer(
            heads_from(part.self_attn, config.num_attention_heads, shared),
            mlp_from(part.mlp, OURS[config.hidden_act]),
            norm_from(part.input_layernorm),
            norm_from(part.post_attention_layernorm),
        )
        for part in body.layers
    ]
    W_E = array(body.embed_tokens.weight)
    tied = network.lm_head.weight is body.embed_tokens.weight
    n = config.max_position_embeddings if n_ctx is None else n_ctx
    return Transformer(
        W_E=W_E,
        W_pos=np.zeros((n, W_E.shape[1]), W_E.dtype),
        layers=layers,
        norm_final=norm_from(body.norm),
        W_U=None if tied else array(network.lm_head.weight).T,
        rotary=array(turns.inv_freq),
        shared_keys=shared,
        subspaces=parts_of(getattr(config, "subspaces", []), W_E.shape[1]),
    )


def linear_from(part: Any) -> tuple[Array, Array | None]:
    """The matrix of a linear map, as ours multiply it, and its bias."""
    return array(part.weight).T, None if part.bias is None else array(part.bias)


def norm_from(norm: Any) -> Norm:
    """An RMSNorm of Llama, which adds epsilon inside the root."""
    gamma = array(norm.weight)
    return replace(RMS_NORM, gamma=gamma, eps=norm.variance_epsilon, inside=True)


def mlp_from(part: Any, act: str) -> MLP:
    """An MLP of Llama, whose gate_proj is our W_in, as it is what the activation is applied to."""
    (W_in, b_in), (W_gate, b_gate), (W_out, b_out) = (
        linear_from(each) for each in (part.gate_proj, part.up_proj, part.down_proj)
    )
    b_in = np.zeros(W_in.shape[1], W_in.dtype) if b_in is None else b_in
    b_out = np.zeros(W_out.shape[1], W_in.dtype) if b_out is None else b_out
    return MLP(W_in, b_in, W_out, b_out, act, W_gate, b_gate)


def heads_from(attention: Any, n_heads: int, shared: int) -> list[Head]:
    """The heads that lie side by side in Llama; the first of them holds the bias of all outputs."""
    d_head = attention.head_dim
    back = np.argsort(order(d_head))
    own = attention.scaling * math.sqrt(d_head)  # 1 unless Llama is told otherwise

    def by_head(part: Any, n: int) -> list[tuple[Array, Array | None]]:
        W, b = linear_from(part)
        rows = [None] * n if b is None else np.split(b, n)
        return list(zip(np.split(W, n, axis=1), rows, strict=True))

    groups = n_heads // shared
    queries, keys, values = (
        by_head(part, n) for part, n in (
            (attention.q_proj, n_heads), (attention.k_proj, groups), (attention.v_proj, groups)
        )
    )  # fmt: skip
    W_O, b_O = linear_from(attention.o_proj)
    heads = []
    for h, rows in enumerate(np.split(W_O, n_heads)):
        (W_Q, b_Q), (W_K, b_K), (W_V, b_V) = queries[h], keys[h // shared], values[h // shared]
        b_Q, b_K = (None if b is None else b[back] for b in (b_Q, b_K))
        b_Q = None if b_Q is None else own * b_Q
        last = None if h else b_O
        heads.append(Head(own * W_Q[:, back], W_K[:, back], W_V, rows, b_Q, b_K, b_V, last))
    return heads
