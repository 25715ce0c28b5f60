"""No module imports, at once, later or for its types alone, one that imports it."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from package_imports import packages


def modules(package: str) -> dict[str, Path]:
    """Return the modules of a package of the workspace, dotted."""
    folder = packages()[package].folder
    found = {}
    for path in packages()[package].product:
        parts = path.relative_to(folder).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported(tree: ast.Module, known: Mapping[str, Path]) -> Iterator[str]:
    """Yield the modules of its own package that a module names, wherever and whatever for."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in known)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                if name in known or node.module in known:
                    yield name if name in known else node.module


def circle(graph: Mapping[str, set[str]]) -> list[str]:
    """Return the modules of a circle of imports, [] where there is none."""
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


@pytest.mark.parametrize("package", sorted(packages()))
def test_no_circle_of_imports(package: str) -> None:
    known = modules(package)
    graph = {
        name: set(imported(ast.parse(path.read_text("utf-8")), known)) - {name} for name, path in known.items()
    }
    assert circle(graph) == []


def test_a_circle_is_found() -> None:
    assert set(circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}})) == {"a", "b", "c"}


def test_imports_inside_functions_and_for_types_count() -> None:
    text = "if TYPE_CHECKING:\n    from p.a import A\ndef f():\n    from p import b\n    import p.c\n"
    known = {name: Path() for name in ("p.a", "p.b", "p.c")}
    assert sorted(imported(ast.parse(text), known)) == ["p.a", "p.b", "p.c"]
