"""The benchmark's client notices when it is not alone with its graph."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest

pytest.importorskip("rclpy", reason="needs a ROS environment")

import rclpy
from rclpy.context import Context

from pred_bench.episode.robot import CrowdedError, RobotUnderTest
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import RobotState

DOMAIN = 46


@pytest.fixture
def robot() -> Iterator[RobotUnderTest]:
    robot = RobotUnderTest("pred", DOMAIN, lambda: True)
    yield robot
    robot.close()


def _check_for(robot: RobotUnderTest, seconds: float) -> None:
    """Check again and again: nodes take a while to discover each other, and nothing tells when they have."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        robot.check_alone()


def test_a_second_graph_under_the_same_names_is_refused(robot: RobotUnderTest) -> None:
    context = Context()
    rclpy.init(context=context, domain_id=DOMAIN)
    two = [rclpy.create_node(name, namespace="pred", context=context) for name in ("bridge", "driver")]
    try:
        two[0].create_publisher(RobotState, "robot_state", OBSERVATION)
        robot.check_alone()
        two[1].create_publisher(RobotState, "robot_state", OBSERVATION)
        with pytest.raises(CrowdedError, match="ROS_DOMAIN_ID 46"):
            _check_for(robot, 30.0)
    finally:
        for node in two:
            node.destroy_node()
        rclpy.try_shutdown(context=context)
