"""One folder of the benchmark, written once for the tests of this process."""

from pathlib import Path

import pytest

from taotp_core.look.benchmark import export


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The benchmark as it is exported."""
    return export(tmp_path_factory.mktemp("truth") / "benchmark")
