"""What needs no browser: the built pages are read as files, every one in every run."""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import pytest

from exercises.catalogue import EXERCISES
from exercises.order import CONTENTS
from exercises.results import RESULTS, as_json, plain
from tests.in_node import in_node
from tests.pages.built import FORMULA, IN_BOOK, PAGES, built, figures_of, has_formula, text_of
from tests.platform.extensions import extension
from tools.pages import compressed, target_of, weight
from tools.sampling import HTML

pytestmark = pytest.mark.usefixtures("html")

# Links and names

CHECKS = Path(__file__).with_name("links.mjs")
LINK = re.compile(r'<a [^>]*\bhref="([^":#]*)(#[^"]*=[^"]*)"')
DATA = re.compile(r'<script type="application/json">.*?</script>', re.DOTALL)
ID = re.compile(r'<[a-z-]+[^>]*? id="([^"]+)"')


def state_links() -> Iterator[tuple[str, str, str]]:
    """The links to states of figures: where they stand, the page of the figure, its state."""
    for name in PAGES:
        for page, state in LINK.findall(text_of(name)):
            yield name, unquote(page) or name, unescape(state)


def complaints(node: str, links: list[tuple[str, str, str]]) -> list[str]:
    """A sentence for each thing that is wrong with a link."""
    of = {page: {each.id: each.spec for each in figures_of(page)} for _, page, _ in links}
    asked = [{"page": page, "address": address} for _, page, address in links]
    answers = in_node(node, CHECKS, {"figures": of, "links": asked})
    pairs = zip(links, answers, strict=True)
    return [f"{name}: {address}: {says}" for (name, _, address), all in pairs for says in all]


def test_every_link_sets_its_figure(node: str) -> None:
    """The figure is there, has what is set, and can run it."""
    links = [*state_links()]
    assert links
    assert complaints(node, links) == []


def halves(spec: dict[str, Any]) -> Iterator[str]:
    """The controls of a figure that count, each asked for a number and a half."""
    for control in (*spec["controls"], *spec["hidden"]):
        by = 1 if control["kind"] == "step" else control.get("by")
        if by and by == int(by) and not control.get("smooth"):
            yield f"{control['name']}={control.get('least', 0) + 0.5}"


def test_what_counts_takes_whole_numbers_from_an_address(node: str) -> None:
    """A row that is none breaks a figure, and again at each visit."""
    asked = [
        (half, name, f"#{each.id}?{half}")
        for name in IN_BOOK
        for each in figures_of(name)
        for half in halves(each.spec)
    ]
    kinds = {each.spec["kind"] for name in IN_BOOK for each in figures_of(name)
             if [*halves(each.spec)]}  # fmt: skip
    assert len(kinds) > 9
    refused = {(said.split(":")[0], said.split("cannot set ")[1].split()[0])
               for said in complaints(node, asked) if "cannot set" in said}  # fmt: skip
    assert {half for half, _, _ in asked} <= {half for half, _ in refused}


def test_the_first_link_of_a_page_says_what_all_do() -> None:
    once = ('aria-describedby="sets-a-figure"', 'id="sets-a-figure"')
    for name in {name for name, page, _ in state_links() if name == page}:
        assert [text_of(name).count(each) for each in once] == [1, 1], name
        assert "live-figures-dock.js" in text_of(name), name


def test_no_id_stands_twice_on_a_page() -> None:
    """A link to a figure would lead to a heading of its name."""
    twice = {}
    for name in PAGES:
        ids = Counter(ID.findall(DATA.sub("", text_of(name))))
        if found := [each for each, n in ids.items() if n > 1]:
            twice[name] = found
    assert twice == {}


def test_every_exercise_has_its_label_on_its_page() -> None:
    for each in EXERCISES.values():
        text = text_of(f"{each.page}.html")
        assert text.count(f'id="{each.label}"') == 1, each
        assert text.count(f'id="answer-{each.slug}"') == bool(each.typed), each


