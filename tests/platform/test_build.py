"""The build of the book: nothing stale, nothing half-made, no address that nobody set.

Each test builds a book of one or two pages with the settings and the extension of the real one.
"""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path

import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools.notebooks import save

pytestmark = [
    pytest.mark.slow(longest=True),
    pytest.mark.skipif(not hasattr(os, "fork"), reason="no process can be forked here"),
]


# A process that has read Jupyter Book, and is forked for each build: so it starts once, and no
# build finds what another has imported.
BUILDER = """\
import os, sys
import jupyter_book.sphinx, matplotlib_inline, myst_nb.sphinx_ext, sphinx.builders.html
import sphinx_book_theme, sphinx_external_toc, sphinxcontrib.bibtex, sphinx_design, sphinx_thebe
from jupyter_book.cli.main import main

for folder in map(str.strip, sys.stdin):
    if child := os.fork():
        print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
        continue
    os.chdir(folder)
    sys.path.insert(0, folder)
    os.environ["PYTHONPATH"] = folder
    said = os.open("build.log", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(said, 1), os.dup2(said, 2), os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    main(["build", "book", "-W", "--keep-going", "-q"])
"""
Builder = Callable[[Path], int]


@pytest.fixture(scope="module")
def builder(root: Path) -> Iterator[Builder]:
    """Build the book of a folder as `make book` does; the status of that."""
    recipe = "@$(BIN)/jupyter-book build book -W --keep-going\n"
    assert recipe in (root / "Makefile").read_text("utf-8")
    environment = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    with subprocess.Popen(
        [sys.executable, "-c", BUILDER], cwd=root / "tests" / "platform", env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as running:  # fmt: skip
        assert running.stdin and running.stdout
        asked, told = running.stdin, running.stdout

        def build(folder: Path) -> int:
            print(folder, file=asked, flush=True)
            return int(told.readline())

        yield build


class SmallBook:
    """A book in a folder of its own, beside packages that stand in for the real ones."""

    def __init__(self, root: Path, folder: Path, builder: Builder) -> None:
        self.folder, self.builder = folder, builder
        self.book = folder / "book"
        self.html = self.book / "_build" / "html"
        for name in ("_config.yml", "_extensions", "_static", "references.bib"):
            copy = shutil.copytree if (root / "book" / name).is_dir() else shutil.copy
            self.book.mkdir(exist_ok=True)
            copy(root / "book" / name, self.book / name)
        config = (self.book / "_config.yml").read_text()
        without = re.sub("(?m)^( *url): .*$", r'\1: ""', config, count=1)  # a publisher has set one
        self.write("book/_config.yml", without)
        self.write("book/_toc.yml", "format: jb-book\nroot: index\n")
        self.write("exercises/__init__.py", "")
        self.write("taotp_core/__init__.py", "def answer(): return 41 * 1000 + 1")
        self.write("taotp/__init__.py", "")
        shutil.copy(root / "taotp" / "files.py", self.folder / "taotp")
        self.write("taotp/figures/__init__.py", "")
        page = "def script(): return 'first()'\ndef stylesheet(): return ''\n"
        page += "PARTS = ('knot',)\ndef part_script(part): return part + '()'\n"
        page += "def with_lent(parts): return sorted(set(parts))\ndef page_sheets(): return {}\n"
        page += "def minify(text): return text\nminify_css = without_modules = source = minify\n"
        self.write("taotp/page/bundle.py", page)
        self.write("taotp/page/python/__init__.py", "")
        self.write("taotp/page/python/runtime.py", "def missing(): return ['all files']\n")
        drawn = "SAYS = 'Hi'\ndef card(): return b'a picture'\n"
        drawn += "def still_in(page): return '<svg/>' if 'is a machine' in page else ''\n"
        drawn += "def card_of(still, title): return title.encode(), f'{title}: {still}'\n"
        self.write("taotp/figures/card.py", drawn)
        self.write("taotp/figures/rendering.py", "")

    def write(self, name: str, text: str) -> None:
        """Write one file of the book's folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def replace(self, name: str, old: str, new: str) -> None:
        """Change one file of the book's folder."""
        text = (self.folder / name).read_text()
        assert old in text
        self.write(name, text.replace(old, new))

    def build(self) -> int:
        """Build the book; the status of that."""
        return self.builder(self.folder)

    def page(self, name: str = "index.html") -> str:
        """The text of one built page."""
        return (self.html / name).read_text()

    def notebook(self, name: str, *cells: str) -> None:
        """Write a notebook of a title and cells of code."""
        made = [new_markdown_cell(f"# {name}"), *map(new_code_cell, cells)]
        save(new_notebook(cells=made), self.book / f"{name}.ipynb")

    def contents(self, *names: str) -> None:
        """Put pages behind the first."""
        files = "".join(f"- file: {name}\n" for name in names)
        self.write("book/_toc.yml", f"format: jb-book\nroot: index\nchapters:\n{files}")


@pytest.fixture
def small(root: Path, tmp_path: Path, builder: Builder) -> SmallBook:
    """A book without a page."""
    return SmallBook(root, tmp_path, builder)


def built(book: SmallBook) -> str:
    """The first page, after a build that succeeded."""
    assert book.build() == 0, (book.folder / "build.log").read_text()
    return book.page()


READS = {
    "answers": "from taotp_core import answer\n\nanswer()",
    "imports": "from taotp_core.far import said\n\nsaid",
    "opens": "from pathlib import Path\n\nPath('../taotp/examples/one.txt').read_text()",
    "lists": "import os\n\nsorted(os.listdir('../taotp/examples'))",
    "asks": "import subprocess, sys\n\nname = '../taotp/examples/one.txt'\n"
    "subprocess.check_output([sys.executable, '-c', f'print(open({name!r}).read())'])",
    "computes": "1 + 1",
    "begins": "from taotp import figures\nfrom taotp_core.stream import said\nprint(said)",
}


def test_a_page_is_as_new_as_what_it_is_made_of(small: SmallBook) -> None:
    """A notebook is run where what it read changed: modules of modules, files, folders.

    Where it starts another program, for any change; and where the process that its kernel is from
    read it before the notebook began. Styles and scripts are new though no page changed.
    """
    small.contents(*READS)
    small.write("book/index.md", "# Title\n")
    small.write("taotp/examples/one.txt", "first")
    small.write("taotp_core/far.py", "from taotp_core.farther import said\n")
    small.write("taotp_core/farther.py", "said = 'first'\n")
    small.write("taotp_core/stream.py", "said = 'first'\n")  # of what such notebooks begin with
    for name, code in READS.items():
        small.notebook(name, f"print(file=open('{name}.log', 'a'))\n{code}")
    runs = dict.fromkeys(READS, 0)

    def assert_run(*names: str) -> None:
        built(small)
        runs.update({name: runs[name] + 1 for name in names})
        logs = {name: small.book / f"{name}.log" for name in READS}
        assert {name: len(log.read_text()) for name, log in logs.items()} == runs

    assert_run(*READS)
    assert "41001" in small.page("answers.html")
    for mark in ("data-cell", "live_python.js"):  # the files of Python are not there
        assert mark not in small.page("answers.html")
    small.write("book/_static/book.css", "p { color: teal }")
    small.replace("taotp/page/bundle.py", "first()", "second()")
    assert_run("asks")
    assert "teal" in (small.html / "_static" / "book.css").read_text()
    assert "live-figures.js?v=" in small.page(), "a browser is told of the new script"
    assert (small.html / "_static" / "live-figures.js").read_text() == "second()"

    small.replace("taotp_core/__init__.py", "41", "42")
    assert_run("answers", "imports", "begins", "asks")
    assert "42001" in small.page("answers.html") and "41001" not in small.page("answers.html")
    small.write("taotp_core/farther.py", "said = 'second'\n")
    assert_run("imports", "asks")
    assert "second" in small.page("imports.html")
    small.write("taotp/examples/one.txt", "second")
    small.write("taotp_core/stream.py", "said = 'second'\n")
    assert_run("opens", "begins", "asks")
    assert all("second" in small.page(f"{name}.html") for name in ("opens", "begins", "asks"))
    small.write("taotp/examples/two.txt", "")
    assert_run("lists", "asks")
    assert "two.txt" in small.page("lists.html")
    assert len(list((small.book / "_build" / "executed").iterdir())) == 1


def test_contents_are_what_the_theme_draws(small: SmallBook) -> None:
    """Drawn once and marked, or drawn for each page: the pages are the same."""
    book = small
    for name in ("index", "first", "within", "second", "deep", "deeper", "last"):
        book.write(f"book/{name}.md", f"# Of *{name}* & more\n\n## A part\n")
    chapters = "- file: first\n  sections:\n  - file: within\n    title: Exercises\n"
    chapters += "- file: second\n  sections:\n  - file: deep\n    sections:\n    - file: deeper\n"
    parts = f"- chapters:\n{indented(chapters)}- caption: End\n  chapters:\n  - file: last\n"
    book.write("book/_toc.yml", f"format: jb-book\nroot: index\nparts:\n{indented(parts)}")
    draw = '    draw: Any = context["generate_toctree_html"]\n'
    told = f"{draw}    print(file=open('drawn.log', 'a'))\n"
    book.replace("book/_extensions/drawn_once.py", draw, told)
    built(book)
    assert (book.folder / "drawn.log").read_text() == "\n", "it is drawn, and once"
    names = sorted(path.name for path in book.html.glob("*.html"))
    once = {name: book.page(name) for name in names}
    marks = {name: page.count(" current active") for name, page in once.items()}
    assert [marks[f"{name}.html"] for name in ("first", "within", "deeper", "last")] == [1, 2, 3, 1]
    book.replace("book/_config.yml", "    drawn_once: _extensions\n", "")
    (book.book / "_extensions" / "templates" / "sbt-sidebar-nav.html").unlink()
    shutil.rmtree(book.book / "_build")
    built(book)
    assert {name: book.page(name) for name in names} == once


def indented(text: str) -> str:
    """Lines two columns to the right."""
    return re.sub("(?m)^(?=.)", "  ", text)


WAITS = """\
import os, sys, time
from pathlib import Path

Path("{own}").write_text(f"{{os.getpid()}} {{os.getppid()}}")
while not Path("{other}").exists():
    time.sleep(0.05)
print("{own} saw {other}", [name in sys.modules for name in ("numpy", "taotp_core")])"""


def test_notebooks_run_several_at_once_in_kernels_that_end(small: SmallBook) -> None:
    """Each of two waits for the other; kernels are forked, from a process that ends with them."""
    small.contents("second")
    for name, own, other in (("index", "a", "b"), ("second", "b", "a")):
        small.notebook(name, WAITS.format(own=own, other=other))
    assert "a saw b [True, False]" in built(small), (
        "what is not of the book is there from the start"
    )
    assert "b saw a [True, False]" in small.page("second.html")
    for number in " ".join((small.book / name).read_text() for name in "ab").split():
        with pytest.raises(ProcessLookupError):
            os.kill(int(number), 0)


def test_no_notebook_runs_where_a_publisher_says_so(small: SmallBook) -> None:
    """Mutant no other finds: pages are read by that setting, and what runs ahead runs."""
    small.notebook("index", "open('ran', 'w').close()\n'an output'")
    small.replace("book/_config.yml", "execute_notebooks: cache", 'execute_notebooks: "off"')
    assert "an output" in built(small)
    assert not (small.book / "ran").exists()


SAYS = {
    "pieces": "import sys\nprint('one', end=' ')\n_ = sys.stderr.write('aside')\nprint('two')\n3",
    "shown": "from IPython.display import display\nprint('first')\ndisplay('second')\n'third'",
    "nothing": "x = 4;\nx;",
    "many": "from IPython.display import HTML\nHTML('<b>5</b>', metadata={'a': 1})",
    "counted": "_, get_ipython().execution_count, __name__",
    "none": "None",
    "far": "import os, sys\nos.path.basename(os.getcwd()), '' in sys.path",
}
LATER = """\
from IPython.display import display

shown = display("before", display_id=True)
shown.update("behind")"""


def test_a_forked_process_says_what_a_kernel_says(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Output for output; and what changes later is left to the kernel."""
    monkeypatch.syspath_prepend(str(root / "book" / "_extensions"))
    run_ahead, warm = import_module("run_ahead"), import_module("warm")
    if not warm.can_fork():
        pytest.skip("nothing can be forked here")
    said = []
    with warm.warm_process() as address:
        for ask in (run_ahead.in_forked_process, run_ahead.in_kernel):
            cells = [new_code_cell(code, id=name) for name, code in SAYS.items()]
            notebook = new_notebook(cells=cells)
            how = (address,) if ask is run_ahead.in_forked_process else ()
            assert ask(tmp_path / "a.ipynb", notebook, *how, {**os.environ}, 60)
            said.append((notebook.cells, notebook.metadata.get("language_info")))
        later = new_notebook(cells=[new_code_cell(LATER)])
        assert not run_ahead.in_forked_process(tmp_path / "a.ipynb", later, address, {}, 60)
        assert {*run_ahead.run(tmp_path / "a.ipynb", later, address, 60).read} == {"*"}
        slow = new_notebook(cells=[new_code_cell("import time\ntime.sleep(60)")])
        assert not run_ahead.in_forked_process(tmp_path / "a.ipynb", slow, address, {}, 1)
    forked, asked = said
    assert forked[1] == asked[1]
    for ours, theirs in zip(forked[0], asked[0], strict=True):
        theirs.metadata.pop("execution", None)
        assert ours == theirs, ours.id


def test_a_build_that_failed_fails_again(small: SmallBook) -> None:
    small.write("book/index.md", "# Title\n\n[](#nowhere)\n")
    assert small.build() != 0
    assert small.build() != 0, "nothing changed, so nothing is mended"
    small.replace("book/index.md", "[](#nowhere)", "Mended.")
    assert "Mended." in built(small)
    (small.folder / "taotp" / "page" / "bundle.py").unlink()
    assert small.build() != 0, "it needs the script of the figures"


FIRST = "Every weight & bias is *written* by hand." + " And so it goes on." * 20


def test_what_is_around_a_page(small: SmallBook) -> None:
    """Its parts of the script, what it says of itself, and addresses where one is set alone."""
    source = "import os\n\n'page ' + os.environ['TAOTP_PAGE']"
    cells = [new_markdown_cell(f"# A title\n\n{FIRST}\n\nMore."), new_code_cell(source)]
    save(new_notebook(cells=cells), small.book / "index.ipynb")
    small.write("book/plain.md", "# Plain\n\nThis is a machine.\n\n<hand-figure></hand-figure>\n")
    small.write("book/knots.md", '# Knots\n\n<hand-figure data-parts="knot"></hand-figure>\n')
    block = '<details data-parts="knot" data-later="rope"></details>'
    small.write("book/ropes.md", f"# Ropes\n\n{block}\n")
    small.contents("plain", "knots", "ropes")
    page = built(small)
    assert_parts_are_where_they_are_used(small)
    assert_a_page_says_what_it_is(page)
    assert_a_page_with_a_machine_has_its_card(small)
    assert "page 1" in page, "notebooks know that they are pages"
    assert (small.html / "_static" / "card.png").read_bytes() == b"a picture"
    for word in ("github", "colab", "executablebooks", "launch-button", "og:url"):
        assert word not in page.lower()
    assert not (small.html / "sitemap.xml").exists(), "there is no address to name"

    small.replace("book/_config.yml", 'url: ""', "url: https://github.com/somebody/a-book")
    small.replace("book/_config.yml", "html:", "html:\n  baseurl: https://books.net/hand/")
    page = built(small)
    colab = "https://colab.research.google.com/github/somebody/a-book/blob/main/book/index.ipynb"
    assert f'href="{colab}"' in page
    assert 'href="https://github.com/somebody/a-book"' in page
    assert 'content="https://books.net/hand/_static/card.png"' in page
    assert '<meta property="og:url" content="https://books.net/hand/index.html"' in page
    assert 'href="https://books.net/hand/index.html"' in small.page("404.html")
    assert '<link rel="canonical" href="https://books.net/hand/index.html"' in page
    names = re.findall("<loc>https://books.net/hand/(.*)</loc>", small.page("sitemap.xml"))
    assert names == ["index.html", "knots.html", "plain.html", "ropes.html"]
    assert "Sitemap: https://books.net/hand/sitemap.xml\n" in small.page("robots.txt")


def assert_parts_are_where_they_are_used(book: SmallBook) -> None:
    """A page loads the parts that its figures name, and the common script after them."""
    scripts = re.findall(r'src="_static/(live-figures[^?"]*)', book.page("knots.html"))
    assert scripts == ["live-figures-knot.js", "live-figures.js"]
    assert (book.html / "_static" / "live-figures-knot.js").read_text() == "knot()"
    for page in ("index.html", "plain.html"):
        assert "live-figures-knot.js" not in book.page(page)
    ropes = book.page("ropes.html")  # its block loads more when it is opened, of a version
    assert "live-figures-knot.js" in ropes
    assert "live-figures-rope.js" not in ropes
    assert re.search(r'data-version="\?v=\w{8}" data-later="rope"', ropes)
    assert re.search(r'<hand-figure data-version="\?v=\w{8}"', book.page("knots.html"))


def assert_a_page_with_a_machine_has_its_card(book: SmallBook) -> None:
    """It is drawn of the page's own still, and said in words."""
    page = book.page("plain.html")
    assert '<meta property="og:image" content="_static/cards/plain.png"' in page
    assert '<meta property="og:image:alt" content="Plain: &lt;svg/&gt;"' in page
    assert (book.html / "_static" / "cards" / "plain.png").read_bytes() == b"Plain"
    assert not (book.html / "_static" / "cards" / "knots.png").exists()


def assert_a_page_says_what_it_is(page: str) -> None:
    """To whom the address is sent: the title, the first words and a picture."""
    said = re.search(r'<meta name="description" content="([^"]*)"', page)
    assert said
    assert said[1].startswith("Every weight &amp; bias is written by hand. And so")
    assert said[1].endswith("on.")
    assert len(said[1]) <= 220
    assert '<meta property="og:title" content="A title"' in page
    assert '<meta property="og:image" content="_static/card.png"' in page
