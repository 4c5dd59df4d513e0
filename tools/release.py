"""Build what is published, and try it as those do who install it: python -m tools.release.

The last commit becomes three packages (`tools.distributions`): the library, its data, and the
exercises. Each is an sdist, and that becomes a wheel. All are read, and each Python of
`tools.pythons` that is here installs the library alone, where what README shows has to come out,
and then the others. Then they are in dist/. The address of the repository, in `book/_config.yml`,
is put into their metadata and into README's links, which are plain words where there is none.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.message import Message
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml
from markdown_it import MarkdownIt
from packaging.metadata import Metadata

from tools.distributions import DATA, EXERCISES, LARGEST, LIBRARY, divided, tree_of
from tools.pythons import FROM, ROOT, interpreter

DIST = ROOT / "dist"
BUILD = "import sys; from setuptools.build_meta import build_sdist; build_sdist(sys.argv[1])"
PACKAGES = ("taotp", "taotp_core", "exercises")
LINK = re.compile(r'!?\[(?P<words>[^]]*)\]\((?P<to>[^)]+)\)|src(?:set)?="(?P<of>[^"]+)"')
PICTURE = re.compile(r'<picture>.*?\balt="([^"]*)".*?</picture>', re.DOTALL)
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
REMARK = re.compile(r'^(taotp (?:run .*"|compute .*\S))\s+# (.+)$', re.MULTILINE)
DOCTOR, VERSION = ("taotp-exercises", "doctor"), ("taotp", "--version")
PLAY = """from taotp.data import romeo_and_juliet
try:
    print(romeo_and_juliet()[:0] + "all there")
except ImportError as error:
    print(error)"""
WITHOUT = f"taotp/data/romeo_and_juliet.txt is data of the book, which is not installed; \
it comes with pip install {DATA}"


class NotFit(Exception):
    """Why this is not to be published, in one sentence."""


def published(readme: str, address: str, branch: str = "main") -> str:
    """README with absolute links; without an address, words stand in place of links to files.

    >>> published("[How](how.md)", "https://a.org/b"), published("[How](how.md)", "")
    ('[How](https://a.org/b/blob/main/how.md)', 'How')
    """

    def changed(found: re.Match[str]) -> str:
        to = found["to"] or found["of"]
        if re.match(r"\w+:|#", to):
            return found[0]
        if not address:
            return found["words"] or ""
        kind = "blob" if found[0].startswith("[") else "raw"
        before, _, behind = found[0].rpartition(to)
        return f"{before}{address}/{kind}/{branch}/{to}{behind}"

    return LINK.sub(changed, readme if address else PICTURE.sub(r"\1", readme))


def shown(readme: str) -> dict[tuple[str, ...], str]:
    """What README says that commands print: its first lines of Python, and those of the shell."""
    kinds = FENCED.findall(readme)
    code, said = next(text for kind, text in kinds if kind == "python").rsplit("  # ", 1)
    *lines, last = code.splitlines()
    python = "\n".join([*lines, f"print(repr({last}))"])
    shell = REMARK.findall("".join(text for kind, text in kinds if not kind))
    return {("python", "-c", python): said.strip()} | {
        ("sh", "-c", line): is_ for line, is_ in shell
    }


def run(*command: str, at: Path = ROOT, strict: bool = False, **more: str) -> str:
    """What a command prints; raises NotFit where it fails, or (if `strict`) where it warns."""
    done = subprocess.run(
        command, cwd=at, env=os.environ | more, stdin=subprocess.DEVNULL, capture_output=True,
        text=True, check=False,
    )  # fmt: skip
    if done.returncode or (strict and done.stderr):
        last = (done.stdout + done.stderr).strip().splitlines() or ["it does not say why"]
        raise NotFit(f"{' '.join(command)} ended with {done.returncode}: {last[-1]}")
    return done.stdout.strip()


def stage(folder: Path) -> None:
    """The files of the last commit, with the addresses that the settings of the book have."""
    run("git", "archive", "--output", str(folder / "all.tar"), "HEAD")
    with tarfile.open(folder / "all.tar") as files:
        files.extractall(folder, filter="data")
    settings = yaml.safe_load((folder / "book" / "_config.yml").read_text("utf-8"))
    address, branch = (settings["repository"][name] for name in ("url", "branch"))
    readme, project = folder / "README.md", folder / "pyproject.toml"
    readme.write_text(published(readme.read_text("utf-8"), address.rstrip("/"), branch), "utf-8")
    at = {"Repository": address, "Documentation": settings["html"].get("baseurl", "")}
    urls = "".join(f'{name} = "{url}"\n' for name, url in at.items() if url)
    with project.open("a", encoding="utf-8") as file:
        file.write(f"\n[project.urls]\n{urls}")


def build(folder: Path, to: Path) -> tuple[Path, Path]:
    """An sdist of a folder, and a wheel of the sdist."""
    run(sys.executable, "-c", BUILD, str(to), at=folder)
    (sdist,) = to.glob("*.tar.gz")
    options = ("--quiet", "--no-deps", "--no-build-isolation", "--wheel-dir", str(to))
    run(sys.executable, "-m", "pip", "wheel", *options, str(sdist))
    (wheel,) = to.glob("*.whl")
    return sdist, wheel


def contents(path: Path) -> dict[str, bytes]:
    """The files of an sdist or a wheel, by their names in it."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(path) as sdist:
        files = [(each.name.partition("/")[2], sdist.extractfile(each)) for each in sdist]
        return {name: file.read() for name, file in files if file}


