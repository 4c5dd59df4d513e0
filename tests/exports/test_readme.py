"""What the README shows of a machine that is taken elsewhere."""

import re
from pathlib import Path

import pytest

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
SHOWN = re.findall(r"^```python\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


@pytest.mark.engines
def test_a_pipeline_of_others_says_what_the_readme_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("transformers")
    monkeypatch.chdir(tmp_path)
    *lines, last = "".join(SHOWN).splitlines()
    code, said = last.split("  # ")
    names: dict[str, object] = {}
    exec("\n".join(lines), names)  # noqa: S102  the README's own code
    assert repr(eval(code, names)) == said  # noqa: S307
