"""What is measured. Each case asserts that its result is right before it says how fast it was."""

import statistics
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
from tqdm import tqdm

from exercises import check
from exercises.catalogue import modules
from taotp import little_man
from taotp.programs import Program, add, computer, hello_world, minimum, search, small, sort
from taotp.programs.sums import every_sum, right_sums
from taotp.reference import product_tokens
from taotp_core import (
    MLP,
    Array,
    Head,
    Layer,
    Norm,
    Tokens,
    Transformer,
    encode,
    forward,
    generate,
    greedy,
    predictions,
    random_transformer,
)
from taotp_core.transformer import empty_cache
from tools.benchmarks.eager import Eager, one_thread
from tools.benchmarks.page import Page, has_node
from tools.benchmarks.timing import (
    TRIES,
    Spread,
    megabytes,
    seconds,
    spread,
    timed,
    times_faster,
    times_less,
    times_the_import,
)
from tools.thirty_lines import thirty_lines

PLAIN = thirty_lines()


@dataclass(frozen=True)
class Result:
    """A line of the table."""

    what: str
    target: str
    measured: str
    met: bool


def at_least(what: str, least: float, unit: str, ratio: Spread) -> Result:
    """A result that is met where the median reaches the target."""
    measured = f"{ratio.median:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
    return Result(what, f"at least {least} {unit}", measured, ratio.median >= least)


def decode_hello_world(rounds: int) -> list[Result]:
    """All thirteen tokens of Hello World, from the start sentinel."""
    program = hello_world("Hello World!")
    start = np.array(program.encode(""))
    steps = program.model.n_ctx

    def ours() -> Tokens:
        return generate(program.model, start, steps)

    def theirs() -> Tokens:
        said: Tokens = PLAIN.decode(start, program.model, steps)
        return said

    assert "".join(program.vocabulary[i] for i in ours()[1:-1]) == "Hello World!"
    assert np.array_equal(ours(), theirs())
    ratio = times_faster(ours, theirs, rounds, "Hello World")
    return [at_least("Decode Hello World, 13 tokens", 3.5, "times the thirty lines", ratio)]


def decode_search(rounds: int) -> list[Result]:
    """Ten tokens after a hundred, with the shape of a program that searches its input."""
    model = random_transformer(
        0, d_vocab=1000, n_ctx=110, d_model=33, heads=[(30, 30)] * 11, d_mlp=0, n_layers=2
    )
    prompt = np.random.default_rng(0).integers(0, model.d_vocab, 100)

    def ours() -> Tokens:
        return generate(model, prompt, 10)

    def theirs() -> Tokens:
        said: Tokens = PLAIN.decode(prompt, model, 10)
        return said

    assert np.array_equal(ours(), theirs())
    what = "Decode 10 tokens after 100: 2 layers, 11 heads, d_model 33, d_head 30"
    ratio = times_faster(ours, theirs, rounds, "Search")
    return [at_least(what, 25, "times the thirty lines", ratio)]


def decode_program(
    rounds: int, name: str, program: Program, prompt: Any, expected: Any, steps: int, least: float
) -> list[Result]:
    """A program of the book, greedily. Where prompts are short, what counts is the fewest calls."""
    tokens = np.array(program.encode(prompt))
    ours = partial(generate, program.model, tokens, steps)
    theirs = partial(PLAIN.decode, tokens, program.model, steps)
    assert program.complete(prompt, steps=steps) == expected
    assert np.array_equal(ours(), theirs())
    ratio = times_faster(ours, theirs, rounds, name)
    what = f"{name}: {steps} tokens after {len(tokens)}"
    return [at_least(what, least, "times the thirty lines", ratio)]


def decode_search_program(rounds: int) -> list[Result]:
    """What follows ten numbers that were there before."""
    text = np.random.default_rng(0).permutation(1000)[:60].tolist() * 2
    name, prompt, expected = "Search, prefix 10, n 100", text[:100], text[100:110]
    return decode_program(rounds, name, search(1000, 110, 10), prompt, expected, 10, 28)


def decode_addition(rounds: int, a: str, b: str, least: float) -> list[Result]:
    """One sum, digit by digit."""
    expected = str(int(a) + int(b))
    name = f"Add numbers of {len(a)} digits"
    return decode_program(rounds, name, add(len(a)), f"{a}+{b}=", expected, len(a) + 1, least)


def decode_sort(rounds: int, n: int) -> list[Result]:
    """A list in order, and its end."""
    numbers = np.random.default_rng(0).permutation(n).tolist()
    name, program = f"Sort {n} numbers", sort(n, 100)
    return decode_program(rounds, name, program, numbers, [*range(n)], n + 1, 3.5)


