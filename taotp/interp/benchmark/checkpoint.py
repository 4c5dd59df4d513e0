"""A GPT-2 as the folder that the libraries of others load, written with numpy alone."""

import json

from taotp.exports.array_files import safetensors
from taotp.exports.gpt2 import THEIRS, fitted, mlp_of, norm_of, state_of
from taotp_core.weights import Transformer


def gpt2_files(model: Transformer, symbols: list[str]) -> dict[str, bytes]:
    """What each file of a checkpoint holds, by its name; ValueError for what GPT-2 lacks."""
    model = fitted(model)
    state = state_of(model)
    if model.tied:
        del state["lm_head.weight"]
    return {
        "config.json": as_json(config(model)),
        "model.safetensors": safetensors(state, {"format": "pt"}),
        "tokenizer.json": as_json(tokenizer(symbols)),
        "tokenizer_config.json": as_json(
            {"tokenizer_class": "PreTrainedTokenizerFast", "model_max_length": model.n_ctx}
        ),
    }


def config(model: Transformer) -> dict[str, object]:
    """The settings of a fitted model by their names in GPT-2."""
    layer = model.layers[0]
    return {
        "architectures": ["GPT2LMHeadModel"],
        "model_type": "gpt2",
        "vocab_size": model.d_vocab,
        "n_positions": model.n_ctx,
        "n_embd": model.d_model,
        "n_layer": len(model.layers),
        "n_head": len(layer.heads),
        "n_inner": mlp_of(layer).sizes["d_mlp"],
        "activation_function": THEIRS[mlp_of(layer).act],
        "layer_norm_epsilon": norm_of(model.norm_final).eps,
        "tie_word_embeddings": model.tied,
        "bos_token_id": None,
        "eos_token_id": None,
        "dtype": model.W_E.dtype.name,
    }


def tokenizer(symbols: list[str]) -> dict[str, object]:
    """A tokenizer of words between spaces: each symbol is one; one that cannot be is "<its id>"."""
    names = [symbol if symbol.split() == [symbol] else f"<{i}>" for i, symbol in enumerate(symbols)]
    words = {name: i for i, name in enumerate(names)}
    return {
        "version": "1.0",
        "added_tokens": [],
        "pre_tokenizer": {"type": "WhitespaceSplit"},
        "model": {"type": "WordLevel", "vocab": words, "unk_token": names[0]},
    }


def as_json(data: object) -> bytes:
    """JSON that a person can read, and that is the same each time."""
    return (json.dumps(data, indent=1, ensure_ascii=False, allow_nan=False) + "\n").encode()
