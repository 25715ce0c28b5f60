"""Compiled code is shared by checkouts whose sources are equal, and by no others."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pred_core.jit_cache import ROOT, ByContent, package_folder

COMPILED = """from numba import njit
@njit(cache=True)
def doubled(x):
    return {factor} * x
"""


def _package(root: Path, factor: int = 2) -> Path:
    folder = root / "shapes"
    (folder / "inner").mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "inner" / "__init__.py").write_text("")
    (folder / "plain.py").write_text("SIZE = 3\n")
    (folder / "inner" / "fast.py").write_text(COMPILED.format(factor=factor))
    return folder


def _loaded(path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


def _place(path: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> str:
    locator = ByContent.from_function(_loaded(path, name, monkeypatch).doubled.py_func, str(path))
    assert locator is not None
    return str(locator.get_cache_path())


def test_equal_sources_share_a_place_wherever_they_lie(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ROOT, str(tmp_path / "cache"))
    one, two, other = _package(tmp_path / "a"), _package(tmp_path / "b"), _package(tmp_path / "c", 3)
    (two / "plain.py").write_text("SIZE = 4\n")
    places = [
        _place(folder / "inner" / "fast.py", f"fast{n}", monkeypatch)
        for n, folder in enumerate([one, two, other])
    ]
    assert places[0] == places[1] != places[2]
    assert places[0].startswith(str(tmp_path / "cache" / "shapes-"))
    assert package_folder(one / "inner" / "fast.py") == one


def test_without_a_folder_numba_goes_on_to_its_own_places(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(ROOT, str(tmp_path / "cache"))
    path = _package(tmp_path) / "inner" / "fast.py"
    module = _loaded(path, "fast_own", monkeypatch)
    monkeypatch.delenv(ROOT)
    assert ByContent.from_function(module.doubled.py_func, str(path)) is None
    monkeypatch.setenv(ROOT, str(path / "a file is no folder"))
    assert ByContent.from_function(module.doubled.py_func, str(path)) is None