def smallest_of_many(rounds: int) -> list[Result]:
    """The last logits alone, where the thirty lines make 10**8 of them."""
    n, d_vocab = 2_000, 50_000
    model = minimum(d_vocab, n).model
    tokens = np.random.default_rng(0).integers(0, d_vocab, n)

    def ours() -> Tokens:
        return generate(model, tokens, 1)

    def theirs() -> Tokens:
        said: Tokens = PLAIN.decode(tokens, model, 1)
        return said

    assert ours()[-1] == theirs()[-1] == tokens.min()
    ratio = times_faster(ours, theirs, rounds, "Minimum")
    what = f"Minimum of {n:,} numbers below {d_vocab:,}"
    return [at_least(what, 1000, "times the thirty lines", ratio)]


def every_addition(rounds: int) -> list[Result]:
    """All additions of three digits, with a few by the thirty lines in between to compare with."""
    model = add(3).model
    batches, total = every_sum(3), len(list(every_sum(3)))
    tried = wrong = 0
    ours, theirs = 0.0, []
    rng = np.random.default_rng(0)

    def check_some() -> None:
        nonlocal tried, wrong
        for rows in islice(batches, -(-total // rounds)):
            tried += len(rows)
            wrong += int((~right_sums(model, rows)).sum())

    for _ in tqdm(range(rounds), desc="Every addition"):
        ours += seconds(check_some, 1)
        a, b = rng.integers(0, 1000, 2)
        tokens = np.array(add(3).encode(f"{a:03d}+{b:03d}="))
        theirs.append(seconds(partial(PLAIN.decode, tokens, model, 4), 1))
    assert tried == 10**6
    ratio = statistics.median(theirs) * tried / ours
    return [
        Result(
            f"All {tried:,} additions of 3 digits",
            "at least 400 times the thirty lines (extrapolated), 0 wrong",
            f"{ratio:.0f}, {wrong} wrong",
            ratio >= 400 and not wrong,
        )
    ]


def last_logits(model: Transformer, tokens: Tokens) -> Array:
    """The last logits of a model of one layer, from the formulas, without n by n numbers."""
    (layer,) = model.layers
    x = model.W_E[tokens] + model.W_pos[: len(tokens)]
    y, last = PLAIN.layer_norm(x), x[-1]
    for head in layer.heads:
        scores = (y @ head.W_K) @ (y[-1] @ head.W_Q) / np.sqrt(head.W_Q.shape[1])
        last = last + PLAIN.softmax(scores) @ (y @ head.W_V) @ head.W_O
    if m := layer.mlp:
        hidden = PLAIN.layer_norm(last)
        last = last + PLAIN.feed_forward(hidden, m.W_in, m.b_in, m.W_out, m.b_out)
    logits: Array = PLAIN.layer_norm(last) @ model.unembedding
    return logits


def every_product(rounds: int) -> list[Result]:
    """All products of three digits, each digit of each."""
    model, b = small.multiply(3).model, np.arange(1000)
    tried = wrong = 0
    for some in tqdm(np.array_split(np.arange(1000), 50), desc="Every product"):
        rows = product_tokens(np.repeat(some, len(b)), np.tile(b, len(some)), 3)
        said = greedy(forward(model, rows[:, :-1], keep=6))
        tried += len(rows)
        wrong += int((said != rows[:, -6:]).any(axis=1).sum())
    what = f"All {tried:,} products of 3 digits"
    return [Result(what, "0 wrong", f"{wrong} wrong", tried == 10**6 and not wrong)]


def memory(rounds: int) -> list[Result]:
    """A large vocabulary and a long context, in little memory. The same in every round."""
    n, d_vocab = 10_000, 50_000
    model = random_transformer(
        0, d_vocab=d_vocab, n_ctx=n, d_model=3, heads=[(3, 3)], d_mlp=8, n_layers=1
    )
    tokens = np.random.default_rng(0).integers(0, d_vocab, n)
    answers: dict[str, Tokens] = {}

    def next_token() -> None:
        answers["next"] = generate(model, tokens, 1)

    def all_positions() -> None:
        answers["all"] = predictions(model, tokens)

    what = f"1 layer, d_vocab {d_vocab:,}, n {n:,}: "
    results = []
    for run, name, most in ((next_token, "next token", 8), (all_positions, "all positions", 64)):
        used = megabytes(run)
        above = f"at most {most} MB above the weights"
        results.append(Result(what + name, above, f"{used:.1f} MB", used <= most))
    assert answers["next"][-1] == answers["all"][-1] == last_logits(model, tokens).argmax()
    some = PLAIN.transformer(tokens[:500], model).argmax(-1)
    assert np.array_equal(answers["all"][:500], some)
    return results


def drawn(
    seed: int,
    d_vocab: int,
    n_ctx: int,
    d_model: int,
    n_layers: int,
    *,
    biased: bool = True,
    act: str = "gelu",
    causal: bool = True,
    encoder: Transformer | None = None,
) -> Transformer:
    """A model of random float32 numbers, with heads of 64; where it has an encoder, cross heads."""
    rng = np.random.default_rng(seed)
    d_head, d_mlp = 64, 4 * d_model

    def draw(*shape: int) -> Array:
        return 0.02 * rng.standard_normal(shape, np.float32)

    def norm() -> Norm:
        return Norm(1 + draw(d_model), draw(d_model), eps=1e-5 if biased else 0.0, inside=biased)

    def heads() -> list[Head]:
        sides = [(d_model, d_head)] * 3 + [(d_head, d_model)]
        return [
            Head(
                *(draw(*shape) for shape in sides),
                *(draw(shape[1]) for shape in sides if biased),
            )
            for _ in range(d_model // d_head)
        ]

    layers = []
    for _ in range(n_layers):
        mlp = MLP(draw(d_model, d_mlp), draw(d_mlp), draw(d_mlp, d_model), draw(d_model), act)
        cross = heads() if encoder else ()
        layers.append(Layer(heads(), mlp, norm(), norm(), cross, norm()))
    return Transformer(
        draw(d_vocab, d_model),
        draw(n_ctx, d_model),
        layers,
        norm(),
        causal=causal,
        encoder=encoder,
    )


def like_gpt2(*, biased: bool = False, act: str = "relu") -> Transformer:
    """A model of the shape of GPT-2 small."""
    return drawn(0, 50_257, 1024, 768, 12, biased=biased, act=act)


def gpt2(rounds: int, keep: int | None, name: str, grown: bool = False) -> list[Result]:
    """The shape of GPT-2 small against PyTorch eager; `grown` with its biases and its GELU."""
    if not (torch := one_thread()):
        return []
    model = like_gpt2(biased=True, act="gelu") if grown else like_gpt2()
    theirs = Eager(torch, model)
    tokens = np.random.default_rng(0).integers(0, model.d_vocab, 128)
    logits, expected = forward(model, tokens, keep), theirs(tokens, keep)
    assert logits.dtype == expected.dtype == np.float32
    assert np.abs(logits - expected).max() <= 1e-4 * np.abs(expected).max()
    assert (logits.argmax(-1) == expected.argmax(-1)).mean() > 0.98
    ours = partial(forward, model, tokens, keep)
    ratio = times_faster(ours, partial(theirs, tokens, keep), rounds, f"GPT-2 small, {name}")
    what = f"12 layers, d_model 768, n 128, float32{', biases, GELU' * grown}: {name}"
    return [at_least(what, 0.75, f"of PyTorch {torch.__version__} eager", ratio)]


def additions_at_once(rounds: int) -> list[Result]:
    """The next digit of 256 additions: 24,000 units of an MLP at the last position of each."""
    if not (torch := one_thread()):
        return []
    model = add(3).model
    rng = np.random.default_rng(0)
    rows = np.concatenate([next(islice(every_sum(3), i, None)) for i in (10, 50, 90)])
    tokens = rng.permutation(rows)[:256]
    prompts, answers = tokens[:, : model.n_ctx], tokens[:, model.n_ctx]
    theirs = partial(Eager(torch, model), prompts, 1)
    ours = partial(forward, model, prompts, 1)
    assert np.array_equal(ours()[:, 0].argmax(-1), answers)
    assert np.array_equal(theirs()[:, 0].argmax(-1), answers)
    ratio = times_faster(ours, theirs, rounds, "256 additions")
    what = "256 additions of 3 digits at once, d_mlp 23,988, float64"
    return [at_least(what, 4, f"times PyTorch {torch.__version__} eager, as pruned", ratio)]


def translator() -> Transformer:
    """A model that reads with an encoder of 6 layers and writes with as many."""
    encoder = drawn(1, 10_000, 256, 512, 6, causal=False)
    return drawn(2, 10_000, 256, 512, 6, encoder=encoder)


def encoding(rounds: int) -> list[Result]:
    """What an encoder makes of 128 tokens."""
    if not (torch := one_thread()):
        return []
    model = translator()
    assert model.encoder
    source = np.random.default_rng(0).integers(0, model.encoder.d_vocab, 128)
    ours = partial(encode, model, source)
    theirs = partial(Eager(torch, model.encoder).stream, source)
    expected = theirs().numpy()
    assert np.abs(ours() - expected).max() <= 1e-4 * np.abs(expected).max()
    ratio = times_faster(ours, theirs, rounds, "Encoder")
    what = "Encoder of 6 layers, d_model 512, n 128, float32, biases, GELU"
    return [at_least(what, 0.75, f"of PyTorch {torch.__version__} eager", ratio)]


def decoding(rounds: int) -> list[Result]:
    """One more token, with keys and values kept of 127 before it and of 128 of a source."""
    if not (torch := one_thread()):
        return []
    model = translator()
    assert model.encoder
    tokens, source = np.random.default_rng(0).integers(0, model.d_vocab, (2, 128))
    before, last = tokens[:-1], tokens[-1:]
    memory = encode(model, source)
    cache = empty_cache(model)
    forward(model, before, 1, cache, memory=memory)
    engine = Eager(torch, model)
    kept = engine.kept(before, torch.from_numpy(memory))

    def ours() -> Array:
        cache.length = len(before)
        return forward(model, last, 1, cache)

    theirs = partial(engine.step, last, len(before), kept)
    expected = forward(model, tokens, 1, memory=memory)
    for logits in (ours(), theirs()):
        assert np.abs(logits - expected).max() <= 1e-4 * np.abs(expected).max()
    ratio = times_faster(ours, theirs, rounds, "Decoder")
    what = "One token of a decoder of 6 layers, d_model 512, cross-attention to 128, float32"
    return [at_least(what, 0.75, f"of PyTorch {torch.__version__} eager", ratio)]


def computer_in_page(rounds: int, name: str) -> list[Result]:
    """A program of the Little Man, step by step: the engine of the page, and numpy with its cache.

    A step is a token that is written. What the page does beside it, to read the text and to compare
    it with the interpreter, is counted for the page.
    """
    if not has_node():
        return []
    machine, prompt = computer(), little_man.assemble(little_man.text(name))
    written = [*little_man.steps(prompt)]

    def theirs() -> list[str]:
        return [*machine.trace(prompt)]

    page = Page(name)
    took: list[float] = []

    def ours() -> float:
        took.append(min(page.seconds() for _ in range(TRIES)))
        return took[-1]

    assert page.words() == [*prompt, *written]
    assert theirs() == written
    what = f"The computer in the page: {name}, {len(written)} steps"
    faster = times_less(ours, timed(theirs), rounds, name)
    page.close()
    speed = spread([len(written) / each for each in took])
    rate = f"{speed.median:,.0f} ({speed.low:,.0f} to {speed.high:,.0f})"
    return [
        at_least(what, 2.5, "times numpy with its cache", faster),
        Result(what, "at least 10,000 steps a second", rate, speed.median >= 10_000),
    ]


def importing(rounds: int) -> list[Result]:
    """What the library adds to the import of numpy."""
    ratio = times_the_import("taotp_core", "numpy", rounds)
    measured = f"{ratio.median:.2f} ({ratio.low:.2f} to {ratio.high:.2f})"
    return [
        Result("import taotp_core", "at most 1.3 times import numpy", measured, ratio.median <= 1.3)
    ]


def judging(rounds: int) -> list[Result]:
    """The first answer of each exercise, judged: the slowest, in runs of the thirty lines."""
    found = {}
    for module in tqdm([module for module in modules() if module.EXERCISE.judge], desc="Judges"):
        first = next(name for name in vars(module) if name.startswith("accepted_"))
        answer = getattr(module, first)()
        judge = partial(check, module.EXERCISE.slug, answer)
        assert judge().passed
        found[module.EXERCISE.slug] = seconds(judge, 1)
    slowest, took = max(found.items(), key=lambda each: each[1])
    program = hello_world("Hello World!")
    start = np.array(program.encode(""))
    times = took / seconds(lambda: PLAIN.decode(start, program.model, 13), 100)
    what = f"The slowest of {len(found)} verdicts on a right answer: {slowest}"
    most = "at most 2,000 times the thirty lines saying Hello World"
    return [Result(what, most, f"{times:,.0f}", times <= 2000)]


CASES: tuple[Callable[[int], list[Result]], ...] = (
    decode_hello_world,
    decode_search_program,
    partial(decode_addition, a="45", b="78", least=2),
    partial(decode_addition, a="456", b="789", least=4.5),
    partial(decode_sort, n=28),
    partial(decode_sort, n=49),
    decode_search,
    smallest_of_many,
    every_addition,
    every_product,
    memory,
    partial(gpt2, keep=1, name="last position"),
    partial(gpt2, keep=None, name="all positions"),
    partial(gpt2, keep=1, name="last position", grown=True),
    partial(gpt2, keep=None, name="all positions", grown=True),
    encoding,
    decoding,
    additions_at_once,
    partial(computer_in_page, name="fizzbuzz"),
    importing,
    judging,
)
