"""What the planner heard of the object memory is known to the next launch."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("rclpy", reason="needs ROS 2")

import rclpy
from rclpy.executors import SingleThreadedExecutor
from rclpy.node import Node

from pred_core.home import OBJECTS, Home
from pred_core.objects import ObjectMemory, ObjectState
from pred_core.ros.conversions import memory_to_msg
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import ObjectMemory as ObjectMemoryMsg
from pred_planner.home_keeper import HomeKeeper

DOMAIN = 101


@pytest.fixture
def node() -> Iterator[Node]:
    rclpy.init(domain_id=DOMAIN)
    made = rclpy.create_node("keeps")
    yield made
    made.destroy_node()
    rclpy.try_shutdown()


def heard(node: Node, keeper: HomeKeeper, home: Home, *names: str, step: int, episode: int = 1) -> list[str]:
    """Publish a memory until the keeper has written it; return the ids in the file."""
    publisher = node.create_publisher(ObjectMemoryMsg, "object_memory", OBSERVATION)
    objects = tuple(ObjectState(n, n.partition("_")[0], (0.0, 0.0, 1.0), (0.1, 0.1, 0.1)) for n in names)
    message = memory_to_msg(ObjectMemory(step, episode, float(step), objects))
    publisher.publish(message)
    executor = SingleThreadedExecutor()
    executor.add_node(node)
    while keeper._latest.stamp is None or keeper._latest.stamp[0] != step:
        executor.spin_once(timeout_sec=0.1)
    executor.remove_node(node)
    keeper.keep()
    node.destroy_publisher(publisher)
    return [one.id for one in home.seen().objects]


def test_a_launch_adds_to_what_was_known_and_tells_only_what_was_before_it(node: Node, tmp_path: Path) -> None:
    home = Home(tmp_path)
    first = HomeKeeper(node, home)
    assert heard(node, first, home, "KeyChain_1", step=1) == ["KeyChain_1"]
    assert heard(node, first, home, "KeyChain_1", "Mug_1", step=2) == ["KeyChain_1", "Mug_1"]
    assert not first.earlier().memory.objects
    second = HomeKeeper(node, home)
    assert [one.id for one in second.earlier().memory.objects] == ["KeyChain_1", "Mug_1"]
    assert heard(node, second, home, "Mug_1", step=3) == ["Mug_1", "KeyChain_1"]
    assert heard(node, second, home, "Pen_1", step=4, episode=2) == ["Pen_1", "Mug_1", "KeyChain_1"], "a new world"


def test_a_damaged_file_is_put_aside_and_the_launch_goes_on(node: Node, tmp_path: Path) -> None:
    (tmp_path / OBJECTS).write_text("{")
    assert not HomeKeeper(node, Home(tmp_path)).earlier().memory.objects
    assert [path.name for path in tmp_path.iterdir()] == [OBJECTS + ".damaged"]
