"""A text that writes itself: the page counts, cuts and draws as the library does."""

from collections import Counter
from functools import partial

import numpy as np
import pytest

from taotp.applications.letters.figure import Left, followers_in, written
from taotp.applications.letters.machine import letters
from taotp.constructions.chance import number
from taotp.data import romeo_and_juliet
from taotp.figures import writes_itself
from taotp.reference import after
from taotp_core.decode import beam, distribution
from tests.applications.page import Json, in_page
from tests.refused import refused

PLAY = romeo_and_juliet()
PAGES = PLAY[:8000]
ABRA = "abracadabra"


def asked(node: str, *states: Json, text: str = PAGES) -> list[Json]:
    """What the page counts and writes in each of some states."""
    found: list[Json] = in_page(node, __file__, writes_itself(text, name="the play"), *states)
    return found


def test_the_counts_are_those_of_the_text(node: str) -> None:
    orders = (0, 1, 2, 3, 5, 8)
    states = [{"start": "Wherefore", "order": order, "said": 0} for order in orders]
    for order, answer in zip(orders, asked(node, *states, text=PLAY), strict=True):
        right = Counter(after(PLAY, "Wherefore"[9 - order :]))
        assert dict(zip(answer["next"], answer["counts"], strict=True)) == right
        assert (answer["depth"], answer["next"]) == (order, sorted(right))


def test_what_never_stands_there_counts_from_its_longest_end(node: str) -> None:
    starts = (("b\u00dfra", 3), ("\u00df", 3), ("dabra", 5))
    states = ({"start": start, "order": order, "said": 0} for start, order in starts)
    strange, none, last = asked(node, *states, text=ABRA)
    assert (strange["depth"], strange["next"], strange["counts"]) == (2, ["c"], [1])
    assert strange["whole"]["kind"] == "soft"
    never = "\u201c\u00dfra\u201d is never followed by anything in the play"
    assert never in strange["whole"]["text"]
    assert dict(zip(none["next"], none["counts"], strict=True)) == Counter(ABRA)
    assert last["depth"] == 4, "the text ends with it"
    after = followers_in(ABRA)
    assert after("dabra").tolist() == [0, 0, 1, 0, 0] == after("abra").tolist()
    assert after("\u00df").tolist() == [5, 2, 1, 1, 2]


HOWS: list[Json] = [
    {}, {"temperature": 0}, {"temperature": 0.35}, {"k": 4}, {"p": 0.85}, {"min_p": 0.2},
    {"temperature": 1.7, "k": 9, "p": 0.6, "min_p": 0.3},
]  # fmt: skip
STARTS = {"Rom": 3, "th": 1, "": 0, "O, ": 2}


def test_what_is_left_is_what_python_leaves(node: str) -> None:
    cases = [(how, start, order) for how in HOWS for start, order in STARTS.items()]
    states = [{"start": start, "order": order, "said": 0, **how} for how, start, order in cases]
    for (how, start, _), answer in zip(cases, asked(node, *states), strict=True):
        logits = np.log(answer["counts"])
        k = min(how["k"], len(logits)) if "k" in how else None
        right = distribution(logits, how.get("temperature", 1), k, how.get("p"), how.get("min_p"))
        assert answer["all"] == pytest.approx(right, rel=0, abs=1e-12), (how, start)
        assert [not rule for rule in answer["cut"]] == [p > 0 for p in right], (how, start)


CUTS: list[tuple[Json, list[str]]] = [
    # Of the four likeliest, the first three hold 16 of 18; of these two are half as likely.
    ({"k": 4, "p": 0.85, "min_p": 0.6}, ["", "min p", "min p", "p", "k", "k"]),
    ({"k": 2}, ["", "", "", "k", "k", "k"]),  # equals of the last stay
    ({"p": 0.79}, ["", "", "", "p", "p", "p"]),
    ({"min_p": 0.25}, ["", "", "", "", "min p", "min p"]),
    ({"min_p": 0.26}, ["", "", "", "min p", "min p", "min p"]),
    ({"temperature": 0}, ["", *["temperature"] * 5]),
    # It is asked of what the temperature left.
    ({"temperature": 0.5, "min_p": 0.25}, ["", "", "", "min p", "min p", "min p"]),
]


