"""A folder with a program and its tokenizer answers in the pipeline of a stranger."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from taotp import programs as P
from taotp.exports import save_gpt2, to_gpt2, to_llama
from taotp.exports.text import side_by_side, tokenizer_of
from taotp.programs import hello_world, sort
from taotp.words.bpe import Pieces
from taotp_core import Array, Transformer, forward, random_transformer, trace
from taotp_core.program import Program
from taotp_core.weights import RMS_NORM
from tests.laws import every
from tests.test_plain_machine import ASKED
from tools.experiments.three_engines import apart

pytestmark = pytest.mark.engines
torch: Any = pytest.importorskip("torch", reason="torch is not installed")
transformers: Any = pytest.importorskip("transformers", reason="transformers is not installed")

LACKS = {
    "causal is False": {"agreement", "sentiment", "weird_words"},
    "an encoder or cross heads": {
        "english_french", "two_stacks.copy", "two_stacks.reverse", "two_stacks.sort",
    },
    "is an RMSNorm": {"choose", "computer"},
    "is None; GPT-2 has a layer norm": {
        "coreference", "eight_signs", "few_shot", "induction", "printed.aab", "rule110",
        "three_instructions",
    },
}  # fmt: skip
# The largest difference of logits where a program answers, as a share of the largest: epsilon moves
# a row by 1e-10 of its spread, and a spike stretches that.
CLOSE = 1e-9
STRETCHED = {
    "printed.search": 1e-6, "small.add": 1e-6, "small.multiply": 1e-4, "three digits": 1e-5,
}  # fmt: skip
REFUSED = {name: lack for lack, names in LACKS.items() for name in names}


def typed(program: Program, prompt: Any) -> str:
    """A prompt as a person types it."""
    return prompt if isinstance(prompt, str) else gap(program).join(map(str, prompt))


def gap(program: Program) -> str:
    """What stands between symbols."""
    return "" if side_by_side(program) else " "


def answer(program: Program, prompt: Any) -> str:
    """What the program says, as far as the context goes, where it slides."""
    room = program.model.n_ctx + 1 - len(program.encode(prompt))
    said = program.complete(prompt, steps=room if program.slide else None)
    return said if isinstance(said, str) else gap(program).join(map(str, said))


def asked(talk: Any, text: str, **how: Any) -> str:
    """What a pipeline says after a text."""
    ((found,),) = [talk(text, **how)]
    whole: str = found["generated_text"]
    return whole.removeprefix(text)


def off(network: Any, program: Program, prompt: Any) -> float:
    """How far the logits of GPT-2 are from the library's from the end of a prompt on."""
    typed = program.encode(prompt)
    said = [program.places[symbol] for symbol in program.complete(list(program.cut(prompt)))]
    ids = np.array([*typed, *said])[: program.model.n_ctx]
    with torch.inference_mode():
        every: Array = network(torch.tensor(ids)[None]).logits[0].numpy()
    theirs, pad = every[:, :-1], every[:, -1]
    assert (pad < theirs.min(axis=-1)).all(), "what pads is said within the context"
    ours = forward(program.model, ids)
    return apart(theirs[len(typed) - 1 :], ours[len(typed) - 1 :])


def pipeline(folder: Path) -> Any:
    """What `transformers` makes of a folder, in a file system without the library."""
    return transformers.pipeline("text-generation", model=str(folder))


@every("name", sorted(ASKED.keys() - REFUSED.keys()))
def test_every_program_that_gpt2_holds_answers_in_a_pipeline(name: str, tmp_path: Path) -> None:
    make, prompts = ASKED[name]
    program = make()
    folder = save_gpt2(program, tmp_path / "new" / name)
    talk = pipeline(folder)
    for prompt in prompts:
        text = typed(program, prompt)
        assert talk.tokenizer(text)["input_ids"] == (program.encode(prompt) if text else [])
        assert asked(talk, text) == gap(program) * bool(text) + answer(program, prompt)
        assert off(talk.model, program, prompt) <= STRETCHED.get(name, CLOSE)
    around = talk.tokenizer.encode("a")  # as TransformerLens asks, to see what is put around it
    assert (around[0] == program.places.get(program.start)) == (program.start is not None)
    some = [typed(program, prompt) for prompt in prompts if len(prompt)]
    held_in_batches(talk, [*some, *(text for text in some[:1] for _ in range(2))])


