"""Fetch what runs Python in the pages of the book, once, and keep it outside of the repository.

python -m tools.live_python                  what is missing, from packages that pip reaches
python -m tools.live_python --from PLACE     from a folder, a wheel or an npm package instead

Each file is taken for its bytes alone: `taotp/page/python/files.json` has the sha256 of each, which
for packages is that of Pyodide's own lock. They are kept under these sums in ~/.cache/taotp/python
(the environment variable TAOTP_CACHE names another folder). Without them the book is built all the
same, and its cells cannot be run in the page; in continuous integration that is a failure.
"""

import argparse
import os
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

from tqdm import tqdm

from taotp.files import write_whole
from taotp.page.python.runtime import File, cache_folder, files, is_right, kept, missing, pinned

MB = 1e6
OFFLINE = (
    "the book is built without Run: {n} of {of} files of Python for pages are missing ({why}); "
    "`python -m tools.live_python --from PLACE` takes them from a folder, a wheel or an npm package"
)


class NoSource(Exception):
    """What was named holds none of the files; the text says why."""


def members(place: Path, names: set[str]) -> Iterator[tuple[str, bytes]]:
    """The files of a folder, a wheel or a packed npm package that have some names.

    Raises NoSource, which names the place.
    """
    if place.is_dir():
        for path in sorted(place.rglob("*")):
            if path.name in names and path.is_file():
                yield path.name, path.read_bytes()
    elif zipfile.is_zipfile(place):
        with zipfile.ZipFile(place) as archive:
            for each in archive.namelist():
                if (name := each.rpartition("/")[2]) in names:
                    yield name, archive.read(each)
    elif place.is_file() and tarfile.is_tarfile(place):
        with tarfile.open(place) as packed:
            for member in packed:
                name, stream = member.name.rpartition("/")[2], packed.extractfile(member)
                if name in names and stream:
                    yield name, stream.read()
    else:
        raise NoSource(f"{place} is no folder, no wheel and no packed npm package")


def take(place: Path, wanted: list[File]) -> list[File]:
    """Keep what a place has of some files; those that it has not, or with other bytes, are left."""
    left = {file.name: file for file in wanted}
    size = sum(file.bytes for file in wanted)
    with tqdm(total=size, unit="B", unit_scale=True, desc="Python for pages", disable=None) as bar:
        for name, data in members(place, {*left}):
            if name in left and is_right(data, left[name]):
                write_whole(kept(left[name]), data)
                bar.update(len(data))
                del left[name]
    return [*left.values()]


def pip() -> list[str]:
    """A pip that can be called: this environment's, or one that uv brings."""
    own = [sys.executable, "-m", "pip"]
    if subprocess.run([*own, "--version"], capture_output=True, check=False).returncode == 0:
        return own
    return ["uv", "run", "--no-project", "--with", "pip", "python", "-m", "pip"]


def download(folder: Path, wheel: str, python: str) -> Path:
    """Have pip bring one wheel for a Python, such as the one that carries them.

    Raises NoSource, with the last line that pip says.
    """
    options = ["--no-deps", "--only-binary=:all:", "--python-version", python]
    command = [*pip(), "download", "--disable-pip-version-check", "-q", *options]
    try:
        done = subprocess.run(
            [*command, "-d", str(folder), wheel], stderr=subprocess.PIPE, text=True, check=False
        )
    except FileNotFoundError:
        raise NoSource("there is neither pip nor uv") from None
    if done.returncode:
        lines = done.stderr.strip().splitlines() or ["pip failed"]
        raise NoSource(f"pip: {lines[-1].removeprefix('ERROR: ')}")
    return next(folder.glob("*.whl"))


def fetch(place: Path | None) -> list[File]:
    """Keep the files that are missing: those that are missing still.

    Raises NoSource.
    """
    wanted = missing()
    if not wanted:
        return []
    if place is not None:
        return take(place, wanted)
    mb = sum(file.bytes for file in wanted) / MB
    print(f"Fetching Python for pages, {mb:.0f} MB that stand in a wheel of about 110 MB, once.")
    with tempfile.TemporaryDirectory() as folder:
        return take(download(Path(folder), str(pinned()["wheel"]), "3.12"), wanted)


def main(arguments: list[str] | None = None) -> int:
    """Fetch what is missing; say in one sentence what is missing after that."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.live_python",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--from", dest="place", type=Path, help="a folder, a wheel, a package")
    given = parser.parse_args(arguments)
    why = "no source has them"
    try:
        left = fetch(given.place)
    except (NoSource, OSError) as error:
        left, why = missing(), str(error)
    if not left:
        print(f"Python for pages is in {cache_folder()}.")
        return 0
    said = OFFLINE.format(n=len(left), of=len(files()), why=why)
    print(said[0].upper() + said[1:], file=sys.stderr)
    return 1 if os.environ.get("CI") or given.place else 0


if __name__ == "__main__":
    sys.exit(main())