def test_the_index_of_the_search_names_no_missing_page() -> None:
    text = (HTML / "searchindex.js").read_text("utf-8")
    index = json.loads(text[text.index("{") : text.rindex("}") + 1])
    assert {f"{name}.html" for name in index["docnames"]} <= set(PAGES)


# Heads: what a page says of itself, what it may load, and what it loads

ABOUT = ('<meta name="description"', '<meta property="og:image"', '<meta property="og:title"')
META = re.compile(r'<meta http-equiv="Content-Security-Policy" content="([^"]*)"')
LOADING = re.compile(r"<(?:script|style|link|img|body)\b")
ALLOWED = "default-src 'self' file: 'unsafe-inline' 'wasm-unsafe-eval' data: blob:"
MOST_BESIDE = 146_500  # bytes, gzipped; itself, MathJax and the index of the search come on top
# The language is read, typed machines are asked what judges ask, numbers are changed, machines are
# looked into; a playground shows all panels.
MORE = {
    "listing": 29_000,  # it reads names of the stream too, and words that are near
    "listed": 9_000,
    "semes": 12_000,
    "numbers": 12_000,
    "inside": 12_000,
    "playground": 12_000,
    "hour": 11_800,  # screens, faults in plain words, an ending, a postcard, a link, their sheet
    "sent": 5_100,  # a machine of a link, and the same sheet
    "bench": 2_100,  # what is right can be named, handed in, and goes to Python and back
    "symbols": 12_200,  # a machine is told in symbols, ties as ties, and its picture
    "stories": 14_600,  # what decided an answer, digits of sums, what would be said instead
    "lanes": 14_200,  # and its film, arrows, attention, what broken ones and a pressed cell load
    "trials": 400,  # it opens what answers a guess
    "folded": 3_500,  # with it came lab notes, a glossary, and rooms that figures keep
}
# The page itself, its sheets and the scripts of its figures, gzipped: what 1.6 Mbit/s bring in 1.2
# of the three seconds that a first figure may take on a slow phone.
MOST_BEFORE, MOST_SHEETS = 245_000, 3
MORE_BEFORE = {  # no promise is about these, which hold large machines, or the most scripts
    "two_languages.html": 160_000,
    "is_it_a_sentence.html": 110_000,
    "leaderboards.html": 60_000,
    "playground.html": 60_000,
    "more_leaderboards.html": 25_000,
    "adding_exercises.html": 20_000,
    "smallest_first_exercises.html": 10_000,
}
CLASS = re.compile(r'\bclass="([^"]*)"')
SHEETS = extension("sheets")
OF_WAYS = 4_400  # the way that a reader took: where Next leads, and a line of dots on every page
OF_CELLS = 2_200  # a button and a text box for each cell that shows its code
FOR_SEARCH = ("doctools", "searchtools", "language_data", "searchindex", "found_pages")


def says_what_it_is(name: str) -> Iterator[str]:
    """What a page does not say of itself, on which cards of it are made."""
    yield from (f"has no {each}" for each in ABOUT if each not in text_of(name))


def says_first_what_it_may_load(name: str) -> Iterator[str]:
    """What is wrong with the rules of a page, which stand before all that it loads."""
    found = META.search(text_of(name))
    if not found:
        yield "says nothing of what it may load"
        return
    if LOADING.search(text_of(name), 0, found.start()):
        yield "loads something before it says what it may"
    rules = unescape(found[1])
    if rules.split("; ")[0] != ALLOWED or re.search(r"https?:|[*]|(?<!wasm-)unsafe-eval", rules):
        yield f"may load too much: {rules}"


def is_light(name: str) -> Iterator[str]:
    """What a page loads too much of."""
    page = built(name)
    own, total = weight(page)
    mathjax = [target_of(page.path, url) for _, url in page.loads if "mathjax" in url]
    index = [target_of(page.path, url) for _, url in page.loads if "searchindex" in url]
    loaded = " ".join(url for _, url in page.loads)
    more = sum(most for part, most in MORE.items() if f"live-figures-{part}.js" in loaded)
    more += OF_WAYS * ("ways.js" in loaded)
    more += OF_CELLS * ("live_python.js" in loaded)
    beside = total - own - sum(map(compressed, (*mathjax, *index)))
    if beside > MOST_BESIDE + more:
        yield f"loads {beside} bytes, {beside - MOST_BESIDE - more} more than it may"
    if len(index) != (name == "search.html"):
        yield "the index is for the search"
    if len(mathjax) != has_formula(name):
        yield "MathJax is for pages with a formula"


