"""An engine that is missing is named, and nothing else needs it."""

import subprocess
import sys
from pathlib import Path

import pytest

from taotp.exports import to_gpt2, to_onnx, to_torch
from taotp_core import random_transformer


@pytest.mark.parametrize("package", ["torch", "transformers"])
def test_gpt2_says_what_to_install(monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, "torch", sys)  # present, whatever it is
    monkeypatch.setitem(sys.modules, "transformers", sys)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(
        ImportError, match=rf'{package} is not installed; .*pip install -e "\.\[eng'
    ):
        to_gpt2(random_transformer(0))


def test_a_module_of_torch_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r"torch is not installed; .*pip install"):
        to_torch(random_transformer(0))


def test_onnx_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    with pytest.raises(ImportError, match=r"onnx is not installed"):
        to_onnx(random_transformer(0), tmp_path / "model.onnx")
    assert not list(tmp_path.iterdir())


def test_an_engine_that_is_there_but_broken_is_not_called_missing(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "onnx.py").write_text("import no_such_package")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "onnx", raising=False)
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        to_onnx(random_transformer(0), tmp_path / "model.onnx")


def test_the_import_alone_needs_no_engine() -> None:
    program = (
        "import sys; import taotp.exports; "
        "assert not {'torch', 'transformers', 'onnx', 'onnxruntime'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