def held_in_batches(talk: Any, texts: list[str]) -> None:
    """Each text says in a batch what it says alone; also where a length is asked for."""
    for how in ({}, {"max_new_tokens": 2}, {"max_new_tokens": 1000}):
        alone = [asked(talk, text, **how) for text in texts]
        together = [each for (each,) in talk(texts, batch_size=len(texts), **how)]
        said = [each["generated_text"].removeprefix(text)
                for each, text in zip(together, texts, strict=True)]  # fmt: skip
        assert said == alone, how


@every("name", sorted(REFUSED))
def test_every_other_program_is_refused_by_its_part(name: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=rf"{REFUSED[name]}.*; to_torch and to_onnx hold every"):
        save_gpt2(ASKED[name][0](), tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_the_greeting_begins_at_its_start_typed_or_not_and_ends_at_its_stop(tmp_path: Path) -> None:
    talk = pipeline(save_gpt2(hello_world("Hello World!"), tmp_path / "hello"))
    held_in_batches(talk, ["<start>", "<start>Hel", "Hello Wor"])
    (said,) = talk("<start>")
    assert said == {"generated_text": "<start>Hello World!"}
    assert [asked(talk, text) for text in ("", "Hello", "<start>Hello")] == [
        "Hello World!", " World!", " World!",
    ]  # fmt: skip
    ids = talk.model.generate(torch.tensor([[0]]))[0]
    assert talk.tokenizer.decode(ids) == "<start>Hello World!<stop>"
    assert talk.tokenizer(talk.tokenizer.decode(ids))["input_ids"] == ids.tolist()


def test_what_stands_behind_a_prompt_is_there_once(tmp_path: Path) -> None:
    tokenizer = tokenizer_of(sort(12, 20))
    expected = [3, 10, 1, 12]
    for text in ("3 10 1", " 3  10 1\n", "3 10 1 <end>", "3 10 1<end>"):
        assert tokenizer(text)["input_ids"] == expected, text
    assert tokenizer.decode(expected, skip_special_tokens=True) == " 3 10 1"
    zero = tokenizer_of(P.printed.sort())  # its end is written 0, which 10 ends with
    for text in ("3 10", "3 10 0"):
        assert zero(text)["input_ids"] == [3, 10, 0], text


def test_words_are_read_as_the_program_reads_them() -> None:
    program = P.brackets()
    tokenizer = tokenizer_of(program)
    for text in (
        "the dog sleeps", "The  dog, that the DOGS see: sleeps!", "<s> the dog sleeps </s>",
    ):  # fmt: skip
        plain = text.replace("<s>", "").replace("</s>", "")
        assert tokenizer(text)["input_ids"] == program.encode(plain), text


def test_what_is_no_symbol_is_refused_by_the_tokenizer(tmp_path: Path) -> None:
    """In words of the library; what the network said of it was an index out of range."""
    asked = (hello_world(), "Hexe"), (sort(5, 9), "3 7"), (P.brackets(), "the % dog")
    for number, (program, text) in enumerate(asked):
        talk = pipeline(save_gpt2(program, tmp_path / str(number)))
        for ask in (talk, talk.tokenizer):
            with pytest.raises(Exception, match=r"WordLevel error: .* from the vocabulary"):
                ask(text)


def test_no_number_is_left_out_where_it_is_trained_on() -> None:
    network = to_gpt2(hello_world("Hi!")).train()
    ids = torch.tensor([[0, 1]])
    one, other = (network(ids).logits for _ in range(2))
    assert torch.equal(one, other)
    assert torch.equal(one, network.eval()(ids).logits)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["hello_world", "search", "sort"])