def has_its_figures_first(name: str) -> Iterator[str]:
    """What comes before the script of the figures, or holds the page up."""
    scripts = re.findall(r"<script\b([^>]*)\bsrc=\"([^\"?]+)", text_of(name).split("</head>")[0])
    files = [file for _, file in scripts if "lab_notes" not in file]  # which a figure may be in
    figures = [file for file in files if "live-figures" in file]
    if files[: len(figures)] != figures or figures[-1:] != ["_static/live-figures.js"]:
        yield f"loads in this order: {files}"
    at_once = {Path(file).name for how, file in scripts if "defer" not in how}
    if at_once != ({f"{each}.js" for each in FOR_SEARCH} if name == "search.html" else set()):
        yield f"waits for {at_once}"
    high = [file for how, file in scripts if 'fetchpriority="high"' in how]
    if high != [file for _, file in scripts][: len(high)] or not {*figures} <= {*high}:
        yield f"asks first for {high}"


def is_soon_drawn(name: str) -> Iterator[str]:
    """What keeps a page from its first figure on a slow line: bytes, ways to the host, waiting."""
    head = text_of(name).split("</head>")[0]
    sheets = re.findall(r'<link\b[^>]*?href="([^"?]+\.css)', head)
    scripts = re.findall(r'<script\b[^>]*src="([^"?]+live-figures[^"?]*)', head)
    if re.search(r"<script>", head[head.index('rel="stylesheet"') :]):
        yield "has a script in its head that waits for a sheet"
    if len(sheets) > MOST_SHEETS or any("@import" in text_of(sheet) for sheet in sheets):
        yield f"has too many sheets: {sheets}"
    if "<hand-figure" in text_of(name):
        before = sum(compressed(HTML / file) for file in (name, *sheets, *scripts))
        if before > MOST_BEFORE + MORE_BEFORE.get(name, 0):
            yield f"loads {before} bytes before its first figure"


def has_no_class_without_its_rules(name: str) -> Iterator[str]:
    """The classes of a page for which the one sheet of all pages has left out the theme's rules."""
    classes = {each for found in CLASS.findall(text_of(name)) for each in found.split()}
    yield from (f"has {each}, rules for which are left out" for each in classes & left_out())


@cache
def left_out() -> set[str]:
    """The classes for which rules are left out."""
    static = HTML / "_static"
    files = [path for path in static.rglob("*.css") if any(n in path.name for n in SHEETS.LONG)]
    names = {name for path in files for name in SHEETS.NAME.findall(path.read_text("utf-8"))}
    cut = {name for name in names if SHEETS.is_unused(name)}
    assert len(files) >= len(SHEETS.LONG) and len(cut) > 1000
    return cut


def has_shapes_for_its_icons(name: str) -> Iterator[str]:
    """The icons of a page that would be black squares."""
    drawn = re.findall(r"\.fa-([\w-]+) \{ --icon", (HTML / "_static/icons.css").read_text("utf-8"))
    classes = " ".join(re.findall(r'class="([^"]*\bfa-[^"]*)"', text_of(name)))
    used = set(re.findall(r"\bfa-([\w-]+)", classes)) - {"brands", "fw", "lg", "solid"}
    yield from (f"has no shape for {icon}" for icon in used - set(drawn))


@pytest.mark.parametrize(
    ("law", "names"),
    [
        (says_what_it_is, IN_BOOK),
        (says_first_what_it_may_load, PAGES),
        (is_light, PAGES),
        (has_its_figures_first, IN_BOOK),
        (is_soon_drawn, IN_BOOK),
        (has_no_class_without_its_rules, IN_BOOK),
        (has_shapes_for_its_icons, PAGES),
    ],
)
def test_every_page(law: Callable[[str], Iterator[str]], names: list[str]) -> None:
    assert names
    assert [f"{name} {problem}" for name in names for problem in law(name)] == []


