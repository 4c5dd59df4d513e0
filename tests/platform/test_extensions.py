"""Extensions of the book: minutes, words for the search, sheets, icons and formulas."""

import re
from importlib import import_module
from pathlib import Path

from docutils import nodes
from docutils.utils import new_document

from tests.laws import every
from tests.platform.extensions import extension

BOOK = Path(__file__).resolve().parents[2] / "book"
MINUTES, FOUND = extension("minutes"), extension("found_pages")
SCRIPTS, SHEETS = extension("page_scripts"), extension("sheets")


# How long a page takes


def code(source: str, *tags: str) -> nodes.container:
    """A cell of code with what it says, as a notebook's is read."""
    said = nodes.container("", nodes.literal_block("", "said " * 900), classes=["cell_output"])
    asked = nodes.container("", nodes.literal_block("", source), classes=["cell_input"])
    return nodes.container("", asked, said, classes=["cell", *tags])


def prose(words: int) -> nodes.paragraph:
    return nodes.paragraph("", nodes.Text("word " * words))


def figure(name: str) -> nodes.raw:
    spec = '<script type="application/json">' + "1, " * 900
    return nodes.raw("", f'<hand-figure id="{name}">{spec}</script></hand-figure>', format="html")


def folded() -> nodes.section:
    notes = (prose(600), code("x = 1\n" * 40), figure("one"))
    return nodes.section("", nodes.title("", "Lab notes"), *notes, ids=["lab-notes"])


def exercise(number: int) -> nodes.section:
    return nodes.section("", prose(900), ids=[f"exercise-{number}", "a-title"])


@every(
    "parts, length",
    [
        ([prose(600)], (3, 0, 0)),
        ([prose(600), code("x = 1\n" * 40)], (5, 0, 0)),
        ([prose(600), code("x = 1\n" * 40, "tag_hide-input")], (3, 0, 0)),
        ([prose(600), figure("one"), figure("two")], (5, 2, 0)),
        ([prose(5)], (1, 0, 0)),
        ([prose(600), folded()], (3, 0, 0)),
        ([exercise(0), exercise(1)], (9, 0, 2)),
    ],
)
def test_words_lines_and_figures_take_time(
    parts: list[nodes.Node], length: tuple[int, int, int]
) -> None:
    """Not what cells say, numbers of a figure, or what is folded."""
    document = new_document("page")
    document += nodes.section("", *parts, ids=["page"])
    assert MINUTES.length(document) == length


@every(
    "length, line",
    [((14, 3, 0), "14 minutes · 3 figures"), ((1, 1, 0), "1 minute · 1 figure"),
     ((2, 0, 0), "2 minutes"), ((9, 2, 1), "1 exercise"), ((9, 0, 2), "2 exercises")])  # fmt: skip
def test_how_it_is_said(length: tuple[int, int, int], line: str) -> None:
    assert MINUTES.said(MINUTES.Length(*length)) == line


def test_the_rule_is_told_to_readers() -> None:
    rule = (BOOK / "notation.md").read_text("utf-8")
    lines = MINUTES.WORDS_A_MINUTE // MINUTES.WORDS_A_LINE
    assert f"a minute for {MINUTES.WORDS_A_MINUTE} words, for {lines} lines of code" in rule
    assert MINUTES.WORDS_A_FIGURE == MINUTES.WORDS_A_MINUTE, "a minute for each figure"


# What a page is about, for the search


def test_a_page_is_about_few_words_that_others_say_less() -> None:
    """A word of every page tells none apart, however often it stands there."""
    assert FOUND.stems("The sorted list, and sorting it") == ["sort", "list", "sort"]
    pages = {
        "order": {"number": 90, "sort": 9},
        "sum": {"number": 90, "add": 12, "digit": 5},
        "bits": {"number": 40, "digit": 7},
    }
    assert FOUND.about(pages) == {
        "order": ["sort", "number"], "sum": ["add", "digit", "number"], "bits": ["digit", "number"],
    }  # fmt: skip
    found = FOUND.about({"long": {f"word{i}": i for i in range(100)}, "other": {}})
    assert found == {"long": [f"word{i}" for i in range(99, 99 - FOUND.MOST, -1)], "other": []}


# Parts that moved to another page: an old address of one leads to where it stands now


def test_what_moved_stands_on_the_new_page_alone() -> None:
    for old, (new, names) in extension("moved").MOVED.items():
        left, there = ((BOOK / f"{page}.ipynb").read_text("utf-8") for page in (old, new))
        for name in names:
            its = re.compile(rf'id=\\"{name}\\"|"#+ {name.replace("-", " ")}\\n', re.IGNORECASE)
            assert its.search(there) and not its.search(left), name


# What a page loads: icons as shapes, plain formulas as HTML, no rule for what no page has


@every(
    "formula, shown",
    [
        ("N", "<i>N</i>"),
        ("W_Q", "<i>W</i><sub><i>Q</i></sub>"),
        ("10^{-5}", "10<sup>\N{MINUS SIGN}5</sup>"),
        ("(1,1,1)", "(1, 1, 1)"),
        ("e^{-64}", "<i>e</i><sup>\N{MINUS SIGN}64</sup>"),
        ("12345 + 7919 i", "12345 + 7919<i>i</i>"),
        ("\\gamma", "<i>\N{GREEK SMALL LETTER GAMMA}</i>"),
        *((each, None) for each in ("\\sqrt{3}", "\\lfloor x \\rfloor", "\\frac12", "x_{i,j}")),
        *((each, None) for each in ("a < b", "x^{y^2}", "")),
    ],
)
def test_a_plain_formula_is_html_and_any_other_left_to_mathjax(
    formula: str, shown: str | None
) -> None:
    html = f'<span class="plain-math">{shown}</span>'
    assert SCRIPTS.plain_formula(formula) == (html if shown else None)


def test_a_page_is_set_in_one_way() -> None:
    span = '<span class="math notranslate nohighlight">\\({}\\)</span>'  # as Sphinx writes it
    plain, rich = span.format("N"), span.format("\\sqrt{N}")
    assert "math notranslate" not in SCRIPTS.plain_page(plain)
    assert SCRIPTS.plain_page(plain + rich) == plain + rich


def test_a_sheet_loses_rules_for_what_no_page_has_and_no_others() -> None:
    css = """/*! MIT */.fa-anchor{a:b}.btn,.mt-3{c:"}"}@media print{.col-md-6{d:e}.x,.card .y{f:g}}
    /* .z */@media screen{.mt-3{h:i}}p:not(.card, .q){j:url(data:;{)}@font-face{k:Font Awesome}"""
    kept = '/*! MIT */\n.btn{c:"}"}\n@media print{.x{f:g}}\np:not(.card, .q){j:url(data:;{)}'
    assert SHEETS.without_unused(css) == kept


def test_every_icon_that_the_theme_can_show_has_a_shape() -> None:
    drawn = set(re.findall(r"\.fa-([\w-]+) \{ --icon", SCRIPTS.icons()))
    header = Path(str(import_module("sphinx_book_theme").__file__)).parent / "header_buttons"
    code = "".join(path.read_text() for path in header.glob("*.py"))
    shown = {*re.findall(r'"fas fa-([\w-]+)"', code)}
    assert shown | {"github", "gitlab", "bitbucket", "chevron-down"} <= drawn
