"""Domains hold every input once, with what should be said."""

from itertools import product
from math import factorial

import numpy as np
import pytest

from taotp.reference import DIGITS, Task
from taotp.verify import Domain, domain
from taotp.verify.domains import MOST
from tests.laws import every


def all_of(found: Domain) -> dict[tuple[object, ...], list[object]]:
    """All inputs of a domain with their answers, as symbols."""
    cases: dict[tuple[object, ...], list[object]] = {}
    for part in np.array_split(np.arange(found.size), 7):
        for which, prompts, answers in found.cases(part):
            assert len(which) == len(prompts) == len(answers)
            for prompt, answer in zip(prompts, answers, strict=True):
                key = tuple(found.symbols[i] for i in prompt)
                assert key not in cases
                cases[key] = [found.symbols[i] for i in answer]
    return cases


@every("n", [1, 2])
def test_sums_and_products(n: int) -> None:
    for kind, name, sign in (("sums", "add", "+"), ("products", "multiply", "*")):
        task = Task(name, DIGITS, {"form": f"{'d' * n}{sign}{'d' * n}="})
        wanted = {prompt: task.answer(prompt) for prompt in task.prompts(2 * n + 2)}
        assert len(wanted) == 100**n
        assert all_of(domain(f"{kind}({n})")) == wanted


def test_lists() -> None:
    for name, n, below in (("minimum", 3, 4), ("maximum", 3, 4), ("sort", 5, 5)):
        task = Task(name, range(below))
        said = {prompt: task.answer(prompt) for prompt in task.prompts(n) if len(prompt) == n}
        wanted = {prompt: answer for prompt, answer in said.items() if answer is not None}
        assert all_of(domain(f"{name}({n}, {below})")) == wanted
    assert domain("sort(13, 13)").size == factorial(13)


def test_programs_of_three_instructions() -> None:
    found = all_of(domain("three_instructions(2, 4)"))
    assert len({prompt[:3:2] for prompt in found}) == len(found) == 6**2
    assert found["0", ">0", "5", ">1", "@0"] == ["5", "-", "-", "-"]  # 5 - 0; 5 is below 0: stay
    assert found["2", ">0", "0", ">1", "@0"] == [">0", "0", "0", "0"]


def test_programs_of_the_little_man() -> None:
    found = domain("little_man(3, 5)")
    assert found.size == 59**3
    numbers = np.array([0, 58, 28 * 59**2 + 29 * 59, 59**3 - 1])
    said = {
        int(which[i]): ([found.symbols[t] for t in p], [found.symbols[t] for t in a])
        for which, prompts, answers in found.cases(numbers)
        for i, (p, a) in enumerate(zip(prompts, answers, strict=True))
    }
    assert said[0] == (["00", ">0", "00", ">1", "00", ">2", "00", "@0"], [])
    assert said[1] == (["00", ">0", "00", ">1", "-29", ">2", "00", "@0"], [])
    assert said[2] == (["28", ">0", "29", ">1", "00", ">2", "00", "@0"], ["?", "!"])
    assert said[3] == (["-29", ">0", "-29", ">1", "-29", ">2", "00", "@0"], [])


def test_prompts_with_a_specification() -> None:
    source = "def specification(p): return None if p == 'aa' else p.count('a') * 'b'"
    wanted = {(x, y): ["b"] * (x + y).count("a") for x, y in product("ab", repeat=2)}
    del wanted["a", "a"]
    assert all_of(domain("prompts(2, 'ab')", source)) == wanted
    numbers = domain("prompts(2, [3, 5])", "def specification(p): return max(p) + 1")
    assert all_of(numbers) == {(x, y): [max(x, y) + 1] for x, y in product((3, 5), repeat=2)}
    assert not numbers.in_letters


@every(
    "text, words",
    [
        ("nothing(3)", "must be one of sums"),
        ("sums()", "it must be sums"),
        ("sums(x)", "not a name with arguments"),
        ("sums(", "not a name with arguments"),
        ("sums(n=3)", "must be one of"),
        ("__import__('os').system('true')", "must be one of"),
        ("sums(0)", "whole number from 1"),
        ("sums(True)", "whole number from 1"),
        ("sums(6)", f"1 to {MOST:,}"),
        ("minimum(3, 0)", "whole number from 1"),
        ("sort(5, 4)", "whole number from 5"),
        ("sort(14, 14)", "lists may have 13 numbers"),
        ("sort(6, 1000)", f"1 to {MOST:,}"),
        ("little_man(2, 5)", "whole number from 3"),
        ("prompts(2, 'ab')", "needs a file"),
        ("prompts(2, 'aa')", "different letters"),
        ("prompts(2, 7)", "different letters"),
    ],
)
def test_what_is_no_domain_gets_a_sentence(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        domain(text)


def test_what_is_no_specification() -> None:
    for source, says in (("x = (", "cannot be run"), ("1 / 0", "cannot be run"), ("x = 1", "defi")):
        with pytest.raises(ValueError, match=says):
            domain("prompts(2, 'ab')", source)
