"""One machine of all programs of the book: each answers in it as it does alone."""

import inspect
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any, get_type_hints

import numpy as np
import pytest

from taotp import little_man
from taotp import programs as P
from taotp.constructions.choosing import IN_FLOAT32, Voices
from taotp.programs import printed, small, two_stacks
from taotp.programs.choosing import Choice, choose
from taotp_core import RMS_NORM, Norm, forward, generate, random_transformer, sample, trace
from taotp_core.measure import lead
from taotp_core.program import Program
from taotp_core.weights import Layer, Transformer, mapped
from tests.examples import assert_same_logits
from tests.laws import every
from tests.programs.choosing import MADE
from tests.refused import refused
from tools.sampling import drawn

SOUNDS = {"up": [np.sin(np.arange(3200) ** 1.2)], "down": [np.sin(np.arange(3200) ** 0.8)]}
BLIND = "it is not causal, and would see what others have yet to say"
READS = "it has an encoder, which reads what is no text of its own"
REFUSED: dict[str, tuple[Callable[[], Program], str]] = {
    "agreement": (lambda: P.agreement(words=["key", "is"]), BLIND),
    "dial_tones": (P.dial_tones, READS),
    "english_french": (P.english_french, READS),
    "sentiment": (P.sentiment, BLIND),
    "spoken_digits": (P.spoken_digits, READS),
    "spoken_sentence": (
        lambda: P.spoken_sentence({"look up": 1.0, "look down": 1.0}, SOUNDS), READS,
    ),
    "spoken_words": (lambda: P.spoken_words(SOUNDS), READS),
    "weird_words": (P.weird_words, BLIND),
    "two_stacks.copy": (lambda: two_stacks.copy("abc", 4), READS),
    "two_stacks.reverse": (lambda: two_stacks.reverse("abc", 4), READS),
    "two_stacks.sort": (lambda: two_stacks.sort(range(3), 4), READS),
    "two_stacks.which": (lambda: two_stacks.which(["Ada", "Bo"], 4), READS),
}  # fmt: skip
OFF = {  # logits, as a share of the largest: those whose scores are sums of very different sizes
    "printed.search": 1e-6,
    "small.multiply": 1e-6,
}
CLOSE = 1e-10
OF_LEAD = 1e-4  # of the lead of the right token, where it has one


@pytest.fixture(scope="module")
def one() -> Choice:
    return choose({f"{name}:": make() for name, (make, _) in MADE.items()})


ROOMS = {"": P, "printed.": printed, "small.": small, "two_stacks.": two_stacks}


def test_every_program_of_the_book_joins_or_is_refused() -> None:
    found = set()
    for where, room in ROOMS.items():
        for name in getattr(room, "__all__", None) or vars(room):
            made = inspect.unwrap(getattr(room, name))
            if inspect.isfunction(made):
                hints = get_type_hints(made)
                says = hints.get("return")
                if inspect.isclass(says) and issubclass(says, Program) and "model" not in hints:
                    found.add(f"{where}{name}")
    assert found - {"choose"} == {*MADE, *REFUSED}


def answered(program: Program, prompts: Any) -> Iterator[tuple[int, Any]]:
    """Prompts of one length with all that the program says after them, but for its last token."""
    alike = defaultdict(list)
    for prompt in prompts:
        ids = program.encode(prompt)
        program.complete(prompt, steps=1)  # it may be asked
        room = program.model.n_ctx + 1 - len(ids)
        stop = None if program.stop is None else program.places[program.stop]
        steps = min(room, program.steps or room)
        said = generate(program.model, np.array(ids), max(1, steps), stop=stop)
        alike[len(ids), len(said)].append(said[:-1])
    for (n, _), rows in alike.items():
        yield n, np.array(rows)


