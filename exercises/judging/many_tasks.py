"""Tasks of the book that one machine may do, each behind its name, and what is asked of them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product

import numpy as np

from exercises.judging.brackets import damaged, is_sentence
from exercises.judging.brackets import sentences as of_depth
from exercises.judging.judge import (
    Tally,
    Wrong,
    conditions,
    fresh,
    instead,
    own_program,
    pieces,
    rounding_asked,
    runner_up,
    short,
)
from exercises.judging.repeated import known
from exercises.judging.sentences import OPEN, SENTENCES
from taotp.little_man import assemble, history, shipped, steps
from taotp.reference import before_last, echo, followers, search
from taotp.reference.computers import cell_below, eight_steps, numbered, three_steps
from taotp_core.arrays import Tokens
from taotp_core.measure import lead
from taotp_core.program import Program, Symbol
from taotp_core.transformer import forward

Case = tuple[Sequence[Symbol], Sequence[Symbol]]  # what is read behind the name, and what is said
FINE = 1e-13  # the lead of a winner, as a share of it: logits of who sleeps are enormous
DRAWN = 100  # prompts, of a task that has too many
PART = 6  # where there is a second, one in so many is asked
TABLE = {a + b: "abc"[(i + j) % 3] for i, a in enumerate("abc") for j, b in enumerate("abc")}
LETTERS, FEW = "abcdefgh", "abcdef"
SIGNED = (  # programs of eight signs
    "+", "-.", ".", "+.>.", "[-].", "+[-].", "++[>+<-]>.", "++[>++<-]>.", ">++<.", "[[-]].", "-[-]",
    "+++.", "+[>+[-]<-].", "++++++++.", "--.", ">+>+.<.<.", "+[[-]]", "+>+<[>[-]<-].", "[.]", ">>.",
)  # fmt: skip


@dataclass(frozen=True)
class Task:
    """What is asked behind a name: `words` say what is read and said, `cases` are prompts."""

    words: str
    cases: Callable[[np.random.Generator], Iterable[Case]]


def numbers(rng: np.random.Generator, mark: str, n: int) -> Iterator[tuple[int, int, str]]:
    """Pairs of numbers of n digits, as they are typed: the ends of their range, and drawn ones."""
    top = 10**n - 1
    ends = [(0, 0), (top, top), (1, top), (top, 1), (top // 2, top - top // 2), (0, top)]
    for a, b in [*ends, *rng.integers(0, top + 1, (2 * DRAWN, 2)).tolist()]:
        yield a, b, f"{a:0{n}}{mark}{b:0{n}}="


def sums(rng: np.random.Generator) -> Iterator[Case]:
    """Sums of two numbers of three digits."""
    yield from ((text, f"{a + b:04}") for a, b, text in numbers(rng, "+", 3))


def products(rng: np.random.Generator) -> Iterator[Case]:
    """Products of two numbers of two digits."""
    yield from ((text, f"{a * b:04}") for a, b, text in numbers(rng, "*", 2))


def digits(rng: np.random.Generator) -> Iterator[Case]:
    """The last digit of the sum of each two digits."""
    yield from ((f"{a}{b}", str((a + b) % 10)) for a, b in product(range(10), repeat=2))


def lists(rng: np.random.Generator) -> Iterator[list[int]]:
    """Lists of up to 20 numbers below 50: two equal ones, in order, backward, drawn."""
    yield from ([a] * 2 for a in range(0, 50, 7))
    yield from ([*range(30, 50)], [*range(20)][::-1], [0, *[49] * 19], [*[49] * 19, 0])
    for n in rng.integers(1, 21, DRAWN):
        yield rng.integers(0, 50, n).tolist()


def orders(rng: np.random.Generator) -> Iterator[Case]:
    """Different numbers below 28, behind which stands <end>, and the same in order."""
    whole = [*range(28)]
    drawn = [rng.permutation(28)[:n].tolist() for n in (*rng.integers(1, 29, DRAWN // 2), 28)]
    for each in (whole, whole[::-1], [0], [27], [27, 0], [13, 14, 12], *drawn):
        yield [*each, "<end>"], sorted(each)


def texts(rng: np.random.Generator, symbols: str, least: int, most: int) -> Iterator[str]:
    """Texts of any of the symbols: the shortest and the longest, of one symbol alone, and drawn."""
    yield from (symbol * n for symbol in symbols for n in (least, most))
    for n in (*rng.integers(least, most + 1, 2 * DRAWN), most):
        yield "".join(symbols[i] for i in rng.integers(0, len(symbols), n))


def found(rng: np.random.Generator) -> Iterator[Case]:
    """Texts in which the last two letters occur once before."""
    for text in texts(rng, LETTERS, 3, 40):
        if len(followers(text, 2)) == 1:
            yield text, search(text, n_match=2) or ()


def of_texts(
    say: Callable[[str], Sequence[str] | None], least: int, most: int
) -> Callable[[np.random.Generator], Iterator[Case]]:
    """Texts of six letters of which a key says something."""

    def cases(rng: np.random.Generator) -> Iterator[Case]:
        for text in texts(rng, FEW, least, most):
            if (said := say(text)) is not None:
                yield text, said

    return cases


def tabled(rng: np.random.Generator) -> Iterator[Case]:
    """Texts of up to ten letters, of which the last two are looked up."""
    yield from TABLE.items()
    yield from ((text, TABLE[text[-2:]]) for text in texts(rng, "abc", 2, 10))


def sentences(rng: np.random.Generator) -> Iterator[Case]:
    """Both sentences from every beginning that says what comes next."""
    for words in SENTENCES:
        for n in range(1, len(words)):
            if n != OPEN + 1:
                yield ["<end>", *words[:n]], [*words[n : n + 1]]


def nested(rng: np.random.Generator) -> Iterator[Case]:
    """Sentences with up to two clauses, and the same with a word wrong, missing or too many."""
    right = [sentence for depth in range(3) for sentence in of_depth(depth)]
    for i in rng.permutation(len(right))[:DRAWN]:
        wrong = [*damaged(right[i])]
        for words in (right[i], *(wrong[k] for k in rng.integers(0, len(wrong), 2))):
            yield ["<s>", *words, "</s>"], ["yes" if is_sentence(words) else "no"]


def rows(rng: np.random.Generator) -> Iterator[Case]:
    """Rows of eight cells, and two rows below them."""
    for row in product((0, 1), repeat=8):
        tape = [*row]
        for _ in range(16):
            tape.append(cell_below(tape, 8))
        yield [*map(str, row)], [*map(str, tape[8:])]


def of_three(rng: np.random.Generator) -> Iterator[Case]:
    """Drawn programs of four cells."""
    for cells in rng.integers(0, 12, (2 * DRAWN, 4)).tolist():
        prompt = [token for a, v in enumerate(cells) for token in (f"{v:02}", f">{a}")]
        yield [*prompt, "@0"], [*islice(three_steps(cells, 4), 30)]


def of_eight(rng: np.random.Generator) -> Iterator[Case]:
    """Programs of up to 20 signs on a tape of three cells below 8."""
    for source in SIGNED:
        for tape in ([0, 3, 1], rng.integers(0, 8, 3).tolist()):
            cells = [token for a, v in enumerate(tape) for token in (f">{a}", str(v))]
            prompt = [*numbered(source), ":", *cells, ">0", "@0"]
            yield prompt, [*islice(eight_steps(source, tape, 8), 30)]


def of_ten_cells(rng: np.random.Generator) -> Iterator[Case]:
    """Drawn programs of the Little Man Computer with ten cells."""
    drawn = rng.integers(-99, 100, (2 * DRAWN, 10))
    drawn[:, :5] = np.abs(drawn[:, :5])
    for cells in drawn.tolist():
        prompt = history(cells, 10)
        yield prompt, [*islice(steps(prompt, None, 10), 60)]


def of_a_hundred_cells(rng: np.random.Generator) -> Iterator[Case]:
    """Programs that come with the library, whose questions nobody answers, and drawn ones."""
    for name in shipped.names():
        prompt = assemble(shipped.text(name))
        yield prompt, [*islice(steps(prompt, None), 60)]
    for cells in rng.integers(0, 1000, (DRAWN, 60)).tolist():
        prompt = history(cells)
        yield prompt, [*islice(steps(prompt, None), 30)]


TASKS: dict[str, Task] = {
    "hello:": Task("`<start>`: Hello World!", lambda rng: [(["<start>"], "Hello World!")]),
    "add:": Task("as in `add: 0 4 5 + 6 7 8 =`: four digits of a sum", sums),
    "digit:": Task("two digits: the last digit of their sum", digits),
    "times:": Task("as in `times: 1 2 * 3 4 =`: four digits of a product", products),
    "least:": Task(
        "up to 20 numbers from 0 to 49: the smallest",
        lambda rng: ((each, [min(each)]) for each in lists(rng)),
    ),
    "most:": Task(
        "the same: the largest", lambda rng: ((each, [max(each)]) for each in lists(rng))
    ),
    "sort:": Task("different numbers from 0 to 27 and `<end>`: the same in order", orders),
    "search:": Task("up to 40 letters a to h, whose last two stand once before: the next", found),
    "back:": Task("2 to 29 letters a to f: the last but one", of_texts(before_last, 2, 29)),
    "echo:": Task(
        "3 to 27 letters a to f: the last three", of_texts(lambda text: echo(text, length=3), 3, 27)
    ),
    "again:": Task(
        "up to 30 letters a to f: what followed the last one, the latest time before",
        of_texts(lambda text: search(text, n_match=1), 2, 30),
    ),
    "aab:": Task(
        "a piece of *aabaab...* of up to five letters that says where in it we are: the next",
        lambda rng: known("aab").items(),
    ),
    "table:": Task(
        "2 to 10 letters a to c: of the last two as 0, 1 and 2 the sum, without threes", tabled
    ),
    "sentence:": Task(
        "`<end>` and a beginning of a sentence of `least-two-sentences`: the next word", sentences
    ),
    "brackets:": Task("`<s>`, words and `</s>`: yes or no, as `brackets()`", nested),
    "rows:": Task("8 cells: the next 16, as `rule110(8)`", rows),
    "three:": Task("a program: 30 steps, as `three_instructions(4)`", of_three),
    "eight:": Task("a program: 30 steps, as `eight_signs(3, 8, 20, 3)`", of_eight),
    "ten cells:": Task("a program: 60 steps, as `computer(10)`", of_ten_cells),
    "hundred cells:": Task("a program: 60 steps, as `computer(100)`", of_a_hundred_cells),
}


def cases_of(name: str) -> list[Case]:
    """What is asked behind a name; where there is but a second, a part of it."""
    cases = [*TASKS[name].cases(fresh([*TASKS].index(name)))]
    return cases if conditions().whole else cases[::PART]


def does(program: Program, name: str) -> Tally:
    """How many tokens a machine says right behind a name; Wrong on the first that is another."""
    cases = cases_of(name)
    symbols = dict.fromkeys(s for prompt, said in cases for s in (*prompt, *said))
    if missing := next((s for s in symbols if s not in program.places), None):
        raise Wrong(f"at the vocabulary expected the symbols of {name}, got no {missing!r}")
    longest = max(len(prompt) + len(said) for prompt, said in cases)
    if program.model.n_ctx < longest:
        raise Wrong(f"at n_ctx expected {longest} or more for {name}, got {program.model.n_ctx}")
    alike: dict[tuple[int, int], list[list[int]]] = {}
    for prompt, said in cases:
        row = [program.places[s] for s in (name, *prompt, *said)]
        alike.setdefault((len(prompt), len(said)), []).append(row)
    return sum((says(program, np.array(rows), n) for (_, n), rows in alike.items() if n), Tally())


def says(program: Program, tokens: Tokens, n_said: int) -> Tally:
    """Compare the last tokens [n_rows, n] with what a machine says there; Wrong on the first."""
    model, smallest = program.model, np.inf
    for some in pieces(model, len(tokens), tokens.shape[1] - 1):
        read, wanted = tokens[some, :-1], tokens[some, -n_said:].ravel()
        logits = forward(model, read, keep=n_said, to=rounding_asked()).reshape(len(wanted), -1)
        led = lead(logits, wanted)
        behind = ~(led > FINE * np.abs(logits[np.arange(len(wanted)), wanted]))
        if behind.any():
            i = int(behind.argmax())
            row, step = divmod(i, n_said)
            text = show(program, read[row, : read.shape[1] - n_said + 1 + step])
            both = int(wanted[i]), runner_up(logits[i], int(wanted[i]))
            best, other = (repr(program.vocabulary[t]) for t in both)
            raise Wrong(f"after {text} {instead(best, other)}")
        smallest = min(smallest, float(led.min()))
    return Tally(n_said * len(tokens), smallest)


def show(program: Program, ids: Iterable[int]) -> str:
    """A prompt as it is typed."""
    return short(" ".join(str(program.vocabulary[i]) for i in ids))


def tasks_done(answer: object, where: str) -> tuple[Program, list[str], Tally]:
    """A machine, the names that it knows, and the tokens that it was asked behind them.

    Wrong where it knows none, and where it is wrong behind one of them.
    """
    program = own_program(answer, where)
    names = [name for name in TASKS if name in program.places]
    if not names:
        raise Wrong(f"at the vocabulary expected a name such as {', '.join([*TASKS][:3])}, "
                    "got none of the names")  # fmt: skip
    return program, names, sum((does(program, name) for name in names), Tally())
