"""Names: test modules of all packages are collected together, and a class name does not mean many things."""

from __future__ import annotations

import ast
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_no_two_test_modules_have_one_name() -> None:
    folders = (ROOT / name for name in ("src", "launch", "tests", "tools"))
    names = Counter(path.name for folder in folders for path in folder.rglob("test_*.py"))
    assert len(names) > 100
    assert [name for name, count in names.items() if count > 1] == []


def classes() -> Counter[str]:
    """Return how often each public class name stands in the packages: one word, one meaning, or two that are near."""
    files = (path for pattern in ("src/*/*/**/*.py", "launch/pred_bringup/**/*.py") for path in ROOT.glob(pattern))
    product = (path for path in files if "test" not in path.relative_to(ROOT).parts)
    trees = (ast.parse(path.read_text("utf-8")) for path in product)
    return Counter(n.name for tree in trees for n in tree.body if isinstance(n, ast.ClassDef))


def test_no_public_class_name_stands_more_than_twice() -> None:
    found = classes()
    assert len(found) > 1000
    assert {name: n for name, n in found.items() if n > 2 and not name.startswith("_")} == {}
