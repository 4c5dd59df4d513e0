"""A program as a GPT-2 of the transformers library, and any GPT-2 of it as a Transformer.

What GPT-2 fixes and a program chooses is settled first, in numpy: `fitted` makes the same program
with as many heads in every layer, all of one size, which together are as wide as the stream, with
an MLP in every layer, and epsilon inside the root. What is left is to give arrays other names.
"""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from taotp.exports.batches import SPARE, with_pad
from taotp.exports.card import card_of
from taotp.exports.engine import engine
from taotp.exports.folder import new_folder
from taotp.exports.given import Exported, model_of
from taotp.exports.part_rows import among, parts_of, rows_of
from taotp.exports.text import ending, ending_in_batches, tokenizer_of
from taotp_core.arrays import Array
from taotp_core.equivalences import READS, WRITES, norms_in_use, uniform
from taotp_core.program import Program
from taotp_core.weights import (
    BIASES,
    LAYER_NORM,
    MLP,
    Head,
    Layer,
    Norm,
    Transformer,
    bias,
    longer,
    mapped,
)

OURS = {
    "gelu_new": "gelu", "gelu_pytorch_tanh": "gelu", "relu": "relu", "silu": "silu", "swish": "silu"
}  # fmt: skip
ELSEWHERE = "to_torch and to_onnx hold every machine"
THEIRS = {"gelu": "gelu_new", "relu": "relu", "silu": "silu"}


def to_gpt2(given: Exported) -> Any:
    """A program, or a model, as a transformers.GPT2LMHeadModel, in the precision of its weights.

    `generate` begins and ends as the program does, and takes the likeliest; see `save_gpt2`.

    Logits are the same but for rounding and for epsilon, which GPT-2 adds inside the root: eps**2
    stands in for an eps outside, so that a row of equal numbers stays what it was, and any other
    moves by less than eps as a share of its spread. Tied stays tied, unless GPT-2 is wider than the
    model and the last norm has a gamma or a beta. Raises ValueError for what GPT-2 lacks, see
    `fitted`, TypeError for what is neither program nor model, and ImportError without torch and
    transformers.
    """
    return network_of(fitted(given), ending(given))


def network_of(model: Transformer, how: dict[str, Any]) -> Any:
    """A fitted model as a transformers.GPT2LMHeadModel, which generates as `how` says."""
    torch, transformers = engine("torch"), engine("transformers")
    layer = model.layers[0]
    config = transformers.GPT2Config(
        vocab_size=model.d_vocab,
        n_positions=model.n_ctx,
        n_embd=model.d_model,
        n_layer=len(model.layers),
        n_head=len(layer.heads),
        n_inner=mlp_of(layer).sizes["d_mlp"],
        activation_function=THEIRS[mlp_of(layer).act],
        layer_norm_epsilon=norm_of(model.norm_final).eps,
        tie_word_embeddings=model.tied,
        bos_token_id=how.get("bos_token_id"),
        eos_token_id=how.get("eos_token_id"),
        pad_token_id=how.get("pad_token_id"),
        attn_pdrop=0.0,  # no number of it may be left out by chance, also where it is trained on
        embd_pdrop=0.0,
        resid_pdrop=0.0,
        attn_implementation="eager",
        subspaces=rows_of(model.subspaces),
    )
    dtype = getattr(torch, model.W_E.dtype.name)
    network = transformers.GPT2LMHeadModel(config).to(dtype).eval()
    state = {name: torch.tensor(array) for name, array in state_of(model).items()}
    network.load_state_dict(state)
    network.generation_config = transformers.GenerationConfig(**how)
    return network


