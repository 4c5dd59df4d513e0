"""Let tools that others wrote say which parts of the machines of the benchmark matter.

python -m tools.experiments outside_tools     some minutes on one core, after `make engines`

Writes a file for each tool to taotp/data/claims. TransformerLens (Nanda and Bloom 2022) finds
kinds of heads, splits logits, and patches; Captum (Kokhlikyan et al. 2020) integrates gradients.
What they look into are the checkpoints that `taotp truth export` writes.
"""

import json
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass
from importlib.metadata import version
from io import StringIO
from pathlib import Path
from typing import Any

from taotp.exports.engine import engine
from taotp.files import write_whole
from taotp.interp.benchmark import export
from taotp.verify.worker_pool import bar

FOLDER = Path(__file__).resolve().parents[2] / "taotp/data/claims"
RESULT = FOLDER / "captum_gradients.json"  # the last of them
SEED = 0  # nothing is drawn; torch is told it all the same
STEPS = 16  # of an integral
TEXTS = 16  # of each machine, the first ones
DIGITS = 4
TIE = 1e-9  # logits that are no farther apart are the same number, but for rounding
KINDS = ("previous_token_head", "duplicate_token_head", "induction_head")

Scores = tuple[Any, Any]  # of heads [n_layers, n_heads] and of MLPs [n_layers]; None: unseen


@dataclass(frozen=True)
class Loaded:
    """A machine in the libraries of others: a bridge, a network, its texts and their words."""

    bridge: Any
    network: Any
    ids: Any
    asked: list[int]
    words: list[str]


@dataclass(frozen=True)
class Tool:
    """What a tool is called, whose it is, what it does, and above what it names a part."""

    name: str
    by: str
    does: str
    above: float
    packages: tuple[str, ...]
    asks: Callable[[Loaded], Scores]


def read_truth(folder: Path) -> dict[str, Any]:
    """What a benchmark says of each of its machines, by their names."""
    machines: dict[str, Any] = json.loads((folder / "truth.json").read_text("utf-8"))["machines"]
    return machines


def loaded(folder: Path) -> Loaded:
    """Load one machine of the benchmark."""
    torch, transformers = engine("torch"), engine("transformers")
    texts = json.loads((folder / "texts.json").read_text("utf-8"))
    bridges = engine("transformer_lens.model_bridge").TransformerBridge
    bridge = bridges.boot_transformers(str(folder / "gpt2"), dtype=torch.float64)
    bridge.cfg.default_prepend_bos = False
    network = transformers.GPT2LMHeadModel.from_pretrained(folder / "gpt2", dtype="auto").eval()
    ids = torch.tensor([text["read_ids"] for text in texts["texts"][:TEXTS]])
    words = bridge.tokenizer.convert_ids_to_tokens(range(len(texts["symbols"])))
    return Loaded(bridge, network, ids, texts["asked"], words)


def kinds_of_heads(of: Loaded) -> Scores:
    """How much of its attention a head gives where one of three kinds would look: the most of them.

    `detect_head` reads texts shorter than the context, so that the last token may be left out.
    """
    detect = engine("transformer_lens.head_detector").detect_head
    longest = of.bridge.cfg.n_ctx - 1
    if min(longest, of.ids.shape[1]) < 2:
        return None, None  # it reads no text of one token
    texts = [" ".join(of.words[i] for i in row[:longest]) for row in of.ids.tolist()]
    found = engine("torch").stack([detect(of.bridge, texts, kind) for kind in KINDS])
    return found.max(0).values.tolist(), None


def likeliest(logits: Any) -> Any:
    """The likeliest word, [..., 1]: of words that tie, the one with the lowest id.

    What is equal in a machine's own numbers differs by last bits, other ones on each processor:
    here by more than `greedy` allows, as other libraries sum in other orders.
    """
    most = logits.max(-1, keepdim=True).values
    return (logits >= most - TIE).int().argmax(-1, keepdim=True)


def first_two(logits: Any) -> Any:
    """The likeliest word and the next, [..., 2]."""
    first = likeliest(logits)
    return engine("torch").cat([first, likeliest(logits.scatter(-1, first, -float("inf")))], -1)


def split_logits(of: Loaded) -> Scores:
    """The share of what all parts add to the answer's lead, or take, that a part has."""
    torch = engine("torch")
    of.bridge.set_use_attn_result(True)
    with torch.no_grad():
        logits, cache = of.bridge.run_with_cache(of.ids)
    sums: list[Any] = []
    for at in of.asked:
        first, second = first_two(logits[:, at]).T
        heads = cache.stack_head_results(layer=-1, pos_slice=at)
        rest = cache.decompose_resid(layer=-1, mode="mlp", pos_slice=at)
        stack = torch.cat([heads, rest])
        sums.append(cache.logit_attrs(stack, tokens=first, incorrect_tokens=second, pos_slice=at))
    sizes = torch.stack(sums).abs()
    whole = sizes.sum(1, keepdim=True)
    shares = torch.where(whole > 0, sizes / whole, torch.zeros_like(sizes)).mean((0, 2)).tolist()
    n_layers, n_heads = of.bridge.cfg.n_layers, of.bridge.cfg.n_heads
    heads = [shares[i * n_heads : (i + 1) * n_heads] for i in range(n_layers)]
    return heads, shares[-n_layers:]


