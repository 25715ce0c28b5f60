"""Perception that starts after the arm's last observation answers it, though the arm publishes /tf all the time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import rclpy
from rclpy.node import Node
from sensor_msgs.msg import CameraInfo
from served_nodes import ServedNodes, leave
from std_msgs.msg import Header

from pred_core.outcome import Outcome
from pred_core.ros.conversions import image_to_msg, stamp_of
from pred_core.ros.qos import OBSERVATION
from pred_msgs.msg import Detections, ObjectMemory
from pred_perception.node import PerceptionNode
from ur5_description import kinematics
from ur5_description.mount import read_mount
from ur5_driver.bridge import conversions
from ur5_driver.bridge.camera import CameraFrame
from ur5_driver.bridge.topics import Topics
from ur5_driver.driver.limits import Limits

DOMAIN = "54"
MEASURED = 300
"""Measurements after the observation; every third brings transforms, many more than are kept of observations."""


@pytest.fixture
def bridge(monkeypatch: pytest.MonkeyPatch) -> Iterator[Node]:
    monkeypatch.setenv("ROS_DOMAIN_ID", DOMAIN)
    rclpy.init()
    node = rclpy.create_node("bridge")
    yield node
    leave(node)
    rclpy.shutdown()


def observe(topics: Topics, stamp: float, joints: Any) -> None:
    """Publish one observation of an arm at home, of an empty table 0.6 m below."""
    header = Header(stamp=stamp_of(stamp))
    k = [8.0, 0.0, 8.0, 0.0, 8.0, 6.0, 0.0, 0.0, 1.0]
    parts = {
        "colour": image_to_msg(np.zeros((12, 16, 3), np.uint8), "rgb8", header),
        "depth": image_to_msg(np.full((12, 16), 0.6, np.float32), "32FC1", header),
        "info": CameraInfo(header=header, width=16, height=12, k=k),
        "truth": Detections(labels=image_to_msg(np.zeros((12, 16), np.uint16), "16UC1", header)),
    }
    frame = CameraFrame(stamp, parts)
    arm = Limits().arm
    tool = kinematics.forward(arm, joints.q)
    optical = tool @ read_mount().optical_in_tool
    state = conversions.robot_state(
        conversions.picture_from(frame, 1, tool, optical),
        stamp=stamp,
        step=1,
        episode=1,
        tool=tool,
        optical=optical,
        tool_length=Limits().tool_length,
        holding=False,
        action=("", Outcome.success()),
        ready=True,
        counts=(0, 0),
    )
    topics.observation(frame, state, joints)


@pytest.mark.parametrize("age", [0.0, 30.0])
def test_perception_that_starts_late_answers_the_last_observation(bridge: Node, age: float) -> None:
    home = np.array(kinematics.HOME)
    joints: Any = SimpleNamespace(q=home, qd=np.zeros(6))
    topics = Topics(bridge, Limits().arm, read_mount())
    observe(topics, time.time() - age, joints)
    for _ in range(MEASURED):
        topics.measured(joints, None, time.time())
    perception = PerceptionNode()
    answers = list[ObjectMemory]()
    bridge.create_subscription(ObjectMemory, "object_memory", answers.append, OBSERVATION)
    served = ServedNodes(bridge, perception)

    def answered() -> bool:  # the arm goes on telling where it is
        topics.measured(joints, None, time.time())
        return bool(answers)

    served.until(answered, 30.0)
    assert answers[0].step == 1
    leave(perception)
