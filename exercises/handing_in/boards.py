"""Leaderboards: tasks on which the smallest machine wins, and the tables of those that do them.

The size of a machine is how many numbers it stores; of equal ones the fewer that are not zero
count. Where a board asks for no plain norms, what is set otherwise than in the book counts as one
number more each. Two boards have a score, which the judge finds, and of equal ones the smaller
machine is first. A board asks for one function without arguments, so that a file holds one machine.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import product

import numpy as np

from exercises.catalogue.dial_tones.arrow_length import WITHIN
from exercises.judging.adapters import least_adapters
from exercises.judging.arrows import arrow_mlp, misfit
from exercises.judging.asking import Shown, note
from exercises.judging.far_places import longest_right, stretched
from exercises.judging.judge import (
    MARGIN,
    Tally,
    Wrong,
    conditions,
    fresh,
    in_short,
    knows,
    own_model,
    own_program,
    program_of,
    right,
    scored,
    standard,
)
from exercises.judging.little_man_runs import CELLS, ROOM, runs_programs
from exercises.judging.many_tasks import TASKS, tasks_done
from exercises.judging.occurrences import Size, planted, texts
from exercises.judging.onsets import numbered, without_mask
from exercises.judging.receivers import by_the_standard, receiver
from exercises.judging.repeated import as_rows, known
from exercises.judging.semes import SENTENCES as SMALL_GRAMMAR
from exercises.judging.semes import weird
from exercises.judging.sentences import SENTENCES, two_sentences
from exercises.judging.sizes import sized_model
from exercises.judging.small_phrases import PHRASES, phrases
from exercises.judging.sums import each_pair_at_each_place
from exercises.judging.text import says
from exercises.judging.three_instructions import STEPS, runs_them
from exercises.judging.two_stacks import answers
from exercises.statement import Exercise
from taotp.programs.minimum import minimum
from taotp.reference import PRODUCTS, SUMS, followers, product_tokens, sum_tokens
from taotp_core.arrays import Tokens, to_float64
from taotp_core.equivalences import norms_in_use
from taotp_core.measure import parameters
from taotp_core.program import Program
from taotp_core.weights import LAYER_NORM, MLP, Transformer

Inputs = Iterator[tuple[Tokens, Tokens]]  # tokens [n_rows, n], and what is expected, -1 for nothing
FINE = 1e-13  # the lead where numbers of very different sizes are added; rounding changes 1e-15
PRAISE = (
    "{inputs} inputs, {total} parameters, {nonzero} of them not zero, smallest margin {margin:.3g}"
)
MACHINE = "the machine"  # what it is called in a verdict


@dataclass(frozen=True)
class Counted:
    """What a table counts of a machine, and the names of both columns: the first is what ranks.

    Where the judge finds a score, `score` is the name of its column, which comes first and ranks
    before size, the largest first. `formats` says whether others are told in which it is right.
    """

    first: str
    second: str
    of: Callable[[Transformer], tuple[int, int]]
    score: str = ""
    formats: bool = True


def sizes(model: Transformer) -> tuple[int, int]:
    """How many numbers a machine stores, and how many are not zero; each setting is one of both."""
    found, settings = parameters(model), settings_of(model)
    return found.total + settings, found.nonzero + settings


def in_parts(model: Transformer) -> tuple[int, int]:
    """How many numbers that are not zero heads, MLPs and norms have, and how many a machine has."""
    found, settings = parameters(model), settings_of(model)
    inside = sum(found.parts[part].nonzero for part in ("attention", "mlp", "norms"))
    return inside + settings, found.nonzero + settings


def nonzero_first(model: Transformer) -> tuple[int, int]:
    """How many numbers of a machine are not zero, and how many it stores."""
    stored, nonzero = sizes(model)
    return nonzero, stored


STORED = Counted("size", "not 0", sizes)
INSIDE = Counted("heads, MLPs", "not 0", in_parts)
FARTHEST = Counted("heads, MLPs", "not 0", in_parts, "tokens", formats=False)
MOST_DONE = Counted("not 0", "size", nonzero_first, "programs")


@dataclass(frozen=True)
class Board:
    """A task, stated and judged by an exercise, and what a machine for it is asked in the page.

    What is no machine for a text, and can be run in no figure, has no prompt (None).
    Where a machine is made from another one that is `frozen`, it is as large as what was added.
    A Transformer has no symbols of its own: `symbols` are those of its tokens, numbers where there
    are none. It says at most `steps` of them (None: as many as fit). There are `every` inputs where
    a table asks all of them, and None where it draws some of too many.
    """

    exercise: Exercise
    prompt: str | tuple[int | str, ...] | None
    symbols: str = ""
    steps: int | None = None
    every: int | None = None
    asks: str = ""
    frozen: Callable[[], Transformer] | None = None
    counted: Counted = field(default=STORED)

    @property
    def asked(self) -> str:
        """What a table asks of a machine, where `asks` does not say it."""
        if self.asks:
            return self.asks
        if self.every is None:
            return "inputs of every kind, drawn where there are too many to ask all"
        return f"all {self.every:,} inputs" if self.every > 1 else "the only input there is"

    def program(self, machine: Transformer | Program) -> Program:
        """The machine with its symbols, to be run."""
        if isinstance(machine, Program):
            return replace(machine, steps=self.steps or machine.steps)
        return Program(machine, self.symbols or range(machine.d_vocab), steps=self.steps)

    def size(self, machine: Transformer | Program | MLP) -> tuple[int, int]:
        """How many numbers it stores, and how many of them are not zero, or what else is counted.

        Of one that was frozen: how many the adapters of least rank have, and how many are changed.
        """
        if isinstance(machine, MLP):
            arrays = (machine.W_in, machine.b_in, machine.W_out, machine.b_out)
            return sum(W.size for W in arrays), sum(int(np.count_nonzero(W)) for W in arrays)
        model = machine.model if isinstance(machine, Program) else machine
        if self.frozen:
            return least_adapters(self.frozen(), model, f"in {MACHINE}")
        return self.counted.of(model)


def judged_on(
    d_vocab: int,
    n_ctx: int,
    some: Callable[[], Inputs],
    rest: Callable[[], Inputs] | None = None,
    symbols: str = "",
    margin: float = MARGIN,
) -> Callable[[object], str]:
    """A judge of Transformers: right on some inputs, and in float64 on all the others as well.

    A folder is graded by some of them, as the others take seconds; the tables ask for all.

    `symbols` are those that its tokens stand for, where these are not numbers.
    """

    def typed(tokens: Sequence[int]) -> str:
        return "".join(symbols[t] for t in tokens) if symbols else " ".join(map(str, tokens))

    show = Shown(symbols or None)
    name: Callable[[int], str] = symbols.__getitem__ if symbols else str

    def judge(answer: object) -> str:
        model = sized_model(answer, where=f"in {MACHINE}", d_vocab=d_vocab, n_ctx=n_ctx)
        standard(model)
        tally = Tally()
        for tokens, expected in some():
            tally += right(model, tokens, expected, show, name, typed=typed, margin=margin)
        if rest and not conditions().whole:
            return praised(model, tally) + "; its table asks for all"
        if rest and conditions().to is to_float64:
            for tokens, expected in rest():
                tally += right(model, tokens, expected, show, name, typed=typed, margin=margin)
        return praised(model, tally)

    return judge


def praised(model: Transformer, tally: Tally) -> str:
    """What to say of a machine that does the task."""
    note("praise", words=PRAISE)
    return f"{tally.inputs} inputs, {size_in_words(model)}, smallest margin {tally.margin:.3g}"


def size_in_words(model: Transformer) -> str:
    """How many numbers a machine stores, what is set otherwise than in the book among them."""
    total, nonzero = sizes(model)
    settings = settings_of(model)
    counted = f", {settings} of them settings" if settings else ""
    return f"{total} parameters, {nonzero} of them not zero{counted}"


def settings_of(model: Transformer) -> int:
    """How often something is set that is no array: an eps, its place, an activation, an order.

    The book's are 1e-10 beside the root, ReLU, and norms before their parts; a norm may be of
    either kind, or none.
    """
    norms = [norm for _, norm in norms_in_use(replace(model, encoder=None)) if norm]
    set_here = sum((norm.eps != LAYER_NORM.eps) + norm.inside for norm in norms)
    units = sum(layer.mlp is not None and layer.mlp.act != "relu" for layer in model.layers)
    rest = settings_of(model.encoder) if model.encoder else 0
    return set_here + units + (model.norms != "before") + (model.shared_keys != 1) + rest


# What is asked of each


def repeated() -> Inputs:
    """Every text of up to four digits; each digit at each place of ten; and random texts.

    Longer texts are asked after every token.
    """
    for n in range(1, 5):
        tokens = np.array(list(product(range(10), repeat=n)))
        yield tokens, last_only(tokens, tokens[:, -1])
    digits = np.arange(10)
    rows = digits[:, None, None] + digits[:, None] * digits  # from each digit, by each step
    tokens = rows.reshape(-1, 10) % 10
    yield tokens, tokens
    tokens = fresh(1).integers(10, size=(500, 10))
    yield tokens, tokens


def last_only(tokens: Tokens, expected: Tokens) -> Tokens:
    """What is expected after whole texts: [n_rows, n]."""
    out = np.full(tokens.shape, -1)
    out[:, -1] = expected
    return out


def hello(answer: object) -> str:
    """Says Hello World! and stops."""
    program = own_program(answer, f"in {MACHINE}")
    standard(program.model)
    return praised(program.model, says(program, "Hello World!"))


SEARCHED = Size(10, 100, 3)


def searched() -> Inputs:
    """All short texts of two symbols, a match at every place of every length, and near misses."""
    for low, high in ((0, 1), (3, 8)):
        for tokens, expected in texts(Size(2, 12, 3, longest=9), phantoms=True):
            if tokens.shape[1] < 10:
                symbols = np.array([low, high, -1])
                yield symbols[tokens], symbols[expected]
    for seed in range(4):
        found = [(text, followers(text, 3)) for text in planted(SEARCHED, seed)]
        fair = [(text, after[0]) for text, after in found if len(after) == 1]
        tokens = np.array([text for text, _ in fair])
        yield tokens, last_only(tokens, np.array([after for _, after in fair]))
    for n in range(2 * SEARCHED.n_match, SEARCHED.n_ctx + 1):
        found_there = matches(n)
        if len(found_there[0]):  # what is drawn in between may match as well
            yield found_there


def matches(n: int) -> tuple[Tokens, Tokens]:
    """Texts of n tokens with the match at some places, and near misses where there is room.

    At every place in the longest texts; in others at the ends and in between. Each digit stands
    in turn at each place of what is asked for, and of what followed.
    """
    d_vocab, _, n_match, _ = SEARCHED
    rng, rows, after = fresh(n), [], []
    last = n - 2 * n_match  # from here on a match would reach into what asks
    for place in range(last + 1) if n == SEARCHED.n_ctx else sorted({0, n % (last + 1), last}):
        text = rng.integers(d_vocab, size=n)
        asked = (place + (1 + n % 4) * np.arange(n_match) + rng.integers(d_vocab)) % d_vocab
        text[-n_match:] = asked
        for missed, spot in enumerate(range(place % (n_match + 1), n - n_match, n_match + 1)):
            text[spot : spot + n_match] = asked
            text[spot + missed % n_match] += 1 + missed % (d_vocab - 1)
        text[place : place + n_match + 1] = [*asked, (place + n) % d_vocab]
        text[-n_match:] = asked
        text %= d_vocab
        if len(found := followers(text.tolist(), n_match)) == 1:
            rows.append(text)
            after += found
    tokens = np.array(rows, int).reshape(-1, n)
    return tokens, last_only(tokens, np.array(after, int))


def given_table() -> tuple[Tokens, Tokens]:
    """A hundred keys of five digits [100, 5] and their answers [100], from two formulas."""
    i = np.arange(100)
    keys = (12345 + 7919 * i)[:, None] // 10 ** np.arange(4, -1, -1) % 10
    return keys, 7 * i * i // 13 % 10


def keys_of_the_table() -> Inputs:
    """Every key."""
    keys, answers = given_table()
    yield keys, last_only(keys, answers)


def lists_of_numbers() -> Inputs:
    """All pairs and triples of neighbors below 100, crowds, each place, and random lists."""
    pairs = np.indices((100, 100)).reshape(2, -1).T
    yield pairs, last_only(pairs, pairs.min(1))
    k = np.arange(99)
    for third in (np.zeros_like(k), k, k + 1, np.full_like(k, 99)):
        for order in product((k, k + 1, third), repeat=3):
            tokens = np.stack(order, 1)
            yield tokens, last_only(tokens, tokens.min(1))
    crowd = np.hstack([k[:, None], np.repeat(k[:, None] + 1, 8, 1), np.full((99, 1), 99)])
    yield crowd, last_only(crowd, k)
    for place, size in product(range(10), (1, 10)):  # the smallest at each place, the rest near it
        tokens = np.minimum(k[:, None] + np.arange(1, 11) % size + 1, 99)
        tokens[:, place] = k
        yield tokens, np.minimum.accumulate(tokens, axis=1)
    for n in range(1, 11):
        tokens = fresh(n).integers(100, size=(200, n))
        yield tokens, np.minimum.accumulate(tokens, axis=1)


def sorted_(answer: object) -> str:
    """The numbers from 1 to 20, all different: each is followed by the next larger one."""
    program = own_program(answer, f"in {MACHINE}")
    model = program.model
    standard(model)
    knows(program, range(1, 21), "the numbers 1 to 20", 40 - len(program.encode([])))
    ids = program.places
    tally = Tally()
    for numbers, said, then in decisions():
        tokens = [*program.encode(numbers), *(ids[x] for x in said)]
        asked = np.array([tokens])

        def show(prefix: Sequence[int], numbers: list[int] = numbers, n: int = len(said)) -> str:
            return f"{in_short(numbers)} with {n} of them said"

        wanted = last_only(asked, np.array([ids[then]]))
        tally += right(model, asked, wanted, show, lambda i: str(program.vocabulary[i]),
                       margin=FINE)  # fmt: skip
    return praised(model, tally)


def decisions() -> Iterator[tuple[list[int], list[int], int]]:
    """A list, what has been said of it, and what comes next; the nearest, and random lists.

    Of the whole list from 1 to 20, also each number at each place.
    """
    for last in range(20):
        for then in range(last + 1, 21):
            larger = list(range(then, 21))
            smaller = list(range(1, last + 1))
            yield [*smaller, *larger][::-1], smaller, then
            if last:
                yield [*larger, last], [last], then
    whole = np.arange(20)
    for turned in range(20):
        numbers = ((7 * whole + turned) % 20 + 1).tolist()
        for then in range(1, 21):
            yield numbers, list(range(1, then)), then
    rng = fresh(20)
    for _ in range(20):
        numbers = (rng.permutation(20)[: rng.integers(1, 21)] + 1).tolist()
        ordered = sorted(numbers)
        for i, then in enumerate(ordered):
            yield numbers, ordered[:i], then


def both_sentences(answer: object) -> str:
    """Both sentences, from each of their beginnings."""
    program, tally = two_sentences(answer, f"in {MACHINE}")
    return praised(program.model, tally)


def agreeing(answer: object) -> str:
    """Every sentence of the small grammar, and how many of its words do not agree."""
    program = program_of(answer, f"in {MACHINE}")
    model = own_model(program.model, f"in {MACHINE}")
    if model.encoder is not None or program.steps != 1:
        raise Wrong(f"in {MACHINE} expected one stack that says one symbol, got another")
    program = replace(program, model=model, fault=None, pieces=None)
    texts = [tuple(text.split()) for text in SMALL_GRAMMAR]
    return praised(model, answers(program, texts, counted_weird))


def counted_weird(words: Sequence[object]) -> list[str]:
    """What is to be said of a sentence."""
    return [str(weird(" ".join(map(str, words))))]


def translating(answer: object) -> str:
    """All of the small noun phrases, in French."""
    program, tally = phrases(answer, f"in {MACHINE}")
    return praised(program.model, tally)


def three_instructions(answer: object) -> str:
    """Runs programs of four cells, each of 30 steps."""
    program, tally, every = runs_them(answer, f"in {MACHINE}")
    return praised(program.model, tally) + ("" if every else "; its table asks for all")


def little_man(answer: object) -> str:
    """Runs programs of the Little Man Computer."""
    program, tally, every = runs_programs(answer, f"in {MACHINE}")
    note("praise", words=PRAISE)
    inside, nonzero = in_parts(program.model)
    words = f"{tally.inputs} steps, {inside} numbers in heads and MLPs, {nonzero} not zero in all"
    return f"{words}, smallest margin {tally.margin:.3g}" + (
        "" if every else "; its table asks for all"
    )


MOST_INSIDE, MOST_NONZERO = 300, 20_000


def farthest(answer: object) -> str:
    """Runs programs in float32, in a text as long as it can."""
    machine = stretched(answer, f"in {MACHINE}")
    inside, _ = in_parts(machine.program.model)
    if inside > MOST_INSIDE:
        raise Wrong(
            f"in {MACHINE} expected at most {MOST_INSIDE} numbers that are not zero in heads and "
            f"MLPs, got {inside}"
        )
    good, then = longest_right(machine)
    scored(good)
    return f"right in texts of {good:,} tokens in float32, {inside} numbers; {then}"


def many_programs(answer: object) -> str:
    """Does as many tasks as it has names for."""
    program, names, tally = tasks_done(answer, f"in {MACHINE}")
    nonzero, _ = nonzero_first(program.model)
    if nonzero > MOST_NONZERO:
        raise Wrong(
            f"in {MACHINE} expected at most {MOST_NONZERO:,} numbers that are not zero, "
            f"got {nonzero:,}"
        )
    scored(len(names))
    words = f"{len(names)} programs, {tally.inputs} tokens, {nonzero} numbers that are not zero"
    return words + ("" if conditions().whole else "; its table asks for all")


def digits_mod_10() -> Inputs:
    """All pairs of digits."""
    pairs = np.indices((10, 10)).reshape(2, -1).T
    yield pairs, last_only(pairs, pairs.sum(1) % 10)


def prompts_of_sums(a: Tokens, b: Tokens, n_digits: int) -> tuple[Tokens, Tokens]:
    """Prompts with the sum so far, and each digit of it in its turn."""
    whole = sum_tokens(a, b, n_digits)
    expected = np.full((len(a), 3 * n_digits + 2), -1)
    expected[:, 2 * n_digits + 1 :] = whole[:, 2 * n_digits + 2 :]
    return whole[:, :-1], expected


KINDS = ((0, 9), (9, 10), (10, 19))  # sums of two digits that carry never, if carried to, always


def carries(n_digits: int, patterns: Tokens, rng: np.random.Generator) -> tuple[Tokens, Tokens]:
    """Two numbers for each pattern [n, n_digits] of KINDS, with digits drawn at random."""
    low, high = np.array(KINDS)[patterns].transpose(2, 0, 1)
    total = rng.integers(low, high)
    first = rng.integers(np.maximum(total - 9, 0), np.minimum(total, 9) + 1)
    places = 10 ** np.arange(n_digits, dtype=np.int64)
    return first @ places, (total - first) @ places


def some_sums(n_digits: int) -> Inputs:
    """A thousand patterns of carries, with digits drawn twice, and numbers full of 9 and 0.

    Also each pair of digits at each place.
    """
    yield prompts_of_sums(*each_pair_at_each_place(n_digits), n_digits)
    rng = fresh(n_digits)
    patterns = rng.integers(3, size=(1000, n_digits))
    for _ in range(2):
        yield prompts_of_sums(*carries(n_digits, patterns, rng), n_digits)
    ends = [10**k + d for k in range(n_digits) for d in (-1, 0, 1)] + [10**n_digits - 1]
    wide = np.array(ends, dtype=np.int64)  # which numpy's own kind is not in a page
    a, b = (side.ravel() for side in np.meshgrid(wide, wide))
    yield prompts_of_sums(a, b, n_digits)


def every_carry(n_digits: int) -> Inputs:
    """Every pattern of carries: whether two digits sum to less than 9, to 9, or to more."""
    rng = fresh(n_digits + 1)
    numbers = np.arange(3**n_digits)
    for some in np.array_split(numbers, max(1, len(numbers) // 4000)):
        patterns = some[:, None] // 3 ** np.arange(n_digits, dtype=np.int64) % 3
        yield prompts_of_sums(*carries(n_digits, patterns, rng), n_digits)


def every_sum(n_digits: int) -> Inputs:
    """All pairs."""
    b = np.arange(10**n_digits)
    for some in np.array_split(b, 250):
        a = np.repeat(some, len(b))
        yield prompts_of_sums(a, np.tile(b, len(some)), n_digits)


def products() -> Inputs:
    """All pairs of two digits, and each of the four digits of their product in its turn."""
    a, b = np.indices((100, 100)).reshape(2, -1)
    whole = product_tokens(a, b, 2)
    expected = np.full((len(whole), 9), -1)
    expected[:, 5:] = whole[:, 6:]
    yield whole[:, :-1], expected


def pieces_of_aab() -> Inputs:
    """Every piece of aabaab... of up to five letters that says where in it we are."""
    yield from as_rows(known("aab"), "ab")


def the_smallest() -> Transformer:
    """What the machine is made from that says the largest."""
    return minimum(100, 10).model


def largest_by_adapter(answer: object) -> str:
    """Says the largest, after a small change of the machine that says the smallest."""
    model = sized_model(answer, where=f"in {MACHINE}", d_vocab=100, n_ctx=10)
    standard(model)
    count, changed = least_adapters(the_smallest(), model, f"in {MACHINE}")
    tally = Tally()
    for tokens, expected in lists_of_numbers():
        tally += right(model, 99 - tokens, np.where(expected < 0, -1, 99 - expected), in_short)
    words = f"{count} numbers in adapters, {changed} of the machine changed"
    return f"{tally.inputs} inputs, {words}, smallest margin {tally.margin:.3g}"


def length_told(answer: object) -> str:
    """Tells the length of an arrow in every direction."""
    mlp = arrow_mlp(answer)
    off = misfit(mlp, WITHIN)
    return f"arrows of every direction, {len(mlp.b_in)} units, at most {off:.2%} off"


def onsets_numbered(answer: object) -> str:
    """Says at each one of nine bits which one it is, without a mask."""
    model = without_mask(answer)
    return praised(model, numbered(model))


def keys_heard(answer: object) -> str:
    """Hears what the standard asks, and nothing else."""
    model = receiver(answer)
    return f"{by_the_standard(model)}, {size_in_words(model)}"


# The boards


def board(
    slug: str,
    title: str,
    task: str,
    judge: Callable[[object], str],
    kind: str,
    prompt: str | tuple[int | str, ...] | None = None,
    symbols: str = "",
    steps: int | None = None,
    every: int | None = None,
    asks: str = "",
    frozen: Callable[[], Transformer] | None = None,
    counted: Counted = STORED,
) -> Board:
    """A board with a number that tells it from an exercise."""
    name = slug.replace("-", "_")
    stub = f'\ndef {name}():\n    """{kind}."""\n    raise NotImplementedError\n'
    exercise = Exercise(
        slug=slug, title=title, kind="budget", statement=task, hints=(), answer="", stub=stub,
        judge=judge,
    )  # fmt: skip
    return Board(exercise, prompt, symbols, steps, every, asks, frozen, counted)


FREE = (
    " Norms are of either kind or left out, with an eps of 1e-10 beside the root, before their "
    "parts; units are ReLUs. Any other eps, one inside the root, another activation, and norms "
    "behind their parts count as a number each."
)
MODEL, PROGRAM = "A Transformer that does it", "A Program that does it"
UNITS = "An MLP that does it"
EVERY: tuple[Board, ...] = (
    board(
        "least-repeat-last", "The last token, for ever",
        "A Transformer of 10 symbols and 10 positions that says the last token again.",
        judged_on(10, 10, repeated), MODEL, (4, 0, 7), steps=1,
    ),
    board(
        "least-hello-world", "Hello World!",
        "A Program that says Hello World! from its start to its stop.", hello, PROGRAM, "",
        every=1,
    ),
    board(
        "least-search", "Search",
        "A Transformer of 10 symbols and 100 positions that says what followed the last three "
        "tokens before, where they occur exactly once before; the first token may be anything.",
        judged_on(10, 100, searched), MODEL, (5, 1, 2, 3, 7, 9, 1, 2, 3), steps=1,
    ),
    board(
        "least-lookup", "A given table",
        "A Transformer of 10 symbols and 5 positions that says the answer of each of 100 keys: "
        "for $i$ from 0 to 99 the key is the five digits of $12345 + 7919 i$ and the answer "
        "$\\lfloor 7 i^2 / 13 \\rfloor \\bmod 10$.",
        judged_on(10, 5, keys_of_the_table), MODEL, (1, 2, 3, 4, 5), steps=1, every=100,
    ),
    board(
        "least-minimum", "The smallest",
        "A Transformer of 100 numbers and 10 positions that says the smallest so far.",
        judged_on(100, 10, lists_of_numbers), MODEL, (60, 20, 41, 40), steps=1,
    ),
    board(
        "least-adapter", "From the smallest to the largest",
        "A Transformer of 100 numbers and 10 positions that says the largest so far, made from "
        "`minimum(100, 10).model` by adding a product $AB$ to each of some of its matrices. Its "
        "size is how many numbers these have, of the least rank that there is; of equal ones, "
        "those count that change fewer numbers of the machine. Nobody can do with fewer than 4.",
        largest_by_adapter, MODEL, (60, 20, 41, 40), steps=1, frozen=the_smallest,
    ),
    board(
        "least-sort", "Sort",
        "A Program with room for 40 tokens or more that sorts different numbers from 1 to 20. "
        "What it says after the largest is not asked.", sorted_, PROGRAM, (6, 2, 12, 18, 7),
        steps=10,
    ),
    board(
        "least-add-mod-10", "One digit, modulo 10",
        "A Transformer of 10 symbols and 2 positions: after two digits it says the last digit of "
        "their sum.", judged_on(10, 2, digits_mod_10), MODEL, (7, 8), steps=1, every=10 * 10,
    ),
    *(
        board(
            f"least-add-{n}", f"Add numbers of {n} digits",
            f"A Transformer of the symbols {SUMS} and {3 * n + 2} positions that continues "
            f"two numbers of {n} digits, as in a+b=, by the {n + 1} digits of their sum.",
            judged_on(12, 3 * n + 2, some, rest, SUMS, FINE), MODEL, prompt, SUMS,
            every=every,
        )
        for n, prompt, some, rest, every in (
            (3, "045+678=", lambda: some_sums(3), lambda: every_sum(3), 1000 * 1000),
            (10, "0123456789+9876543211=", lambda: some_sums(10), lambda: every_carry(10), None),
        )
    ),
    board(
        "least-multiply-2", "Multiply numbers of two digits",
        f"A Transformer of the symbols {PRODUCTS} and 9 positions that continues dd*dd= by the "
        "four digits of the product.",
        judged_on(12, 9, products, symbols=PRODUCTS, margin=FINE), MODEL,
        "12*34=", PRODUCTS, every=100 * 100,
    ),
    board(
        "least-aab", "aab for ever",
        "A Transformer of the letters ab and 5 positions that goes on with aabaab... after each of "
        "the 13 contexts of up to five letters that have one right answer.",
        judged_on(2, 5, pieces_of_aab, symbols="ab"), MODEL, "aabaa", "ab", steps=1, every=13,
    ),
    board(
        "least-arrow-length", "The length of an arrow",
        "An MLP of two columns without biases whose first output is the length of the arrow that "
        "it reads, within 2 % in every direction, and its second 0. With $K$ units nobody is "
        "nearer than $(1-c)/(1+c)$ for $c=\\cos(\\pi/2K)$.", length_told, UNITS,
        asks="every direction, exactly",
    ),
    board(
        "least-onset-count", "Which one is it?",
        "A Transformer without a mask (`causal=False`), of 10 symbols and 9 positions, that says "
        "at each 1 of nine zeros and ones which one it is.", onsets_numbered, MODEL, every=512,
    ),
    board(
        "least-dial-tones", "Listening to dial tones",
        "A Transformer with an encoder that reads frames of 205 samples, one every 40, and a "
        "decoder that says the keys in them. Symbols 0 to 15 are the keys 123A456B789C*0#D, 16 is "
        "the start and 17 the stop; there may be more. It hears every line that Q.24 asks for, of "
        "the mixed ones all but one, and nothing in the lines that must not be heard." + FREE,
        keys_heard, MODEL, asks="fresh strings of every line, eight keys each",
    ),
    board(
        "least-two-sentences", "Two sentences",
        f"A Program that goes on with *{' '.join(SENTENCES[0])}* and *{' '.join(SENTENCES[1])}* "
        "from every beginning; after *check the* anything may be said, and behind the last word.",
        both_sentences, PROGRAM, ("check", "the", "battery"), steps=9,
        every=sum(len(sentence) - 2 for sentence in SENTENCES),
    ),
    board(
        "least-agreement", "Agreement",
        "A Program of one stack that says how many words do not agree, 0 to 3, in sentences "
        "of one noun phrase or two (*a*, *these* or *the*, *dog* or *dogs*, with *near* between), "
        "behind which *is red*, *are red*, *sleeps* or *sleep* goes with the first noun." + FREE,
        agreeing, PROGRAM, ("these", "dogs", "near", "a", "dog", "is", "red"), steps=1,
        every=len(SMALL_GRAMMAR),
    ),
    board(
        "least-noun-phrases", "Noun phrases",
        "A Program with an encoder that says in French (in capitals) what it reads: *the* or *a*, "
        "*small*, *red* or neither, *cat*, *dog*, *table* or *car*, as *a small table*: UNE PETITE "
        "TABLE; *the red car*: LA VOITURE ROUGE." + FREE,
        translating, PROGRAM, ("the", "red", "car"), every=len(PHRASES),
    ),
    board(
        "least-three-instructions", "A computer of three instructions",
        "A Program that runs every program of four cells of the computer of three instructions, "
        f"as `three_instructions(4)` does: after a prompt such as `02 >0 05 >1 11 >2 01 >3 @0` it "
        f"says the first {STEPS} steps." + FREE,
        three_instructions, PROGRAM, ("02", ">0", "05", ">1", "11", ">2", "01", ">3", "@0"),
        steps=STEPS, every=12**4,
    ),
    board(
        "least-little-man", "Little Man",
        f"A Program that runs programs of the Little Man Computer with {CELLS} cells, as "
        f"`computer({CELLS}, {ROOM})` does, in texts of up to {ROOM:,} tokens: after a history of "
        "stores and where to begin it says each step, and `.` where the program halts. What counts "
        "are numbers that are not zero in heads and MLPs, then those of the whole machine." + FREE,
        little_man, PROGRAM, counted=INSIDE,
        asks="every number as an instruction and before each branch; each number with what makes "
        "its sum zero, or one digit longer; every cell loaded, stored and run into, and stored "
        "twice; all programs of three cells of 16 numbers; all that come with the library; drawn "
        "ones, some at the end of a full text; FizzBuzz by its own tokens",
    ),
    board(
        "longest-exact-run", "The longest exact run",
        f"A Program as for `least-little-man`, with at most {MOST_INSIDE} numbers that are not "
        "zero in heads and MLPs, that is right in float32 in texts as long as possible. Its "
        "positions are a line or a parabola, of which three rows or more are handed in; the judge "
        "goes on with it. The longest text counts, a power of two, as all before it; then numbers "
        "as for `least-little-man`." + FREE,
        farthest, PROGRAM, counted=FARTHEST,
        asks="at the end of texts of 512, 1,024, 2,048 ... tokens, with the program right before "
        "or at the beginning: each cell stored twice, and then both of its neighbors; sums at the "
        "edges; numbers as instructions; drawn programs; 250 steps of one that never ends",
    ),
    board(
        "most-programs", "Most programs",
        f"A Program of at most {MOST_NONZERO:,} numbers that are not zero that does as many of "
        "these tasks as it can, each behind its name, which is the first token. Numbers of lists "
        "are numbers, all other symbols texts. Each name that is in its vocabulary is asked for, "
        "and nothing behind it may be wrong; what comes after an answer is not asked." + FREE
        + "\n\n" + "\n".join(f"- `{name}` {task.words}" for name, task in TASKS.items()),
        many_programs, PROGRAM, counted=MOST_DONE,
        asks="of each task all inputs where they are few, else those at its ends and drawn ones",
    ),
)  # fmt: skip
BOARDS: dict[str, Board] = {board.exercise.slug: board for board in EVERY}
