"""An engine that is missing is named, and nothing else needs it."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from taotp.exports import to_gpt2, to_onnx, to_torch
from taotp_core import random_transformer
from tests.laws import every


@every(
    "export, package",
    [(to_gpt2, "torch"), (to_gpt2, "transformers"), (to_torch, "torch"), (to_onnx, "onnx")],
)
def test_what_to_install_is_said(tmp_path: Path, export: Any, package: str) -> None:
    says = rf'{package} is not installed; .*pip install -e "\.\[eng'
    with pytest.MonkeyPatch.context() as patch:
        for other in ("torch", "transformers"):
            patch.setitem(sys.modules, other, sys)  # present, whatever it is
        patch.setitem(sys.modules, package, None)
        with pytest.raises(ImportError, match=says):
            export(random_transformer(0), *([tmp_path / "model.onnx"] if export is to_onnx else []))
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
    engines = "{'torch', 'transformers', 'onnx', 'onnxruntime'}"
    program = f"import sys, taotp.exports; assert not {engines} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)
