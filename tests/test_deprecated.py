"""Old names of modules lead to those of today, and warn."""

import sys
from importlib import import_module

import pytest

from taotp_core.deprecated import MODULES


def test_every_old_module_is_the_new_one(monkeypatch: pytest.MonkeyPatch) -> None:
    other = []
    for old, new in MODULES.items():
        monkeypatch.delitem(sys.modules, old, raising=False)  # as if nobody had asked for it yet
        with pytest.warns(DeprecationWarning, match="now$"):
            found = import_module(old)
        if found is not import_module(new) or found.__spec__ is None or found.__spec__.name != new:
            other.append(old)
    assert other == []
