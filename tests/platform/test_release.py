"""What `make release` refuses to publish, told without building anything."""

import re
import sys
import zlib
from pathlib import Path

import pytest

from tests.laws import every
from tools import distributions, release
from tools.pythons import ROOT

README = (ROOT / "README.md").read_text("utf-8")
METADATA = b"Metadata-Version: 2.4\nName: taotp\nVersion: 1.0.0\n\n"
GOOD = {"PKG-INFO": METADATA + b"[How](https://a.org/how.md)", "taotp/data/play.txt": b""}
BAD = {  # the file that is added to the good ones, and what is said of it
    "exercises/my/answer.py is a solver's own": {"exercises/my/answer.py": b""},
    "it has 2 files of metadata": {"taotp-1.0.0.dist-info/METADATA": METADATA},
    "README has the link 'how.md'": {"PKG-INFO": METADATA + b"[How](how.md)"},
    "README has the link '.github/a.png'": {"PKG-INFO": METADATA + b'<img src=".github/a.png">'},
    "'one' is invalid for 'version'": {"PKG-INFO": METADATA.replace(b"1.0.0", b"one")},
    "taotp/lost.txt is not there": {},
}


@every("sentence, files", BAD.items())
def test_each_fault_gets_its_sentence(sentence: str, files: dict[str, bytes]) -> None:
    """Mutants no other finds: each check left out, as a good release passes without them."""
    wanted = {"taotp/data/play.txt"}
    assert release.check(GOOD, wanted)["Version"] == "1.0.0"
    lost = {re.split(" is not", sentence)[0]} if not files else set()
    with pytest.raises(release.NotFit, match=re.escape(sentence)):
        release.check(GOOD | files, wanted | lost)


@every("address", ["", "https://a.org/b"])
def test_readme_is_published_without_a_link_that_leads_nowhere(address: str) -> None:
    """Its code and its words stay as they are.

    Mutants: pictures in HTML forgotten; words that are changed with their link.
    """
    text = release.published(README, address)
    release.check({"PKG-INFO": METADATA + text.encode()}, set())
    assert release.FENCED.findall(text) == release.FENCED.findall(README)
    words = [re.sub(r"\]\(.*?\)|<picture>.*|[!\[]", "", each) for each in (text, README)]
    assert words[0].split()[-60:] == words[1].split()[-60:]
    at = (
        f"[CITATION.cff]({address}/blob/main/CITATION.cff)",
        f'src="{address}/raw/main/.github/search.svg"',
    )
    assert all((each in text) == bool(address) for each in at)


def test_the_library_has_a_megabyte_and_nothing_is_lost_beside_it() -> None:
    """Each file of the packages is published once: code by the library, whatever it weighs.

    Mutants no other finds by day: a large file that the library takes with it; code among the data.
    """
    tracked = release.run("git", "ls-files", *release.PACKAGES).splitlines()
    parts = distributions.divided(tracked)
    published = [path for paths in parts.values() for path in paths]
    assert sorted(published) == [
        path for path in sorted(tracked) if not path.endswith(distributions.OF_A_CLONE)
    ]
    assert not [path for path in parts[distributions.DATA] if path.endswith(".py")]
    assert {path.split("/")[0] for path in parts[distributions.EXERCISES]} == {"exercises"}
    of_names = 130  # bytes of a file's two headers and of its line among the records
    size = sum(len(zlib.compress((ROOT / path).read_bytes(), 6)) + 2 * len(path) + of_names
               for path in parts[distributions.LIBRARY])  # fmt: skip
    assert 0.9 * distributions.LARGEST < size <= distributions.LARGEST


def test_what_fails_gets_a_sentence_and_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Mutants: a status, or a warning, that nobody looks at; and a release that says nothing."""

    def fails(folder: Path) -> None:
        release.run(sys.executable, "-c", "raise SystemExit('no room')", at=folder)

    monkeypatch.setattr(release, "release", fails)
    assert release.main() == 1
    assert capsys.readouterr().err.endswith("ended with 1: no room\n")
    warns = sys.executable, "-c", "import sys; print('old', file=sys.stderr)"
    assert release.run(*warns, at=tmp_path) == ""
    with pytest.raises(release.NotFit, match="old"):
        release.run(*warns, at=tmp_path, strict=True)


def test_it_asks_for_what_readme_shows() -> None:
    """Mutant: a pattern that finds nothing, with which every wheel is right."""
    asked = [command[-1] for command in release.shown(README)]
    assert "hello_world" in asked[0]
    assert {line.split()[1] for line in asked[1:]} == {"run", "compute"} and len(asked) == 5