def check(files: dict[str, bytes], wanted: set[str]) -> Message:
    """The metadata of an sdist or a wheel; raises NotFit for files and metadata that are wrong."""
    names = [name for name in files if re.fullmatch(r"PKG-INFO|[^/]*\.dist-info/METADATA", name)]
    if len(names) != 1:
        raise NotFit(f"it has {len(names)} files of metadata; it must have one")
    if own := [name for name in files if name.startswith("exercises/my/")]:
        raise NotFit(f"{own[0]} is a solver's own; it must not be there")
    if lost := sorted(wanted - {*files}):
        raise NotFit(f"{lost[0]} is not there, and {len(lost) - 1} more")
    (metadata,) = (files[name] for name in names)
    try:
        Metadata.from_email(metadata)  # as an index reads them
    except ExceptionGroup as wrong:
        raise NotFit(f"{wrong}: {wrong.exceptions[0]}") from None
    said = message_from_bytes(metadata)
    page = MarkdownIt("commonmark").render(metadata.decode().partition("\n\n")[2])
    if left := re.findall(r'(?:href|src|srcset)="((?!\w+:|#)[^"]*)"', page):
        raise NotFit(f"README has the link {left[0]!r}; where it is published that leads nowhere")
    return said


def try_it(python: str, wheel: Path, version: str, says: dict[tuple[str, ...], str]) -> None:
    """Install the library by a Python, and run what README shows in an empty folder.

    Then install what lies beside it too, and ask the exercises whether all is there.
    """
    with TemporaryDirectory() as folder:
        home, empty = Path(folder, "home"), Path(folder, "empty")
        empty.mkdir()
        run(python, "-m", "venv", str(home))
        own = str(home / "bin" / "python")
        run(own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", str(wheel))
        of_its_own = {"PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": ""}
        of_its_own |= {"PYTHONWARNINGS": "error", "XDG_DATA_HOME": str(home / "data")}
        play = ("python", "-c", PLAY)
        for command, said in (says | {VERSION: f"taotp {version}", play: WITHOUT}).items():
            if (got := run(*command, at=empty, strict=True, **of_its_own)) != said:
                raise NotFit(f"{command[-1]} prints {got!r}, and it should be {said!r}")
        beside = ("--no-index", "--find-links", str(wheel.parent), f"{LIBRARY}[data,exercises]")
        run(own, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *beside)
        if (got := run(*play, at=empty, strict=True, **of_its_own)) != "all there":
            raise NotFit(f"with {DATA} and {EXERCISES} installed, {got}")
        run(*DOCTOR, at=empty, strict=True, **of_its_own)


def main() -> int:
    """Do all of it, a line each; 1 and a sentence where something is wrong."""
    with TemporaryDirectory() as folder:
        try:
            release(Path(folder))
        except NotFit as error:
            print(f"Not to be published: {error}", file=sys.stderr)
            return 1
    return 0


def release(folder: Path) -> None:
    """Build, check, try, and keep what has passed."""
    commit = run("git", "log", "-1", "--format=%h, %s")
    print(f"The last commit, and nothing that is not committed: {commit}", flush=True)
    tree, made = folder / "tree", folder / "made"
    tree.mkdir()
    stage(tree)
    inside = (path for name in PACKAGES for path in sorted((tree / name).rglob("*.*")))
    for name, paths in divided(path.relative_to(tree).as_posix() for path in inside).items():
        tell(*build(tree_of(name, tree, paths, folder / name), made / name), {*paths})
    wheels = collected(made)
    (library,) = made.glob(f"{LIBRARY}-*.whl")
    if (size := library.stat().st_size) > LARGEST:
        raise NotFit(f"{library.name} has {size:,} bytes; it may have {LARGEST:,}")
    version = library.name.split("-")[1]
    for at in FROM:
        if python := interpreter(at):
            try_it(python, library, version, shown((ROOT / "README.md").read_text("utf-8")))
        print(f"Python {at}: {'all that README shows' if python else 'not here'}", flush=True)
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.copytree(made, DIST)
    print(f"{', '.join(wheels)} and what they were made of are in dist/")


def tell(sdist: Path, wheel: Path, wanted: set[str]) -> None:
    """Check both forms of a package, a line each."""
    for path in (sdist, wheel):
        files = contents(path)
        check(files, wanted)
        size = path.stat().st_size
        print(f"{path.name}: {len(files):,} files, {size:,} bytes, metadata and links are right")


def collected(made: Path) -> list[str]:
    """Put what stands in a folder for each package into the one above; the names of the wheels."""
    for path in sorted(made.glob("*/*")):
        path.rename(made / path.name)
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    return sorted(path.name for path in made.glob("*.whl"))


if __name__ == "__main__":
    sys.exit(main())