def patched(of: Loaded) -> Scores:
    """How much of the right answer comes back where a part does what it did on the right text.

    The wrong text is the one before. 0 is the answer of the wrong text, 1 that of the right one.
    """
    torch, patching = engine("torch"), engine("transformer_lens.patching")
    wrong = of.ids.roll(1, 0)
    with torch.no_grad():
        logits, cache = of.bridge.run_with_cache(of.ids)
        other = of.bridge(wrong)
    right_said, wrong_said = (likeliest(each[:, of.asked]) for each in (logits, other))
    differ = right_said != wrong_said

    def lead(logits: Any) -> Any:
        asked = logits[:, of.asked]
        return (asked.gather(-1, right_said) - asked.gather(-1, wrong_said))[differ].mean()

    none, every = lead(other), lead(logits)

    def comes_back(logits: Any) -> Any:
        return (lead(logits) - none) / (every - none)

    heads = patching.get_act_patch_attn_head_out_all_pos(of.bridge, wrong, cache, comes_back)
    mlps = patching.generic_activation_patch(
        of.bridge, wrong, cache, comes_back, lambda patched, index, clean: clean, "mlp_out",
        index_axis_names=("layer",),
    )  # fmt: skip
    return heads.abs().tolist(), mlps.abs().tolist()


def integrated(of: Loaded) -> Scores:
    """A part's share of all integrated gradients of the lead, from no tokens on."""
    torch, attr = engine("torch"), engine("captum.attr")

    def lead(embedded: Any) -> Any:
        logits = of.network(inputs_embeds=embedded).logits[:, of.asked]
        top = logits.gather(-1, first_two(logits))
        return (top[..., 0] - top[..., 1]).sum(-1)

    embedded = of.network.transformer.wte(of.ids).detach()

    def along(layer: Any) -> Any:
        method = attr.LayerIntegratedGradients(lead, layer)
        return method.attribute(embedded, n_steps=STEPS, attribute_to_layer_input=True).detach()

    n_heads = of.network.config.n_head
    heads, mlps = [], []
    for block in of.network.transformer.h:
        found = along(block.attn.c_proj)
        by_head = found.reshape(*found.shape[:-1], n_heads, -1).sum((1, 3))
        heads.append(by_head.abs().mean(0))
        mlps.append(along(block.mlp.c_proj).sum((1, 2)).abs().mean())
    whole = max(float(torch.stack(heads).sum() + torch.stack(mlps).sum()), 1e-300)
    return [(row / whole).tolist() for row in heads], [float(mlp) / whole for mlp in mlps]


LENS = "TransformerLens"
TOOLS = (
    Tool("transformer_lens_kinds", LENS, "detect_head, the most of its three kinds", 0.5,
         ("transformer-lens",), kinds_of_heads),
    Tool("transformer_lens_logits", LENS, "stack_head_results, decompose_resid and logit_attrs",
         0.05, ("transformer-lens",), split_logits),
    Tool("transformer_lens_patching", LENS,
         "get_act_patch_attn_head_out_all_pos, and generic_activation_patch of mlp_out", 0.05,
         ("transformer-lens",), patched),
    Tool("captum_gradients", "Captum", f"LayerIntegratedGradients in {STEPS} steps", 0.05,
         ("captum",), integrated),
)  # fmt: skip


def claims_of(scores: Scores, parts: Mapping[str, Mapping[str, Any]]) -> dict[str, float | None]:
    """What a tool says of a machine's heads and MLPs; what it cannot see is None."""
    by_layer = dict(zip(("head", "mlp"), scores, strict=True))
    found: dict[str, float | None] = {}
    for name, part in parts.items():
        if part["kind"] not in by_layer:
            continue  # the tables of tokens and places are no part that these tools score
        of_kind = by_layer[part["kind"]]
        if of_kind is None:
            found[name] = None
        else:
            score = of_kind[part["layer"]]
            found[name] = round(score[part["head"]] if part["kind"] == "head" else score, DIGITS)
    return found


@contextmanager
def quietly() -> Iterator[None]:
    """What these libraries warn of is their own business."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        engine("transformers").logging.set_verbosity_error()
        engine("transformers").logging.disable_progress_bar()
        yield


def asked_of(folder: Path, machines: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """What each tool says of each machine, by their names, and how long that took each tool."""
    found: dict[str, dict[str, Any]] = {
        tool.name: {"seconds": 0.0, "claims": dict.fromkeys(machines)} for tool in TOOLS
    }
    held = [name for name, about in machines.items() if about["gpt2"]]
    for name in bar(held, len(held), "machine"):
        about = machines[name]
        one = loaded(folder / about["folder"])
        for tool in TOOLS:
            started = time.process_time()
            with redirect_stderr(StringIO()):  # they draw bars of their own
                scores = tool.asks(one)
            found[tool.name]["claims"][name] = claims_of(scores, about["parts"])
            found[tool.name]["seconds"] += time.process_time() - started
    return found


def entry(tool: Tool, seconds: float, claims: Mapping[str, Any]) -> dict[str, Any]:
    """What goes to the file of a tool: what it says, and how it was asked."""
    packages = (*tool.packages, "torch", "transformers")
    return {
        "tool": tool.name,
        "by": tool.by,
        "does": tool.does,
        "made": f"python -m tools.experiments outside_tools, on {TEXTS} texts of each machine",
        "versions": {package: version(package) for package in packages},
        "seed": SEED,
        "seconds": round(seconds, 1),
        "above": tool.above,
        "claims": claims,
    }


def make() -> None:
    """Ask every tool, and write what it says."""
    torch = engine("torch")
    engine("captum")
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as scratch, quietly():
        folder = export(Path(scratch, "benchmark"))
        found = asked_of(folder, read_truth(folder))
    for tool in TOOLS:
        data = json.dumps(entry(tool, **found[tool.name]), indent=0, allow_nan=False) + "\n"
        write_whole(FOLDER / f"{tool.name}.json", data.encode())