def save_gpt2(program: Program, folder: str | Path) -> Path:
    """Write a program with its tokenizer as a new folder, which `pipeline` of transformers takes.

    `pipeline("text-generation", model=folder)("<start>")` says "Hello World!" of the greeting.
    Symbols are letters or, where they are longer, words with spaces between them. What the program
    puts around a prompt is put there, its start if it was not typed. The text ends with its stop,
    after its steps or as many as are asked for, or with its context, which does not slide. In a
    batch of prompts each says what it says alone: shorter ones are padded on the left, by a token
    of their own, see `batches`. A text with what is no symbol is refused by the tokenizer. A card,
    README.md, says what the model is. Returns the folder. Raises ValueError for what GPT-2 or a
    tokenizer lacks and for a folder that holds something, TypeError for what is no program,
    ImportError without torch and transformers, and OSError where nothing can be written; then there
    is no folder.
    """
    folder = Path(folder)
    if not isinstance(program, Program):
        raise TypeError(
            f"what is saved is a {type(program).__name__}; it must be a Program, whose symbols "
            "the tokenizer knows"
        )
    model = with_pad(fitted(program, spare=SPARE))
    network, tokenizer = network_of(model, ending_in_batches(program)), tokenizer_of(program)
    with new_folder(folder) as new:
        network.save_pretrained(new)
        tokenizer.save_pretrained(new)
        (new / "README.md").write_text(card_of(program), "utf-8")
    return folder


