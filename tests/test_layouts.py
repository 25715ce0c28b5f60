"""The layouts of rviz and Studio name topics that somebody publishes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from pred_bringup.launching import RobotStack, rviz_layout
from pred_bringup.spot import SPOT
from pred_bringup.thor import THOR
from pred_bringup.ur5 import UR5
from pred_tools.view import layout

ROOT = Path(__file__).resolve().parents[1]
ROBOTS = (THOR, UR5, SPOT)
PUBLISHED = re.compile(
    r"(?:create_publisher\(|\bmake\(|WantedTopic\(\s*\w+,)\s*\w+,\s*(?:(f?)\"([^\"]+)\"|(\w+))", re.DOTALL
)
FILLED_IN = re.compile(r"\\{[^}]*\\}")
CONSTANTS = {name: value for name, value in vars(layout).items() if isinstance(value, str)}
TABLE_ROWS = re.compile(r"^\| (`[^|]+) \|", re.MULTILINE)


def unpublished(named: set[str]) -> set[str]:
    """Return which relative names of topics no source publishes; parts that a source fills in may be any one part."""
    patterns: set[str] = set()
    for path in (ROOT / "src").glob("*/*/**/*.py"):
        for filled_in, literal, constant in PUBLISHED.findall(path.read_text("utf-8")):
            pattern = re.escape(literal or CONSTANTS.get(constant, ""))
            patterns.add(FILLED_IN.sub("[^/]+", pattern) if filled_in else pattern)
    return {name for name in named if not any(re.fullmatch(pattern, name) for pattern in patterns)}


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


@pytest.mark.parametrize("robot", ROBOTS, ids=lambda robot: robot.name)
def test_the_layout_that_a_launch_file_names_is_installed_and_shows_what_is_published(robot: RobotStack) -> None:
    named = set(topics_of(yaml.safe_load(rviz_layout(robot).read_text("utf-8"))))
    assert len(named) > 4
    assert unpublished(named) == set()


def test_a_topic_that_nobody_publishes_is_found_out() -> None:
    wrong = {"camera/color/imag_raw", "camera/frontleft/picture", "nav/paths"}
    assert unpublished({"camera/frontleft/image", "nav/path", *wrong}) == wrong


def test_every_launch_file_is_a_robot_s_whose_layout_is_looked_at() -> None:
    files = {
        path.name.removesuffix(".launch.py") for path in (ROOT / "launch" / "launch").glob("*.launch.py")
    }
    assert files == {robot.name for robot in ROBOTS}


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
    assert unpublished(topics) == set()


def test_pictures_of_the_view_are_in_the_table_of_topics() -> None:
    table = " ".join(TABLE_ROWS.findall((ROOT / "docs" / "architecture.md").read_text("utf-8")))
    for topic in (layout.OVERLAY, layout.CARD, layout.PLAN, layout.TREE):
        assert f"`{topic}`" in table
