"""What the book on paper makes of a page, and which EPUB a reader refuses."""

import re
import zipfile
from collections.abc import Callable, Mapping
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest

from tests.laws import every
from tools.paper import epub, rules
from tools.paper.articles import NotXML, article, parsed, unwrap, words, written
from tools.paper.contents import Book, Entry, Part, only, read_book
from tools.paper.formulas import as_mathml, set_formulas
from tools.paper.stills import on_paper

FIGURE = (
    '<div class="hand-live full-width"><hand-figure id="hello" data-parts="machine" data-dock="">'
    '<script type="application/json">{"a":"<b>"}</script>'
    '<div class="hand-picture" role="img" tabindex="0"><svg xmlns="http://www.w3.org/2000/svg">'
    '<clipPath id="c"><path d="M0 0"/></clipPath><g clip-path="url(#c)"/></svg></div>'
    "<noscript><p>It can be moved.</p></noscript></hand-figure><p>It says hello.</p></div>"
)
FOLD = (
    '<section><h2>Task<a class="headerlink" href="#task">#</a></h2>'
    "<details><summary>Hint 1</summary><p>Count.</p></details>"
    '<details class="admonition hide"><summary><p class="collapsed">Show the code</p>'
    '<p class="expanded">Fold the code</p></summary><pre>1</pre></details></section>'
)
FORMULA = r'<p>As <span class="math notranslate nohighlight">\(\sqrt{|x|}\)</span> grows.</p>'
PAGE = '<html><body><article class="bd-article">{}</article></body></html>'
ONE = f'<section id="one"><h1>One &amp; all</h1>{FIGURE}{FOLD}{FORMULA}</section>'
TWO = (
    '<section id="two"><h1>Two</h1><p><a href="one.html#hello?N=3">Three</a>, '
    '<a href="one.html#gone">gone</a>, <a href="search.html">a search</a></p></section>'
)
BOOK = Book(
    "Small by Hand", "A & B", "en",
    (Part("", (Entry("one", 0),)), Part("The rest", (Entry("two", 0, "2"),))),
)  # fmt: skip


def paper(inside: str) -> Element:
    """A piece of a page as paper has it."""
    found = article(PAGE.format(inside))
    assert found is not None
    on_paper(found)
    return found


# Pages as trees


@every("wrong", ["<p hidden>", "<td>1<td>2", "<a href=x>y</a>", "a & b"])
def test_what_is_no_xml_is_named_with_its_place(wrong: str) -> None:
    with pytest.raises(NotXML, match=re.escape(wrong[:4])):
        parsed(f"<b>{wrong}</b>")


def test_names_of_html_are_letters_and_what_is_unwrapped_stays_in_its_order() -> None:
    assert words(parsed("<p>a&nbsp;&middot;&hellip; &lt;b&gt;</p>")) == "a ·… <b>"
    (paragraph,) = parsed("<p>1<b>2<i>3</i>4</b>5<a>6</a>7</p>")
    unwrap(paragraph, paragraph[0])
    unwrap(paragraph, paragraph[1])
    assert written(paragraph) == "<p>12<i>3</i>4567</p>"


# Figures, folds and names


def test_a_live_figure_is_its_picture_with_a_number() -> None:
    found = paper(FIGURE + FIGURE.replace("hello", "bye"))
    assert [words(each) for each in found.iter("figcaption")] == [
        "Figure 1. It says hello.", "Figure 2. It says bye.",
    ]  # fmt: skip
    text = written(found)
    assert not re.search("hand-figure |<script|noscript|data-|tabindex|can be moved", text)
    assert '<div id="hello" class="hand-figure">' in text


PIECES = {  # of a page, and as paper has them
    '<div><noscript><svg xmlns="http://www.w3.org/2000/svg"/></noscript></div>':
        '<div><svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:xlink="http://www.w3.org/1999/xlink" /></div>',
    '<details class="hand-later"><summary>Build it</summary><p>Here.</p></details>':
        '<div class="hand-later"><p class="fold-title">Build it</p><p>Here.</p></div>',
    '<section id="lab-notes"><h2>Lab notes</h2><details class="lab-notes">'
    "<summary>Precision</summary><h3>Precision</h3></details></section>":
        '<section id="lab-notes"><h2>Lab notes</h2><div class="lab-notes">'
        "<h3>Precision</h3></div></section>",
    '<pre><span></span><span class="kn">import</span><span class="w"> </span>'
    '<span class="nn">math</span>\n</pre>':
        '<pre class="short"><span class="kn">import</span> math\n</pre>',
}  # fmt: skip


@every("inside, made", PIECES.items())
def test_a_piece_without_its_script_its_fold_and_most_colors(inside: str, made: str) -> None:
    assert written(paper(inside)[0]) == made


def test_no_name_stands_twice() -> None:
    found = paper(FIGURE + FIGURE + '<h2 id="hello">Hello</h2>')
    names = [name for each in found.iter() if (name := each.get("id"))]
    assert names == ["hello", "d0-c", "d1-c"]
    assert [each.get("clip-path") for each in found.iter("g")] == ["url(#d0-c)", "url(#d1-c)"]