def fitted(given: Exported, spare: int = 0) -> Transformer:
    """The same program in the sizes and norms of GPT-2.

    The stream is n_heads * d_head wide, filled up with zeros, of which there are `spare` or more.
    Every row written to it is centered first, so that a norm over more columns subtracts the same;
    gamma makes up for their number.
    Raises ValueError for norms after the sub-layers, a norm that is None or not centered, norms
    that differ in eps, MLPs that differ in act, an encoder, cross heads, and a model that is not
    causal; TypeError for what is neither program nor model.
    """
    model = model_of(given)
    check(model)
    heads = [head for layer in model.layers for head in layer.heads]
    n_heads = max([1, *(len(layer.heads) for layer in model.layers)])
    widest = max(max(head.sizes["d_head"], head.sizes["d_value"]) for head in heads) if heads else 1
    d_head = max(widest, -(-(model.d_model + spare) // n_heads))
    d_mlp = most_units(model)
    if model.tied and n_heads * d_head > model.d_model and not plain(norm_of(model.norm_final)):
        model = replace(model, W_U=model.W_E.T)
    model = replace(model, layers=model.layers or [Layer()], shared_keys=1)
    return widened(filled(uniform(model, n_heads, d_head), d_mlp), n_heads * d_head)


def check(model: Transformer) -> None:
    """Raise ValueError for what GPT-2 lacks, naming it, and who does not lack it."""
    try:
        check_parts(model)
    except ValueError as error:
        raise ValueError(f"{error}; {ELSEWHERE}") from None


def check_parts(model: Transformer) -> None:
    """Raise ValueError for the first part that GPT-2 lacks, naming it."""
    if model.norms == "after":
        raise ValueError(
            "norms is 'after'; GPT-2 has Pre-LN, a norm before each sub-layer and none after it"
        )
    check_reads_alone(model, "GPT-2")
    if model.rotary is not None:
        raise ValueError("rotary has angles; GPT-2 has rows of positions alone")
    if any(head.by_distance is not None for layer in model.layers for head in layer.heads):
        raise ValueError("a head has by_distance; GPT-2 adds nothing to scores by distance")
    if any(layer.mlp and layer.mlp.W_gate is not None for layer in model.layers):
        raise ValueError("an MLP has a gate; the units of GPT-2 have none")
    for where, norm in norms_in_use(model):
        if norm is None:
            raise ValueError(f"{where} is None; GPT-2 has a layer norm before every sub-layer")
        if not norm.centered:
            raise ValueError(f"{where} is an RMSNorm; GPT-2 has LayerNorm, which centers each row")
    check_alike(model, "GPT-2")


def check_reads_alone(model: Transformer, engine: str) -> None:
    """Raise ValueError for a model that is no decoder of its own text alone, as the engine is."""
    if not model.causal:
        raise ValueError(f"causal is False; in {engine} no position sees those that come later")
    if model.encoder or any(layer.cross for layer in model.layers):
        raise ValueError(
            f"the model has an encoder or cross heads; {engine} reads its own text alone"
        )


def check_alike(model: Transformer, engine: str) -> None:
    """Raise ValueError where a model has more than one value of what the engine has once."""
    eps = {f"{inner_eps(norm_of(norm)):.6g}" for _, norm in norms_in_use(model)}
    acts = {layer.mlp.act for layer in model.layers if layer.mlp}
    for name, values in (("eps", eps), ("act", acts)):
        if len(values) > 1:
            found = " and ".join(sorted(values))
            raise ValueError(
                f"{name} is {found} in different places; {engine} has one {name} for all"
            )


def norm_of(norm: Norm | None) -> Norm:
    """The norm that has to be there."""
    assert norm is not None
    return norm


def mlp_of(layer: Layer) -> MLP:
    """The MLP that has to be there."""
    assert layer.mlp is not None
    return layer.mlp


def most_units(model: Transformer) -> int:
    """How many units the largest MLP has, 1 where there is none."""
    return max([1, *(layer.mlp.sizes["d_mlp"] for layer in model.layers if layer.mlp)])


def plain(norm: Norm) -> bool:
    """Whether a norm neither scales nor shifts."""
    return norm.gamma is None and norm.beta is None


def inner_eps(norm: Norm) -> float:
    """The epsilon inside the root that gives a row of equal numbers the same spread."""
    return norm.eps if norm.inside else norm.eps**2


def filled(model: Transformer, d_mlp: int) -> Transformer:
    """Give every layer an MLP of d_mlp units, heads all biases, and norms a gamma and a beta."""
    inner = inner_eps(norm_of(model.norm_final))
    ones, zeros = np.ones(model.d_model, model.W_E.dtype), np.zeros(model.d_model, model.W_E.dtype)

    def stored(norm: Norm) -> Norm:
        gamma = ones if norm.gamma is None else norm.gamma
        return Norm(gamma, zeros if norm.beta is None else norm.beta, inner, inside=True)

    def layer_with_all(layer: Layer) -> Layer:
        mlp = layer.mlp or idle(model, "relu")
        return replace(
            layer,
            heads=[replace(head, **biases(head)) for head in layer.heads],
            mlp=replace(
                mlp,
                W_in=longer(mlp.W_in, d_mlp, axis=1),
                b_in=longer(mlp.b_in, d_mlp, axis=0),
                W_out=longer(mlp.W_out, d_mlp, axis=0),
            ),
            norm_attn=stored(layer.norm_attn or LAYER_NORM),
            norm_mlp=stored(layer.norm_mlp or LAYER_NORM),
        )

    layers = [layer_with_all(layer) for layer in model.layers]
    return replace(model, layers=layers, norm_final=stored(norm_of(model.norm_final)))


def idle(model: Transformer, act: str) -> MLP:
    """An MLP without a unit, of the activation of the others, or of `act` where there are none."""
    acts = [layer.mlp.act for layer in model.layers if layer.mlp]
    none = np.zeros((model.d_model, 0), model.W_E.dtype)
    zeros = np.zeros(model.d_model, model.W_E.dtype)
    return MLP(none, none[0], none.T, zeros, [*acts, act][0])


def biases(head: Head) -> dict[str, Any]:
    """All four biases of a head, zeros where it has none."""
    return {name: bias(head, name) for name in BIASES}


def widened(model: Transformer, d_model: int) -> Transformer:
    """Append columns of zeros to the stream: the same logits, where there was no row to center.

    A row whose mean is 0 has 0 in the new columns after the norm as well, and the rest of it comes
    out larger by the root of the ratio of the widths, which gamma takes back.
    """
    if d_model == model.d_model:
        return model
    share = model.d_model / d_model

    def wider(path: str, W: Array) -> Array:
        name = path.rpartition(".")[2]
        if name in WRITES:
            return longer(W - W.mean(-1, keepdims=True), d_model, axis=W.ndim - 1)
        if name in READS or name == "beta":
            return longer(W, d_model, axis=0)
        return longer(math.sqrt(share) * W, d_model, axis=0) if name == "gamma" else W

    def eps(norm: Norm | None) -> Norm:
        return replace(norm_of(norm), eps=norm_of(norm).eps * share)

    model = replace(mapped(model, wider), subspaces=among(model.subspaces, d_model))
    layers = [
        replace(layer, norm_attn=eps(layer.norm_attn), norm_mlp=eps(layer.norm_mlp))
        for layer in model.layers
    ]
    return replace(model, layers=layers, norm_final=eps(model.norm_final))


def state_of(model: Transformer) -> dict[str, Array]:
    """The arrays of a fitted model by their names in GPT-2, where heads lie side by side."""
    state = {
        "transformer.wte.weight": model.W_E,
        "transformer.wpe.weight": model.W_pos,
        "lm_head.weight": model.unembedding.T,
        **norm_state("transformer.ln_f", norm_of(model.norm_final)),
    }
    for number, layer in enumerate(model.layers):
        where, heads, mlp = f"transformer.h.{number}", layer.folded, mlp_of(layer)
        state |= norm_state(f"{where}.ln_1", norm_of(layer.norm_attn))
        state |= norm_state(f"{where}.ln_2", norm_of(layer.norm_mlp))
        for name, W, b in (
            ("attn.c_attn", heads.W_QKV, heads.b_QKV),
            ("attn.c_proj", heads.W_O, heads.b_O),
            ("mlp.c_fc", mlp.W_in, mlp.b_in),
            ("mlp.c_proj", mlp.W_out, mlp.b_out),
        ):
            assert b is not None
            state |= {f"{where}.{name}.weight": W, f"{where}.{name}.bias": b}
    return state


def norm_state(where: str, norm: Norm) -> dict[str, Array]:
    """The arrays of a filled norm by their names in GPT-2."""
    assert norm.gamma is not None and norm.beta is not None
    return {f"{where}.weight": norm.gamma, f"{where}.bias": norm.beta}


def from_gpt2(network: Any) -> Transformer:
    """A transformers.GPT2LMHeadModel as a Transformer: the same logits but for rounding.

    Its weights stay float32 or float64; smaller floats become float32. Raises ValueError for
    another kind of network, for cross-attention, and for an activation that is not in OURS.
    """
    if type(network).__name__ != "GPT2LMHeadModel":
        raise ValueError(f"the network is a {type(network).__name__}; it must be a GPT2LMHeadModel")
    config, body = network.config, network.transformer
    if config.activation_function not in OURS:
        raise ValueError(
            f"activation_function is {config.activation_function!r}; "
            f"it must be one of {', '.join(OURS)}"
        )
    if config.add_cross_attention:
        raise ValueError("add_cross_attention is True; a GPT-2 must read its own text alone")
    tied = network.lm_head.weight is body.wte.weight
    layers = [
        Layer(
            heads_from(part.attn),
            MLP(
                *weights(part.mlp.c_fc), *weights(part.mlp.c_proj), OURS[config.activation_function]
            ),
            norm_from(part.ln_1),
            norm_from(part.ln_2),
        )
        for part in body.h
    ]
    return Transformer(
        W_E=array(body.wte.weight),
        W_pos=array(body.wpe.weight),
        layers=layers,
        norm_final=norm_from(body.ln_f),
        W_U=None if tied else array(network.lm_head.weight).T,
        subspaces=parts_of(getattr(config, "subspaces", []), config.n_embd),
    )


def heads_from(attention: Any) -> list[Head]:
    """The heads that lie side by side in GPT-2; the first of them holds the bias of all outputs."""
    n_heads = attention.num_heads
    W, b = (
        [np.split(each, n_heads, axis=-1) for each in np.split(array, 3, axis=-1)]
        for array in weights(attention.c_attn)
    )
    W_O, b_O = weights(attention.c_proj)
    own = attention.scaling * math.sqrt(attention.head_dim)  # 1 unless GPT-2 is told otherwise
    return [
        Head(own * W_Q, W_K, W_V, rows, own * b_Q, b_K, b_V, None if number else b_O)
        for number, (W_Q, W_K, W_V, rows, b_Q, b_K, b_V) in enumerate(
            zip(*W, np.split(W_O, n_heads), *b, strict=True)
        )
    ]


def norm_from(norm: Any) -> Norm:
    """A layer norm of PyTorch, which adds epsilon inside the root."""
    return Norm(*weights(norm), eps=norm.eps, inside=True)


def weights(part: Any) -> tuple[Array, Array]:
    """The weight and the bias of a part of a network."""
    return array(part.weight), array(part.bias)


def array(tensor: Any) -> Array:
    """The numbers of a tensor, as float32 where numpy has no such float."""
    wide = tensor if tensor.dtype.itemsize >= 4 else tensor.float()
    found: Array = wide.detach().cpu().numpy()
    return found
