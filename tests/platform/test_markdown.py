"""Prose that reads well in Jupyter, and is MyST again on a page."""

import re
from pathlib import Path

import pytest
from nbformat.v4 import new_markdown_cell, new_notebook

from tests.laws import every
from tests.platform.extensions import extension
from tools.markdown import BOOK, Plain, address, raw, works
from tools.notebooks import save

BOX = """\
```{admonition} Spoilers ahead
:class: tip
Stop *here*.

Or do not.
```

## The task"""
PLAIN_BOX = """\
> **Spoilers ahead**
>
> Stop *here*.
>
> Or do not.

## The task"""


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """A book of three pages and three works."""
    (tmp_path / "references.bib").write_text(
        "@misc{one, author = {Ba, Jimmy}, title = {A}, year = {2016}}\n"
        "@misc{two, author = {Ba, J. and Kram{\\'a}r, K.}, title = {B}, year = {2017},"
        " doi = {10.1016/0893(89)90020-8}}\n"
        "@misc{three, author = {Ba, J. and Bo, K. and others}, title = {C}, year = {2018},"
        " eprint = {1607.06450}}\n"
        "@misc{undated, author = {{vgel.me}}, title = {D}, url = {https://vgel.me/a/?b=c}}\n"
    )
    parts = ["(first)=\n# The first", "(deep)=\n## A part", "(exercise-tame)=\n## 3.2 Tame it"]
    first = new_notebook(cells=[new_markdown_cell("\n\n".join(parts))])
    save(first, tmp_path / "first.ipynb")
    second = new_notebook(cells=[new_markdown_cell("(second)=\n# The second")])
    save(second, tmp_path / "second.ipynb")
    (tmp_path / "words.md").write_text("(words)=\n# Words\n\n(word)=\n## One\n\n## Plain heading\n")
    (tmp_path / "_toc.yml").write_text(
        "root: second\nparts:\n  - chapters:\n      - file: first\n      - file: words\n"
    )
    return tmp_path


PROSE = extension("plain_prose")
CASES = [  # what an author may write, what a notebook holds, what a page reads
    ("(first)=\n# The first", '<a id="first"></a>\n# The first', "(first)=\n# The first"),
    ("{ref}`first`", "[The first](first.ipynb)", "[The first](first.ipynb)"),
    ("{ref}`as there <first>`", "[as there](first.ipynb)", "[as there](first.ipynb)"),
    ("[](#deep)", "[A part](first.ipynb#deep)", "[A part](#deep)"),
    ("[](first.ipynb)", "[The first](first.ipynb)", "[The first](first.ipynb)"),
    ("[there](#deep)", "[there](first.ipynb#deep)", "[there](#deep)"),
    ("[](#second)", "[The second](#second)", "[The second](#second)"),
    ("[](#word)", "[One](words.md#word)", "[One](#word)"),
    ("{doc}`words`", "[Words](words.md)", "[Words](words.md)"),
    ("{cite:t}`one`", "[Ba (2016)](references.bib#one)", "{cite:t}`one`"),
    (
        "{cite:t}`three`",
        '[Ba et al. (2018)](https://arxiv.org/abs/1607.06450 "references.bib#three")',
        "{cite:t}`three`",
    ),
    (
        "{cite:t}`undated`",
        '[vgel.me](https://vgel.me/a/?b=c "references.bib#undated")',
        "{cite:t}`undated`",
    ),
    (
        "it {cite:p}`undated`.",
        'it ([vgel.me](https://vgel.me/a/?b=c "references.bib#undated")).',
        "it {cite:p}`undated`.",
    ),
    (
        "so {cite:p}`one,two`.",
        "so ([Ba, 2016](references.bib#one); [Ba and Kramár, 2017]"
        '(https://doi.org/10.1016/0893%2889%2990020-8 "references.bib#two")).',
        "so {cite:p}`one,two`.",
    ),
    (
        "(as {cite:t}`one` says)",
        "(as [Ba (2016)](references.bib#one) says)",
        "(as {cite:t}`one` says)",
    ),
    (BOX, PLAIN_BOX, BOX),
    ("`[](#deep)` and `{ref}`",) * 3,
    ("```python\n(first)=\n```",) * 3,
    ("<a href='#hello?N=3'>three</a>",) * 3,
    (
        "So:\n\n```{tableofcontents}\n```",
        "So:\n\n<!-- contents -->\n\n- [The first](first.ipynb)\n- [Words](words.md)\n\n"
        "<!-- end of contents -->",
        "So:\n\n```{tableofcontents}\n```",
    ),
]


@every("written, plain, read", CASES)
def test_prose_is_plain_in_a_notebook_and_myst_on_a_page(
    book: Path, written: str, plain: str, read: str
) -> None:
    prose = Plain("second.ipynb", book)
    assert prose.write(written) == plain
    assert prose.write(plain) == plain
    assert not [*raw(plain, "second.ipynb", book)]
    assert PROSE.as_myst(plain, PROSE.labels(book)) == read
    assert prose.write(read) == plain


def test_a_link_to_a_state_is_none_of_mysts(book: Path) -> None:
    plain = "At [`N` 3](#hello?N=3&text=a+b) and `[no](#hello?N=3)`, [there](first.ipynb#it?N=2)."
    assert Plain("second.ipynb", book).write(plain) == plain
    read = 'At <a href="#hello?N=3&amp;text=a+b">`N` 3</a> and `[no](#hello?N=3)`, '
    read += '<a href="first.html#it?N=2">there</a>.'
    assert PROSE.as_myst(plain, PROSE.labels(book)) == read


def test_a_title_and_a_citation_follow_what_they_name(book: Path) -> None:
    prose = Plain("second.ipynb", book)
    there = '[Ba et al. (2018)](https://arxiv.org/abs/1607.06450 "references.bib#three")'
    assert prose.write("[Bo (1999)](references.bib#three)") == there
    assert prose.write('[Bo (1999)](https://a.b "references.bib#three")') == there
    assert prose.write("[Bo (1999)](references.bib#one)") == "[Ba (2016)](references.bib#one)"
    assert prose.write("[there](second.ipynb#deep)") == "[there](first.ipynb#deep)"
    link = "[3.2 Tame it](first.ipynb#exercise-tame)"
    assert prose.write("[2.1 Tame](first.ipynb#exercise-tame)") == prose.write(link) == link
    assert prose.write(other := "[it](first.ipynb#exercise-tame)") == other


@every(
    "markup",
    [
        *("{ref}`nowhere`", "[](#nowhere)", "{cite:t}`nobody`", "```{note}\nText\n```"),
        *("[x](#nowhere)", "```{admonition} A box of another class\n:class: dropdown\nText\n```"),
    ],
)
def test_what_stays_raw_is_named(book: Path, markup: str) -> None:
    prose = Plain("second.ipynb", book).write(markup)
    assert [*raw(prose, "second.ipynb", book)]


def test_a_citation_leads_to_the_work() -> None:
    """But for three works of which no lasting address is known: their entry says what they are."""
    where = {key: address(entry) for key, entry in works(BOOK).items()}
    assert {key for key in where if not where[key]} == {"bohm1964", "englander2021", "hardcoding"}
    form = re.compile(
        r"https://(?:doi\.org/10\.\d{4,5}/|arxiv\.org/abs/\d{4}\.\d{4,5}$|[\w.-]+/)\S*"
    )
    assert [key for key in where if where[key] and not form.fullmatch(where[key])] == []
    assert [key for key in where if re.search(r"[()\s\"]", where[key])] == []
