"""The reader of built pages finds what a person would trip over."""

from pathlib import Path

from tests.laws import every
from tools.pages import main, missing_chapters, problems, read_pages

GOOD = '<h1 id="top">Title</h1><a href="other.html#part">on</a><img src="a.png" alt="A claim.">'
OTHER = '<h2 id="part">Part</h2><a href="index.html#top">back</a>'


def build(folder: Path, index: str = GOOD, other: str = OTHER) -> Path:
    """A built book of two pages."""
    (folder / "index.html").write_text(index)
    (folder / "other.html").write_text(other)
    (folder / "a.png").write_bytes(b"")
    return folder


def said(html: Path) -> list[str]:
    """What is wrong with the pages of a built book."""
    return [*problems(html, read_pages(html))]


def test_a_good_book(tmp_path: Path) -> None:
    assert said(build(tmp_path)) == []
    assert main([str(tmp_path)]) == 0


@every(
    "wrong, sentence",
    [
        ('<a href="gone.html">', "links to gone.html, which does not exist"),
        ('<a href="other.html#gone">', "nothing there is called gone"),
        ('<a href="#gone">', "nothing there is called gone"),
        ('<a href="other.html#N=1">', "on a page without a live figure"),
        ('<img src="a.png">', "shows a.png without alternative text"),
        ('<img src="a.png" alt="a.png">', "shows a.png without alternative text"),
        ('<svg role="img"></svg>', "shows an <svg role=img> without alternative text"),
        ('<script src="https://cdn.net/x.js"></script>', "loads <script> from https://cdn.net/x"),
        ('<img src="//cdn.net/x.png" alt="Words.">', "loads <img> from //cdn.net/x.png"),
        ('<link rel="stylesheet" href="https://cdn.net/x.css">', "loads <link>"),
        ('<link rel="stylesheet" href="remote.css">', "style sheet that loads from elsewhere"),
        ('<a href="https://github.com/executablebooks/jupyter-book">', "names a stand-in address"),
        (
            '<article class="bd-article"><table data-wide><tr></tr></table></article>',
            "is no XML: not well-formed (invalid token), near",
        ),
        ('<article class="bd-article"><td>1<td>2</td></article>', "is no XML: mismatched tag"),
    ],
)
def test_a_problem_is_named(tmp_path: Path, wrong: str, sentence: str) -> None:
    (tmp_path / "remote.css").write_text("@font-face { src: url(https://cdn.net/f.woff) }")
    found = said(build(tmp_path, index=GOOD + wrong))
    assert len(found) == 1
    assert found[0].startswith("index.html ")
    assert sentence in found[0]
    assert main([str(tmp_path)]) == 1


@every(
    "fine",
    [
        '<a href="a.png#part">a part of what is no page</a>',
        '<link rel="canonical" href="https://book.net/index.html">',
        '<script>"<img>"; 1 > 0;\n"<a href=gone.html>"</script><!-- <img>\n<img> -->',
        "<a href='other.html?a>b'>an address</a><a href=\"#&#116;op\">written otherwise</a>",
    ],
)
def test_what_is_allowed(tmp_path: Path, fine: str) -> None:
    assert said(build(tmp_path, index=GOOD + fine)) == []


def test_chapters_that_a_reader_will_not_find(tmp_path: Path) -> None:
    toc = "root: index\nparts: [{chapters: [{file: other}, {file: search}, {file: gone}]}]\n"
    (tmp_path / "_toc.yml").write_text(toc)
    assert list(missing_chapters(tmp_path, build(tmp_path))) == [
        "search is the name of a page that Sphinx writes, choose another",
        "gone is in the table of contents but was not built",
    ]
