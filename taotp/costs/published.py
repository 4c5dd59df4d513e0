"""Published language models by their sizes: what they store, counted from what was said of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import Literal

BIASED = ("qkv", "o", "mlp")  # the products that may have a bias
SIZES = ("d_vocab", "n_ctx", "d_model", "n_layers", "n_heads", "n_kv_heads", "d_head", "d_mlp")


@dataclass(frozen=True)
class Configuration:
    """The sizes of a decoder, from which every number that it stores can be counted.

    `n_kv_heads` heads make keys and values, which n_heads / n_kv_heads queries share. A `gated` MLP
    has two matrices in. `biases` names the products that have one, of BIASED. A "layer" norm stores
    gamma and beta, an "rms" norm gamma alone. "learned" positions are a table of n_ctx rows,
    "rotary" ones store nothing. `source` is a key of the book's references. Raises ValueError for
    sizes below 1, and for queries that cannot share keys alike.
    """

    source: str
    d_vocab: int
    n_ctx: int
    d_model: int
    n_layers: int
    n_heads: int
    n_kv_heads: int
    d_head: int
    d_mlp: int
    gated: bool
    biases: tuple[str, ...]
    norm: Literal["layer", "rms"]
    positions: Literal["learned", "rotary"]
    tied: bool

    def __post_init__(self) -> None:
        for name in SIZES:
            if getattr(self, name) < 1:
                raise ValueError(f"{name} is {getattr(self, name)}; it must be at least 1")
        if self.n_heads % self.n_kv_heads:
            raise ValueError(
                f"{self.n_heads} heads cannot share {self.n_kv_heads} keys and values alike; "
                "n_kv_heads must divide n_heads"
            )
        for field, value, known in (
            *(("biases", bias, BIASED) for bias in self.biases),
            ("norm", self.norm, ("layer", "rms")),
            ("positions", self.positions, ("learned", "rotary")),
        ):
            if value not in known:
                raise ValueError(f"{field} has {value!r}; it must be one of {', '.join(known)}")

    @property
    def parts(self) -> dict[str, int]:
        """How many numbers are stored by part, under the names of `measure.Parameters`."""
        d, n = self.d_model, self.n_layers
        queries, shared = self.n_heads * self.d_head, self.n_kv_heads * self.d_head
        hidden = (2 if self.gated else 1) * self.d_mlp
        qkv, o, mlp = (bias in self.biases for bias in BIASED)
        norm = (2 if self.norm == "layer" else 1) * d
        return {
            "embedding": self.d_vocab * d,
            "positions": self.n_ctx * d if self.positions == "learned" else 0,
            "unembedding": 0 if self.tied else self.d_vocab * d,
            "attention": n * (2 * d * (queries + shared) + qkv * (queries + 2 * shared) + o * d),
            "mlp": n * (d * (hidden + self.d_mlp) + mlp * (hidden + d)),
            "norms": (2 * n + 1) * norm,
        }

    @property
    def parameters(self) -> int:
        """How many numbers the model stores."""
        return sum(self.parts.values())

    @property
    def inside(self) -> int:
        """Those that are neither embedding, positions nor unembedding: N of the scaling laws."""
        outside = ("embedding", "positions", "unembedding")
        return sum(count for part, count in self.parts.items() if part not in outside)


def in_the_manner_of_gpt2(source: str, n_ctx: int, d: int, n: int, heads: int) -> Configuration:
    """Biases everywhere, heads that together are as wide as the stream, an MLP four times that."""
    return Configuration(
        source, 50_257, n_ctx, d, n, heads, heads, d // heads, 4 * d,
        gated=False, biases=BIASED, norm="layer", positions="learned", tied=True,
    )  # fmt: skip


def in_the_manner_of_pythia(d_vocab: int, d: int, n: int, heads: int) -> Configuration:
    """As GPT-2, with rotary positions and an unembedding of its own."""
    return Configuration(
        "biderman2023", d_vocab, 2_048, d, n, heads, heads, d // heads, 4 * d,
        gated=False, biases=BIASED, norm="layer", positions="rotary", tied=False,
    )  # fmt: skip


def in_the_manner_of_llama(
    source: str,
    sizes: tuple[int, int, int, int, int, int, int, int],
    biases: tuple[str, ...] = (),
    *,
    tied: bool = False,
) -> Configuration:
    """RMSNorm, rotary positions, gated MLPs, keys and values shared; sizes as SIZES has them."""
    return Configuration(
        source, *sizes, gated=True, biases=biases, norm="rms", positions="rotary", tied=tied
    )


# d_vocab, n_ctx, d_model, n_layers, n_heads, n_kv_heads, d_head, d_mlp
PUBLISHED: Mapping[str, Configuration] = MappingProxyType({
    "gpt2": in_the_manner_of_gpt2("radford2019", 1_024, 768, 12, 12),
    "gpt2-medium": in_the_manner_of_gpt2("radford2019", 1_024, 1_024, 24, 16),
    "gpt2-large": in_the_manner_of_gpt2("radford2019", 1_024, 1_280, 36, 20),
    "gpt2-xl": in_the_manner_of_gpt2("radford2019", 1_024, 1_600, 48, 25),
    "gpt3": in_the_manner_of_gpt2("brown2020", 2_048, 12_288, 96, 96),
    "pythia-70m": in_the_manner_of_pythia(50_304, 512, 6, 8),
    "pythia-410m": in_the_manner_of_pythia(50_304, 1_024, 24, 16),
    "pythia-6.9b": in_the_manner_of_pythia(50_432, 4_096, 32, 32),
    "llama-3.1-8b": in_the_manner_of_llama(
        "grattafiori2024", (128_256, 131_072, 4_096, 32, 32, 8, 128, 14_336)),
    "llama-3.1-70b": in_the_manner_of_llama(
        "grattafiori2024", (128_256, 131_072, 8_192, 80, 64, 8, 128, 28_672)),
    "llama-3.1-405b": in_the_manner_of_llama(
        "grattafiori2024", (128_256, 131_072, 16_384, 126, 128, 8, 128, 53_248)),
    "mistral-7b": in_the_manner_of_llama(
        "jiang2023", (32_000, 8_192, 4_096, 32, 32, 8, 128, 14_336)),
    "qwen2.5-7b": in_the_manner_of_llama(
        "yang2024", (152_064, 131_072, 3_584, 28, 28, 4, 128, 18_944), ("qkv",)),
    "gemma-2b": in_the_manner_of_llama(
        "mesnard2024", (256_128, 8_192, 2_048, 18, 8, 1, 256, 16_384), tied=True),
    "gemma-7b": in_the_manner_of_llama(
        "mesnard2024", (256_128, 8_192, 3_072, 28, 16, 16, 256, 24_576), tied=True),
})  # fmt: skip


def configuration(name: str) -> Configuration:
    """The sizes of a published model; ValueError with near names for one that is not known.

    Capitals, spaces and signs do not count: "Llama 3.1 405B" is llama-3.1-405b.
    """
    bare = {letters_of(known): known for known in PUBLISHED} | {"gpt3175b": "gpt3"}
    if isinstance(name, str) and letters_of(name) in bare:
        return PUBLISHED[bare[letters_of(name)]]
    near = get_close_matches(str(name).lower(), PUBLISHED, n=3, cutoff=0.4) or PUBLISHED
    raise ValueError(f"{name!r} is not a published model known here; near are {', '.join(near)}")


def letters_of(name: str) -> str:
    """The letters and digits of a name, small."""
    return "".join(filter(str.isalnum, name.lower()))


def parameters_of(name: str) -> int:
    """How many numbers a published model stores, as "gpt2" 124,439,808, by its configuration.

    Raises ValueError with near names for one that `PUBLISHED` does not list.

    >>> parameters_of("gpt2")
    124439808
    """
    return configuration(name).parameters
