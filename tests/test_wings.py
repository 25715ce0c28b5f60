"""Packages in wings: each wing has its rows in the documents, and the documents name no wing that is not there."""

from __future__ import annotations

import re

import pytest
from package_imports import NAME, ROOT, packages, rows

TABLE = {NAME.findall(name)[0] for name, *_ in rows("architecture.md", "package")}
IN_WINGS = sorted({name.partition(".")[0] for name in TABLE if "." in name})
LAY_OUT = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition("## Lay-out")[2].partition("\n\n\n")[0]


def wings(package: str) -> set[str]:
    """Return the folders with modules of a package."""
    folder = packages()[package].folder / package
    return {path.parent.name for path in folder.glob("*/__init__.py")}


@pytest.mark.parametrize("package", IN_WINGS)
def test_every_wing_has_its_row_in_the_architecture(package: str) -> None:
    assert {name.partition(".")[2] for name in TABLE if name.startswith(f"{package}.")} == wings(package)


@pytest.mark.parametrize("package", ["pred_language", "pred_planner", "pred_recovery"])
def test_contributing_names_the_wings(package: str) -> None:
    row = re.search(rf"^\| `src/{package}` \|(.*)\|$", LAY_OUT, re.MULTILINE)
    assert row is not None
    named = set(re.findall(r"`(\w+)`", row[1]))
    assert named == wings(package)


def test_the_executives_page_names_its_wings_in_order() -> None:
    named = [NAME.findall(cells[0])[0] for cells in rows("executive.md", "wing")]
    assert set(named) == wings("pred_recovery")
    assert named == [w for w in _in_order() if w in named]


def _in_order() -> list[str]:
    order = [NAME.findall(name)[0] for name, *_ in rows("architecture.md", "package")]
    return [name.partition(".")[2] for name in order if name.startswith("pred_recovery.")]