def test_a_cut_is_named_by_its_rule(node: str) -> None:
    states = [{"start": "", "order": 0, "said": 0, **rule} for rule, _ in CUTS]
    found = asked(node, *states, text="a" * 8 + "bbbbccccddef")
    assert [each["cut"] for each in found] == [cut for _, cut in CUTS]
    assert found[4]["all"] == pytest.approx([8 / 16, 4 / 16, 4 / 16, 0, 0, 0], abs=1e-15)


def test_a_seed_writes_the_same_in_python(node: str) -> None:
    found: dict[str, Left] = {
        "as counted": distribution,
        "top k, k = 5": partial(distribution, top_k=5),
        "temperature 0.7": partial(distribution, temperature=0.7),
        "min p, p = 0.1": partial(distribution, min_p=0.1),
        "greedy": partial(distribution, temperature=0),
    }
    seeds = (0, 7, 999)
    states = [{"start": "Rom", "order": 3, "seed": seed, "said": 100} for seed in seeds]
    for seed, answer in zip(seeds, asked(node, *states), strict=True):
        said = {way["name"]: way["said"] for way in answer["ways"]}
        assert answer["text"] == "Rom" + said["as counted"]
        for way, left in found.items():
            assert said[way] == written(PAGES, "Rom", 100, 3, left, seed), (seed, way)


def test_draws_stay_within_the_stated_bound(node: str) -> None:
    for answer in asked(node, *({"seed": seed, "draws": 1000, "said": 3} for seed in range(20))):
        draws, p = answer["draws"], np.array(answer["all"])
        off = np.abs(np.array(draws["times"]) / 1000 - p).max()
        assert sum(draws["times"]) == 1000
        assert draws["off"] == pytest.approx(off)
        assert draws["bound"] == pytest.approx(np.sqrt(np.log(2000 * (p > 0).sum()) / 2000))
        assert off < draws["bound"], "20 seeds: one passes in 50 such tests at the most"


def test_beams_find_what_the_machine_of_that_order_finds(node: str) -> None:
    # So long a text that no two of its letters are equally likely where it counts.
    program = letters(PAGES[:3000], 1, n_ctx=2)
    state = {"start": "T", "order": 1}
    two, one = asked(node, {**state, "beams": 2}, {**state, "beams": 1}, text=PAGES[:3000])
    best = beam(program.model, np.array(program.encode("T")), 100, 2, slide=True)[0]
    assert two["ways"][1]["said"] == "".join(program.vocabulary[i] for i in best.tokens[1:])
    bits = -best.log_probability / np.log(2) / 100
    assert two["ways"][1]["bits"] == pytest.approx(bits, rel=1e-12)
    assert one["ways"][1]["said"] == one["ways"][0]["said"], "one beam is greedy"


def test_what_it_says_is_so(node: str) -> None:
    states: list[Json] = [{"start": "Rom", "said": 0, "temperature": t} for t in (1, 0)]
    states += [{"start": "ab", "order": 2, "said": 0, "own": own} for own in (ABRA, "  ")]
    first, cold, own, blank = asked(node, *states)
    times = Counter(after(PAGES, "Rom"))
    follow = "1 letter follows" if len(times) == 1 else f"{len(times)} letters follow"
    stands = f"\u201cRom\u201d stands {times.total()} times in the play"
    assert first["whole"]["text"] == f"{stands}; {follow}."
    assert f"Number 1 of seed 0 is {number(0, 0):.4f} and falls on" in first["now"]["text"]
    assert cold["now"]["text"] == "Temperature 0 takes the likeliest: \u201ce\u201d."
    assert own["whole"]["text"] == "\u201cab\u201d stands 2 times in your text; 1 letter follows."
    assert (own["next"], own["counts"]) == (["r"], [2])
    assert "in the play" in blank["whole"]["text"], "spaces alone are no text"


def test_what_is_sent_and_what_is_refused() -> None:
    assert writes_itself(PLAY, name="the play").spec["text"] == PLAY
    table = writes_itself(ABRA, name="a word", start="a", order=2).still()
    assert '<th scope="row">greedy</th><td>bracadabra' in table
    few = "^the text has 1 letters; there must be at least 2"
    refused(
        (lambda: writes_itself("a", name="a"), few),
        (lambda: writes_itself("abc", name="a", order=9), "^order is 9; it must be from 0 to 8$"),
        (lambda: writes_itself("abc", name="a", said=500), "^said is 500; it must be from 0 to 4"),
    )
