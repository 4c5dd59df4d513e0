"""A dask cluster of processes on this machine."""

import logging
import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import dask
import pytest
from distributed import LocalCluster

PATIENT = {  # where other tests have the processors
    "distributed.comm.timeouts.connect": "600s",
    "distributed.comm.timeouts.tcp": "600s",
}
QUIET = {  # a cluster waits through a run: watching itself took a tenth of a processor
    "distributed.worker.profile.enabled": False,
    "distributed.admin.tick.interval": "1s",
    "distributed.admin.system-monitor.interval": "10s",
}


@dataclass(frozen=True)
class Cluster:
    """A scheduler in this process, and workers that are processes of one thread each."""

    local: Any

    @property
    def address(self) -> str:
        """Where the scheduler listens."""
        return str(self.local.scheduler_address)

    def kill_a_worker(self) -> None:
        """End the process of a worker, with all that it does; another one is started."""
        os.kill(next(iter(self.local.workers.values())).pid, signal.SIGKILL)


@contextmanager
def cluster(workers: int) -> Iterator[Cluster]:
    """So many workers, at a free port of this machine alone."""
    patch = pytest.MonkeyPatch.context()
    with dask.config.set(PATIENT | QUIET), patch as patient, LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=workers, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0",
        host="127.0.0.1", silence_logs=logging.CRITICAL,
    ) as local:  # fmt: skip
        patient.setattr("taotp.verify.worker_pool.PATIENCE", 600)
        yield Cluster(local)
