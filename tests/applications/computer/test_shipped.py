"""Every program that is shipped says what a function of Python says, by interpreter and machine."""

import math
from collections.abc import Callable, Sequence
from functools import cache

from taotp import little_man
from taotp.applications.computer.machine import Computer
from taotp.programs import computer
from tests.laws import every
from tests.refused import refused
from tools.sampling import at_night

N_CTX = 1800
Said = list[int | str]


@cache
def machine() -> Computer:
    """One for all."""
    return computer(n_ctx=N_CTX)


def divisors(n: int) -> list[int]:
    return [d for d in range(1, n) if n % d == 0]


def collatz(n: int) -> Said:
    way: Said = [n]
    while n > 1:
        n = 3 * n + 1 if n % 2 else n // 2
        way.append(n)
    return way


def fibonacci(limit: int) -> Said:
    found, a, b = list[int | str](), 1, 1
    while a <= min(limit, 987):
        found, a, b = [*found, a], b, a + b
    return found


def guesses(secret: int, *tried: int) -> Said:
    return ["".join("<=>"[(secret > guess) - (secret < guess) + 1] for guess in tried), len(tried)]


def nim(*taken: int) -> Said:
    left, said = 21, list[int | str]()
    for mine in taken:
        if mine in (1, 2, 3):
            left -= 4
            said += [4 - mine, left]
    return [*said, ":)"]


# For each program what it should say, and the inputs with which it is asked
ASKED: dict[str, tuple[Callable[..., Said], list[Sequence[int]]]] = {
    "add": (lambda a, b: [a + b], [(3, 4), (500, 499), (-7, 3)]),
    "binary": (lambda n: [int(d) for d in f"{n:010b}"], [(0,), (1,), (999,), (682,)]),
    "bottles": (
        lambda n: [said for k in range(n, 0, -1) for said in (k, "bottles")] + ["No"],
        [(0,), (1,), (12,)]),
    "collatz": (collatz, [(1,), (6,), (7,), (12,), (21,)]),
    "countdown": (lambda n: [*range(n, -1, -1)], [(0,), (10,)]),
    "digits": (lambda n: [n // 100, n // 10 % 10, n % 10], [(0,), (7,), (907,), (999,)]),
    "divide": (lambda a, b: [*divmod(a, b)], [(17, 5), (999, 10), (4, 9), (0, 1), (99, 1)]),
    "factorial": (lambda n: [math.factorial(n)], [(n,) for n in range(7)]),
    "fibonacci": (fibonacci, [(0,), (1,), (20,), (600,), (999,)]),
    "fizzbuzz": (
        lambda: ["Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0) or n for n in range(1, 31)], [()]
    ),
    "gcd": (lambda a, b: [math.gcd(a, b)], [(12, 18), (1, 99), (777, 999), (34, 55), (8, 8)]),
    "guess": (guesses, [(42, 42), (42, 50, 25, 37, 43, 42), (0, 999, 0)]),
    "hello": (lambda: ["Hello, world!"], [()]),
    "larger": (lambda a, b: [max(a, b)], [(3, 4), (900, 0), (0, 900), (-5, -6), (7, 7)]),
    "largest": (lambda n, *x: [max(x[:n])], [(3, -500, 500, 7), (1, -999), (4, -3, -2, -9, -2)]),
    "multiply": (lambda a, b: [a * b], [(6, 7), (0, 9), (9, 0), (99, 10), (31, 32)]),
    "nim": (nim, [(1, 2, 3, 1, 2), (3, 3, 0, 3, 4, 3, 3), (2, 1, 1, -1, 1, 1)]),
    "perfect": (
        lambda n: [sum(divisors(n)), "yes" if sum(divisors(n)) == n else "no"],
        [(2,), (6,), (12,), (28,), (29,)]),
    "power": (lambda a, b: [a**b], [(2, 9), (3, 6), (5, 0), (0, 3), (30, 2)]),
    "primes": (
        lambda n: [p for p in range(2, n) if len(divisors(p)) == 1], [(2,), (3,), (20,)]
    ),
    "quine": (lambda: [*little_man.numbers(little_man.text("quine"))], [()]),
    "reverse": (lambda *x: [*x[-2::-1]], [(0,), (5, 0), (1, -2, 999, 4, 0)]),
    "sort": (
        lambda n, *x: [*sorted(x[:n])],
        [(2, 9, 1), (5, 41, 7, 300, 12, 7), (4, -1, -2, -3, -4), (6, 999, 0, 5, 5, 0, 998)],
    ),
    "square": (lambda n: [n * n], [(0,), (1,), (12,), (31,)]),
    "squares": (lambda n: [k * k for k in range(1, n + 1)], [(0,), (1,), (20,)]),
    "sum": (lambda *x: [sum(x)], [(0,), (5, 0), (100, -200, 3, 0)]),
    "table": (lambda n: [n * k for k in range(1, 11)], [(7,), (0,), (99,)]),
    "triangular": (lambda n: [n * (n + 1) // 2], [(0,), (1,), (10,), (44,)]),
}  # fmt: skip


def test_every_program_is_asked() -> None:
    assert sorted(ASKED) == little_man.names()
    refused((lambda: little_man.text("fizz"), "there is no program fizz; there are add, binary"))


@every("name", sorted(ASKED))
def test_a_program_says_what_it_should(name: str) -> None:
    text, (wanted, cases) = little_man.text(name), ASKED[name]
    prompt = little_man.assemble(text)
    lengths = [len([*little_man.steps(prompt, given)]) for given in cases]
    assert max(lengths) + len(prompt) <= N_CTX
    for given in cases:
        assert little_man.run(text, given) == wanted(*given), given
    slow = max(zip(lengths, cases, strict=True))[1]
    for given in cases if at_night() else {slow}:
        assert machine().run(text, given) == wanted(*given), given


@every("name", sorted(ASKED))
def test_a_program_begins_with_what_it_does(name: str) -> None:
    lines = little_man.text(name).splitlines()
    comment = " ".join(line for line in lines if line.startswith("//")).rstrip()
    assert lines[0].startswith("// ") and "Input: " in comment and "Output: " in comment
    assert max(map(len, lines)) <= 100 and comment[-1] != ","