def test_what_is_folded_is_a_note_and_leads_back() -> None:
    found = paper(FOLD)
    links = [(each.get("href"), words(each)) for each in found.iter("a")]
    assert links == [
        ("#note-1", "Hint 1 (note 1)"), ("#note-2", "The code (note 2)"),
        ("#to-note-1", "1."), ("#to-note-2", "2."),
    ]  # fmt: skip
    section = found.find("section[@class='notes']")
    assert section is not None and words(section) == "Notes1. Hint 1, TaskCount.2. The code, Task1"


# Formulas


def test_formulas_are_mathml_with_words() -> None:
    found = paper(FORMULA)
    set_formulas(found)
    (formula,) = found.iter("math")
    assert formula.get("alttext") == r"\sqrt{|x|}" and formula.get("display") == "inline"
    assert words(found) == "As |x| grows."
    assert [each.get("lspace") for each in formula.iter("mo")] == ["0", "0"]
    assert as_mathml(r"\[x\]").get("display") == "block"


# The contents


def test_the_book_is_what_its_settings_say(root: Path) -> None:
    book = read_book(root / "book")
    assert book.file_name == "transformers-by-hand" and book.language == "en"
    assert book.entries[0] == Entry("index", 0)
    notebooks = {path.stem for path in (root / "book").glob("*.ipynb")}
    assert notebooks <= {entry.name for entry in book.entries}
    assert [part.title for part in only(book, ["adding"]).parts] == ["The machine"]


# The EPUB


@pytest.fixture
def built(tmp_path: Path) -> Path:
    """Two built pages."""
    for name, inside in (("one", ONE), ("two", TWO)):
        (tmp_path / f"{name}.html").write_text(PAGE.format(inside), encoding="utf-8")
    return tmp_path


@pytest.fixture
def made(built: Path) -> Path:
    """The EPUB of two pages."""
    epub.make(BOOK, built, built / "small.epub")
    return built / "small.epub"


def test_an_epub_keeps_the_rules(made: Path) -> None:
    assert [*rules.problems(made)] == []
    assert not [*made.parent.glob("*.half")]
    with zipfile.ZipFile(made) as archive:
        two = archive.read("book/two.xhtml").decode()
        nav = archive.read("book/nav.xhtml").decode()
    assert '<a href="one.xhtml#hello">Three</a>, <a href="one.xhtml">gone</a>, a search' in two
    assert '<li><a href="two.xhtml">The rest</a><ol><li><a href="two.xhtml">2</a></li>' in nav


def test_the_same_pages_are_the_same_bytes(built: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for name in ("a.epub", "b.epub"):
        epub.make(BOOK, built, built / name)
    assert (built / "a.epub").read_bytes() == (built / "b.epub").read_bytes()


Change = Callable[[dict[str, bytes]], Mapping[str, bytes]]


def replaced(name: str, old: str, new: str) -> Change:
    """A change of one file: its text is in it once at least."""

    def change(files: dict[str, bytes]) -> dict[str, bytes]:
        assert old.encode() in files[name]
        return files | {name: files[name].replace(old.encode(), new.encode(), 1)}

    return change


def without(name: str) -> Change:
    """A change that takes one file out."""
    return lambda files: {each: files[each] for each in files if each != name}


@every(
    "change, sentence",
    [
        (without("book/style.css"), "book/style.css is listed and missing"),
        (lambda files: files | {"book/x.css": b""}, "book/x.css is not listed"),
        (without("META-INF/container.xml"), "META-INF/container.xml is missing"),
        (replaced("mimetype", "epub", "epop"), "mimetype says b'application/epop+zip'"),
        (replaced("book/two.xhtml", "<p>", "<p><b>"), "book/two.xhtml is no XML: mismatched tag"),
        (replaced("book/two.xhtml", "<p>", '<p id="two">'), "has the id two twice"),
        (replaced("book/two.xhtml", "#hello", "#bye"), "but nothing there is called so"),
        (replaced("book/two.xhtml", "one.xhtml#", "six.xhtml#"), "which is not in the book"),
        (replaced("book/two.xhtml", "style.css", "http://a.b/c"), "loads http://a.b/c"),
        (replaced("book/two.xhtml", "<p>", "<p><script/>"), "has an element script"),
        (replaced("book/two.xhtml", "<p>", '<p name="fold">'), "has a name on p"),
        (replaced("book/two.xhtml", "<p>", "<p><hand-x/>"), "has an element hand-x"),
        (replaced("book/package.opf", ' properties="svg mathml"', ""), "is listed without svg"),
        (replaced("book/package.opf", 'idref="two"', 'idref="six"'), "names six, which is not"),
        (replaced("book/package.opf", ' properties="nav"', ""), "not one file is the nav"),
        (replaced("book/package.opf", "<dc:language>en", "<dc:language>"), "no language is said"),
    ],
)
def test_a_broken_rule_is_named(made: Path, change: Change, sentence: str) -> None:
    with zipfile.ZipFile(made) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    broken = made.with_name("broken.epub")
    epub.pack(broken, change(files))
    found = [*rules.problems(broken)]
    assert any(sentence in each for each in found), found


def test_a_page_without_an_article_is_named(built: Path) -> None:
    (built / "two.html").write_text("<html></html>")
    with pytest.raises(ValueError, match="^page two has no article; was it built by `make book`"):
        epub.make(BOOK, built, built / "small.epub")
    assert not (built / "small.epub").exists()
