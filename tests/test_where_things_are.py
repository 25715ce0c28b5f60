"""The table of CONTRIBUTING.md that says where what is decided names what is there."""

from __future__ import annotations

import ast
import re

import pytest
from package_imports import ROOT

ROW = re.compile(r"^\| [^|]+ \| `([\w/.]+)` \| `(\w+)` \|$", re.MULTILINE)
TABLE = (
    (ROOT / "CONTRIBUTING.md")
    .read_text("utf-8")
    .partition("| where is ... |")[2]
    .split("\n\n", maxsplit=1)[0]
)


def test_the_table_has_all_its_rows() -> None:
    assert len(ROW.findall(TABLE)) == TABLE.count("\n") - 1 >= 10


@pytest.mark.parametrize(("path", "name"), ROW.findall(TABLE))
def test_what_is_named_is_there(path: str, name: str) -> None:
    tree = ast.parse((ROOT / "src" / path).read_text("utf-8"))
    defined = {
        n.name for n in ast.walk(tree) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    }
    targets = {
        n.target.id for n in tree.body if isinstance(n, ast.AnnAssign) and isinstance(n.target, ast.Name)
    }
    assert name in defined | targets
