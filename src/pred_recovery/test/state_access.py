"""Who reads and who changes the mission's state, found in the code of the package."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from pathlib import Path

import pred_recovery
from pred_recovery.mission.access import PARTS

PACKAGE = Path(pred_recovery.__file__).parent
CHANGES = frozenset(
    [
        "add",
        "append",
        "clear",
        "difference_update",
        "discard",
        "extend",
        "insert",
        "pop",
        "popitem",
        "remove",
        "setdefault",
        "update",
    ]
)
"""Methods of sets, dictionaries and lists that change them."""
FIELDS = {name: {f.name for f in fields(part)} for name, part in PARTS.items()}


@cache
def used() -> Mapping[str, tuple[set[str], set[str]]]:
    """Return by ``part.field`` the wings that read it and those that change it, but for ``mission`` itself."""
    found: dict[str, tuple[set[str], set[str]]] = defaultdict(lambda: (set(), set()))
    for path in sorted(PACKAGE.rglob("*.py")):
        wing = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        if wing != "mission":
            for name, changes in uses(path.read_text("utf-8")):
                found[name][changes].add(wing)
    return found


def uses(source: str) -> Iterator[tuple[str, bool]]:
    """Yield each use of a field of the mission's state in a source: its name, and whether it is changed."""
    tree = ast.parse(source)
    above = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Attribute):
            part = node.value.attr
            if node.attr in FIELDS.get(part, ()) and _is_mission(node.value.value):
                yield f"{part}.{node.attr}", _is_changed(node, above)
        elif isinstance(node, ast.Attribute) and node.attr == "plan" and _is_mission(node.value):
            yield "progress.plan", _is_changed(node, above)


def _is_mission(node: ast.expr) -> bool:
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name.lstrip("_") == "mission"


def _is_changed(node: ast.Attribute, above: Mapping[ast.AST, ast.AST]) -> bool:
    if not isinstance(node.ctx, ast.Load):
        return True
    parent = above[node]
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return not isinstance(parent.ctx, ast.Load)
    return (
        isinstance(parent, ast.Attribute) and parent.attr in CHANGES and isinstance(above[parent], ast.Call)
    )
