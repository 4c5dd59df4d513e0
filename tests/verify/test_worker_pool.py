"""The door for long work: the same results by any number of processes, whatever becomes of one."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from taotp.verify.worker_pool import Ended, NoWorkers, run
from tests.cluster import Cluster
from tests.tasks import ends, process, product_of, refuses, slow, squared

pytestmark = pytest.mark.slow


def test_every_task_has_its_result_by_as_many_processes_as_asked_and_not_this_one() -> None:
    assert not dict(run(squared, [], 2))
    one, two = (dict(run(product_of, range(6), workers)) for workers in (1, 2))
    assert one == two  # to the last bit
    for workers in (1, 3):
        assert dict(run(squared, range(50), workers)) == {x: x * x for x in range(50)}
        processes = {pid for _, pid in run(process, range(40), workers)}
        assert len(processes) == workers
        assert os.getpid() not in processes


def test_tasks_are_made_when_they_are_needed() -> None:
    made = []

    def tasks() -> Iterator[int]:
        for i in range(1000):
            made.append(i)
            yield i

    ahead = [len(made) - i for i, _ in enumerate(run(squared, tasks(), 2), 1)]
    assert len(made) == 1000
    assert max(ahead) <= 4


def assert_one_ended(folder: Path, **who: Any) -> None:
    """Of eight tasks one ends its process twice, and is named; the others go on."""
    found = {x: said for (_, x), said in run(ends, [(folder, x) for x in range(8)], **who)}
    assert found.pop(3) == Ended(-signal.SIGKILL)
    assert found == {x: x for x in (0, 1, 2, 4, 5, 6, 7)}


def test_a_task_that_ends_its_process_and_one_that_raises(tmp_path: Path) -> None:
    assert_one_ended(tmp_path, workers=2)
    with pytest.raises(ValueError, match="two is not asked") as raised:
        dict(run(refuses, range(5), 2))
    assert "in refuses" in raised.value.__notes__[0]


def test_what_is_given_up_does_not_go_on() -> None:
    """It is ended: to wait for one of them takes a day, and no test is waited for so long."""
    with closing(run(slow, [0.0, *[86_400.0] * 9], 2)) as found:
        assert next(found) == (0.0, 0.0)


PATIENCE = 600  # seconds until a program that does not end is not waited for
LONG = """
import os, signal, sys
from taotp.verify.worker_pool import run
from tests.tasks import process, slow
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background job ignores it
print(next(run(process, [0], 1))[1], flush=True)
try:
    for found in run(slow, [0.0, *[1000.0] * 9], 2):
        print(found, flush=True)
except KeyboardInterrupt:
    print("interrupted")
"""


@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGKILL])
def test_nothing_is_left_of_a_program_that_was_ended(how: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", LONG], stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as program:
        assert program.stdout
        program.stdout.readline()
        assert program.stdout.readline() == "(0.0, 0.0)\n"
        children = Path(f"/proc/{program.pid}/task/{program.pid}/children")
        if not children.exists():
            pytest.skip("processes are listed in /proc alone")
        lanes = [child for task in Path(f"/proc/{program.pid}/task").iterdir()
                 for child in (task / "children").read_text().split()]  # fmt: skip
        assert len(lanes) == 2
        program.send_signal(how)
        said, _ = program.communicate(timeout=PATIENCE)
        assert said == ("interrupted\n" if how == signal.SIGINT else "")
    ends = time.monotonic() + PATIENCE
    while any(alive(lane) for lane in lanes) and time.monotonic() < ends:
        time.sleep(0.05)
    assert not any(alive(lane) for lane in lanes)


def alive(pid: str) -> bool:
    """Whether a process is there, and no zombie."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


# A cluster


def test_a_cluster_gives_the_same(two: Cluster) -> None:
    assert dict(run(squared, range(100), dask=two.address)) == {x: x * x for x in range(100)}
    assert dict(run(product_of, range(6), dask=two.address)) == dict(run(product_of, range(6), 1))


def test_a_task_that_ends_its_process_at_a_worker_and_one_that_raises(
    two: Cluster, tmp_path: Path
) -> None:
    assert_one_ended(tmp_path, dask=two.address)
    with pytest.raises(ValueError, match="two is not asked"):
        dict(run(refuses, range(5), dask=two.address))


def test_a_worker_that_is_killed_costs_time_alone(two: Cluster) -> None:
    tasks, done = [0.05 + i / 1e4 for i in range(40)], {}
    for x, said in run(slow, tasks, dask=two.address):
        done[x] = said
        if len(done) == 5:
            two.kill_a_worker()
    assert done == {x: x for x in tasks}


def test_other_code_is_refused(two: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taotp.verify.worker_pool.code_of", lambda do: "other")
    with pytest.raises(NoWorkers, match=r"another version .* start the workers anew$"):
        dict(run(squared, range(3), dask=two.address))


def test_nobody_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("taotp.verify.worker_pool.PATIENCE", 0.2)
    with pytest.raises(NoWorkers, match="no scheduler answers at tcp://127.0.0.1:9"):
        dict(run(squared, range(3), dask="tcp://127.0.0.1:9"))


def test_without_dask_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(NoWorkers, match=r'pip install -e "\.\[scale\]"$'):
        dict(run(squared, range(3), dask="tcp://127.0.0.1:8786"))
