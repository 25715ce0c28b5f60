"""No decision names an object type: what there is, and what is special about it, stands in the domain files."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("pred_core", "pred_planner", "pred_perception", "pred_recovery", "pred_nav")
DATA = ROOT / "src/pred_core/pred_core/data"


def object_types() -> frozenset[str]:
    found: set[str] = set()
    for path in DATA.glob("*_types.json"):
        data = json.loads(path.read_text("utf-8"))
        found |= {*data["types"], *data.get("other_names", ())}
    return frozenset(found)


def class_names(source: str, known: frozenset[str]) -> Iterator[tuple[int, str]]:
    """Return (line, type) for each string that is a type's name, or is made up of such names only."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            words = node.value.split()
            if words and known.issuperset(words):
                yield from ((node.lineno, word) for word in words)


@pytest.mark.parametrize("package", PACKAGES)
def test_no_object_type_is_named_in_the_code(package: str) -> None:
    known = object_types()
    assert {"Mug", "Microwave", "RedCup"} <= known
    folder = ROOT / "src" / package / package
    found = [
        f"{path.relative_to(ROOT)}:{line}: {word}"
        for path in sorted(folder.rglob("*.py"))
        for line, word in class_names(path.read_text("utf-8"), known)
    ]
    assert not found, "move these into the domain's JSON file (docs/domains.md):\n" + "\n".join(found)


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ('x = {"Microwave", "b"}', ["Microwave"]),
        ('"Mug Cup".split()', ["Mug", "Cup"]),
        ('f"{a} {b}Mug"', ["Mug"]),
        ('"""Put the Mug into the Microwave."""', []),
        ('"mug"', []),
    ],
)
def test_the_search_finds_names_and_leaves_sentences_alone(source: str, names: list[str]) -> None:
    assert [word for _, word in class_names(source, object_types())] == names
