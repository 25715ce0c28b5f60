"""The layouts of rviz and Studio name topics that somebody publishes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pred_tools.view import layout

ROOT = Path(__file__).resolve().parents[1]
PUBLISHED = re.compile(r"(?:create_publisher|\bmake)\(\s*\w+,\s*(?:\"([^\"]+)\"|(\w+))", re.DOTALL)
CONSTANTS = {name: value for name, value in vars(layout).items() if isinstance(value, str)}
TABLE_ROWS = re.compile(r"^\| (`[^|]+) \|", re.MULTILINE)


def published() -> set[str]:
    """Return the relative names of topics that sources publish."""
    found: set[str] = set()
    for path in (ROOT / "src").glob("*/*/**/*.py"):
        for literal, constant in PUBLISHED.findall(path.read_text("utf-8")):
            found.add(literal or CONSTANTS.get(constant, ""))
    return found - {""}


def topics_of(node: Any) -> Iterator[str]:
    """Yield the topics in a layout of rviz."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "Topic" and isinstance(value, dict) and value.get("Value"):
                yield value["Value"]
            elif key.endswith("Topic") and isinstance(value, str) and value:
                yield value
            else:
                yield from topics_of(value)
    elif isinstance(node, list):
        for entry in node:
            yield from topics_of(entry)


@pytest.mark.parametrize("path", sorted((ROOT / "launch" / "rviz").glob("*.rviz")), ids=lambda p: p.stem)
def test_what_rviz_shows_is_published(path: Path) -> None:
    named = set(topics_of(yaml.safe_load(path.read_text("utf-8"))))
    descriptions = {"robot_description"}
    assert len(named) > 4
    assert named - published() - descriptions == set()


def test_what_studio_shows_is_published() -> None:
    topics = {*layout.VISIBLE, *(path.partition(".")[0] for path in layout.TIMELINE)}
    topics |= {
        layout.COLOUR,
        layout.DEPTH,
        layout.OVERLAY,
        layout.CARD,
        layout.PLAN,
        layout.TREE,
        "map",
        "object_memory",
    }
    assert topics - published() == set()


def test_pictures_of_the_view_are_in_the_table_of_topics() -> None:
    table = " ".join(TABLE_ROWS.findall((ROOT / "docs" / "architecture.md").read_text("utf-8")))
    for topic in (layout.OVERLAY, layout.CARD, layout.PLAN, layout.TREE):
        assert f"`{topic}`" in table
