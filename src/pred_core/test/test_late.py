"""Modules that load when they are first used."""

from __future__ import annotations

import inspect
import sys
from pathlib import Path

import pytest

from pred_core.late import late


def test_a_module_loads_with_the_first_thing_asked_of_it_and_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "slow_to_load.py").write_text("print('loading')\nVALUE = 7\n", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    module = late("slow_to_load")
    known = [
        inspect.getmodule(frame.frame) for frame in inspect.stack()
    ]  # as rclpy does for each line it logs
    assert known and capsys.readouterr().out == "" and "slow_to_load" not in sys.modules
    assert module.VALUE == 7 and late("slow_to_load").VALUE == 7
    assert capsys.readouterr().out == "loading\n"
    del sys.modules["slow_to_load"]


def test_a_module_that_is_not_there_is_named_at_once() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        late("no_such_module")