# Stills: a drawing with words, for paper and where there is no script

SVG = "{http://www.w3.org/2000/svg}"
WORDS_ALONE = {"answer", "progress"}  # a box to answer in, and a list of links
FEWEST_SHAPES = 2  # of what is no text


def problems_of(still: str) -> Iterator[str]:
    """What the drawings of a figure lack."""
    drawings = re.findall(r"<svg.*?</svg>", still, re.DOTALL)
    if not drawings:
        yield "has no drawing"
    for drawing in drawings:
        nodes = [*ElementTree.fromstring(drawing).iter()]
        if not re.search(r"\w", "".join(n.text or "" for n in nodes if n.tag == f"{SVG}text")):
            yield "says nothing in its drawing"
        if sum(node.tag in (f"{SVG}path", f"{SVG}rect") for node in nodes) < FEWEST_SHAPES:
            yield "shows nothing in its drawing"


def test_every_figure_has_a_drawing_with_words() -> None:
    """A machine in steps has its rows there, and says how many of how many they are."""
    problems = []
    for name in PAGES:
        for each in figures_of(name):
            found = [] if each.spec["kind"] in WORDS_ALONE else [*problems_of(each.still)]
            if "machine" in each.spec["panels"]:
                rows = re.search(r'data-rows="(\d+)" data-of="(\d+)"', each.still)
                if not rows or not 0 < int(rows[1]) <= int(rows[2]):
                    found.append("has tiles alone")
            problems += [f"{name}: {each.id} {problem}" for problem in found]
    assert problems == []


def test_pages_are_live_and_have_formulas() -> None:
    """The laws above would hold of pages in which nothing is found."""
    assert all(figures_of(f"{name}.html") for name in ("index", "hello_world", "transformer"))
    assert all(has_formula(f"{name}.html") for name in ("hello_world", "adding"))
    assert FORMULA not in text_of("index.html")


# What the cover promises


def minutes(name: str) -> int:
    """How many minutes a page says that it takes."""
    (beneath,) = re.findall(r'</h1>\s*<p class="page-length">(\d+) minutes?\b', text_of(name))
    (told,) = re.findall(r'<meta name="hand:minutes" content="(\d+)"', text_of(name))
    assert beneath == told
    return int(told)


def test_each_chapter_says_how_long_it_takes_and_the_cover_says_the_same() -> None:
    cover = text_of("index.html")
    listed = re.findall(r'href="([\w-]+\.html)">.*?class="page-length">(\d+) min<', cover)
    chapters = [f"{chapter.page}.html" for chapter in CONTENTS]
    assert listed == [(name, str(minutes(name))) for name in chapters]


def test_five_pages_can_be_read_in_the_time_that_the_cover_says() -> None:
    """Pages that grow break what a reader of some patience is promised."""
    promise = r'<strong>Five pages.</strong> <span class="page-length">(\d+) min</span>(.+)</p>'
    ((said, way),) = re.findall(promise, text_of("index.html"))
    pages = re.findall(r'href="(\w+\.html)"', way)
    assert len(pages) == 5
    assert sum(map(minutes, pages)) == int(said) <= 90


def test_the_first_part_takes_the_evening_that_the_cover_promises() -> None:
    """Twelve chapters, without their further pages and exercises."""
    text = " ".join(text_of("preface.html").split())
    assert re.search(r"[Tt]he twelve chapters of the first part.*?three hours", text)
    assert round(sum(minutes(f"{chapter.page}.html") for chapter in CONTENTS[:12]) / 60) == 3


def test_the_page_of_results_and_the_file_beside_it_say_the_same() -> None:
    assert (HTML / "results.json").read_text("utf-8") == as_json()
    page = text_of("results.html")
    assert '<a href="results.json" download' in page
    said = " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split()).replace("’", "'")
    for each in RESULTS:
        assert plain(each.told(each.says)) in said, each
        assert each.command in said
