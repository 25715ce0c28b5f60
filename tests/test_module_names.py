"""Test modules of all packages are collected together: two of one name cannot be."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_no_two_test_modules_have_one_name() -> None:
    folders = (ROOT / name for name in ("src", "launch", "tests", "tools"))
    names = Counter(path.name for folder in folders for path in folder.rglob("test_*.py"))
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []
