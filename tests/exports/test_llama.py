"""Programs as Llama in the engine of others, and Llama in ours: equal to 1e-9 in float64.

Llama rounds norms, angles and softmax to float32, also after .double(); that is lifted here.
"""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from taotp.exports import from_llama, to_llama
from taotp_core import Array, Norm, Transformer, forward, random_transformer
from taotp_core.weights import RMS_NORM, mapped
from tests.examples import full_transformer, random_tokens, relative
from tests.laws import every

pytestmark = pytest.mark.engines
torch: Any = pytest.importorskip("torch", reason="torch is not installed")
transformers: Any = pytest.importorskip("transformers", reason="transformers is not installed")
NEAR = 1e-9  # of the largest logit
BASE = 500.0


@pytest.fixture(autouse=True)
def _no_float32(monkeypatch: pytest.MonkeyPatch) -> None:
    """What Llama takes in float32 is taken in the precision of its weights."""
    llama = transformers.models.llama.modeling_llama
    softmax = torch.nn.functional.softmax

    def norm(self: Any, x: Any) -> Any:
        return self.weight * (
            x * torch.rsqrt((x * x).mean(-1, keepdim=True) + self.variance_epsilon)
        )

    def turns(self: Any, x: Any, position_ids: Any) -> Any:
        at = position_ids[..., None].to(x.dtype) * self.inv_freq.to(x.dtype)
        both = torch.cat((at, at), dim=-1)
        return both.cos() * self.attention_scaling, both.sin() * self.attention_scaling

    monkeypatch.setattr(llama.LlamaRMSNorm, "forward", norm)
    monkeypatch.setattr(llama.LlamaRotaryEmbedding, "forward", turns)
    monkeypatch.setattr(
        torch.nn.functional, "softmax", lambda x, dim, dtype=None: softmax(x, dim=dim)
    )


def logits(network: Any, tokens: Any) -> Array:
    """What Llama says."""
    with torch.no_grad():
        found: Array = network(torch.tensor(tokens)).logits.numpy()
    return found


def assert_near(ours: Array, theirs: Array, near: float = NEAR) -> None:
    assert ours.shape == theirs.shape
    assert np.abs(ours - theirs).max() <= near * np.abs(theirs).max()


def drawn(seed: int, **how: Any) -> Any:
    """A Llama of random numbers, also where it has biases and gains."""
    torch.manual_seed(seed)
    config: dict[str, Any] = {
        "vocab_size": 11, "max_position_embeddings": 32, "hidden_size": 12, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "head_dim": 6, "intermediate_size": 9,
        "rope_parameters": {"rope_type": "default", "rope_theta": BASE}, "rms_norm_eps": 1e-3,
        "attn_implementation": "eager",
    }  # fmt: skip
    network = transformers.LlamaForCausalLM(transformers.LlamaConfig(**(config | how)))
    network = network.double().eval()
    for each in network.parameters():
        torch.nn.init.normal_(each, std=0.5)
    return network


KINDS: dict[str, dict[str, Any]] = {
    "as Llama 3": {},
    "each head its own": {"num_key_value_heads": 4},
    "one for all": {"num_key_value_heads": 1},
    "biases": {"attention_bias": True, "mlp_bias": True},
    "tied": {"tie_word_embeddings": True},
    "GEGLU": {"hidden_act": "gelu_pytorch_tanh"},
    "angles of Llama 3.1": {
        "rope_parameters": {
            "rope_type": "llama3", "rope_theta": BASE, "factor": 8.0, "low_freq_factor": 1.0,
            "high_freq_factor": 4.0, "original_max_position_embeddings": 16,
        },
    },
}  # fmt: skip


@every("seed", range(3))
@every("kind", KINDS)
def test_a_llama_in_ours(kind: str, seed: int) -> None:
    network = drawn(seed, **KINDS[kind])
    model = from_llama(network)
    tokens = random_tokens(model, 3, 32, seed=seed)
    assert_near(forward(model, tokens), logits(network, tokens))
    assert model.tied == network.config.tie_word_embeddings


