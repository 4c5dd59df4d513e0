"""Ask whether the tests of a room find what is wrong: one place changed, and they must fail.

python -m tools.mutants              all that are kept, with each room's share: a night's work
python -m tools.mutants taotp_core   those of files below a folder
python -m tools.mutants --draw 20 taotp/verify    draw new ones, and print those that nothing finds

tests/mutants.json has them: a file, a text that stands in it once, what is put in its place, and
the tests that are to fail. A mutant that they do not find is a missing test. What is asked is a
copy of the tree; the tree itself is never written.
"""

import argparse
import ast
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue

from tqdm import tqdm

from tools import changed, sampling

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests" / "mutants.json"
AT_ONCE = 2
PYTEST = ("-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "--no-header")
LONGEST = 300  # seconds: a mutant that never ends is found by that
NO_TESTS = (4, 5)  # statuses of pytest, of a name that is gone and of a file without tests
SWAPPED: dict[type[ast.AST], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Add: "-", ast.Sub: "+", ast.And: "or", ast.Or: "and",
}  # fmt: skip


@dataclass(frozen=True)
class Mutant:
    """One change of one file, and the tests that are to find it."""

    file: str
    old: str
    new: str
    tests: tuple[str, ...]

    @property
    def room(self) -> str:
        """The folder that the share is counted for."""
        return str(Path(self.file).parent)

    def __str__(self) -> str:
        return f"{self.file}: {self.old.strip()!r} is {self.new.strip()!r}"


def kept() -> list[Mutant]:
    """Those of the list, in its order."""
    rows = json.loads(FILE.read_text("utf-8"))
    return [Mutant(row["file"], row["old"], row["new"], tuple(row["tests"])) for row in rows]


def copy_of_the_tree(folder: Path) -> Path:
    """What git knows of the tree, as it is now, in a folder of its own."""
    for name in changed.git("ls-files"):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    return folder


def check(mutant: Mutant, tree: Path) -> None:
    """Raise ValueError unless its text stands in its file once, and its tests are there."""
    text = (tree / mutant.file).read_text("utf-8")
    if text.count(mutant.old) != 1:
        raise ValueError(f"{mutant.file} has {text.count(mutant.old)} times {mutant.old!r}, not 1")
    for test in mutant.tests:
        if not (tree / test.partition("::")[0]).exists():
            raise ValueError(f"{mutant.file} is asked by {test}, which is not there")


def is_found(mutant: Mutant, tree: Path) -> bool:
    """Whether its tests fail in a copy of the tree, which is as it was afterwards.

    Raises ValueError for one that cannot be asked.
    """
    check(mutant, tree)
    path = tree / mutant.file
    text = path.read_text("utf-8")
    command = [sys.executable, *PYTEST, *mutant.tests]
    whole = {sampling.LANE: sampling.NIGHTLY}  # by day its test may not have its turn
    own = {"PYTHONPATH": str(tree), "PYTHONDONTWRITEBYTECODE": "1"}
    environment = os.environ | whole | own
    path.write_text(text.replace(mutant.old, mutant.new), "utf-8")
    try:
        done = subprocess.run(
            command, cwd=tree, env=environment, capture_output=True, timeout=LONGEST, check=False
        )
    except subprocess.TimeoutExpired:
        return True
    finally:
        path.write_text(text, "utf-8")
    if done.returncode in NO_TESTS:
        raise ValueError(f"{mutant.file}: there is no test in {' '.join(mutant.tests)}")
    return done.returncode != 0


def asked(mutants: Sequence[Mutant]) -> dict[Mutant, bool]:
    """Whether each is found, several at once."""
    found: dict[Mutant, bool] = {}
    trees: SimpleQueue[Path] = SimpleQueue()

    def ask(mutant: Mutant) -> bool:
        tree = trees.get()
        try:
            return is_found(mutant, tree)
        finally:
            trees.put(tree)

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(AT_ONCE) as pool:
        for i in range(AT_ONCE):
            trees.put(copy_of_the_tree(Path(folder, str(i))))
        running = {pool.submit(ask, mutant): mutant for mutant in mutants}
        try:
            for future in tqdm(as_completed(running), total=len(running), unit="mutant"):
                found[running[future]] = future.result()
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise
    return {mutant: found[mutant] for mutant in mutants}


# New ones


def changes(source: str) -> Iterator[tuple[int, int, int, str]]:
    """Where a number, a comparison or a sign can be another: line, begin, end, the other one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Constant) and type(node.value) is int and node.end_lineno:
            if node.lineno == node.end_lineno:
                yield node.lineno, node.col_offset, node.end_col_offset or 0, str(node.value + 1)
        elif isinstance(node, ast.Compare) and len(node.ops) == 1:
            yield from between(source, node.left, node.comparators[0], node.ops[0])
        elif isinstance(node, ast.BinOp):
            yield from between(source, node.left, node.right, node.op)
        elif isinstance(node, ast.BoolOp):
            yield from between(source, node.values[0], node.values[1], node.op)


def between(
    source: str, left: ast.expr, right: ast.expr, sign: ast.AST
) -> Iterator[tuple[int, int, int, str]]:
    """The sign between two parts of a line, where it is one that can be turned."""
    new = SWAPPED.get(type(sign))
    if new is None or left.end_lineno != right.lineno or left.end_col_offset is None:
        return
    line = source.splitlines()[right.lineno - 1]
    if line.isascii():
        gap = line[left.end_col_offset : right.col_offset]
        at = left.end_col_offset + len(gap) - len(gap.lstrip(" )"))
        yield right.lineno, at, at + len(gap.strip(" ()")), new


def drawn(folder: str, many: int, seed: int) -> list[Mutant]:
    """So many new mutants of files below a folder, with the tests that `make check` would ask."""
    draw = random.Random(seed)
    files = [name for name in changed.git("ls-files", folder) if name.endswith(".py")]
    found: list[Mutant] = []
    for file in draw.sample(files, len(files)) * many:
        if len(found) == many:
            break
        source = (ROOT / file).read_text("utf-8")
        tests = tuple(sorted({*changed.tests_of(file)}))
        places = [*changes(source)]
        if not tests or not places:
            continue
        row, start, end, new = draw.choice(places)
        line = source.splitlines()[row - 1]
        other = line[:start] + new + line[end:]
        if source.count(line) == 1 and is_another(source, source.replace(line, other)):
            found.append(Mutant(file, line, other, tests))
    return found


def is_another(source: str, changed_source: str) -> bool:
    """Whether a changed text is a program, and not the same."""
    try:
        return ast.dump(ast.parse(source)) != ast.dump(ast.parse(changed_source))
    except SyntaxError:
        return False


# Reports


def table(found: dict[Mutant, bool]) -> str:
    """A line for each room: how many are asked, how many found."""
    many = Counter(mutant.room for mutant in found)
    right = Counter(mutant.room for mutant, is_right in found.items() if is_right)
    lines = [f"{room:36} {right[room]:4} of {many[room]:4}" for room in sorted(many)]
    return "\n".join([*lines, f"{'in all':36} {right.total():4} of {many.total():4}"])


def main(arguments: list[str] | None = None) -> int:
    """Ask the mutants that are kept, or draw new ones; 1 where one is not found."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.mutants",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("folder", nargs="?", default="", help="files below it alone")
    parser.add_argument("--draw", type=int, metavar="N", help="N new ones, and not those kept")
    parser.add_argument("--seed", type=int, default=0, help="of what is drawn")
    parser.add_argument("--keep", action="store_true", help="add what is drawn and found")
    given = parser.parse_args(arguments)
    if given.draw:
        mutants = drawn(given.folder or "taotp_core", given.draw, given.seed)
    else:
        mutants = [mutant for mutant in kept() if mutant.file.startswith(given.folder)]
    if not mutants:
        parser.error(f"there is no mutant of a file below {given.folder!r}")
    found = asked(mutants)
    if given.keep:
        new = [mutant for mutant, is_right in found.items() if is_right and given.draw]
        rows = [asdict(mutant) for mutant in dict.fromkeys([*kept(), *new])]
        FILE.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", "utf-8")
    lost = [mutant for mutant, is_right in found.items() if not is_right]
    print(table(found), *(f"not found: {mutant}" for mutant in lost), sep="\n")
    print(f"{len(found) - len(lost)} passed, {len(lost)} failed")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