@every("name", lambda: drawn([*MADE], len(MADE) // 3, "choosing"))
def test_answers_are_those_of_the_program_alone(one: Choice, name: str) -> None:
    """Each token of each answer, by logits that are the same but for rounding."""
    program, task = one.programs[f"{name}:"], one.task(f"{name}:")
    own = np.array([one.places[symbol] for symbol in program.vocabulary])
    prompts = [*MADE[name][1](np.random.default_rng(0))]
    assert len(prompts) >= 14
    for n, tokens in answered(program, prompts):
        alone = forward(program.model, tokens, keep=tokens.shape[1] - n + 1)
        asked = np.insert(own[tokens], 0, one.places[f"{name}:"], axis=1)
        here = forward(task.model, asked, keep=tokens.shape[1] - n + 1)
        right = alone.argmax(-1)
        assert (here.argmax(-1) == own[right]).all()
        off = np.abs(here[..., own] - alone).max(-1)
        assert (off <= OFF.get(name, CLOSE) * np.abs(alone).max(-1)).all()
        assert (lead(here, own[right]) >= (1 - OF_LEAD) * lead(alone, right)).all()


@every("name", MADE)
def test_who_is_not_asked_is_silent_to_the_last_bit(one: Choice, name: str) -> None:
    """What is in the columns of the others is 0, and their heads look at the first token alone."""
    prompt = [*MADE[name][1](np.random.default_rng(1))][1]
    task = one.task(f"{name}:")
    seen = trace(task.model, np.array(task.encode(prompt)))
    start = 0
    for other, program in one.programs.items():
        columns = slice(start, start + program.model.d_model)
        start = columns.stop
        for number in range(len(one.model.layers)):
            x = seen.stream[f"mlp {number}"][:, columns]
            assert x.any() == (other == task.name)
    for number, pattern in seen.patterns.items():
        for head, looks in zip(one.model.layers[number].heads, pattern, strict=True):
            if number and head.name.startswith(task.name):
                assert not looks[1:, 0].any()
            else:
                assert (looks[:, 0] == 1).all()


def test_a_text_or_a_list_with_a_name_in_front(one: Choice) -> None:
    assert one.complete("add:7+8=") == "15"
    assert one.complete("brackets: the dog that these dogs see sleeps") == "yes"
    assert one.complete("hello_world:") == "Hello World!"
    assert one.complete(["sort:", 5, 27, 3]) == [3, 5, 27]
    assert one.complete("sort: 5 27 3") == "3 5 27"
    assert one.complete(["add:", *"7+8="], steps=1) == ["1"]
    refused(
        (lambda: one.complete("7+8="), "must begin with one of add:"),
        (lambda: one.complete("add:7+x="), "'x' is not in the vocabulary; it has '0' '1'"),
        (lambda: one.complete("add:7+=8"), "must look like"),
        (lambda: one.task("nobody:"), "'nobody:' is not a program; there are add:"),
    )


def test_what_slides_alone_slides_behind_its_name() -> None:
    """Each has the last tokens that it has alone, and no fewer: places of "aaab" need three."""
    made = {name: MADE[name] for name in ("letters", "repeat_pattern", "printed.aab")}
    made["short"] = (lambda: P.repeat_pattern("aaab", 3), lambda rng: ["aaa", "baa", "aab"])
    for name, (make, asked) in made.items():
        one = choose({f"{name}:": make()})
        program, task = one.programs[f"{name}:"], one.task(f"{name}:")
        for prompt in [*asked(np.random.default_rng(2))][:4]:
            for steps in (None, 41):
                said = task.complete(prompt, steps=steps, choose=sample(3, top_k=2))
                assert said == program.complete(prompt, steps=steps, choose=sample(3, top_k=2))


# --- any machine


def program_of(model: Transformer) -> Program:
    return Program(model, range(model.d_vocab))


BARE: dict[str, Any] = {"norm": None, "biased": True, "n_ctx": 9}


def without_and_with_norm(seed: int) -> Transformer:
    """Its first layer and its logits read rows as they are, its second layer by a norm."""
    model = random_transformer(seed, norm=RMS_NORM)
    first = replace(model.layers[0], norm_attn=None, norm_mlp=None)
    return replace(model, layers=[first, model.layers[1], Layer()], norm_final=None)


def averaging(seed: int) -> Transformer:
    """Its heads ask nothing, with no column of queries: the joined ones must not divide by 0."""
    model = random_transformer(seed)
    none = np.zeros((model.d_model, 0))
    layers = [replace(layer, heads=[replace(head, W_Q=none, W_K=none) for head in layer.heads])
              for layer in model.layers]  # fmt: skip
    return replace(model, layers=layers)


MIXES: dict[str, list[Transformer]] = {
    "layer norm": [random_transformer(1), random_transformer(2, d_model=4, n_layers=3)],
    "no norm": [random_transformer(seed, **BARE) for seed in (3, 4)],
    "all kinds": [
        random_transformer(5, norm=Norm(eps=1e-3), tied=False),
        random_transformer(6, norm=RMS_NORM, n_layers=0),
        random_transformer(7, **BARE),
        without_and_with_norm(8),
        random_transformer(9, norm=Norm(eps=0.0, centered=False), d_mlp=0),
        random_transformer(10, heads=[], d_vocab=4),
    ],
    "one alone": [random_transformer(11)],
    "an average": [averaging(12), random_transformer(13)],
}


@every("name", MIXES)
def test_any_machines(name: str) -> None:
    """Drawn weights, every norm and epsilon that may join, with symbols in common."""
    models = MIXES[name]
    one = choose({f"{k}:": program_of(model) for k, model in enumerate(models)})
    for k, model in enumerate(models):
        tokens = np.random.default_rng(k).integers(0, model.d_vocab, (5, model.n_ctx))
        alone = forward(model, tokens)
        own = [one.places[symbol] for symbol in range(model.d_vocab)]
        here = forward(one.model, np.insert(np.array(own)[tokens], 0, k, axis=1))[:, 1:]
        assert_same_logits(here[..., own], alone)
        others = np.delete(here, own, axis=-1)
        assert (others < here[..., own].min() - 1e3).all()


def changed(model: Transformer, **how: Any) -> Transformer:
    return replace(model, layers=[replace(layer, **how) for layer in model.layers])


DRAWN = random_transformer(0)
GELU = replace(DRAWN.layers[0].mlp, act="gelu")  # type: ignore[type-var]
CANNOT: list[tuple[Transformer, str]] = [
    (random_transformer(0, norms="after"), "its norms come after the sub-layers"),
    (changed(DRAWN, mlp=GELU), "its units are gelu"),
    (random_transformer(0, norm=Norm(gamma=np.ones(6))), "has a gamma or a beta"),
    (random_transformer(0, norm=Norm(inside=True)), "adds epsilon inside the root"),
    (replace(DRAWN, norm_final=Norm(eps=1e-3)), "its norms differ in epsilon"),
    (replace(DRAWN, norm_final=RMS_NORM), "some of its norms center rows"),
    (replace(DRAWN, norm_final=None), "some of its norms center rows"),
    (
        changed(random_transformer(0, norm=RMS_NORM), norm_mlp=None),
        "layer 0 has a norm before its heads or its MLP",
    ),
    (random_transformer(0, biased=True), "a head of layer 0 adds a constant"),
]


def test_what_cannot_join_and_names_that_could_be_mistaken_get_a_sentence() -> None:
    def named(*names: Any) -> Callable[[], Choice]:
        return lambda: choose(dict.fromkeys(names, small.minimum(4, 4)))

    refused(
        *((partial(choose, {"small:": small.minimum(4, 4), f"{name}:": make()}),
           f"^'{name}:' cannot join: {reason}$")
          for name, (make, reason) in REFUSED.items()),
        *((partial(choose, {"it": program_of(model)}), f"'it' cannot join: .*{reason}")
          for model, reason in CANNOT),
        (named(), "no programs"),
        (named("a", "ab"), "the name 'a' begins 'ab'"),
        (named(0), "a name is 0; it must be a string"),
        (named(""), "a name is ''"),
        (lambda: choose({"+": small.add(2)}), r"the name '\+' is a symbol of a program"),
    )  # fmt: skip


# --- many in one


def test_fizzbuzz_in_the_machine_of_six() -> None:
    """Its 708 steps, each by the machine's own tokens: the text is right if each next token is."""
    alone = P.computer(100, 1024)
    programs = {name: MADE[name][0]() for name in ("hello_world", "small.add", "search", "minimum")}
    one = choose({**programs, "small.sort": small.sort(100, 60), "computer:": alone})
    prompt = little_man.assemble(little_man.text("fizzbuzz"))
    said = [*little_man.steps(prompt)]
    tokens = np.array(one.encode(["computer:", *prompt, *said[:-1]]))
    here = forward(one.model, tokens, keep=len(said)).argmax(-1)
    assert [one.vocabulary[i] for i in here] == said


# The first is right alone in arrays of float32, but its last MLP is so loud that whispers are lost
# beside it; the others are wrong alone, too.
FINE = ("computer", "small.multiply", "printed.search", "printed.sort")


@every("name", MADE)
def test_softer_voices_are_enough_for_float32(name: str) -> None:
    """In arrays of float32, whose numbers end at 2**128: each beside another program."""
    program = MADE[name][0]()
    one = choose({"asked:": program, "another:": P.minimum(5, 6)}, voices=IN_FLOAT32)
    model = mapped(one.task("asked:").model, lambda _, W: W.astype(np.float32))
    own, wrong = np.array([one.places[symbol] for symbol in program.vocabulary]), 0
    for n, tokens in answered(program, [*MADE[name][1](np.random.default_rng(0))][:6]):
        right = forward(program.model, tokens, keep=tokens.shape[1] - n + 1).argmax(-1)
        here = forward(model, np.insert(own[tokens], 0, 0, axis=1), keep=right.shape[1])
        assert here.dtype == np.float32
        wrong += int((here.argmax(-1) != own[right]).sum())
    assert (wrong > 0) == (name in FINE)


def test_voices_are_loud_enough_with_room() -> None:
    """A thousandth and a thousandfold of each voice leave answers as they are."""
    programs = {"sort:": P.sort(10, 12), "add:": small.add(2), "aab:": printed.aab()}
    usual = Voices()
    for name in ("loud", "whisper", "huge"):
        for factor in (2.0**-8, 2.0**8):
            voices = replace(usual, **{name: getattr(usual, name) * factor})
            one = choose(programs, voices=voices)
            assert one.complete("sort: 7 2 9 4") == "2 4 7 9"
            assert one.complete("add:38+62=") == "100"
            assert one.complete("aab:aa", steps=6) == "baabaa"