def angles(d_head: int) -> Array:
    return BASE ** (-2 * np.arange(d_head // 2) / d_head)


def machine(seed: int, **how: Any) -> Transformer:
    """A random machine of ours that Llama can be, with heads and gates as it likes them."""
    heads = how.pop("heads", [(4, 4)] * 4)
    norm = how.pop("norm", Norm(np.linspace(0.5, 2, 6), eps=1e-2, centered=False, inside=True))
    shared, gated = how.pop("shared", 2), how.pop("gated", True)
    bare = random_transformer(seed, heads=heads, norm=norm, **{"act": "silu"} | how)
    model = relative(bare, seed, rotary=1, shared=shared, far=False, gated=gated)
    d_head = max(max(sizes) for sizes in heads) if heads else 2
    angled = replace(model, rotary=angles(d_head + d_head % 2))
    return replace(angled, W_pos=np.zeros_like(model.W_pos))


OURS: dict[str, dict[str, Any]] = {
    "all": {},
    "biases": {"biased": True},
    "no gate": {"gated": False, "act": "relu"},
    "no MLP": {"d_mlp": 0},
    "wide values": {"heads": [(4, 7)] * 2, "shared": 1},
    "each head its own": {"shared": 1},
    "untied": {"tied": False},
    "GEGLU": {"act": "gelu"},
    "no gains": {"norm": replace(RMS_NORM, eps=1e-6, inside=True)},
    "no heads": {"heads": []},
    "no layers": {"n_layers": 0},
}


@every("seed", range(2))
@every("kind", OURS)
def test_ours_as_a_llama_and_back(kind: str, seed: int) -> None:
    model = machine(seed, **OURS[kind])
    if kind == "wide values":  # made 8 wide: the pairs beyond have angles, and nothing to turn
        model = replace(model, rotary=angles(8)[:2])
    tokens = random_tokens(model, 2, 16, seed=seed)
    network = to_llama(model)
    assert network.dtype == torch.float64
    expected = forward(model, tokens)
    assert_near(logits(network, tokens), expected)
    back = from_llama(network)
    assert_near(forward(back, tokens), expected)
    assert back.tied == model.tied and back.shared_keys == model.shared_keys


def test_a_saved_llama_turns_as_far_as_float32_says(tmp_path: Any) -> None:
    """What a file says of angles is their base, from which float32 is made."""
    model = machine(0)
    to_llama(model).save_pretrained(tmp_path)
    network = transformers.LlamaForCausalLM.from_pretrained(tmp_path, dtype=torch.float64)
    tokens = random_tokens(model, 16)
    found = logits(network.eval(), tokens[None])[0]
    assert_near(found, forward(model, tokens), 1e-5)
    assert_near(found, forward(from_llama(network), tokens))


def test_float32_stays_float32() -> None:
    model = mapped(machine(0), lambda _, W: W.astype(np.float32))
    network = to_llama(model)
    assert network.dtype == torch.float32
    assert from_llama(network).W_E.dtype == np.float32
    assert from_llama(network, n_ctx=5).n_ctx == 5


GAMMA = np.ones(6)
LACKS: list[tuple[str, Any]] = [
    ("norms is 'after'", lambda m: replace(m, norms="after")),
    ("causal is False", lambda m: replace(m, causal=False)),
    ("an encoder or cross heads", lambda m: full_transformer()),
    ("rotary is None", lambda m: replace(m, rotary=None)),
    ("W_pos has rows that are not 0", lambda m: replace(m, W_pos=m.W_pos + 1)),
    ("norm_final is LayerNorm", lambda m: replace(m, norm_final=Norm())),
    ("norm_final is None", lambda m: replace(m, norm_final=None)),
    ("one with a beta", lambda m: replace(m, norm_final=Norm(GAMMA, GAMMA, centered=False))),
    ("eps is .* in different places", lambda m: replace(m, norm_final=RMS_NORM)),
    ("Llama turns pair m by base", lambda m: replace(m, rotary=[1.0, -1.0])),
    ("Llama turns pair m by base", lambda m: replace(m, rotary=[0.5, 0.1])),
    ("1 angles for 2 pairs", lambda m: replace(m, rotary=[1.0])),
    ("by_distance; Llama adds nothing", lambda m: relative(m, far=True, shared=2, gated=False)),
]


@every("message, change", LACKS)
def test_what_llama_lacks_is_said(message: str, change: Any) -> None:
    with pytest.raises(ValueError, match=message):
        to_llama(change(machine(0)))


def test_other_networks_and_angles_are_said() -> None:
    with pytest.raises(ValueError, match="the network is a Linear; it must be a LlamaForCausalLM"):
        from_llama(torch.nn.Linear(2, 2))
    with pytest.raises(ValueError, match="hidden_act is 'tanh'"):
        from_llama(drawn(0, hidden_act="tanh"))
    dynamic = {"rope_type": "dynamic", "rope_theta": BASE, "factor": 2.0}
    with pytest.raises(ValueError, match="rope_type is 'dynamic'"):
        from_llama(drawn(0, rope_parameters=dynamic))