def test_transformer_lens_takes_the_folder(name: str, tmp_path: Path) -> None:
    lens: Any = pytest.importorskip("transformer_lens.model_bridge", reason="no transformer_lens")
    make, (prompt, *_) = ASKED[name]
    program = make()
    folder = str(save_gpt2(program, tmp_path / name))
    bridge = lens.TransformerBridge.boot_transformers(folder, dtype=torch.float64)
    ids = program.encode(prompt)  # it takes away what a tokenizer puts around a text
    logits, seen = bridge.run_with_cache(torch.tensor([ids]))
    ours = trace(program.model, np.array(ids))
    assert logits[0, -1].argmax() == ours.logits[-1].argmax()
    for number, patterns in ours.patterns.items():
        theirs = seen[f"blocks.{number}.attn.hook_pattern"][0, : len(patterns)].detach().numpy()
        assert np.abs(theirs - patterns).max() <= 1e-6


def test_where_it_slides_it_ends_with_the_context_and_where_it_has_steps_after_them() -> None:
    """A model alone keeps no beginning and no end."""
    slides, asks = to_gpt2(P.repeat_pattern("aab", 9)), to_gpt2(P.minimum(9, 6))
    alone = to_gpt2(hello_world().model)
    assert (alone.config.bos_token_id, alone.generation_config.eos_token_id) == (None, None)
    assert slides.generate(torch.tensor([[0, 0]])).shape == (1, 10)
    assert asks.generate(torch.tensor([[4, 2, 7]])).tolist() == [[4, 2, 7, 2]]


def test_a_program_as_llama_ends_too() -> None:
    model = random_transformer(0, norm=RMS_NORM, heads=[(4, 4)], d_model=4)
    zeros = np.zeros_like(model.W_pos)
    turned = Transformer(
        model.W_E, zeros, model.layers, model.norm_final, rotary=np.array([1.0, 0.01])
    )
    program = Program(turned, range(10), stop=3, steps=4)
    network = to_llama(program)
    assert network.config.eos_token_id == network.generation_config.eos_token_id == 3
    said = network.generate(torch.tensor([[5]]))[0, 1:].tolist()
    assert [i for i in said if i != 3] == program.complete([5])


# --- what is refused, and then nothing is written


def words(*symbols: Any, pieces: Any = None) -> Program:
    """A program of any weights with these symbols."""
    return Program(random_transformer(0, d_vocab=len(symbols)), symbols, pieces=pieces)


@every(
    "program, says",
    [
        (words("one", 1, "1"), "two symbols are written '1'; no text could tell them apart"),
        (words("il y a", "un"), "written 'il y a'; spaces stand between symbols"),
        (words("a", "bc", ""), "a symbol is written ''"),
        (words("a", "<unknown>"), "two symbols are written '<unknown>'"),
        (words("a", "b", pieces=Pieces(("a", "b"))), "cuts texts by Pieces; a tokenizer can be"),
    ],
)
def test_symbols_that_no_text_can_be_read_as(program: Program, says: str, tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=says):
        save_gpt2(program, tmp_path / "folder")
    with pytest.raises(TypeError, match="what is saved is a Transformer; it must be a Program"):
        save_gpt2(program.model, tmp_path / "folder")  # type: ignore[arg-type]
    assert not list(tmp_path.iterdir())


def test_an_interrupted_folder_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(transformers.PreTrainedTokenizerFast, "save_pretrained", full)
    with pytest.raises(OSError, match="the disk is full, so nothing was written.*hello"):
        save_gpt2(hello_world(), tmp_path / "hello")
    assert not list(tmp_path.iterdir())


def test_an_empty_folder_is_filled_with_what_others_look_for(tmp_path: Path) -> None:
    assert save_gpt2(hello_world(), str(tmp_path)) == tmp_path
    assert {path.name for path in tmp_path.iterdir()} == {
        "README.md", "config.json", "generation_config.json", "model.safetensors",
        "tokenizer.json", "tokenizer_config.json",
    }  # fmt: skip
    kept = json.loads((tmp_path / "generation_config.json").read_text("utf-8"))
    assert (kept["bos_token_id"], kept["eos_token_id"]) == (0, [10, 11])
    assert (kept["pad_token_id"], kept["max_new_tokens"]) == (11, 14)
    card = (tmp_path / "README.md").read_text("utf-8")
    assert card.startswith("---\nlibrary_name: transformers\n")
    assert 'at most 14 tokens. It ends with `"<stop>"`.' in card
    assert "These 9 symbols: 'H' 'e'" in card
    assert json.loads((tmp_path / "config.json").read_text("utf-8"))["dtype"] == "float64"
